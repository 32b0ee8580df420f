"""What rooms add to each other's pages and resources."""

import pytest
from django.template.loader import get_template
from django.test import RequestFactory
from django.urls import reverse
from rest_framework import serializers

from matches import hooks
from matches.accounts.models import User
from matches.base.api.sections import with_section_fields
from matches.hooks import (
    ROOMS,
    Room,
    Section,
    effect_parts,
    sections_shown,
    with_sections,
)
from matches.play.models import Match
from matches.players.models import Player
from matches.players.selectors import private_choices
from tests.each import each
from tests.factories import PlayerFactory
from tournaments.clubs.models import Club
from tournaments.events.models import Tournament
from tournaments.ladders.models import Ladder
from tournaments.money.services import entry_fee_set

PAGES = {
    Match: ["/matches/{}/"],
    Player: ["/players/{}/", "/players/{}/statistics/"],
    Club: ["/clubs/{}/"],
    Tournament: ["/tournaments/{}/", "/tournaments/{}/edit/", "/tournaments/{}/desk/"],
    Ladder: ["/ladders/{}/"],
    User: ["/account/"],
}
SECTIONS = [section for room in ROOMS.values() for section in room.sections]


class Diary(Section):
    """A section as a room of tomorrow might add one."""

    subject = Player
    templates = {"main": "diary.html", "head": "diary_head.html"}
    private = "diary"
    rank = -1

    def fields(self):
        return {"diary": serializers.CharField()}

    def context(self, row, request, page):
        return {"pages": [*page.values(), row.name]} if row.name != "Bob" else None


@pytest.fixture
def diary(monkeypatch):
    monkeypatch.setitem(hooks.ROOMS, "diaries", Room(name="diaries", sections=[Diary()]))


@each("model", PAGES)
def test_every_section_is_shown_on_a_page_of_its_subject(eventful, admin_client, admin_user, model):
    """Staff, who could play too, looks at the pages of a night on which nearly everything happened."""
    if model in (Player, Tournament):
        Player.objects.get_or_create(user=admin_user, defaults={"name": "Ada"})
    if model is Tournament:
        for event in Tournament.objects.filter(state="open"):
            entry_fee_set(actor=admin_user, tournament_id=event.pk, cents=500, currency="EUR")
    sections = [section for section in SECTIONS if section.subject is model]
    unseen = {template for section in sections for template in section.templates.values()}
    for address in (page.format(row.pk) for row in model.objects.all() for page in PAGES[model]):
        if not unseen:
            break
        unseen -= {template.name for template in admin_client.get(address, follow=True).templates}
    assert not unseen


def test_every_section_adds_something_to_a_page_or_a_resource():
    for section in SECTIONS:
        assert section.subject in PAGES
        assert section.templates or section.fields()


def test_a_room_adds_to_a_page_what_is_not_private(diary, db):
    ann, bob, request = PlayerFactory(name="Ann"), PlayerFactory(name="Bob"), RequestFactory().get("/")
    request.user = User(is_superuser=False)
    found = sections_shown(ann, request, ("main",), course=3)
    assert found["main"][0] == ("diary.html", {"pages": [3, "Ann"]}), "the lowest rank comes first"
    assert found.keys() == {"main"}
    assert "diary.html" not in dict(sections_shown(ann, request, ("main",), hidden={"diary"})["main"])
    assert "diary.html" not in dict(sections_shown(bob, request, ("main",))["main"])
    assert sections_shown(ann, request, ("cellar",)) == {"cellar": []}
    assert "diary" in private_choices()


def test_fields_of_other_rooms_stand_where_the_resource_says(diary):
    own = {"id": serializers.IntegerField(), "name": serializers.CharField()}
    added = ["diary", "ratings", "registrar"]
    assert list(with_section_fields(own, Player, after="id")) == ["id", *added, "name"]
    assert list(with_section_fields(own, Player)) == ["id", "name", *added]
    assert list(with_section_fields(own, User)) == ["id", "name"]


def test_rows_come_with_what_sections_need(eventful, db, django_assert_num_queries):
    with django_assert_num_queries(1):
        row = with_sections(Tournament.objects.filter(division__isnull=False)).order_by("pk")[0]
        assert (row.gives_points, row.division.season.league.name) == (False, "Thursday League")


def test_what_only_a_page_shows_is_loaded_for_the_page_alone(eventful, db, django_assert_num_queries):
    played = Match.objects.filter(fixture__isnull=False).order_by("pk")
    with django_assert_num_queries(2):
        row = with_sections(played, on_page=True)[0]
        assert row.fixture.tournament.name
    assert "tournaments_tournament" not in str(with_sections(played).query)


def test_parts_of_an_effect_are_shown_those_of_the_highest_room_first():
    assert list(effect_parts()) == ["fixtures", "places", "rungs", "ratings", "ratings_unseen"]
    for part in effect_parts().values():
        assert get_template(part.template).render({"rows": []})
        assert part.field() is not part.field()


def test_every_page_leads_to_what_rooms_say_the_home_page_first(client, db):
    menu = [(str(entry.name), reverse(entry.page)) for entry in hooks.menu_entries()]
    assert menu == [
        ("Now", "/"),
        ("Tournaments", "/tournaments/"),
        ("Ladders", "/ladders/"),
        ("Play", "/play/"),
        ("Players", "/players/"),
        ("Clubs", "/clubs/"),
    ]
    nowhere = client.get("/nowhere/").content.decode()
    assert '<a href="/">To the first page</a>' in nowhere
    assert "\n".join(f'<a href="{address}">{name}</a>' for name, address in menu) in nowhere
