"""Sessions as pages show them: balances with their sign, and the rules that were played by."""

from django import template
from django.utils.translation import gettext as _

from matches.sessions.models import MoneySession

register = template.Library()


@register.filter
def signed(points: int) -> str:
    """Points won or lost: "+4", "−3", "0"."""
    return f"+{points}" if points > 0 else f"−{-points}" if points < 0 else "0"


@register.filter
def session_rules(session: MoneySession) -> list[str]:
    """By what a session was played, as far as it is known."""
    rules = session.played_by
    found = []
    if rules.jacoby is not None:
        found.append(_("Jacoby rule") if rules.jacoby else _("without the Jacoby rule"))
    if rules.beavers is not None:
        found.append(_("beavers") if rules.beavers else _("without beavers"))
    if rules.automatic_doubles:
        found.append(_("automatic doubles: up to %(number)s") % {"number": rules.automatic_doubles})
    return found
