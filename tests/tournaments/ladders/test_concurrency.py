"""Who challenges, answers, joins and leaves at the same instant: no two open challenges break the rules."""

from collections import Counter
from datetime import timedelta

import pytest
from django.db.models import F

from matches.play.models import Match, Ruling
from matches.play.services import report_submit
from matches.players.services import players_merge
from tests.conftest import NOON, award
from tests.effort import examples
from tests.factories import UserFactory
from tests.test_concurrency import at_once
from tournaments.ladders import services
from tournaments.ladders.errors import LadderInUse
from tournaments.ladders.models import Challenge, ChallengeAnswer, Ladder, LadderJoin
from tournaments.ladders.rules import Reply
from tournaments.ladders.selectors import ladder_fold

pytestmark = pytest.mark.django_db(transaction=True)

ATTEMPTS = examples(2)


@pytest.fixture
def ladder(club, director, players):
    """ladder("position", 4): a ladder and its players from the top, everybody in reach of everybody."""

    def make(kind, count, **options):
        reach = {"above": 9, "below": 9} if kind == "position" else {}
        row = services.ladder_create(
            actor=director, club=club, name="Wall", kind=kind, kind_options=reach | options, length=5
        )
        field = players(count)
        for player in field:
            services.ladder_join(actor=player.user, ladder_id=row.pk, player=player, now=NOON)
        return row, field

    return make


def challenging(row, one, two):
    return lambda: services.challenge_make(
        actor=one.user, ladder_id=row.pk, challenger=one, challenged=two, now=NOON
    )


def answering(challenge, actor, reply, now=NOON):
    return lambda: services.challenge_answer(actor=actor, challenge_id=challenge.pk, reply=reply, now=now)


def processing(row, now):
    return lambda: services.ladder_process_due(ladder_id=row.pk, now=now)


def assert_valid(row, now=NOON):
    """Nobody has two open challenges one way, no two have two between them, rungs are those of the facts."""
    assert services.ladders_compare() == []
    fold = ladder_fold(row, now)
    open = fold.ladder_order.open.values()
    assert max(Counter(each.challenger for each in open).values(), default=0) <= 1
    assert max(Counter(each.challenged for each in open).values(), default=0) <= 1
    assert len({frozenset(each.both_players) for each in open}) == len(open)
    challenges = Challenge.objects.filter(ladder=row).exclude(
        answer__reply__in=["refused", "withdrawn", "lapsed"]
    )
    made = set(challenges.exclude(answer__match__state__in=Match.OVER).values_list("pk", flat=True))
    assert made == set(fold.ladder_order.open)


def only(found, *codes):
    """How many did it; the others were refused with one of the codes."""
    refused = [each.code for each in found if isinstance(each, Exception)]
    assert set(refused) <= {*codes}, found
    return len(found) - len(refused)


@pytest.mark.parametrize("kind", ["position", "stairs"])
@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_two_challenge_each_other_while_they_are_merged(ladder, kind, attempt):
    """Either the one has challenged the other, and they stay two, or they are one and challenge nobody."""
    row, (ann, bob) = ladder(kind, 2)
    bob.user, bob.user_id = None, None
    bob.save(update_fields=["user"])
    staff = UserFactory(is_staff=True)
    challenged, merged = at_once(
        lambda: services.challenge_make(
            actor=staff, ladder_id=row.pk, challenger=bob, challenged=ann, now=NOON
        ),
        lambda: players_merge(actor=staff, kept=ann, absorbed=bob),
    )
    assert isinstance(challenged, Exception) != isinstance(merged, Exception), (challenged, merged)
    bob.refresh_from_db()
    assert (bob.stand_in_id is None) == Challenge.objects.exists()
    assert not Match.objects.filter(one=F("two")).exists()


@pytest.mark.parametrize("kind", ["position", "stairs"])
@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_all_challenge_one_at_once(ladder, kind, attempt):
    row, (ann, *others) = ladder(kind, 6)
    found = at_once(*[challenging(row, other, ann) for other in others])
    assert only(found, "already_challenged") == 1
    assert Match.objects.count() == (kind == "stairs")
    assert_valid(row)


@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_one_challenges_all_at_once(ladder, attempt):
    row, (ann, *others) = ladder("position", 6)
    found = at_once(*[challenging(row, ann, other) for other in others])
    assert only(found, "already_challenging") == 1
    assert_valid(row)


@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_everybody_challenges_everybody_at_once(ladder, attempt):
    row, field = ladder("stairs", 4)
    pairs = [(one, two) for one in field for two in field if one != two]
    found = at_once(*[challenging(row, one, two) for one, two in pairs])
    done = only(found, "already_challenging", "already_challenged")
    assert 2 <= done <= 4
    assert Challenge.objects.count() == Match.objects.count() == done
    assert_valid(row)


@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_two_challenge_each_other_at_once(ladder, attempt):
    row, (ann, bob) = ladder("position", 2)
    assert only(at_once(challenging(row, ann, bob), challenging(row, bob, ann)), "already_challenged") == 1
    assert_valid(row)


@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_a_challenge_is_answered_once(ladder, director, attempt):
    row, (ann, bob) = ladder("position", 2, accept_days=1)
    challenge = challenging(row, bob, ann)()
    late = NOON + timedelta(days=1)
    found = at_once(
        answering(challenge, ann.user, Reply.ACCEPTED),
        answering(challenge, ann.user, Reply.REFUSED),
        answering(challenge, bob.user, Reply.WITHDRAWN),
        answering(challenge, director, Reply.ACCEPTED),
        processing(row, late),
    )
    assert only(found[:4], "challenge_answered") <= 1
    assert not isinstance(found[4], Exception)
    answer = ChallengeAnswer.objects.get()
    assert Match.objects.count() == (answer.reply == "accepted")
    assert_valid(row, late)


@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_a_match_is_reported_at_the_instant_it_is_overdue(ladder, director, attempt):
    row, (ann, bob) = ladder("position", 2, play_days=1)
    match = answering(challenging(row, bob, ann)(), ann.user, Reply.ACCEPTED)().match
    late = NOON + timedelta(days=1)
    found = at_once(
        lambda: report_submit(match_id=match.pk, actor=director, score=(0, 5), now=late),
        *[processing(row, late)] * 3,
    )
    only(found, "match_final")
    assert Ruling.objects.count() <= 1
    match.refresh_from_db()
    assert (match.state == "final") == Ruling.objects.exists()


@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_who_leaves_while_being_challenged(ladder, attempt):
    row, (ann, bob, cem) = ladder("stairs", 3)
    found = at_once(
        challenging(row, ann, bob),
        challenging(row, bob, cem),
        lambda: services.ladder_leave(actor=bob.user, ladder_id=row.pk, player=bob, now=NOON),
        processing(row, NOON),
    )
    only(found, "not_on_ladder")
    assert Match.objects.filter(state="open").count() == 0
    fold = ladder_fold(row, NOON)
    assert sorted(fold.ladder_order.order) == sorted([ann.pk, cem.pk])
    assert_valid(row)


@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_nobody_joins_twice(ladder, director, players, attempt):
    row, (ann, _) = ladder("position", 2)
    services.ladder_leave(actor=director, ladder_id=row.pk, player=ann, now=NOON)
    found = at_once(
        *[lambda: services.ladder_join(actor=director, ladder_id=row.pk, player=ann, now=NOON)] * 4
    )
    assert only(found, "already_on_ladder") == 1
    assert LadderJoin.objects.filter(player=ann, leave=None).count() == 1
    assert_valid(row)


def test_open_pages_are_notified(ladder, heard):
    row, (ann, bob) = ladder("position", 2)
    heard()
    challenge = challenging(row, bob, ann)()
    assert f"ladder-{row.pk}" in heard()
    match = answering(challenge, ann.user, Reply.ACCEPTED)().match
    assert f"ladder-{row.pk}" in heard()
    award(match, 0, now=NOON)
    assert f"ladder-{row.pk}" in heard()


@pytest.mark.parametrize("attempt", range(3))
def test_a_ladder_removed_while_somebody_joins(director, club, players, attempt):
    """Nobody is on a ladder that is gone."""
    ladder = services.ladder_create(actor=director, club=club, name="Wall", kind="position", length=5)
    (ann,) = players(1)
    removed, joined = at_once(
        lambda: services.ladder_remove(actor=director, ladder_id=ladder.pk),
        lambda: services.ladder_join(actor=director, ladder_id=ladder.pk, player=ann),
    )
    ladder.refresh_from_db()
    if ladder.removed:
        assert isinstance(joined, Ladder.DoesNotExist), joined
    else:
        assert isinstance(removed, LadderInUse), removed
    assert LadderJoin.objects.exists() != ladder.removed
