"""The pages on which somebody chooses how to be told, and where a link in a mail leads."""

from http import HTTPStatus
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.csrf import csrf_exempt

from matches.accounts.access import login_of_page
from matches.accounts.models import User
from matches.accounts.services import login_language_set
from matches.base.forms import PageForm
from matches.base.pages import notify_done
from matches.notifications.models import NoticeSettings, PushSubscription
from matches.notifications.selectors import WAYS, is_wanted, kinds_declared, settings_of_login
from matches.notifications.services import (
    notice_settings_change,
    push_public_key,
    unsubscribe,
    unsubscribing_of,
)

CLOCK = {"type": "time"}


class NoticeSettingsForm(PageForm):
    """How a login is told: one box for every kind and way beside what holds for all of them."""

    mails = forms.BooleanField(label=gettext_lazy("Mail me notices"), required=False)
    daily = forms.BooleanField(
        label=gettext_lazy("One mail a day"),
        required=False,
        help_text=gettext_lazy("At 8:00. What is urgent, and what would be over by then, comes at once."),
    )
    quiet_from = forms.TimeField(
        label=gettext_lazy("Quiet from"), widget=forms.TimeInput(attrs=CLOCK, format="%H:%M")
    )
    quiet_to = forms.TimeField(
        label=gettext_lazy("Quiet to"),
        widget=forms.TimeInput(attrs=CLOCK, format="%H:%M"),
        help_text=gettext_lazy("Nothing is sent in between. Where both are equal, at any hour."),
    )
    urgent_at_night = forms.BooleanField(
        label=gettext_lazy("What is urgent comes in the quiet hours too"), required=False
    )
    language = forms.ChoiceField(
        label=gettext_lazy("Language of mails"), choices=lambda: list(settings.LANGUAGES)
    )

    def __init__(self, sent: Any, chosen: NoticeSettings, login: User) -> None:
        common = {name: getattr(chosen, name) for name in COMMON}
        super().__init__(sent, initial={**common, "language": login.mail_language})
        for code, kind in kinds_declared().items():
            for way in WAYS:
                self.fields[box_name(code, way)] = forms.BooleanField(
                    label=BOXES[way.value] % {"kind": kind.name},
                    required=False,
                    initial=is_wanted(chosen, code, kind, way),
                )

    @property
    def common(self) -> list[forms.BoundField]:
        """What holds for all kinds."""
        return [self[name] for name in (*COMMON, "language")]

    @property
    def kinds(self) -> list[dict[str, Any]]:
        """Every kind with its boxes."""
        return [
            {"kind": kind, "boxes": [self[box_name(code, way)] for way in WAYS]}
            for code, kind in kinds_declared().items()
        ]


COMMON = ("mails", "daily", "quiet_from", "quiet_to", "urgent_at_night")
BOXES = {"mail": gettext_lazy("By mail: %(kind)s"), "push": gettext_lazy("On my devices: %(kind)s")}


def box_name(code: str, way: str) -> str:
    return f"{way}_{code}"


def show_settings(
    request: HttpRequest, form: NoticeSettingsForm | None = None, device: PageForm | None = None
) -> HttpResponse:
    """form, device: what was sent and refused, if something was."""
    login = login_of_page(request)
    sent = form or device
    context = {
        "form": form or NoticeSettingsForm(None, settings_of_login(login), login),
        "sent": sent,
        "mail": settings.MAIL_CONFIGURED,
        "confirmed": login.email_confirmed_at is not None,
        "push_key": push_public_key(),
        "browsers": PushSubscription.objects.filter(login=login).order_by("pk"),
    }
    status = HTTPStatus.OK if sent is None else sent.page_status
    return render(request, "notifications/settings.html", context, status=status)


@login_required
def notice_settings_page(request: HttpRequest) -> HttpResponse:
    """By which ways the visitor is told of what, and when."""
    if request.method != "POST":
        return show_settings(request)
    login = login_of_page(request)
    form = NoticeSettingsForm(request.POST, settings_of_login(login), login)
    if not form.submit(lambda sent: settings_save(login, sent)):
        return show_settings(request, form)
    notify_done(request, _("Saved."))
    return redirect("pages-matches:notice-settings")


@transaction.atomic
def settings_save(login: User, sent: dict[str, Any]) -> None:
    choices = {code: {way.value: sent[box_name(code, way)] for way in WAYS} for code in kinds_declared()}
    notice_settings_change(login=login, choices=choices, **{name: sent[name] for name in COMMON})
    login_language_set(user=login, language=sent["language"])


# The secret is what lets in; a program that reads mails posts here without having seen the page: RFC 8058.
@csrf_exempt
def unsubscribe_page(request: HttpRequest, secret: str) -> HttpResponse:
    """Where a mail leads who wants no more of its kind: a button; pressed, it is done."""
    unsubscribing = unsubscribing_of(secret)
    if unsubscribing is None:
        return render(request, "notifications/unsubscribe.html", {"unknown": True}, status=404)
    if request.method == "POST":
        unsubscribe(unsubscribing)
    kind = kinds_declared().get(unsubscribing.kind)
    context = {
        "kind": None if kind is None else kind.name,
        "name": unsubscribing.login.username,
        "done": request.method == "POST",
    }
    return render(request, "notifications/unsubscribe.html", context)
