"""Webhooks over the API: who sees them, what is refused, what is shown this once."""

from datetime import timedelta
from pathlib import Path

import pytest
import yaml

from tests.conftest import api_as, work_off
from tests.factories import UserFactory
from tournaments.clubs.models import Appointment
from tournaments.clubs.services import club_create
from tournaments.webhooks.models import Webhook
from tournaments.webhooks.selectors import event_types
from tournaments.webhooks.services.endpoints import MOST

from .conftest import again, happens, spread

pytestmark = pytest.mark.django_db


@pytest.fixture
def api(director):
    return api_as(director)


def test_from_adding_to_removing(api, box, club, matches, director):
    answer = api.post(f"/api/v1/clubs/{club.pk}/webhooks/", {"url": box.url})
    assert answer.status_code == 201
    assert answer["Cache-Control"] == "no-store"
    added = answer.json()
    assert added.pop("secret").startswith("whsec_")
    path = f"/api/v1/webhooks/{added['id']}/"
    assert answer["Location"] == path
    assert api.get(path).json() == added, "the secret is shown once"
    assert added["created_by"] == director.username
    assert (added["active"], added["types"], added["waiting"]) == (True, [], 0)
    assert api.get(f"/api/v1/clubs/{club.pk}/webhooks/").json()["results"] == [added]

    changed = api.patch(path, {"types": ["match.ruling_made", "match.superseded"], "active": True}).json()
    assert set(changed["types"]) == {"match.superseded", "match.ruling_made"}

    happens(matches[0], "one")
    work_off()
    (row,) = api.get(f"{path}deliveries/").json()["results"]
    assert (row["state"], row["type"]) == ("delivered", "match.superseded")
    assert row["subject"] == {"kind": "match", "number": matches[0].pk}
    assert row["attempts"][0]["status"] == 204
    assert row["attempts"][0]["fault"] is None
    assert api.get(f"{path}deliveries/?state=waiting").json()["results"] == []

    sent = api.post(f"{path}deliveries/{row['id']}/redeliver/")
    assert (sent.status_code, sent.json()["state"]) == (202, "waiting")
    work_off()
    one = api.get(f"{path}deliveries/{row['id']}/").json()
    assert (one["state"], len(one["attempts"])) == ("delivered", 2)

    tested = api.post(f"{path}test/")
    assert tested.status_code == 202
    work_off()
    assert api.get(tested["Location"]).json()["state"] == "delivered"

    rotated = api.post(f"{path}secret/")
    assert rotated.status_code == 201
    assert rotated.json()["before_until"] is not None

    assert api.delete(path).status_code == 204
    assert api.get(path).status_code == 404
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({}, "invalid_request"),
        ({"url": ""}, "invalid_request"),
        ({"url": 5}, "invalid_request"),
        ({"url": None}, "invalid_request"),
        ({"url": "https://" + "a" * 500}, "invalid_request"),
        ({"url": "http://club.example/"}, "forbidden_address"),
        ({"url": "https://10.0.0.1/"}, "forbidden_address"),
        ({"url": "https://169.254.169.254/latest/meta-data/"}, "forbidden_address"),
        ({"url": "https://localhost/"}, "forbidden_address"),
        ({"url": "https://me:secret@club.example/"}, "forbidden_address"),
        ({"url": "https://club.example/", "types": "match.disputed"}, "invalid_request"),
        ({"url": "https://club.example/", "types": None}, "invalid_request"),
        ({"url": "https://club.example/", "types": [None]}, "invalid_request"),
        ({"url": "https://club.example/", "types": [{}]}, "invalid_request"),
        ({"url": "https://club.example/", "types": ["x" * 81]}, "invalid_request"),
        ({"url": "https://club.example/", "types": ["match.disputed"] * 101}, "invalid_request"),
        ({"url": "https://club.example/", "types": ["match.played"]}, "unknown_event_type"),
        ({"url": "https://club.example/", "types": ["webhook.test"]}, "unknown_event_type"),
        ({"url": "https://club.example/", "types": ["invitation.waiting"]}, "unknown_event_type"),
        ({"url": "https://club.example/", "secret": "whsec_x"}, "invalid_request"),
        ({"url": "https://club.example/", "active": False}, "invalid_request"),
    ],
)
def test_what_cannot_be(api, club, body, code):
    answer = api.post(f"/api/v1/clubs/{club.pk}/webhooks/", body)
    assert (answer.status_code // 100, answer.json()["code"]) == (4, code)
    assert not Webhook.objects.exists()


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"url": ""}, "invalid_request"),
        ({"url": "https://192.168.0.1/"}, "forbidden_address"),
        ({"types": ["nothing"]}, "unknown_event_type"),
        ({"active": "perhaps"}, "invalid_request"),
        ({"active": None}, "invalid_request"),
        ({"club": 1}, "invalid_request"),
    ],
)
def test_what_cannot_be_changed_stays(api, webhook, settings, body, code):
    settings.OUTBOUND_NETWORKS = []
    before = api.get(f"/api/v1/webhooks/{webhook.pk}/").json()
    answer = api.patch(f"/api/v1/webhooks/{webhook.pk}/", {**body})
    assert (answer.status_code // 100, answer.json()["code"]) == (4, code)
    assert api.get(f"/api/v1/webhooks/{webhook.pk}/").json() == before


def test_who_pauses_it_is_not_sent_to(api, box, webhook, matches):
    path = f"/api/v1/webhooks/{webhook.pk}/"
    tested = api.post(f"{path}test/").json()["id"]
    assert api.patch(path, {"active": False}).json()["pause_cause"] == "by_hand"
    for what in ("test/", f"deliveries/{tested}/redeliver/"):
        answer = api.post(f"{path}{what}")
        assert (answer.status_code, answer.json()["code"]) == (409, "webhook_paused")
    happens(matches[0], "one")
    work_off()
    assert box.received == []
    assert api.patch(path, {"active": True}).json()["pause_cause"] is None


def test_all_that_failed_is_sent_again(api, box, webhook, matches):
    path = f"/api/v1/webhooks/{webhook.pk}/deliveries/"
    happens(matches[0], "one")
    spread()
    webhook.deliveries.update(state="given_up")
    happened_at = webhook.deliveries.get().happened_at
    after = happened_at + timedelta(seconds=1)
    assert api.post(f"{path}redeliver/", {"since": after.isoformat()}).json() == {"deliveries": 0}
    answer = api.post(f"{path}redeliver/", {"since": happened_at.isoformat()})
    assert (answer.status_code, answer.json()) == (202, {"deliveries": 1})
    assert answer["Location"] == path
    work_off()
    assert len(box.received) == 1
    for body in ({}, {"since": "yesterday"}, {"since": None}, {"since": happened_at.isoformat(), "x": 1}):
        assert api.post(f"{path}redeliver/", body).json()["code"] == "invalid_request"
    api.patch(f"/api/v1/webhooks/{webhook.pk}/", {"active": False})
    answer = api.post(f"{path}redeliver/", {"since": happened_at.isoformat()})
    assert (answer.status_code, answer.json()["code"]) == (409, "webhook_paused")


def test_the_document_has_every_type_of_event():
    schema = yaml.safe_load((Path(__file__).parents[3] / "docs/openapi.yaml").read_text())
    named = schema["components"]["schemas"]
    found = {
        name for name, each in named.items() if "Webhook" in name and "types" in each.get("properties", ())
    }
    assert len(found) == 4
    for name in found:
        reference = named[name]["properties"]["types"]["items"]["$ref"]
        assert named[reference.rpartition("/")[2]]["enum"] == list(event_types())


def test_a_club_has_so_many(api, club):
    for _ in range(MOST):
        assert (
            api.post(f"/api/v1/clubs/{club.pk}/webhooks/", {"url": "https://a.example/"}).status_code == 201
        )
    answer = api.post(f"/api/v1/clubs/{club.pk}/webhooks/", {"url": "https://a.example/"})
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_webhooks")


def test_it_is_nobody_elses_business(webhook, matches, club):
    happens(matches[0], "one")
    work_off()
    delivery = webhook.deliveries.get().pk
    stranger, keeper = UserFactory(), UserFactory()
    club_create(actor=stranger, name="Elsewhere")
    Appointment.objects.create(
        club=club, user=keeper, role="scorekeeper", tournament=matches[0].fixture.tournament
    )
    path = f"/api/v1/webhooks/{webhook.pk}/"
    for caller in (stranger, keeper):
        other = api_as(caller)
        assert other.get(f"/api/v1/clubs/{club.pk}/webhooks/").status_code == 403
        answers = [
            other.get(path),
            other.patch(path, {"active": False}),
            other.delete(path),
            other.post(f"{path}secret/"),
            other.post(f"{path}test/"),
            other.get(f"{path}deliveries/"),
            other.get(f"{path}deliveries/{delivery}/"),
            other.post(f"{path}deliveries/{delivery}/redeliver/"),
            other.post(f"{path}deliveries/redeliver/", {"since": "2026-01-01T00:00:00Z"}),
        ]
        assert {answer.status_code for answer in answers} == {404}
        absent = other.get("/api/v1/webhooks/0/")
        assert absent.content == other.get(path).content, "nor is it said that there is one"
    assert api_as(None).get(path).status_code == 401
    assert again(webhook).is_active


def test_another_webhooks_delivery_is_not_this_ones(api, box, webhook, club, matches):
    other = api.post(f"/api/v1/clubs/{club.pk}/webhooks/", {"url": box.url}).json()["id"]
    happens(matches[0], "one")
    work_off()
    delivery = webhook.deliveries.get().pk
    for path in (f"deliveries/{delivery}/", f"deliveries/{delivery}/redeliver/"):
        method = api.post if "redeliver" in path else api.get
        assert method(f"/api/v1/webhooks/{other}/{path}").status_code == 404


def test_lists_cost_the_same_for_any_number(
    api, box, webhook, matches, club, director, django_assert_num_queries, django_assert_max_num_queries
):
    for number in range(5):
        happens(matches[0], str(number))
    work_off()
    with django_assert_max_num_queries(14):
        api.get(f"/api/v1/webhooks/{webhook.pk}/deliveries/")
