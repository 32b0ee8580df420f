"""Legal plays: the one generator, and how many steps of a roll can be played.

The rules (GNU Backgammon manual; JBF international rule 28):

* checkers on the bar enter first;
* a checker may not land on a point held by two or more of the opponent's; a single one is hit;
* checkers are borne off only when all are in the home board or off, a larger die only from the rearmost
  point;
* both dice must be played if that is possible, in either order; if only one can be, the larger; of a double,
  as many as possible.
"""

from collections.abc import Iterator, Sequence

from .dice import Roll, roll_steps
from .position import BAR, OFF, Position, Side

Step = tuple[int, int]
"""One checker moved by one die: from, to."""


def legal_steps(own: Sequence[int], opponent: Sequence[int], die: int) -> Iterator[Step]:
    """Yield every single step `die` allows, from the rearmost checker to the foremost."""
    if own[BAR]:
        if opponent[die] < 2:
            yield BAR, BAR - die
        return
    home = not any(own[7:25])
    rearmost = True
    for start in range(24, 0, -1):
        if own[start]:
            end = start - die
            if end > 0:
                if opponent[25 - end] < 2:
                    yield start, end
            elif home and (end == 0 or rearmost):
                yield start, OFF
            rearmost = False


def after_step(own: Sequence[int], opponent: Sequence[int], step: Step) -> tuple[Side, Side]:
    """Return both sides after one legal step; a lone checker of the opponent's there goes to the bar."""
    start, end = step
    mine = list(own)
    mine[start] -= 1
    mine[end] += 1
    if end != OFF and opponent[25 - end] == 1:
        theirs = list(opponent)
        theirs[25 - end] = 0
        theirs[BAR] += 1
        return tuple(mine), tuple(theirs)
    return tuple(mine), tuple(opponent)


def step_hits(opponent: Sequence[int], step: Step) -> bool:
    """Whether a lone checker of the opponent's stands where the step leads."""
    return step[1] != OFF and opponent[25 - step[1]] == 1


def legal_plays(position: Position, dice: Roll) -> dict[Position, tuple[Step, ...]]:
    """Return every legal result of a roll and, for each, one way to play it.

    The keys keep the same player first. Empty if nothing can be played.
    """
    # Level by level, one die after the other: the deepest level reached is what the maximum-dice rule allows.
    if dice[0] == dice[1]:
        levels = _play_dice_in_order(position, roll_steps(dice))
        return levels[-1] if len(levels) > 1 else {}
    high_first = _play_dice_in_order(position, dice)
    low_first = _play_dice_in_order(position, (dice[1], dice[0]))
    if len(high_first) == len(low_first) == 3:
        return low_first[2] | high_first[2]
    # With only one die to play the order of the dice no longer matters: the larger one if it can be played.
    longest = high_first if len(high_first) >= len(low_first) else low_first
    return longest[-1] if len(longest) > 1 else {}


def _play_dice_in_order(position: Position, order: Sequence[int]) -> list[dict[Position, tuple[Step, ...]]]:
    """Play the dice in this order as far as they go: one level per step played, the first with none.

    The steps of a double can always be made from the back of the board to the front; other orders of the same
    steps lead to nothing new.
    """
    levels: list[dict[Position, tuple[Step, ...]]] = [{position: ()}]
    is_double = order[0] == order[-1]
    for die in order:
        reached: dict[Position, tuple[Step, ...]] = {}
        for before, played in levels[-1].items():
            rearmost = played[-1][0] if is_double and played else BAR
            for step in legal_steps(before.own, before.opponent, die):
                if step[0] > rearmost:
                    continue
                after = Position(*after_step(before.own, before.opponent, step))
                if after not in reached:
                    reached[after] = (*played, step)
        if not reached:
            break
        levels.append(reached)
    return levels


def count_playable_dice(own: Sequence[int], opponent: Sequence[int], order: Sequence[int]) -> int:
    """How many of the dice can be played in exactly this order; stops at the first way to play them all."""
    if not order:
        return 0
    best = 0
    for step in legal_steps(own, opponent, order[0]):
        best = max(best, 1 + count_playable_dice(*after_step(own, opponent, step), order[1:]))
        if best == len(order):
            break
    return best


def most_steps(own: Sequence[int], opponent: Sequence[int], dice: Roll) -> int:
    """How many steps of the roll can be played at most: what the maximum-dice rule demands."""
    if dice[0] == dice[1]:
        return count_playable_dice(own, opponent, roll_steps(dice))
    return max(
        count_playable_dice(own, opponent, dice), count_playable_dice(own, opponent, (dice[1], dice[0]))
    )
