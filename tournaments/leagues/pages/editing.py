"""Leagues are announced on pages, changed, closed and removed."""

from datetime import datetime
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from matches.accounts.access import login_of_page
from matches.accounts.permissions import may_do_action
from matches.base.forms import options_shown
from matches.base.pages import is_done, notify_done
from matches.edits.pages import PictureForm, notify_edited
from matches.play.pages.terms import preset_of
from tournaments.clubs.pages.placed import placed_values
from tournaments.clubs.selectors import club_list
from tournaments.formats import Format
from tournaments.leagues import services
from tournaments.leagues.models import League, LeagueEdit
from tournaments.leagues.selectors import league_list

from .forms import LeagueForm, league_formats

UNDO = "pages-tournaments:league-edit-undo"
PLAYED = ("up", "down", "entrants", "variant", "rated")


def format_chosen(code: str) -> type[Format]:
    found = league_formats().get(code)
    if found is None:
        raise Http404
    return found


def show_formats(request: HttpRequest, **context: Any) -> HttpResponse:
    """Choose what the divisions of a league play."""
    return render(request, "leagues/league_formats.html", {"formats": league_formats(), **context})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def league_new_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Announce a league of a club: first what its divisions play, then what it is called."""
    club = get_object_or_404(club_list(), pk=pk)
    if not may_do_action(request.user, "league_create", club):
        raise PermissionDenied
    if "format" not in request.GET:
        return show_formats(request, club=club)
    format = format_chosen(request.GET["format"])
    form = LeagueForm(format, request.POST or None)
    if request.method == "POST" and form.submit(
        lambda _sent: services.league_create(actor=login_of_page(request), club=club, **form.sent_terms({}))
    ):
        notify_done(request, _("The league is founded. Open its first season next."))
        return redirect("pages-tournaments:league", form.outcome.pk)
    context = {"club": club, "format": format, "form": form}
    return render(request, "leagues/league_new.html", context, status=form.page_status)


def directed_league(request: HttpRequest, pk: int) -> League:
    """The league, for who directs it."""
    league = get_object_or_404(league_list(), pk=pk)
    if not may_do_action(request.user, "league_direct", league):
        raise PermissionDenied
    return league


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def league_edit_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Change what is announced of a league for seasons to come, close it, remove it."""
    league = directed_league(request, pk)
    if request.GET.get("format") == "":
        return show_formats(request, club=league.club, league=league)
    form = league_form(league, request.GET.get("format", league.format), request.POST or None)

    def edit(now: datetime) -> None:
        services.league_edit(
            actor=login_of_page(request), league_id=pk, now=now, **form.sent_terms(league.regulations)
        )

    if request.method == "POST" and form.submit(
        lambda _sent: notify_edited(request, league, _("Saved."), UNDO, edit)
    ):
        return redirect("pages-tournaments:league", pk)
    return show_league_edit(request, league, form=form)


def league_form(league: League, format: str, sent: QueryDict | None = None) -> LeagueForm:
    options = league.format_options if format == league.format else {}
    initial = {
        **placed_values(league),
        **{name: getattr(league, name) for name in PLAYED},
        "lengths": ", ".join(map(str, league.lengths)),
        "regulations": preset_of(league.regulations),
        **options_shown(options),
    }
    return LeagueForm(format_chosen(format), sent, initial=initial)


def show_league_edit(
    request: HttpRequest, league: League, *, form: LeagueForm, picture: PictureForm | None = None
) -> HttpResponse:
    picture = picture or PictureForm(initial={"picture_alt": league.picture_alt})
    context = {"league": league, "format": form.format, "form": form, "picture": picture}
    status = max(form.page_status, picture.page_status)
    return render(request, "leagues/league_edit.html", context, status=status)


@require_POST
@login_required
def league_picture_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Another picture of a league, or none."""
    league = directed_league(request, pk)
    form = PictureForm(request.POST, request.FILES)

    def edit(now: datetime) -> None:
        services.league_edit(actor=login_of_page(request), league_id=pk, now=now, **form.changes)

    if form.submit(lambda _sent: notify_edited(request, league, _("Saved."), UNDO, edit)):
        return redirect("pages-tournaments:league-edit", pk)
    return show_league_edit(request, league, form=league_form(league, league.format), picture=form)


@require_POST
@login_required
def league_close_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Close a league to further seasons, or open it again."""
    league, closed = directed_league(request, pk), request.POST.get("closed") == "yes"

    def edit(now: datetime) -> None:
        services.league_edit(actor=login_of_page(request), league_id=pk, now=now, closed=closed)

    said = _("The league is closed.") if closed else _("The league is open again.")
    is_done(request, lambda: notify_edited(request, league, said, UNDO, edit))
    return redirect("pages-tournaments:league", pk)


@require_POST
@login_required
def league_remove_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove a league that was announced by mistake."""
    league = directed_league(request, pk)

    def remove(now: datetime) -> None:
        services.league_remove(actor=login_of_page(request), league_id=pk, now=now)

    said = _("%(name)s is removed.") % {"name": league.name}
    if is_done(request, lambda: notify_edited(request, league, said, UNDO, remove)):
        return redirect("pages-tournaments:club", league.club_id)
    return redirect("pages-tournaments:league-edit", pk)


@require_POST
@login_required
def league_edit_undo_page(request: HttpRequest, pk: int, edit: int) -> HttpResponse:
    """Take a change of a league back; one that was removed is there again."""
    found = get_object_or_404(LeagueEdit.objects.select_related("league__club"), league=pk, pk=edit)
    if not may_do_action(request.user, "league_direct", found.league):
        raise PermissionDenied
    actor = login_of_page(request)
    if is_done(request, lambda: services.league_edit_undo(actor=actor, league_id=pk, edit_id=edit)):
        notify_done(request, _("Taken back."))
    elif found.league.removed:
        return redirect("pages-tournaments:club", found.league.club_id)
    return redirect("pages-tournaments:league", pk)
