"""Logging in on the pages: they know by a session what the API knows by a token."""

from typing import Any, cast

from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request

from matches.base.api.throttling import CallerThrottle


class LoginPage(LoginView):
    """For whoever directs. Players report over the API."""

    template_name = "config/login.html"
    next_page = "pages-tournaments:home"
    # One budget with the API's: passwords cannot be guessed through the other entrance.
    throttle_rate = "password"

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if not CallerThrottle().allow_request(Request(request), cast(Any, self)):
            return self.render_to_response(self.get_context_data(busy=True), status=429)
        return super().post(request, *args, **kwargs)
