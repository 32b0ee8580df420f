"""What is shown of a page where its address is shared."""

import re

import pytest
from django.test import override_settings

from tests.factories import MatchFactory, PlayerFactory
from tournaments.clubs.models import Club
from tournaments.events.models import Tournament
from tournaments.ladders.models import Ladder
from tournaments.leagues.models import League
from tournaments.ponds.models import Pond

pytestmark = pytest.mark.django_db


def preview(client, address, language="en"):
    page = client.get(address, HTTP_ACCEPT_LANGUAGE=language).content.decode()
    found = re.findall(r'<meta (?:property|name)="([a-z:]+)" content="([^"]*)">', page)
    return dict(found)


@override_settings(PUBLIC_URL="https://play.example")
def test_of_an_event(town, client):
    cup = Tournament.objects.get(name="Golden Cup")
    Tournament.objects.filter(pk=cup.pk).update(text='# Come\n\n**All** "welcome"')
    said = preview(client, f"/tournaments/{cup.pk}/?x=1")
    assert said["og:title"] == "Golden Cup"
    assert said["og:url"] == f"https://play.example/tournaments/{cup.pk}/"
    # Its own day: in Tokyo it is the 2nd.
    assert said["description"] == "Golden Club 東京 · 2 Dec 2026, 01:00 · Come All &quot;welcome&quot;"
    assert said["twitter:card"] == "summary_large_image"
    assert said["og:image"].startswith(
        f"https://play.example/api/v1/tournaments/{cup.pk}/card.png?language=en"
    )
    assert "2026年12月2日" in preview(client, f"/tournaments/{cup.pk}/", "ja")["description"]


@override_settings(PUBLIC_URL="https://play.example")
def test_of_everything_else(town, client):
    club = Club.objects.get(name="Golden Club 東京")
    said = preview(client, f"/clubs/{club.pk}/")
    assert (said["og:title"], said["og:description"]) == ("Golden Club 東京", "Club · Shibuya, Tōkyō")
    for model, path, kind in (
        (Ladder, "ladders", "Ladder"),
        (League, "leagues", "League"),
        (Pond, "ponds", "Pond"),
    ):
        row = model.objects.get()
        said = preview(client, f"/{path}/{row.pk}/")
        assert said["og:title"] == row.name
        assert said["description"].startswith(f"{kind} · {row.club.name}")


def test_of_people_and_matches_nothing_private_is_shown(client):
    kim = PlayerFactory(
        name="Kim", bio="Secret", country="NL", contact="kim@x.example", private=["bio", "country"]
    )
    said = preview(client, f"/players/{kim.pk}/")
    assert (said["og:title"], said["description"]) == ("Kim", "Player")
    match = MatchFactory(one=kim, two=PlayerFactory(name="Lou"))
    said = preview(client, f"/matches/{match.pk}/")
    assert said["og:title"] == "Kim – Lou"
    assert said["description"] == "5-point match · To be played"
