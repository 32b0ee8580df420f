"""What a player does about the own profile, and officials about players: claims, merges, releases."""

from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from engine import RuleError
from matches.accounts.access import act_and_redirect, forbid_without_role, form_page_status, login_of_page
from matches.accounts.permissions import may_do_action, require_permission
from matches.players import services
from matches.players.models import EntryConsent, Player
from matches.players.selectors import (
    player_list,
    player_personal_data,
    private_choices,
)

from .account import data_file
from .forms import ConfirmForm, ProfileForm, WhyForm, country_choices
from .player import show_player


def player_address(pk: int) -> str:
    return reverse("pages-matches:player", args=[pk])


# -- The own profile


def show_profile(
    request: HttpRequest, player: Player, refusal: RuleError | str | None = None
) -> HttpResponse:
    with forbid_without_role():
        require_permission(login_of_page(request), "player_edit", player)
    asked = request.POST
    context = {
        "player": player,
        "refusal": refusal,
        "name": asked.get("name", player.name),
        "reading": asked.get("reading", player.reading),
        "aliases": asked.get("aliases", "\n".join(alias.name for alias in player.aliases.all())),
        "country": asked.get("country", player.country),
        "countries": country_choices(),
        "bio": asked.get("bio", player.bio),
        "federations": asked.get("federations", "\n".join(map(str, player.federation_numbers.all()))),
        "entry_consents": EntryConsent.values,
        "entered_by": asked.get("entered_by", player.entered_by),
        "contact": asked.get("contact", player.contact),
        "parts": [
            (part, part in asked.getlist("public") if "name" in asked else part not in player.private)
            for part in private_choices()
        ],
        "may_export": may_do_action(request.user, "player_export", player),
        "may_anonymise": may_do_action(request.user, "player_anonymise", player)
        and player.kind == Player.Kind.PERSON,
        "may_release": may_do_action(request.user, "player_release", player) and player.user_id is not None,
    }
    return render(request, "players/profile.html", context, status=form_page_status(refusal))


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
    player = editable_player(pk)

    def act(form: ProfileForm) -> None:
        services.player_edit(actor=login_of_page(request), player_id=pk, **form.cleaned_data)

    return act_and_redirect(
        ProfileForm(request.POST), act, partial(show_profile, request, player), player_address(pk)
    )


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
    player = editable_player(pk)

    def act(form: ConfirmForm) -> None:
        services.player_anonymise(actor=login_of_page(request), player_id=pk, **form.cleaned_data)

    return act_and_redirect(
        ConfirmForm(request.POST), act, partial(show_profile, request, player), player_address(pk)
    )


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
    player = editable_player(pk)

    def act(form: WhyForm) -> None:
        services.player_release(actor=login_of_page(request), player_id=pk, **form.cleaned_data)

    return act_and_redirect(
        WhyForm(request.POST), act, partial(show_profile, request, player), player_address(pk)
    )
