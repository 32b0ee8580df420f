"""What is handed to players beside slips: the score sheets of their matches, and cards with their names."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from engine import VARIANTS
from tournaments.desk.rules.score_sheets import has_crawford, has_doubling, rows_of_games
from tournaments.desk.selectors import PrintedRound
from tournaments.events.models import Tournament
from tournaments.events.selectors import GridRow

from .desk import Desk
from .documents import Cell, slip_cells

Slip = tuple[PrintedRound, GridRow, str | None]
"""A match of a round, with the path that its code leads to."""


@dataclass(frozen=True, slots=True)
class ScoreSheet:
    """What the score of a match is kept in.

    slip: None where it is written by hand. games: their numbers, row by row. crawford_at: with how many
    points of a side the Crawford game comes, None where the length is not known yet.
    """

    slip: Slip | None
    games: list[list[int]]
    has_cube: bool
    has_crawford: bool
    crawford_at: int | None = None

    @property
    def crawford_rule(self) -> str:
        if not self.has_crawford:
            return ""
        if self.crawford_at is None:
            return _("Mark the Crawford game, the first in which a player needs one point: nobody doubles.")
        said = _("Mark the Crawford game, the first in which a player has %(points)s points: nobody doubles.")
        return said % {"points": self.crawford_at}


def score_sheet(tournament: Tournament, slip: Slip | None, per_page: int) -> ScoreSheet:
    length = None if slip is None else slip[1].length
    variant = VARIANTS[tournament.variant]
    return ScoreSheet(
        slip,
        rows_of_games(length, per_page),
        has_doubling(variant, length),
        has_crawford(variant, length, tournament.options),
        None if length is None else length - 1,
    )


def scoresheets_document(desk: Desk, context: Mapping[str, Any]) -> dict[str, Any]:
    words = {
        "match": _("Match"),
        "table": _("Table"),
        "length": _("Length"),
        "game": _("Game"),
        "cube": _("Cube"),
        "crawford": _("Crawford"),
        "score": _("Score"),
        "winner": pgettext("of a match", "Winner"),
        "signature": _("Signature"),
        "scan": _("Scan to report"),
        "nothing": _("No match can be played now."),
    }
    pages = [[sheet_cells(sheet) for sheet in page] for page in context["pages"]]
    return {"words": words, "pages": pages, "per_page": context["per_page"]}


def sheet_cells(sheet: ScoreSheet) -> Cell:
    start = None if sheet.slip is None else sheet.slip[1].start
    bands = [
        [{"said": str(number), "one": "", "two": "", "is_game": True} for number in row]
        for row in sheet.games
    ]
    if start is not None:
        one, two = map(str, start)
        bands[0].insert(
            0, {"said": pgettext("of a match", "Start"), "one": one, "two": two, "is_game": False}
        )
    return {
        **slip_cells(sheet.slip),
        "bands": bands,
        "cube": sheet.has_cube,
        "crawford": sheet.crawford_rule,
    }


def cards_document(desk: Desk, context: Mapping[str, Any]) -> dict[str, Any]:
    players = [[row.entry.player.effective_player for row in page] for page in context["pages"]]
    pages = [[{"name": each.name, "reading": each.reading} for each in page] for page in players]
    return {"pages": pages, "words": {"nothing": _("Nobody is entered yet.")}}
