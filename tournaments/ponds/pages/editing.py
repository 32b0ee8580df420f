"""Ponds are announced on pages, changed, called off and removed."""

from datetime import datetime

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from matches.accounts.access import login_of_page
from matches.accounts.permissions import may_do_action
from matches.base.pages import is_done, notify_done
from matches.edits.pages import EndingReasonForm, PictureForm, notify_edited
from tournaments.clubs.pages.placed import placed_values
from tournaments.clubs.selectors import club_list
from tournaments.ponds import services
from tournaments.ponds.models import Pond, PondEdit
from tournaments.ponds.selectors import pond_list

from .forms import PondForm

UNDO = "pages-tournaments:pond-edit-undo"
TERMS = ("start", "bonus", "rain", "round_minutes", "least", "most")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def pond_new_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Announce a pond of a club."""
    club = get_object_or_404(club_list(), pk=pk)
    if not may_do_action(request.user, "pond_create", club):
        raise PermissionDenied
    form = PondForm(request.POST or None)
    if request.method == "POST" and form.submit(
        lambda sent: services.pond_create(actor=login_of_page(request), club=club, **sent)
    ):
        notify_done(request, _("The pond is open. Players can enter it."))
        return redirect("pages-tournaments:pond", form.outcome.pk)
    return render(request, "ponds/pond_new.html", {"club": club, "form": form}, status=form.page_status)


def directed_pond(request: HttpRequest, pk: int) -> Pond:
    """The pond, for who directs it."""
    pond = get_object_or_404(pond_list(), pk=pk)
    if not may_do_action(request.user, "pond_direct", pond):
        raise PermissionDenied
    return pond


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def pond_edit_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Change what is announced of a pond, call it off, remove it."""
    pond = directed_pond(request, pk)
    form = pond_form(pond, request.POST or None)

    def edit(now: datetime) -> None:
        services.pond_edit(actor=login_of_page(request), pond_id=pk, now=now, **form.cleaned_data)

    if request.method == "POST" and form.submit(
        lambda _sent: notify_edited(request, pond, _("Saved."), UNDO, edit)
    ):
        return redirect("pages-tournaments:pond", pk)
    return show_pond_edit(request, pond, form=form)


def pond_form(pond: Pond, sent: QueryDict | None = None) -> PondForm:
    return PondForm(sent, initial={**placed_values(pond), **{name: getattr(pond, name) for name in TERMS}})


def show_pond_edit(
    request: HttpRequest,
    pond: Pond,
    *,
    form: PondForm | None = None,
    picture: PictureForm | None = None,
    call_off: EndingReasonForm | None = None,
) -> HttpResponse:
    context = {
        "pond": pond,
        "form": form or pond_form(pond),
        "picture": picture or PictureForm(initial={"picture_alt": pond.picture_alt}),
        "call_off": call_off or EndingReasonForm(),
    }
    status = max(each.page_status for each in (form, picture, call_off) if each is not None)
    return render(request, "ponds/pond_edit.html", context, status=status)


@require_POST
@login_required
def pond_picture_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Another picture of a pond, or none."""
    pond = directed_pond(request, pk)
    form = PictureForm(request.POST, request.FILES)

    def edit(now: datetime) -> None:
        services.pond_edit(actor=login_of_page(request), pond_id=pk, now=now, **form.changes)

    if form.submit(lambda _sent: notify_edited(request, pond, _("Saved."), UNDO, edit)):
        return redirect("pages-tournaments:pond-edit", pk)
    return show_pond_edit(request, pond, picture=form)


@require_POST
@login_required
def pond_call_off_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Call a pond off."""
    pond = directed_pond(request, pk)
    form = EndingReasonForm(request.POST)

    def call_off(now: datetime) -> None:
        services.pond_call_off(actor=login_of_page(request), pond_id=pk, now=now, **form.cleaned_data)

    said = _("%(name)s is called off.") % {"name": pond.name}
    if form.submit(lambda _sent: notify_edited(request, pond, said, UNDO, call_off)):
        return redirect("pages-tournaments:pond", pk)
    return show_pond_edit(request, pond, call_off=form)


@require_POST
@login_required
def pond_remove_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove a pond that was announced by mistake."""
    pond = directed_pond(request, pk)

    def remove(now: datetime) -> None:
        services.pond_remove(actor=login_of_page(request), pond_id=pk, now=now)

    said = _("%(name)s is removed.") % {"name": pond.name}
    if is_done(request, lambda: notify_edited(request, pond, said, UNDO, remove)):
        return redirect("pages-tournaments:club", pond.club_id)
    return redirect("pages-tournaments:pond-edit", pk)


@require_POST
@login_required
def pond_edit_undo_page(request: HttpRequest, pk: int, edit: int) -> HttpResponse:
    """Take a change of a pond back; one that was removed is there again."""
    found = get_object_or_404(PondEdit.objects.select_related("pond__club"), pond=pk, pk=edit)
    if not may_do_action(request.user, "pond_direct", found.pond):
        raise PermissionDenied
    actor = login_of_page(request)
    if is_done(request, lambda: services.pond_edit_undo(actor=actor, pond_id=pk, edit_id=edit)):
        notify_done(request, _("Taken back."))
    elif found.pond.removed:
        return redirect("pages-tournaments:club", found.pond.club_id)
    return redirect("pages-tournaments:pond", pk)
