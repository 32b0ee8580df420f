"""The sanctions of a club on a page: for which ratings it counts, and what another one would change."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from engine import RuleError
from matches.accounts.access import login_of_page
from matches.accounts.models import User
from matches.accounts.permissions import Caller, may_do_action
from matches.base.forms import DayField, PageForm
from matches.base.times import day_begins
from matches.play.errors import PreviewMissing, PreviewStale
from matches.ratings.models import RatingPool
from matches.ratings.selectors import rating_pool_list
from matches.ratings.services import EARLIEST
from tournaments.clubs.models import Appointment, Club
from tournaments.clubs.selectors import club_list, sanction_list, sanctions_in_force
from tournaments.clubs.services import SanctionPreview, SanctionTerms, club_sanction, sanction_preview

FROM_NOW, FROM_DAY, FROM_ALWAYS = "now", "day", "always"


class SanctionForm(PageForm):
    """rating_pool: empty for those of everybody. start: from which matches on, a day in the zone in force."""

    rating_pool = forms.ModelChoiceField(
        rating_pool_list().filter(everybody=False), required=False, label=gettext_lazy("Ratings")
    )
    sanctioned = forms.TypedChoiceField(
        label=gettext_lazy("What"),
        choices=[("yes", "yes"), ("no", "no")],
        coerce=lambda value: value == "yes",
    )
    start = forms.ChoiceField(
        label=gettext_lazy("For which matches"),
        choices=[(each, each) for each in (FROM_NOW, FROM_DAY, FROM_ALWAYS)],
    )
    day = DayField(label=gettext_lazy("Day"), required=False)
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, required=False)
    preview = forms.CharField(max_length=64, required=False, widget=forms.HiddenInput)

    def clean(self) -> dict[str, Any]:
        sent: dict[str, Any] = super().clean() or {}
        if sent.get("start") == FROM_DAY and not sent.get("day"):
            self.add_error("day", _("Say from which day on."))
        return sent

    def sanction_terms(self, club: Club) -> SanctionTerms:
        sent = self.cleaned_data
        since = {FROM_NOW: None, FROM_ALWAYS: EARLIEST}
        if sent["start"] == FROM_DAY:
            since[FROM_DAY] = day_begins(sent["day"])
        return {
            "club": club,
            "rating_pool": sent["rating_pool"],
            "sanctioned": sent["sanctioned"],
            "since": since[sent["start"]],
        }


def show_sanctions(
    request: HttpRequest,
    club: Club,
    *,
    form: SanctionForm | None = None,
    preview: SanctionPreview | None = None,
) -> HttpResponse:
    """The page; or first what would change, where `preview` says so."""
    form = form or SanctionForm()
    context = {
        "club": club,
        "in_force": [sanction for sanction in sanctions_in_force(club) if sanction.sanctioned],
        "sanctions": sanction_list().filter(club=club),
        "for_everybody": may_do_action(request.user, "club_sanction"),
        "rating_pools": rating_pools_to_sanction_for(request.user, club),
        "form": form,
        "preview": preview,
        "asked": form.data,
        "earliest": EARLIEST,
    }
    return render(request, "clubs/sanctions.html", context, status=form.page_status)


def rating_pools_to_sanction_for(user: Caller, club: Club) -> list[RatingPool]:
    """The rating pools that the visitor manages, but everybody's and the club's own."""
    others = rating_pool_list().filter(everybody=False).exclude(kept_by__club=club)
    if not isinstance(user, User):
        return []
    if not user.is_staff:
        others = others.filter(kept_by__club__in=Appointment.objects.of_clubs(user).values("club"))
    return [rating_pool for rating_pool in others if may_do_action(user, "club_sanction", rating_pool)]


@require_safe
def sanctions_page(request: HttpRequest, pk: int) -> HttpResponse:
    """For which ratings a club is sanctioned, and was."""
    return show_sanctions(request, get_object_or_404(club_list(), pk=pk))


@require_POST
@login_required
def sanction_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Sanction a club or withdraw that; where it changes what is rated, show that first."""
    club, form = get_object_or_404(club_list(), pk=pk), SanctionForm(request.POST)
    if not form.is_valid():
        return show_sanctions(request, club, form=form)
    actor, terms = login_of_page(request), form.sanction_terms(club)
    reason, preview = form.cleaned_data["reason"], form.cleaned_data["preview"] or None
    try:
        club_sanction(actor=actor, reason=reason, preview=preview, **terms)
    except (PreviewMissing, PreviewStale) as refusal:
        if isinstance(refusal, PreviewStale):
            form.add_refusal(refusal)
        looked_at = sanction_preview(actor=actor, **terms)
        return show_sanctions(request, club, form=form, preview=looked_at)
    except RuleError as refusal:
        form.add_refusal(refusal)
        return show_sanctions(request, club, form=form)
    return redirect("pages-tournaments:club-sanctions", club.pk)
