"""Where winner and loser of a match play next, read from the slots around its own alone."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from django.db.models import F, Func, IntegerField, OuterRef, Subquery, Value
from django.db.models.functions import Cast

from matches.play.models import Match
from tournaments.events.models import Draw, Entry, Fixture, Passage, Tournament
from tournaments.formats import Feed, Pairing
from tournaments.formats.following import SlotResult, pairings_that_follow
from tournaments.formats.play_offs import PART as PLAY_OFF

PASSED = "passed"
"""The state of a slot that has no match."""


@dataclass(frozen=True, slots=True)
class Followed:
    """What a result leads to: the pairings now due, whether it was the last one, the entries paired."""

    due: tuple[Pairing, ...] = ()
    over: bool = False
    entries: Mapping[int, Entry] = field(default_factory=dict, compare=False)


def fixture_followed(tournament: Tournament, fixture_id: int) -> Followed | None:
    """What the match of a fixture, just decided, leads to: at most three queries in a field of any size.

    None where more may have changed than that: the match is not final, has no winner or is a play-off; a slot
    it feeds has seen a match already, or was passed without one, so this is a correction; somebody on the way
    has withdrawn; or the format does not know.
    """
    fixture = (
        Fixture.objects.select_related("match__result")
        .annotate(drawn=tournament_draw_size())
        .get(pk=fixture_id)
    )
    result = fixture_slot_result(fixture)
    if result is None or result.winner is None:
        return None
    if fixture.part.endswith(PLAY_OFF):
        return None
    if tournament.played_as.waits_for_round:
        return Followed() if is_fixture_waiting(fixture) else None
    feeds = tournament.played_as.slot_feeds(fixture.key, fixture.drawn)
    if feeds is None:
        return None
    results, taken = neighbouring_slots(tournament, feeds)
    due = pairings_that_follow(fixture.key, feeds, results | {fixture.key: result}, taken)
    if due is None:
        return None
    entries = entries_of_player(tournament, due)
    if any(entry.has_withdrawn for entry in entries.values()):
        return None
    return Followed(due, not feeds, entries)


def is_fixture_waiting(fixture: Fixture) -> bool:
    """Whether the round of a fixture is under way: others of it are open, and none later has begun."""
    others = Fixture.objects.filter(tournament=fixture.tournament_id, part=fixture.part, void=False)
    return (
        others.filter(round=fixture.round, match__result=None).exists()
        and not others.filter(round__gt=fixture.round).exists()
    )


def neighbouring_slots(
    tournament: Tournament, feeds: Iterable[Feed]
) -> tuple[dict[str, SlotResult], set[str]]:
    """The results of the slots that feed the same ones, and which of all these are taken: one query."""
    keys = {key for feed in feeds for key in (feed.key, feed.other)}
    # A slot that was passed without a match is one that only one came out of.
    passed = Passage.objects.filter(tournament=tournament, key__in=keys)
    fixtures = tournament.fixtures.filter(key__in=keys).order_by()
    nobody = Cast(Value(None), IntegerField())
    near = fixtures.values_list("key", "void", "match__state", "match__result__winner", "one", "two").union(
        passed.values_list("key", Value(False), Value(PASSED), nobody, "entry", nobody), all=True
    )
    results: dict[str, SlotResult] = {}
    taken: set[str] = set()
    for key, void, state, winner, one, two in near:
        taken.add(key)
        if state == PASSED:
            results[key] = SlotResult(one)
        elif not void and state == Match.State.FINAL:
            results[key] = slot_came_out(winner, one, two)
    return results, taken


def fixture_slot_result(fixture: Fixture) -> SlotResult | None:
    """Who came out of a fixture as winner and as loser; None while its match is not final."""
    result = fixture.match.result
    if fixture.match.state != Match.State.FINAL or result is None:
        return None
    return slot_came_out(result.winner, fixture.one_id, fixture.two_id)


def slot_came_out(winner: int | None, one: int, two: int) -> SlotResult:
    """The same of two entries, and the side that won."""
    return SlotResult(None) if winner is None else SlotResult(*((one, two), (two, one))[winner])


def entries_of_player(tournament: Tournament, pairings: Iterable[Pairing]) -> dict[int, Entry]:
    """Who is to play, with players, and whether they have withdrawn: one query where somebody is to play."""
    numbers = [entry for pairing in pairings for entry in (pairing.one, pairing.two)]
    if not numbers:
        return {}
    entries = Entry.objects.filter(tournament=tournament).with_withdrawn().select_related("player")
    return entries.in_bulk(numbers)


def tournament_draw_size() -> Subquery:
    """How many entries were drawn; the order itself, as long as the field, stays in the database."""
    size = Func(F("order"), function="jsonb_array_length", output_field=IntegerField())
    draws = Draw.objects.filter(tournament=OuterRef("tournament")).order_by("-serial")
    return Subquery(draws.values_list(size)[:1])
