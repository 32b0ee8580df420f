"""A transcript as a replay shows it: whose turns are where, and the board of each."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

import engine
from engine.drawing import Diagram, diagram_of_moment
from engine.drawing.moments import steps_of, with_play
from engine.notation import parse_play
from matches.base.translation import code_word, translate_text
from matches.boards.selectors import board_svg
from matches.play.models import Report
from matches.play.selectors import MOST_MOMENTS, report_replay

LEGAL_DRAWN = 6
"""Of a play that the referee objects to, so many legal ones are drawn; the others are named."""


class LegalPlay(NamedTuple):
    """What could have been played instead, drawn if it is one of the first."""

    text: str
    board: SafeString | None


class Finding(NamedTuple):
    """What the referee found: an objection, with the rule and what is legal, or an oddity."""

    code: str
    message: str
    rule: str = ""
    legal: Sequence[LegalPlay] = ()


@dataclass(frozen=True)
class ListedMoment:
    """A moment of a game in the list: what is done, and whether anything is remarked."""

    place: int
    text: str
    objected: bool
    noted: bool


class Row(NamedTuple):
    """What happens in a turn, by column."""

    turn: int
    cells: tuple[list[ListedMoment], list[ListedMoment]]


@dataclass
class ShownGame:
    """A game: its place among the games, its number, the score before it by column, its turns in rows."""

    place: int
    moments: engine.GameMoments

    @property
    def number(self) -> int:
        return self.moments.number

    @property
    def score(self) -> tuple[int, int]:
        return self.moments.score

    @property
    def last(self) -> int:
        """The place of its last moment."""
        return min(len(self.moments.moments), MOST_MOMENTS)

    @property
    def objected(self) -> bool:
        return bool(self.moments.faults) or any(each.faults for each in self.moments.moments)

    @cached_property
    def rows(self) -> list[Row]:
        rows: list[Row] = []
        for place, moment in enumerate(self.moments.moments[: MOST_MOMENTS - 1], 1):
            if moment.action is None or moment.player is None:
                continue
            listed = ListedMoment(place, translate_text(moment.text), bool(moment.faults), bool(moment.notes))
            if not rows or rows[-1].turn != moment.turn:
                rows.append(Row(moment.turn, ([], [])))
            rows[-1].cells[moment.player].append(listed)
        return rows


@dataclass(frozen=True)
class DrawnMoment:
    """A moment, drawn: who does what, and what the referee finds in it."""

    place: int
    turn: int
    name: str
    text: str
    board: SafeString | None
    faults: Sequence[Finding] = ()
    notes: Sequence[Finding] = ()
    ended: str = ""


@dataclass
class Course:
    """A transcript of a match, replayed.

    `names` are the players' by column; `bottom` is the column that sits at the bottom of the board.
    """

    replay: engine.MatchMoments
    names: tuple[str, str]
    bottom: int
    withheld: Sequence[str] = ()

    @cached_property
    def games(self) -> list[ShownGame]:
        return [ShownGame(place, game) for place, game in enumerate(self.replay.games, 1)]

    def board(self, game: ShownGame, place: int) -> DrawnMoment:
        """The moment at a place of a game, 1 being its first."""
        moments = game.moments
        moment = moments.moments[place - 1]
        diagram = diagram_of_moment(self.replay, moments, moment, self.bottom)
        is_last = place == game.last
        return DrawnMoment(
            place=place,
            turn=moment.turn,
            name="" if moment.player is None else self.names[moment.player],
            text=translate_text(moment.text),
            board=self.drawn(diagram),
            faults=[
                self.objection(fault, diagram)
                for fault in chain(moment.faults, moments.faults if is_last else ())
            ],
            notes=[self.oddity(note) for note in chain(moment.notes, moments.notes if is_last else ())],
            ended=self.describe_end(moments) if is_last else "",
        )

    def boards(self, game: ShownGame) -> Iterator[DrawnMoment]:
        """All moments of a game."""
        return (self.board(game, place) for place in range(1, game.last + 1))

    def describe_end(self, game: engine.GameMoments) -> str:
        """How a game ended; that it did not is told by its not saying so."""
        result = game.result
        if result is None:
            return ""
        ending = code_word(result.ending, "ending")
        if result.winner is None:
            return _("%(ending)s: nobody wins.") % {"ending": ending}
        return ngettext(
            "%(name)s wins %(points)s point (%(ending)s).",
            "%(name)s wins %(points)s points (%(ending)s).",
            result.points,
        ) % {"name": self.names[result.winner], "points": result.points, "ending": ending}

    def drawn(self, diagram: Diagram | None) -> SafeString | None:
        names = (self.names[self.bottom], self.names[1 - self.bottom])
        return None if diagram is None else board_svg(diagram, names)

    def objection(self, fault: engine.Violation, diagram: Diagram | None) -> Finding:
        legal = [
            LegalPlay(text, self.drawn_play(diagram, text) if place < LEGAL_DRAWN else None)
            for place, text in enumerate(fault.legal)
        ]
        return Finding(fault.code, self.said(fault), fault.rule, legal)

    def oddity(self, note: engine.Note) -> Finding:
        return Finding(note.code, self.said(note))

    def said(self, finding: "engine.Violation | engine.Note") -> str:
        """Its sentence, if it names nobody who is not to be named."""
        is_withheld = any(name in finding.message for name in self.withheld)
        return "" if is_withheld else translate_text(finding.message)

    def drawn_play(self, diagram: Diagram | None, text: str) -> SafeString | None:
        if diagram is None:
            return None
        return self.drawn(with_play(diagram, steps_of(parse_play(text))))

    def find_fault(self, number: int) -> tuple[ShownGame, int] | None:
        """The game and the place in it of the referee's objection of this number, 1 being the first."""
        faults = self.replay.verdict.violations
        if not 1 <= number <= len(faults):
            return None
        fault = faults[number - 1]
        for game in self.games:
            for place, moment in enumerate(game.moments.moments[:MOST_MOMENTS], 1):
                if fault in moment.faults:
                    return game, place
        return next(((game, game.last) for game in self.games if game.number == fault.game), None)


def course_of_report(report: Report, bottom: int = 0) -> Course | None:
    """A report's transcript replayed, with side `bottom` of the match at the bottom; None if it has none.

    The players are called as the match has them, if the transcript is of these players, else as it calls them
    itself. One that could not be read is no course.
    """
    match, replayed = report.match, report_replay(report)
    if replayed is None:
        return None
    one, two = (player.effective_player.name for player in match.players)
    columns = (two, one) if replayed.swapped else (one, two)
    withheld: Sequence[str] = ()
    if match.withholds_names:
        withheld = [name for name in replayed.players if name]
    elif report.status == "refused":
        columns = (replayed.players[0] or one, replayed.players[1] or two)
    return Course(replayed.moments, columns, replayed.side(bottom), withheld)
