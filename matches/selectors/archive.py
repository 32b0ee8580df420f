"""The export: who people are, what facts are about, and every fact in order of serial, row by row."""

from collections.abc import Iterator
from heapq import merge
from operator import itemgetter
from typing import Any

from django.db import connection, models, transaction
from django.db.models import Q, QuerySet

from matches.archive import Kept, facts_kept, kept, of_tournament
from matches.chain import chained
from matches.models import Player, User
from matches.privacy import VEILS

# Rows fetched at a time of each kind: transcripts may be large.
CHUNK = 100


def export_lines(tournament: int | None = None) -> Iterator[bytes]:
    """The lines of an export, of everything or of one tournament: the same rows give the same bytes.

    Reads one snapshot of the database, a few rows at a time, whatever is written meanwhile.
    """
    with transaction.atomic(durable=True):
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield from chained(export_rows(tournament), {"tournament": tournament})


def export_rows(tournament: int | None) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every row that is kept, as (kind, data)."""
    facts = facts_kept()
    for kind in kept().values():
        if kind.after_facts:
            break
        yield from each(kind, tournament)
    in_order = (
        ((data["serial"], name, data) for name, data in each(kind, tournament, "serial"))
        for kind in facts.values()
    )
    yield from ((name, data) for _, name, data in merge(*in_order, key=itemgetter(0)))
    for kind in kept().values():
        if kind.after_facts:
            yield from each(kind, tournament)


def each(kind: Kept, tournament: int | None, order: str = "pk") -> Iterator[tuple[str, dict[str, Any]]]:
    rows = rows_kept(kind, tournament).order_by(order)
    names = [column.attname for column in kind.columns]
    veil, hidden = VEILS.get(kind.name), veiled(kind)
    for values in rows.values_list(*names).iterator(chunk_size=CHUNK):
        data = kind.data(values)
        yield kind.name, veil.over(data) if veil is not None and data["id"] in hidden else data


def veiled(kind: Kept) -> set[int]:
    """Numbers of the rows of a kind of which some columns are withheld."""
    veil = VEILS.get(kind.name)
    anonymised = set(Player.objects.filter(anonymised=True).values_list("pk", flat=True)) if veil else set()
    if veil is None or not anonymised:
        return set()
    return set(kind.model._base_manager.filter(veil.concerning(anonymised)).values_list("pk", flat=True))


def rows_kept(kind: Kept, tournament: int | None) -> QuerySet[Any]:
    rows = kind.model._base_manager.filter(kind.told)
    if tournament is None:
        return rows
    if kind.model is User:
        return rows.filter(pk__in=logins_named(tournament))
    return rows.filter(pk__in=rows.filter(of_tournament(kind, tournament)).values("pk"))


def logins_named(tournament: int) -> set[int]:
    """Every login that a row of a tournament's export names."""
    found: set[int] = set()
    for kind in (*kept().values(), *facts_kept().values()):
        if kind.model is not User:
            for column in kind.columns:
                if isinstance(column, models.ForeignKey) and column.related_model is User:
                    named = rows_kept(kind, tournament).filter(~Q(**{column.name: None}))
                    found.update(named.values_list(column.attname, flat=True).distinct())
    return found
