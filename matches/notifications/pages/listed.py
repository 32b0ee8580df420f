"""The page of one's notices."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from matches.accounts.access import login_of_page
from matches.base.pages import PER_PAGE
from matches.notifications.selectors import notices_listed, notices_of_login, unread_notices
from matches.notifications.services import notices_read


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def notices_page(request: HttpRequest) -> HttpResponse:
    """What the visitor was told, the latest first; a button notes that all of it was seen."""
    login = login_of_page(request)
    if request.method == "POST":
        notices_read(login=login)
        return redirect("pages-matches:notices")
    page = Paginator(notices_of_login(login), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "notices": notices_listed(page, login, timezone.now()),
        "unread": unread_notices(login),
    }
    return render(request, "notifications/notices.html", context)
