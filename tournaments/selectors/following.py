"""Where the winner of a match goes on, told from the neighbourhood of its slot alone."""

from dataclasses import dataclass

from django.db.models import F, Func, IntegerField

from matches.models import Match
from tournaments.formats import Feed, Pairing
from tournaments.models import Draw, Fixture, Passage, Tournament, Withdrawal


@dataclass(frozen=True, slots=True)
class Followed:
    """What a result leads to: the pairings now due, and whether it was the last one."""

    due: tuple[Pairing, ...] = ()
    over: bool = False


def fixture_followed(tournament: Tournament, fixture_id: int) -> Followed | None:
    """What the match of a fixture, just decided, leads to: at most five queries in a field of any size.

    None where more may have changed than that: the match is not final, or has no winner; the slot it feeds
    has seen a match already, or was passed without one, so this is a correction; somebody on the way has
    withdrawn.
    """
    fixture = Fixture.objects.select_related("match__result").get(pk=fixture_id)
    result = fixture.match.result
    if fixture.match.state != Match.State.FINAL or result is None or result.winner is None:
        return None
    if tournament.played_as.waits_for_round:
        return Followed() if is_waiting(fixture) else None
    feeds = tournament.played_as.feeds(fixture.key, draw_size(tournament))
    if feeds is None:
        return None
    winner = (fixture.one_id, fixture.two_id)[result.winner]
    due: list[Pairing] = []
    for feed in feeds:
        met = fed(tournament, feed, winner)
        if met is None:
            return None
        due += met
    return Followed(tuple(due), over=not feeds)


def is_waiting(fixture: Fixture) -> bool:
    """Whether the round of a fixture goes on: others of it are to be decided, and none later has begun."""
    others = Fixture.objects.filter(tournament=fixture.tournament_id, part=fixture.part, void=False)
    return (
        others.filter(round=fixture.round, match__result=None).exists()
        and not others.filter(round__gt=fixture.round).exists()
    )


def fed(tournament: Tournament, feed: Feed, winner: int) -> list[Pairing] | None:
    """The pairing that a slot now has, if the opponent is there too; None if that takes the whole fold."""
    keys = (feed.key, feed.other)
    near = list(tournament.fixtures.filter(key__in=keys).select_related("match__result"))
    passed = dict(Passage.objects.filter(tournament=tournament, key__in=keys).values_list("key", "entry"))
    opponent: int | None
    if feed.key in passed or any(fixture.key == feed.key for fixture in near):
        return None
    if feed.other in passed:
        opponent = passed[feed.other]
    else:
        playing = [fixture for fixture in near if not fixture.void]
        if not playing or playing[0].match.state != Match.State.FINAL:
            return []
        result = playing[0].match.result
        assert result is not None
        opponent = None if result.winner is None else (playing[0].one_id, playing[0].two_id)[result.winner]
    if opponent is None or Withdrawal.objects.standing().filter(entry__in=(winner, opponent)).exists():
        return None
    one, two = (winner, opponent) if feed.side == 0 else (opponent, winner)
    return [Pairing(feed.key, feed.round, one, two)]


def draw_size(tournament: Tournament) -> int:
    """How many entries were drawn; the order itself, as long as the field, stays in the database."""
    size = Func(F("order"), function="jsonb_array_length", output_field=IntegerField())
    return int(
        Draw.objects.filter(tournament=tournament.pk).order_by("-serial").values_list(size, flat=True)[0]
    )
