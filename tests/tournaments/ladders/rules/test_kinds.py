"""Every kind of ladder, by tables from its source."""

import json

import pytest

from matches.play.errors import InvalidMatchOption
from tests.conftest import DATA
from tournaments.ladders.rules import LADDERS, PRESETS, ChallengePlayed, Reply, StepCause
from tournaments.ladders.rules.pyramid import pyramid_row_of

from .narrating import LadderHistory, day

OUT, ONESELF, STRANGER = "challenge_out_of_range", "challenge_to_oneself", "not_on_ladder"


def ladder_of(kind, members="", **options):
    return LadderHistory(LADDERS[kind].from_mapping(options), members)


def test_the_order_that_princeton_printed():
    example = json.loads((DATA / "ladders" / "princeton.json").read_text())
    club = LadderHistory(
        LADDERS["position"].from_mapping(PRESETS["princeton"].options), "".join(example["start"])
    )
    for winner, loser, order in example["steps"]:
        club.play(winner, winner, loser)
        assert club.order() == order


@pytest.mark.parametrize(
    ("options", "winner", "loser", "order"),
    [
        ({}, "E", "B", "AEBCDF"),
        ({}, "B", "A", "BACDEF"),
        ({}, "B", "E", "ABCDEF"),
        ({"movement": "swap"}, "E", "B", "AECDBF"),
        ({"movement": "swap"}, "B", "E", "ABCDEF"),
        ({"lift": 1}, "C", "E", "ACBDEF"),
        ({"lift": 9}, "C", "E", "CABDEF"),
        ({"lift": 1}, "A", "E", "ABCDEF"),
        ({"lift": 1}, "E", "C", "ABECDF"),
        ({"movement": "plus_minus"}, "F", "E", "ABFCDE"),
        ({"movement": "plus_minus"}, "B", "E", "BACDFE"),
        ({"movement": "plus_minus"}, "D", "F", "DABCEF"),
        ({"movement": "plus_minus", "rise": 1, "drop": 2}, "C", "B", "ACDEBF"),
        ({"movement": "plus_minus", "rise": 0, "drop": 2}, "D", "A", "BCADEF"),
    ],
)
def test_a_match_moves_two(options, winner, loser, order):
    club = ladder_of("position", "ABCDEF", above=9, below=9, **options)
    club.play(winner, winner, loser)
    assert club.order() == order


@pytest.mark.parametrize(
    ("options", "challenger", "reached"),
    [
        ({"above": 2}, "F", "DE"),
        ({"above": 2}, "B", "A"),
        ({"above": 2}, "A", ""),
        ({"above": 2, "below": 1}, "C", "ABD"),
        ({"above": 0, "below": 3}, "E", "FGH"),
        ({"above": 4, "top": 3, "above_top": 1}, "C", "B"),
        ({"above": 4, "top": 3, "above_top": 1}, "D", "ABC"),
    ],
)
def test_whom_a_place_reaches(options, challenger, reached):
    club = ladder_of("position", "ABCDEFGH", **options)
    ineligibility = {name: club.ineligibility(challenger, name) for name in "ABCDEFGH" if name != challenger}
    assert "".join(name for name, why in ineligibility.items() if why is None) == reached
    assert set(ineligibility.values()) <= {None, OUT}


@pytest.mark.parametrize(("place", "row"), [(1, 1), (2, 2), (3, 2), (4, 3), (6, 3), (7, 4), (10, 4), (11, 5)])
def test_the_rows_of_a_pyramid(place, row):
    assert pyramid_row_of(place) == row


def test_a_pyramid_is_climbed_row_by_row():
    club = ladder_of("pyramid", "ABCDEF")
    assert [club.ineligibility(*pair) for pair in ("DB", "DC", "DE", "ED", "BA", "CB")] == [None] * 6
    assert [club.ineligibility(*pair) for pair in ("DA", "AB", "BD")] == [OUT] * 3
    club.play("E", "E", "B")
    assert club.order() == "AECDBF"
    club.play("D", "D", "B")
    assert club.order() == "AECDBF", "who stands before already has the better place"


def test_a_rating_ladder_follows_the_ratings():
    club = ladder_of("rating", "ABCD", above=1, below=1)
    club.play("D", "D", "A")
    values = {"A": 1500.0, "B": 1700.5, "D": 1700.5}
    assert club.order(values=values) == "BDAC"
    standing = club.standing(values=values)
    assert {(step.before, step.after) for step in standing.steps} == {(None, None)}
    ladder = club.ladder
    reached = [
        other
        for other in "BAC"
        if not ladder.challenge_ineligibility(standing, club.number("D"), club.number(other), day(1))
    ]
    assert reached == ["B", "A"]


def test_steps_up_and_down_the_stairs():
    club = ladder_of("stairs", "ABC", cooldown=0)
    assert club.levels() == {"A": 1, "B": 1, "C": 1}
    club.play("A", "A", "B")
    assert (club.levels(), club.order()) == ({"A": 2, "B": 1, "C": 1}, "ABC")
    club.play("C", "A", "C")
    assert (club.levels(), club.order()) == ({"A": 1, "B": 1, "C": 2}, "CBA")
    club.play(None, "C", "B")
    assert club.levels() == {"A": 1, "B": 1, "C": 2}


def climbed(step):
    """A, on a step above B to Z that lost to A once each, and C, on step 3."""
    club = ladder_of("stairs", "AB" + "CDEFGHI"[: step - 1], cooldown=0)
    for other in "BCDEFGHI"[: step - 1]:
        club.play("A", "A", other)
    return club


def test_whom_the_stairs_let_one_challenge():
    club = climbed(6)
    assert club.levels()["A"] == 6
    assert club.ineligibility("A", "B") == OUT, "step 1 is five below"
    assert club.ineligibility("B", "A") == OUT, "nobody challenges upwards"
    for winner, loser in ("CD", "CE", "CF"):
        club.play(winner, winner, loser)
    assert club.levels()["C"] == 4
    assert club.ineligibility("A", "C") is None
    assert club.ineligibility("C", "B") is None, "three below"
    assert club.ineligibility("B", "D") is None, "the same step"


def test_a_challenge_on_the_stairs_starts_at_once_one_each_way():
    club = ladder_of("stairs", "ABCD")
    challenge = club.challenge("A", "B")
    assert club.standing().open[challenge].accepted_at == day(0)
    assert club.ineligibility("A", "C") == "already_challenging"
    assert club.ineligibility("C", "B") == "already_challenged"
    assert club.ineligibility("B", "A") == "already_challenged"
    assert club.ineligibility("B", "C") is None
    assert club.ineligibility("C", "A") is None


def test_no_rematch_on_the_stairs_for_14_days():
    club = ladder_of("stairs", "AB")
    club.play("A", "B", "A")
    assert club.ineligibility("A", "B", on=13.99) == "challenge_cooldown"
    assert club.ineligibility("A", "B", on=14) is None


def test_empty_steps_go_at_the_beginning_of_a_month():
    club = climbed(4)
    assert club.levels(on=24.4)["A"] == 4, "31 March"
    assert club.levels(on=24.5)["A"] == 2, "1 April, 0:00 UTC"
    (step,) = [step for step in club.standing(on=60).steps if step.cause is StepCause.COMPRESSED]
    assert (step.player, step.before, step.after) == (club.number("A"), 4, 2)
    loose = ladder_of("stairs", "AB", compression=False, cooldown=0)
    loose.play("A", "A", "B")
    loose.play("A", "A", "B")
    assert loose.levels(on=400)["A"] == 3


def test_a_match_of_a_later_month_counts_from_the_compressed_step():
    club = climbed(4)
    club.today = 30
    club.play("A", "A", "B")
    assert club.levels()["A"] == 3


@pytest.mark.parametrize(
    ("cost", "order"), [("nothing", "ABCD"), ("place", "ADBC"), ("bottom", "ACDB"), ("removed", "ACD")]
)
@pytest.mark.parametrize(("option", "reply"), [("refusal", Reply.REFUSED), ("lapse", Reply.LAPSED)])
def test_what_it_costs_not_to_play(option, reply, cost, order):
    club = ladder_of("position", "ABCD", **{"refusal": "nothing", "lapse": "nothing", option: cost})
    club.answer(club.challenge("D", "B"), reply)
    assert club.order() == order
    assert club.standing().open == {}


def test_a_withdrawn_challenge_costs_nothing():
    club = ladder_of("position", "ABCD", refusal="bottom", lapse="bottom")
    club.answer(club.challenge("D", "B"), Reply.WITHDRAWN)
    assert club.order() == "ABCD"
    assert club.ineligibility("D", "B") is None


def test_who_is_idle_falls():
    club = ladder_of("position", "ABCDEF", idle_days=10, idle_places=2)
    club.today = 5
    club.play("C", "D", "C")
    assert club.order(on=9.9) == "ABCDEF"
    assert club.order(on=10) == "CDABEF"
    assert club.order(on=14.9) == "CDABEF"
    assert club.order(on=15) == "ABCDEF"
    assert club.order(on=20) == "CDABEF"


def test_who_is_idle_falls_to_the_bottom_in_the_order_they_had():
    club = ladder_of("position", "ABCDEF", idle_days=21, idle_places=0)
    club.today = 20
    club.play("E", "E", "D")
    assert club.order(on=20.9) == "ABCEDF"
    assert club.order(on=21) == "EDABCF"


def test_nobody_is_idle_while_the_ladder_is_closed():
    """The same, with thirty days in between."""
    club = ladder_of("position", "ABCDEF", idle_days=10, idle_places=2)
    club.today = 5
    club.play("C", "D", "C")
    club.today = 6
    club.close()
    assert club.order(on=300) == "ABCDEF"
    assert club.ineligibility("D", "C") == "ladder_closed"
    club.today = 36
    club.reopen()
    assert club.ineligibility("D", "C") is None
    assert club.order(on=39.9) == "ABCDEF"
    assert club.order(on=40) == "CDABEF"
    assert club.order(on=44.9) == "CDABEF"
    assert club.order(on=45) == "ABCDEF"
    assert club.order(on=50) == "CDABEF"


def test_what_is_played_while_it_is_closed_counts_from_when_it_opens():
    club = ladder_of("position", "ABCD", idle_days=10, idle_places=1)
    challenge = club.challenge("D", "A")
    club.answer(challenge)
    club.today = 3
    club.close()
    club.today = 5
    club.add(ChallengePlayed, challenge, club.number("D"))
    assert club.order() == "DABC"
    club.today = 20
    club.reopen()
    fallen = [
        (step.at, club.name(step.player)) for step in club.standing(on=30).steps if step.cause == "idle"
    ]
    assert fallen == [(day(27), "B"), (day(27), "C"), (day(30), "D"), (day(30), "A")]


def test_nobody_is_idle_while_challenged():
    club = ladder_of("position", "ABCD", idle_days=10, idle_places=0)
    club.today = 5
    club.play("C", "D", "C")
    club.today = 9
    club.challenge("B", "A")
    assert club.order(on=11) == "ABCD", "A and B would be behind C and D"
    assert club.order(on=19) == "ABCD"


def test_immunity_after_a_defence():
    club = ladder_of("position", "ABCD", immunity=7)
    club.play("A", "B", "A")
    assert club.ineligibility("C", "A", on=6.9) == "challenge_immune"
    assert club.ineligibility("C", "A", on=7) is None
    assert club.ineligibility("C", "B", on=1) is None, "who challenged and lost is not"
    club.play("D", "D", "B")
    assert club.ineligibility("C", "D", on=1) is None, "who challenged and won is not"


def test_another_opponent_before_a_rematch():
    club = ladder_of("position", "ABCD", repeat=False)
    club.play("A", "B", "A")
    assert club.ineligibility("B", "A", on=300) == "challenge_cooldown"
    club.play("A", "C", "A")
    assert club.ineligibility("B", "A") == "challenge_cooldown", "the last whom B met"
    club.play("B", "C", "B")
    assert club.ineligibility("B", "A") is None


def test_several_open_challenges_where_the_ladder_allows_them():
    club = ladder_of("position", "ABCD", made=2, received=2)
    club.challenge("D", "A")
    assert club.ineligibility("D", "B") is None
    club.challenge("D", "B")
    assert club.ineligibility("D", "C") == "already_challenging"
    assert club.ineligibility("C", "A") is None
    assert club.ineligibility("D", "A") == "already_challenged", "not twice between the same two"


def test_oneself_and_strangers():
    club = ladder_of("position", "AB")
    assert club.ineligibility("A", "A") == ONESELF
    assert club.ineligibility("A", "Z") == STRANGER
    assert club.ineligibility("Z", "A") == STRANGER


@pytest.mark.parametrize("kind", ["position", "pyramid"])
def test_a_void_match_has_not_been_and_a_drawn_one_moves_nobody(kind):
    club = ladder_of(kind, "ABC", cooldown=30)
    challenge = club.challenge("C", "A")
    club.add(ChallengePlayed, challenge, None, False)
    assert (club.order(), club.ineligibility("C", "A")) == ("ABC", None)
    club.play(None, "C", "A")
    assert (club.order(), club.ineligibility("C", "A")) == ("ABC", "challenge_cooldown")


@pytest.mark.parametrize(
    ("kind", "options", "says"),
    [
        ("position", {"movement": "jump"}, "movement"),
        ("position", {"above": -1}, "above"),
        ("position", {"above": 0}, "nobody could challenge"),
        ("position", {"above": True}, "above"),
        ("position", {"above": "4"}, "above"),
        ("position", {"top": 5, "above": 1}, "above_top"),
        ("position", {"movement": "plus_minus", "rise": 0, "drop": 0}, "rise"),
        ("position", {"refusal": "jail"}, "refusal"),
        ("position", {"accept_days": 5000}, "accept_days"),
        ("position", {"made": 0}, "made"),
        ("position", {"colour": 1}, "colour"),
        ("rating", {"above": 0, "below": 0}, "nobody could challenge"),
        ("rating", {"refusal": "place"}, "refusal"),
        ("stairs", {"accept_days": 3}, "accept_days"),
        ("pyramid", {"above": 3}, "above"),
    ],
)
def test_options_that_make_no_sense(kind, options, says):
    with pytest.raises(InvalidMatchOption, match=says):
        LADDERS[kind].from_mapping(options)


@pytest.mark.parametrize("name", PRESETS)
def test_presets_are_options_of_their_kind(name):
    preset = PRESETS[name]
    ladder = LADDERS[preset.kind].from_mapping(preset.options)
    assert {option: getattr(ladder, option) for option in preset.options} == preset.options
    assert preset.name
    assert preset.source


def test_whom_the_presets_let_one_challenge():
    field = "ABCDEFGHIJKLMNOPQRST"
    reach = {
        "highlands": ("T", "RS"), "utah": ("T", "PQRS"), "princeton": ("T", "LMNOPQRS"), "gmu": ("T", "QRS"),
        "tunbridge_wells": ("M", "HIJKLNOPQR"), "taunton": ("T", "PQRS"),
        "taunton_plus_minus": ("T", field[:-1]),
    }  # fmt: skip
    for name, (challenger, reached) in reach.items():
        club = LadderHistory(LADDERS["position"].from_mapping(PRESETS[name].options), field)
        found = [other for other in field if club.ineligibility(challenger, other) is None]
        assert "".join(found) == reached, name
    utah = LadderHistory(LADDERS["position"].from_mapping(PRESETS["utah"].options), field)
    assert [other for other in field if utah.ineligibility("J", other) is None] == ["H", "I"]
