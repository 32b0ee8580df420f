"""A series of an event that is not listed is found by whoever finds that event in lists."""

import pytest
from rest_framework.test import APIClient

from tests.answers import assert_problem
from tests.conftest import api_as
from tests.factories import PlayerFactory, UserFactory
from tests.tournaments.events.test_pages import text
from tournaments.events.services import entry_add, tournament_create, tournament_edit, tournament_remove
from tournaments.series.models import SeriesAnnouncement
from tournaments.series.services import series_edit, series_process_due, series_remove

from .conftest import TUESDAY

pytestmark = pytest.mark.django_db


@pytest.fixture
def unlisted(series, night, director):
    """One announced for everybody, the next for few; and it was changed."""
    series_process_due(series_id=series.pk, now=TUESDAY)
    series_edit(actor=director, series_id=series.pk, days_ahead=10)
    series.refresh_from_db()
    tournament_edit(actor=director, tournament_id=series.source_id, listed=False)
    return series


@pytest.fixture
def entrant(unlisted, director):
    player = PlayerFactory(user=UserFactory())
    entry_add(actor=director, tournament_id=unlisted.source_id, player=player)
    return player.user


def finds(api, series):
    """Where somebody comes upon it: the list, itself, its facts, and the facts of its club."""
    address = f"/api/v1/series/{series.pk}/"
    listed = api.get("/api/v1/series/", {"club": series.club_id}).data["results"]
    facts = api.get(f"/api/v1/clubs/{series.club_id}/facts/").data["results"]
    return {
        "list": [each["id"] for each in listed],
        "itself": api.get(address).status_code,
        "facts": api.get(f"{address}facts/").status_code,
        "of club": {each["kind"] for each in facts if each["kind"].startswith("series")},
    }


NOTHING = {"list": [], "itself": 404, "facts": 404, "of club": set()}


def test_a_visitor_and_another_player_find_nothing(unlisted, client):
    for api in (APIClient(), api_as(UserFactory())):
        assert finds(api, unlisted) == NOTHING
    for _ in range(2):
        assert "Series" not in text(client.get(f"/clubs/{unlisted.club_id}/"))
        first = SeriesAnnouncement.objects.get().copied_id
        assert "Held every week" not in text(client.get(f"/tournaments/{first}/"))
        client.force_login(UserFactory())
    assert client.get(f"/series/{unlisted.pk}/edit/").status_code == 404


def test_nor_may_they_change_what_they_do_not_find(unlisted):
    stranger, edit = api_as(UserFactory()), unlisted.edits.get().pk
    address = f"/api/v1/series/{unlisted.pk}/"
    for path in (f"{address}skip/", f"{address}edits/{edit}/undo/"):
        assert stranger.post(path, {}, format="json").status_code == 404
    assert_problem(stranger.patch(address, {"weeks": 2}, format="json"), 404, "not_found")
    assert stranger.delete(address).status_code == 404


def test_who_directs_and_who_is_entered_find_all(unlisted, director, entrant):
    found = {
        "list": [unlisted.pk],
        "itself": 200,
        "facts": 200,
        "of club": {"seriesedit", "seriesannouncement"},
    }
    assert finds(api_as(director), unlisted) == found
    assert finds(api_as(entrant), unlisted) == found
    address = f"/api/v1/series/{unlisted.pk}/"
    assert_problem(api_as(entrant).patch(address, {"weeks": 2}, format="json"), 403, "not_allowed")


def test_a_listed_one_names_no_event_that_is_not(unlisted, night, director):
    """The events announced meanwhile, and which of them was copied, stay among those who find them."""
    hidden = unlisted.source
    other = tournament_create(
        actor=director, club=night.club, name="Everybody's", lengths=[5], starts_at=TUESDAY
    )
    series_edit(actor=director, series_id=unlisted.pk, source=other.pk)
    address = f"/api/v1/series/{unlisted.pk}/facts/"
    shown = [fact["sentence"] for fact in APIClient().get(address).data["results"]]
    assert shown == ["Announced how many days before: 10, was 7."]
    whole = [fact["sentence"] for fact in api_as(director).get(address).data["results"]]
    assert f"Event to copy: Everybody's, was {hidden.name}." in whole
    assert len(whole) == 3


def test_an_event_that_was_removed_takes_its_series_out_of_lists(series, night, director):
    assert finds(APIClient(), series)["list"] == [series.pk]
    tournament_remove(actor=director, tournament_id=night.pk)
    assert finds(APIClient(), series) == NOTHING
    assert finds(api_as(director), series)["list"] == [series.pk]


def test_facts_of_one_that_was_removed_stay(series, director):
    series_remove(actor=director, series_id=series.pk)
    facts = APIClient().get(f"/api/v1/series/{series.pk}/facts/").data["results"]
    assert [fact["kind"] for fact in facts] == ["seriesedit"]
