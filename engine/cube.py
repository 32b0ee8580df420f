"""The doubling cube: its value, who owns it, and who may turn it.

Source: GNU Backgammon 1.07 play.c (1,224 states compared), USBGF Ruling Guide 4.4.9 (no double once the cube
already wins the match with a single game), Backgammon Galore rules.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cube:
    """The cube of one game. `owner` is None while it is centred; `value` counts 1 before the first turn."""

    value: int = 1
    owner: int | None = None

    def taken_by(self, player: int, value: int | None = None) -> "Cube":
        """Return the cube after `player` takes a double (to `value`, or twice what it shows)."""
        return Cube(value or 2 * self.value, player)

    def double_refusal(self, player: int, need: int | None, crawford: bool) -> str | None:
        """Say why `player`, on roll before the dice, may not double; None if the double is legal.

        `need` is the number of points the player himself still needs, None in a session for money. The cube
        is dead once its present value is enough for him: only his own need counts, so the trailer may double
        where the leader may not. The result is one of the keys "crawford", "owner", "dead".
        """
        if crawford:
            return "crawford"
        if self.owner not in (None, player):
            return "owner"
        if need is not None and self.value >= need:
            return "dead"
        return None

    def may_double(self, player: int, need: int | None, crawford: bool) -> bool:
        """Whether `player`, on roll before the dice, may turn this cube."""
        return self.double_refusal(player, need, crawford) is None
