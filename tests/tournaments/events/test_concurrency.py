"""Two who act on one tournament at once, on the real database: one outcome, and nobody twice in a round."""

from collections import Counter
from functools import partial

import pytest

from engine import RuleError
from matches.play.models import Match
from tests.conftest import director_reports, field_entered, work_off
from tests.effort import examples
from tests.factories import PlayerFactory
from tests.test_concurrency import at_once
from tournaments.events import services
from tournaments.events.errors import TournamentStarted, UnknownPublishedRound
from tournaments.events.models import PublishedRound, RoundWithdrawal
from tournaments.events.services import tournament_compare
from tournaments.formats.errors import EntryAbsent
from tournaments.formats.seeding.order import Seeding

pytestmark = pytest.mark.django_db(transaction=True)

ATTEMPTS = examples(2)


@pytest.fixture
def event(club, director):
    """event(size): a Swiss that has been announced; how to address it, and its entries."""

    def make(size, **rest):
        row = services.tournament_create(
            actor=director, club=club, name="Monday", format="swiss", lengths=(3,), **rest
        )
        of = {"actor": director, "tournament_id": row.pk}
        entries = field_entered(row, director, PlayerFactory.create_batch(size))
        return row, of, [entry.pk for entry in entries]

    return make


def drawn(of):
    services.tournament_draw(**of, seeding=Seeding.RANDOM, seed="test")
    work_off()


def play(row, director):
    for match in Match.objects.filter(fixture__tournament=row, state=Match.State.OPEN):
        director_reports(match, director, (3, 1))


def assert_valid(row):
    """Only refusals were raised, stored is what the facts say, and nobody plays twice in a round."""
    work_off()
    assert tournament_compare(row.pk, repair=False) == []
    fixtures = row.fixtures.filter(void=False).values_list("round", "one", "two")
    seats = Counter((number, entry) for number, *two in fixtures for entry in two)
    assert set(seats.values()) <= {1}, seats
    named = Counter(
        (round_pairings.round, entry)
        for round_pairings in row.published_rounds.filter(withdrawal=None, serial__gt=row.draws.last().serial)
        for entry in (
            *round_pairings.byes,
            *(each[side] for each in round_pairings.pairings for side in ("one", "two")),
        )
    )
    assert set(named.values()) <= {1}, named


def only_refusals(found):
    assert all(isinstance(each, RuleError) or not isinstance(each, Exception) for each in found), found
    return found


def advancing(row):
    return lambda: services.tournament_advance(tournament_id=row.pk)


@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_two_draws_at_once_are_one(event, attempt):
    row, of, _ = event(6)
    found = at_once(*[lambda: services.tournament_draw(**of, seeding=Seeding.RANDOM)] * 4, advancing(row))
    assert sum(isinstance(each, TournamentStarted) for each in found) == 3
    assert row.draws.count() == 1
    assert_valid(row)


@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_draws_made_anew_at_once_leave_the_latest(event, attempt):
    row, of, _ = event(6)
    drawn(of)
    again = [lambda: services.tournament_draw(**of, seeding=Seeding.RANDOM, again=True)] * 3
    only_refusals(at_once(*again, advancing(row), advancing(row)))
    work_off()
    row.refresh_from_db()
    assert row.draw == row.draws.order_by("serial").last()
    assert_valid(row)


@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_who_withdraws_while_pairings_are_published(event, director, attempt):
    row, of, (ann, *_) = event(6, pairings_need_approval=True)
    drawn(of)
    play(row, director)
    services.round_release(**of)
    only_refusals(
        at_once(
            lambda: services.entry_withdraw(**of, entry_id=ann), *[advancing(row)] * 3
        )
    )  # fmt: skip
    assert_valid(row)
    second = row.published_rounds.get(round=2)
    on_it = ann in second.byes or any(ann in (each["one"], each["two"]) for each in second.pairings)
    walkovers = Match.objects.filter(fixture__tournament=row, fixture__round=2, result__kind="walkover")
    assert walkovers.count() == sum(ann in (each["one"], each["two"]) for each in second.pairings) * on_it


@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_two_who_withdraw_pairings_at_once(event, attempt):
    row, of, _ = event(6)
    drawn(of)
    round_pairings = row.published_rounds.get()
    wrong = {"published_round_id": round_pairings.pk, "reason": "A seed was wrong."}
    back = partial(services.round_withdraw, **of, **wrong)
    found = only_refusals(at_once(back, back, back, advancing(row)))
    assert sum(isinstance(each, UnknownPublishedRound) for each in found) == 2
    assert RoundWithdrawal.objects.count() == 1
    assert_valid(row)
    assert not row.fixtures.filter(void=False).exists()


@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_a_pairing_by_hand_while_the_round_is_published(event, director, attempt):
    row, of, entries = event(8, pairings_need_approval=True)
    drawn(of)
    play(row, director)
    first = {each[side]: each for each in row.published_rounds.get().pairings for side in ("one", "two")}
    rival = next(entry for entry in entries[1:] if first[entry] is not first[entries[0]])
    services.round_release(**of)
    by_hand, *_ = only_refusals(
        at_once(
            lambda: services.pairing_by_hand_post(**of, one=entries[0], two=rival), *[advancing(row)] * 3
        )
    )  # fmt: skip
    assert_valid(row)
    if isinstance(by_hand, PublishedRound):
        two = row.fixtures.get(void=False, round=2, one__in=(entries[0], rival), two__in=(entries[0], rival))
        assert two.key == by_hand.pairings[0]["key"]
    else:
        assert by_hand.code in ("already_paired", "entry_busy")


@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_who_comes_late_while_the_round_is_published(event, director, attempt):
    row, of, _ = event(5, pairings_need_approval=True)
    drawn(of)
    play(row, director)
    services.round_release(**of)
    late = PlayerFactory()
    entry, *_ = only_refusals(at_once(lambda: services.entry_add(**of, player=late), *[advancing(row)] * 3))
    assert_valid(row)
    assert row.entries.filter(player=late).get() == entry
    play(row, director)
    services.round_release(**of)
    assert_valid(row)
    assert row.fixtures.filter(void=False, round=3).count() == 3


@pytest.mark.parametrize("attempt", range(ATTEMPTS))
def test_a_withdrawal_and_a_pairing_by_hand_at_once(event, attempt):
    row, of, (ann, bob, *_) = event(6)
    drawn(of)
    services.round_withdraw(
        **of, published_round_id=row.published_rounds.get().pk, reason="A seed was wrong."
    )
    gone, paired, _ = only_refusals(
        at_once(
            lambda: services.entry_withdraw(**of, entry_id=ann),
            lambda: services.pairing_by_hand_post(**of, one=ann, two=bob),
            advancing(row),
        )
    )
    assert not isinstance(gone, Exception)
    assert isinstance(paired, PublishedRound | EntryAbsent)
    services.round_release(**of)
    assert_valid(row)
    assert not row.fixtures.filter(void=False, match__state=Match.State.OPEN, one=ann).exists()
    assert not row.fixtures.filter(void=False, match__state=Match.State.OPEN, two=ann).exists()
