import pytest

from engine.errors import InvalidPlay
from engine.notation import format_hops, format_play, format_plays, parse_play
from engine.position import Position, make_side
from engine.record import Hop


@pytest.mark.parametrize(
    ("text", "hops"),
    [
        ("8/5 6/5", [(8, 5), (6, 5)]),
        ("  8/5   6/5  ", [(8, 5), (6, 5)]),
        ("25/21* 4/0", [(25, 21, True), (4, 0)]),
        ("bar/21* 4/off", [(25, 21, True), (4, 0)]),
        ("Bar/21 4/Off", [(25, 21), (4, 0)]),
        ("13/7*(2)", [(13, 7, True), (13, 7, True)]),
        ("24/20*/15/11*", [(24, 20, True), (20, 15), (15, 11, True)]),
        ("6/1*/off", [(6, 1, True), (1, 0)]),
        ("6/4(2) 24/20/16(2)", [(6, 4), (6, 4), (24, 20), (20, 16), (24, 20), (20, 16)]),
        ("24*/20", [(24, 20)]),
        ("5/8 6/6", [(5, 8), (6, 6)]),
        ("26/20 0/0", [(26, 20), (0, 0)]),
        ("6/off/2", [(6, 0), (0, 2)]),
        ("", []),
    ],
)
def test_parse(text: str, hops: list[tuple[int, ...]]) -> None:
    assert parse_play(text) == tuple(Hop(*hop) for hop in hops)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("8/5 six/five", '"six/five" is not a move: one like 13/11, bar/20* or 4/off(2) is expected'),
        ("8-5", '"8-5" is not a move'),
        ("8/5/", '"8/5/" is not a move'),
        ("8/5(5)", '"8/5(5)" is not a move'),
        ("8/5(0)", '"8/5(0)" is not a move'),
        ("8/5x", '"8/5x" is not a move'),
        ("8", '"8" is not a move'),
        ("off/3", '"off/3" is not a move'),
        ("8/bar", '"8/bar" is not a move'),
        ("8/5 " * 40, "is too long for a play"),
        ("٨/٥", "is not a move"),
    ],
)
def test_what_is_no_play(text: str, message: str) -> None:
    with pytest.raises(InvalidPlay) as refusal:
        parse_play(text)
    assert message in str(refusal.value)


@pytest.mark.parametrize(
    ("own", "opponent", "steps", "text"),
    [
        ({24: 2, 13: 5}, {}, [(13, 11), (24, 18)], "24/18 13/11"),
        ({24: 2}, {}, [(24, 18), (18, 13)], "24/13"),
        ({24: 2}, {}, [(18, 13), (24, 18)], "24/13"),
        ({24: 2}, {7: 1}, [(24, 18), (18, 13)], "24/18*/13"),
        ({25: 2}, {5: 1}, [(25, 20), (25, 24)], "bar/24 bar/20*"),
        ({6: 4}, {}, [(6, 4)] * 4, "6/4(4)"),
        ({6: 4}, {21: 1}, [(6, 4)] * 2 + [(6, 5)], "6/5 6/4*(2)"),
        ({8: 2}, {}, [(8, 6)] * 2 + [(6, 4)] * 2, "8/4(2)"),
        ({5: 1, 4: 1}, {}, [(4, 0), (5, 4)], "5/off"),
        ({8: 1, 6: 1}, {21: 1}, [(8, 4), (6, 4)], "8/4* 6/4"),
        ({2: 2}, {}, [(2, 0), (2, 0)], "2/off(2)"),
    ],
)
def test_format(
    own: dict[int, int], opponent: dict[int, int], steps: list[tuple[int, int]], text: str
) -> None:
    assert format_play(Position(make_side(15, own), make_side(15, opponent)), steps) == text


def test_listed() -> None:
    before = Position(make_side(15, {25: 1, 13: 1, 6: 1}), make_side(15, {}))
    plays = [[(6, 5)], [(13, 11)], [(25, 24)], [(13, 12)], [(13, 12)]]
    assert format_plays(before, plays) == ["bar/24", "13/12", "13/11", "6/5"]


def test_written() -> None:
    assert format_hops(parse_play("25/20* 4/0 6/4(2)")) == "bar/20* 4/off 6/4 6/4"
