"""The export: who people are, what facts are about, and every fact in order of serial, row by row."""

from collections.abc import Iterator
from heapq import merge
from operator import itemgetter
from typing import Any

from django.db import connection, models, transaction
from django.db.models import Q, QuerySet

from matches.accounts.models import User
from matches.facts.archive import ExportKind, export_kinds, export_rows_about, fact_lines
from matches.facts.chain import chain_lines
from matches.facts.redaction import redactions_by_kind

# Rows fetched at a time of each kind: transcripts may be large.
CHUNK = 100


def export_lines(tournament: int | None = None) -> Iterator[bytes]:
    """The lines of an export, of everything or of one tournament: the same rows give the same bytes.

    Reads one snapshot of the database, a few rows at a time, whatever is written meanwhile.
    """
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield from chain_lines(export_rows(tournament), {"tournament": tournament})


def export_rows(tournament: int | None) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every row that is kept, as (kind, data)."""
    facts = fact_lines()
    for kind in export_kinds().values():
        if kind.after_facts:
            break
        yield from export_rows_of_kind(kind, tournament)
    in_order = (
        ((data["serial"], name, data) for name, data in export_rows_of_kind(kind, tournament, "serial"))
        for kind in facts.values()
    )
    yield from ((name, data) for _, name, data in merge(*in_order, key=itemgetter(0)))
    for kind in export_kinds().values():
        if kind.after_facts:
            yield from export_rows_of_kind(kind, tournament)


def export_rows_of_kind(
    kind: ExportKind, tournament: int | None, order: str = "pk"
) -> Iterator[tuple[str, dict[str, Any]]]:
    rows = export_rows_kept(kind, tournament).order_by(order)
    names = [column.attname for column in kind.exported_columns]
    redaction = redactions_by_kind().get(kind.name)
    condition = redaction.concerned() if redaction is not None else None
    hidden = export_numbers_of(kind, condition) if condition is not None else set()
    for values in rows.values_list(*names).iterator(chunk_size=CHUNK):
        data = kind.row_data(values)
        yield kind.name, redaction.redact_line(data) if redaction and data["id"] in hidden else data


def export_numbers_of(kind: ExportKind, condition: Q) -> set[int]:
    return set(kind.model._base_manager.filter(condition).values_list("pk", flat=True))


def export_rows_kept(kind: ExportKind, tournament: int | None) -> QuerySet[Any]:
    rows = kind.model._base_manager.filter(kind.disclosed)
    if tournament is None:
        return rows
    if kind.model is User:
        return rows.filter(pk__in=logins_in_export(tournament))
    return rows.filter(pk__in=rows.filter(export_rows_about(kind, "tournament", tournament)).values("pk"))


def logins_in_export(tournament: int) -> set[int]:
    """Every login that a row of a tournament's export names."""
    found: set[int] = set()
    for kind in (*export_kinds().values(), *fact_lines().values()):
        if kind.model is not User:
            for column in kind.exported_columns:
                if isinstance(column, models.ForeignKey) and column.related_model is User:
                    named = export_rows_kept(kind, tournament).filter(~Q(**{column.name: None}))
                    found.update(named.values_list(column.attname, flat=True).distinct())
    return found
