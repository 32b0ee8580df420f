"""The live score on the pages, and recorded by two at once."""

import html
import re
import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection

from matches.play import services
from matches.play.errors import GameConflict, GameOutOfOrder
from matches.play.models import LiveGame, Match, Report
from tests.conftest import fixture_at, work_off

from .reporting import TO_FIVE, record_games, taken_back

pytestmark = pytest.mark.django_db


# -- Two phones at once


def at_once(calls):
    barrier = threading.Barrier(len(calls))

    def run(call):
        try:
            barrier.wait(10)
            return call()
        except (GameConflict, GameOutOfOrder) as refusal:
            return refusal
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as rating_pool:
        return list(rating_pool.map(run, calls))


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("attempt", range(3))
def test_two_phones_at_once_keep_one_log(match, attempt):
    same = [
        lambda side=side: services.game_record(
            match_id=match.pk, actor=match.players[side].user, number=1, **TO_FIVE[0]
        )
        for side in (0, 1, 0, 1)
    ]
    assert len({fact.pk for fact in at_once(same)}) == 1
    differing = [
        lambda side=side: services.game_record(
            match_id=match.pk, actor=match.players[side].user, number=2, winner=side, points=1
        )
        for side in (1, 0)
    ]
    outcomes = at_once(differing)
    assert sorted(type(match_score).__name__ for match_score in outcomes) == ["GameConflict", "LiveGame"]
    assert LiveGame.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_the_last_game_recorded_by_both_at_once_makes_one_report(match):
    record_games(match, *TO_FIVE[:3])
    at_once(
        [
            lambda side=side: services.game_record(
                match_id=match.pk, actor=match.players[side].user, number=4, **TO_FIVE[3]
            )
            for side in (0, 1)
        ]
    )
    assert Report.objects.count() == 1
    work_off()
    assert Match.objects.get(pk=match.pk).state == "reported"


# -- What pages show


def seen(client, address, language="en"):
    response = client.get(address, headers={"Accept-Language": language})
    assert response.status_code == 200
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def test_the_page_of_a_match_shows_the_games_as_they_come(client, match):
    page = f"/matches/{match.pk}/"
    assert "Live score" not in seen(client, page)
    record_games(match, TO_FIVE[0])
    text = seen(client, page)
    assert "Ann 4 – 0 Bob Being played" in text
    assert "Crawford game Game 2 is the Crawford game: nobody doubles in it." in text
    assert "Ann needs 1 point Bob needs 5 points" in text
    assert "1 Ann 4 – 0 4 Gammon 2" in text
    record_games(match, TO_FIVE[1], start=2)
    text = seen(client, page)
    assert "Game 3 is next. Only Bob may be the first to double." in text
    assert "2 Bob 4 – 1 1 Single game Crawford 1" in text
    record_games(match, {"winner": 1, "points": 3, "cube": 1}, start=3)
    assert "Game 4 is next. Nobody doubles: the cube is dead for both." in seen(client, page)
    record_games(match, {"winner": 0, "points": 1}, start=4)
    text = seen(client, page)
    assert "Ann 5 – 4 Bob" in text
    assert "The games reach the length of the match." in text
    assert "From the live score · Ann" in text


def test_the_page_speaks_japanese_too(client, match):
    record_games(match, TO_FIVE[0])
    text = seen(client, f"/matches/{match.pk}/", "ja")
    assert "スコア速報" in text
    assert "第2ゲームはクロフォードゲームです。ダブルはできません。" in text
    assert "Ann：あと1ポイント" in text


def test_once_decided_the_page_shows_the_games_of_the_result_alone(client, match, staff):
    record_games(match, *TO_FIVE, actor=staff)
    work_off()
    text = seen(client, f"/matches/{match.pk}/")
    assert "Ann 5 – 3 Bob Final" in text
    assert "Live score" not in text
    assert "Possible: 4 games, points, cube and score checked." in text
    assert text.count("Resigned") == 2, "in the result, and in the report"


def test_a_refused_list_of_games_is_shown_with_its_faults(client, match):
    services.report_submit(match_id=match.pk, actor=match.one.user, games=[TO_FIVE[0], TO_FIVE[3]])
    work_off()
    text = seen(client, f"/matches/{match.pk}/")
    assert "The games cannot have been played so" in text
    assert "Game 2 Illegal double the cube at 2 cannot stand: this is the Crawford game" in text


def test_the_bracket_shows_the_score_of_a_match_that_is_played(client, knockout):
    cup = knockout(4)
    fixture = fixture_at(cup, "R1-M1")
    page = f"/tournaments/{cup.pk}/"
    assert "running" not in client.get(page).content.decode().replace('badge running"', "")
    record_games(fixture.match, TO_FIVE[0])
    content = client.get(page).content.decode()
    assert content.count('<span class="score running">4</span>') == 1
    assert content.count('<span class="score running">0</span>') == 1
    assert f"4 {fixture.match.one.name} 0 {fixture.match.two.name}" in seen(client, page), (
        "and the card above"
    )


@pytest.mark.django_db(transaction=True)
def test_a_recorded_game_reaches_whoever_looks(knockout, heard):
    cup = knockout(2)
    match = fixture_at(cup, "R1-M1").match
    shown = {f"match-{match.pk}", f"tournament-{cup.pk}", f"club-{cup.club_id}"}
    shown |= {f"player-{player.pk}" for player in match.players}
    heard()
    record_games(match, TO_FIVE[0])
    assert heard() == shown
    record_games(match, TO_FIVE[0])
    assert heard() == set(), "nothing has changed"
    taken_back(match, 1)
    assert heard() == shown
