"""What the flows of a match cost: how many queries each takes in a knockout of four, or on a ladder.

`pytest -s` prints what each took; with QUERIES=1 in the environment, the queries themselves. In a test
BEGIN and COMMIT show as two savepoints.
"""

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client

from matches.accounts.models import User
from matches.play import services
from matches.play.models import Appeal, Match, Report, Ruling
from matches.play.rules.results import ResultKind
from matches.players.models import Player
from matches.ratings.services import ratings_update
from matches.work.models import Outbox
from tests.conftest import DATA, api_as, director_reports, fixture_at, work_off
from tests.factories import AliasFactory
from tests.tournaments.ladders.climbing import Climbed, at
from tests.tournaments.ladders.conftest import ladder
from tournaments.events import services as events
from tournaments.events.models import Tournament

__all__ = ["ladder"]  # the fixture, which tests of tournaments share

pytestmark = pytest.mark.django_db

TRANSCRIPT = (DATA / "clubnight" / "std_05p_0040.mat").read_text()
Act = Callable[[], object]


@dataclass
class Night:
    """A drawn knockout of four, and its first match: Ann against Dai to five points."""

    cup: Tournament
    director: User

    @property
    def first(self) -> Match:
        return fixture_at(self.cup, "R1-M1").match

    def post(self, user: User | None, path: str, body: dict[str, Any]) -> Act:
        """What sends this; the token was used before."""
        client = api_as(user)
        client.get("/api/v1/players/")

        def act() -> None:
            response = client.post(f"/api/v1/{path}/", body, format="json")
            assert response.status_code < 300, response.content

        return act

    def report(self, player: Player | None = None, **content: Any) -> Report:
        """A report that nobody has judged yet."""
        actor = self.director if player is None else player.user
        report = services.report_submit(match_id=self.first.pk, actor=actor, **content)
        Outbox.objects.exclude(kind="matches.report_verify").delete()
        return report

    def judged(self, player: Player | None = None, **content: Any) -> Report:
        report = self.report(player, **content)
        work_off()
        return report

    def decided(self) -> Match:
        """The first match, won by Ann as the director says."""
        self.judged(score=(5, 1))
        return self.first

    def finished(self) -> Match:
        """The first match of a knockout that is over."""
        for minute, (key, score) in enumerate([("R1-M1", (5, 1)), ("R1-M2", (2, 5)), ("R2-M1", (9, 2))]):
            director_reports(fixture_at(self.cup, key).match, self.director, score, minute=minute)
        return self.first

    def ruled(self) -> Ruling:
        return services.ruling_make(
            match_id=self.first.pk,
            actor=self.director,
            kind=ResultKind.FORFEIT,
            winner=0,
            reason="Dai did not come.",
        )


@pytest.fixture
def night(knockout, director) -> Night:
    return Night(knockout(4), director)


def score_report(night: Night) -> Act:
    return night.post(night.first.one.user, f"matches/{night.first.pk}/reports", {"score": SCORE})


def transcript_report(night: Night) -> Act:
    names(night)
    return night.post(night.first.one.user, f"matches/{night.first.pk}/reports", {"transcript": TRANSCRIPT})


def score_judged(night: Night) -> Act:
    report = night.report(night.first.one, score=(5, 1))
    return lambda: services.report_verify(report_id=report.pk)


def score_judged_that_decides(night: Night) -> Act:
    report = night.report(score=(5, 1))
    return lambda: services.report_verify(report_id=report.pk)


def transcript_judged(night: Night) -> Act:
    names(night)
    report = night.report(transcript=TRANSCRIPT.encode())
    return lambda: services.report_verify(report_id=report.pk)


def answer(night: Night) -> Act:
    report = night.judged(night.first.one, score=(5, 1))
    return night.post(night.first.two.user, f"reports/{report.pk}/answers", {"agrees": True})


def ruling(night: Night) -> Act:
    body = {"kind": "forfeit", "winner": "one", "reason": "Dai did not come."}
    return night.post(night.director, f"matches/{night.first.pk}/rulings", body)


def correction_preview(night: Night) -> Act:
    path = f"matches/{night.finished().pk}/rulings/preview"
    return night.post(night.director, path, {"score": OTHER, "reason": "The sheet says so."})


def correction(night: Night) -> Act:
    match = night.finished()
    preview = services.ruling_preview(
        match_id=match.pk, actor=night.director, kind=ResultKind.PLAYED, points=(2, 5)
    )
    body = {"score": OTHER, "reason": "The sheet says so.", "preview": preview.token}
    return night.post(night.director, f"matches/{match.pk}/rulings", body)


def correction_undone(night: Night) -> Act:
    correction(night)()
    ruling = Ruling.objects.get()
    preview = services.ruling_undo_preview(ruling_id=ruling.pk, actor=night.director)
    body = {"reason": "It does not.", "preview": preview.token}
    return night.post(night.director, f"rulings/{ruling.pk}/undo", body)


def report_undone(night: Night) -> Act:
    report = night.decided().reports.get()
    return night.post(night.director, f"reports/{report.pk}/undo", {})


def report_undone_after_more(night: Night) -> Act:
    report = night.finished().reports.get()
    preview = services.report_undo_preview(report_id=report.pk, actor=night.director)
    return night.post(night.director, f"reports/{report.pk}/undo", {"preview": preview.token})


def appeal(night: Night) -> Act:
    body = {"reason": "He was there."}
    return night.post(night.first.two.user, f"rulings/{night.ruled().pk}/appeals", body)


def committee(night: Night) -> Act:
    appeal(night)()
    appealed = Appeal.objects.get()
    members = [fixture_at(night.cup, "R1-M2").match.one.user, fixture_at(night.cup, "R1-M2").match.two.user]
    services_staff = User.objects.create(username="third")
    body = {"members": [member.username for member in (*members, services_staff)]}
    return night.post(night.director, f"appeals/{appealed.pk}/committee", body)


def withdrawal(night: Night) -> Act:
    entry = fixture_at(night.cup, "R1-M1").two_id
    body = {"entry": entry, "reason": "Ill."}
    return night.post(night.director, f"tournaments/{night.cup.pk}/withdrawals", body)


def processed(night: Night) -> Act:
    return lambda: services.match_process_due(match_id=night.first.pk)


def processed_overdue(night: Night) -> Act:
    match = night.first
    Match.objects.filter(pk=match.pk).update(regulations={**match.regulations, "overdue": "forfeit_both"})
    services.match_schedule(match_id=match.pk, actor=night.director, play_by=at(9), now=at(0))
    return lambda: services.match_process_due(match_id=match.pk, now=at(10))


def manage(night: Night) -> Act:
    match, client = night.decided(), Client()
    client.force_login(night.director)
    return lambda: client.get(f"/matches/{match.pk}/manage/")


def advance(night: Night) -> Act:
    fixture = fixture_at(night.cup, "R1-M1")
    services.report_verify(report_id=night.report(score=(5, 1)).pk)
    Outbox.objects.exclude(kind="tournaments.fixture_advance").delete()
    return lambda: events.fixture_advance(fixture_id=fixture.pk)


def advance_to_a_match(night: Night) -> Act:
    director_reports(fixture_at(night.cup, "R1-M2").match, night.director, (5, 1))
    return advance(night)


def advance_corrected(night: Night) -> Act:
    correction(night)()
    Outbox.objects.exclude(kind="tournaments.fixture_advance").delete()
    fixture = fixture_at(night.cup, "R1-M1")
    return lambda: events.fixture_advance(fixture_id=fixture.pk)


def rated(night: Night) -> Act:
    """The second rated match of a rating pool: it is open."""
    director_reports(fixture_at(night.cup, "R1-M2").match, night.director, (5, 1))
    services.report_verify(report_id=night.report(score=(5, 1)).pk)
    return ratings_update


SCORE, OTHER = {"one": 5, "two": 1}, {"one": 2, "two": 5}


def names(night: Night) -> None:
    """The players go by the names that the transcript has."""
    for player, nick in zip(night.first.players, ("Bot_expert_A", "Bot_expert_B"), strict=True):
        AliasFactory(player=player, name=nick)


BUDGETS: list[tuple[Callable[[Night], Act], int]] = [
    (score_report, 9),
    (transcript_report, 9),
    (score_judged, 17),
    (score_judged_that_decides, 19),
    (transcript_judged, 21),
    (answer, 16),
    (ruling, 20),
    (correction_preview, 25),
    (correction, 39),
    (correction_undone, 39),
    (report_undone, 30),
    (report_undone_after_more, 36),
    (appeal, 19),
    (committee, 24),
    (withdrawal, 28),
    (processed, 6),
    (processed_overdue, 17),
    (manage, 15),
    (advance, 7),
    (advance_to_a_match, 12),
    (advance_corrected, 31),
    (rated, 20),
]


@pytest.mark.parametrize(("flow", "budget"), BUDGETS, ids=[flow.__name__ for flow, _ in BUDGETS])
def test_what_a_flow_takes(flow, budget, night, django_assert_max_num_queries):
    measure(flow.__name__, flow(night), budget, django_assert_max_num_queries)


def ladder_challenge(wall: Climbed) -> Act:
    return lambda: wall.challenge("Bob", "Ann")


def ladder_answer(wall: Climbed) -> Act:
    challenge = wall.challenge("Bob", "Ann")
    return lambda: wall.answer(challenge)


def ladder_report(wall: Climbed) -> Act:
    match = wall.answer(wall.challenge("Bob", "Ann")).match
    return lambda: services.report_submit(
        match_id=match.pk, actor=wall.players["Bob"].user, score=(5, 1), now=at(1)
    )


def ladder_judged(wall: Climbed) -> Act:
    match = wall.answer(wall.challenge("Bob", "Ann")).match
    report = services.report_submit(match_id=match.pk, actor=wall.director, score=(5, 1), now=at(1))
    return lambda: services.report_verify(report_id=report.pk, now=at(1))


def ladder_processed(wall: Climbed) -> Act:
    ladder_judged(wall)()
    return lambda: wall.process_due(2)


LADDER_BUDGETS: list[tuple[Callable[[Climbed], Act], int]] = [
    (ladder_challenge, 17),
    (ladder_answer, 19),
    (ladder_report, 7),
    (ladder_judged, 20),
    (ladder_processed, 13),
]


@pytest.mark.parametrize(
    ("flow", "budget"), LADDER_BUDGETS, ids=[flow.__name__ for flow, _ in LADDER_BUDGETS]
)
def test_what_a_flow_on_a_ladder_takes(flow, budget, ladder, django_assert_max_num_queries):
    measure(flow.__name__, flow(ladder(4)), budget, django_assert_max_num_queries)


def measure(name: str, act: Act, budget: int, at_most: Any) -> None:
    with at_most(budget) as captured:
        act()
    print(f"{name}: {len(captured)} queries of {budget}")
    if os.environ.get("QUERIES"):
        said = Counter(query["sql"] for query in captured.captured_queries)
        for query in captured.captured_queries:
            again = f"({said[query['sql']]} times) " if said[query["sql"]] > 1 else ""
            print("   ", again + query["sql"][:400])
