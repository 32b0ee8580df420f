"""Who belongs to a club, for leaderboards that are narrowed down to it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from matches.base.times import service_day
from matches.players.services import players_merge
from tests.consent import membership_add
from tests.factories import ClubFactory, PlayerFactory, UserFactory
from tournaments.clubs.models import MembershipEnd
from tournaments.events.selectors import players_of_club
from tournaments.events.services import entry_add, tournament_create

pytestmark = pytest.mark.django_db


@pytest.fixture
def today():
    return service_day(timezone.now())


@pytest.fixture
def staff():
    return UserFactory(is_staff=True)


@pytest.fixture
def member(club, director, today):
    """A member since yesterday, by the name."""

    def enter(name, *, starts=-1, ends=None, **kept):
        player = PlayerFactory(name=name, **kept)
        starts_on = today + timedelta(days=starts)
        membership = membership_add(actor=director, club_id=club.pk, player=player, starts_on=starts_on)
        if ends is not None:
            MembershipEnd.objects.create(
                membership=membership, ends_on=today + timedelta(days=ends), recorded_by=director
            )
        return player

    return enter


@pytest.mark.parametrize(("starts", "ends", "belongs"), [(0, 0, True), (-9, -1, False), (1, None, False)])
def test_members_belong_from_their_first_day_to_their_last(club, member, starts, ends, belongs):
    player = member("Kim", starts=starts, ends=ends)
    assert players_of_club(club.pk) == ({player.pk} if belongs else set())


def test_whoever_keeps_clubs_private_does_not_belong(club, member):
    kim = member("Kim")
    member("Lee", private=["clubs"])
    mio = member("Mio", private=["country"])
    assert players_of_club(club.pk) == {kim.pk, mio.pk}


@pytest.mark.parametrize("private", [[], ["clubs"]])
def test_whoever_stands_in_for_a_member_belongs_unless_that_is_private(club, member, staff, private):
    kim, lee = member("Kim"), PlayerFactory(name="Lee", private=private)
    players_merge(actor=staff, kept=lee, absorbed=kim, reason="The same.")
    assert players_of_club(club.pk) == (set() if private else {kim.pk, lee.pk})


def test_nobody_belongs_to_two_clubs_for_being_in_one(club, member, staff):
    kim = member("Kim")
    membership_add(actor=staff, club_id=ClubFactory().pk, player=PlayerFactory(name="Lee"))
    assert players_of_club(club.pk) == {kim.pk}


def test_whoever_has_entered_an_event_of_the_club_belongs(club, staff):
    for host, name in ((club, "Kim"), (ClubFactory(), "Lee")):
        cup = tournament_create(actor=staff, club=host, name="Cup", lengths=(5,))
        entry_add(actor=staff, tournament_id=cup.pk, player=PlayerFactory(name=name))
    (found,) = players_of_club(club.pk)
    assert cup.entries.exclude(player=found).get().player.name == "Lee"
