"""What all eliminations share: rematches, where results lead, and events played result by result."""

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmarks.rematches import PUBLISHED, expected_rematches
from tests.each import each
from tests.effort import EFFORT, every, examples
from tests.tournaments.formats.contract import play_out, samples, with_result
from tournaments.formats import (
    Consolation,
    DoubleElimination,
    Empty,
    History,
    PairingResult,
    SingleElimination,
)
from tournaments.formats.elimination import BracketDraft, Draft, Elimination, feed_in
from tournaments.formats.elimination.consolation import Enters
from tournaments.formats.elimination.format import planned_elimination
from tournaments.formats.elimination.plan import SeatFeed, Seed
from tournaments.formats.running import Running

SAMPLES = {name: format for name, format in samples().items() if isinstance(format, Elimination)}
every_format = pytest.mark.parametrize("format", SAMPLES.values(), ids=SAMPLES)
some_format = st.sampled_from([*SAMPLES.values()])


def rematches(size):
    return expected_rematches(DoubleElimination().bracket_plan(size), "losers")


# -- Rematches


def test_rematches_of_eight_by_hand():
    """Two winners of the second round in the losers' bracket may have met in the first, as 1 of 4; and the
    loser of the winners' bracket's final has beaten the two he meets with 1 of 8 and 1 of 4."""
    assert rematches(8) == 2 * 1 / 8 + 1 / 8 + 1 / 4


# Of 6, 0.612 is published, by simulation; of all 105 trees in which five losers can meet none leaves fewer
# than 0.625.
@pytest.mark.parametrize(("size", "published"), [*(PUBLISHED | {6: 0.625}).items()])
def test_rematches_are_no_more_than_in_the_best_of_other_programs(size, published):
    assert rematches(size) <= published + 0.001


def test_rematches_are_no_more_in_between():
    for fewer, more in pairwise([*PUBLISHED][:-2]):
        most = max(rematches(fewer), rematches(more)) + 0.002
        assert all(rematches(size) <= most for size in range(fewer, more, every(3)))


@pytest.mark.parametrize("size", [1024, 2048])
def test_rematches_do_not_grow_with_the_field(size):
    assert rematches(size) < 0.703


@pytest.mark.parametrize("enters", Enters)
@pytest.mark.parametrize("size", [16, 32, 64, 128])
def test_rematches_in_a_progressive_consolation(enters, size):
    assert expected_rematches(Consolation(enters).bracket_plan(size), "consolation") <= 0.75


@pytest.mark.parametrize(("last_chance", "most"), [(1, 0.07), (2, 0.64), (3, 0.87)])
@pytest.mark.parametrize("size", [32, 64, 128])
def test_rematches_in_a_last_chance(size, last_chance, most):
    for enters in Enters:
        plan = Consolation(enters, last_chance).bracket_plan(size)
        assert expected_rematches(plan, "last_chance") <= most


@pytest.mark.parametrize("size", [8, 12, 32])
def test_rematches_are_those_of_played_tournaments(size):
    """Toss-ups, with numbers that make chance reproducible: within three deviations of what is computed."""
    plan = DoubleElimination().bracket_plan(size)
    random, events, found = Random(size), 3000, 0
    for _ in range(events):
        seated = {}
        met = set()
        for number, node in enumerate(plan.nodes):
            if node.part == "final":
                break
            one, two = (
                getattr(source, "number", None) if isinstance(source, tuple) and len(source) == 1 else None
                for source in node.sources
            )
            one, two = seated.get(SeatFeed(number, 0), one), seated.get(SeatFeed(number, 1), two)
            if one is not None and two is not None:
                found += (pair := frozenset((one, two))) in met
                met.add(pair)
            won = random.randrange(2) if one is not None and two is not None else int(one is None)
            winner, loser = (one, two) if won == 0 else (two, one)
            seated[plan.winner_to[number]] = winner
            if loser is not None:
                seated[plan.loser_to[number][1 - won]] = loser
    assert abs(found / events - rematches(size)) < 3 * (1 / events) ** 0.5


# -- Plans


def test_a_wave_that_is_less_than_the_next_is_spread_over_it():
    """Two are joined by four: they start in different halves, each of which has a bye."""
    draft = Draft()
    first, *_ = feed_in(
        draft, BracketDraft("consolation"), [[Seed(1), Seed(2)], [Seed(3), Seed(4), Seed(5), Seed(6)]]
    )
    assert [node.number for node in draft.nodes if node.round == 1] == [1, 3]
    assert [isinstance(seat, Seed) for seat in first.winners] == [False, True, False, True]


@every_format
@each("size", [*range(2, 71), 255])
def test_every_match_of_a_plan_can_be_reached(format, size):
    """Keys are used once and are short; steps and rounds grow along every way; every seed is seated once."""
    plan = planned_elimination(format, size)
    assert len(plan.match_numbers) == len(plan.nodes)
    assert max(len(node.key) for node in plan.nodes) <= 32
    assert {(node.part, node.round) for node in plan.nodes} == set(plan.ranking)
    for number, node in enumerate(plan.nodes):
        for way in (plan.winner_to[number], *plan.loser_to[number]):
            if way is not None:
                assert way.node > number
                assert plan.nodes[way.node].step > node.step
        fed = [source for source in node.sources if source is not None]
        assert len(fed) == 2 or (node.part in ("main", "winners") and node.round == 1)
    seeds = [source.number for node in plan.nodes for source in node.sources if hasattr(source, "number")]
    assert sorted(seeds) == list(range(1, size + 1))


@every_format
@each("size", range(2, 71) if EFFORT > 1 else (*range(2, 20), 24, 31, 32, 33, 48, 65))
def test_winner_and_loser_are_fed_to_the_seats_the_brackets_show(format, size):
    history = None
    for history in play_out(format, size, Random(size), at_once=1 + size // 2):
        slots = {
            slot.key: slot for part in format.draw_parts(history) for round in part.rounds for slot in round
        }
        for slot in slots.values():
            for feed in format.slot_feeds(slot.key, size) or ():
                fed, other = slots[feed.key], slots[feed.other]
                assert (fed.one, fed.two)[feed.side] == (slot.loser if feed.loser else slot.winner)
                assert (fed.one, fed.two)[1 - feed.side] == (
                    other.loser if feed.other_loser else other.winner
                )
                assert fed.round == feed.round
    last = [key for key in slots if format.slot_feeds(key, size) == ()]
    assert len(last) <= 1
    for key in last:
        assert slots[key].winner is not Empty.PENDING


# -- Result by result


def same(running, format):
    history = running.history
    assert sorted(running.due.values(), key=str) == sorted(format.due_pairings(history), key=str)


@pytest.mark.long
@given(
    format=some_format,
    size=st.integers(2, 70),
    seed=st.integers(0, 10**6),
    withdrawals=st.integers(0, 3),
    undecided=st.booleans(),
    corrections=st.integers(0, 3),
)
def test_result_by_result_the_same_is_due_as_by_the_whole_fold(
    format, size, seed, withdrawals, undecided, corrections
):
    random = Random(seed)
    running = Running(format, History(tuple(range(101, 101 + size))))
    same(running, format)
    while running.due:
        chance = random.random()
        if withdrawals and chance < 0.1:
            withdrawals -= 1
            running.withdraw_entry(random.choice(running.history.entries))
        elif corrections and running.history.results and chance < 0.2:
            corrections -= 1
            (key, _), decided = random.choice([*running.history.results.items()])
            other = decided.two if decided.winner == decided.one else decided.one
            running.decide_slot(key, PairingResult(decided.one, decided.two, other))
        else:
            pairing = random.choice([*running.due.values()])
            nobody = undecided and random.random() < 0.1
            winner = None if nobody else random.choice((pairing.one, pairing.two))
            running.decide_slot(pairing.key, PairingResult(pairing.one, pairing.two, winner))
        same(running, format)
    assert format.is_over(running.history)


@pytest.mark.parametrize("format", SAMPLES.values(), ids=SAMPLES)
@settings(max_examples=examples(15))
@given(size=st.integers(2, 20), seed=st.integers(0, 10**6))
def test_with_many_matches_without_a_winner_the_same_is_due_in_every_format(format, size, seed):
    random = Random(seed)
    running = Running(format, History(tuple(range(101, 101 + size))))
    while running.due:
        pairing = random.choice([*running.due.values()])
        winner = random.choice((pairing.one, pairing.one, pairing.two, None))
        running.decide_slot(pairing.key, PairingResult(pairing.one, pairing.two, winner))
        same(running, format)
    assert format.is_over(running.history)


def test_who_waits_for_a_loser_that_never_comes_goes_on():
    """In R1-M3 nobody wins, so whoever comes next passes WB-R2-M2, and nobody leaves that as its loser."""
    format = DoubleElimination()
    running = Running(format, History(tuple(range(1, 14))))
    for key, one, two, winner in [
        ("WB-R1-M2", 9, 8, 9),
        ("WB-R2-M1", 1, 9, 9),
        ("WB-R1-M6", 11, 6, 6),
        ("WB-R1-M3", 5, 12, None),
        ("WB-R1-M7", 7, 10, 10),
        ("LB-R2-M3", 11, 1, 11),
    ]:
        assert {running.due[key].one, running.due[key].two} == {one, two}
        running.decide_slot(key, PairingResult(one, two, winner))
        same(running, format)
    assert "LB-R3-M2" in running.due


def test_a_result_is_folded_only_where_the_neighbourhood_does_not_show_it(monkeypatch):
    """Of the 126 and more results of 64 entries only that of the final takes the whole fold."""
    running = Running(DoubleElimination(), History(tuple(range(64))))
    folds = []
    fold = Running._fold_anew
    monkeypatch.setattr(Running, "_fold_anew", lambda self: (folds.append(self), fold(self)))
    random = Random(64)
    while running.due:
        pairing = random.choice([*running.due.values()])
        running.decide_slot(
            pairing.key, PairingResult(pairing.one, pairing.two, random.choice((pairing.one, pairing.two)))
        )
    assert 1 <= len(folds) <= 2


def test_a_pending_match_is_due_though_one_has_left_and_leads_on():
    """4 has left, and whether she beat 1 is in dispute."""
    history = History(
        (1, 2, 3, 4),
        withdrawn=frozenset({4}),
        left=(4,),
        pending=frozenset({("R1-M1", frozenset({1, 4}))}),
    )
    running = Running(SingleElimination(), history)
    assert [*running.due] == ["R1-M1", "R1-M2"]
    running.decide_slot("R1-M2", PairingResult(3, 2, 2))
    running.decide_slot("R1-M1", PairingResult(1, 4, 4))
    assert running.due == {}
    assert SingleElimination().standings(running.history)[0].entry == 2


# -- Corrections


@given(format=some_format, size=st.integers(2, 40), seed=st.integers(0, 10**6))
def test_a_correction_undone_gives_the_same_answer(format, size, seed):
    """A result is turned round after the end, what is due then is played, and the first result restored."""
    random = Random(seed)
    *_, last = play_out(format, size, random, at_once=size)
    before = format.standings(last), format.pairings(last), format.draw_parts(last)
    (key, _), decided = random.choice([*last.results.items()])
    other = decided.two if decided.winner == decided.one else decided.one
    history = with_result(last, PairingResult(decided.one, decided.two, other), key)
    while due := format.due_pairings(history):
        for pairing in due:
            history = with_result(history, PairingResult(pairing.one, pairing.two, pairing.two), pairing.key)
    sat = {
        slot.key: {slot.one, slot.two}
        for part in format.draw_parts(history)
        for r in part.rounds
        for slot in r
    }
    for pairing in format.pairings(history):
        assert {pairing.one, pairing.two} == sat[pairing.key], "nobody counts where somebody else sits"
    assert all(place.clinched for place in format.standings(history))
    undone = with_result(history, decided, key)
    assert (format.standings(undone), format.pairings(undone), format.draw_parts(undone)) == before
