"""What an event waits for in every state, and how far it has come."""

from datetime import timedelta
from random import Random

import pytest
from django.utils import translation

from matches.base.translation import translate_text
from matches.play.rules.results import ResultKind
from matches.play.services import (
    match_schedule,
    report_answer,
    report_submit,
    report_verify,
    ruling_appeal,
    ruling_make,
)
from tests.conftest import NOON, api_as, director_reports, field_entered, fixture_at, work_off
from tests.factories import PlayerFactory
from tests.tournaments.events.test_play_offs import tied
from tests.tournaments.formats.contract import play_out, samples, with_published
from tournaments.events.rules.outstanding import (
    PartProgress,
    Played,
    Progress,
    Undrawn,
    event_progress,
    outstanding_after_draw,
    outstanding_before_draw,
    rounds_ahead,
)
from tournaments.events.rules.slots import EventSlot, SlotState
from tournaments.events.selectors import tournament_list, tournament_outlook
from tournaments.events.services import (
    entry_add,
    entry_check_in,
    entry_withdraw,
    round_release,
    round_withdraw,
    tournament_call_off,
    tournament_create,
    tournament_draw,
)
from tournaments.formats import FORMATS, Empty, History, RoundPairings, Slot
from tournaments.formats.seeding.order import Seeding
from tournaments.money.services import prize_pools_set

__all__ = ["tied"]

LATER = NOON + timedelta(hours=1)


def kinds(items):
    return [(item.kind, item.action, item.count) for item in items]


def slot(state, number=1, **known):
    return EventSlot(
        Slot(f"M{number}", 1, 1, 1, 2, Empty.PENDING), "main", 1, SlotState(state), number, **known
    )


# -- Before the draw


@pytest.mark.parametrize(
    ("event", "waits"),
    [
        (Undrawn((1, 2, 3)), [("entries", "enter", 3), ("draw", "draw", 3)]),
        (
            Undrawn((1, 2), entries_open_at=LATER),
            [("entries_not_open", "edit", 2), ("draw", "draw", 2)],
        ),
        (Undrawn((1, 2), entries_open_at=NOON), [("entries", "enter", 2), ("draw", "draw", 2)]),
        (Undrawn((1, 2), entries_close_at=NOON), [("draw", "draw", 2)]),
        (Undrawn((1, 2), entries_close_at=LATER), [("entries", "enter", 2), ("draw", "draw", 2)]),
        (Undrawn((1, 2, 3), (2, 3), entries_close_at=NOON), [("check_in", "check_in", 2)]),
        (Undrawn((1,), misfit="Too few."), [("entries", "enter", 1), ("field", "enter", 1)]),
    ],
)
def test_before_the_draw(event, waits):
    assert kinds(outstanding_before_draw(event, NOON)) == waits


def test_when_entries_open_and_close_is_said_as_a_moment():
    opens, draw = outstanding_before_draw(Undrawn((), entries_open_at=LATER, misfit="Too few."), NOON)
    assert (opens.at, opens.sentence) == (LATER, "Entries are not open yet.")
    assert (draw.kind, draw.sentence) == ("field", "Too few.")
    (closes, _) = outstanding_before_draw(Undrawn((1, 2), entries_close_at=LATER), NOON)
    assert (closes.at, closes.sentence) == (LATER, "Entries are open; 2 have entered.")


# -- After it


def test_what_waits_for_an_official_comes_first():
    states = ["due", "blocked", "judging", "reported", "late", "appealed", "disputed", "final", "playing"]
    event = Played(tuple(slot(state, number) for number, state in enumerate(states, 1)))
    assert kinds(outstanding_after_draw(event)) == [
        ("ruling", "rule", 1),
        ("appeal", "vote", 1),
        ("late", "penalise", 1),
        ("answer", "report", 1),
        ("verdict", "", 1),
        ("results", "report", 3),
        ("blocked", "", 1),
    ]


def test_the_first_answer_that_falls_due_is_said():
    event = Played(
        (slot("reported", 1, confirms_at=LATER), slot("reported", 2, confirms_at=NOON), slot("reported", 3))
    )
    (answers,) = outstanding_after_draw(event)
    assert (answers.at, [each.number for each in answers.slots]) == (NOON, [1, 2, 3])
    (endless,) = outstanding_after_draw(Played((slot("reported"),)))
    assert endless.at is None


@pytest.mark.parametrize(
    ("withdrawn", "kind", "said"),
    [
        (False, "round", "The pairings of round 3 wait to be released."),
        (True, "withdrawn_round", "The pairings of round 3 were withdrawn. Release the round"),
    ],
)
def test_a_round_waits_for_the_director(withdrawn, kind, said):
    (item,) = outstanding_after_draw(
        Played((), held=RoundPairings(3, (), part="group-2"), was_withdrawn=withdrawn)
    )
    assert (item.kind, item.action, item.part, item.round) == (kind, "release", "group-2", 3)
    assert item.sentence.startswith(said)


def test_ties_are_played_off_or_broken():
    found = [*outstanding_after_draw(Played((), ties=((4, 5, 6), (7, 8))))]
    assert kinds(found) == [("tie", "play_off", 3), ("tie", "play_off", 2)]
    assert [item.entries for item in found] == [(4, 5, 6), (7, 8)]
    (first,) = outstanding_after_draw(Played((), unbroken=(1, 2)))
    assert (first.kind, first.action, first.entries) == ("shared_first", "break_ties", (1, 2))


def test_matches_that_a_worker_is_about_to_set_up_are_said():
    assert kinds(outstanding_after_draw(Played((), being_paired=True))) == [("pairing", "", 0)]


# -- Progress


def test_progress_of_a_bracket_knows_all_its_matches():
    format = FORMATS["double_elimination"].from_mapping({})
    history = History(tuple(range(1, 13)))
    found = event_progress(format.draw_parts(history), format.slots_to_come(history))
    assert found == Progress(
        0,
        22,
        22,
        (
            PartProgress("winners", 1, 4, 0, 11),
            PartProgress("losers", 1, 5, 0, 10),
            PartProgress("final", 1, 1, 0, 1),
        ),
    )


def test_progress_counts_stages_that_have_not_begun():
    format = FORMATS["groups"].from_mapping({"group_size": 4})
    history = History(tuple(range(1, 13)), seed="x")
    found = event_progress(format.draw_parts(history), format.slots_to_come(history))
    assert (found.matches, found.in_all) == (18, 18 + 5)


@pytest.mark.parametrize("options", [{"rounds": 4}, {"rounds": 0}])
def test_progress_of_a_swiss_knows_its_rounds_if_they_are_fixed(options):
    format = FORMATS["swiss"].from_mapping(options)
    history = with_published(format, History((1, 2, 3, 4, 5), seed="x"))
    found = event_progress(format.draw_parts(history), format.slots_to_come(history))
    assert found == Progress(0, 2, None, (PartProgress("main", 1, options["rounds"] or None, 0, 2),))
    ahead = [(each.part, each.round, each.left) for each in rounds_ahead(format.draw_parts(history))]
    assert ahead == ([("main", 2, 2)] if options["rounds"] else [])


@pytest.mark.parametrize("name", [name for name in samples() if name in FORMATS])
def test_at_the_end_everything_is_decided_and_before_it_is_not(name):
    format = samples()[name]
    *before, last = play_out(format, 8, Random(8))
    found = event_progress(format.draw_parts(last), format.slots_to_come(last))
    assert found.decided == found.matches == found.in_all
    for history in before[1:]:
        so_far = event_progress(format.draw_parts(history), format.slots_to_come(history))
        assert so_far.decided < (so_far.in_all or found.matches)
        assert so_far.matches <= (so_far.in_all or found.matches)


# -- In the database

db = pytest.mark.django_db


def outlook(cup, now=LATER):
    return tournament_outlook(tournament_list().get(pk=cup.pk), now)


def waits(cup, now=LATER):
    return [(item.kind, item.count) for item in outlook(cup, now).outstanding]


@db
def test_from_the_announcement_to_the_end(club, director):
    """Every state of a knockout of three with check-in says what it waits for."""
    cup = tournament_create(
        actor=director, club=club, name="Cup", lengths=(5,), check_in=True, entries_open_at=LATER
    )
    of_cup = {"actor": director, "tournament_id": cup.pk}
    assert waits(cup, NOON) == [("entries_not_open", 0), ("field", 0)]
    entries = [entry_add(**of_cup, player=PlayerFactory()) for _ in range(3)]
    assert waits(cup) == [("entries", 3), ("check_in", 3)]
    for entry in entries[:2]:
        entry_check_in(**of_cup, entry_id=entry.pk)
    (_, absent) = outlook(cup).outstanding
    assert absent.entries == (entries[2].pk,)
    entry_check_in(**of_cup, entry_id=entries[2].pk)
    assert waits(cup) == [("entries", 3), ("draw", 3)]
    tournament_draw(**of_cup, seeding=Seeding.MANUAL, seeded=[entry.pk for entry in entries])
    assert waits(cup) == [("results", 1), ("blocked", 1), ("pairing", 0)], "a worker is to set up the first"
    work_off()
    assert waits(cup) == [("results", 1), ("blocked", 1)]
    assert outlook(cup).progress == Progress(0, 2, 2, (PartProgress("main", 1, 2, 0, 2),))
    director_reports(fixture_at(cup, "R1-M2").match, director, (5, 2))
    assert waits(cup) == [("results", 1)]
    director_reports(fixture_at(cup, "R2-M1").match, director, (5, 2))
    assert waits(cup) == [("over", 0)]
    assert outlook(cup).progress == Progress(2, 2, 2, (PartProgress("main", 2, 2, 2, 2),))
    prize_pools_set(
        **of_cup,
        currency="EUR",
        prize_pools=[{"name": "Main", "fee": 500, "prizes": [{"place": 1, "percent": 100}]}],
        reason="Forgotten.",
    )
    assert waits(cup) == [("prizes", 1)]


@db
def test_what_is_said_of_matches_is_waited_for(knockout, director):
    cup = knockout(8)
    matches = [fixture_at(cup, f"R1-M{number}").match for number in (1, 2, 3, 4)]
    match_schedule(match_id=matches[0].pk, actor=director, starts_at=NOON, now=NOON - timedelta(days=1))
    report = report_submit(match_id=matches[1].pk, actor=matches[1].one.user, score=(5, 1), now=NOON)
    assert [kind for kind, _ in waits(cup, NOON)] == ["verdict", "results", "blocked"]
    report_verify(report_id=report.pk, now=NOON)
    assert waits(cup, NOON) == [("answer", 1), ("results", 3), ("blocked", 3)]
    answers = outlook(cup, NOON).outstanding[0]
    assert (answers.at, answers.slots[0].number) == (NOON + timedelta(minutes=30), 2)
    report_answer(report_id=report.pk, actor=matches[1].two.user, agrees=False, reason="No.", now=NOON)
    ruling = ruling_make(
        match_id=matches[2].pk,
        actor=director,
        kind=ResultKind.PLAYED,
        points=(5, 0),
        reason="Seen.",
        now=NOON,
    )
    ruling_appeal(ruling_id=ruling.pk, actor=matches[2].two.user, reason="No.", now=NOON)
    late = NOON + timedelta(minutes=21)
    assert waits(cup, late) == [("ruling", 1), ("appeal", 1), ("late", 1), ("results", 2), ("blocked", 3)]
    found = {item.kind: item for item in outlook(cup, late).outstanding}
    assert [(each.number, each.late.minutes) for each in found["late"].slots] == [(1, 21)]
    assert [(each.number, each.waits_for) for each in found["blocked"].slots] == [
        (5, (1, 2)),
        (6, (3, 4)),
        (7, (5, 6)),
    ]


@pytest.fixture
def swiss(club, director):
    def make(**announced):
        cup = tournament_create(
            actor=director,
            club=club,
            name="Swiss",
            lengths=(5,),
            format="swiss",
            **{"format_options": {"rounds": 2}, **announced},
        )
        field_entered(cup, director, [PlayerFactory() for _ in range(4)])
        tournament_draw(actor=director, tournament_id=cup.pk, seeding=Seeding.RANDOM, seed="x")
        work_off()
        return cup

    return make


def play_round(cup, director, number):
    for fixture in cup.fixtures.filter(round=number, void=False).select_related("match"):
        director_reports(fixture.match, director, (5, 1))


@db
def test_withdrawn_pairings_are_said_and_their_release_offered(swiss, director):
    cup = swiss()
    play_round(cup, director, 1)
    assert waits(cup) == [("results", 2)]
    round_withdraw(
        actor=director,
        tournament_id=cup.pk,
        published_round_id=cup.published_rounds.last().pk,
        reason="One has left.",
    )
    work_off()
    (item,) = outlook(cup).outstanding
    assert (item.kind, item.action, item.part, item.round) == ("withdrawn_round", "release", "main", 2)
    round_release(actor=director, tournament_id=cup.pk)
    assert waits(cup) == [("pairing", 0)]
    work_off()
    assert waits(cup) == [("results", 2)]


@db
def test_a_round_that_needs_approval_waits_for_its_release(swiss, director):
    cup = swiss(pairings_need_approval=True)
    assert waits(cup) == [("results", 2), ("next_round", 2)]
    director_reports(fixture_at(cup, "R1-M1").match, director, (5, 1))
    assert waits(cup) == [("results", 1), ("next_round", 1)]
    director_reports(fixture_at(cup, "R1-M2").match, director, (5, 1))
    assert waits(cup) == [("round", 2)]
    round_release(actor=director, tournament_id=cup.pk)
    work_off()
    play_round(cup, director, 2)
    assert waits(cup) == [("over", 0)]


@db
def test_a_tie_that_can_be_played_off_is_said_when_all_else_is_over(tied):
    (item,) = outlook(tied.cup).outstanding
    assert (item.kind, item.action) == ("tie", "play_off")
    assert len(item.entries) == item.count > 1


@db
def test_a_shared_first_place_can_be_broken(swiss, director, club):
    cup = swiss(tiebreaks=["wins"], format_options={"rounds": 1})
    play_round(cup, director, 1)
    (item,) = outlook(cup).outstanding
    assert (item.kind, item.action, item.count) == ("shared_first", "break_ties", 2)


@db
def test_an_event_that_was_called_off_waits_for_nothing(knockout, director):
    cup = knockout(4)
    director_reports(fixture_at(cup, "R1-M1").match, director, (5, 1))
    tournament_call_off(actor=director, tournament_id=cup.pk, reason="Snow.")
    work_off()
    assert waits(cup) == [("called_off", 0)]
    assert outlook(cup).progress.decided == 1


@db
def test_who_has_left_leaves_walkovers_and_nobody_is_waited_for(knockout, director):
    cup = knockout(4)
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=fixture_at(cup, "R1-M1").one_id)
    work_off()
    assert waits(cup) == [("results", 1), ("blocked", 1)]
    assert outlook(cup).progress.decided == 1


@db
def test_a_field_that_cannot_be_drawn_says_why(club, director):
    cup = tournament_create(
        actor=director,
        club=club,
        name="Groups",
        lengths=(5,),
        format="groups",
        format_options={"groups": 4},
    )
    field_entered(cup, director, [PlayerFactory() for _ in range(5)])
    (_, item) = outlook(cup).outstanding
    assert item.kind == "field"
    assert "stage 1 would have 1 entries in a group" in item.sentence
    with translation.override("ja"):
        assert translate_text(item.sentence) != item.sentence


@db
def test_the_queries_are_as_many_at_any_size(knockout, director, django_assert_num_queries):
    for size in (4, 16):
        cup = knockout(size, field=[PlayerFactory() for _ in range(size)])
        director_reports(fixture_at(cup, "R1-M1").match, director, (5, 1))
        loaded = tournament_list().get(pk=cup.pk)
        with django_assert_num_queries(6):
            tournament_outlook(loaded, NOON)


@db
def test_the_api_says_it_in_the_language_asked_for(knockout, director):
    cup = knockout(4)
    found = (
        api_as(None)
        .get(f"/api/v1/tournaments/{cup.pk}/outstanding/", headers={"Accept-Language": "ja"})
        .json()
    )
    assert [(item["kind"], item["count"], item["action"]) for item in found["outstanding"]] == [
        ("results", 2, "report"),
        ("blocked", 1, ""),
    ]
    assert found["outstanding"][0]["sentence"] == "未入力の結果が2件あります。"
    assert found["outstanding"][1]["matches"] == [
        {
            "number": 3,
            "board": 0,
            "key": "R2-M1",
            "match": None,
            "state": "blocked",
            "waits_for": [1, 2],
            "confirms_at": None,
            "late": None,
        }
    ]
    assert found["progress"]["in_all"] == 3
