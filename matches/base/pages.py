"""What every page has."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from engine import RuleError
from engine.words import printable_text

from .problems import sentence_with_advice
from .translation import translate_text


def form_faults(form: forms.Form) -> str:
    """What is wrong with a form, in a sentence for each fault."""
    return " ".join(
        _("%(label)s: %(fault)s") % {"label": form[name].label, "fault": fault}
        if name != NON_FIELD_ERRORS
        else str(fault)
        for name, faults in form.errors.items()
        for fault in faults
    )


PER_PAGE = 50
TOPIC_HEADER = "X-Live-Topic"
"""Names the topic that a page follows, and the version that it shows."""
KEPT_VERSION = "golden.kept_version"
"""In the environment of a request: the version of a live part that it wants if it is kept, and no other."""
IN_PROGRESS = "golden.in_progress"
"""There as well: how many requests the process was answering when it came, this one among them."""


def notify_done(request: HttpRequest, message: str, *, undo: str = "") -> None:
    """Say on the next page what was done; `undo`: where a button there posts to take it back."""
    messages.success(request, message, extra_tags=undo)


def page_to_go_on(request: HttpRequest) -> str:
    """Where `next` leads, if to a page of ours; else ""."""
    then = request.POST.get("next") or request.GET.get("next") or ""
    return then if url_has_allowed_host_and_scheme(then, allowed_hosts=None) else ""


def is_done(request: HttpRequest, act: Callable[[], object]) -> bool:
    """Do what a button asks; where it is refused the next page says why, and this is False."""
    try:
        act()
    except RuleError as refusal:
        messages.error(request, printable_text(translate_text(sentence_with_advice(refusal))))
        return False
    return True


def live_page(
    request: HttpRequest,
    template: str,
    *,
    live_part: str,
    topic: str,
    version: int,
    context: dict[str, Any],
    live_html: SafeString | None = None,
) -> HttpResponse:
    """A page that follows `topic`: whole for a visitor, the live part alone where an open page asks again.

    version: the topic's when the page began to read; 0 where it is not known, and the page asks again.
    live_html: the live part, where it is rendered already. Raises Http404 where a request wants no other than
    one that is kept.
    """
    if live_html is None and request.META.get(KEPT_VERSION):
        raise Http404
    part_only = bool(getattr(request, "htmx", False))
    context = {**context, "topic": topic, "version": version, "live_part": live_part, "live_html": live_html}
    if part_only and live_html is not None:
        response = HttpResponse(live_html)
    else:
        response = render(request, live_part if part_only else template, context)
    return as_live(response, topic, version)


def as_live(response: HttpResponse, topic: str, version: int) -> HttpResponse:
    """An answer that says which version of what it shows."""
    response[TOPIC_HEADER] = f"{topic} {version}"
    patch_vary_headers(response, ["HX-Request"])
    patch_cache_control(response, private=True, no_cache=True)
    return response
