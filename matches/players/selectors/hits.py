"""Players as they are offered to somebody who looks for one, each with what tells it from its namesakes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from matches.accounts.permissions import Caller
from matches.hooks import SearchHit, player_stakes, registrar_name
from matches.players.models import Player, Players

from .players import player_list
from .search import FoundPlayer, player_search
from .similar import SimilarPlayer


class PlayerHit(NamedTuple):
    """A player who may be meant, and what the player is besides: reading, nickname, clubs."""

    player: Player
    found: FoundPlayer | SimilarPlayer
    detail: str

    @property
    def shown(self) -> SearchHit:
        """As it is shown in lists of what a search has found."""
        address = reverse("pages-matches:player", args=[self.player.pk])
        return SearchHit(self.player.pk, self.player.name, self.detail, address)


def player_hits(
    text: str,
    *,
    viewer: Caller,
    most: int,
    club: int | None = None,
    among: Players | None = None,
) -> list[PlayerHit]:
    """Players by a text, the best first: as many queries as `player_search` and `player_list` take."""
    return described_players(player_search(text, viewer=viewer, club=club, among=among, most=most))


def described_players(found: Sequence[FoundPlayer] | Sequence[SimilarPlayer]) -> list[PlayerHit]:
    """The players of some numbers in their order: as many queries as `player_list` takes, and one a room."""
    if not found:
        return []
    players = player_list().in_bulk([each.number for each in found])
    clubs = clubs_shown(players)
    return [
        PlayerHit(player, each, " · ".join(player_details(player, each, clubs)))
        for each in found
        if (player := players.get(each.number)) is not None
    ]


def player_details(
    player: Player, found: FoundPlayer | SimilarPlayer, clubs: Mapping[int, str]
) -> Iterator[str]:
    """What tells a player from others of the name: how it is read and known, who plays, where."""
    if player.reading:
        yield player.reading
    alias = found.alias if isinstance(found, FoundPlayer) else found.known_as
    if alias:
        yield _("also known as %(name)s") % {"name": alias}
    elif "aliases" not in player.private:
        yield from [_("also known as %(name)s") % {"name": each.name} for each in player.aliases.all()[:1]]
    if isinstance(found, FoundPlayer) and found.former:
        yield _("formerly %(name)s") % {"name": found.former}
    if player.kind != Player.Kind.PERSON:
        yield ", ".join(person.effective_player.name for person in player.persons)
    elif player.pk in clubs:
        yield clubs[player.pk]
    elif not player.logins and not player.anonymised:
        yield from filter(None, [registrar_name(player)])


def clubs_shown(players: Iterable[int]) -> dict[int, str]:
    """To which clubs players belong, by number, as far as everybody may know it."""
    found: dict[int, str] = {}
    for stake in player_stakes():
        found |= stake.clubs_shown([*players])
    return found
