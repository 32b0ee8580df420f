"""What is told of a report when one of its players was anonymised: what was found, and no names."""

from collections.abc import Mapping
from typing import Any

# Of a problem object: what names nobody.
IMPERSONAL = ("type", "title", "status", "code", "violations", "standing")


def emptied(text: Any) -> Any:
    """Nothing where there was a text, or its bytes."""
    return text if text is None else ""


def no_names(names: Any) -> None:
    """Who is who in a transcript is not told."""
    return None


def finding_withheld(finding: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A finding of the referee without the names of the columns, and without sentences that repeat one."""
    if finding is None:
        return None
    names = [name for name in finding.get("players", ()) if name]
    told = {**finding, "players": ["", ""]}
    for part in ("violations", "notes"):
        if part in finding:
            told[part] = [nameless(row, names) for row in finding[part]]
    if "file" in told:
        told["file"] = ""
    return told


def problem_withheld(problem: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A refusal without its sentence and without what else may repeat a name."""
    if problem is None:
        return None
    return {"detail": "", **{name: problem[name] for name in IMPERSONAL if name in problem}}


def nameless(row: Mapping[str, Any], names: list[str]) -> dict[str, Any]:
    message = str(row.get("message", ""))
    return {**row, "message": "" if any(name in message for name in names) else message}
