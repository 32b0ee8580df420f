"""Rows found by name, the best first: candidates from the index, ranked by their keys."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import BooleanField, IntegerField, Q, QuerySet, Value
from django.db.models.expressions import RawSQL

from .models import KEY, SearchWords
from .rules.elements import beginning_element, joined_element, neighbour_elements
from .rules.folding import Words
from .rules.ranking import MatchRank, SearchTerms, match_rank, may_be_misspelt
from .rules.wanted import GROUPS, WantedName

Hits = dict[int, tuple[MatchRank, int]]
"""How rows were found and in which source, by number."""

Candidates = list[tuple[int, str]]
"""Numbers, with the search keys that led to them."""

TEXT_MAX = 120
"""How long a text is that is searched for."""

HITS_MAX = 200
"""How many rows a search answers at most."""

CANDIDATES = 300
"""How many rows are ranked of those that one look into an index finds."""


@dataclass(frozen=True, slots=True)
class SearchSource:
    """Rows with search keys; `number` is the column with the number of what they name.

    leading: which of them are ranked, in their order, where more begin as the text does than are looked at.
    few: whether there are so few that spelling neighbours are looked for at once.
    """

    rows: QuerySet[Any]
    number: str = "pk"
    leading: QuerySet[Any] | None = None
    few: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """Which rows are asked for: of a source, by its place among them, and under a condition."""

    place: int
    rows: QuerySet[Any]
    number: str
    condition: Q


def search_hits(sources: Sequence[SearchSource], terms: SearchTerms, *, most: int) -> Hits:
    """How what fits the text does; of spelling neighbours where less than `most` fits otherwise.

    One query, one more where too much fits, and one where too little does.
    """
    if not terms:
        return {}
    text = begun_text(terms)
    begun, near = begun_words(terms) & text, near_words(terms)
    large = [(place, each) for place, each in enumerate(sources) if not each.few]
    looks = [
        Look(place, each.rows.order_by(), each.number, near if each.few else begun)
        for place, each in enumerate(sources)
    ]
    found = look_up(looks)
    # Of what more begins like than was looked at: what comes first, and what is more than begun.
    more = [
        look
        for place, each in large
        if each.leading is not None and len(found[place]) == CANDIDATES
        for look in (
            Look(place, each.leading, each.number, text),
            *(Look(place, each.rows.order_by(), each.number, whole) for whole in whole_words(terms)),
        )
    ]
    found += look_up(more)
    hits = ranked_hits(terms, zip([*looks, *more], found, strict=True))
    if len(hits) < most and is_misspelt_perhaps(terms):
        rest = [Look(place, each.rows.order_by(), each.number, near & ~text) for place, each in large]
        hits = ranked_hits(terms, zip(rest, look_up(rest), strict=True)) | hits
    return hits


def look_up(looks: Sequence[Look]) -> list[Candidates]:
    """For each look the first candidates: all in one query."""
    if not looks:
        return []
    first, *others = (
        look.rows.annotate(look=Value(place, IntegerField()))
        .alias(search_words=SearchWords(KEY))
        .filter(look.condition)
        .values_list("look", look.number, KEY)[:CANDIDATES]
        for place, look in enumerate(looks)
    )
    found: list[Candidates] = [[] for _ in looks]
    for place, number, key in first.union(*others, all=True):
        found[place].append((number, key))
    return found


def ranked_hits(terms: SearchTerms, found: Iterable[tuple[Look, Candidates]]) -> Hits:
    """Of each candidate that fits how it does best."""
    hits: Hits = {}
    for look, candidates in found:
        for number, key in candidates:
            rank = match_rank(terms, key)
            if rank is not None:
                hit = (rank, look.place)
                hits[number] = min(hit, hits.get(number, hit))
    return hits


def rows_found(rows: QuerySet[Any], text: str, *, most: int = HITS_MAX) -> list[int]:
    """The numbers of rows by a text, the best first; of those that fit equally well the newest."""
    hits = search_hits([SearchSource(rows, leading=rows.order_by("-pk"))], SearchTerms.read(text), most=most)
    return sorted(hits, key=lambda number: (hits[number], -number))[:most]


# -- Conditions, on rows with `search_words`


def holds_one_of(elements: Iterable[str]) -> Q:
    return Q(search_words__overlap=list(elements))


def key_contains(parts: Iterable[str]) -> Q:
    return reduce(or_, (Q(search_key__contains=part) for part in parts))


def begun_text(terms: SearchTerms) -> Q:
    """Each word of the text begins one of the key; without the help of the index."""
    return reduce(and_, (key_contains(f" {word}" for word in words) for words in terms.words))


def begun_words(terms: SearchTerms) -> Q:
    """The same as far as the index has it."""
    return reduce(and_, (holds_one_of(map(beginning_element, words)) for words in terms.words))


def whole_words(terms: SearchTerms) -> list[Q]:
    """The text is a name; each word of it is one of the key."""
    words = (holds_one_of(each) & key_contains(f" {word} " for word in each) for each in terms.words)
    return [holds_one_of(map(joined_element, terms.spellings)), reduce(and_, words)]


def near_words(terms: SearchTerms) -> Q:
    """Each word of the text begins one of the key, is a neighbour of one, or has one as its initial."""
    several = len(terms.words) > 1
    words = zip(terms.words, terms.typed, strict=True)
    return reduce(and_, (near_word(begun, typed, with_initial=several) for begun, typed in words))


def near_word(words: Words, typed: Words, *, with_initial: bool) -> Q:
    alike = [element for word in typed if may_be_misspelt(word) for element in neighbour_elements(word)]
    if with_initial:
        alike += [word[0] for word in typed]
    begun = holds_one_of(map(beginning_element, words)) & key_contains(f" {word}" for word in words)
    return begun | holds_one_of(alike) if alike else begun


def is_misspelt_perhaps(terms: SearchTerms) -> bool:
    return len(terms.words) > 1 or any(map(may_be_misspelt, terms.typed[0]))


# -- Many names at once

ALIKE_MAX = 50
"""How many rows are compared with a name."""

_LIKE_WANTED = """(
    search_words({key}) && string_to_array(wanted.joined, ',')
    OR search_words({key}) && string_to_array(wanted.first, ',')
    AND search_words({key}) && string_to_array(wanted.second, ',')
    AND search_words({key}) && string_to_array(wanted.third, ',')
)"""

_FOR_EACH = """
SELECT wanted.place, alike.*
FROM unnest(%s::int[], %s::text[], %s::text[], %s::text[], %s::text[])
    AS wanted(place, joined, first, second, third)
CROSS JOIN LATERAL ({rows}) AS alike
"""


def rows_wanted(
    rows: QuerySet[Any], wanted: Sequence[tuple[int, WantedName]], columns: Sequence[str]
) -> list[tuple[Any, ...]]:
    """For each of some names, by their places, rows that may be like it: place and columns. One query."""
    key = f'"{rows.model._meta.db_table}"."{KEY}"'
    like: Any = RawSQL(_LIKE_WANTED.format(key=key), (), output_field=BooleanField())
    try:
        found = rows.order_by().filter(like).values_list(*columns)[:ALIKE_MAX]
        inner, values = found.query.sql_with_params()
    except EmptyResultSet:
        return []
    places = [place for place, _name in wanted]
    joined = [",".join(name.joined) for _place, name in wanted]
    groups = [[",".join(name.groups[at]) for _place, name in wanted] for at in range(GROUPS)]
    with connection.cursor() as cursor:
        cursor.execute(_FOR_EACH.format(rows=inner), [places, joined, *groups, *values])
        alike: list[tuple[Any, ...]] = cursor.fetchall()
        return alike
