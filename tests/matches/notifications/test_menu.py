"""Every page says to whoever is logged in how many notices are new, and asks for nothing more to know it."""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.notifications.models import Delivery, Notice

pytestmark = pytest.mark.django_db

PAGE = "/players/"


def told(login, count, channel="page", **columns):
    occasion = f"{login.pk} {channel} {len(columns)}"
    notices = Notice.objects.bulk_create(
        Notice(kind="pairing_posted", subject=number, occasion=occasion) for number in range(count)
    )
    Delivery.objects.bulk_create(
        Delivery(notice=notice, login=login, channel=channel, due_at=timezone.now(), **columns)
        for notice in notices
    )


@pytest.fixture
def browser(ann):
    client = Client()
    client.force_login(ann.user)
    return client


def menu(browser, language="en", page=PAGE):
    """The head of a page from where the menu begins, without its marks."""
    html = browser.get(page, headers={"Accept-Language": language}).content.decode()
    found = html.split('<details class="mine"')[1].split("</details>")[0]
    return re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", found.partition(">")[2])).strip()


def test_the_menu_says_how_many_are_new(browser, ann, bob):
    told(ann.user, 2)
    told(ann.user, 3, read_at=timezone.now())
    told(ann.user, 4, channel="mail")
    told(bob.user, 5)
    said = menu(browser)
    assert said.startswith("A 2 ann: your menu, 2 new notices")
    assert "Your notices 2 new" in said
    assert menu(browser, page="/nowhere/").startswith("A 2")


def test_it_says_so_in_japanese(browser, ann):
    told(ann.user, 2)
    said = menu(browser, "ja")
    assert said.startswith("A 2 ann：マイメニュー（未読のお知らせ2件）")
    assert "未読2件" in said


def test_one_is_one_and_many_are_many(browser, ann):
    told(ann.user, 1)
    assert "your menu, 1 new notice " in menu(browser)
    told(ann.user, 99, channel="page", closed_at=timezone.now())
    said = menu(browser)
    assert said.startswith("A 99+ ann: your menu, 100 new notices")


def test_who_has_seen_all_is_told_nothing(browser, ann):
    told(ann.user, 2)
    assert browser.post("/notices/").status_code == 302
    said = menu(browser)
    assert said.startswith("A ann: your menu ")
    assert "new" not in said


def test_it_takes_no_query(browser, ann):
    def queries():
        with CaptureQueriesContext(connection) as made:
            browser.get(PAGE)
        return [each["sql"] for each in made]

    before = queries()
    told(ann.user, 2)
    after = queries()
    assert len(after) == len(before)
    assert sum("matches_delivery" in sql for sql in after) == 1


def test_a_login_that_is_closed_is_none(browser, ann):
    ann.user.is_active = False
    ann.user.save()
    assert 'class="mine"' not in browser.get(PAGE).content.decode()


def test_strangers_have_no_menu(db):
    assert 'class="mine"' not in Client().get(PAGE).content.decode()
