"""The live score: games recorded one by one while the match is played."""

from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.play import services
from matches.play.errors import (
    GameConflict,
    GameOutOfOrder,
    GamesImpossible,
    MatchDisputed,
    MatchFinal,
    NotYourMatch,
)
from matches.play.models import LiveGame, Penalty, Report
from matches.play.rules.refereeing import games_played
from matches.play.rules.results import ResultKind
from matches.play.selectors import (
    game_log,
    live_game_log,
    live_prefetch,
    match_games,
    match_list,
    standing_live_games,
)
from tests.conftest import NOON, work_off
from tests.factories import MatchFactory, UserFactory

from .reporting import TO_FIVE, record_games, taken_back

pytestmark = pytest.mark.django_db


# -- What the log says


def test_the_log_says_the_score_what_each_needs_and_whether_the_crawford_game_is_next(match):
    log = match_games(match.pk)
    assert (log.running_score.points, log.points_needed, log.next_game, log.is_crawford, log.may_double) == (
        (0, 0),
        (5, 5),
        1,
        False,
        (True, True),
    )
    log = record_games(match, TO_FIVE[0])
    assert (log.running_score.points, log.points_needed, log.next_game, log.is_crawford, log.may_double) == (
        (4, 0),
        (1, 5),
        2,
        True,
        (False, False),
    )
    log = record_games(match, TO_FIVE[1], side=1, start=2)
    assert (log.is_crawford, log.may_double) == (False, (False, True)), "the leader's cube is dead"
    assert [
        (row["winner"], row["points"], row["cube"], row["ending"], row["score"]) for row in log.game_rows
    ] == [
        (0, 4, 2, "gammon", (4, 0)),
        (1, 1, 1, "single", (4, 1)),
    ]
    assert log.game_rows[1]["crawford"]


def test_penalty_points_make_the_first_game_the_crawford_game(match):
    Penalty.objects.create(match=match, side=1, cause="lateness", points=4, reason="an hour late")
    assert match_games(match.pk).is_crawford
    with pytest.raises(GamesImpossible, match="this is the Crawford game"):
        record_games(match, {"winner": 1, "cube": 2, "ending": "single"})
    assert record_games(match, {"winner": 1, "points": 1}).running_score.points == (4, 1)


def test_without_a_cube_nobody_doubles(players):
    ann, bob = players(2)
    match = MatchFactory(one=ann, two=bob, variant="plakoto")
    assert match_games(match.pk).may_double == (False, False)
    log = record_games(
        match, {"winner": 0, "points": 2}, {"winner": 0, "points": 2}, {"winner": 1, "points": 1}
    )
    assert not any(row["crawford"] for row in log.game_rows)
    taken_back(match, 3)
    log = match_games(match.pk)
    assert (log.running_score.points, log.is_crawford, log.may_double) == ((4, 0), False, (False, False))


def test_an_event_without_the_crawford_rule_has_no_crawford_game(players):
    ann, bob = players(2)
    match = MatchFactory(one=ann, two=bob, options={"crawford": False})
    log = record_games(match, TO_FIVE[0])
    assert (log.is_crawford, log.may_double) == (False, (False, True))
    record_games(match, {"winner": 1, "points": 2, "cube": 2, "ending": "single"}, start=2)


def test_a_drawn_game_of_plakoto_is_nobodys(players):
    ann, bob = players(2)
    match = MatchFactory(one=ann, two=bob, variant="plakoto", length=1)
    assert record_games(match, {"winner": None, "ending": "draw"}).running_score.points == (0, 0)
    record_games(match, {"winner": None, "ending": "draw"})
    with pytest.raises(GameConflict, match="Game 1 is recorded already: a draw"):
        record_games(match, {"winner": 1})
    assert record_games(match, {"winner": 1, "points": 1}, start=2).is_over


def test_lists_show_the_log_of_matches_in_play_without_a_query_for_each(match, django_assert_num_queries):
    record_games(match, TO_FIVE[0])
    decided = MatchFactory(length=3)
    LiveGame.objects.create(match=decided, number=1, winner=1, points=1, ending="single")
    services.ruling_make(
        match_id=decided.pk,
        actor=UserFactory(is_staff=True),
        kind=ResultKind.WALKOVER,
        winner=0,
        reason="left",
    )
    quiet = MatchFactory()
    for more in range(3):
        MatchFactory.create_batch(more)
        with django_assert_num_queries(3):
            logs = {row.pk: live_game_log(row) for row in match_list().prefetch_related(*live_prefetch())}
        assert (logs[match.pk].running_score.points, logs[decided.pk], logs[quiet.pk]) == ((4, 0), None, None)
    assert game_log(decided).running_score.points == (0, 1), "what was recorded stays"


def test_how_many_queries_the_log_takes(match, django_assert_num_queries):
    record_games(match, *TO_FIVE[:3])
    with django_assert_num_queries(3):
        match_games(match.pk)


# -- Recording


def test_the_last_game_makes_a_report_that_goes_the_way_of_every_report(match):
    log = record_games(match, *TO_FIVE)
    assert (log.is_over, log.running_score.points, log.next_game) == (True, (6, 3), 5)
    assert (log.points_needed, log.is_crawford, log.may_double) == ((0, 2), False, (False, False))
    report = Report.objects.get()
    assert (report.kind, report.means, report.side, report.recorded_by) == (
        "games",
        "live",
        0,
        match.one.user,
    )
    assert report.games == [
        {"winner": 0, "points": 4, "cube": 2, "ending": "gammon"},
        {"winner": 1, "points": 1, "cube": 1, "ending": "single"},
        {"winner": 1, "points": 2, "cube": 2, "ending": "resignation"},
        {"winner": 0, "points": 2, "cube": 2, "ending": "single"},
    ]
    work_off()
    match.refresh_from_db()
    assert (match.state, match.result) == ("reported", None)
    services.report_answer(report_id=report.pk, actor=match.two.user, agrees=True)
    match.refresh_from_db()
    assert (match.state, match.result.grounds, match.result.points) == ("final", "agreement", (6, 3))
    assert len(match.result.games) == 4


def test_the_log_of_an_official_decides(match, staff):
    record_games(match, *TO_FIVE, actor=staff)
    work_off()
    match.refresh_from_db()
    assert (match.state, match.result.grounds) == ("final", "official")


def test_either_player_records_the_next_game_and_the_last_to_do_so_reports(match, staff):
    record_games(match, TO_FIVE[0], side=0)
    record_games(match, TO_FIVE[1], side=1, start=2)
    record_games(match, TO_FIVE[2], actor=staff, start=3)
    record_games(match, TO_FIVE[3], side=1, start=4)
    assert Report.objects.get().side == 1


def test_the_same_game_again_changes_nothing_even_when_all_is_over(match, staff):
    record_games(match, *TO_FIVE, actor=staff)
    record_games(match, *TO_FIVE, actor=staff)
    work_off()
    assert match_games(match.pk).next_game == 5
    record_games(match, *TO_FIVE, side=1)
    record_games(match, {"winner": 0, "points": 4, "cube": 2, "ending": "gammon"})
    assert (LiveGame.objects.count(), Report.objects.count()) == (4, 1)


@pytest.mark.parametrize(
    "other",
    [
        {"winner": 1, "cube": 2, "ending": "gammon"},
        {"winner": 0, "cube": 2, "ending": "single"},
        {"winner": 0, "points": 2},
        {"winner": 0, "cube": 4},
        {"winner": None, "ending": "draw"},
    ],
)
def test_another_game_under_a_number_that_is_recorded_is_refused(match, other):
    record_games(match, TO_FIVE[0], TO_FIVE[1])
    with pytest.raises(GameConflict, match="Game 1 is recorded already: won by Ann, 4 points, gammon") as no:
        record_games(match, other)
    assert no.value.data["recorded"] == {
        "number": 1,
        "winner": "one",
        "points": 4,
        "cube": 2,
        "ending": "gammon",
    }
    assert LiveGame.objects.count() == 2


@pytest.mark.parametrize("number", [0, -1, 3, 99])
def test_a_number_out_of_order_is_refused_saying_which_is_next(match, number):
    record_games(match, TO_FIVE[0])
    with pytest.raises(GameOutOfOrder, match="Record game 2 first") as no:
        record_games(match, TO_FIVE[1], start=number)
    assert no.value.data == {"next": 2}
    assert LiveGame.objects.count() == 1


@pytest.mark.parametrize(
    ("game", "says"),
    [
        ({"winner": 1, "cube": 2, "ending": "single"}, "Game 2: the cube at 2 cannot stand"),
        ({"winner": 1, "points": 1, "ending": "pass"}, "Game 2: no double can be passed"),
        ({"winner": 1, "points": 2, "ending": "single"}, "Game 2: the cube at 2 cannot stand"),
        ({"winner": 1, "points": 5}, "Game 2: reported as 5; a single game with the cube at 1 is worth 1"),
        ({"winner": 1}, "Game 2: this can be a single game with the cube at 1, a gammon"),
        ({"winner": None, "ending": "draw"}, "Game 2: reported as a draw"),
    ],
)
def test_an_impossible_game_is_refused_with_the_reason(match, game, says):
    record_games(match, TO_FIVE[0])
    with pytest.raises(GamesImpossible, match=says) as no:
        record_games(match, game, start=2)
    assert [fault["game"] for fault in no.value.data["violations"]] == [2]
    assert LiveGame.objects.count() == 1


def test_nothing_follows_the_end(match):
    record_games(match, *TO_FIVE)
    with pytest.raises(GamesImpossible, match="Game 5: the match was over at 6-3"):
        record_games(match, TO_FIVE[0], start=5)
    assert Report.objects.count() == 1


def test_games_that_penalty_points_have_made_impossible_are_taken_back_first(match):
    record_games(match, {"winner": 0, "cube": 2, "ending": "gammon"})
    Penalty.objects.create(match=match, side=1, cause="conduct", points=4, reason="shouting")
    log = match_games(match.pk)
    assert [fault.game for fault in games_played(log.terms, log.reported_games()).faults] == [1]
    with pytest.raises(GamesImpossible, match="Game 1: the cube at 2 cannot stand"):
        record_games(match, {"winner": 0, "points": 1}, start=2)
    taken_back(match, 1)
    assert record_games(match, {"winner": 0, "points": 1}).is_over


def test_strangers_record_nothing(match):
    with pytest.raises(NotYourMatch):
        record_games(match, TO_FIVE[0], actor=UserFactory())
    record_games(match, TO_FIVE[0])
    with pytest.raises(NotYourMatch):
        services.game_take_back(match_id=match.pk, actor=UserFactory(), number=1)
    assert LiveGame.objects.count() == 1


@pytest.fixture(params=["final", "void", "disputed"])
def closed(request, match, staff):
    """A match with one game recorded, decided or disputed since."""
    record_games(match, TO_FIVE[0])
    if request.param == "disputed":
        for side, score in enumerate([(5, 0), (0, 5)]):
            services.report_submit(match_id=match.pk, actor=match.players[side].user, score=score)
        work_off()
    else:
        kind = ResultKind.VOID if request.param == "void" else ResultKind.WALKOVER
        winner = None if request.param == "void" else 0
        services.ruling_make(match_id=match.pk, actor=staff, kind=kind, winner=winner, reason="it is so")
    match.refresh_from_db()
    assert match.state == request.param
    return match


def test_of_a_match_that_is_decided_or_disputed_no_games_are_recorded(closed, staff):
    refusal = MatchDisputed if closed.state == "disputed" else MatchFinal
    for actor in (closed.one.user, staff):
        with pytest.raises(refusal):
            record_games(closed, TO_FIVE[1], actor=actor, start=2)
        with pytest.raises(refusal):
            services.game_take_back(match_id=closed.pk, actor=actor, number=1)
    assert LiveGame.objects.count() == 1
    assert (live_game_log(closed) is None) == (closed.state != "disputed"), (
        "what was recorded helps the director"
    )
    assert record_games(closed, TO_FIVE[0]).next_game == 2, "a phone that tries again hears that all is well"


def test_a_report_that_silence_has_made_final_closes_the_log_before_anybody_has_noticed(match):
    record_games(match, TO_FIVE[0])
    report = services.report_submit(match_id=match.pk, actor=match.one.user, score=(5, 2), now=NOON)
    services.report_verify(report_id=report.pk, now=NOON)
    match.refresh_from_db()
    assert match.state == "reported"
    late = match.confirms_at + timedelta(seconds=1)
    with pytest.raises(MatchFinal):
        services.game_record(match_id=match.pk, actor=match.two.user, number=2, winner=1, points=1, now=late)
    with pytest.raises(MatchFinal):
        services.game_take_back(match_id=match.pk, actor=match.two.user, number=1, now=late)
    assert LiveGame.objects.count() == 1


# -- Taking back


def test_the_last_game_is_taken_back_and_recorded_anew(match):
    record_games(match, TO_FIVE[0], TO_FIVE[1])
    taken_back(match, 2, side=1)
    log = match_games(match.pk)
    assert (log.next_game, log.running_score.points, log.is_crawford) == (2, (4, 0), True)
    taken_back(match, 1)
    assert record_games(match, {"winner": 1, "points": 1}).running_score.points == (0, 1)
    assert LiveGame.objects.count() == 5, "nothing is forgotten"


def test_taking_back_again_changes_nothing(match):
    record_games(match, TO_FIVE[0], TO_FIVE[1])
    first = taken_back(match, 2)
    assert taken_back(match, 2) == first
    assert match_games(match.pk).next_game == 2


@pytest.mark.parametrize("number", [-1, 0, 1, 3])
def test_only_the_last_game_is_taken_back(match, number):
    record_games(match, TO_FIVE[0], TO_FIVE[1])
    with pytest.raises(GameOutOfOrder, match="The last one reported is game 2"):
        taken_back(match, number)
    assert match_games(match.pk).next_game == 3


def test_where_no_game_is_recorded_none_is_taken_back(match):
    with pytest.raises(GameOutOfOrder, match="No game is reported"):
        taken_back(match, 1)


def test_a_log_that_has_become_a_report_is_changed_by_that_side_only(match, staff):
    record_games(match, *TO_FIVE)
    report = Report.objects.get()
    for actor in (match.two.user, staff):
        with pytest.raises(GameConflict, match="Confirm that or object to it") as no:
            services.game_take_back(match_id=match.pk, actor=actor, number=4)
        assert no.value.data == {"report": report.pk}
    work_off()
    taken_back(match, 4)
    record_games(match, {"winner": 1, "points": 1, "ending": "pass"}, start=4)
    record_games(match, {"winner": 0, "points": 1}, start=5)
    work_off()
    latest = Report.objects.latest("serial")
    services.report_answer(report_id=latest.pk, actor=match.two.user, agrees=True)
    match.refresh_from_db()
    assert (match.state, match.result.points) == ("final", (5, 4))


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 1), st.integers(1, 3)), max_size=30), st.randoms())
def test_the_log_is_what_was_not_taken_back(steps, random):
    facts, stack = [], []
    for serial, (back, winner, points) in enumerate(steps):
        if back and not stack:
            continue
        number = len(stack) if back else len(stack) + 1
        fact = LiveGame(serial=serial, number=number, taken_back=back, winner=winner, points=points)
        facts.append(fact)
        if back:
            stack.pop()
        else:
            stack.append(fact)
    random.shuffle(facts)
    assert [fact.serial for fact in standing_live_games(facts)] == [fact.serial for fact in stack]
    assert [fact.number for fact in standing_live_games(facts)] == list(range(1, len(stack) + 1))
