"""One game in progress: where the checkers and the cube are, who is on roll, and what waits for an answer."""

from functools import cached_property

from .cube import Cube
from .dice import ROLLS, Roll
from .packed import unpack_side
from .position import Position, Side
from .record import Action, GameRecord, Resigned, Rolled, Won
from .referee_log import MOST_LISTED, RefereeLog
from .results import GameResult, GameStakes
from .score import Score
from .terms import Terms
from .words import Text
from .words import gettext_lazy as _

MOST_LEGAL = 20

CANNOT_BE_FOLLOWED = _("the checkers cannot be followed from here to the end of the game")


class RefereeTable:
    """What the referee has before him while he replays a game, and what he asks of it."""

    def __init__(self, game: GameRecord, score: Score, terms: Terms, referee_log: RefereeLog) -> None:
        self.game, self.score, self.terms, self.referee_log = game, score, terms, referee_log
        self.boards = list(terms.start)  # both sides, packed
        self.board_known = True
        self.was_set_up = False
        self.index = 0  # the entry at hand
        self.half = -1  # the entry that may be cut short
        self.rows_in_order = True
        self.opening = True  # nobody has rolled yet
        self.on_roll: int | None = None  # unknown until the first roll
        self.rolls = [0, 0]  # how often each side has rolled
        self.cube = Cube()
        self.claimed_cube = 0  # what it would show with the doubles that were annulled, if any were
        self.doubler: int | None = None  # who has offered a double that waits for its answer
        self.offered = 0
        self.on_roll_before: int | None = None  # whose turn it was when he offered it
        self.annullable = False  # the double that waits breaks a rule
        self.annulled = False  # and is annulled, whatever the answer
        self.beaverer: int | None = None
        self.unplayed: int | None = None  # who rolled without playing before the end
        self.last_roll = (0, 0)  # what the player on roll has rolled and, as far as is recorded, not played
        self.resigner: int | None = None
        self.resigned_points: int | None = None
        self.declined_points = [0, 0]  # the most that each side's opponent has declined since the last play
        self.result: GameResult | None = None
        self.result_written = False
        self.end_broken = False

    @cached_property
    def last_entry_index(self) -> int:
        """The entry that nothing follows but a resignation and the result."""
        entries = self.game.entries
        results = (at for at, entry in enumerate(entries) if isinstance(entry.action, Won))
        last = next(results, len(entries)) - 1
        while last >= 0 and isinstance(entries[last].action, Resigned):
            last -= 1
        return last

    @property
    def has_begun(self) -> bool:
        """Whether anybody has rolled, or the game was set up."""
        return not self.opening

    def sides_of(self, player: int) -> tuple[Side, Side]:
        """The checkers of `player` and of his opponent."""
        size = self.terms.places
        return unpack_side(self.boards[player], size), unpack_side(self.boards[1 - player], size)

    def position_of(self, player: int) -> Position:
        """The position with `player` on roll."""
        return Position(*self.sides_of(player))

    def may_act(self, player: int) -> bool:
        """Whether `player` may roll or double as far as turns go.

        It is his turn, or not known whose, or that of an opponent whom no roll would let move: he need not
        roll (US clock rules 3.4), and some records leave his turn out.
        """
        if self.on_roll in (None, player):
            return True
        if self.referee_log.is_full or not self.board_known:
            return False
        position, variant = self.position_of(1 - player), self.terms.variant
        return not any(variant.legal_plays(position, dice) for dice in ROLLS)

    def stakes_of(self, winner: int) -> GameStakes:
        """What the game is played for, as far as `winner` is concerned."""
        claimed = self.claimed_cube or self.cube.value
        length, wins = self.terms.length, self.terms.variant.possible_wins
        return GameStakes(
            self.cube,
            claimed,
            length,
            self.score.points_needed(winner),
            self.terms.jacoby,
            wins,
            self.terms.matches_concedable,
        )

    def next_action(self) -> Action | None:
        """What happens next in the record."""
        entries = self.game.entries
        return entries[self.index + 1].action if self.index + 1 < len(entries) else None

    def nothing_follows(self) -> bool:
        """Whether nothing but the result follows in this game; what is played beyond it changes nothing."""
        return self.index >= self.last_entry_index

    def rolls_next(self, player: int) -> bool:
        """Whether the next roll in this game is made by `player`."""
        entries = self.game.entries
        later = (entries[at] for at in range(self.index + 1, len(entries)))
        return next((entry.player == player for entry in later if isinstance(entry.action, Rolled)), False)

    def leave_unplayed(self, player: int, dice: tuple[int, int]) -> None:
        """The last roll is not played: the game was given up, or nothing more of it is recorded."""
        self.unplayed = self.on_roll = player
        self.last_roll = dice

    def lose_board(self, why: Text = CANNOT_BE_FOLLOWED) -> None:
        """From here on only turns, cube and results can be judged."""
        if self.board_known:
            self.referee_log.add_note("game_not_replayed", why)
        self.board_known = False

    def fault_after_end(self, message: Text, player: int) -> None:
        """The first thing that happens after the end of the game is a fault; the rest follows from it."""
        if not self.end_broken:
            self.referee_log.add_fault("game_over", message, player)
        self.end_broken = True

    def legal_alternatives(self, player: int, dice: Roll) -> list[str]:
        """Up to MOST_LEGAL legal plays of the roll in standard notation."""
        if self.referee_log.is_full or self.referee_log.listed >= MOST_LISTED:
            return []
        found = self.terms.variant.format_legal_plays(self.position_of(player), dice)
        self.referee_log.listed += len(found)
        return found[:MOST_LEGAL]
