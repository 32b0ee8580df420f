"""What matches are played by, as forms of events offer it."""

from collections.abc import Mapping
from typing import Any

import engine
from matches.base.translation import translate_text
from matches.play.rules.regulations import PRESETS


def variant_names() -> list[tuple[str, str]]:
    """Every variant that can be played, by code."""
    return [(code, translate_text(variant.name)) for code, variant in engine.PLAYED.items()]


def regulations_names() -> list[tuple[str, str]]:
    """Every preset of regulations, by code."""
    return [(code, translate_text(preset.name)) for code, preset in PRESETS.items()]


def preset_of(regulations: Mapping[str, Any]) -> str:
    """The preset that regulations begin with."""
    preset: str = regulations.get("preset", "club")
    return preset


def with_preset(regulations: Mapping[str, Any], preset: str) -> dict[str, Any]:
    """The regulations as they are, or those of another preset, if that is chosen."""
    return dict(regulations) if preset == preset_of(regulations) else {"preset": preset}
