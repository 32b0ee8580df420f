"""Lateness and penalty points: what directors write, and where it lets a match start."""

from datetime import timedelta

import pytest

from matches.accounts.errors import NotAllowed
from matches.play import services
from matches.play.errors import InvalidPenalty, InvalidRuling, MatchFinal, PenaltyTooLate
from matches.play.models import LiveGame, Match, Penalty, Report, Ruling
from matches.play.rules.refereeing import ReportTerms, judge_score, judge_transcript
from matches.play.rules.regulations import PRESETS
from matches.play.rules.results import ResultKind
from matches.play.selectors import match_start
from matches.ratings.models import RatingEntry
from tests.conftest import NOON, work_off
from tests.engine.records import file

pytestmark = pytest.mark.django_db


def late(match, staff, minutes, side=0, **rest):
    return services.penalty_give(
        match_id=match.pk, actor=staff, side=side, cause="lateness", minutes=minutes, reason="late", **rest
    )


def conduct(match, staff, points, side=0, **rest):
    return services.penalty_give(
        match_id=match.pk, actor=staff, side=side, cause="conduct", points=points, reason="rude", **rest
    )


def state(match):
    match.refresh_from_db()
    return match.state


def report(match, side, score):
    sent = services.report_submit(match_id=match.pk, actor=match.players[side].user, score=score)
    work_off()
    return Report.objects.get(pk=sent.pk)


# -- Penalty points


@pytest.mark.parametrize(
    ("minutes", "start", "ends"),
    [(15, (0, 0), "open"), (20, (0, 1), "open"), (29, (0, 2), "open"), (30, (0, 3), "final")],
)
def test_lateness_costs_points_and_then_the_match(match, staff, minutes, start, ends):
    penalty = late(match, staff, minutes)
    assert (penalty.minutes, penalty.points) == (minutes, start[1])
    assert match_start(match) == start
    assert state(match) == ends
    if ends == "final":
        assert (match.result.kind, match.result.winner, match.result.rated) == ("forfeit", 1, False)
        ruling = Ruling.objects.get(match=match)
        assert (ruling.grounds, ruling.reason, ruling.recorded_by) == ("lateness", "late", staff)


def test_lateness_is_counted_from_the_scheduled_start(match, staff):
    with pytest.raises(InvalidPenalty, match="no scheduled start"):
        late(match, staff, None, now=NOON)
    services.match_schedule(match_id=match.pk, actor=staff, starts_at=NOON, now=NOON)
    assert late(match, staff, None, now=NOON - timedelta(minutes=5)).minutes == 0
    penalty = late(match, staff, None, now=NOON + timedelta(minutes=24, seconds=59))
    assert (penalty.minutes, penalty.points) == (24, 1)


def test_nobody_is_later_than_a_day(match, staff):
    services.match_schedule(match_id=match.pk, actor=staff, starts_at=NOON, now=NOON)
    assert late(match, staff, None, now=NOON + timedelta(days=400)).minutes == 1440
    assert state(match) == "final"


def test_the_latest_penalty_for_a_cause_stands_and_nothing_takes_it_back(match, staff):
    late(match, staff, 25)
    conduct(match, staff, 1)
    conduct(match, staff, 1, side=1)
    assert match_start(match) == (1, 3)
    late(match, staff, 20)
    assert match_start(match) == (1, 2)
    late(match, staff, 0)
    conduct(match, staff, 0)
    assert match_start(match) == (1, 0)
    assert Penalty.objects.count() == 6, "every one of them is on record"


def test_points_for_both_causes_that_reach_the_length_lose_the_match_if_the_last_is_for_lateness(
    match, staff
):
    conduct(match, staff, 3)
    late(match, staff, 29)
    assert state(match) == "final"
    assert match.result.kind == "forfeit"


def test_points_for_conduct_do_not_win_a_match(match, staff):
    late(match, staff, 20)
    with pytest.raises(InvalidPenalty, match="5 penalty points would win a match to 5"):
        conduct(match, staff, 4)
    conduct(match, staff, 3)
    assert match_start(match) == (0, 4)
    assert state(match) == "open"


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"cause": "lateness", "minutes": 20, "points": 1}, "follow from the minutes"),
        ({"cause": "lateness", "points": 1}, "follow from the minutes"),
        ({"cause": "conduct", "minutes": 20}, "in points"),
        ({"cause": "conduct"}, "in points"),
        ({"cause": "conduct", "points": 1, "minutes": 3}, "in points"),
        ({"cause": "conduct", "points": -1}, "in points"),
        ({"cause": "lateness", "minutes": -1}, "say 0 to 1440"),
        ({"cause": "lateness", "minutes": 1441}, "say 0 to 1440"),
        ({"cause": "conduct", "points": 5}, "Rule the match forfeited"),
    ],
)
def test_a_penalty_that_is_not_one(match, staff, given, says):
    with pytest.raises(InvalidPenalty, match=says):
        services.penalty_give(match_id=match.pk, actor=staff, side=0, reason="late", **given)
    assert not Penalty.objects.exists()


def test_where_lateness_costs_nothing_no_points_are_given_for_it(match, staff):
    Match.objects.filter(pk=match.pk).update(regulations={"late_step": None})
    with pytest.raises(InvalidPenalty, match="lateness costs no points"):
        late(match, staff, 60)
    assert conduct(match, staff, 1).points == 1


def test_penalties_are_a_director_s(match):
    with pytest.raises(NotAllowed, match="penalty_give"):
        late(match, match.one.user, 20)
    assert not Penalty.objects.exists()


def test_a_match_that_has_begun_takes_no_penalty_points(match, staff):
    LiveGame.objects.create(match=match, number=1, winner=0, points=1)
    with pytest.raises(PenaltyTooLate, match="has begun"):
        late(match, staff, 20)
    LiveGame.objects.create(match=match, number=1, taken_back=True)
    late(match, staff, 20)
    services.report_submit(match_id=match.pk, actor=match.one.user, score=(1, 1))
    with pytest.raises(PenaltyTooLate):
        late(match, staff, 25)
    work_off()
    assert late(match, staff, 25).points == 2, "what was refused tells of no game"
    report(match, 0, (5, 4))
    with pytest.raises(PenaltyTooLate):
        late(match, staff, 0)
    report(match, 1, (5, 4))
    with pytest.raises(MatchFinal):
        late(match, staff, 0)


def test_a_match_lost_by_lateness_is_played_after_all(match, staff):
    late(match, staff, 60)
    assert state(match) == "final"
    with pytest.raises(MatchFinal):
        late(match, staff, 20)
    ruling = Ruling.objects.get().pk
    looked_at = services.ruling_undo_preview(ruling_id=ruling, actor=staff).token
    services.ruling_undo(ruling_id=ruling, actor=staff, reason="The clock was wrong.", preview=looked_at)
    assert state(match) == "open"
    assert match_start(match) == (0, 3)
    late(match, staff, 0)
    assert match_start(match) == (0, 0)


# -- What follows for reports


@pytest.mark.parametrize(
    ("score", "accepted"), [((5, 1), False), ((5, 2), True), ((4, 5), True), ((0, 5), True), ((5, 0), False)]
)
def test_a_score_has_to_be_reached_from_the_start(match, staff, score, accepted):
    late(match, staff, 25)
    verdict = report(match, 0, score).verdict
    assert verdict.accepted == accepted
    if not accepted:
        assert verdict.problem["code"] == "score_impossible"
        assert "it started at 0-2" in verdict.problem["detail"]
        assert state(match) == "open"


def test_a_ruling_has_to_be_reached_from_the_start_too(match, staff):
    late(match, staff, 25)
    with pytest.raises(Exception, match="it started at 0-2"):
        services.ruling_make(
            match_id=match.pk, actor=staff, kind=ResultKind.PLAYED, points=(5, 1), reason="The sheet says so."
        )


@pytest.mark.parametrize(
    ("regulations", "rated"), [({}, True), ({"penalised_rated": False}, False), ({"preset": "jbf"}, True)]
)
def test_whether_a_match_with_penalty_points_is_rated(match, staff, regulations, rated):
    Match.objects.filter(pk=match.pk).update(regulations=regulations)
    late(match, staff, 20)
    for side in (0, 1):
        report(match, side, (5, 3))
    assert state(match) == "final"
    assert match.result.rated == rated
    assert RatingEntry.objects.filter(match=match).exists() == rated


@pytest.mark.parametrize("taken_back", [True, False])
def test_points_that_were_taken_back_count_for_nothing(match, staff, taken_back):
    Match.objects.filter(pk=match.pk).update(regulations={"penalised_rated": False})
    late(match, staff, 20)
    if taken_back:
        late(match, staff, 0)
    services.report_submit(match_id=match.pk, actor=staff, score=(5, 3))
    work_off()
    assert state(match) == "final"
    assert match.result.rated == taken_back


@pytest.mark.parametrize(("regulations", "rated"), [({}, True), ({"retired_rated": False}, False)])
def test_whether_a_match_given_up_is_rated(match, staff, regulations, rated):
    Match.objects.filter(pk=match.pk).update(regulations=regulations)
    services.ruling_make(
        match_id=match.pk, actor=staff, kind=ResultKind.RETIRED, winner=0, points=(3, 1), reason="Bob is ill."
    )
    work_off()
    assert RatingEntry.objects.filter(match=match).exists() == rated


def test_where_the_winner_reports_the_loser_does_not(match):
    Match.objects.filter(pk=match.pk).update(regulations={"preset": "usbgf"})
    verdict = report(match, 1, (5, 3)).verdict
    assert verdict.problem["code"] == "winner_reports"
    assert "Ann has won. Ask them to report it" in verdict.problem["detail"]
    assert state(match) == "open"
    assert report(match, 0, (5, 3)).verdict.accepted
    assert state(match) == "reported"


def test_a_director_reports_whoever_has_won(match, staff):
    Match.objects.filter(pk=match.pk).update(regulations={"preset": "usbgf"})
    services.report_submit(match_id=match.pk, actor=staff, score=(3, 5))
    work_off()
    assert state(match) == "final"


@pytest.mark.parametrize("preset", PRESETS)
def test_the_players_agree_on_a_settlement_where_that_is_allowed(match, staff, preset):
    Match.objects.filter(pk=match.pk).update(regulations={"preset": preset})
    settlement = {
        "match_id": match.pk,
        "actor": staff,
        "kind": ResultKind.AGREED_SETTLEMENT,
        "reason": "They split.",
    }
    if PRESETS[preset].regulations.agreed_settlement:
        services.ruling_make(**settlement)
        assert state(match) == "final"
    else:
        with pytest.raises(InvalidRuling, match="no agreed settlement between the players"):
            services.ruling_make(**settlement)
        assert state(match) == "open"


# -- Transcripts

ANN_AND_BEA = (("Ann",), ("Bea",))
WINS_SIX = """31: 8/5 6/5 | 42: 8/4 6/4
    Doubles => 2 | Takes
    62: 24/18 13/11 | Resigns
    Wins 6 points"""
WINS_ONE = """31: 8/5 6/5 | 42: 8/4 6/4
    62: 24/18 13/11 | Resigns
    Wins 1 point"""


def judged(start, *games, names=ANN_AND_BEA, options=None):
    terms = ReportTerms(5, "backgammon", names, options or {}, start)
    return judge_transcript(terms, file(*games).encode(), None)


@pytest.mark.parametrize("names", [ANN_AND_BEA, ANN_AND_BEA[::-1]], ids=["as written", "crossed"])
def test_a_transcript_starts_at_the_start_score(names):
    """Whichever side stands in the left column."""
    crossed = names != ANN_AND_BEA
    start, ends = ((2, 0), (2, 6)) if crossed else ((0, 2), (6, 2))
    taken = judged(start, f"0-2\n{WINS_SIX}", names=names)
    assert taken.refusal is None
    assert taken.match_score.points == ends
    refused = judged(start, f"2-0\n{WINS_SIX}", names=names).refusal
    assert refused.code == "wrong_start"
    assert refused.data == {"expected": list(start), "found": list(start[::-1])}


def test_a_transcript_that_leaves_the_penalty_points_out_is_refused_with_what_to_do():
    refused = judged((0, 2), f"0-0\n{WINS_SIX}").refusal
    assert str(refused) == (
        "The transcript starts at 0-0; the match, by its penalty points, starts at 0-2. Send a transcript of "
        "the whole match with this score set before the first game, or report the final score."
    )


def test_a_transcript_of_the_end_of_a_match_is_not_one_of_the_match():
    refused = judged((0, 0), f"0-2\n{WINS_SIX}").refusal
    assert refused.code == "wrong_start"
    assert "the match starts at 0-0" in str(refused)
    assert judge_transcript(
        ReportTerms(5, "backgammon", ANN_AND_BEA), b"5 point match\n", None
    ).refusal.code in (
        "transcript_unreadable",
        "transcript_incomplete",
        "players_not_matched",
    ), "without a game there is no start"


@pytest.mark.parametrize(
    ("start", "game", "options", "code"),
    [
        pytest.param((4, 1), WINS_SIX, {}, "transcript_illegal", id="a double in it"),
        pytest.param((4, 1), WINS_ONE, {}, None, id="without"),
        pytest.param((1, 4), WINS_SIX, {}, "transcript_illegal", id="the other side at match point"),
        pytest.param((4, 0), WINS_SIX, {}, "transcript_illegal", id="nobody has a point against it"),
        pytest.param((1, 4), WINS_SIX, {"crawford": False}, None, id="no Crawford game by the options"),
        pytest.param((3, 1), WINS_SIX, {}, None, id="not at match point"),
    ],
)
def test_penalty_points_up_to_match_point_make_the_first_game_the_crawford_game(start, game, options, code):
    verdict = judged(start, f"{start[0]}-{start[1]}\n{game}", options=options)
    assert (verdict.refusal and verdict.refusal.code) == code
    if code is not None:
        assert verdict.details["violations"][0]["code"] == "illegal_double"
        assert "Crawford" in verdict.details["violations"][0]["message"]
    assert verdict.details["games"][0]["crawford"] == (max(start) == 4 and not options)


def test_a_score_after_a_crawford_game_that_came_first():
    """From 0-4 nobody doubles before the trailer has won a game."""
    terms = ReportTerms(5, "backgammon", ANN_AND_BEA, {}, (0, 4))
    assert judge_score(terms, (5, 4)).refusal is None
    assert judge_score(terms, (0, 8)).refusal.code == "score_impossible"
    assert judge_score(terms, (0, 7)).refusal is None
    assert judge_score(terms, (1, 10)).refusal is None, "the second game has a cube again"
    assert judge_score(terms, (0, 10)).refusal.code == "score_impossible"
