# ruff: noqa: E501 - the tables read better with a case to a line
"""Identifiers: what they tell, both ways, and what is refused."""

import json
import sys
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import IDS, VARIANTS, MatchState, Situation, adjudicate, parse_id, read, translate_id
from engine.__main__ import main
from engine.errors import InvalidPosition
from engine.ids import GameState, match_id, notation_of, position_id
from engine.position import Position, make_side
from engine.record import Doubled, Resigned, Rolled, Took, Won
from tests.each import each

from .boards import replayed
from .strategies import positions

VECTORS = Path(__file__).parent.parent / "data/engine/vectors"
PAIRS = [json.loads(line) for line in (VECTORS / "position_ids.jsonl").read_text().splitlines()]
START = VARIANTS["backgammon"].start_position()
PLACES = "-b----E-C---eE---c-e----B-"
OGID = "11ccccchhhjjjjj:66666888dddddoo:"
PROGRAMS = VECTORS.parent / "programs"


@st.composite
def states(draw: st.DrawFn) -> MatchState:
    """Any possible state of a match."""
    length = draw(st.sampled_from([0, 1, 2, 7, 25, 32767]))
    most = st.integers(0, length - 1 if length else 32767)
    dice = draw(st.none() | st.tuples(st.integers(1, 6), st.integers(1, 6)))
    return MatchState(
        length=length,
        score=(draw(most), draw(most)),
        cube=1 << draw(st.integers(0, 15)),
        owner=draw(st.sampled_from([None, 0, 1])),
        on_roll=draw(st.integers(0, 1)),
        turn=draw(st.integers(0, 1)),
        dice=dice and (max(dice), min(dice)),
        doubled=draw(st.integers(0, 1)),
        resigned=draw(st.integers(0, 3)),
        crawford=length > 1 and draw(st.booleans()),
        jacoby=draw(st.booleans()),
        state=draw(st.sampled_from(GameState)),
    )


# The published and measured pairs.


@each("pair", PAIRS)
def test_pairs_of_gnu_backgammon(pair: dict[str, str]) -> None:
    """Every XGID is translated as GNU Backgammon does, and is written as it was read."""
    found = translate_id(pair["xgid"])
    assert (found["xgid"], found["gnubg"]) == (pair["xgid"], pair["gnubgid"])
    back = translate_id(pair["gnubgid"])
    assert back["gnubg"] == pair["gnubgid"]
    assert back["xgid"] is not None
    match = parse_id(pair["xgid"]).with_roller_at_bottom().match
    assert match is not None
    assert parse_id(back["xgid"]).position == parse_id(pair["xgid"]).position
    assert parse_id(back["xgid"]).match == (replace(match, jacoby=False) if match.length else match)


@each("pair", PAIRS)
def test_what_a_match_id_holds(pair: dict[str, object]) -> None:
    """Each field as decoded by hand from the bits GNU Backgammon wrote."""
    match = match_id.decode_match(str(pair["gnubgid"]).split(":")[1])
    assert {
        "cube": match.cube,
        "owner": 3 if match.owner is None else match.owner,
        "move": match.on_roll,
        "crawford": match.crawford,
        "state": match.state,
        "turn": match.turn,
        "doubled": match.doubled,
        "resigned": match.resigned,
        "d": list(match.dice or (0, 0)),
        "length": match.length,
        "s0": match.score[0],
        "s1": match.score[1],
        "nojacoby": not match.jacoby,
    } == pair["decoded"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("cInlAAAAAAAE", MatchState(length=7, dice=(3, 1))),
        ("cAmpATAAEAAE", MatchState(length=13, score=(3, 2), dice=(2, 2))),
        (
            "QYkqASAAIAAA",
            MatchState(length=9, score=(2, 4), cube=2, owner=0, dice=(5, 2), jacoby=True),
        ),
    ],
)
def test_match_ids(text: str, expected: MatchState) -> None:
    assert match_id.decode_match(text) == expected
    assert match_id.encode_match(expected) == text


def test_an_asymmetric_pair() -> None:
    """Thirteen checkers against fourteen, with one on the bar."""
    pair = {
        "xgid": "XGID=----BaC-B---aD--aa-bcbbBbB:0:0:1:22:2:3:0:13:10",
        "gnubg": "s90UAgKYM3gAZg:cAmpATAAEAAE",
    }
    for text in pair.values():
        assert {code: translate_id(text)[code] for code in pair} == pair


def test_an_asymmetric_position_id() -> None:
    own = make_side(15, {6: 4, 5: 2, 8: 2, 13: 5, 24: 1, 25: 1})
    assert position_id.encode_position(Position(own, START.opponent)) == "4HPwATCwZ/ABUA"
    assert position_id.encode_position(Position(START.own, own)) != "4HPwATCwZ/ABUA"


# Round trips.


@given(positions())
def test_position_ids_round_trip(position: Position) -> None:
    assert position_id.decode_position(position_id.encode_position(position)) == position
    assert len(position_id.encode_position(position)) == 14


@given(states())
def test_match_ids_round_trip(match: MatchState) -> None:
    assert match_id.decode_match(match_id.encode_match(match)) == match
    assert len(match_id.encode_match(match)) == 12


@given(positions(), states(), st.integers(0, 3), st.booleans(), st.sampled_from([1, 64, 1024, 32768]))
def test_situations_round_trip(
    position: Position, match: MatchState, doubled: int, beavers: bool, limit: int
) -> None:
    """In XGIDs with all they can tell, in GNU IDs with all those can."""
    assert IDS["gnubg"].parse(IDS["gnubg"].write(Situation(position, match))) == Situation(position, match)
    doubled = 0 if match.dice else doubled
    match = replace(
        match,
        doubled=doubled,
        turn=1 - match.on_roll if doubled % 2 else match.on_roll,
        resigned=0,
        state=GameState.PLAYING,
        jacoby=match.jacoby and not match.length,
        beavers=beavers and not match.length,
        cube_limit=limit,
    )
    written = IDS["xgid"].write(Situation(position, match))
    assert parse_id(written) == Situation(position, match)
    assert parse_id(written.removeprefix("XGID=")) == Situation(position, match)


@given(positions(), states())
def test_ogids_round_trip(position: Position, match: MatchState) -> None:
    """All but the rules of money and, where the game is not being played, what nobody has to do."""
    doubled = 0 if match.dice or match.state is not GameState.PLAYING else match.doubled
    match = replace(
        match,
        doubled=doubled,
        turn=1 - match.on_roll if doubled else match.on_roll,
        resigned=0,
        jacoby=False,
        state=match.state or GameState.PLAYING,
    )
    written = IDS["ogid"].write(Situation(position, match))
    assert parse_id(written) == Situation(position, match)
    assert parse_id(f"OGID={written}") == Situation(position, match)


@each("case", [json.loads(line) for line in (VECTORS / "ogids.jsonl").read_text().splitlines()])
def test_ogids_of_whole_games(case: dict[str, Any]) -> None:
    """Before each action of a game, as the reference codec of OGXM writes it."""
    record = read((PROGRAMS / f"{case['match']}.mat").read_bytes())
    game = record.games[case["game"] - 1]
    ogids = iter(case["ogids"])
    cube, owner, doubler = 1, None, None
    for entry, before, _ in replayed(game, record.variant):
        player, action = entry.player, entry.action
        if isinstance(action, Resigned | Won):
            continue
        state = MatchState(
            length=record.length,
            score=game.score,
            cube=cube,
            owner=owner,
            on_roll=player if doubler is None else doubler,
            turn=player,
            dice=action.dice if isinstance(action, Rolled) else None,
            doubled=int(doubler is not None),
            crawford=adjudicate(record).games[case["game"] - 1].crawford,
        )
        situation = Situation(before if doubler is None else before.with_sides_swapped(), state)
        text = next(ogids)
        assert parse_id(text) == situation
        assert IDS["ogid"].write(situation) == usual(text)
        doubler = player if isinstance(action, Doubled) else None
        if isinstance(action, Took):
            cube, owner = 2 * cube, player
    assert next(ogids, None) is None


def usual(text: str) -> str:
    """An OGID without what no state tells: the move's number, that a game begins or a double was taken."""
    fields = text.split(":")
    fields[2] = fields[2].replace("T", "N")
    fields[5] = fields[5].replace("IB", "R").replace("IW", "R").replace("A", "C")
    return ":".join([*fields[:9], "0"])


@pytest.mark.parametrize(
    ("text", "on_roll", "expected"),
    [
        ("11jjjjjhhhccccc:ooddddd88866666:N0N::W:IW:0:0:1:0", 0, MatchState(length=1, on_roll=0, turn=0)),
        ("11jjjjjhhhccccc:ooddddd88866666:N0N::W:IB", 1, MatchState()),
        ("11jjjjjhhhccccc:ooddddd88866666:N0N::W", 1, MatchState()),
        ("11jjjjjhhhccccc:ooddddd88866666:?0N:13:W:R:4:2:7C:9", 1, MatchState(length=7, score=(4, 2), dice=(3, 1), crawford=True)),
        ("11jjjjjhhhccccc:ooddddd88866666:W2O::B:D:6:2:7L:9", 1, MatchState(length=7, score=(6, 2), cube=4, owner=0, turn=0, doubled=1)),
        ("11jjjjjhhhccccc:ooddddd88866666:D1T::B:A:1:2:0G5", 0, MatchState(score=(1, 2), cube=2, on_roll=0, turn=0)),
        ("11jjjjjhhhccccc:ooddddd88866666:N0P::W:G:1:0:0", 1, MatchState(score=(1, 0), state=GameState.PASSED)),
        ("11jjjjjhhhccccc:ooddddd88866666:N0N::W:M:7:0:7", 1, MatchState(length=7, score=(7, 0), state=GameState.OVER)),
        ("11jjjjjhhhccccc:ooddddd88866666:N0N::W:RG", 1, MatchState(state=GameState.RESIGNED)),
    ],
)  # fmt: skip
def test_what_an_ogid_holds(text: str, on_roll: int, expected: MatchState) -> None:
    assert parse_id(text) == Situation(START, expected)
    assert expected.on_roll == on_roll


def test_an_ogid_says_how_many_checkers_a_side_has() -> None:
    """Unless they are fifteen; and Black's points are those of the bottom of an XGID."""
    start = VARIANTS["hypergammon"].start_position()
    ogid = IDS["ogid"].write(Situation(start, MatchState()))
    assert ogid == "123:mno:N0N::W:C:0:0:0:0:3"
    assert parse_id(ogid).position == start
    assert parse_id("oo:66ppp:N0N::W:C:0:0:0:0:5") == Situation(
        Position(make_side(5, {6: 2, 25: 3}), make_side(5, {1: 2})), MatchState()
    )
    assert translate_id("oo:66ppp:N0N::W:C")["xgid"] == "XGID=------B-----------------bC:0:0:1:00:0:0:0:0:10"


def test_no_ogid_is_taken_for_an_xgid() -> None:
    """Though its fields can look alike."""
    text = "ccccjjjjoo:1122:N0N:31:W:R:0:0:5:0"
    assert notation_of(text) is IDS["ogid"]
    assert not IDS["xgid"].recognises_id(text)


@given(positions(), states())
def test_facing_changes_the_names_of_the_sides_only(position: Position, match: MatchState) -> None:
    before, after = match, Situation(position, match).with_roller_at_bottom().match
    assert after is not None
    assert after.on_roll == 1
    assert (after.turn == 1) == (before.turn == before.on_roll)
    assert (after.owner == 1) == (before.owner == before.on_roll)
    assert (after.owner is None) == (before.owner is None)
    assert after.score[1] == before.score[before.on_roll]
    assert after.score[0] == before.score[1 - before.on_roll]


def test_hypergammon_knows_its_checkers() -> None:
    """Checkers borne off are not written: how many there are is for the reader to say."""
    start = VARIANTS["hypergammon"].start_position()
    for text in translate_id(IDS["gnubg"].write(Situation(start, MatchState())), 3).values():
        assert text is not None
        assert parse_id(text, 3).position == start


# What is refused.


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is no identifier: known are xgid, gnubg, ogid"),
        ("4HPwATDgc/ABM", "is no identifier"),
        ("x" * 10_000, "is no identifier"),
        ("4HPwATDgc/AB!A:cAkAAAAAAAAA", "is no identifier"),
        ("GNUBGID 4HPwATDgc/AB!A", "is not a GNU position ID: 14 letters of base 64 are expected"),
        ("GNUBGID 4HPwATDgc/ABMAAA", "is not a GNU position ID: 14 letters"),
        ("GNUBGID 4HPwATDgc/ABMA:cAkA", '"cAkA" is not a GNU match ID: 12 letters of base 64 are expected'),
        ("GNUBGID 4HPwATDgc/ABMA:cAkAAAAAAAÄA", "is not a GNU match ID"),
        ("//////////////", "80 checkers on the board: a side has 15"),
        ("AQAAAAAAAAAAgA", "bits left over"),
        ("AACABAAAAAAAAA", "both sides stand on the 1-point"),
        ("YAkAAAAAAAAA", "the owner of the cube is 2; 0, 1 or 3 (nobody) is expected"),
        ("cAwAAAAAAAAA", None),
        ("cA0AAAAAAAAA", "the game is in state 5; 0 to 4 is expected"),
        ("cInlAAAAAAAE", None),
        ("cIkAAAAAAAAA", "1 and 0 are not two dice from 1 to 6"),
        ("cIkfAAAAAAAA", "7 and 7 are not two dice from 1 to 6"),
        ("8AkAAAAAAAAA", "a match to 0 has no Crawford game"),
        ("cAmgAFAAAAAA", "a match to 5 is over at 5-0"),
        ("cAkAAAAAAAAI", "unused bits are set"),
        ("cAkAAAAAAACA", "unused bits are set"),
        (f"XGID={PLACES}:0:0:1:00:0:0:0", "8 fields; ten are expected"),
        (f"XGID={PLACES}:0:0:1:00:0:0:0:0:10:1", "11 fields; ten are expected"),
        (f"XGID={PLACES[1:]}:0:0:1:00:0:0:0:0:10", "25 places; 26 are expected"),
        (f"XGID={PLACES}-:0:0:1:00:0:0:0:0:10", "27 places; 26 are expected"),
        (f"XGID={PLACES[:-2]}x-:0:0:1:00:0:0:0:0:10", '"x" is no number of checkers'),
        (f"XGID={PLACES[:-2]}É-:0:0:1:00:0:0:0:0:10", '"É" is no number of checkers'),
        (f"XGID={PLACES[:-2]}--:0:0:1:00:0:0:0:0:10", None),
        (f"XGID={PLACES[:-2]}C-:0:0:1:00:0:0:0:0:10", "16 checkers on the board: a side has 15"),
        (f"XGID=A{PLACES[1:-2]}--:0:0:1:00:0:0:0:0:10", "the first place is the top's bar"),
        (f"XGID={PLACES[:-1]}a:0:0:1:00:0:0:0:0:10", "the last place is the bottom's bar"),
        (f"XGID={PLACES}:16:0:1:00:0:0:0:0:10", 'the field for cube is "16"; 0 to 15 is expected'),
        (f"XGID={PLACES}:0:2:1:00:0:0:0:0:10", 'the field for owner is "2"; -1 to 1 is expected'),
        (f"XGID={PLACES}:0:0:0:00:0:0:0:0:10", "the turn is 0; 1 (bottom) or -1 (top) is expected"),
        (f"XGID={PLACES}:0:0:x:00:0:0:0:0:10", 'the field for turn is "x"'),
        (f"XGID={PLACES}:0:0:1:07:0:0:0:0:10", 'the dice are "07"; 00, D, B, R or two dice are expected'),
        (f"XGID={PLACES}:0:0:1:3:0:0:0:0:10", 'the dice are "3"'),
        (f"XGID={PLACES}:0:0:1:00:-1:0:0:0:10", 'the field for score is "-1"; 0 to 32767 is expected'),
        (f"XGID={PLACES}:0:0:1:00:0:7:0:7:10", "a match to 7 is over at 7-0"),
        (f"XGID={PLACES}:0:0:1:00:0:0:4:0:10", 'the field for Crawford or Jacoby is "4"'),
        (f"XGID={PLACES}:0:0:1:00:0:0:2:7:10", "the Crawford field is 2; 0 or 1 is expected in a match"),
        (f"XGID={PLACES}:0:0:1:00:0:0:1:1:10", "a match to 1 has no Crawford game"),
        (f"XGID={PLACES}:0:0:1:00:0:0:0:٧:10", 'the field for length is "٧"'),
        (f"XGID={PLACES}:0:0:1:00:0:0:0:0:x", 'the field for highest cube is "x"'),
        ("XGID=", "1 fields; ten are expected"),
        ("OGID=", "1 fields; 5 to 11 are expected"),
        (f"{OGID}N0N:31:W:R:0:0:7:0:15:1", "12 fields; 5 to 11 are expected"),
        (f"{OGID}N0N:31:X", 'the side that acted is "X"'),
        (f"{OGID}N0N:31:W:Q", 'the stage "Q"; W or B, and one of IW, IB, C'),
        (f"{OGID}N0N:3:W", 'the dice are "3"; none or two are expected'),
        (f"{OGID}N0N:07:W", 'the dice are "07"'),
        (f"{OGID}N0O:31:W", "nobody doubles after the roll"),
        (f"{OGID}N16N::W", "the cube shows 65536"),
        ("OGID=11:oo:N0X::W", 'the cube is "N0X"; such as N0N is expected'),
        ("OGID=1q:oo:N0N::W", '"q" is no place'),
        ("OGID=1p:oo:N0N::W", '"p" is no place'),
        ("OGID=11:0o:N0N::W", '"0" is no place'),
        ("OGID=1111111111111111:oo:N0N::W", "16 checkers on the board: a side has 15"),
        ("OGID=66:6:N0N::W", "both sides stand on the 6-point"),
        (f"{OGID}N0N::W:C:x", '"x" is no number'),
        (f"{OGID}N0N::W:C:7:0:7", "a match to 7 is over at 7-0"),
        (f"{OGID}N0N::W:C:0:0:99999", 'the length is "99999"'),
        (f"{OGID}N0N::W:C:0:0:7X", 'the length is "7X"; such as 7, 7C, 7L or 0G5'),
        (f"{OGID}N0N::W:C:0:0:1C", "a match to 1 has no Crawford game"),
        (f"{OGID}N0N::W:C:0:0:7:0:16", "16 checkers a side; 1 to 15 are expected"),
        (f"{OGID}N0N::W:C:0:0:7:0:3", "15 checkers on the board: a side has 3"),
    ],
)  # fmt: skip
def test_what_is_no_identifier(text: str, message: str | None) -> None:
    """Each names what is wrong; the three without a message are neighbours that are right."""
    if message is None:
        assert parse_id(text)
        return
    with pytest.raises(InvalidPosition) as refusal:
        parse_id(text)
    assert message in str(refusal.value)


@given(
    st.text(max_size=60)
    | st.text("XGIDO=:-aAbB019/+ \n", max_size=90)
    | st.from_regex(
        r"\A[0-9a-p]{0,9}:[0-9a-p]{0,9}:[WBND?][0-9]{1,2}[NOTP]:([1-6]{2})?:[WB]:(|IW|C|R|D|P|G)(:[0-9]?){0,3}\Z"
    )
)
def test_noise(text: str) -> None:
    """Only InvalidPosition is raised, whatever the text is."""
    for known in IDS.values():
        known.recognises_id(text)
        try:
            situation = known.parse(text)
        except InvalidPosition:
            continue
        assert known.parse(known.write(situation)) == situation or situation.match is None


@pytest.mark.parametrize(
    ("situation", "message"),
    [
        (Situation(START, MatchState(doubled=2)), "a match ID cannot show a beaver"),
        (Situation(START, MatchState(length=40000)), "at most 32767 points"),
        (Situation(START, MatchState(cube=3)), "the cube shows 3"),
        (Situation(START, MatchState(cube=1 << 16)), "the cube shows 65536"),
        (Situation(START, MatchState(owner=2)), "owner 2, on roll 1 and turn 1: sides are 0 and 1"),
        (Situation(START, MatchState(dice=(6, 0))), "6 and 0 are not two dice"),
        (Situation(START, MatchState(resigned=4)), "not 4"),
        (Situation(START, MatchState(doubled=4)), "offered 4 times"),
        (Situation(START, MatchState(score=(-1, 0))), "cannot be negative"),
        (
            Situation(Position(make_side(15, {6: 2}), make_side(15, {19: 1}))),
            "both sides stand on the 6-point",
        ),
        (Situation(Position(make_side(30, {1: 30}), make_side(30, {1: 30}))), "at most 15 checkers a side"),
        (Situation(None), "neither a position nor a match"),
    ],
)
def test_what_gnu_ids_cannot_say(situation: Situation, message: str) -> None:
    with pytest.raises(InvalidPosition) as refusal:
        IDS["gnubg"].write(situation)
    assert message in str(refusal.value)


@pytest.mark.parametrize(
    ("situation", "message"),
    [
        (Situation(START, MatchState(resigned=1)), "without a resignation"),
        (Situation(START, MatchState(state=GameState.OVER)), "a game being played"),
        (Situation(START, MatchState(cube_limit=3)), "the limit of the cube shows 3"),
        (Situation(None, MatchState()), "cannot be written without the checkers"),
        (
            Situation(Position(make_side(30, {1: 30}), make_side(30, {2: 30}))),
            "at most 16 checkers on a point",
        ),
        (Situation(START, MatchState(score=(40000, 0))), "at most 32767 points"),
    ],
)
def test_what_xgids_cannot_say(situation: Situation, message: str) -> None:
    with pytest.raises(InvalidPosition) as refusal:
        IDS["xgid"].write(situation)
    assert message in str(refusal.value)


@pytest.mark.parametrize(
    ("situation", "message"),
    [
        (Situation(START, MatchState(doubled=2)), "cannot show a beaver"),
        (Situation(START, MatchState(resigned=1)), "a resignation that waits"),
        (Situation(START, MatchState(doubled=1, dice=(3, 1))), "a double only before the roll"),
        (Situation(START, MatchState(doubled=1, state=GameState.OVER)), "of a game being played"),
        (Situation(START, MatchState(state=GameState.NONE)), "a game that has begun"),
        (Situation(START, MatchState(score=(40000, 0))), "at most 32767 points"),
        (Situation(None, MatchState()), "cannot be written without the checkers"),
        (Situation(Position(START.own, make_side(3, {24: 3}))), "the same number of checkers"),
        (Situation(Position(make_side(30, {1: 30}), make_side(30, {2: 30}))), "at most 15"),
    ],
)
def test_what_ogids_cannot_say(situation: Situation, message: str) -> None:
    with pytest.raises(InvalidPosition) as refusal:
        IDS["ogid"].write(situation)
    assert message in str(refusal.value)


def test_notations_have_their_codes_and_documents() -> None:
    text = (Path(__file__).parents[2] / "docs/engine.md").read_text()
    for code, known in IDS.items():
        assert known.code == code
        assert f"`{code}`" in text


# The command.


def test_command(capsys: pytest.CaptureFixture[str]) -> None:
    """A line of JSON for each identifier, and the status 2 if one makes no sense."""
    assert main(["id", "4HPwATDgc/ABMA:cInlAAAAAAAE", "hello"]) == 2
    good, bad = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert good["notation"] == "gnubg"
    assert good["pips"] == [167, 167]
    assert good["position"]["own"] == list(START.own)
    assert good["match"]["length"] == 7
    assert good["match"]["state"] == "playing"
    assert good["ids"]["xgid"] == f"XGID={PLACES}:0:0:1:31:0:0:0:7:10"
    assert bad["error"] == {
        "code": "invalid_position",
        "message": '"hello" is no identifier: known are xgid, gnubg, ogid',
    }


def test_command_reads_lines(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """An XGID may begin with a dash, so that it looks like an option."""
    lines = f"{PLACES}:0:0:1:31:0:0:0:7:10\n\n AgAATAAAAAAAAA \n".encode()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=BytesIO(lines)))
    assert main(["id", "--variant", "chess"]) == 2
    assert json.loads(capsys.readouterr().out.splitlines()[0])["error"]["code"] == "unknown_variant"
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=BytesIO(lines)))
    assert main(["id"]) == 0
    one, two = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert one["ids"]["gnubg"] == "4HPwATDgc/ABMA:cInlAAAAAAAE"
    assert two["match"] is None
    assert two["ids"]["gnubg"] == "AgAATAAAAAAAAA"
