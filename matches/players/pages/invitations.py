"""The page of invitations: what one is asked, and has asked."""

from functools import partial

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from engine import RuleError
from matches.accounts.access import act_and_redirect, form_page_status, login_of_page
from matches.hooks import invitation_kinds
from matches.players import services
from matches.players.selectors import (
    concerns_invitation,
    invitation_list,
    invitations_made,
    invitations_to_answer,
)

from .forms import InvitationAnswerForm


def show_invitations(request: HttpRequest, refusal: RuleError | str | None = None) -> HttpResponse:
    user, kinds = login_of_page(request), invitation_kinds()
    context = {
        "asked": [(each, kinds[each.kind].sentence(each)) for each in invitations_to_answer(user)],
        "made": [(each, kinds[each.kind].sentence(each)) for each in invitations_made(user)],
        "refusal": refusal,
    }
    return render(request, "players/invitations.html", context, status=form_page_status(refusal))


@require_GET
@login_required
def invitations_page(request: HttpRequest) -> HttpResponse:
    """What waits for the visitor's answer, and what the visitor has asked of others."""
    return show_invitations(request)


@require_POST
@login_required
def invitation_answer_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Accept an invitation, decline it, take it back."""
    if not concerns_invitation(login_of_page(request), get_object_or_404(invitation_list(), pk=pk)):
        raise Http404

    def act(form: InvitationAnswerForm) -> None:
        services.invitation_answer(actor=login_of_page(request), invitation_id=pk, **form.cleaned_data)

    return act_and_redirect(
        InvitationAnswerForm(request.POST),
        act,
        partial(show_invitations, request),
        reverse("pages-matches:invitations"),
    )
