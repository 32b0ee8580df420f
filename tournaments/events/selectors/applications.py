"""Applications to be entered: for those who run the event, and for who has applied."""

from collections.abc import Mapping

from django.db.models import Q

from matches.accounts.models import User
from matches.accounts.permissions import may_do_action, require_within
from matches.players.models import Player
from tournaments.clubs.models import Appointment
from tournaments.events.models import EntryApplication, Tournament
from tournaments.events.models.application import EntryApplications


def entry_application_list() -> EntryApplications:
    """Every application with all that its state follows from, the earliest first: one query."""
    found = EntryApplication.objects.select_related(
        "tournament__club", "tournament__draw", "player__stand_in", "entry", "answer", "recorded_by"
    )
    return found.order_by("serial")


def entry_applications_shown(viewer: User, tournament: Tournament) -> EntryApplications:
    """Those for an event that somebody may see: all for who runs it, else those of the login's players.

    Raises OutsideToken.
    """
    found = entry_application_list().filter(tournament=tournament)
    if may_do_action(viewer, "tournament_direct", tournament):
        return found
    require_within(viewer, tournament)
    return found.filter(player__in=Player.objects.of_login(viewer))


def entry_applications_to_answer(user: User) -> EntryApplications:
    """Those that wait for somebody who runs their event: one query."""
    found = entry_application_list().open()
    if user.is_staff:
        return found
    offices = Appointment.objects.filter(user=user).exclude(role=Appointment.Role.SCOREKEEPER)
    of_club = Q(tournament__club__in=offices.filter(tournament=None).values("club"))
    return found.filter(of_club | Q(tournament__in=offices.exclude(tournament=None).values("tournament")))


def application_concerns(user: User, application: EntryApplication) -> bool:
    """Whether the login runs the event or speaks for who has applied: nobody else hears of it."""
    event = application.tournament
    return user.pk in application.player.logins or may_do_action(user, "tournament_direct", event)


def open_applications(tournament: Tournament) -> Mapping[int, EntryApplication]:
    """The open applications for an event, by the number of who stands in for the player: one query."""
    waiting = EntryApplication.objects.open().filter(tournament=tournament).select_related("player")
    return {each.player.stand_in_id or each.player_id: each for each in waiting.order_by("-serial")}
