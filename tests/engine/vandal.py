"""Plants one fault in a match that has none, and tells what the referee has to find first."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from dataclasses import replace
from random import Random
from typing import NamedTuple

from engine.cube import Cube
from engine.dice import ROLLS
from engine.position import BAR, OFF, Position, Side
from engine.record import (
    Action,
    Declined,
    Doubled,
    GameRecord,
    Hop,
    MatchRecord,
    Passed,
    RecordedAction,
    Resigned,
    Rolled,
    Took,
    Won,
    Written,
)
from engine.score import Score
from engine.variants import VARIANTS, Variant

from .croupier import hops

Found = tuple[int, int, int | None, str]
"""Game, turn, player and code of the first violation."""


class Spot(NamedTuple):
    """One entry of a record, and how the game stands before it."""

    record: MatchRecord
    game: GameRecord
    at: int
    boards: tuple[Side, Side]
    cube: Cube
    score: Score
    began: bool

    @property
    def turn(self) -> int:
        return self.game.entries[self.at].turn

    @property
    def player(self) -> int:
        return self.game.entries[self.at].player

    @property
    def action(self) -> Action:
        return self.game.entries[self.at].action

    @property
    def before(self) -> Action | None:
        return self.game.entries[self.at - 1].action if self.at else None

    @property
    def rules(self) -> Variant:
        return VARIANTS[self.record.variant]

    @property
    def position(self) -> Position:
        return Position(self.boards[self.player], self.boards[1 - self.player])

    @property
    def may_double(self) -> bool:
        return self.rules.cube and self.cube.may_double(
            self.player, self.score.points_needed(self.player), self.score.is_crawford
        )

    @property
    def is_undecided_turn(self) -> bool:
        """Whether a roll stands here before which its player could have doubled, as far as turns go."""
        return isinstance(self.action, Rolled) and self.began and not isinstance(self.before, Took)

    def found(self, code: str, player: int | None = None) -> Found:
        return self.game.number, self.turn, self.player if player is None else player, code

    def whole_game(self, code: str) -> Found:
        return self.game.number, 0, None, code

    def put(self, action: Action) -> None:
        self.game.entries[self.at] = RecordedAction(self.turn, self.player, action)

    def insert(self, *actions: tuple[int, Action]) -> None:
        self.game.entries[self.at : self.at] = [
            RecordedAction(self.turn, player, action) for player, action in actions
        ]


def plant(random: Random, record: MatchRecord, kind: str) -> tuple[MatchRecord, Found] | None:
    """A copy with a fault of this kind at a random place; None if the match has no place for it."""
    vandalised = deepcopy(record)
    spots = list(_spots(vandalised))
    random.shuffle(spots)
    for spot in spots:
        found = KINDS[kind](random, spot)
        if found is not None:
            return vandalised, found
    return None


def _spots(record: MatchRecord) -> Iterator[Spot]:
    rules = VARIANTS[record.variant]
    score = Score(record.length)
    for game in record.games:
        start, cube, began = rules.start_position(), Cube(), False
        boards = [start.own, start.opponent]
        for at, (_, player, action) in enumerate(game.entries):
            yield Spot(record, game, at, (boards[0], boards[1]), cube, score, began)
            if isinstance(action, Rolled):
                began = True
                for hop in action.hops:
                    boards[player], boards[1 - player] = rules.after_step(
                        boards[player], boards[1 - player], hop[:2]
                    )
            elif isinstance(action, Took):
                cube = cube.taken_by(player)
            elif isinstance(action, Won):
                score = score.after_game(player, action.points)


# Plays.


def _play(spot: Spot, claimed: tuple[Hop, ...]) -> Found | None:
    """Claim these hops, unless they happen to lead to what some legal play leads to."""
    assert isinstance(spot.action, Rolled)
    own, opponent = spot.position.own, spot.position.opponent
    for start, end, _ in claimed:
        if not own[start]:
            break
        own, opponent = spot.rules.after_step(own, opponent, (start, end))
    else:
        if Position(own, opponent) in spot.rules.legal_plays(spot.position, spot.action.dice):
            return None
    spot.put(replace(spot.action, hops=claimed, written=Written.PLAY))
    return spot.found("illegal_play")


def _changed(random: Random, spot: Spot, change: Callable[[Random, Spot, Hop], Hop | None]) -> Found | None:
    """Change one hop of a play."""
    if not isinstance(spot.action, Rolled) or not spot.action.hops:
        return None
    claimed = list(spot.action.hops)
    at = random.randrange(len(claimed))
    hop = change(random, spot, claimed[at])
    if hop is None:
        return None
    claimed[at] = hop
    return _play(spot, tuple(claimed))


def _wrong_die(random: Random, spot: Spot, hop: Hop) -> Hop | None:
    assert isinstance(spot.action, Rolled)
    high, low = spot.action.dice
    far = random.randint(1, 6)
    return Hop(hop.start, hop.start - far) if far < hop.start and far not in (high, low, high + low) else None


def _closed_point(random: Random, spot: Spot, hop: Hop) -> Hop | None:
    held = [end for end in range(1, hop.start) if spot.position.opponent[25 - end] > 1]
    return Hop(hop.start, random.choice(held)) if held else None


def _empty_point(random: Random, spot: Spot, hop: Hop) -> Hop | None:
    arrivals = {hop.end for hop in spot.action.hops} if isinstance(spot.action, Rolled) else set()
    far = hop.start - hop.end
    empty = [at for at in range(far + 1, 25) if not spot.position.own[at] and at not in arrivals]
    return Hop(start := random.choice(empty), start - far) if empty else None


def _backwards(random: Random, spot: Spot, hop: Hop) -> Hop | None:
    return Hop(hop.end, hop.start) if hop.end != OFF and hop.start != BAR else None


def _die_left_out(random: Random, spot: Spot) -> Found | None:
    if not isinstance(spot.action, Rolled) or len(spot.action.hops) < 2:
        return None
    left_out = random.randrange(len(spot.action.hops))
    return _play(spot, tuple(hop for at, hop in enumerate(spot.action.hops) if at != left_out))


def _bar_ignored(random: Random, spot: Spot) -> Found | None:
    if not isinstance(spot.action, Rolled) or not spot.position.own[BAR]:
        return None
    die = random.choice(spot.action.dice)
    starts = [at for at in range(die + 1, 25) if spot.position.own[at]]
    return _play(spot, (Hop(start := random.choice(starts), start - die),)) if starts else None


def _nothing_played(random: Random, spot: Spot) -> Found | None:
    later = spot.game.entries[spot.at + 1 :]
    if not (isinstance(spot.action, Rolled) and spot.action.hops):
        return None
    if not any(isinstance(entry.action, Rolled) for entry in later):
        return None
    written = random.choice([Written.NOTHING, Written.CANNOT_MOVE, Written.UNKNOWN, Written.ILLEGAL])
    spot.put(Rolled(spot.action.dice, (), written))
    return spot.found("illegal_play")


# Dice and turns.


def _bad_dice(random: Random, spot: Spot) -> Found | None:
    if not isinstance(spot.action, Rolled):
        return None
    spot.put(replace(spot.action, dice=random.choice([(7, 1), (6, 0), (0, 0), (9, 9)])))
    return spot.found("bad_dice")


def _opening_double(random: Random, spot: Spot) -> Found | None:
    dice = random.choice([roll for roll in ROLLS if roll[0] == roll[1]])
    if spot.began or not isinstance(spot.action, Rolled) or spot.rules.may_open_with(dice):
        return None
    steps = next(iter(spot.rules.legal_plays(spot.position, dice).values()))
    spot.put(Rolled(dice, hops(spot.position, steps, spot.rules.step_hits)))
    return spot.found("bad_dice")


def _turn_left_out(random: Random, spot: Spot) -> Found | None:
    following = spot.game.entries[spot.at + 1 : spot.at + 2]
    if not (spot.began and isinstance(spot.action, Rolled)) or not following:
        return None
    [(turn, player, action)] = following
    if not isinstance(action, Rolled) or not any(
        spot.rules.legal_plays(spot.position, dice) for dice in ROLLS
    ):
        return None
    del spot.game.entries[spot.at]
    return spot.game.number, turn, player, "wrong_player"


# The cube.


def _illegal_double(random: Random, spot: Spot) -> Found | None:
    if not spot.is_undecided_turn or spot.may_double:
        return None
    spot.insert((spot.player, Doubled(2 * spot.cube.value)), (1 - spot.player, Took()))
    return spot.found("illegal_double")


def _double_in_the_crawford_game(random: Random, spot: Spot) -> Found | None:
    return _illegal_double(random, spot) if spot.score.is_crawford and spot.rules.cube else None


def _double_before_the_first_roll(random: Random, spot: Spot) -> Found | None:
    if spot.began or not isinstance(spot.action, Rolled):
        return None
    spot.insert((spot.player, Doubled(2)), (1 - spot.player, Took()))
    return spot.found("illegal_double")


def _double_out_of_turn(random: Random, spot: Spot) -> Found | None:
    if not (spot.is_undecided_turn and spot.rules.cube):
        return None
    if not any(spot.rules.legal_plays(spot.position, dice) for dice in ROLLS):
        return None
    doubler = 1 - spot.player
    spot.insert((doubler, Doubled(2 * spot.cube.value)), (spot.player, Took()))
    return spot.found("wrong_player", doubler)


def _wrong_double(random: Random, spot: Spot) -> Found | None:
    if not (spot.is_undecided_turn and spot.may_double):
        return None
    value = spot.cube.value
    spot.insert(
        (spot.player, Doubled(random.choice([value, 3 * value, 4 * value]))), (1 - spot.player, Took())
    )
    return spot.found("wrong_cube_value")


def _double_unanswered(random: Random, spot: Spot) -> Found | None:
    if not (spot.is_undecided_turn and spot.may_double):
        return None
    spot.insert((spot.player, Doubled(2 * spot.cube.value)))
    return spot.found("double_unanswered")


def _answer_to_nothing(random: Random, spot: Spot) -> Found | None:
    if not spot.is_undecided_turn:
        return None
    spot.insert((random.randrange(2), random.choice([Took(), Passed()])))
    return spot.found("no_double_offered")


def _own_double_answered(random: Random, spot: Spot) -> Found | None:
    if not isinstance(spot.action, Took | Passed):
        return None
    spot.game.entries[spot.at] = RecordedAction(spot.turn, 1 - spot.player, spot.action)
    return spot.found("wrong_player")


def _nothing_declined(random: Random, spot: Spot) -> Found | None:
    if not isinstance(spot.action, Rolled):
        return None
    spot.insert((random.randrange(2), Declined()))
    return spot.found("illegal_resignation")


# Ends and scores.


def _wrong_points(random: Random, spot: Spot) -> Found | None:
    if not isinstance(spot.action, Won) or isinstance(spot.before, Resigned):
        return None
    points = spot.action.points + random.choice([1, 2, 5, 100])
    if points in (spot.score.points_needed(spot.player), spot.record.length):
        return None
    spot.put(replace(spot.action, points=points))
    return spot.found("wrong_points")


def _resigned_for_too_much(random: Random, spot: Spot) -> Found | None:
    if not isinstance(spot.action, Won) or not isinstance(spot.before, Resigned):
        return None
    spot.put(replace(spot.action, points=spot.cube.value * random.randint(4, 9) + random.randrange(2)))
    return spot.found("wrong_points")


def _wrong_winner(random: Random, spot: Spot) -> Found | None:
    if not isinstance(spot.action, Won):
        return None
    spot.game.entries[spot.at] = RecordedAction(spot.turn, 1 - spot.player, spot.action)
    return spot.found("wrong_points")


def _played_on(random: Random, spot: Spot) -> Found | None:
    if not isinstance(spot.action, Won):
        return None
    spot.insert((random.randrange(2), random.choice([Rolled((3, 1), (Hop(8, 5), Hop(6, 5))), Doubled(2)])))
    return spot.found("play_after_end")


def _end_missing(random: Random, spot: Spot) -> Found | None:
    if spot.game is spot.record.games[-1] or not isinstance(spot.action, Resigned):
        return None
    del spot.game.entries[spot.at :]
    return spot.game.number, 0, None, "game_unfinished"


def _match_played_on(random: Random, spot: Spot) -> Found | None:
    if spot.game is not spot.record.games[-1] or not isinstance(spot.action, Won):
        return None
    after = spot.score.after_game(spot.player, spot.action.points).points
    spot.record.games.append(GameRecord(spot.game.number + 1, after, [RecordedAction(1, 0, Rolled((3, 1)))]))
    return spot.game.number + 1, 0, None, "match_continued_after_end"


def _wrong_score(random: Random, spot: Spot) -> Found | None:
    if spot.at or spot.game is spot.record.games[0]:
        return None
    one, two = spot.game.score
    spot.game.score = random.choice([(one + 1, two), (one, two + 1), (one + 1, two + 2), (one + 10, two)])
    return spot.whole_game("wrong_score")


KINDS: dict[str, Callable[[Random, Spot], Found | None]] = {
    "wrong die": lambda random, spot: _changed(random, spot, _wrong_die),
    "closed point": lambda random, spot: _changed(random, spot, _closed_point),
    "empty point": lambda random, spot: _changed(random, spot, _empty_point),
    "backwards": lambda random, spot: _changed(random, spot, _backwards),
    "die left out": _die_left_out,
    "bar ignored": _bar_ignored,
    "nothing played": _nothing_played,
    "bad dice": _bad_dice,
    "opening double": _opening_double,
    "turn left out": _turn_left_out,
    "illegal double": _illegal_double,
    "double in the Crawford game": _double_in_the_crawford_game,
    "double before the first roll": _double_before_the_first_roll,
    "double out of turn": _double_out_of_turn,
    "wrong double": _wrong_double,
    "double unanswered": _double_unanswered,
    "answer to nothing": _answer_to_nothing,
    "own double answered": _own_double_answered,
    "nothing declined": _nothing_declined,
    "wrong points": _wrong_points,
    "resigned for too much": _resigned_for_too_much,
    "wrong winner": _wrong_winner,
    "played on": _played_on,
    "end missing": _end_missing,
    "match played on": _match_played_on,
    "wrong score": _wrong_score,
}
