"""Why an export cannot be read, or is not what it says."""

from collections.abc import Mapping
from typing import Any

from engine.words import Text
from matches.base.errors import Refusal

# -- Exports


class ExportBroken(Refusal):
    code = "export_broken"
    title = "The export is not what was written"

    def __init__(self, line: int, sentence: str, words: Mapping[str, Any] | None = None, /) -> None:
        super().__init__(
            "Line %(line)s: %(fault)s. Nothing was changed. Take another copy of the export.",
            {"line": line, "fault": Text(sentence, values=words)},
            line=line,
        )


class ExportContradicts(Refusal):
    code = "export_contradicts"
    title = "The export contradicts itself"


class DatabaseNotEmpty(Refusal):
    code = "database_not_empty"
    title = "The database is not empty"


# -- Versions


class StaleVersion(Refusal):
    code = "version_stale"
    title = "It was changed since it was read"
