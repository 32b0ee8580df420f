"""Service accounts of a club on the pages: for whoever runs it."""

from collections.abc import Iterable
from datetime import date, datetime, timedelta
from functools import partial
from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.timezone import localdate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from matches.accounts.access import forbid_without_role, login_confirmed, login_of_page
from matches.accounts.models import Token
from matches.accounts.permissions import require_permission
from matches.base.forms import DayField, PageForm, RowForm
from matches.base.times import day_begins
from matches.base.translation import word_choices
from tournaments.clubs import services
from tournaments.clubs.models import Club, ServiceAccount
from tournaments.clubs.permissions import service_accounts_working
from tournaments.clubs.selectors import (
    club_list,
    events_to_appoint_for,
    service_account_list,
    service_token_list,
    service_use_list,
)

SCOPES = [scope for scope in Token.Scope.values if scope != Token.Scope.ACCOUNT]

ROLES = partial(word_choices, ServiceAccount.Role.values, "club_role")
SCOPE_CHOICES = partial(word_choices, SCOPES, "scope")

# Of the log; the API has the rest.
SHOWN = 100

# What is proposed: half a year.
USUAL = timedelta(days=182)


class ServiceAccountForm(PageForm):
    """A program that may act for the club."""

    concerns = {"invalid_service_account": "last_day"}

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    role = forms.ChoiceField(label=gettext_lazy("May do what a … may"), choices=ROLES)
    last_day = DayField(label=gettext_lazy("Last day"))

    def clean_last_day(self) -> datetime:
        """The end of the last day."""
        day: date = self.cleaned_data["last_day"]
        if day == date.max:
            raise forms.ValidationError(_("Choose an earlier day."))
        return day_begins(day + timedelta(days=1))


class ServiceTokenForm(RowForm):
    """A token of a program: what it may do, and where."""

    concerns = {"unknown_tournament": "tournament", "invalid_token_limit": "scopes"}

    name = forms.CharField(label=gettext_lazy("Name"), max_length=80)
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("Scopes"), choices=SCOPE_CHOICES, widget=forms.CheckboxSelectMultiple
    )
    tournament = forms.TypedChoiceField(
        label=gettext_lazy("For"), coerce=int, empty_value=None, required=False
    )

    def __init__(self, *args: Any, tournaments: Iterable[Any], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("the whole club")), *((each.pk, each.name) for each in tournaments)]
        tournament: Any = self.fields["tournament"]
        tournament.choices = choices


class ServiceAccountEndForm(RowForm):
    """Why a program acts no longer."""

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
    now = timezone.now()
    form = ServiceAccountForm(request.POST or None, initial={"last_day": localdate(now) + USUAL})
    if request.method == "POST" and form.submit(
        lambda sent: services.service_account_make(
            actor=login_of_page(request),
            club_id=found.pk,
            name=sent["name"],
            role=sent["role"],
            expires_at=sent["last_day"],
        )
    ):
        return redirect("pages-tournaments:service-account", found.pk, form.outcome.pk)
    context = {
        "club": found,
        "accounts": service_account_list(found),
        "working": set(service_accounts_working(now).filter(club=found).values_list("pk", flat=True)),
        "form": form,
    }
    return render(request, "clubs/service_accounts.html", context, status=form.page_status)


@never_cache
@login_confirmed
def service_account_page(request: HttpRequest, club: int, pk: int) -> HttpResponse:
    """A service account: its tokens, and what it did. A token that is issued is shown this once."""
    account = managed_account(request, club, pk)
    if request.method != "POST":
        return show_account(request, account)
    form = ServiceTokenForm(request.POST, tournaments=events_to_appoint_for(account.club))
    if form.submit(
        lambda sent: services.service_token_issue(actor=login_of_page(request), account_id=account.pk, **sent)
    ):
        _token, secret = form.outcome
        return show_account(request, account, secret=secret)
    return show_account(request, account, form)


def show_account(
    request: HttpRequest, account: ServiceAccount, refused: PageForm | None = None, *, secret: str = ""
) -> HttpResponse:
    """refused: what was sent and not done, in the place of the form that it is."""
    working = service_accounts_working(timezone.now()).filter(pk=account.pk).exists()
    owns = account.owner_id == login_of_page(request).pk
    token_form: PageForm | None = None
    if (working and owns) or isinstance(refused, ServiceTokenForm):
        token_form = ServiceTokenForm.among(refused, tournaments=events_to_appoint_for(account.club))
    context = {
        "club": account.club,
        "account": account,
        "working": working,
        "ended": getattr(account, "end", None),
        "tokens": service_token_list(account),
        "uses": service_use_list(account)[:SHOWN],
        "token_form": token_form,
        "end_form": ServiceAccountEndForm.among(refused),
        "secret": secret,
    }
    status = 200 if refused is None else refused.page_status
    return render(request, "clubs/service_account.html", context, status=status)


@never_cache
@login_required
@require_POST
def service_account_end_page(request: HttpRequest, club: int, pk: int) -> HttpResponse:
    """End a service account."""
    account = managed_account(request, club, pk)
    actor, form = login_of_page(request), ServiceAccountEndForm(request.POST)
    if not form.submit(lambda sent: services.service_account_end(actor=actor, account_id=account.pk, **sent)):
        return show_account(request, account, form)
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
