"""Who ranks where: points, then the tie-breaks in their order, among those still tied."""

import pytest

from tests.tournaments.tiebreaks.tables import published
from tournaments.tiebreaks import Met, UnplayedRounds, make_crosstable, rank_entries
from tournaments.tiebreaks.errors import InvalidTiebreaks, UnknownTiebreak
from tournaments.tiebreaks.lots import draw_lot
from tournaments.tiebreaks.results import PairingResult


def order(places):
    return [(place.entry, place.first, place.last) for place in places]


def test_points_decide_first_and_equals_share_places():
    table = published("tec-round-robin", UnplayedRounds.SCHEDULED)
    places = rank_entries(table, (), seed="", clinched=True)
    assert order(places) == [(1, 1, 3), (2, 1, 3), (3, 1, 3), (4, 4, 6), (5, 4, 6), (6, 4, 6)]
    assert [float(place.points) for place in places] == [3.5, 3.5, 3.5, 1.5, 1.5, 1.5]
    assert {place.clinched for place in places} == {True}


def test_a_tie_break_is_applied_to_those_still_tied_and_leaves_its_figure():
    table = published("tec-round-robin", UnplayedRounds.SCHEDULED)
    places = rank_entries(table, ("head_to_head", "sonneborn_berger"), seed="", clinched=False)
    assert order(places) == [(1, 1, 1), (2, 2, 3), (3, 2, 3), (6, 4, 4), (5, 5, 5), (4, 6, 6)]
    assert [[figure.code for figure in place.figures] for place in places] == [
        ["head_to_head", "sonneborn_berger"]
    ] * 6
    assert [[float(figure.value) for figure in place.figures] for place in places] == [
        [2, 9.25],
        [0, 6.25],
        [0, 6.25],
        [2, 2.25],
        [1, 3.25],
        [0, 4.25],
    ]
    # 2 and 3 drew in the fourth round; what each of the three leaders has against the others.
    assert [
        [(share.round, share.opponent, float(share.value)) for share in place.figures[0].shares]
        for place in places[:3]
    ] == [
        [(2, 2, 1), (3, 3, 1)],
        [(2, 1, 0), (4, 3, 0.5)],
        [(3, 1, 0), (4, 2, 0.5)],
    ]


def test_points_decide_where_they_are_named():
    table = make_crosstable((1, 2, 3), (Met(1, 1, 2, PairingResult(1, 2, 2)),), (), rounds=1)
    assert order(rank_entries(table, ("points",), seed="", clinched=False)) == [
        (2, 1, 1),
        (1, 2, 3),
        (3, 2, 3),
    ]
    assert order(rank_entries(table, ("buchholz", "points"), seed="", clinched=False)) == [
        (1, 1, 1),
        (2, 2, 2),
        (3, 3, 3),
    ]


def test_lots_leave_no_ties_and_can_be_drawn_again_by_anybody():
    table = make_crosstable(range(1, 30), (), (), rounds=0)
    places = rank_entries(table, ("lots",), seed="spring", clinched=True)
    assert [place.entry for place in places] == sorted(
        range(1, 30), key=lambda entry: draw_lot("spring:standings", entry)
    )
    assert [place.first for place in places] == [place.last for place in places] == [*range(1, 30)]
    assert places != rank_entries(table, ("lots",), seed="autumn", clinched=True)


def test_nobody_ranks_nowhere():
    assert (
        rank_entries(make_crosstable((), (), (), rounds=0), ("buchholz", "lots"), seed="", clinched=True)
        == ()
    )


def test_what_is_no_list_of_tie_breaks_is_refused():
    table = make_crosstable((1, 2), (), (), rounds=0)
    with pytest.raises(UnknownTiebreak, match="no tie-break 'buchholtz'"):
        rank_entries(table, ("points", "buchholtz"), seed="", clinched=True)
    with pytest.raises(InvalidTiebreaks, match="last"):
        rank_entries(table, ("lots", "points"), seed="", clinched=True)
    with pytest.raises(InvalidTiebreaks, match="wins decides nothing a second time"):
        rank_entries(table, ("wins", "buchholz", "wins"), seed="", clinched=True)
    assert len(rank_entries(table, ("head_to_head", "buchholz", "head_to_head"), seed="", clinched=True)) == 2
