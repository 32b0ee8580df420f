"""The contract every format keeps."""

from dataclasses import replace

import pytest

from tests.effort import EFFORT
from tournaments.formats import FORMATS, MOST_IN_FIELD, History
from tournaments.formats.errors import FormatMisfit

from .contract import check_nothing_to_play, check_play, check_strangers, samples

SAMPLES = samples()
every_format = pytest.mark.parametrize("format", SAMPLES.values(), ids=SAMPLES)
# Every size that the contract is promised for; in which fields are odd, even, full; a few of both.
SIZES = range(2, 71)
MANY = (2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 17)
FEW = (2, 3, 5, 8, 13)
EVENTFUL = (2, True)
HAPPENINGS = [(0, False), (3, False), (0, True), EVENTFUL]


def cases():
    """Every format in every size, and whatever may happen in some; with EFFORT the other options in more.

    Teams play so many matches that they, too, want EFFORT for every size.
    """
    for name, format in SAMPLES.items():
        usual = name in FORMATS and (EFFORT > 1 or not format.team_size)
        for size in SIZES if usual else range(2, 34) if EFFORT > 1 else FEW:
            for happening in HAPPENINGS if size in (MANY if usual else FEW[:4]) else [EVENTFUL]:
                yield pytest.param(format, size, *happening, id=f"{name}-{size}-{happening}")


@pytest.mark.parametrize(("format", "size", "withdrawals", "drawn"), [*cases()])
def test_contract(format, size, withdrawals, drawn):
    check_play(format, size, withdrawals, drawn)


@every_format
@pytest.mark.parametrize("size", [0, 1])
def test_too_small_a_field_has_nothing_to_play(format, size):
    check_nothing_to_play(format, size)


@every_format
def test_more_entries_than_a_tournament_takes_are_refused(format):
    with pytest.raises(FormatMisfit, match=r"at most, not 4097|groups|stage"):
        format.check_field(MOST_IN_FIELD + 1)


@every_format
def test_a_result_of_other_players_is_not_taken_for_that_of_a_slot(format):
    check_strangers(format)


@pytest.mark.parametrize(
    ("left", "stays"),
    [((), {}), ((3,), {(2, 3): 2}), ((3, 2), {(2, 3): 2, (1, 2): 1}), ((2, 3), {(2, 3): 3, (1, 4): None})],
)
def test_of_two_that_will_not_play_the_one_wins_who_left_later(left, stays):
    history = History((1, 2, 3, 4), withdrawn=frozenset(left), left=left)
    for (one, two), winner in stays.items():
        assert history.stayed(one, two) == history.stayed(two, one) == winner
    unknown = replace(history, withdrawn=frozenset({1, 2}), left=())
    assert unknown.stayed(1, 2) is None
    assert unknown.stayed(1, 3) == 3
