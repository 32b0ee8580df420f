"""The replay of a transcript: its pages without a script, the boards for the script, and its API."""

import html
import re

import pytest

import engine
from engine.moments import match_moments
from matches.play.models import Report
from tests.conftest import api_as
from tests.matches.players.people import anonymise, staff

from .test_pages import ILLEGAL, LEGAL, finalised, match_of_bots, report, text  # noqa: F401

pytestmark = pytest.mark.django_db


@pytest.fixture
def replayed(finalised):  # noqa: F811
    return Report.objects.get(match=finalised)


@pytest.fixture
def refused(db):
    match = match_of_bots("Bot_weak_A", "Bot_weak_B")
    return Report.objects.get(pk=report(match, transcript=ILLEGAL).pk)


def label(page):
    """What the board says in words."""
    return html.unescape(re.search(r'role="img"[^>]*aria-label="([^"]*)"', page)[1])


def test_every_turn_has_an_address(client, replayed):
    match = match_moments(engine.read(LEGAL))
    for place, game in enumerate(match.games, 1):
        for number in (1, len(game.moments) // 2, len(game.moments)):
            page = client.get(f"/reports/{replayed.pk}/replay/?game={place}&move={number}").content.decode()
            moment = game.moments[number - 1]
            assert "Bot_expert_A (White) at the bottom" in label(page)
            if moment.action is not None:
                assert moment.text in html.unescape(page)
                assert f'data-move="{number}" aria-current="true"' in page
            score = f"Bot_expert_A {game.score[0]}, Bot_expert_B {game.score[1]}"
            assert score in label(page)


def test_the_ends_lead_to_the_next_game_and_no_further(client, replayed):
    games = match_moments(engine.read(LEGAL)).games
    address = f"/reports/{replayed.pk}/replay/"
    last = len(games[0].moments)
    page = client.get(f"{address}?game=1&move={last}").content.decode()
    assert 'rel="next" href="?game=2&amp;move=1&amp;bottom=one"' in page
    page = client.get(f"{address}?game=2&move=1").content.decode()
    assert f'rel="prev" href="?game=1&amp;move={last}&amp;bottom=one"' in page
    first = client.get(address).content.decode()
    assert 'rel="prev"' not in first
    end = client.get(f"{address}?game={len(games)}&move={len(games[-1].moments)}").content.decode()
    assert 'rel="next"' not in end
    winner = games[-1].result.winner
    assert f"{['Bot_expert_A', 'Bot_expert_B'][winner]} wins" in text(
        client.get(f"{address}?game=99&move=9999")
    )


@pytest.mark.parametrize(
    "query", ["game=0", "game=x&move=-1", "move=999999999999", "bottom=three", "fault=5"]
)
def test_what_the_address_says_wrongly_is_passed_over(client, replayed, query):
    assert "Game 1" in text(client.get(f"/reports/{replayed.pk}/replay/?{query}"))


def test_the_other_player_sits_at_the_bottom_if_asked(client, replayed):
    page = client.get(f"/reports/{replayed.pk}/replay/?bottom=two").content.decode()
    assert "Bot_expert_B (White) at the bottom" in label(page)


def test_columns_that_are_the_other_way_round_are_put_to_their_sides(client):
    match = match_of_bots("Bot_expert_B", "Bot_expert_A")
    sent = report(match, transcript=LEGAL)
    page = client.get(f"/reports/{sent.pk}/replay/").content.decode()
    assert "Bot_expert_B (White) at the bottom" in label(page)
    api = api_as(None).get(f"/api/v1/reports/{sent.pk}/replay/").json()
    other = api_as(None).get(f"/api/v1/matches/{match.pk}/").json()["result"]
    last = api["games"][-1]
    assert last["winner"] == other["winner"]


def test_the_match_leads_to_the_transcript_it_was_decided_by(client):
    match = match_of_bots()
    half = report(match, transcript=LEGAL[: len(LEGAL) // 2])
    assert client.get(f"/matches/{match.pk}/replay/")["Location"] == f"/reports/{half.pk}/replay/"
    whole = report(match, transcript=LEGAL)
    report_of_match = client.get(f"/matches/{match.pk}/replay/")
    assert report_of_match["Location"] == f"/reports/{whole.pk}/replay/"
    page = client.get(f"/matches/{match.pk}/").content.decode()
    assert f'href="/reports/{whole.pk}/replay/"' in page
    assert client.get(f"/matches/{match_of_bots('C', 'D').pk}/replay/").status_code == 404


def test_an_objection_is_seen_with_what_was_legal(client, refused):
    fault = refused.verdict.details["violations"][0]
    page = client.get(f"/reports/{refused.pk}/replay/?fault=1")
    seen = text(page)
    assert html.unescape(fault["message"]) in seen
    assert fault["legal"][0] in seen
    boards = page.content.decode().count('class="board"')
    assert boards == 1 + min(len(fault["legal"]), 6)
    # Where it is mended, and where all objections are listed.
    client.force_login(refused.match.one.user)
    listed = client.get(f"/reports/{refused.pk}/").content.decode()
    assert listed.count("small-board objected") == min(3, len(refused.verdict.details["violations"]))
    assert f'href="/reports/{refused.pk}/replay/?fault=1"' in listed


def test_where_a_match_stands_is_seen(client):
    match = match_of_bots()
    sent = report(match, transcript=LEGAL[: len(LEGAL) // 2])
    stands = sent.verdict.problem["standing"] if hasattr(sent, "verdict") else None
    page = client.get(f"/matches/{match.pk}/").content.decode()
    assert 'class="small-board"' in page
    stands = Report.objects.get(pk=sent.pk).verdict.problem["standing"]
    assert f"{stands['pips'][0]} pips to go" in label(page)


def test_boards_of_a_game_come_at_once_and_once(client, replayed, django_assert_num_queries):
    address = f"/reports/{replayed.pk}/replay/games/1/?bottom=one"
    moments = match_moments(engine.read(LEGAL)).games[0].moments
    answer = client.get(address)
    page = answer.content.decode()
    assert page.count('class="drawn"') == len(moments)
    again = client.get(address, headers={"If-None-Match": answer["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert client.get(address).content == answer.content
    assert client.get(address.replace("one", "two"))["ETag"] != answer["ETag"]
    for game in (0, 99):
        assert client.get(f"/reports/{replayed.pk}/replay/games/{game}/").status_code == 404
    with django_assert_num_queries(1):
        client.get(address)


def test_who_was_anonymised_is_named_nowhere(client, replayed):
    anonymise(staff(), replayed.match.one, replayed.match.one.name)
    for address in ("replay/", "replay/games/1/"):
        assert b"Bot_expert_A" not in client.get(f"/reports/{replayed.pk}/{address}").content


def test_what_cannot_be_read_is_not_replayed(client):
    match = match_of_bots()
    sent = report(match, transcript=b"Dear Sir or Madam")
    assert "nothing to replay" in text(client.get(f"/reports/{sent.pk}/replay/"))
    assert client.get(f"/reports/{sent.pk}/replay/games/1/").status_code == 404
    score = report(match, score=(5, 3))
    assert client.get(f"/reports/{score.pk}/replay/").status_code == 404
    for number in (sent.pk, score.pk, 10**6):
        assert api_as(None).get(f"/api/v1/reports/{number}/replay/").status_code == 404
        assert api_as(None).get(f"/api/v1/reports/{number}/replay/games/1/").status_code == 404


def test_programs_read_games_and_moments(replayed):
    client = api_as(None)
    match = match_moments(engine.read(LEGAL))
    listed = client.get(f"/api/v1/reports/{replayed.pk}/replay/").json()
    assert (listed["match"], listed["length"], len(listed["games"])) == (
        replayed.match_id,
        5,
        len(match.games),
    )
    for place, game in enumerate(match.games, 1):
        found = client.get(f"/api/v1/reports/{replayed.pk}/replay/games/{place}/").json()
        assert found["place"] == place
        assert len(found["moments"]) == len(game.moments) == listed["games"][place - 1]["moments"]
        for said, moment in zip(found["moments"], game.moments, strict=True):
            assert said["text"] == moment.text
            if said["xgid"]:
                situation = engine.parse_id(said["xgid"])
                roller = moment.on_roll if moment.offered else moment.player
                assert situation.position.own == moment.boards[roller]
                assert engine.translate_id(said["xgid"])["gnubg"].startswith(said["position_id"])
                assert list(situation.match.dice or ()) == sorted(said["dice"] or [], reverse=True)
        assert sum(bool(said["xgid"]) for said in found["moments"]) >= len(game.moments) - 2
    assert client.get(f"/api/v1/reports/{replayed.pk}/replay/games/99/").status_code == 404
