"""A director helps a member who forgot the password, and gets into nobody's account by it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from matches.accounts.errors import NotAllowed
from matches.accounts.services import reset_code_issue
from tests.answers import assert_problem
from tests.conftest import api_as
from tests.factories import AppointmentFactory, MembershipFactory, PlayerFactory, UserFactory
from tournaments.clubs.services import club_create, membership_add, membership_end

pytestmark = pytest.mark.django_db

LONG_AGO = timedelta(days=7, minutes=1)


@pytest.fixture
def kim(db):
    return PlayerFactory(name="Kim", user=UserFactory(username="kim"))


def joined(club, player, ago=LONG_AGO):
    at = timezone.now() - ago
    return MembershipFactory(club=club, player=player, starts_on=at.date(), recorded_at=at)


def test_for_a_member_of_the_club(club, director, kim):
    joined(club, kim)
    code, secret = reset_code_issue(actor=director, user=kim.user)
    assert (code.issued_by, len(secret)) == (director, 14)
    answer = api_as(director).post("/api/v1/reset-codes/", {"login": "kim"})
    assert (answer.status_code, answer["Cache-Control"]) == (201, "no-store")


def test_not_for_who_has_only_just_joined(club, director, kim):
    joined(club, kim, ago=timedelta(days=6, hours=23))
    with pytest.raises(NotAllowed):
        reset_code_issue(actor=director, user=kim.user)


def test_not_for_who_was_only_asked_to_join(kim):
    mallory = UserFactory(username="mallory")
    trap = club_create(actor=mallory, name="Trap")
    membership_add(actor=mallory, club_id=trap.pk, player=kim, now=timezone.now() - LONG_AGO)
    with pytest.raises(NotAllowed):
        reset_code_issue(actor=mallory, user=kim.user)


def test_not_for_who_has_left(club, director, kim):
    belonging = joined(club, kim)
    yesterday = timezone.now().date() - timedelta(days=1)
    membership_end(actor=kim.user, membership_id=belonging.pk, ends_on=yesterday)
    with pytest.raises(NotAllowed):
        reset_code_issue(actor=director, user=kim.user)


def test_not_for_who_runs_something_else(club, director, kim):
    joined(club, kim)
    AppointmentFactory(club=club, user=kim.user, role="director")
    assert reset_code_issue(actor=director, user=kim.user), "what the owner runs as well"
    club_create(actor=kim.user, name="Kim's")
    with pytest.raises(NotAllowed):
        reset_code_issue(actor=director, user=kim.user)


def test_not_for_staff(club, director, kim):
    joined(club, kim)
    kim.user.is_staff = True
    kim.user.save()
    with pytest.raises(NotAllowed):
        reset_code_issue(actor=director, user=kim.user)


def test_not_where_a_mail_does_it(club, director, kim, settings):
    joined(club, kim)
    kim.user.email_confirmed_at = timezone.now()
    kim.user.save()
    settings.MAIL_CONFIGURED = False
    assert reset_code_issue(actor=director, user=kim.user)
    settings.MAIL_CONFIGURED = True
    with pytest.raises(NotAllowed, match="/account/password/reset/"):
        reset_code_issue(actor=director, user=kim.user)
    assert reset_code_issue(actor=UserFactory(is_staff=True), user=kim.user)


def test_a_scorekeeper_issues_none(club, kim, knockout):
    helper = UserFactory(username="helper")
    AppointmentFactory(club=club, user=helper, role="scorekeeper", tournament=knockout(2))
    joined(club, kim)
    assert_problem(api_as(helper).post("/api/v1/reset-codes/", {"login": "kim"}), 403, "not_allowed")


def test_the_members_page_leads_there(client, club, director, kim):
    assert "/account/codes/" not in client.get(f"/clubs/{club.pk}/members/").content.decode()
    client.force_login(director)
    assert "/account/codes/" in client.get(f"/clubs/{club.pk}/members/").content.decode()
