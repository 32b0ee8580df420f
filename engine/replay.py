"""Replays one game of a record: whose turn it is, the cube, the plays, and how the game ended."""

from collections.abc import Sequence

from .claims import Fault, Judged
from .cube import Cube
from .dice import Roll
from .notation import written
from .position import Position
from .record import (
    Action,
    Beavered,
    Declined,
    Doubled,
    GameRecord,
    MatchRecord,
    Passed,
    Resigned,
    Rolled,
    SetUp,
    Took,
    Won,
    Written,
)
from .results import Result, Stake, compare, resignation
from .score import Score
from .sheet import Sheet
from .variants import ENDINGS, Finish, Variant

MOST_LEGAL = 20
MOST_CUBE = 1 << 20

_REFUSALS = {
    "crawford": ("crawford", "doubled in the Crawford game"),
    "owner": ("cube_owner", "doubled while the opponent owns the cube"),
    "dead": ("dead_cube", "doubled although the cube at {cube} is already enough to win the match"),
}


def replay(
    game: GameRecord, score: Score, record: MatchRecord, variant: Variant, sheet: Sheet, is_last: bool
) -> Result | None:
    """Replay a game and write faults and notes on the sheet. None if the game has no end.

    A game without an end is a fault unless it is the last of the record.
    """
    table = _Table(game, score, record, variant, sheet)
    if is_last and record.open_end:
        table.half = len(game.entries) - 1
    for index, entry in enumerate(game.entries):
        before, sheet.turn = sheet.turn, entry.turn
        if not 0 <= entry.turn - before <= 1 and table.rows_in_order:
            table.rows_in_order = False
            sheet.note("row_number", f"row {entry.turn} follows row {before}")
        table.index = index
        action = entry.action
        if isinstance(action, Rolled):
            table.rolled(entry.player, action)
        elif isinstance(action, Won):
            table.won(entry.player, action)
        elif isinstance(action, Resigned):
            table.resigned(entry.player, action)
        elif isinstance(action, SetUp):
            table.set_up(action)
        elif table.result is not None:
            table.after_the_end(f"{_NAMES[type(action)]} after the game was over", entry.player)
        elif isinstance(action, Doubled):
            table.doubled(entry.player, action)
        elif isinstance(action, Took):
            table.took(entry.player)
        elif isinstance(action, Passed):
            table.passed(entry.player)
        elif isinstance(action, Declined):
            table.declined(entry.player)
        else:
            table.beavered(entry.player, action)
    return table.end(is_last)


_NAMES = {
    Doubled: "a double",
    Took: "a take",
    Passed: "a pass",
    Beavered: "a beaver",
    Declined: "a refusal to accept a resignation",
}


class _Table:
    """One game in progress."""

    def __init__(
        self, game: GameRecord, score: Score, record: MatchRecord, variant: Variant, sheet: Sheet
    ) -> None:
        start = variant.start()
        self.boards: list[Sequence[int]] = [start.own, start.opponent]
        self.game, self.score, self.record, self.variant, self.sheet = game, score, record, variant, sheet
        self.index = 0
        self.half = -1  # the entry that may be cut short
        self.rows_in_order = True
        played = (i for i, entry in enumerate(game.entries) if not isinstance(entry.action, Won | Resigned))
        self.last = max(played, default=-1)  # the entry that only results follow
        self.opening = True  # nobody has rolled yet
        self.on_roll: int | None = None  # unknown until the first roll
        self.board_known = True
        self.cube = Cube()
        self.doubler: int | None = None  # who has offered a double that waits for its answer
        self.offered = 0
        self.annullable = False  # the double that waits breaks a rule
        self.beaverer: int | None = None
        self.unplayed: int | None = None  # who rolled without playing before the end
        self.last_roll = (0, 0)  # what he rolled
        self.resigner: int | None = None
        self.resigned_points: int | None = None
        self.declined_points = [0, 0]  # the most that each side's opponent has declined since the last play
        self.result: Result | None = None
        self.result_written = False
        self.end_broken = False
        self.was_set_up = False

    # What happens in a game.

    def rolled(self, player: int, action: Rolled) -> None:
        """Dice, and the play claimed for them."""
        if self.result is not None:
            self.after_the_end(f"{_roll(action.dice)} was rolled after the game was over", player)
            return
        self.answer_missing(player)
        opening, self.opening = self.opening, False
        if self.on_roll not in (None, player):
            self.sheet.fault("turns_alternate", f"{_roll(action.dice)} was rolled out of turn", player)
        self.on_roll = 1 - player
        self.declined_points = [0, 0]
        if action.written is Written.UNKNOWN and self.nothing_follows():
            self.unplayed = player
            self.last_roll = action.dice
            return
        high, low = action.dice
        if low < 1 or high > 6:
            self.sheet.fault("dice_shown", f"{_roll(action.dice)} is not a roll of two dice", player)
            self.lose_board()
            return
        if opening and not self.variant.opens_with(action.dice):
            self.sheet.fault(
                "opening_roll",
                f"the first roll of the game is {_roll(action.dice)}; equal dice are thrown again",
                player,
            )
        if self.board_known:
            self.judge(player, action)

    def judge(self, player: int, action: Rolled) -> None:
        """Judge the play of a roll and set the board after it."""
        own, opponent = self.boards[player], self.boards[1 - player]
        judged = self.variant.judge(own, opponent, action.dice, action.hops)
        fault = judged.fault
        if fault is not None:
            if not action.hops and action.written is not Written.CANNOT_MOVE:
                if self.nothing_follows():
                    self.unplayed = player
                    self.last_roll = action.dice
                    return
                if action.written is not Written.NOTHING:
                    fault = Fault("play_recorded", f"{_roll(action.dice)}: the play is not recorded")
                    judged = Judged(None, None)
            if self.index == self.half and self.variant.begins(own, opponent, action.dice, action.hops):
                self.sheet.note("record_cut", f"{_roll(action.dice)}: {written(action.hops)} is cut short")
                return
            self.sheet.fault(fault.rule, fault.message, player, self.alternatives(player, action.dice))
        if judged.own is None or judged.opponent is None:
            self.lose_board()
            return
        if judged.note is not None:
            play = f"{_roll(action.dice)}: {written(action.hops)}"
            self.sheet.note(judged.note, _NOTE_TEXTS[judged.note].format(play=play))
        self.boards[player], self.boards[1 - player] = judged.own, judged.opponent
        finish = self.variant.finish(judged.own, judged.opponent)
        if finish is not None:
            self.finish(player, finish)

    def doubled(self, player: int, action: Doubled) -> None:
        """A double is offered. A false one that is answered turns the cube all the same."""
        self.answer_missing(player)
        faults = len(self.sheet)
        need = self.score.need(player)
        limit = self.record.cube_limit
        if self.opening:
            self.sheet.fault("double_before_roll", "doubled before the first roll of the game", player)
        elif self.on_roll not in (None, player):
            self.sheet.fault("turns_alternate", "doubled out of turn", player)
        elif not self.variant.cube:
            self.sheet.fault(
                "no_cube", f"doubled in {self.variant.name}, which is played without a cube", player
            )
        elif reason := self.cube.refusal(player, need, self.score.crawford):
            rule, text = _REFUSALS[reason]
            self.sheet.fault(rule, text.format(cube=self.cube.value, need=need), player)
        elif limit is not None and action.value > limit:
            self.sheet.fault(
                "cube_limit", f"doubled to {action.value}; the record limits the cube to {limit}", player
            )
        self.offered = self.offer(player, action.value, 2 * self.cube.value)
        self.doubler = player
        self.on_roll = None if self.opening else player
        self.annullable = len(self.sheet) > faults

    def offer(self, player: int, claimed: int, right: int) -> int:
        """Check the value a double claims and return the one to go on with."""
        if claimed == right:
            return right
        if self.index == self.half and str(right).startswith(str(claimed)):
            self.sheet.note("record_cut", f"the double to {claimed} is cut short")
            return right
        self.sheet.fault("cube_doubles", f"doubled to {claimed}; the cube goes to {right}", player)
        return claimed if claimed.bit_count() == 1 and claimed <= MOST_CUBE else right

    def beavered(self, player: int, action: Beavered) -> None:
        """The doubled player turns the cube once more and keeps it; the doubler may beaver that."""
        if self.beaverer == 1 - player:  # a beaver is beavered in its turn; the cube stays where it is
            self.cube = Cube(self.offer(player, action.value, 2 * self.cube.value), self.cube.owner)
            self.beaverer = player
            return
        if self.doubler is None:
            self.sheet.fault("double_offered", "beavered without a double", player)
            return
        if player == self.doubler:
            self.sheet.fault("turns_alternate", "beavered his own double", player)
        elif self.record.length:
            self.sheet.fault("no_beaver", "beavered in a match", player)
        self.cube = Cube(self.offer(player, action.value, 2 * self.offered), player)
        self.doubler, self.beaverer = None, player

    def took(self, player: int) -> None:
        """The double is taken and the doubler rolls; or the resignation is accepted."""
        if self.resigner == 1 - player:
            if not self.nothing_follows():
                self.settle_resignation(self.resigner)
            return
        if self.doubler is None:
            if self.beaverer != 1 - player:
                self.sheet.fault("double_offered", "took without a double", player)
            self.beaverer = None
            return
        if player == self.doubler:
            self.sheet.fault("turns_alternate", "took his own double", player)
        self.cube = Cube(self.offered, 1 - self.doubler)
        self.doubler = None

    def passed(self, player: int) -> None:
        """The double is passed: the game is over for the cube before the offer."""
        value = self.cube.value
        if self.doubler is None:
            if self.beaverer == 1 - player:
                value //= 2
            else:
                self.sheet.fault("double_offered", "passed without a double", player)
        elif player == self.doubler:
            self.sheet.fault("turns_alternate", "passed his own double", player)
            player = 1 - player
        self.result = Result(1 - player, value, "pass", value, value, 1 - player)

    def resigned(self, player: int, action: Resigned) -> None:
        """A side offers to give up, or, the game being over, its loss is written beside the win."""
        if self.result is None:
            self.offer_resignation(player, action.points)
            if not (self.nothing_follows() or isinstance(self.next_action(), Took | Declined)):
                self.settle_resignation(player)
        elif player == self.result.winner and not self.end_broken:
            self.end_broken = True
            self.sheet.fault("winner_of_game", "the record has the winner of the game lose it", player)

    def offer_resignation(self, player: int, points: int | None) -> None:
        """After one that was declined only a larger resignation may be offered, until the next play."""
        declined = self.declined_points[player]
        if points is not None and points <= declined:
            text = f"offered to resign for {points} after {declined} had been declined"
            self.sheet.fault("resignation_more", text, player)
        self.resigner, self.resigned_points = player, points

    def declined(self, player: int) -> None:
        """The resignation is declined, and the game goes on where it was."""
        if self.resigner is None:
            self.sheet.fault("resignation_offered", "declined a resignation that was not offered", player)
            return
        if player == self.resigner:
            self.sheet.fault("turns_alternate", "declined his own resignation", player)
        offered = self.cube.value if self.resigned_points is None else self.resigned_points
        self.declined_points[self.resigner] = max(self.declined_points[self.resigner], offered)
        self.resigner = self.resigned_points = None

    def set_up(self, action: SetUp) -> None:
        """The game goes on from a position of its own, if the record tells which."""
        if not self.was_set_up:
            self.was_set_up = True
            self.sheet.fault("starting_position", f"game {self.game.number} is set up from another position")
        self.opening = False
        self.on_roll, self.doubler, self.beaverer = action.on_roll, None, None
        self.cube = Cube(action.cube, action.owner)
        if action.boards is None:
            self.lose_board()
        else:
            self.boards, self.board_known = list(action.boards), True

    def won(self, player: int, action: Won) -> None:
        """A result line: decides the game if nothing before did, else has to agree with what did."""
        if not action.placed:
            player = self.winner_by_play(player)
        if self.result is None:
            if self.doubler == player:
                self.sheet.note(
                    "pass_unwritten", "the win of the cube before the double shows that it was passed"
                )
                self.result = Result(player, self.cube.value, "pass", self.cube.value, 0, player)
            elif not (self.unplayed == player and self.last_roll_wins(player)):
                self.give_up(player, action.points)
        assert self.result is not None
        if not self.result_written:
            self.result.claimed, self.result.claimed_winner = action.points, player
            self.result.match_claimed = action.and_match
        self.result_written = True
        if player == self.result.winner:
            compare(self.result, action.points, self.stake(player), self.sheet)
        elif not self.end_broken:
            self.end_broken = True
            lost = "the player who lost it" if self.result.points else "a player, and it is a draw"
            self.sheet.fault("winner_of_game", f"the record gives the game to {lost}", player)

    # How a game ends.

    def finish(self, player: int, finish: Finish) -> None:
        """The play of `player` has ended the game."""
        if finish.won is None:
            self.result = Result(None, 0, "draw", self.cube.value, 0, None)
            return
        winner = player if finish.won else 1 - player
        points = finish.wins * self.cube.value
        self.result = Result(winner, points, ENDINGS[finish.wins], self.cube.value, points, winner)

    def last_roll_wins(self, player: int) -> bool:
        """Whether the roll left unplayed takes the winner's last checkers off; if so, that ends the game."""
        if not self.board_known or min(self.last_roll) < 1 or max(self.last_roll) > 6:
            return False
        for after in self.variant.legal_plays(self.position(player), self.last_roll):
            finish = self.variant.finish(after.own, after.opponent)
            if finish is not None and finish.won:
                self.sheet.note(
                    "last_roll_unplayed", f"{_roll(self.last_roll)} ends the game but is not played out"
                )
                self.finish(player, finish)
                return True
        return False

    def give_up(self, winner: int, points: int) -> None:
        """The game ends by resignation for `points`."""
        if self.resigner == winner:
            self.sheet.fault(
                "winner_of_game", "the record gives the game to the player who resigned it", winner
            )
            self.end_broken = True
        self.result = resignation(winner, points, self.stake(winner), self.sheet)
        if not self.board_known:
            return
        if self.unplayed is not None and self.unplayed != winner:
            self.sheet.note("resigned_after_roll", "the loser rolled and gave the game up without playing")
        if self.variant.contact(*self.boards):
            self.sheet.note(
                "early_concession", "the game was given up while the sides could still hit each other"
            )

    def settle_resignation(self, resigner: int) -> None:
        """Let a resignation count whose result is not written: for the points it names, else the cube."""
        self.give_up(1 - resigner, self.cube.value if self.resigned_points is None else self.resigned_points)

    def stake(self, winner: int) -> Stake:
        """What the game is played for, as far as `winner` is concerned."""
        return Stake(
            self.cube, self.score.length, self.score.need(winner), self.record.jacoby, self.variant.wins
        )

    def end(self, is_last: bool) -> Result | None:
        """Return the result once the record of the game is exhausted."""
        if self.result is None and self.resigner is not None:
            self.settle_resignation(self.resigner)
        if self.result is None:
            if self.unplayed is not None:
                self.sheet.note(
                    "last_roll_unplayed", f"{_roll(self.last_roll)} is the last roll and is not played"
                )
            if not is_last:
                self.sheet.fault(
                    "game_played_out", f"game {self.game.number} has no end, but another game follows"
                )
            return None
        if not self.result_written and self.result.winner is not None:
            self.sheet.note("result_missing", "the game has ended, but no result is written")
        return self.result

    # Help.

    def answer_missing(self, player: int) -> None:
        """Something else happens while a double waits for its answer.

        A legal double counts as taken. One against the rules needed no answer: it is annulled (Danish
        Backgammon Federation 4.4.4).
        """
        self.beaverer = None
        if self.doubler is None:
            return
        if not self.annullable:
            self.sheet.fault("double_answered", "the double was neither taken nor passed", player)
            self.cube = Cube(self.offered, 1 - self.doubler)
        self.doubler = None
        self.on_roll = None if self.opening else player

    def after_the_end(self, text: str, player: int) -> None:
        """The first thing that happens after the end of the game is a fault; the rest follows from it."""
        if not self.end_broken:
            self.sheet.fault("game_over", text, player)
        self.end_broken = True

    def next_action(self) -> Action | None:
        """What happens next in the record."""
        entries = self.game.entries
        return entries[self.index + 1].action if self.index + 1 < len(entries) else None

    def nothing_follows(self) -> bool:
        """Whether nothing but results follows in this game."""
        return self.index >= self.last

    def lose_board(self) -> None:
        """From here on only turns, cube and results can be judged."""
        if self.board_known:
            self.sheet.note(
                "game_not_replayed", "the checkers cannot be followed from here to the end of the game"
            )
        self.board_known = False

    def winner_by_play(self, player: int) -> int:
        """Who won, where the result line does not tell: `player` if nothing else does either."""
        if self.result is not None and self.result.winner is not None:
            return self.result.winner
        if self.resigner is not None:
            return 1 - self.resigner
        if self.doubler is not None:
            return self.doubler
        return player

    def position(self, player: int) -> Position:
        """The position with `player` on roll."""
        return Position(tuple(self.boards[player]), tuple(self.boards[1 - player]))

    def alternatives(self, player: int, dice: Roll) -> list[str]:
        """Up to MOST_LEGAL legal plays of the roll in standard notation."""
        if self.sheet.full:
            return []
        position = self.position(player)
        return self.variant.listed(position, dice)[:MOST_LEGAL]


_NOTE_TEXTS = {
    "hit_mark": "{play}: a hit is marked where nothing was hit",
    "last_checker_short": "{play} bears off the last checker with fewer dice than could be played",
}


def _roll(dice: tuple[int, int]) -> str:
    return f"{dice[0]}{dice[1]}"
