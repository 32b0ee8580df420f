"""Money adds up to the cent, whatever was paid in and however it is split."""

from fractions import Fraction
from itertools import accumulate

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tournaments.money.errors import InvalidPayouts, PayoutsExceeded
from tournaments.money.rules.payouts import Prize, PrizePool, compute_payouts
from tournaments.tiebreaks.lots import draw_lot
from tournaments.tiebreaks.results import Place


def split(part, *percents):
    return tuple(Prize(part, place, Fraction(percent)) for place, percent in enumerate(percents, 1))


def standing(*groups, clinched=True):
    """standing([1], [2, 3]): 1 is first, 2 and 3 share the second and third place."""
    ends = [*accumulate(len(group) for group in groups)]
    return tuple(
        Place(entry, end - len(group) + 1, end, clinched)
        for group, end in zip(groups, ends, strict=True)
        for entry in group
    )


def paid(payouts):
    return [(line.entry, line.cents) for line in payouts.lines]


def kept(payouts):
    return {each.reason: each.cents for each in payouts.kept}


MAIN = standing([1], [2], [3, 4], [5, 6, 7, 8])
CONSOLATION = standing([5], [6], [7, 8])


def test_columbus_pays_40_25_25_10():
    """Winner and finalist, and the two of the consolation, of 8 fees of 20."""
    prize_pool = PrizePool(
        "prizes", 2000, tuple(range(1, 9)), split("main", 40, 25) + split("consolation", 25, 10)
    )
    payouts = compute_payouts([prize_pool], {"main": MAIN, "consolation": CONSOLATION})
    assert paid(payouts) == [(1, 6400), (2, 4000), (5, 4000), (6, 1600)]
    assert payouts.kept == ()


def test_milwaukee_pays_50_25_25():
    prize_pool = PrizePool(
        "prizes", 1500, tuple(range(1, 9)), split("main", 50, 25) + split("consolation", 25)
    )
    payouts = compute_payouts([prize_pool], {"main": MAIN, "consolation": CONSOLATION})
    assert paid(payouts) == [(1, 6000), (2, 3000), (5, 3000)]


def test_who_shares_places_shares_their_prizes():
    prize_pool = PrizePool("prizes", 1000, tuple(range(1, 9)), split("main", 50, 25, 15, 10))
    payouts = compute_payouts([prize_pool], {"main": MAIN})
    assert paid(payouts) == [(1, 4000), (2, 2000), (3, 1000), (4, 1000)]
    assert [line.explanation for line in payouts.lines] == [
        "place 1: 50 % of 80.00: 40.00",
        "place 2: 25 % of 80.00: 20.00",
        "places 3 to 4: 25 % of 80.00, shared by 2: 10.00",
        "places 3 to 4: 25 % of 80.00, shared by 2: 10.00",
    ]
    # The last prize is shared by all who share its place.
    payouts = compute_payouts(
        [PrizePool("prizes", 1000, (1, 2, 3, 4), split("main", 70, 20, 10))], {"main": MAIN}
    )
    assert paid(payouts) == [(1, 2800), (2, 800), (3, 200), (4, 200)]


def test_the_club_and_the_costs_come_off_first_and_added_money_is_all_for_prizes():
    prize_pool = PrizePool(
        "prizes", 1000, tuple(range(1, 9)), split("main", 100), added=5000, keeps=Fraction(25, 2), costs=700
    )
    payouts = compute_payouts([prize_pool], {"main": MAIN})
    assert paid(payouts) == [(1, 8000 - 1000 - 700 + 5000)]
    assert kept(payouts) == {"club": 1000, "costs": 700}


def test_what_is_not_offered_or_not_won_is_kept():
    prize_pool = PrizePool("prizes", 1000, (1, 2), split("main", 50, 25, 15))
    payouts = compute_payouts([prize_pool], {"main": standing([1], [2])})
    assert paid(payouts) == [(1, 1000), (2, 500)]
    assert kept(payouts) == {"not_offered": 200, "not_won": 300}


def test_a_side_pool_is_won_among_those_who_are_in_it():
    side = PrizePool("side pool", 500, (2, 4, 6, 8), split("main", 70, 30), closed=True)
    prizes = PrizePool("prizes", 1000, tuple(range(1, 9)), split("main", 100))
    payouts = compute_payouts([prizes, side], {"main": MAIN})
    assert [(line.prize_pool, line.entry, line.first, line.last, line.cents) for line in payouts.lines] == [
        ("prizes", 1, 1, 1, 8000),
        ("side pool", 2, 1, 1, 1400),
        ("side pool", 4, 2, 2, 600),
    ]
    assert compute_payouts([prizes, replace_payers(prizes, (1,))], {"main": MAIN}).totals_by_entry == {
        1: 9000
    }


def replace_payers(prize_pool, payers):
    return PrizePool(prize_pool.name, prize_pool.fee, payers, prize_pool.prizes)


def test_a_cent_that_does_not_divide_goes_to_the_largest_rest_then_the_better_place_then_by_lot():
    """100 cents: 33.5, 33.5 and 33; three sharers of 100 have 33 1/3 each."""
    halves = PrizePool("prizes", 100, (1,), split("main", "33.5", "33.5", "33"))
    for seed in ("spring", "summer", "autumn", "winter"):
        assert paid(compute_payouts([halves], {"main": standing([1], [2], [3])}, seed)) == [
            (1, 34),
            (2, 33),
            (3, 33),
        ]
    largest = PrizePool("prizes", 100, (1,), split("main", "50.2", "25.3", "24.5"))
    assert paid(compute_payouts([largest], {"main": standing([1], [2], [3])})) == [(1, 50), (2, 25), (3, 25)]
    thirds = PrizePool("prizes", 100, (1,), split("main", 50, 30, 20))
    for seed in ("spring", "summer", "autumn", "winter"):
        payouts = compute_payouts([thirds], {"main": standing([1, 2, 3])}, seed)
        lucky = min((1, 2, 3), key=lambda entry: draw_lot(f"{seed}:payouts", entry))
        assert paid(payouts) == [(entry, 33 + (entry == lucky)) for entry in (1, 2, 3)]
        assert {line.explanation.rsplit(", ")[-1] for line in payouts.lines} == {"rounded up", "rounded down"}


@pytest.mark.parametrize(
    ("prize_pool", "said"),
    [
        (PrizePool("prizes", 1000, (1, 2), split("main", 60, 40) + split("consolation", "0.5")), "100.5 %"),
        (PrizePool("prizes", 0, (), split("main", 101)), "Take 1 % away"),
    ],
)
def test_more_than_all_is_not_paid_out(prize_pool, said):
    with pytest.raises(PayoutsExceeded, match=said) as refused:
        compute_payouts([prize_pool], {"main": MAIN, "consolation": CONSOLATION})
    assert refused.value.code == "payouts_exceeded"


@pytest.mark.parametrize(
    ("prize_pool", "said"),
    [
        (PrizePool("prizes", -1, (1,), ()), "less than nothing"),
        (PrizePool("prizes", 1, (1,), (), added=-5), "less than nothing"),
        (PrizePool("prizes", 1, (1,), (), costs=-5), "less than nothing"),
        (PrizePool("prizes", 1, (1,), (), keeps=Fraction(101)), "more than all"),
        (PrizePool("prizes", 1, (1,), (), keeps=Fraction(-1)), "less than nothing"),
        (PrizePool("prizes", 1, (1,), split("main", 0)), "not more than 0 %"),
        (PrizePool("prizes", 1, (1,), (Prize("main", 0, Fraction(5)),)), "count from 1"),
        (PrizePool("prizes", 1, (1,), split("main", 5) + split("main", 5)), "two prizes"),
        (PrizePool("prizes", 1, (1, 1), ()), "pays twice"),
        (PrizePool("prizes", 100, (1,), (), costs=101), "more than there is"),
        (PrizePool("prizes", 100, (1,), split("last_chance", 50)), "does not have"),
    ],
)
def test_payouts_that_make_no_sense_are_refused(prize_pool, said):
    with pytest.raises(InvalidPayouts, match=said):
        compute_payouts([prize_pool], {"main": MAIN})


def test_nobody_is_paid_for_a_place_that_may_still_change():
    prize_pool = PrizePool("prizes", 100, (1, 2), split("main", 100))
    with pytest.raises(InvalidPayouts, match="not clinched"):
        compute_payouts([prize_pool], {"main": standing([1, 2], clinched=False)})
    # Open places without a prize are none of its business.
    later = (*standing([1]), Place(2, 2, 3, False), Place(3, 2, 3, False))
    assert paid(compute_payouts([prize_pool], {"main": later})) == [(1, 200)]


@st.composite
def prize_pools(draw):
    entries = draw(st.permutations(range(1, draw(st.integers(1, 12)) + 1)))
    parts = {}
    for part in ("main", "consolation"):
        groups, rest = [], [*entries]
        while rest:
            number = draw(st.integers(1, len(rest)))
            groups.append(rest[:number])
            rest = rest[number:]
        parts[part] = standing(*groups)
    made = []
    for number in range(draw(st.integers(1, 3))):
        weights = draw(st.lists(st.integers(1, 99), min_size=1, max_size=6))
        offered = Fraction(draw(st.integers(1, 1000)), 10)
        prizes = tuple(
            Prize(["main", "consolation"][at % 2], 1 + at // 2, offered * weight / sum(weights))
            for at, weight in enumerate(weights)
        )
        made.append(
            PrizePool(
                f"pool {number}",
                draw(st.integers(0, 10_000)),
                tuple(draw(st.sets(st.sampled_from(entries)))),
                prizes,
                draw(st.integers(0, 10_000)),
                Fraction(draw(st.integers(0, 1000)), 10),
                closed=draw(st.booleans()),
            )
        )
    return made, parts


@settings(max_examples=examples(80))
@given(case=prize_pools(), seed=st.text(max_size=3))
def test_what_is_paid_and_what_is_kept_is_what_came_in(case, seed):
    made, parts = case
    payouts = compute_payouts(made, parts, seed)
    for prize_pool in made:
        lines = [line for line in payouts.lines if line.prize_pool == prize_pool.name]
        rest = [each for each in payouts.kept if each.prize_pool == prize_pool.name]
        assert sum(line.cents for line in lines) + sum(each.cents for each in rest) == prize_pool.total_money
        assert all(each.cents > 0 for each in rest)
        assert sum(each.cents for each in rest if each.reason == "rounding") <= 2
        for line in lines:
            assert abs(line.cents - line.exact) < 1
            assert not prize_pool.closed or line.entry in prize_pool.payers
    assert sum(payouts.totals_by_entry.values()) == sum(line.cents for line in payouts.lines)


@settings(max_examples=examples(40))
@given(case=prize_pools(), seed=st.text(max_size=3))
def test_equals_are_paid_the_same_but_for_a_cent(case, seed):
    made, parts = case
    lines = compute_payouts(made, parts, seed).lines
    for one in lines:
        for two in lines:
            if (one.prize_pool, one.part, one.first) == (two.prize_pool, two.part, two.first):
                assert one.exact == two.exact
                assert abs(one.cents - two.cents) <= 1
