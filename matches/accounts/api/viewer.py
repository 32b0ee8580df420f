"""Who asks, where nobody need be logged in."""

from django.contrib.auth.models import AnonymousUser
from rest_framework.request import Request

from matches.accounts.models import User
from matches.accounts.permissions import Caller


def request_viewer(request: Request) -> Caller:
    return request.user if isinstance(request.user, User) else AnonymousUser()
