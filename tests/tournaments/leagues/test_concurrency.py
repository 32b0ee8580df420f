"""Seasons that are opened at once, or while a result is corrected: one outcome, and nobody waits for ever."""

import psycopg
import pytest
from django.db import OperationalError, connection, transaction

from config.database import connection_parameters
from engine import RuleError
from matches.play.errors import PreviewStale
from matches.play.rules.results import ResultKind
from matches.play.services import ruling_make
from tests.conftest import work_off
from tests.test_concurrency import at_once
from tests.tournaments.events.test_corrections import look
from tournaments.events.models import Entry
from tournaments.leagues import services
from tournaments.leagues.errors import InvalidDivisions, SeasonRunning
from tournaments.leagues.models import Division, Season
from tournaments.leagues.rules import Claims
from tournaments.leagues.selectors import season_list, season_shown

from .seasons import league_of, numbers

pytestmark = pytest.mark.django_db(transaction=True)


def opening(league, director, **claims):
    return lambda: services.season_open(actor=director, league_id=league.pk, claims=Claims(**claims))


@pytest.mark.parametrize("attempt", range(3))
def test_a_season_opened_by_many_at_once_opens_once(league, director, field, attempt):
    found = at_once(*[opening(league, director, divisions=numbers([field[:3], field[3:]]))] * 4)
    refused = [each for each in found if not isinstance(each, Season)]
    assert len(refused) == 3
    assert all(isinstance(each, InvalidDivisions | SeasonRunning) for each in refused), refused
    assert (Season.objects.count(), Division.objects.count(), Entry.objects.count()) == (1, 2, 8)


@pytest.mark.parametrize("attempt", range(3))
def test_leagues_that_share_their_players_open_at_once(league, club, director, field, attempt):
    """Each in another order of players, who are locked in one order all the same."""
    other = league_of(club, director, name="Other League")
    found = at_once(
        opening(league, director, divisions=numbers([field[:3], field[3:]])),
        opening(other, director, divisions=numbers([field[:2:-1], field[2::-1]])),
    )
    assert [type(each) for each in found] == [Season, Season], found


@pytest.mark.parametrize("attempt", range(3))
def test_a_season_that_opens_while_a_result_is_corrected(league, season, director, field, attempt):
    """Whichever came first, everybody plays once, and what the season says fits the places."""
    top = season.divisions.get(number=1).tournament
    match = next(
        fixture.match
        for fixture in top.fixtures.select_related("match__one", "match__two")
        if {fixture.match.one, fixture.match.two} == {field[2], field[3]}
    )
    points = (1, 3) if match.one == field[2] else (3, 1)
    correction = {
        "match_id": match.pk,
        "actor": director,
        "kind": ResultKind.PLAYED,
        "points": points,
        "reason": "The sheet says so.",
        "preview": look(match, director, points=points).token,
    }
    ruled, made = at_once(lambda: ruling_make(**correction), opening(league, director))
    assert not isinstance(made, Exception) or isinstance(made, RuleError), made
    assert not isinstance(ruled, Exception) or isinstance(ruled, PreviewStale), ruled
    work_off()
    second = Season.objects.get(number=2)
    playing = [entry.player_id for division in second.divisions.all() for entry in division.opened_with]
    assert sorted(playing) == sorted(player.pk for player in field)
    went_down = next(entry.player for entry in second.divisions.get(number=2).opened_with)
    otherwise = season_shown(season_list(league).get(number=1)).otherwise
    assert went_down in field[2:4]
    assert bool(otherwise) == (went_down == field[3]), "the correction has Cem go down"


def test_a_season_waits_for_whoever_is_at_a_division(league, season, director):
    row = "SELECT 1 FROM tournaments_tournament WHERE id = %s FOR UPDATE"
    with psycopg.connect(**connection_parameters("test")) as somebody:
        somebody.execute(row, [season.divisions.get(number=2).tournament_id])
        with pytest.raises(OperationalError, match="lock timeout"):
            at_most(200, opening(league, director))
    assert Season.objects.count() == 1
    assert isinstance(opening(league, director)(), Season)


def at_most(milliseconds, act):
    """Do it, unless that takes longer to get a lock."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"SET LOCAL lock_timeout = {milliseconds}")
        return act()
