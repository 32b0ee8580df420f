"""The personal data of a player, and what goes when the player is anonymised.

Each room declares the rows of its models that are personal data (`Room.personal_data`). Whoever keeps
something that names the person removes it (`PlayerStake.anonymise_player`); of facts, which cannot be
changed, columns are withheld instead (`Room.redactions`).
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any

from django.db.models import Model, Q, QuerySet

from matches.accounts.models import User
from matches.accounts.permissions import Caller, require_permission
from matches.facts.archive import ExportKind
from matches.facts.redaction import redactions_by_kind
from matches.hooks import declared_by_rooms
from matches.players.models import Player

Records = Collection[int]
"""Numbers of the player's own record and of those it stands in for."""


@dataclass(frozen=True)
class PersonalData:
    """Rows that are a player's personal data: where a lookup leads to one of the records, or to their login.

    `omitted` are columns that nobody is shown: secrets, and what others wrote in confidence. `computed`: what
    else of a row is exported, by name, where a column holds it beside a secret.
    """

    name: str
    model: type[Model]
    player: Collection[str] = ()
    login: Collection[str] = ()
    omitted: Collection[str] = ()
    computed: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)

    def held_condition(self, records: Records, login: User | None) -> Q:
        """The condition on rows to belong to those records, or on the login."""
        found = Q(pk__in=[])
        for lookup in self.player:
            found |= Q(**{f"{lookup}__in": records})
        if login is not None:
            for lookup in self.login:
                found |= Q(**{lookup: login.pk})
        return found

    def export_lines(
        self, records: Records, login: User | None, *, redacted: bool = False
    ) -> list[dict[str, Any]]:
        """The rows, without what is withheld of somebody who was anonymised where that is asked for."""
        kind = ExportKind(self.name, self.model, self.omitted)
        numbers = self.model._base_manager.filter(self.held_condition(records, login)).values("pk")
        rows: QuerySet[Any] = self.model._base_manager.filter(pk__in=numbers).order_by("pk")
        names = [column.attname for column in kind.exported_columns]
        lines = [kind.row_data(values) for values in rows.values_list(*names)]
        if self.computed:
            for line, row in zip(lines, rows, strict=True):
                line |= {name: compute(row) for name, compute in self.computed.items()}
        redaction = redactions_by_kind().get(self.model._meta.model_name or "") if redacted else None
        return [redaction.redact_line(line) for line in lines] if redaction else lines


@cache
def personal_data() -> dict[str, PersonalData]:
    """Every part of the export of a player, by name."""
    return {data.name: data for data in declared_by_rooms(lambda room: room.personal_data)}


def login_personal_data(viewer: Caller, now: datetime) -> dict[str, Any]:
    """Every row about the caller's login, and about the player that it speaks for; no secrets.

    Raises NotAuthenticated, NotAllowed.
    """
    login = require_permission(viewer, "login_export")
    player = Player.objects.filter(user=login).first()
    return player_personal_data(login, player, now) if player else held_rows(None, login, now)


def player_personal_data(viewer: Caller, player: Player, now: datetime) -> dict[str, Any]:
    """Every row about a player and the login that speaks for it, section by section; no secrets.

    Raises NotAuthenticated, NotAllowed.
    """
    require_permission(viewer, "player_export", player)
    return held_rows(player, player.user, now)


def held_rows(player: Player | None, login: User | None, now: datetime) -> dict[str, Any]:
    """Every row about a player and a login, section by section."""
    records = sorted(Player.objects.records_of(player.pk).values_list("pk", flat=True)) if player else []
    return {
        "player": player and player.pk,
        "records": records,
        "taken_at": now.isoformat(),
        "sections": {
            name: data.export_lines(records, login, redacted=player is not None and player.anonymised)
            for name, data in personal_data().items()
        },
    }
