"""What a format means for a field: figures that anybody can count, and figures for every format and size."""

import sys
from collections import Counter
from datetime import timedelta

import pytest

from tests.conftest import NOON
from tests.each import check_all, each
from tests.effort import EFFORT
from tests.tournaments.formats.contract import samples
from tests.tournaments.formats.test_trial_format import KingOfTheHill
from tournaments.events.errors import ForecastTooLarge
from tournaments.events.rules.forecast import (
    ENTRIES_MAX,
    ForecastTerms,
    forecast_event,
    forecast_terms,
    played_events,
)
from tournaments.events.rules.rounds import RoundTerms, round_terms
from tournaments.events.rules.timing import usual_minutes
from tournaments.formats import FORMATS
from tournaments.formats.errors import FormatMisfit, PlacesMissing

SAMPLES = samples()
SIZES = range(2, 34) if EFFORT > 1 else (2, 3, 5, 8, 12)


def forecast(code, entries, tables=None, minutes=(), lengths=(7,), exceptions=(), **options):
    terms = forecast_terms(FORMATS[code].from_mapping(options), lengths, exceptions)
    return forecast_event(terms, entries, tables, minutes)


@each(
    "code, options, entries, matches, rounds, byes, matches_each, rematches",
    [
        ("single_elimination", {}, 8, (7, 7), (3, 3), 0, (1, 3), 0),
        ("single_elimination", {}, 12, (11, 11), (4, 4), 4, (1, 4), 0),
        ("single_elimination", {"third_place": True}, 8, (8, 8), (3, 3), 0, (1, 3), 0),
        ("double_elimination", {"final": "none"}, 4, (5, 5), (3, 3), 0, (2, 3), None),
        ("double_elimination", {"final": "single"}, 4, (6, 6), (4, 4), 0, (2, 4), None),
        ("double_elimination", {}, 4, (6, 7), (4, 5), 0, (2, 5), None),
        ("double_elimination", {}, 12, (22, 23), (8, 9), 4, (2, None), None),
        ("consolation", {}, 8, (10, 10), (3, 3), 0, (2, 3), 0),
        ("consolation", {"enters": "final"}, 8, (13, 13), (5, 5), 0, (2, None), None),
        ("round_robin", {}, 6, (15, 15), (5, 5), 0, (5, 5), 0),
        ("round_robin", {}, 7, (21, 21), (7, 7), 1, (6, 6), 0),
        ("round_robin", {"meetings": 2}, 4, (12, 12), (6, 6), 0, (6, 6), 6),
        ("round_robin", {"rounds": 3}, 12, (18, 18), (3, 3), 0, (3, 3), 0),
        ("swiss", {}, 12, (30, 30), (5, 5), 0, (5, 5), 0),
        ("swiss", {}, 11, (25, 25), (5, 5), 1, (4, 5), 0),
        ("lives", {"lives": 1}, 8, (7, 7), (3, 3), 0, (1, 3), 0),
        ("lives", {"lives": 2}, 8, (14, 15), (None, None), 0, (2, None), None),
        # Four groups of four play 24 matches, their best two a knockout of 7.
        ("groups", {}, 16, (31, 31), (6, 6), 0, (3, 6), None),
        # Three groups of three play 9, six play a knockout of 5; two of each group are in it.
        ("groups", {}, 9, (14, 14), (6, 6), 3, (2, 5), None),
        ("sections", {}, 8, (28, 28), (7, 7), 0, (7, 7), 0),
        ("teams", {"boards": 3}, 4, (18, 18), (3, 3), 0, (3, 3), 0),
    ],
)
def test_what_anybody_can_count(code, options, entries, matches, rounds, byes, matches_each, rematches):
    found = forecast(code, entries, **options)
    counted = (found.matches, found.rounds, found.byes, found.matches_each, found.rematches)
    expected = (matches, rounds, byes, matches_each, rematches)
    assert found.entries == entries
    for one, other in zip(counted, expected, strict=True):
        if isinstance(other, tuple):
            assert all(wanted in (None, number) for number, wanted in zip(one, other, strict=True)), counted
        else:
            assert other in (None, one), counted


def check_forecast(format, entries):
    terms = ForecastTerms(format, (5, 7))
    try:
        found = forecast_event(terms, entries)
    except (FormatMisfit, PlacesMissing):
        return
    boards = max(format.team_size, 1)
    assert 1 <= found.matches.least <= found.matches.most
    assert 1 <= found.rounds.least <= found.rounds.most <= found.matches.most
    assert 0 <= found.byes <= entries - 2
    assert found.matches_each.least <= found.matches_each.most <= found.rounds.most
    assert 0 <= found.rematches < found.matches.most
    # With boards to decide there may be one more, when others of the same match are over.
    assert 1 <= found.tables <= entries // 2 * boards
    assert 0 < found.minutes <= found.late_minutes
    assert 0 <= found.last_match_minutes < found.minutes
    few = forecast_event(terms, entries, 1)
    assert few.tables == 1
    assert few.minutes >= found.minutes
    assert few.matches == found.matches, "tables change no pairing"
    slow = forecast_event(terms, entries, None, ((5, 2 * usual_minutes(5)), (7, 2 * usual_minutes(7))))
    assert slow.minutes == pytest.approx(2 * found.minutes, abs=1)


@pytest.mark.long
@pytest.mark.parametrize("name", SAMPLES)
def test_every_format_has_a_forecast_for_every_size(name):
    check_all(check_forecast, [(SAMPLES[name], size) for size in SIZES])


def test_a_format_never_heard_of_has_one_too():
    check_all(check_forecast, [(KingOfTheHill(matches=9, stays=3), size) for size in SIZES])


@each("code", FORMATS)
def test_it_is_the_same_every_time(code):
    before = forecast(code, 13)
    forecast_event.cache_clear()
    played_events.cache_clear()
    again = forecast(code, 13)
    assert again == before
    assert forecast(code, 13) is again, "and not worked out twice"


MOST_CALLS = 500_000
"""Of functions; some 0.1 s on an idle core."""


@pytest.mark.parametrize("code", FORMATS)
def test_of_64_entries_it_takes_little_work(code):
    terms = forecast_terms(FORMATS[code].from_mapping({}), (7,))
    forecast_event.cache_clear()
    played_events.cache_clear()
    counted = Counter()
    # Of the calls alone: what the machine does beside is nobody's fault.
    before = sys.getprofile()
    sys.setprofile(lambda frame, event, argument: counted.update([event]) if event == "call" else None)
    try:
        forecast_event(terms, 64)
    finally:
        sys.setprofile(before)
    assert 1_000 < counted["call"] < MOST_CALLS


def test_an_event_is_played_out_the_oftener_the_smaller_it_is():
    counts = [forecast("swiss", entries).play_outs for entries in (8, 20, 64)]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] == 12
    assert counts[-1] > 1
    assert forecast("round_robin", 64).play_outs == 1


def test_more_tables_end_it_earlier_until_nobody_waits_for_one():
    ends = [forecast("round_robin", 12, tables).minutes for tables in (1, 2, 3, 6, 7, None)]
    assert ends == sorted(ends, reverse=True)
    assert ends[0] > ends[1] > ends[2] > ends[3]
    assert ends[3] == ends[4] == ends[5]
    assert forecast("round_robin", 12).tables == 6


def test_it_goes_by_the_pace_of_the_club_where_that_is_known():
    usual, quick = forecast("swiss", 12), forecast("swiss", 12, minutes=((7, 25.6),))
    assert quick.minutes == pytest.approx(usual.minutes / 2, abs=1)
    assert forecast("swiss", 12, minutes=((5, 25.6),)).minutes == usual.minutes


LOSERS = {"part": "losers", "length": 5}


@each(
    "lengths, rounds",
    [
        ((5,), ()),
        ((3, 5, 7), ()),
        ((7,), (LOSERS,)),
        ((7,), (LOSERS, {"part": "losers", "round": 3, "length": 3}, {"round": 2, "tables": [1]})),
        ((7, 9), ({"round": 2, "length": 11}, {"part": "winners", "round": 1, "length": 1})),
    ],
)
def test_a_match_is_as_long_as_it_will_be_announced(lengths, rounds):
    terms = forecast_terms(FORMATS["double_elimination"].from_mapping({}), lengths, rounds)
    common = RoundTerms(lengths, "backgammon", {}, {})
    for part in ("winners", "losers", "final"):
        for round in range(1, 5):
            announced = round_terms(rounds, common, part, round)
            assert terms.length_of(part, round) == announced.length_of(round), (part, round)


def test_shorter_matches_of_one_bracket_end_it_earlier():
    ends = [forecast("double_elimination", 12, exceptions=rounds).minutes for rounds in ((), (LOSERS,))]
    assert ends[1] < ends[0] - 30


def test_what_is_too_large_is_refused():
    with pytest.raises(ForecastTooLarge, match=f"257 entries is not forecast: at most of {ENTRIES_MAX}"):
        forecast("single_elimination", 257)
    with pytest.raises(ForecastTooLarge, match="With 128 entries that would be more than 10000 matches"):
        forecast("round_robin", 128, meetings=4)
    with pytest.raises(FormatMisfit, match="128 entries at most, not 129"):
        forecast("round_robin", 129)


def test_when_it_ends_by_the_clock():
    found = forecast("single_elimination", 2)
    assert found.ends_at(NOON) == NOON + timedelta(minutes=found.minutes)
