"""Pages of lists: in every order each row once, also while rows are added; cursors made by hand."""

import json
import re
from base64 import urlsafe_b64encode
from itertools import pairwise
from types import SimpleNamespace
from urllib.parse import quote

import pytest
from django.db import connection
from django.db.models import Q

from matches.base.api.pagination import CursorPagination, behind, rows_by_place, rows_with_names
from matches.players.models import Player
from tests.answers import assert_problem
from tests.conftest import api_as
from tests.each import each
from tests.factories import PlayerFactory, RatingPoolFactory
from tournaments.clubs.selectors import club_list


def pages(client, address):
    """The pages from an address on, in the order in which `next` has them."""
    while address:
        page = client.get(address).json()
        yield page
        address = page["next"]


def numbers(page):
    return [row["id"] for row in page["results"]]


def cursor(*parts):
    return quote(urlsafe_b64encode(json.dumps(parts).encode()).decode())


@each(
    "columns, position, condition",
    [
        (("a",), ["1"], Q(a__gt="1")),
        (("-a",), ["1"], Q(a__lt="1")),
        (("-a", "b"), ["1", "2"], Q(a__lte="1") & (Q(a__lt="1") | Q(b__gt="2"))),
        (
            ("a", "-b", "c"),
            ["1", "2", "3"],
            Q(a__gte="1") & (Q(a__gt="1") | (Q(b__lte="2") & (Q(b__lt="2") | Q(c__gt="3")))),
        ),
    ],
)
def test_what_comes_behind_a_position(columns, position, condition):
    assert behind(columns, position) == condition


@each("position", [[], ["1"], ["1", "2", "3"]])
def test_a_position_has_a_value_for_each_column(position):
    with pytest.raises(ValueError, match="argument"):
        behind(("a", "b"), position)


@each(
    "columns, position, count, found",
    [
        (("place",), None, 2, "ab"),
        (("place",), ["0"], 2, "bc"),
        (("place",), ["2"], 9, "d"),
        (("place",), ["3"], 9, ""),
        (("place",), ["-5"], 1, "a"),
        (("place",), ["99"], 9, ""),
        (("-place",), None, 2, "dc"),
        (("-place",), ["2"], 9, "ba"),
        (("-place",), ["0"], 9, ""),
        (("-place",), ["99"], 1, "d"),
        (("-place",), ["-1"], 9, ""),
    ],
)
def test_rows_that_were_worked_out_are_read_by_place(columns, position, count, found):
    rows, place_of = rows_by_place("abcd", columns, position, count)
    assert rows == [*found]
    assert [place_of(at) for at in range(len(rows))] == [[str("abcd".index(row))] for row in found]


def test_an_order_that_is_read_both_ways_is_declared_once():
    view = SimpleNamespace(orders={"-rating": ("-rating", "player"), "name": ("name", "-id")})
    assert CursorPagination().known_orders(view) == {
        "-rating": ("-rating", "player"),
        "rating": ("rating", "-player"),
        "name": ("name", "-id"),
        "-name": ("-name", "id"),
    }


# Several of one name, and names that differ by their capitals alone.
NAMES = ("Kim", "Ann", "kim", "Bob", "Kim", "ann", "Cem")


@pytest.mark.django_db
@pytest.mark.parametrize("size", [1, 2, 3, 7])
@pytest.mark.parametrize(
    ("ordering", "key"),
    [
        ("id", lambda player: player.pk),
        ("-id", lambda player: -player.pk),
        ("name", lambda player: (player.name.lower(), player.pk)),
        ("-name", lambda player: ([-ord(letter) for letter in player.name.lower()], -player.pk)),
    ],
)
def test_every_row_comes_once_and_pages_lead_back(ordering, key, size):
    expected = [player.pk for player in sorted((PlayerFactory(name=name) for name in NAMES), key=key)]
    client = api_as(None)
    walked = [*pages(client, f"/api/v1/players/?ordering={ordering}&page_size={size}")]
    assert [number for page in walked for number in numbers(page)] == expected
    assert [len(page["results"]) for page in walked[:-1]] == [size] * (len(walked) - 1)
    assert walked[0]["previous"] is None
    for before, page in pairwise(walked):
        led_back = client.get(page["previous"]).json()
        assert led_back["results"] == before["results"]
        assert (led_back["previous"] is None) == (before is walked[0])
        assert client.get(led_back["next"]).json()["results"] == page["results"]


@pytest.mark.django_db
@pytest.mark.parametrize("ordering", ["id", "-id", "name", "-name"])
def test_rows_that_are_added_meanwhile_shift_nothing(ordering):
    there = {PlayerFactory(name=name).pk for name in NAMES}
    seen = []
    for page in pages(api_as(None), f"/api/v1/players/?ordering={ordering}&page_size=2"):
        seen += numbers(page)
        for name in ("Aaa", "Kim", "zzz"):
            if len(seen) < len(NAMES):
                PlayerFactory(name=name)
    assert len(seen) == len({*seen})
    assert there <= {*seen}


@pytest.mark.django_db
def test_where_the_rows_of_a_page_are_gone_it_leads_on_and_back():
    first, second, third = (PlayerFactory() for _ in range(3))
    client = api_as(None)
    page = client.get("/api/v1/players/?ordering=id&page_size=1").json()
    second.delete(), third.delete()
    gone = client.get(page["next"]).json()
    assert (gone["results"], gone["next"]) == ([], None)
    assert numbers(client.get(gone["previous"]).json()) == [first.pk]

    last = PlayerFactory()
    page = client.get("/api/v1/players/?ordering=-id&page_size=1").json()
    page = client.get(page["next"]).json()
    assert numbers(page) == [first.pk]
    last.delete()
    gone = client.get(page["previous"]).json()
    assert (gone["results"], gone["previous"]) == ([], None)
    assert numbers(client.get(gone["next"]).json()) == [first.pk]


@pytest.mark.django_db
def test_an_order_goes_before_that_of_a_search():
    found = [PlayerFactory(name=name).pk for name in ("Uma Ito", "Uma", "Umar Bek")]
    client, asked = api_as(None), "/api/v1/players/?search=uma"
    assert numbers(client.get(asked).json())[0] == found[1], "the best first"
    assert numbers(client.get(f"{asked}&ordering=id").json()) == found
    assert numbers(client.get(f"{asked}&ordering=").json())[0] == found[1], "an empty value is none"


@pytest.mark.django_db
def test_an_order_that_there_is_not_is_refused():
    problem = assert_problem(api_as(None).get("/api/v1/players/?ordering=rating"), 400, "invalid_request")
    (fault,) = problem["errors"]
    assert (fault["pointer"], fault["code"]) == ("/ordering", "invalid_choice")
    problem = assert_problem(api_as(None).get("/api/v1/formats/?ordering=id"), 400, "invalid_request")
    assert problem["errors"][0]["code"] == "unknown_parameter"


@pytest.mark.django_db
@each(
    "made",
    [
        "nonsense",
        "cD14",
        "%F0%9F%8E%B2",
        cursor("-id"),
        cursor("-id", False, ["x"]),
        cursor("-id", False, []),
        cursor("-id", False, ["1", "2"]),
        cursor("-id", False, [1]),
        cursor("-id", False, [None]),
        cursor("-id", False, 1),
        cursor("-id", False, {"a": "b"}),
        cursor("-id", False, ["\0"]),
        cursor("-id", False, ["\ud800"]),
        cursor("-id", False, ["1"], "more"),
        cursor("name", False, ["ann", "1"]),
        cursor(["-id"], False, ["1"]),
    ],
)
def test_a_cursor_made_by_hand_is_refused_or_read(made):
    answer = api_as(None).get(f"/api/v1/players/?cursor={made}")
    if made == cursor("-id"):
        assert answer.status_code == 200
    else:
        assert_problem(answer, 404, "not_found")


@pytest.mark.django_db
@each("position", [["1", str(10**30)], [str(10**30), "1"], ["nan", "1"], ["1", "-1"]])
def test_numbers_that_no_column_holds_are_behind_or_before_everything(position):
    everybody = RatingPoolFactory().pk
    for name, backwards in (("-rating", False), ("-matches", True)):
        made = cursor(name, backwards, position)
        asked = f"/api/v1/rating-pools/{everybody}/leaderboard/?ordering={name}&cursor={made}"
        assert api_as(None).get(asked).status_code in (200, 404)


@pytest.mark.django_db
@pytest.mark.parametrize("ordering", ["id", "-id", "name", "-name"])
def test_no_order_takes_another_query(ordering, django_assert_num_queries):
    PlayerFactory(), PlayerFactory()
    client = api_as(None)
    page = client.get(f"/api/v1/players/?page_size=1&ordering={ordering}").json()
    for address in ("/api/v1/players/?page_size=1", page["next"]):
        with django_assert_num_queries(2):
            client.get(address)


@pytest.mark.django_db
def test_a_position_that_is_no_time_is_refused():
    RatingPoolFactory()
    asked = f"/api/v1/players/{PlayerFactory().pk}/ratings/"
    assert api_as(None).get(asked).status_code == 200
    for made in (cursor("-finalised_at", False, ["x", "1"]), cursor("-finalised_at", True, ["", "1"])):
        assert_problem(api_as(None).get(f"{asked}?cursor={made}"), 404, "not_found")


@pytest.mark.django_db
@each(
    "rows, index",
    [(Player.objects.filter(stand_in=None), "player_by_name"), (club_list(), "club_name_once")],
)
def test_names_are_read_off_their_index(rows, index):
    with connection.cursor() as setting:
        # Of a table with few rows nothing is read off an index otherwise.
        setting.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off")
    named = rows_with_names(rows).filter(behind(("name_as_indexed", "id"), ["ann", "1"]))
    plan = named.order_by("name_as_indexed", "id")[:51].explain()
    assert f"using {index}" in plan, plan
    assert re.search(r"Index Cond: .*lower\(\(name\)::text\) >= 'ann'", plan), plan
