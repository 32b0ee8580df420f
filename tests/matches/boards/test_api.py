"""/boards/: what is answered, kept by caches, shown on pages of others, and refused."""

from io import BytesIO
from urllib.parse import urlsplit
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.test import Client
from PIL import Image

from tests.each import each

from .ids import MONEY, OPENING, OPENING_GNU, OPENING_OGID, PINNED

pytestmark = pytest.mark.django_db

BOARD, SVG, PNG = "/api/v1/boards/", "/api/v1/boards/picture.svg", "/api/v1/boards/picture.png"


def label(content: bytes) -> str:
    return ElementTree.fromstring(content).attrib["aria-label"]


def test_what_an_identifier_says(client: Client) -> None:
    answer = client.get(BOARD, {"id": OPENING}).json()
    assert answer["notation"] == "xgid"
    assert answer["ids"] == {"xgid": OPENING, "gnubg": OPENING_GNU, "ogid": OPENING_OGID}
    assert answer["pips"] == [167, 167]
    assert answer["position"]["own"] == answer["position"]["opponent"]
    assert (answer["match"]["dice"], answer["match"]["length"], answer["match"]["state"]) == (
        [3, 1],
        7,
        "playing",
    )
    assert answer["plays"] == 16
    assert answer["words"].startswith("A position of Backgammon. White at the bottom: 2 on 24")
    assert answer["language"] == "en"


def test_the_pictures_are_where_it_says(client: Client) -> None:
    asked = {"id": OPENING, "bottom": "turned", "play": "8/5 6/5", "language": "ja"}
    pictures = client.get(BOARD, asked).json()["pictures"]
    assert all(address.startswith(settings.PUBLIC_URL) for address in pictures.values())
    svg, png = (client.get(address[len(settings.PUBLIC_URL) :]) for address in pictures.values())
    assert "図示した手は8/5 6/5です" in label(svg.content)
    assert "黒の手番" in label(svg.content)
    assert svg["Content-Type"] == "image/svg+xml"
    assert png["Content-Type"] == "image/png"
    assert Image.open(BytesIO(png.content)).width == 800


def test_without_an_identifier_a_game_starts(client: Client) -> None:
    answer = client.get(BOARD, {"variant": "fevga"}).json()
    assert (answer["notation"], answer["match"], answer["plays"]) == (None, None, None)
    assert urlsplit(answer["pictures"]["svg"]).query == "variant=fevga"
    assert client.get(PNG).status_code == client.get(SVG).status_code == 200


def test_a_picture_may_be_narrow(client: Client) -> None:
    assert Image.open(BytesIO(client.get(PNG, {"id": MONEY, "width": 200}).content)).width == 200


@each("path", (BOARD, SVG, PNG))
def test_any_page_may_embed_it_and_any_cache_keep_it(client: Client, path: str) -> None:
    answer = client.get(path, {"id": OPENING})
    assert answer["Cache-Control"] == "public, max-age=86400"
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert answer.get("Cross-Origin-Resource-Policy") == (None if path == BOARD else "cross-origin")
    assert not answer.cookies
    assert answer["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert {"Accept-Language", "Authorization"} <= {part.strip() for part in answer["Vary"].split(",")}


@each("path", (BOARD, SVG, PNG))
def test_whoever_has_it_is_told_so(client: Client, path: str) -> None:
    tag = client.get(path, {"id": OPENING})["ETag"]
    assert not tag.startswith("W/")
    known = client.get(path, {"id": OPENING}, headers={"If-None-Match": tag})
    assert (known.status_code, known.content, known["ETag"]) == (304, b"", tag)
    others = [
        client.get(path, {"id": MONEY}, headers={"If-None-Match": tag}),
        client.get(path, {"id": OPENING, "direction": "left"}, headers={"If-None-Match": tag}),
        client.get(path, {"id": OPENING}, headers={"If-None-Match": tag, "Accept-Language": "ja"}),
    ]
    assert [each.status_code for each in others] == [200, 200, 200]
    assert len({tag, *(each["ETag"] for each in others)}) == 4


def test_the_language_asked_for_is_that_of_the_words(client: Client) -> None:
    by_header = client.get(SVG, {"id": OPENING}, headers={"Accept-Language": "ja"})
    by_query = client.get(SVG, {"id": OPENING, "language": "ja"}, headers={"Accept-Language": "en"})
    assert by_header.content == by_query.content
    assert by_query["Content-Language"] == "ja"
    assert client.get(SVG, {"id": OPENING})["Content-Language"] == "en"


@each("path", (SVG, PNG))
@each("accept", ("image/png", "image/avif,image/webp,*/*;q=0.8", "image/svg+xml"))
def test_whatever_an_img_accepts(client: Client, path: str, accept: str) -> None:
    assert client.get(path, headers={"Accept": accept}).status_code == 200
    refused = client.get(path, {"id": "nonsense"}, headers={"Accept": accept})
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_position")
    assert refused["Content-Type"] == "application/problem+json"


@each("path", (BOARD, SVG, PNG))
@each(
    "asked, status, code",
    [
        ({"id": "nonsense"}, 422, "invalid_position"),
        ({"id": PINNED}, 422, "invalid_position"),
        ({"id": OPENING, "play": "8-5"}, 422, "invalid_play"),
        ({"pinned": "5"}, 422, "invalid_option"),
        ({"variant": "chess"}, 400, "invalid_request"),
        ({"id": "A" * 201}, 400, "invalid_request"),
        ({"bottom": "up"}, 400, "invalid_request"),
        ({"direktion": "left"}, 400, "invalid_request"),
        ({"language": "de"}, 400, "invalid_request"),
    ],
)
def test_what_is_refused(client: Client, path: str, asked: dict[str, str], status: int, code: str) -> None:
    answer = client.get(path, asked)
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert "ETag" not in answer
    assert "max-age" not in answer.get("Cache-Control", "")


@each("width", (199, 1601, "wide"))
def test_a_picture_is_no_smaller_and_no_larger(client: Client, width: int | str) -> None:
    assert client.get(PNG, {"width": width}).status_code == 400
