"""Players when two things happen at once, on the real database."""

import pytest

from matches.base.errors import Refusal
from matches.play.models import Match
from matches.play.services import match_create
from matches.players.errors import AlreadyMerged, ClaimAnswered, ClaimOpen, ProfileClaimed, SamePlayer
from matches.players.models import AnonymisationCancellation, Claim, ClaimAnswer, Merge, Player
from matches.players.services import (
    claim_answer,
    claim_make,
    player_anonymise,
    player_anonymise_due,
    players_merge,
)
from tests.factories import UserFactory
from tests.test_concurrency import at_once
from tournaments.clubs.errors import AlreadyMember
from tournaments.clubs.models import Membership
from tournaments.clubs.services import membership_add

from .people import person, recorded, staff

pytestmark = pytest.mark.django_db(transaction=True)


def outcomes(results):
    return sorted(type(result).__name__ for result in results)


@pytest.mark.parametrize("attempt", range(3))
def test_a_claim_is_answered_once(club, director, attempt):
    kim, login = recorded(club, "Kim"), UserFactory()
    claim = claim_make(actor=login, player_id=kim.pk)
    results = at_once(
        *(
            lambda agrees=agrees: claim_answer(actor=director, claim_id=claim.pk, agrees=agrees)
            for agrees in (True, False, True)
        )
    )
    assert outcomes(results) == [ClaimAnswer.__name__, *[ClaimAnswered.__name__] * 2]
    assert Player.objects.filter(user=login).exists() == ClaimAnswer.objects.get().agrees


@pytest.mark.parametrize("attempt", range(3))
def test_of_two_claims_agreed_to_at_once_one_is(club, director, attempt):
    kim = recorded(club, "Kim")
    claims = [claim_make(actor=UserFactory(), player_id=kim.pk) for _ in range(2)]
    results = at_once(
        *(
            lambda claim=claim: claim_answer(actor=director, claim_id=claim.pk, agrees=True)
            for claim in claims
        )
    )
    assert outcomes(results) == [ClaimAnswer.__name__, ProfileClaimed.__name__]
    assert Player.objects.get(pk=kim.pk).user == ClaimAnswer.objects.get().claim.recorded_by


@pytest.mark.parametrize("attempt", range(3))
def test_a_login_makes_one_claim_at_a_time(db, attempt):
    players, login = [person(name, login=False) for name in ("Kim", "Lea")], UserFactory()
    results = at_once(
        *(lambda player=player: claim_make(actor=login, player_id=player.pk) for player in players)
    )
    assert outcomes(results) == [Claim.__name__, ClaimOpen.__name__]


@pytest.mark.parametrize("attempt", range(3))
def test_merges_that_cross_make_one(db, attempt):
    one, two, chief = person("One", login=False), person("Two", login=False), staff()
    results = at_once(
        lambda: players_merge(actor=chief, kept=one, absorbed=two, reason="x"),
        lambda: players_merge(actor=chief, kept=two, absorbed=one, reason="x"),
    )
    assert outcomes(results) == [AlreadyMerged.__name__, Merge.__name__]
    assert Player.objects.exclude(stand_in=None).count() == Merge.objects.count() == 1


@pytest.mark.parametrize("attempt", range(3))
def test_nobody_meets_the_record_that_is_merged_meanwhile(db, attempt):
    one, two, chief = person("One", login=False), person("Two", login=False), staff()
    merged, match = at_once(
        lambda: players_merge(actor=chief, kept=one, absorbed=two, reason="x"),
        lambda: match_create(actor=chief, one=one, two=two, length=5),
    )
    assert isinstance(match, Refusal) == isinstance(merged, Merge)
    assert Match.objects.count() + Merge.objects.count() == 1
    assert not isinstance(match, SamePlayer)


@pytest.mark.parametrize("attempt", range(3))
def test_anonymised_and_merged_at_once_is_one_of_them(db, attempt):
    one, two, chief = person("One", login=False), person("Two"), staff()
    asked = player_anonymise(actor=chief, player_id=two.pk, confirmation="Two")
    results = at_once(
        lambda: players_merge(actor=chief, kept=one, absorbed=two, reason="x"),
        lambda: player_anonymise_due(request_id=asked.pk, now=asked.effective_at),
    )
    if isinstance(results[0], Merge):
        assert (results[1], AnonymisationCancellation.objects.count()) == (None, 1)
        return
    assert sum(isinstance(result, Refusal) for result in results) == 1
    assert not any(isinstance(result, Exception) and not isinstance(result, Refusal) for result in results)


@pytest.mark.parametrize("attempt", range(3))
def test_a_player_joins_a_club_once(club, director, attempt):
    kim = recorded(club, "Kim")
    results = at_once(
        *[lambda: membership_add(actor=director, club_id=club.pk, player=kim) for _ in range(3)]
    )
    assert outcomes(results) == [*[AlreadyMember.__name__] * 2, Membership.__name__]
