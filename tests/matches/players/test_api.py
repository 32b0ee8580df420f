"""Players over the API: profiles, merges, what is refused and then has changed nothing."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.players.api.players import PlayerInput, PlayerPatch
from matches.players.models import Player
from matches.players.services import claim_make, players_merge
from tests.answers import assert_problem
from tests.conftest import api_as
from tests.consent import membership_add, player_create, player_edit
from tests.factories import MatchFactory, PlayerFactory, UserFactory
from tests.rows import made_once
from tournaments.clubs.services import club_create, membership_apply
from tournaments.ladders.services import ladder_create, ladder_join

from .people import anonymise, person, played, rows, staff

pytestmark = pytest.mark.django_db


def everybody():
    """Ann and Bob have met and have logins; Cem, Dai and Eva have none; Fay was merged into Eva."""
    director = UserFactory(username="director")
    club = club_create(actor=director, name="Golden Club")
    found = {name: person(name) for name in ("Ann", "Bob")}
    found |= {name: person(name, login=False) for name in ("Cem", "Dai", "Eva", "Fay", "Gus")}
    played(found["Ann"], found["Bob"], director)
    played(found["Cem"], found["Dai"], director)
    chief = staff()
    found["pair"] = player_create(
        actor=director, name="Pair", kind="pair", members=[found["Ann"], found["Cem"]]
    )
    found["merge"] = players_merge(actor=chief, kept=found["Eva"], absorbed=found["Fay"], reason="x")
    anonymise(chief, found["Gus"], "Gus")
    for name in ("Ann", "Cem"):
        membership_add(actor=director, club_id=club.pk, player=found[name])
    login, waiting = UserFactory(username="login"), UserFactory(username="waiting")
    found["claim"] = claim_make(actor=waiting, player_id=found["Cem"].pk)
    player_edit(actor=chief, player_id=found["Dai"].pk, federations={"JBF": "77"})
    found["application"] = membership_apply(actor=found["Bob"].user, club_id=club.pk, player=found["Bob"])
    found["club"] = club
    found["callers"] = {
        "staff": chief, "ann": found["Ann"].user, "bob": found["Bob"].user, "director": director,
        "login": login, "waiting": waiting, "nobody": None,
    }  # fmt: skip
    return found


@pytest.fixture
def people(db):
    return made_once("players who have met", everybody)


@pytest.fixture
def director(people):
    return people["callers"]["director"]


@pytest.fixture
def club(people):
    return people["club"]


LONG = "x" * 501

REFUSED = [
    # who, address, what is sent, status, code
    ("staff", "merges/", {"kept": "Ann", "absorbed": "Ann", "reason": "x"}, 422, "merge_into_itself"),
    ("staff", "merges/", {"kept": "Cem", "absorbed": "Dai", "reason": "x"}, 409, "players_met"),
    ("staff", "merges/", {"kept": "Dai", "absorbed": "Cem", "reason": "x"}, 409, "players_met"),
    ("staff", "merges/", {"kept": "Ann", "absorbed": "Bob", "reason": "x"}, 409, "both_have_logins"),
    ("staff", "merges/", {"kept": "Ann", "absorbed": "Cem", "reason": "x"}, 409, "players_met"),
    ("staff", "merges/", {"kept": "Ann", "absorbed": "Fay", "reason": "x"}, 409, "already_merged"),
    ("staff", "merges/", {"kept": "Fay", "absorbed": "Ann", "reason": "x"}, 409, "already_merged"),
    ("staff", "merges/", {"kept": "Ann", "absorbed": "pair", "reason": "x"}, 422, "not_alike"),
    ("staff", "merges/", {"kept": "Ann", "absorbed": "Gus", "reason": "x"}, 409, "player_anonymised"),
    ("staff", "merges/", {"kept": 999_999, "absorbed": "Ann", "reason": "x"}, 422, "unknown_player"),
    ("staff", "merges/", {"kept": "Ann", "absorbed": "Dai"}, 400, "invalid_request"),
    ("staff", "merges/", {"kept": "Ann", "absorbed": "Dai", "reason": LONG}, 400, "invalid_request"),
    ("director", "merges/", {"kept": "Ann", "absorbed": "Dai", "reason": "x"}, 403, "not_allowed"),
    ("nobody", "merges/", {"kept": "Ann", "absorbed": "Dai", "reason": "x"}, 401, "not_authenticated"),
    ("director", "merges/{merge}/undo/", {"reason": "x"}, 403, "not_allowed"),
    ("staff", "merges/{merge}/undo/", {}, 400, "invalid_request"),
    ("staff", "merges/999999/undo/", {"reason": "x"}, 404, "not_found"),
    ("login", "players/{Ann}/claims/", {}, 409, "profile_claimed"),
    ("bob", "players/{Cem}/claims/", {}, 409, "login_has_player"),
    ("login", "players/{pair}/claims/", {}, 422, "no_own_login"),
    ("login", "players/{Fay}/claims/", {}, 409, "already_merged"),
    ("login", "players/{Gus}/claims/", {}, 409, "player_anonymised"),
    ("waiting", "players/{Dai}/claims/", {}, 409, "claim_open"),
    ("login", "players/999999/claims/", {}, 404, "not_found"),
    ("login", "players/{Cem}/claims/", {"note": LONG}, 400, "invalid_request"),
    ("nobody", "players/{Cem}/claims/", {}, 401, "not_authenticated"),
    ("waiting", "claims/{claim}/answer/", {"agrees": True}, 403, "not_allowed"),
    ("bob", "claims/{claim}/answer/", {"agrees": True}, 404, "not_found"),
    ("bob", "claims/{claim}/answer/", {"agrees": False}, 404, "not_found"),
    ("director", "claims/{claim}/answer/", {}, 400, "invalid_request"),
    ("director", "claims/999999/answer/", {"agrees": True}, 404, "not_found"),
    ("director", "players/{Ann}/release/", {"reason": "x"}, 403, "not_allowed"),
    ("staff", "players/{Cem}/release/", {"reason": "x"}, 409, "no_login"),
    ("staff", "players/{Ann}/anonymise/", {"confirmation": "ann "}, 422, "not_confirmed"),
    ("staff", "players/{pair}/anonymise/", {"confirmation": "Pair"}, 422, "persons_only"),
    ("staff", "players/{Gus}/anonymise/", {"confirmation": "Gus"}, 409, "player_anonymised"),
    ("staff", "players/{Fay}/anonymise/", {"confirmation": "Fay"}, 409, "already_merged"),
    ("bob", "players/{Ann}/anonymise/", {"confirmation": "Ann"}, 403, "not_allowed"),
    ("director", "players/{Cem}/anonymise/", {"confirmation": "Cem"}, 403, "not_allowed"),
    ("director", "clubs/{club}/members/", {"player": "Ann"}, 409, "already_member"),
    ("director", "clubs/{club}/members/", {"player": "Fay"}, 409, "already_merged"),
    ("director", "clubs/{club}/members/", {"player": "Gus"}, 409, "player_anonymised"),
    ("director", "clubs/{club}/members/", {"player": "Dai", "kind": "king"}, 400, "invalid_request"),
    ("director", "clubs/{club}/members/", {"player": "Dai", "starts_on": "soon"}, 400, "invalid_request"),
    ("director", "clubs/{club}/members/", {"player": "Dai", "starts_on": "1066-10-14"}, 422,
     "invalid_membership"),
    ("director", "clubs/{club}/members/", {"player": 999_999}, 422, "unknown_player"),
    ("ann", "clubs/{club}/members/", {"player": "Dai"}, 403, "not_allowed"),
    ("ann", "clubs/{club}/applications/", {"player": "Ann"}, 409, "already_member"),
    ("bob", "clubs/{club}/applications/", {"player": "Bob"}, 409, "application_open"),
    ("bob", "clubs/{club}/applications/", {"player": "Ann"}, 403, "not_allowed"),
    ("bob", "clubs/{club}/applications/{application}/answer/", {"agrees": True}, 403, "not_allowed"),
    ("ann", "clubs/{club}/applications/{application}/answer/", {"agrees": False}, 404, "not_found"),
]  # fmt: skip

PATCHES = [
    ("ann", "Ann", {"country": "XX"}, 422, "unknown_country"),
    ("ann", "Ann", {"country": "jp"}, 422, "unknown_country"),
    ("ann", "Ann", {"country": "JPN"}, 400, "invalid_request"),
    ("ann", "Ann", {"bio": "x" * 501}, 400, "invalid_request"),
    ("ann", "Ann", {"bio": "x\n" * 9}, 400, "invalid_request"),
    ("ann", "Ann", {"bio": "a\u202eb"}, 400, "invalid_request"),
    ("ann", "Ann", {"private": ["name"]}, 400, "invalid_request"),
    ("ann", "Ann", {"federations": [{"federation": "jbf", "number": "77"}]}, 409, "federation_number_taken"),
    ("ann", "Ann", {"federations": [{"federation": "JBF"}]}, 400, "invalid_request"),
    (
        "ann", "Ann",
        {"federations": [{"federation": "A", "number": "1"}, {"federation": "a", "number": "2"}]},
        409, "federation_number_taken",
    ),
    (
        "ann", "Ann",
        {"federations": [{"federation": "A", "number": "1"}, {"federation": "A", "number": "2"}]},
        400, "invalid_request",
    ),
    ("bob", "Ann", {"bio": "x"}, 403, "not_allowed"),
    ("director", "Ann", {"bio": "x"}, 403, "not_allowed"),
    ("staff", "Fay", {"bio": "x"}, 409, "already_merged"),
    ("staff", "Gus", {"bio": "x"}, 409, "player_anonymised"),
]  # fmt: skip


@pytest.mark.parametrize(
    "bounds", [(0, 13), (13, 26), (26, 39), (39, 99)], ids=["merges", "claims", "privacy", "clubs"]
)
def test_what_is_refused_changes_nothing(people, bounds):
    clients = {name: api_as(user) for name, user in people["callers"].items()}
    numbers = {name: row.pk for name, row in people.items() if name != "callers"}
    before = rows()
    for who, path, sent, status, code in REFUSED[slice(*bounds)]:
        typed = {"confirmation"}
        body = {name: value if name in typed else numbers.get(value, value) for name, value in sent.items()}
        answer = clients[who].post(f"/api/v1/{path.format(**numbers)}", body, format="json")
        assert_problem(answer, status, code)
        assert unnoticed(rows()) == unnoticed(before), (who, path, sent)


def test_profiles_that_are_refused_change_nothing(people):
    clients = {name: api_as(user) for name, user in people["callers"].items()}
    before = rows()
    for who, player, sent, status, code in PATCHES:
        answer = clients[who].patch(f"/api/v1/players/{people[player].pk}/", sent, format="json")
        assert_problem(answer, status, code)
        assert unnoticed(rows()) == unnoticed(before), (who, player, sent)


def test_nobody_is_entered_with_a_profile_that_would_be_refused(people):
    clients = {name: api_as(user) for name, user in people["callers"].items()}
    before = rows()
    profiles = [(sent, status, code) for who, _, sent, status, code in PATCHES if who == "ann"]
    assert len(profiles) > 9
    for sent, status, code in profiles:
        answer = clients["director"].post("/api/v1/players/", {"name": "Nia", **sent}, format="json")
        assert_problem(answer, status, code)
        assert unnoticed(rows()) == unnoticed(before), sent


def test_a_player_is_entered_with_everything_that_can_be_edited(people):
    sent = {
        "name": "Nia",
        "reading": "にあ",
        "aliases": ["nia_9"],
        "country": "JP",
        "bio": "Plays on Fridays.",
        "federations": [{"federation": "JBF", "number": "12"}, {"federation": "WBGF", "number": "9"}],
        "private": ["bio", "federations"],
        "entered_by": "clubs",
        "contact": "nia@home.example",
    }
    taken = {name for name, field in PlayerPatch().fields.items() if not field.read_only}
    assert taken - {*sent} == {"login", "members"}
    assert {*PlayerInput().fields} - taken == {"kind"}
    client = api_as(people["callers"]["director"])
    made = client.post("/api/v1/players/", sent, format="json")
    assert made.status_code == 201, made.content
    contact = sent.pop("contact")
    reached = client.get(f"/api/v1/players/{made.json()['id']}/contact/")
    assert (reached.json()["contact"], reached["Cache-Control"]) == (contact, "no-store")
    for shown in (made.json(), client.get(f"/api/v1/players/{made.json()['id']}/").json()):
        assert {name: shown[name] for name in sent} == sent
    seen = api_as(None).get(f"/api/v1/players/{made.json()['id']}/").json()
    assert (seen["country"], seen["bio"], seen["federations"]) == ("JP", "", [])


def unnoticed(found):
    """Without when a token was last used."""
    return {
        key: {name: value for name, value in row.items() if not name.startswith("last_used_")}
        for key, row in found.items()
    }


def test_a_profile_is_edited_and_what_is_private_is_seen_by_few(people):
    ann = people["Ann"]
    sent = {
        "country": "JP",
        "bio": "Plays on Fridays.\nTakes too much.",
        "aliases": ["annie"],
        "federations": [{"federation": "JBF", "number": "12"}, {"federation": "WBGF", "number": "9"}],
        "private": ["bio", "aliases", "federations", "login", "country"],
    }
    at = f"/api/v1/players/{ann.pk}/"
    answer = api_as(ann.user).patch(at, sent, format="json")
    assert answer.status_code == 200
    for who, sees in (("ann", True), ("staff", True), ("bob", False), ("director", False), ("nobody", False)):
        shown = api_as(people["callers"][who]).get(at).json()
        assert (shown["bio"] == sent["bio"]) is sees, who
        assert (shown["aliases"] == ["annie"]) is sees, who
        assert (shown["login"] == "ann") is sees, who
        assert (shown["country"] == "JP") is sees, who
        assert (len(shown["federations"]) == 2) is sees, who
    kept = api_as(ann.user).patch(at, {"private": []}, format="json").json()
    assert kept["bio"] == sent["bio"], "what is left out stays"
    assert api_as(None).get(at).json()["country"] == "JP"


def test_who_reported_is_hidden_where_the_login_is_private(people, director):
    ann = people["Ann"]
    match = MatchFactory(one=ann, two=people["Bob"], created_by=director)
    response = api_as(ann.user).post(f"/api/v1/matches/{match.pk}/reports/", {"score": {"one": 5, "two": 2}})
    at = f"/api/v1/matches/{match.pk}/reports/"
    assert (
        api_as(None).get(at).json()["results"][0]["reported_by"]
        == response.json()["reported_by"]
        == ann.user.username
    )
    player_edit(actor=ann.user, player_id=ann.pk, private=["login"])
    assert api_as(None).get(at).json()["results"][0]["reported_by"] is None
    assert api_as(ann.user).get(at).json()["results"][0]["reported_by"] == ann.user.username


def test_who_is_on_a_ladder_is_not_anonymised(people, club, director):
    ladder = ladder_create(actor=director, club=club, name="Wall", kind="position", length=5)
    ann = people["Ann"]
    ladder_join(actor=director, ladder_id=ladder.pk, player=ann)
    api, before = api_as(ann.user), rows()
    answer = api.post(f"/api/v1/players/{ann.pk}/anonymise/", {"confirmation": ann.name})
    assert_problem(answer, 409, "still_on_ladder", "Ann is on Wall. Leave the ladder first.")
    assert unnoticed(rows()) == unnoticed(before)


def test_a_list_of_private_players_takes_the_same_queries_at_any_length(people):
    def queries():
        api_as(people["Ann"].user).get("/api/v1/players/")
        with CaptureQueriesContext(connection) as seen:
            api_as(people["Ann"].user).get("/api/v1/players/")
        return len(seen)

    Player.objects.update(private=["bio", "aliases", "country"])
    few = queries()
    PlayerFactory.create_batch(10, private=["bio", "aliases", "country"])
    assert queries() == few


def test_the_page_shows_what_is_public(people, client):
    ann = people["Ann"]
    player_edit(actor=ann.user, player_id=ann.pk, country="JP", bio="Fridays.", federations={"JBF": "12"})
    page = client.get(f"/players/{ann.pk}/").content.decode()
    assert all(words in page for words in ("🇯🇵", "Fridays.", "JBF"))
    player_edit(actor=ann.user, player_id=ann.pk, private=["bio", "country", "federations"])
    page = client.get(f"/players/{ann.pk}/").content.decode()
    assert not any(words in page for words in ("🇯🇵", "Fridays.", "JBF"))


def test_the_profile_is_edited_on_the_page(people, client):
    ann = people["Ann"]
    at = f"/players/{ann.pk}/manage/"
    client.force_login(people["callers"]["bob"])
    assert client.get(at).status_code == 403
    client.force_login(ann.user)
    sent = {
        "name": "Ann", "reading": "アン", "aliases": "annie\r\nann77", "country": "JP", "bio": "One.\r\nTwo.",
        "federations": "JBF 12\r\nWBGF 9", "public": ["country", "aliases"], "entered_by": "clubs",
        "contact": "ann@home.example",
    }  # fmt: skip
    assert client.post(f"{at}edit/", sent)["Location"] == f"/players/{ann.pk}/"
    ann.refresh_from_db()
    assert (ann.country, ann.bio, ann.entered_by) == ("JP", "One.\nTwo.", "clubs")
    assert ann.reading == "あん"
    assert (ann.private, ann.contact) == (["bio", "clubs", "federations", "login"], "ann@home.example")
    assert ann.profile_consents.get().public == ["aliases", "country"]
    assert {alias.name for alias in ann.aliases.all()} == {"annie", "ann77"}
    page = client.get(at).content.decode()
    assert "WBGF 9" in page
    for wrong in (
        {"country": "XX"},
        {"federations": "JBF"},
        {"federations": "A 1\nA 2"},
        {"bio": "a\u202eb"},
        {"name": "\u200b"},
        {"reading": "\u200b"},
    ):
        refused = client.post(f"{at}edit/", {**sent, **wrong})
        assert refused.status_code == 422, wrong
        (field,) = wrong
        assert f'id="id_{field}_error"' in refused.content.decode(), wrong


def test_staff_merges_on_the_page_after_a_look(people, client):
    chief, ann = people["callers"]["staff"], people["Ann"]
    double = PlayerFactory(name="Ann A.")
    client.force_login(people["callers"]["director"])
    assert client.get("/merges/").status_code == 403
    client.force_login(chief)
    assert client.get("/merges/").status_code == 200
    chosen = {
        f"{name}{part}": value
        for name, player in (("kept", ann), ("absorbed", double))
        for part, value in (("", player.name), ("-asked", player.name), ("-chosen", player.pk))
    }
    sent = {**chosen, "reason": "The same."}
    looked = client.post("/merges/make/", sent)
    assert "What counts for Ann A. will count for Ann" in looked.content.decode()
    assert not double.merged_into.exists()
    made = client.post("/merges/make/", {**sent, "make": "yes"})
    assert made["Location"] == f"/players/{ann.pk}/"
    merge = double.merged_into.get()
    again = client.post("/merges/make/", {**sent, "make": "yes"})
    assert again.status_code == 422
    assert again.context["form"].refusal.code == "merge_into_itself"
    assert client.post(f"/merges/{merge.pk}/undo/", {"reason": "Two."}).status_code == 302
    double.refresh_from_db()
    assert double.stand_in is None


def test_a_merge_over_the_api_is_looked_at_made_and_undone(people):
    client = api_as(people["callers"]["staff"])
    ann, dai = people["Ann"], people["Dai"]
    looked = client.get(f"/api/v1/merges/preview/?kept={ann.pk}&absorbed={dai.pk}")
    assert looked.json()["counts"]["matches"] == 1
    made = client.post("/api/v1/merges/", {"kept": ann.pk, "absorbed": dai.pk, "reason": "x"})
    assert (made.status_code, made.json()["absorbed"]) == (201, {"id": dai.pk, "name": "Dai"})
    number = made.json()["id"]
    undone = client.post(f"/api/v1/merges/{number}/undo/", {"reason": "y"})
    assert (undone.status_code, undone.json()["undoes"]) == (201, number)
    assert_problem(client.post(f"/api/v1/merges/{number}/undo/", {"reason": "y"}), 409, "merge_undone")
    listed = client.get("/api/v1/merges/").json()["results"]
    assert [row["undone_by"] for row in listed[:2]] == [None, undone.json()["id"]]
    assert_problem(client.get("/api/v1/merges/preview/?kept=x"), 400, "invalid_request")
