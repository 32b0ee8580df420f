"""What of clubs and ladders goes when a player is anonymised."""

from matches.models import Player, User
from matches.privacy import forgets
from tournaments.errors import LastOwner
from tournaments.errors_of_ladders import StillOnLadder
from tournaments.models import Appointment, Club, Rung


@forgets
def off_the_ladders(player: Player, login: User | None) -> None:
    """Raises StillOnLadder: others would lose the matches they are to play against nobody."""
    rung = Rung.objects.filter(player=player.who).select_related("ladder").first()
    if rung is not None:
        raise StillOnLadder(
            f"{player.name} is on {rung.ladder.name}. Leave the ladder first.", ladder=rung.ladder_id
        )


@forgets
def roles_end(player: Player, login: User | None) -> None:
    """A login that is closed runs nothing any more. Raises LastOwner."""
    if login is None:
        return
    owned = Club.objects.select_for_update(no_key=True).filter(
        appointments__user=login, appointments__role=Appointment.Role.OWNER
    )
    for club in owned.order_by("pk"):
        others = club.appointments.filter(role=Appointment.Role.OWNER).exclude(user=login)
        if not others.exists():
            raise LastOwner(
                f"{player.name} is the only owner of {club.name}. Appoint another owner first.",
                club=club.pk,
            )
    Appointment.objects.filter(user=login).delete()
