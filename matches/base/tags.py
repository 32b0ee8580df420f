"""Words for codes: what programs compare, said to people in their language."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

import engine
from engine import RuleError
from engine.options import CHOSEN
from engine.words import Text, printable_text
from matches.hooks import menu_entries

from .markdown import render_markdown, summarise_markdown
from .problems import SENTENCE, sentence_with_advice
from .translation import code_word, restored_text, translate_text

register = template.Library()

register.simple_tag(menu_entries)


@register.simple_tag
def utc_time(moment: datetime) -> SafeString:
    """A time, in UTC."""
    moment = moment.astimezone(UTC)
    return format_html('<time datetime="{}">{} UTC</time>', moment.isoformat(), f"{moment:%Y-%m-%d %H:%M}")


@register.filter
def in_percent(share: float | None) -> str:
    """12.5 %, or a dash where there is nothing to take a share of."""
    return "–" if share is None else f"{100 * share:.1f} %"


register.filter(translate_text)


register.filter(code_word)


register.filter("markdown", render_markdown)


register.filter("markdown_summary", summarise_markdown)


@register.filter
def variant_name(code: str) -> str:
    """What a variant is called."""
    return translate_text(engine.playable_variant(code).name)


@register.filter
def chosen_rules(options: Mapping[str, Any], variant: str) -> list[str]:
    """What an event decided where the rules leave a choice, in words; what is usual needs none."""
    chosen = [CHOSEN[name].get(value) for name, value in options.items() if name in CHOSEN]
    known = engine.playable_variant(variant).options
    for name, value in (options.get("variant") or {}).items():
        chosen.append(known[name].chosen.get(value))
    return [translate_text(text) for text in chosen if text is not None]


@register.filter
def refusal_title(refusal: RuleError | str) -> str:
    """The title of a refusal in the reader's language; nothing for what a form said."""
    return "" if isinstance(refusal, str) else translate_text(Text(refusal.title))


@register.filter
def refusal_sentence(refusal: RuleError | str) -> str:
    """What a refusal says, in the reader's language."""
    if isinstance(refusal, str):
        return refusal
    return printable_text(translate_text(sentence_with_advice(refusal)))


@register.filter
def stored_sentence(stored: Mapping[str, Any], member: str) -> str:
    """What a stored object says, in the reader's language; without a sentence, as its member has it."""
    return printable_text(translate_text(restored_text(stored.get(SENTENCE, stored[member]))))


@register.filter
def known_text(text: str) -> str:
    """A stored text without places of its own, in the reader's language if there is a word for it."""
    return translate_text(Text(text))
