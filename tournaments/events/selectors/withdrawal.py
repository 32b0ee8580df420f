"""What would follow if an entry withdrew now, looked at before it does."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from matches.play.models import Match
from matches.play.selectors import cases_of, match_beginnings
from tournaments.events.models import Entry, Fixture, Tournament
from tournaments.events.rules.waiting import Departure

from .history import tournament_field
from .tournaments import entry_list, live_fixtures, tournament_entries
from .waiting import waiting_list


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """A match that an entry still has to play, and against whom."""

    fixture: Fixture
    opponent: Entry


@dataclass(frozen=True, slots=True)
class WithdrawalEffect:
    """What would follow if an entry withdrew.

    moves_up: who waits and would come into the field, before the draw.
    walkovers: the matches that the opponents would have without play.
    pending: those that were reported, are disputed or under appeal: they end as if nobody had left.
    substitutes: who may take the place instead, where the entry has not begun to play.
    begun: the first match that it has begun to play, by number.
    may_come_back: whether it may re-enter afterwards.
    """

    moves_up: Entry | None
    walkovers: Sequence[OpenMatch]
    pending: Sequence[OpenMatch]
    substitutes: Sequence[Entry]
    begun: int | None
    may_come_back: bool


def withdrawal_effect(tournament: Tournament, entry: Entry, now: datetime) -> WithdrawalEffect:
    """What would follow if the entry, which has not left, withdrew now: seven queries at most."""
    field = tournament_field(tournament)
    if field is None:
        return WithdrawalEffect(entry_moving_up(tournament, entry), (), (), (), None, True)
    matches = open_matches_of(tournament, entry)
    cases = cases_of([each.fixture.match for each in matches], now)
    open_ones = [each for each in matches if not each.fixture.match.is_over]
    walkovers = [each for each in open_ones if cases[each.fixture.match_id].is_unreported]
    decided = [each.fixture.match_id for each in matches if each.fixture.match.result_id is not None]
    played = Match.objects.filter(pk__in=[each.fixture.match_id for each in matches])
    begun = min((*decided, *match_beginnings(played)), default=None)
    takes_place = begun is None and entry.pk in field.order
    listed = entry_list(tournament).exclude(pk__in=[*field.order, *field.came]) if takes_place else ()
    return WithdrawalEffect(
        None,
        walkovers,
        [each for each in open_ones if each not in walkovers],
        [each for each in listed if not each.has_withdrawn],
        begun,
        tournament.played_as.takes_back,
    )


def entry_moving_up(tournament: Tournament, entry: Entry) -> Entry | None:
    """Who would have the place of an entry before the draw: the queries of waiting_list, and one more."""
    line = waiting_list(tournament)
    before = set(line.in_field)
    line.follow(Departure(entry.serial, entry.pk))
    coming = set(line.in_field) - before
    return tournament_entries(tournament, coming)[coming.pop()] if coming else None


def open_matches_of(tournament: Tournament, entry: Entry) -> list[OpenMatch]:
    """The matches of an entry that count, those that are over too, in order of their rounds: one query."""
    fixtures = live_fixtures(tournament).filter(Q(one=entry) | Q(two=entry)).order_by("step", "pk")
    related = ("match__one", "match__two", "match__result", "one__player", "two__player")
    return [
        OpenMatch(fixture, fixture.two if fixture.one_id == entry.pk else fixture.one)
        for fixture in fixtures.select_related(*related)
    ]
