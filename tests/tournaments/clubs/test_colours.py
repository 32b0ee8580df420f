"""A club's own colour: whatever it is, everything can be read; and where it is shown."""

import random
import re
from base64 import b64decode

import pytest

from config.design.sheets import TEXTS, colour_tokens, sheets
from tests.answers import assert_problem
from tests.conftest import api_as
from tests.effort import examples
from tests.factories import ClubFactory, TournamentFactory, UserFactory
from tests.matches.pictures.drawing import opened
from tests.matches.pictures.drawing import sent as sent_picture
from tournaments.clubs.models import ClubEdit
from tournaments.clubs.rules.colours import colour_of, contrast, legible_shade
from tournaments.clubs.rules.shades import (
    DARK,
    LIGHT,
    WALL_INKS,
    club_shades,
    club_sheet,
    wall_shades,
    wall_sheet,
)
from tournaments.clubs.services import club_edit

EXTREMES = ("#000000", "#ffffff", "#ffff00", "#00ffff", "#ff00ff", "#ff0000", "#00ff00", "#0000ff", "#808080")

# -- Shades


def house(screen):
    """The colours of the service on a kind of screen, by name."""
    return {token.name: token.light if screen is LIGHT else token.dark for token in colour_tokens()}


def test_shades_are_read_on_what_the_service_has():
    for screen in (LIGHT, DARK):
        own = house(screen)
        washes = ("paper", "card", "felt-soft", "gold-wash", "good-wash", "bad-wash")
        assert screen.grounds == tuple(own[name] for name in washes)
        assert screen.inks == (own["ink"], own["muted"])
        assert (screen.card, screen.head_ink) == (own["card"], own["felt-ink"])


@pytest.mark.parametrize("screen", [LIGHT, DARK], ids=["light", "dark"])
def test_whatever_the_colour_everything_can_be_read(screen):
    draw = random.Random(screen.card)
    drawn = [f"#{draw.randrange(1 << 24):06x}" for _ in range(examples(300))]
    for colour in (*EXTREMES, *drawn):
        shown = house(screen) | club_shades(colour, screen)
        for text, grounds in TEXTS.items():
            for ground in grounds:
                least = contrast(colour_of(shown[text]), colour_of(shown[ground]))
                assert least >= 4.5, f"{colour}: {text} on {ground} has {least:.2f}"
        for ground in (*screen.grounds, shown["felt-soft"]):
            assert contrast(colour_of(shown["link"]), colour_of(ground)) >= 4.5, f"{colour}: link on {ground}"
        assert contrast(colour_of(shown["muted"]), colour_of(shown["felt-soft"])) >= 4.5, colour
        assert contrast(colour_of(shown["felt-ink"]), colour_of(shown["felt"])) >= 7, colour
        # Initials are white on it, and the ring around what has the focus is brass.
        assert contrast(colour_of("#ffffff"), colour_of(shown["table"])) >= 4.5, colour
        assert contrast(colour_of(shown["brass"]), colour_of(shown["felt"])) >= 3, colour


def test_a_colour_that_can_be_read_is_taken_as_it_is():
    assert club_shades("#123c2c", LIGHT)["link"] == "#123c2c"
    assert club_shades("#123c2c", LIGHT)["felt"] == "#123c2c"
    assert club_shades("#9fd8ff", DARK)["link"] == "#9fd8ff"


def test_a_colour_that_cannot_goes_no_further_than_it_must():
    yellow = club_shades("#ffd400", LIGHT)["link"]
    assert yellow != "#ffd400"
    worst = min(contrast(colour_of(yellow), colour_of(ground)) for ground in LIGHT.grounds)
    assert 4.5 <= worst < 5


def test_there_is_no_shade_where_none_can_be():
    grounds = [colour_of("#000000"), colour_of("#ffffff")]
    with pytest.raises(ValueError, match="#ff0000"):
        legible_shade(colour_of("#ff0000"), grounds, colour_of("#000000"), 5)


@pytest.mark.parametrize("text", ["", "red", "#fff", "#12345g", "1d5a43", "#1D5A43", "#1d5a43\n"])
def test_what_is_no_colour(text):
    with pytest.raises(ValueError, match="is no colour"):
        colour_of(text)


def test_a_sheet_sets_variables_of_the_service_alone_and_nothing_on_paper():
    sheet = club_sheet("#1d5a43")
    assert set(re.findall(r"--([a-z-]+):", sheet)) <= {token.name for token in colour_tokens()}
    assert sheet.count("@media screen") == len(sheet.splitlines()) == 2


# -- Shades for walls


def wall_variables():
    """The colours of screen.css, by name."""
    root = re.search(r":root \{(.*?)\}", sheets()["tournaments/screen.css"])
    return dict(re.findall(r"--([a-z]+): (#[0-9a-f]{6});", root[1]))


def test_walls_have_the_variables_that_shades_are_made_for():
    variables = wall_variables()
    assert {name: variables[name] for name in WALL_INKS} == WALL_INKS
    assert {*wall_shades("#1d5a43")} == {*variables} - {*WALL_INKS, "dark"}


def test_whatever_the_colour_a_wall_can_be_read():
    draw = random.Random("wall")
    drawn = [f"#{draw.randrange(1 << 24):06x}" for _ in range(examples(300))]
    for colour in (*EXTREMES, *drawn):
        shown = {name: colour_of(shade) for name, shade in wall_shades(colour).items()}
        for ink in map(colour_of, WALL_INKS.values()):
            for ground in ("ground", "bar", "card"):
                assert contrast(ink, shown[ground]) >= 4.5, (colour, ink, ground)
        # The number of a table, and lines that join matches.
        assert contrast(colour_of(WALL_INKS["ink"]), shown["chip"]) >= 4.5, colour
        assert contrast(shown["wire"], shown["ground"]) >= 3, colour
        assert contrast(shown["card"], shown["ground"]) >= 1.2, f"{colour}: a card is seen"


# -- Where it is set


def test_owners_choose_it_and_a_change_is_on_file(inn, owner):
    answer = api_as(owner).patch(f"/api/v1/clubs/{inn.pk}/", {"colour": "#C02040"})
    assert answer.json()["colour"] == "#c02040"
    edit = ClubEdit.objects.get()
    assert edit.changes == {"colour": ["", "#c02040"]}
    undone = api_as(owner).post(f"/api/v1/clubs/{inn.pk}/edits/{edit.pk}/undo/").json()
    assert undone["colour"] == ""


@pytest.mark.parametrize("sent", ["red", "#fff", "#12345g", "url(x)", "#1d5a43;}", None])
def test_what_is_no_colour_is_refused_with_what_would_be_one(inn, owner, sent):
    answer = api_as(owner).patch(f"/api/v1/clubs/{inn.pk}/", {"colour": sent})
    problem = assert_problem(answer, 400, "invalid_request")
    assert "colour" in str(problem)
    inn.refresh_from_db()
    assert inn.colour == ""


def test_nobody_else_chooses_it(inn):
    answer = api_as(UserFactory()).patch(f"/api/v1/clubs/{inn.pk}/", {"colour": "#c02040"})
    assert answer.status_code == 403


def said(inn, **sent):
    return {"name": inn.name, "place": "", "time_zone": "UTC", "text": "", "contact": "", **sent}


def test_it_is_chosen_on_the_page_and_put_away_again(client, inn, owner):
    client.force_login(owner)
    page = f"/clubs/{inn.pk}/edit/"
    assert 'type="color" value="#123c2c"' in client.get(page).content.decode().replace(' name="colour"', "")
    assert client.post(page, said(inn, own_colour="on", colour="#FFD400")).status_code == 302
    inn.refresh_from_db()
    assert inn.colour == "#ffd400"
    # What became of it is said, for it cannot be written in.
    assert club_shades("#ffd400", LIGHT)["link"] in client.get(page).content.decode()
    client.post(page, said(inn, colour="#ffd400"))
    inn.refresh_from_db()
    assert inn.colour == ""


def test_the_page_refuses_what_is_no_colour(client, inn, owner):
    client.force_login(owner)
    answer = client.post(f"/clubs/{inn.pk}/edit/", said(inn, own_colour="on", colour="red"))
    assert answer.status_code == 422
    assert "Write a colour with six digits" in answer.content.decode()


# -- Where it is shown


def test_the_pages_of_a_club_and_of_its_events_are_in_it(client, inn, owner):
    event = TournamentFactory(club=inn)
    addresses = [
        f"/clubs/{inn.pk}/",
        f"/clubs/{inn.pk}/members/",
        f"/tournaments/{event.pk}/",
        f"/embed/tournaments/{event.pk}/bracket/",
        f"/tournaments/{event.pk}/desk/entries/",
    ]
    client.force_login(owner)
    link = '<link rel="stylesheet" href="/clubs/colours/c02040.css">'
    for address in addresses:
        answer = client.get(address)
        assert answer.status_code == 200, address
        assert "/clubs/colours/" not in answer.content.decode(), address
    club_edit(actor=owner, club_id=inn.pk, colour="#c02040")
    for address in addresses:
        assert client.get(address).content.decode().count(link) == 1, address
    # Of another club nothing is.
    assert link not in client.get(f"/clubs/{ClubFactory().pk}/").content.decode()


def test_screens_on_walls_are_in_it(client, inn, owner):
    event = TournamentFactory(club=inn)
    addresses = [f"/clubs/{inn.pk}/screen/", f"/tournaments/{event.pk}/screen/"]
    for address in addresses:
        assert "/clubs/colours/" not in client.get(address).content.decode(), address
    club_edit(actor=owner, club_id=inn.pk, colour="#c02040")
    link = '<link rel="stylesheet" href="/clubs/colours/c02040-wall.css">'
    for address in addresses:
        assert client.get(address).content.decode().count(link) == 1, address
    assert client.get("/clubs/colours/c02040-wall.css").content.decode() == wall_sheet("#c02040")


def test_an_event_that_is_kept_as_one_file_is_in_it(client, inn, owner):
    address = f"/tournaments/{TournamentFactory(club=inn).pk}/event.html"
    assert club_sheet("#c02040") not in client.get(address).content.decode()
    club_edit(actor=owner, club_id=inn.pk, colour="#c02040", logo=sent_picture())
    page = client.get(address).content.decode()
    assert page.count(club_sheet("#c02040")) == 1
    (logo,) = re.findall(r'<img class="logo" src="data:image/webp;base64,([^"]+)" alt="">', page)
    assert opened(b64decode(logo)).format == "WEBP"


@pytest.mark.django_db
def test_a_sheet_is_kept_and_asks_nothing_of_the_database(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        answer = client.get("/clubs/colours/1d5a43.css")
    assert answer["Content-Type"] == "text/css; charset=utf-8"
    assert answer["Cache-Control"] == "public, max-age=86400"
    assert answer.content.decode() == club_sheet("#1d5a43")
    for wrong in ("1D5A43", "fff", "red", "1d5a431"):
        assert client.get(f"/clubs/colours/{wrong}.css").status_code == 404
