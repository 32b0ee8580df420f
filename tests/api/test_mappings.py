"""What is answered from columns is to the byte what the serializers that describe it would have written.

Of a night on which nearly everything happened, and of what it leaves out.
"""

import json
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.db.models import Model, QuerySet
from django.utils import timezone
from rest_framework.renderers import JSONRenderer
from rest_framework.serializers import BaseSerializer
from rest_framework.test import APIClient

from matches.accounts.models import User
from matches.hooks import with_sections
from matches.play.api.matches import MatchDetailOutput, MatchOutput
from matches.play.models import Match
from matches.play.selectors import live_prefetch, match_list
from matches.players.api.players import PlayerOutput
from matches.players.models import Player
from matches.players.selectors import player_list
from matches.ratings.api.rating_pools import LeaderOutput
from matches.ratings.models import RatingEntry, RatingPool, RatingStanding
from matches.ratings.selectors import Board
from tests.conftest import api_as
from tests.factories import UserFactory
from tests.matches.ratings.listing import standing_list
from tests.tournaments.events.listing import fixture_list
from tournaments.clubs.models import Club, Registration
from tournaments.events.api.course import FixtureOutput, RoundOutput, StandingsOutput
from tournaments.events.selectors import (
    tournament_course,
    tournament_list,
    tournament_numbers,
)
from tournaments.events.selectors.numbers import fixtures_numbered
from tournaments.ladders.api.ladders import RungOutput
from tournaments.ladders.selectors import ladder_list, ladder_now, ladder_rung_rows

pytestmark = pytest.mark.django_db


def written(serializer: BaseSerializer[Any]) -> bytes:
    return JSONRenderer().render(serializer.data)


def answered(path: str, client: APIClient | None = None) -> bytes:
    response = (client or APIClient()).get(path)
    assert response.status_code == 200, response.content
    return response.content


def answered_rows(path: str) -> bytes:
    """The rows of a list that fits one page, as they are written."""
    content = answered(f"{path}{'&' if '?' in path else '?'}page_size=200")
    assert content.startswith(b'{"next":null,"previous":null,"results":')
    return content.partition(b'"results":')[2][:-1]


def instances_of_matches() -> QuerySet[Match]:
    return match_list().prefetch_related(*live_prefetch()).order_by("-pk")


def test_the_night_has_what_is_worth_comparing(eventful):
    matches = Match.objects.all()
    assert matches.filter(one__stand_in__isnull=False).exists()
    assert matches.exclude(penalties=None).exists()
    assert matches.exclude(live_games=None).exists()
    assert {"open", "final", "void"} <= {*matches.values_list("state", flat=True)}
    assert Player.objects.filter(anonymised=True).exists()


def test_lists_of_matches(eventful):
    assert answered_rows("/api/v1/matches/") == written(MatchOutput(instances_of_matches(), many=True))
    for state in Match.State.values:
        rows = instances_of_matches().filter(state=state)
        assert answered_rows(f"/api/v1/matches/?state={state}") == written(MatchOutput(rows, many=True))


def test_matches(eventful):
    for match in with_sections(instances_of_matches()):
        assert answered(f"/api/v1/matches/{match.pk}/") == written(MatchDetailOutput(match))


def test_fixtures(eventful):
    for tournament in tournament_list():
        rows = fixtures_numbered(
            list(fixture_list(tournament).order_by("-pk")), tournament_numbers(tournament)
        )
        expected = written(FixtureOutput(rows, many=True))
        assert answered_rows(f"/api/v1/tournaments/{tournament.pk}/fixtures/") == expected


def test_brackets_and_standings(eventful):
    for tournament in tournament_list():
        address = f"/api/v1/tournaments/{tournament.pk}"
        course = tournament_course(tournament)
        assert answered(f"{address}/bracket/") == written(RoundOutput(course.rounds, many=True))
        assert answered(f"{address}/standings/") == written(StandingsOutput(course.standings, many=True))
        for part in course.shown_parts:
            expected = written(StandingsOutput(part.table, many=True))
            assert answered(f"{address}/standings/?part={part.code}") == expected


def test_ladders(eventful):
    for ladder in ladder_list():
        shown = json.loads(answered(f"/api/v1/ladders/{ladder.pk}/"))
        expected = json.loads(written(RungOutput(ladder_rung_rows(ladder_now(ladder)), many=True)))
        assert shown["rungs"] == expected


def test_leaderboards(eventful):
    for rating_pool in RatingPool.objects.filter(removed=False):
        address = f"/api/v1/rating-pools/{rating_pool.pk}/leaderboard/"
        for query, board in boards_asked():
            rows = standing_list(rating_pool, board, timezone.now())
            expected = written(LeaderOutput(rows, many=True, context={"rating_pool": rating_pool}))
            assert answered_rows(f"{address}?{query}") == expected, query
            busiest = written(
                LeaderOutput(
                    rows.order_by("-played", "player"), many=True, context={"rating_pool": rating_pool}
                )
            )
            assert answered_rows(f"{address}?{query}&ordering=-matches") == busiest, query


def boards_asked() -> Iterator[tuple[str, Board]]:
    """Leaderboards of all, over periods, of a variant and of clubs, as a query and as a board."""
    yield "matches=1", Board()
    middle = list(Match.objects.filter(state="final").values_list("result__finalised_at", flat=True))
    at = sorted(middle)[len(middle) // 2]
    shown = at.isoformat().replace("+00:00", "Z")
    yield f"since={shown}", Board(since=at)
    yield f"until={shown}", Board(until=at)
    yield f"since={shown}&active=true&matches=2", Board(since=at, active=True, matches=2)
    for variant in ("backgammon", "nackgammon"):
        yield f"variant={variant}", Board(variant=variant)
    for club in Club.objects.values_list("pk", flat=True):
        yield f"club={club}", Board(of={"club": club})
        yield f"club={club}&until={shown}", Board(of={"club": club}, until=at)


def test_whole_numbers_are_written_as_ratings(eventful):
    standing = RatingStanding.objects.order_by("-matches")[0]
    RatingStanding.objects.filter(pk=standing.pk).update(value=1500, peak=1600)
    RatingEntry.objects.filter(player=standing.player_id).update(value_before=1500, value_after=1520)
    player = json.loads(answered(f"/api/v1/players/{standing.player_id}/"), parse_float=str)
    (rating,) = (each for each in player["ratings"] if each["rating_pool"]["id"] == standing.rating_pool_id)
    assert (rating["rating"], rating["peak"]) == ("1500.0", "1600.0")
    match = RatingEntry.objects.filter(player=standing.player_id).values_list("match", flat=True)[0]
    assert answered(f"/api/v1/matches/{match}/") == written(
        MatchDetailOutput(with_sections(instances_of_matches()).get(pk=match))
    )


def viewers() -> list[User | None]:
    """Nobody, staff, who directs events, and some who play."""
    staff = User.objects.filter(is_staff=True).first() or UserFactory(is_staff=True)
    owners = User.objects.filter(appointments__isnull=False).distinct()[:3]
    own = User.objects.filter(player__isnull=False)[:3]
    return [None, staff, *owners, *own]


def test_players(eventful):
    Player.objects.filter(kind="person").first().aliases.create(name="goldpoint")
    handed_on = Registration.objects.exclude(club=None).first()
    Registration.objects.create(player=handed_on.player, recorded_by=handed_on.recorded_by)
    for viewer in viewers():
        client = api_as(viewer)
        request = SimpleNamespace(user=viewer)
        for player in player_list():
            expected = written(PlayerOutput(player, context={"request": request}))
            assert answered(f"/api/v1/players/{player.pk}/", client) == expected
        rows = player_list().filter(stand_in=None).order_by("-pk")[:200]
        expected = written(PlayerOutput(rows, many=True, context={"request": request}))
        content = answered("/api/v1/players/?page_size=200", client)
        assert content.partition(b'"results":')[2][:-1] == expected


def missing(model: type[Model]) -> int:
    return (model._default_manager.order_by("-pk").values_list("pk", flat=True).first() or 0) + 1


def test_what_is_not_there_is_not_found(eventful):
    for path, model in (("matches", Match), ("players", Player)):
        response = APIClient().get(f"/api/v1/{path}/{missing(model)}/")
        assert (response.status_code, response.json()["code"]) == (404, "not_found")
