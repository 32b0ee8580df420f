"""What any page shows: the menu, times and shares."""

from datetime import UTC, datetime

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from matches.hooks import menu

register = template.Library()
register.simple_tag(menu)


@register.simple_tag
def when(moment: datetime) -> SafeString:
    """A time, in UTC."""
    moment = moment.astimezone(UTC)
    return format_html('<time datetime="{}">{} UTC</time>', moment.isoformat(), f"{moment:%Y-%m-%d %H:%M}")


@register.filter
def percent(share: float | None) -> str:
    """12.5 %, or a dash where there is nothing to take a share of."""
    return "–" if share is None else f"{100 * share:.1f} %"
