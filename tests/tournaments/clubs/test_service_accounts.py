"""Programs of clubs: who answers for them, what they may do and for how long, and what they did."""

from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread

import pytest
from django.db import connection
from django.utils import timezone, translation
from rest_framework.test import APIClient

from matches.accounts.errors import InvalidTokenLimit, NotAllowed
from matches.accounts.models import ServiceUse, Token, User
from matches.accounts.permissions import Role, may_do_action, roles_towards
from matches.accounts.services import reset_code_issue, service_uses_prune
from matches.accounts.services.tokens import MOST_USES
from matches.base.times import describe_day
from matches.facts.selectors import fact_list
from matches.players.models import Player
from matches.work.services import work_prune
from tests.answers import assert_problem, rows_of_everything
from tests.conftest import api_as, fixture_at
from tests.each import each
from tests.factories import AppointmentFactory, PlayerFactory, ServiceUseFactory, UserFactory
from tests.matches.accounts.at_doors import PASSWORD, at_page, confirmed, login_with_password
from tests.matches.accounts.test_pages import words_of
from tournaments.clubs import services
from tournaments.clubs.errors import InvalidServiceAccount, ServiceAccountStopped, UnknownTournament
from tournaments.clubs.models import Appointment, ServiceAccount, ServiceAccountEnd
from tournaments.clubs.services import club_create
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_create

pytestmark = pytest.mark.django_db

SHOWN_IN_JAPANESE = "Scoreboard（Golden Clubのサービスアカウント）"
EVERYTHING = ["read", "report", "enter", "direct"]


@pytest.fixture
def helper(club):
    """A director of the club who answers for its programs; the fixture `director` owns it."""
    return AppointmentFactory(club=club, user=UserFactory(username="helper")).user


@pytest.fixture
def make(club, helper):
    def made(*, actor=helper, days=100, name="Scoreboard", **rest):
        end = timezone.now() + timedelta(days=days)
        return services.service_account_make(actor=actor, club_id=club.pk, name=name, expires_at=end, **rest)

    return made


def issue(account, scopes=EVERYTHING, **rest):
    """A client with a token of the account."""
    _, secret = services.service_token_issue(
        actor=account.owner, account_id=account.pk, name="tablet", scopes=scopes, **rest
    )
    return with_secret(secret)


def with_secret(secret):
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return client


def works(client, club):
    """Whether the program may announce a tournament of the club."""
    body = {"club": club.pk, "name": "Tuesday", "lengths": [5]}
    return client.post("/api/v1/tournaments/", body).status_code == 201


# -- What it may do


def test_a_program_directs_its_club_and_is_named_where_it_did(club, make, director):
    client = issue(make())
    assert works(client, club)
    cup = Tournament.objects.get()
    ann = client.post(f"/api/v1/clubs/{club.pk}/players/", {"name": "Ann"})
    assert ann.status_code == 201
    entered = client.post(f"/api/v1/tournaments/{cup.pk}/entries/", {"player": ann.json()["id"]})
    assert entered.status_code == 201
    shown = api_as(director).get(f"/api/v1/tournaments/{cup.pk}/facts/").json()["results"]
    assert {fact["actor"] for fact in shown} == {"Scoreboard (service account of Golden Club)"}
    with translation.override("ja"):
        assert (
            str(User.objects.get(service_name="Scoreboard"))
            == "Scoreboard（Golden Clubのサービスアカウント）"
        )


def test_it_does_nothing_in_another_club_of_its_owner(make, helper):
    client = issue(make())
    other = club_create(actor=helper, name="Silver Club")
    body = {"club": other.pk, "name": "Tuesday", "lengths": [5]}
    assert_problem(client.post("/api/v1/tournaments/", body), 403, "outside_token")
    assert roles_towards(User.objects.exclude(service_name="").get(), other) == set(), "the limit aside"


def test_it_holds_no_role_that_its_owner_does_not(club, make, helper, director):
    """An owner's program directs and appoints nobody; staff's is not staff."""
    helper.is_staff = True
    helper.save()
    login = make().login
    assert roles_towards(login, club) == {Role.DIRECTOR, Role.SCOREKEEPER}
    assert roles_towards(make(actor=director).login, club) == {Role.DIRECTOR, Role.SCOREKEEPER}
    for action in ("club_appoint", "registrar_change"):
        assert not may_do_action(login, action, club)
    assert not may_do_action(login, "club_create")
    assert not may_do_action(login, "player_create")


def test_a_scorekeeper_s_program_reports_and_checks_in_and_no_more(knockout, make):
    cup = knockout(4)
    client = issue(make(role="scorekeeper"))
    match = fixture_at(cup, "R1-M1").match
    sent = {"score": {"one": 5, "two": 3}}
    assert client.post(f"/api/v1/matches/{match.pk}/reports/", sent).status_code == 202
    assert_problem(
        client.post(
            f"/api/v1/matches/{match.pk}/rulings/", {"winner": "one", "kind": "forfeit", "reason": "X"}
        ),
        403,
        "not_allowed",
    )
    assert_problem(client.post(f"/api/v1/tournaments/{cup.pk}/releases/"), 403, "not_allowed")


def test_a_token_of_one_tournament_reaches_that_alone(club, director, make):
    first, second = (
        tournament_create(actor=director, club=club, name=name, lengths=(5,)) for name in ("One", "Two")
    )
    client = issue(make(), tournament=first.pk)
    player = PlayerFactory()
    path = "/api/v1/tournaments/{}/entries/"
    assert client.post(path.format(first.pk), {"player": player.pk}).status_code == 201
    assert_problem(client.post(path.format(second.pk), {"player": player.pk}), 403, "outside_token")
    elsewhere = tournament_create(
        actor=director, club=club_create(actor=director, name="Silver"), name="X", lengths=(5,)
    )
    for number in (elsewhere.pk, 0):
        with pytest.raises(UnknownTournament):
            issue(make(), tournament=number)


# -- As long as somebody answers for it


def test_it_stops_when_its_owner_is_dismissed(club, make, director, helper):
    account = make()
    client = issue(account)
    assert works(client, club)
    services.club_dismiss(actor=director, appointment=Appointment.objects.get(user=helper))
    problem = assert_problem(client.get("/api/v1/clubs/"), 401, "invalid_token", "answers for")
    assert "Scoreboard (service account of Golden Club)" in problem["detail"]
    assert roles_towards(account.login, club) == set()
    with pytest.raises(NotAllowed):
        issue(account)


def test_it_does_no_more_than_its_owner_where_that_directs_one_tournament_alone(club, make, director, helper):
    client = issue(make())
    services.club_dismiss(actor=director, appointment=Appointment.objects.get(user=helper))
    cup = tournament_create(actor=director, club=club, name="One", lengths=(5,))
    Appointment.objects.create(club=club, tournament=cup, user=helper, role="director")
    assert_problem(client.get("/api/v1/clubs/"), 401, "invalid_token")


def test_it_stops_when_its_owner_s_account_is_closed(club, make, helper):
    client = issue(make())
    User.objects.filter(pk=helper.pk).update(is_active=False)
    assert_problem(client.get("/api/v1/clubs/"), 401, "invalid_token")


def test_it_stops_when_it_expires(club, helper):
    now = timezone.now()
    account = services.service_account_make(
        actor=helper,
        club_id=club.pk,
        name="Scoreboard",
        expires_at=now - timedelta(hours=1),
        now=now - timedelta(hours=2),
    )
    _, secret = services.service_token_issue(
        actor=helper, account_id=account.pk, name="x", scopes=EVERYTHING, now=now - timedelta(hours=2)
    )
    Token.objects.update(expires_at=None)
    assert_problem(with_secret(secret).get("/api/v1/clubs/"), 401, "invalid_token", "expired")
    assert roles_towards(account.login, club) == set()
    with pytest.raises(ServiceAccountStopped):
        issue(account)


def test_it_ends_once_and_its_tokens_with_it(club, make, director):
    account = make()
    client = issue(account)
    services.service_account_end(actor=director, account_id=account.pk, reason="Broken.")
    assert not Token.objects.filter(user=account.login).exists()
    assert_problem(client.get("/api/v1/clubs/"), 401, "invalid_token")
    with pytest.raises(ServiceAccountStopped, match="ended already"):
        services.service_account_end(actor=director, account_id=account.pk)
    with pytest.raises(ServiceAccountStopped):
        issue(account)
    assert ServiceAccountEnd.objects.get().reason == "Broken."


@each("days", [0, -1, 367])
def test_it_lasts_a_year_at_most(make, days):
    with pytest.raises(InvalidServiceAccount, match="a year at most"):
        make(days=days)
    assert not User.objects.exclude(service_name="").exists()


# -- Whose it is


def test_who_does_not_run_the_club_neither_makes_nor_sees_nor_ends_one(club, make):
    account = make()
    issue(account)
    token = Token.objects.get(user=account.login)
    base = f"/api/v1/clubs/{club.pk}/service-accounts/"
    body = {"name": "Mine", "expires_at": (timezone.now() + timedelta(days=9)).isoformat()}
    keeper = UserFactory()
    cup = tournament_create(actor=account.owner, club=club, name="One", lengths=(5,))
    Appointment.objects.create(club=club, tournament=cup, user=keeper, role="director")
    for stranger in (UserFactory(), keeper):
        client, before = api_as(stranger), rows_of_everything()
        for method, path, sent in (
            ("get", base, None),
            ("post", base, body),
            ("get", f"{base}{account.pk}/", None),
            ("post", f"{base}{account.pk}/end/", {}),
            ("get", f"{base}{account.pk}/tokens/", None),
            ("post", f"{base}{account.pk}/tokens/", {"name": "x", "scopes": ["read"]}),
            ("delete", f"{base}{account.pk}/tokens/{token.pk}/", None),
            ("get", f"{base}{account.pk}/log/", None),
        ):
            assert_problem(getattr(client, method)(path, sent), 403, "not_allowed")
        assert rows_of_everything() == before
        assert Token.objects.filter(pk=token.pk).exists()


def test_the_owner_alone_issues_tokens_and_every_official_revokes_them(club, make, director, helper):
    account = make()
    base = f"/api/v1/clubs/{club.pk}/service-accounts/{account.pk}/tokens/"
    sent = {"name": "tablet", "scopes": ["read", "report"]}
    assert_problem(api_as(director).post(base, sent), 403, "not_allowed", "helper answers for")
    made = api_as(helper).post(base, sent)
    assert made.status_code == 201
    assert made["Cache-Control"] == "no-store"
    client = with_secret(made.json()["token"])
    assert client.get("/api/v1/clubs/").status_code == 200
    assert api_as(director).delete(f"{base}{made.json()['id']}/").status_code == 204
    assert_problem(client.get("/api/v1/clubs/"), 401, "invalid_token")


def test_one_club_s_officials_reach_no_other_club_s_accounts(club, make):
    """By their own club's address neither."""
    account = make()
    issue(account)
    owner = UserFactory()
    own = club_create(actor=owner, name="Silver Club")
    client = api_as(owner)
    for rest in ("", "tokens/", "log/"):
        path = f"/api/v1/clubs/{own.pk}/service-accounts/{account.pk}/{rest}"
        absent = f"/api/v1/clubs/{own.pk}/service-accounts/0/{rest}"
        assert client.get(path).json() == client.get(absent).json()
        assert client.get(path).status_code == 404


def test_staff_see_and_end_but_answer_for_none(club, make):
    staff = UserFactory(is_staff=True)
    with pytest.raises(NotAllowed, match="cannot answer for"):
        make(actor=staff)
    account = make()
    services.service_account_end(actor=staff, account_id=account.pk)


def test_no_program_holds_account_or_manages_programs(club, make):
    account = make()
    with pytest.raises(InvalidTokenLimit):
        issue(account, ["read", "account"])
    path = f"/api/v1/clubs/{club.pk}/service-accounts/"
    assert_problem(issue(account).get(path), 403, "missing_scope", "account")
    with pytest.raises(NotAllowed, match="People manage"):
        make(actor=account.login)
    with pytest.raises(NotAllowed, match="People manage"):
        services.service_account_end(actor=account.login, account_id=account.pk)


def test_nobody_logs_in_as_one(club, make, client):
    login = make().login
    login.set_password(PASSWORD)
    login.save()
    assert_problem(
        api_as(None).post("/api/v1/tokens/", {"login": login.username, "password": PASSWORD}),
        401,
        "wrong_password",
    )
    assert at_page(PASSWORD, login.username, client).status_code == 200
    assert client.get("/account/").status_code == 302
    with pytest.raises(NotAllowed, match="never logs in"):
        reset_code_issue(actor=User.objects.create_superuser("root"), user=login)


def test_a_pond_that_a_program_announces_is_directed_by_who_answers_for_it(club, make, helper):
    made = issue(make()).post("/api/v1/ponds/", {"club": club.pk, "name": "Swim"})
    assert made.status_code == 201
    from tournaments.ponds.models import Pond

    assert Pond.objects.get().director == helper


# -- Facts and log


def test_making_and_ending_are_facts_of_the_club(club, make, director):
    account = make()
    services.service_account_end(actor=director, account_id=account.pk)
    said = [fact.sentence for fact in fact_list(director, club)[:9]]
    day = describe_day(account.expires_at)
    assert said[1:] == [
        f"Scoreboard is a service account of Golden Club (director) until {day}.",
        "Scoreboard is no longer a service account of Golden Club.",
    ]


def test_the_log_says_when_what_and_with_what_outcome(club, make, director):
    account = make()
    client = issue(account)
    for _ in range(3):
        client.get("/api/v1/clubs/", REMOTE_ADDR="192.0.2.77")
    client.post("/api/v1/clubs/", {"name": "Third"}, REMOTE_ADDR="192.0.2.78")
    client.get("/api/v1/players/0/", REMOTE_ADDR="2001:db8:1:2::3")
    path = f"/api/v1/clubs/{club.pk}/service-accounts/{account.pk}/log/"
    shown = api_as(director).get(path).json()["results"]
    assert [
        (use["operation"], use["subject"], use["outcome"], use["address"], use["count"]) for use in shown
    ] == [
        ("GET /api/v1/players/<int:pk>/", "/api/v1/players/0/", 404, "2001:db8:1::/48", 1),
        ("POST /api/v1/clubs/", "/api/v1/clubs/", 403, "192.0.2.0/24", 1),
        ("GET /api/v1/clubs/", "/api/v1/clubs/", 200, "192.0.2.0/24", 3),
    ]
    assert {use["token"] for use in shown} == {Token.objects.get(user=account.login).prefix}


def test_what_a_stopped_program_tries_is_logged_and_a_question_mark_s_secrets_are_not(
    club, make, director, helper
):
    account = make()
    client = issue(account)
    services.club_dismiss(actor=director, appointment=Appointment.objects.get(user=helper))
    client.get("/api/v1/clubs/?name=secret")
    use = ServiceUse.objects.get()
    assert (use.outcome, use.subject) == (401, "/api/v1/clubs/")


def test_people_s_tokens_leave_no_log(director):
    api_as(director).get("/api/v1/clubs/")
    assert not ServiceUse.objects.exists()


def test_the_log_is_kept_for_ninety_days_and_is_not_longer_than_it_may_be(make, monkeypatch):
    login, now = make().login, datetime(2026, 6, 30, 12, tzinfo=UTC)
    ages = [0, 1, 2, 89, 90, 91]
    for age in ages:
        at = now - timedelta(days=age)
        ServiceUseFactory(login=login, hour=at, last_at=at)
    work_prune(now=now)
    assert ServiceUse.objects.count() == len([age for age in ages if age <= 90])
    assert MOST_USES < 100_000
    monkeypatch.setattr("matches.accounts.services.tokens.MOST_USES", 2)
    service_uses_prune(now)
    kept = ServiceUse.objects.order_by("-last_at").values_list("last_at", flat=True)
    assert [(now - at).days for at in kept] == [0, 1]


@pytest.mark.django_db(transaction=True)
def test_a_token_revoked_while_it_is_used_is_refused_from_then_on():
    """Requests and the revocation at once: each answer is whole, and none after the revocation is let in."""
    owner = UserFactory()
    club = club_create(actor=owner, name="Golden Club")
    account = services.service_account_make(
        actor=owner, club_id=club.pk, name="Scoreboard", expires_at=timezone.now() + timedelta(days=9)
    )
    client = issue(account)
    secret = client._credentials["HTTP_AUTHORIZATION"].removeprefix("Bearer ")
    start, statuses = Barrier(5), []

    def use():
        start.wait()
        statuses.extend(with_secret(secret).get("/api/v1/clubs/").status_code for _ in range(5))
        connection.close()

    threads = [Thread(target=use) for _ in range(4)]
    for thread in threads:
        thread.start()
    start.wait()
    services.service_account_end(actor=owner, account_id=account.pk)
    assert client.get("/api/v1/clubs/").status_code == 401
    for thread in threads:
        thread.join()
    assert set(statuses) <= {200, 401}
    counted = sum(ServiceUse.objects.filter(outcome=200).values_list("count", flat=True))
    assert counted == statuses.count(200), "every use is in the log, though many came at once"


# -- Pages


@pytest.fixture
def browser(helper):
    helper.set_password(PASSWORD)
    helper.save()
    return confirmed(helper)


def test_an_official_makes_one_on_the_page_and_sees_the_token_once(club, browser):
    base = f"/clubs/{club.pk}/service-accounts/"
    last = (timezone.now() + timedelta(days=9)).date().isoformat()
    made = browser.post(base, {"name": "Scoreboard", "role": "scorekeeper", "last_day": last})
    account = ServiceAccount.objects.get()
    assert made.headers["Location"] == f"{base}{account.pk}/"
    shown = browser.post(f"{base}{account.pk}/", {"name": "tablet", "scopes": ["read", "report"]})
    assert "no-store" in shown["Cache-Control"]
    page = shown.content.decode()
    secret = page.partition("<code>gp_")[2].partition("</code>")[0]
    assert with_secret(f"gp_{secret}").get("/api/v1/clubs/").status_code == 200
    again = browser.get(f"{base}{account.pk}/").content.decode()
    assert secret not in again
    assert "GET /api/v1/clubs/" in again.replace("&lt;", "<")
    token = Token.objects.get(user=account.login)
    assert browser.post(f"{base}{account.pk}/tokens/{token.pk}/revoke/").status_code == 302
    assert browser.post(f"{base}{account.pk}/end/", {"reason": "Broken."}).status_code == 302
    assert browser.post(f"{base}{account.pk}/end/", {"reason": "Again."}).status_code == 422


@each("sent", [{"last_day": "2000-01-01"}, {"last_day": "x"}, {"name": ""}, {"role": "owner"}])
def test_a_page_says_what_cannot_be(club, browser, sent):
    body = {"name": "Scoreboard", "role": "director", "last_day": timezone.now().date().isoformat(), **sent}
    assert browser.post(f"/clubs/{club.pk}/service-accounts/", body).status_code == 422
    assert not ServiceAccount.objects.exists()


def test_the_pages_in_japanese(club, browser, make):
    account = make()
    issue(account).get("/api/v1/clubs/")
    base = f"/clubs/{club.pk}/service-accounts/"
    own = {"club", "scoreboard", "helper", "tablet", "get", "clubs", "http", *EVERYTHING}
    for path in (base, f"{base}{account.pk}/"):
        page = browser.get(path, headers={"Accept-Language": "ja"}).content.decode()
        assert '<html lang="ja">' in page
        assert words_of(page) - own == set(), path


def test_pages_are_for_who_runs_the_club(club, make, client):
    account = make()
    base = f"/clubs/{club.pk}/service-accounts/"
    assert client.get(base).status_code == 302
    client = confirmed(login_with_password("stranger"))
    for path in (base, f"{base}{account.pk}/"):
        assert client.get(path).status_code == 403
    assert client.post(f"{base}{account.pk}/end/").status_code == 403
    assert not Player.objects.exists()
