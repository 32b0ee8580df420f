"""The picture of an event for previews of its link: what is on it, and how it is answered."""

from io import BytesIO

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from PIL import Image

from matches.pictures.models import Picture
from tests.conftest import api_as, director_reports, field_entered, fixture_at, work_off
from tests.effort import LANGUAGES
from tests.factories import PlayerFactory
from tests.tournaments.events.test_link_previews import preview
from tests.tournaments.events.test_random_events import EVENTS, Event
from tournaments.embeds.api.cards import card_of_course
from tournaments.embeds.rules import BracketOnCard, RowsOnCard
from tournaments.events.models import Tournament
from tournaments.events.selectors import tournament_course
from tournaments.events.services import tournament_create, tournament_edit

pytestmark = pytest.mark.django_db


def asked(cup, query="", **headers):
    return api_as(None).get(f"/api/v1/tournaments/{cup.pk}/card.png{query}", headers=headers)


def picture(answer):
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    with Image.open(BytesIO(answer.content)) as image:
        assert image.size == (1200, 630)
        return image.convert("RGB").tobytes()


def card(cup):
    return card_of_course(tournament_course(Tournament.objects.select_related("club", "draw").get(pk=cup.pk)))


def names(body):
    return [row.name for row in body.rows]


def seats(body):
    """Of every match: who sits there, with the score, and who has won."""
    return [
        [(seat.name, seat.score, seat.is_won) for seat in match.seats]
        for part in body.parts
        for match in part.matches
    ]


def test_before_the_draw_it_has_the_entries(club, director):
    cup = tournament_create(
        actor=director, club=club, name="Cup", lengths=(5,), place="Hall", format="double_elimination"
    )
    assert (card(cup).said, names(card(cup).body)) == ("Open for entries", ["Hall", "Double elimination"])
    field_entered(cup, director, [PlayerFactory(name=f"Player {number}") for number in range(1, 21)])
    assert card(cup).said == "20 entries"
    assert names(card(cup).body) == [f"Player {number}" for number in range(1, 17)]
    assert card(cup).body.more == "and 4 more"
    picture(asked(cup))


def test_a_small_bracket_is_whole_and_its_winner_is_named(knockout, director):
    cup = knockout(4)
    body = card(cup).body
    assert isinstance(body, BracketOnCard)
    assert body.titles == ["Semi-finals", "Final"]
    assert [len(part.matches) for part in body.parts] == [3]
    for key in ("R1-M1", "R1-M2", "R2-M1"):
        match = fixture_at(cup, key).match
        director_reports(match, director, (5, 3))
        work_off()
    found = card(cup)
    assert (found.is_over, found.said) == (True, f"Winner: {match.one.name}")
    assert [(match.one.name, "5", True), (match.two.name, "3", False)] in seats(found.body)
    # Each match of the semi-finals leads into the final.
    assert [(wire.start[0], wire.end) for wire in found.body.parts[0].wires] == [(1, (2, 0.5))] * 2


def test_of_a_large_bracket_it_has_the_last_rounds_once_they_are_known(club, director):
    event = Event(club, director, 16)
    work_off()
    body = card(event.cup).body
    assert isinstance(body, RowsOnCard)
    assert [row.lead for row in body.rows] == [f"M{number}" for number in range(1, 9)]
    for number in range(1, 9):
        director_reports(fixture_at(event.cup, f"R1-M{number}").match, director, (5, 1))
    work_off()
    body = card(event.cup).body
    assert isinstance(body, BracketOnCard)
    assert body.titles == ["Quarter-finals", "Semi-finals", "Final"]
    assert sum(bool(one[0]) for match in seats(body) for one in match) == 8


def test_a_double_elimination_has_both_brackets_and_the_finals(club, director):
    event = Event(club, director, 8, "double_elimination")
    event.play_out()
    body = card(event.cup).body
    assert [part.title for part in body.parts] == ["Winners’ bracket", "Losers’ bracket"]
    finals = event.cup.fixtures.filter(part="final").count()
    assert [len(part.matches) for part in body.parts] == [3 + finals, 4]
    assert body.rises == body.columns - 1


def test_where_there_is_no_bracket_it_has_the_standings(club, director):
    event = Event(club, director, 5, "round_robin")
    work_off()
    assert [row.against != "" for row in card(event.cup).body.rows] == [True] * 2
    event.play_out()
    event.cup.refresh_from_db()
    body = card(event.cup).body
    course = tournament_course(event.cup)
    assert names(body) == [row.entry.player.name for row in course.standings]
    assert [row.is_marked for row in body.rows] == [row.entry == course.champion for row in course.standings]


@pytest.mark.parametrize("number", range(len(EVENTS)))
def test_every_format_is_drawn_from_the_draw_to_the_end(club, director, number):
    code, options, *entrants = EVENTS[number]
    event = Event(club, director, 7, code, options, *entrants)
    picture(asked(event.cup))
    event.report(0, 3)
    event.withdraw(3, 0)
    work_off()
    picture(asked(event.cup))
    event.play_out()
    picture(asked(event.cup))


def test_it_is_made_once_for_a_version_and_a_language(knockout, director):
    cup = knockout(4)
    cache.clear()
    first = asked(cup)
    with CaptureQueriesContext(connection) as queries:
        again = asked(cup, "?version=1")
    assert again.content == first.content
    assert len(queries) == 1
    assert asked(cup, if_none_match=first["ETag"]).status_code == 304
    japanese = asked(cup, "?language=ja")
    assert japanese["Content-Language"] == "ja"
    assert picture(japanese) != picture(first)
    director_reports(fixture_at(cup, "R1-M1").match, director, (5, 3))
    changed = asked(cup, if_none_match=first["ETag"])
    assert picture(changed) != picture(first)


@pytest.mark.parametrize("language", LANGUAGES)
def test_any_site_may_show_it(knockout, language):
    answer = asked(knockout(2), accept_language=language, accept="image/avif,image/*")
    assert answer["Cross-Origin-Resource-Policy"] == "cross-origin"
    assert answer["Content-Language"] == language
    assert "public" in answer["Cache-Control"]
    assert answer["X-Robots-Tag"] == "noindex"
    assert not answer.cookies


def test_it_takes_as_many_queries_however_large(club, director):
    found = []
    for size in (4, 16):
        event = Event(club, director, size, "double_elimination")
        event.report(0, 3)
        work_off()
        with CaptureQueriesContext(connection) as queries:
            asked(event.cup)
        found.append(len(queries))
    assert found[0] == found[1] < 12


def test_there_is_none_of_no_event():
    assert api_as(None).get("/api/v1/tournaments/99999/card.png").status_code == 404


@override_settings(PUBLIC_URL="https://play.example")
def test_the_page_names_it_by_its_version(client, knockout, director):
    cup = knockout(4)
    said = preview(client, f"/tournaments/{cup.pk}/")
    address = said["og:image"].replace("&amp;", "&")
    assert address.startswith(
        f"https://play.example/api/v1/tournaments/{cup.pk}/card.png?language=en&version="
    )
    assert said["twitter:card"] == "summary_large_image"
    assert (said["og:image:width"], said["og:image:height"]) == ("1200", "630")
    picture(client.get(address.removeprefix("https://play.example")))
    director_reports(fixture_at(cup, "R1-M1").match, director, (5, 3))
    assert preview(client, f"/tournaments/{cup.pk}/")["og:image"] != said["og:image"]


def test_before_the_draw_the_club_s_own_picture_is_shown(client, club, director, knockout):
    own = Picture.objects.create(sha256="ab" * 32, width=800, height=600)
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=(5,))
    Tournament.objects.update(picture=own)
    assert own.address in preview(client, f"/tournaments/{cup.pk}/")["og:image"]
    drawn = knockout(2)
    Tournament.objects.update(picture=own)
    assert "card.png" in preview(client, f"/tournaments/{drawn.pk}/")["og:image"]


def test_a_name_that_changes_is_drawn_anew(club, director):
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=(5,))
    first = asked(cup)
    tournament_edit(actor=director, tournament_id=cup.pk, name="Another Cup")
    assert picture(asked(cup)) != picture(first)
