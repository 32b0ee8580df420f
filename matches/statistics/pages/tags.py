"""Figures of statistics as pages show them: brackets, and what part of the matches was won."""

from typing import Any

from django import template

from matches.base.tags import in_percent
from matches.statistics.rules import WinLossRecord

register = template.Library()

BAR_WIDTH, BAR_HEIGHT = 100, 8


@register.inclusion_tag("statistics/_won_bar.html")
def won_bar(record: WinLossRecord) -> dict[str, Any]:
    """The part of the matches that was won, as a bar."""
    return {
        "width": BAR_WIDTH,
        "height": BAR_HEIGHT,
        "won": f"{BAR_WIDTH * (record.rate or 0):.1f}",
        "rate": in_percent(record.rate),
    }
