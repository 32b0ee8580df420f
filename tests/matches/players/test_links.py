"""Invitation links: whoever keeps a profile hands it to the person it is of, once."""

from datetime import timedelta

import pytest

from matches.accounts.errors import NotAllowed
from matches.accounts.models import User
from matches.players.errors import (
    ClaimObjected,
    ClaimOpen,
    InvitationLapsed,
    InvitationLinkOver,
    LoginTaken,
    NoOwnLogin,
    ProfileClaimed,
)
from matches.players.models import Claim, InvitationLink, LoginAttachment, Player
from matches.players.rules.claims import ClaimState
from matches.players.services import (
    claim_answer,
    claim_make,
    claim_object,
    invitation_link_issue,
    invitation_link_use,
    invitation_link_withdraw,
    link_opened,
    player_anonymise,
)
from tests.answers import assert_problem
from tests.conftest import NOON, api_as
from tests.consent import membership_add
from tests.factories import AppointmentFactory, MatchFactory, UserFactory
from tournaments.clubs.models import Appointment
from tournaments.clubs.services import club_create, club_player_record, registrar_change

from .people import person, recorded, staff

pytestmark = pytest.mark.django_db

PASSWORD = "a password of four words"
LATER = NOON + timedelta(days=13, hours=23)
TOO_LATE = NOON + timedelta(days=14)


@pytest.fixture
def kim(club):
    return recorded(club, "Kim")


@pytest.fixture
def login(db):
    return UserFactory(username="kim")


def issued(actor, player, now=NOON):
    return invitation_link_issue(actor=actor, player_id=player.pk, now=now)


def use(actor, link, now=NOON):
    return invitation_link_use(actor=actor, link_id=link.pk, now=now)


def owner_of(player):
    return Player.objects.get(pk=player.pk).user


@pytest.fixture
def other_club(db):
    return club_create(actor=UserFactory(username="mia"), name="Other")


# -- Who issues one


def test_the_registrar_s_officials_and_staff_issue_links(kim, director):
    for actor in (director, staff()):
        link, secret = issued(actor, kim)
        assert link_opened(secret, NOON) == link
        assert secret not in str(InvitationLink.objects.values_list())


def test_nobody_else_does(kim, login, other_club):
    mia = User.objects.get(username="mia")
    membership_add(actor=mia, club_id=other_club.pk, player=kim, kind="member", now=NOON)
    link, secret = issued(staff(), kim)
    for actor in (mia, login):
        with pytest.raises(NotAllowed):
            issued(actor, kim)
        with pytest.raises(NotAllowed):
            invitation_link_withdraw(actor=actor, link_id=link.pk)
    assert link_opened(secret, NOON) == link


def test_a_profile_that_has_a_login_needs_none(club, director):
    with pytest.raises(ProfileClaimed):
        issued(staff(), person("Lea"))
    pair = club_player_record(
        actor=director,
        club=club,
        name="K & L",
        kind="pair",
        members=[recorded(club, "Kai"), recorded(club, "Lou")],
    )
    with pytest.raises(NoOwnLogin):
        issued(director, pair)


# -- Who has it


def test_whoever_opens_it_has_the_profile_at_once(kim, login, director):
    MatchFactory(one=kim, two=person("Lea"))
    link, _secret = issued(director, kim)
    claim = use(login, link, LATER)
    assert owner_of(kim) == login
    assert claim.state == ClaimState.AGREED
    (answer,) = claim.answers.all()
    assert (answer.recorded_by, answer.effective_at) == (director, LATER)
    assert LoginAttachment.objects.get().claim == claim


def test_it_works_once(kim, login, director):
    link, secret = issued(director, kim)
    use(login, link)
    with pytest.raises(InvitationLinkOver):
        use(UserFactory(username="second"), link)
    with pytest.raises(InvitationLinkOver):
        link_opened(secret, NOON)
    with pytest.raises(InvitationLinkOver):
        invitation_link_withdraw(actor=staff(), link_id=link.pk)


def test_it_works_for_fourteen_days(kim, login, director):
    link, secret = issued(director, kim)
    assert link_opened(secret, TOO_LATE - timedelta(seconds=1)) == link
    with pytest.raises(InvitationLinkOver):
        link_opened(secret, TOO_LATE)
    with pytest.raises(InvitationLinkOver):
        use(login, link, TOO_LATE)
    assert owner_of(kim) is None


def test_only_the_latest_works(kim, login, director):
    first, second = issued(director, kim), issued(director, kim)
    with pytest.raises(InvitationLinkOver):
        use(login, first.link)
    use(login, second.link)
    assert owner_of(kim) == login


def test_withdrawn_it_opens_nothing(kim, login, director):
    link, secret = issued(director, kim)
    invitation_link_withdraw(actor=director, link_id=link.pk)
    for opened in (lambda: use(login, link), lambda: link_opened(secret, NOON)):
        with pytest.raises(InvitationLinkOver):
            opened()


def test_it_ends_with_the_office_of_who_issued_it(kim, club, login):
    helper = UserFactory(username="helper")
    AppointmentFactory(club=club, user=helper, role="director")
    link, _secret = issued(helper, kim)
    Appointment.objects.filter(user=helper).delete()
    with pytest.raises(InvitationLapsed):
        use(login, link)
    AppointmentFactory(club=club, user=helper, role="director")
    registrar_change(actor=staff(), player=kim, club=None)
    with pytest.raises(InvitationLapsed):
        use(login, link)
    assert owner_of(kim) is None


def test_a_login_has_one_player(kim, director):
    lea = person("Lea")
    link, _secret = issued(director, kim)
    with pytest.raises(LoginTaken):
        use(lea.user, link)
    assert link_opened(_secret, NOON) == link, "it is still for Kim"


# -- Results that others rely on


def test_where_others_rely_on_the_results_it_waits(kim, login, director, other_club):
    MatchFactory(one=kim, two=person("Lea"))
    mia = User.objects.get(username="mia")
    membership_add(actor=mia, club_id=other_club.pk, player=kim, kind="member", now=NOON)
    link, _secret = issued(director, kim)
    claim = use(login, link)
    assert (claim.state, claim.effective_at) == (ClaimState.WAITING, NOON + timedelta(days=7))
    assert owner_of(kim) is None
    claim_object(actor=mia, claim_id=claim.pk, reason="Kim is in Japan.", now=NOON)
    assert Claim.objects.get(pk=claim.pk).state == ClaimState.OBJECTED


def test_members_without_results_do_not_wait(kim, login, director, other_club):
    mia = User.objects.get(username="mia")
    membership_add(actor=mia, club_id=other_club.pk, player=kim, kind="member", now=NOON)
    use(login, issued(director, kim).link)
    assert owner_of(kim) == login


def test_staff_decides_where_somebody_has_objected(kim, login, director, other_club):
    mia = User.objects.get(username="mia")
    membership_add(actor=mia, club_id=other_club.pk, player=kim, kind="member", now=NOON)
    claim = claim_make(actor=login, player_id=kim.pk, now=NOON)
    claim_object(actor=mia, claim_id=claim.pk, reason="No.", now=NOON)
    with pytest.raises(ClaimObjected):
        use(login, issued(director, kim).link)
    assert owner_of(kim) is None


def test_it_answers_the_claim_that_waits(kim, login, director):
    claim = claim_make(actor=login, player_id=kim.pk, now=NOON)
    assert use(login, issued(director, kim).link) == claim
    assert owner_of(kim) == login


def test_one_claim_at_a_time(kim, login, director, club):
    claim_make(actor=login, player_id=recorded(club, "Lou").pk, now=NOON)
    with pytest.raises(ClaimOpen):
        use(login, issued(director, kim).link)


def test_claims_of_others_come_to_nothing(kim, login, director):
    late = claim_make(actor=UserFactory(username="late"), player_id=kim.pk, now=NOON)
    use(login, issued(director, kim).link)
    with pytest.raises(ProfileClaimed):
        claim_answer(actor=director, claim_id=late.pk, agrees=True, now=NOON)
    assert owner_of(kim) == login


def test_an_anonymised_profile_opens_for_nobody(kim, login, director):
    _link, secret = issued(director, kim)
    office = staff()
    player_anonymise(actor=office, player_id=kim.pk, confirmation="Kim", now=NOON)
    Player.objects.filter(pk=kim.pk).update(anonymised=True)
    with pytest.raises(InvitationLinkOver):
        link_opened(secret, NOON)


# -- By the API


def test_programs_issue_open_and_withdraw_links(kim, director):
    client = api_as(director)
    base = f"/api/v1/players/{kim.pk}/invitation-links/"
    answer = client.post(base)
    assert (answer.status_code, answer["Cache-Control"]) == (201, "no-store")
    made = answer.json()
    secret = made["url"].rstrip("/").rpartition("/")[2]
    (shown,) = client.get(base).json()["results"]
    assert (shown["id"], shown["issued_by"]) == (made["id"], director.username)
    assert secret not in str(shown)
    other = api_as(UserFactory(username="other"))
    assert_problem(other.get(base), 403, "not_allowed")
    assert_problem(other.delete(f"/api/v1/invitation-links/{made['id']}/"), 404, "not_found")
    assert client.delete(f"/api/v1/invitation-links/{made['id']}/").status_code == 204
    assert client.get(base).json()["results"] == []
    assert_problem(other.post("/api/v1/invitation-links/use/", {"secret": secret}), 409, "link_over")
    assert_problem(other.post("/api/v1/invitation-links/use/", {"secret": "no"}), 409, "link_over")


def test_who_has_a_login_uses_a_link_by_the_api(kim, director, login):
    secret = issued(director, kim, now=None).secret
    answer = api_as(login).post("/api/v1/invitation-links/use/", {"secret": secret})
    assert (answer.status_code, answer.json()["state"]) == (201, "agreed")
    assert owner_of(kim) == login


@pytest.mark.parametrize("registration", ["open", "invited"])
def test_programs_register_people_by_a_link(kim, director, settings, registration):
    settings.REGISTRATION = registration
    secret = issued(director, kim, now=None).secret
    sent = {"login": "kimmy", "password": PASSWORD, "invitation": secret}
    answer = api_as(None).post("/api/v1/logins/", sent)
    assert (answer.status_code, answer.json()["player"]) == (201, kim.pk)
    assert owner_of(kim).username == "kimmy"
    again = api_as(None).post("/api/v1/logins/", {**sent, "login": "second"})
    assert_problem(again, 403, "registration_closed", "once")
    assert not User.objects.filter(username="second").exists()


def test_a_link_opens_no_closed_door(kim, director, settings):
    settings.REGISTRATION = "closed"
    sent = {"login": "kimmy", "password": PASSWORD, "invitation": issued(director, kim, now=None).secret}
    assert_problem(api_as(None).post("/api/v1/logins/", sent), 403, "registration_closed")
    assert owner_of(kim) is None


# -- On the pages


def test_one_step_on_a_phone(client, kim, director, settings):
    settings.REGISTRATION = "invited"
    _link, secret = issued(director, kim, now=None)
    opened = client.get(f"/join/{secret}/")
    assert (opened.status_code, opened["Location"]) == (302, "/join/")
    assert "no-store" in opened["Cache-Control"]
    page = client.get("/join/").content.decode()
    assert "Kim" in page
    assert 'action="/account/signup/"' in page
    assert secret not in page
    sent = {"username": "kimmy", "password1": PASSWORD, "next": "/join/"}
    answer = client.post("/account/signup/", sent, follow=True)
    assert answer.redirect_chain[-1][0] == f"/players/{kim.pk}/"
    assert "Welcome, Kim" in answer.content.decode()
    assert owner_of(kim).username == "kimmy"
    assert client.get(f"/join/{secret}/").status_code == 422


def test_who_has_a_login_logs_in(client, kim, director):
    login = User.objects.create_user("kim", password=PASSWORD)
    client.get(f"/join/{issued(director, kim, now=None).secret}/")
    sent = {"username": "kim", "password": PASSWORD, "next": "/join/"}
    answer = client.post("/login/", sent, follow=True)
    assert answer.redirect_chain[-1][0] == f"/players/{kim.pk}/"
    assert owner_of(kim) == login


def test_who_is_logged_in_says_so(client, kim, director, login):
    client.force_login(login)
    client.get(f"/join/{issued(director, kim, now=None).secret}/")
    assert owner_of(kim) is None, "looking changes nothing"
    assert 'action="/join/"' in client.get("/join/").content.decode()
    answer = client.post("/join/", follow=True)
    assert answer.redirect_chain[-1][0] == f"/players/{kim.pk}/"
    assert owner_of(kim) == login


def test_who_is_somebody_else_is_told(client, kim, director):
    lea = person("Lea")
    client.force_login(lea.user)
    client.get(f"/join/{issued(director, kim, now=None).secret}/")
    assert "Lea already" in client.get("/join/").content.decode()
    answer = client.post("/join/")
    assert (answer.status_code, owner_of(kim)) == (422, None)


def test_without_a_link_nobody_joins(client, login):
    assert client.get("/join/").status_code == 422
    assert client.get("/join/no-such-secret/").status_code == 422
    client.force_login(login)
    assert client.post("/join/").status_code == 422


def test_a_link_that_was_opened_and_ended_opens_no_door(client, kim, director, settings):
    settings.REGISTRATION = "invited"
    first = issued(director, kim, now=None)
    client.get(f"/join/{first.secret}/")
    issued(director, kim, now=None)
    assert client.get("/join/").status_code == 422
    client.post("/account/signup/", {"username": "kimmy", "password1": PASSWORD, "next": "/join/"})
    assert not User.objects.filter(username="kimmy").exists()


def test_the_page_of_a_player_invites(client, kim, director, login):
    client.force_login(login)
    assert "Invite the player" not in client.get(f"/players/{kim.pk}/").content.decode()
    assert client.post(f"/players/{kim.pk}/invite/").status_code == 422
    client.force_login(director)
    assert "Invite the player" in client.get(f"/players/{kim.pk}/").content.decode()
    answer = client.post(f"/players/{kim.pk}/invite/")
    page = answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    assert "<svg" in page
    assert "/join/" in page
