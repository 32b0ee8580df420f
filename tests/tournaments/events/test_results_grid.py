"""The results grid of an event: every match in the order of its number, and what a viewer may do with it."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import translation

from matches.play.services import (
    game_record,
    match_schedule,
    penalty_give,
    report_answer,
    report_submit,
    report_verify,
)
from matches.players.services import players_merge
from tests.conftest import NOON, api_as, director_reports, fixture_at, work_off
from tests.factories import PlayerFactory, UserFactory
from tests.matches.play.test_states import ROLES, STATES, Table, what_happens
from tests.tournaments.events.test_random_events import Event
from tournaments.events.selectors import MatchAction, results_grid, tournament_list
from tournaments.events.services import entry_withdraw, tournament_create

pytestmark = pytest.mark.django_db

NOBODY = AnonymousUser()


def grid(cup, viewer=NOBODY, now=NOON):
    return results_grid(tournament_list().get(pk=cup.pk), viewer, now)


def rows(cup, viewer=NOBODY, now=NOON):
    return {row.slot.slot.key: row for round in grid(cup, viewer, now) for row in round.rows}


def said(side):
    """A side as a page says it."""
    if side.from_match is None:
        return f"{side.name} ({side.seed})"
    return f"{'loser' if side.loser else 'winner'} of {side.from_match}"


def test_rounds_come_in_the_order_of_their_numbers_with_names_and_lengths(club, director):
    event = Event(club, director, 8, "double_elimination")
    work_off()
    found = grid(event.cup)
    assert [(round.part_name, round.name, [row.slot.number for row in round.rows]) for round in found] == [
        ("Winners’ bracket", "Round 1", [1, 2, 3, 4]),
        ("Winners’ bracket", "Round 2", [5, 6]),
        ("Losers’ bracket", "Round 1", [7, 8]),
        ("Winners’ bracket", "Round 3", [9]),
        ("Losers’ bracket", "Round 2", [10, 11]),
        ("Losers’ bracket", "Round 3", [12]),
        ("Losers’ bracket", "Round 4", [13]),
        ("Final", "Final", [14]),
    ]
    assert {round.length for round in found} == {5}
    with translation.override("ja"):
        assert (found[2].part_name, found[2].name) == ("敗者側トーナメント", "1回戦")


def test_who_sits_there_or_which_match_decides_who_will(club, director):
    event = Event(club, director, 4, "double_elimination")
    work_off()
    director_reports(fixture_at(event.cup, "WB-R1-M1").match, director, (5, 1))
    found = rows(event.cup)
    names = {entry.pk: entry.player.name for entry in event.cup.entries.select_related("player")}
    one, _, _, four = (names[entry] for entry in event.cup.draw.order)
    assert {key: (said(row.one), said(row.two)) for key, row in found.items() if key != "WB-R1-M2"} == {
        "WB-R1-M1": (f"{one} (1)", f"{four} (4)"),
        "WB-R2-M1": (f"{one} (1)", "winner of 2"),
        "LB-R1-M1": (f"{four} (4)", "loser of 2"),
        "LB-R2-M1": ("winner of 4", "loser of 3"),
        "GF-R1-M1": ("winner of 3", "winner of 5"),
    }
    assert (found["WB-R2-M1"].slot.state, found["WB-R2-M1"].slot.waits_for) == ("blocked", (2,))


def test_how_a_match_ended(knockout, director):
    cup = knockout(4)
    director_reports(fixture_at(cup, "R1-M1").match, director, (9, 1))
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=fixture_at(cup, "R1-M2").one_id)
    work_off()
    found = rows(cup)
    result = found["R1-M1"].result
    assert found["R1-M1"].slot.state == "final"
    assert (result.kind, result.grounds, result.winner, result.score) == ("played", "official", 0, (5, 1))
    assert found["R1-M2"].slot.state == "walkover"
    assert (found["R1-M2"].result.kind, found["R1-M2"].result.score) == ("walkover", None)


def test_what_both_sides_say_of_a_dispute(knockout):
    cup = knockout(4)
    match = fixture_at(cup, "R1-M1").match
    for who, score in ((match.one.user, (5, 3)), (match.two.user, (3, 5))):
        report = report_submit(match_id=match.pk, actor=who, score=score, now=NOON)
        report_verify(report_id=report.pk, now=NOON)
    row = rows(cup)["R1-M1"]
    assert row.slot.state == "disputed"
    assert [(claim.side, claim.score) for claim in row.claims] == [(0, (5, 3)), (1, (3, 5))]


def test_what_is_reported_when_it_counts_and_what_is_said_against_it(knockout):
    cup = knockout(4)
    match = fixture_at(cup, "R1-M1").match
    report = report_submit(match_id=match.pk, actor=match.two.user, score=(3, 7), now=NOON)
    assert rows(cup)["R1-M1"].slot.state == "judging"
    report_verify(report_id=report.pk, now=NOON)
    row = rows(cup)["R1-M1"]
    assert (row.slot.state, row.slot.confirms_at) == ("reported", NOON + timedelta(minutes=30))
    assert [(claim.side, claim.score, claim.report) for claim in row.claims] == [(1, (3, 5), report.pk)]
    report_answer(report_id=report.pk, actor=match.one.user, agrees=False, reason="We swapped.", now=NOON)
    row = rows(cup)["R1-M1"]
    assert (row.slot.state, row.claims[0].objection) == ("disputed", "We swapped.")


def test_the_running_score_with_penalty_points_before_it(knockout, director):
    cup = knockout(4)
    first, second = (fixture_at(cup, f"R1-M{number}").match for number in (1, 2))
    match_schedule(match_id=first.pk, actor=director, starts_at=NOON - timedelta(minutes=21))
    penalty_give(match_id=first.pk, actor=director, side=1, cause="lateness", minutes=21, reason="Late.")
    game_record(match_id=second.pk, actor=director, number=1, winner=1, points=2, ending="gammon")
    found = rows(cup)
    shown = [(row.slot.state, row.start, row.running) for row in (found["R1-M1"], found["R1-M2"])]
    assert shown == [("late", (1, 0), None), ("playing", None, (0, 2))]


def test_boards_share_the_number_and_name_who_plays(club, director):
    event = Event(club, director, 4, "teams", {"event": {"format": "single_elimination"}, "boards": 2})
    work_off()
    found = [row for round in grid(event.cup) for row in round.rows]
    assert [(row.slot.number, row.slot.board) for row in found] == [(1, 1), (1, 2), (2, 1), (2, 2), (3, 0)]
    boards = event.cup.fixtures.filter(key__startswith="R1-M1").select_related("one__player", "match__one")
    for row, fixture in zip(found, boards.order_by("board"), strict=False):
        assert (row.one.name, row.one.board_player) == (fixture.one.player.name, fixture.match.one.name)
        assert row.one.player == fixture.match.one_id


def test_a_player_who_was_merged_goes_by_the_other_name(knockout, director):
    cup = knockout(4, field=[PlayerFactory(name=name) for name in ("Ann", "Bob", "Cem", "Dai")])
    other = PlayerFactory(name="Ann Berg")
    absorbed = fixture_at(cup, "R1-M1").match.one
    players_merge(actor=UserFactory(is_staff=True), kept=other, absorbed=absorbed, reason="One.")
    assert (rows(cup)["R1-M1"].one.name, rows(cup)["R1-M1"].one.player) == ("Ann Berg", other.pk)


# -- What the viewer may do


def may(table, who):
    (row,) = (row for round in grid(table.cup, table.people[who]) for row in round.rows)
    return {action.value for action in row.may}


@pytest.mark.parametrize("state", [state for state in STATES if state != "void"])
def test_it_offers_what_the_table_of_states_allows(knockout, director, state):
    table = Table(knockout, director)
    STATES[state](table)
    for who in ROLES:
        allowed = {
            action
            for action, tried in (
                ("report", "report the same"),
                ("answer", "confirm"),
                ("rule", "rule"),
                ("schedule", "schedule"),
                ("penalise", "give penalty points"),
                ("undo", "undo the report"),
            )
            if what_happens(table, tried, who).startswith("→")
        }
        if state.startswith("final") and "rule" in allowed:
            allowed = allowed - {"rule"} | {"correct"}
        if state in ("disputed", "final, agreed", "final, entered"):
            # It may be said again, which changes nothing.
            allowed -= {"report"}
        assert may(table, who) == allowed, who


def test_staff_decides_appeals_and_corrects_what_was_decided_so(knockout, director):
    table = Table(knockout, director)
    STATES["appealed"](table)
    table.people["staff"] = UserFactory(is_staff=True)
    assert may(table, "staff") == {"rule", "schedule"}
    assert may(table, "director") == {"schedule"}
    table.rule("staff")
    assert may(table, "staff") == {"correct"}
    assert may(table, "director") == set()


def test_penalty_points_are_offered_before_the_first_game(cup, director):
    assert MatchAction.PENALISE in rows(cup, director)["R1-M1"].may
    game_record(match_id=fixture_at(cup, "R1-M1").match_id, actor=director, number=1, winner=1, points=1)
    assert MatchAction.PENALISE not in rows(cup, director)["R1-M1"].may


def test_nobody_reports_before_the_start(cup, director):
    match_schedule(match_id=fixture_at(cup, "R1-M1").match_id, actor=director, starts_at=NOON + timedelta(1))
    row = rows(cup, director)["R1-M1"]
    assert row.slot.state == "scheduled"
    assert MatchAction.REPORT not in row.may
    assert MatchAction.RULE in row.may


def test_what_is_blocked_waits(cup, director):
    assert rows(cup, director)["R2-M1"].may == ()


def test_the_queries_are_as_many_at_any_size(knockout, director, django_assert_num_queries):
    for size in (4, 16):
        cup = knockout(size, field=[PlayerFactory() for _ in range(size)])
        director_reports(fixture_at(cup, "R1-M1").match, director, (5, 1))
        loaded = tournament_list().get(pk=cup.pk)
        with django_assert_num_queries(6):
            results_grid(loaded, NOBODY, NOON)
        with django_assert_num_queries(8):
            results_grid(loaded, director, NOON)


def test_before_the_draw_there_is_nothing(club, director):
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=(5,))
    assert grid(cup) == []


def test_the_api_has_it(knockout, director):
    cup = knockout(4)
    director_reports(fixture_at(cup, "R1-M1").match, director, (5, 1))
    (first, final) = api_as(director).get(f"/api/v1/tournaments/{cup.pk}/results/").json()
    assert {name: first[name] for name in first if name != "rows"} == {
        "part": "main",
        "part_name": "Main bracket",
        "round": 1,
        "round_name": "Semi-finals",
        "length": 5,
        "decided": 1,
    }
    done, due = first["rows"]
    assert (done["number"], done["state"], done["may"]) == (1, "final", ["correct", "undo"])
    assert done["result"]["score"] == {"one": 5, "two": 1}
    assert (due["number"], due["state"], due["may"]) == (2, "due", ["report", "rule", "penalise", "schedule"])
    assert [final["rows"][0][side]["from_match"] for side in ("one", "two")] == [None, 2]
