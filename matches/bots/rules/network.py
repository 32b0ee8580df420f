"""The network of bgsage, loaded once: what a play is worth, and what the cube.

Its own functions load the network anew with every question, some 60 ms; here it stays, and a question costs
what its positions cost. It is asked with one thread, and is not to be asked by two at once. Where both sides
bear off, its table of bear-offs says what the network does not know: how the last rolls end.

Only who answers imports this: it takes bgsage, and memory.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

import bgbot_cpp
from bgsage import default_weights
from bgsage.weights import bearoff_db_path

from engine.bots import BotQuestion

from .asked import match_state, session_rules, signed_board

LOOKED_AT, WORTH_A_LOOK = 5, 0.16
"""How many plays are looked at again at most, and how much worse they may seem at first."""
CLOSING_PLIES = 2
"""How far ahead the cube is looked at where both sides bear off: the last roll is seen as the last."""


class CubeWorth(NamedTuple):
    """Equities of the side on roll, in units of the cube: undoubled, doubled and taken, and passed.

    `beavered` says that the opponent would turn the double at once; `doubled` is then as it stands after
    that.
    """

    undoubled: float
    doubled: float
    passed: float
    beavered: bool


class Network:
    """Positions are worth what the network says: at once (1), or after all rolls and best plays (2)."""

    def __init__(self, plies: int) -> None:
        found = default_weights()
        self.parts = (found.strategy_type, found.weight_paths_list, found.hidden_sizes_list)
        self.bear_offs = bgbot_cpp.BearoffDB()
        self.bear_offs.load(bearoff_db_path())
        if plies == 1:
            self.at_once = self.looking = bgbot_cpp.create_strategy(*self.parts)
        else:
            self.at_once = network_looking(1).at_once
            self.looking = bgbot_cpp.create_multipy(
                *self.parts, n_plies=plies, parallel_evaluate=False, parallel_threads=0
            )

    def plays_worth(self, question: BotQuestion) -> list[tuple[tuple[int, ...], float]]:
        """What plays of the dice are worth, as the board after each and its equity, the best first.

        All of them at once; looking ahead, those that seem best then.
        """
        assert question.dice is not None
        board, match, rules = signed_board(question.position), match_state(question), session_rules(question)
        asked = {"board": board, "cube_value": max(question.cube, 1), "cube_owner": owner_of(question.owner)}
        asked["die1"], asked["die2"] = question.dice
        (found,) = bgbot_cpp.batch_checker_play([asked | match], self.at_once, n_threads=1, **rules)
        # Where there is no cube, what it could still be turned for is worth nothing.
        equity = "equity" if question.cube else "cubeless_equity"
        plays = [(tuple(play["board"]), float(play[equity])) for play in found["moves"]]
        if self.bear_offs.is_bearoff(board):
            return best_first((each, self._bear_off_worth(each)) for each, _ in plays)
        if self.looking is self.at_once:
            return plays
        near = [each for each, worth in plays[:LOOKED_AT] if worth > plays[0][1] - WORTH_A_LOOK]
        ahead = best_first((each, self._worth_ahead(each, board, question)) for each in near)
        self._forget()
        return ahead

    def _worth_ahead(self, after: tuple[int, ...], before: list[int], question: BotQuestion) -> float:
        """The equity of the side that has just played to a board, after all rolls and best plays.

        As bgsage's analyzer has it. Its function for batches (2.0.20260907) takes eight times as long to look
        ahead, and where somebody owns the cube in a match its values are others.
        """
        found = self.looking.evaluate_board([*after], before)
        if not question.cube:
            return float(found["equity"])
        pips = bgbot_cpp.pip_counts([*after])
        life = bgbot_cpp.cube_efficiency(found["probs"], bgbot_cpp.is_race([*after]), *pips)
        match, owner, jacoby = match_state(question), owner_of(question.owner), question.jacoby
        if match:
            return float(bgbot_cpp.cl2cf(found["probs"], question.cube, owner, life, **match, jacoby=False))
        dead = jacoby and question.owner is None
        return float(bgbot_cpp.cl2cf_money(found["probs"], owner, life, jacoby_active=dead))

    def cube_worth(self, question: BotQuestion) -> CubeWorth:
        """What the side that asks, being on roll, has of doubling."""
        found = self._before_roll(question)
        beavered = bool(found.get("is_beaver", False))
        return CubeWorth(found["equity_nd"], found["equity_dt"], found["equity_dp"], beavered)

    def worth_on_roll(self, question: BotQuestion) -> float:
        """The equity of the side that asks, being on roll, with the cube where it is, in units of it."""
        return float(self._before_roll(question)["equity_nd"])

    def _before_roll(self, question: BotQuestion) -> Mapping[str, Any]:
        board, match, rules = signed_board(question.position), match_state(question), session_rules(question)
        cube = max(question.cube, 1), owner_of(question.owner)
        if self.bear_offs.is_bearoff(board):
            found: Mapping[str, Any] = bgbot_cpp.cube_decision_nply_unified(
                board,
                *cube,
                CLOSING_PLIES,
                *self.parts,
                n_threads=1,
                bearoff_db=self.bear_offs,
                **match,
                **rules,
            )
            return found
        position = (board, *cube, *match.values())
        (found,) = bgbot_cpp.batch_evaluate_positions([position], self.looking, 1, **rules)
        self._forget()
        return found

    def _forget(self) -> None:
        """Let go of the positions that were looked at: they would be kept for good."""
        if self.looking is not self.at_once:
            self.looking.clear_cache()

    def _bear_off_worth(self, board: tuple[int, ...]) -> float:
        """The equity, without a cube, of the side that has just borne off to this board."""
        if min(board) < 0 < max(board):
            win, gammon, backgammon, lost, worse = self.bear_offs.lookup_probs(board, post_move=True)
            return float(2 * win - 1 + gammon + backgammon - lost - worse)
        return 1.0


def best_first(worths: Iterable[tuple[tuple[int, ...], float]]) -> list[tuple[tuple[int, ...], float]]:
    return sorted(worths, key=lambda each: -each[1])


@cache
def network_looking(plies: int) -> Network:
    """The network, loaded when it is asked for first."""
    return Network(plies)


def owner_of(owner: int | None) -> Any:
    """Whose the cube is, as bgsage says it."""
    owners = bgbot_cpp.CubeOwner
    return {None: owners.CENTERED, 0: owners.PLAYER, 1: owners.OPPONENT}[owner]
