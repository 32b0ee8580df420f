"""What entries owe and have paid, who has collected it, and where the fee stands: without a database."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.each import each
from tournaments.money.errors import EntryFeeDivided
from tournaments.money.rules.fees import (
    Fees,
    collected_by_login,
    entry_fee,
    entry_fees,
    has_other_amounts,
    with_entry_fee,
)
from tournaments.money.rules.payouts import PrizePool

MAIN = {"name": "Main", "fee": 1000, "keeps": 10, "prizes": [{"place": 1, "percent": 100}]}
SIDE = {"name": "Side", "side": True, "fee": 500}
SPONSOR = {"name": "Sponsor", "added": 5000}


def prize_pool(name, fee, payers):
    return PrizePool(name, fee, tuple(payers), prizes=(), keeps=Fraction(0))


def test_what_everybody_owes_and_has_paid():
    prize_pools = [prize_pool("Main", 1000, [1, 2, 3]), prize_pool("Side", 500, [2, 3])]
    found = entry_fees(prize_pools, {1: 1000, 2: 1000, 4: 1000}, [1, 2, 3, 4, 5])
    assert found == {
        1: Fees(1000, 1000),
        2: Fees(1500, 1000),
        3: Fees(1500, 0),
        4: Fees(0, 1000),
        5: Fees(0, 0),
    }
    assert {entry: (fees.open, fees.to_return) for entry, fees in found.items()} == {
        1: (0, 0),
        2: (500, 0),
        3: (1500, 0),
        4: (0, 1000),
        5: (0, 0),
    }


# -- Who has collected


@each(
    "notes, collected",
    [
        ([], {}),
        ([(1, 1000, 7), (2, 1000, 7), (3, 1000, 8)], {7: 2000, 8: 1000}),
        # A side pool paid later, to another.
        ([(1, 1000, 7), (1, 1500, 8)], {7: 1000, 8: 500}),
        # What is taken back is what was noted last, whoever takes it back.
        ([(1, 1000, 7), (1, 0, 8)], {}),
        ([(1, 1000, 7), (1, 1500, 8), (1, 1000, 9)], {7: 1000}),
        ([(1, 1000, 7), (1, 1500, 8), (1, 1200, 9)], {7: 1000, 8: 200}),
        ([(1, 1000, 7), (1, 1500, 8), (1, 400, 9)], {7: 400}),
        ([(1, 1000, 7), (1, 0, 7), (1, 1000, 8)], {8: 1000}),
        ([(1, 1000, None)], {None: 1000}),
    ],
)
def test_who_has_collected_what(notes, collected):
    assert collected_by_login(notes) == collected


@given(st.lists(st.tuples(st.integers(1, 3), st.integers(0, 40), st.integers(1, 3)), max_size=30))
def test_what_was_collected_is_what_was_paid(notes):
    latest = {entry: cents for entry, cents, _ in notes}
    found = collected_by_login(notes)
    assert sum(found.values()) == sum(latest.values())
    assert all(cents > 0 for cents in found.values())
    assert found.keys() <= {login for _, _, login in notes}


# -- The fee in the prize pools


@each(
    "prize_pools, fee, others",
    [
        ([], 0, False),
        ([MAIN], 1000, False),
        ([SIDE], 0, True),
        ([MAIN, SIDE], 1000, True),
        ([MAIN, SPONSOR], 1000, True),
        ([{"name": "Hall", "fee": 300}, MAIN], 1300, False),
        ([{**MAIN, "costs": 100}], 1000, True),
    ],
)
def test_what_it_costs_to_enter(prize_pools, fee, others):
    assert entry_fee(prize_pools) == fee
    assert has_other_amounts(prize_pools) == others


CLUB = {"name": "Fee", "fee": 700, "keeps": 100}


@each(
    "before, cents, after",
    [
        ([], 700, [CLUB]),
        ([], 0, []),
        ([CLUB], 800, [{**CLUB, "fee": 800}]),
        ([CLUB], 0, []),
        ([SIDE], 700, [CLUB, SIDE]),
        ([MAIN, SIDE], 700, [{**MAIN, "fee": 700}, SIDE]),
        ([MAIN], 0, [{**MAIN, "fee": 0}]),
        ([SPONSOR, MAIN], 700, [SPONSOR, {**MAIN, "fee": 700}]),
        ([SPONSOR], 700, [{**SPONSOR, "fee": 700}]),
        # What is empty and another's stays.
        ([{"name": "Later"}, MAIN], 700, [{"name": "Later"}, {**MAIN, "fee": 700}]),
    ],
)
def test_another_fee(before, cents, after):
    given = [dict(each) for each in before]
    found = with_entry_fee(given, cents, "Fee")
    assert found == after
    assert given == before
    assert entry_fee(found) == cents


@each("one, other", [(MAIN, "Hall"), (SPONSOR, "Club")])
def test_a_fee_that_is_made_up_of_several(one, other):
    prize_pools = [one, {**one, "name": other}]
    with pytest.raises(EntryFeeDivided, match=f"{one['name']}, {other}"):
        with_entry_fee(prize_pools, 700, "Fee")
