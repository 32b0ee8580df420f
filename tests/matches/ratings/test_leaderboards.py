"""Leaderboards: of all, over a period, of a variant, of a club, with whom they leave out; and their page."""

from datetime import timedelta
from itertools import product

import pytest

from matches.players.models import Player
from matches.players.selectors import public_country
from matches.players.services import players_merge
from matches.ratings.errors import InvalidPeriod
from matches.ratings.models import RatingEntry, RatingPool, RatingStanding, RatingVariantRecord
from matches.ratings.selectors import (
    Board,
    Leader,
    Leaderboard,
    is_rating_inactive,
    is_rating_provisional,
    rating_expectation,
    rating_pool_list,
)
from matches.ratings.services import Elsewhere, rating_pool_open, results_import
from tests.conftest import NOON, work_off
from tests.consent import player_edit
from tests.factories import PlayerFactory, UserFactory

from .listing import standing_list

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
LATER = NOON + 100 * DAY


@pytest.fixture
def rating_pool(players):
    """Over four days Ann beats Bob, Bob beats Cem at nackgammon, Cem beats Ann, Ann beats Dai; by Elo."""
    ann, bob, cem, dai = players(4)
    staff = UserFactory(is_staff=True)
    rating_pool_open(
        actor=staff,
        name="National",
        everybody=True,
        rating_system="elo",
        parameters={"k_factor": 40},
        provisional=6,
        inactive_after=97,
    )
    rows = [
        (ann, bob, "backgammon"),
        (bob, cem, "nackgammon"),
        (cem, ann, "backgammon"),
        (ann, dai, "backgammon"),
    ]
    results_import(
        actor=staff,
        source="Before.",
        results=[
            Elsewhere(one.pk, two.pk, 5, (5, 0), NOON + number * DAY, variant)
            for number, (one, two, variant) in enumerate(rows)
        ],
        now=LATER,
    )
    work_off()
    return rating_pool_list().get(name="National")


def names(rows):
    return [row.name for row in rows]


def board(rating_pool, **asked):
    return Leaderboard(rating_pool, Board(**asked), LATER)[0:99]


def test_the_highest_rating_leads(rating_pool):
    rows = board(rating_pool)
    assert names(rows) == ["Ann", "Cem", "Bob", "Dai"]
    assert [(row.matches, row.won, row.experience) for row in rows] == [
        (3, 2, 15),
        (2, 1, 10),
        (2, 1, 10),
        (1, 0, 5),
    ]
    assert [row.gained for row in rows] == pytest.approx([row.rating - 1500 for row in rows])
    assert sum(row.gained for row in rows) == pytest.approx(0)


def test_a_board_at_a_past_moment_is_the_board_that_was(rating_pool):
    """After the first day Ann has beaten Bob, an even chance, by K = 40; nobody else has played."""
    rows = board(rating_pool, until=NOON + DAY)
    assert [(row.name, row.rating, row.matches) for row in rows] == [("Ann", 1520, 1), ("Bob", 1480, 1)]


def test_a_board_of_a_period_counts_its_matches_and_shows_the_rating_at_its_end(rating_pool):
    """The first moment of a period counts, its end does not."""
    rows = board(rating_pool, since=NOON + DAY, until=NOON + 3 * DAY)
    assert {(row.name, row.matches, row.won) for row in rows} == {
        ("Ann", 1, 0),
        ("Bob", 1, 1),
        ("Cem", 2, 1),
    }
    (ann,) = (row for row in rows if row.name == "Ann")
    assert (ann.rating, ann.experience) == (pytest.approx(1520 + ann.gained), 10)
    assert names(board(rating_pool, since=NOON + 3 * DAY)) == ["Ann", "Dai"]
    assert board(rating_pool, since=NOON + 4 * DAY) == []


def test_whoever_fell_within_a_period_has_the_rating_of_its_end(rating_pool):
    """It is the last one, not the highest, of two at the same moment that of the later match."""
    ann = Player.objects.get(name="Ann")
    at_once = [
        Elsewhere(ann.pk, other.pk, 5, points, NOON + 50 * DAY, "backgammon")
        for other, points in zip(Player.objects.exclude(pk=ann.pk), ((5, 0), (0, 5)), strict=False)
    ]
    results_import(actor=UserFactory(is_staff=True), source="After.", results=at_once, now=LATER)
    work_off()
    for end, matches in ((3, 2), (51, 5)):
        (row,) = (row for row in board(rating_pool, since=NOON, until=NOON + end * DAY) if row.name == "Ann")
        entries = RatingEntry.objects.filter(rating_pool=rating_pool, player=ann.pk)
        last = entries.filter(finalised_at__lt=NOON + end * DAY).order_by("finalised_at", "match").last()
        assert (row.matches, row.rating, row.experience) == (matches, last.value_after, 5 * matches)
        assert row.rating < max(entry.value_after for entry in entries)


def test_a_board_of_a_variant_counts_its_matches_alone(rating_pool):
    rows = board(rating_pool, variant="nackgammon")
    assert {(row.name, row.matches, row.won) for row in rows} == {("Bob", 1, 1), ("Cem", 1, 0)}
    assert {row.name: row.rating for row in rows}.items() <= {
        row.name: row.rating for row in board(rating_pool)
    }.items()


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ({"experience": 10}, ["Ann", "Cem", "Bob"]),
        ({"experience": 11}, ["Ann"]),
        ({"matches": 2}, ["Ann", "Cem", "Bob"]),
        ({"established": True}, ["Ann", "Cem", "Bob"]),
        ({"active": True}, ["Ann", "Dai"]),
        ({"active": True, "until": NOON + 50 * DAY}, ["Ann", "Cem", "Bob", "Dai"]),
        ({"matches": 2, "since": NOON + DAY}, ["Ann", "Cem"]),
    ],
    ids=str,
)
def test_a_board_leaves_out_whom_it_is_asked_to(rating_pool, asked, found):
    """Bob's last match is 99 days past, Cem's 98, Ann's and Dai's 97: at 97 a rating is still active."""
    assert names(board(rating_pool, **asked)) == found


def test_who_was_merged_is_expected_to_play_as_the_record_kept(rating_pool):
    double, staff = PlayerFactory(user=None), UserFactory(is_staff=True)
    (ann, bob) = Player.objects.filter(name__in=("Ann", "Bob")).order_by("name")
    players_merge(actor=staff, kept=ann, absorbed=double)
    expected = [rating_expectation(rating_pool, one.pk, bob.pk, 5, LATER) for one in (ann, double)]
    assert expected[0] == expected[1]
    assert expected[0].chance > 0.5


def test_an_empty_period_is_refused(rating_pool):
    with pytest.raises(InvalidPeriod):
        Board(since=NOON, until=NOON)


def test_provisional_and_inactive_are_as_the_terms_say(rating_pool):
    assert [is_rating_provisional(rating_pool, points) for points in (5, 6, 7)] == [True, False, False]
    assert [is_rating_inactive(rating_pool, NOON, NOON + days * DAY) for days in (96, 97, 98)] == [
        False,
        False,
        True,
    ]
    first = RatingPool.objects.order_by("pk")[0]
    assert not is_rating_provisional(first, 0)
    assert not is_rating_inactive(first, NOON, NOON + 9999 * DAY)


def test_what_is_expected_of_a_match_is_what_comes(rating_pool):
    one, two = (row.player_id for row in board(rating_pool)[:2])
    found = rating_expectation(rating_pool, one, two, 7, LATER)
    ratings = {row.player_id: row.rating for row in board(rating_pool)}
    assert found.chance > 0.5
    assert found.if_won == pytest.approx(ratings[one] + 40 * (1 - found.chance))
    assert found.if_lost == pytest.approx(ratings[one] - 40 * found.chance)
    other = rating_expectation(rating_pool, two, one, 7, LATER)
    assert other.chance == pytest.approx(1 - found.chance)
    assert other.if_lost - ratings[two] == pytest.approx(ratings[one] - found.if_won)


def each_board():
    """Boards with everything that may be asked for, alone and together."""
    periods = [{}, {"since": NOON + DAY}, {"until": NOON + 3 * DAY}, {"since": NOON, "until": NOON + 2 * DAY}]
    for period, variant, experience, matches, active, established in product(
        periods, (None, "backgammon", "nackgammon"), (0, 10), (1, 2), (False, True), (False, True)
    ):
        yield Board(
            **period,
            variant=variant,
            experience=experience,
            matches=matches,
            active=active,
            established=established,
        )


def test_a_board_is_what_the_rows_say(rating_pool):
    """In each order, wherever it is read from, and counted; with ratings that are equal."""
    for standing in RatingStanding.objects.filter(player__name__in=("Bob", "Cem")):
        of_player = {"rating_pool": standing.rating_pool_id, "player": standing.player_id}
        last = RatingEntry.objects.filter(**of_player, finalised_at=standing.last_at)
        assert last.update(value_after=1490) == 1
        RatingStanding.objects.filter(**of_player).update(value=1490)
        for record in RatingVariantRecord.objects.filter(**of_player):
            entries = RatingEntry.objects.filter(**of_player, match__variant=record.variant)
            record.gained = sum(entry.value_after - entry.value_before for entry in entries)
            record.save()
    for asked in each_board():
        rows, leaders = standing_list(rating_pool, asked, LATER), Leaderboard(rating_pool, asked, LATER)
        found = leaders[0:9]
        assert [as_row(leader) for leader in found] == [as_expected(row) for row in rows], asked
        assert (leaders.count(), leaders[1:3]) == (len(found), found[1:3])
        for name, column in (("rating", "rating"), ("matches", "played")):
            for way, other in (("-", ""), ("", "-")):
                order = (f"{way}{name}", f"{other}player_id")
                expected = rows.order_by(f"{way}{column}", f"{other}player")
                assert read_through(leaders, order) == [row.player_id for row in expected], (asked, order)


def test_of_very_many_only_so_many_are_counted(rating_pool, monkeypatch):
    monkeypatch.setattr("matches.ratings.selectors.leaderboards.COUNTED", 3)
    for asked in ({}, {"since": NOON}, {"variant": "backgammon"}, {"until": NOON + 9 * DAY}):
        assert Leaderboard(rating_pool, Board(**asked), LATER).count() == 3


def as_row(leader):
    return leader._replace(gained=pytest.approx(leader.gained), carried=[*leader.carried])


def as_expected(row):
    return Leader(
        row.player_id, row.player_id, row.player.name, public_country(row.player), row.rating,
        row.points, row.played, row.victories,
        row.gained, row.latest, row.peak, row.value, row.experience, row.carried, row.last_at,
    )  # fmt: skip


def read_through(leaders, order):
    """The numbers of the players, read one by one, each from behind the one before."""
    found, position = [], None
    while page := leaders.behind(order, position, 1):
        (leader,) = page
        found.append(leader.player_id)
        position = [str(getattr(leader, name.lstrip("-"))) for name in order]
    return found


def test_who_was_merged_leads_as_the_record_kept(rating_pool):
    """Also until the ratings are folded anew; the place in the list is still that of the old record."""
    ann, kept = Player.objects.get(name="Ann"), PlayerFactory(name="Anna", user=None)
    Player.objects.filter(pk=ann.pk).update(stand_in=kept)
    leader = board(rating_pool)[0]
    assert (leader.player_id, leader.number, leader.name) == (ann.pk, kept.pk, "Anna")


def test_a_board_takes_one_query(rating_pool, django_assert_num_queries):
    with django_assert_num_queries(1):
        board(rating_pool, since=NOON, variant="backgammon", experience=5, active=True, established=True)
    with django_assert_num_queries(2):
        board(rating_pool, of={"club": 5})


# -- Pages


def test_the_leaderboard_s_page_shows_what_is_asked(rating_pool, client):
    page = client.get(f"/ratings/{rating_pool.pk}/").content.decode()
    assert page.index(">Ann<") < page.index(">Cem<") < page.index(">Dai<")
    assert "Elo" in page
    page = client.get(
        f"/ratings/{rating_pool.pk}/?variant=nackgammon&since=2026-03-08&until=2026-03-08"
    ).content
    assert b">Bob<" in page
    assert b">Ann<" not in page
    page = client.get(f"/ratings/{rating_pool.pk}/?since=2026-03-09&until=2026-03-08").content.decode()
    assert "it ends before it begins" in page
    page = client.get(
        f"/ratings/{rating_pool.pk}/?since=2026-03-07", headers={"Accept-Language": "ja"}
    ).content.decode()
    assert "レーティング" in page


def test_ranking_and_players_pages_show_the_rating_pool_that_is_asked_for(rating_pool, client):
    ann = Player.objects.get(pk=board(rating_pool)[0].player_id)
    everybody = RatingPool.objects.get(name="Everybody")
    assert "1500" not in client.get(f"/players/?rating_pool={rating_pool.pk}").content.decode()
    shown = {
        number: client.get(f"/players/{ann.pk}/?rating_pool={number}").content.decode()
        for number in (rating_pool.pk, everybody.pk)
    }
    value = ann.ratings.get(rating_pool=rating_pool).value
    assert all(f"{value:.2f}" in page for page in shown.values()), "the header has every pool's"
    assert "Highest" in shown[rating_pool.pk]
    assert shown[rating_pool.pk] != shown[everybody.pk]
    assert client.get("/players/?rating_pool=999").status_code == 404
    assert client.get("/players/?rating_pool=x").status_code == 200


def test_who_has_it_is_not_sent_it_again(rating_pool, club, client):
    address = f"/api/v1/rating-pools/{rating_pool.pk}/leaderboard/"
    tag = client.get(address)["ETag"]
    assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
    # Who belongs to a club changes without any of the pool.
    assert "ETag" not in client.get(address, {"club": club.pk}, headers={"If-None-Match": tag})
    leader = RatingStanding.objects.order_by("-value").first().player
    player_edit(actor=UserFactory(is_staff=True), player_id=leader.pk, name="Another Name")
    response = client.get(address, headers={"If-None-Match": tag})
    assert response.status_code == 200
    assert response.json()["results"][0]["player"]["name"] == "Another Name"
