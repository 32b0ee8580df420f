"""An event that was under way before rulings and answers were, carried over."""

import json
from datetime import UTC, datetime, timedelta

import psycopg
import pytest

from tests.databases import another_database, manage

NOON = datetime(2026, 3, 7, 12, tzinfo=UTC)
GAME = {"number": 1, "winner": 0, "points": 5, "ending": "single", "cube": 1, "crawford": False}


class Before:
    """Rows as they were, one minute after the other."""

    def __init__(self, database):
        self.database, self.minute = database, 0
        self.director, self.ann, self.bob = (self.login(name) for name in ("director", "ann", "bob"))
        self.players = [
            self.row("matches_player", name=name, user_id=user, created_at=NOON)
            for name, user in (("Ann", self.ann), ("Bob", self.bob))
        ]

    def row(self, table, **columns):
        names, places = ", ".join(f'"{name}"' for name in columns), ", ".join(["%s"] * len(columns))
        insert = f"INSERT INTO {table} ({names}) VALUES ({places}) RETURNING id"
        values = [
            json.dumps(value) if isinstance(value, dict | list) else value for value in columns.values()
        ]
        return self.database.execute(insert, values).fetchone()[0]

    def fact(self, table, by=None, **columns):
        self.minute += 1
        at = NOON + timedelta(minutes=self.minute)
        return self.row(table, recorded_at=at, recorded_by_id=by, request_id="r" if by else "", **columns)

    def login(self, name):
        flags = {"is_superuser": False, "is_staff": False, "is_active": True, "date_joined": NOON}
        empty = dict.fromkeys(("password", "first_name", "last_name", "email"), "")
        return self.row("matches_user", username=name, **flags, **empty)

    def match(self, state="open"):
        one, two = self.players
        return self.row(
            "matches_match", one_id=one, two_id=two, length=5, variant="backgammon", options={}, rated=False,
            created_at=NOON, state=state,
        )  # fmt: skip

    def report(self, match, side, score, *, transcript=None, accepted=True):
        by = self.director if side is None else (self.ann, self.bob)[side]
        one, two = (None, None) if transcript else score
        report = self.fact(
            "matches_report", by, match_id=match, kind="transcript" if transcript else "score", side=side,
            role="director" if side is None else "player", points_one=one, points_two=two,
            transcript=transcript,
        )  # fmt: skip
        finding = {"winner": 0, "score": score, "games": [GAME], "players": ["Ann", "Bob"], "complete": True}
        self.fact(
            "matches_verdict", report_id=report, accepted=accepted, swapped=False,
            finding=finding if transcript else None, problem=None if accepted else {"code": "match_final"},
        )  # fmt: skip
        if transcript:
            self.row("matches_diceextract", report_id=report, rolls=0, games=[], marks="{}")
        return report

    def end(self, match, grounds, score=(0, 0), report=None, by=None, reason="", kind="played"):
        result = self.fact(
            "matches_result", by, match_id=match, kind=kind, grounds=grounds, winner=0, points_one=score[0],
            points_two=score[1], games=[], report_id=report, reason=reason,
        )  # fmt: skip
        self.database.execute(
            "UPDATE matches_match SET state = 'final', result_id = %s WHERE id = %s", [result, match]
        )
        return match


def lone_report(before):
    match = before.match()
    before.report(match, 0, [5, 3])
    return match


def disputed(before):
    match = before.match("disputed")
    before.report(match, 0, [5, 3])
    before.report(match, 1, [3, 5])
    return match


def agreed(before):
    match = before.match()
    before.report(match, 0, [7, 3])
    return before.end(match, "agreement", (5, 3), before.report(match, 1, [5, 3]))


def official(before):
    match = before.match()
    before.report(match, 1, [5, 4])
    return before.end(match, "director", (5, 3), before.report(match, None, [5, 3]))


def official_ends_dispute(before):
    match = disputed(before)
    return before.end(match, "director", (5, 2), before.report(match, None, [5, 2]))


def transcript_of_official_ends_dispute(before):
    match = disputed(before)
    return before.end(match, "transcript", (5, 2), before.report(match, None, [5, 2], transcript=b"?"))


def transcript(before):
    match = before.match()
    before.report(match, 0, [5, 1])
    return before.end(match, "transcript", (5, 3), before.report(match, 0, [5, 3], transcript=b"?"))


def transcript_that_agrees(before):
    match = before.match()
    before.report(match, 1, [5, 3])
    return before.end(match, "transcript", (6, 3), before.report(match, 0, [6, 3], transcript=b"?"))


def transcript_that_overrules(before):
    match = before.match()
    before.report(match, 1, [3, 5])
    return before.end(match, "transcript", (5, 3), before.report(match, 0, [5, 3], transcript=b"?"))


def walkover(before):
    match = before.match()
    return before.end(match, "withdrawal", by=before.director, kind="walkover")


def walkover_for_a_reason(before):
    match = before.match()
    before.report(match, 1, [3, 5])
    return before.end(match, "withdrawal", by=before.bob, reason="The last train.", kind="walkover")


OFFICIAL = "The match was disputed; the director reported the result."
OVERRULED = "The referee verified the transcript, which then decided against the report of the other side."
# The state, the grounds of the result; and of the ruling it rests on its grounds, who made it, the reason.
CASES = {
    lone_report: ("reported", None),
    disputed: ("disputed", None),
    agreed: ("final", "agreement"),
    official: ("final", "official"),
    official_ends_dispute: ("final", "ruling", "director", "director", OFFICIAL),
    transcript_of_official_ends_dispute: ("final", "ruling", "director", "director", OFFICIAL),
    transcript: ("final", "transcript"),
    transcript_that_agrees: ("final", "agreement"),
    transcript_that_overrules: ("final", "ruling", "director", None, OVERRULED),
    walkover: ("final", "ruling", "withdrawal", "director", "Bob has withdrawn."),
    walkover_for_a_reason: ("final", "ruling", "withdrawal", "bob", "The last train."),
}

STANDS = """
SELECT match.state, result.grounds, ruling.grounds, login.username, ruling.reason,
    result.settled_at - result.recorded_at
FROM matches_match AS match
LEFT JOIN matches_result AS result ON result.id = match.result_id
LEFT JOIN matches_ruling AS ruling ON ruling.id = result.ruling_id
LEFT JOIN matches_user AS login ON login.id = ruling.recorded_by_id
WHERE match.id = %s
"""
FACTS = """
SELECT serial, recorded_at, rank FROM (
    SELECT serial, recorded_at, 0 AS rank FROM tournaments_entry
    UNION ALL SELECT serial, recorded_at, 1 FROM tournaments_draw
    UNION ALL SELECT serial, recorded_at, 2 FROM tournaments_withdrawal
    UNION ALL SELECT serial, recorded_at, 3 FROM matches_report
    UNION ALL SELECT serial, recorded_at, 4 FROM matches_verdict
    UNION ALL SELECT serial, recorded_at, 5 FROM matches_ruling
    UNION ALL SELECT serial, recorded_at, 6 FROM matches_result
) AS facts ORDER BY serial
"""


def cup(before):
    """A knockout of two, over because Bob withdrew."""
    club = before.row("tournaments_club", name="Golden Club", created_at=NOON)
    cup = before.row(
        "tournaments_tournament", club_id=club, name="Cup", format="single_elimination", lengths=[5],
        variant="backgammon", options={}, rated=False, created_at=NOON, created_by_id=before.director,
        state="finished", finished_at=NOON,
    )  # fmt: skip
    entries = [
        before.fact("tournaments_entry", before.director, tournament_id=cup, player_id=player)
        for player in before.players
    ]
    before.fact(
        "tournaments_draw",
        before.director,
        tournament_id=cup,
        seeding="manual",
        seed="s",
        order=entries,
        ratings={},
    )
    before.fact("tournaments_withdrawal", before.bob, entry_id=entries[1], reason="The last train.")
    before.row(
        "tournaments_fixture", tournament_id=cup, key="R1-M1", round=1, one_id=entries[0], two_id=entries[1],
        match_id=walkover(before), created_at=NOON, void=False,
    )  # fmt: skip
    return cup


AS_IT_WAS = """
from django.core.management import call_command
for app, last in (("matches", "0003"), ("tournaments", "0002")):
    call_command("migrate", app, last)
"""


@pytest.fixture
def old():
    with another_database("before") as address:
        done = manage(address, "shell", "--no-imports", "-c", AS_IT_WAS)
        assert done.returncode == 0, done.stderr
        yield address


@pytest.mark.long
def test_an_event_under_way_is_carried_over(old):
    with psycopg.connect(old) as database:
        before = Before(database)
        tournament = cup(before)
        found = {case: case(before) for case in CASES}
        # A clock that went wrong: a verdict of the minute before the report it is on.
        report = before.report(before.match(), None, [5, 3], accepted=False)
        late = "UPDATE matches_report SET recorded_at = recorded_at + interval '90 seconds' WHERE id = %s"
        database.commit()
        database.execute("ALTER TABLE matches_report DISABLE TRIGGER USER")
        database.execute(late, [report])
        database.execute("ALTER TABLE matches_report ENABLE TRIGGER USER")
    migrated = manage(old, "migrate")
    assert migrated.returncode == 0, migrated.stderr
    with psycopg.connect(old) as database:
        for case, number in found.items():
            *stands, moved = database.execute(STANDS, [number]).fetchone()
            assert tuple(stands) == CASES[case] + (None,) * (5 - len(CASES[case])), case.__name__
            assert not moved, "a match keeps its place in the ratings"
        facts = database.execute(FACTS).fetchall()
        assert len(facts) > 40
        assert len({serial for serial, *_ in facts}) == len(facts)
        *in_time, late = [fact[1:] for fact in facts]
        assert in_time == sorted(in_time)
        assert late == (in_time[-1][0] - timedelta(seconds=30), 4), "the verdict, behind its report"
        assert database.execute("SELECT nextval('fact_serial')").fetchone()[0] == facts[-1][0] + 1
        kept = "SELECT regulations FROM tournaments_tournament WHERE id = %s"
        assert database.execute(kept, [tournament]).fetchone() == ({"silence": None},)
        with pytest.raises(psycopg.errors.RaiseException, match="Cannot update or delete"):
            database.execute("UPDATE matches_result SET points_one = 1")
    compared = manage(old, "compare")
    assert compared.stdout == "Everything stored is what the facts say.\n", compared.stdout + compared.stderr
