"""The admin site has no door of its own."""

from django.contrib.auth import REDIRECT_FIELD_NAME
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse


def admin_login(request: HttpRequest) -> HttpResponse:
    """To the login of everybody, second factor and all; who is logged in and not staff goes no further."""
    if request.user.is_authenticated and not getattr(request.user, "is_staff", False):
        raise PermissionDenied
    return redirect_to_login(request.GET.get(REDIRECT_FIELD_NAME) or reverse("admin:index"))
