"""What is shown of facts about players who were anonymised: what was found, and no names."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.db.models import Model, Q

from matches.base.problems import SENTENCE
from matches.hooks import declared_by_rooms

# Of a problem object: what names nobody.
IMPERSONAL = ("type", "title", "status", "code", "violations", "standing")


@dataclass(frozen=True, kw_only=True)
class Redaction:
    """Columns of a kind of fact, which cannot be changed, that name people.

    concerned: the condition on rows of which something else is exported; None where there is no such row.
    columns: what is shown instead of each.
    """

    model: type[Model]
    concerned: Callable[[], Q | None]
    columns: Mapping[str, Callable[[Any], Any]]

    def redact_line(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """A line of an export as it is shown."""
        return {**data, **{name: redacted(data[name]) for name, redacted in self.columns.items()}}


@cache
def redactions_by_kind() -> dict[str, Redaction]:
    """What is withheld in an export, by the kind of line."""
    declared = declared_by_rooms(lambda room: room.redactions)
    return {redaction.model._meta.model_name or "": redaction for redaction in declared}


def redact_text(text: Any) -> Any:
    """Nothing where there was a text, or its bytes."""
    return text if text is None else ""


def redact_names(names: Any) -> None:
    """Who is who in a transcript is not shown."""
    return None


def redact_details(details: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The details of a verdict without the names of the columns, and without sentences that repeat one."""
    if details is None:
        return None
    names = [name for name in details.get("players", ()) if name]
    redacted = {**details, "players": ["", ""]}
    for part in ("violations", "notes"):
        if part in details:
            redacted[part] = [redact_named_row(row, names) for row in details[part]]
    if "file" in redacted:
        redacted["file"] = ""
    return redacted


def redact_problem(problem: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A refusal without its sentence and without what else may repeat a name."""
    if problem is None:
        return None
    redacted = {"detail": "", **{name: problem[name] for name in IMPERSONAL if name in problem}}
    if "standing" in redacted:
        redacted["standing"] = redact_standing(redacted["standing"])
    return redacted


def redact_standing(standing: Mapping[str, Any]) -> dict[str, Any]:
    """Where a match stands, without the names of its columns, in what can be ruled neither."""
    names = [name for name in standing["players"] if name]
    rulings = [redact_named_row(row, names, "text") for row in standing["possible_rulings"]]
    return {**standing, "players": ["", ""], "possible_rulings": rulings}


def redact_named_row(row: Mapping[str, Any], names: list[str], member: str = "message") -> dict[str, Any]:
    """A violation, a note or a possible ruling; without what it says if that repeats a name."""
    if not any(name in row[member] for name in names):
        return {**row}
    return {**{name: value for name, value in row.items() if name != SENTENCE}, member: ""}
