"""What pages of accounts show in words."""

from django import template

from matches.accounts.rules import devices

register = template.Library()


@register.filter
def device_words(user_agent: str) -> str:
    return devices.device_words(user_agent)
