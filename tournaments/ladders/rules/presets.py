"""Rules that clubs have published, as options. docs/ladders.md lists what of them no option has."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engine.words import Text
from engine.words import gettext_lazy as _

from .base import LadderKind
from .position import PositionLadder
from .pyramid import Pyramid
from .stairs import Stairs


@dataclass(frozen=True, slots=True)
class LadderPreset:
    """A kind of ladder with options. source: where the rules are published."""

    code: str
    name: Text
    of_kind: type[LadderKind]
    source: str
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def kind(self) -> str:
        return self.of_kind.code

    @property
    def rules(self) -> LadderKind:
        return self.of_kind.from_mapping(self.options)

    @property
    def description(self) -> Text:
        return _("Rules as they are published: %(source)s.") % {"source": self.source}


PRESETS: dict[str, LadderPreset] = {
    preset.code: preset
    for preset in (
        # A neighbour is swapped with, which is what leaping over one comes to.
        LadderPreset(
            "highlands",
            _("Highlands Croquet Club"),
            PositionLadder,
            "highlandscroquetclub.com/rules.htm",
            {"above": 2, "accept_days": 7, "play_days": 21, "repeat": False},
        ),
        LadderPreset(
            "utah",
            _("Utah Racquetball Club"),
            PositionLadder,
            "utracquetball.com/ladder",
            {"above": 4, "top": 10, "above_top": 2, "accept_days": 7, "play_days": 7, "immunity": 7},
        ),
        LadderPreset(
            "princeton",
            _("Princeton University Table Tennis Club"),
            PositionLadder,
            "princeton.edu/~puttc/ladder.htm",
            {"above": 8, "refusal": "bottom", "lapse": "bottom", "idle_days": 21, "idle_places": 0},
        ),
        LadderPreset(
            "gmu",
            _("George Mason University Tennis"),
            PositionLadder,
            "George Mason University, tennis ladder",
            {"above": 3, "accept_days": 14, "refusal": "nothing", "lapse": "removed"},
        ),
        LadderPreset(
            "tunbridge_wells",
            _("Tunbridge Wells Croquet Club"),
            PositionLadder,
            "Tunbridge Wells Croquet Club, ladder",
            {"above": 5, "below": 5, "lift": 1, "accept_days": 7, "play_days": 14},
        ),
        LadderPreset(
            "taunton",
            _("Taunton Croquet Club"),
            PositionLadder,
            "Taunton Croquet Club, ladder",
            {"above": 4},
        ),
        LadderPreset(
            "taunton_plus_minus",
            _("Taunton Croquet Club, winner up and loser down"),
            PositionLadder,
            "Taunton Croquet Club, ladder",
            {"movement": "plus_minus", "rise": 3, "drop": 1, "above": 1000, "below": 1000},
        ),
        LadderPreset(
            "jerrydubs",
            _("Jerrydubs's chess pyramid"),
            Pyramid,
            "Jerrydubs, chess pyramid",
            {"repeat": False},
        ),
        LadderPreset("brainking", _("BrainKing Stairs"), Stairs, "https://brainking.com/en/OldFAQ?ht=25", {}),
    )
}
