"""Printouts as PDF: each made, on its paper, with everything on it and nothing over an edge."""

import re
from importlib.util import find_spec

import pytest

from tests.conftest import director_reports, field_entered, work_off
from tests.effort import LANGUAGES
from tests.factories import PlayerFactory
from tests.tournaments.events.test_random_events import Event
from tournaments.desk.pages import pdf
from tournaments.desk.pages.printouts import PRINTOUTS
from tournaments.desk.rules import typesetting
from tournaments.events.services import tournament_create, tournament_draw
from tournaments.formats.seeding.order import Seeding
from tournaments.money.services import prize_pools_set

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(find_spec("typst") is None, reason="typst is not installed: the group pdf"),
]

SHORT = {"a4": (595, 842), "letter": (612, 792)}
"""Upright."""
NAMES = (
    "Li",
    "Maximiliane Freifrau von Hohenstein-Ottersleben",
    "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamter",
    "髙﨑 健太郎左衛門之助",
    "Łukasz Şahin",
    '#read("/etc/passwd") *$ _@',
)


@pytest.fixture
def cup(club, director):
    """A double elimination of eight with names of all kinds, in its second round."""
    field = [PlayerFactory(name=f"{NAMES[at % len(NAMES)]} {at}") for at in range(8)]
    cup = tournament_create(
        actor=director, club=club, name="Spring Cup", lengths=(5,), format="double_elimination"
    )
    field_entered(cup, director, field)
    tournament_draw(actor=director, tournament_id=cup.pk, seeding=Seeding.RANDOM)
    work_off()
    for fixture in cup.fixtures.filter(part="winners", round=1).select_related("match"):
        director_reports(fixture.match, director, (5, 2))
    return cup


def printed(client, cup, code, language="en", **chosen):
    address = f"/tournaments/{cup.pk}/desk/print/{code}.pdf"
    answer = client.get(address, chosen, headers={"Accept-Language": language})
    assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf"), answer.content[:300]
    return answer.content


def pages(file):
    """The measures of the pages, in points."""
    boxes = re.findall(rb"/MediaBox ?\[0 0 ([\d.]+) ([\d.]+)\]", file)
    return [(round(float(width)), round(float(height))) for width, height in boxes]


@pytest.fixture
def said(monkeypatch):
    """What the last document was made of."""
    found = {}

    def noted(template, data, **options):
        found.clear()
        found.update(data)
        return typesetting.typeset(template, data, **options)

    monkeypatch.setattr(pdf, "typeset", noted)
    return found


def test_the_tab_offers_what_is_made(desk, cup):
    page = desk.get(f"/tournaments/{cup.pk}/desk/print/").content.decode()
    offered = re.findall(r'class="quiet" formaction="/tournaments/\d+/desk/print/(\w+)\.pdf">', page)
    assert offered == [each.form.code for each in PRINTOUTS if each.form.code in pdf.DOCUMENTS]
    on_a3 = re.findall(r'value="a3" formaction="/tournaments/\d+/desk/print/(\w+)\.pdf">', page)
    assert on_a3 == [code for code, each in pdf.DOCUMENTS.items() if each.printed_a3]
    assert desk.get(f"/tournaments/{cup.pk}/desk/print/posters.pdf").status_code == 404


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", pdf.DOCUMENTS)
def test_each_is_made_on_the_paper_that_is_chosen(desk, cup, code, language):
    for paper in ("a4", "letter"):
        sizes = pages(printed(desk, cup, code, language, paper=paper))
        assert sizes
        across = tuple(reversed(SHORT[paper]))
        assert set(sizes) <= {SHORT[paper], across}, sizes


def test_slips_are_as_many_to_a_page_as_are_chosen(desk, cup, said):
    whole = {"round": "winners:1", "paper": "a4"}
    for per_page, sheets in (("2", 2), ("4", 1), ("6", 1)):
        assert len(pages(printed(desk, cup, "slips", per_page=per_page, **whole))) == sheets
        assert [len(page) for page in said["pages"]] == [4 // sheets] * sheets
    assert len(pages(printed(desk, cup, "slips", round="blank", paper="a4"))) == 1


def test_score_sheets_have_a_column_for_each_game(desk, cup, said):
    def printed_sheets(**chosen):
        sheets = len(pages(printed(desk, cup, "scoresheets", paper="a4", **chosen)))
        return sheets, [sheet for page in said["pages"] for sheet in page]

    sheets, every = printed_sheets(round="winners:1")
    assert (sheets, [each["label"] for each in every]) == (2, ["W1", "W2", "W3", "W4"])
    assert [[game["said"] for game in band] for band in every[0]["bands"]] == [[*"123456789"]]
    assert every[0]["cube"]
    assert "a player has 4 points" in every[0]["crawford"]
    assert printed_sheets(round="winners:1", per_page="4")[0] == 1
    (sheet,) = printed_sheets(matches="W5")[1]
    assert sheet["qr"].startswith("<svg")


def test_name_cards_have_readings(desk, cup, said):
    player = cup.entries.get(player__name=f"{NAMES[3]} 3").player
    player.reading = "たかさき けんたろうざえもんのすけ"
    player.save()
    assert len(pages(printed(desk, cup, "cards"))) == 1
    (page,) = said["pages"]
    assert {"name": player.name, "reading": player.reading} in page
    assert len(page) == 8


def test_payout_lists_have_room_for_names_and_to_sign(desk, cup, director, said):
    prize_pools_set(
        actor=director,
        tournament_id=cup.pk,
        currency="EUR",
        prize_pools=[{"name": "Main", "fee": 1000, "prizes": [{"place": 1, "percent": 100}]}],
        reason="As agreed.",
    )
    while match := cup.fixtures.filter(match__state="open", void=False).first():
        director_reports(match.match, director, (match.match.length, 2))
        work_off()
    assert printed(desk, cup, "prizes")
    columns = {each["title"]: each["kind"] for each in said["tables"][0]["columns"]}
    assert columns == {
        "Place": "number",
        "Player": "name",
        "Prize pool": "words",
        "Prize": "number",
        "Handed over": "box",
        "Signature": "line",
    }


def test_a_chart_has_the_number_of_the_opponent_small(desk, club, director, said):
    cup = Event(club, director, 5, "swiss", {"rounds": 2}).cup
    work_off()
    assert printed(desk, cup, "wall")
    cells = [row[3] for row in said["tables"][0]["rows"]]
    assert sorted((each["text"], each["small"] != "") for each in cells) == [
        ("bye", False),
        *[("·", True)] * 4,
    ]


def test_a_document_says_what_the_page_says(desk, cup, said):
    printed(desk, cup, "pairings")
    labels = [row[0]["text"] for table in said["tables"] for row in table["rows"]]
    page = desk.get(f"/tournaments/{cup.pk}/desk/print/pairings/").content.decode()
    assert labels == re.findall(r'<tr><td class="num"><b>(\w+)</b>', page)
    assert labels
    printed(desk, cup, "slips")
    assert [slip["label"] for page in said["pages"] for slip in page] == labels
    printed(desk, cup, "standings")
    assert {row[1]["text"] for row in said["tables"][0]["rows"]} == {
        entry.player.name for entry in cup.entries.all()
    }


def test_brackets_say_where_they_go_on(desk, club, director, said):
    cup = Event(club, director, 64, "single_elimination").cup
    work_off()
    sizes = pages(printed(desk, cup, "wall", paper="a4"))
    assert set(sizes) == {(842, 595)}
    assert len(said["sheets"]) == len(sizes) > 1
    ends = [match["to"] for sheet in said["sheets"] for block in sheet["blocks"] for match in of_block(block)]
    starts = [
        match["from"]
        for sheet in said["sheets"]
        for block in sheet["blocks"]
        for match in of_block(block)
        if "from" in match
    ]
    # As many marks lead away as arrive.
    assert sum(map(bool, ends)) == sum(len(start.split(" · ")) for start in starts) > 0
    # Or it is on one sheet.
    assert pages(printed(desk, cup, "wall", paper="a3")) == [(1191, 842)]
    assert not any(match["to"] for block in said["sheets"][0]["blocks"] for match in of_block(block))


def of_block(block):
    return [match for column in block["columns"] for match in column["matches"] if match]


def test_groups_are_tables(desk, club, director, said):
    cup = Event(club, director, 8, "groups", {"groups": 2, "advance": 1}).cup
    work_off()
    assert pages(printed(desk, cup, "wall"))
    assert len(said["tables"]) == 2
    assert all(row[1]["bold"] for table in said["tables"] for row in table["rows"])


def test_what_people_type_is_text(desk, cup, said):
    """Markup of the templates in a name stays what it is."""
    assert printed(desk, cup, "standings")
    names = [row[1]["text"] for row in said["tables"][0]["rows"]]
    assert any(name.startswith("#read(") for name in names)


@pytest.mark.parametrize("code", ["slips", "standings"])
def test_the_room_s_own_fonts_hold_every_letter_of_both_languages(desk, cup, monkeypatch, code, said):
    """A machine without any font prints Japanese."""
    import typst

    folder = typesetting.FOLDER / "fonts"
    alone = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(folder)])
    assert set(alone.families()) == {"Golden Point Latin", "Golden Point Sans"}
    monkeypatch.setattr(typesetting, "fonts", lambda: alone)
    file = printed(desk, cup, code, "ja")
    assert re.findall(rb"/BaseFont ?/\w+\+GoldenPointSans", file)
    assert b"notdef" not in file


def test_without_typst_a_page_says_what_to_do(desk, cup, monkeypatch):
    monkeypatch.setattr(pdf, "can_typeset", lambda: False)
    answer = desk.get(f"/tournaments/{cup.pk}/desk/print/slips.pdf", {"per_page": "6", "paper": "letter"})
    page = answer.content.decode()
    assert "Your browser prints the same page" in page
    assert f'href="/tournaments/{cup.pk}/desk/print/slips/?per_page=6&amp;paper=letter"' in page


def test_it_is_for_who_runs_the_event_and_kept_by_nobody(desk, client, cup):
    answer = desk.get(f"/tournaments/{cup.pk}/desk/print/slips.pdf")
    assert "no-store" in answer["Cache-Control"]
    assert 'filename="Spring Cup Score slips.pdf"' in answer["Content-Disposition"]
    client.logout()
    assert client.get(f"/tournaments/{cup.pk}/desk/print/slips.pdf").status_code == 302


def test_what_cannot_be_printed_shows_the_tab(desk, cup):
    assert desk.get(f"/tournaments/{cup.pk}/desk/print/slips.pdf", {"per_page": "5"}).status_code == 422
