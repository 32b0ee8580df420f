"""What a token must hold: one table of operations and scopes, made of the OpenAPI document."""

import importlib
import re
from functools import cache

import pytest
from django.apps import apps
from django.urls import resolve
from rest_framework.views import APIView

from matches.accounts.api import scopes
from matches.accounts.api.authentication import HasScope
from matches.accounts.api.scopes import api_views, check_scopes, methods_of, scopes_needed
from matches.accounts.api.secret_answers import SecretAnswers
from matches.accounts.models import Token
from tests.answers import assert_problem, facts
from tests.conftest import api_as
from tests.each import each
from tests.effort import few_of
from tests.factories import PlayerFactory, UserFactory
from tests.operations import OPENAPI, OPERATIONS, operation_address
from tournaments.clubs.models import Appointment

from .at_doors import PASSWORD as AT_DOORS
from .at_doors import confirmed

pytestmark = pytest.mark.django_db

EVERY = set(Token.Scope.values)


def described_scopes(operation):
    """The scopes of which an operation takes one, and whether it takes none too, as the document has it."""
    requirements = operation.get("security", [{}])
    named = {scope for each in requirements for scope in each.get("bearer", ())}
    return named, {} in requirements


SCOPED = [
    (method, path, operation, *described_scopes(operation))
    for method, path, operation in OPERATIONS
    if described_scopes(operation)[0]
]


def test_every_operation_of_every_view_names_its_scopes():
    assert check_scopes() == []
    views = [(route, view, method) for route, view in api_views() for method in methods_of(view)]
    assert len(views) == len(OPERATIONS)


def test_a_view_without_scopes_keeps_the_service_from_starting(monkeypatch):
    class Forgotten(APIView):
        permission_classes = [HasScope]

        def get(self, request):
            raise AssertionError

        post = get

    monkeypatch.setattr(scopes, "api_views", lambda: [("forgotten/", Forgotten)])
    said = [error.msg for error in check_scopes()]
    assert said == [f"Forgotten names no scope for {method} forgotten/." for method in ("GET", "POST")]

    class Inherited(Forgotten):
        scopes = {"GET": scopes.READ}

    class Beside(Inherited):
        """A base names nothing for others."""

    assert scopes_needed(Inherited, "GET") == scopes_needed(Inherited, "HEAD") == scopes.READ
    assert scopes_needed(Inherited, "POST") is None
    assert scopes_needed(Beside, "GET") is None


def test_a_view_that_was_forgotten_answers_nobody(rf):
    class Unscoped(APIView):
        permission_classes = [HasScope]

        def get(self, request):
            raise AssertionError

    assert Unscoped.as_view()(rf.get("/")).status_code == 401


def test_what_an_address_is_may_be_asked_by_anybody(director):
    for client in (api_as(None), api_as(director, ["read"])):
        assert client.options("/api/v1/me/").status_code == 200
    assert_problem(api_as(director).put("/api/v1/clubs/", {}), 405, "method_not_allowed")


def test_the_document_says_what_the_views_do():
    wrong = {}
    for method, path, operation, *_ in OPERATIONS_WITH_VIEWS:
        view = resolve(operation_address(path, operation)).func.cls
        needed = scopes_needed(view, method.upper())
        named, public = described_scopes(operation)
        if (set(needed.scopes), needed.public) != (named, public):
            wrong[method, path] = (named, public)
    assert wrong == {}


OPERATIONS_WITH_VIEWS = [row for row in OPERATIONS if row[1] != "/api/v1/schema/"]


@pytest.fixture
def somebody(db):
    return UserFactory(username="somebody", is_staff=True)


def test_every_scope_but_the_right_one_is_refused_before_anything_else_is_told(somebody):
    """Of what there is not, with a body that is none: the scope comes first, and names what it takes."""
    client = cache(lambda *held: api_as(somebody, held))
    before = facts()
    for method, path, operation, needed, _ in few_of(SCOPED):
        if needed == EVERY:
            continue
        answer = client(*sorted(EVERY - needed)).generic(
            method.upper(), operation_address(path, operation), b"{", content_type="application/json"
        )
        problem = assert_problem(answer, 403, "missing_scope")
        assert set(problem["needed"].split(" or ")) == needed, (method, path)
    assert {**facts(), "Token": 0} == {**before, "Token": 0}, "nothing was written"


def test_with_the_right_one_alone_it_is_not_the_scope_that_is_missing(somebody):
    """Every operation, with each of the scopes that it takes: none of them needs a second."""
    wrong = []
    client = cache(lambda scope: api_as(somebody, [scope]))
    for method, path, operation, needed, _ in few_of(SCOPED):
        for scope in needed:
            answer = client(scope).generic(
                method.upper(), operation_address(path, operation), b"{}", content_type="application/json"
            )
            if answer.status_code == 403 and answer.json()["code"] == "missing_scope":
                wrong.append((method, path, scope))
    assert wrong == []


def test_without_a_token_only_what_is_public_answers(somebody):
    wrong, anonymous = [], api_as(None)
    for method, path, operation in few_of(OPERATIONS):
        _, public = described_scopes(operation)
        answer = anonymous.generic(
            method.upper(), operation_address(path, operation), b"{}", content_type="application/json"
        )
        if (answer.status_code == 401) == public and "password" not in path:
            wrong.append((method, path, answer.status_code))
    assert wrong == []


def test_no_private_reading_and_no_write_is_public():
    """But for what makes a login, lets it in, writes nothing, and what whoever has the key of a game does."""
    open_writes = {
        (method, path.removeprefix("/api/v1"))
        for method, path, operation in OPERATIONS
        if method != "get" and described_scopes(operation)[1]
    }
    assert open_writes == {
        ("post", "/logins/"),
        ("post", "/tokens/"),
        ("post", "/password-resets/"),
        ("post", "/transcripts/verify/"),
        ("post", "/solo/"),
        ("patch", "/solo/{key}/"),
        *(("post", f"/solo/{{key}}/{act}/") for act in ("begin", "acts", "end", "give-up")),
    }


@each(
    "path",
    [
        "players/{}/personal-data/",
        "claims/",
        "tokens/",
        "clubs/{}/service-accounts/",
    ],
)
def test_reading_takes_no_more_than_read_what_is_not_private(somebody, path):
    client = api_as(somebody, ["read", "report", "enter", "direct"])
    assert_problem(client.get(f"/api/v1/{path.format(1)}"), 403, "missing_scope", "account")


# -- One scope or the other


def test_a_player_s_scopes_carry_the_player_and_direct_the_office(knockout, director, club):
    """A director who plays: `enter` withdraws the own entry, `direct` that of another, neither does both."""
    cup = knockout(4)
    mine, other = cup.entries.order_by("pk")[:2]
    Appointment.objects.create(club=club, user=mine.player.user, role="director")
    path = f"/api/v1/tournaments/{cup.pk}/withdrawals/"
    player, official = api_as(mine.player.user, ["enter"]), api_as(mine.player.user, ["direct"])
    assert_problem(player.post(path, {"entry": other.pk}), 403, "missing_scope", "direct")
    assert official.post(path, {"entry": other.pk}).status_code == 201
    assert player.post(path, {"entry": mine.pk}).status_code == 201


def test_a_report_token_of_a_director_decides_nothing(first, director):
    path = f"/api/v1/matches/{first.pk}/reports/"
    sent = {"score": {"one": 5, "two": 3}}
    assert_problem(api_as(director, ["report"]).post(path, sent), 403, "missing_scope", "direct")
    assert_problem(api_as(first.one.user, ["direct"]).post(path, sent), 403, "missing_scope", "report")
    stranger = api_as(UserFactory(), ["report"])
    assert_problem(stranger.post(path, sent), 403, "not_your_match")
    assert api_as(first.one.user, ["report"]).post(path, sent).status_code == 202


def test_a_director_who_plays_does_not_report_as_the_director_unasked(first, director, club):
    Appointment.objects.create(club=club, user=first.one.user, role="director")
    path = f"/api/v1/matches/{first.pk}/reports/"
    official = api_as(first.one.user, ["direct"])
    sent = {"score": {"one": 5, "two": 3}}
    assert_problem(official.post(path, sent), 403, "missing_scope", "report")
    assert official.post(path, {**sent, "role": "director"}).status_code == 202


def test_a_scorekeeper_needs_no_direct(first, cup, club):
    keeper = UserFactory()
    Appointment.objects.create(club=club, tournament=cup, user=keeper, role="scorekeeper")
    path = f"/api/v1/matches/{first.pk}/reports/"
    assert api_as(keeper, ["report"]).post(path, {"score": {"one": 5, "two": 3}}).status_code == 202


def test_persons_are_entered_with_direct_and_pairs_with_enter(director):
    ann, bob = PlayerFactory(user=director), PlayerFactory(created_by=director)
    pair = {"name": "Both", "kind": "pair", "members": [ann.pk, bob.pk]}
    entering = api_as(director, ["enter"])
    assert_problem(entering.post("/api/v1/players/", {"name": "Cem"}), 403, "missing_scope", "direct")
    assert entering.post("/api/v1/players/", pair).status_code == 201
    assert api_as(director, ["direct"]).post("/api/v1/players/", {"name": "Cem"}).status_code == 201


def test_the_own_profile_takes_account_and_one_of_the_club_direct(director, club):
    own = PlayerFactory(user=director)
    made = api_as(director).post(f"/api/v1/clubs/{club.pk}/players/", {"name": "Cem"}).json()["id"]
    account, direct = api_as(director, ["account"]), api_as(director, ["direct"])
    for right, wrong, needed, number in (
        (account, direct, "account", own.pk),
        (direct, account, "direct", made),
    ):
        path = f"/api/v1/players/{number}/"
        assert_problem(wrong.patch(path, {"bio": "x"}), 403, "missing_scope", needed)
        assert right.patch(path, {"bio": "x"}).status_code == 200


def test_reading_shows_nothing_that_is_kept_private_to_a_token_without_account(director):
    own = PlayerFactory(user=director, country="JP", private=["country", "login"])
    path = f"/api/v1/players/{own.pk}/"
    assert api_as(director, ["read"]).get(path).json()["country"] == ""
    shown = api_as(director, ["read", "account"]).get(path).json()
    assert (shown["country"], shown["login"]) == ("JP", "director")


# -- Secrets


def success_schemas(operation):
    return [
        content["schema"]
        for status, answer in operation["responses"].items()
        if status.startswith("2")
        for content in answer.get("content", {}).values()
    ]


def holds_secret(schema, components):
    """Whether a schema has a member that is shown this once."""
    if isinstance(schema, list):
        return any(holds_secret(each, components) for each in schema)
    if not isinstance(schema, dict):
        return False
    if "$ref" in schema:
        return holds_secret(components[schema["$ref"].rpartition("/")[2]], components)
    inside = any(holds_secret(each, components) for each in schema.values())
    return inside or schema.get("format") == "password"


def test_answers_with_secrets_are_kept_by_nobody():
    components = OPENAPI["components"]["schemas"]
    secret = {
        (method, path.removeprefix("/api/v1")): resolve(operation_address(path, operation)).func.cls
        for method, path, operation in OPERATIONS
        if holds_secret(success_schemas(operation), components)
    }
    assert secret.keys() == {
        ("post", "/tokens/"),
        ("post", "/reset-codes/"),
        ("post", "/clubs/{club}/service-accounts/{id}/tokens/"),
        ("post", "/clubs/{id}/invitation-links/"),
        ("post", "/clubs/{id}/webhooks/"),
        ("post", "/webhooks/{id}/secret/"),
        ("post", "/players/{id}/invitation-links/"),
    }
    private = [
        resolve(f"/api/v1/{path}").func.cls
        for path in ("players/1/personal-data/", "me/password/", "password-resets/")
    ]
    views = (*secret.values(), *private)
    assert [view.__name__ for view in views if not issubclass(view, SecretAnswers)] == []


def test_no_store_is_said_of_refusals_too(director):
    own = PlayerFactory(user=director)
    client = api_as(director)
    for answer in (
        client.get(f"/api/v1/players/{own.pk}/personal-data/"),
        client.post("/api/v1/reset-codes/", {"login": "director"}),
        client.post("/api/v1/me/password/", {"password": "x", "new_password": "y"}),
    ):
        assert answer["Cache-Control"] == "no-store"


# -- Passwords and tokens

PASSWORD = "white anti-jacoby 41"


@pytest.fixture
def dora(db):
    user = UserFactory(username="dora")
    user.set_password(PASSWORD)
    user.save()
    return user


@each("sent, left", [({}, 1), ({"revoke_tokens": True}, 1), ({"revoke_tokens": False}, 3)])
def test_a_new_password_revokes_the_other_tokens_unless_they_are_to_stay(dora, sent, left):
    Token.objects.all().delete()
    dora.set_password(PASSWORD)
    dora.save()
    client = api_as(dora)
    api_as(dora)
    api_as(dora)
    body = {"password": PASSWORD, "new_password": "another one of four words", **sent}
    assert client.post("/api/v1/me/password/", body).status_code == 204
    assert Token.objects.filter(user=dora).count() == left
    assert client.get("/api/v1/me/").status_code == 200, "the token that asked stays"


def test_a_reset_revokes_every_token(dora, director):
    held = api_as(dora)
    director.is_staff = True
    director.save()
    issued = api_as(director).post("/api/v1/reset-codes/", {"login": "dora"})
    assert issued["Cache-Control"] == "no-store"
    body = {"login": "dora", "code": issued.json()["code"], "password": "another one of four words"}
    assert api_as(None).post("/api/v1/password-resets/", body).status_code == 204
    assert_problem(held.get("/api/v1/me/"), 401, "invalid_token")


@each("ticked, left", [(True, 0), (False, 1)])
def test_pages_lock_programs_out_where_the_box_is_ticked(dora, ticked, left):
    box = {"revoke_tokens": "on"} if ticked else {}
    for address, sent in (
        ("/account/password/", {"oldpassword": AT_DOORS, "password1": "another one of four words", **box}),
        ("/account/sessions/", box),
    ):
        dora.set_password(AT_DOORS)
        dora.save()
        Token.objects.all().delete()
        browser = confirmed(dora)
        api_as(dora)
        page = browser.get(address).content.decode()
        assert re.search(r'name="revoke_tokens"[^>]* checked', page), "ticked by default"
        assert browser.post(address, sent).status_code == 302
        assert Token.objects.filter(user=dora).count() == left, address


def test_the_sessions_page_shows_tokens_and_where_they_were_used(dora):
    dora.set_password(AT_DOORS)
    dora.save()
    api_as(dora).get("/api/v1/me/", REMOTE_ADDR="192.0.2.77")
    page = confirmed(dora).get("/account/sessions/").content.decode()
    assert Token.objects.get().prefix in page
    assert "192.0.2.0/24" in page


def test_where_a_token_was_used_last_is_shown_to_its_owner(dora):
    client = api_as(dora)
    client.get("/api/v1/me/", REMOTE_ADDR="192.0.2.77")
    listed = client.get("/api/v1/tokens/", REMOTE_ADDR="192.0.2.78").json()["results"]
    assert listed[0]["last_used_from"] == "192.0.2.0/24", "the network, not the address"
    assert listed[0]["last_used_at"] is not None
    client.get("/api/v1/me/", REMOTE_ADDR="2001:db8:1:2::3")
    assert Token.objects.get(user=dora).last_used_from == "2001:db8:1::/48"


def test_old_tokens_do_what_is_their_scope_s_own_work(dora):
    carry_over = importlib.import_module("matches.migrations.0004_token_scopes").enter_with_direct
    kept = {}
    for old, new in (
        (["read"], ["read"]),
        (["report"], ["report"]),
        (["direct"], ["direct", "enter"]),
        (["direct", "read", "report"], ["direct", "enter", "read", "report"]),
    ):
        kept[Token.objects.create(user=dora, name="old", digest=str(len(kept)), scopes=old).pk] = new
    carry_over(apps, None)
    assert {token.pk: token.scopes for token in Token.objects.all()} == kept
