"""Whatever a record holds, a .mat file written of it reads back to the same."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import CODECS, read
from engine.codecs.rows import Rows
from engine.position import Position, make_side
from engine.record import (
    Action,
    Beavered,
    Declined,
    Doubled,
    GameRecord,
    Hop,
    MatchRecord,
    Passed,
    RecordedAction,
    Resigned,
    Rolled,
    SetUp,
    Took,
    Won,
    Written,
)
from engine.variants import VARIANTS
from tests.effort import examples

POINTS = st.integers(1, 3000)
HOPS = st.builds(Hop, st.integers(1, 99), st.integers(0, 99), st.booleans())
DICE = st.tuples(st.integers(0, 9), st.integers(0, 9)).map(lambda dice: (max(dice), min(dice)))
ROLLS = st.builds(Rolled, DICE, st.lists(HOPS, min_size=1, max_size=4).map(tuple)) | st.builds(
    Rolled, DICE, st.just(()), st.sampled_from([word for word in Written if word is not Written.PLAY])
)


@st.composite
def boards(draw: st.DrawFn) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A possible position: no point held by both."""
    sides: list[dict[int, int]] = [{}, {}]
    for _ in range(draw(st.integers(0, 12))):
        player = draw(st.integers(0, 1))
        point = draw(st.integers(1, 25))
        if point == 25 or not sides[1 - player].get(25 - point):
            sides[player][point] = sides[player].get(point, 0) + 1
    one, two = (make_side(15, each) for each in sides)
    assert Position(one, two).problems() == []
    return one, two


ANY_BOARD = st.sampled_from([26, 50]).flatmap(
    lambda places: st.lists(st.integers(0, 17), min_size=places, max_size=places).map(tuple)
)
"""What 26 letters cannot tell: points of both sides, as in Plakoto and Fevga, and any numbers of checkers."""

SET_UPS = st.builds(
    SetUp,
    boards() | st.none() | st.tuples(ANY_BOARD, ANY_BOARD),
    st.sampled_from([1, 2, 64, 4096]),
    st.sampled_from([None, 0, 1]),
    st.sampled_from([None, 0, 1]),
)
CELLS: st.SearchStrategy[Action] = st.one_of(
    ROLLS,
    ROLLS,
    ROLLS,
    st.builds(Doubled, POINTS),
    st.builds(Beavered, POINTS),
    st.builds(Resigned, POINTS | st.none()),
    st.sampled_from([Took(), Passed(), Declined()]),
)
NAMES = st.text(st.characters(codec="utf-8", exclude_categories=["C", "Zl", "Zp"]), max_size=40).map(
    lambda name: " ".join(name.split())
)


@st.composite
def games(draw: st.DrawFn) -> list[RecordedAction]:
    """Entries as a file can hold them: rows of any number in any order, results, set-ups."""
    entries: list[RecordedAction] = []
    turn = 0
    for _ in range(draw(st.integers(0, 12))):
        if draw(st.integers(0, 9)) == 0:
            entries.append(RecordedAction(turn, 0, draw(SET_UPS)))
        elif draw(st.integers(0, 7)) == 0:
            entries.append(
                RecordedAction(turn, draw(st.integers(0, 1)), Won(draw(POINTS), draw(st.booleans())))
            )
        else:
            turn = draw(st.sampled_from([turn, turn + 1, turn + 1, 7, 2000]))
            entries.append(RecordedAction(turn, draw(st.integers(0, 1)), draw(CELLS)))
    return entries


@settings(max_examples=examples(120), deadline=None)
@given(
    st.lists(st.tuples(games(), st.tuples(NAMES, NAMES), st.integers(0, 40)), min_size=1, max_size=3),
    st.sampled_from([0, 1, 4, 25]),
    st.fixed_dictionaries(
        {
            "variant": st.sampled_from(sorted(VARIANTS)),
            "crawford": st.booleans(),
            "jacoby": st.booleans(),
            "beavers": st.none() | st.booleans(),
            "automatic_doubles": st.none() | st.integers(0, 9),
            "cube_limit": st.none() | st.integers(1, 1024),
            "open_end": st.booleans(),
        }
    ),
    st.dictionaries(
        st.sampled_from(["event", "site", "match id", "player 1", "clocktype"]),
        NAMES.map(lambda name: name.strip('"')),
        max_size=3,
    ),
    st.none() | st.booleans(),
    st.sampled_from([1, 2, 4]),
)
def test_any_record_reads_back(played, length, rules, tags, crawford, cube) -> None:  # type: ignore[no-untyped-def]
    record = MatchRecord("mat", length=length, players=played[0][1], tags=tags, **rules)
    for number, (entries, players, score) in enumerate(played, 1):
        record.games.append(GameRecord(number, (score, 1), entries, players, crawford=crawford, cube=cube))
    text = CODECS["mat"].write(record)
    again = read(text.encode())
    added = {"variation", "crawford", "jacoby", "beaver", "automaticdoubles", "cubelimit"}
    again = replace(again, tags={name: value for name, value in again.tags.items() if name not in added})
    assert again == record, text
    assert CODECS["mat"].write(read(text.encode())) == text


def test_a_game_set_up_at_its_start_reads_back() -> None:
    """Though eXtreme Gammon's own line for the start sets nothing up."""
    start = VARIANTS["backgammon"].start_position()
    record = read(b"5 point match\n Game 1\n A : 0   B : 0\n")
    record.games[0].entries.append(RecordedAction(0, 0, SetUp((start.own, start.opponent))))
    text = CODECS["mat"].write(record)
    assert read(text.encode()) == record
    assert read(text.replace("/0 cube=1", "/0").encode()).games[0].entries == []


@pytest.mark.parametrize(
    ("variant", "left", "right"),
    [
        pytest.param("backgammon", {6: 15}, {6: 15}, id="all on one point"),
        pytest.param("hypergammon", {25: 3}, {25: 1, 1: 1}, id="on the bar, and one off"),
        pytest.param("fevga", {13: 15}, {12: 1, 24: 14}, id="the letters of both sides in one place"),
        pytest.param("plakoto", {24: 15}, {24: 15}, id="more to tell than where they stand"),
    ],
)
def test_positions_of_all_variants_read_back(
    variant: str, left: dict[int, int], right: dict[int, int]
) -> None:
    rules = VARIANTS[variant]
    more = (0,) * (len(rules.start_position().own) - 26)
    boards = make_side(rules.checker_count, left) + more, make_side(rules.checker_count, right) + more
    record = read(f'; [Variation "{variant}"]\n5 point match\n Game 1\n A : 0   B : 0\n'.encode())
    record.games[0].entries.append(RecordedAction(0, 0, SetUp(boards, 2, 1, 0)))
    text = CODECS["mat"].write(record)
    assert ("left=" in text) is (variant in ("fevga", "plakoto"))
    assert read(text.encode()) == record


def test_rows_of_a_format_without_numbers() -> None:
    game = GameRecord(1, (0, 0))
    rows = Rows(game)
    for player in (1, 0, 1, 1, 0, 0):
        rows.add_action(player, Took())
    rows.add_action(1, Won(1))
    assert [entry.turn for entry in game.entries] == [1, 2, 2, 3, 4, 5, 5]


def test_a_name_that_looks_like_the_end_of_one_reads_back() -> None:
    """Two blanks after a colon and a number end the left player's name."""
    record = MatchRecord("mat", "backgammon", 5, ("Ann : 3   Lee", "Bea"), [GameRecord(1, (0, 0))])
    again = read(CODECS["mat"].write(record).encode())
    assert again.players == ("Ann : 3 Lee", "Bea")
    assert again.games[0].score == (0, 0)
