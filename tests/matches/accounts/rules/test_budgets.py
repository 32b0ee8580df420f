"""When the next attempt is due."""

from hypothesis import given
from hypothesis import strategies as st

from matches.accounts.rules.budgets import SlidingBudget, SlowingBudget
from tests.each import each

THREE_A_MINUTE = SlidingBudget(limit=3, within=60)
SLOWING = SlowingBudget(free=2, first=60, longest=200, within=1000)


@each(
    "attempts, now, wait",
    [
        ([], 100, 0),
        ([98, 99], 100, 0),
        # No window begins anew: the oldest of three leaves after a minute.
        ([50, 98, 99], 100, 10),
        ([40, 98, 99], 100, 0),
        ([41, 98, 99], 100, 1),
        ([99, 50, 98], 100, 10),
        # More than fit at once: the third from the end counts.
        ([50, 60, 70, 80, 90], 100, 30),
        # Another machine's clock is ahead of ours.
        ([98, 99, 101], 100, 58),
    ],
)
def test_a_sliding_budget(attempts, now, wait):
    assert THREE_A_MINUTE.wait(attempts, now) == wait


@each(
    "attempts, now, wait",
    [
        ([], 1000, 0),
        ([990], 1000, 0),
        ([980, 990], 1000, 50),
        ([980, 990], 1050, 0),
        ([900, 980, 990], 1000, 110),
        ([800, 900, 980, 990], 1000, 190),
        ([1, 2, 3, 4, 5, 6, 800, 900, 980, 990], 1000, 190),
        ([0, 990], 1000, 0),
        ([990] * 1100, 1000, 190),
    ],
)
def test_a_slowing_budget(attempts, now, wait):
    assert SLOWING.wait(attempts, now) == wait


@given(st.lists(st.integers(0, 200).map(lambda quarters: quarters / 4), max_size=40).map(sorted))
def test_however_attempts_come_no_minute_has_more_than_fit(arrivals):
    budget, let_in = SlidingBudget(limit=3, within=10), []
    for moment in arrivals:
        if budget.wait(let_in, moment) == 0:
            let_in.append(moment)
    for moment in let_in:
        assert len([each for each in let_in if moment - 10 < each <= moment]) <= 3
