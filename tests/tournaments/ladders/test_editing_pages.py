"""Ladders on pages: announced from published rules, changed, closed, removed, and all that taken back."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.factories import UserFactory
from tests.page_forms import sent_from
from tests.tournaments.clubs.test_pictures import DOG
from tests.tournaments.events.test_pages import text
from tournaments.ladders import services
from tournaments.ladders.models import Ladder, LadderEdit
from tournaments.ladders.rules import LADDERS, PRESETS

pytestmark = pytest.mark.django_db


@pytest.fixture
def as_director(client, director):
    client.force_login(director)
    return client


def test_every_rule_is_offered_in_words(as_director, club):
    page = as_director.get(f"/clubs/{club.pk}/ladders/new/")
    for code, rules in (LADDERS | PRESETS).items():
        assert f'href="?rules={code}"' in page.content.decode()
        assert str(rules.name) in text(page)
    as_director.cookies["django_language"] = "ja"
    assert "ラダーを開設" in text(as_director.get(f"/clubs/{club.pk}/ladders/new/"))


@pytest.mark.parametrize("code", [*LADDERS, *PRESETS])
def test_a_ladder_is_opened_with_a_name_alone(as_director, club, code):
    address = f"/clubs/{club.pk}/ladders/new/?rules={code}"
    answer = as_director.post(address, sent_from(as_director.get(address).content.decode(), name="Wall"))
    ladder = Ladder.objects.get()
    assert (answer.status_code, answer.url) == (302, f"/ladders/{ladder.pk}/")
    assert "The ladder is open." in text(as_director.get(answer.url))
    rules = PRESETS[code].rules if code in PRESETS else LADDERS[code]()
    assert ladder.rules == rules
    assert (ladder.length, ladder.rated, ladder.regulations) == (5, True, {})


def test_what_cannot_be_is_said_beside_its_field(as_director, club):
    address = f"/clubs/{club.pk}/ladders/new/?rules=position"
    page = as_director.get(address).content.decode()
    for changed, field, fault in [
        ({"length": "4"}, "length", "odd"),
        ({"option_above": "0"}, "option_above", "nobody could challenge anybody"),
        ({"option_above": "-1"}, "option_above", "greater than or equal to 0"),
    ]:
        answer = as_director.post(address, sent_from(page, name="My wall", place="The Inn", **changed))
        assert answer.status_code == 422
        body = answer.content.decode()
        assert fault in re.search(rf'id="id_{field}_error"[^>]*>([^<]*)', body)[1]
        assert 'value="My wall"' in body
        assert 'value="The Inn"' in body
    assert not Ladder.objects.exists()


@pytest.fixture
def ladder(director, club):
    return services.ladder_create(
        actor=director, club=club, name="Wall", kind="position", length=5, regulations={"silence": 45}
    )


def test_a_change_is_taken_back_from_the_notice(as_director, ladder):
    address = f"/ladders/{ladder.pk}/edit/"
    page = as_director.get(address).content.decode()
    answer = as_director.post(address, sent_from(page, name="Inn", option_above="2", contact="Ann"))
    assert answer.url == f"/ladders/{ladder.pk}/"
    ladder.refresh_from_db()
    assert (ladder.name, ladder.kind_options, ladder.contact) == ("Inn", {"above": 2}, "Ann")
    assert ladder.regulations == {"silence": 45}
    edit = LadderEdit.objects.get()
    undo = f"/ladders/{ladder.pk}/edits/{edit.pk}/undo/"
    assert f'action="{undo}"' in as_director.get(answer.url).content.decode()
    assert "Taken back." in text(as_director.post(undo, follow=True))
    ladder.refresh_from_db()
    assert (ladder.name, ladder.kind_options) == ("Wall", {})
    assert "taken back already" in text(as_director.post(undo, follow=True))


def test_rules_that_moved_players_stay(as_director, ladder, director, players):
    one, two = players(2)
    for player in (one, two):
        services.ladder_join(actor=director, ladder_id=ladder.pk, player=player)
    services.challenge_make(actor=director, ladder_id=ladder.pk, challenger=two, challenged=one)
    address = f"/ladders/{ladder.pk}/edit/"
    page = as_director.get(address).content.decode()
    answer = as_director.post(address, sent_from(page, option_movement="swap"))
    assert answer.status_code == 422
    assert "has begun" in re.search(r'id="id_option_movement_error"[^>]*>([^<]*)', answer.content.decode())[1]
    assert as_director.post(f"/ladders/{ladder.pk}/remove/", follow=True).status_code == 200
    assert not LadderEdit.objects.exists()


def test_another_kind(as_director, ladder):
    page = as_director.get(f"/ladders/{ladder.pk}/edit/?rules=").content.decode()
    assert "Take these rules: Pyramid" in page
    address = f"/ladders/{ladder.pk}/edit/?rules=jerrydubs"
    as_director.post(address, sent_from(as_director.get(address).content.decode()))
    ladder.refresh_from_db()
    assert (ladder.kind, ladder.kind_options) == ("pyramid", {"repeat": False})
    assert as_director.get(f"/ladders/{ladder.pk}/edit/?rules=none").status_code == 404


def test_closed_opened_removed_and_put_back(as_director, ladder, club):
    def do(under, **fields):
        return text(as_director.post(f"/ladders/{ladder.pk}/{under}/", fields, follow=True))

    assert "The ladder is closed: nobody can be challenged" in do("close", closed="yes")
    assert "The ladder is open again." in do("close", closed="no")
    assert "Wall is removed." in do("remove")
    assert as_director.get(f"/ladders/{ladder.pk}/").status_code == 404
    removed = LadderEdit.objects.latest("pk")
    assert "Taken back." in do(f"edits/{removed.pk}/undo")
    assert as_director.get(f"/ladders/{ladder.pk}/").status_code == 200


def test_only_who_directs_the_club(client, ladder, club):
    pages = ["edit", "close", "remove"]
    assert client.get(f"/clubs/{club.pk}/ladders/new/").url.startswith("/login/")
    client.force_login(UserFactory())
    assert client.get(f"/clubs/{club.pk}/ladders/new/").status_code == 403
    for page in pages:
        assert client.post(f"/ladders/{ladder.pk}/{page}/", {"closed": "yes"}).status_code == 403
    assert "Edit the ladder" not in text(client.get(f"/ladders/{ladder.pk}/"))
    assert "Open a ladder" not in text(client.get(f"/clubs/{club.pk}/"))
    assert not LadderEdit.objects.exists()


def test_the_picture(as_director, ladder):
    address = f"/ladders/{ladder.pk}/picture/"
    answer = as_director.post(
        address, {"picture": SimpleUploadedFile("dog.png", DOG), "picture_alt": "A dog."}
    )
    assert answer.url == f"/ladders/{ladder.pk}/edit/"
    assert 'alt="A dog."' in as_director.get(f"/ladders/{ladder.pk}/").content.decode()
    answer = as_director.post(address, {"picture": SimpleUploadedFile("dog.png", b"none")})
    assert answer.status_code == 422
    assert 'id="id_picture_error"' in answer.content.decode()
    as_director.post(address, {"remove": "yes"})
    ladder.refresh_from_db()
    assert ladder.picture is None


def test_queries(as_director, ladder, club, django_assert_num_queries):
    edit, new = f"/ladders/{ladder.pk}/edit/", f"/clubs/{club.pk}/ladders/new/?rules=position"
    as_director.get(edit)
    for address, queries in ((edit, 4), (new, 5)):
        with django_assert_num_queries(queries):
            assert as_director.get(address).status_code == 200
