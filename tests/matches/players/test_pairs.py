"""Pairs and teams: who belongs to them, and that every member speaks for the side of a pair."""

import pytest
from django.db import IntegrityError

from matches.accounts.errors import NotAllowed
from matches.accounts.permissions import Role, roles_towards
from matches.facts.selectors import fact_list
from matches.play.errors import NotYourMatch, TeamByBoards
from matches.play.models import Match
from matches.play.permissions import directed_matches
from matches.play.rules.columns import transcript_columns_swapped
from matches.play.rules.results import ResultKind
from matches.play.selectors import matches_undecided, reminders_of, side_names_in_transcript
from matches.play.services import (
    game_record,
    match_create,
    report_answer,
    report_submit,
    ruling_appeal,
    ruling_make,
)
from matches.players.errors import InvalidMembers, MembersFixed, NoOwnLogin, SamePlayer
from matches.players.models import Player
from matches.ratings.models import RatingStanding
from matches.ratings.selectors import leading_rating_pool, player_ranking
from tests.answers import assert_problem
from tests.conftest import NOON, api_as, work_off
from tests.consent import accept_all, committee_appoint, player_create, player_edit
from tests.factories import MatchFactory, PlayerFactory, UserFactory

pytestmark = pytest.mark.django_db


def person(name):
    return PlayerFactory(name=name, user=UserFactory(username=name.lower()))


@pytest.fixture
def four(db):
    return [person(name) for name in ("Ann", "Bob", "Cem", "Dai")]


@pytest.fixture
def registrar(db):
    return UserFactory(username="registrar")


@pytest.fixture
def pairs(four, registrar):
    return [
        player_create(actor=registrar, name=name, kind="pair", members=members)
        for name, members in (("Red", four[:2]), ("Blue", four[2:]))
    ]


@pytest.fixture
def match(pairs, registrar):
    return MatchFactory(one=pairs[0], two=pairs[1], created_by=registrar)


# -- Who belongs to them


def test_a_person_is_who_plays_and_a_pair_its_members_in_order(four, registrar):
    pair = player_create(actor=registrar, name="Red", kind="pair", members=[four[1], four[0]])
    assert four[0].persons == [four[0]]
    assert Player.objects.get(pk=pair.pk).persons == [four[1], four[0]]
    assert pair.logins == {four[0].user_id, four[1].user_id}


@pytest.mark.parametrize("count", [0, 1, 3])
def test_a_pair_is_of_two(four, registrar, count):
    with pytest.raises(InvalidMembers, match=f"not of {count}"):
        player_create(actor=registrar, name="Red", kind="pair", members=four[:count])
    assert not Player.objects.filter(kind="pair").exists()


def test_a_team_has_members_at_most_forty(four, registrar):
    with pytest.raises(InvalidMembers, match="not 0"):
        player_create(actor=registrar, name="Reds", kind="team")
    many = [PlayerFactory() for _ in range(41)]
    with pytest.raises(InvalidMembers, match="not 41"):
        player_create(actor=registrar, name="Reds", kind="team", members=many)
    team = player_create(actor=registrar, name="Reds", kind="team", members=many[:40])
    assert team.persons == many[:40]


def test_only_persons_are_members_each_once(four, registrar, pairs):
    with pytest.raises(InvalidMembers, match="Red is a pair"):
        player_create(actor=registrar, name="Both", kind="team", members=[pairs[0], four[0]])
    with pytest.raises(InvalidMembers, match="Ann is named twice"):
        player_create(actor=registrar, name="Both", kind="pair", members=[four[0], four[0]])
    with pytest.raises(InvalidMembers, match="Ann is one person"):
        player_edit(actor=four[0].user, player_id=four[0].pk, members=[four[1]])


def test_a_pair_has_no_login_of_its_own(four, registrar, pairs):
    with pytest.raises(NoOwnLogin, match="registrar"):
        player_create(actor=registrar, name="Red", kind="pair", members=four[:2], user=registrar)
    pairs[0].user = registrar
    with pytest.raises(IntegrityError, match="player_login_of_person"):
        pairs[0].save()


def test_members_change_until_the_pair_plays(four, registrar, pairs):
    player_edit(actor=four[0].user, player_id=pairs[0].pk, members=[four[0], four[2]])
    assert Player.objects.get(pk=pairs[0].pk).persons == [four[0], four[2]]
    MatchFactory(one=pairs[0], two=four[1])
    with pytest.raises(MembersFixed, match="Ann, Cem"):
        player_edit(actor=four[0].user, player_id=pairs[0].pk, members=four[:2])
    player_edit(actor=four[0].user, player_id=pairs[0].pk, members=[four[0], four[2]], name="Reds")
    assert Player.objects.get(pk=pairs[0].pk).name == "Reds"


def test_who_entered_a_pair_keeps_it_while_no_login_speaks_for_it(registrar, four, pairs):
    assert roles_towards(registrar, pairs[0]) == {Role.LOGIN}
    with pytest.raises(NotAllowed):
        player_edit(actor=registrar, player_id=pairs[0].pk, name="Mine")
    strangers = [PlayerFactory(), PlayerFactory()]
    kept = player_create(actor=registrar, name="Kept", kind="pair", members=strangers)
    assert roles_towards(registrar, kept) == {Role.LOGIN, Role.REGISTRAR}


# -- Matches


def test_a_match_has_nobody_on_both_sides(four, registrar, pairs):
    other = player_create(actor=registrar, name="Green", kind="pair", members=[four[3], four[1]])
    for two in (other, four[1]):
        with pytest.raises(SamePlayer, match="Bob") as refused:
            match_create(one=pairs[0], two=two, length=5)
        assert refused.value.data == {"player": four[1].pk}
    assert not Match.objects.exists()


def test_a_team_plays_by_its_boards(four, registrar):
    team = player_create(actor=registrar, name="Reds", kind="team", members=four[:3])
    with pytest.raises(TeamByBoards, match="Reds"):
        match_create(one=four[3], two=team, length=5)


def test_every_member_plays_on_the_side_of_the_pair(match, four, registrar):
    assert [match.side_of(each.user) for each in four] == [0, 0, 1, 1]
    assert match.side_of(registrar) is None
    assert Role.PLAYER in roles_towards(four[3].user, match)
    assert list(matches_undecided(four[1].user)) == [match]
    assert list(matches_undecided(registrar)) == []


def test_one_member_reports_and_either_of_the_others_answers(match, four):
    report = report_submit(match_id=match.pk, actor=four[1].user, score=(5, 2), now=NOON)
    work_off()
    assert (report.side, report.role) == (0, "player")
    with pytest.raises(NotYourMatch):
        report_answer(report_id=report.pk, actor=UserFactory(), agrees=True, now=NOON)
    report_answer(report_id=report.pk, actor=four[3].user, agrees=True, now=NOON)
    work_off()
    match.refresh_from_db()
    assert (match.state, match.result.winner) == ("final", 0)


def test_a_pair_is_rated_and_its_members_are_not(match, pairs, registrar):
    report_submit(match_id=match.pk, actor=registrar, score=(5, 2), now=NOON)
    work_off()
    assert {standing.player for standing in RatingStanding.objects.all()} == set(pairs)
    assert [player.name for player in player_ranking(leading_rating_pool())[:2]] == ["Red", "Blue"]


def test_a_team_is_not_in_the_ranking(four, registrar):
    player_create(actor=registrar, name="Reds", kind="team", members=four)
    assert list(player_ranking(leading_rating_pool())) == four


def test_a_member_appeals_and_no_member_sits_on_the_committee(match, four, registrar):
    ruling = ruling_make(
        match_id=match.pk, actor=registrar, kind=ResultKind.FORFEIT, winner=1, reason="Late.", now=NOON
    )
    appeal = ruling_appeal(ruling_id=ruling.pk, actor=four[1].user, reason="No.", now=NOON)
    assert appeal.side == 0
    members = [four[0].user, UserFactory(), UserFactory()]
    with pytest.raises(Exception, match="ann is player"):
        committee_appoint(appeal_id=appeal.pk, actor=registrar, members=members, now=NOON)


def test_who_sets_up_a_match_of_the_own_pair_does_not_direct_it(pairs, four):
    match = match_create(one=pairs[0], two=pairs[1], length=5, rated=False, actor=four[1].user)
    assert Role.DIRECTOR not in roles_towards(four[1].user, match)
    assert not directed_matches(four[1].user).exists()


def test_every_member_is_reminded(match, four, registrar):
    match.reminders.create(side=0, about="play", due_at=NOON)
    assert [len(reminders_of(each.user)) for each in four] == [1, 1, 0, 0]


def test_facts_of_a_member_are_shown_as_a_player_s_for_one_query_more(
    match, four, registrar, django_assert_num_queries
):
    for number in (1, 2, 3):
        game_record(
            match_id=match.pk, actor=four[number % 2].user, number=number, winner=0, points=1, now=NOON
        )
    facts = fact_list(registrar, match)
    with django_assert_num_queries(3):
        recorded_as = [fact.recorded_as for fact in facts[:10]]
    assert recorded_as == ["player"] * 3


# -- Names in transcripts


def test_a_pair_is_known_by_its_name_aliases_and_members(match, four, pairs):
    four[0].aliases.create(name="ann_1")
    pairs[0].aliases.create(name="Reds")
    assert side_names_in_transcript(pairs[0]) == [("Red", "Reds", "Ann / Bob", "ann_1 / Bob")]
    assert side_names_in_transcript(match.one, match.two)[1] == ("Blue", "Cem / Dai")


@pytest.mark.parametrize(
    "written", ["Ann / Bob", "ann/bob", "Bob & Ann", "Ann+Bob", "BOB  +  ANN", "Ann／Bob", "Red"]
)
def test_two_names_are_joined_as_people_write_them(match, written):
    names = side_names_in_transcript(match.one, match.two)
    assert not transcript_columns_swapped(names, [written, "Dai & Cem"])
    assert transcript_columns_swapped(names, ["Blue", written])


@pytest.mark.parametrize("written", ["Ann", "Ann / Cem", "Ann / Bob / Cem", "Ann Bob", "/", "Ann /"])
def test_other_names_are_not_taken_for_the_pair(match, written):
    with pytest.raises(Exception, match="known as 'Red', 'Ann / Bob', 'Blue', 'Cem / Dai'"):
        transcript_columns_swapped(side_names_in_transcript(match.one, match.two), [written, "Blue"])


# -- API and pages


def test_pairs_and_teams_are_entered_over_the_api(four, registrar):
    client = api_as(registrar)
    members = [each.pk for each in four[:2]]
    made = client.post("/api/v1/players/", {"name": "Red", "kind": "pair", "members": members})
    assert made.status_code == 201
    assert made.json()["kind"] == "pair"
    assert made.json()["members"] == []
    accept_all()
    pair = client.get(f"/api/v1/players/{made.json()['id']}/")
    assert pair.json()["members"] == [{"id": each.pk, "name": each.name} for each in four[:2]]
    ann = client.get(f"/api/v1/players/{four[0].pk}/").json()
    assert ann["groups"] == [{"id": made.json()["id"], "name": "Red", "kind": "pair"}]
    assert ann["members"] == []
    listed = client.get("/api/v1/players/?kind=pair").json()
    assert [row["name"] for row in listed["results"]] == ["Red"]


def test_members_are_changed_over_the_api(four, pairs):
    client = api_as(four[0].user)
    numbers = [four[0].pk, four[3].pk]
    changed = client.patch(f"/api/v1/players/{pairs[0].pk}/", {"members": numbers})
    assert [row["name"] for row in changed.json()["members"]] == ["Ann"]
    accept_all()
    refused = client.patch(f"/api/v1/players/{pairs[0].pk}/", {"name": "Reds", "kind": "team"})
    problem = assert_problem(refused, 400, "invalid_request")
    assert [error["pointer"] for error in problem["errors"]] == ["/kind"]
    kept = client.get(f"/api/v1/players/{pairs[0].pk}/").json()
    assert (kept["kind"], kept["name"], len(kept["members"])) == ("pair", pairs[0].name, 2)


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"kind": "pair"}, 422, "invalid_members"),
        ({"kind": "crowd"}, 400, "invalid_request"),
        ({"kind": "team", "members": ["x"]}, 400, "invalid_request"),
        ({"kind": "team", "members": [0]}, 422, "unknown_player"),
        ({"kind": "team", "members": [2**63]}, 422, "unknown_player"),
        ({"kind": "team", "members": "all"}, 400, "invalid_request"),
    ],
)
def test_what_is_no_pair_is_refused(registrar, body, status, code):
    answer = api_as(registrar).post("/api/v1/players/", {"name": "Red", **body})
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not Player.objects.exists()


def test_the_players_page_shows_members_and_groups(client, four, pairs):
    page = client.get(f"/players/{pairs[0].pk}/").content.decode()
    assert f'<a href="/players/{four[0].pk}/">Ann</a>' in page
    page = client.get(f"/players/{four[0].pk}/").content.decode()
    assert f'<a href="/players/{pairs[0].pk}/">Red</a>' in page
