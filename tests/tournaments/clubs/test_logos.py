"""A club's own logo: set, replaced and removed as its picture is; and where it stands."""

import re
from importlib.util import find_spec

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from matches.facts.selectors import fact_list
from matches.pictures.rules import BYTES_MAX
from matches.pictures.services import pictures_prune
from tests.answers import assert_problem, rows_of_everything
from tests.conftest import api_as
from tests.factories import ClubFactory, TournamentFactory, UserFactory
from tests.matches.pictures.drawing import drawn, opened, sent
from tests.test_compare import compare
from tournaments.clubs.models import ClubEdit
from tournaments.clubs.services import club_edit
from tournaments.desk.pages.documents import logo_bytes
from tournaments.events.hooks import EXPORTED_WITH_TOURNAMENT
from tournaments.ladders.models import Ladder
from tournaments.leagues.models import League

pytestmark = pytest.mark.django_db

WIDE, SQUARE = sent(drawn(600, 150, mode="RGBA")), sent(drawn(200, 200))


def put(actor, inn, content=WIDE, kind="image/png"):
    return api_as(actor).generic("PUT", f"/api/v1/clubs/{inn.pk}/logo/", content, content_type=kind)


def shown(client, inn):
    return client.get(f"/api/v1/clubs/{inn.pk}/").json()["logo"]


# -- Set, and taken back


def test_it_is_set_replaced_and_removed(client, inn, owner):
    assert shown(client, inn) is None
    logo = put(owner, inn).json()
    assert (logo["width"], logo["height"]) == (600, 150)
    assert shown(client, inn) == logo
    assert {*logo} == {"url", "small_url", "width", "height"}, "the club's name says what it is"
    small = opened(client.get(logo["small_url"]).content)
    assert small.size == (480, 120), "of the same shape"
    assert small.mode == "RGBA", "what is transparent stays so"
    form = {"picture": SimpleUploadedFile("logo.png", SQUARE, content_type="image/png")}
    answer = api_as(owner).put(f"/api/v1/clubs/{inn.pk}/logo/", form, format="multipart")
    assert answer.json()["width"] == 200
    assert api_as(owner).delete(f"/api/v1/clubs/{inn.pk}/logo/").status_code == 204
    assert api_as(owner).delete(f"/api/v1/clubs/{inn.pk}/logo/").status_code == 204, "twice is once"
    assert shown(client, inn) is None
    edits = ClubEdit.objects.order_by("-serial")
    for edit, width in zip([*edits], (200, 600, None), strict=True):
        undone = api_as(owner).post(f"/api/v1/clubs/{inn.pk}/edits/{edit.pk}/undo/").json()["logo"]
        assert (undone and undone["width"]) == width
    said = [fact.sentence for fact in fact_list(owner, inn)[:100] if isinstance(fact.fact, ClubEdit)]
    assert said[:3] == ["Logo: changed.", "Logo: changed.", "The logo was removed."]
    assert compare() == "Everything stored is what the facts say.\n"


def test_the_picture_stays_as_it_is(client, inn, owner):
    club_edit(actor=owner, club_id=inn.pk, picture=SQUARE, picture_alt="A board.")
    before = client.get(f"/api/v1/clubs/{inn.pk}/").json()["picture"]
    put(owner, inn)
    assert client.get(f"/api/v1/clubs/{inn.pk}/").json()["picture"] == before
    api_as(owner).delete(f"/api/v1/clubs/{inn.pk}/logo/")
    assert client.get(f"/api/v1/clubs/{inn.pk}/").json()["picture"] == before


def test_one_that_is_shown_is_kept(client, inn, owner):
    logo = put(owner, inn).json()
    pictures_prune()
    assert client.get(logo["url"]).status_code == 200
    api_as(owner).delete(f"/api/v1/clubs/{inn.pk}/logo/")
    pictures_prune()
    assert client.get(logo["url"]).status_code == 404


def test_what_is_refused_changes_nothing(inn, owner):
    stranger = UserFactory()
    before = rows_of_everything()
    for content, kind, status, code in (
        (b"no picture", "image/png", 422, "unreadable_picture"),
        (b"<svg/>", "image/svg+xml", 422, "unreadable_picture"),
        (SQUARE + b"\0" * BYTES_MAX, "image/png", 413, "picture_too_large"),
        (sent(drawn(5001, 5000, mode="1")), "image/png", 422, "too_many_pixels"),
        (SQUARE, "application/json", 415, "unsupported_media_type"),
    ):
        assert_problem(put(owner, inn, content, kind), status, code)
    file = SimpleUploadedFile("logo.png", SQUARE)
    for fields in ({}, {"picture": "a name"}, {"picture": file, "alt": "A boat."}):
        answer = api_as(owner).put(f"/api/v1/clubs/{inn.pk}/logo/", fields, format="multipart")
        assert_problem(answer, 400, "invalid_request")
    assert_problem(put(stranger, inn), 403, "not_allowed")
    assert_problem(api_as(owner).patch(f"/api/v1/clubs/{inn.pk}/", {"logo": None}), 400, "invalid_request")
    assert rows_of_everything() == before


def test_it_is_chosen_and_removed_on_the_page(client, inn, owner):
    client.force_login(owner)
    page = f"/clubs/{inn.pk}/edit/"
    assert "Remove the logo" not in client.get(page).content.decode()
    file = SimpleUploadedFile("logo.png", WIDE, content_type="image/png")
    assert client.post(f"{page}logo/", {"logo": file}).status_code == 302
    inn.refresh_from_db()
    assert f'<img class="logo large" src="{inn.logo_address}" alt="">' in client.get(page).content.decode()
    wrong = client.post(f"{page}logo/", {"logo": SimpleUploadedFile("logo.svg", b"<svg/>")})
    assert wrong.status_code == 422
    assert "That cannot be read as a picture" in wrong.content.decode()
    assert client.post(f"{page}logo/", {"remove": "yes"}).status_code == 302
    inn.refresh_from_db()
    assert inn.logo_id is None
    client.force_login(UserFactory())
    assert client.post(f"{page}logo/", {"remove": "yes"}).status_code == 403


# -- Where it stands


def test_it_stands_beside_the_name_on_the_pages_of_the_club_and_of_its_events(client, inn, owner):
    event = TournamentFactory(club=inn)
    ladder = Ladder.objects.create(
        club=inn, name="Ladder", kind="position", kind_options={}, length=5, created_by=owner
    )
    league = League.objects.create(
        club=inn, name="League", up=1, down=1, format="round_robin", lengths=[5], created_by=owner
    )
    addresses = [
        f"/clubs/{inn.pk}/",
        f"/clubs/{inn.pk}/members/",
        f"/clubs/{inn.pk}/records/",
        f"/clubs/{inn.pk}/facts/",
        f"/clubs/{inn.pk}/screen/",
        f"/tournaments/{event.pk}/",
        f"/tournaments/{event.pk}/screen/",
        f"/ladders/{ladder.pk}/",
        f"/leagues/{league.pk}/",
        f"/embed/tournaments/{event.pk}/bracket/",
        f"/embed/ladders/{ladder.pk}/",
    ]
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert 'class="logo' not in answer.content.decode(), address
    club_edit(actor=owner, club_id=inn.pk, logo=WIDE)
    inn.refresh_from_db()
    client.force_login(UserFactory())
    for address in addresses:
        (image,) = re.findall(r'<img class="logo[^>]*>', client.get(address).content.decode())
        # The name stands beside it.
        assert f'src="{inn.logo_address}" alt=""' in image, address
    assert 'class="logo' not in client.get(f"/clubs/{ClubFactory().pk}/").content.decode()


def test_it_is_on_printouts(client, inn, owner):
    event = TournamentFactory(club=inn)
    client.force_login(owner)
    address = f"/tournaments/{event.pk}/desk/print/entries/"
    assert 'class="logo"' not in client.get(address).content.decode()
    assert logo_bytes(inn) == []
    club_edit(actor=owner, club_id=inn.pk, logo=WIDE)
    inn.refresh_from_db()
    assert client.get(address).content.decode().count('class="logo"') == 1
    assert opened(bytes(logo_bytes(inn))).format == "WEBP"


@pytest.mark.skipif(find_spec("typst") is None, reason="typst is not installed: the group pdf")
def test_it_is_in_documents(client, inn, owner):
    event = TournamentFactory(club=inn)
    client.force_login(owner)
    address = f"/tournaments/{event.pk}/desk/print/entries.pdf"
    assert b"/Subtype/Image" not in client.get(address).content.replace(b" ", b"")
    club_edit(actor=owner, club_id=inn.pk, logo=WIDE)
    assert b"/Subtype/Image" in client.get(address).content.replace(b" ", b"")


def test_the_export_of_an_event_has_it(inn, owner):
    event = TournamentFactory(club=inn)
    club_edit(actor=owner, club_id=inn.pk, logo=WIDE)
    inn.refresh_from_db()
    model = type(inn)._meta.get_field("logo").related_model
    found = model.objects.filter(EXPORTED_WITH_TOURNAMENT[model](event.pk))
    assert [picture.pk for picture in found] == [inn.logo_id]
