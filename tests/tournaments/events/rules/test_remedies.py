"""What ends too late: the nearest change of each kind after which it does not."""

from dataclasses import replace
from functools import cache

import pytest

from tests.each import each
from tests.test_translations import catalogue, po_entries
from tests.tournaments.formats.contract import WRITTEN
from tournaments.events.rules.remedies import ForecastQuestion, remedies
from tournaments.events.services import checked_announcement
from tournaments.formats import FORMATS

DOUBLE = ForecastQuestion(
    "double_elimination",
    {},
    [7],
    [{"part": "losers", "length": 5}, {"round": 2, "tables": [1]}],
    12,
    tables=4,
)


def remedied(question, within):
    return {tuple(remedy.changes): remedy for remedy in remedies(question, within)}


def test_what_ends_in_time_needs_none():
    minutes = DOUBLE.forecast().minutes
    assert remedies(DOUBLE, minutes) == []
    assert remedies(DOUBLE, minutes - 1) != []


def test_lengths_go_down_together_and_no_further_than_needed():
    within = DOUBLE.forecast().minutes - 30
    remedy = remedied(DOUBLE, within)["lengths", "rounds"]
    assert remedy.changes == {
        "lengths": [5],
        "rounds": [{"part": "losers", "length": 3}, {"round": 2, "tables": [1]}],
    }
    assert remedy.forecast == DOUBLE.forecast(**remedy.changes)
    assert remedy.forecast.minutes <= within
    assert remedy.description == ["Lengths of matches: 5, 3."]


def test_a_length_is_never_shorter_than_is_played():
    question = replace(DOUBLE, shortest=5)
    within = DOUBLE.forecast(lengths=[5]).minutes
    remedy = remedied(question, within)["lengths", "rounds"]
    assert (remedy.changes["lengths"], remedy.changes["rounds"][0]["length"]) == ([5], 5)
    assert ("lengths", "rounds") not in remedied(question, within - 1)
    assert ("lengths", "rounds") not in remedied(replace(DOUBLE, shortest=7), within)


def test_of_two_lengths_the_shorter_stays_at_one_point():
    question = ForecastQuestion("single_elimination", {}, [1, 7], [], 8)
    within = question.forecast(lengths=[1, 3]).minutes
    assert remedied(question, within)["lengths",].changes == {"lengths": [1, 3]}


def test_fewer_rounds_of_a_swiss_as_many_as_there_is_time_for():
    question = ForecastQuestion("swiss", {"bye": "half"}, [7], [], 12)
    within = question.forecast(format_options={"rounds": 3}).minutes
    found = [each for each in remedies(question, within) if "format_options" in each.changes]
    assert [each.changes for each in found] == [{"format_options": {"bye": "half", "rounds": 3}}]
    assert found[0].description == ["3 rounds are played."]


def test_more_tables_where_matches_wait_for_one():
    question = ForecastQuestion("swiss", {}, [5], [], 12, tables=3)
    remedy = remedied(question, question.forecast(tables=4).minutes)["tables",]
    assert remedy.changes == {"tables": 4}
    assert remedy.description == ["It is played on 4 tables."]
    assert ("tables",) not in remedied(replace(question, tables=None), 200)
    assert ("tables",) not in remedied(question, 10)


def test_nothing_helps_an_event_that_takes_days():
    assert remedies(ForecastQuestion("round_robin", {"meetings": 4}, [1], [], 40), 5) == []


def questions():
    """Every format, with each option that has a bound or a choice at it."""
    for code, made in FORMATS.items():
        yield code, {}
        yield from ((code, given) for given in WRITTEN.get(code, {}).values())
        for option in made.options_as_json():
            choices = option["choices"] or [
                bound for bound in (option["minimum"], option["maximum"]) if bound is not None
            ]
            if isinstance(option["default"], bool):
                choices = [True, False]
            yield from ((code, {option["name"]: value}) for value in choices if value != option["default"])


@cache
def translated():
    return po_entries(catalogue("tournaments", "po"))


@each("code, options", questions())
def test_whatever_a_format_has_to_be_shorter_can_be_announced(code, options):
    format = FORMATS[code].from_mapping(options)
    for changes in format.shorter_options(9):
        shorter = FORMATS[code].from_mapping({**options, **changes})
        assert shorter != format, changes
        assert len(changes) == 1, "one change"
        described = [text for text in shorter.describe_options() if text not in format.describe_options()]
        assert described or shorter.describe_options() != format.describe_options(), "and it is said"
        assert all(text.message in translated() for text in described)


@pytest.mark.parametrize("code", FORMATS)
def test_every_remedy_can_be_announced_and_ends_in_time(code):
    announced = checked_announcement(format=code, lengths=[7, 9], rounds=[{"round": 3, "length": 11}])
    given = {name: announced[name] for name in ("format", "format_options", "lengths", "rounds")}
    question = ForecastQuestion(**given, entries=9, tables=2)
    minutes = question.forecast().minutes
    for within in (minutes - 1, minutes * 3 // 4, minutes // 2):
        for remedy in remedies(question, within):
            terms = {name: value for name, value in remedy.changes.items() if name != "tables"}
            checked_announcement(**{**given, **terms})
            assert remedy.forecast.minutes <= within
            assert remedy.description
