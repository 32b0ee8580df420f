"""What a player does about the own profile, and officials about players: claims, merges, releases."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from engine import RuleError
from matches.accounts.access import act_and_redirect, forbid_without_role, login_of_page
from matches.accounts.permissions import may_do_action, require_permission
from matches.base.forms import PageForm
from matches.base.pages import notify_done
from matches.players import services
from matches.players.models import Player
from matches.players.selectors import (
    player_list,
    player_personal_data,
    private_choices,
)

from .account import data_file
from .forms import ConfirmForm, ProfileForm, WhyForm
from .player import show_player


def player_address(pk: int) -> str:
    return reverse("pages-matches:player", args=[pk])


# -- The own profile


def show_profile(request: HttpRequest, player: Player, refused: PageForm | None = None) -> HttpResponse:
    """refused: what was sent and not done, in the place of the form that it is."""
    with forbid_without_role():
        require_permission(login_of_page(request), "player_edit", player)
    context = {
        "player": player,
        "profile_form": refused
        if isinstance(refused, ProfileForm)
        else ProfileForm(initial=profile_typed(player)),
        "release_form": WhyForm.among(refused),
        "anonymise_form": ConfirmForm.among(refused),
        "may_export": may_do_action(request.user, "player_export", player),
        "may_anonymise": may_do_action(request.user, "player_anonymise", player)
        and player.kind == Player.Kind.PERSON,
        "may_release": may_do_action(request.user, "player_release", player) and player.user_id is not None,
    }
    status = 200 if refused is None else refused.page_status
    return render(request, "players/profile.html", context, status=status)


def profile_typed(player: Player) -> dict[str, object]:
    """A profile as its form has it."""
    return {
        "name": player.name,
        "reading": player.reading,
        "aliases": "\n".join(alias.name for alias in player.aliases.all()),
        "country": player.country,
        "bio": player.bio,
        "federations": "\n".join(map(str, player.federation_numbers.all())),
        "entered_by": player.entered_by,
        "contact": player.contact,
        "public": [part for part in private_choices() if part not in player.private],
    }


def editable_player(pk: int) -> Player:
    return get_object_or_404(player_list(), pk=pk)


@require_GET
@login_required
def profile_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The profile, to be edited; the personal data; the way out."""
    return show_profile(request, editable_player(pk))


@require_POST
@login_required
def profile_edit_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Change the profile."""
    player, actor, form = editable_player(pk), login_of_page(request), ProfileForm(request.POST)
    with forbid_without_role():
        require_permission(actor, "player_edit", player)
    if not form.submit(lambda sent: services.player_edit(actor=actor, player_id=pk, **sent)):
        return show_profile(request, player, form)
    notify_done(request, _("The profile is saved."))
    return redirect(player_address(pk))


@require_GET
@login_required
def personal_data_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The player's personal data, as a file."""
    player = editable_player(pk)
    with forbid_without_role():
        held = player_personal_data(login_of_page(request), player, timezone.now())
    return data_file(held, f"player-{player.pk}")


@require_POST
@login_required
def anonymise_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove what names the person, for good."""
    player, actor = editable_player(pk), login_of_page(request)
    form = ConfirmForm(request.POST)
    if not form.submit(lambda sent: services.player_anonymise(actor=actor, player_id=pk, **sent)):
        return show_profile(request, player, form)
    return redirect(player_address(pk))


@require_POST
@login_required
def anonymise_cancel_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Stop what waits: the player stays who it is."""
    player = editable_player(pk)

    def act(form: WhyForm) -> None:
        services.anonymisation_cancel(actor=login_of_page(request), player_id=pk, **form.cleaned_data)

    def again(refusal: RuleError | str) -> HttpResponse:
        return show_player(request, player, refusal)

    return act_and_redirect(WhyForm(request.POST), act, again, player_address(pk))


@require_POST
@login_required
def release_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the player from its login."""
    player, actor = editable_player(pk), login_of_page(request)
    form = WhyForm(request.POST)
    if not form.submit(lambda sent: services.player_release(actor=actor, player_id=pk, **sent)):
        return show_profile(request, player, form)
    return redirect(player_address(pk))
