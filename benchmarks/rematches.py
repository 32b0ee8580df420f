"""How often two meet again in a bracket that losers drop into, if every match is a toss-up: exactly.

Two who meet in a match part there: one plays on as its winner, one as its loser. Until they meet again they
play different matches, so where the one comes to does not depend on where the other does, and the chance that
they sit down to a later match is the product of the chances that each comes to a side of it. Summed up over
all pairs of matches that is the number of rematches to be expected.
"""

from collections.abc import Iterator
from heapq import heappop, heappush

from tournaments.formats.elimination import BracketPlan
from tournaments.formats.elimination.consolation import Consolation, Enters
from tournaments.formats.elimination.double import DoubleElimination
from tournaments.formats.elimination.plan import SeatFeed

# The fewest of five programs, by simulation: duel 'downMix' and npm tournament-pairings 2.0.1.
PUBLISHED = {
    6: 0.612,
    8: 0.624,
    12: 0.753,
    16: 0.752,
    24: 0.736,
    32: 0.747,
    48: 0.702,
    64: 0.711,
    96: 0.736,
    100: 0.728,
    128: 0.725,
    192: 0.769,
    256: 0.779,
    512: 0.843,
}


def run() -> Iterator[str]:
    yield "Rematches to be expected in the losers' bracket, and in the consolation by who enters it:"
    yield f"  {'entries':>7} {'ours':>6} {'best published':>14}   {'  '.join(Enters)}"
    for size in sorted({*PUBLISHED, 1024, 2048}):
        published = f"{PUBLISHED[size]:.3f}" if size in PUBLISHED else "-"
        ours = expected_rematches(DoubleElimination().bracket_plan(size), "losers")
        by_enters = "  ".join(
            f"{expected_rematches(Consolation(enters).bracket_plan(size), 'consolation'):>{len(enters)}.3f}"
            for enters in Enters
        )
        yield f"  {size:>7} {ours:>6.3f} {published:>14}   {by_enters}"


def expected_rematches(plan: BracketPlan, part: str) -> float:
    """How many matches of a part are to be expected between two who have met before.

    Exact where nobody can meet a third time.
    """
    return sum(
        chance / 2 * losing[SeatFeed(seat.node, 1 - seat.side)]
        for number, node in enumerate(plan.nodes)
        if None not in node.sources
        for lost in plan.loser_to[number]
        for losing in [reached(plan, lost)]
        for seat, chance in reached(plan, plan.winner_to[number]).items()
        if plan.nodes[seat.node].part == part and SeatFeed(seat.node, 1 - seat.side) in losing
    )


def reached(plan: BracketPlan, start: SeatFeed | None) -> dict[SeatFeed, float]:
    """The chance of whoever comes to a seat to come to each of those after it."""
    chances: dict[SeatFeed, float] = {}
    ahead: list[SeatFeed] = []

    def go(way: SeatFeed | None, chance: float) -> None:
        if way is not None:
            if way not in chances:
                heappush(ahead, way)
            chances[way] = chances.get(way, 0.0) + chance

    go(start, 1.0)
    while ahead:
        seat = heappop(ahead)
        go(plan.winner_to[seat.node], chances[seat] / 2)
        go(plan.loser_to[seat.node][seat.side], chances[seat] / 2)
    return chances
