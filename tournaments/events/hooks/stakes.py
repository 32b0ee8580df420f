"""What is at stake for tournaments in matches, and in players."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from functools import cache, reduce
from operator import or_
from zoneinfo import ZoneInfo

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet
from django.urls import reverse

from engine.words import Text
from engine.words import gettext_lazy as _
from matches import hooks
from matches.accounts.models import User
from matches.accounts.permissions import may_do_action
from matches.base.times.calendars import CalendarEntry
from matches.hooks import (
    Effect,
    MatchEvent,
    MatchStake,
    MatchToCall,
    PlayerStake,
    Records,
    VenueStake,
    Work,
)
from matches.play.models import Match, Report
from matches.play.rules.deciding import Decision
from matches.play.selectors import Case
from matches.players.models import Player
from matches.work.statements import Statement, is_related_known
from tournaments.clubs.models import Appointment, Membership
from tournaments.clubs.selectors import registrar_club
from tournaments.events.models import FIXTURE_ADVANCE, Entry, Fixture, Tournament, Withdrawal, fixture_of
from tournaments.events.selectors import (
    event_calendar,
    fixtures_to_call,
    tournament_effect,
    tournaments_of,
    waiting_at_venue,
)
from tournaments.events.selectors.notices import event_directors_of
from tournaments.events.services import check_entering_persons, tournament_lock
from tournaments.events.words import NUMBERED_PART
from tournaments.venues.rules.calling import Assignment

_CLUB_AND_LISTED = Statement("SELECT club_id, listed FROM tournaments_tournament WHERE id = %(tournament)s")


class FixtureStake(MatchStake):
    """Of tournaments, in the matches of their fixtures."""

    fetched = ("fixture__tournament",)

    def lock_for_correction(self, match: Match) -> None:
        if (fixture := fixture_of(match)) is not None:
            fixture.tournament = tournament_lock(fixture.tournament_id, called_off=True)

    def correction_effect(self, case: Case, would: Decision) -> Effect:
        fixture = fixture_of(case.match)
        return Effect() if fixture is None else tournament_effect(fixture, case, would)

    def stands_otherwise(self, match: Match, *, over: bool) -> Iterable[Work]:
        fixture = fixture_of(match)
        return [(FIXTURE_ADVANCE, fixture.pk)] if over and fixture is not None else ()

    def work_after_verdicts(self, reports: Sequence[Report]) -> Iterable[Work]:
        """The match of somebody who has withdrawn is not pending any more, if its only report is refused."""
        refused = [each.match_id for each in reports if not each.verdict.accepted]
        if not refused:
            return ()
        gone = Withdrawal.objects.without_reentry().values("entry")
        played = Fixture.objects.filter(Q(one__in=gone) | Q(two__in=gone), match__in=refused)
        return [(FIXTURE_ADVANCE, fixture) for fixture in played.order_by("pk").values_list("pk", flat=True)]

    def next_matches(self, match: Match) -> QuerySet[Match] | None:
        """Of either player in a later round of the same tournament; those that count."""
        fixture = fixture_of(match)
        if fixture is None:
            return None
        players = (match.one_id, match.two_id)
        return Match.objects.filter(
            Q(one__in=players) | Q(two__in=players),
            fixture__tournament=fixture.tournament_id,
            fixture__step__gt=fixture.step,
            fixture__void=False,
        )

    def live_topics(self, match: Match) -> Iterable[str]:
        fixture = fixture_of(match)
        if fixture is None:
            return ()
        if is_related_known(fixture, "tournament"):
            club, listed = fixture.tournament.club_id, fixture.tournament.listed
        else:
            ((club, listed),) = _CLUB_AND_LISTED(tournament=fixture.tournament_id)
        own = f"tournament-{fixture.tournament_id}"
        # Who follows the club is not led to what only those find who were given its address.
        return (own, f"club-{club}") if listed else (own,)

    def match_events(self, matches: QuerySet[Match]) -> Mapping[int, MatchEvent]:
        kind = cache(bracket_of)
        page = cache(lambda number: reverse("pages-tournaments:tournament", args=[number]))
        rows = Fixture.objects.filter(match__in=matches, void=False).order_by()
        return {
            match: MatchEvent(number, name, page(number), kind(part))
            for match, part, number, name in rows.values_list(
                "match", "part", "tournament", "tournament__name"
            )
        }

    def directors(self, matches: Collection[Match]) -> Mapping[int, Collection[int]]:
        return event_directors_of(events_of(matches))

    def clubs_of(self, matches: Collection[Match]) -> Mapping[int, int]:
        return {match: club for match, (_event, club) in events_of(matches).items()}

    def match_zone(self, match: Match) -> ZoneInfo | None:
        fixture = fixture_of(match)
        if fixture is None:
            return None
        if not Fixture.tournament.is_cached(fixture):
            fixture.tournament = Tournament.objects.select_related("club", "venue").get(
                pk=fixture.tournament_id
            )
        return fixture.tournament.zone

    def directed_matches(self, user: User) -> Q:
        appointed = Appointment.objects.filter(user=user).exclude(role=Appointment.Role.SCOREKEEPER)
        return Q(fixture__tournament__club__in=appointed.filter(tournament=None).values("club")) | Q(
            fixture__tournament__in=appointed.exclude(tournament=None).values("tournament")
        )


def events_of(matches: Collection[Match]) -> dict[int, tuple[int, int]]:
    """The events of matches and their clubs by number, by match: one query."""
    rows = Fixture.objects.filter(match__in=matches).order_by()
    return {
        match: (event, club)
        for match, event, club in rows.values_list("match", "tournament", "tournament__club")
    }


class EntryStake(PlayerStake):
    """Of tournaments, in those who are entered in them."""

    def lock_group(self, group_id: int) -> None:
        for tournament in tournaments_binding(group_id).values_list("pk", flat=True):
            tournament_lock(tournament, called_off=True)

    def binds_group(self, group: Player, joining: Sequence[Player]) -> bool:
        """Nobody joins who is in the same tournament with another."""
        for tournament in tournaments_binding(group.pk):
            check_entering_persons(tournament, joining)
        return Entry.objects.filter(player=group).exists()

    def reaches(self, user: User, player: Player) -> bool:
        own = Entry.objects.filter(player=player, recorded_by=player.user_id).not_withdrawn()
        entered = Tournament.objects.filter(pk__in=own.values("tournament"))
        running = entered.exclude(state__in=Tournament.OVER)
        return any(may_do_action(user, "tournament_direct", tournament) for tournament in running)

    def known_to(self, user: User) -> Q:
        run = Appointment.objects.of_clubs(user).values("club")
        entered = Entry.objects.filter(tournament__club__in=run).values("player")
        persons = Q(pk__in=entered) | Q(memberships__group__in=entered)
        members = Membership.objects.filter(club__in=run).values("player")
        records = Player.objects.filter(persons | Q(pk__in=members))
        return Q(pk__in=records.values("pk")) | Q(pk__in=records.values("stand_in"))

    def known_elsewhere(self, player: Player, records: Records) -> bool:
        others = Entry.objects.exclude(tournament__club=registrar_club(player))
        return others.filter(player__in=records).exists()

    def merge_conflict(self, one: Records, two: Records) -> Text | None:
        both = tournaments_of(one).filter(pk__in=tournaments_of(two).values("pk")).order_by("pk").first()
        return _("both are entered in tournament %(tournament)s.") % {"tournament": both.pk} if both else None

    def calendar_entries(self, records: Records, since: datetime) -> Iterable[CalendarEntry]:
        entered = Entry.objects.filter(player__in=records).not_withdrawn()
        return event_calendar(
            Tournament.objects.filter(pk__in=entered.values("tournament")).listed_to(AnonymousUser()), since
        )

    def record_counts(self, records: Records) -> Mapping[str, int]:
        entries = Entry.objects.filter(player__in=records)
        return {"tournaments": entries.values("tournament").distinct().count()}


class TournamentVenueStake(VenueStake):
    """Of tournaments, in the venues where they are played."""

    def events_at_venue(self, venue: int) -> int:
        held = Tournament.objects.filter(venue=venue, removed=False)
        return held.exclude(state__in=Tournament.OVER).count()

    def called_matches(self, matches: Collection[int]) -> Mapping[int, MatchToCall]:
        return {found.match.pk: found for found in fixtures_to_call(Q(match__in=matches))}

    def matches_to_call(self, venue: int) -> Iterable[MatchToCall]:
        return fixtures_to_call(waiting_at_venue(venue))

    def venues_assigning(self) -> Collection[int]:
        running = Tournament.objects.filter(
            state=Tournament.State.RUNNING, tables_assigned=Assignment.AUTOMATIC
        )
        return {number for number in running.values_list("venue", flat=True) if number is not None}


def tournaments_binding(group_id: int) -> QuerySet[Tournament]:
    """The tournaments in which a pair or a team is entered that bind it still, in the order of locking.

    Those that are not over, and of those that are what others say of them.
    """
    entries = Entry.objects.filter(player=group_id).not_withdrawn()
    over = [condition for stake in hooks.event_stakes() if (condition := stake.still_binding()) is not None]
    condition = reduce(or_, over, ~Q(state__in=Tournament.OVER))
    return Tournament.objects.filter(condition, pk__in=entries.values("tournament")).order_by("pk")


def bracket_of(part: str) -> str:
    """The kind of a part, without stage and number: of "stage-2-losers" "losers", of "group-3" "group"."""
    found = NUMBERED_PART.fullmatch(part)
    if found is None:
        return part
    return bracket_of(found["rest"]) if found["rest"] else found["kind"]
