"""The contract every format keeps."""

from dataclasses import replace
from random import Random

import pytest

from tests.effort import EFFORT
from tests.tournaments.contract import play_out, posted, samples
from tournaments.errors import FormatMisfit
from tournaments.formats import FORMATS, MOST_IN_FIELD, Decided, History
from tournaments.formats.teams import match_of

SAMPLES = samples()
every_format = pytest.mark.parametrize("format", SAMPLES.values(), ids=SAMPLES)
# With EFFORT every size that the contract is promised for; else those in which fields are odd, even, full.
ALL = range(2, 71)
SIZES = ALL if EFFORT > 1 else (2, 3, 4, 5, 6, 7, 8, 9, 12, 13, 16, 17, 31, 33, 64, 70)
# Of a format with one option otherwise.
FEW = ALL if EFFORT > 1 else (2, 3, 5, 8, 13, 17)
EVENTFUL = (2, True)
HAPPENINGS = [(0, False), (3, False), (0, True), EVENTFUL]


def cases():
    """Every format in every size and whatever may happen; where there is much to play, less of it."""
    for name, format in SAMPLES.items():
        for size in SIZES if name in FORMATS and not format.team_size else FEW:
            for happening in HAPPENINGS:
                if size < 30 or happening == EVENTFUL:
                    yield pytest.param(format, size, *happening, id=f"{name}-{size}-{happening}")


@pytest.mark.parametrize(("format", "size", "withdrawals", "drawn"), [*cases()])
def test_contract(format, size, withdrawals, drawn):
    seen, ranges, settled, steps = {}, {}, {}, {}
    matches = sum(len(slots) for part in format.parts(History(tuple(range(size)))) for slots in part.rounds)
    at_once = (1 + max(matches // 40, size * size // 150)) * max(format.team_size, 1)
    for history in play_out(format, size, Random(size), withdrawals, drawn, at_once=at_once):
        due = format.due(history)
        asked = [(entry, pairing) for pairing in due for entry in (pairing.one, pairing.two)]
        busy = [(entry, pairing.board) for entry, pairing in asked]
        assert len(busy) == len(set(busy)), "nobody is asked to play two matches at once"
        meets = {(entry, pairing.one + pairing.two - entry) for entry, pairing in asked}
        assert len(meets) == len({entry for entry, _ in asked}), "nor a team to meet two others"
        assert all(bool(board) == bool(format.team_size) for _, board in busy), "teams play on boards"
        assert history.withdrawn.isdisjoint(entry for entry, _ in asked), "nobody who has left is asked"
        assert format.due(history) == due, "same history, same answer"
        assert format.post(history) is None, "what can be posted is posted"
        for pairing in due:
            assert seen.setdefault(pairing.key, pairing) == pairing, "a key means one match"
            slot = match_of(pairing.key) if pairing.board else pairing.key
            for entry in (pairing.one, pairing.two):
                key, step = steps.get(entry, (slot, pairing.step))
                assert step < pairing.step or key == slot, "an entry's later match has a greater step"
                steps[entry] = slot, pairing.step
        codes = {part.code for part in format.parts(history)}
        assert {pairing.part for pairing in format.pairings(history)} <= codes, "a pairing is in a part"
        assert {sheet.part for sheet in history.sheets} <= codes, "a sheet is of a part"
        places = format.standings(history)
        assert sorted(place.entry for place in places) == sorted(history.entries), "everybody has a place"
        assert format.is_over(history) == (not due)
        assert set(due) <= set(format.pairings(history)), "what can be played stands"
        played = {pairing.meet for pairing in format.pairings(history)} - {pairing.meet for pairing in due}
        assert played == set(history.results), "what has been played stands, while nothing is corrected"
        # Two opponents who both withdraw, or both lose, leave a place to be shared by those who went out
        # before them.
        for place in () if withdrawals or drawn or places[0].points is not None else places:
            final = ranges.setdefault(place.entry, (1, size))
            assert final[0] <= place.first <= place.last <= final[1], "what is still possible only narrows"
            ranges[place.entry] = (place.first, place.last)
            assert not place.settled or settled.setdefault(place.entry, place) == place, "settled is settled"
    assert all(place.settled for place in places), "it ends with one complete set of placings"
    for number, place in enumerate(places, 1):
        assert place.first <= number <= place.last, "best first, and nobody counted twice"


@every_format
@pytest.mark.parametrize("size", [0, 1])
def test_too_small_a_field_has_nothing_to_play(format, size):
    history = History(entries=tuple(range(size)))
    assert format.post(history) is None
    assert format.due(history) == ()
    assert format.is_over(history)
    assert [place.first for place in format.standings(history)] == [1] * size


@every_format
def test_more_entries_than_a_tournament_takes_are_refused(format):
    with pytest.raises(FormatMisfit, match=r"at most, not 4097|groups|stage"):
        format.check_field(MOST_IN_FIELD + 1)


@every_format
def test_a_result_of_other_players_is_not_taken_for_that_of_a_slot(format):
    history = posted(format, History(entries=(1, 2, 3, 4)))
    pairing = format.due(history)[0]
    strangers = [entry for entry in history.entries if entry not in (pairing.one, pairing.two)]
    mistaken = replace(
        history, results={(pairing.key, frozenset(strangers)): Decided(*strangers, strangers[0])}
    )
    assert pairing in format.due(mistaken)


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
