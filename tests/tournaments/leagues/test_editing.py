"""Leagues are changed for seasons to come, closed and removed: by facts, and each can be taken back."""

import pytest

from tests.answers import assert_problem, rows_of_everything
from tests.conftest import api_as, work_off
from tests.test_compare import compare
from tournaments.events.hooks.stakes import tournaments_binding
from tournaments.events.models import Tournament
from tournaments.leagues.errors import LeagueBegun, LeagueClosed
from tournaments.leagues.models import League, LeagueEdit
from tournaments.leagues.rules import Claims
from tournaments.leagues.services import (
    league_edit,
    league_edit_undo,
    league_remove,
    season_open,
    season_preview,
)

from .seasons import numbers, opened

pytestmark = pytest.mark.django_db


def address(league, rest=""):
    return f"/api/v1/leagues/{league.pk}/{rest}"


def undone(league, director):
    edit = LeagueEdit.objects.order_by("serial").last()
    return league_edit_undo(actor=director, league_id=league.pk, edit_id=edit.pk)


def test_terms_are_for_seasons_to_come(season, league, director):
    changed = api_as(director).patch(address(league), {"lengths": [7], "rated": False, "reason": "Voted."})
    assert (changed.status_code, changed.json()["lengths"]) == (200, [7])
    edit = LeagueEdit.objects.get()
    assert edit.changes == {"lengths": [[3], [7]], "rated": [True, False]}
    next = opened(league, director)
    for each, terms in ((season, ([3], True)), (next, ([7], False))):
        played = [division.tournament for division in each.divisions.all()]
        assert [(tournament.lengths, tournament.rated) for tournament in played] == [terms] * 2
    assert compare() == "Everything stored is what the facts say.\n"


@pytest.mark.parametrize("change", [{"up": 2}, {"down": 0}, {"entrants": "doubles"}])
def test_how_seasons_follow_each_other_stays_once_one_was_opened(league, director, field, change):
    league_edit(actor=director, league_id=league.pk, **change)
    undone(league, director)
    opened(league, director, divisions=numbers([field[:4], field[4:]]))
    before = rows_of_everything()
    answer = api_as(director).patch(address(league), {"name": "Friday League", **change})
    assert assert_problem(answer, 409, "league_begun")["fields"] == [*change]
    assert rows_of_everything() == before
    assert api_as(director).patch(address(league), {"name": "Friday League", "up": 1}).status_code == 200


def test_nor_is_it_changed_by_undoing(league, director, field):
    league_edit(actor=director, league_id=league.pk, up=2)
    opened(league, director, divisions=numbers([field[:4], field[4:]]))
    with pytest.raises(LeagueBegun):
        undone(league, director)
    assert League.objects.get().up == 2


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"lengths": [4]}, 422, "invalid_length"),
        ({"lengths": []}, 400, "invalid_request"),
        ({"format": "draughts"}, 400, "invalid_request"),
        ({"format": "swiss", "format_options": {"rounds": -1}}, 422, "invalid_format_option"),
        ({"entrants": "teams"}, 422, "wrong_entrants"),
        ({"up": -1}, 400, "invalid_request"),
        ({"up": 17}, 400, "invalid_request"),
        ({"closed": "perhaps"}, 400, "invalid_request"),
    ],
)
def test_what_it_cannot_be(league, director, change, status, code):
    before = rows_of_everything()
    assert_problem(api_as(director).patch(address(league), change), status, code)
    assert rows_of_everything() == before


def test_divisions_have_the_place_and_the_zone_of_their_league(league, director, field):
    said = {"place": "Quay 3", "time_zone": "Asia/Tokyo", "contact": "Dora", "text": "*Hello.*"}
    league_edit(actor=director, league_id=league.pk, **said)
    opened(league, director, divisions=numbers([field[:4], field[4:]]))
    for tournament in Tournament.objects.filter(division__season__league=league):
        assert (tournament.place, tournament.zone.key, tournament.contact) == ("Quay 3", "Asia/Tokyo", "Dora")
        assert tournament.text == ""
    league_edit(actor=director, league_id=league.pk, place="Quay 4")
    assert not Tournament.objects.filter(place="Quay 4").exists(), "what is announced stays so"


def test_no_season_opens_in_a_closed_league(season, league, director):
    api = api_as(director)
    assert api.patch(address(league), {"closed": True}).json()["closed"] is True
    before = rows_of_everything()
    assert_problem(api.post(address(league, "seasons/"), {}), 409, "league_closed", "Open the league again")
    assert_problem(api.post(address(league, "seasons/preview/"), {}), 409, "league_closed")
    assert rows_of_everything() == before
    assert api.get(address(league, "seasons/1/")).status_code == 200
    undone(league, director)
    assert season_preview(actor=director, league_id=league.pk, claims=Claims()).number == 2
    league_edit(actor=director, league_id=league.pk, closed=True)
    with pytest.raises(LeagueClosed):
        season_open(actor=director, league_id=league.pk, claims=Claims())
    assert api.patch(address(league), {"closed": False}).json()["closed"] is False
    assert opened(league, director).number == 2


def test_a_league_with_a_season_stays(season, league, director):
    assert_problem(api_as(director).delete(address(league)), 409, "league_in_use", "Close it instead")


def test_a_removed_league_opens_nothing(league, director, field):
    league_remove(actor=director, league_id=league.pk)
    sent = {"divisions": numbers([field[:4]])}
    for answer in (
        api_as(director).post(address(league, "seasons/"), sent),
        api_as(director).post(address(league, "seasons/preview/"), sent),
        api_as(director).get(address(league, "seasons/")),
        api_as(director).get(address(league, "seasons/1/")),
    ):
        assert_problem(answer, 404, "not_found")
    with pytest.raises(League.DoesNotExist):
        season_open(actor=director, league_id=league.pk, claims=Claims(divisions=numbers([field[:4]])))
    undone(league, director)
    opened(league, director, divisions=numbers([field[:4]]))
    work_off()
    assert compare() == "Everything stored is what the facts say.\n"


def test_nobody_is_bound_to_a_next_season_that_there_is_not(season, league, director, field):
    ann = field[0].pk
    assert list(tournaments_binding(ann)) == [season.divisions.get(number=1).tournament]
    league_edit(actor=director, league_id=league.pk, closed=True)
    assert not tournaments_binding(ann).exists()
