"""Pages of matches and players."""

import html
import re

import pytest
from django.contrib.staticfiles import finders
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.play.models import Report
from matches.play.services import report_submit
from matches.ratings.pages.tags import signed_rating_change
from tests.conftest import DATA, director_reports, fixture_at, work_off
from tests.engine.records import OPENING, TO_FOUR, file
from tests.factories import AliasFactory, MatchFactory, PlayerFactory, UserFactory
from tournaments.events.services import entry_withdraw

LEGAL = (DATA / "clubnight" / "std_05p_0000.mat").read_bytes()
ILLEGAL = (DATA / "clubnight" / "illegal_05p_blocked.mat").read_bytes()


def text(response):
    """What a reader sees: the page without its tags, white space run together."""
    assert response.status_code == 200
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


def match_of_bots(a="Bot_expert_A", b="Bot_expert_B"):
    """A match to 5 points whose players bear the names the transcripts write."""
    one, two = (PlayerFactory(name=name, user=UserFactory()) for name in (a, b))
    return MatchFactory(one=one, two=two, length=5)


def report(match, side=0, **content):
    sent = report_submit(match_id=match.pk, actor=(match.one, match.two)[side].user, **content)
    work_off()
    return sent


@pytest.fixture
def finalised(db):
    """A match decided by its transcript, and rated."""
    match = match_of_bots()
    report(match, transcript=LEGAL)
    match.refresh_from_db()
    assert match.state == "final"
    return match


# -- A match


@pytest.mark.django_db
def test_an_open_match_waits_for_a_report(client):
    match = match_of_bots()
    seen = text(client.get(f"/matches/{match.pk}/"))
    assert "Bot_expert_A v Bot_expert_B To be played 5-point match" in seen
    assert "Nobody has reported this match yet." in seen


def test_a_verified_match_shows_score_games_ratings_and_transcript(client, finalised):
    seen = text(client.get(f"/matches/{finalised.pk}/"))
    one, two = finalised.result.score
    assert f"Bot_expert_A {one} – {two} Bot_expert_B Final" in seen
    winner = finalised.result.winning_player.name
    assert f"{winner} wins. The referee verified the transcript." in seen
    assert f"{one} – {two}" in seen[seen.index("Ending") :], "the running score ends at the result"
    for entry in finalised.rating_entries.all():
        assert f"1500.00 {entry.value_after:.2f} {signed_rating_change(entry.value_change)}" in seen
    assert f"Transcript {one}–{two} Accepted" in seen
    page = client.get(f"/matches/{finalised.pk}/").content.decode()
    assert re.findall(r'class="side won"><a href="/players/(\d+)/"', page) == [
        str(finalised.result.winning_player.pk)
    ]
    address = f"/api/v1/reports/{finalised.result.report_id}/transcript/"
    assert address in client.get(f"/matches/{finalised.pk}/").content.decode()
    assert client.get(address).content == LEGAL


@pytest.mark.django_db
def test_an_agreed_score_names_its_grounds(client):
    match = match_of_bots()
    report(match, 0, score=(5, 3))
    report(match, 1, score=(5, 3))
    seen = text(client.get(f"/matches/{match.pk}/"))
    assert "Bot_expert_A wins. Both players report the same." in seen
    assert "Games" not in seen


@pytest.mark.django_db
def test_a_disputed_match_shows_both_reports(client):
    match = match_of_bots()
    report(match, 0, score=(5, 3))
    report(match, 1, score=(4, 5))
    seen = text(client.get(f"/matches/{match.pk}/"))
    assert "Disputed" in seen
    assert "The director decides." in seen
    assert "Score 5–3 Accepted Bot_expert_A" in seen
    assert "Score 4–5 Accepted Bot_expert_B" in seen


@pytest.mark.django_db
def test_an_illegal_transcript_is_refused_with_game_turn_rule_and_legal_plays(client):
    match = match_of_bots("Bot_weak_A", "Bot_weak_B")
    sent = report(match, transcript=ILLEGAL)
    faults = Report.objects.get(pk=sent.pk).verdict.details["violations"]
    seen = text(client.get(f"/matches/{match.pk}/"))
    assert "Transcript Refused" in seen
    assert "The transcript breaks the rules" in seen
    assert faults
    for fault in faults:
        who = ["Bot_weak_A", "Bot_weak_B"][fault["player"]]
        assert f"Game {fault['game']} · turn {fault['turn']} · {who} Illegal play" in seen
        assert fault["message"] in seen
        assert fault["rule"] in seen
        assert all(play in seen for play in fault["legal"])
    assert faults[0]["turn"] == 4
    assert faults[0]["legal"]


@pytest.mark.parametrize(
    ("content", "title"),
    [
        ({"transcript": b"\x00\x01 nothing"}, "The transcript cannot be read"),
        ({"score": (6, 7)}, "No match can end at that score"),
        ({"transcript": ILLEGAL}, "The transcript is of other players"),
        ({"transcript": LEGAL[: len(LEGAL) // 2]}, "The transcript stops before the match is decided"),
    ],
    ids=["binary", "score", "strangers", "half"],
)
@pytest.mark.django_db
def test_a_refusal_says_what_is_wrong(client, content, title):
    match = match_of_bots()
    sent = report(match, **content)
    seen = text(client.get(f"/matches/{match.pk}/"))
    assert title in seen
    assert Report.objects.get(pk=sent.pk).verdict.problem["detail"] in seen


@pytest.mark.django_db
def test_links_to_report_and_to_rule_are_for_those_who_may(client):
    match = match_of_bots()
    address = f"/matches/{match.pk}/"
    acting = ("Report the result", "Answer, rule or schedule", "Score the match live")

    def offered(user=None):
        client.force_login(user) if user else client.logout()
        seen = text(client.get(address))
        return [each for each in (*acting, "Log in to report this match") if each in seen]

    assert offered() == ["Log in to report this match"]
    assert offered(UserFactory()) == []
    assert offered(match.one.user) == [*acting]
    report(match, transcript=LEGAL)
    assert offered() == []
    assert offered(UserFactory()) == []


def test_a_walkover_names_the_withdrawal(client, knockout, director):
    cup = knockout(4)
    fixture = fixture_at(cup, "R1-M1")
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=fixture.two_id, reason="the last train")
    work_off()
    response = client.get(f"/matches/{fixture.match_id}/")
    seen = text(response)
    assert f"{fixture.one.player.name} wins. Walkover: the opponent withdrew." in seen
    assert "Reason: the last train" in seen
    assert f"/tournaments/{cup.pk}/#R1-M1" in response.content.decode(), "and the way back to the bracket"


def test_a_match_needs_eleven_queries_however_often_it_was_reported(
    client, knockout, director, django_assert_num_queries
):
    match = fixture_at(knockout(2), "R1-M1").match
    for own in range(4):
        report_submit(match_id=match.pk, actor=match.one.user, score=(4, own))
    director_reports(match, director, (5, 2))
    # With those for what happened: which facts there are, reports, verdicts, the result; two for the states.
    with django_assert_num_queries(11):
        seen = text(client.get(f"/matches/{match.pk}/"))
    assert seen.count("Score 4–") == 4


# -- Pages that follow a topic


def test_an_open_page_gets_the_live_part_alone(client, finalised):
    address = f"/matches/{finalised.pk}/"
    whole, part = client.get(address), client.get(address, headers={"HX-Request": "true"})
    assert f'data-events="/events/match-{finalised.pk}/"' in whole.content.decode()
    assert "<html" not in part.content.decode()
    assert part.content.decode().strip() in whole.content.decode(), "the part is what the page shows"
    for response in (whole, part):
        assert "HX-Request" in response["Vary"]
        assert "no-cache" in response["Cache-Control"]


def test_pages_keep_to_the_content_security_policy(client, finalised):
    for address in (f"/matches/{finalised.pk}/", f"/players/{finalised.one_id}/", "/players/", "/"):
        response = client.get(address)
        page = response.content.decode()
        assert "default-src 'self'" in response["Content-Security-Policy"]
        assert not re.findall(r"<[^>]+\s(?:style|on\w+)=", page), "no inline style or handler"
        assert all("src=" in tag for tag in re.findall(r"<script[^>]*>", page)), "no inline script"
        for name in re.findall(r'(?:src|href)="/static/([^"?]+)', page):
            assert finders.find(name), name
        assert not re.findall(r'(?:src|href|action)="(?:https?:)?//', page), "nothing from elsewhere"


def test_posting_to_a_page_is_refused(client, finalised):
    assert client.post(f"/matches/{finalised.pk}/").status_code == 405


# -- Players


@pytest.mark.django_db
def test_a_player_page_without_matches(client):
    player = PlayerFactory(name="Ann")
    AliasFactory(player=player, name="annie77")
    seen = text(client.get(f"/players/{player.pk}/"))
    assert "Also known as annie77" in seen
    assert "No rated match yet." in seen


def test_a_player_page_shows_curve_and_history_from_the_players_side(client, finalised):
    one, two = finalised.result.score
    for player, own, other in ((finalised.one, one, two), (finalised.two, two, one)):
        page = client.get(f"/players/{player.pk}/")
        entry = finalised.rating_entries.get(player=player)
        word = "won" if own > other else "lost"
        seen = text(page)
        assert (
            f"{word} {own}–{other} 5 {entry.value_after:.2f} {signed_rating_change(entry.value_change)}"
            in seen
        )
        # On the curve, in its table, and in the list of all.
        assert page.content.decode().count(f'href="/matches/{finalised.pk}/"') == 3
        assert f"{entry.value_before:.0f} before" in seen


def test_the_ranking_goes_by_rating_and_newcomers_come_last(client, finalised, django_assert_max_num_queries):
    PlayerFactory(name="Aaron")
    with django_assert_max_num_queries(3):
        seen = text(client.get("/players/"))
    winner, loser = finalised.result.winning_player.name, finalised.result.losing_player.name
    assert seen.index(f"1 {winner}") < seen.index(f"2 {loser}") < seen.index("– Aaron – –")


@pytest.mark.django_db
def test_the_ranking_is_paged_and_counts_on(client):
    for _ in range(51):
        PlayerFactory()
    assert "1 / 2" in text(client.get("/players/"))
    assert "2 / 2" in text(client.get("/players/?page=2"))
    assert "2 / 2" in text(client.get("/players/?page=99"))
    assert "1 / 2" in text(client.get("/players/?page=x"))


def test_a_players_page_needs_as_many_queries_for_one_match_as_for_many(client, knockout, director):
    def queries(address):
        with CaptureQueriesContext(connection) as seen:
            client.get(address)
        return len(seen)

    cup = knockout(8)
    ann = cup.entries.order_by("pk").first().player
    counts = []
    for key in ("R1-M1", "R1-M2", "R2-M1"):
        match = fixture_at(cup, key).match
        director_reports(match, director, (5, 2))
        counts.append(queries(f"/players/{ann.pk}/"))
    assert ann.rating_entries.count() == 2
    assert counts[0] == counts[-1] <= 14


# -- Names that bite


@pytest.mark.django_db
def test_names_are_text_and_nothing_else(client):
    evil = '<script>alert("x")</script>'
    match = match_of_bots(evil, "W" * 80)
    AliasFactory(player=match.one, name="<img src=x onerror=alert(1)>")
    report(match, score=(5, 1))
    report(match, 1, score=(5, 1))
    for address in (f"/matches/{match.pk}/", f"/players/{match.one_id}/", "/players/"):
        page = client.get(address).content.decode()
        assert "&lt;script&gt;" in page
        assert "<script>" not in page
        assert "<img src=x" not in page


# -- Languages


def test_the_browser_chooses_the_language(client, finalised):
    japanese = client.get(f"/matches/{finalised.pk}/", headers={"Accept-Language": "ja"})
    assert '<html lang="ja">' in japanese.content.decode()
    assert "自動審判が棋譜を検証しました。" in text(japanese)
    assert '<html lang="en">' in client.get("/", headers={"Accept-Language": "fi"}).content.decode()


def test_the_switch_chooses_the_language_and_comes_back(client, finalised):
    address = f"/matches/{finalised.pk}/"
    page = client.get(address).content.decode()
    assert f'name="next" value="{address}"' in page
    assert '<button name="language" value="ja" lang="ja">日本語</button>' in page
    answer = client.post("/i18n/setlang/", {"language": "ja", "next": address})
    assert (answer.status_code, answer["Location"]) == (302, address)
    assert '<html lang="ja">' in client.get(address).content.decode()


# -- Where nothing is, and where something broke


def test_pages_that_are_not_there(client, db):
    for address in ("/nothing", "/matches/1/", "/players/1/", "/tournaments/1/", "/clubs/1/"):
        response = client.get(address)
        assert response.status_code == 404
        assert "There is nothing here" in response.content.decode()
    assert client.get("/api/nothing/")["Content-Type"] == "application/problem+json"


def test_what_cannot_be_read_is_refused_by_a_page(client, db, settings):
    settings.ALLOWED_HOSTS = ["golden.example"]
    response = client.get("/", headers={"Accept-Language": "ja"})
    assert response.status_code == 400
    assert "リクエストを読み取れません" in response.content.decode()


def test_a_fault_of_ours_is_shown_as_a_page_or_as_a_problem(client, db, monkeypatch):
    client.raise_request_exception = False
    monkeypatch.setattr("matches.ratings.pages.boards.player_ranking", None)
    response = client.get("/players/", headers={"Accept-Language": "ja"})
    assert response.status_code == 500
    assert "サーバー側でエラーが発生しました" in response.content.decode()
    monkeypatch.setattr("matches.players.api.players.PlayersView.get", None)
    assert client.get("/api/v1/players/")["Content-Type"] == "application/problem+json"


# -- Where a match stands that was not played to its end


def test_a_record_that_stops_early_shows_where_the_match_stands(db, client):
    """The Crawford game breaks off; the page says what a director can do with it."""
    match = MatchFactory(one=PlayerFactory(name="Ann", user=UserFactory()), two=PlayerFactory(name="Bea"))
    rows = "4-0\n 31: 8/5 6/5 | 42: 8/4 6/4\n 62: 24/18 13/11 |"
    report(match, transcript=file(TO_FOUR, rows).encode())
    seen = text(client.get(f"/matches/{match.pk}/"))
    assert "Where the match stands Game 2 Crawford Ann Bea Score 4 0 Pips 155 161 Cube 1 Turn on roll" in seen
    assert "Possible rulings Play on the match is played on from here" in seen
    assert "Award the match unrated Bea is awarded the match" in seen
    assert "Agreed settlement only by the event's own rule unrated" in seen
    assert Report.objects.get().verdict.problem["standing"]["xgid"] in seen


def test_violations_notes_and_possible_rulings_are_said_in_the_language_of_the_reader(db, client):
    japanese = {"Accept-Language": "ja"}
    match = MatchFactory(one=PlayerFactory(name="Ann", user=UserFactory()), two=PlayerFactory(name="Bea"))
    page = f"/matches/{match.pk}/"
    report(
        match, transcript=file("0-0\n 31: 8/5 6/4 | 42: 8/4 6/4\n 62: 24/18 13/11 |\n|Wins 3 points").encode()
    )
    seen = text(client.get(page, headers=japanese))
    assert "反則手 31: 8/5 6/4：6/4は2個分の移動で、出目31では動かせません" in seen
    assert "駒は1回の移動で、サイコロ1個の目の数だけ進みます。 [GNU Backgammon manual" in seen
    assert "早めの投了 まだヒットがありうる段階で投了しています" in seen
    assert "31: 8/5 6/4: 6/4 is 2 points, which 31 does not give" in text(client.get(page))
    rows = "4-0\n 31: 8/5 6/5 | 42: 8/4 6/4\n 62: 24/18 13/11 |"
    report(match, transcript=file(TO_FOUR, rows).encode())
    seen = text(client.get(page, headers=japanese))
    assert "ギャモン負けを認める 大会規定に定めのある場合のみ" in seen
    assert "Annがギャモン負けで投了：Beaが2点を得て、" in seen
    assert "US Backgammonルール4.9では、コンタクトがなくなった後だけ投了できます" in seen
    assert "sentence" not in str(client.get(f"/api/v1/matches/{match.pk}/reports/").json())


@pytest.mark.parametrize(
    ("rows", "seen"),
    [
        ("Doubles => 2 |", "Cube 1 Turn take or pass at 2"),
        ("Doubles => 2 | Takes\n 62: ???? |", "Cube 2 Turn 62 to play"),
        ("Doubles => 2 | Takes\n Resigns |\n|Wins 2 points", "Before game 2 Ann Bea Score 0 2 Pips 167 167"),
    ],
)
def test_the_cube_and_whose_turn_it_is(db, client, rows, seen):
    match = MatchFactory(one=PlayerFactory(name="Ann", user=UserFactory()), two=PlayerFactory(name="Bea"))
    report(match, transcript=file(OPENING + "\n" + rows).encode())
    assert seen in text(client.get(f"/matches/{match.pk}/"))
