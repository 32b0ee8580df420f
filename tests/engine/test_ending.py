# ruff: noqa: E501 - the tables read better with a case to a line
"""How games end, what they are worth, and the score that follows."""

import pytest

from engine import GameVerdict, adjudicate, match_standing, read
from engine.options import Options
from engine.record import GameRecord, Hop, MatchRecord, RecordedAction, Rolled, Won, Written
from engine.referee_log import RefereeLog
from engine.replay import replay_game
from engine.score import Score
from engine.terms import terms_for_record
from engine.variants import Variant
from engine.words import Text

from .records import DATA, OPENING, faults, file, judged


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


@pytest.mark.parametrize("text", [capped(3, 7, "3-0"), capped(13, 15), capped(6, 7), capped(1, 7, "5-0")])
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


@pytest.mark.parametrize("line", ["0-2", "2-0"])
def test_whoever_resigned_has_lost_whatever_is_written(line: str) -> None:
    """The score goes on from that; a record that goes on from its own false result has made its fault."""
    text = file(OPENING + "\n Resigns |\n Wins 2 points", line + OPENING[3:])
    assert [fault[:4] for fault in faults(text)] == [(1, 2, 0, "wrong_points")]
    assert judged(text).score == (0, 2)
    assert judged(text).games == (GameVerdict(1, 1, 2, "resignation", 1, False),)


def test_a_false_score_line_is_listed_once() -> None:
    """What the record carries on from its own false line is no new fault; another false line is."""
    lost = OPENING[3:] + "\n Resigns |\n|Wins 1 point"
    text = file("0-0" + lost, "0-2" + lost, "0-3" + lost, "1-4" + OPENING[3:], length=9)
    assert [fault[:4] for fault in faults(text)] == [(2, 0, None, "wrong_score"), (4, 0, None, "wrong_score")]
    assert judged(text).score == (0, 3)


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


TINY = Variant(code="tiny", name=Text("Tiny"), description=Text("On trial."), tags=(), points={4: 1, 1: 1})


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
    game = GameRecord(1, (0, 0), [RecordedAction(1, 1, Rolled((2, 1), (Hop(4, 2), Hop(1, 0))))])
    game.entries.append(RecordedAction(2, 0, Rolled(dice, (), Written.UNKNOWN)))
    game.entries.append(RecordedAction(2, 0, Won(1)))
    referee_log = RefereeLog()
    rules = terms_for_record(MatchRecord("mat", "tiny", 1, ("A", "B")), TINY, Options())
    result = replay_game(game, Score(1), rules, referee_log, is_last=True).result
    assert result is not None
    assert (result.winner, result.points, result.ending) == (0, 1, ending)
    assert [found.code for found in referee_log.notes] == [note] * (note is not None)
    assert referee_log.violations == []


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


RESIGNED = OPENING + "\n Resigns |\n|Wins {} points"
SIX_TO_GO = "\n 62: 24/18 13/11 | Doubles => 2\n Takes | 62: 24/18 13/11"


@pytest.mark.parametrize(
    ("rows", "length", "start", "points", "fault"),
    [
        pytest.param(RESIGNED.format(5), 5, "0-0", 5, None, id="all there are"),
        pytest.param(OPENING + "\n 62: |\n|Wins 5 points", 5, "0-0", 5, None, id="nothing said but the points"),
        pytest.param(OPENING + "\n|Wins 5 points and the match", 5, "0-0", 5, None, id="and the match"),
        pytest.param(OPENING + "\n Losses 5 points |", 5, "0-0", 5, None, id="only the loss"),
        pytest.param(RESIGNED.format(4), 5, "0-1", 4, None, id="those that are missing"),
        pytest.param(RESIGNED.format(5), 5, "0-1", 4, None, id="the length"),
        pytest.param(OPENING + SIX_TO_GO + "\n Resigns |\n|Wins 7 points", 7, "0-0", 7, None, id="with the cube at 2"),
        pytest.param(RESIGNED.format(3), 5, "0-2", 3, None, id="a backgammon wins it: an ordinary resignation"),
        pytest.param(RESIGNED.format(4), 5, "0-0", None, "wrong_points", id="too few for the match"),
        pytest.param(RESIGNED.format(6), 5, "0-0", None, "wrong_points", id="too many for it"),
        pytest.param(RESIGNED.format(4016), 5, "0-0", None, "wrong_points", id="far too many"),
        pytest.param(RESIGNED.format(5), 0, "0-0", None, "wrong_points", id="a session has no end"),
        pytest.param(OPENING + "\n Resigns |\n Wins 5 points", 5, "0-0", None, "wrong_points", id="won by who resigned"),
        pytest.param(OPENING + "\n Doubles => 2 | Drops\n Wins 5 points", 5, "0-0", None, "wrong_points", id="after a pass"),
        pytest.param(OPENING + "\n Doubles => 2 |\n Wins 5 points", 5, "0-0", None, "wrong_points", id="a silent pass"),
    ],
)  # fmt: skip
def test_a_match_given_up_with_a_game(
    rows: str, length: int, start: str, points: int | None, fault: str | None
) -> None:
    """The winner gets what was missing. What neither fits the game nor ends the match is a fault."""
    text = file(rows.replace("0-0", start, 1), length=length)
    verdict = judged(text)
    assert {violation.code for violation in verdict.violations} == ({fault} if fault else set())
    conceded = "match_conceded" in {note.code for note in verdict.notes}
    if points is None:
        assert (conceded, verdict.complete) == (False, False)
        return
    assert (verdict.complete, verdict.winner) == (True, 1)
    assert verdict.score == (0, length)
    assert verdict.games[-1][1:4] == (1, points, "resignation")
    assert conceded == (points > 3)
    by_the_event = adjudicate(read(text.encode()), Options(match_concession="fault"))
    assert [found.code for found in by_the_event.violations] == (["wrong_points"] if conceded else [])
    assert match_standing(read(text.encode())) is None


def test_a_game_that_is_over_does_not_give_up_the_match() -> None:
    """Nor does anything follow where the match was given up."""
    text = (DATA / "gnubg/std_05p_d005.mat").read_text()
    games = text[:-15] + "Wins 5 points\n\n"
    assert judged(games).violations[0].code == "wrong_points"
    more = file(RESIGNED.format(5), "0-5\n" + OPENING[4:])
    assert [fault.code for fault in judged(more).violations] == ["match_continued_after_end"]


def test_a_match_given_up_in_a_variant_whose_games_count_less() -> None:
    """In Fevga a game is worth two points at most: three are the match."""
    rows = "0-0\n| 31: 24/21 21/20\n Resigns |\n|Wins 3 points"
    verdict = judged(file(rows, length=3, header='; [Variation "Fevga"]\n'))
    assert (verdict.violations, verdict.score, verdict.winner) == ((), (0, 3), 1)


def test_jacoby_by_the_score() -> None:
    """GNU Backgammon writes an undoubled gammon of a session as two points and adds one to the score."""
    games = (
        "0 point match\n Game 1\n Ann : 0          Bea : 0\n"
        "  1)                             41: 24/20 20/19\n  2) 53: 24/19 19/16             54: 19/14 14/10\n"
        "  3) 61: 16/10 10/9              43: 10/6 6/3\n  4) 64: 9/3 3/0\n      Wins 2 points\n\n"
        " Game 2\n Ann : 1          Bea : 0\n  1)                             63: 24/18 18/15\n"
    )
    session = '; [Variation "HyperGammon (1)"]\n' + games
    verdict = judged(session)
    assert (verdict.verdict, verdict.score, verdict.games[0].points) == ("legal", (1, 0), 1)
    assert (verdict.notes[0].game, verdict.notes[0].turn, verdict.notes[0].code) == (1, 4, "jacoby_points")
    for score in ("2", "3", "0"):
        other = judged(session.replace("Ann : 1", f"Ann : {score}"))
        assert (other.verdict, other.score) == ("legal" if score == "2" else "illegal", (2, 0))
    for other in (
        '; [Jacoby "Off"]\n' + session,
        session.replace("0 point", "5 point"),
        session.replace("  2) 53", "  2)  Doubles => 2                Takes\n  2) 53").replace(
            "Wins 2", "Wins 4"
        ),
    ):
        assert judged(other).violations[0].code == "wrong_score"


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
