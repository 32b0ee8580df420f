"""What a director may choose of a plug-in: the fields of a frozen dataclass, read from plain JSON."""

from collections.abc import Mapping
from dataclasses import MISSING, dataclass, field, fields
from enum import StrEnum
from typing import Any, ClassVar, Self, get_type_hints

from engine.words import Text
from engine.words import gettext_lazy as _
from matches.base.errors import Refusal

LONGEST = 40


def option_field(default: Any, *, help: Text, minimum: int | None = None, maximum: int | None = None) -> Any:
    """A field of a plug-in. `help` is one sentence for directors, marked by engine.words.

    Bounds are of whole numbers.
    """
    return field(default=default, metadata={"help": help, "minimum": minimum, "maximum": maximum})


def quote_option_value(value: Any) -> str:
    """A value that was sent, as a refusal repeats it."""
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


@dataclass(frozen=True)
class PlugInOptions:
    """Base of what has options. An option is a whole number, a yes or no, or one of a StrEnum's names."""

    code: ClassVar[str]
    # What is raised for an option it does not have, and for a value that an option cannot have.
    unknown_option: ClassVar[type[Refusal]]
    invalid_option: ClassVar[type[Refusal]]

    @classmethod
    def from_mapping(cls, given: Mapping[str, Any]) -> Self:
        """The plug-in with the options of a JSON object; what is not given has its default.

        Raises `unknown_option`, `invalid_option`; and what `check_options` raises.
        """
        known = {each.name: each for each in fields(cls)}
        kinds = get_type_hints(cls)
        for name in given:
            if name not in known:
                raise cls.unknown_option(
                    "%(code)s has no option %(name)s. Its options: %(choice)s.",
                    {"code": cls.code, "name": quote_option_value(name), "choice": [*known] or _("none")},
                    option=name[:LONGEST],
                    options=[*known],
                )
        made = cls(
            **{name: cls.read_option(name, kinds[name], known[name].metadata, given[name]) for name in given}
        )
        made.check_options()
        return made

    @classmethod
    def read_option(cls, name: str, kind: Any, limits: Mapping[str, Any], value: Any) -> Any:
        """The value of one option. A plug-in with options of another shape reads them itself."""
        if isinstance(kind, type) and issubclass(kind, StrEnum):
            if value not in [*kind]:
                raise cls.invalid_option(
                    "%(code)s has no %(name)s %(value)s. Choose one of: %(choice)s.",
                    {"code": cls.code, "name": name, "value": quote_option_value(value), "choice": [*kind]},
                    option=name,
                )
            return kind(value)
        if kind is bool:
            if not isinstance(value, bool):
                raise cls.invalid_option(
                    "%(name)s is true or false, not %(value)s.",
                    {"name": name, "value": quote_option_value(value)},
                    option=name,
                )
            return value
        low, high = limits["minimum"], limits["maximum"]
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise cls.invalid_option(
                "%(name)s is a whole number from %(low)s to %(high)s, not %(value)s.",
                {"name": name, "low": low, "high": high, "value": quote_option_value(value)},
                option=name,
            )
        return value

    @classmethod
    def options_as_json(cls) -> list[dict[str, Any]]:
        """Every option with default, help and choices or bounds, as plain JSON."""
        kinds = get_type_hints(cls)
        return [
            {
                "name": each.name,
                "help": each.metadata["help"],
                "default": None if each.default is MISSING else each.default,
                "choices": [*kinds[each.name]]
                if isinstance(kinds[each.name], type) and issubclass(kinds[each.name], StrEnum)
                else None,
                "minimum": each.metadata["minimum"],
                "maximum": each.metadata["maximum"],
            }
            for each in fields(cls)
        ]

    def check_options(self) -> None:
        """Raises `invalid_option` where options contradict each other."""
