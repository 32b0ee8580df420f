"""Rulings made and taken back, appeals, committees and their votes."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_POST

from matches.accounts.access import login_of_page
from matches.accounts.selectors import login_named
from matches.play import services
from matches.play.models import Appeal, Ruling

from .acting import loaded_match, preview_ruling_or_make_it, show_match_forms, submit_match_form
from .forms import AppealForm, CommitteeForm, ReasonForm, RulingForm, RulingResultForm


@require_POST
@login_required
def rule_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Rule on a match; on a decided one first show what that changes."""
    match = loaded_match(pk)
    form = RulingForm(request.POST, match=match)
    if not form.is_valid():
        return show_match_forms(request, match.pk, sent=form)
    actor, outcome, preview = login_of_page(request), form.ruling_outcome(), form.cleaned_data["preview"]

    def make_ruling() -> None:
        services.ruling_make(
            match_id=match.pk,
            actor=actor,
            reason=form.cleaned_data["reason"],
            preview=preview or None,
            **outcome,
        )

    return preview_ruling_or_make_it(
        request,
        match.pk,
        form,
        make_ruling,
        lambda: services.ruling_preview(match_id=match.pk, actor=actor, **outcome),
    )


@require_POST
@login_required
def undo_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a ruling back, after a look at what that changes."""
    ruling, form = get_object_or_404(Ruling, pk=pk), ReasonForm(request.POST, row=pk)
    if not form.is_valid():
        return show_match_forms(request, ruling.match_id, sent=form)
    actor, sent = login_of_page(request), form.cleaned_data
    return preview_ruling_or_make_it(
        request,
        ruling.match_id,
        form,
        lambda: services.ruling_undo(
            ruling_id=pk, actor=actor, reason=sent["reason"], preview=sent["preview"] or None
        ),
        lambda: services.ruling_undo_preview(ruling_id=pk, actor=actor),
        undoes=pk,
    )


@require_POST
@login_required
def appeal_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Appeal against a ruling."""
    ruling = get_object_or_404(Ruling, pk=pk)

    def act(form: AppealForm) -> None:
        services.ruling_appeal(ruling_id=pk, actor=login_of_page(request), reason=form.cleaned_data["reason"])

    return submit_match_form(request, ruling.match_id, AppealForm(request.POST), act)


@require_POST
@login_required
def committee_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Seat the committee of an appeal."""
    appeal = get_object_or_404(Appeal.objects.select_related("ruling"), pk=pk)

    def act(form: CommitteeForm) -> None:
        members = [login_named(name) for name in form.cleaned_data["members"]]
        services.committee_appoint(appeal_id=pk, actor=login_of_page(request), members=members)

    return submit_match_form(request, appeal.ruling.match_id, CommitteeForm(request.POST), act)


@require_POST
@login_required
def vote_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Vote on an appeal."""
    appeal = get_object_or_404(Appeal.objects.select_related("ruling"), pk=pk)

    def act(form: RulingResultForm) -> None:
        reason = form.cleaned_data["reason"]
        services.vote_cast(appeal_id=pk, actor=login_of_page(request), reason=reason, **form.ruling_outcome())

    match = loaded_match(appeal.ruling.match_id)
    return submit_match_form(request, match.pk, RulingResultForm(request.POST, match=match), act)
