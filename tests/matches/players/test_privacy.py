"""What is held on a player, and what is left when the player was anonymised: nobody else notices."""

import json
from datetime import timedelta
from typing import NamedTuple

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import TOTP
from allauth.usersessions.models import UserSession
from django.core.exceptions import FieldDoesNotExist
from django.test import Client
from django.utils import timezone

from matches.accounts.errors import NotAllowed
from matches.accounts.models import ResetCode, Token, User
from matches.accounts.services import reset_code_issue, token_issue
from matches.facts.selectors import export_rows
from matches.mails.models import Mail
from matches.mails.services import mail_queue
from matches.notifications.models import Delivery
from matches.play.models import Match
from matches.play.services import match_create, report_submit
from matches.players.errors import NotConfirmed, NothingWaits, PlayerAnonymised
from matches.players.models import (
    PLAYER_ANONYMISE_DUE,
    Anonymisation,
    AnonymisationCancellation,
    LoginAttachment,
    Player,
)
from matches.players.rules.claims import SECOND_THOUGHTS
from matches.players.selectors.personal_data import personal_data
from matches.players.services import (
    anonymisation_cancel,
    anonymisations_wake,
    claim_make,
    player_anonymise,
    player_anonymise_due,
    players_merge,
)
from matches.ratings.models import RatingEntry
from matches.ratings.services import ratings_rebuild
from matches.work.models import Outbox
from tests.answers import assert_problem
from tests.conftest import DATA, api_as, drawn_knockout, work_off
from tests.consent import club_appoint, membership_add, player_edit
from tests.factories import AliasFactory, MatchFactory, UserFactory
from tests.matches.accounts.at_doors import PASSWORD, at_page
from tests.rows import made_once
from tests.test_compare import compare
from tournaments.clubs.errors import LastOwner
from tournaments.clubs.models import Club
from tournaments.clubs.services import club_create, membership_apply
from tournaments.events.services import entry_add, tournament_create

from . import people
from .people import person, played, recorded, rows, staff

pytestmark = pytest.mark.django_db

TRANSCRIPT = (DATA / "clubnight" / "std_05p_0000.mat").read_bytes()
NAMES = {"one": "Bot_expert_A", "two": "Bot_expert_B"}
MISSPELT = (DATA / "clubnight" / "illegal_05p_blocked.mat").read_bytes()


class Setting(NamedTuple):
    director: User
    club: Club
    kim: Player
    evening: tuple[Match, Match] | None


def kim_alone():
    director = UserFactory(username="director")
    club = club_create(actor=director, name="Golden Club")
    kim = person("Kim Kestrel")
    User.objects.filter(pk=kim.user_id).update(
        email="kim@kestrel.example", first_name="Kim", last_name="Kestrel", username="kestrel"
    )
    kim.user.refresh_from_db()
    kim.user.set_password("the five-point")
    kim.user.save()
    AliasFactory(player=kim, name="kestrel77")
    kim = player_edit(
        actor=kim.user,
        player_id=kim.pk,
        country="JP",
        bio="Kestrel by name.",
        private=["bio"],
        federations={"JBF": "K-4711"},
    )
    return Setting(director, club, kim, None)


def kim_among_others():
    setting = made_once("Kim alone", kim_alone)
    director, club, kim, _ = setting
    lea, moe, fay = person("Lea"), person("Moe"), person("Fay")
    cup = drawn_knockout(club, director, [lea, kim, moe, fay], (5,))
    for number, score in ((1, (5, 1)), (2, (2, 5))):
        match = cup.fixtures.get(key=f"R1-M{number}").match
        report_submit(match_id=match.pk, actor=director, score=score)
        work_off()
    token_issue(user=kim.user, name="phone", scopes=["read"])
    named = played(kim, lea, director, transcript=TRANSCRIPT, names=NAMES)
    bad = MatchFactory(one=moe, two=kim, created_by=director)
    report_submit(
        match_id=bad.pk, actor=kim.user, transcript=MISSPELT, names={"one": "Kestrel", "two": "Bot"}
    )
    report_submit(match_id=bad.pk, actor=moe.user, transcript=MISSPELT)
    work_off()
    membership_add(actor=director, club_id=club.pk, player=kim)
    double = person("K. Kestrel", login=False)
    played(double, moe, director)
    players_merge(actor=staff("merger"), kept=kim, absorbed=double, reason="x")
    work_off()
    return setting._replace(evening=(named, bad))


@pytest.fixture
def setting(db, request):
    if "evening" in request.fixturenames:
        return made_once("Kim among others", kim_among_others)
    return made_once("Kim alone", kim_alone)


@pytest.fixture
def director(setting):
    return setting.director


@pytest.fixture
def club(setting):
    return setting.club


@pytest.fixture
def kim(setting):
    return setting.kim


@pytest.fixture
def evening(setting):
    """What Kim has to do with: a tournament, matches, a transcript, a club, a record merged into hers."""
    return setting.evening


def anonymise(actor, player, confirmation="Kim Kestrel"):
    return people.anonymise(actor, player, confirmation)


NAMED = ("kestrel", "K-4711", "kestrel77")


def names_in(text):
    return [name for name in NAMED if name.lower() in text.lower()]


# -- Anonymising


# What is the login's own, or says who the player is.
GONE = ("Alias", "FederationNumber", "Token")


def test_nothing_but_the_player_and_the_login_changes(kim, evening, director):
    before = rows()
    own = {("Player", row.pk) for row in Player.objects.records_of(kim.pk)} | {("User", kim.user_id)}
    gone = {key for key in before if key[0] in GONE and "kim" not in key}
    gone |= {
        ("Delivery", row) for row in Delivery.objects.filter(login=kim.user).values_list("pk", flat=True)
    }
    asked = anonymise(kim.user, kim)
    after = rows()
    assert {key for key in before if after.get(key) != before[key]} == own | gone
    (done,) = Anonymisation.objects.values_list("pk", flat=True)
    assert after.keys() - before.keys() == {("Anonymisation", done), ("AnonymisationRequest", asked.pk)}
    assert compare() == "Everything stored is what the facts say.\n"


def test_what_names_the_person_is_gone(kim, evening):
    login = kim.user
    anonymise(login, kim)
    for record in Player.objects.filter(anonymised=True):
        assert (record.name, record.country, record.bio, record.private, record.user) == (
            f"Player {record.pk}", "", "", [], None,
        )  # fmt: skip
    login.refresh_from_db()
    assert (login.username, login.email, login.first_name, login.last_name) == (
        f"anonymised {login.pk}", "", "", "",
    )  # fmt: skip
    assert not login.is_active
    assert not login.has_usable_password()
    assert not Token.objects.filter(user=login).exists()
    columns = [
        str(value)
        for (model, *_), row in rows().items()
        if model not in ("Report", "Verdict")  # transcripts and what was found in them are facts
        for value in row.values()
    ]
    assert names_in(" ".join(columns)) == []


def test_no_page_and_no_answer_shows_a_name(kim, evening, client, director):
    named, bad = evening
    anonymise(kim.user, kim)
    client.force_login(director)
    api = api_as(director)
    reports = [report.pk for match in evening for report in match.reports.all()]
    addresses = [
        "/players/", f"/players/{kim.pk}/", f"/players/{kim.pk}/facts/",
        f"/matches/{named.pk}/", f"/matches/{bad.pk}/",
        f"/matches/{bad.pk}/facts/", f"/matches/{named.pk}/dice/",
    ]  # fmt: skip
    answers = [
        "players/", f"players/{kim.pk}/", f"players/{kim.pk}/facts/", f"matches/{bad.pk}/reports/",
        "matches/",
        f"matches/{named.pk}/dice/", *(f"reports/{number}/" for number in reports),
    ]  # fmt: skip
    for address in addresses:
        page = client.get(address)
        assert page.status_code == 200, address
        assert names_in(page.content.decode()) == [], address
    for address in answers:
        answer = api.get(f"/api/v1/{address}")
        assert answer.status_code == 200, address
        assert names_in(answer.content.decode()) == [], address
    for number in reports:
        assert_problem(api.get(f"/api/v1/reports/{number}/transcript/"), 410, "transcript_withheld")
    lines = [json.dumps(data) for kind, data in export_rows(None)]
    assert names_in(" ".join(lines)) == []


def test_others_transcripts_are_handed_out_as_before(kim, evening, director):
    other = played(person("Una"), person("Vic"), director, transcript=TRANSCRIPT, names=NAMES)
    before = list(export_rows(None))
    anonymise(kim.user, kim)
    report = other.reports.get()
    answer = api_as(None).get(f"/api/v1/reports/{report.pk}/transcript/")
    assert answer.content == TRANSCRIPT
    kept = {data["id"]: data for kind, data in export_rows(None) if kind == "report"}
    was = {data["id"]: data for kind, data in before if kind == "report"}
    assert kept[report.pk] == was[report.pk]
    assert kept != was


def test_ratings_of_others_and_the_own_stay(kim, evening):
    before = list(RatingEntry.objects.order_by("pk").values())
    anonymise(kim.user, kim)
    ratings_rebuild()
    assert list(RatingEntry.objects.order_by("pk").values()) == before


def test_the_fact_says_who_and_when_and_no_name(kim):
    chief = staff()
    anonymise(chief, kim)
    fact = Anonymisation.objects.get()
    assert {field.name for field in Anonymisation._meta.concrete_fields} == {
        "id", "serial", "recorded_at", "recorded_by", "request_id", "player",
    }  # fmt: skip
    assert fact.recorded_by == chief


def test_confirmed_by_name_or_by_the_own_password(kim):
    chief = staff()
    chief.set_password("five")
    for actor, confirmation in (
        (kim.user, "Kim"),
        (kim.user, "x"),
        (chief, "the five-point"),
        (chief, "five"),
    ):
        with pytest.raises(NotConfirmed):
            anonymise(actor, kim, confirmation)
    anonymise(kim.user, kim, "the five-point")


def test_the_only_owner_of_a_club_appoints_another_first(kim, director):
    club = club_create(actor=kim.user, name="Kim's")
    before = rows()
    for who in (kim.user, staff("chief")):
        with pytest.raises(LastOwner):
            anonymise(who, kim)
    with pytest.raises(LastOwner):
        anonymise(long_settled(kim), kim)
    assert rows().keys() - {("User", User.objects.get(username="chief").pk)} == before.keys()
    club_appoint(actor=kim.user, club=club, user=director, role="owner")
    anonymise(kim.user, kim)
    assert [held.user for held in club.appointments.all()] == [director]


def test_nothing_new_is_said_of_an_anonymised_player(kim, club, director, players):
    chief = staff()
    anonymise(chief, kim)
    (ann,), login = players(1), UserFactory()
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=[5])
    calls = [
        lambda: player_edit(actor=chief, player_id=kim.pk, name="Kim"),
        lambda: claim_make(actor=login, player_id=kim.pk),
        lambda: players_merge(actor=chief, kept=ann, absorbed=kim, reason="x"),
        lambda: match_create(actor=chief, one=ann, two=kim, length=5),
        lambda: player_anonymise(actor=chief, player_id=kim.pk, confirmation="x"),
        lambda: entry_add(actor=director, tournament_id=cup.pk, player=kim),
        lambda: membership_add(actor=director, club_id=club.pk, player=kim),
    ]
    before = rows()
    kim.refresh_from_db()
    for call in calls:
        with pytest.raises(PlayerAnonymised):
            call()
    assert rows() == before


def test_from_the_page_and_then_the_login_is_closed(kim, evening):
    client = Client()
    client.force_login(long_settled(kim))
    at = f"/players/{kim.pk}/manage/"
    assert client.post(f"{at}anonymise/", {"confirmation": "no"}).status_code == 422
    assert client.post(f"{at}anonymise/", {"confirmation": "Kim Kestrel"}).status_code == 302
    assert client.get(at).status_code == 302, "whoever was logged in is no more"


# -- What waits, and who stops it


def long_settled(player):
    """The player's login, its address confirmed for longer than what cannot be undone waits."""
    long_ago = timezone.now() - SECOND_THOUGHTS
    Player.objects.filter(pk=player.pk).update(created_at=long_ago)
    User.objects.filter(pk=player.user_id).update(email_confirmed_at=long_ago)
    player.user.refresh_from_db()
    return player.user


def test_what_stands_against_it_in_time_stops_it(kim):
    asked = ask(kim.user, kim)
    club_create(actor=kim.user, name="Kim's")
    player_anonymise_due(request_id=asked.pk, now=asked.effective_at)
    assert not Player.objects.get(pk=kim.pk).anonymised
    stopped = AnonymisationCancellation.objects.get()
    assert (stopped.recorded_by, stopped.reason[:30]) == (None, "Kim's would be left without an")


def ask(actor, player, **more):
    return player_anonymise(actor=actor, player_id=player.pk, confirmation=player.name, **more)


def test_only_a_login_that_is_long_settled_is_heard_at_once(kim):
    ask(long_settled(kim), kim)
    assert Player.objects.get(pk=kim.pk).anonymised
    assert Anonymisation.objects.get().recorded_by_id == kim.user_id


@pytest.mark.parametrize("short", ["profile", "address", "no address", "staff"])
def test_everybody_else_waits_seven_days(kim, short):
    login = long_settled(kim)
    lately = timezone.now() - SECOND_THOUGHTS + timedelta(minutes=1)
    if short == "profile":
        LoginAttachment.objects.create(player=kim, login=login, recorded_at=lately)
    elif short == "staff":
        login = staff()
    else:
        login.email_confirmed_at = lately if short == "address" else None
        login.save()
    asked = ask(login, kim)
    assert asked.effective_at == asked.recorded_at + timedelta(days=7)
    assert ask(login, kim) == asked, "who asks again gains no time and loses none"
    for now, done in ((asked.effective_at - timedelta(seconds=1), False), (asked.effective_at, True)):
        anonymisations_wake(now=now)
        for request in Outbox.objects.filter(kind=PLAYER_ANONYMISE_DUE).values_list("subject", flat=True):
            player_anonymise_due(request_id=request, now=now)
        assert Player.objects.get(pk=kim.pk).anonymised == done


def test_what_waits_is_stopped_by_the_player_the_registrar_and_staff(club, director):
    kim = recorded(club, "Kim")
    kim.user = UserFactory()
    kim.save()
    for who in (kim.user, director, staff("chief")):
        asked = ask(kim.user, kim)
        with pytest.raises(NotAllowed):
            anonymisation_cancel(actor=UserFactory(), player_id=kim.pk, reason="Mine.")
        anonymisation_cancel(actor=who, player_id=kim.pk, reason="Not so fast.")
        player_anonymise_due(request_id=asked.pk, now=asked.effective_at)
        assert not Player.objects.get(pk=kim.pk).anonymised
        with pytest.raises(NothingWaits):
            anonymisation_cancel(actor=who, player_id=kim.pk, reason="Again.")
        with pytest.raises(NotAllowed):
            anonymisation_cancel(actor=UserFactory(), player_id=kim.pk, reason="Does anything wait?")
    ask(staff(), kim)
    with pytest.raises(NotAllowed):
        anonymisation_cancel(actor=director, player_id=kim.pk, reason="Staff has decided.")


def test_over_the_api_and_on_the_page_it_waits_and_is_stopped(kim, client):
    api = api_as(kim.user)
    at = f"/api/v1/players/{kim.pk}/anonymise/"
    answer = api.post(at, {"confirmation": "Kim Kestrel"})
    assert (answer.status_code, answer.json()["anonymised"]) == (202, False)
    page = f"/players/{kim.pk}/"
    stops = "Keep the player as it is"
    assert stops not in client.get(page).content.decode()
    client.force_login(kim.user)
    assert stops in client.get(page).content.decode()
    assert client.post(f"{page}anonymise/cancel/", {"reason": "I stay."})["Location"] == page
    assert stops not in client.get(page).content.decode()
    assert_problem(api.post(f"{at}cancel/", {"reason": "x"}), 409, "nothing_waits")
    assert api.post(at, {"confirmation": "Kim Kestrel"}).status_code == 202
    assert api.post(f"{at}cancel/", {"reason": "I stay."}).status_code == 201
    long_settled(kim)
    assert api.post(at, {"confirmation": "Kim Kestrel"}).status_code == 201


def test_former_names_of_who_has_results_are_for_officials(kim, evening, director):
    lea = Player.objects.get(name="Lea")
    assert player_edit(actor=lea.user, player_id=lea.pk, name="Leah").name == "Leah"
    at = f"/api/v1/players/{lea.pk}/"
    shown = {who: api_as(who).get(at).json()["former_names"] for who in (None, lea.user, director, staff())}
    assert [shown.pop(None), *shown.values()] == [[], ["Lea"], ["Lea"], ["Lea"]]
    assert "Lea " not in str(api_as(None).get(f"{at}facts/").json())
    newcomer = person("Nia")
    player_edit(actor=newcomer.user, player_id=newcomer.pk, name="Nina")
    assert not newcomer.renames.exists(), "nobody has relied on that name"
    anonymise(lea.user, lea, "Leah")
    assert [data["former"] for kind, data in export_rows(None) if kind == "rename"] == [""]


# -- What is held


def test_no_section_hands_out_a_secret():
    for name, section in personal_data().items():
        for secret in ("password", "digest", "session_key"):
            try:
                section.model._meta.get_field(secret)
            except FieldDoesNotExist:
                continue
            assert secret in section.omitted, name


def test_everything_is_there_for_the_player_and_staff(kim, evening):
    named, bad = evening
    answer = api_as(kim.user).get(f"/api/v1/players/{kim.pk}/personal-data/")
    assert answer.status_code == 200
    held = answer.json()["sections"]
    assert (
        api_as(staff()).get(f"/api/v1/players/{kim.pk}/personal-data/").json()["sections"].keys()
        == held.keys()
    )
    assert held["player"][0]["name"] == "Kim Kestrel"
    assert held["aliases"][0]["name"] == "kestrel77"
    assert held["federation_numbers"][0]["number"] == "K-4711"
    assert (held["login"][0]["username"], held["login"][0]["email"]) == ("kestrel", "kim@kestrel.example")
    assert "phone" in [token["name"] for token in held["tokens"]]
    assert {named.pk, bad.pk} < {match["id"] for match in held["matches"]}
    assert [report["match"] for report in held["reports"]] == [bad.pk]
    assert len(held["entries"]) == len(held["club_memberships"]) == len(held["merges"]) == 1
    assert held["rating_history"]
    assert "password" not in answer.content.decode()


def test_the_account_is_in_the_export_and_goes_with_its_owner_s_name(kim, settings):
    settings.MAIL_CONFIGURED = True
    login, browser = kim.user, Client(headers={"User-Agent": "Phone/1"})
    login.set_password(PASSWORD)
    login.save()
    EmailAddress.objects.create(user=login, email=login.email, primary=True, verified=True)
    assert at_page(PASSWORD, login.username, browser).status_code == 302
    TOTP.activate(login, "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP")
    Authenticator.objects.create(
        user=login, type="webauthn", data={"name": "Key on my ring", "credential": "c2VjcmV0"}
    )
    reset_code_issue(actor=staff(), user=login)
    mail_queue(kind="mfa/email/totp_activated", to=login.email, login=login)
    answer = api_as(login).get(f"/api/v1/players/{kim.pk}/personal-data/")
    held = answer.json()["sections"]
    assert [row["email"] for row in held["addresses"]] == [login.email]
    assert [row["user_agent"] for row in held["sessions"]] == ["Phone/1"]
    assert [(row["type"], row["name"]) for row in held["factors"]] == [
        ("totp", ""), ("webauthn", "Key on my ring"),
    ]  # fmt: skip
    assert [row["kind"] for row in held["mails"]] == ["mfa/email/totp_activated"]
    assert len(held["reset_codes"]) == 1
    for secret in ("c2VjcmV0", "JBSWY3", browser.session.session_key, "digest", "session_key"):
        assert secret not in answer.content.decode()
    anonymise(login, kim)
    for model in (EmailAddress, UserSession, Authenticator, ResetCode, Mail, Token):
        assert not model.objects.exists(), model.__name__
    assert browser.get("/account/").status_code == 302


def test_from_the_page_as_a_file(kim, evening, client):
    client.force_login(kim.user)
    page = client.get(f"/players/{kim.pk}/personal-data/")
    assert page["Content-Disposition"] == f'attachment; filename="player-{kim.pk}.json"'
    assert json.loads(page.content)["player"] == kim.pk
    client.force_login(UserFactory())
    assert client.get(f"/players/{kim.pk}/personal-data/").status_code == 403


def test_nobody_else_exports_personal_data(kim, evening):
    other = api_as(person("Zoe").user)
    assert_problem(other.get(f"/api/v1/players/{kim.pk}/personal-data/"), 403, "not_allowed")
    assert_problem(api_as(None).get(f"/api/v1/players/{kim.pk}/personal-data/"), 401, "not_authenticated")


def test_what_is_redacted_is_not_in_the_personal_data_export(kim, club):
    membership_apply(actor=kim.user, club_id=club.pk, player=kim, note="Kestrel, on Fridays.")
    chief = staff()

    def notes():
        held = api_as(chief).get(f"/api/v1/players/{kim.pk}/personal-data/").json()["sections"]
        return [row["note"] for row in held["club_applications"]]

    assert notes() == ["Kestrel, on Fridays."]
    anonymise(kim.user, kim)
    assert notes() == [""]
