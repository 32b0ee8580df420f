"""Tie-breaks by an entry's own results (section 7), and by the points of its matches."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction

from engine.words import gettext_lazy as _
from engine.words import pgettext_lazy

from .base import HALF, ONE, ZERO, Cell, Crosstable, Ending, Scale, Total
from .results import Share


@dataclass(frozen=True)
class OwnResults(Total):
    """The sum over the rounds of what each is `worth` under the scale of the event."""

    share_name = _("Counts")

    worth: Callable[[Cell, Scale], Fraction | int] = field(kw_only=True)

    def tiebreak_shares(self, table: Crosstable, entry: int) -> Iterable[Share]:
        for cell in table.rows[entry]:
            yield Share(Fraction(self.worth(cell, table.scale)), cell.round, cell.opponent)


@dataclass(frozen=True)
class Progressive(Total):
    """The score after each round, added up (7.5); the scores after the first `cut` rounds left out (14.1.1).

    A round without a match repeats the score before it, so whoever wins early has more.
    """

    share_name = _("Score after the round")
    by_opponents = False

    cut: int = 0

    def tiebreak_shares(self, table: Crosstable, entry: int) -> Iterable[Share]:
        gained: dict[int, Fraction] = {}
        for cell in table.rows[entry]:
            gained[cell.round] = gained.get(cell.round, ZERO) + cell.points
        running = ZERO
        for round in range(1, table.rounds + 1):
            running += gained.get(round, ZERO)
            yield Share(running, round, counted=round > self.cut)


def count_wins(cell: Cell, scale: Scale) -> int:
    """Rounds that brought what a win brings, played or not (7.1)."""
    return cell.ending is Ending.WIN and cell.points >= scale.win


def matches_won(cell: Cell, scale: Scale) -> int:
    """Matches won at the table (7.2)."""
    return cell.ending is Ending.WIN and cell.played


def rounds_elected(cell: Cell, scale: Scale) -> int:
    """Rounds it was there to play: all but byes it asked for and matches lost by forfeit (7.6)."""
    return not cell.is_voluntary


def standard_points(cell: Cell, scale: Scale) -> Fraction:
    """One for a win and a half for a draw, whatever the scale; byes by what they bring (7.7)."""
    if cell.opponent is not None:
        return {Ending.WIN: ONE, Ending.DRAW: HALF, Ending.LOSS: ZERO}[cell.ending]
    return ONE if cell.points > scale.draw else HALF if cell.points == scale.draw else ZERO


def kashdan_points(cell: Cell, scale: Scale) -> int:
    """Four for a win, two for a draw, one for a loss, nothing for what was not played."""
    return {Ending.WIN: 4, Ending.DRAW: 2, Ending.LOSS: 1}[cell.ending] if cell.played else 0


RECORDS = (
    OwnResults(
        "points",
        pgettext_lazy("tie-break", "Points"),
        "Pts",
        description=_("What wins, draws and byes are worth."),
        worth=lambda cell, scale: cell.points,
    ),
    OwnResults(
        "wins",
        _("Wins"),
        "WIN",
        description=_("Rounds that brought a win, byes and forfeits included."),
        worth=count_wins,
    ),
    OwnResults(
        "matches_won", _("Matches won"), "WON", description=_("Matches won at the table."), worth=matches_won
    ),
    OwnResults(
        "points_difference",
        _("Points difference"),
        "+/-",
        description=_("Points won less points lost in the matches."),
        worth=lambda cell, scale: cell.score[0] - cell.score[1],
    ),
    OwnResults(
        "points_won",
        _("Points won"),
        "PW",
        description=_("Points won in the matches."),
        worth=lambda cell, scale: cell.score[0],
    ),
    Progressive(
        "progressive", _("Progressive"), "PS", description=_("The score after each round, added up.")
    ),
    Progressive(
        "progressive_cut_1",
        _("Progressive cut 1"),
        "PS-C1",
        description=_("Progressive without the score after the first round."),
        cut=1,
    ),
    Progressive(
        "progressive_cut_2",
        _("Progressive cut 2"),
        "PS-C2",
        description=_("Progressive without the scores after the first two rounds."),
        cut=2,
    ),
    OwnResults(
        "rounds_elected",
        _("Rounds elected to play"),
        "REP",
        description=_("Rounds without byes asked for and matches lost by forfeit."),
        worth=rounds_elected,
    ),
    OwnResults(
        "standard_points",
        _("Standard points"),
        "STD",
        description=_("One for a win, a half for a draw, whatever the event gives."),
        worth=standard_points,
    ),
    OwnResults(
        "kashdan",
        _("Kashdan"),
        "KD",
        description=_("Four for a win, two for a draw, one for a loss, nothing for what was not played."),
        worth=kashdan_points,
    ),
)
