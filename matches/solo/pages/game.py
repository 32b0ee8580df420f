"""A game against the computer on its page: the board, what can be done, and how it stands."""

from typing import Any

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from engine import RuleError
from engine.fair_dice import MOST_CONTRIBUTION, seal_of
from matches.base.forms import PageForm
from matches.base.pages import is_done
from matches.solo import services
from matches.solo.models import KeptSoloGame
from matches.solo.selectors import solo_game
from matches.solo.services import Table, table_of, transcript_of

from .board import shown_of

STEPS = 3
NOWHERE = -2


class ContributionForm(PageForm):
    """With what a game begins."""

    contribution = forms.CharField(
        required=False,
        strip=False,
        max_length=4 * MOST_CONTRIBUTION,
        label=_("Your word"),
        help_text=_("Anything that comes to your mind. It is mixed into every roll."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "autofocus": True}),
    )


def row_of_page(key: str) -> KeptSoloGame:
    """The game of an address. Raises Http404."""
    try:
        return solo_game(key)
    except KeptSoloGame.DoesNotExist:
        raise Http404 from None


@require_safe
def solo_game_page(request: HttpRequest, key: str) -> HttpResponse:
    """A game as it stands, or the seal that it begins with."""
    return game_answer(request, table_of(row_of_page(key)))


@require_POST
def solo_begin_page(request: HttpRequest, key: str) -> HttpResponse:
    """Mixes the player's word in, and throws the first dice."""
    row, form = row_of_page(key), ContributionForm(request.POST)
    if form.submit(lambda sent: services.solo_begin(key=key, **sent)):
        return redirect("pages-matches:solo-game", key)
    return game_answer(request, table_of(row), form=form)


@require_POST
def solo_act_page(request: HttpRequest, key: str) -> HttpResponse:
    """Does what a button says, with all that follows; the whole page, or the game alone for the script."""
    sent = request.POST
    try:
        if not getattr(request, "htmx", False):
            is_done(request, lambda: acted(key, sent))
            return redirect("pages-matches:solo-game", key)
        return game_answer(request, acted(key, sent))
    except KeptSoloGame.DoesNotExist:
        raise Http404 from None
    except RuleError as refusal:
        return game_answer(request, table_of(row_of_page(key)), refusal=refusal)


def acted(key: str, sent: Any) -> Table:
    """Do what was sent: "roll", "step 13 8 5", "resign 2", "end", "give-up" or "settings"."""
    action, *given = sent.get("act", "").split() or [""]
    if action == "end":
        return services.solo_end(key=key)
    if action == "give-up":
        return services.solo_give_up(key=key)
    if action == "settings":
        return services.solo_settings_change(
            key=key,
            passes_by_itself=bool(sent.get("passes_by_itself")),
            rolls_by_itself=bool(sent.get("rolls_by_itself")),
        )
    numbers = [int(each) for each in given[:STEPS] if each.isascii() and each.isdecimal()]
    place = sent.get("place", "")
    return services.solo_act(
        key=key,
        place=int(place) if place.isascii() and place.isdecimal() and len(place) < 8 else NOWHERE,
        action=action,
        given=numbers,
    )


@require_safe
def solo_transcript_page(request: HttpRequest, key: str) -> HttpResponse:
    """What was played as a file."""
    return HttpResponse(
        transcript_of(row_of_page(key)),
        content_type="text/plain; charset=utf-8",
        headers={"Content-Disposition": 'attachment; filename="solo.mat"'},
    )


def game_answer(
    request: HttpRequest,
    table: Table,
    *,
    form: ContributionForm | None = None,
    refusal: RuleError | None = None,
) -> HttpResponse:
    """The page of a game, or the part that the script puts in its place."""
    part_only = bool(getattr(request, "htmx", False))
    context = {
        "game": table.row,
        "seal": seal_of(table.row.seed),
        "form": form or ContributionForm(),
        **shown_of(table, refusal),
    }
    status = form.page_status if form is not None else 409 if refusal is not None else 200
    response = render(request, "solo/_game.html" if part_only else "solo/game.html", context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    patch_cache_control(response, private=True, no_store=True)
    return response
