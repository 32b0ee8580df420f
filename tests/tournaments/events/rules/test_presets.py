"""Presets of events: each can be announced, drawn and forecast for every field it is meant for."""

import pytest

from tests.conftest import NOON
from tests.each import each
from tests.factories import ClubFactory, PlayerFactory, UserFactory
from tests.rows import rolled_back
from tests.test_docs import rows
from tournaments.events.rules.forecast import forecast_event, forecast_terms
from tournaments.events.rules.presets import PRESETS
from tournaments.events.services import (
    checked_announcement,
    entry_add,
    tournament_create,
    tournament_draw,
)
from tournaments.formats.seeding.order import Seeding


@pytest.mark.long
@pytest.mark.parametrize("code", PRESETS)
def test_it_has_a_forecast_for_every_field_it_is_meant_for(code):
    preset = PRESETS[code]
    terms = forecast_terms(preset.played_as, preset.lengths, preset.rounds)
    for entries in {*range(preset.least, preset.most + 1, 5), preset.least + 1, preset.most}:
        found = forecast_event(terms, entries)
        assert found.matches_each.least >= 1
        # Of an evening or a day: a match goes on for hours, the event not for a week.
        assert code == "correspondence" or found.minutes < 24 * 60, (entries, found.minutes)


@pytest.mark.parametrize("code", PRESETS)
def test_what_it_says_of_its_lengths_is_what_is_played(code):
    preset = PRESETS[code]
    parts = preset.played_as.part_names
    assert all(each["part"] in parts for each in preset.rounds)
    terms = preset.announcement
    for name in ("check_in", "capacity"):
        terms.pop(name)
    checked = checked_announcement(**terms)
    assert checked == terms, "an announcement has everything that was left to be decided"


@pytest.mark.django_db
@each("code", PRESETS)
def test_it_is_announced_entered_and_drawn(code):
    preset, staff = PRESETS[code], UserFactory(is_staff=True)
    with rolled_back():
        tournament = tournament_create(actor=staff, club=ClubFactory(), name="Event", **preset.announcement)
        assert (tournament.capacity, tournament.check_in) == (preset.most, preset.check_in)
        if tournament.entrants != "singles":
            return
        for player in PlayerFactory.create_batch(preset.least):
            entry_add(actor=staff, tournament_id=tournament.pk, player=player, now=NOON)
        tournament.check_in = False
        tournament.save()
        drawn = tournament_draw(actor=staff, tournament_id=tournament.pk, seeding=Seeding.RANDOM)
        assert len(drawn.order) == preset.least


def test_each_has_its_row_with_its_name_and_for_how_many_it_is():
    documented = rows("announcing.md")
    assert documented.keys() == PRESETS.keys()
    for code, (name, _, field, _) in documented.items():
        assert (name, field) == (PRESETS[code].name, f"{PRESETS[code].least} to {PRESETS[code].most}")
