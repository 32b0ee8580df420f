"""A league of eight, as its first season finds it or leaves it, or its second one."""

from typing import NamedTuple

import pytest

from matches.accounts.models import User
from matches.players.models import Player
from tests.conftest import players_named
from tests.factories import UserFactory
from tests.rows import made_once
from tournaments.clubs.models import Club
from tournaments.clubs.services import club_create
from tournaments.leagues.models import League, Season

from .seasons import league_of, numbers, opened, play_all


class Setting(NamedTuple):
    director: User
    club: Club
    field: list[Player]
    league: League
    seasons: list[Season]


def set_up() -> Setting:
    director = UserFactory(username="director")
    club = club_create(actor=director, name="Golden Club")
    return Setting(director, club, players_named(8), league_of(club, director), [])


def set_up_played() -> Setting:
    """Dai is to go down, Eva to go up."""
    setting = set_up()
    field = setting.field
    first = opened(setting.league, setting.director, divisions=numbers([field[:4], field[4:]]))
    play_all(first, setting.director, field)
    return setting._replace(seasons=[first])


def set_up_opened_again() -> Setting:
    setting = made_once("a league after its first season", set_up_played)
    second = opened(setting.league, setting.director)
    return setting._replace(seasons=[*setting.seasons, second])


@pytest.fixture
def setting(db, request):
    if "two_seasons" in request.fixturenames:
        return made_once("a league in its second season", set_up_opened_again)
    if "season" in request.fixturenames:
        return made_once("a league after its first season", set_up_played)
    return made_once("a league", set_up)


@pytest.fixture
def director(setting):
    return setting.director


@pytest.fixture
def club(setting):
    return setting.club


@pytest.fixture
def field(setting):
    """Ann to Hal."""
    return setting.field


@pytest.fixture
def league(setting):
    return setting.league


@pytest.fixture
def season(setting):
    """The first season, played to its end: Dai is to go down, Eva to go up."""
    return setting.seasons[0]


@pytest.fixture
def two_seasons(setting):
    """The first season, played to its end, and the second, drawn."""
    return setting.seasons
