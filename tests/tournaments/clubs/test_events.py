"""What a club holds is changed, removed and put back in one way, whatever it is."""

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from matches.edits.models import Edit
from matches.facts.selectors import fact_list
from tests.answers import assert_problem, rows_of_everything
from tests.conftest import api_as
from tests.factories import UserFactory
from tests.test_compare import compare
from tournaments.clubs.models import Placed, PlacedDetails
from tournaments.clubs.services import club_edit
from tournaments.events.models import Tournament, TournamentEdit
from tournaments.events.services import tournament_create
from tournaments.ladders.models import Ladder, LadderEdit
from tournaments.ladders.services import ladder_create
from tournaments.leagues.models import League, LeagueEdit
from tournaments.leagues.services import league_create
from tournaments.ponds.models import Pond, PondEdit
from tournaments.ponds.services import pond_create
from tournaments.venues.models import Venue

pytestmark = pytest.mark.django_db


class Kind(NamedTuple):
    """A kind of event: its rows and its changes, where the API has it, how it is announced."""

    model: type[Placed]
    edit: type[Edit]
    address: str
    create: Callable[..., Placed]
    terms: dict[str, Any]


KINDS = {
    "tournament": Kind(Tournament, TournamentEdit, "tournaments", tournament_create, {"lengths": [5]}),
    "league": Kind(League, LeagueEdit, "leagues", league_create, {"lengths": [5], "up": 1, "down": 1}),
    "ladder": Kind(Ladder, LadderEdit, "ladders", ladder_create, {"kind": "position", "length": 5}),
    "pond": Kind(Pond, PondEdit, "ponds", pond_create, {}),
}

SAID = {
    "name": "Spring",
    "text": "Every **Tuesday**.",
    "contact": "Dora, 0170",
    "place": "Quay 3",
    "time_zone": "Asia/Tokyo",
}


class Announced:
    """An event, and how a director reaches it."""

    def __init__(self, kind, club, director):
        self.kind, self.club, self.director = kind, club, director
        self.row = kind.create(actor=director, club=club, name="Winter", **kind.terms)
        self.api = api_as(director)

    def at(self, rest=""):
        return f"/api/v1/{self.kind.address}/{self.row.pk}/{rest}"

    def patch(self, **changes):
        return self.api.patch(self.at(), changes)

    def undo(self, edit, api=None, **sent):
        return (api or self.api).post(self.at(f"edits/{edit.pk}/undo/"), sent)

    @property
    def edits(self):
        return list(self.kind.edit.objects.order_by("serial"))


@pytest.fixture(params=KINDS)
def event(request, club, director):
    return Announced(KINDS[request.param], club, director)


def test_all_of_them_are_tried():
    assert {kind.model for kind in KINDS.values()} == {*Placed.__subclasses__()} - {Venue}
    assert SAID.keys() - {"name"} == PlacedDetails.__annotations__.keys()


def test_what_it_says_of_itself_is_announced(event):
    sent = {**event.kind.terms, **SAID, "club": event.club.pk}
    made = event.api.post(f"/api/v1/{event.kind.address}/", sent)
    assert made.status_code == 201, made.content
    assert {name: made.json()[name] for name in SAID} == SAID


def test_and_changed_and_taken_back(event):
    changed = event.patch(**SAID, reason="A new hall.")
    assert (changed.status_code, {name: changed.json()[name] for name in SAID}) == (200, SAID)
    (edit,) = event.edits
    assert edit.changes == {
        "name": ["Winter", "Spring"],
        "text": ["", "Every **Tuesday**."],
        "place": ["", "Quay 3"],
        "time_zone": ["", "Asia/Tokyo"],
    }, "whom to ask leaves no trace"
    assert (edit.reason, edit.recorded_by) == ("A new hall.", event.director)
    undone = event.undo(edit, reason="No.").json()
    assert [undone[name] for name in SAID] == ["Winter", "", "Dora, 0170", "", "UTC"]
    assert_problem(event.undo(edit), 409, "already_undone")
    assert [each.reason for each in event.edits] == ["A new hall.", "No."]
    assert compare() == "Everything stored is what the facts say.\n"


def test_its_time_zone_is_its_own_or_its_club_s(event):
    assert event.api.get(event.at()).json()["time_zone"] == "UTC"
    club_edit(actor=event.director, club_id=event.club.pk, time_zone="Europe/Athens")
    assert event.api.get(event.at()).json()["time_zone"] == "Europe/Athens"
    assert event.patch(time_zone="Asia/Tokyo").json()["time_zone"] == "Asia/Tokyo"


def test_nothing_is_written_where_nothing_is_otherwise(event):
    assert event.patch(name="Winter", text="", time_zone="").status_code == 200
    assert event.patch().status_code == 200
    assert event.edits == []


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"name": ""}, 400, "invalid_request"),
        ({"name": None}, 400, "invalid_request"),
        ({"text": "x" * 10_001}, 400, "invalid_request"),
        ({"text": "a\x00b"}, 400, "invalid_request"),
        ({"contact": "x" * 201}, 400, "invalid_request"),
        ({"time_zone": "Mars/Base"}, 422, "unknown_time_zone"),
        ({"club": 1}, 400, "invalid_request"),
        ({"removed": True}, 400, "invalid_request"),
        ({"called_off": True}, 400, "invalid_request"),
        ({"created_at": "2026-01-01T00:00:00Z"}, 400, "invalid_request"),
        ({"nmae": "x"}, 400, "invalid_request"),
    ],
)
def test_what_it_cannot_say(event, change, status, code):
    before = rows_of_everything()
    assert_problem(event.patch(**{"text": "Yes.", **change}), status, code)
    assert rows_of_everything() == before


def test_no_kind_is_announced_in_a_time_zone_that_there_is_not(event):
    before = rows_of_everything()
    sent = {**event.kind.terms, "club": event.club.pk, "name": "Odd", "time_zone": "Mars/Base"}
    assert_problem(event.api.post(f"/api/v1/{event.kind.address}/", sent), 422, "unknown_time_zone")
    assert rows_of_everything() == before


def test_a_change_is_not_taken_back_over_a_later_one(event):
    for name in ("Spring", "Summer"):
        event.patch(name=name)
    first, second = event.edits
    assert assert_problem(event.undo(first), 409, "changed_since")["fields"] == ["name"]
    for edit in (second, first):
        assert event.undo(edit).status_code == 200
    assert event.api.get(event.at()).json()["name"] == "Winter"


def test_what_was_announced_by_mistake_is_gone_and_can_be_put_back(event, client):
    page = f"/{event.kind.address}/{event.row.pk}/"
    assert client.get(page).status_code == 200
    assert event.api.delete(event.at()).status_code == 204
    for gone in (
        event.api.get(event.at()),
        event.api.delete(event.at()),
        event.patch(name="Spring"),
        client.get(page),
        client.get(f"{page}facts/"),
    ):
        assert gone.status_code == 404
    assert event.api.get(f"/api/v1/{event.kind.address}/").json()["results"] == []
    assert event.row.name not in client.get(f"/clubs/{event.club.pk}/").content.decode()
    (edit,) = event.edits
    facts = event.api.get(event.at("facts/")).json()["results"]
    assert [fact["sentence"] for fact in facts if fact["id"] == edit.pk] == ["Removed."]
    assert compare() == "Everything stored is what the facts say.\n"
    assert event.undo(edit).json()["name"] == "Winter"
    assert event.api.get(event.at()).status_code == client.get(page).status_code == 200
    assert client.get(f"/clubs/{event.club.pk}/").content.decode().count("Winter") == 1


def test_how_changes_read(event):
    event.patch(name="Spring", text="x" * 100, place="Quay 3", reason="So.")
    event.undo(event.edits[0])
    event.api.delete(event.at())
    said = [
        fact.sentence for fact in fact_list(event.director, event.row)[:100] if isinstance(fact.fact, Edit)
    ]
    assert said == [
        "Text: changed. Place: Quay 3, was nothing. Name: Spring, was Winter.",
        "Taken back: Text: changed. Place: nothing, was Quay 3. Name: Winter, was Spring.",
        "Removed.",
    ]


def test_others_change_nothing(event, director, club):
    event.patch(name="Spring")
    (edit,), stranger = event.edits, api_as(UserFactory())
    before = rows_of_everything()
    for refused in (
        stranger.patch(event.at(), {"name": "Mine"}),
        stranger.delete(event.at()),
        event.undo(edit, stranger),
    ):
        assert_problem(refused, 403, "not_allowed")
    assert rows_of_everything() == before
    other = Announced(event.kind, club, director)
    assert other.undo(edit).status_code == 404, "of another"
