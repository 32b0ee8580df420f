"""What pages have in common on which something announced is changed, and the change is taken back."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse

from engine import RuleError
from matches.base.pages import notify_done
from matches.base.tags import refusal_sentence


def newest_edit(row: Any) -> int:
    """The number of the latest change of a row; 0 of one that was never changed."""
    return row.edits.order_by("-pk").values_list("pk", flat=True).first() or 0


def notify_edited(request: HttpRequest, message: str, row: Any, *, undo: str, since: int = 0) -> None:
    """Say on the next page what was changed, with a button that takes it back.

    since: the latest change before. undo: the page that takes one back, of the row and the change.
    """
    edit = row.edits.filter(pk__gt=since, recorded_by=request.user).order_by("pk").last()
    notify_done(request, message, undo="" if edit is None else reverse(undo, args=[row.pk, edit.pk]))


def act_and_notify(request: HttpRequest, act: Callable[[], object], message: str) -> bool:
    """Do what a button asks and say so on the next page, or why it was refused; whether it was done."""
    try:
        act()
    except RuleError as refusal:
        messages.error(request, refusal_sentence(refusal))
        return False
    if message:
        notify_done(request, message)
    return True
