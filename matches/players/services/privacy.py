"""Anonymising: what names a person goes, for good; what happened, and everybody else's records, stay."""

from datetime import datetime

from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.utils import timezone

from matches import hooks
from matches.accounts.models import Token, User
from matches.accounts.permissions import require_permission
from matches.accounts.services import password_is_own
from matches.base.names import tidy_name
from matches.players.errors import NotConfirmed, PersonsOnly
from matches.players.models import Anonymisation, Player
from matches.work.turns import Turn, take_turns

from .claims import claiming_login_lock
from .presence import check_player_present


@transaction.atomic
def player_anonymise(
    *, actor: User, player_id: int, confirmation: str, now: datetime | None = None
) -> Anonymisation:
    """Empty a player, and the login that speaks for it, of all that names the person. It cannot be undone.

    `confirmation` is the player's name, or the password of the player's own login. Raises PersonsOnly,
    AlreadyMerged, PlayerAnonymised, NotConfirmed; LastOwner where a club would be left without one.
    """
    take_turns(Turn.PLAYERS)
    login = User.objects.filter(player=player_id).first()
    if login is not None:
        claiming_login_lock(login.pk)
    player = Player.objects.select_for_update().get(pk=player_id)
    require_permission(actor, "player_anonymise", player)
    check_player_present(player)
    if player.kind != Player.Kind.PERSON:
        raise PersonsOnly(
            f"{player.name} is a {player.kind}. Anonymise its members, and rename it.", player=player.pk
        )
    check_anonymising_confirmed(actor, player, confirmation)
    login = player.user
    records = list(Player.objects.select_for_update().records_of(player.pk).order_by("pk"))
    for record in records:
        for stake in hooks.player_stakes():
            stake.anonymise_player(record, login)
        player_record_empty(record)
    if login is not None:
        player_login_empty(login)
    return Anonymisation.objects.create(player=player, recorded_by=actor, recorded_at=now or timezone.now())


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
    record.country = record.bio = ""
    record.private = []
    record.anonymised = True
    record.save()
    record.aliases.all().delete()
    record.federation_numbers.all().delete()
    player_log_rename(record, str(record))


def player_login_empty(login: User) -> None:
    """Close a login for good, its name and addresses gone; what it recorded stays recorded by its number."""
    Token.objects.filter(user=login).delete()
    login.username = f"anonymised-{login.pk}"
    login.first_name = login.last_name = login.email = ""
    login.is_active = login.is_staff = login.is_superuser = False
    login.last_login = None
    login.set_unusable_password()
    login.save()
    player_log_rename(login, login.username)


def player_log_rename(row: Player | User, name: str) -> None:
    """The admin site's own log of edits repeats names."""
    log = LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(row), object_id=str(row.pk))
    log.update(object_repr=name, change_message="")
