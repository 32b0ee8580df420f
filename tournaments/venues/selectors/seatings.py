"""Who sits where."""

from collections.abc import Collection, Iterable
from datetime import datetime
from operator import attrgetter
from typing import NamedTuple

from django.db.models import Prefetch, QuerySet, prefetch_related_objects

from engine.words import gettext_lazy as _
from matches.hooks import MatchToCall, venue_stakes
from matches.play.models import Match
from matches.play.rules.lateness import LateSide, late_side
from matches.play.rules.regulations import regulations_of
from matches.players.models import Member, Player
from tournaments.venues.models import Attendance, Seating, TableCall, TableMove

SIDES = ("match__one__stand_in", "match__two__stand_in")


def seating_list() -> QuerySet[Seating]:
    """Every match at a table that is still to be played, with call, venue and players: one query."""
    open_ones = Seating.objects.filter(match__state=Match.State.OPEN)
    return open_ones.select_related("call", "venue", *SIDES)


def members_of_matches_load(matches: Iterable[Match]) -> None:
    """Load the members of the pairs that play them: one query where there are any."""
    sides = [side for match in matches for side in match.players]
    groups = [side for side in sides if side.kind != Player.Kind.PERSON]
    prefetch_related_objects(groups, Prefetch("roster", Member.objects.select_related("player__stand_in")))


def persons_of_match(match: Match) -> dict[int, Player]:
    """Who plays in it, members of pairs among them, by number: who was merged into another is that one."""
    persons = (person.effective_player for side in match.players for person in side.persons)
    return {person.pk: person for person in persons}


def events_of_matches(matches: Collection[int]) -> dict[int, MatchToCall]:
    """How the events of matches have them played at tables, by match; those of no event are missing."""
    return {
        number: found
        for stake in venue_stakes()
        for number, found in (stake.called_matches(matches).items() if matches else ())
    }


def match_label(match: Match) -> str:
    """What people call a match: its number in its event, or who meets whom; a text, where it has words."""
    event = events_of_matches([match.pk]).get(match.pk)
    if event is None:
        return match.side_names
    return _("match %(number)s of %(event)s") % {"number": event.number, "event": event.event_name}


class LatePlayer(NamedTuple):
    """A side of a match that was called, and how late it is, or was when it came."""

    side: int
    player: Player
    late: LateSide


def late_players(call: TableCall, now: datetime) -> list[LatePlayer]:
    """Who is late of a match that was called, or was; not who was never missed.

    One query, none if its attendances are prefetched; the match is loaded.
    """
    said = {fact.side: fact for fact in sorted(call.attendances.all(), key=attrgetter("serial"))}
    return [
        LatePlayer(side, call.match.players[side], late_side_of_call(call, said[side], now))
        for side in sorted(said)
    ]


def late_side_of_call(call: TableCall, said: Attendance | None, now: datetime) -> LateSide:
    """How late a side is, of which that was said last: it came then, or is still to come.

    The clock runs from the call, whatever table the match was moved to since.
    """
    match = call.match
    until = said.recorded_at if said is not None and said.present else None
    return late_side(call.recorded_at, until, now, match.length, regulations_of(match.regulations))


def call_list() -> QuerySet[TableCall]:
    """Every call, the first one first, with match, venue, end, moves and attendances: three queries."""
    calls = TableCall.objects.select_related("match__one", "match__two", "venue", "end", "recorded_by")
    return calls.prefetch_related("moves", "attendances").order_by("serial")


def match_late_side(match: Match, side: int, now: datetime) -> LateSide | None:
    """How late a side of a match is that is called now; None where it is not: two queries at most."""
    seating = Seating.objects.filter(match=match).select_related("call__match").first()
    if seating is None:
        return None
    said = Attendance.objects.filter(call=seating.call, side=side).order_by("serial").last()
    return late_side_of_call(seating.call, said, now)


def missing_sides(matches: Collection[int], now: datetime) -> dict[tuple[int, int], LateSide]:
    """Who is missed at the table of a match, and how late: by match and side. Two queries."""
    seatings = Seating.objects.filter(match__in=matches).select_related("call__match")
    seated = {seating.call_id: seating for seating in seatings}
    said = Attendance.objects.filter(call__in=seated).order_by("serial")
    latest = {(fact.call_id, fact.side): fact for fact in said}
    return {
        (seated[call].match_id, side): late_side_of_call(seated[call].call, fact, now)
        for (call, side), fact in latest.items()
        if not fact.present
    }


def standing_tables(venue_id: int) -> dict[int, str]:
    """Of every call at a venue that has not ended, its table by the facts: two queries."""
    standing = TableCall.objects.filter(venue=venue_id, end=None)
    tables = dict(standing.order_by("pk").values_list("pk", "table"))
    moves = TableMove.objects.filter(call__in=standing).order_by("serial")
    return {**tables, **dict(moves.values_list("call", "table"))}
