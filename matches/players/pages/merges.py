"""Pages of merges: two records of one person."""

from functools import partial
from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_GET, require_POST

from engine import RuleError
from matches.accounts.access import act_and_redirect, forbid_without_role, form_page_status, login_of_page
from matches.accounts.permissions import require_permission
from matches.base.pages import form_faults
from matches.players import services
from matches.players.models import Merge, Player
from matches.players.selectors import (
    merge_list,
)

from .forms import MergeForm, WhyForm
from .profile import player_address

PER_PAGE = 50

# -- Merges


def show_merges(
    request: HttpRequest, refusal: RuleError | str | None = None, preview: object = None
) -> HttpResponse:
    with forbid_without_role():
        require_permission(login_of_page(request), "players_merge")
    page = Paginator(merge_list(), PER_PAGE).get_page(request.GET.get("page"))
    context: dict[str, Any] = {"page": page, "refusal": refusal, "preview": preview, "asked": request.POST}
    return render(request, "players/merges.html", context, status=form_page_status(refusal))


@require_GET
@login_required
def merges_page(request: HttpRequest) -> HttpResponse:
    """Every merge, and the form for another."""
    return show_merges(request)


@require_POST
@login_required
def merge_page(request: HttpRequest) -> HttpResponse:
    """Show what a merge would bring along; with a reason, when that was seen, make it."""
    form = MergeForm(request.POST)
    if not form.is_valid():
        return show_merges(request, form_faults(form))
    sent = form.cleaned_data
    kept, absorbed = (get_object_or_404(Player, pk=sent[name]) for name in ("kept", "absorbed"))
    try:
        if "make" in request.POST and sent["reason"]:
            services.players_merge(
                actor=login_of_page(request), kept=kept, absorbed=absorbed, reason=sent["reason"]
            )
            return redirect(player_address(kept.pk))
        preview = services.merge_preview(actor=login_of_page(request), kept=kept, absorbed=absorbed)
    except RuleError as refusal:
        return show_merges(request, refusal)
    return show_merges(request, preview=preview)


@require_POST
@login_required
def merge_undo_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a merge back."""
    merge = get_object_or_404(Merge.objects.select_related("kept", "absorbed", "login"), pk=pk)

    def act(form: WhyForm) -> None:
        services.merge_undo(actor=login_of_page(request), merge=merge, **form.cleaned_data)

    return act_and_redirect(
        WhyForm(request.POST),
        act,
        partial(show_merges, request),
        reverse("pages-matches:merges"),
    )
