"""Rows for tests. What has a service is made by it in the tests; these make the people around it."""

import os
from datetime import UTC, datetime

import factory
from factory.django import DjangoModelFactory

from matches.accounts.models import ServiceUse, User
from matches.play.models import Match
from matches.players.models import Alias, Player
from matches.ratings.models import RatingPool, RatingStanding
from matches.ratings.services import EARLIEST
from tournaments.clubs.models import Appointment, Club, Membership, Sanction
from tournaments.events.models import Tournament


class UserFactory(DjangoModelFactory):
    class Meta:
        model = User

    # Rows that one worker made once stand beside those of another (tests.rows.made_once).
    username = factory.Sequence(lambda n: f"login{n}-{os.getpid()}")


class PlayerFactory(DjangoModelFactory):
    class Meta:
        model = Player

    name = factory.Sequence(lambda n: f"Player {n}")


class AliasFactory(DjangoModelFactory):
    class Meta:
        model = Alias

    player = factory.SubFactory(PlayerFactory)
    name = factory.Sequence(lambda n: f"nick{n}")


class MatchFactory(DjangoModelFactory):
    class Meta:
        model = Match

    one = factory.SubFactory(PlayerFactory)
    two = factory.SubFactory(PlayerFactory)
    length = 5


class RatingPoolFactory(DjangoModelFactory):
    class Meta:
        model = RatingPool
        django_get_or_create = ("name",)

    name = "Everybody"
    everybody = True


class StandingFactory(DjangoModelFactory):
    """A rating that no match has led to."""

    class Meta:
        model = RatingStanding

    rating_pool = factory.SubFactory(RatingPoolFactory)
    player = factory.SubFactory(PlayerFactory)
    value = 1500
    experience = 9
    matches = 2
    won = 1
    last_at = datetime(2026, 3, 7, 12, tzinfo=UTC)


class ClubFactory(DjangoModelFactory):
    """A club that is sanctioned for the ratings of everybody: ClubFactory(sanctioned=False) is not."""

    class Meta:
        model = Club
        skip_postgeneration_save = True

    name = factory.Sequence(lambda n: f"Club {n}")

    @factory.post_generation
    def sanctioned(self, create, extracted, **kwargs):
        if create and extracted is not False:
            Sanction.objects.create(club=self, sanctioned=True, since=EARLIEST)


class AppointmentFactory(DjangoModelFactory):
    class Meta:
        model = Appointment

    club = factory.SubFactory(ClubFactory)
    user = factory.SubFactory(UserFactory)
    role = "director"


class TournamentFactory(DjangoModelFactory):
    class Meta:
        model = Tournament

    club = factory.SubFactory(ClubFactory)
    name = factory.Sequence(lambda n: f"Tournament {n}")
    lengths = [5]
    created_by = factory.SubFactory(UserFactory)


class ServiceUseFactory(DjangoModelFactory):
    """What a service account did in an hour."""

    class Meta:
        model = ServiceUse

    token_prefix = "gp_abcdefg"
    hour = last_at = datetime(2026, 3, 7, 12, tzinfo=UTC)
    operation = "GET /api/v1/me/"
    subject = "/api/v1/me/"
    outcome = 200
    address = "192.0.2.0/24"


class MembershipFactory(DjangoModelFactory):
    class Meta:
        model = Membership

    club = factory.SubFactory(ClubFactory)
    player = factory.SubFactory(PlayerFactory)
