"""The words: every point with a checker is named, and whatever else is drawn."""

import re
from collections import Counter
from dataclasses import replace

from hypothesis import given, settings

from engine.drawing import Colour, Diagram, End, describe_diagram
from engine.position import BAR, Position, count_pips, make_side
from engine.translation import translate_by
from engine.variants import VARIANTS
from tests.each import each
from tests.effort import examples

from .diagrams import diagrams
from .japanese import JAPANESE

START = VARIANTS["backgammon"].start_position()
ENGLISH = re.compile(r"(?P<count>\d+) (?:(?:pinned )?on (?P<point>the bar|\d+)|(?P<off>off))")
JAPANESE_PLACES = re.compile(
    r"(?P<bar>バー)に(?P<at_bar>\d+)枚|(?P<point>\d+)に(?:ピンされた駒)?(?P<at_point>\d+)枚|ベアオフ済み(?P<off>\d+)枚"
)


def sides_said(said: str, *marks: str) -> list[str]:
    """The sentences about the two sides."""
    return [next(part for part in re.split(r"\. |。", said) if mark in part) for mark in marks]


def expected(diagram: Diagram, end: End) -> Counter[str]:
    own = diagram.checkers(end)
    points = {str(point): own[point] for point in range(1, 25)}
    return +Counter({**points, "off": own[0], "bar": own[BAR]})


@settings(max_examples=examples(120), deadline=None)
@given(diagrams())
def test_the_words_name_every_point(diagram: Diagram) -> None:
    description = describe_diagram(diagram)
    for end, said in zip(End, sides_said(str(description), "at the bottom: ", "at the top: "), strict=True):
        found = Counter[str]()
        for match in ENGLISH.finditer(said.split(": ")[1]):
            place = "off" if match["off"] else match["point"].replace("the bar", "bar")
            found[place] += int(match["count"])
        assert found == expected(diagram, end)
        assert f"; {count_pips(diagram.checkers(end))} pips to go" in said
        assert said.count("pinned") == sum(diagram.is_pinned(end, point) for point in range(1, 25))
    translated = translate_by(JAPANESE, description)
    for end, said in zip(End, sides_said(translated, "下側の", "上側の"), strict=True):
        found = Counter[str]()
        for match in JAPANESE_PLACES.finditer(said):
            if match["bar"]:
                found["bar"] += int(match["at_bar"])
            elif match["point"]:
                found[match["point"]] += int(match["at_point"])
            else:
                found["off"] += int(match["off"])
        assert found == expected(diagram, end)
        assert f"残り{count_pips(diagram.checkers(end))}ピップ" in said


@settings(max_examples=examples(60), deadline=None)
@given(diagrams())
def test_no_english_is_left_in_japanese(diagram: Diagram) -> None:
    said = translate_by(JAPANESE, describe_diagram(diagram))
    assert set(re.findall("[A-Za-z]+", said)) <= {"bar", "off"}  # those of plays
    assert said.endswith("。")
    assert " " not in said.split("図示した手")[0]


def test_the_start_in_words() -> None:
    diagram = Diagram(
        position=START, on_roll=End.BOTTOM, dice=(3, 1), play=((8, 5), (6, 5)), score=(2, 0), length=7
    )
    assert str(describe_diagram(diagram)) == (
        "A position of Backgammon. "
        "White at the bottom: 2 on 24, 5 on 13, 3 on 8, 5 on 6; 167 pips to go. "
        "Black at the top: 2 on 24, 5 on 13, 3 on 8, 5 on 6; 167 pips to go. "
        "White to play 3-1. The play shown: 8/5 6/5. The cube is in the middle at 1. "
        "The score of the match to 7: White 2, Black 0."
    )
    assert translate_by(JAPANESE, describe_diagram(diagram)) == (
        "バックギャモンの局面です。"
        "下側の白：24に2枚、13に5枚、8に3枚、6に5枚、残り167ピップです。"
        "上側の黒：24に2枚、13に5枚、8に3枚、6に5枚、残り167ピップです。"
        "白の手番、出目は3-1です。図示した手は8/5 6/5です。キューブは1で、中央にあります。"
        "7ポイントマッチのスコアは、白が2、黒が0です。"
    )


def resigned(times: int, by: End) -> dict[str, object]:
    return {"on_roll": End.TOP, "resigned": times, "resigned_by": by}


@each(
    "shown, sentence",
    [
        ({"on_roll": End.TOP}, "Black is on roll."),
        ({"on_roll": End.TOP, "dice": (6, 2)}, "Black to play 6-2."),
        ({"on_roll": End.TOP, "dice": (6, 2), "played": (2,)}, "Played of it: 2."),
        ({"dice": (2, 6)}, "The opening roll: White 2, Black 6."),
        ({"cube": 4}, "The cube is in the middle at 4."),
        ({"cube": 1024, "cube_owner": End.TOP}, "Black owns the cube at 1024."),
        ({"crawford": True}, "This is the Crawford game."),
        ({"offered": 2, "offered_by": End.TOP}, "Black turns the cube to 2; White has to answer."),
        (
            {"on_roll": End.TOP, "resigned": 1, "resigned_by": End.TOP},
            "Black resigns a single game; White has to answer.",
        ),
        (
            {"on_roll": End.TOP, "resigned": 2, "resigned_by": End.TOP},
            "Black resigns a gammon; White has to answer.",
        ),
        (
            {"on_roll": End.TOP, "resigned": 3, "resigned_by": End.BOTTOM},
            "White resigns a backgammon; Black has to answer.",
        ),
        ({"jacoby": True}, "The Jacoby rule holds."),
        ({"beavers": True}, "Beavers are allowed."),
        ({"score": (3, 4), "length": 0}, "The score of the session for money: White 3, Black 4."),
        ({"marked": 20}, "The 20-point is marked."),
        ({"marked": 20, "on_roll": End.TOP}, "The 5-point is marked."),
        ({"bottom_colour": Colour.DARK, "on_roll": End.BOTTOM}, "Black is on roll."),
        ({"on_roll": End.TOP, "dice": (1, 1), "play": ((8, 7), (7, 6))}, "The play shown: 8/6."),
    ],
)
def test_sentences(shown: dict[str, object], sentence: str) -> None:
    diagram = replace(Diagram(position=START), **shown)  # type: ignore[arg-type]
    assert sentence in str(describe_diagram(diagram))


def test_what_is_not_there_is_not_said() -> None:
    said = str(describe_diagram(Diagram(position=START, cube=None)))
    assert not re.search("cube|score|roll|play|marked|Crawford", said)
    offered = Diagram(position=START, on_roll=End.TOP, offered=2, offered_by=End.TOP)
    assert not re.search("is on roll|in the middle", str(describe_diagram(offered)))
    given_up = Diagram(position=START, on_roll=End.TOP, resigned=1, resigned_by=End.TOP)
    assert "is on roll" not in str(describe_diagram(given_up))
    assert not re.search("resign|Jacoby|eaver", str(describe_diagram(Diagram(position=START))))


def test_players_may_have_names() -> None:
    position = Position(make_side(15, {25: 1, 1: 13}), make_side(15, {6: 2}))
    said = str(describe_diagram(Diagram(position=position, on_roll=End.TOP), ("Ann", "100% Bob")))
    assert "Ann (White) at the bottom: 1 on the bar, 13 on 1, 1 off; 38 pips to go." in said
    assert "100% Bob (Black) at the top: 2 on 6, 13 off; 12 pips to go. 100% Bob is on roll." in said


def test_pins_are_said() -> None:
    plakoto = VARIANTS["plakoto"]
    counted = Position(make_side(15, {20: 1, 6: 2}), make_side(15, {5: 2, 19: 1}))
    diagram = Diagram(position=plakoto.position_of_counts(counted, {}), variant=plakoto)
    said = str(describe_diagram(diagram))
    assert "White at the bottom: 1 pinned on 20, 2 on 6, 12 off" in said
    assert "Black at the top: 1 pinned on 19, 2 on 5, 12 off" in said
