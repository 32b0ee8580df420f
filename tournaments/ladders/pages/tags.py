"""What a ladder's page shows its visitor."""

from collections.abc import Mapping
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from matches.base.translation import code_word
from matches.players.models import Player
from tournaments.ladders.selectors import StepRow

register = template.Library()


@register.filter
def ladder_opponent_info(near: Mapping[int, Any] | str | None, player: int) -> Any:
    """What the visitor's page knows of challenging a player; nothing where nobody is logged in."""
    return near.get(player) if isinstance(near, Mapping) else None


@register.simple_tag
def describe_ladder_step(row: StepRow) -> SafeString:
    """Why somebody moved: a sentence in which the players' names lead to their pages."""
    links = {
        "name": link_on_ladder(row.player),
        "other": "" if row.other is None else link_on_ladder(row.other),
    }
    return mark_safe(escape(code_word(row.step.cause, "ladder_cause")) % links)


def link_on_ladder(player: Player) -> SafeString:
    return format_html('<a href="{}">{}</a>', reverse("pages-matches:player", args=[player.pk]), player.name)
