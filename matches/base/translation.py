"""What is said in English, in the reader's language: by plug-ins, and by whoever says no."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from functools import cache, lru_cache, reduce
from typing import Any

from django.apps import AppConfig
from django.db import models
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from engine.translation import message_in
from engine.words import Text, fill_places, printable_text
from matches.hooks import declared_by_rooms

from .errors import CodeWord, MomentWord
from .times import describe_moment

Word = str | Promise


@cache
def word_tables() -> Mapping[str, Mapping[str, Word]]:
    """The words of all rooms, by table and code; several rooms may add to one table."""
    tables: dict[str, dict[str, Word]] = defaultdict(dict)
    for name, words in declared_by_rooms(lambda room: room.words.items()):
        tables[name].update(words)
    return dict(tables)


def code_word(code: str, table: str) -> Word:
    """The word for `code`; the code itself where there is none."""
    word = word_tables()[table].get(code, code)
    return translate_text(word) if isinstance(word, Text) else word


def word_choices(codes: Iterable[str], table: str) -> list[tuple[str, Word]]:
    """Codes with their words, as a field takes its choices."""
    return [(code, code_word(code, table)) for code in codes]


def translate_text(text: str) -> str:
    """The text in the language in force; what is no Text stays as it is."""
    if isinstance(text, MomentWord):
        return describe_moment(text.moment)
    if isinstance(text, CodeWord):
        # English sentences are about the codes.
        english = (translation.get_language() or "en").startswith("en")
        return str(text) if english else str(code_word(text, text.table))
    if not isinstance(text, Text) or not text.message:
        return text
    message = _message_in(
        translation.get_language(), text.message, text.context, text.plural, text.number if text.plural else 1
    )
    if not text.values:
        return message
    values = {name: translate_value(value) for name, value in text.values.items()}
    return fill_places(message, values, join_words)


@lru_cache(8192)
def _message_in(language: str | None, message: str, context: str, plural: str, number: int) -> str:
    """The message of a text in the language in force, which is looked up once: a page says a hundred."""
    return message_in(translation, Text(message, context=context, plural=plural, number=number))


def join_words(words: Iterable[object]) -> str:
    """Several said as one, as the language in force does: "Ann, Bob"."""
    return _(", ").join(map(str, words))


def join_sentences(sentences: Iterable[str]) -> str:
    """Sentences one after the other: not every language has a space between them."""
    following = _("%(before)s %(sentence)s")
    return reduce(lambda before, sentence: following % {"before": before, "sentence": sentence}, sentences)


def translate_value(value: Any) -> Any:
    """A word of a text, a list of them, or what is none."""
    if isinstance(value, list | tuple):
        return [translate_value(each) for each in value]
    return translate_text(value) if isinstance(value, str) else value


def stored_text(text: Any) -> Any:
    """A text, or one of its values, as JSON from which it can be said in any language."""
    match text:
        case CodeWord():
            return {"code": printable_text(text), "table": text.table}
        case MomentWord():
            return {"moment": text.moment.isoformat()}
        case Text():
            kept = {
                "message": text.message,
                "context": text.context,
                "plural": text.plural,
                "number": text.number if text.plural else None,
                "values": {name: stored_text(value) for name, value in text.values.items()},
            }
            return {name: value for name, value in kept.items() if value}
        case list() | tuple():
            return [stored_text(each) for each in text]
        case int() | float() | None:
            return text
        case _:
            return printable_text(str(text))


def restored_text(stored: Any) -> Any:
    """The text that was stored so, or the value."""
    if isinstance(stored, list):
        return [restored_text(each) for each in stored]
    if not isinstance(stored, dict):
        return stored
    if "code" in stored:
        return CodeWord(stored["code"], stored["table"])
    if "moment" in stored:
        return MomentWord(datetime.fromisoformat(stored["moment"]))
    values = {name: restored_text(value) for name, value in stored.get("values", {}).items()}
    return Text(**{**stored, "values": values})


# -- What models are called

# Words that are their own plural.
SAME = ("dice", "terms", "series")


def name_models(app: AppConfig) -> None:
    """Have every model of an app, and every column of it, called in the language in force.

    In English a model is called as its class is, and a column by its name. The catalogue of the app has each,
    a model under the context "model", a column under "field". It is said once the models are there, and not
    in each of them: so no word asks for a migration.
    """
    for model in app.get_models():
        if is_named_as_class(model):
            name = model._meta.verbose_name_raw
            model._meta.verbose_name = translation.npgettext_lazy("model", name, plural_name(name), 1)
            model._meta.verbose_name_plural = translation.npgettext_lazy("model", name, plural_name(name), 2)
        for field in fields_named_as_columns(model):
            field.verbose_name = translation.pgettext_lazy("field", str(field.verbose_name))


def is_named_as_class(model: type[models.Model]) -> bool:
    """Whether nobody has named it otherwise, as Django does with users."""
    return "verbose_name" not in model._meta.original_attrs


def fields_named_as_columns(model: type[models.Model]) -> "list[models.Field[Any, Any]]":
    """The columns without another name; not the numbers of rows, which Django names."""
    return [
        field
        for field in model._meta.get_fields()
        if isinstance(field, models.Field)
        and not field.auto_created
        and "verbose_name" not in field.deconstruct()[3]
    ]


def rows_name(model: type[models.Model]) -> str:
    """What rows of a model are called wherever English is read: "live games"."""
    return plural_name(model._meta.verbose_name_raw)


def plural_name(name: str) -> str:
    """What several are called: matches, entries, shared dice."""
    if name.endswith(SAME):
        return name
    if name.endswith("y") and name[-2] not in "aeiou":
        return f"{name[:-1]}ies"
    return f"{name}es" if name.endswith(("s", "x", "ch", "sh")) else f"{name}s"
