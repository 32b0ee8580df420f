"""Template tags of solo games."""

from django import template

from matches.base.translation import translate_text
from matches.bots.errors import UnknownBot
from matches.bots.selectors import bot_of

register = template.Library()


@register.filter
def bot_name(code: str) -> str:
    """What a computer player is called; its code if it is known no more."""
    try:
        return translate_text(bot_of(code).name)
    except UnknownBot:
        return code
