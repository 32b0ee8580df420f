"""Tie-breaks by the scores of the opponents: Buchholz, Sonneborn-Berger and Koya (sections 8 and 9)."""

from abc import abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from engine.words import Text
from engine.words import gettext_lazy as _

from .base import AVERAGE, ZERO, Crosstable, Own, Total, UnplayedRounds
from .results import Figure, Share


@dataclass(frozen=True, slots=True)
class Addend:
    """What a round adds: `share`, and by which score it is found when the least is cut."""

    against: Fraction
    share: Share
    is_voluntary: bool


@dataclass(frozen=True)
class Opponents(Total):
    """A sum over the rounds, without its `low` least and its `high` greatest values (14.1 to 14.4)."""

    low: int = 0
    high: int = 0

    def tiebreak_shares(self, table: Crosstable, entry: int) -> Iterable[Share]:
        addends = self.round_addends(table, entry)
        if not self.low:
            return [addend.share for addend in addends]
        kept = set(range(len(addends)))
        for _cut in range(min(self.low, len(kept))):
            kept.remove(next_buchholz_round_to_cut(addends, kept))
        for _cut in range(min(self.high, len(kept))):
            kept.remove(max(kept, key=lambda place: (addends[place].share.value, place)))
        return [replace(addend.share, counted=place in kept) for place, addend in enumerate(addends)]

    def round_addends(self, table: Crosstable, entry: int) -> list[Addend]:
        """Every round's addend, in order."""
        made = []
        for cell in table.counting_rounds(entry):
            score = table.opponent_score(entry, cell)
            is_match = cell.played or table.unplayed is UnplayedRounds.SCHEDULED
            # A dummy is nobody: the opponent is named where its own score counts.
            share = Share(
                self.round_value(score, cell.points), cell.round, cell.opponent if is_match else None
            )
            made.append(Addend(score, share, cell.is_voluntary and not is_match))
        return made

    @abstractmethod
    def round_value(self, score: Fraction, points: Fraction) -> Fraction:
        """What a round adds, from the opponent's score and the points scored against it."""


def next_buchholz_round_to_cut(addends: list[Addend], kept: set[int]) -> int:
    """The round to cut next (14.1.1, 16.5).

    It is that with the lowest opponent, of several the one that adds least. But of an entry with voluntary
    unplayed rounds the one of these that adds least is cut instead, if it adds no less than that.
    """
    lowest = min(kept, key=lambda place: (addends[place].against, addends[place].share.value, place))
    voluntary = [place for place in kept if addends[place].is_voluntary]
    if not voluntary:
        return lowest
    sat_out = min(voluntary, key=lambda place: (addends[place].share.value, addends[place].against, place))
    return sat_out if addends[sat_out].share.value >= addends[lowest].share.value else lowest


@dataclass(frozen=True)
class Buchholz(Opponents):
    """The scores of all opponents (8.1); `fore`: as if the matches of the last round had been drawn (8.3)."""

    share_name = _("Score of the opponent")

    fore: bool = False

    def round_addends(self, table: Crosstable, entry: int) -> list[Addend]:
        return super().round_addends(table.with_last_drawn if self.fore else table, entry)

    def round_value(self, score: Fraction, points: Fraction) -> Fraction:
        return score


@dataclass(frozen=True)
class SonnebornBerger(Opponents):
    """The scores of all opponents, each times the points scored against it (9.1)."""

    share_name = _("Score of the opponent, times the points against it")

    def round_value(self, score: Fraction, points: Fraction) -> Fraction:
        return score * points


class Koya(Total):
    """The points scored against those who have at least half of what can be scored (9.2)."""

    share_name = _("Points against the opponent")

    def tiebreak_shares(self, table: Crosstable, entry: int) -> Iterable[Share]:
        enough = table.most_points / 2
        for cell in table.rows[entry]:
            if cell.opponent is not None:
                yield Share(cell.points, cell.round, cell.opponent, table.points[cell.opponent] >= enough)


@lru_cache(maxsize=4)
def buchholz_of(table: Crosstable) -> dict[int, Fraction]:
    """Every entry's Buchholz."""
    plain = Buchholz("", Text(""), "", description=Text(""))
    return {
        entry: sum((addend.share.value for addend in plain.round_addends(table, entry)), ZERO)
        for entry in table.rows
    }


def buchholz_met(table: Crosstable, entry: int) -> tuple[Share, ...]:
    """The Buchholz of everybody an entry met at the table."""
    every = buchholz_of(table)
    return tuple(
        Share(every[cell.opponent], cell.round, cell.opponent)
        for cell in table.rows[entry]
        if cell.opponent is not None and cell.played
    )


class BuchholzSum(Total):
    """The Buchholz of everybody it met at the table, added up."""

    share_name = _("Buchholz of the opponent")

    def tiebreak_shares(self, table: Crosstable, entry: int) -> Iterable[Share]:
        return buchholz_met(table, entry)


class BuchholzAverage(Own):
    """The Buchholz of everybody it met at the table, on average (8.2)."""

    share_name = BuchholzSum.share_name
    made = AVERAGE

    def tiebreak_figure(self, table: Crosstable, entry: int) -> Figure:
        shares = buchholz_met(table, entry)
        value = sum((share.value for share in shares), ZERO) / max(len(shares), 1)
        return Figure(self.code, value, shares)


OPPONENTS: tuple[Own, ...] = (
    Buchholz("buchholz", _("Buchholz"), "BH", description=_("The scores of all opponents, added up.")),
    Buchholz(
        "buchholz_cut_1",
        _("Buchholz cut 1"),
        "BH-C1",
        description=_("The scores of all opponents but the lowest."),
        low=1,
    ),
    Buchholz(
        "buchholz_cut_2",
        _("Buchholz cut 2"),
        "BH-C2",
        description=_("The scores of all opponents but the two lowest."),
        low=2,
    ),
    Buchholz(
        "buchholz_median_1",
        _("Median Buchholz"),
        "BH-M1",
        description=_("The scores of all opponents but the lowest and the highest."),
        low=1,
        high=1,
    ),
    Buchholz(
        "buchholz_median_2",
        _("Median Buchholz 2"),
        "BH-M2",
        description=_("The scores of all opponents but the two lowest and the two highest."),
        low=2,
        high=2,
    ),
    Buchholz(
        "buchholz_fore",
        _("Fore Buchholz"),
        "FB",
        description=_("Buchholz as if the matches of the last round had been drawn."),
        fore=True,
    ),
    Buchholz(
        "buchholz_fore_cut_1",
        _("Fore Buchholz cut 1"),
        "FB-C1",
        description=_("Fore Buchholz without the lowest score."),
        fore=True,
        low=1,
    ),
    BuchholzSum(
        "buchholz_sum",
        _("Opponents' Buchholz"),
        "SOB",
        description=_("The Buchholz of everybody met, added up."),
    ),
    BuchholzAverage(
        "buchholz_average",
        _("Average of opponents' Buchholz"),
        "AOB",
        description=_("The Buchholz of everybody met, on average."),
    ),
    SonnebornBerger(
        "sonneborn_berger",
        _("Sonneborn-Berger"),
        "SB",
        description=_("The scores of all opponents, each times the points scored against it."),
    ),
    SonnebornBerger(
        "sonneborn_berger_cut_1",
        _("Sonneborn-Berger cut 1"),
        "SB-C1",
        description=_("Sonneborn-Berger without the opponent with the lowest score."),
        low=1,
    ),
    SonnebornBerger(
        "sonneborn_berger_cut_2",
        _("Sonneborn-Berger cut 2"),
        "SB-C2",
        description=_("Sonneborn-Berger without the two opponents with the lowest scores."),
        low=2,
    ),
    Koya(
        "koya",
        _("Koya"),
        "KS",
        description=_("The points scored against those who have half of what can be scored or more."),
    ),
)
