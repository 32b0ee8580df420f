"""Pages of claims: a login asks for its player."""

from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from engine import RuleError
from matches.accounts.access import act_and_redirect, form_page_status, login_of_page
from matches.players import services
from matches.players.models import Claim, Player
from matches.players.selectors import claims_concerning, own_claim

from .forms import ClaimAnswerForm, ClaimForm, WhyForm
from .profile import player_address

# -- Claims


def show_claims(request: HttpRequest, refusal: RuleError | str | None = None) -> HttpResponse:
    user = login_of_page(request)
    answered, doubted = claims_concerning(user)
    context = {"own": own_claim(user), "answered": answered, "doubted": doubted, "refusal": refusal}
    return render(request, "players/claims.html", context, status=form_page_status(refusal))


@require_GET
@login_required
def claims_page(request: HttpRequest) -> HttpResponse:
    """The own claim, and those that the visitor may answer or object to."""
    return show_claims(request)


@require_POST
@login_required
def claim_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that a player is oneself."""
    get_object_or_404(Player, pk=pk)

    def act(form: ClaimForm) -> None:
        services.claim_make(actor=login_of_page(request), player_id=pk, **form.cleaned_data)

    return act_and_redirect(ClaimForm(request.POST), act, partial(show_claims, request), player_address(pk))


@require_POST
@login_required
def claim_answer_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Agree to a claim, refuse it, take it back."""
    get_object_or_404(Claim, pk=pk)

    def act(form: ClaimAnswerForm) -> None:
        services.claim_answer(actor=login_of_page(request), claim_id=pk, **form.cleaned_data)

    return act_and_redirect(
        ClaimAnswerForm(request.POST),
        act,
        partial(show_claims, request),
        reverse("pages-matches:claims"),
    )


@require_POST
@login_required
def claim_object_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Doubt a claim; staff decides it then."""
    get_object_or_404(Claim, pk=pk)

    def act(form: WhyForm) -> None:
        services.claim_object(actor=login_of_page(request), claim_id=pk, **form.cleaned_data)

    return act_and_redirect(
        WhyForm(request.POST), act, partial(show_claims, request), reverse("pages-matches:claims")
    )
