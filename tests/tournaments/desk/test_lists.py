"""What is entered by lists takes as many queries for a thousand as for ten."""

from datetime import timedelta
from itertools import count as numbers_from
from itertools import islice

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.players.models import Player
from matches.players.services import NewPerson
from matches.ratings.services import Elsewhere, results_import
from tests.conftest import NOON
from tests.factories import PlayerFactory, UserFactory
from tournaments.clubs.services import club_players_record
from tournaments.desk.services import persons_enter
from tournaments.events.services import tournament_create
from tournaments.exchange.rules.entrants import Entrant
from tournaments.exchange.services import entries_import

pytestmark = pytest.mark.django_db

FEW, MANY = 10, 1_000
NUMBERS = numbers_from(1)


def people(count: int) -> list[Player]:
    """Persons with logins, so that each is asked whether they may be entered."""
    logins = [UserFactory.build(username=f"p{number}") for number in islice(NUMBERS, count)]
    type(logins[0]).objects.bulk_create(logins)
    return Player.objects.bulk_create(
        PlayerFactory.build(name=f"Person {login.username}", user=login, entered_by="anybody")
        for login in logins
    )


def results_of(count, director, club):
    field = people(2 * count)
    staff = UserFactory(is_staff=True)
    results = [
        Elsewhere(one.pk, two.pk, 5, (5, 3), NOON - timedelta(minutes=place))
        for place, (one, two) in enumerate(zip(field[::2], field[1::2], strict=True))
    ]
    return lambda: results_import(actor=staff, results=results, source="The old list.")


def new_players_of(count, director, club):
    persons = [NewPerson(f"New {number}", aliases=[f"nick{number}"]) for number in range(count)]
    return lambda: club_players_record(actor=director, club=club, persons=persons)


def entries_of(count, director, club):
    event = tournament_create(actor=director, club=club, name="Open", lengths=(5,))
    # A field is of 1,024 at most; half of them are known.
    known = people(count // 2)
    persons = [*known, *(NewPerson(f"New {number}") for number in range(count - len(known)))]
    return lambda: persons_enter(actor=director, tournament=event, persons=persons)


def entrants_of(count, director, club):
    event = tournament_create(actor=director, club=club, name="Open", lengths=(5,))
    known = people(count // 2)
    rows = [Entrant(row, "", player.pk, "", "", False) for row, player in enumerate(known, 2)]
    rows += [Entrant(row, f"New {row}", None, "", "", False) for row in range(len(rows) + 2, count + 2)]
    return lambda: entries_import(actor=director, tournament_id=event.pk, entrants=rows)


@pytest.mark.parametrize("listed", [results_of, new_players_of, entries_of, entrants_of])
def test_a_thousand_take_as_many_queries_as_ten(director, club, listed):
    counts = []
    for count in (FEW, MANY):
        write = listed(count, director, club)
        with CaptureQueriesContext(connection) as queries:
            assert len(write()) == count
        counts.append(len(queries))
    assert counts[0] == counts[1]
    assert counts[1] <= 25
