"""How logins want to be told: what they have chosen, else as each kind has it."""

from collections.abc import Collection, Mapping

from django.conf import settings

from matches.accounts.models import User
from matches.hooks import NoticeKind
from matches.notifications.models import Delivery, NoticeSettings, PushSubscription

WAYS = (Delivery.Channel.MAIL, Delivery.Channel.PUSH)
"""By which a notice is sent; it is in the list of notices anyway."""


def settings_of_login(login: User) -> NoticeSettings:
    """What a login has chosen; a row that is not saved where it has chosen nothing."""
    return NoticeSettings.objects.filter(login=login).first() or NoticeSettings(login=login)


def settings_of(logins: Collection[User]) -> dict[int, NoticeSettings]:
    """The same of several logins, by number, each knowing its login: one query."""
    rows = {row.login_id: row for row in NoticeSettings.objects.filter(login__in=logins)}
    found = {login.pk: rows.get(login.pk) or NoticeSettings(login=login) for login in logins}
    for login in logins:
        found[login.pk].login = login
    return found


def is_wanted(chosen: NoticeSettings, code: str, kind: NoticeKind, way: str) -> bool:
    """Whether somebody wants a kind of notice by a way, had they one."""
    return bool(chosen.choices.get(code, {}).get(way, way in kind.channels))


def wanted_ways(
    code: str, kind: NoticeKind, chosen: Mapping[int, NoticeSettings]
) -> dict[int, list[Delivery.Channel]]:
    """By which ways each of several logins is told, by number: those that it wants and has. One query."""
    browsers = PushSubscription.objects.filter(login__in=chosen).values_list("login", flat=True)
    has_push = set(browsers) if settings.PUSH_CONFIGURED else set()
    return {
        number: [
            way
            for way in WAYS
            if is_wanted(each, code, kind, way)
            and (has_mail(each) if way == Delivery.Channel.MAIL else number in has_push)
        ]
        for number, each in chosen.items()
    }


def has_mail(chosen: NoticeSettings) -> bool:
    """Whether notices can be mailed to a login, and are to be: only to an address that it has confirmed."""
    login = chosen.login
    confirmed = bool(login.email) and login.email_confirmed_at is not None
    return settings.MAIL_CONFIGURED and chosen.mails and confirmed
