"""Where a result leads, read from the slots around its own, wherever those are known."""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

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
    key: str,
    feeds: Iterable[Feed],
    results: Mapping[str, SlotResult],
    taken: Container[str],
    meeting: Mapping[str, tuple[int, int]] = MappingProxyType({}),
) -> tuple[Pairing, ...] | None:
    """The pairings now due where winner and loser of slot `key` go on; who still waits there has none yet.

    `results` are those of slots that are over, this one's too; `taken` the slots that have seen a match
    already, whatever became of it, or were passed without one; `meeting` who meets there as it stands, by
    side. None where more may have changed than these slots: one of them is taken, and not by those who come
    from here and from the other side, so this is a correction; or nobody comes from the other side. Whoever
    calls sees to it that none of those paired has withdrawn: that, too, is for the whole fold.
    """
    # Of two entries winner and loser meet again at once: then both lead to the same pairing.
    due: dict[str, Pairing] = {}
    for feed in feeds:
        entry = _who_leaves(results[key], feed.loser)
        other = results.get(feed.other)
        opponent = None if other is None else _who_leaves(other, feed.other_loser)
        if entry is None or (other is not None and opponent is None):
            return None
        pairing = None
        if opponent is not None:
            one, two = (entry, opponent) if feed.side == 0 else (opponent, entry)
            pairing = Pairing(feed.key, feed.round, one, two, feed.part, feed.step)
        if feed.key in taken:
            # The result of the other side has led there already, if it was these two who were to meet.
            if pairing is None or meeting.get(feed.key) != (pairing.one, pairing.two):
                return None
        elif pairing is not None:
            due[feed.key] = pairing
    return tuple(due.values())


def _who_leaves(result: SlotResult, loser: bool) -> int | None:
    return result.loser if loser else result.winner
