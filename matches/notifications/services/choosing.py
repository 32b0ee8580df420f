"""Choosing: by which ways somebody is told of what, when, and the link that ends a kind of mail."""

from collections.abc import Mapping
from datetime import time
from typing import Any, NamedTuple

from django.core import signing
from django.db import transaction
from django.urls import reverse

from matches.accounts.models import User
from matches.notifications.errors import UnknownNoticeKind
from matches.notifications.models import Delivery, NoticeSettings
from matches.notifications.selectors import kinds_declared, settings_of_login

EVERY_KIND = ""
SALT = "notices.unsubscribe"


@transaction.atomic
def notice_settings_change(
    *,
    login: User,
    choices: Mapping[str, Mapping[str, bool]] | None = None,
    mails: bool | None = None,
    quiet_from: time | None = None,
    quiet_to: time | None = None,
    urgent_at_night: bool | None = None,
    daily: bool | None = None,
) -> NoticeSettings:
    """Choose how a login is told; what is left out stays. Raises UnknownNoticeKind.

    choices: by the code of a kind and the name of a way, whether; what is as the kind has it, is not kept.
    """
    chosen = settings_of_login(User.objects.select_for_update(no_key=True).get(pk=login.pk))
    for name, value in (
        ("mails", mails),
        ("quiet_from", quiet_from),
        ("quiet_to", quiet_to),
        ("urgent_at_night", urgent_at_night),
        ("daily", daily),
    ):
        if value is not None:
            setattr(chosen, name, value)
    if choices is not None:
        chosen.choices = choices_changed(chosen.choices, choices)
    chosen.save()
    return chosen


def choices_changed(
    standing: Mapping[str, Mapping[str, bool]], changes: Mapping[str, Mapping[str, bool]]
) -> dict[str, dict[str, bool]]:
    """What was chosen, with changes. Raises UnknownNoticeKind."""
    kinds = kinds_declared()
    found = {code: dict(ways) for code, ways in standing.items() if code in kinds}
    for code, ways in changes.items():
        if code not in kinds:
            raise UnknownNoticeKind(
                "There is no kind of notice %(kind)s. Look at your settings for those that there are.",
                {"kind": repr(code)},
                kind=code,
            )
        own = {**found.get(code, {}), **ways}
        found[code] = {way: on for way, on in own.items() if on != (way in kinds[code].channels)}
    return {code: ways for code, ways in found.items() if ways}


# -- The link in every mail, which works for whoever has it, and without logging in: RFC 8058


class Unsubscribing(NamedTuple):
    """What a link ends: mails of a kind to a login, or all where the kind is EVERY_KIND."""

    login: User
    kind: str


def unsubscribe_link(login: User, kind: str) -> str:
    """The path that ends mails of a kind, or every one."""
    secret = signing.dumps([login.pk, kind], salt=SALT)
    return reverse("pages-matches:unsubscribe", args=[secret])


def unsubscribing_of(secret: str) -> Unsubscribing | None:
    """What a link ends; None for one that is none of ours, or of a login that is closed."""
    try:
        number, kind = signing.loads(secret, salt=SALT)
    except signing.BadSignature:
        return None
    login = User.objects.filter(pk=number, is_active=True).first()
    return None if login is None else Unsubscribing(login, kind)


def unsubscribe(unsubscribing: Unsubscribing) -> None:
    """Mail no more of it; twice is as good as once."""
    changes: dict[str, Any] = {"mails": False}
    if unsubscribing.kind in kinds_declared():
        changes = {"choices": {unsubscribing.kind: {Delivery.Channel.MAIL.value: False}}}
    notice_settings_change(login=unsubscribing.login, **changes)
