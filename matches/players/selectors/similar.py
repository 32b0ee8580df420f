"""Players who may be the persons of some names, for whoever enters many at once and is asked about each."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from matches.accounts.permissions import Caller
from matches.players.models import Player, Players
from matches.search.numbers import is_one_of
from matches.search.rules.likeness import Likeness, names_likeness
from matches.search.rules.wanted import WantedName, wanted_name
from matches.search.selectors import rows_wanted

from .search import close_players, other_names

AT_ONCE = 100
"""How many names are looked for in one query."""

SIMILAR_MAX = 5
"""How many players are shown for a name."""

# By whose other name somebody is taken for them.
CERTAIN = (Likeness.SAME_NAME, Likeness.SAME_LETTERS, Likeness.SAME_READING)


@dataclass(frozen=True, slots=True)
class NamedPerson:
    """A name as somebody has written it, and how it is read; "" for nobody knows."""

    name: str
    reading: str = ""


@dataclass(frozen=True, slots=True)
class SimilarPlayer:
    """Who may be meant by a name, and why: `known_as` is the other name by which, "" for the own one."""

    number: int
    name: str
    likeness: Likeness
    known_as: str = ""
    close: bool = False

    @property
    def order(self) -> tuple[int, bool, int]:
        return self.likeness.place, not self.close, self.number


def similar_players(
    persons: Sequence[NamedPerson], *, viewer: Caller, club: int | None = None, most: int = SIMILAR_MAX
) -> list[list[SimilarPlayer]]:
    """For each person the players who may be the same, the likeliest first; of these who is close first.

    By the names that a search by `viewer` finds them by. Five queries for every hundred persons, and up to
    six more in all.
    """
    close = close_players(viewer, club)
    found: list[list[SimilarPlayer]] = []
    for at in range(0, len(persons), AT_ONCE):
        found += similar_at_once(persons[at : at + AT_ONCE], viewer, close)
    return [sorted(each, key=lambda player: player.order)[:most] for each in found]


def similar_at_once(
    persons: Sequence[NamedPerson], viewer: Caller, close: Mapping[int, int]
) -> list[list[SimilarPlayer]]:
    wanted = [
        (place, looked_for)
        for place, person in enumerate(persons)
        for text in (person.name, person.reading)
        if (looked_for := wanted_name(text)) is not None
    ]
    players = Player.objects.counted_once().filter(kind=Player.Kind.PERSON, anonymised=False)
    best: list[dict[int, SimilarPlayer]] = [{} for _ in persons]
    for place, player in (
        *alike_by_own_names(players, persons, wanted, close),
        *alike_by_other_names(players, persons, wanted, close, viewer),
    ):
        known = best[place].get(player.number, player)
        best[place][player.number] = min(player, known, key=lambda each: each.order)
    return [[*each.values()] for each in best]


Wanted = Sequence[tuple[int, WantedName]]


def alike_by_own_names(
    players: Players, persons: Sequence[NamedPerson], wanted: Wanted, close: Mapping[int, int]
) -> Iterator[tuple[int, SimilarPlayer]]:
    """Whom names are like, by the place of the name: two queries."""
    # Those who are close by themselves: of a common name more are alike than are looked at.
    for rows in (players, players.filter(is_one_of("pk", close))):
        for place, number, name, reading in rows_wanted(rows, wanted, ("pk", "name", "reading")):
            person = persons[place]
            likeness = names_likeness(
                person.name, name, reading_of_one=person.reading, reading_of_two=reading
            )
            if likeness is not None:
                yield place, SimilarPlayer(number, name, likeness, close=number in close)


def alike_by_other_names(
    players: Players,
    persons: Sequence[NamedPerson],
    wanted: Wanted,
    close: Mapping[int, int],
    viewer: Caller,
) -> Iterator[tuple[int, SimilarPlayer]]:
    """The same by aliases and former names, as far as they are shown to somebody: three queries."""
    found = [
        (place, number, name)
        for source in other_names(players, viewer)
        for place, number, name in rows_wanted(source.rows, wanted, (source.number, "name"))
        if names_likeness(persons[place].name, name, reading_of_one=persons[place].reading) in CERTAIN
    ]
    named = players.filter(is_one_of("pk", {number for _place, number, _name in found}))
    names = dict(named.values_list("pk", "name")) if found else {}
    for place, number, name in found:
        yield place, SimilarPlayer(number, names[number], Likeness.ALSO_KNOWN_AS, name, number in close)
