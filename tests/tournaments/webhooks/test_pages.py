"""Webhooks on the pages: added, changed, tried, removed; what is wrong stands beside its field."""

import pytest
from django.test import Client

from tests.conftest import work_off
from tests.factories import UserFactory
from tests.matches.accounts.at_doors import PASSWORD, confirmed
from tournaments.webhooks.models import Webhook

from .conftest import again, happens, spread

pytestmark = pytest.mark.django_db


@pytest.fixture
def browser(director):
    director.set_password(PASSWORD)
    director.save()
    return confirmed(director)


def test_from_adding_to_removing(browser, box, club, matches):
    base = f"/clubs/{club.pk}/webhooks/"
    assert "There are none." in browser.get(base).content.decode()
    shown = browser.post(base, {"url": box.url, "types": ["match.superseded"]})
    assert shown.status_code == 200
    assert "whsec_" in shown.content.decode()
    webhook = Webhook.objects.get()
    page = f"{base}{webhook.pk}/"
    assert "whsec_" not in browser.get(page).content.decode()
    assert webhook.types == ["match.superseded"]

    box.answer = lambda got: (500, b"<b>broken</b>", {})
    happens(matches[0], "one")
    from .conftest import later, spread

    spread()
    later()
    html = browser.get(page).content.decode()
    assert "&lt;b&gt;broken&lt;/b&gt;" in html
    assert "Waiting" in html

    box.empty()
    delivery = webhook.deliveries.get().pk
    assert browser.post(f"{page}deliveries/{delivery}/redeliver/").status_code == 302
    work_off()
    assert "Delivered" in browser.get(page).content.decode()
    assert browser.post(f"{page}test/").status_code == 302
    work_off()
    assert len(box.received) == 2

    assert "whsec_" in browser.post(page).content.decode()
    assert browser.post(f"{page}change/", {"url": box.url}).status_code == 302
    assert (again(webhook).types, again(webhook).is_active) == ([], False)
    assert browser.post(f"{page}test/").status_code == 302
    assert (
        "is paused" in browser.get(page).content.decode() or "paused by" in browser.get(page).content.decode()
    )
    assert browser.post(f"{page}remove/").status_code == 302
    assert not Webhook.objects.exists()


def test_all_that_failed_is_sent_again(browser, box, webhook, club, matches):
    page = f"/clubs/{club.pk}/webhooks/{webhook.pk}/"
    happens(matches[0], "one")
    spread()
    webhook.deliveries.update(state="given_up")
    answer = browser.post(f"{page}deliveries/redeliver/", {"since": ""})
    assert answer.status_code == 422
    assert "This field is required." in answer.content.decode()
    answer = browser.post(f"{page}deliveries/redeliver/", {"since": "2026-01-01T00:00"}, follow=True)
    assert "1 event is on its way again." in answer.content.decode()
    work_off()
    assert len(box.received) == 1
    answer = browser.post(f"{page}deliveries/redeliver/", {"since": "2026-01-01T00:00"}, follow=True)
    assert "Nothing has failed since then." in answer.content.decode()
    Webhook.objects.update(state="paused", pause_cause="by_hand")
    answer = browser.post(f"{page}deliveries/redeliver/", {"since": "2026-01-01T00:00"})
    assert answer.status_code == 422
    assert "Set it going again first." in answer.content.decode()


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({}, "url"),
        ({"url": "https://127.0.0.1/"}, "into a network of its own"),
        ({"url": "http://club.example/"}, "does not begin with https://"),
        ({"url": "x" * 600}, "url"),
        ({"url": "https://club.example/", "types": "nothing"}, "types"),
    ],
)
def test_what_cannot_be(browser, club, sent, said):
    answer = browser.post(f"/clubs/{club.pk}/webhooks/", sent)
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Webhook.objects.exists()


def test_what_cannot_be_changed(browser, webhook, club):
    page = f"/clubs/{club.pk}/webhooks/{webhook.pk}/"
    answer = browser.post(f"{page}change/", {"url": "https://10.0.0.1/", "active": "on"})
    assert answer.status_code == 422
    assert "into a network of its own" in answer.content.decode()
    assert again(webhook).url == webhook.url


def test_it_is_nobody_elses_business(webhook, club):
    stranger = Client()
    stranger.force_login(UserFactory())
    page = f"/clubs/{club.pk}/webhooks/{webhook.pk}/"
    assert stranger.post(f"{page}test/").status_code == 403
    assert stranger.post(f"{page}remove/").status_code == 403
    assert stranger.post(f"{page}deliveries/redeliver/", {"since": "2026-01-01"}).status_code == 403
    assert stranger.post(f"{page}change/", {"url": "https://a.example/"}).status_code == 403
    assert Client().get(page).status_code == 302
    assert Webhook.objects.exists()


def test_of_another_club_there_is_none(browser, webhook, director):
    from tournaments.clubs.services import club_create

    other = club_create(actor=director, name="Other Club")
    assert browser.get(f"/clubs/{other.pk}/webhooks/{webhook.pk}/").status_code == 404
