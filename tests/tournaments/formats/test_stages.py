"""Stages as directors write them, and what of it is refused."""

import pytest

from tests.tournaments.contract import RR, SE, WRITTEN, with_result
from tournaments.errors import (
    FormatMisfit,
    InvalidFormatOption,
    PlaceFedTwice,
    PlacesMissing,
    UnknownFormatOption,
    UnknownStage,
)
from tournaments.formats import Decided, History
from tournaments.formats.stages import Stages

FIRST = {"format": RR, "group_size": 4}
TWO_OF_BOTH = {"stage": 1, "places": [1, 2], "best": 2}
WINNERS = {"stage": 1, "places": [1]}
FIRST_AGAIN = {"stage": 1, "places": [2, 1]}


def made(*stages):
    return Stages.of({"stages": [*stages]})


def fed(format, *sources):
    return {"format": format, "from": [*sources]}


def won_by_the_best(format, size):
    history = History(tuple(range(1, size + 1)))
    while due := format.due(history):
        for pairing in due:
            winner = min(pairing.one, pairing.two)
            history = with_result(history, Decided(pairing.one, pairing.two, winner, (7, 3)), pairing.key)
    return history


@pytest.mark.parametrize(
    ("stages", "refusal", "says"),
    [
        ([], InvalidFormatOption, "1 to 9 stages"),
        ("groups", InvalidFormatOption, "1 to 9 stages"),
        (["groups"], InvalidFormatOption, "stage 1 is an object"),
        ([{"format": "bowling"}], InvalidFormatOption, "cannot be played as 'bowling'"),
        ([{"format": "stages"}], InvalidFormatOption, "cannot be played as 'stages'"),
        ([{}], InvalidFormatOption, "cannot be played as None"),
        ([{"format": RR, "rounds": 3}], InvalidFormatOption, "has no rounds"),
        ([{"format": RR, "options": {"legs": 2}}], UnknownFormatOption, "no option legs"),
        ([{"format": RR, "options": 3}], InvalidFormatOption, "an object"),
        ([{"format": RR, "groups": 4, "group_size": 4}], InvalidFormatOption, "not both"),
        ([{"format": RR, "groups": -1}], InvalidFormatOption, "from 0 to 1024, not -1"),
        ([{"format": RR, "drawing": "hat"}], InvalidFormatOption, "not 'hat'"),
        ([FIRST, {"format": SE, "from": []}], InvalidFormatOption, "a list of sources"),
        ([FIRST, fed(SE, 1)], InvalidFormatOption, "is an object"),
        ([FIRST, fed(SE, {"stage": 1, "places": [0]})], InvalidFormatOption, "whole numbers from 1"),
        ([FIRST, fed(SE, {"stage": 1, "places": [True]})], InvalidFormatOption, "whole numbers from 1"),
        ([FIRST, fed(SE, TWO_OF_BOTH)], InvalidFormatOption, "one place at a time"),
        ([FIRST, fed(SE, {"stage": 2, "places": [1]})], UnknownStage, "fed by stage 2, which does not come"),
        ([fed(SE, {"stage": 2}), fed(SE, {"stage": 1})], UnknownStage, "Stage 1 is fed by stage 2"),
        ([FIRST, fed(SE, WINNERS), fed(SE, FIRST_AGAIN)], PlaceFedTwice, "feeds stage 2 and"),
        ([FIRST, fed(SE, {"stage": 1}), fed(SE, {"stage": 1})], PlaceFedTwice, "What is left of stage 1"),
        ([{"format": RR}, {"format": SE}], PlaceFedTwice, "What is left of stage 0"),
    ],
)  # fmt: skip
def test_what_cannot_be_is_refused(stages, refusal, says):
    with pytest.raises(refusal, match=says):
        Stages.of({"stages": stages})


@pytest.mark.parametrize(
    ("size", "stages", "refusal", "says"),
    [
        (8, [FIRST, fed(SE, {"stage": 1, "places": [5]})], PlacesMissing, "takes place 5 of stage 1"),
        (8, [FIRST, fed(SE, {"stage": 1, "places": [1], "best": 3})], PlacesMissing, "place 1"),
        (8, [fed(SE, {"stage": 0, "places": [1, 2, 9]})], PlacesMissing, "place 9 of stage 0"),
        (8, [fed(SE, {"stage": 0, "places": [1, 2]})], FormatMisfit, "Seed 3 of 8 is in no stage"),
        (4, [FIRST, fed(SE, {"stage": 1, "places": [1]})], FormatMisfit, "stage 2 would have 1"),
        (140, [{"format": RR}], FormatMisfit, "128 entries at most"),
    ],
)
def test_a_field_that_does_not_fit_is_refused(size, stages, refusal, says):
    with pytest.raises(refusal, match=says):
        made(*stages).check_field(size)


def test_what_is_described_is_what_can_be_written():
    (described,) = Stages.described()
    assert Stages.of({"stages": described["default"]}) == Stages()


def test_a_consolation_of_lower_places():
    """Eight in two groups: the winners play a final; all others play on for the third place and below."""
    format = Stages.of(WRITTEN["stages"]["consolation"])
    history = won_by_the_best(format, 8)
    assert [part.code for part in format.parts(history)][:4] == [
        "stage-1-group-1",
        "stage-1-group-2",
        "stage-2",
        "stage-3",
    ]
    places = format.standings(history)
    assert [place.entry for place in places[:2]] == [place.entry for place in format.parts(history)[2].places]
    assert [place.first for place in places[:4]] == [1, 2, 3, 4]
    steps = {pairing.key.partition("-")[0]: pairing.step for pairing in format.pairings(history)}
    assert steps["S1G1"] < steps["S2"] < steps["S3"]


def test_a_seed_may_wait_in_the_last_stage():
    """Seed 1 meets the winner of a knockout of the others."""
    format = Stages.of(WRITTEN["stages"]["seeded-to-the-final"])
    history = won_by_the_best(format, 5)
    assert [(p.key, {p.one, p.two}) for p in format.pairings(history)][-1] == ("S2-R1-M1", {1, 2})
    assert [place.entry for place in format.standings(history)][:2] == [1, 2]
    assert len(history.results) == 4


def test_old_groups_are_kept_apart_in_new_ones():
    format = Stages.of(WRITTEN["stages"]["groups-twice"])
    history = History(tuple(range(1, 17)))
    while due := [pairing for pairing in format.due(history) if pairing.key.startswith("S1")]:
        for pairing in due:
            history = with_result(
                history, Decided(pairing.one, pairing.two, pairing.one, (7, 3)), pairing.key
            )
    parts = {part.code: {place.entry for place in part.places} for part in format.parts(history)}
    old = [parts[f"stage-1-group-{number}"] for number in (1, 2, 3, 4)]
    new = [parts[f"stage-2-group-{number}"] for number in (1, 2)]
    assert all(len(group & members) == 1 for group in old for members in new)
