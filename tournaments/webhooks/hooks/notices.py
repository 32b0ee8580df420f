"""What people are told of about webhooks."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.accounts.models import User
from matches.base.translation import code_word
from matches.hooks import NoticeKind, NoticeText
from matches.notifications.models import Notice
from tournaments.webhooks.models import Webhook
from tournaments.webhooks.selectors import owners_told, webhooks_of_numbers
from tournaments.webhooks.services.sending import PAUSE_NOTICE


class PausedWebhook(NamedTuple):
    webhook: Webhook
    cause: str


class WebhookPaused(NoticeKind):
    """Nothing is sent to a webhook any more, as nothing arrives there."""

    name = gettext_lazy("A webhook is paused")
    description = gettext_lazy("When the service stops sending to a webhook of your club.")
    subject = "webhook"

    def load(self, notices: Sequence[Notice]) -> Mapping[int, PausedWebhook]:
        found = webhooks_of_numbers(notice.subject for notice in notices)
        return {
            notice.pk: PausedWebhook(found[notice.subject], notice.data.get("cause", ""))
            for notice in notices
            if notice.subject in found
        }

    def recipients(self, about: PausedWebhook) -> Collection[int]:
        return owners_told(about.webhook)

    def still_holds(self, about: PausedWebhook, now: datetime) -> bool:
        return not about.webhook.is_active

    def text(self, about: PausedWebhook, login: User | None) -> NoticeText:
        words = {
            "club": about.webhook.club.name,
            "url": about.webhook.url,
            "cause": code_word(about.cause, "webhook_pause"),
        }
        title = _("A webhook of %(club)s is paused") % words
        return NoticeText(title, _("%(url)s: %(cause)s. Set it going again when it is mended.") % words)

    def address(self, about: PausedWebhook) -> str:
        return reverse("pages-tournaments:webhook", args=[about.webhook.club_id, about.webhook.pk])

    def club(self, about: PausedWebhook) -> int | None:
        return about.webhook.club_id


NOTICES: Mapping[str, NoticeKind] = {PAUSE_NOTICE: WebhookPaused()}
