"""N lives: whoever has lost N matches is out, and the last one left has won.

The rules are those of DGat (https://dgat.appspot.com/rules), where the format is called NxE: of an odd
field one of those with the fewest byes has another, by lot; a bye counts as a win; with `high_low`, somebody
with the most wins meets somebody with the fewest.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import inf
from typing import Any

from engine.words import Text, ngettext_lazy
from engine.words import gettext_lazy as _
from matches.base.options import option_field
from tournaments.formats.base import History
from tournaments.tiebreaks.results import Place

from .by_round import PairedByRound, pairings_by_lot
from .pairing import Board, PairingField, adjacent_pairing, fold_pairing, pair_round, planned_boards
from .rounds import PairingSoFar, RoundsSoFar

Key = tuple[float, int]

LAST_LEFT: Key = (inf, 0)


class LivesOrder(StrEnum):
    LOTS = "lots"
    RECORD = "record"
    HIGH_LOW = "high_low"


@dataclass(frozen=True)
class Lives(PairedByRound):
    code = "lives"
    name = _("Lives")
    description = _("Everybody plays on until out of lives; the last one left has won.")

    lives: int = option_field(3, help=_("After how many losses an entry is out."), minimum=1, maximum=9)
    order: LivesOrder = option_field(
        LivesOrder.LOTS,
        help=_("Who meets whom: by lot, those with equally many lives, or most wins against fewest."),
    )
    bye_wins: bool = option_field(True, help=_("Whether a bye counts as a win where wins are counted."))

    def describe_options(self) -> Iterator[Text]:
        yield ngettext_lazy(
            "Who has lost %(count)s match is out.", "Who has lost %(count)s matches is out.", self.lives
        ) % {"count": self.lives}
        yield {
            LivesOrder.LOTS: _("Each round is paired by lot."),
            LivesOrder.RECORD: _("Those with equally many lives meet."),
            LivesOrder.HIGH_LOW: _("Who has most wins meets who has fewest."),
        }[self.order]
        if not self.bye_wins:
            yield _("A bye does not count as a win.")

    def shorter_options(self, size: int) -> Iterator[Mapping[str, Any]]:
        yield from ({"lives": fewer} for fewer in reversed(range(1, self.lives)))

    @property
    def losses_allowed(self) -> int:
        return self.lives

    def wants_round(self, history: History, course: RoundsSoFar, number: int) -> bool:
        return len(self.present_entries(history, course)) > 1

    def pair_boards(
        self, history: History, course: RoundsSoFar, number: int, entries: Sequence[int]
    ) -> list[Board]:
        lots = pairings_by_lot(history, number, entries)
        field = PairingField(met=course.met, apart=self.pairs_apart(history, number), byes=course.byes)
        match self.order:
            case LivesOrder.LOTS:
                ordered, plan = lots, adjacent_pairing
            case LivesOrder.RECORD:
                scores = {entry: -course.losses[entry] for entry in entries}
                field = PairingField(scores, {}, field.met, field.apart, field.byes)
                ordered, plan = sorted(lots, key=lambda entry: -scores[entry]), adjacent_pairing
            case LivesOrder.HIGH_LOW:
                ordered, plan = (
                    sorted(lots, key=lambda entry: -self._wins_counted(course, entry)),
                    fold_pairing,
                )
        return pair_round(planned_boards(ordered, field, plan, lots), field)

    def standings(self, history: History) -> tuple[Place, ...]:
        """By rounds survived, then wins; equals share places; whoever is in contention may yet be first."""
        course = self.rounds_so_far(history)
        over = self.is_over(history)
        spans = self._survival_spans(history, course, over)
        lows = sorted(low for low, _ in spans.values())
        highs = sorted(high for _, high in spans.values())
        places = []
        for entry, (low, high) in spans.items():
            first = 1 + len(lows) - bisect_right(lows, high)
            last = len(highs) - bisect_left(highs, low)
            places.append(Place(entry, first, last, over or first == last))
        return tuple(sorted(places, key=lambda place: (place.first, place.last)))

    def _survival_spans(
        self, history: History, course: RoundsSoFar, over: bool
    ) -> dict[int, tuple[Key, Key]]:
        """The least and the most that each entry may come to: rounds survived, and wins.

        Who goes out in a round has not survived it, nor has who leaves without playing the match.
        """
        latest: dict[int, tuple[int, PairingSoFar | None]] = dict.fromkeys(history.entries, (0, None))
        for here in course.rounds:
            latest.update((entry, (here.number, None)) for entry in here.byes)
            latest.update(
                (entry, (here.number, each)) for each in here.meetings for entry in each.both_entries
            )
        spans: dict[int, tuple[Key, Key]] = {}
        for entry, (number, meeting) in latest.items():
            is_open = meeting is not None and meeting.is_open
            left = entry in history.withdrawn and not is_open
            walked_off = (
                left and meeting is not None and meeting.match_result is None and entry in meeting.losers
            )
            last_life = is_open and course.losses[entry] + 1 >= self.lives
            fell = entry in course.out or walked_off or last_life
            low = (number - fell, self._wins_counted(course, entry))
            if entry in course.out or left:
                spans[entry] = low, low
            elif over:
                spans[entry] = LAST_LEFT, LAST_LEFT
            else:
                spans[entry] = low, LAST_LEFT
        return spans

    def _wins_counted(self, course: RoundsSoFar, entry: int) -> int:
        return course.wins[entry] + (course.byes[entry] if self.bye_wins else 0)
