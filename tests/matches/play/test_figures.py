"""Words and figures of the pages."""

import pytest
from django.utils import translation

import engine
from matches.base.tags import known_text
from matches.base.translation import code_word, word_tables
from matches.play.models import Match, Report, Result, Ruling
from matches.play.pages.figures import match_games, match_points
from matches.play.rules.results import ResultKind
from matches.ratings.pages.tags import signed_rating_change
from tournaments.events.models import Tournament
from tournaments.formats.seeding.order import Seeding


def test_every_code_has_a_word():
    assert word_tables()["violation"].keys() == engine.VIOLATION_CODES | {engine.games.UNCLEAR}
    assert word_tables()["note"].keys() == engine.NOTES.keys()
    assert word_tables()["match_state"].keys() == set(Match.State)
    assert word_tables()["tournament_state"].keys() == set(Tournament.State)
    assert word_tables()["kind"].keys() == set(Report.Kind)
    assert word_tables()["grounds"].keys() == set(Result.Basis)
    assert word_tables()["result_kind"].keys() == set(ResultKind)
    assert word_tables()["ruling_grounds"].keys() == set(Ruling.Grounds)
    assert word_tables()["role"].keys() == set(Report.Role)
    assert word_tables()["seeding"].keys() == set(Seeding)


@pytest.mark.parametrize(
    ("result", "seen"),
    [
        (None, ("", "")),
        (Result(kind="walkover", winner=1, points_one=0, points_two=0), ("", "")),
        (Result(kind="played", winner=1, points_one=3, points_two=8), (3, 5)),
    ],
    ids=["open", "walkover", "played"],
)
def test_points_are_shown_where_a_match_was_played_and_up_to_its_length(result, seen):
    assert tuple(match_points(Match(length=5, result=result), side) for side in (0, 1)) == seen


def test_a_code_without_a_word_is_shown_as_it_is():
    assert code_word("brand_new", "note") == "brand_new"
    assert known_text("Brand new") == "Brand new"
    with translation.override("ja"):
        problem = {"code": "match_final", "title": "The match is already decided"}
        assert known_text(problem["title"]) == "この試合はすでに決着しています"


def test_the_running_score_starts_where_the_record_does():
    """A record that begins at 2-1: the games explain 3 of the winner's 5 points and none of the loser's."""
    result = Result(kind="played", winner=0, points_one=5, points_two=1)
    result.games = [{"number": 4, "winner": 0, "points": 1}, {"number": 5, "winner": 0, "points": 2}]
    rows = match_games(Match(length=5, result=result))
    assert [row["score"] for row in rows] == [(3, 1), (5, 1)]


def test_the_running_score_is_capped_at_the_length():
    result = Result(kind="played", winner=1, points_one=2, points_two=8)
    result.games = [
        {"number": 1, "winner": 0, "points": 2},
        {"number": 2, "winner": 1, "points": 4},
        {"number": 3, "winner": None, "points": 0},
        {"number": 4, "winner": 1, "points": 4},
    ]
    rows = match_games(Match(length=5, result=result))
    assert [row["score"] for row in rows] == [(2, 0), (2, 4), (2, 4), (2, 5)]


@pytest.mark.parametrize(
    ("change", "shown"),
    [(22.360, "+22.36"), (-4.0, "−4.00"), (0.004, "±0.00"), (-0.004, "±0.00"), (0, "±0.00")],
)
def test_changes_carry_their_sign(change, shown):
    assert signed_rating_change(change) == shown
