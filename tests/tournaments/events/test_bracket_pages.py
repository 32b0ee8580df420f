"""Brackets of every elimination format on an event's page: labels, open seats, where losers go, wires."""

import re
from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.base.tags.regions import REGIONS
from tests.conftest import director_reports, field_entered, fixture_at, work_off
from tests.factories import PlayerFactory
from tournaments.events.pages.tags import brief_name
from tournaments.events.selectors import tournament_course
from tournaments.events.services import tournament_create, tournament_draw
from tournaments.formats.seeding.order import Seeding
from tournaments.venues.rules.tables import VenueTable
from tournaments.venues.services import match_call, venue_create

from .test_pages import play_out, slot, text, visible

EVENTS = {
    "single": ("single_elimination", {"third_place": True}),
    "double": ("double_elimination", {}),
    "consolation": ("consolation", {"enters": "final", "last_chance": 2}),
}


@pytest.fixture
def drawn(club, director):
    """drawn("double", 8): an event that is drawn in the order of entry, its first matches set up."""

    def make(name, size):
        format, options = EVENTS[name]
        cup = tournament_create(
            actor=director, club=club, name="Cup", lengths=(5,), format=format, format_options=options
        )
        field = [PlayerFactory(name=f"Player {number}") for number in range(1, size + 1)]
        seeded = [entry.pk for entry in field_entered(cup, director, field)]
        tournament_draw(actor=director, tournament_id=cup.pk, seeding=Seeding.MANUAL, seeded=seeded)
        work_off()
        cup.refresh_from_db()
        return cup

    return make


def html_of(client, cup, query=""):
    response = client.get(f"/tournaments/{cup.pk}/{query}")
    assert response.status_code == 200
    return response.content.decode()


@pytest.mark.parametrize("name", EVENTS)
@pytest.mark.parametrize("size", [2, 6, 8, 11])
def test_every_reference_leads_to_a_match_of_that_label(client, drawn, name, size):
    cup = drawn(name, size)
    page = html_of(client, cup)
    ids = Counter(re.findall(r' id="([^"]+)"', page))
    assert max(ids.values()) == 1
    labels = {key: slot.label for key, slot in tournament_course(cup).slots_by_key.items()}
    references = re.findall(r'<a class="(?:none|loser-to)" href="#([^"]+)"[^>]*>(.*?)</a>', page)
    for key, words in references:
        assert key in ids
        assert words.split()[-1] == labels[key]
    heads = re.findall(r'class="label"[^>]*>([^<]+)<', page)
    assert sorted(heads) == sorted(filter(None, labels.values())), "every match shows its label"


def test_open_seats_and_cards_say_where_winners_and_losers_go(client, drawn):
    page = client.get(f"/tournaments/{drawn('double', 8).pk}/")
    assert slot(page, "WB-R1-M1") == "W1 ↓ L7 1 Player 1 8 Player 8"
    assert slot(page, "LB-R1-M1") == "L7 Loser of W1 Loser of W2"
    assert slot(page, "LB-R2-M1") == "L10 Winner of L7 Loser of W6"
    assert slot(page, "GF-R1-M1") == "F14 Winner of W9 Winner of L13"
    seen = text(page)
    for words in ("Winners’ bracket Winners 1 Round 1 5 points", "Losers’ bracket Losers 1", "Losers 4"):
        assert words in seen


def test_who_dropped_is_shown_with_the_match_that_was_lost(client, drawn, director):
    cup = drawn("double", 8)
    director_reports(fixture_at(cup, "WB-R1-M1").match, director, (5, 3))
    page = client.get(f"/tournaments/{cup.pk}/")
    assert slot(page, "LB-R1-M1") == "L7 W1 Player 8 Loser of W2"
    assert slot(page, "WB-R2-M1") == "W5 ↓ L11 Player 1 Winner of W2"


def test_a_result_repaints_its_match_and_those_behind_it(client, drawn, director):
    def regions():
        found = {}
        client.get(f"/tournaments/{cup.pk}/", **{REGIONS: found, "HTTP_HX_REQUEST": "true"})
        return found

    cup = drawn("double", 16)
    before = regions()
    director_reports(fixture_at(cup, "WB-R1-M3").match, director, (5, 3))
    after = regions()
    assert before.keys() == after.keys()
    changed = {name for name in after if after[name] != before[name] and not name.startswith("event-")}
    assert changed == {"WB-R1-M3", "WB-R2-M2", "LB-R1-M2"}


def test_every_part_has_wires_and_a_way_through_without_a_match_is_one(client, drawn):
    page = html_of(client, drawn("double", 8))
    assert page.count('<svg class="wires"') == 3 + 3, "behind every round but the last losers' round"
    assert 'd="M0 250H100M0 750H100"' in page, "straight where a round has as many as the one before"
    assert 'd="M0 125H50V250H100M0 375H50V250H100M0 625H50V750H100M0 875H50V750H100"' in page
    assert 'd="M0 250H91V500H100M0 750H91V500H100"' in page, "over the column that only the losers need"
    assert 'class="no-slot' in html_of(client, drawn("double", 11))


def test_an_event_of_one_bracket_names_no_part(client, drawn):
    cup = drawn("single", 4)
    assert "Main bracket" in text(client.get(f"/tournaments/{cup.pk}/")), "beside the match for third place"
    cup = drawn("single", 2)
    seen = text(client.get(f"/tournaments/{cup.pk}/"))
    assert "Main bracket" not in seen
    assert "where the loser plays on" not in seen
    cup = drawn("double", 4)
    assert "where the loser plays on; without ↓ the loser is out" in text(
        client.get(f"/tournaments/{cup.pk}/")
    )


def way(client, cup, player):
    """The steps of a player's way as they are read, and the page."""
    page = html_of(client, cup, f"?player={player.pk}")
    listed = re.search(r'<ol class="way">(.*?)</ol>', page, re.DOTALL)
    return [visible(step) for step in re.findall(r"<li.*?</li>", listed[1], re.DOTALL)], page


def test_a_players_way_has_an_address(client, drawn, director):
    cup = drawn("double", 8)
    lost = fixture_at(cup, "WB-R1-M2")
    director_reports(lost.match, director, (3, 5))
    steps, page = way(client, cup, lost.one.player)
    winner = lost.two.player.name
    assert steps == [
        f"W2 lost to {winner} 3–5 dropped to L7",
        "L7 against the loser of W1 the winner goes on to L10 · the loser is out",
    ]
    assert f"The way of {lost.one.player.name}" in visible(page)
    assert f'<option value="{lost.one.player.pk}" selected>' in page
    marked = re.findall(r'id="([^"]+)">\s*<div class="card [^"]*on-way', page)
    assert marked == ["WB-R1-M2", "LB-R1-M1"]
    assert page.count('class="seat followed') == 2
    steps, page = way(client, cup, lost.two.player)
    assert steps[0] == f"W2 beat {lost.one.player.name} 5–3"
    assert steps[1].endswith("against the winner of W1 the winner goes on to W9 · the loser to L11")
    assert '<path class="on-way" d="M0 375H50V250H100"/>' in page


def test_what_is_over_is_shown_by_its_final(client, drawn, director):
    cup = drawn("consolation", 8)
    play_out(cup, director)
    chips = re.search(r'<nav class="round-tabs".*?</nav>', html_of(client, cup), re.DOTALL)
    assert chips is not None
    found = re.findall(r'<a href="#([^"]+)" class="current">(.*?)</a>', chips[0])
    assert [name for _, name in found] == ["Final"]


def test_a_way_begins_with_a_bye_and_waits_for_its_table(client, drawn):
    cup = drawn("single", 3)
    first = cup.entries.order_by("pk").first().player
    assert way(client, cup, first)[0] == ["bye", "M2 against the winner of M1"]


def test_of_a_final_a_way_says_where_it_is_played_and_no_more(client, drawn, club, director):
    cup = drawn("single", 2)
    final = fixture_at(cup, "R1-M1")
    cup.venue = venue_create(actor=director, club=club, name="The Tavern", tables=[VenueTable("4")])
    cup.save()
    match_call(actor=director, match_id=final.match_id, table="4")
    steps, _ = way(client, cup, final.one.player)
    assert steps == [f"M1 plays {final.two.player.name} table 4"]


def test_the_page_of_a_way_asks_for_itself_again_and_is_not_painted_for_all(client, drawn):
    cup = drawn("single", 2)
    address = f"/tournaments/{cup.pk}/"
    assert f'data-painted hx-get="{address}"' in html_of(client, cup)
    page = html_of(client, cup, "?player=" + str(cup.entries.first().player_id))
    assert f'hx-get="{address}?player=' in page
    assert "data-painted" not in page


@pytest.mark.parametrize("player", ["0", "x", "9" * 30])
def test_whoever_is_not_in_the_draw_has_no_way_and_the_field_says_so(client, drawn, player):
    page = html_of(client, drawn("single", 2), f"?player={player}")
    assert '<ol class="way">' not in page
    assert "Select a valid choice" in visible(page)


def test_nobody_is_followed_before_the_draw(client, club, director):
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=(5,))
    assert "Follow a player" not in html_of(client, cup, "?player=1")


def test_a_way_costs_no_query(client, drawn, django_assert_num_queries):
    cup = drawn("double", 8)
    player = cup.entries.first().player_id
    with CaptureQueriesContext(connection) as without:
        html_of(client, cup)
    with django_assert_num_queries(len(without)):
        html_of(client, cup, f"?player={player}")


@pytest.mark.parametrize(
    ("name", "brief"),
    [
        ("Jean-Baptiste Beauregard-Desrosiers", "J.-B. Beauregard-Desrosiers"),
        ("Maria Magdalena Konstantinopoulou", "M. M. Konstantinopoulou"),
        ("Christopher Fernández de Córdoba", "C. Fernández de Córdoba"),
        ("Bartholomew von Hohenstein", "B. von Hohenstein"),
        ("Frank Müller", "Frank Müller"),
        ("Konstantinopoulou-Papadopoulos", "Konstantinopoulou-Papadopoulos"),
        ("Ann Berg & Bob Konstantinopoulou", "Ann Berg & Bob Konstantinopoulou"),
        ("佐藤 美咲", "佐藤 美咲"),
    ],
)
def test_of_long_names_the_given_ones_are_letters_on_a_card(name, brief):
    assert brief_name(name) == brief


def test_beside_a_long_label_a_double_name_is_halved():
    name = "Jean-Baptiste Beauregard-Desrosiers"
    assert brief_name(name, "W99") == "J.-B. Beauregard-Desrosiers"
    assert brief_name(name, "W115") == "J.-B. Beauregard-D."
    assert brief_name("Ida Montgomery-Smythe", "W115") == "Ida Montgomery-Smythe"
    assert brief_name("Bo Ek & Ida Montgomery-Smythe", "W115") == "Bo Ek & Ida Montgomery-Smythe"


def test_a_long_name_stands_whole_in_the_page(client, drawn):
    cup = drawn("single", 2)
    entry = cup.entries.order_by("pk").first()
    entry.player.name = "Jean-Baptiste Beauregard-Desrosiers"
    entry.player.save()
    page = html_of(client, cup)
    shown = re.search(r'<ul class="seats">.*?</ul>', page, re.DOTALL)
    assert 'title="Jean-Baptiste Beauregard-Desrosiers"' in shown[0]
    assert '<span class="whole">Jean-Baptiste Beauregard-Desrosiers</span>' in shown[0]
    assert "J.-B. Beauregard-Desrosiers" in visible(shown[0])
