"""Invitations: nobody is made to belong, to serve or to sit anywhere, or to be entered against their will."""

from datetime import timedelta

import pytest

from matches.accounts.errors import NotAllowed
from matches.accounts.models import User
from matches.players.errors import (
    EntryUnwanted,
    GroupIncomplete,
    InvitationAnswered,
    InvitationLapsed,
    InvitationOpen,
    MembersFixed,
)
from matches.players.models import Invitation, InvitationAnswer, Member, Player
from matches.players.selectors import invitations_concerning, invitations_made, invitations_to_answer
from matches.players.services import (
    check_group_complete,
    invitation_answer,
    player_create,
    player_edit,
    players_merge,
)
from tests.answers import assert_problem
from tests.conftest import NOON, api_as
from tests.each import each
from tests.factories import AppointmentFactory, UserFactory
from tournaments.clubs.models import Appointment, Membership
from tournaments.clubs.services import (
    club_appoint,
    club_create,
    club_dismiss,
    club_player_record,
    membership_add,
    membership_apply,
)
from tournaments.events.services import entry_add, tournament_create

from .people import club_director, person, recorded, staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def kim(db):
    return person("Kim")


def ask(club, player, now=NOON):
    made = membership_add(actor=club_director(club), club_id=club.pk, player=player, now=now)
    assert isinstance(made, Invitation)
    return made


def answer(actor, invitation, accepts=True, now=NOON):
    return invitation_answer(actor=actor, invitation_id=invitation.pk, accepts=accepts, now=now)


def belongs(club, player):
    return Membership.objects.filter(club=club, player=player).exists()


# -- Who is asked


def test_whoever_has_a_login_is_asked(club, kim):
    invitation = ask(club, kim)
    assert not belongs(club, kim)
    assert invitations_to_answer(kim.user) == [invitation]
    assert list(invitations_made(club_director(club))) == [invitation]
    answer(kim.user, invitation)
    assert belongs(club, kim)
    assert invitations_to_answer(kim.user) == []


def test_who_has_none_is_asked_by_the_registrar(club):
    theirs = club_create(actor=UserFactory(username="mia"), name="Theirs")
    lou = recorded(theirs, "Lou")
    invitation = ask(club, lou)
    mia = User.objects.get(username="mia")
    assert invitations_to_answer(mia) == [invitation]
    with pytest.raises(NotAllowed):
        answer(club_director(club), invitation)
    answer(mia, invitation)
    assert belongs(club, lou)


def test_nobody_is_asked_for_the_club_s_own_or_for_themselves(club, kim):
    lou = recorded(club, "Lou")
    assert isinstance(membership_add(actor=club_director(club), club_id=club.pk, player=lou), Membership)
    own = club_create(actor=kim.user, name="Kim's")
    assert isinstance(membership_add(actor=kim.user, club_id=own.pk, player=kim), Membership)
    office = staff()
    assert isinstance(membership_add(actor=office, club_id=club.pk, player=kim), Membership)


def test_who_has_applied_has_said_yes(club, kim):
    membership_apply(actor=kim.user, club_id=club.pk, player=kim)
    assert isinstance(membership_add(actor=club_director(club), club_id=club.pk, player=kim), Membership)


def test_an_invitation_follows_a_merge(club, kim):
    double = person("K. Im", login=False)
    theirs = club_create(actor=UserFactory(username="mia"), name="Theirs")
    invitation = ask(theirs, double)
    players_merge(actor=staff(), kept=kim, absorbed=double, reason="The same.")
    assert invitations_to_answer(kim.user) == [invitation]
    answer(kim.user, invitation)
    assert belongs(theirs, kim)


# -- The answer


def test_declined_nothing_comes_of_it(club, kim):
    invitation = ask(club, kim)
    answer(kim.user, invitation, accepts=False)
    assert not belongs(club, kim)
    for accepts in (True, False):
        with pytest.raises(InvitationAnswered):
            answer(kim.user, invitation, accepts=accepts)
    assert ask(club, kim) != invitation, "it can be asked anew"


def test_asked_once_at_a_time(club, kim):
    ask(club, kim)
    with pytest.raises(InvitationOpen):
        ask(club, kim)


def test_whoever_could_ask_takes_it_back(club, kim):
    helper = UserFactory(username="helper")
    invitation = ask(club, kim)
    with pytest.raises(NotAllowed):
        answer(helper, invitation, accepts=False)
    AppointmentFactory(club=club, user=helper, role="director")
    with pytest.raises(NotAllowed):
        answer(helper, invitation, accepts=True)
    answer(helper, invitation, accepts=False)
    with pytest.raises(InvitationAnswered):
        answer(kim.user, invitation)


def test_it_ends_with_the_office_of_who_made_it(club, kim):
    helper = UserFactory(username="helper")
    held = AppointmentFactory(club=club, user=helper, role="director")
    invitation = membership_add(actor=helper, club_id=club.pk, player=kim)
    club_dismiss(actor=club_director(club), appointment=held)
    with pytest.raises(InvitationLapsed):
        answer(kim.user, invitation)
    assert not belongs(club, kim)
    answer(kim.user, invitation, accepts=False)


def test_what_stands_against_it_by_then(club, kim):
    invitation = ask(club, kim)
    membership_add(actor=staff(), club_id=club.pk, player=kim)
    with pytest.raises(InvitationAnswered):
        answer(kim.user, invitation)
    assert Membership.objects.filter(club=club, player=kim).count() == 1


# -- Offices


@each("role", ["owner", "director"])
def test_nobody_holds_an_office_unasked(club, role):
    login = UserFactory(username=f"new_{role}")
    invitation = club_appoint(actor=club_director(club), club=club, user=login, role=role)
    assert not Appointment.objects.filter(user=login).exists()
    answer(login, invitation)
    assert Appointment.objects.get(user=login).role == role


def test_another_s_office_is_taken_by_nobody(club, kim):
    invitation = club_appoint(
        actor=club_director(club), club=club, user=UserFactory(username="dai"), role="owner"
    )
    for thief in (kim.user, staff()):
        with pytest.raises(NotAllowed):
            answer(thief, invitation)
    assert Appointment.objects.filter(role="owner").count() == 1


# -- Pairs and teams


def pair(kim, other):
    return player_create(actor=kim.user, name="K & O", kind="pair", members=[kim, other], now=NOON)


def test_a_pair_is_complete_when_both_have_said_yes(kim, club):
    lea = person("Lea")
    both = pair(kim, lea)
    cup = tournament_create(actor=club_director(club), club=club, name="Cup", entrants="doubles", lengths=[5])
    with pytest.raises(GroupIncomplete, match="Lea has been asked"):
        entry_add(actor=club_director(club), tournament_id=cup.pk, player=both)
    (invitation,) = invitations_to_answer(lea.user)
    answer(lea.user, invitation)
    assert [member.name for member in Player.objects.get(pk=both.pk).persons] == ["Kim", "Lea"]
    assert entry_add(actor=club_director(club), tournament_id=cup.pk, player=both).player == both


def test_nobody_plays_in_a_pair_unasked(kim):
    lea = person("Lea")
    both = pair(kim, lea)
    (invitation,) = invitations_to_answer(lea.user)
    answer(lea.user, invitation, accepts=False)
    assert not Member.objects.filter(player=lea).exists()
    with pytest.raises(GroupIncomplete):
        check_group_complete(Player.objects.get(pk=both.pk))


def test_another_member_named_instead_is_asked_instead(kim):
    lea, moe = person("Lea"), person("Moe")
    both = pair(kim, lea)
    (invitation,) = invitations_to_answer(lea.user)
    player_edit(actor=kim.user, player_id=both.pk, members=[kim, moe])
    with pytest.raises(InvitationAnswered):
        answer(lea.user, invitation)
    (invitation,) = invitations_to_answer(moe.user)
    answer(moe.user, invitation)
    assert set(Player.objects.get(pk=both.pk).persons) == {kim, moe}


def test_a_third_finds_no_place_in_a_pair(kim):
    lea = person("Lea")
    both = pair(kim, lea)
    (invitation,) = invitations_to_answer(lea.user)
    Member.objects.create(group=both, player=person("Moe"), position=3)
    with pytest.raises(MembersFixed):
        answer(lea.user, invitation)


# -- Being entered


def entering(club, player, chosen):
    Player.objects.filter(pk=player.pk).update(entered_by=chosen)
    cup = tournament_create(actor=club_director(club), club=club, name="Cup", lengths=[5])
    player.refresh_from_db()
    return lambda actor: entry_add(actor=actor, tournament_id=cup.pk, player=player)


def test_anybody_enters_who_lets_anybody(club, kim):
    entering(club, kim, "anybody")(club_director(club))


def test_their_clubs_enter_who_lets_their_clubs(club, kim):
    enter = entering(club, kim, "clubs")
    with pytest.raises(EntryUnwanted):
        enter(club_director(club))
    membership_add(actor=staff(), club_id=club.pk, player=kim)
    enter(club_director(club))


def test_a_membership_that_has_ended_lets_nobody_in(club, kim):
    enter = entering(club, kim, "clubs")
    Membership.objects.create(
        club=club, player=kim, starts_on=NOON.date() + timedelta(days=36500), recorded_by=kim.user
    )
    with pytest.raises(EntryUnwanted):
        enter(club_director(club))


def test_who_wants_to_enter_alone_does(club, kim):
    enter = entering(club, kim, "own")
    membership_add(actor=staff(), club_id=club.pk, player=kim)
    with pytest.raises(EntryUnwanted):
        enter(club_director(club))
    enter(kim.user)


def test_for_who_has_no_login_the_club_decides(club):
    enter = entering(club, recorded(club, "Lou"), "own")
    enter(club_director(club))


# -- By the API and on the pages


def test_nobody_hears_of_what_others_are_asked(club, kim):
    invitation = ask(club, kim)
    thief = person("Thief")
    address = f"/api/v1/invitations/{invitation.pk}/answer/"
    for accepts in (True, False):
        assert_problem(api_as(thief.user).post(address, {"accepts": accepts}), 404, "not_found")
    assert api_as(thief.user).get("/api/v1/invitations/").json()["results"] == []
    assert_problem(api_as(None).get("/api/v1/invitations/"), 401, "not_authenticated")
    assert list(invitations_concerning(thief.user)) == []
    assert not InvitationAnswer.objects.exists()


def test_programs_answer(club, kim):
    invitation = ask(club, kim)
    client = api_as(kim.user)
    (shown,) = client.get("/api/v1/invitations/").json()["results"]
    assert (shown["id"], shown["kind"], shown["state"]) == (invitation.pk, "membership", "open")
    sent = {"accepts": False, "reason": "I have a club."}
    answered = client.post(f"/api/v1/invitations/{invitation.pk}/answer/", sent)
    assert (answered.status_code, answered.json()["state"]) == (201, "declined")
    assert answered.json()["reason"] == "I have a club."
    assert not belongs(club, kim)


def test_people_answer_on_the_page(client, club, kim):
    invitation = ask(club, kim)
    client.force_login(kim.user)
    assert f"Belong to {club.name} (member)." in client.get("/invitations/").content.decode()
    assert client.post(f"/invitations/{invitation.pk}/answer/", {"accepts": "yes"}).status_code == 302
    assert belongs(club, kim)
    client.force_login(person("Thief").user)
    assert client.post(f"/invitations/{invitation.pk}/answer/", {"accepts": "no"}).status_code == 404


def test_a_club_that_records_a_pair_of_its_own_asks_nobody(club):
    members = [recorded(club, "Lou"), recorded(club, "Nia")]
    both = club_player_record(
        actor=club_director(club), club=club, name="L & N", kind="pair", members=members
    )
    assert set(both.persons) == set(members)
    assert not Invitation.objects.exists()
