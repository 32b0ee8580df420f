"""A club opens a rating pool of its own."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from matches.accounts.access import login_of_page
from matches.accounts.permissions import may_do_action
from matches.base.pages import notify_done
from matches.ratings.pages.editing_forms import RatingPoolForm
from tournaments.clubs import services
from tournaments.clubs.selectors import club_list


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def rating_pool_new_page(request: HttpRequest, pk: int) -> HttpResponse:
    """Open a rating pool that a club manages."""
    club = get_object_or_404(club_list(), pk=pk)
    if not may_do_action(request.user, "club_rating_pool_open", club):
        raise PermissionDenied
    form = RatingPoolForm(request.POST or None)
    if request.method == "POST" and form.submit(
        lambda _sent: services.club_rating_pool_open(
            actor=login_of_page(request), club=club, **form.announced
        )
    ):
        notify_done(request, _("The rating pool is open. Events of the club can count in it."))
        return redirect("pages-matches:leaderboard", form.outcome.pk)
    return render(
        request, "clubs/rating_pool_new.html", {"club": club, "form": form}, status=form.page_status
    )
