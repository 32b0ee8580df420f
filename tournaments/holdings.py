"""What clubs, tournaments and ponds hold on a player, and what of it goes or is withheld."""

from matches.models import Player, User
from matches.privacy import covers, forgets, veil
from matches.withholding import emptied
from tournaments.errors import LastOwner
from tournaments.errors_of_ladders import StillOnLadder
from tournaments.models import (
    Application,
    ApplicationAnswer,
    Appointment,
    Bid,
    Challenge,
    ChallengeAnswer,
    Club,
    Comeback,
    Entry,
    LadderJoin,
    LadderLeave,
    Membership,
    MembershipEnd,
    PondEntry,
    PondWithdrawal,
    Rung,
    Stake,
    Substitution,
    Withdrawal,
)

ENTERED = ("player", "player__roster__player")
OF_ENTRY = tuple(f"entry__{lookup}" for lookup in ENTERED)
OTHERS = ("recorded_by", "request_id")

covers("entries", Entry, player=ENTERED, left=OTHERS)
covers("withdrawals", Withdrawal, player=OF_ENTRY, left=OTHERS)
covers("comebacks", Comeback, player=[f"withdrawal__{lookup}" for lookup in OF_ENTRY], left=OTHERS)
covers("substitutions", Substitution, player=("leaves__player", "comes__player"), left=OTHERS)
covers("stakes", Stake, player=OF_ENTRY, left=OTHERS)
covers("pond_entries", PondEntry, player=("player",), left=OTHERS)
covers("pond_withdrawals", PondWithdrawal, player=("entry__player",), left=OTHERS)
covers("bids", Bid, player=("entry__player",))
covers("club_applications", Application, player=("player",))
covers("club_application_answers", ApplicationAnswer, player=("application__player",), left=OTHERS)
covers("club_memberships", Membership, player=("player",), left=OTHERS)
covers("club_membership_ends", MembershipEnd, player=("membership__player",), left=OTHERS)
covers("ladder_joins", LadderJoin, player=("player",), left=OTHERS)
covers("ladder_leaves", LadderLeave, player=("join__player",), left=OTHERS)
covers("challenges", Challenge, player=("challenger", "challenged"), left=OTHERS)
covers(
    "challenge_answers",
    ChallengeAnswer,
    player=("challenge__challenger", "challenge__challenged"),
    left=OTHERS,
)
covers("rungs", Rung, player=("player",))
covers("appointments", Appointment, login=("user",))

veil("application", "player", note=emptied)


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
