"""Rating pools are changed on pages, closed and removed; and what they rate by."""

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
from matches.ratings import services
from matches.ratings.models import RatingPool, RatingPoolEdit
from matches.ratings.selectors import rating_pool_list

from .editing_forms import RatingPoolDetailsForm, RatingTermsForm, details_shown

UNDO = "pages-matches:rating-pool-edit-undo"


def managed_rating_pool(request: HttpRequest, pk: int) -> RatingPool:
    """The rating pool, for who manages it."""
    rating_pool = get_object_or_404(rating_pool_list(), pk=pk)
    if not may_do_action(request.user, "rating_pool_manage", rating_pool):
        raise PermissionDenied
    return rating_pool


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def rating_pool_edit_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Change what a rating pool says of itself; and all that ends it."""
    rating_pool = managed_rating_pool(request, pk)
    form = RatingPoolDetailsForm(request.POST or None, initial=details_shown(rating_pool))

    def edit(now: datetime) -> None:
        services.rating_pool_edit(
            actor=login_of_page(request), rating_pool_id=pk, now=now, **form.cleaned_data
        )

    if request.method == "POST" and form.submit(
        lambda _sent: notify_edited(request, rating_pool, _("Saved."), UNDO, edit)
    ):
        return redirect("pages-matches:leaderboard", pk)
    return show_rating_pool_edit(request, rating_pool, form=form)


def show_rating_pool_edit(
    request: HttpRequest,
    rating_pool: RatingPool,
    *,
    form: RatingPoolDetailsForm | None = None,
    terms: RatingTermsForm | None = None,
    picture: PictureForm | None = None,
) -> HttpResponse:
    context = {
        "rating_pool": rating_pool,
        "form": form or RatingPoolDetailsForm(initial=details_shown(rating_pool)),
        "terms": terms or RatingTermsForm(terms=rating_pool.in_force),
        "picture": picture or PictureForm(initial={"picture_alt": rating_pool.picture_alt}),
    }
    status = max(each.page_status for each in (form, terms, picture) if each is not None)
    return render(request, "ratings/rating_pool_edit.html", context, status=status)


@require_POST
@login_required
def rating_pool_terms_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Have a rating pool rate by other terms: all its ratings are computed anew."""
    rating_pool = managed_rating_pool(request, pk)
    form = RatingTermsForm(request.POST, terms=rating_pool.in_force)
    if form.submit(
        lambda _sent: services.rating_pool_rate(
            actor=login_of_page(request), rating_pool_id=pk, **form.sent_terms
        )
    ):
        notify_done(request, _("Saved. The ratings are worked out anew."))
        return redirect("pages-matches:leaderboard", pk)
    return show_rating_pool_edit(request, rating_pool, terms=form)


@require_POST
@login_required
def rating_pool_picture_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Another picture of a rating pool, or none."""
    rating_pool = managed_rating_pool(request, pk)
    form = PictureForm(request.POST, request.FILES)

    def edit(now: datetime) -> None:
        services.rating_pool_edit(actor=login_of_page(request), rating_pool_id=pk, now=now, **form.changes)

    if form.submit(lambda _sent: notify_edited(request, rating_pool, _("Saved."), UNDO, edit)):
        return redirect("pages-matches:rating-pool-edit", pk)
    return show_rating_pool_edit(request, rating_pool, picture=form)


@require_POST
@login_required
def rating_pool_close_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Close a rating pool to further matches, or have it be as if it had never been closed."""
    rating_pool, closed = managed_rating_pool(request, pk), request.POST.get("closed") == "yes"

    def edit(now: datetime) -> None:
        services.rating_pool_edit(actor=login_of_page(request), rating_pool_id=pk, now=now, closed=closed)

    said = _("The rating pool is closed.") if closed else _("The rating pool is open again.")
    is_done(request, lambda: notify_edited(request, rating_pool, said, UNDO, edit))
    return redirect("pages-matches:leaderboard", pk)


@require_POST
@login_required
def rating_pool_remove_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Remove a rating pool that was opened by mistake."""
    rating_pool = managed_rating_pool(request, pk)

    def remove(now: datetime) -> None:
        services.rating_pool_remove(actor=login_of_page(request), rating_pool_id=pk, now=now)

    said = _("%(name)s is removed.") % {"name": rating_pool.name}
    if is_done(request, lambda: notify_edited(request, rating_pool, said, UNDO, remove)):
        return redirect("pages-matches:players")
    return redirect("pages-matches:rating-pool-edit", pk)


@require_POST
@login_required
def rating_pool_edit_undo_page(request: HttpRequest, pk: int, edit: int) -> HttpResponse:
    """Take a change of a rating pool back; one that was removed is there again."""
    found = get_object_or_404(RatingPoolEdit.objects.select_related("rating_pool"), rating_pool=pk, pk=edit)
    if not may_do_action(request.user, "rating_pool_manage", found.rating_pool):
        raise PermissionDenied
    actor = login_of_page(request)
    if is_done(request, lambda: services.rating_pool_edit_undo(actor=actor, rating_pool_id=pk, edit_id=edit)):
        notify_done(request, _("Taken back."))
    elif found.rating_pool.removed:
        return redirect("pages-matches:players")
    return redirect("pages-matches:leaderboard", pk)
