"""Solo games as the engine has them, kept at hand: doing again all that was done takes longer than a turn.

A process has the last games that it was asked about. Each is taken out while somebody looks at it or plays
on, and put back when what was done is committed: so nobody sees what may yet be taken back, and two requests
never share one. The row says which one is right: it has a place, and so has the game at hand, which does what
other processes have done since.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from engine.solo import SoloGame
from matches.solo.models import KeptSoloGame
from matches.solo.rules import Scene, SoloState, state_of

MOST_AT_HAND = 300


@dataclass(frozen=True)
class Table:
    """A kept game and where it stands; None before it has begun.

    scenes: what was done by itself since the player's last act. bot_away: the computer has not answered.
    """

    row: KeptSoloGame
    state: SoloState | None
    scenes: Sequence[Scene] = ()
    bot_away: bool = False


_at_hand: "OrderedDict[str, tuple[int, SoloGame]]" = OrderedDict()
_lock = Lock()


def table_of(row: KeptSoloGame) -> Table:
    """The table of a row as it was read."""
    if row.state == KeptSoloGame.State.SEALED:
        return Table(row, None)
    game = take_game(row)
    state = state_of(game)
    put_game_back(row.key, row.place, game)
    return Table(row, state)


def transcript_of(row: KeptSoloGame) -> str:
    """What was played so far as a .mat file; "" before it has begun."""
    if row.state == KeptSoloGame.State.SEALED:
        return ""
    game = take_game(row)
    transcript = game.transcript()
    put_game_back(row.key, row.place, game)
    return transcript


def take_game(row: KeptSoloGame) -> SoloGame:
    """The game of a row, for the caller alone."""
    with _lock:
        place, game = _at_hand.pop(row.key, (-1, None))
    if game is None or (place != row.place and not catch_up(game, row.done)):
        return row.as_engine()
    return game


def catch_up(game: SoloGame, done: Sequence[Sequence[Any]]) -> bool:
    """Do what another process has done since; whether that was all, and nothing was taken back."""
    here = len(game.done)
    if done[:here] != game.done:
        return False
    for action, *given in done[here:]:
        game.act(action, *given)
    return True


def put_game_back(key: str, place: int, game: SoloGame) -> None:
    """Keep a game at hand; of too many the one goes that was asked for longest ago."""
    with _lock:
        _at_hand[key] = place, game
        _at_hand.move_to_end(key)
        while len(_at_hand) > MOST_AT_HAND:
            _at_hand.popitem(last=False)
