"""What challenges on a ladder are bound to, whatever its kind."""

from dataclasses import dataclass
from enum import StrEnum


class Cost(StrEnum):
    """What it costs not to take up a challenge."""

    NOTHING = "nothing"
    PLACE = "place"  # as a lost match
    BOTTOM = "bottom"
    REMOVED = "removed"


class UnplayedChallenge(StrEnum):
    """What becomes of a match that is not played by its date."""

    CHALLENGER = "challenger"  # wins without play
    BOTH = "both"  # lose it
    DIRECTOR = "director"  # decides


@dataclass(frozen=True, slots=True)
class ChallengeTerms:
    """What challenges are bound to. Days of 0: no deadline, no protection, never idle.

    made and received: how many open challenges somebody may have. repeat: whether the same player may be
    challenged twice running. idle_places: how far who is idle falls, 0 for the bottom.
    """

    made: int = 1
    received: int = 1
    cooldown: int = 0
    repeat: bool = True
    immunity: int = 0
    accept_days: int = 0
    play_days: int = 0
    unplayed: UnplayedChallenge = UnplayedChallenge.CHALLENGER
    refusal: Cost = Cost.NOTHING
    lapse: Cost = Cost.NOTHING
    idle_days: int = 0
    idle_places: int = 0

    @property
    def walks_over(self) -> bool:
        """Whether the ladder gives a match that nobody plays to the challenger.

        The regulations of the match may have both lose it, or the director decide.
        """
        return self.unplayed is UnplayedChallenge.CHALLENGER
