"""The facts about a match, a tournament, a player: all kinds of them in one order, that of their serials."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from operator import or_
from typing import Any, NamedTuple

from django.db.models import CharField, Model, Q, QuerySet, Value
from django.urls import reverse

from matches.accounts.models import User
from matches.accounts.permissions import Caller
from matches.facts.kinds import ALWAYS, FactKind, fact_kinds, fact_subjects
from matches.facts.models import Fact


class FactPlace(NamedTuple):
    """A page to which a fact leads: its row, its address, what it is called."""

    row: Any
    address: str
    title: str


@dataclass(frozen=True)
class DescribedFact:
    """A fact as it is described: `by` is as what its author recorded it.

    `actor`, a username, and `request_id` are for whoever may direct what it is about; else None. So is the
    reason of a confidential kind, but for the parties (`concerned`). `state` is what its match became by it,
    in the list of a match; else empty.
    """

    fact: Any
    kind: FactKind
    identified: bool
    concerned: bool = False
    state: str = ""

    @property
    def serial(self) -> int:
        return int(self.fact.serial)

    @property
    def recorded_as(self) -> str:
        return self.kind.recorded_as(self.fact)

    @property
    def actor(self) -> str | None:
        author = self.fact.recorded_by if self.identified else None
        return None if author is None else author.shown_name

    @property
    def request_id(self) -> str | None:
        return str(self.fact.request_id) if self.identified else None

    @property
    def reason(self) -> str:
        withheld = self.kind.confidential and not (self.identified or self.concerned)
        return "" if withheld else str(getattr(self.fact, "reason", ""))

    @property
    def sentence(self) -> str:
        return self.kind.sentence(self.fact)

    @cached_property
    def subject_rows(self) -> dict[str, Any]:
        """The rows that it is about, by the name of the subject; None where it leads to none."""
        return {name: self.kind.subject_row(self.fact, name) for name in self.kind.about}

    @property
    def fact_place(self) -> FactPlace | None:
        """The first of them that has a page to which facts lead."""
        for subject in fact_subjects().values():
            if subject.page and (row := self.subject_rows.get(subject.name)) is not None:
                return FactPlace(row, reverse(subject.page, args=[row.pk]), subject.title(row))
        return None


@dataclass(frozen=True, slots=True)
class FactList:
    """Facts in order of serial, to be counted, filtered and sliced as a queryset is.

    A slice costs one query, and one more for every kind of fact in it, or what the kind loads besides; the
    states of a match five.
    """

    concerning: tuple[tuple[FactKind, Q], ...]
    identified: bool = False
    concerned: bool = False
    serials: Q = ALWAYS
    order: str = "serial"
    states: Mapping[int, str] = field(default_factory=dict)

    def filter(self, *conditions: Q, **serials: Any) -> "FactList":
        """By their serials."""
        return replace(self, serials=self.serials & Q(*conditions, **serials))

    def order_by(self, order: str) -> "FactList":
        return replace(self, order=order)

    def count(self) -> int:
        return self._found_facts().count()

    def __getitem__(self, part: slice) -> list[DescribedFact]:
        kinds = fact_kinds()
        wanted: dict[str, list[int]] = defaultdict(list)
        found = list(self._found_facts().order_by(self.order)[part])
        for serial, name in found:
            wanted[name].append(serial)
        facts = {
            fact.serial: DescribedFact(
                fact, kinds[name], self.identified, self.concerned, self.states.get(fact.serial, "")
            )
            for name, serials in wanted.items()
            for fact in facts_numbered(kinds[name], serials)
        }
        fact_parties_load(facts.values())
        return [facts[serial] for serial, _ in found]

    def _found_facts(self) -> QuerySet[Any, Any]:
        """Serial and kind of every fact of the list."""
        first, *others = [
            kind.model._base_manager.filter(condition, self.serials)
            .order_by()
            .annotate(kind_name=Value(kind.name, output_field=CharField()))
            .values_list("serial", "kind_name")
            for kind, condition in self.concerning
        ]
        return first.union(*others, all=True)


def facts_numbered(kind: FactKind, serials: list[int]) -> list[Fact]:
    facts = kind.model._base_manager.filter(serial__in=serials)
    found = list(facts.select_related(*kind.lookups_to_load()).defer(*kind.unread))
    if kind.load is not None:
        kind.load(found)
    return found


def fact_parties_load(described: Iterable[DescribedFact]) -> None:
    """Fetch what is read of those who speak in the subjects of facts: what is fetched alike in one go."""
    waiting: dict[Callable[[list[Any]], None], list[Any]] = defaultdict(list)
    for each in described:
        for subject, party in each.kind.speaking_parties(each.fact):
            if subject.load is not None:
                waiting[subject.load].append(party)
    for load, parties in waiting.items():
        load(parties)


def fact_list(viewer: Caller, row: Model) -> FactList:
    """Every fact about a match, a tournament or a player: as public as these are.

    Who recorded it and in which request is shown to whoever may direct the match or the tournament. The facts
    about a player are of many events: there it is for staff, and each director finds it under the own event.
    The same see what players keep private, and the player does.
    """
    subject = fact_subjects()[row._meta.model_name or ""]
    identified = subject.identifies(viewer, row)
    concerning, numbers = [], list(subject.records(row))
    for kind in fact_kinds().values():
        conditions = [kind.facts_concerning(subject.name, number) for number in numbers]
        found = [condition for condition in conditions if condition is not None]
        if found:
            visible = kind.visible(viewer) if kind.visible and not identified else ALWAYS
            concerning.append((kind, reduce(or_, found) & visible))
    parties = subject.parties(row) if subject.parties and isinstance(viewer, User) else ()
    concerned = any(viewer.pk in party.logins for party in parties)
    states = subject.states(row) if subject.states else {}
    return FactList(tuple(concerning), identified, concerned, states=states)
