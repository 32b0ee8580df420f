"""Who founds clubs: anyone, whoever staff agrees to, or staff alone."""

import pytest
from django.utils import timezone

from matches.accounts.errors import NotAllowed
from matches.facts.selectors import export_rows, fact_list
from matches.players.selectors.personal_data import player_personal_data
from tests.answers import assert_problem, rows_of_everything
from tests.conftest import api_as
from tests.factories import UserFactory
from tests.matches.players.people import anonymise, person
from tests.rows import rolled_back
from tests.test_concurrency import at_once
from tournaments.clubs import services
from tournaments.clubs.errors import (
    ClubNameTaken,
    FoundingClosed,
    ProposalAnswered,
    ProposalLapsed,
    ProposalOpen,
)
from tournaments.clubs.models import Appointment, Club, ClubProposal, ClubProposalAnswer, Sanction

pytestmark = pytest.mark.django_db

CLUBS, PROPOSALS = "/api/v1/clubs/", "/api/v1/club-proposals/"


@pytest.fixture
def mia(db):
    return UserFactory(username="mia")


@pytest.fixture
def staff(db):
    return UserFactory(username="staff", is_staff=True)


@pytest.fixture
def approved(settings):
    settings.CLUB_FOUNDING = "approved"


@pytest.fixture
def proposal(approved, mia):
    return services.club_found(actor=mia, name="Harbour", note="Tuesdays at the pier.")


def answer(actor, proposal, agrees, **more):
    return services.club_proposal_answer(actor=actor, proposal_id=proposal.pk, agrees=agrees, **more)


def owners(club):
    return list(Appointment.objects.filter(club=club).values_list("user__username", "role"))


def test_each_setting_for_each_role(settings, mia, staff):
    expected = {
        "anyone": {None: 401, mia: 201, staff: 201},
        "approved": {None: 401, mia: 202, staff: 201},
        "staff": {None: 401, mia: 403, staff: 201},
    }
    for settings.CLUB_FOUNDING, statuses in expected.items():
        for user, status in statuses.items():
            with rolled_back():
                answered = api_as(user).post(CLUBS, {"name": "Harbour"})
                assert answered.status_code == status, (settings.CLUB_FOUNDING, user)
                assert Club.objects.exists() == (status == 201)
                assert ClubProposal.objects.exists() == (status == 202)
                if status == 201:
                    assert owners(Club.objects.get()) == [(user.username, "owner")]


def test_where_staff_founds_others_are_told_whom_to_ask(settings, mia):
    settings.CLUB_FOUNDING = "staff"
    problem = assert_problem(api_as(mia).post(CLUBS, {"name": "Harbour"}), 403, "founding_closed")
    assert "staff" in problem["detail"]
    assert problem["title"] == "Clubs are not founded without staff here"


def test_no_service_founds_past_the_setting(approved, mia, staff):
    with pytest.raises(FoundingClosed, match="Propose yours"):
        services.club_create(actor=mia, name="Harbour")
    with pytest.raises(NotAllowed):
        services.club_create(actor=mia, name="Harbour", owner=staff)
    assert not Club.objects.exists()


def test_nobody_is_made_an_owner_by_others_where_anyone_founds(mia, staff):
    with pytest.raises(NotAllowed):
        services.club_create(actor=mia, name="Harbour", owner=staff)
    assert not Club.objects.exists()


def test_agreed_to_the_club_is_its_proposer_s(proposal, mia, staff):
    club = answer(staff, proposal, True, reason="Welcome.").club
    assert (club.name, owners(club)) == ("Harbour", [("mia", "owner")])
    assert ClubProposal.objects.get().state == "agreed"
    facts = [fact for fact in fact_list(mia, club)[:10] if not isinstance(fact.fact, Sanction)]
    assert [fact.sentence for fact in facts] == [
        f"The club Harbour is proposed: proposal {proposal.pk}.",
        f"Proposal {proposal.pk} is agreed to: the club is founded.",
    ]
    assert [fact.reason for fact in facts] == ["", "Welcome."], "its owner sees it"
    shown = api_as(None).get(f"{CLUBS}{club.pk}/facts/").json()["results"]
    proposed = [fact for fact in shown if fact["kind"] != "sanction"]
    assert [(fact["kind"], fact["reason"], fact["actor"]) for fact in proposed] == [
        ("clubproposal", "", None),
        ("clubproposalanswer", "", None),
    ]


def test_refused_or_withdrawn_there_is_no_club(proposal, mia, staff):
    answer(staff, proposal, False, reason="Where is that?")
    assert ClubProposal.objects.get().state == "refused"
    again = services.club_found(actor=mia, name="Harbour")
    answer(mia, again, False)
    assert ClubProposal.objects.get(pk=again.pk).state == "withdrawn"
    assert not Club.objects.exists()


def test_only_staff_agrees_not_even_who_proposed(proposal, mia):
    stranger = UserFactory(username="stranger")
    before = rows_of_everything()
    for actor, agrees in ((mia, True), (stranger, True), (stranger, False)):
        with pytest.raises(NotAllowed, match="staff"):
            answer(actor, proposal, agrees)
    assert rows_of_everything() == before


def test_foreign_and_absent_proposals_cannot_be_told_apart(proposal, mia, staff):
    stranger = api_as(UserFactory(username="stranger"))
    before = rows_of_everything()
    answers = [
        stranger.post(f"{PROPOSALS}{number}/answer/", {"agrees": agrees})
        for number in (proposal.pk, proposal.pk + 1)
        for agrees in (True, False)
    ]
    assert {response.status_code for response in answers} == {404}
    assert len({response.content for response in answers}) == 1
    assert_problem(
        api_as(mia).post(f"{PROPOSALS}{proposal.pk}/answer/", {"agrees": True}), 403, "not_allowed"
    )
    for number in (proposal.pk, proposal.pk + 1):
        at = f"{PROPOSALS}{number}/answer/"
        assert_problem(api_as(None).post(at, {"agrees": True}), 401, "not_authenticated")
        reading = api_as(staff, ["read", "report"])
        assert_problem(reading.post(at, {"agrees": True}), 403, "missing_scope")
    assert rows_of_everything() == before


def test_one_at_a_time(proposal, mia):
    with pytest.raises(ProposalOpen, match="Harbour") as refused:
        services.club_found(actor=mia, name="Another")
    assert refused.value.data == {"proposal": proposal.pk}
    assert_problem(api_as(mia).post(CLUBS, {"name": "Another"}), 409, "proposal_open")
    services.club_found(actor=UserFactory(username="lea"), name="Another")


def test_an_answer_is_the_last(proposal, mia, staff):
    answer(staff, proposal, False)
    for actor, agrees in ((staff, True), (staff, False), (mia, False)):
        with pytest.raises(ProposalAnswered, match="refused"):
            answer(actor, proposal, agrees)
    sent = api_as(staff).post(f"{PROPOSALS}{proposal.pk}/answer/", {"agrees": True})
    assert_problem(sent, 409, "proposal_answered")
    assert not Club.objects.exists()


def test_a_name_that_is_taken_is_said_at_once_and_again_at_the_answer(proposal, staff):
    services.club_create(actor=staff, name="HARBOUR")
    with pytest.raises(ClubNameTaken, match="Choose another"):
        services.club_found(actor=UserFactory(username="lea"), name="harbour")
    before = rows_of_everything()
    with pytest.raises(ClubNameTaken, match="Refuse the proposal"):
        answer(staff, proposal, True)
    assert rows_of_everything() == before, "the proposal waits still"
    answer(staff, proposal, False)


def test_a_closed_login_owns_no_club(proposal, mia, staff):
    mia.is_active = False
    mia.save()
    with pytest.raises(ProposalLapsed, match="mia"):
        answer(staff, proposal, True)
    assert not Club.objects.exists()
    answer(staff, proposal, False)


def test_with_its_login_a_proposal_goes_and_its_note(approved, staff, mia):
    kim = person("Kim")
    refused = services.club_found(actor=kim.user, name="Mole", note="Call 555.")
    answer(staff, refused, False, reason="Too many clubs.")
    waiting = services.club_found(actor=kim.user, name="Pier", note="Call 555.")
    services.club_found(actor=mia, name="Harbour", note="Tuesdays.")
    held = player_personal_data(kim.user, kim, timezone.now())["sections"]
    assert [(row["name"], row["note"]) for row in held["club_proposals"]] == [
        ("Mole", "Call 555."),
        ("Pier", "Call 555."),
    ]
    (answered,) = held["club_proposal_answers"]
    assert (answered["reason"], "recorded_by" in answered) == ("Too many clubs.", False)
    anonymise(staff, kim, "Kim")
    with pytest.raises(ProposalAnswered, match="withdrawn"):
        answer(staff, waiting, True)
    assert [row["name"] for row in api_as(staff).get(PROPOSALS).json()["results"]] == ["Harbour"]
    exported = [data["note"] for kind, data in export_rows(None) if kind == "clubproposal"]
    assert exported == ["", "", "Tuesdays."]


def test_who_sees_which(proposal, mia, staff):
    lea = UserFactory(username="lea")
    refused = services.club_found(actor=lea, name="Another")
    answer(staff, refused, False, reason="Too many clubs.")

    def seen(user):
        return [(row["name"], row["state"]) for row in api_as(user).get(PROPOSALS).json()["results"]]

    assert seen(mia) == [("Harbour", "open")]
    assert seen(lea) == [("Another", "refused")]
    assert seen(staff) == [("Harbour", "open")]
    assert_problem(api_as(None).get(PROPOSALS), 401, "not_authenticated")
    (row,) = api_as(lea).get(PROPOSALS).json()["results"]
    assert (row["reason"], row["club"], row["proposed_by"]) == ("Too many clubs.", None, "lea")


def test_over_the_api(approved, mia, staff):
    sent = api_as(mia).post(CLUBS, {"name": " Harbour  Club ", "note": "Tuesdays."})
    assert sent.status_code == 202
    row = sent.json()
    assert (row["name"], row["note"], row["state"], row["club"]) == (
        "Harbour Club",
        "Tuesdays.",
        "open",
        None,
    )
    agreed = api_as(staff).post(f"{PROPOSALS}{row['id']}/answer/", {"agrees": True})
    club = Club.objects.get()
    assert agreed.status_code == 201
    assert agreed.json()["club"] == {"id": club.pk, "name": "Harbour Club"}
    assert agreed.json()["state"] == "agreed"


def test_a_note_that_nobody_would_read_is_refused(mia):
    problem = assert_problem(api_as(mia).post(CLUBS, {"name": "A", "note": "Hi"}), 400, "invalid_request")
    assert [fault["pointer"] for fault in problem["errors"]] == ["/note"]
    assert not Club.objects.exists()


# -- On the page


def page(client, language="en"):
    return client.get("/clubs/found/", headers={"accept-language": language}).content.decode()


def test_the_page_where_anyone_founds(client, mia):
    assert client.get("/clubs/found/").status_code == 302, "it takes a login"
    client.force_login(mia)
    assert "/clubs/found/" in client.get("/").content.decode()
    assert "founded at once" in page(client)
    assert 'name="note"' not in page(client)
    founded = client.post("/clubs/found/", {"name": "Harbour"})
    assert founded["Location"] == f"/clubs/{Club.objects.get().pk}/players/"
    again = client.post("/clubs/found/", {"name": "harbour"})
    assert again.status_code == 422
    assert 'value="harbour"' in again.content.decode(), "what was typed stays"


def test_the_page_where_staff_founds(client, settings, mia, staff):
    settings.CLUB_FOUNDING = "staff"
    client.force_login(mia)
    assert "Ask them to found yours" in page(client)
    assert 'name="name"' not in page(client)
    assert client.post("/clubs/found/", {"name": "Harbour"}).status_code == 422
    client.force_login(staff)
    assert 'name="name"' in page(client)


def test_proposed_and_agreed_to_on_the_page(client, approved, mia, staff):
    client.force_login(mia)
    assert "looks at every club first" in page(client)
    sent = client.post("/clubs/found/", {"name": "Harbour", "note": "Tuesdays <at> the pier."})
    assert sent["Location"] == "/clubs/found/"
    shown = page(client)
    assert "Staff answers your proposal." in shown
    assert 'name="name"' not in shown
    proposal = ClubProposal.objects.get()
    at = f"/clubs/proposals/{proposal.pk}/answer/"
    assert client.post(at, {"agrees": "yes"}).status_code == 422
    stranger = UserFactory(username="stranger")
    client.force_login(stranger)
    assert "Harbour" not in page(client)
    assert client.post(at, {"agrees": "no"}).status_code == 404
    client.force_login(staff)
    assert "Clubs proposed" in client.get("/").content.decode()
    assert "Tuesdays &lt;at&gt; the pier." in page(client)
    assert client.post(at, {"agrees": "maybe"}).status_code == 422
    assert client.post(at, {"agrees": "yes", "reason": "Welcome."})["Location"] == "/clubs/found/"
    assert "Clubs proposed" not in client.get("/").content.decode()
    client.force_login(mia)
    assert f'<a href="/clubs/{Club.objects.get().pk}/">Harbour</a>' in page(client)
    assert "Welcome." in page(client)
    assert "設立" in page(client, "ja")


def test_withdrawn_on_the_page(client, proposal, mia):
    client.force_login(mia)
    client.post(f"/clubs/proposals/{proposal.pk}/answer/", {"agrees": "no"})
    assert ClubProposal.objects.get().state == "withdrawn"
    assert 'name="name"' in page(client)


# -- At once


@pytest.mark.django_db(transaction=True)
def test_answered_at_once_it_is_answered_once(proposal, mia, staff):
    results = at_once(
        lambda: answer(staff, proposal, True),
        lambda: answer(staff, proposal, True),
        lambda: answer(mia, proposal, False),
    )
    assert sorted(type(result).__name__ for result in results) == [
        "ClubProposalAnswer", "ProposalAnswered", "ProposalAnswered",
    ]  # fmt: skip
    assert Club.objects.count() == ClubProposalAnswer.objects.filter(agrees=True).count()


@pytest.mark.django_db(transaction=True)
def test_proposed_at_once_one_waits(approved, mia):
    results = at_once(
        *(lambda name=name: services.club_found(actor=mia, name=name) for name in ("A", "B", "C"))
    )
    assert sorted(type(result).__name__ for result in results) == [
        "ClubProposal", "ProposalOpen", "ProposalOpen",
    ]  # fmt: skip
