"""Claims: a login asks for its player, who knows the player answers."""

import pytest

from matches.accounts.errors import NotAllowed
from matches.players.errors import ProfileClaimed
from matches.players.models import Claim, ClaimAnswer, Player, Release
from matches.players.selectors import claims_to_answer
from matches.players.services import claim_answer, claim_make, player_create, player_release
from tests.conftest import api_as
from tests.factories import AppointmentFactory, MatchFactory, UserFactory
from tournaments.clubs.services import membership_add
from tournaments.events.services import entry_add, tournament_create

from .people import person, staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def kim(db):
    return person("Kim", login=False)


@pytest.fixture
def login(db):
    return UserFactory(username="kim")


@pytest.fixture
def member(kim, club, director):
    membership_add(actor=director, club_id=club.pk, player=kim)
    return kim


def claim(login, player):
    return claim_make(actor=login, player_id=player.pk, note="It is me.")


def test_agreed_to_by_a_director_of_the_player_s_club(member, login, director):
    made = claim(login, member)
    assert claims_to_answer(director) == [made]
    answer = claim_answer(actor=director, claim_id=made.pk, agrees=True, reason="I know her.")
    assert (answer.agrees, answer.recorded_by) == (True, director)
    assert Player.objects.get(user=login) == member
    assert claims_to_answer(director) == []


def test_refused_and_asked_again(member, login, director):
    for _ in range(2):
        made = claim(login, member)
        claim_answer(actor=director, claim_id=made.pk, agrees=False, reason="Who?")
    assert not Player.objects.filter(user=login).exists()
    assert ClaimAnswer.objects.count() == 2


def test_taken_back_by_whoever_made_it(kim, login):
    made = claim(login, kim)
    claim_answer(actor=login, claim_id=made.pk, agrees=False)
    assert claim(login, kim).pk != made.pk


@pytest.mark.parametrize("known", ["member", "entered", "paired", "no"])
def test_who_answers_knows_the_player(kim, login, club, director, known):
    if known == "member":
        membership_add(actor=director, club_id=club.pk, player=kim)
    elif known in ("entered", "paired"):
        entrants, player = "singles", kim
        if known == "paired":
            entrants = "doubles"
            player = player_create(actor=director, name="P", kind="pair", members=[kim, person("Lea")])
        cup = tournament_create(actor=director, club=club, name="Cup", lengths=[5], entrants=entrants)
        entry_add(actor=director, tournament_id=cup.pk, player=player)
    made = claim(login, kim)
    registrar = AppointmentFactory(club=club, role="director").user
    stranger = AppointmentFactory(role="owner").user
    for who, may in ((stranger, False), (registrar, known != "no")):
        if may:
            claim_answer(actor=who, claim_id=made.pk, agrees=True)
        else:
            with pytest.raises(NotAllowed):
                claim_answer(actor=who, claim_id=made.pk, agrees=True)
    assert Player.objects.filter(user=login).exists() == (known != "no")


def test_nobody_agrees_to_the_own_claim(member, director):
    made = claim(director, member)
    with pytest.raises(NotAllowed, match="somebody else"):
        claim_answer(actor=director, claim_id=made.pk, agrees=True)


def test_of_two_who_claim_one_gets_the_profile(member, login, director):
    other = UserFactory()
    first, second = claim(login, member), claim(other, member)
    claim_answer(actor=director, claim_id=second.pk, agrees=True)
    with pytest.raises(ProfileClaimed):
        claim_answer(actor=director, claim_id=first.pk, agrees=True)
    claim_answer(actor=director, claim_id=first.pk, agrees=False)
    assert Player.objects.get(pk=member.pk).user == other


def test_released_a_profile_is_claimed_anew(member, login, director):
    wrong = UserFactory()
    claim_answer(actor=director, claim_id=claim(wrong, member).pk, agrees=True)
    player_release(actor=staff(), player_id=member.pk, reason="Not her.")
    assert Release.objects.get().login == wrong
    claim_answer(actor=director, claim_id=claim(login, member).pk, agrees=True)
    assert Player.objects.get(pk=member.pk).user == login


def test_the_login_then_speaks_for_what_was_played_before(member, login, director):
    match = MatchFactory(one=member, two=person("Lea"), created_by=director)
    claim_answer(actor=director, claim_id=claim(login, member).pk, agrees=True)
    answer = api_as(login).post(
        f"/api/v1/matches/{match.pk}/reports/", {"score": {"one": 5, "two": 1}}, format="json"
    )
    assert (answer.status_code, answer.json()["role"]) == (202, "player")


def test_over_the_api(member, login, director):
    client = api_as(login)
    answer = client.post(f"/api/v1/players/{member.pk}/claims/", {"note": "It is me."})
    assert (answer.status_code, answer.json()["state"]) == (201, "open")
    number = answer.json()["id"]
    (waiting,) = api_as(director).get("/api/v1/claims/").json()["results"]
    assert (waiting["id"], waiting["note"], waiting["login"]) == (number, "It is me.", "kim")
    assert api_as(UserFactory()).get("/api/v1/claims/").json()["results"] == []
    agreed = api_as(director).post(
        f"/api/v1/claims/{number}/answer/", {"agrees": True, "reason": "Yes."}, format="json"
    )
    assert (agreed.status_code, agreed.json()["state"], agreed.json()["reason"]) == (201, "agreed", "Yes.")
    assert client.get("/api/v1/me/").json()["player"] == member.pk


def test_from_the_pages(client, member, login, director):
    client.force_login(login)
    at = f"/players/{member.pk}/"
    assert "This is me" in client.get(at).content.decode()
    assert client.post(f"{at}claim/", {"note": "I play on Fridays."})["Location"] == at
    page = client.get(at).content.decode()
    assert "You asked for this profile" in page
    assert "This is me" not in page
    client.force_login(director)
    page = client.get("/claims/").content.decode()
    assert "I play on Fridays." in page
    number = Claim.objects.get().pk
    assert client.post(f"/claims/{number}/answer/", {"agrees": "yes"})["Location"] == "/claims/"
    assert Player.objects.get(user=login) == member
    again = client.post(f"/claims/{number}/answer/", {"agrees": "yes"})
    assert again.status_code == 422
    assert "has been answered" in again.content.decode()
