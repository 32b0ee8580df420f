"""docs/states.md: in every state, what every action does in everybody's hands. One test for each row."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import transaction
from django.utils import timezone

from engine import RuleError
from matches.play import services
from matches.play.models import Appeal, Match, Report, Ruling, Seat
from matches.play.rules.results import ResultKind
from matches.play.selectors import game_log
from tests.conftest import fixture_at, work_off
from tests.consent import club_appoint, committee_appoint
from tests.each import check_all
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db

PAGE = Path(__file__).parents[3] / "docs/states.md"
ROLES = ("side one", "side two", "scorekeeper", "director", "committee", "stranger")


class Table:
    """A match of two in a tournament, everybody who may have to do with it, and its facts so far."""

    def __init__(self, knockout, director):
        self.cup = knockout(2)
        self.match = fixture_at(self.cup, "R1-M1").match
        self.people = {
            "side one": self.match.one.user,
            "side two": self.match.two.user,
            "scorekeeper": UserFactory(username="registrar"),
            "director": director,
            "committee": UserFactory(username="member"),
            "stranger": UserFactory(username="stranger"),
        }
        club_appoint(
            actor=director,
            club=self.cup.club,
            user=self.people["scorekeeper"],
            role="scorekeeper",
            tournament=self.cup,
        )
        self.record_game("side two")

    def state(self):
        return Match.objects.get(pk=self.match.pk).state

    def report(self, who, points=(5, 3)):
        services.report_submit(match_id=self.match.pk, actor=self.people[who], score=points)
        work_off()

    def record_game(self, who):
        services.game_record(
            match_id=self.match.pk,
            actor=self.people[who],
            number=game_log(self.match).next_game,
            winner=0,
            points=1,
        )

    def take_back(self, who):
        services.game_take_back(
            match_id=self.match.pk, actor=self.people[who], number=game_log(self.match).next_game - 1
        )

    def answer(self, who, *, agrees):
        services.report_answer(
            report_id=Report.objects.latest("serial").pk,
            actor=self.people[who],
            agrees=agrees,
            reason="" if agrees else "I won the last game.",
        )

    def rule(self, who, kind=ResultKind.PLAYED, points=(3, 5)):
        ruling = {"match_id": self.match.pk, "actor": self.people[who], "kind": kind, "points": points}
        token = services.ruling_preview(**ruling).token
        services.ruling_make(**ruling, reason="The score sheet says so.", preview=token)

    def undo(self, who):
        undoing = {"ruling_id": Ruling.objects.latest("serial").pk, "actor": self.people[who]}
        token = services.ruling_undo_preview(**undoing).token
        services.ruling_undo(**undoing, reason="A slip of the pen.", preview=token)

    def undo_report(self, who):
        undoing = {"report_id": Report.objects.latest("serial").pk, "actor": self.people[who]}
        services.report_undo(**undoing, preview=services.report_undo_preview(**undoing).token)

    def redo_report(self, who):
        services.report_redo(report_id=Report.objects.latest("serial").pk, actor=self.people[who])

    def appeal(self, who):
        services.ruling_appeal(
            ruling_id=Ruling.objects.latest("serial").pk,
            actor=self.people[who],
            reason="The sheet is not ours.",
        )

    def seat(self, who):
        members = [self.people["committee"], UserFactory(), UserFactory()]
        appeal = Appeal.objects.get()
        committee_appoint(appeal_id=appeal.pk, actor=self.people[who], members=members)

    def one_vote_missing(self):
        self.seat("director")
        self.vote("committee")
        self.people["committee"] = Seat.objects.exclude(member=self.people["committee"]).first().member

    def schedule(self, who):
        tomorrow = timezone.now() + timedelta(days=1)
        services.match_schedule(match_id=self.match.pk, actor=self.people[who], play_by=tomorrow)

    def penalise(self, who):
        services.penalty_give(
            match_id=self.match.pk,
            actor=self.people[who],
            side=0,
            cause="lateness",
            minutes=20,
            reason="The train was late.",
        )

    def vote(self, who):
        services.vote_cast(
            appeal_id=Appeal.objects.get().pk,
            actor=self.people[who],
            kind=ResultKind.PLAYED,
            points=(5, 3),
            reason="The game was conceded.",
        )


STATES: dict[str, Callable[[Table], None]] = {
    "open": lambda table: None,
    "reported": lambda table: table.report("side one"),
    "disputed": lambda table: (table.report("side one"), table.report("side two", (3, 5))),
    "final, agreed": lambda table: (table.report("side one"), table.report("side two")),
    "final, entered": lambda table: table.report("scorekeeper"),
    "final, ruled": lambda table: table.rule("director"),
    "appealed": lambda table: (table.rule("director"), table.appeal("side one")),
    "appealed, a vote cast": lambda table: (
        table.rule("director"),
        table.appeal("side one"),
        table.one_vote_missing(),
    ),
    "void": lambda table: table.rule("director", ResultKind.VOID, (0, 0)),
    "open, entered and undone": lambda table: (table.report("scorekeeper"), table.undo_report("scorekeeper")),
}
ACTIONS: dict[str, Callable[[Table, str], None]] = {
    "report the same": lambda table, who: table.report(who),
    "report otherwise": lambda table, who: table.report(who, (3, 5)),
    "record a game": lambda table, who: table.record_game(who),
    "take a game back": lambda table, who: table.take_back(who),
    "confirm": lambda table, who: table.answer(who, agrees=True),
    "object": lambda table, who: table.answer(who, agrees=False),
    "rule": lambda table, who: table.rule(who),
    "undo the report": lambda table, who: table.undo_report(who),
    "bring the report back": lambda table, who: table.redo_report(who),
    "undo the ruling": lambda table, who: table.undo(who),
    "appeal": lambda table, who: table.appeal(who),
    "seat a committee": lambda table, who: table.seat(who),
    "vote": lambda table, who: table.vote(who),
    "schedule": lambda table, who: table.schedule(who),
    "give penalty points": lambda table, who: table.penalise(who),
}
MISSING = {
    "confirm": Report,
    "object": Report,
    "undo the report": Report,
    "bring the report back": Report,
    "undo the ruling": Ruling,
    "appeal": Ruling,
    "seat a committee": Appeal,
    "vote": Appeal,
}


def what_happens(table: Table, action: str, who: str) -> str:
    """The state an action leads to, or the code it is refused with; a dash where nothing is to act on."""
    if action in MISSING and not MISSING[action].objects.exists():
        return "–"
    try:
        with transaction.atomic():
            ACTIONS[action](table, who)
            state = table.state()
            transaction.set_rollback(True)
    except RuleError as refusal:
        return f"`{refusal.code}`"
    return f"→ {state}"


def documented() -> dict[tuple[str, str], list[str]]:
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in PAGE.read_text().splitlines()
        if line.startswith("| ") and len(line.split("|")) == len(ROLES) + 4 and "| action |" not in line
    ]
    return {(state, action): cells for state, action, *cells in rows}


def test_the_page_has_every_state_and_action():
    assert list(documented()) == [(state, action) for state in STATES for action in ACTIONS]
    assert {state.split(",")[0] for state in STATES} == set(Match.State)


@pytest.mark.parametrize("state", STATES)
def test_what_the_page_says_happens(knockout, director, state):
    table = Table(knockout, director)
    STATES[state](table)
    assert table.state() == state.split(",")[0]

    def holds(action):
        happens = {who: what_happens(table, action, who) for who in ROLES}
        assert happens == dict(zip(ROLES, documented()[state, action], strict=True))
        assert table.state() == state.split(",")[0], "a refusal changes nothing"

    check_all(holds, ((action,) for action in ACTIONS))
