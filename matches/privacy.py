"""What is held on a player, and what goes when the player is anonymised: registries for every app.

A part of the export that a player may ask for names the model it covers (`covers`), and a test asks that
every model that points at a player is covered by one. Whoever keeps something that names the person adds what
is to go (`forgets`), and columns of facts, which cannot be changed, that are withheld instead (`veil`).
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import TYPE_CHECKING, Any

from django.db.models import Model, Q, QuerySet

from matches.archive import Kept

if TYPE_CHECKING:
    from matches.models import Player, User

Records = Collection[int]
"""Numbers of the player's own record and of those it stands in for."""


@dataclass(frozen=True, slots=True)
class Section:
    """One part of what is held on a player: rows of a model, of the records or of their login."""

    name: str
    model: type[Model]
    rows: Callable[[Records, "User | None"], Q]
    left: frozenset[str]

    def told(self, records: Records, login: "User | None", *, withheld: bool = False) -> list[dict[str, Any]]:
        """The rows, with what is withheld of somebody who was anonymised where that is asked for."""
        kind = Kept(self.name, self.model, self.left)
        numbers = self.model._base_manager.filter(self.rows(records, login)).values("pk")
        rows: QuerySet[Any] = self.model._base_manager.filter(pk__in=numbers).order_by("pk")
        names = [column.attname for column in kind.columns]
        lines = [kind.data(values) for values in rows.values_list(*names)]
        veil = VEILS.get(self.model._meta.model_name or "") if withheld else None
        return [veil.over(line) for line in lines] if veil else lines


SECTIONS: dict[str, Section] = {}
"""Every part of the export of a player, by name."""


def covers(
    name: str,
    model: type[Model],
    *,
    player: Collection[str] = (),
    login: Collection[str] = (),
    left: Collection[str] = (),
) -> None:
    """Register rows as held on a player: where a lookup leads to one of the records, or to the login.

    `left` are columns that nobody is told: secrets, and what others wrote in confidence.
    """

    def rows(records: Records, user: "User | None") -> Q:
        found = Q(pk__in=[])
        for lookup in player:
            found |= Q(**{f"{lookup}__in": records})
        if user is not None:
            for lookup in login:
                found |= Q(**{lookup: user.pk})
        return found

    SECTIONS[name] = Section(name, model, rows, frozenset(left))


Forgetter = Callable[["Player", "User | None"], None]
_forgetters: list[Forgetter] = []


def forgets(forgetter: Forgetter) -> Forgetter:
    """Register a function that removes what names a player, in the transaction that anonymises it.

    It is handed each record of the player and the login, and may refuse by raising.
    """
    _forgetters.append(forgetter)
    return forgetter


def forget(player: "Player", login: "User | None") -> None:
    for forgetter in _forgetters:
        forgetter(player, login)


@dataclass(frozen=True, slots=True)
class Veil:
    """Columns of a kind of fact that name people, what is told instead of each, and whose they are."""

    columns: Mapping[str, Callable[[Any], Any]]
    player: tuple[str, ...]

    def concerning(self, players: Collection[int]) -> Q:
        return reduce(or_, (Q(**{f"{lookup}__in": players}) for lookup in self.player))

    def over(self, data: Mapping[str, Any]) -> dict[str, Any]:
        """A line of an export as it is told."""
        return {**data, **{name: told(data[name]) for name, told in self.columns.items()}}


VEILS: dict[str, Veil] = {}
"""What is withheld in an export of facts about players who were anonymised, by kind of line."""


def veil(kind: str, *player: str, **columns: Callable[[Any], Any]) -> None:
    """Register columns of which something else is exported where a lookup leads to such a player."""
    VEILS[kind] = Veil(columns, player)
