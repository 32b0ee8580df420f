"""What a setting may be: choices, quantities, and how a dataclass says which of its fields take what.

Plain data: no Django.
"""

from dataclasses import dataclass, field
from typing import Any, Protocol


class Bounds(Protocol):
    """What a setting may be: `allowed_values` in words, `unit` or "" where it is no quantity."""

    @property
    def unit(self) -> str: ...

    @property
    def allowed_values(self) -> str: ...

    def accepts_value(self, value: object) -> bool: ...


@dataclass(frozen=True, slots=True)
class Choice:
    """One of a few values; True is not 1."""

    values: tuple[str | int | bool, ...]
    unit: str = ""

    @property
    def allowed_values(self) -> str:
        return ", ".join(
            str(value).lower() if isinstance(value, bool) else str(value) for value in self.values
        )

    def accepts_value(self, value: object) -> bool:
        return any(type(value) is type(each) and value == each for each in self.values)


@dataclass(frozen=True, slots=True)
class Quantity:
    """A number of `unit` from `low` to `high`; `none` is what null means, where there may be none."""

    unit: str
    low: float
    high: float
    none: str = ""
    whole: bool = True

    @property
    def allowed_values(self) -> str:
        number = "a whole number" if self.whole else "a number"
        null = f", or null: {self.none}" if self.none else ""
        return f"{number} of {self.unit} from {self.low} to {self.high}{null}"

    def accepts_value(self, value: object) -> bool:
        if value is None:
            return bool(self.none)
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
    def allowed_values(self) -> str:
        return f"{self.words.allowed_values}, or {self.quantity.allowed_values}"

    def accepts_value(self, value: object) -> bool:
        return self.words.accepts_value(value) or self.quantity.accepts_value(value)


YES_NO = Choice((True, False))


def field_with_bounds(default: Any, bounds: Bounds) -> Any:
    return field(default=default, metadata={"bounds": bounds})
