"""How well names fit what was typed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.search.rules.elements import (
    are_neighbours,
    beginning_element,
    key_elements,
    neighbour_elements,
    shortened_words,
)
from matches.search.rules.folding import search_key
from matches.search.rules.ranking import WORDS_MAX, MatchRank, SearchTerms, match_rank
from tests.each import each

EXACT, WHOLE, BEGINNING, BEGINNINGS, NEIGHBOUR = MatchRank


@each(
    "text, name, rank",
    [
        ("ann", "Ann", EXACT),
        ("smith john", "John Smith", EXACT),
        ("SMITH, John", "John Smith", EXACT),
        ("johnsmith", "John Smith", EXACT),
        ("john smith", "Johnsmith", EXACT),
        ("watanabe ken", "わたなべ けん", EXACT),
        ("わたなべけん", "Watanabe Ken", EXACT),
        ("ken watanabe", "ワタナベ ケン", EXACT),
        ("mueller", "Müller", EXACT),
        ("渡辺健", "渡邊 健", EXACT),
        ("smith", "John Smith", WHOLE),
        ("john smith", "John William Smith", WHOLE),
        ("smith john", "John William Smith", WHOLE),
        ("健", "渡辺健", WHOLE),
        ("wat", "わたなべ", BEGINNING),
        ("smi", "John Smith", BEGINNING),
        ("john smi", "John Smith", BEGINNING),
        ("johnsm", "John Smith", BEGINNING),
        ("辺", "渡辺健", BEGINNING),
        ("sh", "しみず", BEGINNING),
        ("smi joh", "John Smith", BEGINNINGS),
        ("j smith", "John Smith", BEGINNINGS),
        ("smi jo", "John William Smith", BEGINNINGS),
        ("jansen", "Janssen", NEIGHBOUR),
        ("janssen", "Jansen", NEIGHBOUR),
        ("jnasen", "Jansen", NEIGHBOUR),
        ("hansen", "Jansen", NEIGHBOUR),
        ("piet jansen", "Pieter Janssen", NEIGHBOUR),
        ("john smith", "J. Smith", NEIGHBOUR),
        ("john smiht", "J. Smith", NEIGHBOUR),
        ("anna", "Ann", NEIGHBOUR),
        ("ann", "Bob", None),
        ("bob", "Rob", None),
        ("jan", "Jun", None),
        ("smith", "J. Anders", None),
        ("john", "J. Smith", None),
        ("john smith", "John", None),
        ("nith", "John Smith", None),
        ("jansxxn", "Janssen", None),
        ("sh", "Sato", None),
        ("渡辺", "渡部", None),
        ("ann", "♠", None),
        # No word of a name answers for two of the text.
        ("jan jan", "Jan", None),
        ("jan j", "Jan", None),
        ("jan jan", "Jan Jansen", BEGINNING),
        ("jansen jan", "Piet Janssen", None),
        ("jansen jan", "J. Visser", None),
        ("jansen jan", "Jan Janssen", NEIGHBOUR),
        ("渡辺 健", "渡辺健", EXACT),
        ("健 渡辺", "渡辺健", BEGINNINGS),
    ],
)
def test_ranks(text, name, rank):
    assert match_rank(SearchTerms.read(text), search_key(name)) is rank


def test_a_text_without_letters_asks_for_nothing():
    assert not SearchTerms.read(" ?! ")
    assert not SearchTerms.read("")


def test_no_more_words_are_looked_at_than_anybody_types():
    terms = SearchTerms.read(" ".join(["word"] * 60))
    assert len(terms.words) == WORDS_MAX


@each(
    "one, two, are",
    [
        ("jansen", "janssen", True),
        ("jansen", "ansen", True),
        ("jansen", "jansenx", True),
        ("jansen", "hansen", True),
        ("jansen", "jansem", True),
        ("jansen", "ajnsen", True),
        ("jansen", "jansne", True),
        ("jansen", "jansen", True),
        ("jansen", "jenson", False),
        ("jansen", "nansej", False),
        ("jansen", "janssenn", False),
        ("jansen", "jnasne", False),
        ("anna", "ann", True),
        ("ann", "an", False),
    ],
)
def test_a_letter_makes_neighbours(one, two, are):
    assert are_neighbours(one, two) is are
    assert are_neighbours(two, one) is are


letters = st.text("abcdejns", min_size=4, max_size=9)


@given(letters, st.data())
def test_neighbours_have_something_in_common_in_the_index(word, data):
    at = data.draw(st.integers(0, len(word) - 1))
    letter = data.draw(st.sampled_from("abcx"))
    for other in (
        word[:at] + word[at + 1 :],
        word[:at] + letter + word[at:],
        word[:at] + letter + word[at + 1 :],
        word[:at] + word[at + 1 : at + 2] + word[at] + word[at + 2 :],
    ):
        assert are_neighbours(word, other)
        assert {*neighbour_elements(word)} & key_elements(search_key(other)), other


names = st.text("aekshtou äöüJ.わたシ渡辺健'-", max_size=14)


@given(names, names)
def test_what_fits_is_what_the_index_leads_to(text, name):
    """Of every word some beginning is in the index, unless it is found as a neighbour."""
    terms, key = SearchTerms.read(text), search_key(name)
    rank = match_rank(terms, key) if terms else None
    if rank is not None and rank < NEIGHBOUR:
        elements = key_elements(key)
        for words in terms.words:
            assert elements & {beginning_element(word) for word in words}


@pytest.mark.parametrize("word", ["ann", "渡辺健太", "jan7"])
def test_short_words_and_kanji_have_no_neighbours(word):
    assert shortened_words(word) == []
