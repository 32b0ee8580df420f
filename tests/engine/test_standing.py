# ruff: noqa: E501 - the tables read better with a case to a line
"""Where matches stand that are not over."""

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import IDS, VARIANTS, MatchRecord, Options, Standing, match_standing, parse_id, read
from engine.options import DEFAULT
from engine.position import BAR, Position, count_pips, make_side
from engine.record import (
    Beavered,
    Doubled,
    GameRecord,
    Passed,
    RecordedAction,
    Resigned,
    Rolled,
    SetUp,
    Took,
    Won,
    Written,
)
from tests.effort import examples

from .croupier import match
from .records import OPENING, TO_FOUR, file

START = "4HPwATDgc/ABMA"
AFTER_OPENING = "mGfwATCwZ/ABMA"


def at(text: str, options: Options = DEFAULT) -> Standing:
    found = match_standing(read(text.encode()), options)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(file("0-0"), {"game": 1, "begun": False, "pips": (167, 167), "on_roll": None, "turn": None, "dice": None, "cube": 1, "position_id": START, "match_id": None, "xgid": None, "pip_score": (0, 0)}, id="no rolls"),
        pytest.param(file(OPENING), {"game": 1, "begun": True, "pips": (163, 161), "on_roll": 0, "turn": 0, "dice": None, "cube": 1, "owner": None, "offered": None, "crawford": False, "position_id": AFTER_OPENING, "faults": 0}, id="after two plays"),
        pytest.param(file("0-0\n 31: 8/5 6/5 |"), {"pips": (163, 167), "on_roll": 1, "pip_score": (4379, -3600)}, id="after one"),
        pytest.param(file("0-0\n | 31: 8/5 6/5"), {"pips": (167, 163), "on_roll": 0, "pip_score": (-3600, 4379)}, id="the right side began"),
        pytest.param(file(OPENING + "\n 62: |"), {"pips": (163, 161), "on_roll": 0, "turn": 0, "dice": (6, 2)}, id="a roll not played"),
        pytest.param(file(OPENING + "\n 62: ???? |"), {"pips": (163, 161), "on_roll": 0, "dice": (6, 2)}, id="a play not known"),
        pytest.param(file(OPENING + "\n 00: ???? |"), {"pips": (163, 161), "on_roll": 0, "dice": None}, id="a roll not known"),
        pytest.param(file(OPENING + "\n 71: ???? |"), {"on_roll": 0, "dice": None}, id="no roll of two dice"),
        pytest.param(file(OPENING) + "  2) 62: 24/18", {"pips": (163, 161), "on_roll": 0, "dice": (6, 2), "faults": 0}, id="a play cut short"),
        pytest.param(file(OPENING + "\n Doubles => 2 |"), {"on_roll": 0, "turn": 1, "dice": None, "cube": 1, "owner": None, "offered": 2}, id="a double waits"),
        pytest.param(file(OPENING) + "  2)  Doubles => 2", {"on_roll": 0, "turn": 1, "offered": 2}, id="a double at the end of the file"),
        pytest.param(file(OPENING + "\n Doubles => 2 | Takes"), {"on_roll": 0, "turn": 0, "cube": 2, "owner": 1, "offered": None}, id="a double taken"),
        pytest.param(file(OPENING + "\n Doubles => 2 | Takes\n 62: 24/18 13/11 | Doubles => 4"), {"on_roll": 1, "turn": 0, "cube": 2, "owner": 1, "offered": 4}, id="a redouble waits"),
        pytest.param(file(OPENING + "\n | Doubles => 2"), {"on_roll": 0, "turn": 0, "cube": 1, "offered": None, "faults": 1}, id="a double out of turn"),
        pytest.param(file("0-0\n Doubles => 2 |"), {"begun": False, "on_roll": None, "turn": None, "offered": None, "faults": 1}, id="a double before the first roll"),
        pytest.param(file(OPENING + "\n Doubles => 8 |"), {"on_roll": 0, "turn": 0, "offered": None, "faults": 1}, id="a false double"),
        pytest.param(file(OPENING + "\n Resigns | 62: 24/18 13/11"), {"game": 2, "begun": False, "score": (0, 1), "faults": 1}, id="resigned"),
        pytest.param(file(OPENING + "\n Resigns |\n|Wins 2 points"), {"game": 2, "begun": False, "score": (0, 2), "position_id": START, "on_roll": None}, id="between games"),
        pytest.param(file(TO_FOUR), {"game": 2, "score": (4, 0), "crawford": True}, id="before the Crawford game"),
        pytest.param(file(TO_FOUR, "4-0\n 31: 8/5 6/5 | 42: 8/4 6/4"), {"game": 2, "begun": True, "crawford": True, "cube": 1, "on_roll": 0}, id="in the Crawford game"),
        pytest.param(file(TO_FOUR, "4-0" + OPENING[3:] + "\n Resigns |\n|Wins 1 point"), {"game": 3, "score": (4, 1), "crawford": False}, id="after the Crawford game"),
        pytest.param(file(TO_FOUR, header="; [Crawford \"Off\"]\n"), {"crawford": False}, id="no Crawford game"),
        pytest.param(file("0-0\n 31: 20/17 6/5 | 42: 8/4 6/4"), {"boards": None, "pips": None, "pip_score": None, "on_roll": 0, "position_id": None, "xgid": None, "faults": 1}, id="checkers lost"),
        pytest.param(file("0-0\n 31: 8/5 | 42: 8/4 6/4"), {"pips": (164, 161), "on_roll": 0, "faults": 1}, id="after a fault"),
        pytest.param(file(OPENING, length=0), {"length": 0, "crawford": False, "on_roll": 0}, id="money"),
        pytest.param(file(OPENING, "0-0" + OPENING[3:] + "\n Resigns |\n|Wins 1 point"), {"game": 3, "begun": False, "score": (0, 1), "faults": 1}, id="after a game without an end"),
        pytest.param(file("4-0" + OPENING[3:]), {"score": (4, 0), "crawford": True}, id="a record that starts with the Crawford game"),
        pytest.param(file("4-0" + OPENING[3:], header="; [Crawford \"Off\"]\n"), {"score": (4, 0), "crawford": False}, id="and without it"),
        pytest.param(file("3-2" + OPENING[3:]), {"score": (3, 2), "game": 1}, id="a record that starts above 0-0"),
    ],
)  # fmt: skip
def test_where_a_match_stands(text: str, expected: dict[str, Any]) -> None:
    found = at(text)._asdict()
    assert {name: found[name] for name in expected} == expected


@pytest.mark.parametrize(
    "text",
    [
        file(TO_FOUR, "4-0\n 31: 8/5 6/5 | 42: 8/4 6/4\n 62: 24/18 13/11 | Resigns\n Wins 1 point and the match"),
        file(OPENING + "\n Resigns |\n|Wins 3 points", length=3),
        file(OPENING + "\n Resigns |\n|Wins 3 points", OPENING, length=3),
    ],
    ids=["won", "won by a backgammon", "played on"],
)  # fmt: skip
def test_a_match_that_is_over_stands_nowhere(text: str) -> None:
    assert match_standing(read(text.encode())) is None


def test_the_options_of_the_event_count() -> None:
    assert at(file(TO_FOUR)).crawford
    assert not at(file(TO_FOUR), Options(crawford=False)).crawford
    doubled = file(TO_FOUR, "4-0\n 31: 8/5 6/5 | 42: 8/4 6/4\n Doubles => 2 | Takes")
    assert (at(doubled).cube, at(doubled).owner) == (2, 1)
    annulled = at(doubled, Options(crawford_double="annulled"))
    assert (annulled.cube, annulled.owner, annulled.faults) == (1, None, 0)


def money(*actions: Any, first: int = 0) -> MatchRecord:
    """A session for money: an opening roll by each side, then what happens in turn, side `first` beginning."""
    entries = [*read(file(OPENING, length=0).encode()).games[0].entries]
    entries += [RecordedAction(2 + at // 2, (first + at) % 2, action) for at, action in enumerate(actions)]
    return MatchRecord("mat", "backgammon", 0, ("Ann", "Bea"), [GameRecord(1, (0, 0), entries)])


@pytest.mark.parametrize(
    ("actions", "turn", "cube", "owner", "offered"),
    [
        pytest.param([Doubled(2)], 1, 1, None, 2, id="double"),
        pytest.param([Doubled(2), Beavered(4)], 0, 2, 1, 4, id="beaver"),
        pytest.param([Doubled(2), Beavered(4), Beavered(8)], 1, 4, 1, 8, id="raccoon"),
        pytest.param([Doubled(2), Beavered(4), Took()], 0, 4, 1, None, id="beaver taken"),
    ],
)
def test_beavers(actions: list[Any], turn: int, cube: int, owner: int | None, offered: int | None) -> None:
    """While an answer is waited for, `cube` is what a pass costs: of a beaver half of what it shows."""
    found = match_standing(money(*actions))
    assert found is not None
    assert (found.on_roll, found.turn) == (0, turn)
    assert (found.cube, found.owner, found.offered, found.faults) == (cube, owner, offered, 0)
    beaver = isinstance(actions[-1], Beavered)
    assert (found.xgid is None, found.match_id is None) == (beaver, beaver)


def set_up(own: dict[int, int], opponent: dict[int, int], **more: Any) -> MatchRecord:
    """A match to 5 in which the first game goes on from a position, side 0 on roll."""
    setting = SetUp((make_side(15, own), make_side(15, opponent)), **{"on_roll": 0, **more})
    return MatchRecord(
        "sgf", "backgammon", 5, ("Ann", "Bea"), [GameRecord(1, (0, 0), [RecordedAction(0, 0, setting)])]
    )


def test_a_record_without_games() -> None:
    found = match_standing(MatchRecord("mat", "backgammon", 5, ("", "")))
    assert found is not None
    assert (found.game, found.begun, found.score, found.position_id) == (1, False, (0, 0), START)


@pytest.mark.parametrize(("die", "on_roll", "dice"), [(6, 1, None), (5, 0, (5, 5))])
def test_a_roll_without_a_play(die: int, on_roll: int, dice: tuple[int, int] | None) -> None:
    """The opponent is on roll if nothing could be played, else whoever has rolled and still has to play."""
    record = set_up({BAR: 1, 6: 14}, {6: 2, 4: 2, 3: 2, 2: 2, 1: 2})
    record.games[0].entries.append(RecordedAction(1, 0, Rolled((die, die), (), Written.NOTHING)))
    found = match_standing(record)
    assert found is not None
    assert (found.on_roll, found.turn, found.dice) == (on_roll, on_roll, dice)


def test_a_position_set_up() -> None:
    found = match_standing(set_up({6: 2, BAR: 1}, {1: 3}, cube=4, owner=1))
    assert found is not None
    assert (found.begun, found.pips, found.on_roll, found.cube, found.owner) == (True, (37, 3), 0, 4, 1)
    both = match_standing(set_up({6: 2}, {19: 1}))
    assert both is not None
    assert (both.boards, both.position_id, both.xgid) == (None, None, None), "both sides on one point"


@pytest.mark.parametrize("cube_limit", [64, 3])
def test_identifiers_say_what_they_can(cube_limit: int) -> None:
    """A limit of the cube that no cube shows is in the file, not in the match: nothing can be written then."""
    record = replace(read(file(OPENING).encode()), cube_limit=cube_limit)
    found = match_standing(record)
    assert found is not None
    assert (found.xgid is None, found.match_id is None) == (cube_limit == 3, cube_limit == 3)
    assert found.position_id == AFTER_OPENING


@pytest.mark.parametrize(
    ("text", "options", "rules"),
    [
        (file(TO_FOUR, "4-0" + OPENING[3:]), Options(), ":4:1:5:10"),
        (file(TO_FOUR, "4-0" + OPENING[3:]), Options(crawford=False), ":4:0:5:10"),
        (file(OPENING, length=0), Options(), ":0:2:0:10"),
        (file(OPENING, length=0), Options(jacoby=True), ":0:3:0:10"),
        (file(OPENING, length=0), Options(beavers=False), ":0:0:0:10"),
    ],
)
def test_identifiers_say_the_rules_played(text: str, options: Options, rules: str) -> None:
    """The last fields of an XGID: Crawford game, or 1 for Jacoby and 2 for beavers; length; highest cube."""
    found = at(text, options)
    assert found.xgid is not None
    assert found.xgid.endswith(rules)


@pytest.mark.parametrize(
    ("variant", "pip_score", "xgid"),
    [
        ("backgammon", True, True),
        ("nackgammon", True, True),
        ("hypergammon", True, True),
        ("misere", False, True),
        ("race", True, False),
        ("plakoto", True, False),
        ("fevga", True, False),
    ],
)
def test_variants(variant: str, pip_score: bool, xgid: bool) -> None:
    """Only where checkers move as in backgammon is there an XGID; only where bearing off wins, a pip score."""
    record = match(Random(5), 3, variant)
    record.games = record.games[:1]
    del record.games[0].entries[7:]
    found = match_standing(record)
    assert found is not None
    assert found.variant == variant
    assert (found.pip_score is not None, found.xgid is not None) == (pip_score, xgid)
    assert found.position_id is not None


def test_no_crawford_game_without_a_cube() -> None:
    record = MatchRecord("mat", "plakoto", 3, ("Ann", "Bea"), [GameRecord(1, (2, 0))])
    assert [
        found.crawford for found in map(match_standing, (record, replace(record, variant="fevga"))) if found
    ] == [False, False]
    other = match_standing(replace(record, variant="nackgammon"))
    assert other is not None
    assert other.crawford


def test_as_json() -> None:
    found = at(file(OPENING + "\n Doubles => 2 |"))
    plain = json.loads(json.dumps(found.as_dict()))
    assert list(plain) == list(Standing._fields)
    assert plain["boards"][1][4:7] == [2, 0, 4]
    assert plain["possible_rulings"][2] == {
        "code": "pass",
        "text": "Bea passes the double: Ann wins 1 point, 1-0",
        "source": "GNU Backgammon manual, rules of backgammon",
        "score": [1, 0],
        "winner": 0,
        "points": 1,
        "match_winner": None,
        "rated": True,
        "allowed": True,
    }
    assert at(file("0-0\n 31: 20/17 6/5 | 42: 8/4 6/4")).as_dict()["boards"] is None


@settings(max_examples=examples(20), deadline=None)
@given(st.integers(0, 10**9), st.sampled_from([1, 3, 5, 0]), st.sampled_from(sorted(VARIANTS)), st.data())
def test_the_beginning_of_a_match_stands_where_it_was_played_to(
    seed: int, length: int, variant: str, data: st.DataObject
) -> None:
    """Any beginning of a legal match, against moving the checkers and the cube by hand."""
    record = match(Random(seed), length or 3, variant)
    record.length = length
    number = data.draw(st.integers(1, len(record.games)))
    record.games = record.games[:number]
    game = record.games[-1]
    ends = (Won, Resigned, Passed)
    last = next(
        (i for i, entry in enumerate(game.entries) if isinstance(entry.action, ends)), len(game.entries) - 1
    )
    del game.entries[data.draw(st.integers(0, max(last - 1, 0))) :]
    found = match_standing(record)
    assert found is not None
    rules = VARIANTS[variant]
    start = rules.start_position()
    boards, cube, owner, offered, roller = [start.own, start.opponent], 1, None, None, None
    for _, player, action in game.entries:
        if isinstance(action, Doubled):
            offered = action.value
        elif isinstance(action, Took):
            cube, owner, offered = 2 * cube, player, None
        elif isinstance(action, Rolled):
            for hop in action.hops:
                moved = rules.after_step(boards[player], boards[1 - player], hop[:2])
                boards[player], boards[1 - player] = moved
            roller = player
    on_roll = None if roller is None else 1 - roller
    assert found.boards == tuple(boards)
    assert found.pips == tuple(count_pips(board) for board in boards)
    assert (found.on_roll, found.dice, found.faults) == (on_roll, None, 0)
    assert (found.cube, found.owner, found.offered) == (cube, owner, offered)
    assert found.turn == (on_roll if offered is None or on_roll is None else 1 - on_roll)
    assert (found.game, found.begun, found.score) == (number, bool(game.entries), game.score)
    if found.xgid is not None and on_roll is not None:
        parsed = parse_id(found.xgid, rules.checker_count)
        assert parsed.position == Position(boards[on_roll], boards[1 - on_roll])
        assert parsed.match is not None
        assert (parsed.match.score, parsed.match.cube, parsed.match.owner) == (found.score, cube, owner)
        assert (parsed.match.on_roll, parsed.match.turn) == (on_roll, found.turn)
        assert IDS["gnubg"].parse(f"{found.position_id}:{found.match_id}", rules.checker_count) == replace(
            parsed, match=replace(parsed.match, cube_limit=None, beavers=False)
        )
