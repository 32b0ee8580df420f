"""Pages on the dice of transcripts."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from matches.accounts.access import forbid_without_role
from matches.dice.selectors import match_dice, player_dice
from matches.play.selectors import match_list
from matches.players.models import Player

from .tags import check_rows


@require_safe
def match_dice_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The dice of each transcript, and what they share with other matches; for directors."""
    match = get_object_or_404(match_list(), pk=pk)
    with forbid_without_role():
        dice = match_dice(request.user, match)
    return render(request, "dice/match_dice.html", {"match": match, "dice": dice})


@require_safe
def player_dice_page(request: HttpRequest, pk: int) -> HttpResponse:
    """A player's dice over the matches that the visitor directs."""
    player = get_object_or_404(Player, pk=pk)
    with forbid_without_role():
        dice = player_dice(request.user, player)
    context = {
        "player": player,
        "dice": dice,
        "rows": check_rows(dice.scrutiny),
        "names": [player.name, gettext("Opponents")],
    }
    return render(request, "dice/player_dice.html", context)
