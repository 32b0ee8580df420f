"""The facts about a match, a tournament, a player: all kinds of them in one order, that of their serials."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import CharField, Model, Prefetch, Q, QuerySet, Value, prefetch_related_objects

from matches.facts import KINDS, Kind, kind_of, loaded
from matches.models import Fact, Match, Member, Player, User
from matches.permissions import Caller, Role, may, roles

from .matches import match_states

# Whatever its serial.
ALL = Q()


@dataclass(frozen=True, slots=True)
class ToldFact:
    """A fact as it is told: `by` is as what its author recorded it.

    `actor`, a username, and `request_id` are for whoever may direct what it is about; else None. `state` is
    what its match became by it, in the list of a match; else empty.
    """

    fact: Any
    kind: Kind
    identified: bool
    state: str = ""

    @property
    def serial(self) -> int:
        return int(self.fact.serial)

    @property
    def by(self) -> str:
        return self.kind.told_by(self.fact)

    @property
    def actor(self) -> str | None:
        author = self.fact.recorded_by if self.identified else None
        return None if author is None else str(author.username)

    @property
    def request_id(self) -> str | None:
        return str(self.fact.request_id) if self.identified else None

    @property
    def reason(self) -> str:
        return str(getattr(self.fact, "reason", ""))

    @property
    def sentence(self) -> str:
        return self.kind.sentence(self.fact)

    @property
    def match(self) -> Match | None:
        found: Match | None = self.kind.subject(self.fact, "match")
        return found

    @property
    def tournament(self) -> Any:
        """The tournament of a fact that is about no match."""
        return self.kind.subject(self.fact, "tournament")

    @property
    def club(self) -> Any:
        return self.kind.subject(self.fact, "club")

    @property
    def pond(self) -> Any:
        return self.kind.subject(self.fact, "pond")

    @property
    def ladder(self) -> Any:
        return self.kind.subject(self.fact, "ladder")


@dataclass(frozen=True, slots=True)
class FactList:
    """Facts in order of serial, to be counted, filtered and sliced as a queryset is.

    A slice costs one query, and one more for every kind of fact in it; the states of a match five.
    """

    concerning: tuple[tuple[Kind, Q], ...]
    identified: bool = False
    serials: Q = ALL
    order: str = "serial"
    states: Mapping[int, str] = field(default_factory=dict)

    def filter(self, **serials: Any) -> "FactList":
        return replace(self, serials=self.serials & Q(**serials))

    def order_by(self, order: str) -> "FactList":
        return replace(self, order=order)

    def count(self) -> int:
        return self._found().count()

    def __getitem__(self, part: slice) -> list[ToldFact]:
        wanted: dict[str, list[int]] = defaultdict(list)
        found = list(self._found().order_by(self.order)[part])
        for serial, name in found:
            wanted[name].append(serial)
        facts = {
            fact.serial: ToldFact(fact, kind_of(fact), self.identified, self.states.get(fact.serial, ""))
            for name, serials in wanted.items()
            for fact in facts_numbered(KINDS[name], serials)
        }
        rosters_load(facts.values())
        return [facts[serial] for serial, _ in found]

    def _found(self) -> QuerySet[Any, Any]:
        """Serial and kind of every fact of the list."""
        each = [
            kind.model._base_manager.filter(condition, self.serials)
            .order_by()
            .annotate(kind_name=Value(kind.name, output_field=CharField()))
            .values_list("serial", "kind_name")
            for kind, condition in self.concerning
        ]
        return reduce(lambda some, more: some.union(more, all=True), each)


def facts_numbered(kind: Kind, serials: list[int]) -> QuerySet[Fact]:
    facts = kind.model._base_manager.filter(serial__in=serials)
    return facts.select_related(*loaded(kind)).defer(*kind.unread)


def rosters_load(told: Iterable[ToldFact]) -> None:
    """Load the members of pairs and teams, who tell facts as players: one query where there are any."""
    players = (
        player
        for each in told
        for player in (each.kind.subject(each.fact, "player"), *(each.match.players if each.match else ()))
    )
    groups = [player for player in players if player and player.kind != Player.Kind.PERSON]
    prefetch_related_objects(groups, Prefetch("roster", Member.objects.select_related("player")))


def fact_list(viewer: Caller, subject: Model) -> FactList:
    """Every fact about a match, a tournament or a player: as public as these are.

    Who recorded it and in which request is told to whoever may direct the match or the tournament. The facts
    about a player are of many events: there it is for staff, and each director finds it under the own event.
    The same see what players keep private, and the player does.
    """
    name = subject._meta.model_name or ""
    numbers = [subject.pk]
    is_player = isinstance(subject, Player)
    identified = Role.STAFF in roles(viewer) if is_player else may(viewer, "fact_identify", subject)

    def shown(kind: Kind) -> Q:
        return ALL if identified else of_others(viewer, kind)

    if isinstance(subject, Player):
        numbers += subject.stood_in_for.values_list("pk", flat=True)
    conditions = [[(kind, kind.concerning(name, number)) for kind in KINDS.values()] for number in numbers]
    concerning = tuple(
        (kind, reduce(or_, (condition for _, condition in each if condition is not None)) & shown(kind))
        for each in zip(*conditions, strict=True)
        if (kind := each[0][0]) and each[0][1] is not None
    )
    states = match_states(subject) if isinstance(subject, Match) else {}
    return FactList(concerning, identified, states=states)


def of_others(viewer: Caller, kind: Kind) -> Q:
    """The condition on facts of a kind not to be what other players keep private."""
    if not kind.private:
        return ALL
    player = kind.about["player"]
    open_to_all = ~Q(**{f"{player}__in": Player.objects.private_about(kind.private)})
    if not isinstance(viewer, User):
        return open_to_all
    return open_to_all | Q(**{f"{player}__in": Player.objects.of_login(viewer)})
