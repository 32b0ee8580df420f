"""Rating pools are changed, closed and removed: by facts, and each can be taken back."""

from datetime import timedelta

import pytest

from matches.facts.selectors import fact_list
from matches.ratings.errors import LeadingRatingPool, RatingPoolNameTaken, UnknownRatingPool
from matches.ratings.models import RatingEntry, RatingPool, RatingPoolEdit
from matches.ratings.services import (
    Elsewhere,
    rating_pool_edit,
    rating_pool_edit_undo,
    rating_pool_open,
    rating_pool_rate,
    rating_pool_remove,
    rating_pools_numbered,
    results_import,
)
from tests.answers import assert_problem, rows_of_everything
from tests.conftest import NOON, api_as, work_off
from tests.factories import UserFactory
from tests.test_compare import compare

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(db):
    return UserFactory(username="federation", is_staff=True)


@pytest.fixture
def national(staff):
    """Beside that of everybody, which is the first."""
    return rating_pool_open(actor=staff, name="National")


@pytest.fixture
def open_pool(staff):
    """One in which every rated match counts, beside the first."""
    return rating_pool_open(actor=staff, name="Open", everybody=True)


def address(rating_pool, rest=""):
    return f"/api/v1/rating-pools/{rating_pool.pk}/{rest}"


def undone(rating_pool, staff):
    edit = RatingPoolEdit.objects.order_by("serial").last()
    return rating_pool_edit_undo(actor=staff, rating_pool_id=rating_pool.pk, edit_id=edit.pk)


def played(staff, one, two, *hours):
    """Matches that ended so many hours after noon."""
    rows = [Elsewhere(one.pk, two.pk, 5, (5, 0), NOON + timedelta(hours=hour)) for hour in hours]
    found = results_import(
        actor=staff, source="Elsewhere.", rating_pools=[], results=rows, now=NOON + timedelta(days=99)
    )
    work_off()
    return [match.pk for match in found]


def rated(rating_pool):
    entries = RatingEntry.objects.filter(rating_pool=rating_pool).order_by("match")
    return list(entries.values_list("match", flat=True).distinct())


def test_what_it_says_of_itself(national, staff):
    api = api_as(staff)
    sent = {"name": "Federal", "text": "By **FIBS**.", "contact": "Dora", "reason": "Voted."}
    changed = api.patch(address(national), sent).json()
    assert [changed[name] for name in ("name", "text", "contact")] == ["Federal", "By **FIBS**.", "Dora"]
    edit = RatingPoolEdit.objects.get()
    assert edit.changes == {"name": ["National", "Federal"], "text": ["", "By **FIBS**."]}
    back = api.post(address(national, f"edits/{edit.pk}/undo/"), {"reason": "No."}).json()
    assert [back[name] for name in ("name", "text", "contact")] == ["National", "", "Dora"]
    facts = api.get(address(national, "facts/")).json()["results"]
    assert [(fact["reason"], fact["sentence"]) for fact in facts if fact["kind"] == "ratingpooledit"] == [
        ("Voted.", "Text: By **FIBS**., was nothing. Name: Federal, was National."),
        ("No.", "Taken back: Text: nothing, was By **FIBS**.. Name: National, was Federal."),
    ]
    assert_problem(api.post(address(national, f"edits/{edit.pk}/undo/"), {}), 409, "already_undone")
    assert compare() == "Everything stored is what the facts say.\n"


def test_it_is_opened_with_it(staff):
    sent = {"name": "National", "text": "By *Elo*.", "contact": "Dora", "rating_system": "elo"}
    made = api_as(staff).post("/api/v1/rating-pools/", sent).json()
    assert (made["text"], made["contact"], made["terms"]["rating_system"]) == ("By *Elo*.", "Dora", "elo")


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"name": ""}, 400, "invalid_request"),
        ({"name": "EVERYBODY"}, 409, "rating_pool_name_taken"),
        ({"text": "x" * 10_001}, 400, "invalid_request"),
        ({"place": "Quay 3"}, 400, "invalid_request"),
        ({"everybody": True}, 400, "invalid_request"),
        ({"rating_system": "elo"}, 400, "invalid_request"),
        ({"closed_at": "2026-03-07T12:00Z"}, 400, "invalid_request"),
        ({"closed": None}, 400, "invalid_request"),
        ({"removed": True}, 400, "invalid_request"),
    ],
)
def test_what_it_cannot_be(national, staff, change, status, code):
    before = rows_of_everything()
    assert_problem(api_as(staff).patch(address(national), change), status, code)
    assert rows_of_everything() == before


def test_who_manages_it_changes_it(national, director):
    before = rows_of_everything()
    api = api_as(director)
    for refused in (
        api.patch(address(national), {"name": "Mine"}),
        api.patch(address(national), {"closed": True}),
        api.delete(address(national)),
    ):
        assert_problem(refused, 403, "not_allowed")
    assert rows_of_everything() == before


# -- Closing


def test_what_is_finalised_once_it_is_closed_does_not_count(open_pool, staff, players):
    ann, bob = players(2)
    early, late, later = played(staff, ann, bob, 0, 2, 3)
    everybody = RatingPool.objects.first()
    assert rated(open_pool) == [early, late, later]
    rating_pool_edit(actor=staff, rating_pool_id=open_pool.pk, closed=True, now=NOON + timedelta(hours=2))
    work_off()
    assert rated(open_pool) == [early], "at that moment neither"
    assert rated(everybody) == [early, late, later]
    assert compare() == "Everything stored is what the facts say.\n"
    (between,) = played(staff, bob, ann, 1)
    assert rated(open_pool) == [early, between], "by when it was finalised, not by when it is heard of"
    answer = api_as(staff).get(address(open_pool)).json()
    assert answer["closed_at"] == "2026-03-07T14:00:00Z"
    undone(open_pool, staff)
    work_off()
    assert rated(open_pool) == [early, late, later, between]
    assert compare() == "Everything stored is what the facts say.\n"


def test_it_is_closed_and_opened_over_the_api(national, staff):
    api = api_as(staff)
    first = api.patch(address(national), {"closed": True}).json()["closed_at"]
    assert first is not None
    assert api.patch(address(national), {"closed": True}).json()["closed_at"] == first, "once"
    assert api.patch(address(national), {"closed": False}).json()["closed_at"] is None
    assert api.patch(address(national), {"closed": False}).json()["closed_at"] is None
    said = [fact.sentence for fact in fact_list(staff, national)[:9] if fact.kind.name == "ratingpooledit"]
    assert said[0].startswith("Closed from: ")
    assert said[1:] == ["Opened again."]


def test_the_first_one_stays(national, staff):
    first = RatingPool.objects.get(name="Everybody")
    before = rows_of_everything()
    for act in (
        lambda: rating_pool_edit(actor=staff, rating_pool_id=first.pk, closed=True),
        lambda: rating_pool_remove(actor=staff, rating_pool_id=first.pk),
    ):
        with pytest.raises(LeadingRatingPool):
            act()
    assert_problem(api_as(staff).patch(address(first), {"closed": True}), 409, "leading_rating_pool")
    assert rows_of_everything() == before
    rating_pool_edit(actor=staff, rating_pool_id=first.pk, name="All", text="Everything.")


# -- Removing


def test_what_was_opened_by_mistake_is_gone_and_can_be_put_back(national, staff, client):
    api = api_as(staff)
    assert client.get(f"/ratings/{national.pk}/").status_code == 200
    assert api.delete(address(national)).status_code == 204
    for gone in (
        api.get(address(national)),
        api.get(address(national, "terms/")),
        api.post(address(national, "terms/"), {}),
        api.get(address(national, "leaderboard/")),
        api.get(address(national, "expectation/?one=1&two=2&length=5")),
        api.patch(address(national), {"name": "Federal"}),
        api.delete(address(national)),
        api.get(address(national, "clubs/")),
        client.get(f"/ratings/{national.pk}/"),
        client.get(f"/ratings/{national.pk}/facts/"),
    ):
        assert gone.status_code == 404
    assert [row["name"] for row in api.get("/api/v1/rating-pools/").json()["results"]] == ["Everybody"]
    with pytest.raises(RatingPool.DoesNotExist):
        rating_pool_rate(actor=staff, rating_pool_id=national.pk, rating_system="elo")
    with pytest.raises(UnknownRatingPool):
        rating_pools_numbered([national.pk])
    work_off()
    assert compare() == "Everything stored is what the facts say.\n"
    other = rating_pool_open(actor=staff, name="NATIONAL")
    with pytest.raises(RatingPoolNameTaken):
        undone(national, staff)
    rating_pool_edit(actor=staff, rating_pool_id=other.pk, name="Federal")
    edit = RatingPoolEdit.objects.get(rating_pool=national)
    assert api.post(address(national, f"edits/{edit.pk}/undo/"), {}).json()["name"] == "National"
    assert client.get(f"/ratings/{national.pk}/").status_code == 200


def test_one_in_which_something_counts_stays(open_pool, national, staff, players):
    ann, bob = players(2)
    played(staff, ann, bob, 0)
    used = assert_problem(api_as(staff).delete(address(open_pool)), 409, "rating_pool_in_use", "close it")[
        "in_use"
    ]
    assert sum(used.values()) == 6, "two entries, two standings, two records of a variant"
    assert api_as(staff).delete(address(national)).status_code == 204
