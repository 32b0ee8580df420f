"""What is announced of an event, changed on the pages; called off, removed, and all of it taken back."""

from datetime import datetime
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from engine import RuleError
from matches.accounts.access import forbid_without_role, login_of_page
from matches.accounts.permissions import require_permission
from matches.base.pages import notify_done
from matches.base.times import said_in
from matches.edits.pages import EndingForm, EndingReasonForm, PictureForm, notify_edited
from matches.hooks import sections_shown
from tournaments.events import services
from tournaments.events.models import Tournament, TournamentEdit
from tournaments.events.selectors import tournament_announced, tournament_list

from .announce import USUAL_FIELD, answer_form, sent_terms
from .forms import TournamentForm

UNDO = "pages-tournaments:tournament-edit-undo"


@require_http_methods(["GET", "POST"])
@login_required
def edit_page(request: HttpRequest, pk: int) -> HttpResponse:
    """All that is announced of an event, as far as it can change still; and what ends it."""
    return show_edit(request, require_directed_tournament(request, pk))


@require_POST
@login_required
def picture_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Another picture of an event, or none."""
    tournament = require_directed_tournament(request, pk)
    form = PictureForm(request.POST, request.FILES)

    def act(now: datetime) -> None:
        services.tournament_edit(actor=login_of_page(request), tournament_id=pk, now=now, **form.changes)

    if form.submit(lambda _sent: notify_edited(request, tournament, _("Saved."), UNDO, act)):
        return redirect("pages-tournaments:tournament-edit", pk)
    return show_edit(request, tournament, picture=form)


@require_POST
@login_required
def call_off_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Call an event off."""
    tournament = require_directed_tournament(request, pk)
    form = EndingReasonForm(request.POST)

    def act(now: datetime) -> None:
        services.tournament_call_off(
            actor=login_of_page(request), tournament_id=pk, now=now, **form.cleaned_data
        )

    done = _("%(name)s is called off.") % {"name": tournament.name}
    if form.submit(lambda _sent: notify_edited(request, tournament, done, UNDO, act)):
        return redirect("pages-tournaments:tournament", pk)
    return show_edit(request, tournament, call_off=form)


@require_POST
@login_required
def remove_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove an event that was announced by mistake."""
    tournament = require_directed_tournament(request, pk)
    form = EndingForm(request.POST)

    def act(now: datetime) -> None:
        services.tournament_remove(
            actor=login_of_page(request), tournament_id=pk, now=now, **form.cleaned_data
        )

    done = _("%(name)s is removed.") % {"name": tournament.name}
    if form.submit(lambda _sent: notify_edited(request, tournament, done, UNDO, act)):
        return redirect("pages-tournaments:club", tournament.club_id)
    return show_edit(request, tournament, remove=form)


@require_POST
@login_required
def edit_undo_page(request: HttpRequest, pk: int, edit: int) -> HttpResponse:
    """Take a change back; of an event that was removed too, which is there again."""
    tournament = get_object_or_404(Tournament.objects.select_related("club"), pk=pk)
    get_object_or_404(TournamentEdit, tournament=tournament, pk=edit)
    actor = login_of_page(request)
    with forbid_without_role():
        require_permission(actor, "tournament_direct", tournament)
    try:
        services.tournament_edit_undo(actor=actor, tournament_id=pk, edit_id=edit, now=timezone.now())
    except RuleError as refusal:
        if tournament.removed:
            raise Http404 from refusal
        return show_edit(request, tournament, refusal=refusal)
    notify_done(request, _("Taken back."))
    return redirect("pages-tournaments:tournament", pk)


def show_edit(request: HttpRequest, tournament: Tournament, **shown: Any) -> HttpResponse:
    """The page, with forms that were sent to another address as they were sent; or the change made."""
    actor = login_of_page(request)
    page = {
        "tournament": tournament,
        "picture": PictureForm(initial={"picture_alt": tournament.picture_alt}),
        "call_off": EndingReasonForm(),
        "remove": EndingForm(),
        "refusal": None,
        "calling_off": calling_off(tournament),
        "sections": sections_shown(tournament, request, ("editing",)),
        "entries_now": tournament.entries.not_withdrawn().count(),
        **shown,
    }
    terms_open = tournament.draw is None
    begins = tournament_announced(tournament)

    def act(form: TournamentForm) -> HttpResponse:
        sent = form.announcement
        changes = {name: value for name, value in sent.items() if value != begins.get(name)}
        notify_edited(
            request,
            tournament,
            _("Saved."),
            UNDO,
            lambda now: services.tournament_edit(
                actor=actor, tournament_id=tournament.pk, now=now, **changes
            ),
        )
        return redirect("pages-tournaments:tournament", tournament.pk)

    with said_in(tournament.zone):
        form = TournamentForm(
            None if shown else sent_terms(request),
            club=tournament.club,
            begins=begins,
            entries=page["entries_now"] if page["entries_now"] > 1 else USUAL_FIELD,
            terms_open=terms_open,
            is_new=False,
        )
        answer = answer_form(request, form, act, "events/tournament_edit.html", page)
    if shown:
        answer.status_code = 422
    return answer


def calling_off(tournament: Tournament) -> TournamentEdit | None:
    """The change by which it was called off, if it is and goes ahead once that is taken back."""
    if not tournament.called_off:
        return None
    edits = TournamentEdit.objects.filter(tournament=tournament, changes__has_key="called_off")
    return edits.order_by("-serial").first()


def require_directed_tournament(request: HttpRequest, pk: int) -> Tournament:
    """The tournament, for those who direct it; others are refused with 403."""
    tournament = get_object_or_404(tournament_list(), pk=pk)
    with forbid_without_role():
        require_permission(login_of_page(request), "tournament_direct", tournament)
    return tournament
