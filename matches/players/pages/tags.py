"""Players in lists: beside the name, the country of those who have made it public."""

from django import template
from django.utils.html import format_html

from matches.base.translation import code_word
from matches.players.models import Player
from matches.players.selectors import public_country

register = template.Library()


@register.filter
def country_badge(whose: Player | str) -> str:
    """The letters of a country, which is named to who points at it or listens; "" of none.

    Letters, as not every system has flags. whose: a player, or the code of a country that may be shown.
    """
    country = whose if isinstance(whose, str) else public_country(whose)
    if not country:
        return ""
    name = str(code_word(country, "country"))
    letters = format_html('<span aria-hidden="true">{}</span><span class="unseen">{}</span>', country, name)
    return format_html(' <span class="country" title="{}">{}</span>', name, letters)
