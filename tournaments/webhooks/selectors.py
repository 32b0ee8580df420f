"""What is read of webhooks."""

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from matches.accounts.models import User
from matches.accounts.permissions import Caller
from matches.hooks import NoticeKind
from matches.notifications.models import Notice
from matches.notifications.selectors import kinds_declared
from tournaments.clubs.models import Appointment, Club

from .models import Webhook, WebhookDelivery

TEST_TYPE = "webhook.test"


def event_type(kind: str) -> str:
    """The type of an event, made of the code of a kind of notice: `match.disputed` of `match_disputed`."""
    subject = kinds_declared()[kind].subject
    return f"{subject}.{kind.removeprefix(f'{subject}_')}"


def event_types() -> dict[str, str]:
    """Every type of event that may be a club's, with the code of its kind of notice."""
    kinds = kinds_declared().items()
    return {event_type(code): code for code, kind in kinds if type(kind).club is not NoticeKind.club}


def webhook_list(club: Club) -> QuerySet[Webhook]:
    """The webhooks of a club, the latest first, each with how many deliveries wait."""
    waiting = Count("deliveries", filter=Q(deliveries__state=WebhookDelivery.State.WAITING))
    own = Webhook.objects.filter(club=club).select_related("club", "created_by")
    return own.annotate(waiting=waiting).order_by("-pk")


def webhooks_managed(user: Caller) -> QuerySet[Webhook]:
    """Those of clubs that somebody runs; of all clubs, for staff."""
    waiting = Count("deliveries", filter=Q(deliveries__state=WebhookDelivery.State.WAITING))
    found = Webhook.objects.select_related("club", "created_by").annotate(waiting=waiting)
    if not isinstance(user, User):
        return found.none()
    if user.is_staff:
        return found
    return found.filter(Exists(Appointment.objects.of_clubs(user).filter(club=OuterRef("club"))))


def webhooks_for(club: int, event: str) -> list[Webhook]:
    """Those to which an event of a club goes."""
    active = Webhook.objects.filter(club=club, state=Webhook.State.ACTIVE).order_by("pk")
    return [webhook for webhook in active if webhook.wants(event)]


def delivery_list(webhook: Webhook) -> QuerySet[WebhookDelivery]:
    """What was sent to a webhook, or is to be, the latest first, with every attempt."""
    return webhook.deliveries.prefetch_related("tries").order_by("-pk")


def deliveries_due(webhook: Webhook, now: datetime) -> QuerySet[WebhookDelivery]:
    """What may be sent now, the earliest first: of each subject nothing before what happened earlier.

    That is what waits in a row of its own, and what a worker has not come to yet.
    """
    waiting = webhook.deliveries.filter(state=WebhookDelivery.State.WAITING)
    earlier = WebhookDelivery.objects.filter(
        webhook=webhook,
        state=WebhookDelivery.State.WAITING,
        by_hand=False,
        subject_kind=OuterRef("subject_kind"),
        subject=OuterRef("subject"),
        notice__lt=OuterRef("notice"),
    )
    ready = waiting.filter(due_at__lte=now).filter(Q(by_hand=True) | ~Exists(earlier) & ~unspread())
    return ready.order_by(F("notice").asc(nulls_first=True), "pk")


def deliveries_held_up(webhook: Webhook, now: datetime) -> QuerySet[WebhookDelivery]:
    """What is due, but that a worker has still to come to what happened earlier."""
    waiting = webhook.deliveries.filter(state=WebhookDelivery.State.WAITING, due_at__lte=now, by_hand=False)
    return waiting.filter(unspread())


def unspread() -> Q:
    """Where something happened earlier to the subject of a delivery, and no worker has been there yet."""
    subjects: dict[str, list[str]] = {}
    for code, kind in kinds_declared().items():
        subjects.setdefault(kind.subject, []).append(code)
    earlier = Notice.objects.filter(
        subject=OuterRef("subject"), pk__lt=OuterRef("notice"), spread_at=None, due_at=None
    )
    found = Q(pk__in=())
    for subject, codes in subjects.items():
        found |= Q(subject_kind=subject) & Q(Exists(earlier.filter(kind__in=codes)))
    return found


def owners_told(webhook: Webhook) -> set[int]:
    """The logins who are told of a webhook: who owns the club, and who made it, while in office."""
    of_club = Appointment.objects.filter(club=webhook.club_id, tournament=None)
    answering = of_club.filter(Q(role=Appointment.Role.OWNER) | Q(user=webhook.created_by_id))
    return set(answering.values_list("user", flat=True))


def webhooks_of_numbers(numbers: Collection[int] | Iterable[int]) -> dict[int, Webhook]:
    return Webhook.objects.select_related("club").in_bulk(set(numbers))
