"""Streams that carry what the API shows everybody: as a GET answers it, read once for all who listen."""

import json
import time

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import resolve, reverse

from config import live, representations
from config.representations import read_representation
from matches.facts.kinds import subjects_by_topic
from matches.facts.versions import Topic, announce_change, current_version
from matches.models import Match, Player
from matches.play.services import report_submit
from tests.config.stack import until
from tests.config.test_live import Browser
from tests.config.test_repainting import server as server
from tests.conftest import fixture_at, work_off
from tests.nights import eventful_night

LINES = {"Accept": "application/x-ndjson"}
SHOWN = {kind: subject for kind, subject in subjects_by_topic().items() if subject.resource}


@pytest.fixture
def follow(server):
    """A function that follows a topic as a program does."""
    opened = []

    def open_one(topic: str, query: str = "?with=representation", **headers: str) -> Browser:
        opened.append(Browser(server[0], topic, query, **LINES, **headers))
        return opened[-1]

    yield open_one
    for each in opened:
        each.close()


def events(browser: Browser) -> list[dict]:
    return [json.loads(line) for line in browser.lines if line]


def test_addresses_show_their_subject_by_its_version():
    assert {"match", "tournament", "ladder", "player", "club", "league", "pond"} < SHOWN.keys()
    for kind, subject in SHOWN.items():
        view = resolve(reverse(subject.resource, args=[1])).func
        assert view.cls.version_kind == kind


@pytest.mark.parametrize("language", ["en", "ja"])
def test_it_is_what_a_get_answers(transactional_db, language):
    eventful_night()
    tried = set()
    for kind, subject in SHOWN.items():
        for number in subject.model._base_manager.order_by("pk").values_list("pk", flat=True)[:3]:
            path = reverse(subject.resource, args=[number])
            answer = Client().get(path, headers={"Accept-Language": language})
            found = read_representation(Topic(kind, number), language)
            if answer.status_code == 200:
                assert found == (answer["ETag"], answer.json()), path
                tried.add(kind)
            else:
                assert found is None
    assert tried >= {"match", "tournament", "player", "club", "rating_pool"}


def test_what_is_not_there_or_not_for_everybody_is_not_carried(transactional_db):
    assert read_representation(Topic("match", 999_999), "en") is None
    (private,) = subjects_by_topic().keys() - SHOWN.keys()
    assert private == "series"
    assert read_representation(Topic("series", 1), "en") is None


def test_events_carry_the_subject_and_the_parts_that_changed(knockout, director, follow):
    cup = knockout(4)
    match = fixture_at(cup, "R1-M1").match
    topic = f"tournament-{cup.pk}"
    tournament, alone = follow(topic), follow(f"match-{match.pk}")
    until("both have begun", lambda: events(tournament) and events(alone))
    (first,) = events(alone)
    answer = Client().get(f"/api/v1/matches/{match.pk}/")
    assert (first["etag"], first["representation"]) == (answer["ETag"], answer.json())
    report_submit(match_id=match.pk, actor=director, score=(5, 3))
    work_off()
    version = current_version(f"match-{match.pk}")
    until("the result comes", lambda: events(alone)[-1]["version"] == version)
    assert events(alone)[-1]["representation"] == Client().get(f"/api/v1/matches/{match.pk}/").json()
    until("the tournament's too", lambda: events(tournament)[-1]["version"] == current_version(topic))
    time.sleep(2 * live.BURST)
    with transaction.atomic():
        announce_change(f"match-{match.pk}", within=[topic])
    until("the match is named", lambda: events(tournament)[-1]["parts"])
    (part,) = events(tournament)[-1]["parts"]
    assert part["representation"]["state"] == Match.State.FINAL
    assert part["etag"].startswith(f'"{part["version"]}-')
    assert events(tournament)[-1]["representation"]["name"] == cup.name


def test_it_is_read_once_for_all_who_listen(follow, server, monkeypatch):
    player = Player.objects.create(name="Ada Holt")
    topic, read = f"player-{player.pk}", []

    def counted(topic: Topic, language: str) -> representations.Representation | None:
        read.append(language)
        return read_representation(topic, language)

    monkeypatch.setattr(representations, "read_representation", counted)
    browsers = [follow(topic) for _ in range(4)]
    japanese = follow(topic, **{"Accept-Language": "ja"})
    plain = follow(topic, "")
    everybody = [*browsers, japanese, plain]
    until("all have begun", lambda: all(events(each) for each in everybody))
    assert sorted(read) == ["en", "ja"]
    with transaction.atomic():
        Player.objects.filter(pk=player.pk).update(name="Ada Wood")
        announce_change(topic)
    until("all hear", lambda: all(len(events(each)) > 1 for each in everybody))
    assert sorted(read) == ["en", "en", "ja", "ja"]
    assert [events(each)[-1]["representation"]["name"] for each in browsers] == ["Ada Wood"] * 4
    assert "-ja-" in events(japanese)[-1]["etag"]
    assert events(plain)[-1].keys() == {"kind", "subject", "version", "parts"}


def test_of_very_many_parts_none_is_carried(follow, server, monkeypatch):
    monkeypatch.setattr(representations, "MOST_PARTS", 1)
    players = [Player.objects.create(name=f"P{number}") for number in range(2)]
    topics = [f"player-{player.pk}" for player in players]
    with transaction.atomic():
        announce_change(topics[0])
    outer = follow(topics[0])
    until("it has begun", lambda: events(outer))
    with transaction.atomic():
        announce_change(topics[1], within=[topics[0]])
    until("one is named", lambda: len(events(outer)) == 2)
    (part,) = events(outer)[-1]["parts"]
    assert part["representation"]["name"] == "P1"
    time.sleep(2 * live.BURST)
    rating = Player.objects.create(name="P2")
    with transaction.atomic():
        announce_change(topics[1], f"player-{rating.pk}", within=[topics[0]])
    until("two are named", lambda: len(events(outer)) == 3)
    assert [part["representation"] for part in events(outer)[-1]["parts"]] == [None, None]
    assert events(outer)[-1]["representation"]["name"] == "P0"
    connection.close()
