"""Addresses that take forms only, asked for by a reader."""

import pytest

from tests.factories import UserFactory

BROWSER = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("address", "above"),
    [
        ("/tournaments/7/desk/draw/make/", "/tournaments/7/desk/draw/"),
        ("/tournaments/7/take-part/", "/tournaments/7/"),
    ],
)
def test_a_reader_is_led_to_the_page_above(client, address, above):
    client.force_login(UserFactory())
    assert client.get(address, headers=BROWSER).headers["Location"] == above


@pytest.mark.django_db
def test_what_asks_for_a_page_or_as_a_program_is_told(client):
    client.force_login(UserFactory())
    address = "/tournaments/7/desk/draw/make/"
    assert client.get(address, headers=BROWSER | {"HX-Request": "true"}).status_code == 405
    assert client.get(address).status_code == 405
    assert client.get("/api/v1/reset-codes/", headers=BROWSER).status_code == 405


@pytest.mark.django_db
def test_the_language_is_changed_where_something_was_refused(client):
    client.force_login(UserFactory())
    sent = {"language": "ja", "next": "/tournaments/7/desk/draw/make/"}
    address, status = client.post("/i18n/setlang/", sent, headers=BROWSER, follow=True).redirect_chain[-1]
    assert (address, status) == ("/tournaments/7/desk/draw/", 302)
