"""Claims: a login asks for the profile that is its own; whoever recorded the player answers."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from engine import RuleError
from matches.accounts.errors import NotAllowed
from matches.accounts.models import User
from matches.accounts.permissions import Role, require_permission, roles_towards
from matches.base.errors import CodeWord
from matches.players.errors import (
    ClaimAnswered,
    ClaimObjected,
    ClaimOpen,
    LoginTaken,
    NoOwnLogin,
    ProfileClaimed,
)
from matches.players.models import CLAIM_TAKE_EFFECT, Claim, ClaimAnswer, ClaimObjection, Player
from matches.players.rules.claims import ClaimState, claim_effective_at
from matches.players.selectors import player_has_results, registrar_in_words
from matches.work import outbox

from .logins import login_attach
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
    pending = Claim.objects.pending().filter(recorded_by=actor).first()
    if pending is not None:
        raise ClaimOpen(
            "Claim %(pending)s of %(actor)s, for %(player)s, waits for its answer. Take it back first, or "
            "wait.",
            {"pending": pending.pk, "actor": actor.username, "player": pending.player.name},
            claim=pending.pk,
        )
    return Claim.objects.create(
        player=player, note=note, recorded_by=actor, recorded_at=now or timezone.now()
    )


@transaction.atomic
def claim_answer(
    *, actor: User, claim_id: int, agrees: bool, reason: str = "", now: datetime | None = None
) -> ClaimAnswer:
    """Agree that the login is the player's, or refuse; whoever made the claim may only take it back.

    Where the player has results, the login is attached seven days after the first answer that agreed; until
    then the claim can still be refused. Raises NotAllowed, ClaimAnswered, ClaimObjected; what stands against
    the claim by now, if it is agreed to.
    """
    now = now or timezone.now()
    claim = Claim.objects.select_related("player", "recorded_by").get(pk=claim_id)
    check_may_answer_claim(actor, claim, agrees)
    player, claimant = claimed_player_lock(claim)
    state = claim.state
    if not state.is_pending or (agrees and state == ClaimState.WAITING):
        raise ClaimAnswered(
            "Claim %(claim)s has been refused. A new one can be made."
            if state == ClaimState.REFUSED
            else "Claim %(claim)s has been agreed to.",
            {"claim": claim.pk},
            claim=claim.pk,
        )
    if not agrees:
        return claim_answer_write(claim, actor, agrees=False, reason=reason, now=now)
    if state == ClaimState.OBJECTED and not actor.is_staff:
        raise ClaimObjected(
            "Somebody who knows %(player)s has objected to claim %(claim)s; staff of the service decides "
            "it. You may refuse it.",
            {"player": player.name, "claim": claim.pk},
            claim=claim.pk,
        )
    check_player_claim(player, claimant)
    effective_at = claim_effective_at(now, claim.given_answers, has_results=player_has_results(player))
    answer = claim_answer_write(claim, actor, agrees=True, reason=reason, now=now, effective_at=effective_at)
    if effective_at <= now:
        login_attach(player, claimant, actor=actor, claim=claim, now=now)
    return answer


@transaction.atomic
def claim_object(*, actor: User, claim_id: int, reason: str, now: datetime | None = None) -> ClaimObjection:
    """Doubt a claim before the login is attached: staff decides it then. Raises NotAllowed, ClaimAnswered."""
    claim = Claim.objects.select_related("player", "recorded_by").get(pk=claim_id)
    require_permission(actor, "claim_object", claim)
    claimed_player_lock(claim)
    if not claim.state.is_pending:
        raise ClaimAnswered(
            "Claim %(claim)s has come to its end (%(state)s). If the login is another's, staff releases the "
            "player from it.",
            {"claim": claim.pk, "state": CodeWord(claim.state, "claim_state")},
            claim=claim.pk,
        )
    return ClaimObjection.objects.create(
        claim=claim, reason=reason, recorded_by=actor, recorded_at=now or timezone.now()
    )


@transaction.atomic
def claim_take_effect(*, claim_id: int, now: datetime | None = None) -> None:
    """Attach the login of a claim that was agreed to, once its days are over and nobody has objected.

    What stands against it by then refuses the claim.
    """
    now = now or timezone.now()
    row = outbox.open_outbox_row(CLAIM_TAKE_EFFECT, claim_id)
    claim = Claim.objects.select_related("player", "recorded_by").get(pk=claim_id)
    player, claimant = claimed_player_lock(claim)
    if claim.state == ClaimState.WAITING:
        effective_at = claim.given_answers[-1].effective_at
        if effective_at is not None and effective_at <= now:
            try:
                check_player_claim(player, claimant)
                login_attach(player, claimant, actor=None, claim=claim, now=now)
            except RuleError as refusal:
                claim_answer_write(claim, None, agrees=False, reason=str(refusal)[:500], now=now)
    outbox.close_outbox_row(row)


def claims_wake(*, now: datetime) -> None:
    """Have every claim take effect whose days are over."""
    for claim in Claim.objects.agreed_by(now).order_by("pk"):
        if claim.state == ClaimState.WAITING:
            outbox.make_due(CLAIM_TAKE_EFFECT, claim.pk)


def claim_answer_write(
    claim: Claim,
    actor: User | None,
    *,
    agrees: bool,
    reason: str,
    now: datetime,
    effective_at: datetime | None = None,
) -> ClaimAnswer:
    return ClaimAnswer.objects.create(
        claim=claim,
        agrees=agrees,
        effective_at=effective_at,
        reason=reason,
        recorded_by=actor,
        recorded_at=now,
    )


def check_may_answer_claim(actor: User, claim: Claim, agrees: bool) -> None:
    """Raises NotAllowed: for all but the registrar's officials, staff, and who takes the own claim back."""
    own = claim.recorded_by_id == actor.pk
    if own and (not agrees or actor.is_staff):
        return
    if own:
        raise NotAllowed(
            "%(actor)s made the claim; somebody else answers it: %(registrar)s.",
            {"actor": actor.username, "registrar": registrar_in_words(claim.player)},
            claim=claim.pk,
        )
    if not roles_towards(actor, claim) & {Role.REGISTRAR, Role.STAFF}:
        raise NotAllowed(
            "%(actor)s may not answer the claim of %(player)s: that is for %(registrar)s. Who runs a club "
            "that knows the player may object.",
            {
                "actor": actor.username,
                "player": claim.player.name,
                "registrar": registrar_in_words(claim.player),
            },
            claim=claim.pk,
        )


def claimed_player_lock(claim: Claim) -> tuple[Player, User]:
    """The player and the login of a claim, locked: one answer comes after the other."""
    claimant = claim.recorded_by
    assert claimant is not None
    claiming_login_lock(claimant.pk)
    return Player.objects.select_for_update().get(pk=claim.player_id), claimant


def claiming_login_lock(login: int) -> None:
    """Whatever is claimed by a login, or attached to it, comes one after the other: before any player."""
    User.objects.select_for_update(no_key=True).get(pk=login)


def check_player_claim(player: Player, login: User) -> None:
    """Raises what keeps a login from being the player's."""
    if player.kind != Player.Kind.PERSON:
        raise NoOwnLogin(
            "%(player)s is a %(kind)s: the logins of its members speak for it. Claim one of them.",
            {"player": player.name, "kind": CodeWord(player.kind, "player_kind")},
            player=player.pk,
        )
    check_player_present(player)
    if player.user_id is not None:
        raise ProfileClaimed(
            "%(player)s (player %(player_number)s) has a login already. If it is not the player's, ask "
            "staff.",
            {"player": player.name, "player_number": player.pk},
            player=player.pk,
        )
    own = Player.objects.filter(user=login).first()
    if own is not None:
        raise LoginTaken(
            "%(login)s is %(own)s (player %(own_number)s) already. If both are one person, ask staff to "
            "merge the two.",
            {"login": login.username, "own": own.name, "own_number": own.pk},
            player=own.pk,
        )
