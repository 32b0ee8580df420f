"""Choosing how to be told: over the API, on pages, and by the link in a mail."""

import re
from datetime import time

import pytest
from django.test import Client

from matches.notifications.models import Delivery, NoticeSettings
from matches.notifications.selectors import kinds_declared
from matches.notifications.services import notice_post, unsubscribe_link, unsubscribing_of
from tests.answers import assert_problem
from tests.conftest import api_as, work_off

pytestmark = pytest.mark.django_db

SETTINGS, NOTICES, READ = "/api/v1/me/notifications/", "/api/v1/me/notices/", "/api/v1/me/notices/read/"


def chosen(login):
    return NoticeSettings.objects.get(login=login)


# -- The API


def test_what_nobody_has_chosen_is_as_the_kinds_have_it(bob):
    NoticeSettings.objects.all().delete()
    shown = api_as(bob.user).get(SETTINGS).json()
    assert (shown["quiet_from"], shown["quiet_to"], shown["mails"]) == ("22:00", "07:00", True)
    kinds = {each["kind"]: each for each in shown["kinds"]}
    assert kinds.keys() == kinds_declared().keys()
    assert kinds["report_to_confirm"]["mail"] is True
    assert kinds["entries_open"]["mail"] is False
    assert kinds["table_called"]["urgent"] is True


def test_settings_are_changed_and_what_is_left_out_stays(bob):
    api = api_as(bob.user)
    answer = api.patch(
        SETTINGS,
        {"quiet_from": "23:30", "daily": True, "kinds": [{"kind": "ruling_made", "mail": False}]},
    )
    assert answer.status_code == 200
    row = chosen(bob.user)
    assert (row.quiet_from, row.quiet_to, row.daily) == (time(23, 30), time(0), True)
    assert row.choices == {"ruling_made": {"mail": False}}
    api.patch(SETTINGS, {"kinds": [{"kind": "ruling_made", "push": False}]})
    assert chosen(bob.user).choices == {"ruling_made": {"mail": False, "push": False}}
    api.patch(SETTINGS, {"kinds": [{"kind": "ruling_made", "mail": True, "push": True}]})
    assert chosen(bob.user).choices == {}


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"kinds": [{"kind": "weather", "mail": True}], "daily": True}, 422, "unknown_notice_kind"),
        ({"quiet_from": "25:00"}, 400, "invalid_request"),
        ({"quiet_from": "7"}, 400, "invalid_request"),
        ({"quiet": True}, 400, "invalid_request"),
    ],
)
def test_what_cannot_be_chosen_changes_nothing(bob, sent, status, code):
    before = NoticeSettings.objects.values().get(login=bob.user)
    assert_problem(api_as(bob.user).patch(SETTINGS, sent), status, code)
    assert NoticeSettings.objects.values().get(login=bob.user) == before


def test_the_list_has_what_one_was_told_and_what_was_seen(match, ann, bob):
    notice_post("pairing_posted", match.pk)
    notice_post("match_superseded", match.pk, "x", data={"superseded": False})
    work_off()
    api = api_as(bob.user)
    later, first = api.get(NOTICES).json()["results"]
    assert (first["kind"], first["subject"], first["subject_number"]) == ("pairing_posted", "match", match.pk)
    assert first["title"] == "Set up: Ann – Bob"
    assert (first["page"], first["read_at"], first["over"]) == (f"/matches/{match.pk}/", None, False)
    assert api.post(READ, {"notices": [first["id"]]}).json() == {"read": 1}
    assert api.post(READ, {"notices": [first["id"]]}).json() == {"read": 0}
    assert [each["read_at"] is None for each in api.get(NOTICES).json()["results"]] == [True, False]
    assert api_as(ann.user).post(READ, {"notices": [later["id"]]}).json() == {"read": 0}, "another's"
    assert api.post(READ, {}).json() == {"read": 1}
    assert api.get(NOTICES, {"page_size": 1}).json()["next"] is not None


# -- Pages


def test_the_pages_show_and_change_the_same(client, match, bob):
    client.force_login(bob.user)
    page = client.get("/account/notifications/").content.decode()
    assert "A report to confirm" in page
    sent = dict.fromkeys(re.findall(r'name="((?:mail|push)_\w+)"[^>]* checked', page), "on")
    assert sent
    sent |= {"mails": "on", "quiet_from": "21:00", "quiet_to": "06:30", "language": "ja"}
    del sent["mail_deadline_near"]
    assert client.post("/account/notifications/", sent).status_code == 302
    row = chosen(bob.user)
    assert (row.quiet_from, row.urgent_at_night) == (time(21), False)
    assert row.choices == {"deadline_near": {"mail": False}}
    bob.user.refresh_from_db()
    assert bob.user.language == "ja"
    bad = client.post("/account/notifications/", {**sent, "quiet_from": "x", "language": "en"})
    assert bad.status_code == 422
    assert chosen(bob.user).quiet_from == time(21)


def test_the_page_of_notices_has_them_seen_with_one_press(client, match, bob):
    notice_post("pairing_posted", match.pk)
    work_off()
    client.force_login(bob.user)
    page = client.get("/notices/").content.decode()
    assert "Set up: Ann – Bob" in page
    assert "1 new" in page
    client.post("/notices/")
    assert "1 new" not in client.get("/notices/").content.decode()
    assert Delivery.objects.filter(read_at=None, login=bob.user, channel="page").count() == 0


def test_the_language_of_the_page_is_that_of_the_mails(client, bob):
    client.force_login(bob.user)
    client.post("/i18n/setlang/", {"language": "ja", "next": "/"})
    bob.user.refresh_from_db()
    assert bob.user.mail_language == "ja"
    client.post("/i18n/setlang/", {"language": "xx", "next": "/"})
    bob.user.refresh_from_db()
    assert bob.user.mail_language == "ja"


# -- The link


def test_a_kind_of_mail_ends_with_one_click_without_logging_in(bob):
    link = unsubscribe_link(bob.user, "ruling_made")
    programs = Client(enforce_csrf_checks=True)
    shown = programs.get(link)
    assert shown.status_code == 200
    assert "No more mails of this kind to bob" in shown.content.decode()
    assert chosen(bob.user).choices == {}, "looking changes nothing"
    for _ in range(2):
        answer = programs.post(link, "List-Unsubscribe=One-Click", "application/x-www-form-urlencoded")
        assert answer.status_code == 200
    assert chosen(bob.user).choices == {"ruling_made": {"mail": False}}
    assert chosen(bob.user).mails is True


def test_of_several_kinds_all_mail_ends(bob):
    Client().post(unsubscribe_link(bob.user, ""))
    assert chosen(bob.user).mails is False


def test_a_link_that_was_changed_ends_nothing(bob):
    link = unsubscribe_link(bob.user, "ruling_made")
    for wrong in (link[:-3] + "x/", "/notices/unsubscribe/x/"):
        assert Client().post(wrong).status_code == 404
    assert chosen(bob.user).choices == {}
    secret = link.split("/")[-2]
    type(bob.user).objects.update(is_active=False)
    assert unsubscribing_of(secret) is None
