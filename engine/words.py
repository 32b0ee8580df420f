"""English text that whoever shows it translates: what plug-ins are called and how they describe themselves.

Every plug-in has a permanent `code`, a `name` and a `description`, what it is in a sentence; one with options
describes what they make of it, a sentence each (`describe`). tests/test_plug_ins.py reports what one lacks.

The functions are named as Django's, so that its extractor finds what they mark, and are used like those:

>>> from engine.words import gettext_lazy as _
>>> rule = _("You challenge players up to %(above)s places above you.") % {"above": 3}
>>> rule
'You challenge players up to 3 places above you.'
>>> rule.message, rule.values
('You challenge players up to %(above)s places above you.', {'above': 3})

A refusal is such a text too: RuleError makes it of its sentence and the words in it.
"""

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Self


class Text(str):
    """A text in English, and what translates it: its message, a context, a plural with its number, values.

    A value that is a text is translated too, and a list is said as one: "Ann, Bob".
    """

    message: str
    context: str
    plural: str
    number: int
    values: Mapping[str, Any]

    def __new__(
        cls,
        message: str,
        *,
        context: str = "",
        plural: str = "",
        number: int = 1,
        values: Mapping[str, Any] | None = None,
    ) -> Self:
        english = message if not plural or number == 1 else plural
        made = super().__new__(cls, fill_places(english, values, ", ".join) if values else english)
        made.message, made.context, made.plural, made.number = message, context, plural, number
        made.values = values or {}
        return made

    def __mod__(self, values: Any) -> "Text":
        """The same with its placeholders filled in."""
        return Text(
            self.message, context=self.context, plural=self.plural, number=self.number, values={**values}
        )


def fill_places(text: str, values: Mapping[str, Any], as_list: Callable[[list[str]], str]) -> str:
    """The text with its places filled; `as_list` says several as one."""
    return text % {
        name: as_list([str(each) for each in value]) if isinstance(value, list | tuple) else value
        for name, value in values.items()
    }


def printable_text(text: str) -> str:
    """The text fit to be shown and stored: it may quote a file, and a file may hold anything."""
    if text.isprintable():
        return str(text)
    return "".join(letter if letter.isprintable() else " " if letter.isspace() else "?" for letter in text)


@cache
def gettext_lazy(message: str) -> Text:
    return Text(message)


def pgettext_lazy(context: str, message: str) -> Text:
    """`context` distinguishes what is one word in English and several elsewhere."""
    return Text(message, context=context)


def ngettext_lazy(singular: str, plural: str, number: int) -> Text:
    return Text(singular, plural=plural, number=number)
