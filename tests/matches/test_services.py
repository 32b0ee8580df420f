"""What the services of matches write, and what they refuse to."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import Error, IntegrityError, transaction

import engine
from matches import outbox, services
from matches.errors import (
    InvalidLength,
    LoginTaken,
    MatchDisputed,
    MatchFinal,
    NotAllowed,
    NotYourMatch,
    SamePlayer,
    ScoreOnly,
    TranscriptTooLarge,
)
from matches.models import (
    Match,
    Outbox,
    Penalty,
    Player,
    RatingEntry,
    RatingStanding,
    Report,
    Result,
    Ruling,
    User,
    Verdict,
)
from matches.permissions import roles
from matches.results import Kind
from matches.selectors import first_unrated, match_start
from tests.conftest import DATA, NOON, work_off
from tests.factories import AliasFactory, MatchFactory, PlayerFactory, UserFactory

pytestmark = pytest.mark.django_db

TRANSCRIPT = (DATA / "clubnight" / "std_05p_0040.mat").read_bytes()


@pytest.fixture
def match(players):
    """Ann against Bob to five points, both known to the bots' nicknames."""
    ann, bob = players(2)
    AliasFactory(player=ann, name="Bot_expert_A")
    AliasFactory(player=bob, name="Bot_expert_B")
    return MatchFactory(one=ann, two=bob, length=5)


def score(match, side, points, **rest):
    return services.report_submit(match_id=match.pk, actor=match.players[side].user, score=points, **rest)


def settle(match, points, minute):
    """Both sides report the same at a given minute."""
    now = NOON + timedelta(minutes=minute)
    for side in (0, 1):
        report = score(match, side, points, now=now)
        services.report_verify(report_id=report.pk, now=now)
    match.refresh_from_db()


# -- Matches


@pytest.mark.parametrize("length", [0, -3, 2, 4, 100, 101])
def test_a_match_is_played_to_an_odd_number_of_points(length):
    staff = UserFactory(is_staff=True)
    with pytest.raises(InvalidLength, match=str(length)):
        services.match_create(one=PlayerFactory(), two=PlayerFactory(), length=length, actor=staff)
    assert not Match.objects.exists()


@pytest.mark.parametrize("length", [0, 2, 101])
def test_the_database_too_refuses_such_a_length(length):
    with pytest.raises(IntegrityError, match="match_length_odd"):
        MatchFactory(length=length)


def test_a_match_of_a_tournament_is_open_and_rated_backgammon():
    match = services.match_create(one=PlayerFactory(), two=PlayerFactory(), length=5)
    assert (match.state, match.rated, match.variant, match.created_by) == ("open", True, "backgammon", None)


def test_nobody_plays_themselves():
    player = PlayerFactory()
    with pytest.raises(SamePlayer, match=player.name):
        services.match_create(one=player, two=player, length=5)


def test_who_may_set_up_a_match(players):
    ann, bob = players(2)
    mine = services.match_create(one=ann, two=bob, length=3, rated=False, actor=ann.user)
    assert not mine.rated
    with pytest.raises(NotAllowed):
        services.match_create(one=ann, two=bob, length=3, rated=True, actor=ann.user)
    with pytest.raises(NotAllowed):
        services.match_create(one=ann, two=bob, length=3, rated=False, actor=UserFactory())
    keeper = UserFactory()
    kept = [services.player_create(actor=keeper, name=name) for name in ("Ida", "Jan")]
    match = services.match_create(one=kept[0], two=kept[1], length=3, rated=True, actor=keeper)
    services.report_submit(match_id=match.pk, actor=keeper, score=(3, 1))
    work_off()
    match.refresh_from_db()
    assert match.result.grounds == "official", "who sets up a match for others directs it"


# -- Reports


def test_a_verified_transcript_settles_the_match_at_once(match):
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
    assert verdict.finding["verdict"] == "legal"


def test_equal_scores_of_both_sides_settle(match):
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
        match_id=match.pk, actor=director, kind=Kind.PLAYED, points=(3, 5), reason="The score sheet says so."
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
    settle(match, (5, 3), 0)
    before = Report.objects.count()
    with pytest.raises(MatchFinal, match="5-3") as refused:
        score(match, 0, (5, 4))
    assert refused.value.data["result"]["winner"] == "one"
    assert Report.objects.count() == before


def test_a_report_judged_after_the_match_was_decided_is_kept_and_refused(match):
    late = services.report_submit(match_id=match.pk, actor=match.one.user, transcript=TRANSCRIPT)
    settle(match, (5, 3), 0)
    services.report_verify(report_id=late.pk)
    assert late.verdict.problem["code"] == "match_final"
    assert late.verdict.finding["verdict"] == "legal", "what it says stays on file"
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
    assert not Outbox.objects.filter(kind=outbox.REPORT_VERIFY).exists()


def test_a_walkover_ends_a_match_unrated(match):
    award = {"match_id": match.pk, "grounds": Ruling.Grounds.WITHDRAWAL, "reason": "ill"}
    services.match_award(winner=1, **award)
    work_off()
    match.refresh_from_db()
    assert (match.state, match.result.kind, match.result.winner) == ("final", "walkover", 1)
    assert match.result.points == (0, 0)
    assert not RatingEntry.objects.exists()
    with pytest.raises(MatchFinal):
        services.match_award(winner=0, **award)


def test_a_fault_of_the_referee_s_own_refuses_the_report_instead_of_coming_back(match, monkeypatch):
    def stumble(*args):
        raise ZeroDivisionError

    monkeypatch.setattr(engine, "adjudicate", stumble)
    report = services.report_submit(match_id=match.pk, actor=match.one.user, transcript=TRANSCRIPT)
    work_off()
    assert report.verdict.problem["code"] == "referee_failed"
    match.refresh_from_db()
    assert match.state == "open"


# -- Facts


def test_a_fact_can_be_neither_edited_nor_deleted(match):
    settle(match, (5, 3), 0)
    for fact in (Report, Verdict, Result):
        with pytest.raises(Error, match="append_only"), transaction.atomic():
            fact.objects.update(recorded_at=NOON)
        with pytest.raises(Error, match="append_only"), transaction.atomic():
            fact.objects.all()._raw_delete("default")


# -- Ratings


def test_ratings_follow_results(match):
    settle(match, (5, 3), 0)
    work_off()
    change = 4 * 5**0.5 * 0.5 * 5  # newcomers: K is 5, even chances
    ann, bob = (RatingStanding.objects.get(player=player) for player in match.players)
    assert (ann.value, bob.value) == pytest.approx((1500 + change, 1500 - change))
    assert (ann.experience, bob.experience) == (5, 5)
    assert first_unrated("fibs") is None


def test_an_unrated_match_moves_no_rating(match):
    Match.objects.filter(pk=match.pk).update(rated=False)
    settle(match, (5, 3), 0)
    work_off()
    assert not RatingEntry.objects.exists()


def snapshot():
    entries = RatingEntry.objects.order_by("settled_at", "match", "player").values_list(
        "match", "player", "value_before", "value_after", "experience_before", "experience_after"
    )
    return list(entries), list(
        RatingStanding.objects.order_by("player").values_list("player", "value", "experience")
    )


def test_a_result_that_comes_late_is_rated_in_its_place(players):
    """The order of settlement counts, not that of arrival; a rebuild ends in the same ratings."""
    ann, bob, cem = players(3)
    pairs = [(ann, bob), (bob, cem), (cem, ann), (ann, bob)]
    matches = [
        MatchFactory(one=one, two=two, length=length)
        for (one, two), length in zip(pairs, (5, 7, 3, 9), strict=True)
    ]
    order = [2, 0, 3, 1]
    for number in order:
        settle(matches[number], (matches[number].length, number), minute=number)
        services.ratings_update()
    late = snapshot()
    services.ratings_rebuild()
    assert snapshot() == late
    assert [match for match, *_ in late[0]][::2] == [match.pk for match in matches]


def test_a_match_that_no_longer_counts_leaves_no_trace(players):
    ann, bob, cem = players(3)
    matches = [MatchFactory(one=one, two=two, length=5) for one, two in ((ann, bob), (bob, cem), (ann, bob))]
    for number, match in enumerate(matches):
        settle(match, (5, number), minute=number)
    services.ratings_update()
    Match.objects.filter(pk=matches[1].pk).update(rated=False)
    services.work_sweep()
    services.ratings_update()
    assert not RatingEntry.objects.filter(match=matches[1]).exists()
    assert not RatingStanding.objects.filter(player=cem).exists()
    assert RatingStanding.objects.get(player=bob).experience == 10


def test_updating_ratings_twice_changes_nothing(match):
    settle(match, (5, 3), 0)
    services.ratings_update()
    once = snapshot()
    services.ratings_update()
    assert snapshot() == once
    assert len(once[0]) == 2


# -- Players


def test_a_player_with_a_login_is_edited_by_that_login_alone(players):
    (ann,) = players(1)
    services.player_edit(actor=ann.user, player_id=ann.pk, name="Anna", aliases=["annie", "Annie", "ann99"])
    ann.refresh_from_db()
    assert ann.name == "Anna"
    assert sorted(alias.name.casefold() for alias in ann.aliases.all()) == ["ann99", "annie"]
    with pytest.raises(NotAllowed):
        services.player_edit(actor=UserFactory(), player_id=ann.pk, name="Mallory")


def test_a_login_is_one_players_only(players):
    (ann,) = players(1)
    with pytest.raises(LoginTaken):
        services.player_create(actor=ann.user, name="Second", user=ann.user)


def test_nobody_attaches_the_login_of_somebody_else():
    keeper, login = UserFactory(), UserFactory()
    ida = services.player_create(actor=keeper, name="Ida")
    with pytest.raises(NotAllowed, match=login.username):
        services.player_edit(actor=keeper, player_id=ida.pk, user=login)
    with pytest.raises(NotAllowed, match=login.username):
        services.player_create(actor=keeper, name="Fake", user=login)
    assert not Player.objects.filter(name="Fake").exists()


def test_a_player_with_a_login_is_its_keeper_s_no_more():
    keeper, login, staff = UserFactory(), UserFactory(), UserFactory(is_staff=True)
    ida = services.player_create(actor=keeper, name="Ida")
    services.player_edit(actor=staff, player_id=ida.pk, user=login)
    services.player_edit(actor=login, player_id=ida.pk, name="Ida B.")
    with pytest.raises(NotAllowed):
        services.player_edit(actor=keeper, player_id=ida.pk, name="Ida")


def test_who_has_been_locked_out_holds_no_role(match):
    ann = match.one.user
    assert roles(ann, match) == {"login", "player"}
    ann.is_active = False
    assert roles(ann, match) == set()
    assert roles(AnonymousUser(), match) == set()


# -- The outbox


def test_asking_twice_is_one_row_that_a_worker_who_saw_less_leaves_open():
    outbox.add("matches.ratings_update", 0)
    seen = outbox.seen("matches.ratings_update", 0)
    outbox.add("matches.ratings_update", 0)
    assert Outbox.objects.count() == 1
    outbox.close(seen)
    assert Outbox.objects.count() == 1
    outbox.close(outbox.seen("matches.ratings_update", 0))
    assert not Outbox.objects.exists()


def test_a_row_closed_and_opened_again_is_another_row():
    """A worker that a doubled message made look twice must not close what came after it looked."""
    outbox.add("matches.ratings_update", 0)
    seen = outbox.seen("matches.ratings_update", 0)
    outbox.close(seen)
    outbox.add("matches.ratings_update", 0)
    outbox.close(seen)
    assert Outbox.objects.count() == 1


def test_the_sweep_finds_work_whose_row_is_missing(match):
    services.report_submit(match_id=match.pk, actor=match.one.user, transcript=TRANSCRIPT, now=NOON)
    Outbox.objects.all().delete()
    services.work_sweep(now=NOON + timedelta(seconds=30))
    assert not Outbox.objects.exists(), "a fresh report is not overdue"
    services.work_sweep(now=NOON + timedelta(minutes=5))
    work_off()
    match.refresh_from_db()
    assert match.state == "final"
    RatingEntry.objects.all().delete()
    services.work_sweep()
    work_off()
    assert RatingEntry.objects.count() == 2


# -- Games


def won_by(side, cube=1, ending="single"):
    return {"winner": side, "cube": cube, "ending": ending}


TO_FIVE = [won_by(0, 2, "gammon"), won_by(1), won_by(1, 2), won_by(0, 2)]


def test_games_settle_like_any_report_and_the_result_has_them(match):
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
