"""The first page: what waits for somebody, the most urgent first, and what is on."""

import re
from datetime import date, timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.play.models import Match, Report
from matches.play.services import report_submit
from matches.players.models import Player
from tests.conftest import fixture_at, work_off
from tests.factories import MembershipFactory, PlayerFactory, UserFactory
from tests.matches.play.test_pages import text
from tournaments.clubs.services import club_player_record
from tournaments.events.models import Entry, EntryApplication
from tournaments.events.services import (
    entry_add,
    tournament_create,
    tournament_draw,
    tournament_edit,
)
from tournaments.formats.seeding.order import Seeding
from tournaments.money.services import entry_fee_set, fee_payments_record
from tournaments.venues.rules.tables import VenueTable
from tournaments.venues.services import attendance_record, match_call, venue_create

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(knockout):
    return knockout(4)


@pytest.fixture
def first(cup):
    return fixture_at(cup, "R1-M1").match


def post(client, user, address, **fields):
    client.force_login(user)
    response = client.post(address, fields)
    work_off()
    return response


def home(client, user, **headers):
    client.force_login(user)
    return client.get("/", headers=headers)


def announce(cup, director, **announced):
    return tournament_create(
        actor=director, club=cup.club, **{"name": "Friday knockout", "lengths": [5], **announced}
    )


def test_who_has_not_logged_in_reads_what_this_is(client, cup):
    seen = text(client.get("/"))
    assert "An evening of backgammon, run from one page" in seen
    assert re.search("Sign up .*Log in .*See what is on", seen)
    assert cup.name in seen
    assert cup.name in text(client.get("/tournaments/"))


def test_whom_nothing_waits_for_is_told_what_to_do(client):
    seen = text(home(client, UserFactory()))
    assert "Nothing waits for you yet" in seen
    assert "Found a club" in seen
    assert "あなたを待っているものはまだありません" in text(
        client.get("/", headers={"accept-language": "ja"})
    )


def test_a_match_is_played_reported_and_answered_from_here(client, first, cup):
    seen = text(home(client, first.one.user))
    assert re.search(rf"To play {cup.name} {first.two.name} 5-point match .*Report the result", seen)
    assert re.search(rf"Tonight .*{cup.name} .*0 of 2 matches played", seen)
    post(client, first.one.user, f"/matches/{first.pk}/report/", winner=0, loser=3)
    assert first.two.name not in text(home(client, first.one.user)).split("Tonight")[0]
    seen = text(home(client, first.two.user))
    assert re.search(rf"To answer {cup.name} Is that so\? .*Yes, {first.one.name} won 5–3", seen)
    assert "Stands by itself:" in seen
    report = Report.objects.get()
    post(client, first.two.user, f"/reports/{report.pk}/answer/", agrees="yes")
    assert "To answer" not in text(home(client, first.two.user))


def test_a_director_sees_disputes_before_what_is_late(client, first, cup, director):
    other = fixture_at(cup, "R1-M2").match
    Match.objects.filter(pk=other.pk).update(play_by=timezone.now() - timedelta(hours=1))
    post(client, first.one.user, f"/matches/{first.pk}/report/", winner=0, loser=3)
    post(client, first.two.user, f"/matches/{first.pk}/report/", winner=1, loser=2)
    seen = text(home(client, director))
    assert re.search(rf"Dispute .*{first.one.name} won 5–3 says {first.one.name}", seen)
    assert seen.index("Dispute") < seen.index("Late")
    assert f"{other.one.name} – {other.two.name}" in seen
    assert "Dispute" not in text(home(client, other.one.user))


def test_an_event_of_the_own_club_is_entered_from_here(client, cup, director):
    event = announce(cup, director, starts_at=timezone.now() + timedelta(days=2), capacity=1)
    player = PlayerFactory(user=UserFactory())
    entry_add(actor=director, tournament_id=announce(cup, director).pk, player=player)
    assert "Friday knockout" in text(home(client, player.user)), "entered there"
    MembershipFactory(club=cup.club, player=player, starts_on=date(2026, 1, 1))
    kept = club_player_record(actor=director, club=cup.club, name="Mika Salo")
    claimed = UserFactory()
    Player.objects.filter(pk=kept.pk).update(user=claimed)
    assert "Open for entries" in text(home(client, claimed)), "the club has brought that player"
    asked = text(home(client, player.user))
    assert re.search("Open for entries .*Friday knockout .*Enter", asked)
    address = f"/tournaments/{event.pk}/take-part/"
    sent = post(client, player.user, address, do="enter", player=player.pk, next="/")
    assert sent["Location"] == "/"
    assert "Entered in Friday knockout." in text(client.get("/"))
    late = PlayerFactory(user=UserFactory())
    client.force_login(late.user)
    assert "Wait for a place" in text(client.get(f"/tournaments/{event.pk}/"))
    sent = post(client, late.user, address, do="enter", player=late.pk, next="//elsewhere.example/")
    assert sent["Location"] == f"/tournaments/{event.pk}/"
    assert f"{late.name} waits for somebody to withdraw." in text(client.get(sent["Location"]))


def test_entering_withdrawing_and_checking_in_on_the_page_of_an_event(client, cup, director):
    event = announce(cup, director, check_in=True, starts_at=timezone.now() + timedelta(hours=1))
    player, address = PlayerFactory(user=UserFactory()), f"/tournaments/{event.pk}/"
    post(client, player.user, f"{address}take-part/", do="enter", player=player.pk)
    entry = Entry.objects.get(tournament=event)
    assert re.search("To check in .*I am here", text(client.get("/")))
    post(client, player.user, f"{address}take-part/", do="check_in", entry=entry.pk)
    assert "checked in" in text(client.get(address))
    post(client, player.user, f"{address}take-part/", do="check_in_take_back", entry=entry.pk)
    assert "I am here" in text(client.get(address))
    post(client, player.user, f"{address}take-part/", do="withdraw", entry=entry.pk)
    assert "Enter" in text(client.get(address))
    assert not Entry.objects.filter(tournament=event).not_withdrawn().exists()


def test_who_runs_events_sees_what_waits_at_their_desks(client, cup, first, director):
    now = timezone.now()
    event = announce(cup, director, starts_at=now + timedelta(minutes=20), capacity=2)
    of = {"actor": director, "tournament_id": event.pk}
    entry_fee_set(**of, cents=1000, currency="EUR")
    entries = [entry_add(**of, player=PlayerFactory()).pk for _ in range(3)]
    fee_payments_record(**of, entry_ids=entries[:1])
    post(client, first.one.user, f"/matches/{first.pk}/report/", winner=0, loser=3)
    seen = text(home(client, director))
    assert "Friday knockout 2 entries wait for the draw. To the draw 1 entry has not paid its fee." in seen
    assert f"{cup.name} 1 report waits for the other side. Enter results" in seen
    assert f'href="/tournaments/{event.pk}/desk/draw/"' in client.get("/").content.decode()
    assert f'href="/tournaments/{event.pk}/desk/entries/"' in client.get("/").content.decode()
    assert "2件のエントリーが抽選待ちです。" in text(client.get("/", headers={"accept-language": "ja"}))
    assert "At the desk" not in text(home(client, first.one.user))
    tournament_draw(**of, seeding=Seeding.RANDOM)
    work_off()
    seen = text(home(client, director))
    assert "wait for the draw" not in seen
    assert "1 entry has not paid its fee. To the fees" in seen
    fee_payments_record(**of, entry_ids=[entries[1]])
    assert "has not paid" not in text(home(client, director))


def test_a_match_that_was_to_start_is_late_once_the_grace_is_over(client, cup, first, director):
    def seen(minutes):
        start = timezone.now() - timedelta(minutes=minutes)
        Match.objects.filter(pk=first.pk).update(starts_at=start)
        return text(home(client, director))

    assert "1 match is late. Show the late ones" in seen(16)
    assert 'desk/results/?show=late"' in client.get("/").content.decode()
    assert "match is late" not in seen(1)
    post(client, first.one.user, f"/matches/{first.pk}/report/", winner=0, loser=3)
    assert "match is late" not in seen(16)


def test_fees_are_collected_shortly_before_an_event_and_not_long_before(client, cup, director):
    later = announce(cup, director, starts_at=timezone.now() + timedelta(days=2))
    of = {"actor": director, "tournament_id": later.pk}
    entry_fee_set(**of, cents=1000, currency="EUR")
    for _ in range(2):
        entry_add(**of, player=PlayerFactory())
    assert "At the desk" not in text(home(client, director))
    tournament_edit(**of, starts_at=timezone.now() + timedelta(hours=2))
    seen = text(home(client, director))
    assert "2 entries have not paid their fee." in seen
    assert "wait for the draw" not in seen


def test_a_round_that_waits_for_its_release_is_said(client, club, director):
    event = tournament_create(
        actor=director, club=club, name="Swiss", lengths=[1], format="swiss", pairings_need_approval=True
    )
    of = {"actor": director, "tournament_id": event.pk}
    for _ in range(4):
        entry_add(**of, player=PlayerFactory())
    tournament_draw(**of, seeding=Seeding.RANDOM)
    work_off()
    assert "next round waits" not in text(home(client, director))
    for fixture in event.fixtures.all():
        report_submit(match_id=fixture.match_id, actor=director, score=(1, 0))
    work_off()
    seen = text(home(client, director))
    assert "All 2 matches are decided: the next round waits for you. To the draw" in seen


def test_who_is_missed_at_the_table_reads_how_late_it_is(client, cup, first, director):
    venue = venue_create(actor=director, club=cup.club, name="Café", tables=[VenueTable("1")])
    called = timezone.now() - timedelta(minutes=17)
    call = match_call(actor=director, match_id=first.pk, venue_id=venue.pk, table="1", now=called)
    attendance_record(actor=director, call_id=call.pk, side=0, present=False)
    seen = text(home(client, first.one.user))
    assert re.search(r"You were called at .* and are missed at the table: 17 minutes late\.", seen)
    assert "missed at the table" not in text(home(client, first.two.user))
    attendance_record(actor=director, call_id=call.pk, side=0, present=True)
    assert "missed at the table" not in text(home(client, first.one.user))


def test_nobody_enters_or_withdraws_others(client, cup, director):
    event = announce(cup, director)
    stranger, player = UserFactory(), PlayerFactory(user=UserFactory())
    refused = post(client, stranger, f"/tournaments/{event.pk}/take-part/", do="enter", player=player.pk)
    assert refused.status_code == 422
    assert 'role="alert"' in refused.content.decode()
    assert not Entry.objects.filter(tournament=event).exists()
    entry = entry_add(actor=player.user, tournament_id=event.pk, player=player)
    refused = post(client, stranger, f"/tournaments/{event.pk}/take-part/", do="withdraw", entry=entry.pk)
    assert refused.status_code == 422
    assert Entry.objects.filter(tournament=event).not_withdrawn().exists()


def test_an_application_is_approved_from_here(client, cup, director):
    event = announce(cup, director, entries_need_approval=True)
    player = PlayerFactory(user=UserFactory())
    post(client, player.user, f"/tournaments/{event.pk}/take-part/", do="enter", player=player.pk)
    asked = EntryApplication.objects.get()
    assert f"{player.name} has applied." in text(client.get(f"/tournaments/{event.pk}/"))
    assert re.search(
        rf"Entries to approve Friday knockout {player.name} Approve", text(home(client, director))
    )
    address = f"/tournaments/{event.pk}/applications/{asked.pk}/answer/"
    assert post(client, UserFactory(), address, state="approved").status_code == 404
    sent = post(client, director, address, state="approved", next="/")
    assert sent["Location"] == "/"
    assert Entry.objects.get(tournament=event).player == player


def test_as_many_queries_however_much_there_is(client, knockout, director):
    def queries(user, address="/"):
        client.force_login(user)
        client.get(address)
        with CaptureQueriesContext(
            connection,
        ) as counted:
            assert client.get(address).status_code == 200
        return len(counted)

    cup = knockout(4)
    match = fixture_at(cup, "R1-M1").match
    player = match.one
    assert queries(player.user, f"/matches/{match.pk}/report/") == QUERIES_OF_PAD
    before = queries(player.user), queries(director)
    for number in range(3):
        event = announce(cup, director, name=f"Event {number}")
        entry_add(actor=player.user, tournament_id=event.pk, player=player)
        announce(cup, director, name=f"Other {number}", entries_need_approval=True)
    assert (queries(player.user), queries(director)) == before == (QUERIES_OF_PLAYER, QUERIES_OF_DIRECTOR)


QUERIES_OF_PAD = 12
QUERIES_OF_PLAYER = 41
QUERIES_OF_DIRECTOR = 33


def test_a_pair_is_made_where_it_is_entered(client, cup, director):
    event = announce(cup, director, entrants="doubles")
    own = PlayerFactory(user=UserFactory())
    partner = PlayerFactory(name="Zoë Adler", created_by=own.user)
    address = f"/tournaments/{event.pk}/take-part/"
    refused = post(client, own.user, address, do="enter_with", partner="Nobody At All")
    assert refused.status_code == 422
    assert "Nobody is found by that name." in refused.content.decode()
    assert "Nobody At All" in refused.content.decode(), "what was typed stays"
    sent = post(client, own.user, address, do="enter_with", partner="zoe adler")
    assert sent.status_code == 302
    entry = Entry.objects.get(tournament=event)
    assert [person.pk for person in entry.player.persons] == [own.pk, partner.pk]
    assert f"Entered {entry.player.name}" in text(client.get(f"/tournaments/{event.pk}/"))


def test_a_partner_with_a_login_is_asked_first(client, cup, director):
    event = announce(cup, director, entrants="doubles")
    own, partner = PlayerFactory(user=UserFactory()), PlayerFactory(name="Zoë Adler", user=UserFactory())
    address = f"/tournaments/{event.pk}/take-part/"
    for _ in range(2):
        post(client, own.user, address, do="enter_with", partner="Zoë Adler")
    assert not Entry.objects.filter(tournament=event).exists()
    assert re.search("You are asked .*Accept", text(home(client, partner.user)))
    assert own.memberships.count() == 1, "asking again makes no further pair"
