"""The page of invitations: what one is asked, and has asked."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from matches.accounts.access import login_of_page
from matches.hooks import invitation_kinds
from matches.players import services
from matches.players.selectors import (
    concerns_invitation,
    invitation_list,
    invitations_made,
    invitations_to_answer,
)

from .forms import InvitationAnswerForm


def show_invitations(request: HttpRequest, sent: InvitationAnswerForm | None = None) -> HttpResponse:
    """sent: the answer that was refused, in its place."""
    user, kinds = login_of_page(request), invitation_kinds()
    context = {
        "asked": [
            (each, kinds[each.kind].sentence(each), InvitationAnswerForm.among(sent, row=each.pk))
            for each in invitations_to_answer(user)
        ],
        "made": [(each, kinds[each.kind].sentence(each)) for each in invitations_made(user)],
        "sent": sent,
    }
    status = 200 if sent is None else sent.page_status
    return render(request, "players/invitations.html", context, status=status)


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
    actor, form = login_of_page(request), InvitationAnswerForm(request.POST, row=pk)
    if not form.submit(lambda sent: services.invitation_answer(actor=actor, invitation_id=pk, **sent)):
        return show_invitations(request, form)
    return redirect("pages-matches:invitations")
