"""What documents show of other subjects: whatever is changed of those, the tags of the documents tell.

Each change is looked at as soon as it is written, and again when workers have done what follows.
"""

import re
from datetime import UTC, datetime
from typing import Any, NamedTuple

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from matches.accounts.models import User
from matches.play.models import Match
from matches.play.services import report_submit
from matches.players.models import Merge, Player
from matches.players.services import (
    login_close,
    merge_undo,
    player_anonymise,
    player_anonymise_due,
    players_merge,
)
from matches.ratings.models import RatingPool
from matches.ratings.services import rating_pool_edit, rating_pool_rate
from tests.conftest import work_off
from tests.consent import player_create, player_edit
from tests.factories import UserFactory
from tests.matches.pictures.drawing import drawn, sent
from tests.rows import made_once, rolled_back
from tournaments.clubs.models import Club
from tournaments.clubs.services import club_edit, club_sanction, sanction_preview
from tournaments.events.services import tournament_edit
from tournaments.ladders.services import ladder_create, ladder_edit, ladder_join
from tournaments.leagues.models import Division
from tournaments.leagues.services import league_edit
from tournaments.ponds.models import Pond
from tournaments.ponds.services import pond_edit
from tournaments.venues.services import venue_edit

from .permissions import Walk
from .tags import answers, untold, versioned_addresses
from .world import PASSWORD, two_clubs

pytestmark = pytest.mark.django_db

LONG_AGO = datetime(1900, 1, 1, tzinfo=UTC)


class Place(NamedTuple):
    """The first of the two clubs, with what stands there besides."""

    club: Any
    addresses: list[str]

    @property
    def owner(self):
        return self.club.people["owner"]

    @property
    def staff(self):
        return self.club.people["staff"]

    def number(self, word):
        return self.club.things[word]

    def player(self, at):
        return Player.objects.get(pk=self.club.things["field"][at])


@pytest.fixture(scope="module")
def place(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        world = Walk(made_once("the two clubs", two_clubs)).world
        found = Place(world.ours, [])
        things, club = world.ours.things, Club.objects.get(pk=world.ours.things["clubs"])
        ladder = ladder_create(actor=found.owner, club=club, name="By Ratings", kind="rating", length=5)
        for at in (0, 1):
            ladder_join(actor=found.owner, ladder_id=ladder.pk, player=found.player(at))
        members = [found.player(at) for at in (0, 1)]
        pair = player_create(actor=found.owner, name="Two", kind="pair", members=members)
        Pond.objects.filter(pk=things["dry"]).update(director=UserFactory(username="directs alone"))
        things |= {"by ratings": ladder.pk, "pair": pair.pk}
        work_off()
        # Of one event, in which the players whom changes are of have played, all there is.
        event = f"/api/v1/tournaments/{things['shared']}/"
        of_event = [f"{event}{part}" for part in ("", "bracket/", "standings/", "fixtures/")]
        played = Match.objects.filter(fixture__tournament=things["shared"]).values_list("pk", flat=True)
        of_event += [f"/api/v1/matches/{match}/" for match in played]
        found.addresses.extend(dict.fromkeys([*versioned_addresses(world), *of_event]))
        yield found
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def before(place):
    return answers(APIClient(), place.addresses)


def everybodys_pool():
    return RatingPool.objects.filter(everybody=True).earliest("pk").pk


def renamed(edit, word, name):
    """A change of the name of what `word` stands for."""
    return lambda place: edit(actor=place.owner, **{name: place.number(word)}, name="Another Name")


def rename_player(place):
    player_edit(actor=place.staff, player_id=place.player(0).pk, name="Another Name")


def rename_pair(place):
    player_edit(actor=place.staff, player_id=place.number("pair"), name="Another Name")


def make_pair(place):
    members = [place.player(at) for at in (0, 2)]
    player_create(actor=place.staff, name="Two Others", kind="pair", members=members)


def change_pair(place):
    members = [place.player(at) for at in (1, 2)]
    player_edit(actor=place.staff, player_id=place.number("pair"), members=members)


def double(place):
    """Another record of a player who has played."""
    return player_create(actor=place.owner, name="Double")


def merge_players(place):
    return players_merge(actor=place.staff, kept=double(place), absorbed=place.player(1))


def merge_and_part(place):
    merge = merge_players(place)
    work_off()
    merge_undo(actor=place.staff, merge=Merge.objects.get(pk=merge.pk), reason="Two people.")


def anonymise_player(place):
    player = place.player(2)
    asked = player_anonymise(actor=place.staff, player_id=player.pk, confirmation=player.name)
    player_anonymise_due(request_id=asked.pk, now=asked.effective_at)


def close_login(place):
    login = User.objects.get(username="directs alone")
    login.set_password(PASSWORD)
    login.save(update_fields=["password"])
    login_close(actor=login, confirmation=PASSWORD)


def rename_login(place):
    login = place.player(1).user
    login.username = "another-name"
    login.save()


def rename_rating_pool(place):
    rating_pool_edit(actor=place.staff, rating_pool_id=everybodys_pool(), name="Another Name")


def rate_otherwise(place):
    rating_pool_rate(actor=place.staff, rating_pool_id=everybodys_pool(), rating_system="elo", provisional=50)


def rate_as_before(place):
    """Other terms, by which everything is rated as it was."""
    rating_pool_rate(actor=place.staff, rating_pool_id=everybodys_pool(), provisional=50)


def sanction_no_more(place):
    club = Club.objects.get(pk=place.number("clubs"))
    terms = {"actor": place.staff, "club": club, "rating_pool": None, "sanctioned": False, "since": LONG_AGO}
    token = sanction_preview(**terms).token
    club_sanction(**terms, reason="No more.", preview=token)


def play_elsewhere(place):
    """A result that moves ratings."""
    match = place.number("match cup")
    report_submit(match_id=match, actor=place.owner, score=(0, 5))


def play_in_division(place):
    division = Division.objects.get(season__league=place.number("leagues"))
    match = Match.objects.filter(fixture__tournament=division.tournament_id).earliest("pk")
    report_submit(match_id=match.pk, actor=place.owner, score=(1, 3))


def rename_division(place):
    division = Division.objects.get(season__league=place.number("leagues"))
    tournament_edit(actor=place.owner, tournament_id=division.tournament_id, name="Another Name")


def change_regulations(place):
    tournament_edit(actor=place.owner, tournament_id=place.number("empty"), regulations={"preset": "wbgf"})


def give_picture(place):
    club_edit(actor=place.owner, club_id=place.number("clubs"), picture=sent(drawn()), picture_alt="A board.")


def give_logo(place):
    club_edit(actor=place.owner, club_id=place.number("clubs"), logo=sent(drawn()))


# Each change, and the documents that show it: by the end of their addresses.
CHANGES = {
    rename_player: "players matches tournaments/bracket tournaments/standings tournaments/fixtures ladders "
    "ladders/steps ponds/entries leagues/seasons",
    rename_pair: "players",
    make_pair: "players",
    change_pair: "players",
    merge_players: "players matches tournaments/bracket",
    merge_and_part: "",
    anonymise_player: "players matches tournaments/bracket ponds/entries",
    close_login: "ponds",
    rename_login: "players",
    rename_rating_pool: "players matches rating-pools",
    rate_otherwise: "players matches rating-pools ladders",
    rate_as_before: "players rating-pools",
    sanction_no_more: "clubs players matches ladders",
    play_elsewhere: "matches players ladders tournaments/standings",
    play_in_division: "leagues/seasons",
    rename_division: "leagues/seasons",
    change_regulations: "tournaments",
    give_picture: "clubs",
    give_logo: "clubs",
    renamed(club_edit, "clubs", "club_id"): "clubs players venues ladders ponds tournaments leagues",
    renamed(venue_edit, "venues", "venue_id"): "venues tournaments",
    renamed(ladder_edit, "bare", "ladder_id"): "ladders",
    renamed(league_edit, "unopened", "league_id"): "leagues",
    renamed(pond_edit, "dry", "pond_id"): "ponds",
    renamed(tournament_edit, "empty", "tournament_id"): "tournaments",
}


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_the_tag_tells(place, before, change):
    with rolled_back():
        change(place)
        at_once = answers(APIClient(), place.addresses)
        work_off()
        then = answers(APIClient(), place.addresses)
    assert not untold(before, at_once)
    assert not untold(at_once, then)
    shown = {kind_of(each) for each in before if before[each][0] not in (at_once[each][0], then[each][0])}
    shown |= {kind_of(each) for each in before if before[each][0] != then[each][0]}
    assert set(CHANGES[change].split()) <= shown


def kind_of(address):
    """Of "/api/v1/tournaments/5/draw/" it is "tournaments/draw"."""
    return re.sub(r"/\d+", "", address.removeprefix("/api/v1/")).strip("/")
