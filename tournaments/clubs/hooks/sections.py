"""What clubs add to pages and resources of other rooms."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.http import HttpRequest
from rest_framework import serializers

from matches.hooks import PageContext, Section
from matches.players.models import Player
from tournaments.clubs.api.fields import ClubRef
from tournaments.clubs.selectors import (
    REGISTRAR_COLUMN,
    club_roles_of_player,
    player_memberships,
    registrar_club,
    registrar_mapping,
    registration_list,
)


class PlayerClubs(Section):
    """The clubs of a player: those a membership is of, and those the player runs."""

    subject = Player
    templates = {"main": "clubs/_player_clubs.html"}
    private = "clubs"

    def context(self, row: Player, request: HttpRequest, page: PageContext) -> PageContext:
        return {"memberships": player_memberships(row), "roles": club_roles_of_player(row)}


class RegistrarField(ClubRef):
    """The club of the latest registration."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(source="registrations", allow_null=True, read_only=True, **kwargs)

    def to_representation(self, instance: Any) -> Any:
        latest = next(iter(instance.all()), None)
        return None if latest is None or latest.club is None else super().to_representation(latest.club)


class PlayerRegistrar(Section):
    """The club that recorded a player."""

    subject = Player
    templates = {"head": "clubs/_player_registrar.html"}
    column = REGISTRAR_COLUMN

    def load(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        with_officials = registration_list().prefetch_related("club__appointments")
        return rows.prefetch_related(Prefetch("registrations", with_officials))

    def fields(self) -> Mapping[str, serializers.Field[Any, Any, Any, Any]]:
        return {"registrar": RegistrarField(help_text="The club that recorded the player.")}

    def values(self, column: Any) -> Mapping[str, Any]:
        return {"registrar": registrar_mapping(column)}

    def context(self, row: Player, request: HttpRequest, page: PageContext) -> PageContext | None:
        club = None if row.logins or row.anonymised else registrar_club(row)
        return None if club is None else {"club": club}
