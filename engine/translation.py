"""Texts in another language, by a catalogue of its messages."""

from typing import Any, Protocol

from .words import Text, fill_places
from .words import gettext_lazy as _

COMMA = _(", ")
"""Between the texts of a list."""


class Catalogue(Protocol):
    """The messages of one language, as gettext's catalogues and Django's translation have them."""

    def gettext(self, message: str, /) -> str: ...
    def pgettext(self, context: str, message: str, /) -> str: ...
    def ngettext(self, singular: str, plural: str, number: int, /) -> str: ...


def message_in(catalogue: Catalogue, text: Text) -> str:
    """The message of a text in the language of a catalogue, its places not filled."""
    if text.plural:
        return catalogue.ngettext(text.message, text.plural, text.number)
    if text.context:
        return catalogue.pgettext(text.context, text.message)
    return catalogue.gettext(text.message)


def translate_by(catalogue: Catalogue, text: Any) -> Any:
    """The text in the language of a catalogue, and the texts in it; what is no text stays as it is."""
    if isinstance(text, list | tuple):
        return [translate_by(catalogue, each) for each in text]
    if not isinstance(text, Text) or not text.message:
        return text
    message = message_in(catalogue, text)
    values = {name: translate_by(catalogue, value) for name, value in text.values.items()}
    return fill_places(message, values, catalogue.gettext(COMMA).join) if values else message
