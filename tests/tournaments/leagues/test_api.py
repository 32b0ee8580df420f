"""Leagues over the API: announced, opened, looked at; and every refusal, after which nothing has changed."""

import pytest

from matches.accounts.models import Token
from tests.answers import assert_problem, rows_of_everything
from tests.conftest import api_as, work_off
from tests.each import each
from tests.factories import ClubFactory, PlayerFactory, UserFactory
from tests.tournaments.events.test_corrections import correct
from tournaments.events.models import Tournament
from tournaments.leagues.models import Season

from .seasons import by_strength, in_a_ring, league_of, numbers, opened, play, play_all

pytestmark = pytest.mark.django_db

TERMS = {"name": "Thursday League", "format": "round_robin", "lengths": [3], "up": 1, "down": 1}


@pytest.fixture
def client(director):
    return api_as(director, Token.Scope.values)


@pytest.fixture
def refused(client):
    """refused(status, code, path, body, *words, as_=client): the problem, after which nothing has changed."""

    def ask(status, code, path, body, *says, as_=client):
        before = rows_of_everything()
        problem = assert_problem(as_.post(f"/api/v1/{path}/", body), status, code, *says)
        assert rows_of_everything() == before
        return problem

    return ask


def ids(players):
    return [player.pk for player in players]


def named(divisions):
    return ["".join(player["name"][0] for player in division) for division in divisions]


# -- What is answered


def test_a_league_is_announced_listed_and_read(client, club, league):
    other = league_of(ClubFactory(), UserFactory(is_staff=True))
    answer = client.post("/api/v1/leagues/", {"club": club.pk, **TERMS})
    assert answer.status_code == 201
    made = answer.json()
    assert {name: made[name] for name in TERMS} == TERMS
    assert (made["club"]["id"], made["entrants"], made["rated"]) == (club.pk, "singles", True)
    stranger = api_as(None)
    listed = stranger.get("/api/v1/leagues/").json()["results"]
    assert [each["id"] for each in listed] == [made["id"], other.pk, league.pk]
    assert listed[0] == stranger.get(f"/api/v1/leagues/{made['id']}/").json() == made
    assert [each["id"] for each in stranger.get(f"/api/v1/leagues/?club={club.pk}").json()["results"]] == [
        made["id"],
        league.pk,
    ]
    assert_problem(stranger.get("/api/v1/leagues/999999/"), 404, "not_found")


def test_two_seasons_over_the_api(client, league, director, field):
    path = f"/api/v1/leagues/{league.pk}/seasons/"
    claims = {"players": ids(field), "sizes": [4, 4]}
    looked = client.post(f"{path}preview/", claims).json()
    assert (named(looked["divisions"]), looked["up"], looked["down"]) == (["ABCD", "EFGH"], [], [])
    answer = client.post(path, {**claims, "name": "Spring", "preview": looked["token"], "seed": "lots"})
    assert answer.status_code == 201
    season = answer.json()
    assert (season["number"], season["name"], len(season["divisions"])) == (1, "Spring", 2)
    assert Tournament.objects.get(pk=season["divisions"][0]["tournament"]["id"]).draw.seed == "lots"
    work_off()
    play_all(Season.objects.get(), director, field)

    looked = client.post(f"{path}preview/", {"withdrawn": [field[7].pk]}).json()
    assert named(looked["divisions"]) == ["ABCE", "DFG"]
    assert [(each["player"]["name"], each["division"]) for each in looked["up"]] == [("Eva", 1)]
    assert [(each["player"]["name"], each["division"]) for each in looked["down"]] == [("Dai", 2)]
    assert [player["name"] for player in looked["withdrawn"]] == ["Hal"]
    assert looked["left"] == []
    answer = client.post(path, {"withdrawn": [field[7].pk], "draw": False, "preview": looked["token"]})
    assert answer.status_code == 201
    assert {each["tournament"]["state"] for each in answer.json()["divisions"]} == {"open"}

    stranger = api_as(None)
    listed = stranger.get(path).json()["results"]
    assert [each["number"] for each in listed] == [2, 1]
    assert listed[0] == answer.json()
    first, second = (stranger.get(f"{path}{number}/").json() for number in (1, 2))
    rows = first["divisions"][0]["rows"]
    assert [(row["entry"]["player"]["name"], row["first"], row["move"]) for row in rows] == [
        ("Ann", 1, None),
        ("Bob", 2, None),
        ("Cem", 3, None),
        ("Dai", 4, "down"),
    ]
    assert (first["next"], first["otherwise"], first["reopened"]) == (2, [], [])
    assert [division["over"] for division in first["divisions"] + second["divisions"]] == [True] * 2 + [
        False
    ] * 2
    assert (second["next"], [player["name"] for player in second["withdrawn"]]) == (None, ["Hal"])
    assert [row["first"] for row in second["divisions"][1]["rows"]] == [None] * 3
    assert_problem(stranger.get(f"{path}3/"), 404, "not_found")
    facts = stranger.get(f"/api/v1/leagues/{league.pk}/facts/").json()["results"]
    assert [fact["kind"] for fact in facts] == ["season", "division", "division"] * 2


def test_a_tournament_says_which_division_it_is(client, season, league, club):
    divisions = {
        each["id"]: each["division"]
        for each in client.get(f"/api/v1/tournaments/?club={club.pk}").json()["results"]
    }
    top, second = season.divisions.order_by("number")
    assert divisions == {
        top.tournament_id: {"league": league.pk, "season": 1, "number": 1},
        second.tournament_id: {"league": league.pk, "season": 1, "number": 2},
    }
    body = {"club": club.pk, "name": "Cup", "lengths": [3]}
    assert client.post("/api/v1/tournaments/", body).json()["division"] is None


def test_a_correction_after_the_next_season_opened_is_reported(client, season, league, director, field):
    opened(league, director)
    top = season.divisions.get(number=1).tournament
    for fixture in top.fixtures.select_related("match__one", "match__two"):
        if {fixture.match.one, fixture.match.two} == {field[2], field[3]}:
            correct(fixture.match, director, points=(0, 3) if fixture.match.one == field[2] else (3, 0))
    seen = client.get(f"/api/v1/leagues/{league.pk}/seasons/1/").json()
    assert [(one["player"]["name"], one["plays"], one["would"]) for one in seen["otherwise"]] == [
        ("Cem", 1, 2),
        ("Dai", 2, 1),
    ]
    correct(top.fixtures.filter(void=False).first().match, director, kind="void")
    seen = client.get(f"/api/v1/leagues/{league.pk}/seasons/1/").json()
    assert (seen["reopened"], seen["otherwise"]) == ([1], [])


def test_the_queries_of_a_list_do_not_grow(league, director, field, django_assert_max_num_queries):
    counts = []
    for _ in range(2):
        season = opened(
            league, director, **({} if counts else {"divisions": numbers([field[:2], field[2:4]])})
        )
        with django_assert_max_num_queries(6) as queries:
            api_as(None).get(f"/api/v1/leagues/{league.pk}/seasons/")
        counts.append(len(queries))
        play_all(season, director, field)
    assert counts[0] == counts[1]


# -- What is refused


@each(
    "announced, status, code, says",
    [
        ({"format": "chess"}, 400, "invalid_request", ""),
        ({"name": ""}, 400, "invalid_request", ""),
        ({"name": "x" * 61}, 400, "invalid_request", ""),
        ({"up": -1}, 400, "invalid_request", ""),
        ({"down": 17}, 400, "invalid_request", ""),
        ({"up": "many"}, 400, "invalid_request", ""),
        ({"club": 10**9}, 422, "unknown_club", "1000000000"),
        ({"lengths": [4]}, 422, "invalid_length", "4"),
        ({"format_options": {"legs": 2}}, 422, "unknown_format_option", "legs"),
        ({"format_options": {"meetings": 9}}, 422, "invalid_format_option", "meetings"),
        ({"tiebreaks": ["coin"]}, 422, "unknown_tiebreak", "coin"),
        ({"entrants": "teams"}, 422, "wrong_entrants", "Round robin"),
        ({"rounds": [{"round": 0, "length": 5}]}, 422, "invalid_round", "round"),
        ({"options": {"moon": 1}}, 422, "invalid_option", "moon"),
        ({"regulations": {"moon": 1}}, 422, "invalid_regulation", "moon"),
    ],
)
def test_a_league_that_cannot_be(refused, club, announced, status, code, says):
    refused(status, code, "leagues", {"club": club.pk, **TERMS, **announced}, says)


@each(
    "claims, says",
    [
        ({}, "not 0 with 0"),
        ({"divisions": [["A", "B"], ["B", "C"]]}, "is named twice"),
        ({"divisions": [["A", "A"]]}, "is named twice"),
        ({"players": ["A", "B", "B", "C"], "sizes": [2, 2]}, "is named twice"),
        ({"players": ["A", "B", "C"], "sizes": [2]}, "would be in none"),
        ({"players": ["A", "B", "C"], "sizes": [2, 2]}, "there are 3"),
        ({"players": ["A", "B", "C"]}, "would be in none"),
        ({"divisions": [["A", "B"], ["C"]]}, "Division 2 would have 1"),
        ({"divisions": [["A", "B"], []]}, "Division 2 would have 0"),
        ({"divisions": [["A", "B"]], "players": ["C", "D"], "sizes": [2]}, "not both"),
        ({"divisions": [["A", "B"]], "withdrawn": ["A"]}, "has not begun"),
        ({"divisions": [["A", "B"]], "newcomers": ["C"]}, "has not begun"),
    ],
)
@each("address", ["seasons", "seasons/preview"])
def test_a_first_season_that_cannot_be(refused, league, field, claims, says, address):
    refused(422, "invalid_divisions", f"leagues/{league.pk}/{address}", numbered(claims, field), says)


def numbered(claims, field):
    """The claims with players by number instead of by letter."""
    number = {player.name[0]: player.pk for player in field} | {"Z": PlayerFactory(name="Zoe").pk}

    def read(value):
        return [read(each) for each in value] if isinstance(value, list) else number.get(value, value)

    return {name: read(value) for name, value in claims.items()}


NO_NEXT_SEASON = [
    ({"divisions": [["A", "B"]]}, "follows from the places"),
    ({"players": ["A", "B"], "sizes": [2]}, "follows from the places"),
    ({"withdrawn": ["Z"]}, "is in no division and cannot withdraw"),
    ({"withdrawn": ["A", "A"]}, "is named twice"),
    ({"newcomers": ["A"]}, "stands in the league already"),
    ({"newcomers": ["Z", "Z"]}, "is named twice"),
    ({"withdrawn": ["A"], "newcomers": ["A"]}, "stands in the league already"),
    ({"order": ["A"]}, "shares no place"),
    ({"sizes": [4, 3]}, "would be in none"),
    ({"sizes": [4, 5]}, "there are 8"),
    ({"sizes": [7, 1]}, "Division 2 would have 1"),
    ({"withdrawn": ["F", "G", "H"]}, "Division 2 would have 1"),
]


def test_a_next_season_that_cannot_be(refused, season, league, field, subtests):
    for claims, says in NO_NEXT_SEASON:
        for address in ("seasons", "seasons/preview"):
            with subtests.test(claims=claims, address=address):
                sent = numbered(claims, field)
                refused(422, "invalid_divisions", f"leagues/{league.pk}/{address}", sent, says)


@pytest.mark.parametrize("address", ["seasons", "seasons/preview"])
def test_who_is_not_known_plays_nowhere(refused, league, address):
    refused(
        422, "unknown_player", f"leagues/{league.pk}/{address}", {"divisions": [[10**9, 2]]}, "1000000000"
    )


@pytest.mark.parametrize("address", ["seasons", "seasons/preview"])
def test_a_division_that_is_still_played(refused, league, director, field, address):
    season = opened(league, director, divisions=numbers([field[:2], field[2:4]]))
    top, second = season.divisions.order_by("number")
    path = f"leagues/{league.pk}/{address}"
    problem = refused(409, "season_running", path, {}, top.tournament.name, second.tournament.name)
    assert problem["tournaments"] == [top.tournament_id, second.tournament_id]
    play(top, director, by_strength(field))
    problem = refused(409, "season_running", path, {}, f"Not over yet: {second.tournament.name}. Play it")
    assert problem["tournaments"] == [second.tournament_id]


@pytest.mark.parametrize("address", ["seasons", "seasons/preview"])
def test_ties_that_nothing_breaks(refused, client, league, director, field, address):
    season = opened(league, director, divisions=numbers([field[:3], field[3:6]]))
    top, second = season.divisions.order_by("number")
    play(top, director, by_strength(field))
    play(second, director, in_a_ring(field[3:6]))
    path = f"leagues/{league.pk}/{address}"
    problem = refused(409, "places_shared", path, {}, "Dai, Eva, Fay", "`order`", "lots last")
    assert (problem["tournament"], problem["players"]) == (second.tournament_id, ids(field[3:6]))
    client.post(
        f"/api/v1/tournaments/{second.tournament_id}/tiebreaks/",
        {"tiebreaks": ["lots"], "reason": "One goes up."},
    )
    assert client.post(f"/api/v1/{path}/", {}).status_code in (200, 201)


def test_a_season_that_is_another_by_now(refused, season, league):
    problem = refused(
        409, "season_stale", f"leagues/{league.pk}/seasons", {"preview": "0" * 64}, "Look at it"
    )
    assert problem["season"] == 2


def test_the_same_season_is_not_opened_twice(refused, client, league, field):
    body = {"divisions": [ids(field[:2])]}
    assert client.post(f"/api/v1/leagues/{league.pk}/seasons/", body).status_code == 201
    refused(409, "season_running", f"leagues/{league.pk}/seasons", {})


def test_who_may(refused, league, season, club):
    """A stranger, the director of a division, an anonymous caller, a token without the scope."""
    helper = UserFactory()
    cup = season.divisions.get(number=1).tournament
    cup.appointments.create(club=club, user=helper, role="director")
    for path, body in (
        ("leagues", {"club": club.pk, **TERMS}),
        (f"leagues/{league.pk}/seasons", {}),
        (f"leagues/{league.pk}/seasons/preview", {}),
    ):
        for login in (UserFactory(), helper):
            refused(403, "not_allowed", path, body, as_=api_as(login))
        refused(401, "not_authenticated", path, body, as_=api_as(None))
        refused(403, "missing_scope", path, body, as_=api_as(league.created_by, ["read"]))


@pytest.mark.parametrize(
    "body",
    [
        {"divisions": [1, 2]},
        {"divisions": "x"},
        {"players": [None]},
        {"sizes": [-1]},
        {"withdrawn": {"a": 1}},
        {"newcomers": ["x"]},
        {"draw": "perhaps"},
        {"name": "x" * 41},
        {"seed": "a b"},
        {"divisions": [[1, 2]] * 33},
    ],
    ids=str,
)
def test_what_has_no_shape(refused, league, body):
    refused(400, "invalid_request", f"leagues/{league.pk}/seasons", body)


@pytest.mark.parametrize("number", [0, -1, 10**40, 2**63])
def test_numbers_that_nobody_has(refused, league, number):
    refused(422, "unknown_player", f"leagues/{league.pk}/seasons", {"players": [number], "sizes": [1]})
