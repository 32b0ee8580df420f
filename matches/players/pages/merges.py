"""Pages of merges: two records of one person."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_GET, require_POST

from matches.accounts.access import forbid_without_role, login_of_page
from matches.accounts.permissions import Caller, require_permission
from matches.base.forms import PageForm, RowForm
from matches.players import services
from matches.players.models import Merge
from matches.players.selectors import merge_list

from .fields import PlayerField
from .profile import player_address

PER_PAGE = 50


class MergeForm(PageForm):
    """Which of two records of one person stays, and why."""

    kept = PlayerField(label=_("Who stays"))
    absorbed = PlayerField(label=_("The other record of the same person"))
    reason = forms.CharField(label=_("Reason"), max_length=500, required=False)

    def __init__(self, *args: Any, viewer: Caller, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("kept", "absorbed"):
            field: Any = self.fields[name]
            field.look_for(viewer)

    def clean(self) -> None:
        """Once it has been looked at, a merge is made with a reason."""
        super().clean()
        if "make" in self.data and not self.cleaned_data.get("reason"):
            self.add_error("reason", _("Give the reason: it is kept with the merge."))


class MergeUndoForm(RowForm):
    """Why a merge is taken back: one below each."""

    reason = forms.CharField(label=_("Reason"), max_length=500)


def show_merges(
    request: HttpRequest,
    *,
    form: MergeForm | None = None,
    undo: MergeUndoForm | None = None,
    preview: object = None,
) -> HttpResponse:
    """The page, with the form that was sent, which shows why nothing was done."""
    actor = login_of_page(request)
    with forbid_without_role():
        require_permission(actor, "players_merge")
    page = Paginator(merge_list(), PER_PAGE).get_page(request.GET.get("page"))
    form = form or MergeForm(viewer=actor)
    context: dict[str, Any] = {
        "page": page,
        "merges": [(merge, MergeUndoForm.among(undo, row=merge.pk)) for merge in page],
        "preview": preview,
        "form": form,
    }
    return render(request, "players/merges.html", context, status=(undo or form).page_status)


@require_GET
@login_required
def merges_page(request: HttpRequest) -> HttpResponse:
    """Every merge, and the form for another."""
    return show_merges(request)


@require_POST
@login_required
def merge_page(request: HttpRequest) -> HttpResponse:
    """Show what a merge would bring along; with a reason, when that was seen, make it."""
    actor = login_of_page(request)
    with forbid_without_role():
        require_permission(actor, "players_merge")
    form = MergeForm(request.POST, viewer=actor)
    makes = "make" in request.POST

    def act(sent: dict[str, Any]) -> Any:
        if makes:
            return services.players_merge(actor=actor, **sent)
        return services.merge_preview(actor=actor, kept=sent["kept"], absorbed=sent["absorbed"])

    if not form.submit(act):
        return show_merges(request, form=form)
    if makes:
        return redirect(player_address(form.cleaned_data["kept"].pk))
    return show_merges(request, form=form, preview=form.outcome)


@require_POST
@login_required
def merge_undo_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a merge back."""
    merge = get_object_or_404(Merge.objects.select_related("kept", "absorbed", "login"), pk=pk)
    form, actor = MergeUndoForm(request.POST, row=pk), login_of_page(request)
    if form.submit(lambda sent: services.merge_undo(actor=actor, merge=merge, **sent)):
        return redirect("pages-matches:merges")
    return show_merges(request, undo=form)
