"""Where winner and loser of a match go on, told from the neighbourhood of its slot alone."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import F, Func, IntegerField

from matches.models import Match
from tournaments.formats import Feed, Pairing
from tournaments.formats.following import Outcome, followed
from tournaments.formats.play_offs import PART as PLAY_OFF
from tournaments.models import Draw, Fixture, Passage, Tournament, Withdrawal


@dataclass(frozen=True, slots=True)
class Followed:
    """What a result leads to: the pairings now due, and whether it was the last one."""

    due: tuple[Pairing, ...] = ()
    over: bool = False


def fixture_followed(tournament: Tournament, fixture_id: int) -> Followed | None:
    """What the match of a fixture, just decided, leads to: at most five queries in a field of any size.

    None where more may have changed than that: the match is not final, has no winner or is a play-off; a slot
    it feeds has seen a match already, or was passed without one, so this is a correction; somebody on the way
    has withdrawn; or the format cannot tell.
    """
    fixture = Fixture.objects.select_related("match__result").get(pk=fixture_id)
    outcome = outcome_of(fixture)
    if outcome is None or outcome.winner is None:
        return None
    if fixture.part.endswith(PLAY_OFF):
        return None
    if tournament.played_as.waits_for_round:
        return Followed() if is_waiting(fixture) else None
    feeds = tournament.played_as.feeds(fixture.key, draw_size(tournament))
    if feeds is None:
        return None
    outcomes, taken = neighbourhood(tournament, feeds)
    due = followed(fixture.key, feeds, outcomes | {fixture.key: outcome}, taken)
    if due is None or has_withdrawn(due):
        return None
    return Followed(due, over=not feeds)


def is_waiting(fixture: Fixture) -> bool:
    """Whether the round of a fixture goes on: others of it are to be decided, and none later has begun."""
    others = Fixture.objects.filter(tournament=fixture.tournament_id, part=fixture.part, void=False)
    return (
        others.filter(round=fixture.round, match__result=None).exists()
        and not others.filter(round__gt=fixture.round).exists()
    )


def neighbourhood(tournament: Tournament, feeds: Iterable[Feed]) -> tuple[dict[str, Outcome], set[str]]:
    """The outcomes of the slots that feed the same ones, and which of all these are taken: two queries."""
    keys = {key for feed in feeds for key in (feed.key, feed.other)}
    near = list(tournament.fixtures.filter(key__in=keys).select_related("match__result"))
    passed = dict(Passage.objects.filter(tournament=tournament, key__in=keys).values_list("key", "entry"))
    outcomes = {
        fixture.key: outcome
        for fixture in near
        if not fixture.void and (outcome := outcome_of(fixture)) is not None
    }
    outcomes.update((key, Outcome(entry)) for key, entry in passed.items())
    return outcomes, {*passed, *(fixture.key for fixture in near)}


def outcome_of(fixture: Fixture) -> Outcome | None:
    """Who came out of a fixture as winner and as loser; None while its match is not final."""
    result = fixture.match.result
    if fixture.match.state != Match.State.FINAL or result is None:
        return None
    if result.winner is None:
        return Outcome(None)
    sides = (fixture.one_id, fixture.two_id)
    return Outcome(sides[result.winner], sides[1 - result.winner])


def has_withdrawn(pairings: Iterable[Pairing]) -> bool:
    """Whether somebody who is to play has withdrawn: one query where somebody is to play."""
    entries = [entry for pairing in pairings for entry in (pairing.one, pairing.two)]
    return bool(entries) and Withdrawal.objects.standing().filter(entry__in=entries).exists()


def draw_size(tournament: Tournament) -> int:
    """How many entries were drawn; the order itself, as long as the field, stays in the database."""
    size = Func(F("order"), function="jsonb_array_length", output_field=IntegerField())
    return int(
        Draw.objects.filter(tournament=tournament.pk).order_by("-serial").values_list(size, flat=True)[0]
    )
