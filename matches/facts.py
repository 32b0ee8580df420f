"""Every kind of fact: what it is about, who tells it, how it reads in a sentence.

A new kind registers itself here (`@tells`) and appears in every list; apps above this one add their own, and
what else a match belongs to (`reaches`). matches/sentences.py has the sentences.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Model, Q

from matches.models import Fact

Sentence = Callable[[Any], str]
ALWAYS = Q()


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of fact: `name` is what the API and the export call it.

    `match` is the lookup that leads from the fact to its match, empty for a fact that is about none; `about`
    are the lookups to what else it is about: {"tournament": "entry__tournament"}. `related` is what the
    sentence reads beside, `unread` the columns it leaves alone. `role` overrules who is taken to have
    recorded it. `told` is the condition under which a fact of the kind leaves the service at all, in a list
    or an export; it holds for every fact of most kinds. `private` is the part of a player's profile it is, if
    it is one, which the player may keep from others.
    """

    model: type[Fact]
    name: str
    sentence: Sentence
    match: str
    about: Mapping[str, str]
    related: tuple[str, ...]
    unread: tuple[str, ...]
    role: Callable[[Any], str] | None
    told: Q
    private: str

    def concerning(self, subject: str, number: int) -> Q | None:
        """The condition on facts to be about that match, player, tournament, and told; None if none is."""
        lookups = [self.about[subject]] if subject in self.about else []
        if self.match:
            lookups += [f"{self.match}__{lookup}" for lookup in _reached.get(subject, ())]
        return reduce(or_, (Q(**{lookup: number}) for lookup in lookups)) & self.told if lookups else None

    def subject(self, fact: Any, subject: str) -> Any:
        """The match, player, tournament that the fact is about; None where its kind leads to none."""
        lookup = self.match if subject == "match" else self.about.get(subject, "")
        return follow(fact, lookup) if lookup else None

    def told_by(self, fact: Any) -> str:
        """As what its author recorded it: service, player, official, or what the kind itself keeps."""
        if self.role is not None:
            return self.role(fact)
        if fact.recorded_by_id is None:
            return "service"
        match = self.subject(fact, "match")
        players = match.players if match else [self.subject(fact, "player")]
        told = any(fact.recorded_by_id in player.logins for player in players if player is not None)
        return "player" if told else "official"


KINDS: dict[str, Kind] = {}
"""Every kind of fact, by name."""

# How a match leads to what its facts are about too.
_reached: dict[str, list[str]] = {"match": ["pk"], "player": ["one", "two"]}


def tells(
    model: type[Fact],
    *,
    match: str = "",
    about: Mapping[str, str] | None = None,
    related: tuple[str, ...] = (),
    unread: tuple[str, ...] = (),
    role: Callable[[Any], str] | None = None,
    told: Q = ALWAYS,
    private: str = "",
) -> Callable[[Sentence], Sentence]:
    """Register a kind of fact by the function that says it in a sentence, in the reader's language."""

    def register(sentence: Sentence) -> Sentence:
        name = model._meta.model_name or ""
        KINDS[name] = Kind(model, name, sentence, match, about or {}, related, unread, role, told, private)
        return sentence

    return register


def reaches(subject: str, lookup: str) -> None:
    """Register that the facts of a match are about its `subject` too, which `lookup` finds from the match."""
    _reached.setdefault(subject, []).append(lookup)


def kind_of(fact: Fact) -> Kind:
    return KINDS[fact._meta.model_name or ""]


def follow(row: Model, lookup: str) -> Any:
    """What a lookup such as "seat__appeal" leads to."""
    return reduce(getattr, lookup.split("__"), row)


def loaded(kind: Kind) -> Iterator[str]:
    """What to select with facts of a kind so that they are told without a further query."""
    yield "recorded_by"
    if kind.match:
        yield from (f"{kind.match}__one", f"{kind.match}__two")
    yield from kind.about.values()
    yield from kind.related
