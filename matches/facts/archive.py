"""What an export holds beside the facts, and how rows become plain data and rows again.

Each room declares its models (`Room.exported`): who people are, and the things that facts are about. Facts
are found among their kinds. What is computed is left out, and made again from the facts.
"""

import base64
import binascii
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time
from functools import cache
from operator import attrgetter
from typing import Any

from django.db import models
from django.db.models import Model, Q

from matches.hooks import declared_by_rooms

from .kinds import ALWAYS, fact_kinds, fact_subjects


class Misfit(ValueError):
    """Data that is no row of its kind: the message says why."""


@dataclass(frozen=True, slots=True)
class ExportKind:
    """A kind of line: the model, and the columns in their order.

    `omitted` are the columns that are computed or secret, `filled` what they hold until they are made again.
    `disclosed` is the condition on rows that are in an export at all. A kind comes after those it refers to.
    """

    name: str
    model: type[Model]
    omitted: Collection[str] = ()
    filled: Mapping[str, Callable[[], Any]] = field(default_factory=dict)
    after_facts: bool = False
    disclosed: Q = ALWAYS

    @property
    def exported_columns(self) -> list["models.Field[Any, Any]"]:
        return [column for column in self.model._meta.concrete_fields if column.name not in self.omitted]

    def row_data(self, values: tuple[Any, ...]) -> dict[str, Any]:
        """A row as JSON has it; `values` in the order of the columns."""
        return {
            column.name: value_for_export(value)
            for column, value in zip(self.exported_columns, values, strict=True)
        }

    def restored_row(self, data: Mapping[str, Any]) -> Model:
        """The row again, not saved. Raises Misfit."""
        names = {column.name for column in self.exported_columns}
        if data.keys() != names:
            odd = ", ".join(sorted(data.keys() ^ names))
            raise Misfit(
                f"a line of kind {self.name} has the members {', '.join(sorted(names))}; look at {odd}"
            )
        values = {
            column.attname: value_from_export(column, data[column.name]) for column in self.exported_columns
        }
        return self.model(**values, **{name: fill() for name, fill in self.filled.items()})


def value_for_export(value: Any) -> Any:
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat()
        case date() | time():
            return value.isoformat()
        case bytes() | memoryview():
            return base64.b64encode(value).decode()
    return value


def value_from_export(column: "models.Field[Any, Any]", value: Any) -> Any:
    """A value as the column holds it. Raises Misfit."""
    if value is None:
        if not column.null:
            raise Misfit(f"{column.name} is missing")
        return None
    try:
        found = read_exported_value(column, value)
    except (ValueError, OverflowError, binascii.Error):
        raise Misfit(f"{column.name} cannot be {str(value)[:80]!r}") from None
    if column.choices and found not in dict(column.flatchoices):
        raise Misfit(f"{column.name} cannot be {str(value)[:80]!r}")
    return found


def read_exported_value(column: "models.Field[Any, Any]", value: Any) -> Any:
    match column:
        case models.JSONField():
            return value
        case models.BinaryField():
            return base64.b64decode(checked_export_type(value, str), validate=True)
        case models.DateTimeField():
            moment = datetime.fromisoformat(checked_export_type(value, str))
            if moment.tzinfo is None:
                raise ValueError(value)
            return moment
        case models.DateField():
            return date.fromisoformat(checked_export_type(value, str))
        case models.TimeField():
            return time.fromisoformat(checked_export_type(value, str))
        case models.BooleanField():
            return checked_export_type(value, bool)
        case models.FloatField():
            return float(checked_export_type(value, float, int))
        case models.IntegerField():
            return checked_export_type(value, int)
        case models.ForeignKey():
            return read_exported_value(column.target_field, value)
    text = checked_export_type(value, str)
    if "\0" in text or len(text) > (column.max_length or len(text)):
        raise ValueError(value)
    return text


def checked_export_type(value: Any, *types: type) -> Any:
    if type(value) not in types:
        raise ValueError(value)
    return value


@cache
def export_kinds() -> dict[str, ExportKind]:
    """Every kind of line but the facts, in the order in which the export has them."""
    declared = declared_by_rooms(lambda room: room.exported)
    return {kind.name: kind for kind in sorted(declared, key=attrgetter("after_facts"))}


@cache
def fact_lines() -> dict[str, ExportKind]:
    """Every kind of line that is a fact."""
    kinds = fact_kinds().values()
    return {kind.name: ExportKind(kind.name, kind.model, disclosed=kind.disclosed) for kind in kinds}


def export_rows_about(kind: ExportKind, subject: str, number: int) -> Q:
    """The condition on rows of a kind to be in the export of one tournament alone."""
    if kind.name in fact_kinds():
        found = fact_kinds()[kind.name].facts_concerning(subject, number)
    else:
        condition = fact_subjects()[subject].exported.get(kind.model)
        found = condition(number) if condition else None
    return Q(pk__in=[]) if found is None else found
