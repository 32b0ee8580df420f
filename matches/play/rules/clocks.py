"""The clock of a match, worked out from its length and the score. Plain data: no Django, and no ticking.

Source: US Backgammon clock rules of 2001 and 2013, ABA 2003, JBF (docs/regulations.md has their numbers).
"""

from dataclasses import dataclass

from .regulations import Regulations

MINUTE = 60


@dataclass(frozen=True, slots=True)
class Clock:
    """How a match is timed: `reserve` seconds a side, of which the first `delay` of a turn take none.

    `use` is "required", or "allowed" if a player asks for one. Whoever has no time left:
    `expiry` is "lose_match", "director", or "penalty": it costs `expiry_points` and gives `expiry_seconds`.
    """

    reserve: int
    delay: int
    use: str
    expiry: str
    expiry_points: int = 0
    expiry_seconds: int = 0

    @property
    def setting_in_words(self) -> str:
        """The setting in English: "10:00 for each side, every turn 12 seconds free"."""
        each = f"{self.reserve // MINUTE}:{self.reserve % MINUTE:02} for each side"
        free = f"{self.delay} second{'' if self.delay == 1 else 's'}"
        return f"{each}, every turn {free} free" if self.delay else each


def clock_of_match(regulations: Regulations, length: int, score: tuple[int, int] = (0, 0)) -> Clock | None:
    """The clock of a match to `length` that is started at `score`; None if it is played without.

    Clocks are started between two games. (US clock rules.)
    """
    if regulations.clock == "off":
        return None
    penalty = regulations.clock_expiry == "penalty"
    return Clock(
        reserve=clock_reserve(regulations, length, score),
        delay=regulations.clock_delay,
        use=regulations.clock,
        expiry=regulations.clock_expiry,
        expiry_points=regulations.clock_expiry_points if penalty else 0,
        expiry_seconds=regulations.clock_expiry_minutes * MINUTE if penalty else 0,
    )


def clock_reserve(regulations: Regulations, length: int, score: tuple[int, int]) -> int:
    """Seconds of each side: so much for each point of the length, less for each that has been scored."""
    minutes = regulations.clock_per_point * length - regulations.clock_per_point_scored * sum(score)
    seconds = round(minutes * MINUTE)
    return -(-seconds // MINUTE) * MINUTE if regulations.clock_rounding == "up" else seconds
