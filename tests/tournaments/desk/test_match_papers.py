"""Rules of what is printed for matches: games on score sheets, and which matches a line names."""

import pytest

from engine import VARIANTS
from tournaments.desk.rules.chosen_matches import NamedMatch, read_chosen
from tournaments.desk.rules.score_sheets import SCALES, has_crawford, has_doubling, most_games, rows_of_games


@pytest.mark.parametrize(
    ("length", "per_page", "rows"),
    [
        (1, 2, [[1]]),
        (3, 4, [[1, 2, 3, 4, 5]]),
        (7, 2, [[*range(1, 14)]]),
        (7, 4, [[*range(1, 8)], [*range(8, 14)]]),
        (9, 2, [[*range(1, 10)], [*range(10, 18)]]),
        (25, 2, [[*range(1, 14)], [*range(14, 27)]]),
        (None, 4, [[*range(1, 10)], [*range(10, 19)]]),
    ],
)
def test_games_by_rows(length, per_page, rows):
    assert rows_of_games(length, per_page) == rows


@pytest.mark.parametrize("per_page", SCALES)
def test_every_game_has_its_column_where_there_is_room(per_page):
    scale = SCALES[per_page]
    for length in range(1, 26, 2):
        rows = rows_of_games(length, per_page)
        games = [game for row in rows for game in row]
        assert games == [*range(1, 1 + min(most_games(length), scale.games * scale.rows))]
        assert len(rows) <= scale.rows
        assert all(len(row) <= scale.games for row in rows)


def test_where_nobody_doubles_there_is_neither_cube_nor_crawford_game():
    backgammon, plakoto = VARIANTS["backgammon"], VARIANTS["plakoto"]
    assert has_doubling(backgammon, 5)
    assert has_doubling(backgammon, None)
    assert not has_doubling(backgammon, 1)
    assert not has_doubling(plakoto, 5)
    assert has_crawford(backgammon, 5, {})
    assert not has_crawford(backgammon, 5, {"crawford": False})
    assert not has_crawford(backgammon, 1, {})
    assert not has_crawford(plakoto, 5, {})


MATCHES = (
    NamedMatch("1", "W1", 1),
    NamedMatch("2", "W2", 2),
    NamedMatch("3", "L3", 3),
    NamedMatch("7/1", "L7/1", 7),
    NamedMatch("7/2", "L7/2", 7),
)


@pytest.mark.parametrize(
    ("line", "keys", "unknown"),
    [
        ("", "", ""),
        ("  ", "", ""),
        ("2", "2", ""),
        ("w2 l3", "2 3", ""),
        ("1,3; 2", "1 2 3", ""),
        ("１、３", "1 3", ""),
        ("1-3", "1 2 3", ""),
        ("2–9", "2 3 7/1 7/2", ""),
        ("7", "7/1 7/2", ""),
        ("L7", "7/1 7/2", ""),
        ("7/2", "7/2", ""),
        ("L7/1", "7/1", ""),
        ("L2 4 3-1 3", "3", "L2 4 3-1"),
    ],
)
def test_which_matches_a_line_names(line, keys, unknown):
    chosen = read_chosen(line, MATCHES)
    assert (chosen.keys, list(chosen.unknown)) == (set(keys.split()), unknown.split())
