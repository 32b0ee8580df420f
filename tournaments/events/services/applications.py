"""Applications to be entered: approved or refused by directors, withdrawn by who has made them."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.base.errors import CodeWord
from matches.notifications.services import notice_post
from tournaments.clubs.errors import ApplicationAnswered
from tournaments.events.errors import ApplicationLapsed, RefusalWithoutReason
from tournaments.events.models import Entry, EntryApplication, EntryApplicationAnswer, Tournament
from tournaments.events.selectors import entry_application_list

from .entering import entry_write
from .locks import tournament_lock


@transaction.atomic
def entry_application_answer(
    *,
    actor: User,
    application_id: int,
    state: EntryApplication.State,
    reason: str = "",
    now: datetime | None = None,
) -> EntryApplication:
    """Approve an application, which enters the player, or refuse it with a reason; or withdraw the own one.

    In the waiting list the entry has the place of the moment of the application. Raises TournamentCalledOff,
    ApplicationAnswered, ApplicationLapsed, RefusalWithoutReason, and approving what `entry_add` does.
    """
    number = EntryApplication.objects.values_list("tournament", flat=True).get(pk=application_id)
    tournament = tournament_lock(number)
    application = entry_application_list().get(pk=application_id)
    if state == EntryApplication.State.WITHDRAWN:
        require_permission(actor, "entry_application_withdraw", application)
    else:
        require_permission(actor, "tournament_direct", tournament)
    check_application_open(application)
    now = now or timezone.now()
    if state == EntryApplication.State.APPROVED:
        application_approve(tournament, application, actor=actor, now=now)
    else:
        check_refusal_reason(state, reason, application)
        answer = EntryApplicationAnswer.objects.create(
            application=application, state=state, reason=reason.strip(), recorded_by=actor, recorded_at=now
        )
        if state == EntryApplication.State.REFUSED:
            notice_post("entry_refused", tournament.pk, answer.pk, actor=actor, now=now)
    return entry_application_list().get(pk=application_id)


def application_approve(
    tournament: Tournament, application: EntryApplication, *, actor: User, now: datetime
) -> Entry:
    """Enter who has applied, as if they did it now themselves: whether they may is asked of who applied."""
    entry = Entry(
        tournament=tournament,
        player=application.player.effective_player,
        home=application.home,
        family=application.family,
        alternate=application.alternate,
        application=application,
        recorded_by=actor,
        recorded_at=now,
    )
    return entry_write(entry, asked_by=application.recorded_by or actor)


def check_application_open(application: EntryApplication) -> None:
    """Raises ApplicationAnswered, ApplicationLapsed."""
    state = application.state
    if state == EntryApplication.State.LAPSED:
        raise ApplicationLapsed(
            "Application %(application)s ended with the draw of %(tournament)s. Enter %(player)s as an "
            "alternate, or as a late entry where the event takes any."
            if application.was_drawn_since
            else "Application %(application)s has ended: %(tournament)s is over, or %(player)s is not to be "
            "entered any more. There is nothing to answer.",
            {
                "application": application.pk,
                "tournament": application.tournament.name,
                "player": application.player.effective_player.name,
            },
            application=application.pk,
        )
    if state != EntryApplication.State.OPEN:
        raise ApplicationAnswered(
            "Application %(application)s has been answered: %(state)s. A new one can be made.",
            {"application": application.pk, "state": CodeWord(state, "application_state")},
            application=application.pk,
            state=state.value,
        )


def check_refusal_reason(state: EntryApplication.State, reason: str, application: EntryApplication) -> None:
    """Raises RefusalWithoutReason."""
    if state == EntryApplication.State.REFUSED and not reason.strip():
        raise RefusalWithoutReason(
            "%(player)s is told why the application is refused. State it in `reason`.",
            {"player": application.player.effective_player.name},
            application=application.pk,
        )
