"""Ponds are changed, called off and removed: by facts, and each can be taken back."""

from datetime import timedelta

import pytest

from matches.work.models import Outbox
from tests.answers import assert_problem, rows_of_everything
from tests.conftest import NOON, api_as
from tests.factories import PlayerFactory, UserFactory
from tests.test_compare import compare
from tournaments.ponds import services
from tournaments.ponds.errors import PondCalledOff, PondFinished, PondStarted
from tournaments.ponds.models import Bid, Pond, PondEdit
from tournaments.ponds.selectors import pond_fold

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


class Edited:
    """An open pond of Ann, Bob and Cem, a round open for an hour; what is done at minutes from noon."""

    def __init__(self, director, club, field):
        self.director, self.field = director, field
        self.row = services.pond_create(actor=director, club=club, name="Night swim", round_minutes=60)
        self.of_it = {"pond_id": self.row.pk}
        for player in field:
            services.pond_enter(actor=player.user, player=player, **self.of_it)

    def start(self):
        services.pond_start(actor=self.director, now=NOON, **self.of_it)

    def bid(self, player, round, points, minute=1):
        actor, now = self.field[player].user, NOON + minute * MINUTE
        return services.pond_bid_make(actor=actor, round=round, points=points, now=now, **self.of_it)

    def call_off(self, minute=2):
        now = NOON + minute * MINUTE
        services.pond_call_off(actor=self.director, reason="Storm.", now=now, **self.of_it)

    def undo(self, minute=3):
        edit = PondEdit.objects.order_by("serial").last()
        now = NOON + minute * MINUTE
        services.pond_edit_undo(actor=self.director, edit_id=edit.pk, now=now, **self.of_it)

    def process_due(self, minute):
        services.pond_process_due(now=NOON + minute * MINUTE, **self.of_it)

    @property
    def stored(self):
        return Pond.objects.values_list("state", "round", "closes_at").get(pk=self.row.pk)

    @property
    def left(self):
        return sorted(pond_fold(self.row).swim.points.values())


@pytest.fixture
def pond(director, club, players):
    return Edited(director, club, players(3))


def address(pond, rest=""):
    return f"/api/v1/ponds/{pond.row.pk}/{rest}"


TERMS = {"start": 100, "bonus": 5, "rain": True, "round_minutes": 30, "least": 3, "most": 9}


def test_what_it_is_played_by_is_changed_until_it_starts(pond):
    api = api_as(pond.director)
    assert api.patch(address(pond), {**TERMS, "reason": "Voted."}).status_code == 200
    edit = PondEdit.objects.get()
    assert {name: after for name, (_, after) in edit.changes.items()} == TERMS
    pond.undo()
    assert Pond.objects.values_list("start", "bonus", "rain", "most").get() == (20_000, 500, False, 256)
    api.patch(address(pond), TERMS)
    pond.start()
    assert pond.stored == ("running", 1, NOON + 30 * MINUTE)
    before = rows_of_everything()
    for name, value in (
        ("start", 7),
        ("bonus", 0),
        ("rain", False),
        ("round_minutes", 1),
        ("least", 2),
        ("most", 5),
    ):
        refused = api.patch(address(pond), {"name": "Morning swim", name: value})
        assert assert_problem(refused, 409, "pond_started", "call this one off")["fields"] == [name]
    with pytest.raises(PondStarted):
        pond.undo()
    assert rows_of_everything() == before
    assert api.patch(address(pond), {"name": "Morning swim", "start": 100}).json()["name"] == "Morning swim"


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"start": 0}, 400, "invalid_request"),
        ({"bonus": -1}, 400, "invalid_request"),
        ({"round_minutes": 0}, 400, "invalid_request"),
        ({"least": 1}, 422, "invalid_pond"),
        ({"most": 257}, 422, "invalid_pond"),
        ({"least": 9, "most": 8}, 422, "invalid_pond"),
        ({"most": 2}, 422, "invalid_pond"),
        ({"director": "mia"}, 400, "invalid_request"),
        ({"state": "finished"}, 400, "invalid_request"),
        ({"round": 2}, 400, "invalid_request"),
    ],
)
def test_what_it_cannot_be(pond, change, status, code):
    before = rows_of_everything()
    assert_problem(api_as(pond.director).patch(address(pond), change), status, code)
    assert rows_of_everything() == before


# -- Calling off


def test_a_pond_called_off_takes_nobody_and_no_bids(pond):
    pond.start()
    pond.bid(0, 1, 300)
    api = api_as(pond.director)
    pond.call_off()
    assert pond.stored == ("called_off", None, None)
    entry = pond.row.entries.first()
    stranger = PlayerFactory(user=UserFactory())
    before = rows_of_everything()
    for rest, sent in (
        ("call-off/", {"reason": "Again."}),
        ("entries/", {"player": stranger.pk}),
        ("withdrawals/", {"entry": entry.pk}),
        ("start/", {}),
    ):
        assert_problem(api.post(address(pond, rest), sent), 409, "pond_called_off", "go ahead first")
    bidder = api_as(pond.field[1].user)
    assert_problem(bidder.post(address(pond, "bids/"), {"round": 1, "points": 1}), 409, "pond_called_off")
    assert_problem(api.patch(address(pond), {"name": "Morning swim"}), 409, "pond_called_off")
    assert rows_of_everything() == before
    pond.process_due(1000)
    services.ponds_sweep()
    services.ponds_wake(now=NOON + 1000 * MINUTE)
    assert not Outbox.objects.exists()
    assert pond.stored == ("called_off", None, None)
    assert compare() == "Everything stored is what the facts say.\n"
    assert api.get("/api/v1/ponds/?state=called_off").json()["results"][0]["id"] == pond.row.pk


def test_over_the_api(pond):
    api = api_as(pond.director)
    assert api.post(address(pond, "call-off/"), {"reason": "Storm."}).json()["state"] == "called_off"
    edit = PondEdit.objects.get()
    assert (edit.changes, edit.reason) == ({"called_off": [False, True]}, "Storm.")
    assert api.post(address(pond, f"edits/{edit.pk}/undo/"), {}).json()["state"] == "open"
    said = [fact["sentence"] for fact in api.get(address(pond, "facts/")).json()["results"]]
    assert said[-2:] == ["Called off.", "Taken back: Goes ahead after all."]


def test_and_goes_on_where_it_was_with_a_full_round(pond):
    pond.start()
    pond.bid(0, 1, 300)
    pond.call_off(minute=50)
    pond.undo(minute=500)
    assert pond.stored == ("running", 1, NOON + 560 * MINUTE)
    pond.process_due(559)
    assert pond.stored[1] == 1
    pond.bid(1, 1, 200, minute=501)
    pond.bid(2, 1, 100, minute=502)
    assert pond.stored == ("running", 2, NOON + 562 * MINUTE), "the bid of before counts"
    assert pond.left == [19_800, 20_200]
    assert Bid.objects.count() == 3
    assert compare() == "Everything stored is what the facts say.\n"


def test_rounds_that_are_over_stand(pond):
    pond.start()
    for player, points in enumerate((300, 200, 100)):
        pond.bid(player, 1, points)
    pond.call_off()
    assert pond.left == [19_800, 20_200]
    rounds = api_as(None).get(address(pond, "rounds/")).json()["results"]
    assert [row["number"] for row in rounds] == [1]


def test_one_that_is_over_is_not_called_off(pond):
    pond.start()
    for round in (1, 2):
        for player in range(3) if round == 1 else range(2):
            pond.bid(player, round, 300 - player)
    assert pond.stored[0] == "finished"
    with pytest.raises(PondFinished):
        pond.call_off()


def test_a_round_whose_time_is_over_is_over_first(pond):
    """Nobody has come by to close it."""
    pond.start()
    pond.bid(0, 1, 300)
    with pytest.raises(PondFinished):
        pond.call_off(minute=61)


def test_a_reason_is_given(pond):
    before = rows_of_everything()
    for sent in ({}, {"reason": ""}, {"reason": " "}):
        answer = api_as(pond.director).post(address(pond, "call-off/"), sent)
        assert_problem(answer, 400, "invalid_request")
    assert_problem(
        api_as(pond.field[0].user).post(address(pond, "call-off/"), {"reason": "x"}), 403, "not_allowed"
    )
    assert rows_of_everything() == before


def test_what_was_called_off_before_it_started_opens_again(pond):
    pond.call_off(minute=-4)
    with pytest.raises(PondCalledOff):
        pond.start()
    pond.undo(minute=-3)
    assert pond.stored == ("open", None, None)
    pond.start()
    assert pond.stored == ("running", 1, NOON + 60 * MINUTE)


# -- Removing


def test_nothing_is_removed_that_somebody_is_entered_in(pond):
    api = api_as(pond.director)
    assert assert_problem(api.delete(address(pond)), 409, "pond_in_use", "Withdraw them")["entries"] == 3
    for entry in pond.row.entries.all():
        services.pond_leave(actor=pond.director, entry_id=entry.pk, **pond.of_it)
    assert api.delete(address(pond)).status_code == 204
    for rest, sent in (
        ("entries/", {"player": pond.field[0].pk}),
        ("start/", {}),
        ("call-off/", {"reason": "x"}),
    ):
        assert_problem(api.post(address(pond, rest), sent), 404, "not_found")
    with pytest.raises(Pond.DoesNotExist):
        services.pond_enter(actor=pond.director, player=pond.field[0], **pond.of_it)
    pond.process_due(1)
    pond.undo()
    assert api.get(address(pond)).status_code == 200


def test_nor_one_that_has_started(pond):
    pond.start()
    assert_problem(api_as(pond.director).delete(address(pond)), 409, "pond_in_use", "Call it off instead")


def test_one_that_was_called_off_may_be_removed(pond):
    for entry in pond.row.entries.all():
        services.pond_leave(actor=pond.director, entry_id=entry.pk, **pond.of_it)
    pond.call_off()
    assert api_as(pond.director).delete(address(pond)).status_code == 204
