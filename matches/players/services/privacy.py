"""Anonymising: what names a person goes, for good; what happened, and everybody else's records, stay."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from engine import RuleError
from matches import hooks
from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.accounts.services import admin_log_rename, password_is_own
from matches.base.errors import CodeWord
from matches.base.names import tidy_name
from matches.players.errors import NotConfirmed, NothingWaits, PersonsOnly
from matches.players.models import (
    PLAYER_ANONYMISE_DUE,
    Anonymisation,
    AnonymisationCancellation,
    AnonymisationRequest,
    EntryConsent,
    FormerName,
    Player,
)
from matches.players.rules.claims import SECOND_THOUGHTS
from matches.players.selectors import login_speaks_since, pending_anonymisation
from matches.work import outbox
from matches.work.turns import Turn, take_turns

from .claims import claiming_login_lock
from .closing import login_empty
from .news import player_changed
from .presence import check_player_present


@transaction.atomic
def player_anonymise(
    *, actor: User, player_id: int, confirmation: str, now: datetime | None = None
) -> AnonymisationRequest:
    """Ask that a player, and the login that speaks for it, are emptied of all that names the person.

    It cannot be undone. So it waits seven days, in which it can be stopped, unless a login asks for its own
    profile that has long spoken for it and had its address confirmed long ago: then it is done here.
    `confirmation` is the player's name, or the password of the player's own login. Raises PersonsOnly,
    AlreadyMerged, PlayerAnonymised, NotConfirmed; LastOwner where a club would be left without one.
    """
    now = now or timezone.now()
    player = anonymised_player_lock(player_id)
    require_permission(actor, "player_anonymise", player)
    check_player_present(player)
    if player.kind != Player.Kind.PERSON:
        raise PersonsOnly(
            "%(player)s is a %(kind)s. Anonymise its members, and rename it.",
            {"player": player.name, "kind": CodeWord(player.kind, "player_kind")},
            player=player.pk,
        )
    check_anonymising_confirmed(actor, player, confirmation)
    pending = pending_anonymisation(player)
    at_once = is_long_own_profile(actor, player, now)
    if pending is not None and not at_once:
        return pending
    if not at_once:
        check_anonymising_possible(player, actor, now)
    request = AnonymisationRequest.objects.create(
        player=player,
        effective_at=now if at_once else now + SECOND_THOUGHTS,
        recorded_by=actor,
        recorded_at=now,
    )
    if at_once:
        player_empty(player, actor, now)
    return request


@transaction.atomic
def anonymisation_cancel(
    *, actor: User, player_id: int, reason: str, now: datetime | None = None
) -> AnonymisationCancellation:
    """Let a player be who it is: stop what waits. Raises NotAllowed, NothingWaits."""
    player = anonymised_player_lock(player_id)
    request = pending_anonymisation(player)
    # Whether somebody has asked is for those who may stop it.
    require_permission(actor, "anonymisation_cancel", request or AnonymisationRequest(player=player))
    if request is None:
        raise NothingWaits(
            "Nobody has asked to anonymise %(player)s, or it has been done, which cannot be taken back.",
            {"player": player.name},
            player=player.pk,
        )
    return AnonymisationCancellation.objects.create(
        stops=request, reason=reason, recorded_by=actor, recorded_at=now or timezone.now()
    )


@transaction.atomic
def player_anonymise_due(*, request_id: int, now: datetime | None = None) -> None:
    """Anonymise the player of a request once its days are over and nobody has stopped it.

    What stands against it by then stops it.
    """
    now = now or timezone.now()
    row = outbox.open_outbox_row(PLAYER_ANONYMISE_DUE, request_id)
    found = AnonymisationRequest.objects.select_related("recorded_by").get(pk=request_id)
    player = anonymised_player_lock(found.player_id)
    if AnonymisationRequest.objects.effective_by(now).filter(pk=request_id).exists():
        try:
            with transaction.atomic():
                check_player_present(player)
                player_empty(player, found.recorded_by, now)
        except RuleError as refusal:
            AnonymisationCancellation.objects.create(stops=found, reason=str(refusal)[:500], recorded_at=now)
    outbox.close_outbox_row(row)


def anonymisations_wake(*, now: datetime) -> None:
    """Have every player anonymised whose days are over."""
    for request in AnonymisationRequest.objects.effective_by(now).order_by("pk").values_list("pk", flat=True):
        outbox.make_due(PLAYER_ANONYMISE_DUE, request)


def anonymised_player_lock(player_id: int) -> Player:
    """The player's row, locked behind its login's."""
    take_turns(Turn.PLAYERS)
    login = User.objects.filter(player=player_id).first()
    if login is not None:
        claiming_login_lock(login.pk)
    return Player.objects.select_for_update().get(pk=player_id)


def is_long_own_profile(actor: User, player: Player, now: datetime) -> bool:
    """Whether it is the login's own, and address and profile have been its for longer than others wait."""
    if player.user_id != actor.pk or actor.email_confirmed_at is None:
        return False
    return max(actor.email_confirmed_at, login_speaks_since(player)) <= now - SECOND_THOUGHTS


def check_anonymising_possible(player: Player, actor: User, now: datetime) -> None:
    """Raises what would stand against it by now, and changes nothing."""
    with transaction.atomic():
        player_empty(player, actor, now)
        transaction.set_rollback(True)


def player_empty(player: Player, actor: User | None, now: datetime) -> Anonymisation:
    """Take from a locked player what names the person, from its login and from the records merged into it."""
    login = User.objects.filter(player=player).first()
    if login is not None:
        login_empty(login)
    records = list(Player.objects.select_for_update().records_of(player.pk).order_by("pk"))
    for record in records:
        for stake in hooks.player_stakes():
            stake.anonymise_player(record)
        player_record_empty(record)
    return Anonymisation.objects.create(player=player, recorded_by=actor, recorded_at=now)


def check_anonymising_confirmed(actor: User, player: Player, confirmation: str) -> None:
    """Raises NotConfirmed."""
    if tidy_name(confirmation) == player.name:
        return
    if player.user_id != actor.pk or not password_is_own(None, actor, confirmation):
        raise NotConfirmed(
            "This cannot be undone. To confirm it, type the player's name as it is written, or the password "
            "of the player's own login.",
            player=player.pk,
        )


def player_record_empty(record: Player) -> None:
    """Take from a record what names the person; it is saved."""
    record.name = f"Player {record.pk}"
    record.user = None
    record.created_by = None
    record.reading = record.country = record.bio = record.contact = ""
    record.private = []
    record.entered_by = EntryConsent.ANYBODY
    record.anonymised = True
    record.save()
    player_changed(record)
    record.aliases.all().delete()
    record.federation_numbers.all().delete()
    FormerName.objects.filter(rename__player=record).delete()
    admin_log_rename(record, str(record))
