"""What the services of matches write, and what they refuse to."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import Error, IntegrityError, transaction

from matches.accounts.errors import NotAllowed
from matches.accounts.permissions import roles_towards
from matches.play.errors import InvalidMatchLength
from matches.play.models import Match, Report, Result, Verdict
from matches.play.services import match_create, report_submit
from matches.players.errors import LoginTaken, SamePlayer
from matches.players.models import Player
from matches.ratings.models import RatingEntry, RatingStanding
from matches.ratings.selectors import first_unrated, leading_rating_pool
from matches.ratings.services import ratings_rebuild, ratings_update
from matches.work import outbox
from matches.work.models import Outbox
from matches.work.services import work_sweep
from tests.conftest import NOON, work_off
from tests.consent import player_create, player_edit
from tests.factories import MatchFactory, PlayerFactory, UserFactory

from .reporting import TRANSCRIPT, finalise

pytestmark = pytest.mark.django_db


# -- Matches


@pytest.mark.parametrize("length", [0, -3, 2, 4, 100, 101])
def test_a_match_is_played_to_an_odd_number_of_points(length):
    staff = UserFactory(is_staff=True)
    with pytest.raises(InvalidMatchLength, match=str(length)):
        match_create(one=PlayerFactory(), two=PlayerFactory(), length=length, actor=staff)
    assert not Match.objects.exists()


@pytest.mark.parametrize("length", [0, 2, 101])
def test_the_database_too_refuses_such_a_length(length):
    with pytest.raises(IntegrityError, match="match_length_odd"):
        MatchFactory(length=length)


def test_a_match_of_a_tournament_is_open_and_rated_backgammon():
    match = match_create(one=PlayerFactory(), two=PlayerFactory(), length=5)
    assert (match.state, match.rated, match.variant, match.created_by) == ("open", True, "backgammon", None)


def test_nobody_plays_themselves():
    player = PlayerFactory()
    with pytest.raises(SamePlayer, match=player.name):
        match_create(one=player, two=player, length=5)


def test_who_may_set_up_a_match(players):
    ann, bob = players(2)
    mine = match_create(one=ann, two=bob, length=3, rated=False, actor=ann.user)
    assert not mine.rated
    with pytest.raises(NotAllowed):
        match_create(one=ann, two=bob, length=3, rated=True, actor=ann.user)
    with pytest.raises(NotAllowed):
        match_create(one=ann, two=bob, length=3, rated=False, actor=UserFactory())
    registrar = UserFactory()
    kept = [player_create(actor=registrar, name=name) for name in ("Ida", "Jan")]
    match = match_create(one=kept[0], two=kept[1], length=3, rated=True, actor=registrar)
    report_submit(match_id=match.pk, actor=registrar, score=(3, 1))
    work_off()
    match.refresh_from_db()
    assert match.result.grounds == "official", "who sets up a match for others directs it"


# -- Facts


def test_a_fact_can_be_neither_edited_nor_deleted(match):
    finalise(match, (5, 3), 0)
    for fact in (Report, Verdict, Result):
        with pytest.raises(Error, match="append_only"), transaction.atomic():
            fact.objects.update(recorded_at=NOON)
        with pytest.raises(Error, match="append_only"), transaction.atomic():
            fact.objects.all()._raw_delete("default")


# -- Ratings


def test_ratings_follow_results(match):
    finalise(match, (5, 3), 0)
    work_off()
    change = 4 * 5**0.5 * 0.5 * 5  # newcomers: K is 5, even chances
    ann, bob = (RatingStanding.objects.get(player=player) for player in match.players)
    assert (ann.value, bob.value) == pytest.approx((1500 + change, 1500 - change))
    assert (ann.experience, bob.experience) == (5, 5)
    assert first_unrated(leading_rating_pool()) is None


def test_an_unrated_match_moves_no_rating(match):
    Match.objects.filter(pk=match.pk).update(rated=False)
    finalise(match, (5, 3), 0)
    work_off()
    assert not RatingEntry.objects.exists()


def snapshot():
    entries = RatingEntry.objects.order_by("finalised_at", "match", "player").values_list(
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
        finalise(matches[number], (matches[number].length, number), minute=number)
        ratings_update()
    late = snapshot()
    ratings_rebuild()
    assert snapshot() == late
    assert [match for match, *_ in late[0]][::2] == [match.pk for match in matches]


def test_a_match_that_no_longer_counts_leaves_no_trace(players):
    ann, bob, cem = players(3)
    matches = [MatchFactory(one=one, two=two, length=5) for one, two in ((ann, bob), (bob, cem), (ann, bob))]
    for number, match in enumerate(matches):
        finalise(match, (5, number), minute=number)
    ratings_update()
    Match.objects.filter(pk=matches[1].pk).update(rated=False)
    work_sweep()
    ratings_update()
    assert not RatingEntry.objects.filter(match=matches[1]).exists()
    assert not RatingStanding.objects.filter(player=cem).exists()
    assert RatingStanding.objects.get(player=bob).experience == 10


def test_updating_ratings_twice_changes_nothing(match):
    finalise(match, (5, 3), 0)
    ratings_update()
    once = snapshot()
    ratings_update()
    assert snapshot() == once
    assert len(once[0]) == 2


# -- Players


def test_a_player_with_a_login_is_edited_by_that_login_alone(players):
    (ann,) = players(1)
    player_edit(actor=ann.user, player_id=ann.pk, name="Anna", aliases=["annie", "Annie", "ann99"])
    ann.refresh_from_db()
    assert ann.name == "Anna"
    assert sorted(alias.name.casefold() for alias in ann.aliases.all()) == ["ann99", "annie"]
    with pytest.raises(NotAllowed):
        player_edit(actor=UserFactory(), player_id=ann.pk, name="Mallory")


def test_a_login_is_one_players_only(players):
    (ann,) = players(1)
    with pytest.raises(LoginTaken):
        player_create(actor=ann.user, name="Second", user=ann.user)


def test_nobody_attaches_the_login_of_somebody_else():
    registrar, login = UserFactory(), UserFactory()
    ida = player_create(actor=registrar, name="Ida")
    with pytest.raises(NotAllowed, match=login.username):
        player_edit(actor=registrar, player_id=ida.pk, user=login)
    with pytest.raises(NotAllowed, match=login.username):
        player_create(actor=registrar, name="Fake", user=login)
    assert not Player.objects.filter(name="Fake").exists()


def test_a_player_with_a_login_is_its_keeper_s_no_more():
    registrar, login, staff = UserFactory(), UserFactory(), UserFactory(is_staff=True)
    ida = player_create(actor=registrar, name="Ida")
    player_edit(actor=staff, player_id=ida.pk, user=login)
    player_edit(actor=login, player_id=ida.pk, name="Ida B.")
    with pytest.raises(NotAllowed):
        player_edit(actor=registrar, player_id=ida.pk, name="Ida")


def test_who_has_been_locked_out_holds_no_role(match):
    ann = match.one.user
    assert roles_towards(ann, match) == {"login", "player"}
    ann.is_active = False
    assert roles_towards(ann, match) == set()
    assert roles_towards(AnonymousUser(), match) == set()


# -- The outbox


def test_asking_twice_is_one_row_that_a_worker_who_saw_less_leaves_open():
    outbox.make_due("matches.ratings_update", 0)
    seen = outbox.open_outbox_row("matches.ratings_update", 0)
    outbox.make_due("matches.ratings_update", 0)
    assert Outbox.objects.count() == 1
    outbox.close_outbox_row(seen)
    assert Outbox.objects.count() == 1
    outbox.close_outbox_row(outbox.open_outbox_row("matches.ratings_update", 0))
    assert not Outbox.objects.exists()


def test_a_row_closed_and_opened_again_is_another_row():
    """A worker that a doubled message made look twice must not close what came after it looked."""
    outbox.make_due("matches.ratings_update", 0)
    seen = outbox.open_outbox_row("matches.ratings_update", 0)
    outbox.close_outbox_row(seen)
    outbox.make_due("matches.ratings_update", 0)
    outbox.close_outbox_row(seen)
    assert Outbox.objects.count() == 1


def test_the_sweep_finds_work_whose_row_is_missing(match):
    names = {"one": "Bot_expert_A", "two": "Bot_expert_B"}
    report_submit(match_id=match.pk, actor=match.one.user, transcript=TRANSCRIPT, names=names, now=NOON)
    Outbox.objects.all().delete()
    work_sweep(now=NOON + timedelta(seconds=30))
    assert not Outbox.objects.exists(), "a fresh report is not overdue"
    work_sweep(now=NOON + timedelta(minutes=5))
    work_off()
    match.refresh_from_db()
    assert match.state == "final"
    RatingEntry.objects.all().delete()
    work_sweep()
    work_off()
    assert RatingEntry.objects.count() == 2
