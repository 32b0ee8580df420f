"""Players: who they are may be changed; what they played may not."""

from collections.abc import Mapping, Sequence
from typing import TypedDict, Unpack

from django.db import IntegrityError, transaction

from matches import hooks
from matches.accounts.errors import NotAllowed
from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.players.errors import (
    FederationNumberTaken,
    InvalidMembers,
    LoginTaken,
    NoOwnLogin,
    UnknownCountry,
)
from matches.players.models import Alias, FederationNumber, Player
from matches.players.rules import COUNTRIES

from .members import members_write
from .presence import check_player_present


class Profile(TypedDict, total=False):
    """What a player may say of themselves; what is left out stays.

    `federations` are numbers by federation; `private` the parts that are not for everybody
    (selectors.private_choices).
    """

    country: str
    bio: str
    private: Sequence[str]
    federations: Mapping[str, str]


@transaction.atomic
def player_create(
    *,
    actor: User,
    name: str,
    aliases: Sequence[str] = (),
    user: User | None = None,
    kind: str = Player.Kind.PERSON,
    members: Sequence[Player] = (),
    **profile: Unpack[Profile],
) -> Player:
    """Enter a person, or a pair or a team of `members`; `user` is the login of a person who has one.

    Only a login itself, or staff, may attach it. Raises NotAllowed, LoginTaken, NoOwnLogin, InvalidMembers,
    UnknownCountry, FederationNumberTaken.
    """
    require_permission(actor, "player_create")
    player = Player(name=name, created_by=actor, kind=kind)
    attach_player_login(actor, player, user)
    save_player_profile(player, profile)
    player_members_write(player, members)
    player_aliases_write(player, aliases)
    return player


@transaction.atomic
def player_edit(
    *,
    actor: User,
    player_id: int,
    name: str | None = None,
    aliases: Sequence[str] | None = None,
    user: User | None = None,
    members: Sequence[Player] | None = None,
    **profile: Unpack[Profile],
) -> Player:
    """Change a player's name, aliases, members or profile, or attach a login. What is None stays.

    Raises LoginTaken, NoOwnLogin, InvalidMembers, MembersFixed, UnknownCountry, FederationNumberTaken,
    AlreadyMerged, PlayerAnonymised.
    """
    if members is not None:
        for stake in hooks.player_stakes():
            stake.lock_group(player_id)
    player = Player.objects.select_for_update().get(pk=player_id)
    require_permission(actor, "player_edit", player)
    check_player_present(player)
    if members is not None:
        player_members_write(player, members)
    if name is not None:
        player.name = name
    if user is not None:
        attach_player_login(actor, player, user)
    save_player_profile(player, profile)
    if aliases is not None:
        player_aliases_write(player, aliases)
    return player


def save_player_profile(player: Player, profile: Profile) -> None:
    """Save a player, new or locked, with what is said of them.

    Raises UnknownCountry, FederationNumberTaken; LoginTaken if another player was attached to the same login
    meanwhile.
    """
    country = profile.get("country", player.country)
    if country and country not in COUNTRIES:
        raise UnknownCountry(
            f"{country!r} is no country code. Send the two letters of ISO 3166-1, such as JP.",
            country=country,
        )
    player.country = country
    player.bio = profile.get("bio", player.bio)
    player.private = sorted(set(profile.get("private", player.private)))
    save_player(player)
    if "federations" in profile:
        player_federations_write(player, profile["federations"])


def player_federations_write(player: Player, numbers: Mapping[str, str]) -> None:
    """Make `numbers`, by federation, those of the player. Raises FederationNumberTaken."""
    player.federation_numbers.all().delete()
    for federation, number in numbers.items():
        try:
            with transaction.atomic():
                FederationNumber.objects.create(player=player, federation=federation, number=number)
        except IntegrityError:
            raise FederationNumberTaken(
                f"{federation} {number} is another player's number, or {federation} is named twice. Look at "
                "the number; if both are you, ask staff to merge the two players.",
                federation=federation,
                number=number,
            ) from None


def attach_player_login(actor: User, player: Player, user: User | None) -> None:
    """Make `user` the player's login. Raises NoOwnLogin, NotAllowed; LoginTaken if it is another's."""
    if user is None or player.user_id == user.pk:
        return
    if player.kind != Player.Kind.PERSON:
        raise NoOwnLogin(
            f"{player.name} is a {player.kind}: the logins of its members speak for it. Attach "
            f"{user.username!r} to one of them.",
            login=user.username,
        )
    if user != actor and not actor.is_staff:
        raise NotAllowed(
            f"{actor.username} cannot attach the login {user.username!r}; it has to do so itself.",
            login=user.username,
        )
    if player.user_id is not None or Player.objects.filter(user=user).exists():
        raise player_login_taken(player)
    player.user = user


def save_player(player: Player) -> None:
    """Raises LoginTaken if another player was attached to the same login meanwhile."""
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError:
        raise player_login_taken(player) from None


def player_login_taken(player: Player) -> LoginTaken:
    return LoginTaken(
        f"A login belongs to one player and a player has one login; {player.name!r} or the login is taken.",
        player=player.pk,
    )


def player_members_write(player: Player, members: Sequence[Player]) -> None:
    """Raises InvalidMembers, MembersFixed."""
    if player.kind != Player.Kind.PERSON:
        members_write(player, members)
    elif members:
        raise InvalidMembers(
            f"{player.name} is one person. Members make a pair or a team: say which, as `kind`.",
            members=[person.pk for person in members],
        )


def player_aliases_write(player: Player, names: Sequence[str]) -> None:
    """Make `names`, without repeats, the player's aliases."""
    wanted = {name.casefold(): name for name in names}
    player.aliases.all().delete()
    Alias.objects.bulk_create(Alias(player=player, name=name) for name in wanted.values())
