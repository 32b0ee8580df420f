"""Pages of merges: two records of one person."""

from http import HTTPStatus
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_GET, require_POST

from matches.accounts.access import forbid_without_role, login_of_page
from matches.accounts.permissions import require_permission
from matches.base.forms import PageForm
from matches.players import services
from matches.players.models import Merge
from matches.players.selectors import merge_list
from matches.players.services import MergePreview

from .forms import MergeForm, MergeUndoForm
from .profile import player_address

PER_PAGE = 50

# -- Merges


def show_merges(
    request: HttpRequest, *, sent: PageForm | None = None, preview: object = None
) -> HttpResponse:
    """The page; `sent`: the form that was sent, with why nothing was done, or what it would do."""
    with forbid_without_role():
        require_permission(login_of_page(request), "players_merge")
    page = Paginator(merge_list(), PER_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {
        "page": page,
        "merges": [(merge, MergeUndoForm.among(sent, row=merge.pk)) for merge in page],
        "form": sent if isinstance(sent, MergeForm) else MergeForm(),
        "preview": preview,
    }
    status = HTTPStatus.OK if sent is None else sent.page_status
    return render(request, "players/merges.html", context, status=status)


@require_GET
@login_required
def merges_page(request: HttpRequest) -> HttpResponse:
    """Every merge, and the form for another."""
    return show_merges(request)


@require_POST
@login_required
def merge_page(request: HttpRequest) -> HttpResponse:
    """Show what a merge would bring along; with a reason, when that was seen, make it."""
    form, actor = MergeForm(request.POST), login_of_page(request)

    def act(sent: dict[str, Any]) -> MergePreview | Merge:
        if "make" in request.POST and sent["reason"]:
            return services.players_merge(actor=actor, **sent)
        return services.merge_preview(actor=actor, kept=sent["kept"], absorbed=sent["absorbed"])

    if not form.submit(act):
        return show_merges(request, sent=form)
    if isinstance(form.outcome, Merge):
        return redirect(player_address(form.outcome.kept_id))
    return show_merges(request, sent=form, preview=form.outcome)


@require_POST
@login_required
def merge_undo_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a merge back."""
    merge = get_object_or_404(Merge.objects.select_related("kept", "absorbed", "login"), pk=pk)

    form, actor = MergeUndoForm(request.POST, row=pk), login_of_page(request)
    if form.submit(lambda sent: services.merge_undo(actor=actor, merge=merge, **sent)):
        return redirect("pages-matches:merges")
    return show_merges(request, sent=form)
