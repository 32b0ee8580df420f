"""What open pages of a venue, an event and a match are told."""

import pytest

from matches.play.services import report_submit, report_verify
from tests.conftest import work_off
from tests.factories import PlayerFactory
from tournaments.events.services import tournament_edit
from tournaments.venues.rules.tables import VenueTable
from tournaments.venues.services import (
    attendance_record,
    call_move,
    call_take_back,
    match_call,
    venue_edit,
)

from .conftest import match_at

pytestmark = pytest.mark.django_db(transaction=True)


def test_pages_of_venue_event_and_match(hall, event, players, director, heard):
    venue = hall("1", "2")
    cup = event(venue, players(4))
    match = match_at(cup, "R1-M1")
    all_of_them = {f"venue-{venue.pk}", f"tournament-{cup.pk}", f"match-{match.pk}"}
    all_of_them |= {f"club-{cup.club_id}", *(f"player-{player.pk}" for player in match.players)}
    heard()
    call = match_call(actor=director, match_id=match.pk, table="1")
    assert heard() == all_of_them
    call_move(actor=director, call_id=call.pk, table="2")
    assert heard() == all_of_them
    attendance_record(actor=director, call_id=call.pk, side=0, present=False)
    assert heard() == all_of_them
    call_take_back(actor=director, call_id=call.pk)
    assert heard() == all_of_them
    match_call(actor=director, match_id=match.pk, table="1")
    heard()
    report = report_submit(match_id=match.pk, actor=director, score=(5, 0))
    report_verify(report_id=report.pk)
    assert heard() >= all_of_them
    work_off()
    assert f"venue-{venue.pk}" in heard(), "the table is free"


def test_what_waits_for_tables_is_news(hall, event, players, director, heard):
    venue, other = hall("1"), hall("1", name="Garden")
    cup = event(venue, players(4))
    for key in ("R1-M1", "R1-M2"):
        report = report_submit(match_id=match_at(cup, key).pk, actor=director, score=(5, 0))
        report_verify(report_id=report.pk)
        heard()
        work_off()
    assert f"venue-{venue.pk}" in heard(), "the final waits"
    tournament_edit(actor=director, tournament_id=cup.pk, called_first=[{"round": 2}])
    assert f"venue-{venue.pk}" in heard()
    tournament_edit(actor=director, tournament_id=cup.pk, venue=other.pk)
    assert {f"venue-{venue.pk}", f"venue-{other.pk}"} <= heard()
    tournament_edit(actor=director, tournament_id=cup.pk, name="Spring Cup")
    assert heard() == {f"tournament-{cup.pk}"}
    venue_edit(actor=director, venue_id=venue.pk, tables=[VenueTable("7")])
    assert heard() == {f"venue-{venue.pk}", f"club-{venue.club_id}"}
    event(other, PlayerFactory.create_batch(2), name="Jackpot")
    assert f"venue-{other.pk}" in heard()
