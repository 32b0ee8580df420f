"""The admin site: everything can be looked at, only what a service writes can be written."""

import pytest
from django.contrib import admin
from django.urls import reverse

from matches.accounts.models import Token, User
from matches.accounts.services import token_issue
from matches.base.translation import plural_name
from matches.dice.models import DiceExtract
from matches.facts.kinds import fact_kinds
from matches.idempotency.models import KeptAnswer
from matches.mails.models import Mail
from matches.play.models import Match, Report
from matches.players.models import Player
from matches.ratings.models import RATINGS_UPDATE, RatingStanding
from matches.sessions.services import SessionContent, session_keep
from matches.solo.services import solo_begin, solo_give_up, solo_listing_set, solo_prepare
from matches.work import outbox
from matches.work.models import Outbox
from matches.work.services import heartbeat_record
from tests.each import each
from tests.effort import few_of
from tests.factories import PlayerFactory, ServiceUseFactory, UserFactory
from tests.matches.accounts.at_doors import logged_in, login_with_password
from tests.matches.sessions.sheets import SESSION
from tournaments.clubs.models import Club
from tournaments.events.models import Fixture, Tournament

WRITABLE = {User, Player}
READ_ONLY = [model for model in admin.site._registry if model not in WRITABLE | {Token}]


@pytest.fixture
def site(client, db):
    """A client that is logged in as staff."""
    client.force_login(User.objects.create_superuser("staff"))
    return client


@pytest.fixture
def night(eventful, db):
    """A tournament with one row of everything."""
    token_issue(user=eventful.created_by, name="laptop", scopes=["read"])
    ServiceUseFactory(login=eventful.created_by)
    outbox.make_due(RATINGS_UPDATE, 0)
    heartbeat_record(name="dispatcher")
    KeptAnswer.objects.create(digest="0" * 64, sealed=b"sealed")
    Mail.objects.create(kind="account/email/password_changed", to="ann@home.example", language="en")
    game = solo_prepare(login=eventful.created_by, variant="backgammon", scoring="pips", bot="beginner")
    solo_begin(key=game.key, contribution="luck")
    solo_give_up(key=game.key)
    solo_listing_set(login=eventful.created_by, listed=True)
    one, two = (PlayerFactory(name=name, user=UserFactory()) for name in ("Ann of a session", "Bob"))
    content = SessionContent(transcript=SESSION, own_name="Ann")
    session_keep(actor=one.user, opponent=two, content=content)
    return eventful


def at(model, page, *args):
    return reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_{page}", args=args)


@each("model", few_of(admin.site._registry))
def test_everything_can_be_looked_at(site, night, model):
    assert site.get(at(model, "changelist")).status_code == 200
    row = model.objects.first()
    assert row is not None
    assert site.get(at(model, "change", row.pk)).status_code == 200


@each("model", few_of(READ_ONLY))
def test_facts_and_what_follows_from_them_cannot_be_written(site, night, model):
    row = model.objects.first()
    before = model.objects.filter(pk=row.pk).values().get()
    assert site.get(at(model, "add")).status_code == 403
    assert site.post(at(model, "change", row.pk), {"name": "x"}).status_code == 403
    assert site.post(at(model, "delete", row.pk), {"post": "yes"}).status_code == 403
    assert model.objects.filter(pk=row.pk).values().get() == before


def test_every_fact_is_among_the_read_only():
    facts = {kind.model for kind in fact_kinds().values()}
    assert facts | {Match, Fixture, RatingStanding, Outbox, Mail, Tournament, Club, DiceExtract} <= set(
        READ_ONLY
    )


def test_a_player_is_edited_through_the_service(site):
    player = PlayerFactory(name="Ann")
    page = at(Player, "change", player.pk)
    assert (
        site.post(page, {"name": "Anna", "aliases": "annie\r\n\r\nann77 \r\nANNIE", "user": ""}).status_code
        == 302
    )
    player.refresh_from_db()
    assert player.name == "Anna"
    assert [alias.name for alias in player.aliases.all()] == ["ANNIE", "ann77"]
    assert "ANNIE\nann77</textarea>" in site.get(page).content.decode()


@pytest.mark.parametrize(
    ("sent", "refusal"),
    [
        ({"name": "", "aliases": ""}, "This field is required"),
        ({"name": "Ann", "aliases": "x" * 81}, "at most 80 characters"),
    ],
    ids=["no name", "long alias"],
)
def test_a_player_is_not_written_badly(site, sent, refusal):
    player = PlayerFactory(name="Ann")
    answer = site.post(at(Player, "change", player.pk), {"user": "", **sent})
    assert refusal in answer.content.decode()
    assert Player.objects.get(pk=player.pk).name == "Ann"


def test_a_login_once_attached_stays(site):
    player = PlayerFactory(name="Ann", user=User.objects.create_user("zoe"))
    answer = site.post(at(Player, "change", player.pk), {"name": "Ann", "aliases": "", "user": ""})
    assert "has a login already" in answer.content.decode()


def test_a_player_is_entered_and_not_deleted(site):
    assert site.post(at(Player, "add"), {"name": "Zoe", "aliases": "zo", "user": ""}).status_code == 302
    zoe = Player.objects.get(name="Zoe")
    assert zoe.created_by.username == "staff"
    assert site.post(at(Player, "delete", zoe.pk), {"post": "yes"}).status_code == 403


def test_a_token_is_revoked_but_neither_made_nor_changed(site, night):
    token = Token.objects.get(name="laptop")
    assert site.get(at(Token, "add")).status_code == 403
    assert token.digest not in site.get(at(Token, "change", token.pk)).content.decode()
    assert site.post(at(Token, "change", token.pk), {"name": "x"}).status_code == 403
    assert site.post(at(Token, "delete", token.pk), {"post": "yes"}).status_code == 302
    assert not Token.objects.filter(pk=token.pk).exists()


def test_a_login_is_logged_out_everywhere(site):
    lost = login_with_password()
    browsers = logged_in(lost), logged_in(lost)
    assert [browser.get("/account/").status_code for browser in browsers] == [200, 200]
    asked = {"action": "log_out", "_selected_action": [lost.pk]}
    assert site.post(at(User, "changelist"), asked).status_code == 302
    assert [browser.get("/account/").status_code for browser in browsers] == [302, 302]
    assert site.get("/account/").status_code == 200, "nobody else"


def test_strangers_are_sent_to_the_login(client, db):
    assert client.get(at(Report, "changelist")).status_code == 302


def test_the_admin_site_names_models_and_columns_in_the_language_of_the_reader(site, night):
    japanese = {"Accept-Language": "ja"}
    index = site.get("/admin/", headers=japanese).content.decode()
    for name in ("プレーヤー・試合・レーティング", "同好会・トーナメント・ラダー", "裁定", "エントリー"):
        assert name in index
    entries = site.get("/admin/tournaments/entry/", headers=japanese).content.decode()
    for name in ("プレーヤー", "トーナメント", "記録日時"):
        assert name in entries
    index = site.get("/admin/", headers={"Accept-Language": "en"}).content.decode()
    for name in ("Matches", "Penalties", "Entries", "Shared dice", "Players, matches, ratings"):
        assert name in index


@each(
    "name, plural",
    [
        *(("match", "matches"), ("entry", "entries"), ("play", "plays"), ("outbox", "outboxes")),
        *(("shared dice", "shared dice"), ("rating pool terms", "rating pool terms"), ("bid", "bids")),
    ],
)
def test_several_are_called_as_in_english(name, plural):
    assert plural_name(name) == plural
