"""Charts of results on an event's page: everybody against everybody, and everybody round by round."""

import html
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.conftest import award, director_reports, work_off
from tests.factories import PlayerFactory
from tournaments.events.selectors import chart_of_part, tournament_course
from tournaments.events.services import entry_add, entry_withdraw
from tournaments.venues.rules.tables import VenueTable
from tournaments.venues.services import match_call, venue_create

from .test_random_events import Event


def meeting_of(cup, one, two, *, state="open"):
    """The match of two by their names, and whether the first is its side one."""
    sides = {one, two}
    for fixture in cup.fixtures.filter(match__state=state).select_related("match__one", "match__two"):
        if {fixture.match.one.name, fixture.match.two.name} == sides:
            return fixture.match, fixture.match.one.name == one
    raise AssertionError(f"{one} and {two} do not meet now")


def page_of(client, cup, query="", language="en"):
    answer = client.get(f"/tournaments/{cup.pk}/{query}", headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.content.decode()


def charts_of(page):
    """Each chart of a page, row by row, with the HTML of each cell."""
    found = re.findall(r'<table class="chart.*?</table>', page, re.DOTALL)
    return [
        [re.findall(r"<t[hd][^>]*>.*?</t[hd]>", row, re.DOTALL) for row in re.findall(r"<tr.*?</tr>", each)]
        for each in (" ".join(table.split()) for table in found)
    ]


def words(cell):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", cell)).split())


# -- Everybody against everybody


def test_a_crosstable_has_each_score_from_both_sides_and_leads_to_the_match(client, drawn, director):
    cup = drawn("round_robin", 4)
    match, first = meeting_of(cup, "P1", "P4")
    director_reports(match, director, (5, 2) if first else (2, 5))
    (rows,) = charts_of(page_of(client, cup))
    head, *body = rows
    assert [words(cell) for cell in head] == [
        "No. Player", "1", "2", "3", "4", "Matches", "Score", "Place",
    ]  # fmt: skip
    assert [words(row[0]) for row in body] == ["1 P1", "2 P2", "3 P3", "4 P4"]
    assert words(body[0][4]) == "5–2 won"
    assert words(body[3][1]) == "2–5"
    for cell, kind in ((body[0][4], "won"), (body[3][1], "lost")):
        assert f'<a class="{kind}" href="/matches/{match.pk}/"' in cell
    # The diagonal is closed; what is to come is a mark, with its round for who hears it.
    for at in range(4):
        assert 'class="cell self"' in body[at][at + 1]
        assert words(body[at][at + 1]) == ""
    assert words(body[1][3]) == "· Round 1", "it can be played: it leads to its match"
    assert words(body[0][2]) == "·"
    assert "href" not in body[0][2]
    assert 'title="Round 1"' in body[1][3]
    assert [words(cell) for cell in body[0][5:]] == ["1–0", "1", "1"]


def test_two_who_meet_twice_have_both_matches_in_a_cell(client, drawn, director):
    cup = drawn("round_robin", 3, meetings=2)
    while fixture := cup.fixtures.filter(match__state="open").select_related("match").first():
        director_reports(fixture.match, director, (5, 1))
    (rows,) = charts_of(page_of(client, cup))
    for at, row in enumerate(rows[1:], 1):
        for other, cell in enumerate(row[1:4], 1):
            assert len(re.findall("5–1|1–5", cell)) == (0 if at == other else 2)


def test_a_match_decided_without_play_is_a_sign(client, drawn):
    cup = drawn("round_robin", 4)
    match, first = meeting_of(cup, "P1", "P4")
    award(match, 0 if first else 1)
    work_off()
    (rows,) = charts_of(page_of(client, cup))
    assert words(rows[1][4]) == "+ won"
    assert words(rows[4][1]) == "−"


def test_a_match_at_a_table_says_which(client, drawn, director):
    cup = drawn("round_robin", 4)
    match, _ = meeting_of(cup, "P1", "P4")
    hall = venue_create(actor=director, club=cup.club, name="Hall", tables=[VenueTable("7")])
    match_call(actor=director, match_id=match.pk, table="7", venue_id=hall.pk)
    (rows,) = charts_of(page_of(client, cup))
    assert [words(rows[1][4]), words(rows[4][1])] == ["table 7", "table 7"]


def test_each_group_has_a_crosstable_of_its_own(client, drawn):
    cup = drawn("groups", 6, group_size=3, advance=1)
    charts = charts_of(page_of(client, cup))
    names = [[words(row[0]) for row in rows[1:]] for rows in charts]
    assert [len(each) for each in names] == [3, 3]
    assert sorted([*names[0], *names[1]]) == [f"{number} P{number}" for number in range(1, 7)]


def test_teams_have_their_boards_and_lead_to_their_match(client, club, director):
    event = Event(club, director, 3, "teams", {"event": {"format": "round_robin"}, "boards": 3}, "teams")
    work_off()
    board = event.matches(state="open").order_by("pk").first()
    director_reports(board, director, (event.cup.lengths[0], 0))
    page = page_of(client, event.cup)
    (rows,) = charts_of(page)
    cells = [cell for row in rows[1:] for cell in row[1:4] if "href" in cell]
    assert sorted(words(cell) for cell in cells if "now" in cell or "lost" in cell) == ["0–1", "1–0"]
    for key in re.findall(r'href="#([^"]+)"', "".join(cells)):
        assert f'id="{key}"' in page


def test_a_bracket_has_no_chart(client, cup):
    assert charts_of(page_of(client, cup)) == []


def test_rows_and_columns_are_headed_for_who_hears_them(client, drawn):
    page = page_of(client, drawn("round_robin", 4), language="ja")
    table = re.search(r'<table class="chart.*?</table>', page, re.DOTALL)[0]
    assert "<caption" in table
    assert "星取表" in table
    assert len(re.findall(r'<th scope="row"', table)) == 4
    assert len(re.findall(r'<th scope="col"', table)) == 1 + 4 + 3


@pytest.mark.parametrize("format", ["round_robin", "swiss"])
def test_a_chart_asks_for_nothing_more(drawn, format):
    course = tournament_course(drawn(format, 8))
    parts, seeds = course.shown_parts, {row.entry.pk: row.seed for row in course.standings}
    with CaptureQueriesContext(connection) as made:
        for part in parts:
            chart_of_part(part, seeds)
    assert len(made) == 0


def test_a_round_robin_of_a_few_rounds_is_no_crosstable(drawn):
    course = tournament_course(drawn("round_robin", 8, rounds=3))
    (part,) = course.shown_parts
    assert not chart_of_part(part, {}).is_crosstable


# -- Everybody round by round


def play_round(cup, director):
    """Side one wins every match that is open, 5-2."""
    for fixture in cup.fixtures.filter(match__state="open").select_related("match").order_by("pk"):
        director_reports(fixture.match, director, (5, 2))


def test_a_swiss_has_opponent_score_and_points_after_each_round(client, drawn, director):
    cup = drawn("swiss", 4, rounds=3)
    play_round(cup, director)
    play_round(cup, director)
    (rows,) = charts_of(page_of(client, cup))
    assert [words(cell) for cell in rows[0]] == [
        "Place", "No. Player", "Score", "Round 1", "Round 2", "Round 3",
    ]  # fmt: skip
    assert [words(row[2]) for row in rows[1:]] == ["2", "1", "1", "0"]
    first, second, third = map(words, rows[1][3:])
    assert re.fullmatch(r"\d 5–2 won 1", first)
    assert re.fullmatch(r"\d 5–2 won 2", second)
    assert re.fullmatch(r"\d · to be played", third)
    assert re.fullmatch(r"\d 2–5 0", words(rows[4][4]))
    # Whose number that is.
    numbers = {words(row[1]).split()[0]: words(row[1]).split()[1] for row in rows[1:]}
    opponent = numbers[first.split()[0]]
    assert f'title="{opponent}"' in rows[1][3]
    match = next(
        fixture.match_id
        for fixture in cup.fixtures.filter(round=1).select_related("match__one", "match__two")
        if {fixture.match.one.name, fixture.match.two.name} == {words(rows[1][1]).split()[1], opponent}
    )
    assert f'<a class="won" href="/matches/{match}/"' in rows[1][3]


def test_rounds_without_a_match_are_said_in_words(client, drawn, director):
    cup = drawn("swiss", 5, rounds=3)
    play_round(cup, director)
    entry_add(actor=director, tournament_id=cup.pk, player=PlayerFactory(name="P6"))
    leaves = cup.entries.get(player__name="P1")
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=leaves.pk)
    work_off()
    play_round(cup, director)
    play_round(cup, director)
    page = page_of(client, cup)
    (rows,) = charts_of(page)
    told = {words(row[1]).split()[1]: [words(cell) for cell in row[3:]] for row in rows[1:]}
    assert told["P6"][0] == "came later 0"
    assert [cell.rpartition(" ")[0] for cell in told["P1"][2:]] == ["withdrew"]
    assert any(cell.startswith("bye") for cells in told.values() for cell in cells)
    # What was paired already when P1 left is lost without play, and won by whoever was to be met.
    walkover = [name for name, cells in told.items() if "walkover won" in cells[1]]
    assert len(walkover) == 1
    assert "forfeit" in told["P1"][1]
    # The points after the last round are those of the standings.
    assert {words(row[2]) for row in rows[1:]} == {words(row[-1]).split()[-1] for row in rows[1:]}
    assert all(words(row[2]) == words(row[-1]).split()[-1] for row in rows[1:])


def test_where_points_do_not_decide_a_round_has_none(client, drawn, director):
    cup = drawn("lives", 4, lives=2)
    play_round(cup, director)
    (rows,) = charts_of(page_of(client, cup))
    assert [words(cell) for cell in rows[0]][:2] == ["Place", "No. Player"]
    assert sorted(re.sub(r"^\d ", "", words(row[2])) for row in rows[1:]) == ["2–5"] * 2 + ["5–2 won"] * 2


def test_a_swiss_in_japanese(client, drawn, director):
    cup = drawn("swiss", 5, rounds=2)
    page = page_of(client, cup, language="ja")
    (rows,) = charts_of(page)
    assert "ラウンドごとの成績" in page
    assert any("BYE" in words(row[3]) for row in rows[1:])
    assert any("未対戦" in words(row[3]) for row in rows[1:])
