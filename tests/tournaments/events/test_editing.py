"""Tournaments are changed, called off and removed: by facts, and each can be taken back."""

from datetime import timedelta

import pytest

from matches.edits.errors import AlreadyUndone, ChangedSince
from matches.facts.selectors import fact_list
from matches.play.models import Match
from matches.play.services import report_submit
from tests.answers import assert_problem
from tests.conftest import NOON, api_as, work_off
from tests.factories import PlayerFactory, UserFactory
from tests.test_compare import compare
from tournaments.events.errors import (
    EntriesNotOpen,
    InvalidDates,
    TermsFixed,
    TournamentCalledOff,
    TournamentFinished,
    TournamentInUse,
)
from tournaments.events.models import Entry, Tournament, TournamentEdit
from tournaments.events.services import (
    entry_add,
    entry_withdraw,
    tournament_call_off,
    tournament_create,
    tournament_draw,
    tournament_edit,
    tournament_edit_undo,
    tournament_remove,
)
from tournaments.formats.seeding.order import Seeding

pytestmark = pytest.mark.django_db

CUP = "/api/v1/tournaments/{}/"


@pytest.fixture
def cup(club, director):
    return tournament_create(actor=director, club=club, name="Cup", lengths=[5])


def entered(director, cup, count):
    return [entry_add(actor=director, tournament_id=cup.pk, player=PlayerFactory()) for _ in range(count)]


def drawn(director, cup, count=4):
    entries = entered(director, cup, count)
    tournament_draw(actor=director, tournament_id=cup.pk, seeding=Seeding.RANDOM, seed="x")
    work_off()
    return entries


def open_matches(cup):
    return Match.objects.filter(fixture__tournament=cup, superseded=False, result=None)


# -- Changing


def test_what_is_changed_and_taken_back(cup, director):
    api = api_as(director)
    changed = api.patch(CUP.format(cup.pk), {"name": "Spring Cup", "lengths": [7], "reason": "A typo."})
    assert (changed.status_code, changed.json()["name"], changed.json()["lengths"]) == (
        200,
        "Spring Cup",
        [7],
    )
    edit = TournamentEdit.objects.get()
    assert edit.changes == {"name": ["Cup", "Spring Cup"], "lengths": [[5], [7]]}
    assert (edit.reason, edit.recorded_by) == ("A typo.", director)
    undone = api.post(f"{CUP.format(cup.pk)}edits/{edit.pk}/undo/", {})
    assert (undone.json()["name"], undone.json()["lengths"]) == ("Cup", [5])
    cup.refresh_from_db()
    assert (cup.name, cup.lengths) == ("Cup", [5])
    assert_problem(api.post(f"{CUP.format(cup.pk)}edits/{edit.pk}/undo/", {}), 409, "already_undone")
    assert TournamentEdit.objects.count() == 2


def test_nothing_is_written_where_nothing_is_otherwise(cup, director):
    tournament_edit(actor=director, tournament_id=cup.pk, name="Cup", lengths=[5], check_in=False)
    assert not TournamentEdit.objects.exists()


def test_a_change_is_not_taken_back_over_a_later_one(cup, director):
    for name in ("Spring Cup", "Summer Cup"):
        tournament_edit(actor=director, tournament_id=cup.pk, name=name)
    first, second = TournamentEdit.objects.order_by("pk")
    undo = {"actor": director, "tournament_id": cup.pk}
    with pytest.raises(ChangedSince):
        tournament_edit_undo(edit_id=first.pk, **undo)
    tournament_edit_undo(edit_id=second.pk, **undo)
    tournament_edit_undo(edit_id=first.pk, **undo)
    cup.refresh_from_db()
    assert cup.name == "Cup"
    with pytest.raises(AlreadyUndone):
        tournament_edit_undo(edit_id=first.pk, **undo)


def test_times_come_back_as_they_were(cup, director):
    tournament_edit(actor=director, tournament_id=cup.pk, starts_at=NOON, capacity=8)
    tournament_edit(actor=director, tournament_id=cup.pk, starts_at=NOON + timedelta(hours=1), capacity=None)
    tournament_edit_undo(actor=director, tournament_id=cup.pk, edit_id=TournamentEdit.objects.latest("pk").pk)
    cup.refresh_from_db()
    assert (cup.starts_at, cup.capacity) == (NOON, 8)


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"lengths": [4]}, 422, "invalid_length"),
        ({"format": "swiss", "format_options": {"rounds": -1}}, 422, "invalid_format_option"),
        ({"format": "draughts"}, 400, "invalid_request"),
        ({"name": ""}, 400, "invalid_request"),
        ({"capacity": 1}, 400, "invalid_request"),
        ({"time_zone": "Asia/Edo"}, 422, "unknown_time_zone"),
        ({"starts_at": "2026-03-07T12:00Z", "ends_at": "2026-03-07T11:00Z"}, 422, "invalid_dates"),
        ({"club": 1}, 400, "invalid_request"),
        ({"nmae": "Cup"}, 400, "invalid_request"),
        ({"state": "finished"}, 400, "invalid_request"),
        ({"called_off": True}, 400, "invalid_request"),
        ({"removed": True}, 400, "invalid_request"),
    ],
)
def test_what_it_cannot_be(cup, director, change, status, code):
    before = Tournament.objects.values().get(pk=cup.pk)
    assert_problem(api_as(director).patch(CUP.format(cup.pk), change), status, code)
    assert Tournament.objects.values().get(pk=cup.pk) == before
    assert not TournamentEdit.objects.exists()


def test_what_is_played_by_stays_once_drawn(cup, director):
    drawn(director, cup)
    for change in ({"lengths": [7]}, {"format": "round_robin"}, {"rated": False}, {"check_in": True}):
        with pytest.raises(TermsFixed) as refused:
            tournament_edit(actor=director, tournament_id=cup.pk, **change)
        assert refused.value.data["fields"] == [*change]
    tournament_edit(actor=director, tournament_id=cup.pk, name="Spring Cup", text="*Bring a board.*")
    cup.refresh_from_db()
    assert (cup.name, cup.lengths) == ("Spring Cup", [5])


def test_nor_does_undoing_change_it_then(cup, director):
    tournament_edit(actor=director, tournament_id=cup.pk, lengths=[7])
    drawn(director, cup)
    with pytest.raises(TermsFixed):
        tournament_edit_undo(actor=director, tournament_id=cup.pk, edit_id=TournamentEdit.objects.get().pk)


def test_who_enters_stays_while_somebody_is_entered(cup, director):
    (entry,) = entered(director, cup, 1)
    with pytest.raises(TermsFixed):
        tournament_edit(actor=director, tournament_id=cup.pk, entrants="doubles")
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=entry.pk)
    tournament_edit(actor=director, tournament_id=cup.pk, entrants="doubles")


def test_a_date_that_does_not_fit_what_stands(cup, director):
    tournament_edit(actor=director, tournament_id=cup.pk, entries_close_at=NOON)
    with pytest.raises(InvalidDates):
        tournament_edit(actor=director, tournament_id=cup.pk, entries_open_at=NOON + timedelta(seconds=1))


def test_whom_to_ask_leaves_no_trace(cup, director):
    api_as(director).patch(CUP.format(cup.pk), {"contact": "Dora, 0170"})
    api_as(director).patch(CUP.format(cup.pk), {"contact": ""})
    assert not TournamentEdit.objects.exists()
    assert Tournament.objects.get(pk=cup.pk).contact == ""


def test_how_changes_read(cup, director):
    tournament_edit(
        actor=director, tournament_id=cup.pk, name="Spring Cup", starts_at=NOON, text="x" * 100, rated=False
    )
    tournament_edit_undo(actor=director, tournament_id=cup.pk, edit_id=TournamentEdit.objects.get().pk)
    tournament_call_off(actor=director, tournament_id=cup.pk, reason="Snow.")
    said = [fact.sentence for fact in fact_list(director, cup)[:100] if isinstance(fact.fact, TournamentEdit)]
    assert said == [
        "Text: changed. Rated: no, was yes. Name: Spring Cup, was Cup. Starts: 7 Mar 2026, 12:00 UTC, was "
        "nothing.",
        "Taken back: Text: changed. Rated: yes, was no. Name: Cup, was Spring Cup. Starts: nothing, was "
        "7 Mar 2026, 12:00 UTC.",
        "Called off.",
    ]


# -- Calling off


def test_what_is_called_off_takes_nothing_more(cup, director):
    (entry,) = entered(director, cup, 1)
    off = api_as(director).post(f"{CUP.format(cup.pk)}call-off/", {"reason": "Snow."})
    assert off.json()["state"] == "called_off"
    with pytest.raises(TournamentCalledOff):
        entered(director, cup, 1)
    for refused in (
        api_as(director).post(f"{CUP.format(cup.pk)}call-off/", {"reason": "Snow."}),
        api_as(director).post(f"{CUP.format(cup.pk)}withdrawals/", {"entry": entry.pk}),
        api_as(director).post(f"{CUP.format(cup.pk)}draw/", {"seeding": "random"}),
        api_as(director).patch(CUP.format(cup.pk), {"name": "Winter Cup"}),
    ):
        assert_problem(refused, 409, "tournament_called_off")
    assert compare() == "Everything stored is what the facts say.\n"
    edit = TournamentEdit.objects.get()
    assert api_as(director).post(f"{CUP.format(cup.pk)}edits/{edit.pk}/undo/", {}).json()["state"] == "open"
    entered(director, cup, 1)


def test_what_was_played_stands_and_the_rest_is_not_to_be_played(cup, director):
    drawn(director, cup)
    played, waits = open_matches(cup).order_by("pk")
    report_submit(match_id=played.pk, actor=director, score=(5, 3))
    work_off()
    tournament_call_off(actor=director, tournament_id=cup.pk, reason="Fire alarm.")
    work_off()
    cup.refresh_from_db()
    assert cup.state == Tournament.State.CALLED_OFF
    assert not open_matches(cup).exists()
    assert not Match.objects.get(pk=played.pk).superseded
    assert_problem(
        api_as(director).post(f"/api/v1/matches/{waits.pk}/reports/", {"score": {"one": 5, "two": 0}}),
        409,
        "match_final",
    )
    assert compare() == "Everything stored is what the facts say.\n"


def test_it_goes_on_where_it_was(cup, director):
    drawn(director, cup)
    before = set(open_matches(cup).values_list("pk", flat=True))
    tournament_call_off(actor=director, tournament_id=cup.pk, reason="Fire alarm.")
    work_off()
    tournament_edit_undo(actor=director, tournament_id=cup.pk, edit_id=TournamentEdit.objects.get().pk)
    work_off()
    cup.refresh_from_db()
    assert cup.state == Tournament.State.RUNNING
    assert set(open_matches(cup).values_list("pk", flat=True)) == before
    for match in before:
        report_submit(match_id=match, actor=director, score=(5, 3))
    work_off()
    (final,) = open_matches(cup)
    report_submit(match_id=final.pk, actor=director, score=(5, 3))
    work_off()
    cup.refresh_from_db()
    assert cup.state == Tournament.State.FINISHED
    with pytest.raises(TournamentFinished):
        tournament_call_off(actor=director, tournament_id=cup.pk, reason="Too late.")
    assert compare() == "Everything stored is what the facts say.\n"


# -- Removing


def test_what_was_announced_by_mistake_is_gone_and_can_be_put_back(cup, director, client):
    api = api_as(director)
    assert api.delete(CUP.format(cup.pk)).status_code == 204
    assert api.get(CUP.format(cup.pk)).status_code == 404
    assert client.get(f"/tournaments/{cup.pk}/").status_code == 404
    assert api.get("/api/v1/tournaments/").json()["results"] == []
    edit = TournamentEdit.objects.get()
    assert api.post(f"{CUP.format(cup.pk)}edits/{edit.pk}/undo/", {}).json()["name"] == "Cup"
    assert api.get(CUP.format(cup.pk)).status_code == 200


def test_nothing_is_removed_that_somebody_is_entered_in(cup, director):
    (entry,) = entered(director, cup, 1)
    with pytest.raises(TournamentInUse):
        tournament_remove(actor=director, tournament_id=cup.pk)
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=entry.pk)
    tournament_remove(actor=director, tournament_id=cup.pk)
    assert Tournament.objects.get(pk=cup.pk).removed


def test_nor_what_has_been_drawn(cup, director):
    drawn(director, cup)
    assert_problem(api_as(director).delete(CUP.format(cup.pk)), 409, "tournament_in_use")


def test_others_change_nothing(cup, director, club):
    tournament_edit(actor=director, tournament_id=cup.pk, name="Spring Cup")
    edit, stranger = TournamentEdit.objects.get(), api_as(UserFactory())
    for refused in (
        stranger.patch(CUP.format(cup.pk), {"name": "Mine"}),
        stranger.delete(CUP.format(cup.pk)),
        stranger.post(f"{CUP.format(cup.pk)}call-off/", {"reason": "x"}),
        stranger.post(f"{CUP.format(cup.pk)}edits/{edit.pk}/undo/", {}),
    ):
        assert_problem(refused, 403, "not_allowed")
    other = tournament_create(actor=director, club=club, name="Other", lengths=[5])
    answer = api_as(director).post(f"{CUP.format(other.pk)}edits/{edit.pk}/undo/", {})
    assert answer.status_code == 404, "of another tournament"


# -- How many are taken, and when


def waiting(cup):
    listed = api_as(None).get(f"{CUP.format(cup.pk)}entries/").json()["results"]
    return [row["id"] for row in listed if row["waiting"]]


def test_who_enters_beyond_the_capacity_waits_for_others_to_withdraw(cup, director):
    tournament_edit(actor=director, tournament_id=cup.pk, capacity=3)
    entries = entered(director, cup, 5)
    assert waiting(cup) == [entry.pk for entry in entries[3:]]
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=entries[1].pk)
    assert waiting(cup) == [entries[4].pk]
    draw = tournament_draw(actor=director, tournament_id=cup.pk, seeding=Seeding.RANDOM, seed="x")
    assert sorted(draw.order) == [entries[number].pk for number in (0, 2, 3)]
    assert waiting(cup) == []


def test_the_answer_says_whether_one_waits(cup, director):
    tournament_edit(actor=director, tournament_id=cup.pk, capacity=2)
    answers = [
        api_as(director).post(f"{CUP.format(cup.pk)}entries/", {"player": PlayerFactory().pk})
        for _ in range(3)
    ]
    assert [answer.json()["waiting"] for answer in answers] == [False, False, True]


@pytest.mark.parametrize(
    ("opens", "closes", "may"),
    [(None, None, True), (0, 1, True), (1, None, False), (None, 0, False), (-2, -1, False), (None, 1, True)],
)
def test_players_enter_in_the_time_that_is_announced(cup, director, opens, closes, may):
    hours = [each if each is None else NOON + timedelta(hours=each) for each in (opens, closes)]
    tournament_edit(actor=director, tournament_id=cup.pk, entries_open_at=hours[0], entries_close_at=hours[1])
    kim = PlayerFactory(user=UserFactory())
    if may:
        entry_add(actor=kim.user, tournament_id=cup.pk, player=kim, now=NOON)
    else:
        with pytest.raises(EntriesNotOpen):
            entry_add(actor=kim.user, tournament_id=cup.pk, player=kim, now=NOON)
        entry_add(actor=director, tournament_id=cup.pk, player=kim, now=NOON)
    assert Entry.objects.get().player == kim
