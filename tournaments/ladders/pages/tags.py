"""What a ladder's page shows its visitor."""

from collections.abc import Mapping
from typing import Any

from django import template

register = template.Library()


@register.filter
def opponent_info(near: Mapping[int, Any] | str | None, player: int) -> Any:
    """What the visitor's page knows of challenging a player; nothing where nobody is logged in."""
    return near.get(player) if isinstance(near, Mapping) else None
