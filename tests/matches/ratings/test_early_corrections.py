"""What the correction of an early match does to the ratings of very many is shown in part, and counted."""

from functools import partial

import pytest

from matches.play.models import Match
from matches.play.selectors import previews as match_previews
from matches.play.services import ruling_make
from matches.ratings.models import RatingStanding
from matches.ratings.selectors import previews, rating_changes
from matches.ratings.services import ratings_compare
from tests.conftest import UserFactory, api_as, work_off

from .test_rating_pools import elsewhere

pytestmark = pytest.mark.django_db

WRONG = {"kind": "played", "score": {"one": 1, "two": 5}}


@pytest.fixture
def staff():
    return UserFactory(username="federation", is_staff=True)


@pytest.fixture
def first(staff, players):
    """The first of five matches of six players: all but the last two are touched by its correction."""
    ann, bob, cem, dai, eva, fay = players(6)
    pairs = [(ann, bob), (bob, cem), (cem, dai), (dai, ann), (eva, fay)]
    elsewhere(staff, [(one, two, 5, hours) for hours, (one, two) in enumerate(pairs)])
    work_off()
    return Match.objects.earliest("pk")


def looked_at(staff, first, **more):
    answer = api_as(staff).post(f"/api/v1/matches/{first.pk}/rulings/preview/", WRONG | more, format="json")
    assert answer.status_code == 200, answer.content
    return answer.json()


def moves(rows):
    return [abs((row["after"]["rating"] or 0) - row["before"]["rating"]) for row in rows]


def test_those_of_the_match_come_first_then_who_moves_most(staff, first):
    rows = looked_at(staff, first)["ratings"]
    assert {row["player"]["name"] for row in rows[:2]} == {"Ann", "Bob"}
    assert [row["player"]["name"] for row in rows[2:]] == ["Cem", "Dai"]
    assert moves(rows[:2]) == sorted(moves(rows[:2]), reverse=True)
    assert moves(rows[2:]) == sorted(moves(rows[2:]), reverse=True)


def test_it_is_paged(staff, first, monkeypatch):
    whole = looked_at(staff, first)
    monkeypatch.setattr(match_previews, "PREVIEWED", 3)
    pages = [looked_at(staff, first, page=page) for page in (1, 2, 3)]
    assert [row for page in pages for row in page["ratings"]] == whole["ratings"]
    assert [len(page["ratings"]) for page in pages] == [3, 1, 0]
    assert {page["token"] for page in pages} == {whole["token"]}
    for page in (whole, *pages):
        assert page["counts"] == {"ratings": 4, "ratings_unseen": 0}


@pytest.mark.parametrize("page", [0, -1, "x", 10**9])
def test_a_page_is_a_number_from_1(staff, first, page):
    answer = api_as(staff).post(
        f"/api/v1/matches/{first.pk}/rulings/preview/", WRONG | {"page": page}, format="json"
    )
    assert answer.status_code == 400
    assert [fault["pointer"] for fault in answer.json()["errors"]] == ["/page"]


@pytest.mark.parametrize(("most", "unseen"), [(5, []), (4, ["Everybody"])])
def test_where_too_many_follow_it_is_said_that_they_do(staff, first, monkeypatch, most, unseen):
    monkeypatch.setattr(previews, "rating_changes", partial(rating_changes, most=most))
    found = looked_at(staff, first)
    assert len(found["ratings"]) == (0 if unseen else 4)
    assert [rating_pool["name"] for rating_pool in found["ratings_unseen"]] == unseen


def test_the_page_says_so_and_the_correction_is_made_all_the_same(client, staff, first, monkeypatch):
    monkeypatch.setattr(previews, "rating_changes", partial(rating_changes, most=1))
    found = looked_at(staff, first)
    client.force_login(staff)
    page = client.post(
        f"/matches/{first.pk}/rule/", {"kind": "played", "one": "1", "two": "5", "reason": "The sheet."}
    )
    assert "Everybody: very many matches have been rated since" in page.content.decode()
    before = set(RatingStanding.objects.values_list("player", "value"))
    ruling_make(
        match_id=first.pk, actor=staff, kind="played", points=(1, 5), reason="So.", preview=found["token"]
    )
    work_off()
    assert len(before - set(RatingStanding.objects.values_list("player", "value"))) == 4
    assert [*ratings_compare()] == []


def test_the_page_counts_what_it_leaves_out(client, staff, first, monkeypatch):
    monkeypatch.setattr(match_previews, "PREVIEWED", 3)
    client.force_login(staff)
    page = client.post(
        f"/matches/{first.pk}/rule/", {"kind": "played", "one": "1", "two": "5", "reason": "The sheet."}
    )
    assert "And 1 more." in page.content.decode()
