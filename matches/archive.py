"""What an export holds beside the facts, and how rows become plain data and rows again.

Every app registers its models here (`keep`): who people are, and the things that facts are about. Facts are
found by their registry. What is computed is left out, and made again from the facts.
"""

import base64
import binascii
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import models
from django.db.models import Model, Q

from matches.facts import ALWAYS, fact_kinds
from matches.models import Alias, FederationNumber, Match, Member, Player, RatingPool, User

OfTournament = Callable[[int], Q]


class Misfit(ValueError):
    """Data that is no row of its kind: the message says why."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A kind of line: the model, and the columns in their order.

    `left` are the columns that are computed or secret, `filled` what they hold until they are made again.
    `told` is the condition on rows that are in an export at all.
    """

    name: str
    model: type[Model]
    left: frozenset[str] = frozenset()
    filled: Mapping[str, Callable[[], Any]] = field(default_factory=dict)
    after_facts: bool = False
    told: Q = ALWAYS

    @property
    def columns(self) -> list["models.Field[Any, Any]"]:
        return [column for column in self.model._meta.concrete_fields if column.name not in self.left]

    def data(self, values: tuple[Any, ...]) -> dict[str, Any]:
        """A row as JSON has it; `values` in the order of the columns."""
        return {column.name: written(value) for column, value in zip(self.columns, values, strict=True)}

    def row(self, data: Mapping[str, Any]) -> Model:
        """The row again, not saved. Raises Misfit."""
        names = {column.name for column in self.columns}
        if data.keys() != names:
            odd = ", ".join(sorted(data.keys() ^ names))
            raise Misfit(
                f"a line of kind {self.name} has the members {', '.join(sorted(names))}; look at {odd}"
            )
        values = {column.attname: restored(column, data[column.name]) for column in self.columns}
        return self.model(**values, **{name: fill() for name, fill in self.filled.items()})


def written(value: Any) -> Any:
    match value:
        case datetime():
            return value.astimezone(UTC).isoformat()
        case date():
            return value.isoformat()
        case bytes() | memoryview():
            return base64.b64encode(value).decode()
    return value


def restored(column: "models.Field[Any, Any]", value: Any) -> Any:
    """A value as the column holds it. Raises Misfit."""
    if value is None:
        if not column.null:
            raise Misfit(f"{column.name} is missing")
        return None
    try:
        found = read_value(column, value)
    except (ValueError, OverflowError, binascii.Error):
        raise Misfit(f"{column.name} cannot be {str(value)[:80]!r}") from None
    if column.choices and found not in dict(column.flatchoices):
        raise Misfit(f"{column.name} cannot be {str(value)[:80]!r}")
    return found


def read_value(column: "models.Field[Any, Any]", value: Any) -> Any:
    match column:
        case models.JSONField():
            return value
        case models.BinaryField():
            return base64.b64decode(typed(value, str), validate=True)
        case models.DateTimeField():
            moment = datetime.fromisoformat(typed(value, str))
            if moment.tzinfo is None:
                raise ValueError(value)
            return moment
        case models.DateField():
            return date.fromisoformat(typed(value, str))
        case models.BooleanField():
            return typed(value, bool)
        case models.FloatField():
            return float(typed(value, float, int))
        case models.IntegerField() | models.ForeignKey():
            return typed(value, int)
    text = typed(value, str)
    if "\0" in text or len(text) > (column.max_length or len(text)):
        raise ValueError(value)
    return text


def typed(value: Any, *types: type) -> Any:
    if type(value) not in types:
        raise ValueError(value)
    return value


_kept: dict[str, Kept] = {}
_of_tournament: dict[type[Model], OfTournament] = {}


def keep(
    name: str,
    model: type[Model],
    *,
    left: tuple[str, ...] = (),
    filled: Mapping[str, Callable[[], Any]] | None = None,
    after_facts: bool = False,
) -> None:
    """Register a model whose rows an export holds, after those it refers to."""
    _kept[name] = Kept(name, model, frozenset(left), filled or {}, after_facts)


def belongs(model: type[Model], condition: OfTournament) -> None:
    """Register which rows of a model the export of one tournament holds."""
    _of_tournament[model] = condition


def kept() -> dict[str, Kept]:
    """Every kind of line but the facts, in the order in which the export has them."""
    return dict(sorted(_kept.items(), key=lambda each: each[1].after_facts))


def facts_kept() -> dict[str, Kept]:
    return {kind.name: Kept(kind.name, kind.model, told=kind.disclosed) for kind in fact_kinds().values()}


def of_tournament(kind: Kept, number: int) -> Q:
    """The rows of a kind that concern a tournament."""
    if kind.name in fact_kinds():
        return fact_kinds()[kind.name].concerning("tournament", number) or Q(pk__in=[])
    return _of_tournament[kind.model](number)


keep("login", User, left=("password", "last_login"), filled={"password": lambda: make_password(None)})
keep("player", Player, left=("stand_in",))
keep("alias", Alias)
keep("federationnumber", FederationNumber)
keep("member", Member)
keep(
    "match",
    Match,
    left=(*Match.COMPUTED, "displaced"),
)
# The terms in force are the latest of the facts.
keep("rating_pool", RatingPool, left=("terms", "folded"))
