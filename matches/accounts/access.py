"""Pages that are not for everybody."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import TypeVar, cast

from django import forms
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from engine import RuleError
from matches.base.pages import form_faults

from .errors import NotAllowed, NotAuthenticated
from .models import User


@contextmanager
def forbid_without_role() -> Iterator[None]:
    """A page's refusal: whoever may not look gets 403, logged in or not."""
    try:
        yield
    except (NotAuthenticated, NotAllowed) as refused:
        raise PermissionDenied from refused


Form = TypeVar("Form", bound=forms.Form)

Again = Callable[[RuleError | str], HttpResponse]
"""Shows a page again, with a refusal on it."""


def form_page_status(refusal: object) -> HTTPStatus:
    return HTTPStatus.OK if refusal is None else HTTPStatus.UNPROCESSABLE_ENTITY


def login_of_page(request: HttpRequest) -> User:
    """The login behind the page; only those who have one get this far."""
    return cast(User, request.user)


def act_and_redirect(form: Form, act: Callable[[Form], object], again: Again, then: str) -> HttpResponse:
    """Do what a form asks and go on to the address `then`; or show the page again, and why not."""
    if not form.is_valid():
        return again(form_faults(form))
    try:
        act(form)
    except RuleError as refusal:
        return again(refusal)
    return redirect(then)
