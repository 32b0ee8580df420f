"""Players: who they are may be changed; what they played may not."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict, Unpack

from django.db import IntegrityError, transaction
from django.utils import timezone
from django_countries import countries

from matches import hooks
from matches.accounts.models import User
from matches.accounts.permissions import require_permission
from matches.facts.models import notify_saved
from matches.players.errors import FederationNumberTaken, InvalidMembers, UnknownCountry
from matches.players.models import Alias, FederationNumber, FormerName, Player, ProfileConsent, Rename
from matches.players.rules.readings import reading_as_stored
from matches.players.selectors import player_has_results, private_choices

from .logins import own_login_attach, save_player
from .members import members_write
from .news import player_changed
from .presence import check_player_present


class Profile(TypedDict, total=False):
    """What a player may say of themselves; what is left out stays.

    `reading` is how the name is read, in kana or Latin letters; `federations` are numbers by federation;
    `entered_by` is an EntryConsent; `private` the parts that are not for everybody
    (selectors.private_choices), of a new player all of them.
    """

    reading: str
    country: str
    bio: str
    contact: str
    entered_by: str
    private: Sequence[str]
    federations: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class NewPerson:
    """A person to be recorded: `reading` is how the name is read, "" where nobody knows."""

    name: str
    reading: str = ""
    aliases: Sequence[str] = ()
    contact: str = ""


@transaction.atomic
def player_create(
    *,
    actor: User,
    name: str,
    aliases: Sequence[str] = (),
    user: User | None = None,
    kind: str = Player.Kind.PERSON,
    members: Sequence[Player] = (),
    now: datetime | None = None,
    **profile: Unpack[Profile],
) -> Player:
    """Enter a person, or a pair or a team of `members`; `user` is the login of a person who has one.

    Only a login itself, or staff, may attach it. Members who have to be asked are invited. Raises
    NotAllowed, LoginTaken, NoOwnLogin, InvalidMembers, UnknownCountry, FederationNumberTaken.
    """
    require_permission(actor, "player_create")
    now = now or timezone.now()
    return player_write(actor, now, name, aliases, user, kind, members, **profile)


def player_write(
    actor: User,
    now: datetime,
    name: str,
    aliases: Sequence[str] = (),
    user: User | None = None,
    kind: str = Player.Kind.PERSON,
    members: Sequence[Player] = (),
    **profile: Unpack[Profile],
) -> Player:
    """Enter whom `actor` may, in whose name it was asked already; inside a transaction."""
    player = Player(name=name, created_by=actor, kind=kind)
    player.save()
    own_login_attach(actor, player, user, now)
    player.private = private_choices()
    save_player_profile(player, profile, actor=actor, now=now)
    player_members_write(player, members, actor=actor, now=now)
    player_aliases_write(player, aliases)
    return player


def persons_write(actor: User, persons: Iterable[NewPerson]) -> list[Player]:
    """The same of many persons at once, in their order: two queries."""
    new = [*persons]
    players = Player.objects.bulk_create(
        Player(
            name=person.name,
            reading=reading_as_stored(person.reading),
            contact=person.contact,
            private=private_choices(),
            created_by=actor,
        )
        for person in new
    )
    Alias.objects.bulk_create(
        alias
        for player, person in zip(players, new, strict=True)
        for alias in new_aliases(player, person.aliases)
    )
    notify_saved(players)
    return players


@transaction.atomic
def player_edit(
    *,
    actor: User,
    player_id: int,
    name: str | None = None,
    aliases: Sequence[str] | None = None,
    user: User | None = None,
    members: Sequence[Player] | None = None,
    now: datetime | None = None,
    **profile: Unpack[Profile],
) -> Player:
    """Change a player's name, aliases, members or profile, or attach a login. What is None stays.

    Another name of a player with results is a fact. Raises LoginTaken, NoOwnLogin, ProfileHasResults,
    InvalidMembers, MembersFixed, UnknownCountry, FederationNumberTaken, AlreadyMerged, PlayerAnonymised.
    """
    now = now or timezone.now()
    if members is not None:
        for stake in hooks.player_stakes():
            stake.lock_group(player_id)
    player = Player.objects.select_for_update().get(pk=player_id)
    require_permission(actor, "player_edit", player)
    check_player_present(player)
    if members is not None:
        player_members_write(player, members, actor=actor, now=now)
    if name is not None and name != player.name:
        player_rename(actor, player, name, now)
    own_login_attach(actor, player, user, now)
    save_player_profile(player, profile, actor=actor, now=now)
    if aliases is not None:
        player_aliases_write(player, aliases)
    player_changed(player)
    return player


def player_rename(actor: User, player: Player, name: str, now: datetime) -> None:
    """Set another name, not saved; of a player with results it is on file what the former was."""
    if player_has_results(player):
        rename = Rename.objects.create(
            player=player, former=player.name, name=name, recorded_by=actor, recorded_at=now
        )
        FormerName.objects.create(rename=rename, name=rename.former)
    player.name = name


def save_player_profile(player: Player, profile: Profile, *, actor: User, now: datetime) -> None:
    """Save a player, new or locked, with what is said of them; which parts are public is on file.

    Raises UnknownCountry, FederationNumberTaken; LoginTaken if another player was attached to the same login
    meanwhile.
    """
    country = profile.get("country", player.country)
    if country and country not in countries.countries:
        raise UnknownCountry(
            "%(country)r is no country code. Send the two letters of ISO 3166-1, such as JP.",
            {"country": country},
            country=country,
        )
    player.reading = reading_as_stored(profile.get("reading", player.reading))
    player.country = country
    player.bio = profile.get("bio", player.bio)
    player.entered_by = profile.get("entered_by", player.entered_by)
    player.contact = profile.get("contact", player.contact)
    private = sorted(set(profile.get("private", player.private)))
    if private != player.private:
        public = [part for part in private_choices() if part not in private]
        ProfileConsent.objects.create(player=player, public=public, recorded_by=actor, recorded_at=now)
        player.private = private
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
                "%(federation)s %(number)s is another player's number, or %(federation)s is named twice. "
                "Look at the number; if both are you, ask staff to merge the two players.",
                {"federation": federation, "number": number},
                federation=federation,
                number=number,
            ) from None


def player_members_write(player: Player, members: Sequence[Player], *, actor: User, now: datetime) -> None:
    """Raises InvalidMembers, MembersFixed."""
    if player.kind != Player.Kind.PERSON:
        members_write(player, members, actor=actor, now=now)
    elif members:
        raise InvalidMembers(
            "%(player)s is one person. Members make a pair or a team: say which, as `kind`.",
            {"player": player.name},
            members=[person.pk for person in members],
        )


def player_aliases_write(player: Player, names: Sequence[str]) -> None:
    """Make `names`, without repeats, the player's aliases."""
    player.aliases.all().delete()
    Alias.objects.bulk_create(new_aliases(player, names))


def new_aliases(player: Player, names: Iterable[str]) -> list[Alias]:
    wanted = {name.casefold(): name for name in names}
    return [Alias(player=player, name=name) for name in wanted.values()]
