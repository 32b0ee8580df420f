"""Players: who they are may be changed; what they played may not."""

from collections.abc import Sequence

from django.db import transaction

from matches.errors import LoginTaken
from matches.models import Alias, Player, User
from matches.permissions import require


@transaction.atomic
def player_create(*, actor: User, name: str, aliases: Sequence[str] = (), user: User | None = None) -> Player:
    """Enter a player; `user` is the login of the player, if there is one.

    Whoever enters a player without one keeps it until a login is attached. Raises LoginTaken.
    """
    require(actor, "player_create")
    player = Player(name=name, created_by=actor)
    attach(player, user)
    player.save()
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
        attach(player, user)
    player.save(update_fields=["name", "user"])
    if aliases is not None:
        write_aliases(player, aliases)
    return player


def attach(player: Player, user: User | None) -> None:
    """Make `user` the player's login. Raises LoginTaken if it is another player's already."""
    if user is None or player.user_id == user.pk:
        return
    if player.user_id is not None or Player.objects.filter(user=user).exists():
        raise LoginTaken(
            f"The login {user.username!r} or the player {player.name!r} is already attached to another.",
            login=user.username,
        )
    player.user = user


def write_aliases(player: Player, names: Sequence[str]) -> None:
    """Make `names`, without repeats, the player's aliases."""
    wanted = {name.casefold(): name for name in names}
    player.aliases.all().delete()
    Alias.objects.bulk_create(Alias(player=player, name=name) for name in wanted.values())
