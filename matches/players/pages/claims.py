"""Pages of claims: a login asks for its player."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from matches.accounts.access import login_of_page
from matches.base.forms import RowForm
from matches.players import services
from matches.players.models import Claim, Player
from matches.players.selectors import claims_concerning, own_claim

from .forms import ClaimAnswerForm, ClaimForm, ClaimObjectionForm
from .profile import player_address


def show_claims(
    request: HttpRequest, sent: RowForm | None = None, *, claimed: Player | None = None
) -> HttpResponse:
    """sent: what was refused, in the place of the form that it is; `claimed`: whom it asks for."""
    user = login_of_page(request)
    answered, doubted = claims_concerning(user)
    context = {
        "own": own_claim(user),
        "answered": [(claim, ClaimAnswerForm.among(sent, row=claim.pk)) for claim in answered],
        "doubted": [(claim, ClaimObjectionForm.among(sent, row=claim.pk)) for claim in doubted],
        "claimed": claimed,
        "sent": sent,
    }
    status = 200 if sent is None else sent.page_status
    return render(request, "players/claims.html", context, status=status)


@require_GET
@login_required
def claims_page(request: HttpRequest) -> HttpResponse:
    """The own claim, and those that the visitor may answer or object to."""
    return show_claims(request)


@require_POST
@login_required
def claim_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that a player is oneself."""
    player, actor = get_object_or_404(Player, pk=pk), login_of_page(request)
    form = ClaimForm(request.POST, row=pk)
    if not form.submit(lambda sent: services.claim_make(actor=actor, player_id=pk, **sent)):
        return show_claims(request, form, claimed=player)
    return redirect(player_address(pk))


@require_POST
@login_required
def claim_answer_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Agree to a claim, refuse it, take it back."""
    get_object_or_404(Claim, pk=pk)
    actor, form = login_of_page(request), ClaimAnswerForm(request.POST, row=pk)
    if not form.submit(lambda sent: services.claim_answer(actor=actor, claim_id=pk, **sent)):
        return show_claims(request, form)
    return redirect("pages-matches:claims")


@require_POST
@login_required
def claim_object_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Doubt a claim; staff decides it then."""
    get_object_or_404(Claim, pk=pk)
    actor, form = login_of_page(request), ClaimObjectionForm(request.POST, row=pk)
    if not form.submit(lambda sent: services.claim_object(actor=actor, claim_id=pk, **sent)):
        return show_claims(request, form)
    return redirect("pages-matches:claims")
