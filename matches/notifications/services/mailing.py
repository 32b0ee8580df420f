"""Mails of notices: asked for in one transaction, written when they are sent, closed with what became of it.

A mail says what still holds when it is sent, and nothing where nothing does. Which notices it carries is
settled before, so that a repeat is the same mail under the same Message-ID.
"""

from collections.abc import Sequence
from datetime import datetime

from django.conf import settings
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext_lazy

from matches.accounts.models import User
from matches.hooks import ComposedMail, MailEnd, MailKind
from matches.mails.models import Mail
from matches.mails.services import mail_queue
from matches.notifications.models import Delivery
from matches.notifications.selectors import kind_of, notices_loaded, reading_as, several_notices_title

from .choosing import EVERY_KIND, unsubscribe_link

NOTICES_MAIL = "notices"


def notices_mail(login: User, deliveries: Sequence[Delivery], now: datetime) -> None:
    """Have one mail sent with these notices; nothing where the login has no confirmed address any more."""
    mail = None
    if login.email and login.email_confirmed_at is not None:
        urgent = len(deliveries) == 1 and kind_of(deliveries[0].notice).is_urgent
        mail = mail_queue(
            kind=NOTICES_MAIL,
            to=login.email,
            login=login,
            language=login.mail_language,
            rank=1 if urgent else 2,
        )
    rows = Delivery.objects.filter(pk__in=[each.pk for each in deliveries])
    if mail is None:
        rows.update(state=Delivery.State.NEEDLESS, closed_at=now)
    else:
        rows.update(mail=mail)


def notices_mail_compose(mail: Mail) -> ComposedMail | None:
    """What a mail says when it is sent; None where all of it is over, or the address another's."""
    login, now = mail.login, timezone.now()
    if login is None or login.email != mail.to or login.email_confirmed_at is None:
        return None
    rows = list(Delivery.objects.filter(mail=mail).select_related("notice").order_by("pk"))
    loaded = notices_loaded(row.notice for row in rows)
    found = [
        each for row in rows if (each := loaded.get(row.notice_id)) is not None and each.still_holds(now)
    ]
    if not found:
        return None
    with reading_as(login):
        told = [{"text": each.text(login), "link": f"{settings.PUBLIC_URL}{each.address}"} for each in found]
        kind = found[0].notice.kind if len(found) == 1 else EVERY_KIND
        unsubscribing = f"{settings.PUBLIC_URL}{unsubscribe_link(login, kind)}"
        context = {
            "name": login.username,
            "told": told,
            "site": settings.PUBLIC_HOST,
            "unsubscribe": unsubscribing,
            "settings": f"{settings.PUBLIC_URL}/account/notifications/",
        }
        subject = found[0].text(login).title if len(found) == 1 else several_notices_title(len(found))
        headers = {
            "List-Unsubscribe": f"<{unsubscribing}>",
            "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
            "Auto-Submitted": "auto-generated",
        }
        text = render_to_string("notifications/mail_plain.html", context)
        html = render_to_string("notifications/mail.html", {**context, "subject": subject})
        return ComposedMail(subject, text.strip(), html, headers)


def notices_mail_ended(number: int, end: MailEnd) -> None:
    """Close what a mail has carried, in the transaction in which the mail ends."""
    Delivery.objects.filter(mail=number).update(state=end.value, closed_at=timezone.now())


MAIL_NOTICES = {
    NOTICES_MAIL: MailKind(
        gettext_lazy("Notices"),
        "",
        compose=notices_mail_compose,
        ended=notices_mail_ended,
    )
}
