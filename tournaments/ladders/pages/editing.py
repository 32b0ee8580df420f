"""Ladders are announced on pages, changed, closed, opened again and removed."""

from dataclasses import asdict
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
from tournaments.ladders import services
from tournaments.ladders.models import Ladder, LadderEdit
from tournaments.ladders.rules import LADDERS, PRESETS, LadderKind
from tournaments.ladders.selectors import ladder_list

from .forms import LadderForm

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
    form = ladder_form(ladder, rules, request.POST or None)

    def edit(now: datetime) -> None:
        services.ladder_edit(
            actor=login_of_page(request), ladder_id=pk, now=now, **form.sent_terms(ladder.regulations)
        )

    if request.method == "POST" and form.submit(
        lambda _sent: notify_edited(request, ladder, _("Saved."), UNDO, edit)
    ):
        return redirect("pages-tournaments:ladder", pk)
    return show_ladder_edit(request, ladder, rules, form=form)


def ladder_form(ladder: Ladder, rules: LadderKind, sent: QueryDict | None = None) -> LadderForm:
    terms = {name: getattr(ladder, name) for name in ("length", "variant", "rated")}
    initial = {
        **placed_values(ladder),
        **terms,
        "regulations": preset_of(ladder.regulations),
        **options_shown(asdict(rules)),
    }
    return LadderForm(type(rules), sent, initial=initial)


def show_ladder_edit(
    request: HttpRequest,
    ladder: Ladder,
    rules: LadderKind,
    *,
    form: LadderForm,
    picture: PictureForm | None = None,
) -> HttpResponse:
    picture = picture or PictureForm(initial={"picture_alt": ladder.picture_alt})
    context = {"ladder": ladder, "rules": rules, "form": form, "picture": picture}
    status = max(form.page_status, picture.page_status)
    return render(request, "ladders/ladder_edit.html", context, status=status)


@require_POST
@login_required
def ladder_picture_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Another picture of a ladder, or none."""
    ladder = directed_ladder(request, pk)
    form = PictureForm(request.POST, request.FILES)

    def edit(now: datetime) -> None:
        services.ladder_edit(actor=login_of_page(request), ladder_id=pk, now=now, **form.changes)

    if form.submit(lambda _sent: notify_edited(request, ladder, _("Saved."), UNDO, edit)):
        return redirect("pages-tournaments:ladder-edit", pk)
    return show_ladder_edit(
        request, ladder, ladder.rules, form=ladder_form(ladder, ladder.rules), picture=form
    )


@require_POST
@login_required
def ladder_close_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Close a ladder, or open it again."""
    ladder, closed = directed_ladder(request, pk), request.POST.get("closed") == "yes"

    def edit(now: datetime) -> None:
        services.ladder_edit(actor=login_of_page(request), ladder_id=pk, now=now, closed=closed)

    said = _("The ladder is closed.") if closed else _("The ladder is open again.")
    is_done(request, lambda: notify_edited(request, ladder, said, UNDO, edit))
    return redirect("pages-tournaments:ladder", pk)


@require_POST
@login_required
def ladder_remove_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove a ladder that was announced by mistake."""
    ladder = directed_ladder(request, pk)

    def remove(now: datetime) -> None:
        services.ladder_remove(actor=login_of_page(request), ladder_id=pk, now=now)

    said = _("%(name)s is removed.") % {"name": ladder.name}
    if is_done(request, lambda: notify_edited(request, ladder, said, UNDO, remove)):
        return redirect("pages-tournaments:club", ladder.club_id)
    return redirect("pages-tournaments:ladder-edit", pk)


@require_POST
@login_required
def ladder_edit_undo_page(request: HttpRequest, pk: int, edit: int) -> HttpResponse:
    """Take a change of a ladder back; one that was removed is there again."""
    found = get_object_or_404(LadderEdit.objects.select_related("ladder__club"), ladder=pk, pk=edit)
    if not may_do_action(request.user, "ladder_direct", found.ladder):
        raise PermissionDenied
    actor = login_of_page(request)
    if is_done(request, lambda: services.ladder_edit_undo(actor=actor, ladder_id=pk, edit_id=edit)):
        notify_done(request, _("Taken back."))
    elif found.ladder.removed:
        return redirect("pages-tournaments:club", found.ladder.club_id)
    return redirect("pages-tournaments:ladder", pk)
