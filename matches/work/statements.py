"""Statements written by hand: for what nearly every request asks, and what only SQL can say.

Django makes SQL of a query each time it is asked, and PostgreSQL a plan of it; of an answer that takes a few
milliseconds, that is most. These are written once, and planned once for each connection.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any, cast

from django.db import connection
from django.db.models import Field, Model

from .postgresql.base import DatabaseWrapper

Row = tuple[Any, ...]


class Statement:
    """SQL with named values, `%(match)s`."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __call__(self, **values: Any) -> list[Row]:
        """Execute it; the rows that it answers, if it answers any."""
        with cast(DatabaseWrapper, connection).binding_cursor() as cursor:
            cursor.execute(self.text, values)
            return cursor.fetchall() if cursor.pgresult.nfields else []


class RowsStatement:
    """A query for rows of models: in its text `{player}` stands for all columns of what it calls `player`.

    For whoever loads what belongs to a row, `set_related` keeps it where Django's relations look.
    """

    def __init__(self, text: str, **models: type[Model]) -> None:
        self.tables = [_Table(name, model) for name, model in models.items()]
        self.statement = Statement(text.format(**{table.name: table.columns for table in self.tables}))

    def __call__(self, **values: Any) -> Iterator[tuple[Any, ...]]:
        """Of each row an instance of every model, in the order of `models`; None where nothing was joined."""
        for row in self.statement(**values):
            columns = iter(row)
            yield tuple([table.instance(columns) for table in self.tables])


def set_related(row: Model, name: str, belongs: Model | None) -> None:
    """What belongs to a row by the relation of this name, which is then not asked for."""
    relation: Any = row._meta.get_field(name)
    relation.set_cached_value(row, belongs)
    if belongs is not None and relation.one_to_one:
        relation.remote_field.set_cached_value(belongs, row)


def is_related_known(row: Model, name: str) -> bool:
    """Whether it was loaded, or is known not to be there."""
    relation: Any = row._meta.get_field(name)
    return bool(relation.is_cached(row))


def related_once(row: Model, name: str, ask: RowsStatement, **values: Any) -> Any:
    """What belongs to a row, asked for once, whoever asks of the same row; None where nothing does."""
    if row.pk is not None and not is_related_known(row, name):
        set_related(row, name, *next(ask(**values), (None,)))
    return getattr(row, name, None)


def write_columns(rows: Sequence[Model], names: Sequence[str]) -> None:
    """Write these fields of rows of one model, in one statement.

    bulk_update takes many times as long: it makes a condition for each value.
    """
    if not rows:
        return
    model = type(rows[0])
    fields = [cast("Field[Any, Any]", model._meta.get_field(name)) for name in ("id", *names)]
    statement_writing(model, tuple(fields))(
        **{
            str(field.column): [
                field.get_db_prep_save(getattr(row, field.attname), connection) for row in rows
            ]
            for field in fields
        }
    )


@cache
def statement_writing(model: type[Model], fields: "tuple[Field[Any, Any], ...]") -> Statement:
    """Takes of each field, the first of which says which row it is, the values of all rows."""
    columns = [str(field.column) for field in fields]
    arrays = [f"%({field.column})s::{field.db_type(connection)}[]" for field in fields]
    return Statement(f"""
UPDATE {model._meta.db_table} AS written
SET {", ".join(f"{column} = given.{column}" for column in columns[1:])}
FROM unnest({", ".join(arrays)}) AS given ({", ".join(columns)})
WHERE written.id = given.id
""")


class _Table:
    """A model among the columns of a row."""

    def __init__(self, name: str, model: type[Model]) -> None:
        fields = model._meta.concrete_fields
        self.name, self.model = name, model
        self.names = [field.attname for field in fields]
        self.columns = ", ".join(f'{name}."{field.column}"' for field in fields)
        self.key = self.names.index(cast(str, model._meta.pk and model._meta.pk.attname))
        self.read: list[tuple[int, Callable[..., Any]]] = [
            (at, convert)
            for at, field in enumerate(fields)
            for convert in field.get_db_converters(connection)
        ]

    def instance(self, columns: Iterator[Any]) -> Model | None:
        """Of the next columns."""
        values = [next(columns) for _ in self.names]
        if values[self.key] is None:
            return None
        for at, convert in self.read:
            values[at] = convert(values[at], None, connection)
        return self.model.from_db(connection.alias, self.names, values)
