"""Consolations: who enters, small fields by hand, the last chance, and where everybody ends."""

from collections import Counter
from random import Random

import pytest

from tests.each import each
from tests.effort import EFFORT
from tests.tournaments.formats.contract import play_out, results
from tournaments.formats import Consolation, Empty, History
from tournaments.formats.elimination.consolation import Enters
from tournaments.formats.elimination.plan import Out

EIGHT = (1, 2, 3, 4, 5, 6, 7, 8)
FAVOURITES = results(R1_M1=(1, 8, 1), R1_M2=(5, 4, 4), R1_M3=(3, 6, 3), R1_M4=(7, 2, 2))


def due(format, history):
    return [(pairing.key, pairing.one, pairing.two) for pairing in format.due_pairings(history)]


def places(format, history):
    return [(place.entry, place.first, place.last) for place in format.standings(history)]


def entrants(format, size, part="consolation"):
    """The rounds of the main draw, by number, whose losers the part takes in, and how many of them."""
    plan = format.bracket_plan(size)
    return Counter(
        (plan.nodes[source.node].part, plan.nodes[source.node].round)
        for node in plan.nodes
        for source in node.sources
        if node.part == part and isinstance(source, Out) and plan.nodes[source.node].part != part
    )


# -- Who enters


def test_a_simple_consolation_of_eight_by_hand():
    """Only first-round losers enter; its winner is fifth, behind the losers of the semi-finals."""
    format = Consolation()
    assert due(format, History(EIGHT, FAVOURITES)) == [
        ("R2-M1", 1, 4),
        ("R2-M2", 3, 2),
        ("C-R1-M1", 8, 5),
        ("C-R1-M2", 6, 7),
    ]
    played = FAVOURITES | results(
        R2_M1=(1, 4, 1), R2_M2=(3, 2, 2), C_R1_M1=(8, 5, 8), C_R1_M2=(6, 7, 6), R3_M1=(1, 2, 1)
    )
    history = History(EIGHT, played)
    assert due(format, history) == [("C-R2-M1", 8, 6)]
    assert places(format, history)[2:] == [(3, 3, 4), (4, 3, 4), (6, 5, 6), (8, 5, 6), (5, 7, 8), (7, 7, 8)]
    history = History(EIGHT, played | results(C_R2_M1=(8, 6, 8)))
    assert format.is_over(history)
    assert places(format, history)[4:6] == [(8, 5, 5), (6, 6, 6)]
    consolation = format.draw_parts(history)[1]
    assert [(p.entry, p.first, p.last) for p in consolation.places] == [
        (8, 1, 1),
        (6, 2, 2),
        (5, 3, 4),
        (7, 3, 4),
    ]


def test_a_progressive_consolation_until_the_final_by_hand():
    """Of four everybody who loses enters; the finalist may still be second, by winning the consolation."""
    format = Consolation(Enters.FINAL)
    four = (1, 2, 3, 4)
    played = results(R1_M1=(1, 4, 1), R1_M2=(3, 2, 2), R2_M1=(1, 2, 1), C_R1_M1=(4, 3, 3))
    assert due(format, History(four, played)) == [("C-R2-M1", 3, 2)]
    history = History(four, played | results(C_R2_M1=(3, 2, 3)))
    assert places(format, history) == [(1, 1, 1), (3, 2, 2), (2, 3, 3), (4, 4, 4)]


@pytest.mark.parametrize(
    ("enters", "rounds"),
    [
        (Enters.FIRST_ROUND, {1: 16}),
        (Enters.FIRST_MATCH, {1: 16}),
        (Enters.ROUND_OF_16, {1: 16, 2: 8}),
        (Enters.QUARTER_FINALS, {1: 16, 2: 8, 3: 4}),
        (Enters.SEMI_FINALS, {1: 16, 2: 8, 3: 4, 4: 2}),
        (Enters.FINAL, {1: 16, 2: 8, 3: 4, 4: 2, 5: 1}),
    ],
)
def test_losers_enter_up_to_the_round_that_is_named(enters, rounds):
    assert entrants(Consolation(enters), 32) == {
        ("main", number): losers for number, losers in rounds.items()
    }


@pytest.mark.parametrize("enters", Enters)
def test_in_a_field_too_small_for_the_round_that_is_named_first_round_losers_enter(enters):
    assert entrants(Consolation(enters), 4)["main", 1] == 2


def test_with_one_loser_in_the_first_round_a_simple_consolation_has_no_match():
    *_, last = play_out(Consolation(), 9, Random(9))
    assert len(last.results) == 8
    assert places(Consolation(), last)[-1][1:] == (9, 9)


def test_whoever_loses_a_first_match_after_a_bye_enters():
    """Of five, 1 and 2 and 3 have byes. 1 loses to 5 and enters beside 4; had 5 lost, 4 had waited."""
    format = Consolation(Enters.FIRST_MATCH)
    five = (1, 2, 3, 4, 5)
    played = results(R1_M2=(5, 4, 5), R2_M2=(3, 2, 2))
    assert due(format, History(five, played)) == [("R2-M1", 1, 5)]
    upset = History(five, played | results(R2_M1=(1, 5, 5)))
    assert due(format, upset) == [("R3-M1", 5, 2), ("C-R1-M1", 1, 4)] or due(format, upset) == [
        ("R3-M1", 5, 2),
        ("C-R1-M1", 4, 1),
    ]
    expected = History(five, played | results(R2_M1=(1, 5, 1)))
    assert [(key, {one, two}) for key, one, two in due(format, expected)] == [
        ("R3-M1", {1, 2}),
        ("C-R2-M1", {4, 3}),
    ]
    assert places(format, expected)[2] == (5, 3, 3), "who has won a match does not enter"


@each("size", range(4, 71))
def test_whoever_loses_a_first_match_plays_a_second_one(size):
    *_, last = play_out(Consolation(Enters.FIRST_MATCH), size, Random(size), at_once=size)
    played = Counter(entry for decided in last.results.values() for entry in (decided.one, decided.two))
    assert min(played[entry] for entry in last.entries) >= 2
    lost_first = [
        entry for entry in last.entries if not any(d.winner == entry for d in last.results.values())
    ]
    assert all(played[entry] == 2 for entry in lost_first)


# -- The last chance


def test_the_last_chance_takes_consolation_losers_and_late_ones_of_the_main_draw():
    assert entrants(Consolation(), 32, "last_chance") == {}
    assert entrants(Consolation(last_chance=1), 32, "last_chance") == {("consolation", 1): 8, ("main", 2): 8}
    assert entrants(Consolation(last_chance=2), 32, "last_chance") == {
        ("consolation", 1): 8,
        ("main", 2): 8,
        ("consolation", 2): 4,
        ("main", 3): 4,
    }
    assert entrants(Consolation(Enters.FINAL, last_chance=2), 32, "last_chance") == {
        ("consolation", 1): 8,
        ("consolation", 2): 8,
    }


def test_a_last_chance_of_eight_by_hand():
    """5 and 7 lose twice; 4 and 3 lose their semi-finals and keep the third place."""
    format = Consolation(last_chance=1)
    played = FAVOURITES | results(
        R2_M1=(1, 4, 1), R2_M2=(3, 2, 2), C_R1_M1=(8, 5, 8), C_R1_M2=(6, 7, 6), R3_M1=(1, 2, 1)
    )
    assert due(format, History(EIGHT, played)) == [
        ("C-R2-M1", 8, 6),
        ("LC-R1-M1", 5, 7),
    ]
    played |= results(C_R2_M1=(8, 6, 8), LC_R1_M1=(5, 7, 5))
    history = History(EIGHT, played)
    assert format.is_over(history)
    assert places(format, history) == [
        (1, 1, 1),
        (2, 2, 2),
        (3, 3, 4),
        (4, 3, 4),
        (8, 5, 5),
        (6, 6, 6),
        (5, 7, 7),
        (7, 8, 8),
    ]


@pytest.mark.parametrize("enters", Enters)
@each("last_chance", [0, 1, 2, 3, 22])
@each("size", [2, 3, 5, 6, 7, 9, 11, 17, 33, *([24, 70] if EFFORT > 1 else [])])
def test_everybody_is_placed_once_however_much_is_chosen(enters, last_chance, size):
    format = Consolation(enters, last_chance)
    ranges = {}
    for history in play_out(format, size, Random(size), at_once=1 + size // 4):
        for place in format.standings(history):
            before = ranges.get(place.entry, (1, size))
            assert before[0] <= place.first <= place.last <= before[1]
            ranges[place.entry] = place.first, place.last
        assert all(
            Empty.BYE not in (slot.one, slot.two) or enters is Enters.FIRST_MATCH
            for part in format.draw_parts(history)[1:]
            for round in part.rounds
            for slot in round
        ), "a bye behind the main draw is no match"
    found = [(place.first, place.last, place.clinched) for place in format.standings(history)]
    assert all(first <= number <= last for number, (first, last, _) in enumerate(found, 1))
    assert all(clinched for *_, clinched in found)
    assert format.is_over(history)
    most = 1 + (enters is not Enters.FINAL) + 1 + (last_chance > 0)
    lost = Counter(decided.loser for decided in history.results.values())
    assert max(lost.values()) <= most
