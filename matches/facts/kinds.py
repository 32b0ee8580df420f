"""Every kind of fact: what it is about, who records it, how it reads in a sentence.

Each room declares its kinds (`Room.facts`, in its sentences_of_*.py) and what facts may be about
(`Room.subjects`). A kind so declared appears in every list and in the export.
"""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, reduce
from operator import attrgetter, or_
from typing import Any, Protocol

from django.db.models import Model, Q

from matches.accounts.permissions import Caller, may_do_action
from matches.hooks import declared_by_rooms

from .models import Fact

ALWAYS = Q()


class Party(Protocol):
    """Somebody whom a subject is about: a side of a match, a player."""

    @property
    def logins(self) -> Collection[int]:
        """Numbers of the logins that speak for it."""


def fact_subject_number(row: Model) -> Sequence[int]:
    return (row.pk,)


def may_identify_fact_subject(viewer: Caller, row: Model) -> bool:
    return may_do_action(viewer, "fact_identify", row)


@dataclass(frozen=True, kw_only=True)
class Subject:
    """What facts may be about: rows of a model. Kinds of fact call it by the name of the model.

    through: the subjects whose facts are about it too, each with the lookups from there:
        {"match": ("fixture__tournament",)} has the facts of a match be its tournament's.
    leads: the same the other way: {"player": ("one", "two")} has them be its players'.
    related: what is read of it, beside itself.
    records: the numbers of the rows whose facts are listed with those of a row.
    identifies: who sees by whom the facts about a row were recorded, and what players keep private.
    states: what the row became, by the serials of the facts that made it so.
    parties: who speaks in it; what such a party records is recorded as by a player.
    load: fetches what is read of many such parties.
    page: the name of the address of its page, to which facts elsewhere lead; "" where none does.
    resource: the name of the API's address at which everybody may read a row; "" where there is none.
    title: what the row is called on its page.
    exported: which rows of other models an export of one row alone holds; none of those not named.
    number_help: what the API says of its number beside a fact; None where it gives no number.
    names_version: whether very many documents name it, so that what its rows are called has a version.
    """

    model: type[Model]
    through: Mapping[str, Sequence[str]] = field(default_factory=dict)
    leads: Mapping[str, Sequence[str]] = field(default_factory=dict)
    related: Sequence[str] = ()
    records: Callable[[Any], Sequence[int]] = fact_subject_number
    identifies: Callable[[Caller, Any], bool] = may_identify_fact_subject
    states: Callable[[Any], Mapping[int, str]] | None = None
    parties: Callable[[Any], Iterable[Party]] | None = None
    load: Callable[[Sequence[Any]], None] | None = None
    page: str = ""
    resource: str = ""
    title: Callable[[Any], str] = attrgetter("name")
    exported: Mapping[type[Model], Callable[[int], Q]] = field(default_factory=dict)
    number_help: str | None = None
    names_version: bool = False

    @property
    def name(self) -> str:
        return self.model._meta.model_name or ""

    def topic(self, number: int) -> str:
        """Under which the changes of a row are announced: "rating_pool-3"."""
        return f"{topic_kind(self.model)}-{number}"


@cache
def topic_kind(model: type[Model]) -> str:
    """What topics call rows of a model: the name of its class in small letters, its words joined by "_"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", model.__name__).lower()


@dataclass(frozen=True)
class FactKind:
    """A kind of fact, and the function that says it in a sentence, in the reader's language.

    about: the lookups to what it is about, by the name of the subject: {"tournament": "entry__tournament"}.
    related: what the sentence reads beside; unread: the columns it leaves alone.
    load: fetches what else the sentences of many facts read.
    role: overrules as what its author is taken to have recorded it.
    disclosed: the condition under which a fact of the kind leaves the service at all, in a list or an export.
    visible: the condition on facts that a viewer sees who may not know who recorded them; all, if None.
    confidential: whether the reason is for the parties alone, and for whoever sees who recorded it.
    """

    model: type[Fact]
    sentence: Callable[[Any], str]
    about: Mapping[str, str]
    related: Sequence[str] = ()
    unread: Sequence[str] = ()
    load: Callable[[Sequence[Any]], None] | None = None
    role: Callable[[Any], str] | str = ""
    disclosed: Q = ALWAYS
    visible: Callable[[Caller], Q] | None = None
    confidential: bool = False

    @property
    def name(self) -> str:
        """What the API and the export call it."""
        return self.model._meta.model_name or ""

    def facts_concerning(self, subject: str, number: int) -> Q | None:
        """The condition on facts to be about that match, tournament, and disclosed; None where none is."""
        lookups = [self.about[subject]] if subject in self.about else []
        for between, lookup in self.about.items():
            ways = (
                *fact_subjects()[subject].through.get(between, ()),
                *fact_subjects()[between].leads.get(subject, ()),
            )
            lookups += [f"{lookup}__{way}" for way in ways]
        return (
            reduce(or_, (Q(**{lookup: number}) for lookup in lookups)) & self.disclosed if lookups else None
        )

    def subject_row(self, fact: Any, subject: str) -> Any:
        """The match, player, tournament that the fact is about; None where its kind leads to none."""
        lookup = self.about.get(subject, "")
        return follow_fact_lookup(fact, lookup) if lookup else None

    def speaking_parties(self, fact: Any) -> Iterator[tuple[Subject, Party]]:
        """Who speaks in what the fact is about, each with the subject it stands under."""
        for name in self.about:
            subject = fact_subjects()[name]
            row = self.subject_row(fact, name) if subject.parties else None
            if row is not None and subject.parties:
                yield from ((subject, party) for party in subject.parties(row))

    def topics(self, fact: Any) -> Iterator[str]:
        """Whose versions the fact raises: all that it is about.

        One that is kept from everybody at first raises none, which would show that it is there. Whoever
        discloses it announces that.
        """
        if self.disclosed != ALWAYS:
            return
        for name, lookup in self.about.items():
            *way, last = lookup.split("__")
            row = reduce(lambda row, step: getattr(row, step, None), way, fact)
            number = getattr(row, f"{last}_id", None)
            if number is not None:
                yield fact_subjects()[name].topic(number)

    def recorded_as(self, fact: Any) -> str:
        """As what its author recorded it: service, player, official, or what the kind itself keeps."""
        if self.role:
            return self.role if isinstance(self.role, str) else self.role(fact)
        if fact.recorded_by_id is None:
            return "service"
        is_party = any(fact.recorded_by_id in party.logins for _, party in self.speaking_parties(fact))
        return "player" if is_party else "official"

    def lookups_to_load(self) -> Iterator[str]:
        """What to select with facts of the kind so that a list reads them without a further query."""
        yield "recorded_by"
        for name, lookup in self.about.items():
            yield lookup
            yield from (f"{lookup}__{related}" for related in fact_subjects()[name].related)
        yield from self.related


@cache
def fact_kinds() -> dict[str, FactKind]:
    """Every kind of fact, by name."""
    return {kind.name: kind for kind in declared_by_rooms(lambda room: room.facts)}


@cache
def fact_subjects() -> dict[str, Subject]:
    """Everything that facts may be about, by name."""
    return {subject.name: subject for subject in declared_by_rooms(lambda room: room.subjects)}


@cache
def subjects_by_topic() -> dict[str, Subject]:
    """The same, by what topics call them: "rating_pool"."""
    return {topic_kind(subject.model): subject for subject in fact_subjects().values()}


def follow_fact_lookup(row: Model, lookup: str) -> Any:
    """What a lookup such as "seat__appeal" leads to."""
    return reduce(getattr, lookup.split("__"), row)
