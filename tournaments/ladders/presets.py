"""Rules that clubs have published, as options. What of them no option has, docs/ladders.md says."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Preset:
    """A kind of ladder with options. source: where the rules are published."""

    name: str
    kind: str
    source: str
    options: Mapping[str, Any] = field(default_factory=dict)


PRESETS: dict[str, Preset] = {
    # A neighbour is swapped with, which is what leaping over one comes to.
    "highlands": Preset(
        "Highlands Croquet Club",
        "position",
        "highlandscroquetclub.com/rules.htm",
        {"above": 2, "accept_days": 7, "play_days": 21, "repeat": False},
    ),
    "utah": Preset(
        "Utah Racquetball Club",
        "position",
        "utracquetball.com/ladder",
        {"above": 4, "top": 10, "above_top": 2, "accept_days": 7, "play_days": 7, "immunity": 7},
    ),
    "princeton": Preset(
        "Princeton University Table Tennis Club",
        "position",
        "princeton.edu/~puttc/ladder.htm",
        {"above": 8, "refusal": "bottom", "lapse": "bottom", "idle_days": 21, "idle_places": 0},
    ),
    "gmu": Preset(
        "George Mason University Tennis",
        "position",
        "George Mason University, tennis ladder",
        {"above": 3, "accept_days": 14, "refusal": "nothing", "lapse": "removed"},
    ),
    "tunbridge_wells": Preset(
        "Tunbridge Wells Croquet Club",
        "position",
        "Tunbridge Wells Croquet Club, ladder",
        {"above": 5, "below": 5, "lift": 1, "accept_days": 7, "play_days": 14},
    ),
    "taunton": Preset(
        "Taunton Croquet Club",
        "position",
        "Taunton Croquet Club, ladder",
        {"above": 4},
    ),
    "taunton_plus_minus": Preset(
        "Taunton Croquet Club, winner up and loser down",
        "position",
        "Taunton Croquet Club, ladder",
        {"movement": "plus_minus", "rise": 3, "drop": 1, "above": 1000, "below": 1000},
    ),
    "jerrydubs": Preset(
        "Jerrydubs's chess pyramid", "pyramid", "Jerrydubs, chess pyramid", {"repeat": False}
    ),
    "brainking": Preset("BrainKing Stairs", "stairs", "https://brainking.com/en/OldFAQ?ht=25", {}),
}
