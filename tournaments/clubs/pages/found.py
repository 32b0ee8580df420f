"""The page on which clubs are founded, or proposed to staff, who answer there."""

from functools import partial

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_http_methods, require_POST

from engine import RuleError
from matches.accounts.access import act_and_redirect, form_page_status, login_of_page
from matches.base.names import is_visible_name, tidy_name
from matches.base.pages import form_faults
from tournaments.clubs import services
from tournaments.clubs.models import Club
from tournaments.clubs.selectors import founding_for, proposals_concerning, proposals_waiting


class FoundForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name of the club"), max_length=80)
    note = forms.CharField(
        label=gettext_lazy("A word to staff: who you are, where you play"), max_length=500, required=False
    )

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        if not is_visible_name(name):
            raise forms.ValidationError(_("A name is written with visible characters."))
        return name


class ProposalAnswerForm(forms.Form):
    agrees = forms.TypedChoiceField(
        choices=[("yes", "yes"), ("no", "no")], coerce=lambda value: value == "yes"
    )
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, required=False)


def show_founding(request: HttpRequest, refusal: RuleError | str | None = None) -> HttpResponse:
    user = login_of_page(request)
    own = [each for each in proposals_concerning(user, answered=True) if each.recorded_by_id == user.pk]
    context = {
        "founding": founding_for(user),
        "own": own,
        "has_open": any(each.state == each.State.OPEN for each in own),
        "waiting": proposals_waiting(user).exclude(recorded_by=user),
        "refusal": refusal,
        "name": request.POST.get("name", ""),
        "note": request.POST.get("note", ""),
    }
    return render(request, "clubs/found.html", context, status=form_page_status(refusal))


@require_http_methods(["GET", "POST"])
@login_required
def found_page(request: HttpRequest) -> HttpResponse:
    """Found a club, or propose it; what one has proposed, and for staff what waits for them."""
    if request.method == "GET":
        return show_founding(request)
    form = FoundForm(request.POST)
    if not form.is_valid():
        return show_founding(request, form_faults(form))
    try:
        made = services.club_found(actor=login_of_page(request), **form.cleaned_data)
    except RuleError as refusal:
        return show_founding(request, refusal)
    if isinstance(made, Club):
        return redirect("pages-tournaments:club", made.pk)
    return redirect("pages-tournaments:club-found")


@require_POST
@login_required
def proposal_answer_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Agree to a club, refuse it, withdraw one's own proposal."""
    actor = login_of_page(request)
    proposal = get_object_or_404(proposals_concerning(actor, answered=True), pk=pk)

    def act(form: ProposalAnswerForm) -> None:
        services.club_proposal_answer(actor=actor, proposal_id=proposal.pk, **form.cleaned_data)

    return act_and_redirect(
        ProposalAnswerForm(request.POST),
        act,
        partial(show_founding, request),
        reverse("pages-tournaments:club-found"),
    )
