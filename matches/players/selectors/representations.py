"""Players as the API answers them: plain mappings made of columns, as `matches.players.api` describes."""

from collections.abc import Collection, Iterable
from functools import cache
from typing import Any, NamedTuple

from orjson import loads

from matches.accounts.models import User
from matches.accounts.permissions import Caller
from matches.hooks import section_column, section_values
from matches.players.models import Player
from matches.work.statements import Row, Statement

from .players import former_names, player_list, private_parts

Mapped = dict[str, Any]


@cache
def _players(which: str) -> Statement:
    """When all rooms are there, which add to it."""
    return Statement(_PLAYERS.format(added=section_column(Player, "player.id"), which=which))


_PLAYERS = """
SELECT player.id, player.kind, player.name, player.reading, login.username, player.country, player.bio,
    player.entered_by, player.private, player.anonymised, stand_in.id, stand_in.name,
    (
        SELECT jsonb_agg(alias.name ORDER BY alias.id)
        FROM matches_alias AS alias WHERE alias.player_id = player.id
    ),
    (
        SELECT jsonb_agg(jsonb_build_array(given.federation, given.number) ORDER BY given.federation)
        FROM matches_federationnumber AS given WHERE given.player_id = player.id
    ),
    (
        SELECT jsonb_agg(jsonb_build_array(person.id, person.name) ORDER BY member.position)
        FROM matches_member AS member
        JOIN matches_player AS as_person ON as_person.id = member.player_id
        JOIN matches_player AS person ON person.id = coalesce(as_person.stand_in_id, as_person.id)
        WHERE member.group_id = player.id
    ),
    (
        SELECT jsonb_agg(jsonb_build_array(team.id, team.name, team.kind) ORDER BY as_team.name, as_team.id)
        FROM matches_member AS member
        JOIN matches_player AS as_team ON as_team.id = member.group_id
        JOIN matches_player AS team ON team.id = coalesce(as_team.stand_in_id, as_team.id)
        WHERE member.player_id = player.id
    ),
    EXISTS (SELECT FROM matches_rename AS rename WHERE rename.player_id = player.id),
    {added}
FROM matches_player AS player
LEFT JOIN matches_user AS login ON login.id = player.user_id
LEFT JOIN matches_player AS stand_in ON stand_in.id = player.stand_in_id
WHERE player.id {which}
"""
# PostgreSQL plans for a list of any length; for one of one it would do so anew each time.
_ONE, _LISTED = "= %(player)s", "= ANY (%(players)s)"


class _PlayerColumns(NamedTuple):
    """The columns of _PLAYERS; what is JSON is still text."""

    id: int
    kind: str
    name: str
    reading: str
    login: str | None
    country: str
    bio: str
    entered_by: str
    private: str
    anonymised: bool
    stand_in: int | None
    stand_in_name: str | None
    aliases: str | None
    federations: str | None
    members: str | None
    groups: str | None
    is_renamed: bool
    added: str


def player_mapping(player: int, viewer: Caller) -> Mapped | None:
    """A player, as far as the viewer may know it; None if there is none. Queries as of player_mappings."""
    return _player_mappings(_players(_ONE)(player=player), viewer).get(player)


def player_mappings(players: Collection[int], viewer: Caller) -> dict[int, Mapped]:
    """Players by number, as far as the viewer may know them: one query.

    For a login those of player_list besides, of players with something that only some may know.
    """
    return _player_mappings(_players(_LISTED)(players=list(players)), viewer)


def _player_mappings(found: Iterable[Row], viewer: Caller) -> dict[int, Mapped]:
    rows = [*map(_PlayerColumns._make, found)]
    asked = [row.id for row in rows if row.private != "[]" or row.is_renamed]
    known = player_list().in_bulk(asked) if asked and isinstance(viewer, User) else {}
    return {row.id: _player_mapping(row, known.get(row.id), viewer) for row in rows}


def _player_mapping(row: _PlayerColumns, player: Any, viewer: Caller) -> Mapped:
    """player: the row itself, where it depends on the viewer what is shown."""
    private = loads(row.private)
    hidden: Collection[str] = private
    formerly: list[str] = []
    if player is not None:
        hidden, formerly = private_parts(player, viewer), former_names(player, viewer)
    return {
        "id": row.id,
        "kind": row.kind,
        "name": row.name,
        "reading": row.reading,
        "aliases": [] if "aliases" in hidden or row.aliases is None else loads(row.aliases),
        "login": None if "login" in hidden else row.login,
        **section_values(Player, row.added),
        "country": "" if "country" in hidden else row.country,
        "bio": "" if "bio" in hidden else row.bio,
        "federations": [
            {"federation": federation, "number": number}
            for federation, number in ([] if "federations" in hidden else loads(row.federations or "[]"))
        ],
        "entered_by": row.entered_by,
        "private": private,
        "anonymised": row.anonymised,
        "former_names": formerly,
        "stand_in": row.stand_in and {"id": row.stand_in, "name": row.stand_in_name},
        "members": [{"id": number, "name": name} for number, name in loads(row.members or "[]")],
        "groups": [
            {"id": number, "name": name, "kind": kind} for number, name, kind in loads(row.groups or "[]")
        ],
    }
