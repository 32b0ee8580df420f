"""The round that is played, on an event's page: which of how many, its pairings by table, and by name."""

import re

import pytest

from tests.conftest import director_reports, work_off
from tournaments.events.selectors import pairings_by_table, tournament_course
from tournaments.events.selectors.pairings import table_order
from tournaments.events.services import tournament_create
from tournaments.venues.rules.tables import VenueTable
from tournaments.venues.services import match_call, venue_create

from .test_charts import page_of, play_round, words
from .test_random_events import Event


def head_of(page):
    found = re.search(r'<span class="round-now">(.*?)</span>', page)
    return found and found[1]


def rows_of(page):
    """The pairings by table, cell by cell."""
    table = re.search(r'<table class="by-table">.*?</table>', page, re.DOTALL)
    rows = re.findall(r"<tr.*?</tr>", table[0], re.DOTALL)
    return [[words(cell) for cell in re.findall(r"<t[hd][^>]*>.*?</t[hd]>", row, re.DOTALL)] for row in rows]


@pytest.fixture
def called(club, director):
    """called(cup, {"M2": "10"}): matches called to tables, by their labels."""

    def call(cup, tables):
        hall = venue_create(
            actor=director, club=club, name="Hall", tables=[VenueTable(name) for name in tables.values()]
        )
        slots = tournament_course(cup).slots_by_key.values()
        for slot in slots:
            if slot.label in tables:
                name = tables[slot.label]
                match_call(actor=director, match_id=slot.match.pk, table=name, venue_id=hall.pk)

    return call


# -- Which round


def test_a_swiss_says_which_round_of_how_many(client, drawn, director):
    cup = drawn("swiss", 6, rounds=3)
    assert head_of(page_of(client, cup)) == "Round 1 of 3"
    play_round(cup, director)
    assert head_of(page_of(client, cup)) == "Round 2 of 3"
    assert head_of(page_of(client, cup, language="ja")) == "2回戦（全3回戦）"
    play_round(cup, director)
    play_round(cup, director)
    assert head_of(page_of(client, cup)) is None, "all is over"


def test_where_play_decides_how_many_rounds_there_are_it_says_which(client, drawn):
    assert head_of(page_of(client, drawn("lives", 6, lives=2))) == "Round 1"


def test_groups_are_in_the_round_of_the_last_of_them(client, drawn, director):
    cup = drawn("groups", 8, group_size=4, advance=1)
    for fixture in cup.fixtures.filter(part="group-1", match__state="open").select_related("match"):
        director_reports(fixture.match, director, (5, 2))
    assert head_of(page_of(client, cup)) == "Round 1 of 3"


def test_a_bracket_names_its_round(client, drawn):
    assert head_of(page_of(client, drawn("single_elimination", 8))) == "Quarter-finals"
    assert head_of(page_of(client, drawn("single_elimination", 16))) == "Round 1 of 4"


def test_brackets_side_by_side_name_the_rounds_that_are_played(client, drawn, director):
    cup = drawn("double_elimination", 4)
    assert head_of(page_of(client, cup)) == "Winners 1", "nobody plays in the losers’ bracket yet"
    play_round(cup, director)
    assert head_of(page_of(client, cup)) == "Winners 2 · Losers 1"
    assert head_of(page_of(client, cup, language="ja")) == "勝者側2回戦 · 敗者側1回戦"
    play_round(cup, director)
    assert head_of(page_of(client, cup)) == "Losers 2"
    play_round(cup, director)
    assert head_of(page_of(client, cup)) == "Final"


def test_a_bracket_alone_says_of_how_many_though_others_wait(client, drawn, director):
    cup = drawn("consolation", 16, enters="first_match")
    assert head_of(page_of(client, cup)) == "Round 1 of 4"
    play_round(cup, director)
    assert head_of(page_of(client, cup)) == "Quarter-finals · Consolation, Quarter-finals"
    cup = drawn("single_elimination", 4, third_place=True)
    assert head_of(page_of(client, cup)) == "Semi-finals"
    play_round(cup, director)
    assert head_of(page_of(client, cup)) == "Final · Match for third place"


def test_before_the_draw_there_is_no_round(client, club, director):
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=(5,), format="swiss")
    assert head_of(page_of(client, cup)) is None


def test_the_round_that_is_played_stands_first(client, drawn, director):
    cup = drawn("round_robin", 6)
    play_round(cup, director)
    page = page_of(client, cup)
    assert re.findall(r'<details class="pairings" id="round-(\d)"', page) == ["2", "3", "4", "5", "1"]


# -- Pairings by table


def test_tables_stand_in_the_order_of_their_numbers():
    names = ["10", "Stream", "2", "A10", "A2", "1"]
    assert sorted(names, key=table_order) == ["1", "2", "10", "A2", "A10", "Stream"]


def test_pairings_stand_by_table_then_by_number(client, drawn, called, director):
    cup = drawn("swiss", 9, rounds=3)
    called(cup, {"M4": "2", "M2": "10"})
    head, *rows = rows_of(page_of(client, cup))
    assert head == ["Table", "Match", "Player", "Score", "Player"]
    assert [row[:2] for row in rows] == [["2", "M4"], ["10", "M2"], ["", "M1"], ["", "M3"], ["", ""]]
    assert rows[-1][-1] == "bye"


def test_without_tables_there_is_no_column_for_them(client, drawn, director):
    cup = drawn("swiss", 4, rounds=2)
    match = tournament_course(cup).slots_by_key["R1-M1"].match
    director_reports(match, director, (5, 1))
    head, *rows = rows_of(page_of(client, cup))
    assert head == ["Match", "Player", "Score", "Player"]
    assert rows[0] == ["M1", f"{match.one.name} won", "5–1", match.two.name]


def test_everybody_finds_their_match_by_name_without_a_script(client, drawn, called):
    cup = drawn("swiss", 5, rounds=2)
    called(cup, {"M2": "7"})
    page = page_of(client, cup)
    listed = re.search(r'<details class="find.*?</details>', page, re.DOTALL)[0]
    found = re.findall(r'<a href="#([^"]+)">([^<]+)</a>\s*(.*?)</li>', listed)
    assert [name for _, name, _ in found] == ["P1", "P2", "P3", "P4", "P5"]
    ids = set(re.findall(r'<tr id="(R[^"]+)"', page))
    assert {key for key, _, _ in found} == ids
    said = sorted(words(where) for _, _, where in found)
    assert said == ["M1", "M1", "bye", "table 7", "table 7"]


def test_who_is_followed_is_marked_in_the_pairings_and_in_the_chart(client, drawn):
    cup = drawn("swiss", 6, rounds=2)
    player = cup.entries.get(player__name="P2").player_id
    page = page_of(client, cup, f"?player={player}")
    marked = re.findall(r'<tr[^>]* class="followed">.*?</tr>|<tr class="followed">.*?</tr>', page, re.DOTALL)
    assert len(marked) == 2
    assert all("P2" in row for row in marked)


def test_what_stands_by_table_stands_nowhere_else(client, drawn, knockout):
    assert "Being played now" not in page_of(client, drawn("swiss", 6, rounds=2))
    assert "Being played now" in page_of(client, knockout(4))


def test_matches_of_teams_stay_cards(client, club, director):
    event = Event(club, director, 3, "teams", {"event": {"format": "round_robin"}, "boards": 3}, "teams")
    work_off()
    page = page_of(client, event.cup)
    assert 'class="by-table"' not in page
    assert 'class="boards"' in page


def test_a_list_by_table_asks_for_nothing_more(drawn, django_assert_num_queries):
    (part,) = tournament_course(drawn("swiss", 8, rounds=2)).shown_parts
    with django_assert_num_queries(0):
        pairings_by_table(part.rounds[0])
