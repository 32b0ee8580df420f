"""What a player does about the own profile, and officials about players: claims, merges, releases."""

from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_GET, require_POST

from engine import RuleError
from matches import services
from matches.doors import for_directors
from matches.models import Claim, Merge, Player
from matches.permissions import may, require
from matches.selectors import (
    claim_waiting,
    claims_to_answer,
    merge_list,
    player_holdings,
    player_list,
    private_choices,
)

from .acting import acted, status_of, visitor
from .forms import (
    ClaimAnswerForm,
    ClaimForm,
    ConfirmForm,
    MergeForm,
    ProfileForm,
    WhyForm,
    misspelt,
)

PER_PAGE = 50


def player_at(pk: int) -> str:
    return reverse("pages-matches:player", args=[pk])


# -- The own profile


def profile(request: HttpRequest, player: Player, refusal: RuleError | str | None = None) -> HttpResponse:
    with for_directors():
        require(visitor(request), "player_edit", player)
    asked = request.POST
    context = {
        "player": player,
        "refusal": refusal,
        "name": asked.get("name", player.name),
        "aliases": asked.get("aliases", "\n".join(alias.name for alias in player.aliases.all())),
        "country": asked.get("country", player.country),
        "bio": asked.get("bio", player.bio),
        "federations": asked.get("federations", "\n".join(map(str, player.federation_numbers.all()))),
        "parts": [
            (part, part in (asked.getlist("private") if "name" in asked else player.private))
            for part in private_choices()
        ],
        "may_export": may(request.user, "player_export", player),
        "may_anonymise": may(request.user, "player_anonymise", player) and player.kind == Player.Kind.PERSON,
        "may_release": may(request.user, "player_release", player) and player.user_id is not None,
    }
    return render(request, "matches/profile.html", context, status=status_of(refusal))


def edited(pk: int) -> Player:
    return get_object_or_404(player_list(), pk=pk)


@require_GET
@login_required
def profile_page(request: HttpRequest, pk: int) -> HttpResponse:
    """The profile, to be edited; what is held on the player; the way out."""
    return profile(request, edited(pk))


@require_POST
@login_required
def profile_edit_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Change the profile."""
    player = edited(pk)

    def act(form: ProfileForm) -> None:
        services.player_edit(actor=visitor(request), player_id=pk, **form.cleaned_data)

    return acted(ProfileForm(request.POST), act, partial(profile, request, player), player_at(pk))


@require_GET
@login_required
def holdings_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Everything that is held on the player, as a file."""
    player = edited(pk)
    with for_directors():
        held = player_holdings(visitor(request), player, timezone.now())
    name = f'attachment; filename="player-{player.pk}.json"'
    shown = {"ensure_ascii": False, "indent": 1}
    return JsonResponse(held, headers={"Content-Disposition": name}, json_dumps_params=shown)


@require_POST
@login_required
def anonymise_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove what names the person, for good."""
    player = edited(pk)

    def act(form: ConfirmForm) -> None:
        services.player_anonymise(actor=visitor(request), player_id=pk, **form.cleaned_data)

    return acted(ConfirmForm(request.POST), act, partial(profile, request, player), player_at(pk))


@require_POST
@login_required
def release_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the player from its login."""
    player = edited(pk)

    def act(form: WhyForm) -> None:
        services.player_release(actor=visitor(request), player_id=pk, **form.cleaned_data)

    return acted(WhyForm(request.POST), act, partial(profile, request, player), player_at(pk))


# -- Claims


def claims(request: HttpRequest, refusal: RuleError | str | None = None) -> HttpResponse:
    user = visitor(request)
    context = {"own": claim_waiting(user), "waiting": claims_to_answer(user), "refusal": refusal}
    return render(request, "matches/claims.html", context, status=status_of(refusal))


@require_GET
@login_required
def claims_page(request: HttpRequest) -> HttpResponse:
    """The own claim, and those that the visitor may answer."""
    return claims(request)


@require_POST
@login_required
def claim_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that a player is oneself."""
    get_object_or_404(Player, pk=pk)

    def act(form: ClaimForm) -> None:
        services.claim_make(actor=visitor(request), player_id=pk, **form.cleaned_data)

    return acted(ClaimForm(request.POST), act, partial(claims, request), player_at(pk))


@require_POST
@login_required
def claim_answer_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Agree to a claim, refuse it, take it back."""
    get_object_or_404(Claim, pk=pk)

    def act(form: ClaimAnswerForm) -> None:
        services.claim_answer(actor=visitor(request), claim_id=pk, **form.cleaned_data)

    return acted(
        ClaimAnswerForm(request.POST),
        act,
        partial(claims, request),
        reverse("pages-matches:claims"),
    )


# -- Merges


def merges(
    request: HttpRequest, refusal: RuleError | str | None = None, preview: object = None
) -> HttpResponse:
    with for_directors():
        require(visitor(request), "players_merge")
    page = Paginator(merge_list(), PER_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {"page": page, "refusal": refusal, "preview": preview, "asked": request.POST}
    return render(request, "matches/merges.html", context, status=status_of(refusal))


@require_GET
@login_required
def merges_page(request: HttpRequest) -> HttpResponse:
    """Every merge, and the form for another."""
    return merges(request)


@require_POST
@login_required
def merge_page(request: HttpRequest) -> HttpResponse:
    """Show what a merge would bring along; with a reason, when that was seen, make it."""
    form = MergeForm(request.POST)
    if not form.is_valid():
        return merges(request, misspelt(form))
    sent = form.cleaned_data
    kept, absorbed = (get_object_or_404(Player, pk=sent[name]) for name in ("kept", "absorbed"))
    try:
        if "make" in request.POST and sent["reason"]:
            services.players_merge(
                actor=visitor(request), kept=kept, absorbed=absorbed, reason=sent["reason"]
            )
            return redirect(player_at(kept.pk))
        preview = services.merge_preview(actor=visitor(request), kept=kept, absorbed=absorbed)
    except RuleError as refusal:
        return merges(request, refusal)
    return merges(request, preview=preview)


@require_POST
@login_required
def merge_undo_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a merge back."""
    merge = get_object_or_404(Merge.objects.select_related("kept", "absorbed", "login"), pk=pk)

    def act(form: WhyForm) -> None:
        services.merge_undo(actor=visitor(request), merge=merge, **form.cleaned_data)

    return acted(
        WhyForm(request.POST),
        act,
        partial(merges, request),
        reverse("pages-matches:merges"),
    )
