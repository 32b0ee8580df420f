"""The pages of one's own account."""

from http import HTTPStatus
from typing import Any

from allauth.account import views as account
from allauth.account.decorators import reauthentication_required
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.views import ListUserSessionsView
from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.debug import sensitive_post_parameters
from django.views.i18n import set_language

from engine import RuleError
from matches.accounts.access import form_page_status, login_of_page, note_known_login
from matches.accounts.models import Token
from matches.accounts.selectors import has_second_factor, login_named
from matches.accounts.services import (
    login_language_set,
    login_time_zone_set,
    password_reset,
    reset_code_issue,
)
from matches.base.forms import PageForm
from matches.base.pages import form_faults, notify_done
from matches.base.times import time_zones
from matches.hooks import sections_shown

from .forms import CodePasswordForm, ResetCodeForm, SessionsForm


@login_required
def account_page(request: HttpRequest) -> HttpResponse:
    """What belongs to the login, and where it is changed."""
    user = login_of_page(request)
    context = {
        "address": EmailAddress.objects.filter(user=user, primary=True).first(),
        "second_factor": has_second_factor(user),
        "passkeys": Authenticator.objects.filter(user=user, type=Authenticator.Type.WEBAUTHN).count(),
        "mail": settings.MAIL_CONFIGURED,
        "issues_codes": user.is_staff,
        "sections": sections_shown(user, request, ["settings"]),
    }
    return render(request, "accounts/account.html", context)


def language_page(request: HttpRequest) -> HttpResponse:
    """Have pages in another language from now on, and mails too."""
    answer = set_language(request)
    chosen = request.POST.get("language")
    if request.user.is_authenticated and chosen in dict(settings.LANGUAGES):
        login_language_set(user=login_of_page(request), language=chosen)
    return answer


class TimeZoneForm(PageForm):
    """In which zone times are said."""

    concerns = {"unknown_time_zone": "time_zone"}

    time_zone = forms.ChoiceField(
        label=gettext_lazy("Time zone"),
        required=False,
        choices=lambda: [("", _("as the browser has it")), *((name, name) for name in time_zones())],
        help_text=gettext_lazy("Events are shown in the time of the place where they are."),
    )


@login_required
def time_zone_page(request: HttpRequest) -> HttpResponse:
    """In which zone times are said to the login."""
    user = login_of_page(request)
    form = TimeZoneForm(request.POST or None, initial={"time_zone": user.time_zone})
    if request.method == "POST" and form.submit(lambda sent: login_time_zone_set(user=user, **sent)):
        notify_done(request, _("Saved."))
        return redirect("pages-matches:account")
    return render(request, "accounts/time_zone.html", {"form": form}, status=form.page_status)


@login_required
@reauthentication_required
def reset_code_page(request: HttpRequest) -> HttpResponse:
    """Issue a one-time code, which the page shows this once."""
    refusal: RuleError | str | None = None
    issued: dict[str, Any] = {}
    form = ResetCodeForm(request.POST or None)
    if request.method == "POST":
        if not form.is_valid():
            refusal = form_faults(form)
        else:
            try:
                code, secret = reset_code_issue(
                    actor=login_of_page(request), user=login_named(form.cleaned_data["login"])
                )
                issued = {"code": code, "secret": secret}
            except RuleError as refused:
                refusal = refused
    context = {"form": form, "refusal": refusal, **issued}
    return render(request, "accounts/reset_code.html", context, status=form_page_status(refusal))


@sensitive_post_parameters("code", "password")
def code_password_page(request: HttpRequest) -> HttpResponse:
    """Set a new password with a one-time code."""
    refusal: RuleError | str | None = None
    form: forms.Form = CodePasswordForm(request.POST or None)
    if request.method == "POST":
        if not form.is_valid():
            refusal = form_faults(form)
        else:
            sent = form.cleaned_data
            try:
                user = password_reset(
                    request=request, username=sent["login"], code=sent["code"], password=sent["password"]
                )
            except RuleError as refused:
                if refused.code == "too_many_requests":
                    raise
                refusal = refused
            else:
                note_known_login(None, request, user)
                messages.success(request, _("Your password was changed. Log in with it."))
                return redirect("login")
    context = {"form": form, "refusal": refusal}
    return render(request, "accounts/code_password.html", context, status=form_page_status(refusal))


@login_required
@reauthentication_required
def email_page(request: HttpRequest) -> HttpResponseBase:
    """Give, confirm and remove an address; without mail, only remove one."""
    removes = request.method == "POST" and "action_remove" in request.POST
    if not settings.MAIL_CONFIGURED and not removes:
        address = EmailAddress.objects.filter(user=login_of_page(request)).first()
        status = HTTPStatus.OK if request.method == "GET" else HTTPStatus.UNPROCESSABLE_ENTITY
        return render(request, "accounts/no_mail.html", {"address": address}, status=status)
    return account.email(request)


class SessionsPage(ListUserSessionsView):
    """Where one is logged in, and which programs hold tokens."""

    form_class = SessionsForm

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        found: dict[str, Any] = super().get_context_data(**kwargs)
        found["tokens"] = Token.objects.filter(user=login_of_page(self.request)).order_by("-pk")
        return found


def signup_page(request: HttpRequest) -> HttpResponseBase:
    """Sign up; where nobody does by themselves, read whom to ask."""
    if settings.REGISTRATION == "closed":
        status = HTTPStatus.OK if request.method == "GET" else HTTPStatus.FORBIDDEN
        return render(request, "accounts/closed.html", status=status)
    return account.signup(request)


def password_reset_page(request: HttpRequest) -> HttpResponseBase:
    """Ask for a link by mail; without mail, read whom to ask for a code."""
    if not settings.MAIL_CONFIGURED:
        status = HTTPStatus.OK if request.method == "GET" else HTTPStatus.UNPROCESSABLE_ENTITY
        return render(request, "accounts/no_reset.html", status=status)
    return account.password_reset(request)
