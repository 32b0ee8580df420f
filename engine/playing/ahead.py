"""All plays of a position before its dice are known, as a tree of steps that is small enough to be sent.

A device that has it offers single steps at once, and none that leads to no legal play, without any rule of
its own.
"""

from collections.abc import Iterable
from typing import Any

from ..dice import ROLLS, Roll, roll_steps
from ..plays import after_step, legal_steps
from ..position import BAR, OFF, Position, Side
from ..variants import Variant
from ..variants.searched import Searched
from .steps import TurnSteps

Node = tuple[int, ...]
"""What can be done: from, to, die and the number of the node that it leads to, one step after the other."""

Board = tuple[Side, Side]


def plays_ahead(variant: Variant, position: Position, rolls: Iterable[Roll] = ROLLS) -> dict[str, Any]:
    """The steps that lead to legal plays, for the player on roll in `position`: plain JSON values.

    `nodes` are lists of steps, four numbers each: from, to, die, and the number of the node that follows. An
    empty node, such as the first, is a play that is complete. `rolls` leads from a roll, higher die first
    ("64"), to its node. `hits` says whether a lone checker that is landed on goes to the bar.
    """
    tree = _Tree(variant)
    roots = {f"{high}{low}": tree.root_of(position, (high, low)) for high, low in rolls}
    return {"rolls": roots, "nodes": [list(node) for node in tree.nodes], "hits": variant.hits}


class _Tree:
    """Nodes, each once."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.nodes: list[Node] = [()]
        self.known: dict[Node, int] = {(): 0}

    def number_of(self, node: Node) -> int:
        """The number of a node like this."""
        if node not in self.known:
            self.known[node] = len(self.nodes)
            self.nodes.append(node)
        return self.known[node]

    def root_of(self, position: Position, dice: Roll) -> int:
        """The node at which the plays of a roll begin; 0 where nothing can be played."""
        found = None
        if not isinstance(self.variant, Searched):
            found = self._whole((position.own, position.opponent), roll_steps(dice), {})
        return self._careful(TurnSteps(self.variant, position, dice), {}) if found is None else found

    def _whole(
        self, board: Board, left: tuple[int, ...], seen: dict[tuple[Board, tuple[int, ...]], int | None]
    ) -> int | None:
        """The node from which all of the dice that are left are played; None where that is not possible.

        As in most positions a roll can be played in full, so that no more has to be asked; see plays.py.
        """
        here = board, left
        if here in seen:
            return seen[here]
        found: list[int] = []
        own, opponent = board
        for at, die in enumerate(left):
            if die in left[:at]:
                continue
            rest = left[:at] + left[at + 1 :]
            for start, end in legal_steps(own, opponent, die):
                leads_to: int | None = 0
                if rest:
                    after = after_step(own, opponent, (start, end))
                    if end != OFF or any(after[0][1 : BAR + 1]):
                        leads_to = self._whole(after, rest, seen)
                if leads_to is not None:
                    found += (start, end, die, leads_to)
        seen[here] = self.number_of(tuple(found)) if found else None
        return seen[here]

    def _careful(self, turn: TurnSteps, seen: dict[tuple[Position, tuple[int, ...]], int]) -> int:
        """The node of what TurnSteps offers."""
        here = turn.here
        if here not in seen:
            found: list[int] = []
            for step in turn.next_steps():
                turn.step(step)
                found += [*step, self._careful(turn, seen)]
                turn.undo()
            seen[here] = self.number_of(tuple(found))
        return seen[here]
