"""Words for codes: what programs compare, said to people in their language."""

from collections import defaultdict
from collections.abc import Mapping
from functools import cache
from typing import Any

from django import template
from django.utils.functional import Promise

from engine import RuleError
from matches.hooks import declarations
from matches.translation import translated

register = template.Library()
register.filter(translated)


@cache
def word_tables() -> dict[str, dict[str, str | Promise]]:
    """The words of all rooms, by table and code; several rooms may add to one table."""
    tables: dict[str, dict[str, str | Promise]] = defaultdict(dict)
    for name, words in declarations(lambda room: room.words.items()):
        tables[name].update(words)
    return dict(tables)


@register.filter
def word(code: str, kind: str) -> str | Promise:
    """The word for `code`; the code itself where there is none."""
    return word_tables()[kind].get(code, code)


@register.filter
def choices(options: Mapping[str, Any]) -> list[str | Promise]:
    """What an event decided where the rules leave a choice, in words."""
    decided = {**options, **(options.get("variant") or {})}
    codes = (f"{name}={value}".lower() for name, value in decided.items())
    known = word_tables()["option"]
    return [known[code] for code in codes if code in known]


@register.filter
def refusal_title(refusal: RuleError | str) -> str | Promise:
    """The title of a refusal in the reader's language; nothing for what a form said."""
    if isinstance(refusal, str):
        return ""
    return word_tables()["problem"].get(refusal.code, getattr(refusal, "title", ""))


@register.filter
def problem_title(problem: Mapping[str, Any]) -> str | Promise:
    """The title of a problem object in the reader's language, or as it was written."""
    title: str = problem["title"]
    return word_tables()["problem"].get(problem["code"], title)
