"""What a setting may be: choices, quantities, and how a dataclass says which of its fields take what.

Plain data: no Django.
"""

from dataclasses import dataclass, field
from typing import Any, Protocol

from engine.words import Text
from engine.words import gettext_lazy as _


class Bounds(Protocol):
    """What a setting may be: `allowed_values` in words, `unit` or "" where it is no quantity."""

    @property
    def unit(self) -> str: ...

    @property
    def allowed_values(self) -> Text: ...

    def accepts_value(self, value: object) -> bool: ...


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few values; True is not 1."""

    values: tuple[str | int | bool, ...]
    unit: str = ""

    @property
    def allowed_values(self) -> Text:
        values = [str(value).lower() if isinstance(value, bool) else str(value) for value in self.values]
        return Text("%(values)s", values={"values": values})

    def accepts_value(self, value: object) -> bool:
        return any(type(value) is type(each) and value == each for each in self.values)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of `unit` from `low` to `high`; `none` is what null means, where there may be none."""

    unit: Text
    low: float
    high: float
    none: Text | None = None
    whole: bool = True

    @property
    def allowed_values(self) -> Text:
        numbers = (
            _("a whole number of %(unit)s from %(low)s to %(high)s")
            if self.whole
            else _("a number of %(unit)s from %(low)s to %(high)s")
        ) % {"unit": self.unit, "low": self.low, "high": self.high}
        return (
            _("%(allowed)s, or null: %(none)s") % {"allowed": numbers, "none": self.none}
            if self.none
            else numbers
        )

    def accepts_value(self, value: object) -> bool:
        if value is None:
            return self.none is not None
        if isinstance(value, bool) or not isinstance(value, int if self.whole else (int, float)):
            return False
        return self.low <= value <= self.high


@dataclass(frozen=True, slots=True)
class Either:
    """A word or a quantity."""

    words: Choice
    quantity: Quantity

    @property
    def unit(self) -> str:
        return self.quantity.unit

    @property
    def allowed_values(self) -> Text:
        return _("%(words)s, or %(numbers)s") % {
            "words": self.words.allowed_values,
            "numbers": self.quantity.allowed_values,
        }

    def accepts_value(self, value: object) -> bool:
        return self.words.accepts_value(value) or self.quantity.accepts_value(value)


YES_NO = Choice((True, False))


def field_with_bounds(default: Any, bounds: Bounds) -> Any:
    return field(default=default, metadata={"bounds": bounds})
