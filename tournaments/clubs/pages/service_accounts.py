"""Service accounts of a club on the pages: for whoever runs it."""

from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.timezone import localdate
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from engine import RuleError
from matches.accounts.access import forbid_without_role, form_page_status, login_confirmed, login_of_page
from matches.accounts.models import Token
from matches.accounts.permissions import require_permission
from matches.base.pages import form_faults
from matches.base.times import day_begins
from tournaments.clubs import services
from tournaments.clubs.models import Club, ServiceAccount
from tournaments.clubs.permissions import service_accounts_working
from tournaments.clubs.selectors import (
    club_list,
    service_account_list,
    service_token_list,
    service_use_list,
)

SCOPES = [scope for scope in Token.Scope.values if scope != Token.Scope.ACCOUNT]

# Of the log; the API has the rest.
SHOWN = 100

# What is proposed: half a year.
USUAL = timedelta(days=182)


class ServiceAccountForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    role = forms.ChoiceField(label=gettext_lazy("May do what a … may"), choices=ServiceAccount.Role.choices)
    last_day = forms.DateField(label=gettext_lazy("Last day"))

    def expires_at(self) -> datetime:
        """The end of the last day."""
        return day_begins(self.cleaned_data["last_day"] + timedelta(days=1))


class ServiceTokenForm(forms.Form):
    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("Scopes"), choices=[(scope, scope) for scope in SCOPES]
    )
    tournament = forms.IntegerField(
        label=gettext_lazy("Only for the tournament (its number)"), min_value=1, required=False
    )


class ServiceAccountEndForm(forms.Form):
    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=500, required=False)


def managed_club(request: HttpRequest, club: int) -> Club:
    """The club, for whoever runs it; nobody else sees what programs it has."""
    found = get_object_or_404(club_list(), pk=club)
    with forbid_without_role():
        require_permission(login_of_page(request), "service_account_manage", found)
    return found


def managed_account(request: HttpRequest, club: int, pk: int) -> ServiceAccount:
    return get_object_or_404(service_account_list(managed_club(request, club)), pk=pk)


@never_cache
@login_confirmed
def service_accounts_page(request: HttpRequest, club: int) -> HttpResponse:
    """The service accounts of a club; make another."""
    found = managed_club(request, club)
    refusal: RuleError | str | None = None
    if request.method == "POST":
        form = ServiceAccountForm(request.POST)
        if form.is_valid():
            try:
                made = services.service_account_make(
                    actor=login_of_page(request),
                    club_id=found.pk,
                    name=form.cleaned_data["name"],
                    role=form.cleaned_data["role"],
                    expires_at=form.expires_at(),
                )
            except RuleError as refused:
                refusal = refused
            else:
                return redirect("pages-tournaments:service-account", found.pk, made.pk)
        else:
            refusal = form_faults(form)
    now = timezone.now()
    context = {
        "club": found,
        "accounts": service_account_list(found),
        "working": set(service_accounts_working(now).filter(club=found).values_list("pk", flat=True)),
        "roles": ServiceAccount.Role.values,
        "last_day": localdate(now) + USUAL,
        "refusal": refusal,
    }
    return render(request, "clubs/service_accounts.html", context, status=form_page_status(refusal))


@never_cache
@login_confirmed
def service_account_page(request: HttpRequest, club: int, pk: int) -> HttpResponse:
    """A service account: its tokens, and what it did. A token that is issued is shown this once."""
    account = managed_account(request, club, pk)
    refusal: RuleError | str | None = None
    issued: dict[str, Any] = {}
    if request.method == "POST":
        form = ServiceTokenForm(request.POST)
        if form.is_valid():
            try:
                token, secret = services.service_token_issue(
                    actor=login_of_page(request), account_id=account.pk, **form.cleaned_data
                )
                issued = {"token": token, "secret": secret}
            except RuleError as refused:
                refusal = refused
        else:
            refusal = form_faults(form)
    return show_account(request, account, refusal, issued)


def show_account(
    request: HttpRequest,
    account: ServiceAccount,
    refusal: RuleError | str | None = None,
    issued: dict[str, Any] | None = None,
) -> HttpResponse:
    working = service_accounts_working(timezone.now()).filter(pk=account.pk).exists()
    context = {
        "club": account.club,
        "account": account,
        "working": working,
        "owns": account.owner_id == login_of_page(request).pk,
        "ended": getattr(account, "end", None),
        "tokens": service_token_list(account),
        "uses": service_use_list(account)[:SHOWN],
        "scopes": SCOPES,
        "refusal": refusal,
        **(issued or {}),
    }
    return render(request, "clubs/service_account.html", context, status=form_page_status(refusal))


@never_cache
@login_required
@require_POST
def service_account_end_page(request: HttpRequest, club: int, pk: int) -> HttpResponse:
    """End a service account."""
    account = managed_account(request, club, pk)
    form = ServiceAccountEndForm(request.POST)
    if not form.is_valid():
        return show_account(request, account, form_faults(form))
    try:
        services.service_account_end(actor=login_of_page(request), account_id=account.pk, **form.cleaned_data)
    except RuleError as refused:
        return show_account(request, account, refused)
    return redirect("pages-tournaments:service-account", account.club_id, account.pk)


@never_cache
@login_required
@require_POST
def service_token_revoke_page(request: HttpRequest, club: int, pk: int, token: int) -> HttpResponse:
    """Revoke a token of a service account."""
    account = managed_account(request, club, pk)
    found = get_object_or_404(service_token_list(account), pk=token)
    services.service_token_revoke(actor=login_of_page(request), account_id=account.pk, token=found)
    return redirect("pages-tournaments:service-account", account.club_id, account.pk)
