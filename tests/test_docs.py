"""Documentation that cannot rot: what the code has, the docs name."""

import json
import re
from pathlib import Path

import pytest
from django.urls import resolve

import engine
import tournaments.urls
from config.errors import FRAMEWORK_CODES, STATUS, not_found
from matches.ratings.systems import PRESETS as RATING_PRESETS
from matches.ratings.systems import RATINGS
from tests.conftest import api_as
from tournaments.events.rules.rounds import CHECKS
from tournaments.formats import FORMATS
from tournaments.ladders.rules import LADDERS, PRESETS
from tournaments.money.rules.prize_pools import KNOWN
from tournaments.tiebreaks import TIEBREAKS

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"


def rows(page):
    """The cells of every table row of a page whose first cell is a code, by that code."""
    found = {}
    for line in (DOCS / page).read_text().splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if code := re.fullmatch(r"\|? ?`([a-z0-9_]+)`", cells[0]):
            found[code[1]] = cells[1:]
    return found


def errors():
    """Every domain error of the project."""
    found, waiting = [], [engine.RuleError]
    while waiting:
        error = waiting.pop()
        found.append(error)
        waiting += error.__subclasses__()
    return [error for error in found if error.__module__.split(".")[0] in {"matches", "tournaments"}]


def test_every_code_the_service_answers_with_is_explained():
    explained = rows("errors.md")
    codes = {error.code for error in errors()} | set(FRAMEWORK_CODES.values()) | set(STATUS)
    codes |= {
        "invalid_request",
        "request_too_large",
        "length_required",
        "internal_error",
        "database_unavailable",
        "storage_full",
        "score_impossible",
    }
    assert codes - explained.keys() == set()
    assert set(STATUS) <= {error.code for error in errors()}, "no status for a code that nothing raises"


def test_the_statuses_in_the_docs_are_those_of_the_code():
    for code, (status, *_) in rows("errors.md").items():
        if status.isdigit() and code in {error.code for error in errors()}:
            assert int(status) == STATUS.get(code, 422), code


def test_every_error_has_a_code_and_a_title_of_its_own():
    own = [error for error in errors() if error.__name__ != "Refusal"]
    assert len({error.code for error in own}) == len({error.title for error in own}) == len(own)
    for error in own:
        assert re.fullmatch(r"[a-z]+(_[a-z]+)*", error.code)


@pytest.mark.parametrize(
    ("page", "registry"),
    [("formats.md", FORMATS), ("ratings.md", RATINGS | RATING_PRESETS), ("tiebreaks.md", TIEBREAKS)],
)
def test_every_plug_in_has_its_line(page, registry):
    assert rows(page).keys() == set(registry), f"the rows of docs/{page}"


def test_every_kind_option_and_preset_of_ladders_has_its_line():
    options = {option["name"] for kind in LADDERS.values() for option in kind.options_as_json()}
    assert rows("ladders.md").keys() == {*LADDERS, *PRESETS, *options}, "the rows of docs/ladders.md"
    text = (DOCS / "ladders.md").read_text()
    assert {name for kind in LADDERS.values() for name in kind.moving if f"`{name}`" not in text} == set()


def test_links_between_the_pages_lead_somewhere():
    for page in [*DOCS.glob("*.md"), *ROOT.glob("*.md")]:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text()):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_links_into_a_page_lead_to_a_heading():
    broken = []
    for page in [*DOCS.glob("*.md"), *ROOT.glob("*.md")]:
        for target, anchor in re.findall(r"\]\(([^)#:]*)#([^)]+)\)", page.read_text()):
            led_to = (page.parent / target).read_text() if target else page.read_text()
            headings = re.findall(r"^#+ (.+)", led_to, re.MULTILINE)
            if anchor not in {re.sub(r"[^\w -]", "", each).lower().replace(" ", "-") for each in headings}:
                broken.append(f"{page.name}: {target}#{anchor}")
    assert broken == []


def test_addresses_and_commands_on_the_pages_exist():
    commands = set(re.findall(r"^  (\w+) {2,}\S", (ROOT / "run").read_text(), re.MULTILINE))
    gone = []
    for page in [*DOCS.glob("*.md"), *ROOT.glob("*.md")]:
        text = page.read_text()
        gone += [
            f"{page.name}: ./run {name}"
            for name in re.findall(r"\./run ([a-z]+)", text)
            if name not in commands
        ]
        addresses = re.findall(r"/api/v1/(?:[\w-]+/)+(?:\w+\.csv)?", text)
        gone += [f"{page.name}: {path}" for path in addresses if resolve(path).func is not_found]
    assert gone == []


@pytest.mark.django_db
def test_what_a_director_finds_as_json_can_be_sent(club, director):
    def sent(page):
        (block,) = re.findall(r"^```json\n(.*?)^```", (DOCS / page).read_text(), re.MULTILINE | re.DOTALL)
        return json.loads(block)

    client = api_as(director)
    for terms in (
        {"format": "stages", "format_options": sent("formats.md")},
        {"format": "consolation", "regulations": sent("regulations.md")},
    ):
        terms |= {"club": club.pk, "name": "Cup", "lengths": [5]}
        made = client.post("/api/v1/tournaments/", terms)
        assert made.status_code == 201, made.content
    prize_pools = client.post(f"/api/v1/tournaments/{made.json()['id']}/prize-pools/", sent("payouts.md"))
    assert prize_pools.status_code == 201, prize_pools.content


def test_the_readme_names_every_command():
    usage = (ROOT / "run").read_text()
    commands = set(re.findall(r"^  (\w+) {2,}\S", usage, re.MULTILINE))
    assert {"serve", "demo", "test", "lint"} <= commands
    named = set(re.findall(r"\./run (\w+)", (ROOT / "README.md").read_text()))
    assert commands <= named, commands - named


def test_what_a_director_may_send_is_named():
    pages = " ".join(page.read_text() for page in DOCS.glob("*.md"))
    routes = {str(route.pattern).removesuffix("/").rpartition("/")[2] for route in tournaments.urls.api}
    fixed = {route for route in routes if "<" not in route}
    assert {route for route in fixed if f"{route}/" not in pages and f"/{route}`" not in pages} == set()
    for names, page in ((CHECKS, "api.md"), (KNOWN, "payouts.md")):
        text = (DOCS / page).read_text()
        assert {name for name in names if f"`{name}`" not in text and f'"{name}"' not in text} == set()
