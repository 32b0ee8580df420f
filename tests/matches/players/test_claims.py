"""Claims: a login asks for its player; whoever recorded the player answers, others may doubt."""

from datetime import timedelta

import pytest

from matches.accounts.errors import NotAllowed
from matches.players.errors import ClaimAnswered, ClaimObjected, ProfileClaimed, ProfileHasResults
from matches.players.models import CLAIM_TAKE_EFFECT, Claim, ClaimAnswer, LoginAttachment, Player, Release
from matches.players.selectors import claims_concerning
from matches.players.services import (
    claim_answer,
    claim_make,
    claim_object,
    claim_take_effect,
    claims_wake,
    player_release,
)
from matches.work.models import Outbox
from tests.conftest import NOON, api_as
from tests.consent import membership_add, player_create, player_edit
from tests.factories import AppointmentFactory, MatchFactory, UserFactory
from tournaments.clubs.services import club_create, club_player_record
from tournaments.events.services import entry_add, tournament_create

from .people import person, recorded, staff

pytestmark = pytest.mark.django_db

WEEK = timedelta(days=7)


@pytest.fixture
def kim(club):
    """Without a login; the club is her registrar."""
    return recorded(club, "Kim")


@pytest.fixture
def played(kim):
    MatchFactory(one=kim, two=person("Lea"))
    return kim


@pytest.fixture
def login(db):
    return UserFactory(username="kim")


def claim(login, player, now=NOON):
    return claim_make(actor=login, player_id=player.pk, note="It is me.", now=now)


def agree(actor, made, agrees=True, now=NOON, reason="I know her."):
    return claim_answer(actor=actor, claim_id=made.pk, agrees=agrees, reason=reason, now=now)


def processed(now):
    """What the clock brings, as worker and beat do it."""
    claims_wake(now=now)
    for number in Outbox.objects.filter(kind=CLAIM_TAKE_EFFECT).values_list("subject", flat=True):
        claim_take_effect(claim_id=number, now=now)


def owner_of(login):
    return Player.objects.filter(user=login).first()


# -- Who answers


def test_agreed_to_by_who_runs_the_club_that_recorded_the_player(kim, login, director):
    made = claim(login, kim)
    assert claims_concerning(director) == ([made], [])
    answer = agree(director, made)
    assert (answer.agrees, answer.recorded_by) == (True, director)
    assert owner_of(login) == kim
    assert LoginAttachment.objects.get().claim == made
    assert claims_concerning(director) == ([], [])


def test_refused_and_asked_again(kim, login, director):
    for _ in range(2):
        agree(director, claim(login, kim), agrees=False)
    assert owner_of(login) is None
    assert ClaimAnswer.objects.count() == 2


def test_taken_back_by_whoever_made_it(kim, login):
    made = claim(login, kim)
    agree(login, made, agrees=False)
    assert claim(login, kim).pk != made.pk


@pytest.mark.parametrize("wrote", ["nothing", "membership", "entry", "pair"])
def test_nothing_that_another_club_wrote_lets_it_answer(kim, login, wrote):
    """A membership, an entry, a pair: whoever founds a club can write these about anybody."""
    intruder = UserFactory(username="intruder")
    own = club_create(actor=intruder, name="Intruders")
    if wrote == "membership":
        membership_add(actor=intruder, club_id=own.pk, player=kim)
    elif wrote != "nothing":
        entrants, player = "singles", kim
        if wrote == "pair":
            entrants, lea = "doubles", person("Lea", login=False)
            player = player_create(actor=intruder, name="P", kind="pair", members=[kim, lea])
        cup = tournament_create(actor=intruder, club=own, name="Cup", lengths=[5], entrants=entrants)
        entry_add(actor=intruder, tournament_id=cup.pk, player=player)
    made = claim(login, kim)
    for agrees in (True, False):
        with pytest.raises(NotAllowed, match="who runs Golden Club, or staff"):
            agree(intruder, made, agrees)
    assert owner_of(login) is None
    assert claims_concerning(intruder) == ([], [] if wrote == "nothing" else [made])


def test_who_recorded_a_player_and_runs_the_club_no_more_has_no_say(club, director, login):
    assistant = AppointmentFactory(club=club, role="director")
    kim = club_player_record(actor=assistant.user, club=club, name="Kim")
    leaving = assistant.user
    assistant.delete()
    with pytest.raises(NotAllowed):
        agree(leaving, claim(login, kim))
    with pytest.raises(NotAllowed):
        player_edit(actor=leaving, player_id=kim.pk, name="Kim L.")


def test_of_a_player_in_no_club_s_name_staff_alone_agrees(login, director):
    kim = player_create(actor=director, name="Kim")
    made = claim(login, kim)
    with pytest.raises(NotAllowed, match="that is for staff of the service"):
        agree(director, made)
    assert player_edit(actor=director, player_id=kim.pk, country="JP").country == "JP"
    agree(staff(), made)
    assert owner_of(login) == kim


def test_nobody_agrees_to_the_own_claim(kim, director):
    with pytest.raises(NotAllowed, match="somebody else"):
        agree(director, claim(director, kim))


def test_nobody_attaches_the_own_login_to_results_past_a_claim(kim, director):
    """Who runs the registrar may edit the profile, but not take it over."""
    MatchFactory(one=kim)
    with pytest.raises(ProfileHasResults, match="Claim the profile"):
        player_edit(actor=director, player_id=kim.pk, user=director)
    nobody = recorded(kim.registrations.get().club, "Nobody yet")
    assert player_edit(actor=director, player_id=nobody.pk, user=director).user == director


def test_of_two_who_claim_one_gets_the_profile(kim, login, director):
    other = UserFactory()
    first, second = claim(login, kim), claim(other, kim)
    agree(director, second)
    with pytest.raises(ProfileClaimed):
        agree(director, first)
    agree(director, first, agrees=False)
    assert owner_of(other) == kim


def test_released_a_profile_is_claimed_anew(kim, login, director):
    wrong = UserFactory()
    agree(director, claim(wrong, kim))
    player_release(actor=staff(), player_id=kim.pk, reason="Not her.")
    assert Release.objects.get().login == wrong
    agree(director, claim(login, kim))
    assert owner_of(login) == kim


def test_the_login_then_speaks_for_what_was_played_before(played, login, director):
    match = MatchFactory(one=played, two=person("Moe"), created_by=director)
    agree(director, claim(login, played))
    processed(NOON + WEEK)
    answer = api_as(login).post(
        f"/api/v1/matches/{match.pk}/reports/", {"score": {"one": 5, "two": 1}}, format="json"
    )
    assert (answer.status_code, answer.json()["role"]) == (202, "player")


# -- What waits


def test_a_profile_with_results_is_attached_after_seven_days(played, login, director):
    made = claim(login, played)
    answer = agree(director, made)
    assert (answer.effective_at, made.state) == (NOON + WEEK, "waiting")
    with pytest.raises(ClaimAnswered):
        agree(director, made)
    for now, owner in ((NOON + WEEK - timedelta(seconds=1), None), (NOON + WEEK, played)):
        processed(now)
        assert owner_of(login) == owner
    processed(NOON + 2 * WEEK)
    assert LoginAttachment.objects.count() == 1
    assert Claim.objects.get().state == "agreed"


@pytest.mark.parametrize("who", ["login", "director", "staff"])
def test_until_then_it_is_stopped_by_who_made_it_the_registrar_and_staff(played, login, director, who):
    made = claim(login, played)
    agree(director, made)
    agree({"login": login, "director": director, "staff": staff()}[who], made, agrees=False)
    processed(NOON + WEEK)
    assert (owner_of(login), made.state) == (None, "refused")
    assert claim(login, played).pk != made.pk


def test_who_knows_the_player_objects_and_staff_decides(played, login, director):
    elsewhere = UserFactory(username="elsewhere")
    other = club_create(actor=elsewhere, name="Elsewhere")
    membership_add(actor=elsewhere, club_id=other.pk, player=played)
    made = claim(login, played)
    with pytest.raises(NotAllowed):
        claim_object(actor=UserFactory(), claim_id=made.pk, reason="No.")
    agree(director, made)
    claim_object(actor=elsewhere, claim_id=made.pk, reason="She is in Osaka.", now=NOON)
    processed(NOON + WEEK)
    assert (owner_of(login), made.state) == (None, "objected")
    with pytest.raises(ClaimObjected):
        agree(director, made)
    late = NOON + 3 * WEEK
    assert agree(staff(), made, now=late).effective_at == late, "the days have passed since it was agreed to"
    assert owner_of(login) == played
    with pytest.raises(ClaimAnswered, match="staff releases"):
        claim_object(actor=elsewhere, claim_id=made.pk, reason="Still.")


def test_an_objection_before_any_answer_leaves_it_to_staff_too(played, login, director):
    made = claim(login, played)
    claim_object(actor=director, claim_id=made.pk, reason="I am not sure.", now=NOON)
    with pytest.raises(ClaimObjected):
        agree(director, made)
    assert agree(staff(), made).effective_at == NOON + WEEK


def test_what_stands_against_it_in_time_refuses_it(played, login, director):
    made = claim(login, played)
    agree(director, made)
    own = player_create(actor=login, name="Kim, too", user=login, now=NOON)
    processed(NOON + WEEK)
    assert (made.state, owner_of(login)) == ("refused", own)
    assert "is Kim, too" in made.answers.order_by("serial").last().reason


# -- Doors


def test_over_the_api(played, login, director):
    client = api_as(login)
    answer = client.post(f"/api/v1/players/{played.pk}/claims/", {"note": "It is me."})
    assert (answer.status_code, answer.json()["state"]) == (201, "open")
    number = answer.json()["id"]
    (waiting,) = api_as(director).get("/api/v1/claims/").json()["results"]
    assert (waiting["id"], waiting["note"], waiting["login"]) == (number, "It is me.", "kim")
    assert api_as(UserFactory()).get("/api/v1/claims/").json()["results"] == []
    agreed = api_as(director).post(
        f"/api/v1/claims/{number}/answer/", {"agrees": True, "reason": "Yes."}, format="json"
    )
    shown = agreed.json()
    assert (agreed.status_code, shown["state"], shown["reason"]) == (201, "waiting", "Yes.")
    assert shown["effective_at"] is not None
    doubted = api_as(director).post(f"/api/v1/claims/{number}/objections/", {"reason": "Wait."})
    assert (doubted.status_code, doubted.json()["state"]) == (201, "objected")
    assert [row["reason"] for row in doubted.json()["objections"]] == ["Wait."]
    facts = api_as(None).get(f"/api/v1/players/{played.pk}/facts/").json()["results"]
    assert [row["reason"] for row in facts if row["kind"].startswith("claim")] == ["", "", ""]


def test_from_the_pages(client, played, login, director):
    client.force_login(login)
    at = f"/players/{played.pk}/"
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
    page = client.get("/claims/").content.decode()
    assert "Agreed to" in page
    assert 'value="yes"' not in page
    again = client.post(f"/claims/{number}/answer/", {"agrees": "yes"})
    assert again.status_code == 422
    assert "has been answered" in again.content.decode()


def test_who_knows_the_player_objects_on_the_page(client, played, login):
    elsewhere = UserFactory(username="elsewhere")
    other = club_create(actor=elsewhere, name="Elsewhere")
    membership_add(actor=elsewhere, club_id=other.pk, player=played)
    number = claim(login, played).pk
    client.force_login(elsewhere)
    page = client.get("/claims/").content.decode()
    assert "Of players you know" in page
    assert f"/claims/{number}/answer/" not in page
    assert client.post(f"/claims/{number}/object/", {"reason": "Osaka."})["Location"] == "/claims/"
    assert "Staff decides" in client.get("/claims/").content.decode()


def test_what_was_typed_stays_where_an_answer_is_refused(client, club, director):
    player = recorded(club, "Dora")
    kim = UserFactory(username="kim-claims")
    client.force_login(kim)
    long = client.post(f"/players/{player.pk}/claim/", {"note": "born " * 200})
    assert long.status_code == 422
    assert "born born" in long.content.decode()
    assert f'id="ClaimForm-{player.pk}-note_error"' in long.content.decode()
    client.post(f"/players/{player.pk}/claim/", {"note": "It is me."})
    claim = Claim.objects.get()
    client.force_login(director)
    refused = client.post(f"/claims/{claim.pk}/answer/", {"agrees": "perhaps", "reason": "Let me see"})
    assert refused.status_code == 422
    assert 'value="Let me see"' in refused.content.decode()
    claim.refresh_from_db()
    assert claim.state == "open"
