"""Stages as directors write them, and what of it is refused."""

from dataclasses import replace

import pytest

from tests.tournaments.formats.contract import RR, SE, WRITTEN, results, with_published, with_result
from tournaments.formats import History, PairingResult
from tournaments.formats.errors import (
    FormatMisfit,
    InvalidFormatOption,
    PlaceFedTwice,
    PlacesMissing,
    UnknownFormatOption,
    UnknownStage,
)
from tournaments.formats.staging.stages import Stages

FIRST = {"format": RR, "group_size": 4}
TWO_OF_BOTH = {"stage": 1, "places": [1, 2], "best": 2}
WINNERS = {"stage": 1, "places": [1]}
FIRST_AGAIN = {"stage": 1, "places": [2, 1]}


def made(*stages):
    return Stages.from_mapping({"stages": [*stages]})


def fed(format, *sources):
    return {"format": format, "from": [*sources]}


def won_by_the_best(format, size):
    history = History(tuple(range(1, size + 1)))
    while due := format.due_pairings(history):
        for pairing in due:
            winner = min(pairing.one, pairing.two)
            history = with_result(
                history, PairingResult(pairing.one, pairing.two, winner, (7, 3)), pairing.key
            )
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
        ([{"format": RR, "options": {"legs": 2}}], UnknownFormatOption, "no option 'legs'"),
        ([{"format": RR, "options": 3}], InvalidFormatOption, "an object"),
        ([{"format": RR, "groups": 4, "group_size": 4}], InvalidFormatOption, "not both"),
        ([{"format": RR, "group_size": 1}], InvalidFormatOption, "two entries at least, not 1"),
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
        Stages.from_mapping({"stages": stages})


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
    (described,) = Stages.options_as_json()
    assert Stages.from_mapping({"stages": described["default"]}) == Stages()


def test_a_consolation_of_lower_places():
    """Eight in two groups: the winners play a final; all others play on for the third place and below."""
    format = Stages.from_mapping(WRITTEN["stages"]["consolation"])
    history = won_by_the_best(format, 8)
    assert [part.code for part in format.draw_parts(history)][:4] == [
        "stage-1-group-1",
        "stage-1-group-2",
        "stage-2",
        "stage-3-winners",
    ]
    places = format.standings(history)
    assert [place.entry for place in places[:2]] == [
        place.entry for place in format.draw_parts(history)[2].places
    ]
    assert [place.first for place in places[:4]] == [1, 2, 3, 4]
    steps = {pairing.key.partition("-")[0]: pairing.step for pairing in format.pairings(history)}
    assert steps["S1G1"] < steps["S2"] < steps["S3"]


def test_a_seed_may_wait_in_the_last_stage():
    """Seed 1 meets the winner of a knockout of the others."""
    format = Stages.from_mapping(WRITTEN["stages"]["seeded-to-the-final"])
    history = won_by_the_best(format, 5)
    assert [(p.key, {p.one, p.two}) for p in format.pairings(history)][-1] == ("S2-R1-M1", {1, 2})
    assert [place.entry for place in format.standings(history)][:2] == [1, 2]
    assert len(history.results) == 4


def test_old_groups_are_kept_apart_in_new_ones():
    format = Stages.from_mapping(WRITTEN["stages"]["groups-twice"])
    history = History(tuple(range(1, 17)))
    while due := [pairing for pairing in format.due_pairings(history) if pairing.key.startswith("S1")]:
        for pairing in due:
            history = with_result(
                history, PairingResult(pairing.one, pairing.two, pairing.one, (7, 3)), pairing.key
            )
    parts = {part.code: {place.entry for place in part.places} for part in format.draw_parts(history)}
    old = [parts[f"stage-1-group-{number}"] for number in (1, 2, 3, 4)]
    new = [parts[f"stage-2-group-{number}"] for number in (1, 2)]
    assert all(len(group & members) == 1 for group in old for members in new)


FIRST_TWO = {"stage": 1, "places": [1, 2]}
FINAL_AND_SWISS = made({"format": SE}, {**fed("swiss", FIRST_TWO), "options": {"rounds": 1}})
FOUR = History((1, 2, 3, 4), seed="s")


def among(history, **of_slots):
    """The history with other results; keys are written with _ for -."""
    return replace(history, results=results(**of_slots))


def due(format, history):
    return [(pairing.key, pairing.one, pairing.two) for pairing in format.due_pairings(history)]


@pytest.mark.parametrize("pairing", ["rounds", "continuous"])
@pytest.mark.parametrize("rounds", [1, 3])
def test_a_pairing_of_who_is_not_in_the_stage_any_more_does_not_stand(pairing, rounds):
    """1 and 2 reach the Swiss and are paired; then 4 beat 1 after all, and 2 plays 4 instead."""
    swiss = {**fed("swiss", FIRST_TWO), "options": {"rounds": rounds, "pairing": pairing}}
    format = made({"format": SE}, swiss)
    history = among(FOUR, S1_R1_M1=(1, 4, 1), S1_R1_M2=(3, 2, 2), S1_R2_M1=(1, 2, 1))
    history = with_published(format, history)
    assert due(format, history) == [("S2-R1-M1", 2, 1)]
    corrected = among(history, S1_R1_M1=(1, 4, 4), S1_R1_M2=(3, 2, 2), S1_R2_M1=(4, 2, 2))
    again = with_published(format, corrected)
    ((key, *both),) = due(format, again)
    assert (key, sorted(both)) == ("S2-R1-M2", [2, 4])
    assert not format.is_over(again)
    undone = with_published(format, replace(history, paired_rounds=again.paired_rounds))
    assert due(format, undone) == [("S2-R1-M1", 2, 1)]
    assert undone.paired_rounds == again.paired_rounds, "nothing is left to post"


def test_the_bye_of_who_is_not_in_the_stage_any_more_goes_to_somebody_who_is():
    """Of three in a Swiss one has a bye. Whoever replaces them has another opponent, or the bye."""
    format = made({"format": RR}, fed("swiss", {"stage": 1, "places": [1, 2, 3]}))
    played = won_by_the_best(made({"format": RR}), 4).results
    history = with_published(format, replace(FOUR, results=played))
    (round_pairings,) = history.paired_rounds
    (gone,) = round_pairings.byes
    # Whoever sat out loses every match of the first stage after all.
    lost = {
        meet: PairingResult(gone, *meet[1] - {gone}, *meet[1] - {gone}, (3, 7)) if gone in meet[1] else each
        for meet, each in played.items()
    }
    corrected = with_published(format, replace(history, results=lost))
    assert [round_pairings.byes for round_pairings in corrected.paired_rounds] == [(gone,), (4,)]
    assert [pairing.key for pairing in format.due_pairings(corrected)] == ["S2-R1-M1"]
    undone = with_published(format, replace(corrected, results=played))
    assert undone.paired_rounds == corrected.paired_rounds
    parts = {part.code: part for part in format.draw_parts(undone)}
    assert gone in {slot.one for slot in parts["stage-2"].rounds[0]}
    assert 4 not in {slot.one for slot in parts["stage-2"].rounds[0]}


def test_nobody_is_left_to_play_whoever_is_left_has_no_bye():
    """4 and 1 won and are paired; then 4 lost as well as 2, and 1 is the last one left."""
    lives = {"format": "lives", "options": {"lives": 1}}
    format = made(lives, fed(SE, FIRST_TWO))
    history = with_published(format, FOUR)
    one, two = due(format, history)
    for key, *both in (one, two):
        history = with_result(history, PairingResult(*both, both[0], (7, 3)), key)
    history = with_published(format, history)
    assert [key for key, *_ in due(format, history)] == ["S1-R2-M1"]
    key, *both = one
    corrected = with_result(history, PairingResult(*both, None, (0, 0)), key)
    assert with_published(format, corrected).paired_rounds == history.paired_rounds


def test_round_pairings_of_byes_say_whose_they_are():
    """Three are left of a stage of lives, paired and one with a bye; a correction frees another."""
    lives = {"format": "lives", "options": {"lives": 1}}
    format = made(lives, fed(SE, FIRST_TWO))
    history = with_published(format, History(tuple(range(1, 7)), seed="s"))
    paired = due(format, history)
    for key, one, two in paired:
        history = with_result(history, PairingResult(one, two, one, (7, 3)), key)
    history = with_published(format, history)
    ((_, one, two),) = due(format, history)
    key, *both = next(each for each in paired if one in each[1:])
    corrected = with_result(history, PairingResult(*both, None, (0, 0)), key)
    round_pairings = format.due_round_pairings(corrected)
    assert (round_pairings.part, round_pairings.pairings, round_pairings.byes) == ("stage-1", (), (two,))
    further = replace(corrected, paired_rounds=(*corrected.paired_rounds, round_pairings))
    (following,) = with_published(format, further).paired_rounds[len(further.paired_rounds) :]
    assert [pairing.key for pairing in following.pairings] == ["S1-R3-M1"]


def test_what_is_published_is_what_stands():
    """Part and step are those of the stage, in the round pairings and after it."""
    history = among(FOUR, S1_R1_M1=(1, 4, 1), S1_R1_M2=(3, 2, 2), S1_R2_M1=(1, 2, 1))
    history = with_published(FINAL_AND_SWISS, history)
    (round_pairings,) = history.paired_rounds
    assert round_pairings.part == "stage-2"
    assert round_pairings.pairings == FINAL_AND_SWISS.due_pairings(history)
    assert [(each.part, each.step) for each in round_pairings.pairings] == [("stage-2", 2001)]
