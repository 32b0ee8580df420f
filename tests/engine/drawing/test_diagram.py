"""What is drawn: from identifiers, from either side, and what is refused."""

import json
from base64 import b64encode
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.drawing import (
    Colour,
    Diagram,
    End,
    describe_diagram,
    diagram_of_id,
    diagram_of_situation,
    lay_out,
    svg_document,
)
from engine.errors import InvalidDice, InvalidPlay, InvalidPosition, RuleError
from engine.ids import IDS, GameState, MatchState, Situation
from engine.position import Position, make_side
from engine.variants import VARIANTS
from tests.each import each
from tests.effort import examples

from .diagrams import see

VECTORS = Path(__file__).parents[2] / "data/engine/vectors"
PAIRS = [json.loads(line) for line in (VECTORS / "position_ids.jsonl").read_text().splitlines()]
START = VARIANTS["backgammon"].start_position()
PLACES = "-b----E-C---eE---c-e----B-"


def places_of(diagram: Diagram) -> str:
    """What an XGID says of the checkers, read off the drawing."""
    seen = see(lay_out(diagram))
    own, other = (seen.counts[diagram.colour(end)] for end in End)

    def letter(count: int, first: str) -> str:
        return chr(ord(first) + count - 1) if count else ""

    numbers = [point if diagram.on_roll is not End.TOP else 25 - point for point in range(1, 25)]
    middle = [letter(own[at], "A") or letter(other[at], "a") or "-" for at in numbers]
    return "".join([letter(other["bar"], "a") or "-", *middle, letter(own["bar"], "A") or "-"])


@each("pair", PAIRS)
def test_an_xgid_is_drawn_as_it_is_written(pair: dict[str, str]) -> None:
    """Its 26 places are those of the drawing; with the other side at the bottom they read backwards."""
    places, *fields = pair["xgid"].removeprefix("XGID=").split(":")
    diagram = diagram_of_id(pair["xgid"])
    assert places_of(diagram) == places
    turned = diagram_of_id(pair["xgid"], bottom=0, bottom_colour=Colour.DARK)
    assert places_of(turned) == places[::-1].swapcase()
    for drawn, bottom in ((diagram, 1), (turned, -1)):
        ends = {bottom: End.BOTTOM, -bottom: End.TOP, 0: None}
        assert drawn.cube == 1 << int(fields[0])
        assert drawn.cube_owner is ends[int(fields[1])]
        assert drawn.on_roll is ends[int(fields[2])]
        assert "".join(map(str, drawn.dice)) in (fields[3], fields[3][::-1]) or fields[3] in ("00", "D")
        assert drawn.score == (int(fields[4]), int(fields[5]))[::bottom]
        assert drawn.length == int(fields[7])
        assert drawn.crawford == (fields[6] == "1" and fields[7] != "0")


@each("pair", PAIRS)
def test_a_gnu_id_is_drawn_as_the_xgid_of_the_same(pair: dict[str, str]) -> None:
    """GNU Backgammon has whoever is on roll at the bottom."""
    xgid = diagram_of_id(pair["xgid"])
    bottom = 0 if xgid.on_roll is End.TOP else 1
    ours = diagram_of_id(pair["xgid"], bottom=bottom)
    gnu = diagram_of_id(pair["gnubgid"])
    assert (gnu.position, gnu.cube, gnu.cube_owner, gnu.dice, gnu.score, gnu.length) == (
        ours.position,
        ours.cube,
        ours.cube_owner,
        ours.dice,
        ours.score,
        ours.length,
    )


@each(
    "dice, turn, offered, by",
    [
        ("D", 1, 4, End.BOTTOM),
        ("D", -1, 4, End.TOP),
        ("B", 1, 8, End.TOP),
        ("R", 1, 16, End.BOTTOM),
        ("00", 1, None, None),
    ],
)
def test_offers(dice: str, turn: int, offered: int | None, by: End | None) -> None:
    """A beaver is the other side's, a raccoon the doubler's again."""
    diagram = diagram_of_id(f"XGID={PLACES}:1:0:{turn}:{dice}:0:0:2:0:10")
    assert (diagram.offered, diagram.offered_by, diagram.cube) == (offered, by, 2)


def test_dice_are_not_shown_beside_an_offer() -> None:
    diagram = diagram_of_situation(Situation(START, MatchState(dice=(3, 1), doubled=1)))
    assert (diagram.dice, diagram.offered) == ((), 2)


@each(
    "on_roll, dice, turn, by",
    [(1, None, 0, End.BOTTOM), (0, (3, 1), 0, End.BOTTOM), (0, None, 1, End.TOP)],
)
def test_resignations(on_roll: int, dice: tuple[int, int] | None, turn: int, by: End) -> None:
    """Whoever decides next answers; the other has resigned, on roll or not."""
    match = MatchState(length=7, on_roll=on_roll, turn=turn, dice=dice, resigned=2)
    text = IDS["gnubg"].write(Situation(START, match))
    diagram = diagram_of_id(text)
    assert (diagram.resigned, diagram.resigned_by) == (2, by)
    over = diagram_of_situation(Situation(START, replace(match, state=GameState.RESIGNED)))
    assert (over.resigned, over.resigned_by) == (None, None)


@each("field, jacoby, beavers", [(0, False, False), (1, True, False), (2, False, True), (3, True, True)])
def test_rules_for_money(field: int, jacoby: bool, beavers: bool) -> None:
    text = f"XGID={PLACES}:0:0:1:00:0:0:{field}:0:10"
    diagram = diagram_of_id(text)
    assert (diagram.jacoby, diagram.beavers) == (jacoby, beavers)
    without_cube = diagram_of_id(text, VARIANTS["plakoto"])
    assert (without_cube.jacoby, without_cube.beavers) == (False, False)


def test_a_position_id_alone_has_no_score() -> None:
    diagram = diagram_of_id("4HPwATDgc/ABMA")
    assert (diagram.on_roll, diagram.score, diagram.length) == (End.BOTTOM, None, None)


@each("state", [state for state in GameState if state is not GameState.PLAYING])
def test_nobody_is_on_roll_in_a_game_that_is_not_played(state: GameState) -> None:
    match = MatchState(length=7, dice=(3, 1), state=state)
    diagram = diagram_of_situation(Situation(START, match))
    assert (diagram.on_roll, diagram.dice) == (None, ())


def test_variants_give_identifiers_their_meaning() -> None:
    hypergammon = diagram_of_id("AACgAgAAKgAAAA", VARIANTS["hypergammon"])
    assert see(lay_out(hypergammon)).counts[Colour.LIGHT] == {24: 1, 23: 1, 22: 1}
    # 14 on 24, 1 on 5; the opponent's 15 on 20, which is the player's 5 in backgammon and 8 in Fevga.
    fevga = diagram_of_id("AAD4/wMQAAD/Pw", VARIANTS["fevga"])
    assert see(lay_out(fevga)).counts == {Colour.LIGHT: {24: 14, 5: 1}, Colour.DARK: {8: 15}}
    assert (fevga.cube, fevga.on_roll) == (None, End.BOTTOM)
    # A lone checker on 20 where the opponent has two.
    plakoto = diagram_of_id("MP8fAADg/wcAAg", VARIANTS["plakoto"])
    assert plakoto.is_pinned(End.BOTTOM, 20)
    assert not plakoto.is_pinned(End.TOP, 5)
    for text in ("AAD4/wMQAAD/Pw", "MP8fAADg/wcAAg"):
        with pytest.raises(InvalidPosition, match="both sides stand"):
            diagram_of_id(text)


def test_details_say_who_is_pinned() -> None:
    counted = Situation(Position(make_side(15, {20: 1}), make_side(15, {5: 1})))
    plakoto = VARIANTS["plakoto"]
    with pytest.raises(InvalidPosition, match="pinned"):
        diagram_of_situation(counted, plakoto)
    for pinned, end, point in (([20], End.BOTTOM, 20), ([], End.TOP, 5)):
        diagram = diagram_of_situation(counted, plakoto, details={"pinned": pinned})
        assert [(each, at) for each in End for at in range(1, 25) if diagram.is_pinned(each, at)] == [
            (end, point)
        ]


@each(
    "shown, error, words",
    [
        ({"position": Position(START.own, START.own[:25])}, InvalidPosition, "not the checkers of a side"),
        ({"position": Position(make_side(14, {1: 14}), START.own)}, InvalidPosition, "which has 15"),
        ({"position": Position((17, -2, *[0] * 24), START.own)}, InvalidPosition, "not the checkers"),
        ({"variant": VARIANTS["plakoto"]}, InvalidPosition, "Plakoto"),
        (
            {"position": Position(make_side(15, {1: 15}), make_side(15, {24: 15}))},
            InvalidPosition,
            "both sides",
        ),
        ({"dice": (3,)}, InvalidDice, "two dice"),
        ({"dice": (3, 1, 1)}, InvalidDice, "two dice"),
        ({"dice": (3, 7)}, InvalidDice, "two dice"),
        ({"on_roll": End.TOP, "dice": (3, 1), "played": (3, 3)}, InvalidDice, "not rolled"),
        ({"on_roll": End.TOP, "dice": (3, 3), "played": (3,) * 5}, InvalidDice, "not rolled"),
        ({"played": (3,)}, InvalidDice, "not rolled"),
        ({"cube": 3}, InvalidPosition, "no cube shows 3"),
        ({"cube": 0}, InvalidPosition, "no cube shows 0"),
        ({"offered": 6, "offered_by": End.TOP}, InvalidPosition, "no cube shows 6"),
        ({"offered": 4}, InvalidPosition, "by somebody"),
        ({"offered_by": End.TOP}, InvalidPosition, "its value"),
        ({"resigned": 4, "resigned_by": End.TOP}, InvalidPosition, "1 to 3 times"),
        ({"resigned": 0, "resigned_by": End.TOP}, InvalidPosition, "1 to 3 times"),
        ({"resigned": 1}, InvalidPosition, "by somebody"),
        ({"resigned": 1, "resigned_by": End.TOP}, InvalidPosition, "somebody is on roll"),
        (
            {"on_roll": End.TOP, "resigned": 1, "resigned_by": End.TOP, "offered": 2, "offered_by": End.TOP},
            InvalidPosition,
            "no cube is offered",
        ),
        (
            {"offered": 4, "offered_by": End.TOP, "dice": (3, 1)},
            InvalidPosition,
            "before dice are rolled",
        ),
        ({"marked": 0}, InvalidPosition, "no point 0"),
        ({"marked": 25}, InvalidPosition, "no point 25"),
        ({"play": ((8, 5),)}, InvalidPlay, "somebody on roll"),
        ({"on_roll": End.TOP, "play": ((7, 5),)}, InvalidPlay, "from 7 to 5"),
        ({"on_roll": End.TOP, "play": ((26, 20),)}, InvalidPlay, "from 26 to 20"),
        ({"on_roll": End.TOP, "play": ((0, 5),)}, InvalidPlay, "from 0 to 5"),
        ({"on_roll": End.TOP, "play": ((8, 25),)}, InvalidPlay, "from 8 to 25"),
        ({"on_roll": End.TOP, "play": ((8, 8),)}, InvalidPlay, "from 8 to 8"),
        ({"on_roll": End.TOP, "play": ((24, 5), (24, 4), (24, 3))}, InvalidPlay, "from 24 to 3"),
    ],
)
def test_what_cannot_be_drawn(shown: dict[str, object], error: type[RuleError], words: str) -> None:
    with pytest.raises(error, match=words):
        replace(Diagram(position=START), **shown)  # type: ignore[arg-type]


@settings(max_examples=examples(200), deadline=None)
@given(st.binary(min_size=10, max_size=10), st.binary(min_size=9, max_size=9), st.sampled_from([*VARIANTS]))
def test_any_identifier_is_drawn_or_refused(position: bytes, match: bytes, code: str) -> None:
    """Whatever the bits of a GNU ID say, also of sparse positions."""
    sparse = bytes(one & other & 0x55 for one, other in zip(position, position[::-1], strict=True))
    for bits in (position, sparse):
        text = f"{b64encode(bits).decode()[:14]}:{b64encode(match).decode()}"
        for bottom in (0, 1):
            try:
                diagram = diagram_of_id(text, VARIANTS[code], bottom)
            except InvalidPosition:
                continue
            svg_document(lay_out(diagram), str(describe_diagram(diagram)), "en")


def test_a_match_alone_cannot_be_drawn() -> None:
    with pytest.raises(InvalidPosition, match="write the position ID"):
        diagram_of_id("cInlAAAAAAAE")
    with pytest.raises(InvalidPosition, match="no identifier"):
        diagram_of_id("what?")
