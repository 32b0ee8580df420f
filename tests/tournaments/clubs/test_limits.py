"""Tokens that are limited to a club or a tournament: what they reach, and what they never do."""

import pytest
from rest_framework.test import APIClient

from matches.accounts.errors import OutsideToken
from matches.accounts.models import Token, User
from matches.accounts.permissions import Role, place_sources, places_of, role_sources, roles_towards
from matches.accounts.rules.reach import Reach, bind_reach, current_reach, without_reach
from matches.accounts.services import token_issue
from matches.play.models import Match
from matches.players.models import AnonymisationRequest, Claim, Invitation, Player
from matches.ratings.models import RatingPool
from matches.sessions.models import MoneySession
from tests.answers import assert_problem, rows_of_everything
from tests.conftest import api_as, drawn_knockout, work_off
from tests.consent import membership_add
from tests.each import each
from tests.effort import few_of
from tests.factories import PlayerFactory, UserFactory
from tests.operations import OPERATIONS, operation_address
from tests.rows import rolled_back
from tournaments.clubs.models import Application, Membership
from tournaments.clubs.services import club_create, club_player_record
from tournaments.ladders.services import ladder_create
from tournaments.leagues.models import League
from tournaments.ponds.services import pond_create

pytestmark = pytest.mark.django_db

SCOPES = ["read", "report", "enter", "direct"]


def limited(user, scopes=SCOPES, **place):
    """A client whose token is limited to club=5, or tournament=7."""
    client = APIClient()
    _, secret = token_issue(user=user, name="limited", scopes=scopes, place=next(iter(place.items())))
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


class Two:
    """Two clubs of one owner, who plays in both and is staff; each with an event, a match, members."""

    def __init__(self, owner):
        self.owner = owner
        self.own = self.furnished("Golden Club")
        self.other = self.furnished("Silver Club")

    def furnished(self, name):
        owner = self.owner
        club = club_create(actor=owner, name=name)
        player = getattr(owner, "player", None) or PlayerFactory(name="Olga", user=owner)
        field = [player, *(PlayerFactory(user=UserFactory()) for _ in range(3))]
        cup = drawn_knockout(club, owner, field, lengths=(5,))
        return {
            "club": club.pk,
            "cup": cup.pk,
            "match": next(match.pk for match in Match.objects.filter(fixture__tournament=cup, one=player)),
            "member": membership_add(actor=owner, club_id=club.pk, player=field[1]).pk,
            "recorded": club_player_record(actor=owner, club=club, name=f"Kept by {name}").pk,
            "beside": club_player_record(actor=owner, club=club, name=f"Kept too by {name}").pk,
            "entry": cup.entries.order_by("pk").last().pk,
            "ladder": ladder_create(actor=owner, club=club, name="Wall", kind="position", length=5).pk,
            "pond": pond_create(actor=owner, club=club, name="Swim").pk,
            "player": field[2].pk,
        }


@pytest.fixture
def two(db):
    return Two(UserFactory(username="olga", is_staff=True))


PENALTY = {"side": "one", "points": 1, "cause": "conduct", "reason": "X"}

# Writes that the owner of a club may do, by operation: the address and the body, of the things of that club.
WRITES = {
    "announce a tournament": ("post", "tournaments/", {"club": "{club}", "name": "X", "lengths": [5]}),
    "announce a ladder": (
        "post",
        "ladders/",
        {"club": "{club}", "name": "X", "kind": "position", "length": 5},
    ),
    "announce a pond": ("post", "ponds/", {"club": "{club}", "name": "X"}),
    "announce a league": ("post", "leagues/", {"club": "{club}", "name": "X", "lengths": [5]}),
    "open a rating pool": ("post", "clubs/{club}/rating-pools/", {"name": "X"}),
    "enter a member": ("post", "clubs/{club}/members/", {"player": "{player}"}),
    "end a membership": ("post", "clubs/{club}/members/{member}/end/", {}),
    "appoint": ("post", "clubs/{club}/appointments/", {"login": "olga", "role": "owner"}),
    "record a player": ("post", "clubs/{club}/players/", {"name": "X"}),
    "edit a player it keeps": ("patch", "players/{recorded}/", {"bio": "X"}),
    "set up a match": ("post", "matches/", {"one": "{recorded}", "two": "{beside}", "length": 5}),
    "report": ("post", "matches/{match}/reports/", {"score": {"one": 5, "two": 3}}),
    "report a game": ("post", "matches/{match}/games/", {"number": 1, "winner": "one", "points": 1}),
    "schedule": ("post", "matches/{match}/schedule/", {"play_by": "2031-01-01T00:00:00Z", "reason": "X"}),
    "give a penalty": ("post", "matches/{match}/penalties/", PENALTY),
    "rule": ("post", "matches/{match}/rulings/", {"winner": "one", "kind": "forfeit", "reason": "X"}),
    "withdraw an entry": ("post", "tournaments/{cup}/withdrawals/", {"entry": "{entry}"}),
    "have ties broken": ("post", "tournaments/{cup}/tiebreaks/", {"tiebreaks": ["wins"], "reason": "X"}),
    "set prize pools": (
        "post",
        "tournaments/{cup}/prize-pools/",
        {"currency": "EUR", "prize_pools": [], "reason": "X"},
    ),
    "import entries": ("post", "tournaments/{cup}/entries/import/", "name\nMoe\n"),
    "edit a ladder": ("patch", "ladders/{ladder}/", {"name": "X"}),
    "join a ladder": ("post", "ladders/{ladder}/joins/", {"player": "{player}"}),
    "enter a pond": ("post", "ponds/{pond}/entries/", {"player": "{player}"}),
    "start a pond": ("post", "ponds/{pond}/start/", {}),
}
# What a tournament has of them.
OF_THE_EVENT = {"report", "report a game", "schedule", "give a penalty", "rule", "withdraw an entry"} | {
    "have ties broken",
    "set prize pools",
    "import entries",
}


def fill_in(value, things):
    if isinstance(value, dict):
        return {name: fill_in(each, things) for name, each in value.items()}
    if isinstance(value, str) and value.startswith("{"):
        return things[value.strip("{}")]
    return value


def send(client, write, things):
    method, path, body = WRITES[write]
    address = f"/api/v1/{path.format(**things)}"
    if isinstance(body, str):
        return client.generic("POST", address, body, content_type="text/csv")
    return getattr(client, method)(address, fill_in(body, things))


def outcomes(client, things):
    """What each write comes to, by itself: the code of its refusal; "" for none, or for one of content."""
    found = {}
    for write in WRITES:
        with rolled_back():
            answer = send(client, write, things)
            assert answer.status_code < 500
            code = answer.json()["code"] if answer.status_code >= 400 else ""
            found[write] = code if code in ("outside_token", "not_allowed", "missing_scope") else ""
    return found


def test_a_token_of_one_club_does_nothing_in_another_of_the_same_owner(two):
    client = limited(two.owner, club=two.own["club"])
    assert outcomes(client, two.own) == dict.fromkeys(WRITES, "")
    before = rows_of_everything()
    refused = {write: send(client, write, two.other) for write in WRITES}
    assert {write: answer.json().get("code") for write, answer in refused.items()} == dict.fromkeys(
        WRITES, "outside_token"
    )
    assert rows_of_everything() == before
    assert refused["rule"].json()["club"] == two.own["club"]


def test_without_the_limit_the_owner_does_it_all(two):
    client = api_as(two.owner, SCOPES)
    assert outcomes(client, two.other) == dict.fromkeys(WRITES, "")


def test_a_token_of_one_tournament_does_nothing_else_in_its_club(two):
    client = limited(two.owner, tournament=two.own["cup"])
    wanted = {write: "" if write in OF_THE_EVENT else "outside_token" for write in WRITES}
    assert outcomes(client, two.own) == wanted
    assert outcomes(client, two.other) == dict.fromkeys(WRITES, "outside_token")


@each(
    "path, body",
    [
        ("clubs/", {"name": "Third"}),
        ("players/", {"name": "Nobody's"}),
        ("rating-pools/", {"name": "National"}),
        ("results/import/", {"results": []}),
    ],
)
def test_what_belongs_to_no_club_is_outside_of_every_one(two, path, body):
    client = limited(two.owner, club=two.own["club"])
    before = rows_of_everything()
    answer = client.post(f"/api/v1/{path}", body)
    assert answer.status_code in (400, 403), path
    assert answer.status_code == 400 or answer.json()["code"] == "outside_token"
    assert rows_of_everything() == before


def test_a_match_between_players_of_two_clubs_belongs_to_neither(two):
    client = limited(two.owner, club=two.own["club"])
    body = {"one": two.own["recorded"], "two": two.other["recorded"], "length": 5}
    assert_problem(client.post("/api/v1/matches/", body), 403, "outside_token")


def test_numbers_in_the_body_lead_nowhere_else(two):
    """Things of the other club, named where the address is of the own."""
    client, own, other = limited(two.owner, club=two.own["club"]), two.own, two.other
    director = {"login": "olga", "role": "director"}
    before = rows_of_everything()
    for path, body in (
        (f"clubs/{own['club']}/appointments/", {**director, "tournament": other["cup"]}),
        (f"tournaments/{own['cup']}/withdrawals/", {"entry": other["entry"]}),
        (f"clubs/{own['club']}/members/{other['member']}/end/", {}),
    ):
        assert client.post(f"/api/v1/{path}", body).status_code in (404, 422), path
    assert rows_of_everything() == before


def test_matches_are_answered_and_appealed_inside_only(two):
    """Where no role is asked for: whoever plays answers, and appeals."""
    inside, outside = (limited(two.owner, club=things["club"]) for things in (two.own, two.other))
    match = Match.objects.get(pk=two.own["match"])
    rival = api_as(match.two.user)
    report = rival.post(f"/api/v1/matches/{match.pk}/reports/", {"score": {"one": 1, "two": 5}}).json()["id"]
    work_off()
    answer = {"agrees": False, "reason": "I won."}
    path = f"/api/v1/reports/{report}/answers/"
    assert_problem(outside.post(path, answer), 403, "outside_token")
    assert inside.post(path, answer).status_code == 201
    staff = api_as(User.objects.create_superuser("staff"))
    ruling = {"winner": "two", "kind": "forfeit", "reason": "I saw it."}
    made = staff.post(f"/api/v1/matches/{match.pk}/rulings/", ruling)
    if made.status_code == 201:
        appeal = {"reason": "No."}
        path = f"/api/v1/rulings/{made.json()['id']}/appeals/"
        assert_problem(outside.post(path, appeal), 403, "outside_token")


def test_reading_what_is_public_stays_free_and_what_is_not_is_limited(two):
    client = limited(two.owner, club=two.own["club"])
    for things in (two.own, two.other):
        for path in (
            "tournaments/{cup}/",
            "matches/{match}/",
            "clubs/{club}/members/",
            "players/{recorded}/",
        ):
            assert client.get(f"/api/v1/{path.format(**things)}").status_code == 200
    for path in ("clubs/{club}/applications/", "tournaments/{cup}/dice/", "matches/{match}/dice/"):
        assert client.get(f"/api/v1/{path.format(**two.own)}").status_code == 200, path
        assert client.get(f"/api/v1/{path.format(**two.other)}").status_code == 403, path


def test_no_unsafe_operation_answers_a_token_of_an_empty_club(two):
    """Every operation at every thing there is, by a staff login: the limit alone stands against it."""
    nowhere = club_create(actor=two.owner, name="Nowhere")
    client = limited(two.owner, club=nowhere.pk)
    things = two.own
    numbers = {
        "clubs": things["club"],
        "tournaments": things["cup"],
        "matches": things["match"],
        "members": things["member"],
        "players": things["recorded"],
        "ladders": things["ladder"],
        "ponds": things["pond"],
        "tokens": 0,
    }
    before = rows_of_everything()
    done = []
    for method, path, operation in few_of(OPERATIONS):
        # Who has no token at all begins a game against the computer.
        if method != "get" and (method, path) != ("post", "/api/v1/solo/"):
            address = operation_address(path, operation, numbers)
            answer = client.generic(method.upper(), address, b"{}", content_type="application/json")
            if answer.status_code < 400:
                done.append((method, path))
    assert done == [], "which of them asks for no role?"
    assert rows_of_everything() == before


# -- Where things belong


def test_whatever_roles_are_held_towards_belongs_somewhere_or_is_known_not_to():
    """A new kind of row needs a PlaceSource in its room, or tokens that are limited never reach it."""
    personal = {Claim, AnonymisationRequest, Invitation, MoneySession, User}
    assert role_sources().keys() - place_sources().keys() == personal
    assert {kind.__name__ for kind in place_sources()} >= {"Club", "Tournament", "Match", "Player"}


def test_a_player_belongs_to_its_registrar_and_to_clubs_it_is_a_member_of(two):
    recorded = Player.objects.get(pk=two.own["recorded"])
    member = Membership.objects.get(pk=two.other["member"])
    assert places_of(recorded) == {("club", two.own["club"])}
    assert places_of(member.player) == {("club", two.other["club"])}
    assert places_of(member) == {("club", two.other["club"])}
    assert places_of(RatingPool(pk=0)) == places_of(Application()) == places_of(None) == set()
    assert places_of(League(club_id=two.own["club"])) == {("club", two.own["club"])}


# -- The token itself


@each(
    "sent, status, code",
    [
        ({"club": 0}, 422, "invalid_token_limit"),
        ({"tournament": 0}, 422, "invalid_token_limit"),
        ({"scopes": ["read", "account"]}, 422, "invalid_token_limit"),
        ({"tournament": 1}, 400, "invalid_request"),
    ],
)
def test_limits_that_cannot_be(club, director, sent, status, code):
    director.set_password("white anti-jacoby 41")
    director.save()
    body = {"login": "director", "password": "white anti-jacoby 41", "club": club.pk, **sent}
    if sent == {"tournament": 0}:
        body["club"] = None
    assert_problem(api_as(None).post("/api/v1/tokens/", body), status, code)
    assert not Token.objects.exists()


def test_a_token_is_limited_when_it_is_issued_and_says_so(club, director):
    director.set_password("white anti-jacoby 41")
    director.save()
    body = {"login": "director", "password": "white anti-jacoby 41", "club": club.pk}
    issued = api_as(None).post("/api/v1/tokens/", body).json()
    assert (issued["club"], issued["tournament"]) == (club.pk, None)
    assert "account" not in issued["scopes"]


# -- What cannot be forgotten


def test_a_service_that_asks_for_no_role_writes_no_fact_for_a_limited_token(club, director):
    player = PlayerFactory()

    def forgetful():
        return Membership.objects.create(
            club=club, player=player, kind="guest", starts_on="2026-01-01", recorded_by=director
        )

    with without_reach():
        bind_reach(Reach(director.pk, frozenset(SCOPES), place=("club", 0)))
        with pytest.raises(OutsideToken):
            forgetful()
    assert forgetful().pk


def test_nothing_of_a_request_is_left_for_the_next(club, director):
    limited(director, club=club.pk).get("/api/v1/clubs/")
    assert current_reach() is None
    assert api_as(director).post("/api/v1/clubs/", {"name": "Third"}).status_code == 201


def test_the_limit_is_that_of_the_login_that_asks_and_of_nobody_else(club, director):
    """Of who made an invitation the role is asked when it is accepted: theirs, not the caller's."""
    other = UserFactory()
    with without_reach():
        bind_reach(Reach(other.pk, frozenset(SCOPES), place=("club", 0)))
        assert Role.OWNER in roles_towards(director, club)
        assert roles_towards(other, club) == set()
