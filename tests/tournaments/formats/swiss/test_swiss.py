"""Swiss events: small ones by hand, and what holds in all of them."""

from dataclasses import replace
from fractions import Fraction
from hashlib import sha256
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tests.tournaments.formats.contract import play_out, with_published, with_result
from tournaments.formats import Empty, History, Pairing, PairingResult, RoundPairings
from tournaments.formats.errors import InvalidFormatOption
from tournaments.formats.swiss.format import Swiss
from tournaments.formats.swiss.lives import Lives

from .test_pairing import everybody, pairings

BY_SEED = Swiss.from_mapping({"rounds": 3, "first_round": "seeds"})
events = given(size=st.integers(2, 13), seed=st.integers(0, 10**6))


def on(round_pairings):
    return {(pairing.one, pairing.two) for pairing in round_pairings.pairings}


def play(format, history, *winners):
    """The due matches of these winners, played; then what can be published is published."""
    for winner in winners:
        pairing = next(each for each in format.due_pairings(history) if winner in (each.one, each.two))
        history = with_result(history, PairingResult(pairing.one, pairing.two, winner, (7, 0)), pairing.key)
    return with_published(format, history)


def result(history, key, winner):
    """The result of a slot that was decided, changed or, without a winner given, taken away."""
    meet = next(meet for meet in history.results if meet[0] == key)
    one, two = meet[1]
    others = {other: decided for other, decided in history.results.items() if other != meet}
    return replace(
        history,
        results=others if winner is None else {**others, meet: PairingResult(one, two, winner, (7, 0))},
    )


# -- By hand


def test_three_rounds_of_six_by_hand():
    """Round 1 by seed: 1-4, 2-5, 3-6. Winners 1, 2, 3; the last of them, 3, comes down to meet a loser."""
    history = with_published(BY_SEED, History((1, 2, 3, 4, 5, 6), seed="lots"))
    assert [(p.key, p.one, p.two) for p in BY_SEED.due_pairings(history)] == [
        ("R1-M1", 1, 4),
        ("R1-M2", 2, 5),
        ("R1-M3", 3, 6),
    ]
    history = play(BY_SEED, history, 1, 2)
    assert len(history.paired_rounds) == 1, "the round is not over"
    history = play(BY_SEED, history, 3)
    assert on(history.paired_rounds[1]) == {(1, 2), (3, 5), (4, 6)}
    history = play(BY_SEED, history, 1, 3, 4)
    # 1 and 3 have two points, 2 and 4 one, 5 and 6 none.
    assert on(history.paired_rounds[2]) == {(1, 3), (2, 4), (5, 6)}
    history = play(BY_SEED, history, 1, 4, 6)
    assert BY_SEED.is_over(history)
    # 3 and 4 have two points each. 3 met 1 (3), 5 (0), 6 (1); 4 met 1 (3), 6 (1), 2 (1), so 4 is before 3.
    assert [(p.entry, p.first, p.last, p.points) for p in BY_SEED.standings(history)] == [
        (1, 1, 1, 3),
        (4, 2, 2, 2),
        (3, 3, 3, 2),
        (2, 4, 4, 1),
        (6, 5, 5, 1),
        (5, 6, 6, 0),
    ]


def test_round_one_by_lot_can_be_recomputed():
    history = with_published(Swiss(), History((1, 2, 3, 4, 5), seed="spring"))
    order = sorted(history.entries, key=lambda entry: sha256(f"spring:R1:{entry}".encode()).hexdigest())
    assert on(history.paired_rounds[0]) == {tuple(order[:2]), tuple(order[2:4])}
    assert history.paired_rounds[0].byes == (order[4],)


@pytest.mark.parametrize(("worth", "points"), [("full", 1), ("half", Fraction(1, 2)), ("none", 0)])
def test_what_a_bye_is_worth(worth, points):
    format = Swiss.from_mapping({"first_round": "seeds", "bye": worth})
    history = with_published(format, History((1, 2, 3)))
    assert history.paired_rounds[0].byes == (3,)
    assert {place.entry: place.points for place in format.standings(history)} == {1: 0, 2: 0, 3: points}


@pytest.mark.parametrize(("unplayed", "figure"), [("fide_2026", Fraction(1, 2)), ("legacy", Fraction(1))])
def test_what_a_round_without_a_match_means_to_tiebreaks(unplayed, figure):
    """Who has the bye of the only round has a point; since 2026 its dummy has at most what a draw brings."""
    format = Swiss.from_mapping({"rounds": 1, "unplayed": unplayed})
    history = with_published(format, History((1, 2, 3), seed="x", tiebreaks=("buchholz",)))
    (resting,) = history.paired_rounds[0].byes
    (place,) = (each for each in format.standings(history) if each.entry == resting)
    assert place.figures[0].value == figure


def test_the_nearest_ratings_meet():
    """After round 1 the winners are 1, 3, 5 and 7: 1500 meets 1510.5, and 1690 meets 1700."""
    format = Swiss.from_mapping({"order": "rating", "first_round": "seeds"})
    ratings = {1: 1500.0, 3: 1700.0, 5: 1510.5, 7: 1690.0}
    history = with_published(format, History((1, 3, 5, 7, 2, 4, 6, 8), ratings=ratings))
    assert on(history.paired_rounds[0]) == {(1, 2), (3, 4), (5, 6), (7, 8)}
    history = play(format, history, 1, 3, 5, 7)
    assert {frozenset(pair) for pair in on(history.paired_rounds[1])} >= {
        frozenset((1, 5)),
        frozenset((3, 7)),
    }


def test_where_all_have_met_they_meet_again_the_oldest_first():
    format = Swiss.from_mapping({"rounds": 6, "first_round": "seeds"})
    history = with_published(format, History((1, 2, 3, 4)))
    while not format.is_over(history):
        history = play(format, history, *(pairing.one for pairing in format.due_pairings(history)))
    rounds = [{frozenset(pair) for pair in on(round_pairings)} for round_pairings in history.paired_rounds]
    assert rounds[3:] == rounds[:3]


def test_until_one_is_unbeaten():
    format = Swiss.from_mapping({"rounds": 0})
    for size in (2, 3, 8, 13, 16):
        *_, last = play_out(format, size, Random(size))
        rounds = {meet: int(meet[0][1:].split("-")[0]) for meet in last.results}
        for number in range(len(last.paired_rounds) + 1):
            beaten = {decided.loser for meet, decided in last.results.items() if rounds[meet] <= number}
            assert (len(set(last.entries) - beaten) <= 1) == (number == len(last.paired_rounds))


def test_who_has_lost_twice_leaves_until_one_is_left():
    format = Swiss.from_mapping({"rounds": 0, "leave_after": 2})
    *_, last = play_out(format, 9, Random(1))
    losses = [decided.loser for decided in last.results.values()]
    assert sorted(losses.count(entry) for entry in last.entries)[1:] == [2] * 8
    assert losses.count(format.standings(last)[0].entry) < 2


def test_continuous_pairing_needs_a_number_of_rounds():
    with pytest.raises(InvalidFormatOption):
        Swiss.from_mapping({"rounds": 0, "pairing": "continuous"})


# -- Late, gone and back


def test_a_late_entry_joins_the_next_round_and_missed_the_others():
    history = with_published(BY_SEED, History((1, 2, 3, 4)))
    history = with_published(BY_SEED, replace(history, entries=(1, 2, 3, 4, 5)))
    assert len(history.paired_rounds) == 1
    history = play(BY_SEED, history, 1, 2)
    assert any(5 in pair for pair in on(history.paired_rounds[1])) or history.paired_rounds[1].byes == (5,)
    points = {place.entry: place.points for place in BY_SEED.standings(history)}
    assert points[5] == len(history.paired_rounds[1].byes) * (history.paired_rounds[1].byes == (5,))


def test_whoever_withdraws_is_not_paired_and_is_again_when_back():
    history = with_published(BY_SEED, History((1, 2, 3, 4)))
    history = with_published(BY_SEED, replace(history, withdrawn=frozenset({3}), left=(3,)))
    # The opponent passes, unless 3 is back before the next round is published.
    assert [pairing.key for pairing in BY_SEED.due_pairings(history)] == ["R1-M2"]
    assert [pairing.key for pairing in BY_SEED.due_pairings(replace(history, withdrawn=frozenset()))] == [
        "R1-M1",
        "R1-M2",
    ]
    history = play(BY_SEED, history, 2)
    assert on(history.paired_rounds[1]) == {(1, 2)}
    assert history.paired_rounds[1].byes == (4,)
    back = replace(history, withdrawn=frozenset(), left=())
    assert [pairing.key for pairing in BY_SEED.due_pairings(back)] == ["R2-M1"], (
        "what was missed stays missed"
    )
    assert {place.entry: place.points for place in BY_SEED.standings(back)} == {1: 1, 2: 1, 3: 0, 4: 1}
    back = play(BY_SEED, back, 1)
    assert any(3 in pair for pair in on(back.paired_rounds[2]))


def test_a_match_that_is_pending_holds_the_round_up():
    history = with_published(BY_SEED, History((1, 2, 3, 4)))
    pending = frozenset({("R1-M1", frozenset({1, 3}))})
    history = replace(history, withdrawn=frozenset({3}), left=(3,), pending=pending)
    history = play(BY_SEED, history, 2)
    assert [pairing.key for pairing in BY_SEED.due_pairings(history)] == ["R1-M1"]


# -- Pairs apart, pairings by hand, rounds held


def test_club_mates_are_apart_in_round_one_and_family_always():
    apart = {frozenset((1, 3)): 1, frozenset((2, 4)): 99}
    history = with_published(BY_SEED, History((1, 2, 3, 4), apart=apart))
    assert on(history.paired_rounds[0]) == {(1, 4), (3, 2)}
    while not BY_SEED.is_over(history):
        history = play(BY_SEED, history, *(pairing.one for pairing in BY_SEED.due_pairings(history)))
    met = [frozenset(pair) for round_pairings in history.paired_rounds for pair in on(round_pairings)]
    assert frozenset((2, 4)) not in met
    assert frozenset((1, 3)) not in met[:2]


def test_the_round_is_paired_around_what_the_director_paired():
    history = play(BY_SEED, with_published(BY_SEED, History((1, 2, 3, 4, 5, 6))), 1, 2)
    by_hand = RoundPairings(2, (Pairing("R2-M1", 2, 1, 5, step=2),), by_hand=True)
    history = replace(history, paired_rounds=(*history.paired_rounds, by_hand))
    assert ("R2-M1", 1, 5) in [(p.key, p.one, p.two) for p in BY_SEED.due_pairings(history)]
    history = play(BY_SEED, history, 3)
    last = history.paired_rounds[-1]
    assert last.round == 2
    assert {entry for pair in on(last) for entry in pair} == {2, 3, 4, 6}
    assert [pairing.key for pairing in last.pairings] == ["R2-M2", "R2-M3"]


def test_a_round_the_director_paired_entirely_is_closed():
    history = play(BY_SEED, with_published(BY_SEED, History((1, 2))), 1)
    by_hand = RoundPairings(3, (Pairing("R3-M1", 3, 1, 2, step=3),), by_hand=True)
    history = play(BY_SEED, replace(history, paired_rounds=(*history.paired_rounds, by_hand)), 1)
    assert on(history.paired_rounds[1]) == {(1, 2)}
    history = play(BY_SEED, history, 2)
    assert history.paired_rounds[-1] == RoundPairings(3, ())
    assert BY_SEED.is_over(history)


def test_nothing_is_published_while_the_director_holds_it():
    history = History((1, 2), held=True)
    assert BY_SEED.due_round_pairings(history) is None
    assert not BY_SEED.is_over(history)
    assert BY_SEED.due_round_pairings(replace(history, held=False)) is not None


# -- Corrections


def test_a_correction_changes_points_and_no_published_pairing():
    history = play(BY_SEED, with_published(BY_SEED, History((1, 2, 3, 4))), 1, 2)
    corrected = result(history, "R1-M1", 3)
    assert BY_SEED.pairings(corrected) == BY_SEED.pairings(history)
    assert {p.entry: p.points for p in BY_SEED.standings(corrected)} == {1: 0, 2: 1, 3: 1, 4: 0}
    undone = result(corrected, "R1-M1", 1)
    assert BY_SEED.standings(undone) == BY_SEED.standings(history)


def test_a_match_ruled_void_is_played_again_before_the_later_one():
    history = play(BY_SEED, with_published(BY_SEED, History((1, 2, 3, 4))), 1, 2)
    void = with_published(BY_SEED, result(history, "R1-M1", None))
    assert [(p.key, p.one, p.two) for p in BY_SEED.due_pairings(void)] == [("R1-M1", 1, 3)]
    again = play(BY_SEED, void, 3)
    assert [p.key for p in BY_SEED.due_pairings(again)] == ["R2-M1", "R2-M2"]


def test_who_should_have_left_makes_room_for_who_should_have_stayed():
    """One loss and you leave. 3 beat 1 after all: 3 plays whoever was to meet 1; undone, all is as it was."""
    format = Swiss.from_mapping({"rounds": 0, "leave_after": 1, "first_round": "seeds"})
    history = play(format, with_published(format, History((1, 2, 3, 4))), 1, 2)
    assert [(p.key, p.one, p.two) for p in format.due_pairings(history)] == [("R2-M1", 1, 2)]
    corrected = with_published(format, result(history, "R1-M1", 3))
    assert [(p.key, p.one, p.two) for p in format.due_pairings(corrected)] == [("R2-M2", 2, 3)]
    undone = result(corrected, "R1-M1", 1)
    assert [(p.key, p.one, p.two) for p in format.due_pairings(undone)] == [("R2-M1", 1, 2)]
    assert format.standings(undone) == format.standings(history)
    over = play(format, corrected, 3)
    assert format.standings(over)[0].entry == 3


# -- In all events


def avoidable(history, round_pairings, before):
    """Whether everybody in a whole round could have been paired without a rematch."""
    met = {frozenset(pair) for other in before for pair in on(other)}
    rematches = sum(frozenset(pair) in met for pair in on(round_pairings))
    entries = [entry for pair in on(round_pairings) for entry in pair] + [*round_pairings.byes]
    byes = [entry for other in before for entry in other.byes]
    fewest = min((byes.count(entry) for entry in entries), default=0)
    return rematches > min(
        sum(frozenset(pair) in met for pair in boards)
        for boards in pairings(everybody(entries))
        if all(None not in pair or byes.count(*(set(pair) - {None})) == fewest for pair in boards)
    )


@events
@settings(max_examples=examples(20), deadline=None)
def test_no_rematch_that_could_be_avoided_and_no_second_bye_while_somebody_had_none(size, seed):
    size = min(size, 9)
    *_, last = play_out(Swiss.from_mapping({"rounds": 7}), size, Random(seed))
    byes = []
    for number, round_pairings in enumerate(last.paired_rounds):
        assert not avoidable(last, round_pairings, last.paired_rounds[:number])
        assert all(byes.count(entry) == min(map(byes.count, last.entries)) for entry in round_pairings.byes)
        byes += round_pairings.byes


@events
@settings(max_examples=examples(20), deadline=None)
def test_continuous_pairing_gives_everybody_every_round_and_nobody_twice(size, seed):
    """In fields large enough for five rounds; and while one match goes on others are published."""
    size += 9
    format = Swiss.from_mapping({"rounds": 5, "pairing": "continuous"})
    early = False
    for history in play_out(format, size, Random(seed)):
        for pairing in format.due_pairings(history):
            early |= any(round_pairings.round > pairing.round for round_pairings in history.paired_rounds)
    pairs = [frozenset(pair) for round_pairings in history.paired_rounds for pair in on(round_pairings)]
    assert len(pairs) == len(set(pairs))
    assert early
    for number in range(1, 6):
        of_round = [
            round_pairings for round_pairings in history.paired_rounds if round_pairings.round == number
        ]
        seated = [entry for round_pairings in of_round for pair in on(round_pairings) for entry in pair]
        seated += [entry for round_pairings in of_round for entry in round_pairings.byes]
        assert sorted(seated) == sorted(history.entries)
    byes = [entry for round_pairings in history.paired_rounds for entry in round_pairings.byes]
    assert len(byes) == len(set(byes))


def test_those_who_are_done_are_paired_as_if_half_of_the_rest_had_won():
    """Two matches of sixteen over: both winners meet, and both losers; of the others nobody is taken."""
    format = Swiss.from_mapping({"rounds": 3, "pairing": "continuous", "first_round": "seeds"})
    history = with_published(format, History(tuple(range(1, 33)), seed="lots"))
    assert len(play(format, history, 1).paired_rounds) == 1, "who is free has met already"
    history = play(format, history, 1, 2)
    assert on(history.paired_rounds[1]) == {(1, 2), (17, 18)}
    assert history.paired_rounds[1].byes == ()


FORMATS = [
    Swiss.from_mapping({"rounds": 4}),
    Swiss.from_mapping({"rounds": 4, "pairing": "continuous"}),
    Swiss.from_mapping({"rounds": 0, "leave_after": 2}),
    Swiss.from_mapping({"rounds": 6, "leave_after": 2, "pairing": "continuous"}),
]


@pytest.mark.parametrize("format", FORMATS)
@events
@settings(max_examples=examples(20), deadline=None)
def test_corrections_are_survived_and_undone_exactly(format, size, seed):
    check_corrections(format, size, Random(seed))


@pytest.mark.parametrize(
    ("size", "seed"), [(3, 111), (3, 287), (6, 4), (6, 97), (6, 183), (6, 184), (5, 13), (5, 241), (12, 891)]
)
@pytest.mark.parametrize(
    "format",
    [
        Swiss.from_mapping({"rounds": 0, "leave_after": 2}),
        Lives.from_mapping({"lives": 2, "order": "record"}),
        Lives.from_mapping({"lives": 3, "order": "lots"}),
    ],
)
def test_corrections_of_corrections_that_put_others_out(format, size, seed):
    """Rounds that fall and are begun again, and pairings for those whom only a correction has freed."""
    check_corrections(format, size, Random(seed))


def is_continuous(format):
    return getattr(format, "pairing", None) == "continuous"


def check_corrections(format, size, random):
    """Results are corrected at random moments; play goes on to its end; undone, what stood stands."""
    middle = random.choice([*play_out(format, size, random)])
    history = middle
    for _ in range(3):
        if not history.results:
            break
        meet = random.choice(sorted(history.results, key=lambda meet: (meet[0], sorted(meet[1]))))
        before, old = history, history.results[meet]
        new = replace(old, winner=old.loser)
        history = with_published(format, replace(history, results={**history.results, meet: new}))
        keys = [
            pairing.key for round_pairings in history.paired_rounds for pairing in round_pairings.pairings
        ]
        assert len(keys) == len(set(keys)), "a key means one match"
        busy = [entry for pairing in format.due_pairings(history) for entry in (pairing.one, pairing.two)]
        assert len(busy) == len(set(busy))
        undone = replace(history, results=before.results)
        assert set(format.pairings(before)) <= set(format.pairings(undone))
        # A round that was begun meanwhile, or begun again after it had fallen, stays, as all rounds do.
        begun = {each.number for each in format.rounds_so_far(before).rounds if each.is_published}
        further = history.paired_rounds[len(before.paired_rounds) :]
        if (
            (not further)
            if is_continuous(format)
            else all(round_pairings.round in begun for round_pairings in further)
        ):
            assert format.pairings(undone) == format.pairings(before)
            assert format.standings(undone) == format.standings(before)
            assert format.due_round_pairings(undone) == format.due_round_pairings(before)
    for _ in range(1000):
        due = format.due_pairings(history)
        if not due:
            break
        history = play(format, history, random.choice(due).one)
    assert format.is_over(history)
    places = format.standings(history)
    assert sorted(place.entry for place in places) == sorted(history.entries)
    assert all(place.clinched for place in places)


def test_slots_show_byes_and_walkovers():
    history = with_published(BY_SEED, History((1, 2, 3, 4, 5), withdrawn=frozenset()))
    history = replace(history, withdrawn=frozenset({1}), left=(1,))
    (slots,) = BY_SEED.draw_parts(history)[0].rounds
    assert [(slot.one, slot.two, slot.winner, slot.loser) for slot in slots] == [
        (1, 3, 3, 1),
        (2, 4, Empty.PENDING, Empty.PENDING),
        (5, Empty.BYE, 5, Empty.BYE),
    ]


def test_of_two_pairings_of_one_entry_in_a_round_the_first_stands_and_numbers_go_on():
    paired_rounds = tuple(
        RoundPairings(1, (Pairing(key, 1, one, two, step=1),), by_hand=True)
        for key, one, two in [("R1-M1", 1, 2), ("R1-M4", 1, 3)]
    )
    history = with_published(BY_SEED, History((1, 2, 3, 4), paired_rounds=paired_rounds))
    assert [(p.key, p.one, p.two) for p in BY_SEED.due_pairings(history)] == [
        ("R1-M1", 1, 2),
        ("R1-M5", 3, 4),
    ]


def check_over_again(format, size, random):
    """Any result of an event that is over is corrected, all is published, and undone: all is as it was."""
    *_, before = play_out(format, size, random)
    for meet, old in before.results.items():
        new = replace(old, winner=old.loser)
        corrected = with_published(format, replace(before, results={**before.results, meet: new}))
        undone = with_published(format, replace(corrected, results=before.results))
        assert undone.paired_rounds == corrected.paired_rounds
        assert format.is_over(undone)
        assert format.pairings(undone) == format.pairings(before)
        assert format.standings(undone) == format.standings(before)
        assert format.draw_parts(undone) == format.draw_parts(before)


@pytest.mark.parametrize("leave_after", [1, 2])
@given(size=st.integers(2, 7), seed=st.integers(0, 10**6))
@settings(max_examples=4, deadline=None)
def test_a_round_begun_after_the_end_falls_when_the_correction_is_undone(leave_after, size, seed):
    check_over_again(Swiss.from_mapping({"rounds": 0, "leave_after": leave_after}), size, Random(seed))
