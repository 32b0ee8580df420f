"""Matches recorded act by act over the API: written once, agreed on by several devices, reported at last."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from matches.play.models import Match, Report
from matches.play.services import penalty_give, report_submit
from matches.recordings.models import RecordedAct, Recording
from matches.recordings.services import recordings_compare
from tests.answers import assert_problem, facts
from tests.conftest import api_as, work_off
from tests.each import each
from tests.factories import MatchFactory, UserFactory
from tests.matches.recordings.played import acts_of_match, sent

pytestmark = pytest.mark.django_db

OPENING = [["open", 3, 1], ["play", 8, 5, 6, 5], ["roll", 6, 4]]


@pytest.fixture
def ann(match):
    """A device of Ann's, who is side one and records."""
    return api_as(match.one.user)


def at(match, more=""):
    return f"/api/v1/matches/{match.pk}/recording/{more}"


def begin(client, match, **terms):
    response = client.post(at(match), terms)
    assert response.status_code == 201, response.content
    return response.json()


def record(client, match, acts, after=0, name="a", status=201, **more):
    body = {"after": after, "acts": sent(acts, name, after + 1), **more}
    response = client.post(at(match, "acts/"), body)
    assert response.status_code == status, response.content
    return response.json()


def test_a_match_is_recorded_from_its_first_roll_to_its_report(match, ann):
    begin(ann, match)
    acts = acts_of_match(5, seed=4)
    place = 0
    while place < len(acts):
        state = record(ann, match, acts[place : place + 40], place, device="phone")
        place = state["last"]
    assert (state["over"], state["can"]) == (True, ["take_back"])
    assert len(state["acts"]) == len(acts[(len(acts) - 1) // 40 * 40 :])
    response = ann.post(at(match, "report/"), {})
    assert response.status_code == 202, response.content
    work_off()
    report = ann.get(f"/api/v1/reports/{response.json()['report']}/").json()
    assert (report["kind"], report["side"], report["state"]) == ("transcript", "one", "accepted")
    assert report["verdict"]["details"]["violations"] == []
    assert ann.get(at(match)).json()["reported"] is True
    # Sent again, it is the same report.
    assert ann.post(at(match, "report/"), {}).json() == response.json()
    # A legal transcript needs nobody's word.
    match.refresh_from_db()
    assert (match.state, match.final_result.winner) == (Match.State.FINAL, int(state["winner"] == "two"))
    assert [*recordings_compare()] == []


def test_where_it_stands(match, ann):
    state = begin(ann, match)
    assert (state["last"], state["can"], state["turn"], state["opened"]) == (0, ["open"], None, False)
    assert state["boards"]["one"] == state["boards"]["two"]
    state = record(ann, match, OPENING)
    assert (state["game"], state["score"], state["on_roll"], state["turn"]) == (
        1,
        {"one": 0, "two": 0},
        "two",
        "two",
    )
    assert (state["dice"], state["pips"]) == ([6, 4], {"one": 163, "two": 167})
    assert state["xgid"].startswith("XGID=-b---BD-B---eE---c-e----B-")
    assert state["done"] == {"side": "one", "text": "31: 8/5 6/5"}
    assert "to play 6-4" in state["words"]
    assert set(state["ahead"]["rolls"]) == {"64"}
    assert state["can"] == ["play", "step", "resign", "take_back", "pause"]

    assert ann.get(at(match) + "?after=2").json()["acts"] == state["acts"][2:]


def test_the_plays_ahead_come_before_the_dice(match, ann):
    begin(ann, match)
    state = record(ann, match, OPENING[:2])
    assert len(state["ahead"]["rolls"]) == 21
    assert state["ahead"]["hits"] is True
    assert record(ann, match, [["double"]], after=2)["ahead"] is None


@each(
    "acts, number, says, legal",
    [
        ([["roll", 3, 1]], 1, "roll is not possible now: there are open", []),
        ([["open", 3, 3]], 1, "equal dice are thrown again", []),
        ([["open", 9, 3]], 1, "9-3 is not a roll", []),
        ([["open", 3, 1], ["play", 8, 3]], 2, "8/3 is no legal play of 31", ["8/3"]),
        ([["open", 3, 1], ["take_back", 2]], 2, "2 acts cannot be taken back", []),
        ([["open", 3, 1], ["take_back"]], 2, "cannot be taken back", []),
        ([["open", 3, 1], ["resume"]], 2, "resume is not possible now", []),
        ([*OPENING, ["play", 24, 18, 13, 9], ["play", 1, 1]], 5, "play is not possible now", []),
    ],
)
def test_what_cannot_have_been_done_is_named_and_none_of_it_is_written(match, ann, acts, number, says, legal):
    begin(ann, match)
    before = facts(), RecordedAct.objects.count(), ann.get(at(match)).json()
    problem = record(ann, match, acts, status=409)
    assert (problem["code"], problem["number"], problem["key"]) == ("act_impossible", number, f"a-{number}")
    assert says in problem["detail"]
    if legal:
        assert "8/5 6/5" in problem["legal"]
    assert (facts(), RecordedAct.objects.count(), ann.get(at(match)).json()) == before


@each(
    "body",
    [
        {},
        {"after": 0, "acts": []},
        {"after": -1, "acts": sent(OPENING)},
        {"after": 0, "acts": [{"key": "", "action": "roll"}]},
        {"after": 0, "acts": [{"key": "a", "action": "fly"}]},
        {"after": 0, "acts": [{"key": "a", "action": "roll", "numbers": [3, "x"]}]},
        {"after": 0, "acts": [{"key": "a", "action": "roll", "numbers": [1] * 9}]},
        {"after": 0, "acts": [{"key": "a", "action": "open"}, {"key": "a", "action": "open"}]},
        {"after": 0, "acts": [{"key": "a" * 65, "action": "open"}]},
    ],
)
def test_what_has_another_shape_is_refused(match, ann, body):
    begin(ann, match)
    assert_problem(ann.post(at(match, "acts/"), body), 400, "invalid_request")
    assert not RecordedAct.objects.exists()


def test_acts_that_are_sent_again_are_written_once(match, ann):
    begin(ann, match)
    first = record(ann, match, OPENING)
    assert record(ann, match, OPENING) == first
    more = record(ann, match, [*OPENING, ["play", 24, 18, 13, 9]])
    assert (more["last"], RecordedAct.objects.count()) == (4, 4)
    # A part of them, from another place on.
    assert record(ann, match, [OPENING[2], ["play", 24, 18, 13, 9]], after=2)["last"] == 4


def test_who_comes_second_is_told_and_sees_what_was_written(match, ann):
    begin(ann, match)
    bob = api_as(match.two.user)
    record(ann, match, OPENING[:2])
    problem = record(bob, match, [["open", 3, 2]], name="b", status=409)
    assert (problem["code"], problem["after"], problem["last"]) == ("recording_moved", 0, 2)
    seen = bob.get(at(match) + "?after=0").json()
    assert [act["action"] for act in seen["acts"]] == ["open", "play"]
    assert record(bob, match, [["roll", 6, 4]], after=2, name="b")["last"] == 3
    # An act that was written is not written again behind others.
    body = {"after": 3, "acts": sent(OPENING[:1])}
    assert_problem(ann.post(at(match, "acts/"), body), 409, "recording_moved")


def test_acts_are_never_changed(match, ann):
    begin(ann, match)
    record(ann, match, OPENING)
    for change in (lambda: RecordedAct.objects.update(place=9), RecordedAct.objects.all().delete):
        with pytest.raises(DatabaseError), transaction.atomic():
            change()


# -- Taken back


def test_what_is_taken_back_is_as_if_it_had_never_been(match, ann):
    begin(ann, match)
    before = record(ann, match, OPENING[:2])
    record(ann, match, [["roll", 6, 4], ["play", 24, 18, 13, 9], ["roll", 2, 2]], after=2)
    after = record(ann, match, [["take_back", 3]], after=5)
    assert {name for name in before if before[name] != after[name]} == {"last", "acts"}
    assert [act["action"] for act in ann.get(at(match)).json()["acts"]][-2:] == ["roll", "take_back"]


def test_the_live_score_follows_games_that_end_and_that_are_taken_back(match, ann):
    begin(ann, match)
    passed = [["open", 3, 1], ["play", 8, 5, 6, 5], ["double"], ["pass"]]
    record(ann, match, passed)
    games = ann.get(f"/api/v1/matches/{match.pk}/games/").json()["games"]
    assert [(each["winner"], each["points"], each["ending"]) for each in games] == [("two", 1, "pass")]
    record(ann, match, [["next_game"], *passed], after=4)
    assert len(ann.get(f"/api/v1/matches/{match.pk}/games/").json()["games"]) == 2
    record(ann, match, [["take_back", 6], ["take"], ["roll", 2, 1]], after=9)
    assert ann.get(f"/api/v1/matches/{match.pk}/games/").json()["games"] == []


def test_what_was_scored_by_hand_otherwise_stays(match, ann):
    begin(ann, match)
    live = f"/api/v1/matches/{match.pk}/games/"
    assert (
        ann.post(live, {"number": 1, "winner": "one", "points": 2, "cube": 2, "ending": "single"}).status_code
        == 201
    )
    record(ann, match, [["open", 3, 1], ["play", 8, 5, 6, 5], ["double"], ["pass"]])
    assert [each["winner"] for each in ann.get(live).json()["games"]] == ["one"]


def test_the_last_game_makes_no_report_by_itself(match, ann):
    begin(ann, match)
    record(ann, match, acts_of_match(5, seed=2))
    assert ann.get(f"/api/v1/matches/{match.pk}/games/").json()["next"] is None
    assert not Report.objects.exists()
    record(ann, match, [["take_back", 1]], after=Recording.objects.get().acts.count())
    assert ann.get(f"/api/v1/matches/{match.pk}/games/").json()["next"] is not None


# -- The clock


def test_the_clock_runs_from_act_to_act(match, ann):
    match.regulations = {"clock": "required", "clock_delay": 10, "clock_per_point": 2}
    match.save()
    begin(ann, match, timed=True)
    acts = sent([["open", 3, 1], ["play", 8, 5, 6, 5], ["roll", 6, 4], ["play", 24, 18, 13, 9], ["pause"]])
    for act, seconds in zip(acts, (100, 70, 60, 55, 0), strict=True):
        act["ago"] = seconds * 1000
    response = ann.post(at(match, "acts/"), {"after": 0, "acts": acts})
    assert response.status_code == 201, response.content
    clock = response.json()["clock"]
    # Ann took 30 seconds and, at last, 55; Bob 15. Ten of each are free.
    assert clock["left"] == {"one": 600_000 - 20_000 - 45_000, "two": 600_000 - 5_000}
    assert (clock["running"], clock["delay"]) == (None, 10_000)
    response = record(ann, match, [["resume"]], after=5)
    assert response["clock"]["running"] == "one"
    assert response["clock"]["taken"] < 10_000


def test_a_match_without_a_clock_has_none(match, ann):
    match.regulations = {"clock": "off"}
    match.save()
    begin(ann, match, timed=True)
    assert record(ann, match, OPENING)["clock"] is None


# -- Who, and when not


def test_its_players_and_its_officials_record(match, ann):
    match.created_by = director = UserFactory()
    match.save()
    assert_problem(api_as(UserFactory()).post(at(match), {}), 403, "not_your_match")
    begin(api_as(director), match)
    record(api_as(director), match, OPENING[:1])
    record(api_as(match.two.user), match, OPENING[1:2], after=1)
    stranger = api_as(UserFactory())
    body = {"after": 2, "acts": sent([["roll", 1, 2]])}
    assert_problem(stranger.post(at(match, "acts/"), body), 403, "not_your_match")
    assert_problem(stranger.post(at(match, "report/"), {}), 403, "not_your_match")
    assert stranger.get(at(match)).status_code == 200
    assert RecordedAct.objects.count() == 2


def test_nobody_records_a_match_that_has_no_recording(match, ann):
    assert_problem(ann.get(at(match)), 404, "recording_missing")
    assert_problem(
        ann.post(at(match, "acts/"), {"after": 0, "acts": sent(OPENING)}), 404, "recording_missing"
    )
    assert_problem(ann.get("/api/v1/matches/999999/recording/"), 404, "recording_missing")


def test_begun_twice_it_is_one(match, ann):
    first = begin(ann, match, timed=True)
    assert begin(api_as(match.two.user), match)["begun_at"] == first["begun_at"]
    assert Recording.objects.get().timed


def test_a_match_that_was_decided_otherwise_takes_no_more(match, ann):
    begin(ann, match)
    record(ann, match, OPENING)
    for player in match.players:
        report_submit(match_id=match.pk, actor=player.user, score=(5, 2))
        work_off()
    match.refresh_from_db()
    assert match.state == Match.State.FINAL
    body = {"after": 3, "acts": sent([["play", 24, 18, 13, 9]], first=4)}
    assert_problem(ann.post(at(match, "acts/"), body), 409, "match_final", "already decided")
    assert_problem(ann.post(at(match, "report/"), {}), 409, "match_final")
    # What it knows is answered all the same.
    assert record(ann, match, OPENING)["last"] == 3


def test_a_match_that_is_not_over_is_not_reported(match, ann):
    begin(ann, match)
    record(ann, match, OPENING)
    problem = assert_problem(
        ann.post(at(match, "report/"), {}), 409, "recording_unfinished", "0-0 in a 5-point"
    )
    assert problem["score"] == [0, 0]
    assert not Report.objects.exists()


def test_after_its_report_nothing_is_recorded_until_that_is_refused(match, ann):
    begin(ann, match)
    acts = acts_of_match(5, seed=2)
    record(ann, match, acts)
    ann.post(at(match, "report/"), {})
    work_off()
    body = {"after": len(acts), "acts": sent([["take_back", 1]], first=len(acts) + 1)}
    assert_problem(ann.post(at(match, "acts/"), body), 409, "recording_reported")


def test_variants_that_the_referee_does_not_know_are_not_recorded(players):
    ann, bob = players(2)
    match = MatchFactory(one=ann, two=bob, length=5, variant="grasshopper")
    assert_problem(api_as(ann.user).post(at(match), {}), 422, "score_only")


# -- Penalty points


def test_penalty_points_stand_in_the_score_before_the_first_game(match, ann, staff):
    penalty_give(match_id=match.pk, actor=staff, side=1, cause="conduct", points=4, reason="He said so.")
    state = begin(ann, match)
    assert state["score"] == {"one": 4, "two": 0}
    assert state["crawford"] is True
    acts = acts_of_match(5, seed=3, start=(4, 0))
    assert record(ann, match, acts)["over"] is True
    report = ann.post(at(match, "report/"), {}).json()["report"]
    work_off()
    assert ann.get(f"/api/v1/reports/{report}/").json()["state"] == "accepted"


def test_what_penalty_points_have_made_impossible_is_taken_back_first(match, ann, staff):
    """A double before points that make the game the Crawford game."""
    begin(ann, match)
    doubled = [["open", 3, 1], ["play", 8, 5, 6, 5], ["double"], ["take"], ["roll", 2, 1]]
    record(ann, match, doubled)
    penalty_give(match_id=match.pk, actor=staff, side=1, cause="conduct", points=4, reason="He said so.")
    state = ann.get(at(match)).json()
    assert (state["misfit"], state["can"], state["crawford"]) == (3, ["take_back"], True)
    problem = record(ann, match, [["play", 8, 5]], after=5, status=409)
    assert (problem["code"], problem["count"]) == ("recording_misfit", 3)
    assert_problem(ann.post(at(match, "report/"), {}), 409, "recording_unfinished")
    state = record(ann, match, [["take_back", 3], ["roll", 2, 1]], after=5)
    assert (state["misfit"], state["dice"]) == (0, [2, 1])


# -- Cost


def test_writing_an_act_asks_as_often_in_any_game(match, ann):
    begin(ann, match)
    counted = []
    acts = acts_of_match(5, seed=2)
    for place in (0, 1, len(acts) // 2):
        if place > 1:
            record(ann, match, acts[2:place], after=2)
        with CaptureQueriesContext(connection) as queries:
            record(ann, match, acts[place : place + 1], after=place)
        counted.append(len(queries))
    assert len({*counted}) == 1, counted


def test_acts_lie_in_the_order_of_their_times(match, ann):
    """Though a device says that it made them before those that are there."""
    begin(ann, match)
    record(ann, match, OPENING[:1])
    body = {"after": 1, "acts": [{**sent(OPENING[1:2], "b")[0], "ago": 3_600_000}]}
    assert ann.post(at(match, "acts/"), body).status_code == 201
    one, two = RecordedAct.objects.order_by("place")
    assert two.made_at == one.made_at
    assert two.recorded_at - two.made_at < timedelta(minutes=1)
