"""Brackets on sheets for a wall."""

import pytest

from tournaments.desk.rules.wall_sheets import (
    SCALES,
    TYPES,
    WallMatch,
    Wire,
    bracket_blocks,
    is_roomy,
    sheets_of_blocks,
    type_of_sheet,
)

LARGE, SMALL = SCALES["large"], SCALES["small"]


def knockout(size, players=None):
    """A bracket of `size` places, round by round; the first seeds have byes."""
    byes = size - (players or size)
    rounds, width = [], size // 2
    while width:
        number = len(rounds) + 1
        rounds.append(
            [
                WallMatch(
                    f"R{number}-M{at}",
                    (f"R{number - 1}-M{2 * at}", f"R{number - 1}-M{2 * at + 1}") if rounds else (),
                    not rounds and at % 2 == 0 and at // 2 < byes,
                )
                for at in range(width)
            ]
        )
        width //= 2
    return rounds


def shape(blocks):
    """How many rows each column of each block has."""
    return [[len(column.keys) for column in block.columns] for block in blocks]


@pytest.mark.parametrize(
    ("size", "scale", "blocks"),
    [
        (4, LARGE, [[2, 1]]),
        (16, LARGE, [[8, 4, 2, 1]]),
        (32, LARGE, [[8, 4, 2, 1], [8, 4, 2, 1], [1]]),
        (64, LARGE, [[8, 4, 2, 1]] * 4 + [[2, 1]]),
        (32, SMALL, [[16, 8, 4, 2, 1]]),
        (64, SMALL, [[16, 8, 4, 2, 1]] * 2 + [[1]]),
        (256, SMALL, [[16, 8, 4, 2, 1]] * 8 + [[4, 2, 1]]),
    ],
)
def test_a_bracket_is_cut_where_its_branches_are(size, scale, blocks):
    assert shape(bracket_blocks("main", knockout(size), scale)) == blocks


def test_one_round_more_stands_beside_the_others_where_it_is_the_last():
    alone = [[WallMatch(f"L{number}")] for number in range(6)]
    assert shape(bracket_blocks("losers", alone[:5], LARGE)) == [[1] * 5]
    assert shape(bracket_blocks("losers", alone, LARGE)) == [[1] * 4, [1] * 2]


def test_every_match_stands_once():
    blocks = bracket_blocks("main", knockout(128), LARGE)
    keys = [key for block in blocks for column in block.columns for key in column.keys]
    assert len(keys) == len(set(keys)) == 127
    assert [(block.section, block.sections) for block in blocks[:3]] == [(1, 8), (2, 8), (3, 8)]


def test_a_round_of_byes_takes_no_room():
    """Of 12 four meet before the quarter-finals, each beside the match that it leads to."""
    (block,) = bracket_blocks("main", knockout(16, 12), LARGE)
    first, second = block.columns[:2]
    assert first.keys == ("R1-M1", "R1-M3", "R1-M5", "R1-M7")
    assert second.wires == tuple(Wire(at, at) for at in (0.125, 0.375, 0.625, 0.875))
    # Where two lead to one match they need a row each.
    (block,) = bracket_blocks("main", knockout(16, 13), LARGE)
    assert len(block.columns[0].keys) == 8
    assert block.columns[0].keys[:2] == (None, "R1-M1")


def test_lines_join_winners_to_their_next_match():
    (block,) = bracket_blocks("main", knockout(4), LARGE)
    assert block.columns[1].wires == (Wire(0.25, 0.5), Wire(0.75, 0.5))
    # Whoever comes from elsewhere has no line.
    rounds = [[WallMatch("a")], [WallMatch("b", ("a", "elsewhere"))]]
    (block,) = bracket_blocks("losers", rounds, LARGE)
    assert block.columns[1].wires == (Wire(0.5, 0.5),)


def test_small_blocks_share_a_sheet_while_the_type_stays_large():
    winners = bracket_blocks("winners", knockout(16), LARGE)
    final = bracket_blocks("final", [[WallMatch("final")]], LARGE)
    assert sheets_of_blocks([*winners, *winners, *final], LARGE) == [(*winners,), (*winners, *final)]
    small = bracket_blocks("winners", knockout(8), SMALL)
    assert len(sheets_of_blocks([*small, *small, *small], SMALL)) == 1
    assert len(sheets_of_blocks([*small, *small], LARGE)) == 2
    full = bracket_blocks("winners", knockout(32), SMALL)
    assert len(sheets_of_blocks([*full, *small], SMALL)) == 2


def test_the_type_is_as_large_as_the_sheet_takes():
    few, many = bracket_blocks("main", knockout(4), LARGE), bracket_blocks("main", knockout(32), SMALL)
    assert type_of_sheet(few) == TYPES[-1]
    assert type_of_sheet(many) == TYPES[0]
    assert (is_roomy(few), is_roomy(many)) == (True, False)
