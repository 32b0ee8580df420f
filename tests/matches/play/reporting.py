"""What is reported of a match: scores, games, a transcript."""

from datetime import timedelta

from matches.play import services
from matches.play.selectors import match_games
from tests.conftest import DATA, NOON

TRANSCRIPT = (DATA / "clubnight" / "std_05p_0040.mat").read_bytes()
TO_FIVE = [
    {"winner": 0, "cube": 2, "ending": "gammon"},
    {"winner": 1, "points": 1},
    {"winner": 1, "points": 2, "cube": 2, "ending": "resignation"},
    {"winner": 0, "points": 2, "cube": 2, "ending": "single"},
]


def record_games(match, *games, side=0, actor=None, start=1):
    for number, game in enumerate(games, start):
        services.game_record(
            match_id=match.pk, actor=actor or match.players[side].user, number=number, **game
        )
    match.refresh_from_db()
    return match_games(match.pk)


def taken_back(match, number, side=0):
    return services.game_take_back(match_id=match.pk, actor=match.players[side].user, number=number)


def score(match, side, points, **rest):
    return services.report_submit(match_id=match.pk, actor=match.players[side].user, score=points, **rest)


def finalise(match, points, minute):
    """Both sides report the same at a given minute."""
    now = NOON + timedelta(minutes=minute)
    for side in (0, 1):
        report = score(match, side, points, now=now)
        services.report_verify(report_id=report.pk, now=now)
    match.refresh_from_db()
