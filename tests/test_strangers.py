"""Two and three logins of strangers who mean no good, over the API: what they write gives them no power.

Each attack leaves the row that it is after as it was, and is told what would be right.
"""

from datetime import timedelta

import pytest

from matches.accounts.models import User
from matches.play.models import Match
from matches.players.models import Member, Player
from matches.players.services import claims_wake
from matches.ratings.models import RatingEntry, RatingPool
from tests.answers import assert_problem
from tests.conftest import api_as, work_off
from tests.factories import MatchFactory, PlayerFactory, RatingPoolFactory, UserFactory
from tournaments.clubs.models import Appointment, Membership
from tournaments.clubs.services import club_player_record

pytestmark = pytest.mark.django_db


@pytest.fixture
def kim(club, director):
    """Without a login, of an honest club, and with results."""
    kim = club_player_record(actor=director, club=club, name="Kim", country="JP", aliases=["kim_1"])
    MatchFactory(one=kim, two=PlayerFactory(name="Lea"))
    return kim


@pytest.fixture
def ann(db):
    """With a login of her own."""
    return PlayerFactory(name="Ann", user=UserFactory(username="ann"))


class Stranger:
    """A login that anybody may register, with a club that anybody may found."""

    def __init__(self, name):
        self.login = UserFactory(username=name)
        self.api = api_as(self.login)
        self.club = self.post("clubs/", {"name": f"{name}'s"}, 201)["id"]
        self.player = self.post("players/", {"name": name, "login": name}, 201)["id"]

    def post(self, path, body=None, status=201):
        answer = self.api.post(f"/api/v1/{path}", body or {})
        assert answer.status_code == status, (path, answer.content)
        return answer.json() if answer.content else None

    def refused(self, path, body=None, *, status=403, code="not_allowed", says=(), method="post"):
        answer = getattr(self.api, method)(f"/api/v1/{path}", body or {})
        return assert_problem(answer, status, code, *says)

    def event(self, **more):
        return self.post("tournaments/", {"club": self.club, "name": "Trap", "lengths": [5], **more}, 201)[
            "id"
        ]


@pytest.fixture
def mallory(db):
    return Stranger("mallory")


@pytest.fixture
def trudy(db):
    return Stranger("trudy")


def as_it_was(player):
    now = Player.objects.get(pk=player.pk)
    return (now.name, now.user_id, now.anonymised, now.country) == (
        player.name,
        player.user_id,
        False,
        player.country,
    )


# -- A profile without a login


def test_a_profile_is_not_taken_over_by_a_club_that_writes_it_into_its_members(kim, club, mallory, trudy):
    asked = mallory.post(f"clubs/{mallory.club}/members/", {"player": kim.pk}, 202)
    assert_problem(
        mallory.api.post(f"/api/v1/invitations/{asked['id']}/answer/", {"accepts": True}), 403, "not_allowed"
    )
    cup = mallory.event()
    mallory.post(f"tournaments/{cup}/entries/", {"player": kim.pk})
    eve = api_as(UserFactory(username="eve"))
    claim = eve.post(f"/api/v1/players/{kim.pk}/claims/", {"note": "It is me."}).json()["id"]
    said = mallory.refused(f"claims/{claim}/answer/", {"agrees": True}, says=[club.name])
    assert "staff" in said["detail"], "who may object hears who answers"
    assert_problem(trudy.api.post(f"/api/v1/claims/{claim}/answer/", {"agrees": True}), 404, "not_found")
    assert_problem(
        eve.post(f"/api/v1/claims/{claim}/answer/", {"agrees": True}), 403, "not_allowed", "somebody"
    )
    claims_wake(now=kim.created_at + timedelta(days=30))
    work_off()
    assert as_it_was(kim)
    assert not Membership.objects.filter(player=kim).exists()


@pytest.mark.parametrize(
    ("path", "body", "method"),
    [
        ("players/{kim}/", {"name": "Mallory"}, "patch"),
        ("players/{kim}/", {"login": "mallory"}, "patch"),
        ("players/{kim}/", {"private": []}, "patch"),
        ("players/{kim}/anonymise/", {"confirmation": "Kim"}, "post"),
        ("players/{kim}/anonymise/cancel/", {"reason": "No."}, "post"),
        ("players/{kim}/personal-data/", {}, "get"),
        ("players/{kim}/contact/", {}, "get"),
        ("players/{kim}/registrar/", {"club": "{club}"}, "post"),
        ("players/{kim}/invitation-links/", {}, "post"),
        ("players/{kim}/release/", {"reason": "Mine."}, "post"),
        ("merges/", {"kept": "{own}", "absorbed": "{kim}", "reason": "Me."}, "post"),
        ("clubs/{club}/invitation-links/", {"players": ["{kim}"]}, "post"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_profile_is_not_changed_or_read_by_strangers(kim, mallory, path, body, method):
    numbers = {"kim": kim.pk, "club": mallory.club, "own": mallory.player}

    def filled(value):
        if isinstance(value, list):
            return [filled(each) for each in value]
        named = isinstance(value, str) and value[1:-1] in numbers
        return numbers[value[1:-1]] if named else value

    mallory.post(f"clubs/{mallory.club}/members/", {"player": kim.pk}, 202)
    mallory.post(f"tournaments/{mallory.event()}/entries/", {"player": kim.pk})
    sent = {name: filled(value) for name, value in body.items()}
    answer = getattr(mallory.api, method)(f"/api/v1/{path.format(**numbers)}", sent)
    problem = answer.json()
    assert (answer.status_code, problem["code"]) == (403, "not_allowed"), problem
    assert len(problem["detail"]) > 20
    assert as_it_was(kim)


def test_an_import_gives_no_say_over_whom_it_names(kim, mallory):
    cup = mallory.event()
    body = {"entrants": f"player,name\n{kim.pk},Kim\n,Nobody Known\n"}
    mallory.api.post(f"/api/v1/tournaments/{cup}/entries/import/", body)
    mallory.refused(f"players/{kim.pk}/", {"name": "Mallory"}, method="patch")
    mallory.refused(f"players/{kim.pk}/invitation-links/")
    assert as_it_was(kim)


# -- Somebody with a login


def test_nobody_is_made_to_belong_to_anything(ann, mallory):
    mallory.post(f"clubs/{mallory.club}/members/", {"player": ann.pk}, 202)
    pair = mallory.post("players/", {"name": "M & A", "kind": "pair", "members": [mallory.player, ann.pk]})[
        "id"
    ]
    mallory.post("players/", {"name": "Gang", "kind": "team", "members": [mallory.player, ann.pk]})
    asked = api_as(ann.user).get("/api/v1/invitations/").json()["results"]
    assert {row["kind"] for row in asked} == {"membership", "member"}
    for row in asked:
        mallory.refused(f"invitations/{row['id']}/answer/", {"accepts": True})
    assert not Membership.objects.filter(player=ann).exists()
    assert not Member.objects.filter(player=ann).exists()
    cup = mallory.event(entrants="doubles")
    said = mallory.refused(
        f"tournaments/{cup}/entries/", {"player": pair}, status=409, code="group_incomplete"
    )
    assert "Ann" in said["detail"]


def test_nobody_answers_another_s_invitation(ann, mallory, trudy):
    mallory.post(f"clubs/{mallory.club}/members/", {"player": ann.pk}, 202)
    (row,) = api_as(ann.user).get("/api/v1/invitations/").json()["results"]
    for accepts in (True, False):
        trudy.refused(f"invitations/{row['id']}/answer/", {"accepts": accepts}, status=404, code="not_found")
    trudy.refused("invitations/987654/answer/", {"accepts": True}, status=404, code="not_found")


def test_nobody_holds_an_office_unasked_or_appoints_themselves(ann, club, mallory):
    mallory.post(f"clubs/{mallory.club}/appointments/", {"login": "ann", "role": "owner"}, 202)
    for role in ("owner", "director"):
        mallory.refused(f"clubs/{club.pk}/appointments/", {"login": "mallory", "role": role}, says=["owner"])
    assert not Appointment.objects.filter(user=ann.user).exists()
    assert not Appointment.objects.filter(user=mallory.login, club=club).exists()


def test_a_login_is_not_attached_for_another(ann, mallory):
    mallory.refused("players/", {"name": "Ann too", "login": "ann"}, says=["itself"])
    sent = {"name": "Lou", "login": "kate"}
    UserFactory(username="kate")
    mallory.refused("players/", sent)
    assert not Player.objects.filter(name__in=("Ann too", "Lou")).exists()


def test_who_decides_alone_is_entered_by_nobody(ann, mallory, club):
    api_as(ann.user).patch(f"/api/v1/players/{ann.pk}/", {"entered_by": "clubs"})
    cup = mallory.event()
    mallory.refused(
        f"tournaments/{cup}/entries/", {"player": ann.pk}, status=409, code="entry_unwanted", says=["Ask Ann"]
    )
    mallory.post(f"clubs/{mallory.club}/members/", {"player": ann.pk}, 202)
    mallory.refused(f"tournaments/{cup}/entries/", {"player": ann.pk}, status=409, code="entry_unwanted")
    own = {"one": ann.pk, "two": mallory.player, "length": 5}
    mallory.refused("matches/", own, status=409, code="entry_unwanted")
    assert not Match.objects.filter(one=ann).exists()


def test_a_password_is_not_reset_by_who_runs_some_club(ann, mallory):
    mallory.post(f"clubs/{mallory.club}/members/", {"player": ann.pk}, 202)
    mallory.refused("reset-codes/", {"login": "ann"})


# -- What belongs to a club


def test_a_club_is_run_by_who_runs_it(club, knockout, mallory):
    cup = knockout(2)
    for path, body in (
        (f"clubs/{club.pk}/members/", {"player": mallory.player}),
        (f"clubs/{club.pk}/players/", {"name": "Puppet"}),
        (f"clubs/{club.pk}/webhooks/", {"url": "https://mallory.example/"}),
        (f"clubs/{club.pk}/service-accounts/", {"name": "Bot", "expires_at": "2027-01-01T00:00:00Z"}),
        (f"tournaments/{cup.pk}/entries/", {"player": PlayerFactory().pk}),
    ):
        mallory.refused(path, body)


def ruled_against(ann, stranger, friend):
    """A match of Ann's in the stranger's event that the stranger rules for the friend; and that ruling."""
    cup = stranger.event(regulations={"preset": "club"})
    for player in (ann.pk, friend.player):
        stranger.post(f"tournaments/{cup}/entries/", {"player": player})
    stranger.post(f"tournaments/{cup}/draw/", {"seeding": "random"})
    work_off()
    match = Match.objects.get(fixture__tournament=cup)
    winner = "two" if match.one_id == ann.pk else "one"
    score = {"one": 0, "two": 0, winner: 5}
    sent = {"kind": "played", "winner": winner, "score": score, "reason": "Because I say so."}
    ruling = stranger.post(f"matches/{match.pk}/rulings/", sent)
    work_off()
    return match, ruling["id"]


def test_a_committee_is_not_packed(club, ann, mallory, trudy):
    _match, ruling = ruled_against(ann, mallory, trudy)
    appealed = api_as(ann.user).post(f"/api/v1/rulings/{ruling}/appeals/", {"reason": "I won."}).json()
    assert appealed["heard_by"] == "staff"
    friends = [UserFactory(username=name).username for name in ("eve", "mia", "moe")]
    mallory.refused(
        f"appeals/{appealed['id']}/committee/",
        {"members": friends},
        status=409,
        code="appeal_heard_by_staff",
        says=["staff"],
    )


def test_a_stranger_who_is_entered_and_ruled_against_loses_no_rating(club, ann, mallory, trudy):
    ruled_against(ann, mallory, trudy)
    everybody = RatingPool.objects.filter(everybody=True)
    assert not RatingEntry.objects.filter(rating_pool__in=everybody).exists()


def test_nobody_sanctions_the_own_club_or_imports_results(club, mallory):
    mallory.refused(
        f"clubs/{mallory.club}/sanctions/", {"rating_pool": None, "reason": "Mine."}, says=["staff"]
    )
    pool = RatingPoolFactory().pk
    body = {"source": "Elsewhere", "results": []}
    mallory.refused(f"rating-pools/{pool}/matches/", body, status=404, code="not_found")


def test_matches_with_oneself_move_no_rating(club, mallory):
    puppets = [mallory.post(f"clubs/{mallory.club}/players/", {"name": name})["id"] for name in ("A", "B")]
    sent = {"one": puppets[0], "two": puppets[1], "length": 5, "rated": True}
    match = mallory.post("matches/", sent)["id"]
    ruled = {"kind": "played", "winner": "one", "score": {"one": 5, "two": 0}, "reason": "So."}
    mallory.api.post(f"/api/v1/matches/{match}/rulings/", ruled)
    mallory.api.post(f"/api/v1/matches/{match}/reports/", {"score": {"one": 5, "two": 0}})
    work_off()
    everybody = RatingPool.objects.filter(everybody=True)
    assert not RatingEntry.objects.filter(rating_pool__in=everybody).exists()


def test_usernames_and_absent_players_look_alike_to_strangers(mallory):
    for path in ("players/987654/personal-data/", "players/987654/contact/"):
        assert_problem(mallory.api.get(f"/api/v1/{path}"), 404, "not_found")
    assert User.objects.filter(username="mallory").exists()
