"""What dice add to pages of other rooms."""

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest

from matches.hooks import Section
from matches.models import Match
from matches.selectors import shared_for


class MatchDice(Section):
    """What the dice of a match share with those of others, for directors."""

    subject = Match
    templates = {"directors": "matches/_match_dice.html"}

    def context(self, row: Match, request: HttpRequest, page: Mapping[str, Any]) -> dict[str, Any] | None:
        shared = shared_for(request.user, row, Match.objects.filter(pk=row.pk))
        return None if shared is None else {"shared": shared}
