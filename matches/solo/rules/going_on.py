"""What follows by itself until the player has something to decide."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.bots import Bot
from engine.drawing import Diagram, diagram_of_solo
from engine.moments import action_text
from engine.record import Rolled
from engine.solo import COMPUTER, PERSON, SoloGame, act_as_bot
from engine.words import Text


@dataclass(frozen=True)
class Scene:
    """Something that was done by itself: by whom, what, and how the board looked while it was."""

    side: int
    text: Text
    diagram: Diagram


def go_on(game: SoloGame, bot: Bot, *, passes: bool, rolls: bool) -> list[Scene]:
    """Do what is the computer's, and the player's where there is nothing to decide, and say what was done.

    With `passes` a roll of the player that cannot be played is passed; with `rolls` the player's dice are
    thrown where nothing else could be done but resign. A bot that does not answer raises; what was done
    until then has been done, and the same again goes on from there.
    """
    scenes: list[Scene] = []
    while not game.game_over:
        if game.side == COMPUTER:
            scenes += _noted(game, lambda: act_as_bot(game, bot))
        elif game.side == PERSON and passes and is_stuck(game):
            scenes += _noted(game, lambda: game.act("end_turn"))
        elif game.side == PERSON and rolls and "roll" in game.actions() and not game.may_double:
            game.act("roll")
        else:
            break
    return scenes


def is_stuck(game: SoloGame) -> bool:
    """Whether the roll on the board cannot be played."""
    return game.steps is not None and not game.steps.can_move


def _noted(game: SoloGame, act: Callable[[], None]) -> list[Scene]:
    """The scene of what `act` writes into the transcript; none while a turn is under way."""
    entries, record = len(game.game.entries), game.game
    before = diagram_of_solo(game)
    act()
    if record is not game.game or len(record.entries) == entries:
        return []
    entry = record.entries[entries]
    if isinstance(entry.action, Rolled) and entry.action.hops:
        steps = tuple((hop.start, hop.end) for hop in entry.action.hops)
        before = replace(before, play=steps)
    return [Scene(entry.player, action_text(entry.action), before)]
