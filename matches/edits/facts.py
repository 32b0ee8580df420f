"""An edit in a sentence: each column by what people call it, with what it was and what it is."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _

from matches.base.times import describe_day, describe_moment
from matches.base.translation import code_word, join_sentences, join_words, word_tables
from matches.facts.archive import value_from_export
from matches.pictures.models import Picture

from .models import Edit

SHORT = 80


def edited_rows_load(facts: Sequence[Edit]) -> None:
    """Fetch the rows that columns named before or after: one query for each model that any of them names."""
    named: dict[Any, set[int]] = defaultdict(set)
    for fact in facts:
        for name, values in fact.changes.items():
            column = fact.subject_column(name)
            if column.is_relation and column.related_model is not Picture:
                named[column.related_model].update(value for value in values if value is not None)
    found = {model: model._base_manager.in_bulk(numbers) for model, numbers in named.items() if numbers}
    for fact in facts:
        fact.edited_rows = found


def describe_edit(fact: Edit) -> str:
    """What was changed of the subject, column by column; long texts by their names alone."""
    columns = sorted(map(fact.subject_column, fact.changes))
    changed = [column.name for column in columns]
    sentences = join_sentences(describe_change(fact, name, *fact.changes[name]) for name in changed)
    if fact.undoes is not None:
        return _("Taken back: %(changes)s") % {"changes": sentences}
    return sentences


def describe_change(fact: Edit, name: str, before: Any, after: Any) -> str:
    words = word_tables()["edit_said"]
    said = f"{name}:{str(after).lower()}"
    if said in words:
        return str(words[said])
    shown = [said_value(fact, name, value) for value in (before, after)]
    values = {"field": code_word(name, "edited_field"), "before": shown[0], "after": shown[1]}
    if None in shown:
        return _("%(field)s: changed.") % values
    return _("%(field)s: %(after)s, was %(before)s.") % values


def said_value(fact: Edit, name: str, value: Any) -> str | None:
    """A value as people read it; None for what cannot be read in a sentence."""
    column = fact.subject_column(name)
    if column.related_model is Picture:
        return None
    found = value_from_export(column, value)
    if found is None or found == "":
        return _("nothing")
    if isinstance(found, bool):
        return _("yes") if found else _("no")
    if column.get_internal_type() == "DateTimeField":
        return describe_moment(found)
    if column.get_internal_type() == "DateField":
        return describe_day(found)
    if column.get_internal_type() == "TimeField":
        return f"{found:%H:%M}"
    if column.is_relation:
        row = fact.edited_rows.get(column.related_model, {}).get(found)
        return None if row is None else str(row)
    if column.get_internal_type() == "JSONField":
        plain = isinstance(found, list) and all(isinstance(each, int | str) for each in found)
        return join_words(found) or _("nothing") if plain else None
    return str(found) if len(str(found)) <= SHORT else None
