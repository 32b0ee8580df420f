"""Ponds as services and workers play them: who enters, what is bid, when a round closes."""

from datetime import timedelta

import pytest
from django.core.exceptions import ObjectDoesNotExist

from engine import RuleError
from matches.facts.kinds import fact_kinds
from matches.players.selectors import invitations_to_answer
from matches.players.services import invitation_answer
from matches.work.models import Outbox
from matches.work.services import work_sweep, work_wake
from tests.conftest import NOON, work_off
from tests.factories import PlayerFactory, UserFactory
from tests.test_compare import compare
from tournaments.ponds import services
from tournaments.ponds.hooks.invitations import PondDirectorInvitation
from tournaments.ponds.models import Bid, Pond, PondClosing, PondEntry
from tournaments.ponds.selectors import pond_fold, pond_rounds, pond_standings

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


def written():
    """How many facts there are of each kind, and of ponds and work that is due."""
    models = [kind.model for kind in fact_kinds().values()]
    return {model.__name__: model.objects.count() for model in (*models, Pond, Outbox)}


class Played:
    """A pond, and what its players do in it, at minutes after noon."""

    def __init__(self, director, club, field, **rest):
        self.director = director
        self.row = services.pond_create(
            actor=director, club=club, name="Night swim", **{"round_minutes": 60, **rest}
        )
        self.field = field
        for player in field:
            services.pond_enter(actor=player.user, pond_id=self.row.pk, player=player, now=NOON)

    def start(self, minute=0):
        services.pond_start(actor=self.director, pond_id=self.row.pk, now=NOON + minute * MINUTE)
        return self

    def bid(self, player, round, points, minute=1):
        return services.pond_bid_make(
            actor=player.user, pond_id=self.row.pk, round=round, points=points, now=NOON + minute * MINUTE
        )

    def bids(self, round, *points, minute=1):
        for player, each in zip(self.field, points, strict=False):
            if each is not None:
                self.bid(player, round, each, minute)

    def process_due(self, minute):
        return services.pond_process_due(pond_id=self.row.pk, now=NOON + minute * MINUTE)

    @property
    def stored(self):
        self.row.refresh_from_db()
        return self.row.state, self.row.round, self.row.closes_at

    @property
    def left(self):
        """Who is in, with how many points, by name."""
        standings = pond_standings(pond_fold(self.row))
        return {row.entry.player.name: row.points for row in standings if row.points is not None}

    @property
    def places(self):
        return {row.entry.player.name: row.place for row in pond_standings(pond_fold(self.row)) if row.place}


@pytest.fixture
def pond(director, club, players):
    """pond(4, ...): an open pond of Ann, Bob, Cem, Dai; a round is open for an hour."""
    return lambda count, **rest: Played(director, club, players(count), **rest)


# -- How it is played


def test_a_pond_from_beginning_to_end(pond):
    swim = pond(4)
    assert swim.stored == ("open", None, None)
    swim.start()
    assert swim.stored == ("running", 1, NOON + 60 * MINUTE)
    assert swim.left == {"Ann": 20_000, "Bob": 20_000, "Cem": 20_000, "Dai": 20_000}
    swim.bids(1, 300, 200, 400, minute=5)
    assert swim.stored == ("running", 1, NOON + 60 * MINUTE)
    swim.bid(swim.field[3], 1, 100, minute=7)
    assert swim.stored == ("running", 2, NOON + 67 * MINUTE)
    assert swim.left == {"Cem": 20_100, "Bob": 19_800, "Ann": 19_700}
    assert list(swim.left) == ["Cem", "Bob", "Ann"], "who has most stands first"
    assert swim.places == {"Dai": (4, 4)}
    swim.bids(2, 10, 10, 11, minute=9)
    assert swim.stored == ("finished", None, None)
    assert swim.row.finished_at == NOON + 9 * MINUTE
    assert swim.places == {"Cem": (1, 1), "Ann": (2, 3), "Bob": (2, 3), "Dai": (4, 4)}


def test_the_last_bid_of_a_round_counts(pond):
    swim = pond(3).start()
    ann, bob, cem = swim.field
    swim.bid(ann, 1, 900)
    swim.bid(bob, 1, 500)
    swim.bid(ann, 1, 50)
    swim.bid(ann, 1, 700, minute=2)
    swim.bid(cem, 1, 100, minute=3)
    assert swim.left == {"Ann": 19_800, "Bob": 19_500}
    assert Bid.objects.count() == 5, "what was bid first is kept"


def test_the_same_bid_again_changes_nothing(pond):
    swim = pond(2).start()
    ann, bob = swim.field
    first = swim.bid(ann, 1, 30)
    before = written()
    assert swim.bid(ann, 1, 30, minute=9) == first
    assert written() == before
    swim.bid(bob, 1, 20)
    assert swim.stored[0] == "finished"
    before = written()
    assert swim.bid(ann, 1, 30, minute=99) == first, "its answer may have been lost on the way"
    assert written() == before


def test_a_round_ends_at_its_time_and_who_made_no_bid_falls_or_repeats(pond):
    swim = pond(4).start()
    swim.bids(1, 300, 200, None, 400)
    swim.process_due(59)
    assert swim.stored[1] == 1
    swim.process_due(60)
    assert swim.stored == ("running", 2, NOON + 120 * MINUTE)
    assert swim.places == {"Bob": (3, 4), "Cem": (3, 4)}, "the lowest, and who made no first bid"
    swim.bid(swim.field[3], 2, 100, minute=61)
    swim.process_due(120)
    assert swim.places["Ann"] == (1, 1), "300 again, and the bonus"
    (first, second) = pond_rounds(pond_fold(swim.row))
    cem = first.rows[-1]
    assert (cem.entry.player.name, cem.bid, cem.repeated, cem.fell) == ("Cem", None, False, True)
    assert [(row.entry.player.name, row.bid, row.repeated) for row in second.rows] == [
        ("Ann", 300, True),
        ("Dai", 100, False),
    ]


def test_however_late_a_round_is_closed_the_next_one_has_its_time(pond):
    swim = pond(4).start()
    swim.bids(1, 5, 6, 7)
    swim.process_due(500)
    assert swim.stored == ("running", 2, NOON + 560 * MINUTE)
    swim.process_due(500)
    assert PondClosing.objects.count() == 1


def test_the_next_round_takes_bids_before_a_worker_has_noticed_the_end_of_the_last(pond):
    swim = pond(4).start()
    swim.bids(1, 5, 6, 7)
    swim.bid(swim.field[1], 2, 60, minute=70)
    assert swim.stored == ("running", 2, NOON + 130 * MINUTE)
    assert Bid.objects.filter(entry__pond=swim.row, round=2).count() == 1


def test_in_the_rain_the_highest_falls_too(pond):
    swim = pond(4, rain=True, start=1_000, bonus=77).start()
    swim.bids(1, 300, 200, 400, 100)
    assert swim.left == {"Ann": 777, "Bob": 800}


def test_who_has_no_points_left_may_bid_nothing_but_nought(pond):
    swim = pond(3, start=100, bonus=0).start()
    swim.bids(1, 100, 50, 0)
    assert swim.left == {"Bob": 50, "Ann": 0}
    with pytest.raises(RuleError, match="has 0 points and cannot bid 1"):
        swim.bid(swim.field[0], 2, 1)
    swim.bids(2, 0, 0)
    assert swim.stored[0] == "finished"
    assert swim.places == {"Ann": (1, 2), "Bob": (1, 2), "Cem": (3, 3)}, "nobody has won"


# -- Deadlines keep themselves


def test_the_clock_has_due_ponds_attended_to(pond):
    swim = pond(3).start()
    swim.bids(1, 5, 6)
    work_off()
    work_wake(now=NOON + 59 * MINUTE)
    assert not Outbox.objects.exists()
    for _ in range(2):
        work_wake(now=NOON + 60 * MINUTE)
    (due,) = Outbox.objects.all()
    assert (due.kind, due.subject, due.generation) == ("tournaments.pond_process_due", swim.row.pk, 1)
    work_off()
    assert swim.stored == ("finished", None, None)
    work_wake(now=NOON + 999 * MINUTE)
    assert not Outbox.objects.exists()


@pytest.mark.parametrize("spoilt", [{"closes_at": None}, {"state": "open", "round": None}, {"round": 9}])
def test_the_sweep_and_the_comparison_put_right_what_is_stored(pond, spoilt):
    swim = pond(4).start()
    swim.bids(1, 5, 6, 7, 8)
    said = swim.stored
    assert compare() == "Everything stored is what the facts say.\n"
    Pond.objects.update(**spoilt)
    assert "the facts say state running, round 2" in compare()
    assert compare("--repair").endswith("All put right, or due to be by the workers.\n")
    assert swim.stored == said
    assert compare() == "Everything stored is what the facts say.\n"
    Pond.objects.update(**spoilt)
    work_sweep()
    work_off()
    assert swim.stored[:2] == ("running", 3), "the time of the second was over"
    assert compare() == "Everything stored is what the facts say.\n"


def test_a_time_that_nobody_has_noticed_yet_is_no_difference(pond):
    pond(3).start().bids(1, 5, 6)
    assert compare() == "Everything stored is what the facts say.\n"


# -- Who takes part


def test_who_has_left_may_enter_anew_and_is_one_player(pond):
    swim = pond(3)
    ann = swim.field[0]
    entry = PondEntry.objects.get(player=ann)
    services.pond_leave(actor=ann.user, pond_id=swim.row.pk, entry_id=entry.pk)
    again = services.pond_enter(actor=ann.user, pond_id=swim.row.pk, player=ann)
    swim.start()
    assert list(pond_fold(swim.row).entries) == [*[e.pk for e in swim.row.entries.all()[1:3]], again.pk]


def test_the_director_named_directs_it_once_they_accept_and_no_other_pond(pond, club, players, director):
    helper = UserFactory()
    row = services.pond_create(actor=director, club=club, name="Other", director=helper)
    assert row.director == director
    with pytest.raises(RuleError, match="pond_direct"):
        services.pond_start(actor=helper, pond_id=row.pk)
    (asked,) = invitations_to_answer(helper)
    assert PondDirectorInvitation().sentence(asked) == "Be director of the pond Other, Golden Club."
    invitation_answer(actor=helper, invitation_id=asked.pk, accepts=True)
    row.refresh_from_db()
    assert row.director == helper
    for player in players(2):
        services.pond_enter(actor=helper, pond_id=row.pk, player=player)
    services.pond_start(actor=helper, pond_id=row.pk)
    another = services.pond_create(actor=director, club=club, name="Third")
    with pytest.raises(RuleError, match="pond_direct"):
        services.pond_start(actor=helper, pond_id=another.pk)


# -- What is refused, and changes nothing


@pytest.fixture
def refused():
    """refused(code, call, ...): what the call is refused with, after which nothing has changed."""

    def ask(code, call, *args, **kwargs):
        before, rows = written(), list(Pond.objects.order_by("pk").values())
        with pytest.raises(RuleError) as found:
            call(*args, **kwargs)
        assert found.value.code == code
        assert (written(), list(Pond.objects.order_by("pk").values())) == (before, rows)
        return str(found.value)

    return ask


def test_bids_that_cannot_be(pond, refused, director):
    swim = pond(4)
    ann, bob, cem, dai = swim.field
    stranger = PlayerFactory(user=UserFactory())
    refused("pond_not_started", swim.bid, ann, 1, 5)
    swim.start()
    for player in (stranger, PlayerFactory(user=UserFactory(is_staff=True))):
        refused("not_allowed", swim.bid, player, 1, 5)
    refused("not_allowed", services.pond_bid_make, actor=director, pond_id=swim.row.pk, round=1, points=5)
    assert "20000 points and cannot bid 20001" in refused("invalid_bid", swim.bid, ann, 1, 20_001)
    refused("invalid_bid", swim.bid, ann, 1, -1)
    assert "Round 2" in refused("round_not_begun", swim.bid, ann, 2, 5)
    swim.bids(1, 100, 200, 300, 400, minute=3)
    assert "Round 1" in refused("bid_too_late", swim.bid, bob, 1, 500, minute=3)
    refused("fallen_in", swim.bid, ann, 2, 5, minute=4)
    swim.bid(bob, 2, 7, minute=4)
    assert "Round 2" in refused("bid_too_late", swim.bid, cem, 2, 5, minute=63)
    refused("bid_too_late", swim.bid, bob, 2, 8, minute=63)
    swim.bid(dai, 2, 9, minute=62)
    swim.bid(cem, 2, 5, minute=62)
    swim.bids(3, None, 1, None, 2, minute=70)
    assert swim.stored[0] == "finished"
    for round in (3, 4):
        refused("pond_finished", swim.bid, dai, round, 5, minute=71)


def test_comings_goings_and_starts_that_cannot_be(pond, refused, director, club):
    swim = pond(2, least=3, most=3)
    of = {"actor": director, "pond_id": swim.row.pk}
    ann, _ = swim.field
    assert "2 of the 3" in refused("too_few_players", services.pond_start, **of)
    refused("already_entered", services.pond_enter, **of, player=ann)
    refused("login_missing", services.pond_enter, **of, player=PlayerFactory())
    stranger, third, fourth = (PlayerFactory(user=UserFactory()) for _ in range(3))
    other = {"actor": stranger.user, "pond_id": swim.row.pk}
    refused("not_allowed", services.pond_enter, **other, player=third)
    refused("not_allowed", services.pond_start, **other)
    refused("not_allowed", services.pond_leave, **other, entry_id=PondEntry.objects.first().pk)
    refused("not_allowed", services.pond_create, actor=stranger.user, club=club, name="Mine")
    refused("unknown_entry", services.pond_leave, **of, entry_id=10**9)
    services.pond_enter(**of, player=third)
    refused("pond_full", services.pond_enter, **of, player=fourth)
    entry = PondEntry.objects.get(player=third)
    services.pond_leave(**of, entry_id=entry.pk)
    refused("already_withdrawn", services.pond_leave, **of, entry_id=entry.pk)
    services.pond_enter(**of, player=fourth)
    swim.start()
    refused("pond_started", services.pond_start, **of)
    refused("pond_started", services.pond_enter, **of, player=third)
    refused("pond_started", services.pond_leave, **of, entry_id=PondEntry.objects.get(player=ann).pk)
    swim.process_due(60)
    assert swim.stored[0] == "finished"
    refused("pond_finished", services.pond_start, **of)
    refused("pond_finished", services.pond_enter, **of, player=third)


@pytest.mark.parametrize("size", [0, 1])
def test_nobody_plays_alone(pond, refused, size):
    swim = pond(size)
    refused("too_few_players", swim.start)


@pytest.mark.parametrize(("least", "most"), [(1, 5), (5, 4), (2, 257), (-1, 1)])
def test_so_many_players_cannot_be(refused, director, club, least, most):
    refused("invalid_pond", services.pond_create, actor=director, club=club, name="x", least=least, most=most)


def test_there_is_no_such_pond(director):
    with pytest.raises(ObjectDoesNotExist):
        services.pond_process_due(pond_id=10**9)
