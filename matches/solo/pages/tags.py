"""Template tags of solo games."""

from django import template

from engine.bots import BOTS
from matches.base.translation import translate_text

register = template.Library()


@register.filter
def bot_name(code: str) -> str:
    """What a computer player is called; its code if it is known no more."""
    return translate_text(BOTS[code].name) if code in BOTS else code


@register.filter
def mean_percent(part: float) -> str:
    """A part of the whole, such as 0.45, as "45 %"."""
    return f"{100 * part:.0f} %"
