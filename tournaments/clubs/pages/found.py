"""The page on which clubs are founded, or proposed to staff, who answer there."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from matches.accounts.access import login_of_page
from matches.base.forms import PageForm, RowForm, YesNoField
from matches.base.names import is_visible_name, tidy_name
from matches.base.pages import notify_done
from matches.base.times import time_zones
from tournaments.clubs import services
from tournaments.clubs.models import Club
from tournaments.clubs.selectors import Founding, founding_for, proposals_concerning, proposals_waiting


class FoundForm(PageForm):
    """A club that is founded at once, or proposed: then staff reads the note, and the rest can wait."""

    concerns = {"club_name_taken": "name", "unknown_time_zone": "time_zone"}

    name = forms.CharField(label=gettext_lazy("Name of the club"), max_length=80)
    place = forms.CharField(label=pgettext_lazy("location", "Place"), max_length=200, required=False)
    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        required=False,
        choices=lambda: [(name, name) for name in time_zones()],
        help_text=gettext_lazy("Its events are announced in it."),
    )
    note = forms.CharField(
        label=gettext_lazy("A word to staff: who you are, where you play"),
        max_length=500,
        required=False,
        widget=forms.Textarea({"rows": 3}),
    )

    def __init__(self, sent: QueryDict | None, founding: Founding) -> None:
        zone = timezone.get_current_timezone_name()
        super().__init__(sent, initial={"time_zone": zone if zone in time_zones() else "UTC"})
        left_out = ("place", "time_zone") if founding is Founding.PROPOSAL else ("note",)
        for name in left_out:
            del self.fields[name]

    def clean_name(self) -> str:
        name = tidy_name(self.cleaned_data["name"])
        if not is_visible_name(name):
            raise forms.ValidationError(_("A name is written with visible characters."))
        return name


class ProposalAnswerForm(RowForm):
    agrees = YesNoField()
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, required=False)


def show_founding(
    request: HttpRequest, *, form: FoundForm | None = None, answer: ProposalAnswerForm | None = None
) -> HttpResponse:
    """The page, with the form that was sent, which shows why nothing was done."""
    user = login_of_page(request)
    founding = founding_for(user)
    own = [each for each in proposals_concerning(user, answered=True) if each.recorded_by_id == user.pk]
    waiting = proposals_waiting(user).exclude(recorded_by=user)
    form = form or FoundForm(None, founding)
    context = {
        "founding": founding,
        "own": [(each, ProposalAnswerForm.among(answer, row=each.pk)) for each in own],
        "has_open": any(each.state == each.State.OPEN for each in own),
        "waiting": [(each, ProposalAnswerForm.among(answer, row=each.pk)) for each in waiting],
        "form": form,
    }
    return render(request, "clubs/found.html", context, status=(answer or form).page_status)


@require_http_methods(["GET", "POST"])
@login_required
def found_page(request: HttpRequest) -> HttpResponse:
    """Found a club, or propose it; what one has proposed, and for staff what waits for them."""
    if request.method == "GET":
        return show_founding(request)
    actor = login_of_page(request)
    form, made = FoundForm(request.POST, founding_for(actor)), []

    def act(sent: dict[str, Any]) -> None:
        made.append(services.club_found(actor=actor, **sent))

    if not form.submit(act):
        return show_founding(request, form=form)
    club = made[0]
    if isinstance(club, Club):
        notify_done(request, _("%(name)s is founded.") % {"name": club.name})
        return redirect("pages-tournaments:club-players", club.pk)
    return redirect("pages-tournaments:club-found")


@require_POST
@login_required
def proposal_answer_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Agree to a club, refuse it, withdraw one's own proposal."""
    actor = login_of_page(request)
    proposal = get_object_or_404(proposals_concerning(actor, answered=True), pk=pk)

    form = ProposalAnswerForm(request.POST, row=pk)
    if form.submit(lambda sent: services.club_proposal_answer(actor=actor, proposal_id=proposal.pk, **sent)):
        return redirect("pages-tournaments:club-found")
    return show_founding(request, answer=form)
