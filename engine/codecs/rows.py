"""The turns of a game that is not written in rows: numbered as a .mat file would print them."""

from ..record import Action, Declined, GameRecord, RecordedAction, Resigned, SetUp, Won


class Rows:
    """Adds what happens to a game, each with the number of the row it would stand in.

    A row has a cell for side 0 and one for side 1; what a side does after itself, or side 0 after side 1,
    begins a new row. Results and positions set up stand beside the row before.
    """

    def __init__(self, game: GameRecord) -> None:
        self.game = game
        self.turn = 0
        self.last = 1

    def add_action(self, player: int, action: Action) -> None:
        """Add an action of `player`."""
        if not isinstance(action, Won | Resigned | Declined | SetUp):
            if self.turn == 0 or player <= self.last:
                self.turn += 1
            self.last = player
        self.game.entries.append(RecordedAction(self.turn, player, action))
