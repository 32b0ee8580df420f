"""How an event handles results: reporting, objections, lateness, clocks. Presets, and what differs from them.

Plain data: no Django. The sources disagree, so everything is a setting; docs/regulations.md names them.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from matches.errors import InvalidRegulation


@dataclass(frozen=True, slots=True)
class Regulations:
    """Everything an event decides about results. Times are in minutes unless they say otherwise.

    objection: after a verified transcript, how long the other side may object; 0 settles at once.
    silence: after a report that nobody answers, when it settles; None never.
    """

    preset: str = "club"
    objection: int | None = 0
    silence: int | None = 30


PRESETS: dict[str, Regulations] = {"club": Regulations()}


def regulations(chosen: Mapping[str, Any]) -> Regulations:
    """The preset that `chosen` names, "club" if none, with what else it names. Raises InvalidRegulation."""
    preset = chosen.get("preset", "club")
    if preset not in PRESETS:
        raise InvalidRegulation(
            f"There is no preset {preset!r}: there are {', '.join(PRESETS)}.", regulation="preset"
        )
    known = {field.name for field in fields(Regulations)}
    for name in chosen:
        if name not in known:
            raise InvalidRegulation(
                f"There is no regulation {name!r}: there are {', '.join(sorted(known))}.", regulation=name
            )
    return replace(PRESETS[preset], **chosen)
