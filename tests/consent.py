"""Services that ask people first, with everybody saying yes at once: for tests of what comes of it."""

from matches.accounts.models import User
from matches.play import services as play
from matches.play.models import Seat
from matches.players import services as players
from matches.players.models import Invitation, Player
from matches.players.services import invitation_answer
from tournaments.clubs import services as clubs
from tournaments.clubs.models import Appointment, Membership


def accept_all(now=None):
    """Whoever was asked accepts; for who has no login the registrar does, or staff."""
    for invitation in Invitation.objects.pending().order_by("pk"):
        asked = invitation.login or (invitation.player and invitation.player.effective_player.user)
        staff = User.objects.filter(is_staff=True).first()
        answering = asked or staff or User.objects.create(username="answering", is_staff=True)
        invitation_answer(actor=answering, invitation_id=invitation.pk, accepts=True, now=now)


def membership_add(*, now=None, **said):
    made = clubs.membership_add(now=now, **said)
    accept_all(now)
    return made if isinstance(made, Membership) else Membership.objects.order_by("serial").last()


def club_appoint(*, now=None, **said):
    made = clubs.club_appoint(now=now, **said)
    accept_all(now)
    return made if isinstance(made, Appointment) else Appointment.objects.order_by("pk").last()


def player_create(*, now=None, **said):
    made = players.player_create(now=now, **said)
    accept_all(now)
    return Player.objects.get(pk=made.pk)


def player_edit(*, now=None, **said):
    made = players.player_edit(now=now, **said)
    accept_all(now)
    return Player.objects.get(pk=made.pk)


def committee_appoint(*, appeal_id, now=None, **said):
    play.committee_appoint(appeal_id=appeal_id, now=now, **said)
    accept_all(now)
    return list(Seat.objects.filter(appeal=appeal_id).order_by("serial"))
