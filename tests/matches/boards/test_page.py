"""/board/: paste an identifier, see its board."""

import html
import re

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from engine.variants import VARIANTS
from matches.base.translation import translate_text
from tests.each import each

from .ids import MONEY, OPENING, OPENING_GNU, PINNED, WITH_PLUS

pytestmark = pytest.mark.django_db


def page(client: Client, status: int = 200, language: str = "en", **asked: str) -> str:
    answer = client.get("/board/", asked, headers={"Accept-Language": language})
    assert answer.status_code == status
    return answer.content.decode()


def values(content: str) -> dict[str, str]:
    """What fields of the page hold, by their ids."""
    found = {}
    for tag in re.findall(r"<input [^>]*>", content):
        attributes = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        if "id" in attributes:
            found[attributes["id"]] = html.unescape(attributes.get("value", ""))
    return found


def test_every_page_leads_there(client: Client) -> None:
    assert 'href="/board/"' in client.get("/").content.decode()


def test_without_an_identifier_a_game_starts(client: Client) -> None:
    content = page(client)
    assert '<svg class="board"' in content
    assert "White: 167 pips" in content
    assert "noindex" not in content
    assert 'role="alert"' not in content


def test_a_position_is_drawn_said_and_written_otherwise(client: Client) -> None:
    content = page(client, id=OPENING, play="8/5 6/5")
    assert "The play shown: 8/5 6/5." in content
    assert "16 positions this roll can be played to" in content
    found = values(content)
    assert (found["id_id"], found["id-xgid"], found["id-gnubg"]) == (OPENING, OPENING, OPENING_GNU)
    assert "noindex" in content


def test_what_it_says_to_embed_can_be_fetched(client: Client) -> None:
    found = values(page(client, id=WITH_PLUS, bottom="turned"))
    [source] = re.findall(r'<img src="([^"]+)"', found["snippet"])
    assert source.startswith(settings.PUBLIC_URL)
    picture = client.get(html.unescape(source)[len(settings.PUBLIC_URL) :])
    assert picture["Content-Type"] == "image/svg+xml"
    [words] = re.findall(r'alt="([^"]+)"', found["snippet"])
    assert f'aria-label="{words}"' in picture.content.decode()
    again = client.get(found["link"][len(settings.PUBLIC_URL) :])
    assert values(again.content.decode())["link"] == found["link"]


@each("code", VARIANTS)
@each("language", ("en", "ja"))
def test_every_variant_is_drawn(client: Client, code: str, language: str) -> None:
    content = page(client, language=language, variant=code)
    with translation.override(language):
        assert f'<option value="{code}" selected>{translate_text(VARIANTS[code].name)}' in content


@each(
    "asked, field, words",
    [
        ({"id": "nonsense"}, "id", "is no identifier: known are xgid, gnubg"),
        ({"id": PINNED}, "id", "both sides stand"),
        ({"id": OPENING, "play": "8-5"}, "play", "is not a move"),
        ({"id": MONEY, "pinned": "5"}, "pinned", "nobody is pinned in Backgammon"),
        ({"variant": "chess"}, "variant", "chess"),
        ({"id": "A" * 201}, "id", "200"),
    ],
)
def test_a_fault_stands_beside_its_field(
    client: Client, asked: dict[str, str], field: str, words: str
) -> None:
    content = page(client, 422, **asked)
    [fault] = re.findall(rf'id="id_{field}_error"[^>]*>(.*?)</p>', content)
    assert words in html.unescape(fault)
    assert '<svg class="board"' not in content
    assert values(content)["id_id"] == asked.get("id", ""), "what was typed stays"


@each("asked, there", [({}, False), ({"variant": "plakoto"}, True), ({"pinned": "5"}, True)])
def test_pins_are_asked_for_where_there_are_some(client: Client, asked: dict[str, str], there: bool) -> None:
    answer = client.get("/board/", asked)
    assert ("id_pinned" in values(answer.content.decode())) == there


def test_what_is_typed_is_never_markup(client: Client) -> None:
    content = page(client, 422, id='"><script>alert(1)</script>')
    assert "<script>alert" not in content


def test_parameters_that_are_not_known_are_left_alone(client: Client) -> None:
    """Others add their own to addresses of pages."""
    assert '<svg class="board"' in page(client, fbclid="x", id=OPENING)
