"""What plug-ins say in English, in the reader's language."""

from django.utils import translation

from engine.words import Text


def translate_text(text: str) -> str:
    """The text in the language in force; what is no Text stays as it is."""
    if not isinstance(text, Text) or not text.message:
        return text
    if text.plural:
        message = translation.ngettext(text.message, text.plural, text.number)
    elif text.context:
        message = translation.pgettext(text.context, text.message)
    else:
        message = translation.gettext(text.message)
    if not text.values:
        return message
    return message % {name: translate_text(value) for name, value in text.values.items()}
