"""Where a result leads, read from the slots around its own, wherever those are known."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass

from .base import Feed, Pairing


@dataclass(frozen=True, slots=True)
class SlotResult:
    """Who came out of a slot that is over: nobody where it is None.

    A slot that was passed without a match has no loser; one with an empty seat, through which somebody will
    pass who is not known yet, has neither.
    """

    winner: int | None
    loser: int | None = None


def pairings_that_follow(
    key: str, feeds: Iterable[Feed], results: Mapping[str, SlotResult], taken: Container[str]
) -> tuple[Pairing, ...] | None:
    """The pairings now due where winner and loser of slot `key` go on; who still waits there has none yet.

    `results` are those of slots that are over, this one's too; `taken` the slots that have seen a match
    already, whatever became of it, or were passed without one. None where more may have changed than these
    slots: one of them is taken, so this is a correction; or nobody comes from the other side. Whoever calls
    sees to it that none of those paired has withdrawn: that, too, is for the whole fold.
    """
    # Of two entries winner and loser meet again at once: then both lead to the same pairing.
    due: dict[str, Pairing] = {}
    for feed in feeds:
        if feed.key in taken:
            return None
        entry = _who_leaves(results[key], feed.loser)
        other = results.get(feed.other)
        opponent = None if other is None else _who_leaves(other, feed.other_loser)
        if entry is None or (other is not None and opponent is None):
            return None
        if opponent is not None:
            one, two = (entry, opponent) if feed.side == 0 else (opponent, entry)
            due[feed.key] = Pairing(feed.key, feed.round, one, two, feed.part, feed.step)
    return tuple(due.values())


def _who_leaves(result: SlotResult, loser: bool) -> int | None:
    return result.loser if loser else result.winner
