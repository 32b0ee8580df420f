"""BrainKing's sections: 100 players make 13, their winners 7 and 6, the winners of those the final."""

from collections import Counter
from random import Random

import pytest

from tests.tournaments.formats.contract import play_out, results, with_result
from tournaments.formats import History, PairingResult
from tournaments.formats.first_to import FirstTo
from tournaments.formats.staging.sections import Sections


def sizes(format, history):
    """Of the sections of the round now played."""
    last = format.folded_sections(history)[-1]
    return Counter(len(section.history.entries) for section in last)


def played(format, history, wins=min):
    """The round that is on, played to its end."""
    begun = len(format.folded_sections(history))
    while (due := format.due_pairings(history)) and len(format.folded_sections(history)) == begun:
        for pairing in due:
            winner = wins(pairing.one, pairing.two)
            history = with_result(
                history, PairingResult(pairing.one, pairing.two, winner, (3, 1)), pairing.key
            )
    return history


def test_a_hundred_players_make_thirteen_sections_then_two():
    """Source: https://brainking.com/en/OldFAQ?ht=9"""
    format = Sections()
    history = History(tuple(range(1, 101)))
    assert sizes(format, history) == {8: 9, 7: 4}
    history = played(format, history)
    assert sizes(format, history) == {7: 1, 6: 1}
    history = played(format, history)
    assert [pairing.key for pairing in format.due_pairings(history)] == ["F-M1"], "a final of two"
    for number in (1, 2, 3):
        assert not format.is_over(history)
        history = with_result(history, PairingResult(1, 2, 2), f"F-M{number}")
    assert format.is_over(history)
    places = format.standings(history)
    assert [(place.entry, place.first, place.last) for place in places[:2]] == [(2, 1, 1), (1, 2, 2)]
    assert {(place.first, place.last) for place in places[2:4]} == {(3, 4)}, "second of the two sections"
    assert all(place.clinched for place in places)


def test_equal_winners_of_a_section_go_on_together():
    """Two sections of four; in the first three beat each other in a circle and all beat the fourth."""
    format = Sections(section_size=4)
    history = History(tuple(range(1, 9)))
    circle = {frozenset({1, 4}): 1, frozenset({4, 5}): 4, frozenset({1, 5}): 5}
    history = played(format, history, lambda one, two: circle.get(frozenset({one, two}), min(one, two)))
    assert [section.history.entries for section in format.folded_sections(history)[-1]] == [(1, 2, 4, 5)]
    assert {pairing.key.partition("-")[0] for pairing in format.due_pairings(history)} == {"R2G1"}


def test_where_nobody_would_fall_out_tie_breaks_and_lots_decide():
    """Six in two sections of three, everybody with one win of two."""
    format = Sections(section_size=3)
    history = History(tuple(range(1, 7)), seed="lots")
    order = {
        group: section.history.entries for group, section in enumerate(format.folded_sections(history)[0])
    }
    beats = {(a, b) for x, y, z in order.values() for a, b in ((x, y), (y, z), (z, x))}
    history = played(format, history, lambda one, two: one if (one, two) in beats else two)
    assert [len(section.history.entries) for section in format.folded_sections(history)[-1]] == [2]


@pytest.mark.parametrize("seed", range(8))
def test_everybody_may_leave(seed):
    format = Sections(section_size=3)
    *_, last = play_out(format, 20, Random(seed), withdrawals=60)
    assert format.is_over(last)
    assert all(place.clinched for place in format.standings(last))


def test_a_corrected_section_changes_the_next_round_and_back():
    format = Sections(section_size=4)
    history = played(format, History(tuple(range(1, 9))))
    assert [(p.one, p.two) for p in format.due_pairings(history)] == [(1, 2)]
    final = with_result(history, PairingResult(1, 2, 1), "F-M1")
    key = next(key for key, pair in history.results if pair == {1, 4})
    corrected = with_result(final, PairingResult(1, 4, 4), key)
    assert [(p.key, p.one, p.two) for p in format.due_pairings(corrected)] == [("F-M1", 2, 4)]
    undone = with_result(corrected, PairingResult(1, 4, 1), key)
    assert [(p.key, p.one, p.two) for p in format.due_pairings(undone)] == [("F-M2", 1, 2)]


# -- First to so many wins


def test_matches_follow_one_another_until_one_has_three():
    format = FirstTo(3)
    history = History((1, 2), results(M1=(1, 2, 1), M2=(1, 2, 2), M3=(1, 2, None), M4=(1, 2, 1)))
    assert [(pairing.key, pairing.step) for pairing in format.due_pairings(history)] == [("M5", 5)]
    assert [place.clinched for place in format.standings(history)] == [False, False]
    won = with_result(history, PairingResult(1, 2, 2), "M5")
    assert format.is_over(won), "five matches are all there are"
    assert {(place.first, place.last) for place in format.standings(won)} == {(1, 2)}
    short = History((1, 2), results(M1=(1, 2, 2), M2=(1, 2, 2), M3=(1, 2, 2)))
    assert [place.entry for place in format.standings(short)] == [2, 1]
    assert format.is_over(short)


def test_who_leads_and_leaves_has_lost():
    history = History((1, 2), results(M1=(1, 2, 1), M2=(1, 2, 1)), frozenset({1}), left=(1,))
    assert [place.entry for place in FirstTo(3).standings(history)] == [2, 1]


def test_who_goes_out_earlier_is_behind_whoever_goes_out_later():
    format = Sections(section_size=3)
    history = History(tuple(range(1, 28)))
    while not format.is_over(history):
        history = played(format, history)
    places = {place.entry: (place.first, place.last) for place in format.standings(history)}
    assert [section.history.entries for section in format.folded_sections(history)[-1]] == [(1, 2, 3)]
    assert [places[entry] for entry in (1, 2, 3)] == [(1, 1), (2, 2), (3, 3)]
    assert sorted(set(places.values()))[3:] == [(4, 6), (7, 9), (10, 18), (19, 27)]


@pytest.mark.parametrize(("left", "first"), [((1,), [2]), ((2, 1), [1]), ((), [1, 2])])
def test_who_stays_wins_the_match_that_is_on(left, first):
    withdrawn = frozenset(left) or frozenset({1, 2})
    history = History((1, 2), {}, withdrawn, left=left)
    assert FirstTo(3).is_over(history)
    assert [place.entry for place in FirstTo(3).standings(history) if place.first == 1] == first
