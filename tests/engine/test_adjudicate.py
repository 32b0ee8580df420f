# ruff: noqa: E501 - the tables read better with a case to a line
"""The referee over whole records: real files, planted faults, forgeries, every rule and note by itself."""

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import NOTES, RULES, VIOLATION_CODES, GameVerdict, Verdict, adjudicate, read
from engine.record import Entry, GameRecord, Hop, MatchRecord, Rolled, Won, Written
from engine.replay import replay
from engine.score import Score
from engine.sheet import MOST_NOTES, MOST_VIOLATIONS, Sheet
from engine.variants import Variant

from .croupier import match
from .test_claims import ILLEGAL
from .test_variants import VARIANT_RULES

DATA = Path(__file__).parent.parent / "data/engine"


def judged(text: str) -> Verdict:
    return adjudicate(read(text.encode()))


def file(*games: str, length: int = 5, header: str = "", start: str = "0-0") -> str:
    """A match to `length` of games given as "2-0" (the score before), then rows of "left | right"."""
    text = f"{header}{length} point match\n"
    for number, game in enumerate(games, 1):
        score, _, rows = game.strip().partition("\n")
        one, two = score.strip().split("-")
        text += f"\n Game {number}\n Ann : {one}                        Bea : {two}\n"
        turn = 0
        for row in rows.splitlines():
            left, _, right = row.strip().partition("|")
            if left.startswith("Wins") or right.startswith("Wins"):
                text += (" " * 6 + left if left else " " * 34 + right) + "\n"
            else:
                turn += 1
                text += f"{turn:3d}) {left.strip():<27} {right.strip()}\n"
    return text


OPENING = """0-0
    31: 8/5 6/5 | 42: 8/4 6/4"""
TO_FOUR = """0-0
    31: 8/5 6/5 | 42: 8/4 6/4
    Doubles => 2 | Takes
    62: 24/18 13/11 | Resigns
    Wins 4 points"""


def faults(text: str) -> list[tuple[int, int, int | None, str, str]]:
    return [
        (fault.game, fault.turn, fault.player, fault.code, fault.message) for fault in judged(text).violations
    ]


def notes(text: str) -> list[tuple[int, int, str]]:
    return [(note.game, note.turn, note.code) for note in judged(text).notes]


# Files.


VARIANT_OF = {
    "std": "backgammon",
    "nack": "nackgammon",
    "hyper3": "hypergammon",
    "hyper2": "hypergammon2",
    "hyper1": "hypergammon1",
}


@pytest.mark.parametrize("path", sorted((DATA / "gnubg").glob("*.mat")), ids=lambda path: path.stem)
def test_gnubg_matches_are_legal(path: Path) -> None:
    verdict = adjudicate(read(path.read_bytes()))
    assert (verdict.verdict, verdict.violations, verdict.complete) == ("legal", (), True)
    assert verdict.format == "mat"
    name, length, _ = path.stem.split("_")
    assert (verdict.variant, verdict.length) == (VARIANT_OF[name], int(length[:-1]))
    assert verdict.score is not None
    assert verdict.winner is not None
    assert verdict.score[verdict.winner] >= verdict.length > verdict.score[1 - verdict.winner]
    assert {note.code for note in verdict.notes} <= {"early_concession", "even_length"}


EXPECTED = [json.loads(line) for line in (DATA / "mutated/expected.jsonl").read_text().splitlines()]


@pytest.mark.parametrize("case", EXPECTED, ids=lambda case: case["file"][:-4])
def test_planted_faults_are_the_first_found(case: dict[str, object]) -> None:
    verdict = adjudicate(read((DATA / "mutated" / str(case["file"])).read_bytes()))
    assert verdict.verdict == "illegal"
    found = verdict.violations[0]
    assert {"game": found.game, "turn": found.turn, "player": found.player, "code": found.code} == case[
        "violation"
    ]


def test_all_kinds_of_planted_faults_are_there() -> None:
    assert len(EXPECTED) == 105
    assert len({case["kind"] for case in EXPECTED}) == 9


# Games played at random.


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from([1, 3, 5, 7]))
def test_a_match_played_by_the_rules_is_legal(seed: int, length: int) -> None:
    record = match(Random(seed), length)
    verdict = adjudicate(record)
    assert verdict.violations == ()
    assert verdict.complete
    assert [game.number for game in verdict.games] == list(range(1, len(record.games) + 1))
    assert verdict.score is not None
    assert sum(game.points for game in verdict.games) == sum(verdict.score)
    won = [entry for game in record.games for entry in game.entries if isinstance(entry.action, Won)]
    assert [(game.winner, game.points) for game in verdict.games] == [
        (entry.player, entry.action.points) for entry in won if isinstance(entry.action, Won)
    ]


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**9), st.data())
def test_leaving_a_play_out_is_found(seed: int, data: st.DataObject) -> None:
    """Without one of its rolls a record has somebody play twice in a row."""
    record = match(Random(seed), 1)
    game = record.games[0]
    rolls = [
        index
        for index, entry in enumerate(game.entries[:-2])
        if isinstance(entry.action, Rolled) and isinstance(game.entries[index + 1].action, Rolled) and index
    ]
    if rolls:
        index = data.draw(st.sampled_from(rolls))
        shorter = replace(game, entries=game.entries[:index] + game.entries[index + 1 :])
        verdict = adjudicate(replace(record, games=[shorter]))
        assert "wrong_player" in {fault.code for fault in verdict.violations}


# The forged files that GNU Backgammon imports without a word.


CUBE_AT_EIGHT = (
    OPENING
    + """
    Doubles => 2 | Takes
    62: 24/18 13/11 | Doubles => 4
    Takes | 62: 24/18 13/11
    Doubles => 8 | Takes"""
)
FORGED = [
    pytest.param(
        file("0-0\n 31: 13/7 13/9 | 42: 8/4 6/4"),
        (1, 1, 0, "illegal_play", "31: 13/7 13/9: 13/7 is 6 points, which 31 does not give"),
        id="wrong dice",
    ),
    pytest.param(
        file("0-0\n 31: 8/5 | 42: 8/4 6/4"),
        (1, 1, 0, "illegal_play", "31: 8/5 uses only the 3; the 1 can be played too"),
        id="a die left out",
    ),
    pytest.param(
        file("0-0\n 51: 24/18 13/12 | 42: 8/4 6/4"),
        (1, 1, 0, "illegal_play", "51: 24/18 13/12 is more than the roll 51 gives"),
        id="a die used twice",
    ),
    pytest.param(
        file("0-0\n 33: 24/21(2) 13/10(2) | 42: 8/4 6/4"),
        (1, 1, 0, "bad_dice", "the first roll of the game is 33; equal dice are thrown again"),
        id="an opening double",
    ),
    pytest.param(
        file(OPENING + "\n Doubles => 2 | Takes\n 62: 24/18 13/11 | 62: 24/18 13/11\n Doubles => 4 | Takes"),
        (1, 4, 0, "illegal_double", "doubled while the opponent owns the cube"),
        id="redoubled without the cube",
    ),
    pytest.param(
        file(TO_FOUR, "4-0\n 31: 8/5 6/5 | 42: 8/4 6/4\n 62: 24/18 13/11 | Doubles => 2\n Takes | "),
        (2, 2, 1, "illegal_double", "doubled in the Crawford game"),
        id="doubled in the Crawford game",
    ),
    pytest.param(
        file(TO_FOUR, "4-0\n 31: 8/5 6/5 | 42: 8/4 6/4\n Resigns | \n|Wins 1 point", "4-1\n" + OPENING[4:] + "\n Doubles => 2 | Takes"),
        (3, 2, 0, "illegal_double", "doubled although the cube at 1 is already enough to win the match"),
        id="a dead cube",
    ),
    pytest.param(
        file(OPENING + "\n Doubles => 2 | Drops\n Wins 2 points", "2-0\n 31: 8/5 6/5 |"),
        (1, 2, 0, "wrong_points", "written as 2; the cube showed 1 before the double that was passed"),
        id="too much for a pass",
    ),
    pytest.param(
        file(OPENING + "\n Doubles => 2 | Drops\n Wins 1 point", "2-0\n 31: 8/5 6/5 |"),
        (2, 0, None, "wrong_score", "the score before the game is written 2-0; it was 1-0"),
        id="a false score line",
    ),
    pytest.param(
        file(OPENING + "\n | 62: 24/18 13/11"),
        (1, 2, 1, "wrong_player", "62 was rolled out of turn"),
        id="played twice in a row",
    ),
    pytest.param(
        file(OPENING + "\n 62: | 62: 24/18 13/11"),
        (1, 2, 0, "illegal_play", "62: nothing was played, though the roll can be played"),
        id="rolled and did not play",
    ),
    pytest.param(
        file("0-0\n 63: 6/0 3/0 | 42: 8/4 6/4"),
        (1, 1, 0, "illegal_play", "63: 6/off 3/off: there is no checker on the 3-point"),
        id="borne off at once",
    ),
    pytest.param(
        file("0-0\n 31: 20/17 6/5 | 42: 8/4 6/4"),
        (1, 1, 0, "illegal_play", "31: 20/17 6/5: there is no checker on the 20-point"),
        id="a checker that is not there",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("text", "first"), FORGED)
def test_forged(text: str, first: tuple[int, int, int | None, str, str]) -> None:
    found = faults(text)
    assert found[0] == first


def test_the_trailer_may_double_after_the_crawford_game() -> None:
    text = file(
        TO_FOUR,
        "4-0\n 31: 8/5 6/5 | 42: 8/4 6/4\n Resigns | \n|Wins 1 point",
        "4-1\n" + OPENING[4:] + "\n 62: 24/18 13/11 | Doubles => 2\n Takes | 62: 24/18 13/11",
    )
    assert faults(text) == []
    assert [game.crawford for game in judged(text).games] == [False, True]


# Every fault by itself: it alone is found, and the game goes on.


FAULTS = [
    pytest.param(file("0-0\n Doubles => 2 | Takes\n 31: 8/5 6/5 |"), [(1, 1, 0, "illegal_double")], id="doubled first"),
    pytest.param(file(OPENING + "\n | Doubles => 2\n Takes | 62: 24/18 13/11"), [(1, 2, 1, "wrong_player")], id="doubled out of turn"),
    pytest.param(file(OPENING + "\n Doubles => 4 | Takes\n 62: 24/18 13/11 |"), [(1, 2, 0, "wrong_cube_value")], id="to four"),
    pytest.param(file(OPENING + "\n Doubles => 3 | Takes\n 62: 24/18 13/11 | Doubles => 4"), [(1, 2, 0, "wrong_cube_value")], id="to three"),
    pytest.param(file(OPENING + "\n Doubles => 1 | Takes\n 62: 24/18 13/11 | Doubles => 2"), [(1, 2, 0, "wrong_cube_value")], id="to one"),
    pytest.param(
        file(OPENING + "\n Doubles => 2 | Takes\n 62: 24/18 13/11 | Doubles => 4\n Takes | ", length=3),
        [], id="the owner redoubles at 2 needing 3",
    ),
    pytest.param(
        file(OPENING + "\n Doubles => 2 | Takes\n 62: 24/18 13/11 | Doubles => 4\n Takes | ", length=2),
        [(1, 3, 1, "illegal_double")], id="the owner redoubles at 2 needing 2",
    ),
    pytest.param(
        file(OPENING + "\n Doubles => 2 | Takes\n 62: 24/18 13/11 | Doubles => 4\n Takes | ", header='; [CubeLimit "2"]\n'),
        [(1, 3, 1, "illegal_double")], id="past the limit of the cube",
    ),
    pytest.param(file(OPENING + "\n Doubles => 2 | Takes", length=1), [(1, 2, 0, "illegal_double")], id="one point"),
    pytest.param(file(OPENING + "\n Takes | 62: 24/18 13/11\n 62: 24/18 13/11 |"), [(1, 2, 0, "no_double_offered"), (1, 2, 1, "wrong_player")], id="took nothing"),
    pytest.param(file(OPENING + "\n Drops |\n|Wins 1 point"), [(1, 2, 0, "no_double_offered")], id="passed nothing"),
    pytest.param(file(OPENING + "\n Doubles => 2 | 62: 24/18 13/11\n 62: 24/18 13/11 |"), [(1, 2, 1, "double_unanswered")], id="rolled instead of answering"),
    pytest.param(file(OPENING + "\n Doubles => 2 |\n 62: 24/18 13/11 | 62: 24/18 13/11"), [(1, 3, 0, "double_unanswered")], id="did not wait for the answer"),
    pytest.param(file(OPENING + "\n Doubles => 2 |\n Doubles => 4 | Takes"), [(1, 3, 0, "double_unanswered"), (1, 3, 0, "illegal_double")], id="doubled twice"),
    pytest.param(file(OPENING + "\n Doubles => 2 |\n Takes | "), [(1, 3, 0, "wrong_player")], id="took his own double"),
    pytest.param(file(OPENING + "\n Doubles => 2 |\n Drops | \n Wins 1 point"), [(1, 3, 0, "wrong_player")], id="passed his own double"),
    pytest.param(file(OPENING + "\n Doubles => 2 | Beavers => 4\n 62: 24/18 13/11 |"), [(1, 2, 1, "illegal_double")], id="beaver"),
    pytest.param(file(OPENING + "\n Doubles => 2 | \n Beavers => 4 | 62: 24/18 13/11", length=0), [(1, 3, 0, "wrong_player"), (1, 3, 1, "wrong_player")], id="own beaver"),
    pytest.param(file(OPENING + "\n Beavers => 4 | 62: 24/18 13/11", length=0), [(1, 2, 0, "no_double_offered"), (1, 2, 1, "wrong_player")], id="beaver of nothing"),
    pytest.param(file(OPENING + "\n Doubles => 2 | Beavers => 8\n 62: 24/18 13/11 |", length=0), [(1, 2, 1, "wrong_cube_value")], id="false beaver"),
    pytest.param(file("0-0\n 71: 8/1 6/5 | 42: 8/4 6/4"), [(1, 1, 0, "bad_dice")], id="a seven"),
    pytest.param(file("0-0\n 10: 6/5 | 42: 8/4 6/4"), [(1, 1, 0, "bad_dice")], id="a zero"),
    pytest.param(file(OPENING + "\n 11: ???? | 42: 8/4 6/4\n 62: 24/18 13/11 |"), [(1, 2, 0, "illegal_play")], id="unknown play"),
    pytest.param(file(OPENING + "\n 11: Illegal play | 42: 8/4 6/4\n 62: 24/18 13/11 |"), [(1, 2, 0, "illegal_play")], id="illegal by its own account"),
    pytest.param(file(OPENING + "\n 11: Cannot Move |\n|Wins 1 point"), [(1, 2, 0, "illegal_play")], id="could move"),
    pytest.param(file(OPENING + "\n Resigns | 62: 24/18 13/11\n 62: 24/18 13/11 |\n|Wins 1 point"), [(1, 2, 1, "play_after_end")], id="played on after resigning"),
    pytest.param(file(OPENING + "\n Doubles => 2 | Drops\n 62: 24/18 13/11 | 61: 8/2\n Wins 1 point"), [(1, 3, 0, "play_after_end")], id="played on after a pass"),
    pytest.param(file(OPENING + "\n Doubles => 2 | Drops\n Doubles => 2 | Takes\n Wins 1 point"), [(1, 3, 0, "play_after_end")], id="doubled on after a pass"),
    pytest.param(file(OPENING + "\n Doubles => 2 | Drops\n|Wins 1 point"), [(1, 2, 1, "wrong_points")], id="given to the loser"),
    pytest.param(file(OPENING + "\n Doubles => 2 | Drops\n Losses 1 point |\n|Wins 1 point"), [(1, 3, 0, "wrong_points")], id="lost by the winner"),
    pytest.param(file(OPENING + "\n Resigns |\n Wins 1 point"), [(1, 2, 0, "wrong_points")], id="given to the player who resigned"),
    pytest.param(file(OPENING + "\n Resigns |\n|Wins 4 points"), [(1, 2, 1, "wrong_points")], id="resigned for four"),
    pytest.param(file(OPENING + "\n Resigns |\n|Wins 0 points"), [(1, 2, 1, "wrong_points")], id="resigned for nothing"),
    pytest.param(file(OPENING + "\n Resigns |\n|Wins 1 point\n|Wins 2 points"), [(1, 2, 1, "wrong_points")], id="two results"),
    pytest.param(file(OPENING + "\n Doubles => 2 | \n|Wins 4016 point"), [(1, 2, 1, "wrong_points")], id="thousands"),
    pytest.param(file(OPENING, "0-0\n 31: 8/5 6/5 |"), [(1, 0, None, "game_unfinished")], id="a game without an end"),
    pytest.param(file(OPENING, "2-1\n 31: 8/5 6/5 |"), [(1, 0, None, "game_unfinished")], id="and whatever it was worth"),
    pytest.param(file(TO_FOUR, "4-0\n" + OPENING[4:] + "\n | \n Wins 1 point", "5-0\n" + OPENING[4:]), [(3, 0, None, "match_continued_after_end")], id="one game too many"),
    pytest.param(file("5-2\n" + OPENING[4:]), [(1, 0, None, "wrong_score")], id="over before it began"),
    pytest.param(file(OPENING + "\n Resigns | Declines\n 62: 24/18 13/11 |"), [], id="a resignation declined"),
    pytest.param(file(OPENING + "\n Resigns | Declines\n Resigns | Declines\n Losses 2 points | Declines\n Losses 3 points |"), [], id="more offered each time"),
    pytest.param(file(OPENING + "\n Resigns | Declines\n Losses 1 point |"), [(1, 3, 0, "illegal_resignation")], id="the same offered again"),
    pytest.param(file(OPENING + "\n Losses 2 points | Declines\n Losses 2 points |"), [(1, 3, 0, "illegal_resignation")], id="a gammon offered again"),
    pytest.param(file(OPENING + "\n Losses 2 points | Declines\n 62: 24/18 13/11 |\n | Losses 1 point"), [], id="less after a play, by the other"),
    pytest.param(file(OPENING + "\n Losses 2 points | Declines\n 62: 24/18 13/11 | 62: 24/18 13/11\n Losses 1 point |"), [], id="less after a play"),
    pytest.param(file(OPENING + "\n Declines | \n 62: 24/18 13/11 |"), [(1, 2, 0, "illegal_resignation")], id="declined nothing"),
    pytest.param(file(OPENING + "\n Resigns |\n Declines |\n 62: 24/18 13/11 |"), [(1, 3, 0, "wrong_player")], id="declined his own"),
    pytest.param(file(OPENING + "\n Resigns | Takes\n|Wins 1 point"), [], id="a resignation accepted"),
    pytest.param(file(OPENING + "\n Resigns | Takes\n 62: 24/18 13/11 |"), [(1, 3, 0, "play_after_end")], id="played on after accepting"),
    pytest.param(file(OPENING).replace(" Ann", "; Set Pos=x\n Ann"), [(1, 0, None, "position_set")], id="set up"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), FAULTS)
def test_faults(text: str, expected: list[tuple[int, int, int | None, str]]) -> None:
    assert [fault[:4] for fault in faults(text)] == expected


NOTED = [
    pytest.param(file(OPENING), [], id="nothing"),
    pytest.param(file(OPENING, length=4), [(0, 0, "even_length")], id="even"),
    pytest.param(file(OPENING, length=0), [(0, 0, "money_session")], id="money"),
    pytest.param(file(OPENING, header='; [Crawford "Off"]\n'), [(0, 0, "crawford_off")], id="no Crawford game"),
    pytest.param(file(OPENING, header='; [Crawford "Off"]\n', length=1), [], id="no Crawford game anyway"),
    pytest.param(file("2-1\n" + OPENING[4:]), [(1, 0, "score_start")], id="starts later"),
    pytest.param(file(OPENING + "\n Resigns |\n|Wins 1 point"), [(1, 2, "early_concession")], id="early concession"),
    pytest.param(
        file(OPENING + "\n 62: |\n|Wins 1 point"),
        [(1, 2, "resigned_after_roll"), (1, 2, "early_concession")], id="rolled and resigned",
    ),
    pytest.param(
        file(OPENING + "\n 62: ???? |\n|Wins 1 point"),
        [(1, 2, "resigned_after_roll"), (1, 2, "early_concession")], id="unknown and resigned",
    ),
    pytest.param(file(OPENING + "\n 00: ???? |\n Wins 1 point"), [(1, 2, "early_concession")], id="no roll at all"),
    pytest.param(file(OPENING + "\n 62: |"), [(1, 2, "last_roll_unplayed")], id="last roll"),
    pytest.param(file(OPENING + "\n 62: |\n Wins 1 point"), [(1, 2, "early_concession")], id="resigned after the other's roll"),
    pytest.param(file(OPENING + "\n Doubles => 2 |\n Wins 1 point"), [(1, 2, "pass_unwritten")], id="silent pass"),
    pytest.param(file(OPENING + "\n Doubles => 2 | Drops"), [(1, 2, "result_missing")], id="no result"),
    pytest.param(
        file(OPENING + "\n Losses 2 points |"), [(1, 2, "early_concession"), (1, 2, "result_missing")], id="only a loss",
    ),
    pytest.param(
        file(OPENING + "\n Resigns |\n|Wins 1 point and the match"),
        [(1, 2, "early_concession"), (1, 2, "match_conceded")], id="the match conceded",
    ),
    pytest.param(
        file(TO_FOUR, "4-0\n" + OPENING[4:] + "\n Resigns |\n|Wins 5 points and the match", header="; the match was forfeited\n"),
        [(1, 3, "early_concession"), (2, 2, "early_concession"), (2, 2, "match_conceded")], id="the match forfeited",
    ),
    pytest.param(file("0-0\n 31: 8/5* 6/5 |"), [(1, 1, "hit_mark")], id="no hit"),
    pytest.param(
        file(OPENING + "\n Resigns |\n|Wins 1 point", "0-1\n" + OPENING[4:]).replace("Game 2", "Game 7").replace("Ann : 0                        Bea : 1", "Al : 0   Bo : 1"),
        [(1, 2, "early_concession"), (7, 0, "game_number"), (7, 0, "names_changed")], id="another game",
    ),
    pytest.param(file(OPENING) + "  2) 6", [(0, 0, "record_cut")], id="cut in a cell"),
    pytest.param(file(OPENING) + "  2) 62: 24/18 1", [(0, 0, "record_cut")], id="cut in a move"),
    pytest.param(file(OPENING) + "  2) 62: 24/18 13/1", [(1, 2, "record_cut")], id="cut in a number"),
    pytest.param(file(OPENING) + "  2) 62: 24/18", [(1, 2, "record_cut")], id="cut between moves"),
    pytest.param(
        file(CUBE_AT_EIGHT, length=19) + "  6) 62: 18/16 11/5              Doubles => 1", [(1, 6, "record_cut")], id="cut in a double"
    ),
]  # fmt: skip


def test_rows_missing_are_noted_once_a_game() -> None:
    rows = file(
        "0-0\n 31: 8/5 6/5 | 42: 8/4 6/4\n 62: 24/18 13/11 | 62: 24/18 13/11\n Resigns |\n |Wins 1 point"
    )
    assert "row_number" not in [code for _, _, code in notes(rows)]
    assert (1, 4, "row_number") in notes(rows.replace("  2) 62", "  4) 62"))
    assert [code for _, _, code in notes(rows.replace("  1)", " 10)"))].count("row_number") == 1


@pytest.mark.parametrize(("text", "expected"), NOTED)
def test_notes(text: str, expected: list[tuple[int, int, str]]) -> None:
    found = judged(text)
    assert [fault.code for fault in found.violations] == (["wrong_points"] if "forfeited" in text else [])
    assert [(note.game, note.turn, note.code) for note in found.notes] == expected


@pytest.mark.parametrize(
    ("row", "legal"),
    [
        ("62: 24/18", True),
        ("62: 24/18 13/1", True),
        ("62: 24/18 1", True),
        ("62: 24/1", True),
        ("62: 24/17", False),
        ("62: 24/18 13/9", False),
        ("62: 20/18", False),
        ("62: 24/18 13/11 6/5", False),
        ("62:", True),
        ("62: Cannot Move", False),
        (" Doubles => 2", True),
        (" Doubles => 1", False),
        (" Takes", False),
    ],
)
def test_half_a_row(row: str, legal: bool) -> None:
    """A last row that no line end follows may be cut short, but only if it could have gone on to be right."""
    text = file(OPENING) + "  2) " + row
    assert (judged(text).verdict == "legal") == legal
    assert not judged(text).complete
    if row not in ("62:", " Doubles => 2", "62: 24/18 1"):
        assert judged(text + "\n").verdict == "illegal"


def test_a_score_line_cut_short() -> None:
    """The 10 of 0-10 cut to a 1."""
    text = file("0-9" + OPENING[3:] + "\n Resigns |\n|Wins 1 point", length=15)
    verdict = judged(text + "\n Game 2\n Ann : 0      Bea : 1")
    assert (verdict.verdict, verdict.score, verdict.notes[-1].code) == ("legal", (0, 10), "record_cut")
    for line in (" Ann : 0      Bea : 1\n", " Ann : 1      Bea : 1", " Ann : 0      Bea : 2"):
        assert judged(text + "\n Game 2\n" + line).violations[0].code == "wrong_score"


def test_a_cut_does_not_excuse_an_earlier_fault() -> None:
    text = file("0-0\n 31: 8/5 | 42: 8/4 6/4") + "  2) 62: 24/18"
    assert judged(text).violations[0].turn == 1
    won = file(OPENING + "\n Resigns |\n|Wins 4 points").rstrip("\n")
    assert judged(won).verdict == "illegal"


# What the verdict says.


def test_legal_alternatives() -> None:
    """At most twenty, in standard notation, from the back of the board to the front."""
    fault = judged(file("0-0\n 31: 8/5 | 42: 8/4 6/4")).violations[0]
    assert len(fault.legal) == 16
    assert fault.legal[:3] == ("24/23 24/21", "24/23 13/10", "24/23 8/5")
    assert fault.legal[-1] == "6/2"
    assert "8/5 6/5" in fault.legal
    many = judged(file(OPENING + "\n 11: |\n 31: 8/5 6/5 |")).violations[0]
    assert len(many.legal) == 20


def test_the_verdict_as_json() -> None:
    text = file(TO_FOUR, "4-0\n 31: 8/5 | 42: 8/4 6/4")
    verdict = judged(text).as_dict()
    legal = verdict["violations"][0].pop("legal")
    rule = verdict["violations"][0].pop("rule")
    assert len(legal) == 16
    assert rule.startswith("A player plays both dice if that is possible")
    assert rule.endswith("[GNU Backgammon manual, rules of backgammon; JBF international rule 28]")
    assert json.loads(json.dumps(verdict)) == {
        "verdict": "illegal",
        "format": "mat",
        "variant": "backgammon",
        "length": 5,
        "players": ["Ann", "Bea"],
        "complete": False,
        "winner": None,
        "score": [4, 0],
        "games": [
            {"number": 1, "winner": 0, "points": 4, "ending": "resignation", "cube": 2, "crawford": False}
        ],
        "violations": [
            {
                "game": 2,
                "turn": 1,
                "player": 0,
                "code": "illegal_play",
                "message": "31: 8/5 uses only the 3; the 1 can be played too",
            }
        ],
        "notes": [
            {
                "game": 1,
                "turn": 3,
                "code": "early_concession",
                "message": "the game was given up while the sides could still hit each other",
            }
        ],
    }
    assert list(verdict) == [
        *("verdict", "format", "variant", "length", "players", "complete", "winner", "score"),
        *("games", "violations", "notes"),
    ]
    named = judged(text)._replace(file="x.mat").as_dict()
    assert next(iter(named)) == "file"
    unreadable = Verdict("unreadable", file="x", error="line 1: no").as_dict()
    assert unreadable["error"] == {"code": "unreadable", "message": "line 1: no"}
    assert unreadable["players"] is unreadable["score"] is None


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ("Doubles => 2 | Drops\n Wins 1 point", GameVerdict(1, 0, 1, "pass", 1, False)),
        (
            "Doubles => 2 | Takes\n 62: 24/18 13/11 | Doubles => 4\n Drops |\n|Wins 2 points",
            GameVerdict(1, 1, 2, "pass", 2, False),
        ),
        ("Doubles => 2 | Takes\n Resigns |\n|Wins 6 points", GameVerdict(1, 1, 6, "resignation", 2, False)),
        ("Resigns |\n|Wins 3 points", GameVerdict(1, 1, 3, "resignation", 1, False)),
        ("Losses 2 points |", GameVerdict(1, 1, 2, "resignation", 1, False)),
        ("Doubles => 2 | Takes\n Resigns |", GameVerdict(1, 1, 2, "resignation", 2, False)),
        ("Doubles => 2 |\n|Wins 2 points", GameVerdict(1, 1, 2, "resignation", 1, False)),
    ],
)
def test_endings(rows: str, expected: GameVerdict) -> None:
    verdict = judged(file(OPENING + "\n" + rows, length=7))
    assert verdict.violations == ()
    assert verdict.games == (expected,)


def test_a_session_for_money_has_beavers() -> None:
    taken = judged(file(OPENING + "\n Doubles => 2 | Beavers => 4\n 62: 24/18 13/11 |", length=0))
    assert taken.violations == ()
    answered = judged(
        file(OPENING + "\n Doubles => 2 | Beavers => 4\n Takes |\n 62: 24/18 13/11 |", length=0)
    )
    assert answered.violations == ()
    passed = judged(file(OPENING + "\n Doubles => 2 | Beavers => 4\n Drops |\n|Wins 2 points", length=0))
    assert passed.violations == ()
    assert passed.games[0] == GameVerdict(1, 1, 2, "pass", 2, False)
    assert not passed.complete


@pytest.mark.parametrize(
    ("rows", "game"),
    [
        ("Doubles => 2 | Beavers => 4\n Beavers => 8 | Takes\n 62: 24/18 13/11 | Doubles => 16\n Drops |\n |Wins 8 points",
         GameVerdict(1, 1, 8, "pass", 8, False)),
        ("Doubles => 2 | Beavers => 4\n Beavers => 8 | Beavers => 16\n 62: 24/18 13/11 | Doubles => 32\n Drops |\n |Wins 16 points",
         GameVerdict(1, 1, 16, "pass", 16, False)),
        ("Doubles => 2 | Beavers => 4\n Beavers => 8 | Drops\n Wins 4 points", GameVerdict(1, 0, 4, "pass", 4, False)),
    ],
)  # fmt: skip
def test_a_beaver_may_be_beavered(rows: str, game: GameVerdict) -> None:
    """As GNU Backgammon writes it: the cube stays with the player who was doubled."""
    verdict = judged(file(f"{OPENING}\n {rows}", length=0))
    assert (verdict.violations, verdict.games) == ((), (game,))


def test_a_beaver_that_was_played_on_is_not_taken_again() -> None:
    rows = "\n Doubles => 2 | Beavers => 4\n 62: 24/18 13/11 |\n Takes |"
    assert [fault[:4] for fault in faults(file(OPENING + rows, length=0))] == [(1, 4, 0, "no_double_offered")]


def capped(points: int, length: int = 5, before: str = "0-0") -> str:
    """A game given up with the cube at 4."""
    rows = (
        before + OPENING[3:] + "\n Doubles => 2 | Takes\n 62: 24/18 13/11 | Doubles => 4\n Takes | Resigns\n"
    )
    return file(rows + f" Wins {points} points", length=length)


@pytest.mark.parametrize(
    ("text", "raw", "code"),
    [
        pytest.param(capped(8, 7), 8, None, id="as it was worth"),
        pytest.param(capped(7, 7), 8, "points_capped", id="what was needed"),
        pytest.param(capped(2, 7, "5-0"), 9, "points_capped", id="what was needed from there"),
        pytest.param(capped(7, 7, "5-0"), 13, "points_capped", id="the length of the match"),
    ],
)
def test_points_capped_at_what_the_match_needed(text: str, raw: int, code: str | None) -> None:
    verdict = judged(text)
    assert verdict.violations == ()
    assert verdict.score is not None
    assert verdict.score[0] == raw
    assert verdict.winner == 0
    assert (code in {note.code for note in verdict.notes}) == (code is not None)


@pytest.mark.parametrize("text", [capped(3, 7, "3-0"), capped(13, 13), capped(6, 7), capped(1, 7, "5-0")])
def test_other_points_are_wrong(text: str) -> None:
    [fault] = faults(text)
    assert fault[3] == "wrong_points"
    assert fault[4].endswith("; with the cube at 4 it can be 4, 8 or 12")


def test_after_impossible_points_the_next_score_line_is_believed() -> None:
    text = file(OPENING + "\n Resigns |\n|Wins 1004 points", "0-2\n 31: 8/5 6/5 |", "0-3\n 31: 8/5 6/5 |")
    assert [fault[:4] for fault in faults(text)] == [
        (1, 2, 1, "wrong_points"),
        (2, 0, None, "game_unfinished"),
    ]


def test_after_impossible_points_a_score_line_that_ends_the_match_is_not_believed() -> None:
    text = file(OPENING + "\n Resigns |\n|Wins 1004 points", "0-5\n 31: 8/5 6/5 |")
    assert [fault[3] for fault in faults(text)] == ["wrong_points", "wrong_score"]


def test_a_score_that_follows_from_false_points_is_no_new_fault() -> None:
    text = file(OPENING + "\n Doubles => 2 | Drops\n Wins 2 points", "2-0\n 31: 8/5 6/5 |")
    assert [fault[:4] for fault in faults(text)] == [(1, 2, 0, "wrong_points")]
    right = file(OPENING + "\n Doubles => 2 | Drops\n Wins 2 points", "1-0\n 31: 8/5 6/5 |")
    assert [fault[:4] for fault in faults(right)] == [(1, 2, 0, "wrong_points")]
    lost = file(OPENING + "\n Doubles => 2 | Drops\n|Wins 1 point", "0-1\n 31: 8/5 6/5 |")
    assert [fault[:4] for fault in faults(lost)] == [(1, 2, 1, "wrong_points")]


def test_a_false_score_line_is_listed_once() -> None:
    """What the record carries on from its own false line is no new fault; another false line is."""
    lost = OPENING[3:] + "\n Resigns |\n|Wins 1 point"
    text = file("0-0" + lost, "0-2" + lost, "0-3" + lost, "1-4" + OPENING[3:], length=9)
    assert [fault[:4] for fault in faults(text)] == [(2, 0, None, "wrong_score"), (4, 0, None, "wrong_score")]
    assert judged(text).score == (0, 3)


def test_an_illegal_double_that_is_not_answered_is_annulled() -> None:
    text = file(TO_FOUR, "4-0" + OPENING[3:] + "\n Doubles => 2 |\n 62: 24/18 13/11 | Resigns\n Wins 1 point")
    verdict = judged(text)
    assert [fault.code for fault in verdict.violations] == ["illegal_double"]
    assert verdict.games[1].cube == 1
    assert judged(file("0-0\n Doubles => 2 |\n 31: 8/5 6/5 | 42: 8/4 6/4")).violations[1:] == ()


def test_a_partial_record_and_the_crawford_game() -> None:
    """At 4-0 it is the next game, at 4-4 it is over; at 4-2 a double shows that it is over."""
    doubled = OPENING[3:] + "\n 62: 24/18 13/11 | Doubles => 2\n Takes | 62: 24/18 13/11"
    assert [fault[3] for fault in faults(file("4-0" + doubled))] == ["illegal_double"]
    assert faults(file("4-2" + doubled)) == []
    assert [fault[4] for fault in faults(file("4-4" + doubled))] == [
        "doubled although the cube at 1 is already enough to win the match"
    ]
    lost = OPENING[3:] + "\n Resigns |\n|Wins 1 point"
    assert [game.crawford for game in judged(file("4-2" + lost)).games] == [True]
    assert [game.crawford for game in judged(file("4-4" + lost)).games] == [False]


def test_without_the_crawford_rule() -> None:
    doubled = "4-0" + OPENING[3:] + "\n 62: 24/18 13/11 | Doubles => 2\n Takes | 62: 24/18 13/11"
    assert faults(file(TO_FOUR, doubled, header='; [Crawford "Off"]\n')) == []


def test_after_a_fault_the_board_cannot_survive_the_rest_is_still_judged() -> None:
    """Turns, cube and points are judged on; the plays are not."""
    text = file(
        "0-0\n 31: 20/17 6/5 | 42: 8/4 6/4\n Doubles => 2 | Takes\n 62: 2/1 | \n | Doubles => 4\n Takes | 31: 22/21\n Resigns |\n|Wins 7 points"
    )
    assert [fault[:4] for fault in faults(text)] == [(1, 1, 0, "illegal_play"), (1, 6, 1, "wrong_points")]
    assert "game_not_replayed" in {note.code for note in judged(text).notes}


def test_faults_beyond_the_limit_are_counted() -> None:
    rows = "\n".join(" 31: 20/17 | 31: 20/17" for _ in range(3))
    games = [f"0-0\n{rows}" for _ in range(120)]
    verdict = judged(file(*games))
    assert len(verdict.violations) == MOST_VIOLATIONS
    assert verdict.notes[-1].code == "violations_cut"
    assert verdict.notes[-1].message == "139 more faults are not listed"


def test_notes_are_limited() -> None:
    record = MatchRecord("mat", "backgammon", 5, ("A", "B"))
    record.games = [GameRecord(3 * number, (0, 0)) for number in range(500)]
    assert len(adjudicate(record).notes) == MOST_NOTES


def test_records_made_by_hand_may_be_anything() -> None:
    empty = MatchRecord("mat", "backgammon", 5, ("A", "B"))
    assert adjudicate(empty).verdict == "legal"
    assert adjudicate(replace(empty, open_end=True)).score == (0, 0)
    odd = replace(empty, games=[GameRecord(1, (0, 0), [Entry(1, 0, Rolled((9, 9)))])])
    assert adjudicate(odd).violations[0].code == "bad_dice"


@pytest.mark.parametrize("name", ["02p_0005", "05p_d005", "06p_0000", "11p_0005", "21p_0007", "25p_0004"])
def test_games_played_to_their_end(name: str) -> None:
    """Real games with their end changed: no result, the other winner, the last roll left out."""
    text = (DATA / f"gnubg/std_{name}.mat").read_text()
    lines = text.splitlines()
    last = max(index for index, line in enumerate(lines) if "Wins" in line)
    without = "\n".join(lines[:last]) + "\n"
    assert judged(without).complete
    assert "result_missing" in {note.code for note in judged(without).notes}
    side = lines[last].index("Wins") > 20
    swapped = [*lines[:last], " " * (6 if side else 34) + lines[last].strip()]
    assert judged("\n".join(swapped) + "\n").violations[-1].code == "wrong_points"
    row = lines[last - 1].rstrip()
    cell = row.rindex(":") + 1
    if row[cell:].strip():
        unplayed = judged("\n".join([*lines[: last - 1], row[:cell], lines[last]]) + "\n")
        assert unplayed.verdict == "legal"
        assert unplayed.games == adjudicate(read(text.encode())).games
        assert "last_roll_unplayed" in {note.code for note in unplayed.notes}


TINY = Variant(code="tiny", name="Tiny", tags=(), points={4: 1, 1: 1})


@pytest.mark.parametrize(
    ("dice", "ending", "note"),
    [
        ((4, 1), "single", "last_roll_unplayed"),
        ((6, 5), "single", "last_roll_unplayed"),
        ((2, 1), "resignation", None),
        ((0, 0), "resignation", None),
    ],
)
def test_a_last_roll_left_unplayed(dice: tuple[int, int], ending: str, note: str | None) -> None:
    """It ends the game if it can: 41 bears off from 4 and 1, though 4/3/off would be legal as well; 21 does not."""
    game = GameRecord(1, (0, 0), [Entry(1, 1, Rolled((2, 1), (Hop(4, 2), Hop(1, 0))))])
    game.entries.append(Entry(2, 0, Rolled(dice, (), Written.UNKNOWN)))
    game.entries.append(Entry(2, 0, Won(1)))
    sheet = Sheet()
    result = replay(game, Score(1), MatchRecord("mat", "tiny", 1, ("A", "B")), TINY, sheet, True)
    assert result is not None
    assert (result.winner, result.points, result.ending) == (0, 1, ending)
    assert [found.code for found in sheet.notes] == [note] * (note is not None)
    assert sheet.violations == []


def test_a_win_without_a_column_after_a_double_is_the_doublers() -> None:
    text = file(OPENING + "\n 62: 24/18 13/11 | Doubles => 2") + "   Wins 1 point\n"
    verdict = judged(text)
    assert verdict.games == (GameVerdict(1, 1, 1, "pass", 1, False),)
    assert "pass_unwritten" in {note.code for note in verdict.notes}


@pytest.mark.parametrize(
    ("row", "winner"), [("Resigns |", 1), ("62: 24/18 13/11 | Resigns", 0), ("62: 24/18 13/11 |", 0)]
)
def test_a_win_without_a_column_is_the_other_sides_after_a_resignation(row: str, winner: int) -> None:
    """With no resignation either, the left column is believed."""
    verdict = judged(file(OPENING + "\n " + row) + "   Wins 2 points\n")
    assert verdict.games == (GameVerdict(1, winner, 2, "resignation", 1, False),)
    assert verdict.violations == ()


def test_a_board_is_lost_once() -> None:
    text = file("0-0\n 71: 8/1 6/5 | 42: 8/4 6/4").replace(" Ann", "; Set Pos=x\n Ann")
    assert [note.code for note in judged(text).notes] == ["game_not_replayed"]
    assert [fault.code for fault in judged(text).violations] == ["position_set", "bad_dice"]


def test_jacoby() -> None:
    """Backgammon Galaxy's sessions, written as 16-point matches, count an undoubled gammon once."""
    text = (DATA / "gnubg/std_05p_d005.mat").read_text()
    assert text.endswith("Wins 2 points\n\n")
    session = '; [Site "BackgammonGalaxy"]\n' + text.replace(" 5 point match", "16 point match")
    once = session[:-15] + "Wins 1 point\n\n"
    assert "jacoby_points" in {note.code for note in judged(once).notes}
    assert "jacoby_points" not in {note.code for note in judged(session).notes}
    assert judged(once).verdict == judged(session).verdict == "legal"
    (before, after) = judged(once).score, judged(session).score
    assert before is not None
    assert after is not None
    assert sum(after) - sum(before) == 1
    assert judged(once.replace("16 point", "15 point")).violations[0].message == (
        "written as 1; a gammon with the cube at 1 is worth 2"
    )


def test_every_rule_can_be_broken() -> None:
    """Each rule of the rulebook is broken by a case of the tables, here or among the plays."""
    texts = [str(case.values[0]) for case in FORGED + FAULTS]
    texts += [(DATA / "mutated" / str(case["file"])).read_text() for case in EXPECTED]
    broken = {fault.rule for text in texts for fault in judged(text).violations}
    plays = {case[3] for case in ILLEGAL if case[3]}
    assert {name for name, rule in RULES.items() if str(rule) in broken} | plays | VARIANT_RULES == set(RULES)


def test_every_note_can_be_made() -> None:
    codes = {note.code for case in NOTED + FAULTS for note in judged(str(case.values[0])).notes}
    elsewhere = {"points_capped", "jacoby_points", "last_checker_short", "row_number", "violations_cut"}
    assert codes | elsewhere == set(NOTES)


def test_the_rulebook() -> None:
    """Every rule names its source; the codes of the contract are there."""
    assert all(rule.text.endswith(".") and rule.source for rule in RULES.values())
    assert {
        *(
            "illegal_play",
            "wrong_player",
            "bad_dice",
            "illegal_double",
            "no_double_offered",
            "double_unanswered",
        ),
        *("wrong_cube_value", "wrong_points", "wrong_score", "play_after_end", "game_unfinished"),
        "match_continued_after_end",
    } <= VIOLATION_CODES
    assert not set(NOTES) & VIOLATION_CODES
