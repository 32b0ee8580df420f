"""Players: who they are may be changed; what they played may not."""

from collections.abc import Sequence

from django.db import IntegrityError, transaction

from matches.errors import LoginTaken, NotAllowed
from matches.models import Alias, Player, User
from matches.permissions import require


@transaction.atomic
def player_create(*, actor: User, name: str, aliases: Sequence[str] = (), user: User | None = None) -> Player:
    """Enter a player; `user` is the login of the player, if there is one.

    Only a login itself, or staff, may attach it. Raises NotAllowed or LoginTaken.
    """
    require(actor, "player_create")
    player = Player(name=name, created_by=actor)
    attach(actor, player, user)
    save(player)
    write_aliases(player, aliases)
    return player


@transaction.atomic
def player_edit(
    *,
    actor: User,
    player_id: int,
    name: str | None = None,
    aliases: Sequence[str] | None = None,
    user: User | None = None,
) -> Player:
    """Change a player's name or aliases, or attach a login. What is None stays. Raises LoginTaken."""
    player = Player.objects.select_for_update().get(pk=player_id)
    require(actor, "player_edit", player)
    if name is not None:
        player.name = name
    if user is not None:
        attach(actor, player, user)
    save(player)
    if aliases is not None:
        write_aliases(player, aliases)
    return player


def attach(actor: User, player: Player, user: User | None) -> None:
    """Make `user` the player's login. Raises NotAllowed, or LoginTaken if it is another player's already."""
    if user is None or player.user_id == user.pk:
        return
    if user != actor and not actor.is_staff:
        raise NotAllowed(
            f"{actor.username} cannot attach the login {user.username!r}; it has to do so itself.",
            login=user.username,
        )
    if player.user_id is not None or Player.objects.filter(user=user).exists():
        raise login_taken(player)
    player.user = user


def save(player: Player) -> None:
    """Raises LoginTaken if another player was attached to the same login meanwhile."""
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError:
        raise login_taken(player) from None


def login_taken(player: Player) -> LoginTaken:
    return LoginTaken(
        f"A login stands for one player and a player has one login; {player.name!r} or the login is taken.",
        player=player.pk,
    )


def write_aliases(player: Player, names: Sequence[str]) -> None:
    """Make `names`, without repeats, the player's aliases."""
    wanted = {name.casefold(): name for name in names}
    player.aliases.all().delete()
    Alias.objects.bulk_create(Alias(player=player, name=name) for name in wanted.values())
