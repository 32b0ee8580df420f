"""Reads and edits upon conditions: who is refused what first, and what a tag stands for."""

from datetime import timedelta

import pytest
from django.db import transaction
from rest_framework.test import APIClient

from matches.facts.models import Version
from matches.facts.versions import current_version
from matches.ratings.models import RatingStanding
from matches.ratings.services import rating_pool_edit, rating_pool_rate
from tests.answers import facts
from tests.conftest import api_as
from tests.factories import UserFactory
from tests.operations import OPERATIONS
from tests.rows import made_once, rolled_back
from tournaments.webhooks.services import webhook_add

from .permissions import COLUMNS, Walk, absent_things, cases_of
from .world import two_clubs

pytestmark = pytest.mark.django_db

STALE = '"1-en-0"'
CONDITIONAL = [
    (method, path, operation)
    for method, path, operation in OPERATIONS
    if any(each.get("name") == "If-Match" for each in operation.get("parameters", ()))
]


@pytest.fixture(scope="module")
def walk(django_db_setup, django_db_blocker):
    with django_db_blocker.unblock(), transaction.atomic():
        yield Walk(made_once("the two clubs", two_clubs))
        transaction.set_rollback(True)


def versions():
    current_version("club-0")  # what the transaction has announced so far is written
    return list(Version.objects.order_by("pk").values_list("kind", "subject", "number"))


@pytest.mark.parametrize(
    ("method", "path", "operation"), CONDITIONAL, ids=[f"{method} {path}" for method, path, _ in CONDITIONAL]
)
def test_who_may_not_edit_is_told_so_before_what_is_stale(walk, method, path, operation):
    """404, 403, then 412; and none of them changes anything."""
    (case, *_) = cases_of(method, path)
    ours = walk.world.ours

    def answer(who, things, **headers):
        with rolled_back():
            before = facts(), versions()
            found = walk.send(who, method, path, operation, case, things, things, ours.things, **headers)
            if headers:
                assert (facts(), versions()) == before
        return found.status

    for who in COLUMNS:
        things = ours.things | ours.of.get(who, {})
        plain = answer(who, things)
        assert answer(who, things, **{"If-Match": STALE}) == (plain if plain in (401, 403, 404) else 412), who
    assert answer("owner", absent_things(ours.things), **{"If-Match": STALE}) == 404


def test_a_stale_edit_is_refused_with_what_there_is(walk):
    with rolled_back():
        owner, number = walk.clients["owner"], walk.world.ours.things["clubs"]
        address = f"/api/v1/clubs/{number}/"
        first = owner.get(address)
        edited = owner.patch(address, {"text": "On Mondays."}, headers={"If-Match": first["ETag"]})
        assert edited.status_code == 200
        assert edited["ETag"] == owner.get(address)["ETag"] != first["ETag"]
        stale = owner.patch(address, {"text": 5}, headers={"If-Match": first["ETag"]})
        assert stale.status_code == 412
        assert stale["ETag"] == edited["ETag"]
        assert stale.json()["current"] == edited.json()
        assert owner.patch(address, {"text": "."}, headers={"If-Match": "*"}).status_code == 200


def test_another_name_beside_is_another_tag_but_no_edit_of_it(walk):
    with rolled_back():
        things, anybody = walk.world.ours.things, APIClient()
        owner, pool = walk.world.ours.people["owner"], things["rating-pools"]
        addresses = [f"/api/v1/{kind}/{things[kind]}/" for kind in ("players", "matches", "clubs")]
        tags = [anybody.get(address)["ETag"] for address in addresses]
        rating_pool_edit(actor=owner, rating_pool_id=pool, text="Of the club.")
        assert [anybody.get(address)["ETag"] for address in addresses] == tags
        rating_pool_edit(actor=owner, rating_pool_id=pool, name="Another Name")
        for address, tag in zip(addresses, tags, strict=True):
            assert anybody.get(address, headers={"If-None-Match": tag}).status_code == 200
        player = walk.clients["player"]
        edited = player.patch(addresses[0], {"bio": "Plays."}, headers={"If-Match": tags[0]})
        assert edited.status_code == 200, edited.content
        again = player.patch(addresses[0], {"bio": "Wins."}, headers={"If-Match": tags[0]})
        assert again.status_code == 412


def test_a_player_is_another_each_day(walk, monkeypatch):
    """With the beginning of a day a rating is inactive, and the tag another."""
    with rolled_back():
        standing = RatingStanding.objects.filter(rating_pool__everybody=True).earliest("pk")
        terms = {"rating_pool_id": standing.rating_pool_id, "inactive_after": 2}
        rating_pool_rate(actor=walk.world.ours.people["staff"], **terms)
        address, anybody = f"/api/v1/players/{standing.player_id}/", APIClient()
        begun = standing.last_at.replace(hour=0, minute=0, second=0, microsecond=0)
        last, first = begun + timedelta(days=3, seconds=-1), begun + timedelta(days=3)
        seen = []
        for now in (begun + timedelta(days=2), last, first):
            monkeypatch.setattr("django.utils.timezone.now", lambda now=now: now)
            answer = anybody.get(address)
            (rating,) = (
                each
                for each in answer.json()["ratings"]
                if each["rating_pool"]["id"] == standing.rating_pool_id
            )
            seen.append((answer["ETag"], rating["inactive"]))
        assert seen[0] == seen[1]
        assert seen[0][0] != seen[2][0]
        assert [inactive for _, inactive in seen] == [False, False, True]


def test_what_is_not_there_yet_has_no_tag(walk):
    things = walk.world.ours.things
    refused = APIClient().get(f"/api/v1/tournaments/{things['empty']}/draw/")
    assert refused.status_code == 409
    assert "ETag" not in refused


class TestWebhooks:
    """They are not for everybody: who asks is looked at before the tag."""

    @pytest.fixture
    def webhook(self, club, director):
        return webhook_add(actor=director, club_id=club.pk, url="https://club.example/hook")[0]

    @pytest.fixture
    def api(self, director):
        return api_as(director)

    @staticmethod
    def address(webhook):
        return f"/api/v1/webhooks/{webhook.pk}/"

    def test_a_read_has_a_tag_and_is_answered_304(self, api, webhook):
        first = api.get(self.address(webhook))
        again = api.get(self.address(webhook), headers={"If-None-Match": first["ETag"]})
        assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
        assert first["Cache-Control"] == again["Cache-Control"] == "no-store"

    def test_what_is_sent_there_is_another_tag_but_no_edit(self, api, webhook):
        address = self.address(webhook)
        tag = api.get(address)["ETag"]
        assert api.post(f"{address}test/").status_code == 202
        now = api.get(address, headers={"If-None-Match": tag})
        assert (now.status_code, now.json()["waiting"]) == (200, 1)
        assert api.patch(address, {"types": []}, headers={"If-Match": tag}).status_code == 200

    @pytest.mark.parametrize("change", ["patch", "secret"])
    def test_an_edit_of_what_has_been_edited_is_refused(self, api, webhook, change):
        address = self.address(webhook)
        tag = api.get(address)["ETag"]
        if change == "patch":
            edited = api.patch(address, {"active": False}, headers={"If-Match": tag})
            assert edited["ETag"] == api.get(address)["ETag"]
        else:
            api.post(f"{address}secret/")
        for send in (api.patch, api.delete):
            stale = send(address, {}, headers={"If-Match": tag})
            assert (stale.status_code, stale.json()["code"]) == (412, "version_stale")
            assert stale["ETag"] == api.get(address)["ETag"]
            assert stale.json()["current"] == api.get(address).json()
        latest = api.get(address)["ETag"]
        assert api.delete(address, headers={"If-Match": latest}).status_code == 204

    @pytest.mark.parametrize("condition", ["If-None-Match", "If-Match"])
    def test_for_others_there_is_none_whatever_they_know(self, api, webhook, condition):
        tag = api.get(self.address(webhook))["ETag"]
        for value in (tag, "*", STALE):
            for who, status in ((UserFactory(), 404), (None, 401)):
                stranger = api_as(who)
                send = stranger.get if condition == "If-None-Match" else stranger.delete
                answer = send(self.address(webhook), headers={condition: value})
                assert (answer.status_code, "ETag" in answer) == (status, False)
