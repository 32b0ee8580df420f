"""Ladders are announced on pages, changed, closed, opened again and removed."""

from dataclasses import asdict
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from matches.accounts.access import login_of_page
from matches.accounts.permissions import may_do_action
from matches.base.forms import options_shown
from matches.base.pages import notify_done
from matches.edits.pages import act_and_notify, newest_edit, notify_edited
from tournaments.clubs.pages.placed import placed_values, with_picture_read
from tournaments.clubs.selectors import club_list
from tournaments.ladders import services
from tournaments.ladders.models import Ladder, LadderEdit
from tournaments.ladders.rules import LADDERS, PRESETS, LadderKind
from tournaments.ladders.selectors import ladder_list

from .forms import LadderEditForm, LadderForm, preset_of

UNDO = "pages-tournaments:ladder-edit-undo"


def rules_chosen(code: str) -> LadderKind:
    """The rules of a preset, or a kind with its defaults, by code."""
    if code in PRESETS:
        return PRESETS[code].rules
    if code in LADDERS:
        return LADDERS[code]()
    raise Http404


def show_rules(request: HttpRequest, **context: Any) -> HttpResponse:
    """Choose by which rules a ladder is climbed."""
    return render(request, "ladders/ladder_rules.html", {"presets": PRESETS, "kinds": LADDERS, **context})


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def ladder_new_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Announce a ladder of a club: first its rules are chosen, then what it is called."""
    club = get_object_or_404(club_list(), pk=pk)
    if not may_do_action(request.user, "ladder_create", club):
        raise PermissionDenied
    if "rules" not in request.GET:
        return show_rules(request, club=club)
    rules = rules_chosen(request.GET["rules"])
    form = LadderForm(type(rules), request.POST or None, initial=options_shown(asdict(rules)))
    if request.method == "POST" and form.submit(
        lambda sent: services.ladder_create(actor=login_of_page(request), club=club, **form.sent_terms({}))
    ):
        notify_done(request, _("The ladder is open. Players can join it."))
        return redirect("pages-tournaments:ladder", form.outcome.pk)
    context = {"club": club, "rules": rules, "form": form}
    return render(request, "ladders/ladder_new.html", context, status=form.page_status)


def directed_ladder(request: HttpRequest, pk: int) -> Ladder:
    """The ladder, for who directs it."""
    ladder = get_object_or_404(ladder_list(), pk=pk)
    if not may_do_action(request.user, "ladder_direct", ladder):
        raise PermissionDenied
    return ladder


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def ladder_edit_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Change what is announced of a ladder, close it, remove it."""
    ladder = directed_ladder(request, pk)
    chosen = request.GET.get("rules")
    if chosen == "":
        return show_rules(request, club=ladder.club, ladder=ladder)
    rules = ladder.rules if chosen is None else rules_chosen(chosen)
    initial = {
        **placed_values(ladder),
        **{name: getattr(ladder, name) for name in ("length", "variant", "rated")},
        "regulations": preset_of(ladder.regulations),
        **options_shown(asdict(rules)),
    }
    form = LadderEditForm(type(rules), request.POST or None, request.FILES or None, initial=initial)
    since = newest_edit(ladder)
    if request.method == "POST" and form.submit(
        lambda sent: services.ladder_edit(
            actor=login_of_page(request),
            ladder_id=ladder.pk,
            **with_picture_read(form.sent_terms(ladder.regulations), ladder),
        )
    ):
        notify_edited(request, _("Saved."), ladder, since=since, undo=UNDO)
        return redirect("pages-tournaments:ladder", ladder.pk)
    context = {"ladder": ladder, "rules": rules, "form": form}
    return render(request, "ladders/ladder_edit.html", context, status=form.page_status)


@require_POST
@login_required
def ladder_close_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Close a ladder, or open it again."""
    ladder = directed_ladder(request, pk)
    closed, since = request.POST.get("closed") == "yes", newest_edit(ladder)

    def close() -> None:
        services.ladder_edit(actor=login_of_page(request), ladder_id=ladder.pk, closed=closed)

    if act_and_notify(request, close, ""):
        said = _("The ladder is closed.") if closed else _("The ladder is open again.")
        notify_edited(request, said, ladder, since=since, undo=UNDO)
    return redirect("pages-tournaments:ladder", ladder.pk)


@require_POST
@login_required
def ladder_remove_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove a ladder that was announced by mistake."""
    ladder = directed_ladder(request, pk)

    def remove() -> None:
        services.ladder_remove(actor=login_of_page(request), ladder_id=ladder.pk)

    if not act_and_notify(request, remove, ""):
        return redirect("pages-tournaments:ladder-edit", ladder.pk)
    said = _("%(name)s was removed.") % {"name": ladder.name}
    notify_edited(request, said, ladder, undo=UNDO)
    return redirect("pages-tournaments:club", ladder.club_id)


@require_POST
@login_required
def ladder_edit_undo_page(request: HttpRequest, ladder: int, pk: int) -> HttpResponse:
    """Take a change of a ladder back."""
    edit = get_object_or_404(LadderEdit.objects.select_related("ladder__club"), ladder=ladder, pk=pk)
    if not may_do_action(request.user, "ladder_direct", edit.ladder):
        raise PermissionDenied

    def undo() -> None:
        services.ladder_edit_undo(actor=login_of_page(request), ladder_id=ladder, edit_id=pk)

    act_and_notify(request, undo, _("Taken back."))
    if ladder_list().filter(pk=ladder).exists():
        return redirect("pages-tournaments:ladder", ladder)
    return redirect("pages-tournaments:club", edit.ladder.club_id)
