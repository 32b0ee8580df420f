"""The contract every format keeps."""

from dataclasses import replace

import pytest

from tests.each import check_all, each
from tests.effort import EFFORT
from tournaments.formats import FORMATS, MOST_IN_FIELD, History
from tournaments.formats.errors import FormatMisfit, InvalidFormatOption

from .contract import check_nothing_to_play, check_play, check_strangers, composed_of, samples

SAMPLES = samples()
# Every size that the contract is promised for; those an ordinary run looks at; in which fields are odd, even,
# full; a few of both.
SIZES = range(2, 71)
USUAL = SIZES if EFFORT > 1 else (*range(2, 10), 11, 13, 16, 17, 33)
MANY = (2, 3, 4, 5, 8, 9, 13)
FEW = (2, 3, 5, 8, 13)
EVENTFUL = (2, True)
HAPPENINGS = [(0, False), (3, False), (0, True), EVENTFUL]


def cases(name):
    """A format in every size, and whatever may happen in some; with EFFORT the other options in more.

    Teams play so many matches that they, too, want EFFORT for every size.
    """
    usual = name in FORMATS and (EFFORT > 1 or not SAMPLES[name].team_size)
    for size in USUAL if usual else range(2, 34) if EFFORT > 1 else FEW:
        for happening in HAPPENINGS if size in (MANY if usual else FEW[:3]) else [EVENTFUL]:
            yield SAMPLES[name], size, *happening


@pytest.mark.long
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", SAMPLES)
def test_contract(name):
    check_all(check_play, cases(name))


@each("code", [code for code, format in FORMATS.items() if not format.is_composed])
def test_any_format_is_a_stage_or_played_by_teams(code):
    for format in composed_of(code):
        for size in (4, 9):
            check_play(format, size, *EVENTFUL)


@each("format", SAMPLES.values())
@pytest.mark.parametrize("size", [0, 1])
def test_too_small_a_field_has_nothing_to_play(format, size):
    check_nothing_to_play(format, size)


@each("format", SAMPLES.values())
def test_more_entries_than_a_tournament_takes_are_refused(format):
    with pytest.raises(FormatMisfit, match=r"at most, not 4097|groups|stage"):
        format.check_field(MOST_IN_FIELD + 1)


@each("format", SAMPLES.values())
def test_a_result_of_other_players_is_not_taken_for_that_of_a_slot(format):
    check_strangers(format)


@pytest.mark.parametrize("value", [True, False, 3.0, "3", None, -1, 21])
def test_an_option_that_is_a_whole_number_is_nothing_else(value):
    with pytest.raises(InvalidFormatOption, match="rounds is a whole number from 0 to 20"):
        FORMATS["swiss"].from_mapping({"rounds": value})


@pytest.mark.parametrize(
    ("left", "stays"),
    [((), {}), ((3,), {(2, 3): 2}), ((3, 2), {(2, 3): 2, (1, 2): 1}), ((2, 3), {(2, 3): 3, (1, 4): None})],
)
def test_of_two_that_will_not_play_the_one_wins_who_left_later(left, stays):
    history = History((1, 2, 3, 4), withdrawn=frozenset(left), left=left)
    for (one, two), winner in stays.items():
        assert history.who_stayed(one, two) == history.who_stayed(two, one) == winner
    unknown = replace(history, withdrawn=frozenset({1, 2}), left=())
    assert unknown.who_stayed(1, 2) is None
    assert unknown.who_stayed(1, 3) == 3
