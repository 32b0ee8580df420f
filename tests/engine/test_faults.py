# ruff: noqa: E501 - the tables read better with a case to a line
"""Every rule broken by itself, every note made by itself, and how a game goes on after a fault."""

from dataclasses import replace

import pytest

from engine import NOTES, RULES, VIOLATION_CODES, adjudicate
from engine.position import BAR, make_side
from engine.record import Action, Doubled, GameRecord, Hop, MatchRecord, RecordedAction, Rolled, SetUp
from engine.referee_log import MOST_NOTES, MOST_VIOLATIONS

from .planted import planted_files
from .records import CUBE_AT_EIGHT, OPENING, TO_FOUR, faults, file, judged, notes
from .test_claims import ILLEGAL
from .test_variants import VARIANT_RULES

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
    pytest.param(
        file(OPENING + "\n Doubles => 2 | Beavers => 4\n Takes | ", length=0, header='; [CubeLimit "2"]\n'),
        [(1, 2, 1, "illegal_double")], id="a beaver past the limit of the cube",
    ),
    pytest.param(
        file(OPENING + "\n Doubles => 2 | Beavers => 4\n Takes | ", length=0, header='; [CubeLimit "4"]\n'),
        [], id="a beaver up to the limit of the cube",
    ),
    pytest.param(file(OPENING + "\n Doubles => 2 | Takes", length=1), [(1, 2, 0, "illegal_double")], id="one point"),
    pytest.param(file(OPENING + "\n Takes | 62: 24/18 13/11\n 62: 24/18 13/11 |"), [(1, 2, 0, "no_double_offered"), (1, 2, 1, "wrong_player")], id="took nothing"),
    pytest.param(file(OPENING + "\n Drops |\n|Wins 1 point"), [(1, 2, 0, "no_double_offered")], id="passed nothing"),
    pytest.param(file(OPENING + "\n Drops |\n 62: 24/18 13/11 | 62: 24/18 13/11\n Resigns |\n|Wins 2 points"), [(1, 2, 0, "no_double_offered")], id="passed nothing and played on"),
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
    pytest.param(file(OPENING + "\n 62: |\n|Wins 1 point\n 62: 24/18 13/11 |\n|Wins 1 point"), [(1, 3, 0, "play_after_end")], id="played on after giving up a roll"),
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
    pytest.param(file(OPENING + "\n Losses 2 points | Declines\n Losses 1 point | Declines\n Losses 2 points |"), [(1, 3, 0, "illegal_resignation"), (1, 4, 0, "illegal_resignation")], id="less, then the same again"),
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
    assert found.violations == ()
    assert [(note.game, note.turn, note.code) for note in found.notes] == expected


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
    assert verdict.notes[-1].message == "119 more faults are not listed"


def test_notes_are_limited() -> None:
    record = MatchRecord("mat", "backgammon", 5, ("A", "B"))
    record.games = [GameRecord(3 * number, (0, 0)) for number in range(500)]
    assert len(adjudicate(record).notes) == MOST_NOTES


def test_records_made_by_hand_may_be_anything() -> None:
    empty = MatchRecord("mat", "backgammon", 5, ("A", "B"))
    assert adjudicate(empty).verdict == "legal"
    assert adjudicate(replace(empty, open_end=True)).score == (0, 0)
    odd = replace(empty, games=[GameRecord(1, (0, 0), [RecordedAction(1, 0, Rolled((9, 9)))])])
    assert adjudicate(odd).violations[0].code == "bad_dice"


@pytest.mark.parametrize(
    ("closed", "action", "codes"),
    [
        pytest.param(6, Rolled((3, 1), (Hop(13, 10), Hop(10, 9))), ["position_set"], id="rolls again"),
        pytest.param(6, Doubled(2), ["position_set"], id="doubles"),
        pytest.param(5, Rolled((3, 1), (Hop(13, 10), Hop(10, 9))), ["position_set", "wrong_player"], id="a point is open"),
        pytest.param(5, Doubled(2), ["position_set", "wrong_player"], id="and doubles"),
    ],
)  # fmt: skip
def test_a_player_closed_out_need_not_roll(closed: int, action: Action, codes: list[str]) -> None:
    """Side 0 is on the bar and on roll; side 1 goes on without him, which only a closed board lets him."""
    board = make_side(15, {BAR: 1, 6: 14}), make_side(15, {13: 3, **dict.fromkeys(range(1, closed + 1), 2)})
    game = GameRecord(
        1, (0, 0), [RecordedAction(1, 0, SetUp(board, on_roll=0)), RecordedAction(1, 1, action)]
    )
    verdict = adjudicate(MatchRecord("sgf", "backgammon", 5, ("A", "B"), [game]))
    assert [fault.code for fault in verdict.violations] == codes


def test_with_the_checkers_lost_nobody_is_closed_out() -> None:
    board = make_side(15, {BAR: 1, 6: 14}), make_side(15, {13: 3, **dict.fromkeys(range(1, 7), 2)})
    lost, again = Rolled((3, 1), (Hop(20, 17), Hop(13, 12))), Rolled((3, 1), (Hop(13, 10), Hop(10, 9)))
    entries = [
        RecordedAction(1, 1, SetUp(board, on_roll=1)),
        RecordedAction(1, 1, lost),
        RecordedAction(2, 1, again),
    ]
    verdict = adjudicate(MatchRecord("sgf", "backgammon", 5, ("A", "B"), [GameRecord(1, (0, 0), entries)]))
    assert [fault.code for fault in verdict.violations] == ["position_set", "illegal_play", "wrong_player"]


def test_a_pass_of_nothing_ends_a_game_that_ends_there() -> None:
    [game] = judged(file(OPENING + "\n Drops |\n|Wins 1 point")).games
    assert (game.winner, game.points, game.ending) == (1, 1, "pass")


def test_a_board_is_lost_once() -> None:
    text = file("0-0\n 71: 8/1 6/5 | 42: 8/4 6/4").replace(" Ann", "; Set Pos=x\n Ann")
    assert [note.code for note in judged(text).notes] == ["game_not_replayed"]
    assert [fault.code for fault in judged(text).violations] == ["position_set", "bad_dice"]


def test_every_rule_can_be_broken() -> None:
    """Each rule of the rulebook is broken by a case of the tables, here or among the plays."""
    texts = [str(case.values[0]) for case in FORGED + FAULTS]
    texts += [content.decode() for content in planted_files().values()]
    broken = {fault.rule for text in texts for fault in judged(text).violations}
    plays = {case[3] for case in ILLEGAL if case[3]}
    options = {"no_raccoon", "holland", "cube_begins", "points_of_jacoby"}  # test_options.py
    found = {name for name, rule in RULES.items() if str(rule) in broken}
    assert found | plays | options | VARIANT_RULES == set(RULES)


def test_every_note_can_be_made() -> None:
    codes = {note.code for case in NOTED + FAULTS for note in judged(str(case.values[0])).notes}
    elsewhere = {"points_capped", "jacoby_points", "last_checker_short", "row_number", "violations_cut"}
    elsewhere |= {"variant_guessed"}  # test_transcripts.py
    options = {"play_stands", "double_annulled", "automatic_double", "crawford_claimed"}  # test_options.py
    assert codes | elsewhere | options == set(NOTES)


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
