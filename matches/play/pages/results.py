"""What the management page shows; starts set, penalty points given."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_GET, require_POST

from matches.accounts.access import login_of_page
from matches.base.times import said_in
from matches.hooks import zone_of_match
from matches.play import services
from matches.play.models import Match, Penalty

from .acting import loaded_match, show_match_forms, submit_match_form
from .forms import ConductForm, LatenessForm, PenaltyForm, ScheduleForm


@require_GET
@login_required
def manage_page(request: HttpRequest, pk: int) -> HttpResponse:
    """What the visitor may do about the match."""
    get_object_or_404(Match, pk=pk)
    return show_match_forms(request, pk)


@require_POST
@login_required
def schedule_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Say when a match is played."""
    match = get_object_or_404(Match, pk=pk)

    def act(form: ScheduleForm) -> None:
        services.match_schedule(match_id=pk, actor=login_of_page(request), **form.cleaned_data)

    with said_in(zone_of_match(match)):
        return submit_match_form(request, pk, ScheduleForm(request.POST), act)


@require_POST
@login_required
def penalty_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Give penalty points, or take them back."""
    match = loaded_match(pk)
    form = LatenessForm if request.POST.get("cause") == Penalty.Cause.LATENESS else ConductForm

    def act(form: PenaltyForm) -> None:
        services.penalty_give(match_id=pk, actor=login_of_page(request), **form.cleaned_data)

    return submit_match_form(request, pk, form(request.POST, match=match), act)
