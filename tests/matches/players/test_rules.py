"""What a claim has come to, as a table."""

from datetime import timedelta

import pytest

from matches.players.rules.claims import GivenAnswer, claim_effective_at, claim_state
from tests.conftest import NOON

DAY = timedelta(days=1)
YES, NO = (2, True, NOON), (2, False, None)


@pytest.mark.parametrize(
    ("answers", "objections", "attached", "state"),
    [
        ([], [], False, "open"),
        ([], [1], False, "objected"),
        ([YES], [], False, "waiting"),
        ([YES], [1], False, "waiting"),  # staff has heard it
        ([YES], [3], False, "objected"),
        ([YES], [1, 3], False, "objected"),
        ([YES, (4, True, NOON)], [3], False, "waiting"),
        ([YES, (4, True, NOON)], [3], True, "agreed"),
        ([YES], [3], True, "agreed"),
        ([NO], [], False, "refused"),
        ([NO], [3], False, "refused"),
        ([YES, (4, False, None)], [], False, "refused"),
    ],
)
def test_state(answers, objections, attached, state):
    found = claim_state([GivenAnswer(*answer) for answer in answers], objections, attached=attached)
    assert found == state
    assert found.is_pending == (state in ("open", "objected", "waiting"))


@pytest.mark.parametrize(
    ("days", "before", "has_results", "after"),
    [
        (0, [], False, 0),
        (0, [], True, 7),
        (3, [(2, True, NOON + 7 * DAY)], True, 7),
        (7, [(2, True, NOON + 7 * DAY)], True, 7),
        (9, [(2, True, NOON + 7 * DAY)], True, 9),
        (3, [(2, True, NOON + 7 * DAY)], False, 3),
    ],
)
def test_the_days_run_from_the_first_answer_that_agreed(days, before, has_results, after):
    answers = [GivenAnswer(*answer) for answer in before]
    found = claim_effective_at(NOON + days * DAY, answers, has_results=has_results)
    assert found == NOON + after * DAY
