"""What is shown of a game: its board with places to tap, the buttons, and what it waits for, in words."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine import RuleError
from engine.drawing import End, next_spot, places_of
from engine.drawing.checkers import RADIUS
from engine.drawing.grid import HEIGHT, Grid
from engine.notation import roll_text
from engine.solo import COMPUTER, MONEY, PERSON, PIPS
from engine.unfinished import pip_score
from matches.base.problems import sentence_with_advice
from matches.base.translation import code_word, join_sentences, translate_text
from matches.boards.selectors import board_svg
from matches.bots.selectors import bot_of
from matches.solo.rules import Scene, SoloState
from matches.solo.services import Table


class Button(NamedTuple):
    """What can be done: what is sent, what it says, the key that presses it; whether it is what is likely."""

    act: str
    label: str
    key: str = ""
    likely: bool = False


@dataclass(frozen=True)
class TapLayer:
    """What lies over the board to be tapped: places, and circles where a checker may be taken or put."""

    width: float
    height: float
    places: list[Any]
    sources: list[tuple[int, Any]]
    targets: list[tuple[int, Any]]
    radius: float = RADIUS


def shown_of(table: Table, refusal: RuleError | None = None) -> dict[str, Any]:
    """What the template of a game shows."""
    row, state = table.row, table.state
    bot = translate_text(bot_of(row.bot).name)
    shown: dict[str, Any] = {
        "bot": bot,
        "refusal": translate_text(sentence_with_advice(refusal)) if refusal else "",
    }
    if state is None:
        return shown
    is_open = row.is_open
    names = (_("You"), bot)
    return {
        **shown,
        "state": state,
        "drawing": board_svg(state.diagram, names),
        "layer": tap_layer(state) if is_open and state.steps else None,
        "line": line_of(table, bot),
        "beside": beside_line(state, bot),
        "buttons": list(buttons_of(table)) if is_open else [],
        "resignations": resignation_buttons(state) if is_open else [],
        "scenes": [scene_shown(scene, names) for scene in table.scenes if scene.side == COMPUTER],
        "turns": [(turn.side, names[turn.side], translate_text(turn.text)) for turn in state.turns],
        "if_ended": if_ended(table),
    }


def tap_layer(state: SoloState) -> TapLayer:
    """Places of the player to tap, and where a checker would lie."""
    diagram = state.diagram
    places = places_of(diagram, End.BOTTOM)
    starts = sorted({listed.step.start for listed in state.steps})
    ends = sorted({listed.step.end for listed in state.steps})
    checkers = diagram.checkers(End.BOTTOM)
    return TapLayer(
        Grid(diagram).width,
        HEIGHT,
        [places[point] for point in sorted({*starts, *ends})],
        [(point, places[point].spots[: checkers[point]][-1]) for point in starts],
        [(point, next_spot(diagram, End.BOTTOM, places[point])) for point in ends],
    )


def scene_shown(scene: Scene, names: tuple[str, str]) -> tuple[SafeString, str]:
    """A turn of the computer: its board, with the play as arrows, and what it did."""
    return board_svg(scene.diagram, names), said_of(names[scene.side], translate_text(scene.text))


def said_of(name: str, text: str) -> str:
    return _("%(name)s: %(what)s") % {"name": name, "what": text}


def line_of(table: Table, bot: str) -> str:
    """What the game waits for, in a sentence."""
    state = table.state
    assert state is not None
    if not table.row.is_open and state.result is None:
        return _("You have given the game up.")
    if state.result is not None:
        return result_line(state, bot)
    if state.side == COMPUTER:
        return _("%(bot)s has not answered yet.") % {"bot": bot}
    if state.offered is not None:
        return _("%(bot)s doubles to %(cube)s.") % {"bot": bot, "cube": state.offered}
    if state.resigned is not None:
        return _("%(bot)s resigns.") % {"bot": bot}
    if state.dice is None:
        return (
            _("Your turn: roll the dice.")
            if "double" not in state.actions
            else _("Your turn: roll, or double.")
        )
    roll = roll_text(state.dice)
    if state.is_stuck:
        return _("Your %(roll)s cannot be played.") % {"roll": roll}
    if "end_turn" in state.actions:
        played = " ".join(listed.text for listed in state.made)
        return _("%(roll)s: %(play)s. Is that your play?") % {"roll": roll, "play": played}
    return _("Your turn: %(roll)s.") % {"roll": roll}


def result_line(state: SoloState, bot: str) -> str:
    """How the game, or the match, has ended."""
    result = state.result
    assert result is not None
    if state.pip_scores is not None:
        own = state.pip_scores[PERSON]
        if result.winner is None:
            return _("A draw: nobody scores.")
        if result.winner == PERSON:
            return _("You win and score %(score)s.") % {"score": f"{own:,}"}
        return _("%(bot)s wins; you lose %(score)s.") % {"bot": bot, "score": f"{-own:,}"}
    if result.winner is None:
        return _("A draw: nobody scores.")
    words = {"bot": bot, "points": result.points, "ending": code_word(result.ending, "ending")}
    if result.winner == PERSON:
        won = ngettext(
            "You win %(points)s point (%(ending)s).", "You win %(points)s points (%(ending)s).", result.points
        )
    else:
        won = ngettext(
            "%(bot)s wins %(points)s point (%(ending)s).",
            "%(bot)s wins %(points)s points (%(ending)s).",
            result.points,
        )
    said = won % words
    if not state.is_over:
        return said
    over = _("The match is yours.") if result.winner == PERSON else _("The match is lost.")
    return join_sentences([said, over])


def beside_line(state: SoloState, bot: str) -> str:
    """What the computer did last, as long as nobody has answered it."""
    last = next((turn for turn in reversed(state.turns) if turn.side == COMPUTER), None)
    if last is not None:
        return said_of(bot, translate_text(last.text))
    one, two = state.opening[-1]
    return _("The opening roll: yours %(one)s, %(bot)s %(two)s.") % {"one": one, "two": two, "bot": bot}


def buttons_of(table: Table) -> Iterator[Button]:
    """What can be done with one click, what is likely first."""
    state = table.state
    assert state is not None
    if table.bot_away or state.side == COMPUTER:
        yield Button("wait", _("Ask again"), "enter", likely=True)
        return
    labels = {
        "roll": (_("Roll"), "enter"),
        "double": (_("Double"), "d"),
        "take": (_("Take"), "t"),
        "pass": (_("Pass"), "p"),
        "beaver": (_("Beaver"), "b"),
        "end_turn": (_("Pass the dice") if state.is_stuck else _("End my turn"), "enter"),
        "undo": (_("Take back"), "z"),
        "accept": (_("Accept"), "a"),
        "decline": (_("Decline"), "x"),
        "next_game": (_("Next game"), "enter"),
    }
    for action, (label, key) in labels.items():
        if action in state.actions:
            yield Button(action, label, key, likely=key == "enter" or action == "take")
    if table.row.scoring == MONEY and state.result is not None:
        yield Button("end", _("End the session"))


def resignation_buttons(state: SoloState) -> list[Button]:
    """For what the player may resign the game at hand, where that leaves the match on."""
    names = {1: _("Resign a single game"), 2: _("Resign a gammon"), 3: _("Resign a backgammon")}
    return [Button(f"resign {wins}", names[wins]) for wins in state.resignations]


def if_ended(table: Table) -> list[tuple[str, str]]:
    """By pips: what the game would bring if it ended now, for either ending."""

    state = table.state
    if table.row.scoring != PIPS or state is None or state.result is not None or not table.row.is_open:
        return []
    own, other = state.pips
    return [
        (_("If you win with the computer where it is"), f"+{pip_score((0, other))[0]:,}"),
        (_("If you lose where you are"), f"−{-pip_score((own, 0))[0]:,}"),
    ]
