"""What dice add to pages of other rooms."""

from django.http import HttpRequest

from matches.dice.selectors import shared_dice_for_viewer
from matches.hooks import PageContext, Section
from matches.play.models import Match


class MatchDice(Section):
    """What the dice of a match share with those of others, for directors."""

    subject = Match
    templates = {"directors": "dice/_match_dice.html"}

    def context(self, row: Match, request: HttpRequest, page: PageContext) -> PageContext | None:
        shared = shared_dice_for_viewer(request.user, row, Match.objects.filter(pk=row.pk))
        return None if shared is None else {"shared": shared}
