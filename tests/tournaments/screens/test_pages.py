"""The screen of an event, from its announcement to its winner, for whoever has the address."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.conftest import director_reports, field_entered, fixture_at, work_off
from tests.factories import PlayerFactory
from tests.tournaments.desk.test_draw_page import approved_swiss
from tournaments.events.selectors import tournament_list
from tournaments.events.services import tournament_create
from tournaments.screens.selectors import event_screen

pytestmark = pytest.mark.django_db

KEYS = ("R1-M1", "R1-M2", "R2-M1")
"""The matches of four players, in their order."""


def shown(event, **headers):
    answer = Client().get(f"/tournaments/{event.pk}/screen/", headers={"Accept-Language": "en", **headers})
    assert answer.status_code == 200
    return answer.content.decode()


def views(page):
    """The views with their texts, by their keys."""
    found = re.findall(r'<section class="view \w+" id="([\w-]+)".*?>(.*?)</section>', page, re.DOTALL)
    return {key: " ".join(re.sub(r"<[^>]+>", " ", text).split()) for key, text in found}


def test_before_the_draw_the_entries_are_shown(director, club):
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=(5,))
    assert views(shown(cup)).keys() == {"entries-1"}
    field_entered(cup, director, [PlayerFactory(name="Ann Archer"), PlayerFactory(name="Bob Baker")])
    assert views(shown(cup)) == {"entries-1": "Entries Ann Archer Bob Baker"}


def test_matches_without_tables_are_shown_by_their_numbers(knockout):
    cup = knockout(4)
    found = views(shown(cup))
    assert found.keys() == {"tables-1", "names-1", "bracket-1"}
    assert len(re.findall(r"\bAnn\b", found["tables-1"])) == 1
    assert "Winner of M1" in found["bracket-1"]


def test_a_result_moves_on_to_the_bracket_and_the_latest_results(knockout, director):
    cup = knockout(4)
    first = fixture_at(cup, KEYS[0])
    director_reports(first.match, director, (5, 3))
    found = views(shown(cup))
    winner, loser = first.match.one.name, first.match.two.name
    assert re.search(rf"{winner} {loser} 5–3", found["results-1"])
    assert winner not in found["tables-1"]
    for key in KEYS[1:]:
        director_reports(fixture_at(cup, key).match, director, (5, 2))
    found = views(shown(cup))
    assert [*found] == ["winner-1", "standings-1", "results-1"]
    assert found["winner-1"].startswith("The winner ")


def test_a_large_event_is_shown_in_sections(knockout):
    field = [PlayerFactory(name=f"Player {at:02}") for at in range(64)]
    cup = knockout(64, field=field)
    keys = [*views(shown(cup))]
    assert [key for key in keys if key.startswith("tables")] == [f"tables-{at}" for at in range(1, 5)]
    assert [key for key in keys if key.startswith("names")] == ["names-1", "names-2"]
    assert len([key for key in keys if key.startswith("bracket")]) == 5


def test_standings_of_a_swiss_are_shown_from_its_first_round(director, club):
    event = approved_swiss(club, director)
    work_off()
    assert "standings-1" in views(shown(event))


def test_it_is_for_everybody_and_found_by_nobody(client, knockout):
    cup = knockout(4)
    answer = client.get(f"/tournaments/{cup.pk}/screen/")
    assert answer["X-Robots-Tag"] == "noindex"
    part = client.get(f"/tournaments/{cup.pk}/screen/", headers={"HX-Request": "true"}).content.decode()
    assert part.startswith("<header>")
    assert client.get("/tournaments/999999/screen/").status_code == 404
    assert client.post(f"/tournaments/{cup.pk}/screen/").status_code == 405


def test_the_page_of_the_event_and_its_desk_lead_to_it(client, knockout, director):
    cup = knockout(4)
    address = f"/tournaments/{cup.pk}/screen/"
    assert f'href="{address}"' in client.get(f"/tournaments/{cup.pk}/").content.decode()
    client.force_login(director)
    assert f'href="{address}"' in client.get(f"/tournaments/{cup.pk}/desk/results/").content.decode()


def test_asking_costs_the_same_at_any_size(knockout):
    small, large = (knockout(size, field=PlayerFactory.create_batch(size)) for size in (4, 32))
    counts = []
    for cup in tournament_list().filter(pk__in=(small.pk, large.pk)):
        with CaptureQueriesContext(connection) as queries:
            assert event_screen(cup, timezone.now()).views
        counts.append(len(queries))
    assert counts[0] == counts[1]
