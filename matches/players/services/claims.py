"""Claims: a login asks for the profile that is its own; who knows the player answers."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from matches.accounts.errors import NotAllowed
from matches.accounts.models import User
from matches.accounts.permissions import Role, require_permission, roles_towards
from matches.players.errors import ClaimAnswered, ClaimOpen, LoginTaken, NoLogin, NoOwnLogin, ProfileClaimed
from matches.players.models import Claim, ClaimAnswer, Player, Release

from .players import save_player
from .presence import check_player_present


@transaction.atomic
def claim_make(*, actor: User, player_id: int, note: str = "", now: datetime | None = None) -> Claim:
    """Ask that the player is recognised as the person behind the login.

    Raises NoOwnLogin, AlreadyMerged, PlayerAnonymised, ProfileClaimed, LoginTaken, ClaimOpen.
    """
    require_permission(actor, "player_claim")
    claiming_login_lock(actor.pk)
    player = Player.objects.select_for_update().get(pk=player_id)
    check_player_claim(player, actor)
    waiting = Claim.objects.filter(recorded_by=actor, answer=None).first()
    if waiting is not None:
        raise ClaimOpen(
            f"Claim {waiting.pk} of {actor.username}, for {waiting.player.name}, waits for its answer. Take "
            "it back first, or wait.",
            claim=waiting.pk,
        )
    return Claim.objects.create(
        player=player, note=note, recorded_by=actor, recorded_at=now or timezone.now()
    )


@transaction.atomic
def claim_answer(
    *, actor: User, claim_id: int, agrees: bool, reason: str = "", now: datetime | None = None
) -> ClaimAnswer:
    """Attach the login to the player, or refuse to; whoever made the claim may only take it back.

    Raises NotAllowed, ClaimAnswered; what stands against the claim by now, if it is agreed to.
    """
    claim = Claim.objects.select_related("player", "recorded_by").get(pk=claim_id)
    claimant = claim.recorded_by
    assert claimant is not None
    if not may_answer_claim(actor, claim, agrees):
        require_permission(actor, "claim_answer", claim)
        raise NotAllowed(
            f"{actor.username} made the claim; somebody else who runs a club of {claim.player.name} agrees "
            "to it.",
            claim=claim.pk,
        )
    claiming_login_lock(claimant.pk)
    player = Player.objects.select_for_update().get(pk=claim.player_id)
    answered = ClaimAnswer.objects.filter(claim=claim).first()
    if answered is not None:
        raise ClaimAnswered(
            f"Claim {claim.pk} has been {'agreed to' if answered.agrees else 'refused'}. A new one can be "
            "made.",
            claim=claim.pk,
        )
    if agrees:
        check_player_claim(player, claimant)
        player.user = claimant
        save_player(player)
    return ClaimAnswer.objects.create(
        claim=claim,
        agrees=agrees,
        reason=reason,
        recorded_by=actor,
        recorded_at=now or timezone.now(),
    )


def may_answer_claim(actor: User, claim: Claim, agrees: bool) -> bool:
    """Whether a login answers the claim so: officials, and who made it by taking it back."""
    if claim.recorded_by_id == actor.pk:
        return not agrees or actor.is_staff
    return bool(roles_towards(actor, claim) & {Role.DIRECTOR, Role.OWNER, Role.STAFF})


@transaction.atomic
def player_release(*, actor: User, player_id: int, reason: str, now: datetime | None = None) -> Release:
    """Take a player from the login that speaks for it, which is another's. Raises NoLogin."""
    player = Player.objects.select_for_update().get(pk=player_id)
    require_permission(actor, "player_release", player)
    check_player_present(player)
    login = player.user
    if login is None:
        raise NoLogin(f"No login speaks for {player.name}; there is nothing to release.", player=player.pk)
    player.user = None
    player.save(update_fields=["user"])
    return Release.objects.create(
        player=player,
        login=login,
        reason=reason,
        recorded_by=actor,
        recorded_at=now or timezone.now(),
    )


def claiming_login_lock(login: int) -> None:
    """Whatever is claimed by a login, or attached to it, comes one after the other: before any player."""
    User.objects.select_for_update(no_key=True).get(pk=login)


def check_player_claim(player: Player, login: User) -> None:
    """Raises what keeps a login from being the player's."""
    if player.kind != Player.Kind.PERSON:
        raise NoOwnLogin(
            f"{player.name} is a {player.kind}: the logins of its members speak for it. Claim one of them.",
            player=player.pk,
        )
    check_player_present(player)
    if player.user_id is not None:
        raise ProfileClaimed(
            f"{player.name} (player {player.pk}) has a login already. If it is not the player's, ask staff.",
            player=player.pk,
        )
    own = Player.objects.filter(user=login).first()
    if own is not None:
        raise LoginTaken(
            f"{login.username} is {own.name} (player {own.pk}) already. If both are one person, ask staff to "
            "merge the two.",
            player=own.pk,
        )
