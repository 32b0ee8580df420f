"""Reports: taken, judged, and what they decide."""

import pytest

import engine
from matches.accounts.errors import NotAllowed
from matches.accounts.models import User
from matches.play import services
from matches.play.errors import MatchDisputed, MatchFinal, NotYourMatch, ScoreOnly, TranscriptTooLarge
from matches.play.models import REPORT_VERIFY, Penalty, Report, Result, Ruling, Verdict
from matches.play.rules.results import ResultKind
from matches.play.selectors import match_start
from matches.ratings.models import RatingEntry
from matches.work.models import Outbox
from tests.conftest import award, work_off
from tests.factories import AliasFactory, MatchFactory, UserFactory

from .reporting import TRANSCRIPT, finalise, score

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(players):
    """Ann against Bob to five points, both known to the bots' nicknames."""
    ann, bob = players(2)
    AliasFactory(player=ann, name="Bot_expert_A")
    AliasFactory(player=bob, name="Bot_expert_B")
    return MatchFactory(one=ann, two=bob, length=5)


def test_a_verified_transcript_finalises_the_match_at_once(match):
    report = services.report_submit(match_id=match.pk, actor=match.one.user, transcript=TRANSCRIPT)
    assert report.status == "pending"
    match.refresh_from_db()
    assert match.state == "open", "nothing is decided before the worker has looked"
    work_off()
    match.refresh_from_db()
    assert (match.state, match.result.grounds, match.result.winner) == ("final", "transcript", 1)
    assert (match.result.points, match.result.score) == ((1, 6), (1, 5))
    assert len(match.result.games) == 4
    verdict = Verdict.objects.get(report=report)
    assert verdict.accepted
    assert verdict.details["verdict"] == "legal"


def test_equal_scores_of_both_sides_finalise_the_match(match):
    score(match, 0, (5, 3))
    work_off()
    match.refresh_from_db()
    assert match.state == "reported"
    score(match, 1, (5, 3))
    work_off()
    match.refresh_from_db()
    assert (match.state, match.result.grounds, match.result.score) == ("final", "agreement", (5, 3))


def test_different_scores_dispute_the_match_until_a_director_rules(match):
    score(match, 0, (5, 3))
    score(match, 1, (3, 5))
    work_off()
    match.refresh_from_db()
    assert (match.state, match.result) == ("disputed", None)
    director = UserFactory(is_staff=True)
    with pytest.raises(MatchDisputed, match="make a ruling"):
        services.report_submit(match_id=match.pk, actor=director, score=(3, 5))
    ruling = services.ruling_make(
        match_id=match.pk,
        actor=director,
        kind=ResultKind.PLAYED,
        points=(3, 5),
        reason="The score sheet says so.",
    )
    match.refresh_from_db()
    assert (match.state, match.result.grounds, match.result.winner) == ("final", "ruling", 1)
    assert match.result.ruling == ruling


def test_a_stranger_cannot_report(match):
    with pytest.raises(NotYourMatch, match="Ask one of its players"):
        services.report_submit(match_id=match.pk, actor=UserFactory(), score=(5, 3))
    assert not Report.objects.exists()
    assert not Outbox.objects.exists()


def test_a_player_cannot_report_as_a_director(match):
    with pytest.raises(NotAllowed, match="only as player"):
        score(match, 0, (5, 3), role="director")


def test_a_director_who_plays_reports_as_a_player_unless_he_says_otherwise(match):
    User.objects.filter(pk=match.one.user_id).update(is_staff=True)
    match.one.user.refresh_from_db()
    assert score(match, 0, (5, 3)).role == "player"
    assert score(match, 0, (5, 3), role="director").role == "director"


def test_a_decided_match_takes_no_reports(match):
    finalise(match, (5, 3), 0)
    before = Report.objects.count()
    with pytest.raises(MatchFinal, match="5-3") as refused:
        score(match, 0, (5, 4))
    assert refused.value.data["result"]["winner"] == "one"
    assert Report.objects.count() == before


def test_a_report_judged_after_the_match_was_decided_is_kept_and_refused(match):
    late = services.report_submit(match_id=match.pk, actor=match.one.user, transcript=TRANSCRIPT)
    finalise(match, (5, 3), 0)
    services.report_verify(report_id=late.pk)
    assert late.verdict.problem["code"] == "match_final"
    assert late.verdict.details["verdict"] == "legal", "what it says stays on file"
    match.refresh_from_db()
    assert match.result.points == (5, 3)


def test_a_refused_report_changes_nothing(match):
    report = services.report_submit(match_id=match.pk, actor=match.one.user, transcript=b"\x00\xff" * 99)
    work_off()
    match.refresh_from_db()
    assert (match.state, match.result) == ("open", None)
    assert report.verdict.problem["code"] == "transcript_unreadable"
    assert bytes(Report.objects.get(pk=report.pk).transcript) == b"\x00\xff" * 99


def test_an_oversized_transcript_is_refused_at_once(match, settings):
    settings.TRANSCRIPT_MAX_BYTES = 100
    with pytest.raises(TranscriptTooLarge, match="101 bytes"):
        services.report_submit(match_id=match.pk, actor=match.one.user, transcript=b"x" * 101)
    assert not Report.objects.exists()


@pytest.mark.parametrize("variant", sorted(engine.PLAYED.keys() - engine.VARIANTS.keys()))
def test_of_a_variant_without_known_rules_scores_are_reported(match, variant):
    match.variant = variant
    match.save()
    with pytest.raises(ScoreOnly, match=r"does not know the rules of .* Report the score\."):
        services.report_submit(match_id=match.pk, actor=match.one.user, transcript=TRANSCRIPT)
    assert not Report.objects.exists()
    for side in match.players:
        services.report_submit(match_id=match.pk, actor=side.user, score=(5, 3))
    work_off()
    match.refresh_from_db()
    assert (match.state, match.final_result.score) == ("final", (5, 3))


def test_verifying_twice_changes_nothing(match):
    report = services.report_submit(match_id=match.pk, actor=match.one.user, transcript=TRANSCRIPT)
    services.report_verify(report_id=report.pk)
    services.report_verify(report_id=report.pk)
    assert Verdict.objects.count() == Result.objects.count() == 1
    assert not Outbox.objects.filter(kind=REPORT_VERIFY).exists()


def test_a_walkover_ends_a_match_unrated(match):
    award(match, 1, grounds=Ruling.Grounds.WITHDRAWAL)
    work_off()
    match.refresh_from_db()
    assert (match.state, match.result.kind, match.result.winner) == ("final", "walkover", 1)
    assert match.result.points == (0, 0)
    assert not RatingEntry.objects.exists()
    with pytest.raises(MatchFinal):
        award(match, 0, grounds=Ruling.Grounds.WITHDRAWAL)


def test_a_fault_of_the_referee_s_own_refuses_the_report_instead_of_coming_back(match, monkeypatch):
    def stumble(*args):
        raise ZeroDivisionError

    monkeypatch.setattr(engine, "adjudicate", stumble)
    monkeypatch.setattr(engine, "vouched", stumble)
    report = services.report_submit(match_id=match.pk, actor=match.one.user, transcript=TRANSCRIPT)
    work_off()
    assert report.verdict.problem["code"] == "referee_failed"
    match.refresh_from_db()
    assert match.state == "open"


# -- Games


def won_by(side, cube=1, ending="single"):
    return {"winner": side, "cube": cube, "ending": ending}


TO_FIVE = [won_by(0, 2, "gammon"), won_by(1), won_by(1, 2), won_by(0, 2)]


def test_games_finalise_the_match_like_any_report_and_the_result_has_them(match):
    services.report_submit(match_id=match.pk, actor=UserFactory(is_staff=True), games=TO_FIVE)
    work_off()
    match.refresh_from_db()
    assert (match.state, match.result.points, match.result.winner) == ("final", (6, 3), 0)
    assert [(game["points"], game["crawford"], game["score"]) for game in match.result.scored_games] == [
        (4, False, (4, 0)),
        (1, True, (4, 1)),
        (2, False, (4, 3)),
        (2, False, (5, 3)),
    ]
    report = Report.objects.get()
    assert (report.kind, report.games, report.means) == ("games", TO_FIVE, "api")


def test_games_and_a_score_that_say_the_same_agree(match):
    services.report_submit(match_id=match.pk, actor=match.one.user, games=TO_FIVE)
    score(match, 1, (5, 3))
    work_off()
    match.refresh_from_db()
    assert (match.state, match.result.grounds) == ("final", "agreement")
    assert len(match.result.games) == 4, "the result rests on the report that tells more"


@pytest.mark.parametrize("games", [TO_FIVE[:3], [*TO_FIVE, won_by(0)], [won_by(0, 2), won_by(0, 4, "pass")]])
def test_games_that_do_not_hold_change_nothing(match, games):
    report = services.report_submit(match_id=match.pk, actor=match.one.user, games=games)
    work_off()
    match.refresh_from_db()
    report.refresh_from_db()
    assert (match.state, match.result, report.status) == ("open", None, "refused")


def test_games_of_a_variant_whose_plays_nobody_judges(players):
    ann, bob = players(2)
    crowded = MatchFactory(one=ann, two=bob, length=1, variant="crowded")
    services.report_submit(match_id=crowded.pk, actor=UserFactory(is_staff=True), games=[won_by(1)])
    work_off()
    crowded.refresh_from_db()
    assert crowded.result.winner == 1


def test_penalty_points_come_before_the_first_game(match):
    for serial, points in enumerate((3, 2), 1):
        Penalty.objects.create(
            match=match, side=1, cause="lateness", points=points, reason="late", serial=-serial
        )
    assert match_start(match) == (3, 0), "serials decide, not the order of writing"
    Penalty.objects.create(match=match, side=1, cause="conduct", points=1, reason="loud")
    assert match_start(match) == (4, 0)
    Penalty.objects.create(match=match, side=1, cause="lateness", points=0, reason="was the clock")
    Penalty.objects.create(match=match, side=0, cause="conduct", points=2, reason="loud too")
    assert match_start(match) == (1, 2)
    services.report_submit(
        match_id=match.pk, actor=UserFactory(is_staff=True), games=[won_by(1, 2), won_by(1)]
    )
    work_off()
    match.refresh_from_db()
    assert match.result.points == (1, 5)
    assert [game["score"] for game in match.result.scored_games] == [(1, 4), (1, 5)]
    assert match.result.games[1]["crawford"]
