"""The page of the design system: all that pages are made of is on it, and can be read."""

import re
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings

from config.design.sheets import APART, colour_tokens, pairings, sheets, type_sizes
from matches.base.translation import word_tables
from tests.each import each
from tournaments.clubs.rules.colours import colour_of, contrast

# What has no look: the head of a page, what only calls others, what stands in an attribute.
UNSEEN = {"_link_preview", "_live_head", "_sections", "live", "_faulty"}

# Of type on pages, in rem: whole pixels, but for the head of a page, which grows with it, and for a long name
# in a bracket, which is as large as two lines of it fit.
TYPE = (
    "0.71875",
    *("0.6875", "0.75", "0.8125", "0.875", "0.9375", "1", "1.0625", "1.125", "1.25", "1.375", "1.5"),
    *("1.75", "1.875", "2", "2.1", "2.25", "2.5", "2.75", "3", "3.5", "4", "4.25", "5.5", "7"),
)


@pytest.fixture
def shown(client, django_assert_num_queries):
    with django_assert_num_queries(0):
        return client.get("/design/")


@pytest.mark.django_db
def test_every_part_of_pages_is_on_it(shown):
    drawn = {template.name for template in shown.templates}
    parts = {path.stem for path in Path(settings.BASE_DIR).glob("matches/base/templates/base/*.html")}
    assert {f"base/{name}.html" for name in parts - UNSEEN} <= drawn
    assert {
        "events/_canvas.html",
        "events/_slot.html",
        "events/_chart.html",
        "events/_standings.html",
        "ratings/_curve.html",
    } <= drawn


@pytest.mark.django_db
def test_every_state_of_a_badge_is_on_it(shown):
    page = shown.content.decode()
    for table in ("tournament_state", "match_state", "report_status"):
        for code, word in word_tables()[table].items():
            assert f'<span class="badge {code}">{word}</span>' in page
    styled = set(re.findall(r"\.badge\.([a-z]+)", "".join(sheets().values())))
    assert styled
    assert styled <= set(re.findall(r'class="badge ([a-z]+)"', page))


@pytest.mark.django_db
def test_every_button_is_on_it(shown):
    page = shown.content.decode()
    for kind in re.findall(r"\.button\.([a-z]+)", sheets()["matches/forms.css"]):
        assert re.search(rf'class="button[^"]* {kind}|class="button {kind}', page) or kind == "full"


@pytest.mark.django_db
def test_every_custom_property_is_on_it_with_its_values(shown):
    page = unescape(shown.content.decode())
    for path in Path(settings.BASE_DIR).glob("*/static/*/*.css"):
        text = re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.DOTALL)
        for name, value in re.findall(r"--([a-z-]+):\s*([^;}]+)[;}]", text):
            assert f"<code>--{name}</code>" in page
            assert f"<code>{' '.join(value.split())}</code>" in page


@pytest.mark.django_db
def test_it_shows_faults_refusals_and_what_was_done(shown):
    page = shown.content.decode()
    assert page.count('aria-invalid="true"') == 2
    assert page.count('class="fault"') == 2
    assert 'class="problem" role="alert"' in page
    assert 'class="done error"' in page


@pytest.mark.django_db
def test_nobody_finds_it_by_searching(shown):
    assert shown["X-Robots-Tag"] == "noindex"
    assert '<meta name="robots" content="noindex">' in shown.content.decode()


@pytest.mark.django_db
def test_it_is_there_in_japanese(client):
    page = client.get("/design/", HTTP_ACCEPT_LANGUAGE="ja").content.decode()
    assert "<h1>デザインシステム</h1>" in page
    assert not re.search(r"<h2[^>]*>[A-Za-z ]+</h2>", page)


@each("pair", pairings())
def test_what_is_written_can_be_read(pair):
    assert pair.light >= pair.least, f"{pair.text.name} on {pair.ground.name}, light"
    assert pair.dark >= pair.least, f"{pair.text.name} on {pair.ground.name}, dark"


def test_every_colour_that_is_written_in_is_paired():
    named = {token.name for token in colour_tokens()}
    written = set()
    for name, text in sheets().items():
        if name not in APART:
            written |= set(re.findall(r"(?<![\w-])color: var\(--([a-z-]+)\)", text)) & named
    assert written <= {pair.text.name for pair in pairings()}


def test_type_has_the_sizes_of_the_scale():
    assert {size for size, _ in type_sizes()} <= set(TYPE)


def test_sheets_take_radii_from_their_variable():
    for name, text in sheets().items():
        if name not in APART:
            assert "border-radius: 8px" not in text, name


@pytest.mark.parametrize(
    ("one", "two", "expected"),
    # https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio; the greys are those of its Understanding document.
    [
        ("#000000", "#ffffff", 21),
        ("#767676", "#ffffff", 4.54),
        ("#777777", "#ffffff", 4.48),
        ("#123c2c", "#123c2c", 1),
    ],
)
def test_contrast_is_that_of_the_guidelines(one, two, expected):
    assert round(contrast(colour_of(one), colour_of(two)), 2) == expected
    assert contrast(colour_of(one), colour_of(two)) == contrast(colour_of(two), colour_of(one))
