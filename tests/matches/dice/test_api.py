"""/dice/: the dice of transcripts, for those who direct."""

import pytest

import engine
from tests.answers import assert_problem, facts, post_report
from tests.conftest import DATA, api_as, work_off
from tests.each import each
from tests.factories import MatchFactory, UserFactory

pytestmark = pytest.mark.django_db

LEGAL = (DATA / "clubnight" / "std_05p_0040.mat").read_text()


@pytest.fixture
def reported(first, director):
    """The first match of the cup, decided by a transcript."""
    one, two = engine.read(LEGAL.encode()).players
    post_report(api_as(director), first, transcript=LEGAL, names={"one": one, "two": two})
    work_off()
    return first


def paths(cup, match):
    return f"matches/{match.pk}", f"tournaments/{cup.pk}", f"players/{match.one_id}"


@each("place", range(3))
@each(
    "caller, status, code",
    [
        ("nobody", 401, "not_authenticated"),
        ("player", 403, "not_allowed"),
        ("stranger", 403, "not_allowed"),
        ("director", 200, None),
        ("staff", 200, None),
    ],
)
def test_who_gets_an_answer(cup, reported, director, place, caller, status, code):
    user = {
        "nobody": None,
        "player": reported.one.user,
        "stranger": UserFactory(),
        "director": director,
        "staff": UserFactory(is_staff=True),
    }[caller]
    client = api_as(user)
    before = facts()
    response = client.get(f"/api/v1/{paths(cup, reported)[place]}/dice/")
    assert facts() == before
    if code is None:
        assert response.status_code == status
    else:
        assert_problem(response, status, code)


@pytest.mark.parametrize("path", ["matches", "tournaments", "players"])
def test_what_there_is_not_has_no_dice(director, path):
    assert_problem(api_as(director).get(f"/api/v1/{path}/9999/dice/"), 404, "not_found")


def test_a_match_s_dice(reported, director):
    body = api_as(director).get(f"/api/v1/matches/{reported.pk}/dice/").json()
    [transcript] = body["transcripts"]
    dice = engine.dice_of(engine.read(LEGAL.encode()))
    assert transcript["scrutiny"] == engine.scrutinise_dice([dice]).as_dict()
    assert transcript["players"] == list(engine.read(LEGAL.encode()).players)
    assert transcript["state"] == "accepted"
    assert body["shared"] == {"anomalies": [], "least": 10, "threshold": 0.001, "pending": 0}


def test_shared_dice_name_both_matches(cup, reported, director):
    copy = MatchFactory(length=5, created_by=UserFactory())
    one, two = engine.read(LEGAL.encode()).players
    post_report(api_as(copy.created_by), copy, transcript=LEGAL, names={"one": one, "two": two})
    work_off()
    for path in paths(cup, reported):
        [details] = api_as(director).get(f"/api/v1/{path}/dice/").json()["shared"]["anomalies"]
        assert (details["here"]["match"], details["there"]["match"]) == (reported.pk, copy.pk)
        assert details["here"]["one"] == {"id": reported.one_id, "name": reported.one.name}
        run = details["runs"][0]
        assert (run["here_game"], run["here_roll"]) == (run["there_game"], run["there_roll"])
        assert run["length"] >= 20
        assert run["swapped"] is False


def test_nothing_about_dice_is_public(cup, reported):
    """No list and no page that everybody may read says a word of it."""
    public = api_as(None)
    for path in (*paths(cup, reported), f"matches/{reported.pk}/reports"):
        body = public.get(f"/api/v1/{path}/").content.decode()
        assert not [word for word in ("dice", "scrutiny", "p_value", "shared") if f'"{word}"' in body]
