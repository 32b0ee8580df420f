"""What matches amount to: tables that a player can check by hand, and what holds of any matches."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.statistics.rules import (
    Cubes,
    ExpectedWins,
    Gammons,
    PlayerGame,
    PlayerMatch,
    WinLossRecord,
    head_to_head_meetings,
    statistics_of,
)
from tests.conftest import NOON

ME, ANN, BOB, CEM = 1, 2, 3, 4


def played(match, won, *, opponent=ANN, length=5, points=None, **rest):
    """A match on the day of its number."""
    points = points or ((length, 2) if won else (2, length))
    return PlayerMatch(match, opponent, won, length, points, NOON + timedelta(days=match), **rest)


def run_of(letters):
    """ "WWL": matches won and lost in this order."""
    return [played(number, letter == "W") for number, letter in enumerate(letters, 1)]


def test_nothing_amounts_to_nothing():
    found = statistics_of([])
    assert found.record == WinLossRecord()
    assert found.record.rate is None
    assert found.streaks.current is found.streaks.winning is found.streaks.losing is None
    assert (found.gammons, found.cubes, found.expectation) == (Gammons(), Cubes(), ExpectedWins())
    assert found.by_length == found.by_strength == found.by_bracket == found.by_opponent == {}


def test_the_record_counts_matches_and_points():
    found = statistics_of([played(1, True, points=(5, 3)), played(2, False, points=(4, 7), length=7)])
    assert found.record == WinLossRecord(won=1, lost=1, points_won=9, points_lost=10)
    assert (found.record.matches, found.record.rate) == (2, 0.5)


@pytest.mark.parametrize(
    ("letters", "current", "winning", "losing"),
    [
        ("W", (True, 1, 1, 1), (1, 1), None),
        ("LLL", (False, 3, 1, 3), None, (1, 3)),
        ("WWLWWL", (False, 1, 6, 6), (1, 2), (3, 3)),
        ("LWWWLL", (False, 2, 5, 6), (2, 4), (5, 6)),
        ("WLWW", (True, 2, 3, 4), (3, 4), (2, 2)),
    ],
)
def test_streaks(letters, current, winning, losing):
    """Each by the matches that begin and end it; of two as long the earlier."""

    def ends(streak):
        return None if streak is None else (streak.first.match, streak.last.match)

    found = statistics_of(run_of(letters)).streaks
    assert found.current is not None
    assert (found.current.won, found.current.matches, *ends(found.current)) == current
    assert (ends(found.winning), ends(found.losing)) == (winning, losing)
    for streak in filter(None, (found.winning, found.losing)):
        assert streak.matches == streak.last.match - streak.first.match + 1


@pytest.mark.parametrize(
    ("mine", "theirs", "strength"),
    [
        (1500, 1500, "even"),
        (1500, 1550, "even"),
        (1500, 1450, "even"),
        (1500, 1550.01, "stronger"),
        (1500, 1700, "stronger"),
        (1500, 1700.01, "much_stronger"),
        (1500, 1449.99, "weaker"),
        (1500, 1300, "weaker"),
        (1500, 1299.99, "much_weaker"),
        (None, 1500, "unknown"),
        (1500, None, "unknown"),
    ],
)
def test_strength_of_the_opponent(mine, theirs, strength):
    assert statistics_of([played(1, True, rating=mine, theirs=theirs)]).by_strength == {
        strength: WinLossRecord(1, 0, 5, 2)
    }


def test_groups_stand_in_their_order():
    found = statistics_of(
        [
            played(1, True, opponent=BOB, length=7, bracket="consolation"),
            played(2, False, opponent=ANN, length=5, rating=1500, theirs=1500),
            played(3, True, opponent=ANN, length=7, bracket="main", rating=1500, theirs=1800),
            played(4, True, opponent=CEM, length=3, bracket="main"),
        ]
    )
    assert list(found.by_length) == [3, 5, 7], "the shortest first"
    assert list(found.by_strength) == ["much_stronger", "even", "unknown"], "the strongest first"
    assert list(found.by_bracket) == ["main", "", "consolation"], "the most matches first"
    assert list(found.by_opponent) == [ANN, BOB, CEM]
    assert found.by_opponent[ANN] == WinLossRecord(1, 1, 9, 7)


GAMES = (
    PlayerGame(True, 1, "single"),
    PlayerGame(True, 4, "gammon", 2),
    PlayerGame(True, 3, "backgammon"),
    PlayerGame(True, 2, "resignation", 1),
    PlayerGame(True, 2, "resignation", 2),
    PlayerGame(True, 1, "pass"),
    PlayerGame(False, 2, "pass", 2),
    PlayerGame(False, 2, "gammon", 1, cubed=False),
    PlayerGame(None, 0, "draw"),
)


def test_gammons_are_taken_of_the_games_known():
    found = statistics_of(
        [played(1, True, games=GAMES[:5]), played(2, False, games=GAMES[5:]), played(3, True)]
    )
    assert found.gammons == Gammons(
        won=6, lost=2, drawn=1, gammons_won=3, gammons_lost=1, backgammons_won=1, backgammons_lost=0
    )
    assert (found.gammons.games_known, found.gammons.rate_won, found.gammons.rate_lost) == (9, 0.5, 0.5)


def test_cubes_are_taken_of_the_games_that_had_one():
    found = statistics_of([played(7, True, games=GAMES)]).cubes
    assert found == Cubes(
        games=8,
        turned=3,
        won_by_pass=1,
        lost_by_pass=1,
        passed_at_one=1,
        total=1 + 2 + 1 + 1 + 2 + 1 + 2 + 1,
        largest=2,
        largest_in=7,
    )
    assert (found.average, found.doubled) == (11 / 8, 4)


def test_the_largest_cube_is_that_of_the_first_match_with_it():
    rows = [played(number, True, games=(PlayerGame(True, 4, "single", 4),)) for number in (3, 2)]
    assert statistics_of(rows).cubes.largest_in == 2


def test_expectation_leaves_out_what_is_not_rated():
    rows = [played(1, True, expected=0.75), played(2, False, expected=0.5), played(3, True)]
    assert statistics_of(rows).expectation == ExpectedWins(matches=2, won=1, expected=1.25)


def test_meetings_keep_count():
    assert [meeting.after for meeting in head_to_head_meetings(run_of("WLLW")[::-1])] == [
        (1, 0),
        (1, 1),
        (1, 2),
        (2, 2),
    ]


# -- What holds of any matches

games = st.builds(
    PlayerGame,
    st.sampled_from([True, False, None]),
    st.integers(0, 6),
    st.sampled_from(["single", "gammon", "backgammon", "pass", "resignation"]),
    st.sampled_from([1, 2, 4]),
    st.booleans(),
)
ratings = st.none() | st.floats(1000, 2000)


@st.composite
def matches(draw):
    rows = []
    for number in range(1, draw(st.integers(0, 12)) + 1):
        won, length = draw(st.booleans()), draw(st.sampled_from([1, 3, 5, 7]))
        less = draw(st.integers(0, length - 1))
        rows.append(
            PlayerMatch(
                number,
                draw(st.sampled_from([ANN, BOB, CEM])),
                won,
                length,
                (length, less) if won else (less, length),
                NOON + timedelta(days=draw(st.integers(0, 3))),
                tuple(draw(st.lists(games, max_size=4))),
                draw(ratings),
                draw(ratings),
                draw(st.none() | st.floats(0, 1)),
                draw(st.sampled_from(["", "main", "losers"])),
            )
        )
    return rows


def total(groups):
    return WinLossRecord(
        *(
            sum(getattr(group, name) for group in groups)
            for name in ("won", "lost", "points_won", "points_lost")
        )
    )


@given(matches())
def test_the_parts_add_up_to_the_whole(rows):
    found = statistics_of(rows)
    for groups in (found.by_length, found.by_strength, found.by_bracket, found.by_opponent):
        assert total(groups.values()) == found.record
    assert found.record.matches == len(rows)
    assert found.gammons.games_known == sum(len(row.games) for row in rows)
    assert found.cubes.games <= found.gammons.games_known
    longest = [streak.matches if streak else 0 for streak in (found.streaks.winning, found.streaks.losing)]
    assert longest[0] <= found.record.won
    assert longest[1] <= found.record.lost


@given(matches(), st.randoms())
def test_the_order_of_arrival_is_nothing(rows, random):
    mixed = random.sample(rows, len(rows))
    found, again = statistics_of(rows), statistics_of(mixed)
    assert again.expectation.expected == pytest.approx(found.expectation.expected)
    assert replace(again, expectation=found.expectation) == found
    assert head_to_head_meetings(mixed) == head_to_head_meetings(rows)


def turned(row):
    """The match as the opponent saw it."""
    return row._replace(
        opponent=ME,
        won=not row.won,
        points=row.points[::-1],
        games=tuple(game._replace(won=None if game.won is None else not game.won) for game in row.games),
        rating=row.theirs,
        theirs=row.rating,
        expected=None if row.expected is None else 1 - row.expected,
    )


OPPOSITE = {
    "much_stronger": "much_weaker",
    "stronger": "weaker",
    "even": "even",
    "weaker": "stronger",
    "much_weaker": "much_stronger",
    "unknown": "unknown",
}


@given(matches())
def test_the_opponents_view_is_the_same_turned_round(rows):
    def mirrored(record):
        return WinLossRecord(record.lost, record.won, record.points_lost, record.points_won)

    rows = [row._replace(opponent=ANN) for row in rows]
    mine, theirs = statistics_of(rows), statistics_of(map(turned, rows))
    assert theirs.record == mirrored(mine.record)
    assert theirs.by_length == {length: mirrored(record) for length, record in mine.by_length.items()}
    assert theirs.by_strength == {OPPOSITE[band]: mirrored(each) for band, each in mine.by_strength.items()}
    assert theirs.gammons.gammons_won == mine.gammons.gammons_lost
    assert theirs.gammons.backgammons_lost == mine.gammons.backgammons_won
    assert (theirs.cubes.games, theirs.cubes.total, theirs.cubes.doubled) == (
        mine.cubes.games,
        mine.cubes.total,
        mine.cubes.doubled,
    )
    for one, two in ((mine, theirs), (theirs, mine)):
        wins, losses = one.streaks.winning, two.streaks.losing
        assert (wins is None) == (losses is None)
        if wins and losses:
            assert (wins.first.match, wins.last.match) == (losses.first.match, losses.last.match)
    assert [meeting.after for meeting in head_to_head_meetings(map(turned, rows))] == [
        meeting.after[::-1] for meeting in head_to_head_meetings(rows)
    ]
