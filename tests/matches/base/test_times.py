"""Times are said in the zone of the event or of whoever reads, and named where they could be mistaken."""

from datetime import UTC, date, datetime

import pytest
from django.utils import translation

from engine.words import Text
from matches.base.errors import MomentWord, UnknownTimeZone
from matches.base.times import (
    check_time_zone,
    day_begins,
    day_ends,
    describe_day,
    describe_moment,
    read_in_zone,
    said_in,
    service_day,
    time_zones,
)
from matches.base.translation import restored_text, stored_text, translate_text
from tests.factories import ClubFactory, TournamentFactory, UserFactory

NOON = datetime(2026, 3, 7, 12, tzinfo=UTC)
SUMMER = datetime(2026, 7, 7, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("language", "zone", "known", "moment", "said"),
    [
        ("en", "UTC", False, NOON, "7 Mar 2026, 12:00 UTC"),
        ("en", "UTC", True, NOON, "7 Mar 2026, 12:00"),
        ("en", "Asia/Tokyo", True, NOON, "7 Mar 2026, 21:00"),
        ("en", "Asia/Tokyo", False, NOON, "7 Mar 2026, 21:00 JST"),
        ("ja", "Asia/Tokyo", True, NOON, "2026年3月7日 21:00"),
        ("ja", "Asia/Tokyo", False, NOON, "2026年3月7日 21:00 JST"),
        ("en", "Europe/Amsterdam", False, NOON, "7 Mar 2026, 13:00 CET"),
        ("en", "Europe/Amsterdam", False, SUMMER, "7 Jul 2026, 14:00 CEST"),
    ],
)
def test_a_time_is_said_in_the_zone_in_force(language, zone, known, moment, said):
    with translation.override(language), read_in_zone(zone, known=known):
        assert describe_moment(moment) == said


def test_an_event_elsewhere_names_its_zone_and_one_here_does_not():
    """Lisbon and London show the same clock, so a reader in either takes the times for what they are."""
    from zoneinfo import ZoneInfo

    with read_in_zone("Europe/London", known=True):
        with said_in(ZoneInfo("Asia/Tokyo")):
            assert describe_moment(NOON) == "7 Mar 2026, 21:00 JST"
        with said_in(ZoneInfo("Europe/Lisbon")):
            assert describe_moment(NOON) == "7 Mar 2026, 12:00"
        with said_in(None):
            assert describe_moment(NOON, "TIME_FORMAT") == "12:00"


def test_a_day_begins_and_ends_where_the_reader_is():
    with read_in_zone("Asia/Tokyo", known=True):
        assert day_begins(date(2026, 3, 7)) == datetime(2026, 3, 6, 15, tzinfo=UTC)
        assert day_ends(date(2026, 3, 7)) == datetime(2026, 3, 7, 14, 59, 59, 999999, tzinfo=UTC)
        assert describe_day(datetime(2026, 3, 7, 20, tzinfo=UTC)) == "8 Mar 2026"
        assert describe_day(date(2026, 3, 7)) == "7 Mar 2026"


def test_the_day_of_memberships_is_that_of_the_service(settings):
    late = datetime(2026, 3, 7, 20, tzinfo=UTC)
    assert service_day(late) == date(2026, 3, 7)
    settings.READER_TIME_ZONE = "Asia/Tokyo"
    assert service_day(late) == date(2026, 3, 8)


def test_a_time_in_a_refusal_is_in_utc_for_programs_and_in_the_zone_in_force_on_pages():
    sentence = Text("It starts at %(when)s.", values={"when": MomentWord(NOON)})
    assert sentence == "It starts at 2026-03-07 12:00 UTC."
    kept = stored_text(sentence)
    assert kept["values"] == {"when": {"moment": "2026-03-07T12:00:00+00:00"}}
    with read_in_zone("Asia/Tokyo", known=True):
        assert translate_text(sentence) == "It starts at 7 Mar 2026, 21:00."
        assert translate_text(restored_text(kept)) == "It starts at 7 Mar 2026, 21:00."


def test_zones_are_named_by_their_city():
    check_time_zone("")
    check_time_zone("Asia/Tokyo")
    assert time_zones()[0] == "UTC"
    for name in ("JST", "Japan", "asia/tokyo", "Mars/Olympus"):
        with pytest.raises(UnknownTimeZone, match="Name one of the IANA's"):
            check_time_zone(name)


# -- Pages


@pytest.fixture
def evening(db):
    """A tournament in Tokyo, which was renamed at noon in Greenwich."""
    from tournaments.events.services import tournament_edit

    staff = UserFactory(is_staff=True)
    club = ClubFactory(time_zone="Asia/Tokyo")
    tournament = TournamentFactory(club=club)
    tournament_edit(actor=staff, tournament_id=tournament.pk, name="Cup", now=NOON)
    return tournament


def test_an_events_page_says_its_times_where_it_is(client, evening):
    address = f"/tournaments/{evening.pk}/facts/"
    assert "7 Mar 2026, 21:00 JST" in client.get(address).content.decode()
    client.cookies["time_zone"] = "Asia/Tokyo"
    page = client.get(address).content.decode()
    assert "7 Mar 2026, 21:00<" in page
    client.cookies["time_zone"] = "Europe/Paris"
    assert "7 Mar 2026, 21:00 JST" in client.get(address).content.decode()


@pytest.mark.parametrize(
    ("own", "cookie", "default", "said"),
    [
        ("", "", "UTC", "7 Mar 2026, 12:00 UTC<"),
        ("", "", "Asia/Tokyo", "7 Mar 2026, 21:00 JST<"),
        ("", "Europe/Paris", "Asia/Tokyo", "7 Mar 2026, 13:00<"),
        ("", "Mars/Olympus", "UTC", "7 Mar 2026, 12:00 UTC<"),
        ("America/Lima", "Europe/Paris", "Asia/Tokyo", "7 Mar 2026, 07:00<"),
    ],
)
@pytest.mark.django_db
def test_other_pages_say_times_where_the_reader_is(client, settings, own, cookie, default, said):
    from tournaments.clubs.services import club_edit

    settings.READER_TIME_ZONE = default
    staff = UserFactory(is_staff=True, time_zone=own)
    club = ClubFactory()
    club_edit(actor=staff, club_id=club.pk, text="At the inn", now=NOON)
    client.force_login(staff)
    if cookie:
        client.cookies["time_zone"] = cookie
    assert said in client.get(f"/clubs/{club.pk}/facts/").content.decode()


@pytest.mark.django_db
def test_whoever_logs_in_chooses_a_zone(client):
    user = UserFactory()
    client.force_login(user)
    assert client.post("/account/time-zone/", {"time_zone": "Asia/Tokyo"}).status_code == 302
    user.refresh_from_db()
    assert user.time_zone == "Asia/Tokyo"
    assert "Asia/Tokyo" in client.get("/account/").content.decode()
    refused = client.post("/account/time-zone/", {"time_zone": "Mars/Olympus"})
    assert refused.status_code == 422
    user.refresh_from_db()
    assert user.time_zone == "Asia/Tokyo"
