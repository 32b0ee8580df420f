"""Each family of tie-breaks on tables small enough to check by hand."""

from fractions import Fraction

import pytest

from tests.tournaments.tiebreaks.tables import published
from tournaments.tiebreaks import (
    TIEBREAKS,
    Bye,
    Met,
    Sat,
    Scale,
    UnplayedRounds,
    make_crosstable,
    rank_entries,
)
from tournaments.tiebreaks.play_off import play_offs
from tournaments.tiebreaks.ratings import expected_percent, rating_difference_of
from tournaments.tiebreaks.results import PairingResult


def table(*results, sat=(), **options):
    """table((1, 4, 2), ...): in round 1, 4 beat 2. A third that is 0 drew, a negative one did not come."""
    met = [
        Met(round, one, abs(two), PairingResult(one, abs(two), one, played=two > 0))
        for round, one, two in results
    ]
    entries = {entry for match in met for entry in (match.one, match.two)} | {each.entry for each in sat}
    rounds = max([match.round for match in met] + [each.round for each in sat])
    return make_crosstable(entries, met, sat, rounds=rounds, **options)


def value(code, of, entry, tied=None):
    return TIEBREAKS[code].tiebreak_figures(of, tied or [entry], "")[entry].value


def shares(code, of, entry):
    found = TIEBREAKS[code].tiebreak_figures(of, [entry], "")[entry].shares
    return [(share.round, share.opponent, float(share.value), share.counted) for share in found]


def test_seven_wins_of_seven_as_fibsleagammon_printed_them():
    """Progr 28.0, and Berg equal to Buch: each opponent's score times one."""
    of = table(*[(round, 1, 1 + round) for round in range(1, 8)])
    assert value("progressive", of, 1) == 28
    assert value("sonneborn_berger", of, 1) == value("buchholz", of, 1)


# A Swiss of six: 1 won all three rounds; scores 3, 2, 1, 1, 1, 1.
SIX = [(1, 1, 4), (1, 2, 5), (1, 3, 6), (2, 1, 2), (2, 5, 3), (2, 4, 6), (3, 1, 3), (3, 2, 4), (3, 6, 5)]


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("buchholz", (4, 5, 5, 6, 4, 3)),
        ("buchholz_cut_1", (3, 4, 4, 5, 3, 2)),
        ("buchholz_cut_2", (2, 3, 3, 3, 2, 1)),
        ("buchholz_median_1", (1, 1, 1, 2, 1, 1)),
        ("buchholz_median_2", (0, 0, 0, 0, 0, 0)),
        ("buchholz_sum", (16, 14, 11, 12, 13, 15)),
        ("sonneborn_berger", (4, 2, 1, 1, 1, 1)),
        ("sonneborn_berger_cut_1", (3, 1, 1, 0, 1, 1)),
        ("progressive", (6, 4, 3, 2, 2, 1)),
        ("progressive_cut_2", (3, 2, 1, 1, 1, 1)),
        ("koya", (1, 0, 0, 0, 0, 0)),
    ],
)
def test_a_swiss_of_six(code, expected):
    of = table(*SIX)
    assert tuple(value(code, of, entry) for entry in range(1, 7)) == expected


def test_what_is_cut_is_still_shown():
    assert shares("buchholz_median_1", table(*SIX), 4) == [
        (1, 1, 3, False),
        (2, 6, 1, False),
        (3, 2, 2, True),
    ]


def test_the_dummy_of_an_unplayed_round():
    """1 has a bye and two wins: its dummy has 1 1/2 of 3 rounds; before 2026 its own 3 points."""
    results = [(2, 1, 2), (3, 1, 3), (1, 2, 3), (3, 2, 4), (1, 5, 4), (2, 4, 5)]
    away = [Sat(1, 1, Bye.FULL)]
    of = table(*results, sat=away)
    assert shares("buchholz", of, 1) == [(1, None, 1.5, True), (2, 2, 2, True), (3, 3, 0, True)]
    assert value("buchholz", table(*results, sat=away, unplayed=UnplayedRounds.LEGACY), 1) == 5
    assert value("buchholz", table(*results, sat=away, unplayed=UnplayedRounds.SCHEDULED), 1) == 2
    # The bye was given, not asked for: the lowest value is cut.
    assert shares("buchholz_cut_1", of, 1)[2] == (3, 3, 0, False)


def test_a_voluntary_round_is_cut_before_a_lower_opponent():
    """1 asked for a bye in round 2: its dummy's 1 1/2 is cut, not the opponent without a point."""
    results = [(1, 1, 2), (3, 1, 3), (1, 3, 4), (2, 3, 4)]
    of = table(*results, sat=[Sat(2, 1, Bye.HALF)])
    assert shares("buchholz_cut_1", of, 1) == [(1, 2, 0, True), (2, None, 1.5, False), (3, 3, 2, True)]
    assert shares("sonneborn_berger_cut_1", of, 1)[1] == (2, None, 0.75, False)


def test_a_voluntary_round_that_adds_less_than_the_lowest_opponent_is_not_cut_for_it():
    """In Sonneborn-Berger an absence adds nothing; the lowest opponent, beaten, adds more and is cut."""
    results = [(1, 1, 2), (2, 2, 3), (3, 3, 2), (3, 1, 4), (1, 4, 3), (2, 4, 5)]
    of = table(*results, sat=[Sat(2, 1, Bye.ZERO)])
    assert shares("sonneborn_berger_cut_1", of, 1) == [(1, 2, 1, False), (2, None, 0, True), (3, 4, 2, True)]


def test_in_a_round_robin_a_forfeit_is_cut_like_any_match():
    """2 lost to 1 by forfeit, who has two wins; its lowest opponent is 3."""
    of = table((1, 1, -2), (2, 2, 3), (3, 1, 3), unplayed=UnplayedRounds.SCHEDULED)
    assert shares("buchholz_cut_1", of, 2) == [(1, 1, 2, True), (2, 3, 0, False)]
    swiss = table((1, 1, -2), (2, 2, 3), (3, 1, 3))
    assert shares("buchholz_cut_1", swiss, 2) == [(1, None, 1, False), (2, 3, 0, True)]


def test_who_withdraws_counts_half_a_point_a_round_to_opponents():
    """After losing to 1, 2 left: two rounds of absence are draws to 1's Buchholz, an earlier bye is none."""
    of = table((1, 1, 2), (2, 1, 3), (3, 1, 3), sat=[Sat(2, 2, Bye.ZERO), Sat(3, 2, Bye.ZERO)])
    assert (of.points[2], of.adjusted_points[2]) == (0, 1)
    assert value("buchholz", of, 1) == 1
    came_back = table((1, 1, 2), (2, 1, 3), (3, 2, 3), sat=[Sat(2, 2, Bye.ZERO)])
    assert came_back.adjusted_points[2] == came_back.points[2] == 1


def test_a_match_lost_by_forfeit_at_the_end_counts_as_lost_to_opponents():
    of = table((1, 1, 2), (2, 3, -2), sat=[Sat(1, 3, Bye.FULL)])
    assert of.adjusted_points[2] == 0


def test_forfeits_are_wins_but_no_matches_won():
    of = table((1, 1, -2), (2, 1, 3), sat=[Sat(3, 1, Bye.FULL)])
    assert [value(code, of, 1) for code in ("wins", "matches_won", "kashdan", "standard_points")] == [
        3,
        1,
        4,
        3,
    ]
    assert value("rounds_elected", of, 2) == 0


def test_a_bye_worth_less_than_a_win_is_no_win():
    of = table((1, 1, 2), sat=[Sat(2, 1, Bye.FULL)], scale=Scale(bye=Fraction(1, 2)))
    assert (value("wins", of, 1), value("points", of, 1)) == (1, Fraction(3, 2))


def test_a_double_forfeit_wins_nothing_and_a_match_without_a_winner_is_half():
    none = [Met(1, 1, 2, PairingResult(1, 2, None, played=False)), Met(2, 1, 2, PairingResult(1, 2, None))]
    of = make_crosstable((1, 2), none, (), rounds=2)
    assert of.points == {1: Fraction(1, 2), 2: Fraction(1, 2)}
    assert value("rounds_elected", of, 1) == 1


def test_points_of_the_matches():
    met = [Met(1, 1, 2, PairingResult(2, 1, 1, (3, 7))), Met(2, 3, 1, PairingResult(1, 3, 3, (4, 5)))]
    of = make_crosstable((1, 2, 3), met, (), rounds=2)
    assert (value("points_won", of, 1), value("points_difference", of, 1)) == (11, 3)
    assert value("points_difference", of, 2) == -4


def test_head_to_head_goes_on_among_those_it_leaves_equal():
    """2, 3 and 4 beat each other in turn and all lost to 1; 2 beat 5, so did nobody else."""
    round_robin = [(1, 1, 2), (2, 1, 3), (3, 1, 4), (4, 2, 3), (5, 3, 4), (6, 4, 2)]
    of = table(*round_robin, unplayed=UnplayedRounds.SCHEDULED)
    assert [value("head_to_head", of, entry, [1, 2, 3, 4]) for entry in (1, 2, 3, 4)] == [3, 0, 0, 0]
    # A second meeting tips the circle: 2 and 3 halve, so 4 leads, then 3, whose loss was by half.
    again = table(*round_robin, (7, 3, 2), unplayed=UnplayedRounds.SCHEDULED)
    assert [value("head_to_head", again, entry, [2, 3, 4]) for entry in (2, 3, 4)] == [0, 2, 1]


def test_head_to_head_of_those_who_have_not_all_met():
    """1 beat 2 and 3, who have not met: 1 is first however that ends, the others stay equal."""
    of = table((1, 1, 2), (2, 1, 3))
    assert [value("head_to_head", of, entry, [1, 2, 3]) for entry in (1, 2, 3)] == [2, 0, 0]
    # 1 beat 2 only: 3 might beat both.
    of = table((1, 1, 2), (2, 3, 4))
    assert [value("head_to_head", of, entry, [1, 2, 3]) for entry in (1, 2, 3)] == [0, 0, 0]


def test_a_forfeit_between_the_tied_counts_in_a_round_robin_only():
    assert value("head_to_head", table((1, 1, -2)), 1, [1, 2]) == 0
    assert value("head_to_head", table((1, 1, -2), unplayed=UnplayedRounds.SCHEDULED), 1, [1, 2]) == 1


def test_a_play_off_decides_among_the_tied():
    results = {
        ("PO-10", frozenset((1, 3))): PairingResult(1, 3, 3),
        ("PO-2", frozenset((1, 2))): PairingResult(1, 2, 1),
        ("R1-M1", frozenset((4, 5))): PairingResult(4, 5, 5),
    }
    played = play_offs(results)
    assert played == (PairingResult(1, 2, 1), PairingResult(1, 3, 3))
    of = make_crosstable((1, 2, 3), (), (), rounds=2, play_offs=played)
    places = rank_entries(of, ("play_off",), seed="", clinched=True)
    assert [place.entry for place in places] == [3, 1, 2]
    assert [(share.round, share.opponent, share.value) for share in places[1].figures[0].shares] == [
        (3, 2, 1),
        (4, 3, 0),
    ]
    # Against somebody who is not tied it decides nothing.
    assert value("play_off", of, 1, [1]) == 0


def test_performance_goes_by_the_published_tables():
    assert [rating_difference_of(percent) for percent in (0, 24, 50, 76, 100)] == [-800, -202, 0, 202, 800]
    assert [expected_percent(points) for points in (-800, -4, -3, 0, 3, 4, 400, 735, 736)] == [
        *(0, 49, 50, 50, 50, 51, 92, 99, 100)
    ]


def test_ratings_are_of_rated_opponents_met_at_the_table():
    of = table((1, 1, 2), (2, 1, -3), (3, 1, 4), ratings={1: 1700.0, 2: 1500.5, 3: 1800.0})
    assert shares("average_rating", of, 1) == [(1, 2, 1501, True)]
    assert value("performance", of, 1) == 2301
    assert value("perfect_performance", of, 1) == 2237
    assert value("opponents_performance", of, 1) == 900
    assert value("opponents_perfect_performance", of, 1) == 900
    assert [value(code, of, 3) for code in ("average_rating", "performance", "opponents_performance")] == [
        0,
        0,
        0,
    ]
    assert (value("rating", of, 2), value("rating", of, 4)) == (1501, 0)


def test_hand_made_points_as_bellingham_gives_them():
    """Win 2, bye 2, loss 1: who came scores, who stayed away does not."""
    scale = Scale(win=Fraction(2), draw=Fraction(1), loss=Fraction(1), bye=Fraction(2))
    of = table((1, 1, 2), (2, 2, -3), sat=[Sat(2, 1, Bye.FULL), Sat(1, 3, Bye.ZERO)], scale=scale)
    assert of.points == {1: 4, 2: 3, 3: 0}
    assert value("standard_points", of, 2) == 1


def test_a_result_of_somebody_who_is_no_entry_has_no_part():
    of = make_crosstable((1, 2), [Met(1, 1, 9, PairingResult(1, 9, 1))], [Sat(1, 8, Bye.FULL)], rounds=1)
    assert of.points == {1: 0, 2: 0}


def test_mso_ranked_by_head_to_head_then_buchholz_without_the_worst_opponent():
    places = rank_entries(published("tec-swiss"), ("head_to_head", "buchholz_cut_1"), seed="", clinched=True)
    # 3.5 points: 1 drew with 3 and 4, 3 drew with 4, nobody of them met 16.
    assert [(place.entry, place.first, place.last) for place in places[:5]] == [
        (2, 1, 1),
        (3, 2, 2),
        (4, 3, 3),
        (1, 4, 5),
        (16, 4, 5),
    ]


def test_of_two_who_met_more_than_once_the_average_counts():
    """1 beat 2 twice, 2 beat 3, 3 beat 1: one each."""
    of = table((1, 1, 2), (2, 1, 2), (3, 2, 3), (4, 3, 1))
    assert [value("head_to_head", of, entry, [1, 2, 3]) for entry in (1, 2, 3)] == [0, 0, 0]


def test_those_equal_among_themselves_are_ranked_by_their_own_matches():
    """1 and 2 have two each, 3 and 4 one each; 1 beat 2 and 3 beat 4."""
    of = table((1, 1, 2), (2, 1, 3), (3, 4, 1), (4, 2, 3), (5, 2, 4), (6, 3, 4))
    assert [value("head_to_head", of, entry, [1, 2, 3, 4]) for entry in (1, 2, 3, 4)] == [3, 2, 1, 0]


def test_behind_a_certain_first_the_others_are_looked_at_anew():
    """1 beat 2, 3 and 4 and has not met 5, who lost to them all; 2, 3 and 4 beat each other in turn."""
    of = table(
        *[(1, 1, 2), (2, 1, 3), (3, 1, 4), (4, 2, 3), (5, 3, 4), (6, 4, 2), (1, 2, 5), (2, 3, 5), (3, 4, 5)]
    )
    assert [value("head_to_head", of, entry, [1, 2, 3, 4, 5]) for entry in range(1, 6)] == [4, 1, 1, 1, 0]
