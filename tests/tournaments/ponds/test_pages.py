"""The page of a pond: rounds that are over, and the form for the own bid."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.factories import UserFactory
from tests.tournaments.events.test_pages import text, visible
from tournaments.ponds import services
from tournaments.ponds.models import Bid, Pond, PondEntry

pytestmark = pytest.mark.django_db


@pytest.fixture
def pond(director, club, players):
    def make(count, *, start=True, **rest):
        row = services.pond_create(actor=director, club=club, name="Night swim", **rest)
        row.field = players(count)
        for player in row.field:
            services.pond_enter(actor=player.user, pond_id=row.pk, player=player)
        if start:
            services.pond_start(actor=director, pond_id=row.pk)
        return row

    return make


def bid(pond, number, round, points):
    user = pond.field[number].user
    services.pond_bid_make(actor=user, pond_id=pond.pk, round=round, points=points)


def act(client, user, pond, **fields):
    client.force_login(user)
    return client.post(f"/ponds/{pond.pk}/", fields)


def test_the_page_has_every_round_that_is_over_the_latest_first(client, pond):
    swim = pond(4, rain=False)
    for number, points in enumerate((300, 200, 400, 100)):
        bid(swim, number, 1, points)
    for number, points in enumerate((30, 20, 40)):
        bid(swim, number, 2, points)
    seen = text(client.get(f"/ponds/{swim.pk}/"))
    assert seen.index("Round 2 fell in: Bob") < seen.index("Round 1 fell in: Dai")
    assert "Cem 400 20100 bonus Ann 300 19700 Bob 200 19800 Dai 100 fell in" in seen
    assert "in contention Cem 20560" in seen
    assert "3 Bob Round 2 4 Dai Round 1" in seen
    assert "Round 3 takes bids until" in seen
    bid(swim, 0, 3, 1)
    bid(swim, 2, 3, 2)
    assert "Winner Cem" in text(client.get(f"/ponds/{swim.pk}/"))


def test_nobody_has_won_where_all_fall_in(client, pond):
    swim = pond(2)
    bid(swim, 0, 1, 5)
    bid(swim, 1, 1, 5)
    assert "nobody has won" in text(client.get(f"/ponds/{swim.pk}/"))


def test_a_bid_is_made_and_changed_on_the_page(client, pond):
    swim = pond(2)
    ann = swim.field[0].user
    client.force_login(ann)
    before = text(client.get(f"/ponds/{swim.pk}/"))
    assert "Your bid in round 1 You have 20000 points. You have not bid yet." in before
    assert act(client, ann, swim, do="bid", round=1, points=77)["Location"] == f"/ponds/{swim.pk}/"
    page = client.get(f"/ponds/{swim.pk}/")
    assert "You bid 77 points. Until the round is over nobody else sees it" in text(page)
    assert 'value="77"' in page.content.decode()
    assert page["Cache-Control"] == "private, no-cache"
    act(client, ann, swim, do="bid", round=1, points=78)
    assert [made.points for made in Bid.objects.order_by("pk")] == [77, 78]


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"do": "bid", "round": 1, "points": 20_001}, "Nobody can bid that"),
        ({"do": "bid", "round": 1, "points": -1}, "Nobody can bid that"),
        ({"do": "bid", "round": 2, "points": 5}, "The round has not begun"),
        ({"do": "bid", "round": 1, "points": "many"}, "Points to bid: Enter a whole number."),
        ({"do": "bid", "round": 1, "points": 1.5}, "Points to bid: Enter a whole number."),
        ({"do": "bid", "points": 5}, "Round: This field is required."),
        ({"do": "sing"}, "Round: This field is required."),
        ({"do": "start"}, "You may not do this"),
        ({"do": "enter"}, "The pond has started"),
        ({"do": "leave", "entry": 0}, "No such entry"),
    ],
    ids=str,
)
def test_what_is_refused_says_so_on_the_page_and_changes_nothing(client, pond, fields, says):
    swim = pond(2)
    response = act(client, swim.field[0].user, swim, **fields)
    assert response.status_code == 422
    assert says in visible(response.content.decode())
    assert not Bid.objects.exists()
    assert Pond.objects.get().round == 1


def test_who_has_not_logged_in_does_so_first(client, pond):
    swim = pond(2)
    assert "Your bid" not in text(client.get(f"/ponds/{swim.pk}/"))
    answer = client.post(f"/ponds/{swim.pk}/", {"do": "bid", "round": 1, "points": 5})
    assert answer["Location"] == f"/login/?next=/ponds/{swim.pk}/"
    assert not Bid.objects.exists()


def test_players_enter_and_leave_and_the_director_starts(client, pond, director):
    swim = pond(2, start=False)
    ann = swim.field[0].user
    act(client, ann, swim, do="leave", entry=PondEntry.objects.earliest("pk").pk)
    assert "Enter" in text(client.get(f"/ponds/{swim.pk}/"))
    assert "Start the pond" not in text(client.get(f"/ponds/{swim.pk}/"))
    act(client, ann, swim, do="enter")
    assert "Withdraw" in text(client.get(f"/ponds/{swim.pk}/"))
    client.force_login(director)
    assert "Start the pond" in text(client.get(f"/ponds/{swim.pk}/"))
    act(client, director, swim, do="start")
    assert Pond.objects.get().state == "running"
    assert act(client, UserFactory(), swim, do="enter").status_code == 404


def test_an_open_page_asks_for_its_live_part(client, pond):
    swim = pond(2)
    whole = client.get(f"/ponds/{swim.pk}/").content.decode()
    assert f'data-events="/events/pond-{swim.pk}/"' in whole
    part = client.get(f"/ponds/{swim.pk}/", headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert "Night swim" in part


def test_the_club_shows_its_ponds_and_a_pond_its_facts(client, pond):
    swim = pond(2)
    bid(swim, 0, 1, 5)
    assert "Night swim Running Round 1" in text(client.get(f"/clubs/{swim.club_id}/"))
    facts = text(client.get(f"/ponds/{swim.pk}/facts/"))
    assert "The pond starts: round 1 takes bids." in facts
    assert "Ann bids" not in facts
    bid(swim, 1, 1, 6)
    assert "Ann bids 5 points in round 1." in text(client.get(f"/ponds/{swim.pk}/facts/"))
    assert f'href="/ponds/{swim.pk}/"' in client.get(f"/players/{swim.field[0].pk}/facts/").content.decode()


def test_it_reads_as_japanese(client, pond):
    swim = pond(2)
    bid(swim, 0, 1, 5)
    bid(swim, 1, 1, 6)
    seen = text(client.get(f"/ponds/{swim.pk}/", headers={"Accept-Language": "ja"}))
    own = {"Golden Point", "Golden", "Club", "Night", "swim", "Ann", "Bob", "UTC", "Apache", "License", "API"}
    assert set(re.findall(r"[A-Za-z]{3,}", seen)) <= own | {"Point", "English"}


def test_a_page_takes_as_many_queries_for_many_rounds_as_for_one(client, pond):
    swim = pond(8)
    counts = []
    for round in range(1, 5):
        for number in range(8 - round + 1):
            bid(swim, number, round, 100 - number)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert client.get(f"/ponds/{swim.pk}/").status_code == 200
        counts.append(len(queries))
    assert counts == [5] * 4


def test_all_rounds_are_on_pages_of_their_own(client, pond):
    swim = pond(25)
    for round in range(1, 24):
        # Who bids last closes the round; the others' bids are written at once.
        last, entries = 25 - round, [*swim.entries.order_by("pk")]
        Bid.objects.bulk_create(
            Bid(
                entry=entries[number],
                round=round,
                points=100 - number,
                recorded_by=swim.field[number].user,
                recorded_at=timezone.now(),
            )
            for number in range(last)
        )
        bid(swim, last, round, 100 - last)
    shown = text(client.get(f"/ponds/{swim.pk}/"))
    assert re.findall(r"Round (\d+) fell in:", shown) == [str(round) for round in range(23, 3, -1)]
    assert "All rounds" in shown
    first, second = (text(client.get(f"/ponds/{swim.pk}/rounds/?page={page}")) for page in (1, 2))
    assert re.findall(r"Round (\d+) fell in:", first + second) == [str(round) for round in range(23, 0, -1)]
