"""Calendars of players, clubs and events, as programs fetch them."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone
from icalendar import Calendar

from matches.play.models import Match
from tests.factories import MatchFactory, PlayerFactory, UserFactory
from tournaments.clubs.services import club_create, club_edit
from tournaments.events.models import Tournament
from tournaments.events.services import entry_add, tournament_create
from tournaments.ladders.rules import Reply
from tournaments.ladders.services import challenge_answer, challenge_make, ladder_create, ladder_join
from tournaments.ponds.services import pond_call_off, pond_create, pond_enter, pond_start

pytestmark = pytest.mark.django_db
SOON = timezone.now().replace(microsecond=0) + timedelta(days=5)


@pytest.fixture
def tokyo(director):
    club = club_create(actor=director, name="Tokyo")
    club_edit(actor=director, club_id=club.pk, place="Shibuya", time_zone="Asia/Tokyo")
    return club


@pytest.fixture
def cup(tokyo, director):
    times = {"starts_at": SOON, "ends_at": SOON + timedelta(hours=4), "entries_close_at": SOON - timedelta(1)}
    return tournament_create(
        actor=director, club=tokyo, name="Cup", lengths=(5,), text="**Come**, all", **times
    )


def entries(client, address):
    """The entries of a calendar by what they are called."""
    answer = client.get(address)
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return {str(each["SUMMARY"]): each for each in Calendar.from_ical(answer.content).walk("VEVENT")}


def test_an_event_has_its_time_its_zone_and_its_place(client, cup):
    found = entries(client, f"/tournaments/{cup.pk}/calendar.ics")
    assert [*found] == ["Cup", "Entries close: Cup"]
    event = found["Cup"]
    assert event["DTSTART"].dt == SOON
    assert event["DTSTART"].params["TZID"] == "Asia/Tokyo"
    assert event["DTEND"].dt - event["DTSTART"].dt == timedelta(hours=4)
    assert (event["LOCATION"], event["DESCRIPTION"]) == ("Shibuya", "Tokyo · Come, all")
    assert event["URL"].endswith(f"/tournaments/{cup.pk}/")
    assert event["STATUS"] == "CONFIRMED"
    assert b"BEGIN:VTIMEZONE" in client.get(f"/tournaments/{cup.pk}/calendar.ics").content
    japanese = entries(client, f"/tournaments/{cup.pk}/calendar.ics?language=ja")
    assert "エントリー締切：Cup" in japanese
    assert [*entries(client, f"/tournaments/{cup.pk}/calendar.ics?language=xx")] == [*found]
    Tournament.objects.filter(pk=cup.pk).update(called_off=True, state="called_off")
    assert entries(client, f"/tournaments/{cup.pk}/calendar.ics")["Cup"]["STATUS"] == "CANCELLED"


def test_a_club_has_the_events_that_everybody_finds(client, cup, tokyo, director):
    tournament_create(actor=director, club=tokyo, name="No day", lengths=(5,))
    tournament_create(actor=director, club=tokyo, name="Hidden", lengths=(5,), starts_at=SOON, listed=False)
    long_ago = datetime(2020, 1, 1, tzinfo=UTC)
    old = tournament_create(actor=director, club=tokyo, name="Old", lengths=(5,), starts_at=SOON)
    Tournament.objects.filter(pk=old.pk).update(starts_at=long_ago)
    client.force_login(director)
    assert "Hidden" not in entries(client, f"/clubs/{tokyo.pk}/calendar.ics")
    assert {*entries(client, f"/clubs/{tokyo.pk}/calendar.ics")} == {"Cup", "Entries close: Cup"}
    assert client.get("/clubs/999999/calendar.ics").status_code == 404


def test_a_player_has_matches_deadlines_and_events(client, cup, director, django_assert_max_num_queries):
    kim, lou = PlayerFactory(name="Kim"), PlayerFactory(name="Lou")
    entry_add(actor=director, tournament_id=cup.pk, player=kim)
    match = MatchFactory(one=lou, two=kim)
    Match.objects.filter(pk=match.pk).update(starts_at=SOON, play_by=SOON + timedelta(days=2))
    address = f"/players/{kim.pk}/calendar.ics"
    client.get(address)
    with django_assert_max_num_queries(8):
        found = entries(client, address)
    assert {*found} == {"Lou – Kim", "Play by now: Lou – Kim", "Cup", "Entries close: Cup"}
    assert "DTEND" not in found["Lou – Kim"]
    Match.objects.filter(pk=match.pk).update(state="void")
    Tournament.objects.filter(pk=cup.pk).update(listed=False)
    assert entries(client, address) == {}
    kim.anonymised = True
    kim.save()
    assert client.get(address).status_code == 404


def test_a_player_has_deadlines_of_challenges_and_ponds(client, tokyo, director):
    kim, lou = (PlayerFactory(name=name, user=UserFactory()) for name in ("Kim", "Lou"))
    ladder = ladder_create(
        actor=director,
        club=tokyo,
        name="Wall",
        kind="position",
        kind_options={"accept_days": 3},
        length=5,
    )
    for player in (kim, lou):
        ladder_join(actor=director, ladder_id=ladder.pk, player=player)
    challenge = challenge_make(actor=lou.user, ladder_id=ladder.pk, challenger=lou, challenged=kim)
    pond = pond_create(actor=director, club=tokyo, name="Night swim", round_minutes=1440)
    for player in (kim, lou):
        pond_enter(actor=director, pond_id=pond.pk, player=player)
    pond_start(actor=director, pond_id=pond.pk)
    found = entries(client, f"/players/{kim.pk}/calendar.ics")
    assert {*found} == {"Challenge to answer: Lou – Kim", "Bids close: round 1 of Night swim"}
    by = found["Challenge to answer: Lou – Kim"]["DTSTART"].dt
    assert by == (challenge.recorded_at + timedelta(days=3)).replace(microsecond=0)
    assert {*entries(client, f"/players/{lou.pk}/calendar.ics")} == {*found}
    challenge_answer(actor=kim.user, challenge_id=challenge.pk, reply=Reply.ACCEPTED)
    pond_call_off(actor=director, pond_id=pond.pk, reason="Ice.")
    assert "Challenge to answer: Lou – Kim" not in entries(client, f"/players/{kim.pk}/calendar.ics")
    assert "Bids close: round 1 of Night swim" not in entries(client, f"/players/{kim.pk}/calendar.ics")


def test_pages_lead_to_them(client, cup, tokyo):
    kim = PlayerFactory(name="Kim")
    for address in (f"/tournaments/{cup.pk}/", f"/clubs/{tokyo.pk}/", f"/players/{kim.pk}/"):
        page = client.get(address).content.decode()
        assert f'<link rel="alternate" type="text/calendar" href="{address}calendar.ics"' in page
        assert f'href="{address}calendar.ics?language=en"' in page
        assert f'{address}calendar.ics?language=en">subscribe</a>' in page
        assert 'href="webcal://' in page
