"""Venues on pages: entered, changed; and an evening of matches called to their tables."""

import re

import pytest

from matches.play.models import Match
from tests.factories import UserFactory
from tests.tournaments.events.test_pages import text
from tournaments.venues.models import Attendance, Seating, TableCall, Venue, VenueEdit
from tournaments.venues.rules.tables import TableUse, VenueTable

pytestmark = pytest.mark.django_db


@pytest.fixture
def as_director(client, director):
    client.force_login(director)
    return client


def test_a_venue_is_entered_with_its_tables_in_one_line(as_director, club):
    assert "Add a venue" in text(as_director.get(f"/clubs/{club.pk}/"))
    sent = {
        "name": "Café Van Engelen",
        "place": "Breestraat 12",
        "tables": "1-3, Stream",
        "reserved": "Stream (the final)",
        "out_of_use": "2 (a leg is broken)",
        "closes_at": "00:30",
    }
    answer = as_director.post(f"/clubs/{club.pk}/venues/new/", sent)
    venue = Venue.objects.get()
    assert answer.url == f"/venues/{venue.pk}/"
    assert venue.venue_tables == (
        VenueTable("1"),
        VenueTable("2", TableUse.OUT_OF_USE, "a leg is broken"),
        VenueTable("3"),
        VenueTable("Stream", TableUse.RESERVED, "the final"),
    )
    seen = text(as_director.get(answer.url))
    assert "closes at 00:30 3 of 4 tables free" in seen
    assert "Table 2 out of use: a leg is broken" in seen
    assert "Café Van Engelen Breestraat 12 4 tables" in text(as_director.get(f"/clubs/{club.pk}/"))
    shown = as_director.get(f"/venues/{venue.pk}/edit/").content.decode()
    assert 'value="1-3, Stream"' in shown
    assert 'value="Stream (the final)"' in shown
    assert 'value="00:30"' in shown


@pytest.mark.parametrize(
    ("changed", "field", "fault"),
    [
        ({"tables": "1-3, 2"}, "tables", "Two tables are called 2"),
        ({"tables": "1-500"}, "tables", "200 tables at most"),
        ({"reserved": "9"}, "reserved", "There is no table 9"),
        ({"out_of_use": "9"}, "out_of_use", "There is no table 9"),
        ({"reserved": f"1 ({'x' * 81})"}, "reserved", "at most 80 characters"),
        ({"name": "hall"}, "name", "hall"),
        ({"closes_at": "late"}, "closes_at", "valid time"),
    ],
)
def test_what_cannot_be_is_said_beside_its_field(as_director, club, hall, changed, field, fault):
    hall("1")
    sent = {"name": "Inn", "tables": "1-3", "text": "Ring twice.", **changed}
    answer = as_director.post(f"/clubs/{club.pk}/venues/new/", sent)
    assert answer.status_code == 422
    page = answer.content.decode()
    assert fault in re.search(rf'id="id_{field}_error"[^>]*>([^<]*)', page)[1]
    assert "Ring twice." in page
    assert Venue.objects.count() == 1


def test_changed_removed_and_put_back(as_director, hall):
    venue = hall("1", "2")
    answer = as_director.post(f"/venues/{venue.pk}/edit/", {"name": "Hall", "tables": "2-4"}, follow=True)
    assert "Saved." in text(answer)
    venue.refresh_from_db()
    assert [table.name for table in venue.venue_tables] == ["2", "3", "4"]
    undo = f"/venues/{venue.pk}/edits/{VenueEdit.objects.get().pk}/undo/"
    assert f'action="{undo}"' in answer.content.decode()
    assert "Taken back." in text(as_director.post(undo, follow=True))
    assert "Hall is removed." in text(as_director.post(f"/venues/{venue.pk}/remove/", follow=True))
    assert as_director.get(f"/venues/{venue.pk}/").status_code == 404
    as_director.post(f"/venues/{venue.pk}/edits/{VenueEdit.objects.latest('pk').pk}/undo/")
    assert as_director.get(f"/venues/{venue.pk}/").status_code == 200


@pytest.fixture
def evening(hall, event, players):
    """Eight players in a knockout at a hall of two tables."""
    venue = hall("1", "2")
    return venue, event(venue, players(8))


def calls(client, venue, path, **fields):
    return client.post(f"/venues/{venue.pk}/{path}", fields, follow=True)


def test_the_next_match_is_called_with_one_click(as_director, evening):
    venue, _ = evening
    seen = text(as_director.get(f"/venues/{venue.pk}/"))
    assert "The next match Ann – Hal Table 1 Call the next match" in seen
    assert "Table 1 Free Next Ann – Hal" in seen
    page = calls(as_director, venue, "call-next/")
    assert "Ann – Hal: table 1." in text(page)
    call = TableCall.objects.get()
    assert f'action="/venues/{venue.pk}/calls/{call.pk}/take-back/"' in page.content.decode()
    assert "Table 1 Ann Hal Match 1 · since" in text(page)
    assert "Who sits where Ann 1 Hal 1" in text(page)
    calls(as_director, venue, "call-next/")
    assert "Every table is taken. Enter a result" in text(as_director.get(f"/venues/{venue.pk}/"))
    assert "Every table of Hall is taken" in text(calls(as_director, venue, "call-next/"))
    assert TableCall.objects.count() == 2


def test_called_by_hand_moved_missed_and_taken_back(as_director, evening):
    venue, _ = evening
    waiting = list(Match.objects.order_by("pk").values_list("pk", flat=True))
    assert "table 2." in text(calls(as_director, venue, "call/", match=waiting[-1], table="2"))
    refused = text(calls(as_director, venue, "call/", match=waiting[0], table="2"))
    assert "At table 2 is match 4" in refused
    call = TableCall.objects.get()
    under = f"calls/{call.pk}"
    assert "Now at table 1." in text(calls(as_director, venue, f"{under}/move/", table="1"))
    assert Seating.objects.get().table == "1"
    seen = text(calls(as_director, venue, f"{under}/attendance/", side="two", present="no"))
    assert f"{call.match.two.name} is 0 minutes late, 0 points" in seen
    calls(as_director, venue, f"{under}/attendance/", side="two", present="yes")
    assert [said.present for said in Attendance.objects.order_by("pk")] == [False, True]
    assert "the match waits again" in text(calls(as_director, venue, f"{under}/take-back/"))
    assert not Seating.objects.exists()
    before = TableCall.objects.count()
    for path, fields in (
        ("call/", {"match": "x"}),
        (f"{under}/move/", {}),
        (f"{under}/attendance/", {"side": "three", "present": "no"}),
    ):
        assert calls(as_director, venue, path, **fields).status_code == 200
    assert (TableCall.objects.count(), Attendance.objects.count()) == (before, 2)


def test_strangers_look_and_call_nobody(client, evening):
    venue, _ = evening
    seen = text(client.get(f"/venues/{venue.pk}/"))
    assert "Waiting for a table Ann – Hal" in seen
    for words in ("Call the next match", "To table", "Edit the venue"):
        assert words not in seen
    assert client.post(f"/venues/{venue.pk}/call-next/").url.startswith("/login/")
    client.force_login(UserFactory())
    match = Match.objects.first()
    assert client.post(f"/venues/{venue.pk}/call-next/").status_code == 403
    assert client.post(f"/venues/{venue.pk}/call/", {"match": match.pk, "table": "1"}).status_code == 403
    assert client.get(f"/venues/{venue.pk}/edit/").status_code == 403
    assert not TableCall.objects.exists()


def test_an_event_leads_to_its_venue(client, evening):
    venue, event = evening
    assert (
        f'<a href="/venues/{venue.pk}/">Hall</a>' in client.get(f"/tournaments/{event.pk}/").content.decode()
    )


def test_the_live_part_and_japanese(client, evening):
    venue, _ = evening
    part = client.get(f"/venues/{venue.pk}/", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    client.cookies["django_language"] = "ja"
    assert "卓待ち" in text(client.get(f"/venues/{venue.pk}/"))


def test_queries_do_not_grow_with_the_matches(as_director, evening, django_assert_num_queries):
    venue, _ = evening
    as_director.get(f"/venues/{venue.pk}/")
    for queries in (13, 17, 17):
        with django_assert_num_queries(queries):
            as_director.get(f"/venues/{venue.pk}/")
        calls(as_director, venue, "call-next/")
