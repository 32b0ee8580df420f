"""Master points of events: what a director says, what follows from it, who may say it."""

import html
import re

import pytest

from matches.play.rules.results import ResultKind
from matches.play.services import ruling_make, ruling_preview
from matches.players.models import Merge
from tests.answers import assert_problem
from tests.conftest import NOON, api_as, director_reports, fixture_at, work_off
from tests.factories import PlayerFactory, UserFactory
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_create
from tournaments.points.models import EventWeight
from tournaments.points.rules import DivisionLevel
from tournaments.points.services import master_points_set

pytestmark = pytest.mark.django_db


def text(response):
    assert response.status_code == 200
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", response.content.decode())).split())


@pytest.fixture
def cup(knockout, director):
    """A knockout of four: Ann beats Dai to 9, Bob has a walkover over Cem, Ann beats Bob to 9."""
    event = knockout(4, lengths=(9,))
    master_points_set(actor=director, tournament_id=event.pk, weight=2.0, level=DivisionLevel.OPEN)
    first = fixture_at(event, "R1-M1")
    director_reports(first.match, director, (9, 4))
    other = fixture_at(event, "R1-M2").match
    ruling_make(
        match_id=other.pk, actor=director, kind=ResultKind.WALKOVER, winner=0, reason="Not there.", now=NOON
    )
    work_off()
    director_reports(fixture_at(event, "R2-M1").match, director, (9, 8))
    event.refresh_from_db()
    assert event.state == "finished"
    return event


def points(path):
    answer = api_as(None).get(f"/api/v1/{path}/master-points/")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_what_a_tournament_gives(cup, client):
    """Weight 2: a match to 9 brings 2, a place 2 x 0.6 x log2(4) = 2.4 times its factor."""
    found = points(f"tournaments/{cup.pk}")
    assert (found["weight"]["weight"], found["weight"]["level"]) == (2.0, "open")
    final = fixture_at(cup, "R2-M1").match
    rows = {row["player"]["name"]: row for row in found["earned"]}
    champion, second = rows[final.one.name], rows[final.two.name]
    assert champion["by_matches"] == pytest.approx(4.0)
    assert champion["by_place"] == pytest.approx(2.4)
    assert [match["points"] for match in champion["matches"]] == [pytest.approx(2.0)] * 2
    assert champion["matches"][-1]["match"] == final.pk
    assert champion["matches"][-1]["opponent"]["name"] == final.two.name
    assert second["by_matches"] == 0, "a walkover earns nothing"
    assert second["points"] == pytest.approx(1.68)
    shared = [row for row in found["earned"] if row["place"]["first"] == 3]
    assert [row["points"] for row in shared] == [pytest.approx(2.4 * (0.5 + 1 / 3) / 2)] * 2
    seen = text(client.get(f"/tournaments/{cup.pk}/master-points/"))
    assert "Event weight 2.0, Open division" in seen
    assert "4.000 by matches, 2.400 by the place" in seen
    assert "places 3 to 4 of 4, rank factor 0.4167: 1.000000" in seen
    assert f"/tournaments/{cup.pk}/master-points/" in client.get(f"/tournaments/{cup.pk}/").content.decode()


def test_a_clubs_year_and_a_player(cup, client):
    year = cup.finished_at.year
    found = points(f"clubs/{cup.club_id}")
    assert found["year"] == year
    assert [row["place"] for row in found["players"]] == [1, 2, 3, 3]
    first = found["players"][0]
    own = points(f"players/{first['player']['id']}")
    assert own["points"] == first["points"] == pytest.approx(6.4)
    assert own["events"][0]["tournament"]["id"] == cup.pk
    total = sum(row["points"] for row in points(f"tournaments/{cup.pk}")["earned"])
    assert sum(row["points"] for row in found["players"]) == pytest.approx(total)
    answer = api_as(None).get(f"/api/v1/clubs/{cup.club_id}/master-points/", {"year": year - 1})
    assert answer.json() == {"year": year - 1, "players": []}
    assert first["player"]["name"] in text(client.get(f"/clubs/{cup.club_id}/master-points/"))
    assert "6.400" in text(client.get(f"/players/{first['player']['id']}/master-points/"))
    assert client.get(f"/clubs/{cup.club_id}/master-points/?year=1999").status_code == 404
    assert f"/clubs/{cup.club_id}/master-points/" in client.get(f"/clubs/{cup.club_id}/").content.decode()


def test_who_was_merged_earned_it_for_the_one_kept(cup):
    final = fixture_at(cup, "R2-M1").match
    kept = PlayerFactory(name="Ann of old")
    Merge.objects.create(kept=kept, absorbed=final.one)
    assert points(f"clubs/{cup.club_id}")["players"][0]["player"]["name"] == "Ann of old"
    assert points(f"players/{kept.pk}")["points"] == pytest.approx(6.4)


def test_the_latest_weight_counts_and_all_are_kept(cup, director):
    master_points_set(
        actor=director,
        tournament_id=cup.pk,
        weight=1,
        level=DivisionLevel.NOVICE,
        reason="It was the novices'.",
    )
    assert points(f"tournaments/{cup.pk}")["earned"][0]["points"] == pytest.approx(6.4 / 4)
    assert EventWeight.objects.filter(tournament=cup).count() == 2


def test_nothing_is_given_before_the_end_or_without_a_weight(knockout, director, client):
    event = knockout(2)
    assert points(f"tournaments/{event.pk}") == {"weight": None, "earned": None}
    assert client.get(f"/tournaments/{event.pk}/master-points/").status_code == 404
    answer = api_as(director).post(
        f"/api/v1/tournaments/{event.pk}/master-points/", {"weight": 1.5, "level": "intermediate"}
    )
    assert answer.status_code == 201
    assert answer.json() == {"weight": 1.5, "level": "intermediate", "reason": ""}
    assert points(f"tournaments/{event.pk}")["earned"] is None
    assert "when the tournament is over" in text(client.get(f"/tournaments/{event.pk}/master-points/"))
    assert points(f"clubs/{event.club_id}")["players"] == []


NONSENSE = [
    ({"weight": 0, "level": "open"}, 422, "invalid_master_points", "weigh 0"),
    ({"weight": -1, "level": "open"}, 422, "invalid_master_points", "weigh -1"),
    ({"weight": 10.5, "level": "open"}, 422, "invalid_master_points", "weigh 10.5"),
    ({"weight": "nan", "level": "open"}, 400, "invalid_request", ""),
    ({"weight": 1, "level": "expert"}, 400, "invalid_request", ""),
    ({"weight": "heavy", "level": "open"}, 400, "invalid_request", ""),
    ({"level": "open"}, 400, "invalid_request", ""),
    ({"weight": 1, "level": "open"}, 422, "invalid_master_points", "is over"),
]


def test_what_makes_no_sense_is_refused_and_changes_nothing(cup, director, subtests):
    before = list(EventWeight.objects.values())
    for body, status, code, words in NONSENSE:
        with subtests.test(body=body):
            answer = api_as(director).post(
                f"/api/v1/tournaments/{cup.pk}/master-points/", body, format="json"
            )
            assert_problem(answer, status, code, words)
            assert list(EventWeight.objects.values()) == before


def test_only_who_directs_says_what_an_event_weighs(cup):
    path, body = f"/api/v1/tournaments/{cup.pk}/master-points/", {"weight": 1, "level": "open"}
    assert_problem(api_as(None).post(path, body), 401, "not_authenticated")
    assert_problem(api_as(UserFactory()).post(path, body), 403, "not_allowed")
    assert_problem(
        api_as(UserFactory()).post("/api/v1/tournaments/99999/master-points/", body), 404, "not_found"
    )
    assert EventWeight.objects.count() == 1


def test_teams_earn_none(club, director):
    event = tournament_create(actor=director, club=club, name="Doubles", lengths=(5,), entrants="doubles")
    answer = api_as(director).post(
        f"/api/v1/tournaments/{event.pk}/master-points/", {"weight": 1, "level": "open"}
    )
    assert_problem(answer, 422, "invalid_master_points", "doubles")
    assert not EventWeight.objects.exists()


@pytest.mark.parametrize("year", ["1899", "9999", "now"])
def test_a_year_that_is_none(club, year):
    answer = api_as(None).get(f"/api/v1/clubs/{club.pk}/master-points/", {"year": year})
    assert_problem(answer, 400, "invalid_request")


def test_a_correction_moves_the_points(cup, director):
    final = fixture_at(cup, "R2-M1").match
    looked = ruling_preview(match_id=final.pk, actor=director, kind=ResultKind.PLAYED, points=(3, 9))
    ruling_make(
        match_id=final.pk,
        actor=director,
        kind=ResultKind.PLAYED,
        points=(3, 9),
        reason="Turned round.",
        preview=looked.token,
    )
    work_off()
    assert Tournament.objects.get(pk=cup.pk).state == "finished"
    rows = points(f"tournaments/{cup.pk}")["earned"]
    assert rows[0]["player"]["name"] == final.two.name
    assert rows[0]["points"] == pytest.approx(2.0 + 2.4)
