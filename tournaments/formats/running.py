"""An event as it runs, in memory: results come in one by one, and what is due is kept up.

What a result leads to is looked up where it leads, so it costs the same in a field of any size. Where that is
not enough everything is folded, which is the truth and right after anything.
"""

from dataclasses import replace

from tournaments.tiebreaks.results import PairingResult

from .base import Format, History, Meet, Pairing
from .following import SlotResult, pairings_that_follow


class Running:
    """An event played on from a history; `due` are the pairings to be played now, by key."""

    due: dict[str, Pairing]

    def __init__(self, format: Format, history: History) -> None:
        self.format = format
        self._start = history
        self._results: dict[Meet, PairingResult] = dict(history.results)
        self._fold_anew()

    @property
    def history(self) -> History:
        """Every result so far, and what else a format looks at."""
        return replace(self._start, results=dict(self._results))

    def decide_slot(self, key: str, result: PairingResult) -> None:
        """Take the result of a slot, or another one than before."""
        meet: Meet = key, frozenset((result.one, result.two))
        pairing = self.due.get(key)
        is_new = pairing is not None and pairing.meet_key == meet
        self._results[meet] = result
        if not (is_new and self._follow_result(key, SlotResult(result.winner, result.loser))):
            self._fold_anew()

    def withdraw_entry(self, entry: int) -> None:
        """Take an entry out, for good."""
        left = self._start
        self._start = replace(left, withdrawn=left.withdrawn | {entry}, left=(*left.left, entry))
        self._fold_anew()

    def _follow_result(self, key: str, result: SlotResult) -> bool:
        feeds = self.format.slot_feeds(key, len(self._start.entries))
        if feeds is None or result.winner is None:
            return False
        self._slot_results[key] = result
        due = pairings_that_follow(key, feeds, self._slot_results, self._taken)
        if due is None or any(
            entry in self._start.withdrawn for pairing in due for entry in (pairing.one, pairing.two)
        ):
            return False
        del self.due[key]
        for pairing in due:
            self.due[pairing.key] = pairing
            self._taken.add(pairing.key)
        return True

    def _fold_anew(self) -> None:
        history = self.history
        pairings = self.format.pairings(history)
        self.due = {pairing.key: pairing for pairing in pairings if pairing.meet_key not in history.results}
        slots = [slot for part in self.format.draw_parts(history) for round in part.rounds for slot in round]
        played = {pairing.key for pairing in pairings}
        self._slot_results = {
            slot.key: SlotResult(
                slot.winner if isinstance(slot.winner, int) else None,
                slot.loser if isinstance(slot.loser, int) and slot.key in played else None,
            )
            for slot in slots
            if slot.is_known
        }
        self._taken = {*self.due, *self._slot_results, *(key for key, _ in self._results)}
