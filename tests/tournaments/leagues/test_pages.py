"""Pages of leagues: seasons with their tables, who goes up and down, and what a correction would change."""

import re

import pytest

from tests.conftest import fixture_at
from tests.factories import PlayerFactory
from tests.tournaments.events.test_corrections import correct
from tests.tournaments.events.test_pages import text, visible

from .seasons import opened, play_all

pytestmark = pytest.mark.django_db


def at(league):
    return f"/leagues/{league.pk}/"


def tables(response):
    """What each division shows, row by row, the latest season first."""
    found = re.findall(r"<tbody>(.*?)</tbody>", response.content.decode(), re.DOTALL)
    return [[visible(row) for row in re.findall(r"<tr>(.*?)</tr>", table, re.DOTALL)] for table in found]


def test_a_league_is_found_from_its_club_and_its_divisions(client, league, season, club):
    link = f'href="{at(league)}"'
    assert link in client.get(f"/clubs/{club.pk}/").content.decode()
    division = season.divisions.first().tournament
    assert link in client.get(f"/tournaments/{division.pk}/").content.decode()
    assert f'href="/tournaments/{division.pk}/"' in client.get(at(league)).content.decode()


def test_before_the_first_season(client, league):
    seen = text(client.get(at(league)))
    assert "Thursday League League Round robin Matches to 3 points" in seen
    assert "1 up, 1 down" in seen
    assert "No season has opened yet." in seen
    assert client.get("/leagues/999999/").status_code == 404


def test_tables_say_who_goes_up_and_who_goes_down(client, league, season):
    page = client.get(at(league))
    assert tables(page) == [
        ["1 Ann 3", "2 Bob 2", "3 Cem 1", "4 Dai 0 ▼ down"],
        ["1 Eva 3 ▲ up", "2 Fay 2", "3 Gus 1", "4 Hal 0"],
    ]
    seen = text(page)
    assert seen.index("Season 1") < seen.index("Division 1 Finished") < seen.index("Division 2 Finished")


def test_seasons_stand_under_each_other_the_latest_first(client, league, season, director, field):
    zoe = PlayerFactory(name="Zoe")
    second = opened(league, director, withdrawn=(field[7].pk,), newcomers=(zoe.pk,))
    page = client.get(at(league))
    seen = text(page)
    assert seen.index("Season 2 Left the league: Hal Joined: Zoe Division 1 Running") < seen.index("Season 1")
    assert len(tables(page)) == 4
    assert tables(page)[3][0] == "1 Eva 3 ▲ up"
    play_all(second, director, [*field[::-1], zoe])
    opened(league, director)
    assert "Season 1" not in text(client.get(at(league)))
    assert "Season 1" in text(client.get(f"{at(league)}?page=2"))


def test_a_correction_after_the_next_season_opened_is_reported(client, league, season, director, field):
    opened(league, director)
    assert "correction" not in text(client.get(at(league)))
    top = season.divisions.get(number=1).tournament
    for fixture in top.fixtures.select_related("match__one", "match__two"):
        if {fixture.match.one, fixture.match.two} == {field[2], field[3]}:
            correct(fixture.match, director, points=(0, 3) if fixture.match.one == field[2] else (3, 0))
    seen = text(client.get(at(league)))
    assert "Cem plays in division 1, would play in division 2" in seen
    assert "Dai plays in division 2, would play in division 1" in seen
    correct(fixture_at(top, "R1-M1").match, director, kind="void")
    assert "has these divisions run again. The next season stands as it opened. Division 1" in text(
        client.get(at(league))
    )


def test_everything_that_happened_to_a_league(client, league, season):
    assert "Season 1 opens." in text(client.get(f"{at(league)}facts/"))


def test_a_league_in_japanese(client, league, season, director):
    opened(league, director)
    page = client.get(at(league), headers={"accept-language": "ja"})
    seen = text(page)
    assert "第2シーズン" in seen
    assert "1部" in seen
    assert "昇格" in seen
    assert "降格" in seen
