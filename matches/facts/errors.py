"""Why an export cannot be read, or is not what it says."""

from matches.base.errors import Refusal

# -- Exports


class ExportBroken(Refusal):
    code = "export_broken"
    title = "The export is not what was written"

    def __init__(self, line: int, fault: str) -> None:
        super().__init__(
            f"Line {line}: {fault}. Nothing was changed. Take another copy of the export.", line=line
        )


class ExportContradicts(Refusal):
    code = "export_contradicts"
    title = "The export contradicts itself"


class DatabaseNotEmpty(Refusal):
    code = "database_not_empty"
    title = "The database is not empty"
