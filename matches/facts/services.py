"""An export made a database again: what was recorded as it was, everything else computed from it."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, BinaryIO

from django.core.management.color import no_style
from django.db import DatabaseError, connection, models, transaction
from django.db.models import Max, Model

from engine.words import Text
from matches.accounts.models import Token, User
from matches.base.translation import rows_name

from .archive import ExportKind, Misfit, export_kinds, fact_lines
from .chain import read_chain
from .errors import DatabaseNotEmpty, ExportBroken, ExportContradicts
from .kinds import fact_kinds

BATCH = 200


@dataclass(slots=True)
class Seen:
    """What the lines so far hold: the numbers of each model, and the last serial."""

    numbers: dict[type[Model], set[int]] = field(default_factory=lambda: defaultdict(set))
    serial: int = 0

    def note_line(self, line: int, kind: ExportKind, row: Model) -> None:
        """Raises ExportBroken for a number or a serial that is taken, or a reference to what is not there."""
        if row.pk in self.numbers[kind.model]:
            raise ExportBroken(
                line, "there is a %(kind)s %(row)s already", {"kind": kind.name, "row": row.pk}
            )
        for column in kind.exported_columns:
            named = getattr(row, column.attname)
            if isinstance(column, models.ForeignKey) and named is not None:
                known = self.numbers[column.related_model]
                if named not in known:
                    raise ExportBroken(
                        line,
                        "%(column)s %(named)s stands in no line before it",
                        {"column": column.name, "named": named},
                    )
        if kind.name in fact_kinds():
            serial = row.serial  # type: ignore[attr-defined]
            if serial <= self.serial:
                raise ExportBroken(
                    line,
                    "its serial %(serial)s is not above %(before)s, the one before",
                    {"serial": serial, "before": self.serial},
                )
            self.serial = serial
        self.numbers[kind.model].add(row.pk)


def export_load(*, file: BinaryIO, spare: Collection[str] = ()) -> int:
    """Write the rows of an export into an empty database, in one transaction; returns how many they are.

    The whole file is checked before anything is written. A superuser named in `spare` may be there already,
    and keeps the password. Raises ExportBroken, DatabaseNotEmpty.
    """
    for _ in read_export_rows(file):
        pass
    with transaction.atomic():
        passwords = clear_imported_logins(spare)
        count = 0
        waiting: dict[str, list[tuple[int, Model]]] = defaultdict(list)
        for line, kind, row in read_export_rows(file):
            waiting[kind.name].append((line, row))
            count += 1
            if len(waiting[kind.name]) == BATCH:
                export_rows_write(waiting.pop(kind.name))
        for batch in waiting.values():
            export_rows_write(batch)
        export_sequences_set()
        for username, password in passwords.items():
            if not User.objects.filter(username=username).update(password=password):
                User.objects.create(username=username, password=password, is_staff=True, is_superuser=True)
    return count


def read_export_rows(file: BinaryIO) -> Iterator[tuple[int, ExportKind, Model]]:
    """Every row of an export with the number of its line, checked before it is handed out."""
    file.seek(0)
    kinds, seen = {**export_kinds(), **fact_lines()}, Seen()
    for line in read_chain(file):
        kind = kinds.get(line.kind)
        if kind is None:
            raise ExportBroken(line.number, "there are no lines of kind %(kind)r", {"kind": line.kind[:80]})
        try:
            row = kind.restored_row(line.data)
        except Misfit as misfit:
            raise ExportBroken(line.number, "%(misfit)s", {"misfit": misfit}) from None
        seen.note_line(line.number, kind, row)
        yield line.number, kind, row


def clear_imported_logins(spare: Collection[str]) -> dict[str, str]:
    """Make room for the logins of the export; the passwords of the spare ones. Raises DatabaseNotEmpty."""
    tables: list[type[Model]] = [kind.model for kind in (*export_kinds().values(), *fact_lines().values())]
    tables.append(Token)
    for model in tables:
        there = model._base_manager.all()
        if model is User:
            there = there.exclude(username__in=spare, is_superuser=True)
        if there.exists():
            raise DatabaseNotEmpty(
                "There are rows in this database (%(rows)s). An export is rebuilt in an "
                "empty one: make a new database, or move this one away.",
                {"rows": rows_name(model)},
                model=model._meta.model_name,
            )
    logins = User.objects.filter(username__in=spare, is_superuser=True)
    passwords = dict(logins.values_list("username", "password"))
    logins.delete()
    return passwords


def export_rows_write(batch: list[tuple[int, Model]]) -> None:
    """Insert rows of one model; what the database refuses is tried once more by itself, to name its line."""
    model = type(batch[0][1])
    try:
        with transaction.atomic():
            model._base_manager.bulk_create([row for _, row in batch])
    except (DatabaseError, ValueError, RecursionError) as refused:
        if len(batch) == 1:
            reason = str(refused).splitlines()[0]
            raise ExportBroken(
                batch[0][0], "the database does not take it (%(reason)s)", {"reason": reason}
            ) from refused
        for each in batch:
            export_rows_write([each])


def export_sequences_set() -> None:
    """The next number of every table, and the next serial, come after those that were written."""
    everything = [kind.model for kind in (*export_kinds().values(), *fact_lines().values())]
    serials = [
        fact.model._base_manager.aggregate(last=Max("serial"))["last"] for fact in fact_kinds().values()
    ]
    last = max((serial for serial in serials if serial is not None), default=None)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), everything):
            cursor.execute(statement)
        if last is not None:
            cursor.execute("SELECT setval('fact_serial', %s)", [last])


def export_contradiction(
    whose: str, number: int | str, sentence: str, words: Mapping[str, Any] | None = None
) -> ExportContradicts:
    """Rows that contradict each other: of the "Tournament" or the like with this number."""
    return ExportContradicts(
        "%(whose)s %(number)s: %(fault)s. Nothing was changed. Take the export again, from the service "
        "itself.",
        {"whose": whose, "number": number, "fault": Text(sentence, values=words)},
        **{whose.lower(): number},
    )
