"""The page of a player."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from engine import RuleError
from matches.accounts.access import form_page_status
from matches.accounts.models import User
from matches.accounts.permissions import Caller, may_do_action
from matches.facts.pages import facts_page
from matches.hooks import sections_shown
from matches.players.models import Player
from matches.players.rules.countries import country_flag
from matches.players.selectors import (
    former_names,
    own_claim,
    pending_anonymisation,
    player_list,
    private_choices,
    private_parts,
)


@require_safe
def player_facts_page(request: HttpRequest, pk: int) -> HttpResponse:
    return facts_page(request, "players/player_facts.html", get_object_or_404(Player, pk=pk))


@require_safe
def player_page(request: HttpRequest, pk: int) -> HttpResponse:
    """A player's names and profile, and what other rooms know of the player."""
    player = get_object_or_404(player_list(), pk=pk)
    if player.stand_in_id is not None:
        return redirect("pages-matches:player", player.stand_in_id)
    return show_player(request, player)


def show_player(request: HttpRequest, player: Player, refusal: RuleError | str | None = None) -> HttpResponse:
    context = {"player": player, "refusal": refusal, **profile_shown(request, player)}
    return render(request, "players/player.html", context, status=form_page_status(refusal))


def profile_shown(request: HttpRequest, player: Player) -> dict[str, Any]:
    """What of the profile this visitor sees, and what the visitor may do about it."""
    hidden, user = private_parts(player, request.user), request.user
    claim = own_claim(user) if isinstance(user, User) else None
    claimable = player.kind == Player.Kind.PERSON and player.user_id is None and not player.anonymised
    return {
        "shows": {part: part not in hidden for part in private_choices()},
        "flag": country_flag(player.country),
        "sections": sections_shown(player, request, ("head", "main"), hidden=hidden),
        "may_edit": not player.anonymised and may_do_action(user, "player_edit", player),
        "may_invite": claimable and may_do_action(user, "invitation_link_issue", player),
        "claim": claim,
        "former_names": former_names(player, user),
        **anonymisation_shown(player, user),
        "may_claim": isinstance(user, User)
        and claimable
        and claim is None
        and not Player.objects.filter(user=user).exists(),
    }


def anonymisation_shown(player: Player, viewer: Caller) -> dict[str, Any]:
    """What waits to be done to the player, for those who may stop it."""
    waiting = pending_anonymisation(player) if isinstance(viewer, User) else None
    may_stop = waiting is not None and may_do_action(viewer, "anonymisation_cancel", waiting)
    return {"anonymisation": waiting if may_stop else None}
