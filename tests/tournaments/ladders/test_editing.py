"""Ladders are changed, closed, opened again and removed: by facts, and each can be taken back."""

import pytest

from matches.facts.selectors import fact_list
from tests.answers import assert_problem, rows_of_everything
from tests.conftest import NOON, api_as
from tests.test_compare import compare
from tournaments.ladders import services
from tournaments.ladders.models import Ladder, LadderEdit
from tournaments.ladders.selectors import ladder_opponents

from .climbing import at

pytestmark = pytest.mark.django_db


def edited(wall, day=1, **changes):
    return services.ladder_edit(actor=wall.director, ladder_id=wall.row.pk, now=at(day), **changes)


def undone(wall, day=1, **rest):
    edit = LadderEdit.objects.order_by("serial").last()
    return services.ladder_edit_undo(
        actor=wall.director, ladder_id=wall.row.pk, edit_id=edit.pk, now=at(day), **rest
    )


def address(wall, rest=""):
    return f"/api/v1/ladders/{wall.row.pk}/{rest}"


def test_what_is_changed_is_on_file_and_taken_back(ladder):
    wall = ladder(4)
    sent = {"length": 7, "kind_options": {"above": 1}, "rated": False, "reason": "Voted."}
    changed = api_as(wall.director).patch(address(wall), sent)
    assert (changed.status_code, changed.json()["length"], changed.json()["rated"]) == (200, 7, False)
    (edit,) = LadderEdit.objects.all()
    assert edit.changes == {"length": [5, 7], "kind_options": [{}, {"above": 1}], "rated": [True, False]}
    assert edit.reason == "Voted."
    wall.row.refresh_from_db()
    wall.refused("challenge_out_of_range", wall.challenge, "Dai", "Bob")
    restored = api_as(wall.director).post(address(wall, f"edits/{edit.pk}/undo/"), {}).json()
    assert (restored["length"], restored["kind_options"], restored["rated"]) == (5, {}, True)


def test_another_kind_as_long_as_nobody_was_challenged(ladder):
    wall = ladder(4, above=1)
    api = api_as(wall.director)
    assert_problem(api.patch(address(wall), {"kind": "stairs"}), 422, "invalid_option", "above")
    assert api.patch(address(wall), {"kind": "stairs", "kind_options": {}}).json()["kind"] == "stairs"
    rungs = api.get(address(wall)).json()["rungs"]
    assert [(rung["place"], rung["step"]) for rung in rungs] == [(1, 1), (2, 1), (3, 1), (4, 1)]
    assert compare() == "Everything stored is what the facts say.\n"
    wall.row.refresh_from_db()
    wall.challenge("Ann", "Bob")
    before = rows_of_everything()
    said = assert_problem(api.patch(address(wall), {"kind": "position"}), 409, "ladder_begun", "another kind")
    assert said["options"] == ["kind"]
    edit = LadderEdit.objects.get()
    assert_problem(api.post(address(wall, f"edits/{edit.pk}/undo/"), {}), 409, "ladder_begun")
    assert rows_of_everything() == before


def test_undoing_waits_for_open_challenges_as_changing_does(ladder):
    wall = ladder(4)
    edited(wall, kind_options={"accept_days": 30})
    wall.row.refresh_from_db()
    challenge = wall.challenge("Dai", "Bob", day=2)
    wall.refused("challenges_open", undone, wall, day=3)
    wall.answer(challenge, day=3)
    undone(wall, day=3)
    assert Ladder.objects.get().kind_options == {}


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"kind": "snakes"}, 400, "invalid_request"),
        ({"kind_options": {"above": 0, "nonsense": 1}}, 422, "invalid_option"),
        ({"kind_options": {"refusal": "tea"}}, 422, "invalid_option"),
        ({"length": 4}, 422, "invalid_length"),
        ({"variant": "chess"}, 400, "invalid_request"),
        ({"options": {"jacoby": True}}, 422, "invalid_option"),
        ({"regulations": {"silence": -1}}, 422, "invalid_regulation"),
        ({"closed": None}, 400, "invalid_request"),
        ({"members": 3}, 400, "invalid_request"),
        ({"wakes_at": None}, 400, "invalid_request"),
    ],
)
def test_what_it_cannot_be(ladder, change, status, code):
    wall = ladder(2)
    before = rows_of_everything()
    assert_problem(api_as(wall.director).patch(address(wall), change), status, code)
    assert rows_of_everything() == before


# -- Closing


def test_nobody_is_challenged_on_a_closed_ladder(ladder):
    wall = ladder(4)
    waits, plays = wall.challenge("Dai", "Bob"), wall.challenge("Cem", "Ann")
    edited(wall, day=0, closed=True, reason="Summer.")
    api = api_as(wall.director)
    assert api.get(address(wall)).json()["closed"] is True
    said = wall.refused("ladder_closed", wall.challenge, "Bob", "Ann")
    assert said == "Wall is closed: nobody can be challenged. Wait until it opens again."
    (rival, *_) = api.get(address(wall, f"opponents/?player={wall.players['Bob'].pk}")).json()
    assert (rival["may"], rival["code"], rival["detail"]) == (False, "ladder_closed", said)
    assert not any(each.is_near for each in ladder_opponents(wall.fold(1), wall.players["Bob"].pk))
    wall.answer(waits)
    wall.answer(plays)
    services.ladder_leave(actor=wall.director, ladder_id=wall.row.pk, player=wall.players["Dai"], now=at(1))
    services.ladder_join(actor=wall.director, ladder_id=wall.row.pk, player=wall.players["Dai"], now=at(1))
    assert wall.rungs == "ABCD", "who is on it comes and goes"
    edited(wall, closed=False)
    wall.challenge("Dai", "Bob", day=1)
    assert [edit.changes for edit in LadderEdit.objects.order_by("serial")] == [
        {"closed": [False, True]},
        {"closed": [True, False]},
    ]
    assert [
        fact.sentence for fact in fact_list(wall.director, wall.row)[:100] if fact.kind.name == "ladderedit"
    ] == [
        "Closed.",
        "Opened again.",
    ]


def test_nobody_is_idle_while_it_is_closed(ladder):
    wall = ladder(3, idle_days=10, idle_places=1)
    edited(wall, day=4, closed=True)
    assert wall.row.__class__.objects.get().wakes_at is None, "no time moves anybody"
    wall.process_due(100)
    assert wall.rungs == "ABC"
    undone(wall, day=104)
    assert Ladder.objects.get().wakes_at == at(110)
    wall.process_due(109)
    assert wall.rungs == "ABC"
    wall.play("Bob", "Bob", "Ann", day=109)
    wall.process_due(110)
    assert [step.cause.value for step in wall.fold(110).ladder_order.steps][-1] == "idle"
    assert services.ladders_compare() == []


def test_closing_twice_is_once(ladder):
    wall = ladder(2)
    for _ in range(2):
        answer = api_as(wall.director).patch(address(wall), {"closed": True})
        assert (answer.status_code, answer.json()["closed"]) == (200, True)
    assert LadderEdit.objects.count() == 1


# -- Removing


def test_nothing_is_removed_that_somebody_is_on(ladder):
    wall = ladder(2)
    api = api_as(wall.director)
    assert assert_problem(api.delete(address(wall)), 409, "ladder_in_use", "Take them off")["members"] == 2
    for player in wall.players.values():
        services.ladder_leave(actor=wall.director, ladder_id=wall.row.pk, player=player, now=NOON)
    assert api.delete(address(wall)).status_code == 204
    for rest, sent in (
        ("joins/", {"player": wall.players["Ann"].pk}),
        ("leaves/", {"player": wall.players["Ann"].pk}),
        ("challenges/", {"challenger": wall.players["Ann"].pk, "challenged": wall.players["Bob"].pk}),
    ):
        assert_problem(api.post(address(wall, rest), sent), 404, "not_found")
    for rest in ("opponents/?player=1", "steps/", "challenges/"):
        assert_problem(api.get(address(wall, rest)), 404, "not_found")
    with pytest.raises(Ladder.DoesNotExist):
        services.ladder_join(actor=wall.director, ladder_id=wall.row.pk, player=wall.players["Ann"])
    services.ladders_sweep()
    wall.process_due(1)
    undone(wall)
    assert api.get(address(wall)).status_code == 200


def test_nor_one_on_which_somebody_was_challenged(ladder):
    wall = ladder(2)
    wall.answer(wall.challenge("Bob", "Ann"))
    for player in wall.players.values():
        services.ladder_leave(actor=wall.director, ladder_id=wall.row.pk, player=player, now=at(1))
    assert_problem(api_as(wall.director).delete(address(wall)), 409, "ladder_in_use", "Close it instead")
