"""The screen of a club: the events of an evening together, whichever they are."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.conftest import director_reports, drawn_knockout, field_entered, fixture_at
from tests.factories import PlayerFactory, TournamentFactory
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_create

from .test_pages import KEYS, views

pytestmark = pytest.mark.django_db


def shown(club, **headers):
    return Client().get(f"/clubs/{club.pk}/screen/", headers={"Accept-Language": "en", **headers})


def seen(club):
    answer = shown(club)
    assert answer.status_code == 200
    return views(answer.content.decode())


def cup_of(club, director, name, *names):
    cup = drawn_knockout(club, director, [PlayerFactory(name=each) for each in names], (5,))
    Tournament.objects.filter(pk=cup.pk).update(name=name)
    return cup


@pytest.fixture
def two(club, director):
    """Two events of an evening."""
    return (
        cup_of(club, director, "Main", "Ann", "Bob", "Cid", "Dan"),
        cup_of(club, director, "Side", "Eve", "Fay"),
    )


def test_matches_names_and_results_of_all_events_are_together(two, club, director):
    main, side = two
    found = seen(club)
    assert [*found] == ["tables-1", "names-1", f"bracket-{main.pk}-1", f"bracket-{side.pk}-1"]
    assert all(name in found["tables-1"] for name in ("Ann", "Dan", "Eve", "Main", "Side"))
    names = [found["names-1"].index(name) for name in ("Ann", "Bob", "Cid", "Dan", "Eve", "Fay")]
    assert names == sorted(names)
    assert found[f"bracket-{side.pk}-1"].startswith("Main bracket Side")
    director_reports(fixture_at(side, KEYS[0]).match, director, (5, 1))
    found = seen(club)
    assert found[f"winner-{side.pk}-1"] == "The winner Side Eve"
    assert "Eve Fay 5–1" in found["results-1"]
    assert "Side" in found["results-1"]
    assert f"bracket-{side.pk}-1" not in found


def test_what_nobody_lists_is_not_on_it(two, club):
    _, side = two
    Tournament.objects.filter(pk=side.pk).update(listed=False)
    assert not any("Eve" in text for text in seen(club).values())


@pytest.mark.parametrize(
    ("changes", "is_shown"),
    [
        ({"state": "running", "starts_at": timedelta(hours=-70)}, True),
        ({"state": "running", "starts_at": timedelta(hours=-74)}, False),
        ({"state": "running", "starts_at": timedelta(days=-9), "ends_at": timedelta(hours=-11)}, True),
        ({"state": "running", "starts_at": timedelta(days=-9), "ends_at": timedelta(hours=-13)}, False),
        ({"state": "open", "starts_at": timedelta(hours=11)}, True),
        ({"state": "open", "starts_at": timedelta(hours=13)}, False),
        ({"state": "open", "starts_at": timedelta(hours=11), "called_off": True}, False),
        ({"state": "finished", "finished_at": timedelta(hours=-11)}, True),
        ({"state": "finished", "finished_at": timedelta(hours=-13)}, False),
    ],
)
def test_an_evening_is_what_runs_begins_soon_or_has_just_ended(club, changes, is_shown):
    now = timezone.now()
    moments = {key: now + value if isinstance(value, timedelta) else value for key, value in changes.items()}
    event = TournamentFactory(club=club)
    Tournament.objects.filter(pk=event.pk).update(**moments)
    assert (f"entries-{event.pk}-1" in seen(club)) is is_shown


def test_on_other_evenings_it_says_what_comes_next(club, director):
    assert seen(club) == {"next-1": f"Coming up {club.name}"}
    soon = timezone.now() + timedelta(days=2)
    tournament_create(actor=director, club=club, name="Autumn Cup", lengths=(5,), starts_at=soon)
    assert seen(club)["next-1"].startswith("Coming up Autumn Cup")


def test_an_open_screen_is_told_when_nothing_is_new(two, club, director, monkeypatch):
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    shown(club)
    first = shown(club)
    again = shown(club, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    part = shown(club, **{"If-None-Match": first["ETag"], "HX-Request": "true"})
    assert part.status_code == 200
    director_reports(fixture_at(two[1], KEYS[0]).match, director, (5, 1))
    assert shown(club, **{"If-None-Match": first["ETag"]}).status_code == 200
    cup_of(club, director, "Late", "Gus", "Hal")
    assert "Late" in shown(club, **{"If-None-Match": first["ETag"]}).content.decode()


def test_who_has_entered_is_shown_by_event(club, director):
    soon = timezone.now() + timedelta(hours=1)
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=(5,), starts_at=soon)
    field_entered(cup, director, [PlayerFactory(name="Ann Archer")])
    assert seen(club) == {f"entries-{cup.pk}-1": "Entries Cup Ann Archer"}


def test_the_page_of_the_club_leads_to_it_and_it_is_found_by_nobody(client, club):
    assert f'href="/clubs/{club.pk}/screen/"' in client.get(f"/clubs/{club.pk}/").content.decode()
    assert shown(club)["X-Robots-Tag"] == "noindex"
    assert client.get("/clubs/999999/screen/").status_code == 404
