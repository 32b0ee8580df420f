"""A match moment by moment: the boards are the referee's, and what he finds stands where it was done."""

from dataclasses import replace

import pytest

import engine
from engine.drawing import diagram_of_moment, diagram_of_standing
from engine.drawing.diagram import End
from engine.moments import action_text
from engine.position import BAR, Position, count_pips
from engine.record import Doubled, Resigned, Rolled, Took
from tests.conftest import DATA

FILES = sorted((DATA / "engine").glob("*/*.mat")) + sorted((DATA / "clubnight").glob("*.mat"))


def moments_of_file(path):
    return engine.match_moments(engine.read(path.read_bytes()))


SHORT = b""" 5 point match

 Game 1
 Ann : 0                      Bob : 0
  1) 31: 8/5 6/5                42: 8/4 6/4
  2)  Doubles => 2               Takes
  3) 65: 24/13                  55:
  4) 21: 13/11 6/5              66: 24/18(2) 13/7(2)
"""


def test_there_are_files():
    assert len(FILES) > 100


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_replay_is_what_the_referee_saw(path):
    record = engine.read(path.read_bytes())
    match, verdict = engine.match_moments(record), engine.adjudicate(record)
    assert match.verdict == verdict
    assert [game.result for game in match.games if game.result] == list(verdict.games)
    placed = [fault for game in match.games for moment in game.moments for fault in moment.faults]
    of_games = [fault for game in match.games for fault in game.faults]
    assert sorted(map(repr, placed + of_games)) == sorted(map(repr, verdict.violations))
    for game, written in zip(match.games, record.games, strict=False):
        assert (game.number, game.moments[-1].action) == (written.number, None)
        for moment in game.moments:
            for fault in moment.faults:
                assert (fault.turn, fault.player) == (moment.turn, moment.player) or moment.action is None


@pytest.mark.parametrize("path", FILES[::3], ids=lambda path: path.stem)
def test_boards_follow_from_each_other(path):
    """Pips fall by what was moved, and rise by what was hit; nobody loses a checker."""
    match = moments_of_file(path)
    for game in match.games:
        for before, after in zip(game.moments, game.moments[1:], strict=False):
            if before.boards is None or after.boards is None:
                continue
            assert [sum(side[: BAR + 1]) for side in after.boards] == [
                sum(side[: BAR + 1]) for side in before.boards
            ]
            if not isinstance(before.action, Rolled):
                assert after.boards == before.boards
            elif not before.faults:
                moved = sum(hop.start - max(hop.end, 0) for hop in before.action.hops)
                own = before.player
                assert count_pips(before.boards[own]) - count_pips(after.boards[own]) == moved


def test_each_moment_is_of_the_action_that_comes():
    game = engine.match_moments(engine.read(SHORT)).games[0]
    assert [moment.text for moment in game.moments] == [
        "31: 8/5 6/5", "42: 8/4 6/4", "doubles to 2", "takes", "65: 24/13", "55: no play",
        "21: 13/11 6/5", "66: 24/18 24/18 13/7 13/7", "",
    ]  # fmt: skip
    double, take, play = game.moments[2:5]
    assert isinstance(double.action, Doubled)
    assert (double.cube, double.owner, double.offered, double.on_roll) == (1, None, None, 0)
    assert isinstance(take.action, Took)
    assert (take.cube, take.offered, take.offered_by, take.player) == (1, 2, 0, 1)
    assert (play.cube, play.owner, play.offered) == (2, 1, None)
    assert [moment.player for moment in game.moments] == [0, 1, 0, 1, 0, 1, 0, 1, None]


def test_who_cannot_move_is_said_to():
    said = 0
    for path in FILES[::3]:
        match = moments_of_file(path)
        if match.verdict.violations:
            continue
        for moment in (moment for game in match.games for moment in game.moments[:-2]):
            if isinstance(moment.action, Rolled):
                own, opponent = moment.boards[moment.player], moment.boards[1 - moment.player]
                dice = max(moment.action.dice), min(moment.action.dice)
                may_move = bool(match.variant.legal_plays(Position(own, opponent), dice))
                assert moment.text.endswith(": cannot move") is not may_move
                said += not may_move
    assert said > 50


def test_an_objection_stands_at_its_play():
    wrong = SHORT.replace(b"42: 8/4 6/4", b"42: 8/4 6/3")
    match = engine.match_moments(engine.read(wrong))
    objected = [moment for moment in match.games[0].moments if moment.faults]
    assert objected[0].text == "42: 8/4 6/3"
    assert objected[0].faults[0] == match.verdict.violations[0]
    assert "8/4 6/4" in objected[0].faults[0].legal


def test_drawn_from_either_side():
    match = engine.match_moments(engine.read(SHORT))
    game = match.games[0]
    double, take = game.moments[2:4]
    below, above = (diagram_of_moment(match, game, take, bottom) for bottom in (0, 1))
    assert below is not None
    assert above is not None
    assert (below.offered, below.offered_by, above.offered_by) == (2, End.BOTTOM, End.TOP)
    assert below.position == above.position.with_sides_swapped()
    assert diagram_of_moment(match, game, double).offered == 2
    first = diagram_of_moment(match, game, game.moments[0])
    assert (first.dice, first.play, first.on_roll) == ((3, 1), ((8, 5), (6, 5)), End.BOTTOM)
    other = diagram_of_moment(match, game, game.moments[0], play=((24, 21), (6, 5)))
    assert other.play == ((24, 21), (6, 5))


def test_a_play_is_drawn_as_far_as_there_are_checkers():
    wrong = SHORT.replace(b"31: 8/5 6/5", b"31: 8/5 7/6")
    match = engine.match_moments(engine.read(wrong))
    assert diagram_of_moment(match, match.games[0], match.games[0].moments[0]).play == ((8, 5),)


def test_a_standing_is_drawn_as_the_moment_it_is_left_at():
    record = engine.read(SHORT[: SHORT.index(b"  4)")])
    match, standing = engine.match_moments(record), engine.match_standing(record)
    left = match.games[0].moments[-1]
    for bottom in (0, 1):
        drawn = diagram_of_standing(standing.as_dict(), bottom)
        again = diagram_of_moment(match, match.games[0], left, bottom)
        assert replace(drawn, on_roll=None, dice=()) == replace(again, on_roll=None, dice=())
    waiting = engine.match_standing(engine.read(SHORT[: SHORT.index(b"  Takes")] + b"\n"))
    drawn = diagram_of_standing(waiting.as_dict())
    assert (drawn.offered, drawn.offered_by) == (2, End.BOTTOM)


def test_every_action_is_said():
    match = moments_of_file(DATA / "clubnight" / "std_05p_0000.mat")
    assert all(moment.text for game in match.games for moment in game.moments if moment.action)
    assert action_text(Doubled(4)) == "doubles to 4"


def test_who_resigns_puts_up_a_flag():
    given_up = SHORT[: SHORT.index(b"  4)")] + b"  4)  Resigns                     Wins 2 points\n"
    match = engine.match_moments(engine.read(given_up))
    resigned = [moment for moment in match.games[0].moments if isinstance(moment.action, Resigned)]
    for moment in resigned:
        drawn = diagram_of_moment(match, match.games[0], moment._replace(action=Resigned(4)))
        assert (drawn.resigned, drawn.resigned_by) == (2, End.BOTTOM)
        assert diagram_of_moment(match, match.games[0], moment._replace(action=Resigned(5))).resigned is None
    assert resigned
