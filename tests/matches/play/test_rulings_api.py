"""Answers, rulings and appeals over the API: what they do, and what is refused."""

from datetime import timedelta

import pytest
from django.utils import timezone

from matches.play import services
from matches.play.errors import MatchFinal, ObjectionTooLate
from matches.play.models import Answer, Appeal, Match, Ruling, Seat, Vote
from matches.play.rules.results import ResultKind
from tests.answers import assert_problem, facts
from tests.conftest import api_as, work_off
from tests.consent import accept_all
from tests.each import each
from tests.factories import UserFactory
from tournaments.clubs.services import club_create

pytestmark = pytest.mark.django_db

NEW = (Answer, Ruling, Appeal, Seat, Vote)


def written():
    return facts() | {model.__name__: model.objects.count() for model in NEW}


def report(match, side, points=(5, 3)):
    sent = services.report_submit(match_id=match.pk, actor=match.players[side].user, score=points)
    work_off()
    match.refresh_from_db()
    return sent


def answer(client, sent, **body):
    return client.post(f"/api/v1/reports/{sent.pk}/answers/", body)


def rule(client, match, **body):
    return client.post(f"/api/v1/matches/{match.pk}/rulings/", {"reason": "The sheet says so.", **body})


# -- Answers


def test_the_other_side_confirms_and_the_match_is_final(first):
    sent = report(first, 0)
    response = answer(api_as(first.two.user), sent, agrees=True)
    assert response.status_code == 201
    assert (response.json()["side"], response.json()["match_state"]) == ("two", "final")
    first.refresh_from_db()
    assert (first.result.grounds, first.result.report) == ("agreement", sent)


def test_an_objection_makes_the_match_disputed_until_a_ruling(first, director):
    sent = report(first, 0)
    response = answer(api_as(first.two.user), sent, agrees=False, reason="I won the last game.")
    assert response.json()["match_state"] == "disputed"
    ruled = rule(api_as(director), first, kind="played", score={"one": 3, "two": 5})
    assert ruled.status_code == 201
    assert (ruled.json()["winner"], ruled.json()["grounds"]) == ("two", "director")
    first.refresh_from_db()
    assert (first.state, first.result.grounds, first.result.winner) == ("final", "ruling", 1)
    listed = api_as(None).get(f"/api/v1/matches/{first.pk}/rulings/").json()["results"]
    assert [ruling["reason"] for ruling in listed] == ["The sheet says so."]


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({}, "/agrees"),
        ({"agrees": "perhaps"}, "/agrees"),
        ({"agrees": False}, "/reason"),
        ({"agrees": False, "reason": "   "}, "/reason"),
        ({"agrees": False, "reason": "x" * 501}, "/reason"),
        ([True], ""),
    ],
    ids=str,
)
def test_an_answer_of_the_wrong_shape_names_the_field(first, body, pointer):
    sent, client = report(first, 0), api_as(first.two.user)
    before = written()
    response = client.post(f"/api/v1/reports/{sent.pk}/answers/", body)
    problem = assert_problem(response, 400, "invalid_request")
    assert [fault["pointer"] for fault in problem["errors"]] == [pointer]
    assert written() == before


def test_nobody_confirms_a_report_of_their_own(first, director):
    sent = report(first, 0)
    clients = [api_as(first.one.user), api_as(director), api_as(UserFactory())]
    before = written()
    for client in clients:
        assert_problem(answer(client, sent, agrees=True), 403, "not_your_match", "by the other side")
    assert_problem(answer(api_as(None), sent, agrees=True), 401, "not_authenticated")
    assert written() == before


def test_an_answer_to_a_report_that_another_has_replaced(first):
    old = report(first, 0)
    report(first, 0, (5, 4))
    client = api_as(first.two.user)
    before = written()
    assert_problem(answer(client, old, agrees=True), 409, "answer_not_due", "latest report")
    assert written() == before


@pytest.mark.parametrize("answered", [0, 1])
@pytest.mark.parametrize("agrees", [True, False])
def test_a_report_said_twice_is_answered_once(first, answered, agrees):
    sent = [report(first, 0), report(first, 0)]
    response = answer(api_as(first.two.user), sent[answered], agrees=agrees, reason="" if agrees else "No.")
    assert response.status_code == 201
    first.refresh_from_db()
    assert first.state == ("final" if agrees else "disputed")


def test_a_confirmation_of_a_decided_match(first, director):
    sent = report(first, 0)
    services.ruling_make(
        match_id=first.pk, actor=director, kind=ResultKind.PLAYED, points=(3, 5), reason="Seen by me."
    )
    client = api_as(first.two.user)
    before = written()
    assert_problem(answer(client, sent, agrees=True), 409, "match_final", "3-5")
    problem = assert_problem(
        answer(client, sent, agrees=False, reason="No."), 409, "answer_not_due", "appeal against the ruling"
    )
    assert problem["report"] == sent.pk
    assert written() == before


def test_an_objection_after_the_window_has_closed(first):
    Match.objects.filter(pk=first.pk).update(regulations={"correction_window": 10})
    sent = report(first, 0)
    answer(api_as(first.two.user), sent, agrees=True)
    late = {"agrees": False, "reason": "I was wrong.", "actor": first.two.user, "report_id": sent.pk}
    decided = Match.objects.get(pk=first.pk).result.recorded_at
    before = written()
    with pytest.raises(ObjectionTooLate, match="players may question that no more"):
        services.report_answer(now=decided + timedelta(minutes=10), **late)
    assert written() == before
    services.report_answer(now=decided + timedelta(minutes=9), **late)
    assert Match.objects.get(pk=first.pk).state == "disputed"


def test_the_window_closes_when_the_next_match_of_either_begins(first, cup, director):
    """US rules of 2009, 4.10: not after either player has begun a succeeding match."""
    sent = report(first, 0)
    answer(api_as(first.two.user), sent, agrees=True)
    other = cup.fixtures.get(key="R1-M2").match
    services.report_submit(match_id=other.pk, actor=director, score=(5, 0))
    work_off()
    final = cup.fixtures.get(key="R2-M1").match
    report(final, final.players.index(first.one), (5, 1))
    client = api_as(first.two.user)
    before = written()
    response = answer(client, sent, agrees=False, reason="It was 3-5.")
    assert_problem(response, 409, "objection_too_late", "Ask the director")
    assert written() == before


# -- Rulings


@pytest.mark.parametrize(
    ("body", "code", "says"),
    [
        ({"kind": "played", "score": {"one": 4, "two": 3}}, "score_impossible", "nobody has reached 5"),
        ({"kind": "played", "score": {"one": 5, "two": 5}}, "score_impossible", "both sides"),
        ({"kind": "played", "score": {"one": 40, "two": 3}}, "score_impossible", "40"),
        ({"kind": "played", "score": {"one": 5, "two": 3}, "winner": "two"}, "invalid_ruling", "Ann"),
        ({"kind": "walkover"}, "invalid_ruling", "has a winner"),
        ({"kind": "walkover", "winner": "one", "score": {"one": 1, "two": 0}}, "invalid_ruling", "no score"),
        ({"kind": "double_forfeit", "winner": "one"}, "invalid_ruling", "no winner"),
        ({"kind": "void", "winner": "two"}, "invalid_ruling", "no winner"),
        (
            {"kind": "retired", "winner": "one", "score": {"one": 5, "two": 3}},
            "invalid_ruling",
            "ends a match",
        ),
        ({"kind": "unfinished", "score": {"one": 3, "two": 8}}, "invalid_ruling", "ends a match"),
    ],
    ids=str,
)
def test_a_match_cannot_end_so(first, director, body, code, says):
    client, before = api_as(director), written()
    assert_problem(rule(client, first, **body), 422, code, says)
    assert written() == before
    first.refresh_from_db()
    assert first.state == "open"


@each(
    "body, pointer",
    [
        ({"kind": "stolen"}, "/kind"),
        ({"winner": "three"}, "/winner"),
        ({"score": {"one": 5}}, "/score/two"),
        ({"score": {"one": -1, "two": 5}}, "/score/one"),
        ({"reason": ""}, "/reason"),
        ({"preview": "x" * 65}, "/preview"),
    ],
)
def test_a_ruling_of_the_wrong_shape_names_the_field(first, director, body, pointer):
    client, before = api_as(director), written()
    problem = assert_problem(rule(client, first, **body), 400, "invalid_request")
    assert [fault["pointer"] for fault in problem["errors"]] == [pointer]
    assert written() == before


def test_only_who_directs_this_tournament_rules(first, club):
    elsewhere = UserFactory(username="elsewhere")
    club_create(actor=elsewhere, name="Another Club")
    clients = [api_as(elsewhere), api_as(first.one.user), api_as(UserFactory())]
    before = written()
    for client in clients:
        assert_problem(rule(client, first, score={"one": 5, "two": 3}), 403, "not_allowed", "match_rule")
    assert_problem(rule(api_as(None), first, score={"one": 5, "two": 3}), 401, "not_authenticated")
    assert written() == before


@pytest.mark.parametrize(
    ("kind", "winner", "score", "state", "goes_on"),
    [
        ("retired", "one", {"one": 2, "two": 4}, "final", True),
        ("walkover", "two", None, "final", True),
        ("forfeit", "one", None, "final", True),
        ("double_forfeit", None, None, "final", False),
        ("agreed_settlement", "one", {"one": 3, "two": 3}, "final", True),
        ("agreed_settlement", None, None, "final", False),
        ("unfinished", None, {"one": 3, "two": 2}, "final", False),
        ("void", None, None, "void", False),
    ],
)
def test_results_that_are_no_final_scores(first, director, kind, winner, score, state, goes_on):
    body = {"kind": kind} | ({"winner": winner} if winner else {}) | ({"score": score} if score else {})
    response = rule(api_as(director), first, **body)
    assert response.status_code == 201, response.content
    work_off()
    seen = api_as(None).get(f"/api/v1/matches/{first.pk}/").json()
    assert seen["state"] == state
    if state == "final":
        assert (seen["result"]["kind"], seen["result"]["winner"]) == (kind, winner)
        assert seen["result"]["score"] == (score or {"one": 0, "two": 0})
    else:
        assert seen["result"] is None
    assert bool(seen["ratings"]) == (kind == "retired")


def test_the_players_agree_on_no_settlement_where_the_regulations_forbid_it(first, director):
    Match.objects.filter(pk=first.pk).update(regulations={"preset": "jbf"})
    client, before = api_as(director), written()
    assert_problem(
        rule(client, first, kind="agreed_settlement"),
        422,
        "invalid_ruling",
        "no agreed settlement between the players",
    )
    assert written() == before


# -- Appeals


@pytest.fixture
def ruled(first, director):
    """The ruling that Dai has won."""
    services.ruling_make(
        match_id=first.pk, actor=director, kind=ResultKind.PLAYED, points=(3, 5), reason="The sheet says so."
    )
    first.refresh_from_db()
    return first.result.ruling


def appeal(client, ruling, reason="The sheet is not ours."):
    return client.post(f"/api/v1/rulings/{ruling.pk}/appeals/", {"reason": reason})


def test_an_appeal_goes_to_a_committee_whose_majority_decides(first, ruled, director):
    made = appeal(api_as(first.one.user), ruled)
    assert made.status_code == 201
    first.refresh_from_db()
    assert (first.state, first.result) == ("appealed", None)
    number = made.json()["id"]
    members = [UserFactory(username=name) for name in ("mia", "noa", "ole")]
    seated = api_as(director).post(
        f"/api/v1/appeals/{number}/committee/", {"members": [member.username for member in members]}
    )
    assert (seated.json()["committee"], seated.json()["invited"]) == ([], ["mia", "noa", "ole"])
    accept_all()
    seated = api_as(None).get(f"/api/v1/appeals/{number}/")
    assert (seated.json()["committee"], seated.json()["invited"]) == (["mia", "noa", "ole"], [])
    votes = [((5, 3), members[0]), ((3, 5), members[1]), ((3, 5), members[0]), ((5, 3), members[0])]
    for (one, two), member in votes:
        body = {"kind": "played", "score": {"one": one, "two": two}, "reason": "As I saw it."}
        voted = api_as(member).post(f"/api/v1/appeals/{number}/votes/", body)
        if Match.objects.get(pk=first.pk).state != "appealed":
            break
    first.refresh_from_db()
    assert (first.state, first.result.winner) == ("final", 1), "two of three, the first by a second thought"
    assert len(voted.json()["votes"]) == 3
    final = api_as(None).get(f"/api/v1/matches/{first.pk}/rulings/").json()["results"]
    assert [ruling["grounds"] for ruling in final] == ["director", "committee"]
    assert final[0]["appeal"] == number
    assert_problem(appeal(api_as(first.two.user), first.result.ruling), 409, "already_appealed", "final")
    client = api_as(director)
    assert_problem(rule(client, first, score={"one": 5, "two": 3}), 409, "committee_decided", "ask the staff")
    undo = f"/api/v1/rulings/{first.result.ruling_id}/undo/"
    assert_problem(client.post(undo, {"reason": "I know better."}), 409, "committee_decided")
    assert_problem(
        api_as(UserFactory(is_staff=True)).post(undo, {"reason": "A slip."}), 409, "preview_missing"
    )


def test_who_may_not_appeal(first, ruled, director):
    clients = [api_as(director), api_as(UserFactory())]
    before = written()
    for client in clients:
        assert_problem(appeal(client, ruled), 403, "not_your_match", "its players appeal")
    problem = assert_problem(appeal(api_as(first.one.user), ruled, ""), 400, "invalid_request")
    assert problem["errors"][0]["pointer"] == "/reason"
    assert {**written(), "Token": 0} == {**before, "Token": 0}


def test_an_appeal_that_the_regulations_do_not_know_or_that_comes_late(first, ruled):
    client = api_as(first.one.user)
    before = written()
    Match.objects.filter(pk=first.pk).update(regulations={"appeals": False})
    assert_problem(appeal(client, ruled), 409, "already_appealed", "there is no appeal")
    Match.objects.filter(pk=first.pk).update(regulations={"correction_window": "closed"})
    assert_problem(appeal(client, ruled), 409, "objection_too_late")
    assert written() == before


@pytest.mark.parametrize(
    "members",
    [
        ["mia", "noa"],
        ["mia", "noa", "noa"],
        ["mia", "noa", "ole", "pia", "quy"],
        ["mia", "noa", "director"],
        ["mia", "noa", "ann"],
    ],
    ids=" ".join,
)
def test_who_sits_on_no_committee(first, ruled, director, members):
    for name in ("mia", "noa", "ole", "pia", "quy"):
        UserFactory(username=name)
    number, client = appeal(api_as(first.one.user), ruled).json()["id"], api_as(director)
    before = written()
    response = client.post(f"/api/v1/appeals/{number}/committee/", {"members": members})
    assert_problem(response, 422, "invalid_committee")
    assert written() == before


def test_a_vote_without_a_seat(first, ruled, director):
    number = appeal(api_as(first.one.user), ruled).json()["id"]
    body = {"kind": "played", "score": {"one": 5, "two": 3}, "reason": "I was there."}
    clients = [api_as(director), api_as(first.one.user), api_as(UserFactory())]
    before = written()
    for client in clients:
        assert_problem(client.post(f"/api/v1/appeals/{number}/votes/", body), 403, "not_allowed", "no seat")
    assert written() == before


def test_silence_finalises_only_when_its_time_has_come(first):
    Match.objects.filter(pk=first.pk).update(regulations={"silence": 30})
    sent = report(first, 0)
    assert first.confirms_at == sent.recorded_at + timedelta(minutes=30)
    services.match_process_due(match_id=first.pk, now=first.confirms_at - timedelta(seconds=1))
    first.refresh_from_db()
    assert first.state == "reported"
    services.match_process_due(match_id=first.pk, now=timezone.now() + timedelta(minutes=31))
    first.refresh_from_db()
    assert (first.state, first.result.grounds) == ("final", "silence")


def test_a_match_that_has_not_started_takes_no_reports(first, director):
    starts = timezone.now() + timedelta(hours=1)
    services.match_schedule(match_id=first.pk, actor=director, starts_at=starts)
    client = api_as(first.one.user)
    before = written()
    address = f"/api/v1/matches/{first.pk}"
    problem = assert_problem(
        client.post(f"{address}/reports/", {"score": {"one": 5, "two": 3}}),
        409,
        "match_not_due",
        "move its start",
    )
    assert problem["starts_at"] == starts.isoformat()
    assert_problem(client.post(f"{address}/games/", {"number": 1, "winner": "one"}), 409, "match_not_due")
    assert written() == before
    report = {"match_id": first.pk, "actor": first.one.user, "score": (5, 3)}
    assert services.report_submit(now=starts, **report).status == "pending"


def test_a_report_that_comes_after_silence_has_finalised_is_refused_though_no_worker_has_looked(first):
    Match.objects.filter(pk=first.pk).update(regulations={"silence": 30})
    report(first, 0)
    late = first.confirms_at + timedelta(seconds=1)
    before = written()
    with pytest.raises(MatchFinal, match="already decided"):
        services.report_submit(match_id=first.pk, actor=first.two.user, score=(3, 5), now=late)
    assert written() == before
