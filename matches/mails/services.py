"""Mails: asked for in the transaction that gives rise to them, sent by a worker as often as it takes.

A server that is away costs nobody a page and loses no mail: the row stays, the outbox asks again after 2, 4,
8 ... 60 seconds. What a server has taken goes in the same transaction; so a mail may come twice, where a
worker was killed in between, and never not at all; its Message-ID is the same then. One worker sends at a
time: a server that does not answer holds up one thread, not all of them.
"""

from collections.abc import Collection
from contextlib import suppress
from datetime import datetime, timedelta
from smtplib import SMTPDataError, SMTPException, SMTPRecipientsRefused
from typing import Any

import structlog
from django.conf import settings
from django.core.mail import EmailMultiAlternatives, get_connection
from django.db import transaction
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from matches.hooks import ComposedMail, MailEnd, MailKind, mail_kinds
from matches.work import outbox
from matches.work.turns import Turn, turn_taken

from .models import EVERY_MAIL, MAILS_SEND, Mail

log = structlog.get_logger(__name__)

# A link that comes later than this is for nothing that anybody still waits for.
GIVEN_UP_AFTER = timedelta(days=1)


class ServerAway(Exception):
    """The server of mails does not answer, or takes nothing from here."""


@transaction.atomic
def mail_queue(*, kind: str, to: str, login: Any = None, language: str = "", rank: int = 0) -> Mail | None:
    """Have a mail sent, in a language, or that of the request; none where mail is not configured.

    rank: which goes first, the lowest: what somebody sits and waits for is 0.
    """
    if not settings.MAIL_CONFIGURED or kind not in mail_kinds():
        return None
    language = language or translation.get_language() or "en"
    mail = Mail.objects.create(kind=kind, to=to, login=login, language=language, rank=rank)
    outbox.make_due(MAILS_SEND, EVERY_MAIL)
    return mail


def mails_send(*, now: datetime | None = None) -> None:
    """Send what there is; what could not be sent stays due."""
    now = now or timezone.now()
    row = outbox.open_outbox_row(MAILS_SEND, EVERY_MAIL)
    mails_give_up(now)
    if settings.MAIL_CONFIGURED:
        with suppress(ServerAway), _Server() as server:
            tried: set[int] = set()
            while (number := mail_send_next(server, tried)) is not None:
                tried.add(number)
    if not Mail.objects.exists():
        outbox.close_outbox_row(row)


def mails_give_up(now: datetime) -> None:
    """Forget what nobody waits for any more."""
    for mail in Mail.objects.filter(created_at__lte=now - GIVEN_UP_AFTER):
        log.error("mail_given_up", kind=mail.kind, mail=mail.pk, attempts=mail.attempts)
        with transaction.atomic():
            mail_end(mail, MailEnd.GIVEN_UP)


def mail_end(mail: Mail, end: MailEnd) -> None:
    """Forget a mail, and tell whoever had it sent what became of it."""
    ended = mail_kinds()[mail.kind].ended
    if ended is not None:
        ended(mail.pk, end)
    mail.delete()


def mails_sweep(now: datetime) -> None:
    """Have sent what is there though nothing is due."""
    if Mail.objects.exists():
        outbox.make_missing_due([(MAILS_SEND, EVERY_MAIL)])


def mail_send_next(server: "_Server", tried: Collection[int]) -> int | None:
    """Send the earliest mail but for those tried: its number; None if there is none, or others send.

    Raises ServerAway where no other mail would fare better.
    """
    with transaction.atomic():
        if not turn_taken(Turn.MAILS):
            return None
        waiting = Mail.objects.select_for_update(of=("self",)).select_related("login")
        mail = waiting.exclude(pk__in=tried).order_by("rank", "pk").first()
        if mail is None:
            return None
        number, message = mail.pk, mail_message(mail)
        if message is None:
            log.info("mail_needless", kind=mail.kind, mail=number)
            mail_end(mail, MailEnd.NEEDLESS)
            return number
        failure = server.send(message)
        if failure is None:
            mail_end(mail, MailEnd.SENT)
        elif is_final(failure):
            log.error("mail_refused", kind=mail.kind, mail=number, error=type(failure).__name__)
            mail_end(mail, MailEnd.REFUSED)
        else:
            log.warning("mail_failed", kind=mail.kind, mail=number, error=type(failure).__name__)
            Mail.objects.filter(pk=number).update(attempts=mail.attempts + 1)
    if failure is not None and not concerns_one_mail(failure):
        raise ServerAway
    return number


def mail_message(mail: Mail) -> EmailMultiAlternatives | None:
    """The mail as it is sent, its link made just now; None if it has become needless."""
    kind = mail_kinds()[mail.kind]
    with translation.override(mail.language):
        composed = mail_from_kind(mail, kind) if kind.compose is None else kind.compose(mail)
        if composed is None:
            return None
        signature = _("Golden Point at %(site)s") % {"site": settings.PUBLIC_HOST}
        message = EmailMultiAlternatives(
            f"[{settings.PUBLIC_HOST}] {composed.subject}",
            f"{composed.text}\n\n-- \n{signature}\n",
            to=[mail.to],
            headers={"Message-ID": mail.message_id, **composed.headers},
        )
        if composed.html:
            message.attach_alternative(composed.html, "text/html")
        return message


def mail_from_kind(mail: Mail, kind: MailKind) -> ComposedMail | None:
    """What a kind says in plain text alone."""
    link = kind.link(mail.login, mail.to)
    if link is None:
        return None
    filled = {
        "email": mail.to,
        "name": mail.login.get_username() if mail.login else "",
        "link": f"{settings.PUBLIC_URL}{link}",
    }
    return ComposedMail(str(kind.subject), kind.body % filled, "")


class _Server:
    """One connection to the server of mails, opened for the first mail."""

    def __init__(self) -> None:
        self.connection = get_connection()

    def __enter__(self) -> "_Server":
        return self

    def __exit__(self, *exception: object) -> None:
        with suppress(SMTPException, OSError):
            self.connection.close()

    def send(self, message: EmailMultiAlternatives) -> SMTPException | OSError | None:
        """Why it could not be sent; None if it was."""
        message.connection = self.connection
        try:
            self.connection.open()
            message.send()
        except (SMTPException, OSError) as failure:
            return failure
        return None


def concerns_one_mail(failure: Exception) -> bool:
    """Whether the server has said something of this mail alone."""
    return isinstance(failure, SMTPRecipientsRefused | SMTPDataError)


def is_final(failure: Exception) -> bool:
    """Whether the server will never take it: RFC 5321, 4.2.1: the first digit is 5."""
    if isinstance(failure, SMTPRecipientsRefused):
        return all(code >= 500 for code, _said in failure.recipients.values())
    return isinstance(failure, SMTPDataError) and failure.smtp_code >= 500
