"""The first page: selector in, template out."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import patch_cache_control
from django.views.decorators.http import require_safe

from matches.accounts.models import User
from tournaments.events.selectors import latest_tournaments

from .selectors import home_of_login


@require_safe
def home_page(request: HttpRequest) -> HttpResponse:
    """What waits for who has logged in; to others, what this is and what is on."""
    user = request.user
    if isinstance(user, User):
        response = render(request, "home/home.html", {"home": home_of_login(user, timezone.now())})
        patch_cache_control(response, private=True, no_cache=True)
        return response
    return render(request, "home/welcome.html", {"groups": latest_tournaments(user)})
