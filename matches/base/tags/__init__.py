"""Words for codes: what programs compare, said to people in their language."""

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any, NamedTuple

import qrcode
from django import template
from django.conf import settings
from django.db.models import Model
from django.template import Context
from django.urls import reverse
from django.utils import timezone
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.timesince import timeuntil
from django.utils.translation import gettext as _
from qrcode.image.svg import SvgPathImage

import engine
from engine import RuleError
from engine.options import CHOSEN
from engine.words import Text, printable_text
from matches.base.markdown import render_markdown, summarise_markdown
from matches.base.problems import SENTENCE, sentence_with_advice
from matches.base.times import describe_day, describe_moment
from matches.base.translation import code_word, join_words, restored_text, translate_text
from matches.hooks import MenuEntry, ShownSection, menu_entries, sections_shown

from .icons import ICONS
from .regions import region

register = template.Library()
register.tag(region)


class MenuLink(NamedTuple):
    """A page that every page leads to; is_here: this page is of it; is_page: this page is it."""

    entry: MenuEntry
    is_here: bool
    is_page: bool


@register.simple_tag(takes_context=True)
def menu_links(context: Context) -> list[MenuLink]:
    """The pages that every page leads to, and which of them this one belongs to."""
    request = context.get("request")
    here = "" if request is None else request.path
    links = []
    for entry in menu_entries():
        address = reverse(entry.page)
        is_page = here == address
        links.append(MenuLink(entry, is_page or (address != "/" and here.startswith(address)), is_page))
    return links


@register.simple_tag(takes_context=True)
def sections_in(context: Context, row: Model, place: str) -> list[ShownSection]:
    """What rooms show of a row in one place, where its page has asked for nothing before."""
    return sections_shown(row, context["request"], [place])[place]


@register.simple_tag
def icon(name: str) -> str:
    """A drawing beside a word; readers of the page hear only the word."""
    return mark_safe(
        f'<svg class="icon" width="20" height="20" viewBox="0 0 24 24" aria-hidden="true">{ICONS[name]}</svg>'
    )


@register.filter
def initials(name: str) -> str:
    """The first letters of a name's first two words."""
    return "".join(word[0] for word in re.split(r"[\s._+-]+", name) if word)[:2].upper()


@register.simple_tag
def moment(when: datetime, form: str = "DATETIME_FORMAT") -> SafeString:
    """A time, in the zone and the language in force; `form` is one of config.formats."""
    return format_html(
        '<time datetime="{}">{}</time>', when.astimezone(UTC).isoformat(), describe_moment(when, form)
    )


@register.simple_tag
def moment_until(when: datetime) -> SafeString:
    """A time that is to come, and how long it is until then: "21:40, in 27 minutes"."""
    today = timezone.localtime(when).date() == timezone.localdate()
    written = moment(when, "TIME_FORMAT" if today else "SHORT_DATETIME_FORMAT")
    if when <= timezone.now():
        return written
    return mark_safe(_("%(moment)s, in %(left)s") % {"moment": written, "left": escape(timeuntil(when))})


@register.filter
def day(when: date | None, form: str = "DATE_FORMAT") -> str:
    """A day, in the language in force; nothing of none."""
    return describe_day(when, form) if when else ""


@register.filter
def in_percent(share: float | None) -> str:
    """12.5 %, or a dash where there is nothing to take a share of."""
    return "–" if share is None else _("%(share)s %%") % {"share": f"{100 * share:.1f}"}


@register.inclusion_tag("base/_link_preview.html", takes_context=True)
def link_preview(
    context: Context,
    title: str,
    *parts: str,
    text: str = "",
    picture: Any = None,
    pictured: Sequence[ShownSection] = (),
    feed: str = "",
) -> dict[str, Any]:
    """What is shown of the page where its address is shared: for everybody, so nothing that is private.

    parts: what it is besides its title, in a few words each. text: Markdown. picture: a Picture. pictured:
    what other rooms show in its place. feed: the path of its calendar.
    """
    request = context.get("request")
    description = " · ".join(filter(None, (*map(str, parts), summarise_markdown(text))))
    return {
        "title": title,
        "description": description,
        "address": settings.PUBLIC_URL + (request.path if request else ""),
        "picture": picture,
        "pictured": pictured,
        "picture_address": settings.PUBLIC_URL + picture.address if picture else "",
        "feed": feed,
    }


@register.simple_tag
@lru_cache(maxsize=1024)
def qr_code(text: str) -> SafeString:
    """A QR code as SVG that stands in a page."""
    drawn: str = qrcode.make(text, image_factory=SvgPathImage, border=2).to_string(encoding="unicode")
    return mark_safe(drawn)


@register.filter
def public_address(path: str) -> str:
    """A path of the service as it is typed elsewhere."""
    return f"{settings.PUBLIC_URL}{path}"


@register.filter
def webcal_address(path: str) -> str:
    """By what a program for calendars subscribes to one at a path."""
    return f"webcal://{settings.PUBLIC_URL.partition('://')[2]}{path}"


register.filter(translate_text)


register.filter(code_word)


@register.simple_tag
def badge(code: str, table: str) -> SafeString:
    """How far something has come, in its colour and in a word."""
    return format_html('<span class="badge {}">{}</span>', code, code_word(code, table))


register.filter(join_words)


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
