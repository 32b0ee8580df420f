"""Venues are entered on pages, changed and removed."""

from datetime import datetime

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from matches.accounts.access import login_of_page
from matches.accounts.permissions import may_do_action
from matches.base.pages import is_done, notify_done
from matches.edits.pages import PictureForm, notify_edited
from tournaments.clubs.selectors import club_list
from tournaments.venues import services
from tournaments.venues.models import Venue, VenueEdit
from tournaments.venues.selectors import venue_list

from .forms import VenueForm, venue_values

UNDO = "pages-tournaments:venue-edit-undo"


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def venue_new_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Enter where a club plays."""
    club = get_object_or_404(club_list(), pk=pk)
    if not may_do_action(request.user, "venue_create", club):
        raise PermissionDenied
    form = VenueForm(request.POST or None)
    if request.method == "POST" and form.submit(
        lambda sent: services.venue_create(actor=login_of_page(request), club=club, **sent)
    ):
        notify_done(request, _("Saved. Events of the club can name this venue now."))
        return redirect("pages-tournaments:venue", form.outcome.pk)
    return render(request, "venues/venue_new.html", {"club": club, "form": form}, status=form.page_status)


def edited_venue(request: HttpRequest, pk: int) -> Venue:
    """The venue, for who runs its club."""
    venue = get_object_or_404(venue_list(), pk=pk)
    if not may_do_action(request.user, "venue_edit", venue):
        raise PermissionDenied
    return venue


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def venue_edit_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Change what is said of a venue, its tables, its picture; remove it."""
    venue = edited_venue(request, pk)
    form = VenueForm(request.POST or None, initial=venue_values(venue))

    def edit(now: datetime) -> None:
        services.venue_edit(actor=login_of_page(request), venue_id=pk, now=now, **form.cleaned_data)

    if request.method == "POST" and form.submit(
        lambda _sent: notify_edited(request, venue, _("Saved."), UNDO, edit)
    ):
        return redirect("pages-tournaments:venue", pk)
    return show_venue_edit(request, venue, form=form)


def show_venue_edit(
    request: HttpRequest, venue: Venue, *, form: VenueForm, picture: PictureForm | None = None
) -> HttpResponse:
    picture = picture or PictureForm(initial={"picture_alt": venue.picture_alt})
    context = {"venue": venue, "form": form, "picture": picture}
    return render(
        request, "venues/venue_edit.html", context, status=max(form.page_status, picture.page_status)
    )


@require_POST
@login_required
def venue_picture_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Another picture of a venue, or none."""
    venue = edited_venue(request, pk)
    form = PictureForm(request.POST, request.FILES)

    def edit(now: datetime) -> None:
        services.venue_edit(actor=login_of_page(request), venue_id=pk, now=now, **form.changes)

    if form.submit(lambda _sent: notify_edited(request, venue, _("Saved."), UNDO, edit)):
        return redirect("pages-tournaments:venue-edit", pk)
    return show_venue_edit(request, venue, form=VenueForm(initial=venue_values(venue)), picture=form)


@require_POST
@login_required
def venue_remove_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove a venue where nobody plays any more."""
    venue = edited_venue(request, pk)

    def remove(now: datetime) -> None:
        services.venue_remove(actor=login_of_page(request), venue_id=pk, now=now)

    said = _("%(name)s is removed.") % {"name": venue.name}
    if is_done(request, lambda: notify_edited(request, venue, said, UNDO, remove)):
        return redirect("pages-tournaments:club", venue.club_id)
    return redirect("pages-tournaments:venue-edit", pk)


@require_POST
@login_required
def venue_edit_undo_page(request: HttpRequest, pk: int, edit: int) -> HttpResponse:
    """Take a change of a venue back; one that was removed is there again."""
    found = get_object_or_404(VenueEdit.objects.select_related("venue__club"), venue=pk, pk=edit)
    if not may_do_action(request.user, "venue_edit", found.venue):
        raise PermissionDenied
    actor = login_of_page(request)
    if is_done(request, lambda: services.venue_edit_undo(actor=actor, venue_id=pk, edit_id=edit)):
        notify_done(request, _("Taken back."))
    elif found.venue.removed:
        return redirect("pages-tournaments:club", found.venue.club_id)
    return redirect("pages-tournaments:venue", pk)
