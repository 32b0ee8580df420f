"""A club whose Tuesday knockout is held every week."""

from datetime import UTC, datetime

import pytest

from tests.factories import AppointmentFactory, ClubFactory
from tournaments.events.services import tournament_create
from tournaments.series.services import series_create

# Half past seven in Amsterdam, on the last Tuesday of summer time.
TUESDAY = datetime(2099, 10, 20, 17, 30, tzinfo=UTC)


@pytest.fixture
def club(director):
    made = ClubFactory(time_zone="Europe/Amsterdam")
    AppointmentFactory(club=made, user=director, role="owner")
    return made


@pytest.fixture
def night(club, director):
    return tournament_create(
        actor=director, club=club, name="Tuesday knockout 12", lengths=[7], starts_at=TUESDAY, capacity=16
    )


@pytest.fixture
def series(night, director):
    return series_create(actor=director, source=night)
