"""Members of clubs: they come and go by dates, on application or by the club's own entry."""

from datetime import date, timedelta

import pytest

from matches.facts.selectors import fact_list
from matches.players.services import players_merge
from tests.answers import assert_problem
from tests.conftest import NOON, api_as
from tests.consent import accept_all, membership_add, player_edit
from tests.factories import AppointmentFactory
from tests.matches.players.people import person, staff
from tournaments.clubs import services
from tournaments.clubs.errors import AlreadyMember, InvalidMembership, NotAMember
from tournaments.clubs.models import Application, Membership

pytestmark = pytest.mark.django_db

TODAY = NOON.date()


@pytest.fixture
def kim(db):
    return person("Kim")


@pytest.fixture
def add(club, director):
    def enter(player, **rest):
        return membership_add(actor=director, club_id=club.pk, player=player, now=NOON, **rest)

    return enter


def end(actor, membership, day=None):
    return services.membership_end(actor=actor, membership_id=membership.pk, ends_on=day, now=NOON)


def in_force(club, day):
    return [member.player.name for member in Membership.objects.filter(club=club).in_force_on(day)]


def test_a_membership_lasts_from_its_first_day_to_its_last(club, kim, add, director):
    member = add(kim, starts_on=date(2026, 3, 1))
    end(director, member, date(2026, 3, 9))
    days = [date(2026, 2, 28), date(2026, 3, 1), date(2026, 3, 9), date(2026, 3, 10)]
    assert [in_force(club, day) for day in days] == [[], ["Kim"], ["Kim"], []]


def test_a_member_leaves_and_comes_back_as_another_kind(club, kim, add):
    end(kim.user, add(kim, starts_on=TODAY - timedelta(9)), TODAY - timedelta(1))
    again = add(kim, kind="honorary")
    assert (again.kind, again.starts_on) == ("honorary", TODAY)
    assert Membership.objects.filter(club=club).count() == 2


@pytest.mark.parametrize("starts_on", [TODAY, TODAY + timedelta(30), TODAY - timedelta(400)])
def test_nobody_belongs_to_a_club_twice(kim, add, starts_on):
    add(kim)
    with pytest.raises(AlreadyMember, match="Kim has belonged to Golden Club"):
        add(kim, starts_on=starts_on, kind="guest")


def test_two_records_of_one_player_belong_once(kim, add):
    double = person("Kim K.", login=False)
    add(double)
    players_merge(actor=staff(), kept=kim, absorbed=double, reason="x")
    with pytest.raises(AlreadyMember):
        add(kim)


@pytest.mark.parametrize(
    ("starts_on", "ends_on"),
    [
        (date(1899, 12, 31), None),
        (date(2029, 1, 1), None),
        (TODAY, TODAY - timedelta(1)),
        (TODAY, date(2031, 1, 1)),
    ],
    ids=["long ago", "far ahead", "backwards", "without end"],
)
def test_days_that_make_no_sense(kim, add, director, starts_on, ends_on):
    with pytest.raises(InvalidMembership):
        end(director, add(kim, starts_on=starts_on), ends_on)


def test_what_has_ended_is_not_ended_again(kim, add, director):
    member = add(kim)
    end(director, member)
    with pytest.raises(NotAMember):
        end(director, member)


def test_a_player_applies_and_the_club_answers(club, kim, director):
    client = api_as(kim.user)
    at = f"/api/v1/clubs/{club.pk}"
    asked = client.post(f"{at}/applications/", {"player": kim.pk, "note": "May I?"})
    assert (asked.status_code, asked.json()["state"]) == (201, "open")
    number = asked.json()["id"]
    (waiting,) = api_as(director).get(f"{at}/applications/").json()["results"]
    assert (waiting["note"], waiting["player"]["name"]) == ("May I?", "Kim")
    assert client.get(f"{at}/applications/").status_code == 403
    answer = api_as(director).post(
        f"{at}/applications/{number}/answer/",
        {"agrees": True, "kind": "guest", "reason": "Of course."},
        format="json",
    )
    assert (answer.status_code, answer.json()["state"]) == (201, "agreed")
    (member,) = api_as(None).get(f"{at}/members/").json()["results"]
    assert (member["player"]["name"], member["kind"], member["ends_on"]) == ("Kim", "guest", None)
    (held,) = api_as(None).get(f"/api/v1/players/{kim.pk}/clubs/").json()["memberships"]
    assert held["club"]["name"] == "Golden Club"
    ended = client.post(f"{at}/members/{member['id']}/end/", {})
    assert (ended.status_code, ended.json()["ends_on"] is None) == (201, False)
    sentences = [fact.sentence for fact in fact_list(director, club)[:10]]
    assert sentences[1] == f"Kim asks to belong to Golden Club: application {number}."
    assert sentences[2] == f"Application {number} is agreed to."
    assert [fact["kind"] for fact in api_as(None).get(f"{at}/facts/").json()["results"]] == [
        "sanction", "application", "applicationanswer", "membership", "membershipend",
    ]  # fmt: skip


def test_refused_or_taken_back_nobody_has_joined(club, kim, director):
    for actor in (director, kim.user):
        asked = services.membership_apply(actor=kim.user, club_id=club.pk, player=kim)
        services.application_answer(actor=actor, application_id=asked.pk, agrees=False)
    assert not Membership.objects.exists()


def test_roles_are_shown_with_the_memberships(club, kim):
    AppointmentFactory(club=club, user=kim.user, role="director")
    (role,) = api_as(None).get(f"/api/v1/players/{kim.pk}/clubs/").json()["roles"]
    assert (role["club"]["name"], role["role"]) == ("Golden Club", "director")


def test_private_clubs_are_for_the_club_alone(club, kim, add, director, client):
    add(kim)
    player_edit(actor=kim.user, player_id=kim.pk, private=["clubs"])
    at = f"/api/v1/clubs/{club.pk}/members/"
    assert api_as(None).get(at).json()["results"] == []
    assert len(api_as(director).get(at).json()["results"]) == 1
    of_player = f"/api/v1/players/{kim.pk}/clubs/"
    assert api_as(None).get(of_player).json() == {"memberships": [], "roles": []}
    assert len(api_as(kim.user).get(of_player).json()["memberships"]) == 1
    assert "Golden Club" not in client.get(f"/players/{kim.pk}/").content.decode()
    assert "Kim" not in client.get(f"/clubs/{club.pk}/members/").content.decode()


def test_who_asks_to_end_a_private_membership_does_not_learn_of_it(club, kim, add, director):
    member = add(kim)
    at = f"/api/v1/clubs/{club.pk}/members/{{}}/end/"
    stranger = api_as(person("Lea").user)
    assert_problem(stranger.post(at.format(member.pk), {}), 403, "not_allowed")
    player_edit(actor=kim.user, player_id=kim.pk, private=["clubs"])
    answers = [stranger.post(at.format(number), {}) for number in (member.pk, 999_999)]
    private, absent = (assert_problem(answer, 404, "not_found") for answer in answers)
    assert private == absent
    assert api_as(kim.user).post(at.format(member.pk), {}).status_code == 201
    assert_problem(api_as(director).post(at.format(member.pk), {}), 409, "not_a_member")


def test_facts_of_private_clubs_are_for_the_club_and_the_player(club, kim, director, client):
    services.membership_apply(actor=kim.user, club_id=club.pk, player=kim)
    application = Application.objects.get()
    services.application_answer(actor=director, application_id=application.pk, agrees=True)
    services.membership_end(actor=kim.user, membership_id=Membership.objects.get().pk)
    recorded = ["membershipend", "membership", "applicationanswer", "application"]

    def kinds(asking, of):
        rows = api_as(asking).get(f"/api/v1/{of}/facts/").json()["results"]
        return [row["kind"] for row in rows if row["kind"] in recorded]

    of_club, of_kim = f"clubs/{club.pk}", f"players/{kim.pk}"
    assert sorted(kinds(None, of_club)) == sorted(kinds(None, of_kim)) == sorted(recorded)
    player_edit(actor=kim.user, player_id=kim.pk, private=["clubs"])
    assert kinds(None, of_club) == kinds(None, of_kim) == kinds(person("Lea").user, of_club) == []
    assert sorted(kinds(director, of_club)) == sorted(kinds(kim.user, of_club)) == sorted(recorded)
    assert sorted(kinds(kim.user, of_kim)) == sorted(recorded)
    assert "Kim" not in client.get(f"/{of_club}/facts/").content.decode()


def test_from_the_pages(client, club, kim, director):
    at = f"/clubs/{club.pk}/"
    client.force_login(kim.user)
    assert "Ask to join" in client.get(f"{at}members/").content.decode()
    assert client.post(f"{at}apply/", {"note": "Fridays."})["Location"] == f"{at}members/"
    assert "You asked to join" in client.get(f"{at}members/").content.decode()
    client.force_login(director)
    assert "Fridays." in client.get(f"{at}members/").content.decode()
    number = Application.objects.get().pk
    answered = client.post(f"{at}applications/{number}/answer/", {"agrees": "yes", "kind": "honorary"})
    assert answered["Location"] == f"{at}members/"
    lea = person("Lea")
    for status in (302, 422):
        sent = {"player": "Lea", "kind": "guest", "starts_on": ""}
        assert client.post(f"{at}members/add/", sent).status_code == status
    accept_all()
    member = Membership.objects.get(player=lea)
    sent = {"ends_on": member.starts_on.isoformat(), "reason": "Moved."}
    assert client.post(f"{at}members/{member.pk}/end/", sent).status_code == 302
    page = client.get(f"{at}members/").content.decode()
    assert "honorary member" in page
    assert "Golden Club" in client.get(f"/players/{kim.pk}/").content.decode()
    client.logout()
    japanese = client.get(f"{at}members/", headers={"accept-language": "ja"}).content.decode()
    assert "名誉会員" in japanese
    today = f"{member.starts_on.year}年{member.starts_on.month}月{member.starts_on.day}日"
    assert f">{today}～</span>" in japanese, "without an end"
    assert f">{today}～{today}</span>" in japanese
    assert client.get(f"{at}facts/").status_code == 200


def test_who_runs_what_is_found_by_role_and_tournament(club, director, cup):
    keeper = AppointmentFactory(club=club, role="scorekeeper", tournament=cup).user

    def found(query):
        rows = api_as(None).get(f"/api/v1/clubs/{club.pk}/appointments/?{query}").json()["results"]
        return [row["login"] for row in rows]

    assert found("") == [director.username, keeper.username]
    assert found("role=owner") == [director.username]
    assert found(f"tournament={cup.pk}") == [keeper.username]
    assert found("ordering=-id&page_size=1") == [keeper.username]


def test_members_are_found_by_player_kind_and_day(club, kim, add, director):
    former = add(kim, starts_on=date(2026, 3, 1))
    end(director, former, date(2026, 3, 4))
    again, guest = add(kim, starts_on=date(2026, 3, 6)), add(person("Lee"), kind="guest", starts_on=TODAY)
    client, address = api_as(None), f"/api/v1/clubs/{club.pk}/members/"

    def found(query):
        return [row["id"] for row in client.get(f"{address}?{query}").json()["results"]]

    assert found("") == [former.pk, again.pk, guest.pk]
    assert found(f"player={kim.pk}&ordering=-id") == [again.pk, former.pk]
    assert found("kind=guest") == [guest.pk]
    assert (found("on=2026-03-04"), found("on=2026-03-05"), found(f"on={TODAY}&kind=member")) == (
        [former.pk],
        [],
        [again.pk],
    )
    assert_problem(client.get(f"{address}?on=today"), 400, "invalid_request")
