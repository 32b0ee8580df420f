"""Statistics over the API and on pages: what counts, by which filters, for how many queries."""

import html
import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

import engine
from matches.dice.models import DiceExtract
from matches.dice.services import dice_compare
from matches.play.models import Match, Report, Result
from matches.play.rules.results import ResultKind
from matches.play.services import report_submit, report_verify, ruling_make
from matches.players.models import Merge
from matches.statistics.selectors import Narrowing, head_to_head, player_statistics
from tests.answers import assert_problem
from tests.conftest import DATA, NOON, api_as, director_reports, fixture_at, work_off
from tests.factories import MatchFactory, PlayerFactory, UserFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def three(players):
    return players(3)


@pytest.fixture
def decide(director):
    """decide(one, two, (5, 3), day=2): a match between two that ended so on that day."""

    def make(one, two, score=None, *, day=0, kind=ResultKind.PLAYED, winner=None, games=None, **rest):
        match = MatchFactory(one=one, two=two, created_by=director, **rest)
        now = NOON + timedelta(days=day)
        if games is not None:
            report = report_submit(match_id=match.pk, actor=director, games=games, now=now)
            report_verify(report_id=report.pk, now=now)
        else:
            ruling_make(
                match_id=match.pk,
                actor=director,
                kind=kind,
                winner=winner,
                reason="Seen.",
                now=now,
                **({} if score is None else {"points": score}),
            )
        work_off()
        match.refresh_from_db()
        assert match.state == "final"
        return match

    return make


def statistics_of(player, **asked):
    answer = api_as(None).get(f"/api/v1/players/{player.pk}/statistics/", asked)
    assert answer.status_code == 200, answer.content
    return answer.json()


def text(response):
    assert response.status_code == 200
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


GAMES = [
    {"winner": 1, "points": 2, "cube": 2, "ending": "pass"},
    {"winner": 0, "points": 4, "cube": 2, "ending": "gammon"},
    {"winner": 0, "points": 1, "cube": 1, "ending": "single"},
]


def test_what_was_played_counts_and_nothing_else(three, decide):
    ann, bob, _ = three
    decide(ann, bob, (5, 3))
    decide(bob, ann, (5, 1), day=1)
    decide(ann, bob, (3, 2), kind=ResultKind.RETIRED, winner=0, day=2)
    decide(ann, bob, kind=ResultKind.WALKOVER, winner=0, day=3)
    decide(ann, bob, kind=ResultKind.FORFEIT, winner=1, day=4)
    decide(ann, bob, (2, 2), kind=ResultKind.AGREED_SETTLEMENT, day=5)
    MatchFactory(one=ann, two=bob)
    found = statistics_of(ann)
    assert found["record"] == {
        "matches": 3, "won": 2, "lost": 1, "points_won": 9, "points_lost": 10, "rate": pytest.approx(2 / 3)
    }  # fmt: skip
    assert found["left_out"] == {"forfeit": 1, "agreed_settlement": 1, "walkover": 1}
    assert found["by_strength"][0]["strength"] == "even"
    assert sum(group["matches"] for group in found["by_strength"]) == 3
    assert found["expectation"]["matches"] == 3
    assert 1 < found["expectation"]["expected"] < 2


def test_games_are_shown_with_their_base(three, decide):
    ann, bob, _ = three
    decide(ann, bob, games=GAMES)
    decide(bob, ann, (5, 3), day=1)
    found, theirs = statistics_of(ann), statistics_of(bob)
    assert (found["games_of"], found["record"]["matches"], found["gammons"]["games"]) == (1, 2, 3)
    assert (found["gammons"]["gammons_won"], theirs["gammons"]["gammons_lost"]) == (1, 1)
    assert (found["cubes"]["lost_by_pass"], theirs["cubes"]["won_by_pass"]) == (1, 1)
    # The third game, at 4 to 2 in a match to 5, is the Crawford game: no cube.
    assert found["cubes"]["games"] == theirs["cubes"]["games"] == 2
    assert found["cubes"]["average"] == 2


def test_a_one_point_match_has_no_cube(three, decide):
    ann, bob, _ = three
    decide(ann, bob, games=[{"winner": 0, "points": 1, "cube": 1, "ending": "single"}], length=1)
    found = statistics_of(ann)
    assert (found["gammons"]["games"], found["cubes"]["games"]) == (1, 0)


def test_filters(three, decide):
    ann, bob, _ = three
    decide(ann, bob, (5, 3), day=0)
    decide(ann, bob, (7, 3), day=1, length=7)
    decide(ann, bob, (3, 5), day=2, rated=False)
    decide(ann, bob, (5, 2), day=3, variant="nackgammon")

    def count(**asked):
        return statistics_of(ann, **asked)["record"]["matches"]

    assert count() == 4
    assert count(length=7) == 1
    assert count(rated="true") == 3
    assert count(variant="nackgammon") == 1
    assert count(**{"from": "2026-03-08"}) == 3
    assert count(to="2026-03-08") == 2
    assert count(**{"from": "0001-01-01", "to": "9999-12-31"}) == count()
    assert count(**{"from": "2026-03-08", "to": "2026-03-08"}) == 1
    assert count(tournament=10_000) == count(club=10_000) == 0


def test_brackets_and_events_come_from_tournaments(knockout, director, decide):
    cup = knockout(4)
    for key in ("R1-M1", "R1-M2", "R2-M1"):
        director_reports(fixture_at(cup, key).match, director, (5, 1))
    champion = fixture_at(cup, "R2-M1").match.one
    other = fixture_at(cup, "R2-M1").match.two
    decide(champion, other, (5, 2), day=9)
    found = statistics_of(champion)
    assert {row["bracket"]: row["matches"] for row in found["by_bracket"]} == {"main": 2, "": 1}
    assert statistics_of(champion, tournament=cup.pk)["record"]["matches"] == 2
    assert statistics_of(champion, club=cup.club_id)["record"]["matches"] == 2
    met = api_as(None).get(f"/api/v1/players/{champion.pk}/against/{other.pk}/").json()
    assert [(row["event"], row["tournament"], row["after"]) for row in met["meetings"]] == [
        ("Spring Cup", cup.pk, {"won": 1, "lost": 0}),
        ("", None, {"won": 2, "lost": 0}),
    ]


def test_head_to_head_turned_round(three, decide):
    ann, bob, cem = three
    decide(ann, bob, (5, 3))
    decide(bob, ann, (5, 1), day=1)
    decide(ann, cem, (5, 0), day=2)
    mine, theirs = (
        api_as(None).get(f"/api/v1/players/{one.pk}/against/{two.pk}/").json()
        for one, two in ((ann, bob), (bob, ann))
    )
    assert mine["record"] == theirs["record"] | {"points_won": 6, "points_lost": 8}
    assert [[row["points_won"], row["points_lost"]] for row in mine["meetings"]] == [[5, 3], [1, 5]]
    assert [[row["points_won"], row["points_lost"]] for row in theirs["meetings"]] == [[3, 5], [5, 1]]
    assert mine["streaks"]["current"]["won"] is False
    assert theirs["streaks"]["current"]["won"] is True


def test_a_merged_players_matches_are_those_of_the_one_kept(three, decide):
    ann, bob, cem = three
    nick = PlayerFactory(name="ann2")
    decide(ann, bob, (5, 3))
    decide(nick, bob, (1, 5), day=1)
    decide(cem, nick, (5, 4), day=2)
    merge = Merge.objects.create(kept=ann, absorbed=nick)
    assert statistics_of(ann)["record"]["matches"] == 3
    assert statistics_of(ann)["expectation"]["matches"] == 3, "by the ratings either of them had"
    assert "unknown" not in {group["strength"] for group in statistics_of(ann)["by_strength"]}
    assert {row["player"]["name"]: row["matches"] for row in statistics_of(bob)["by_opponent"]} == {"Ann": 2}
    met = api_as(None).get(f"/api/v1/players/{bob.pk}/against/{ann.pk}/").json()
    assert [row["after"] for row in met["meetings"]] == [{"won": 0, "lost": 1}, {"won": 1, "lost": 1}]
    for path in (f"{nick.pk}/statistics", f"{nick.pk}/against/{bob.pk}", f"{bob.pk}/against/{nick.pk}"):
        problem = assert_problem(api_as(None).get(f"/api/v1/players/{path}/"), 409, "player_merged", "ann2")
        assert problem["kept"] == ann.pk
    Merge.objects.create(kept=ann, absorbed=nick, undoes=merge)
    assert statistics_of(ann)["record"]["matches"] == 1
    assert statistics_of(nick)["record"]["matches"] == 2


@pytest.mark.parametrize(
    ("path", "asked", "status", "code", "words"),
    [
        ("{ann}/against/{ann}/", {}, 422, "same_player", "Ann"),
        ("{ann}/against/99999/", {}, 404, "not_found", ""),
        ("99999/against/{ann}/", {}, 404, "not_found", ""),
        ("99999/statistics/", {}, 404, "not_found", ""),
        (
            "{ann}/statistics/",
            {"from": "2026-03-09", "to": "2026-03-08"},
            422,
            "invalid_period",
            "2026-03-09",
        ),
        ("{ann}/against/{bob}/", {"from": "2026-03-09", "to": "2026-03-08"}, 422, "invalid_period", ""),
        ("{ann}/statistics/", {"from": "yesterday"}, 400, "invalid_request", ""),
        ("{ann}/statistics/", {"variant": "chess"}, 400, "invalid_request", ""),
        ("{ann}/statistics/", {"length": "0"}, 400, "invalid_request", ""),
        ("{ann}/statistics/", {"club": "golden"}, 400, "invalid_request", ""),
    ],
)
def test_refusals(three, path, asked, status, code, words):
    ann, bob, _ = three
    answer = api_as(None).get(f"/api/v1/players/{path.format(ann=ann.pk, bob=bob.pk)}", asked)
    assert_problem(answer, status, code, words)


def test_pages(client, three, decide):
    ann, bob, _ = three
    match = decide(ann, bob, games=GAMES)
    decide(ann, bob, kind=ResultKind.WALKOVER, winner=0, day=3)
    seen = text(client.get(f"/players/{ann.pk}/statistics/"))
    assert "Won–lost 1–0" in seen
    assert "Not counted: Walkover 1" in seen
    assert "Games known one by one: 3, in 1 of 1 matches." in seen
    assert "Outside tournaments 1 1–0 100.0 %" in seen
    seen = text(client.get(f"/players/{ann.pk}/against/{bob.pk}/"))
    assert "won 5–2 5 1–0 –" in seen
    page = client.get(f"/players/{ann.pk}/").content.decode()
    assert f"/players/{ann.pk}/statistics/" in page
    assert f"/players/{ann.pk}/against/{bob.pk}/" in client.get(f"/matches/{match.pk}/").content.decode()
    assert "まだ対戦がありません" in text(
        client.get(f"/players/{ann.pk}/against/{three[2].pk}/", headers={"accept-language": "ja"})
    )


def test_a_page_says_what_it_could_not_read(client, three, decide):
    ann, bob, _ = three
    decide(ann, bob, (5, 3))
    seen = text(client.get(f"/players/{ann.pk}/statistics/", {"from": "2026-03-09", "to": "2026-03-08"}))
    assert "The period ends before it begins." in seen
    assert "Won–lost 1–0" in seen, "of all matches"
    assert "Won–lost 0–0" in text(client.get(f"/players/{ann.pk}/statistics/", {"from": "2026-03-09"}))
    assert text(client.get(f"/players/{ann.pk}/statistics/", {"length": "x", "variant": "chess"}))


def test_a_merged_players_page_is_that_of_the_one_kept(client, three):
    ann, bob, _ = three
    nick = PlayerFactory()
    Merge.objects.create(kept=ann, absorbed=nick)
    for path, to in (
        (f"{nick.pk}/statistics", f"{ann.pk}/statistics"),
        (f"{bob.pk}/against/{nick.pk}", f"{bob.pk}/against/{ann.pk}"),
        (f"{nick.pk}/against/{bob.pk}", f"{ann.pk}/against/{bob.pk}"),
        (f"{ann.pk}/against/{ann.pk}", f"{ann.pk}/statistics"),
    ):
        assert client.get(f"/players/{path}/")["Location"] == f"/players/{to}/"


def test_as_many_queries_for_one_match_as_for_many(client, three, decide):
    ann, bob, cem = three

    def queries(path):
        with CaptureQueriesContext(connection) as seen:
            assert client.get(path).status_code == 200
        return len(seen)

    paths = [
        f"/players/{ann.pk}/statistics/",
        f"/players/{ann.pk}/against/{bob.pk}/",
        f"/api/v1/players/{ann.pk}/statistics/",
        f"/api/v1/players/{ann.pk}/against/{bob.pk}/",
    ]
    decide(ann, bob, games=GAMES)
    once = [queries(path) for path in paths]
    for day in range(1, 4):
        decide(ann, bob, (5, day), day=day)
        decide(cem, ann, (5, day), day=day)
    assert [queries(path) for path in paths] == once == [9, 9, 9, 9]


def test_what_the_selectors_ask_for(three, decide, django_assert_num_queries):
    ann, bob, _ = three
    decide(ann, bob, (5, 3))
    with django_assert_num_queries(8):
        player_statistics(ann, Narrowing())
    with django_assert_num_queries(7):
        head_to_head(ann, bob, Narrowing())


def test_many_matches_are_counted_at_once(three):
    """The rows are made by hand: what counts them asks for no more than these."""
    ann, bob, _ = three
    user = UserFactory()
    rows = Match.objects.bulk_create(Match(one=ann, two=bob, length=5, created_by=user) for _ in range(2000))
    reports = Report.objects.bulk_create(
        Report(match=row, kind="score", role="director", points_one=5, points_two=3) for row in rows
    )
    results = Result.objects.bulk_create(
        Result(
            match=row,
            kind="played",
            grounds="official",
            winner=0,
            points_one=5,
            points_two=3,
            games=GAMES,
            report=report,
            rated=True,
            finalised_at=NOON + timedelta(minutes=number),
        )
        for number, (row, report) in enumerate(zip(rows, reports, strict=True))
    )
    for row, result in zip(rows, results, strict=True):
        row.result, row.state = result, "final"
    Match.objects.bulk_update(rows, ["result", "state"], batch_size=500)
    # As PostgreSQL does by itself soon after; without it the plan is that for tables found empty.
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE matches_match, matches_report, matches_result")
    found = player_statistics(ann, Narrowing())
    assert found.found.record.won == 2000
    assert found.found.streaks.winning.matches == 2000
    assert found.found.gammons.gammons_won == 2000


@pytest.mark.parametrize("swapped", [False, True])
def test_turns_are_those_of_the_player_whatever_the_column(client, director, swapped):
    transcript = (DATA / "clubnight" / "std_05p_0000.mat").read_bytes()
    names = ("Bot_expert_A", "Bot_expert_B")
    left, right = (PlayerFactory(name=name, user=UserFactory()) for name in names)
    one, two = (right, left) if swapped else (left, right)
    match = MatchFactory(one=one, two=two, created_by=director)
    report_submit(match_id=match.pk, actor=director, transcript=transcript)
    work_off()
    columns = engine.turns_of(engine.read(transcript), "backgammon")
    for player, own, theirs in ((left, *columns), (right, *columns[::-1])):
        found = statistics_of(player)["turned"]
        assert found["transcripts"] == 1
        for turns, expected in ((found["own"], own), (found["opponents"], theirs)):
            assert {name: turns[name] for name in expected.as_dict()} == expected.as_dict()
    seen = text(client.get(f"/players/{left.pk}/statistics/"))
    assert "Matches with a transcript: 1 of 1." in seen
    assert f"Checkers hit {columns[0].hits} {columns[1].hits}" in seen


def test_who_came_into_a_match_as_another_has_their_turns(director):
    transcript = (DATA / "clubnight" / "std_05p_0000.mat").read_bytes()
    left, right = (PlayerFactory(name=name) for name in ("Bot_expert_A", "Bot_expert_B"))
    match = MatchFactory(one=left, two=right, created_by=director)
    report_submit(match_id=match.pk, actor=director, transcript=transcript)
    work_off()
    kept = PlayerFactory()
    before = statistics_of(left)["turned"]
    Merge.objects.create(kept=kept, absorbed=left)
    assert statistics_of(kept)["turned"] == before


def test_turns_stored_wrong_are_found_and_made_again(director):
    transcript = (DATA / "clubnight" / "std_05p_0000.mat").read_bytes()
    left, right = (PlayerFactory(name=name) for name in ("Bot_expert_A", "Bot_expert_B"))
    match = MatchFactory(one=left, two=right, created_by=director)
    report_submit(match_id=match.pk, actor=director, transcript=transcript)
    work_off()
    assert list(dice_compare()) == []
    held = DiceExtract.objects.get()
    DiceExtract.objects.update(turns=None)
    assert statistics_of(left)["turned"]["transcripts"] == 0
    assert len(list(dice_compare(repair=True))) == 1
    work_off()
    assert DiceExtract.objects.get().turns == held.turns
