"""Rating pools of clubs and federations: which tournaments count in them."""

import pytest

from matches.accounts.errors import NotAllowed
from matches.play.services import match_create
from matches.ratings.errors import UnknownRatingPool
from matches.ratings.models import RatingEntry, RatingPool
from matches.ratings.selectors import Board, Leaderboard
from matches.ratings.services import rating_pool_edit, rating_pool_open, rating_pool_rate
from tests.answers import assert_problem, rows_of_everything
from tests.conftest import NOON, api_as, director_reports, fixture_at, work_off
from tests.consent import membership_add, player_edit
from tests.each import each
from tests.factories import UserFactory
from tournaments.clubs.errors import RatingPoolClosed
from tournaments.clubs.selectors import clubs_sanctioned, rating_pools_open_to
from tournaments.clubs.services import (
    arranged_match_count,
    club_player_record,
    club_rating_pool_open,
    club_sanction,
)
from tournaments.events.models import Counting, TournamentRatingPool
from tournaments.events.services import (
    entry_add,
    tournament_count,
    tournament_countings_compare,
    tournament_countings_restore,
    tournament_create,
    tournament_draw,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff():
    return UserFactory(username="federation", is_staff=True)


@pytest.fixture
def national(staff):
    return rating_pool_open(actor=staff, name="National")


@pytest.fixture
def own(club, director):
    return club_rating_pool_open(actor=director, club=club, name="Club rating", rating_system="elo")


def rated(rating_pool):
    return set(RatingEntry.objects.filter(rating_pool=rating_pool).values_list("match", flat=True))


def first_match(cup, director):
    match = fixture_at(cup, "R1-M1").match
    director_reports(match, director, (5, 2))
    return match.pk


def test_a_tournament_counts_in_every_rating_pool_that_is_open_to_its_club(
    club, director, staff, own, national, knockout, players
):
    field = players(4)
    before = first_match(knockout(4, field=field), director)
    club_sanction(actor=staff, rating_pool=national, club=club, now=NOON)
    after = first_match(knockout(4, field=field), director)
    assert list(rating_pools_open_to(club)) == [own, national]
    assert [*clubs_sanctioned(national)] == [club]
    assert rated(own) == {before, after}
    assert rated(national) == {after}


def test_a_tournament_says_otherwise_before_or_after(club, director, own, players):
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=(5,), rating_pools=[])
    for player in players(4):
        entry_add(actor=director, tournament_id=cup.pk, player=player)
    tournament_draw(actor=director, tournament_id=cup.pk, seeding="random")
    work_off()
    match = first_match(cup, director)
    assert rated(own) == set()
    for _ in range(2):
        tournament_count(actor=director, tournament_id=cup.pk, rating_pools=[own.pk])
    work_off()
    assert rated(own) == {match}
    assert Counting.objects.count() == 1, "what is so already is no fact"
    tournament_count(actor=director, tournament_id=cup.pk, rating_pools=[], reason="A friendly evening.")
    work_off()
    assert rated(own) == set()
    assert not own.standings.exists()
    assert [fact.counts for fact in Counting.objects.order_by("serial")] == [True, False]


def test_a_club_that_is_sanctioned_no_more_announces_nothing_that_counts(club, director, staff, national):
    club_sanction(actor=staff, rating_pool=national, club=club)
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=(5,))
    club_sanction(actor=staff, rating_pool=national, club=club, sanctioned=False, reason="No.")
    assert [*clubs_sanctioned(national)] == []
    tournament_count(actor=director, tournament_id=cup.pk, rating_pools=[national.pk])
    with pytest.raises(RatingPoolClosed, match="whoever manages it sanctions clubs for it"):
        tournament_create(actor=director, club=club, name="Next", lengths=(5,), rating_pools=[national.pk])


def test_a_director_changes_rating_pools_of_the_own_club_alone(club, director, own, national):
    rating_pool_rate(actor=director, rating_pool_id=own.pk, rating_system="jbf")
    stranger = UserFactory()
    for refused in (
        lambda: rating_pool_rate(actor=director, rating_pool_id=national.pk, rating_system="jbf"),
        lambda: club_sanction(actor=director, rating_pool=national, club=club),
        lambda: rating_pool_rate(actor=stranger, rating_pool_id=own.pk, rating_system="elo"),
        lambda: club_rating_pool_open(actor=stranger, club=club, name="Mine"),
    ):
        with pytest.raises(NotAllowed):
            refused()


def test_what_is_stored_of_rating_pools_is_compared_and_put_right(own, knockout, director, players):
    cup = knockout(4, field=players(4))
    match = first_match(cup, director)
    TournamentRatingPool.objects.all().delete()
    assert rated(own) == {match}
    found = list(tournament_countings_compare(repair=True))
    assert found == [
        f"tournament {cup.pk}: stored as one that does not count in rating pool {own.pk}; the facts say that "
        "it does"
    ]
    assert list(tournament_countings_compare()) == []
    TournamentRatingPool.objects.all().delete()
    tournament_countings_restore()
    assert list(tournament_countings_compare()) == []


def test_a_leaderboard_of_a_club_has_who_entered_or_belongs_there(club, director, staff, knockout, players):
    field = players(6)
    first_match(knockout(4, field=field[:4]), director)
    director_reports(match_create(one=field[4], two=field[5], length=5), staff, (5, 2))
    rating_pool = RatingPool.objects.get()

    def shown():
        return {leader.number for leader in Leaderboard(rating_pool, Board(of={"club": club.pk}), NOON)[0:99]}

    numbers = [player.pk for player in field]
    assert rating_pool.standings.count() == 4
    met = {standing.player_id for standing in rating_pool.standings.all()} & set(numbers[:4])
    assert shown() == met
    for member in field[4:]:
        membership_add(actor=director, club_id=club.pk, player=member)
    assert shown() == met | set(numbers[4:])
    player_edit(actor=field[4].user, player_id=field[4].pk, private=["clubs"])
    assert shown() == met | {numbers[5]}, "who keeps the own clubs private is known there by entries alone"
    assert not Leaderboard(rating_pool, Board(of={"club": 0}), NOON).count()


# -- Over the API


def test_rating_pools_of_clubs_and_tournaments_over_the_api(club, director, staff, national, players):
    api, federation = api_as(director), api_as(staff)
    opened = api.post(f"/api/v1/clubs/{club.pk}/rating-pools/", {"name": "Club rating"}, format="json")
    assert (opened.status_code, opened.data["everybody"]) == (201, False)
    body = {"rating_pool": national.pk}
    assert federation.post(f"/api/v1/clubs/{club.pk}/sanctions/", body, format="json").status_code == 201
    sanctioned = api.get(f"/api/v1/rating-pools/{national.pk}/clubs/").data["results"]
    assert sanctioned == [{"id": club.pk, "name": "Golden Club"}]
    open_to = api.get(f"/api/v1/clubs/{club.pk}/rating-pools/").data["results"]
    assert {rating_pool["name"] for rating_pool in open_to} == {"National", "Club rating"}
    cup = api.post(
        "/api/v1/tournaments/",
        {"club": club.pk, "name": "Cup", "lengths": [5], "rating_pools": [national.pk]},
        format="json",
    ).data["id"]
    address = f"/api/v1/tournaments/{cup}/rating-pools/"
    assert [rating_pool["name"] for rating_pool in api.get(address).data] == ["National"]
    both = {"rating_pools": [opened.data["id"], national.pk]}
    assert len(api.post(address, both, format="json").data) == 2
    assert len(api.get(address).data) == 2


@each(
    "path, sent, status, code",
    [
        ("tournaments/{cup}/rating-pools/", {"rating_pools": [0]}, 422, "unknown_rating_pool"),
        (
            "tournaments/{cup}/rating-pools/",
            {"rating_pools": ["{national}"]},
            409,
            "rating_pool_closed",
        ),
        (
            "tournaments/{cup}/rating-pools/",
            {"rating_pools": ["{everybody}"]},
            409,
            "rating_pool_closed",
        ),
        ("tournaments/{cup}/rating-pools/", {}, 400, "invalid_request"),
        ("tournaments/", {"rating_pools": ["{national}"]}, 409, "rating_pool_closed"),
        ("clubs/{club}/rating-pools/", {"name": "Everybody"}, 409, "rating_pool_name_taken"),
        ("clubs/{club}/rating-pools/", {"name": "C", "shortest": 0}, 422, "invalid_rating"),
        ("clubs/0/rating-pools/", {"name": "C"}, 404, "not_found"),
    ],
)
def test_what_cannot_count_is_refused_and_changes_nothing(
    club, director, own, national, path, sent, status, code
):
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=(5,))
    everybody = RatingPool.objects.get(name="Everybody")
    numbers = {"cup": cup.pk, "national": national.pk, "everybody": everybody.pk, "club": club.pk}

    def filled(value):
        if isinstance(value, list):
            return [filled(each) for each in value]
        return int(value.format(**numbers)) if str(value).startswith("{") else value

    body = {name: filled(value) for name, value in sent.items()}
    if path == "tournaments/":
        body |= {"club": club.pk, "name": "Next", "lengths": [5]}
    api, before = api_as(director), rows_of_everything()
    answer = api.post(f"/api/v1/{path.format(**numbers)}", body, format="json")
    assert (answer.status_code, answer.data["code"]) == (status, code), answer.data
    assert rows_of_everything() == before


def test_an_unknown_rating_pool_is_named(club, director):
    with pytest.raises(UnknownRatingPool, match="no rating pool 77"):
        tournament_create(actor=director, club=club, name="Cup", lengths=(5,), rating_pools=[77])


def test_nothing_new_counts_in_a_closed_rating_pool(club, director, own):
    rating_pool_edit(actor=director, rating_pool_id=own.pk, closed=True)
    assert list(rating_pools_open_to(club)) == []
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=(5,))
    assert not Counting.objects.exists()
    sent = {"rating_pools": [own.pk]}
    refused = api_as(director).post(f"/api/v1/tournaments/{cup.pk}/rating-pools/", sent)
    assert_problem(refused, 409, "rating_pool_closed", "it is closed, and nothing counts in it any more")
    one, two = (club_player_record(actor=director, club=club, name=name) for name in ("Kim", "Lin"))
    for closed, counted in ((True, []), (False, [own.pk])):
        rating_pool_edit(actor=director, rating_pool_id=own.pk, closed=closed)
        match = match_create(one=one, two=two, length=5)
        arranged_match_count(match, director)
        assert list(match.single_rating_pools.values_list("rating_pool", flat=True)) == counted


def test_a_club_removes_a_rating_pool_in_which_nothing_counts(club, director, own, staff):
    address = f"/api/v1/rating-pools/{own.pk}/"
    tournament_create(actor=director, club=club, name="Cup", lengths=(5,))
    used = assert_problem(api_as(director).delete(address), 409, "rating_pool_in_use")["in_use"]
    assert used
    assert_problem(api_as(UserFactory()).delete(address), 403, "not_allowed")
    other = club_rating_pool_open(actor=director, club=club, name="Mistake")
    assert api_as(director).delete(f"/api/v1/rating-pools/{other.pk}/").status_code == 204
    assert list(rating_pools_open_to(club)) == [own]
    listed = api_as(director).get(f"/api/v1/clubs/{club.pk}/rating-pools/").json()["results"]
    assert [row["id"] for row in listed] == [own.pk]
