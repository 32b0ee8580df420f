"""The page of the service's status, for who operates it: what works, what waits, and what was set aside."""

import platform
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from matches.accounts.permissions import may_do_action
from matches.base.forms import PageForm
from matches.base.pages import PER_PAGE, notify_done
from matches.work.models import Outbox
from matches.work.queues import Queue
from matches.work.selectors import DISPATCHER_SILENT, WORKER_SILENT, dead_letters
from matches.work.services import dead_letters_drop, dead_letters_retry

from .figures import BrokerFigures, DatabaseFigures, broker_figures, database_figures, service_version

QUEUE_WORDS = {
    Queue.JUDGE: gettext_lazy("Reports are refereed"),
    Queue.ADVANCE: gettext_lazy("Draws, rounds, ladders and tables go on"),
    Queue.RATE: gettext_lazy("Ratings follow the results"),
    Queue.NOTIFY: gettext_lazy("Notices, mails and webhooks go out"),
    Queue.ANALYSE: gettext_lazy("Dice, winners and records"),
    Queue.BULK: gettext_lazy("What may take hours"),
}


def describe_age(seconds: float) -> str:
    """So long ago, in its largest unit from two of it on: 90 s, 15 min, 3 h."""
    if seconds < 120:
        return _("%(number)d s") % {"number": round(seconds)}
    if seconds < 7200:
        return _("%(number)d min") % {"number": round(seconds / 60)}
    return _("%(number)d h") % {"number": round(seconds / 3600)}


@dataclass(frozen=True, slots=True)
class ServicePart:
    """A part of the service: what it is called, whether it works, and what there is to say of it."""

    name: str
    works: bool
    said: str


@dataclass(frozen=True, slots=True)
class ServiceQueue:
    """A queue, with the work of its kinds together. messages: None where the broker is away."""

    code: str
    words: str
    workers: int
    waiting: int
    in_hand: int
    set_aside: int
    oldest: str
    messages: int | None


def shown_queues(database: DatabaseFigures, broker: BrokerFigures | None) -> list[ServiceQueue]:
    workers, found = database.workers(), []
    for queue in Queue:
        works = [work for work in database.work if work.queue == queue]
        oldest = max((work.oldest_seconds for work in works if work.waiting), default=None)
        found.append(
            ServiceQueue(
                queue.value,
                str(QUEUE_WORDS[queue]),
                workers[queue],
                sum(work.waiting for work in works),
                sum(work.in_hand for work in works),
                sum(work.set_aside for work in works),
                "" if oldest is None else describe_age(oldest),
                None if broker is None else broker.messages[queue],
            )
        )
    return found


def shown_parts(database: DatabaseFigures, broker: BrokerFigures | None) -> list[ServicePart]:
    parts = [
        ServicePart("PostgreSQL", True, database.version),
        ServicePart("Redis", broker is not None, broker.version if broker else _("It does not answer.")),
    ]
    seen = {sign.name: sign.seconds for sign in database.signs}
    for name, words, silent in (
        ("dispatcher", _("Dispatcher"), DISPATCHER_SILENT),
        ("worker", _("Beat, Redis and referee together"), WORKER_SILENT),
    ):
        seconds = seen.get(name)
        works = seconds is not None and seconds <= silent.total_seconds()
        parts.append(ServicePart(words, works, sign_in_words(seconds)))
    return parts


def sign_in_words(seconds: float | None) -> str:
    if seconds is None:
        return _("never seen")
    return _("seen %(age)s ago") % {"age": describe_age(seconds)}


def for_operators(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Only for who may operate the service; a page that asks for itself anew is not led to the login."""

    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        if may_do_action(request.user, "service_operate"):
            return view(request)
        if request.user.is_authenticated or getattr(request, "htmx", False):
            raise PermissionDenied
        return redirect_to_login(request.get_full_path())

    return guarded


@never_cache
@require_safe
@for_operators
def status_page(request: HttpRequest) -> HttpResponse:
    """What works and what does not; the part that changes alone, where the open page asks for it."""
    database, broker = database_figures(), broker_figures()
    context: dict[str, Any] = {"database": database, "broker": broker}
    if database is not None:
        queues, parts = shown_queues(database, broker), shown_parts(database, broker)
        workers = [(sign, sign_in_words(sign.seconds)) for sign in database.signs if sign.queues]
        set_aside = sum(queue.set_aside for queue in queues)
        context |= {
            "queues": queues,
            "parts": parts,
            "workers": workers,
            "letters": dead_letters()[:PER_PAGE] if set_aside else [],
            "set_aside": set_aside,
            "all_is_well": all(part.works for part in parts)
            and all(queue.workers for queue in queues)
            and all(worker.lives for worker, _said in workers)
            and not set_aside,
            "versions": [
                ("Golden Point", service_version()),
                ("PostgreSQL", database.version),
                ("Redis", broker.version if broker else "–"),
                ("Python", platform.python_version()),
            ],
        }
    part_only = bool(getattr(request, "htmx", False))
    return render(request, "config/_status.html" if part_only else "config/status.html", context)


class LetterForm(PageForm):
    """A dead letter, by its number in the outbox."""

    letter = forms.IntegerField(min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput)

    def found(self) -> list[Outbox]:
        """It, unless it was dealt with meanwhile."""
        return list(dead_letters().filter(pk=self.cleaned_data["letter"])) if self.is_valid() else []


def deal_with(request: HttpRequest, act: Callable[[list[Outbox]], int], done: Callable[[int], str]) -> None:
    """Do it to the dead letter that was sent; the next page says whether it was still there."""
    count = act(LetterForm(request.POST).found())
    if count:
        notify_done(request, done(count) % {"count": count})
    else:
        messages.error(request, _("This dead letter is not there any more: somebody has dealt with it."))


@require_POST
@for_operators
def dead_letter_retry_page(request: HttpRequest) -> HttpResponse:
    """Try again what was set aside."""
    deal_with(
        request,
        dead_letters_retry,
        lambda count: ngettext("%(count)d is tried again.", "%(count)d are tried again.", count),
    )
    return redirect("pages-status:status")


@require_POST
@for_operators
def dead_letter_drop_page(request: HttpRequest) -> HttpResponse:
    """Forget what was set aside."""
    deal_with(
        request,
        dead_letters_drop,
        lambda count: ngettext("%(count)d was dropped.", "%(count)d were dropped.", count),
    )
    return redirect("pages-status:status")


pages = [
    path("status/", status_page, name="status"),
    path("status/dead-letters/retry/", dead_letter_retry_page, name="dead-letter-retry"),
    path("status/dead-letters/drop/", dead_letter_drop_page, name="dead-letter-drop"),
]
