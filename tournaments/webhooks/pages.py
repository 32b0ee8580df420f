"""Webhooks of a club on the pages: for whoever runs it."""

from typing import Any

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from matches.accounts.access import forbid_without_role, login_confirmed, login_of_page
from matches.accounts.permissions import require_permission
from matches.base.forms import MomentField, PageForm, RowForm
from matches.base.pages import is_done, notify_done
from matches.notifications.selectors import kinds_declared
from tournaments.clubs.models import Club
from tournaments.clubs.selectors import club_list

from . import services
from .models import URL_MAX, Webhook
from .selectors import delivery_list, event_types, webhook_list

# Of the log; the API has the rest.
SHOWN = 50


def type_choices() -> list[tuple[str, str]]:
    kinds = kinds_declared()
    return [(name, f"{kinds[code].name} ({name})") for name, code in event_types().items()]


class WebhookForm(RowForm):
    """Where events of a club go, and which."""

    concerns = {"forbidden_address": "url", "unknown_event_type": "types"}

    url = forms.CharField(
        label=gettext_lazy("Address"),
        max_length=URL_MAX,
        widget=forms.URLInput(attrs={"placeholder": "https://", "spellcheck": "false"}),
    )
    types = forms.MultipleChoiceField(
        label=gettext_lazy("Events"),
        choices=type_choices,
        widget=forms.CheckboxSelectMultiple,
        required=False,
        help_text=gettext_lazy("All of them, also those there will be, where none is chosen."),
    )


class WebhookChangeForm(WebhookForm):
    """The same of one that there is, and whether anything is sent."""

    active = forms.BooleanField(label=gettext_lazy("Send events there"), required=False)


class RedeliverForm(RowForm):
    """Since when all that has failed is to be sent again."""

    since = MomentField(label=pgettext_lazy("webhook", "What has happened since"))


def managed_club(request: HttpRequest, club: int) -> Club:
    """The club, for whoever runs it; nobody else sees where its events go."""
    found = get_object_or_404(club_list(), pk=club)
    with forbid_without_role():
        require_permission(login_of_page(request), "webhook_manage", found)
    return found


def managed_webhook(request: HttpRequest, club: int, pk: int) -> Webhook:
    return get_object_or_404(webhook_list(managed_club(request, club)), pk=pk)


@never_cache
@login_confirmed
def webhooks_page(request: HttpRequest, club: int) -> HttpResponse:
    """The webhooks of a club; add another, whose secret is shown this once."""
    found = managed_club(request, club)
    form = WebhookForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.submit(
        lambda sent: services.webhook_add(actor=login_of_page(request), club_id=found.pk, **sent)
    ):
        webhook, secret = form.outcome
        return show_webhook(request, webhook_list(found).get(pk=webhook.pk), secret=secret)
    context = {"club": found, "webhooks": webhook_list(found), "form": form}
    return render(request, "webhooks/webhooks.html", context, status=form.page_status)


@never_cache
@login_confirmed
def webhook_page(request: HttpRequest, club: int, pk: int) -> HttpResponse:
    """A webhook: where events go, and what came of each; make another secret, which is shown this once."""
    webhook = managed_webhook(request, club, pk)
    if request.method != "POST":
        return show_webhook(request, webhook)
    _webhook, secret = services.webhook_secret_rotate(actor=login_of_page(request), webhook_id=webhook.pk)
    return show_webhook(request, managed_webhook(request, club, pk), secret=secret)


def show_webhook(
    request: HttpRequest, webhook: Webhook, refused: PageForm | None = None, *, secret: str = ""
) -> HttpResponse:
    """refused: what was sent and not done."""
    standing: dict[str, Any] = {"url": webhook.url, "types": webhook.types, "active": webhook.is_active}
    context = {
        "club": webhook.club,
        "webhook": webhook,
        "deliveries": delivery_list(webhook)[:SHOWN],
        "form": WebhookChangeForm.among(refused, initial=standing),
        "again": RedeliverForm.among(refused, initial={"since": webhook.failing_since}),
        "secret": secret,
    }
    status = 200 if refused is None else refused.page_status
    return render(request, "webhooks/webhook.html", context, status=status)


@never_cache
@login_required
@require_POST
def webhook_change_page(request: HttpRequest, club: int, pk: int) -> HttpResponse:
    """Change where events go, which, and whether."""
    webhook, form = managed_webhook(request, club, pk), WebhookChangeForm(request.POST)
    actor = login_of_page(request)
    if not form.submit(lambda sent: services.webhook_change(actor=actor, webhook_id=webhook.pk, **sent)):
        return show_webhook(request, webhook, form)
    notify_done(request, _("Saved."))
    return redirect("pages-tournaments:webhook", club, pk)


@never_cache
@login_required
@require_POST
def webhook_test_page(request: HttpRequest, club: int, pk: int) -> HttpResponse:
    """Send an event that says nothing."""
    webhook, actor = managed_webhook(request, club, pk), login_of_page(request)
    if is_done(request, lambda: services.webhook_test(actor=actor, webhook_id=webhook.pk)):
        notify_done(request, _("A test is on its way. Look again in a moment."))
    return redirect("pages-tournaments:webhook", club, pk)


@never_cache
@login_required
@require_POST
def webhook_redeliver_page(request: HttpRequest, club: int, pk: int, delivery: int) -> HttpResponse:
    """Send something again."""
    webhook, actor = managed_webhook(request, club, pk), login_of_page(request)
    number = get_object_or_404(webhook.deliveries, pk=delivery).pk
    if is_done(
        request,
        lambda: services.webhook_redeliver(actor=actor, webhook_id=webhook.pk, delivery_id=number),
    ):
        notify_done(request, _("It is on its way again. Look again in a moment."))
    return redirect("pages-tournaments:webhook", club, pk)


@never_cache
@login_required
@require_POST
def deliveries_redeliver_page(request: HttpRequest, club: int, pk: int) -> HttpResponse:
    """Send all again that has failed since a time."""
    webhook, form = managed_webhook(request, club, pk), RedeliverForm(request.POST)
    actor = login_of_page(request)
    if not form.submit(
        lambda sent: services.deliveries_redeliver(actor=actor, webhook_id=webhook.pk, **sent)
    ):
        return show_webhook(request, webhook, form)
    on_their_way = ngettext(
        "%(count)s event is on its way again. Look again in a moment.",
        "%(count)s events are on their way again. Look again in a moment.",
        form.outcome,
    )
    said = on_their_way if form.outcome else _("Nothing has failed since then.")
    notify_done(request, said % {"count": form.outcome})
    return redirect("pages-tournaments:webhook", club, pk)


@never_cache
@login_required
@require_POST
def webhook_remove_page(request: HttpRequest, club: int, pk: int) -> HttpResponse:
    """Remove a webhook."""
    webhook = managed_webhook(request, club, pk)
    services.webhook_remove(actor=login_of_page(request), webhook_id=webhook.pk)
    notify_done(request, _("The webhook is removed."))
    return redirect("pages-tournaments:webhooks", club)
