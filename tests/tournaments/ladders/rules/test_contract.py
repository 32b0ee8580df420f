"""What every kind of ladder keeps, over random histories."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tournaments.ladders.rules import (
    LADDERS,
    PRESETS,
    Challenged,
    ChallengePlayed,
    ChallengeReplied,
    Closed,
    Ineligibility,
    Joined,
    LadderKind,
    Left,
    Reopened,
    Reply,
)

from .narrating import day

KINDS = {
    **{code: kind.from_mapping({}) for code, kind in LADDERS.items()},
    **{name: LADDERS[preset.kind].from_mapping(preset.options) for name, preset in PRESETS.items()},
    "swap": LADDERS["position"].from_mapping({"movement": "swap", "refusal": "bottom", "lapse": "removed"}),
    "sinking": LADDERS["position"].from_mapping(
        {"idle_days": 3, "idle_places": 2, "immunity": 2, "received": 3}
    ),
}
PLAYERS = range(1, 8)
VALUES = {1: 1500.0, 2: 1610.25, 3: 1500.0, 5: 1822.0}
SPAN = 120


@st.composite
def histories(draw):
    """Joins, leaves, challenges and what became of them, whether or not a service would have allowed it."""
    events, serial = [], 0
    for number in range(draw(st.integers(0, 30))):
        at, kind = draw(st.integers(0, SPAN)), draw(st.sampled_from("jjjlccccx"))
        serial += 10
        if kind == "j":
            events.append(Joined(day(at), serial, number, draw(st.sampled_from(PLAYERS))))
        elif kind == "l":
            events.append(Left(day(at), serial, draw(st.integers(0, 30))))
        elif kind == "x":
            events.append(draw(st.sampled_from([Closed, Reopened]))(day(at), serial))
        else:
            both = draw(st.tuples(st.sampled_from(PLAYERS), st.sampled_from(PLAYERS)))
            events.append(Challenged(day(at), serial, number, *both))
            later = at + draw(st.integers(0, 10))
            if draw(st.booleans()):
                reply = draw(st.sampled_from(Reply))
                events.append(ChallengeReplied(day(later), serial + 1, number, reply))
            if draw(st.booleans()):
                winner, counts = draw(st.sampled_from([*both, None])), draw(st.booleans())
                later += draw(st.integers(0, 10))
                events.append(
                    ChallengePlayed(day(later), serial + 2, number, winner, counts or winner is not None)
                )
    return events


@pytest.fixture(params=KINDS, scope="module")
def ladder(request):
    return KINDS[request.param]


def members(history):
    """Who joined and did not leave, known without a fold; where nobody is removed."""
    joined, now = {}, sorted(history, key=lambda event: (event.at, event.serial))
    for event in now:
        if isinstance(event, Joined):
            joined[event.join] = event.player
        elif isinstance(event, Left):
            joined.pop(event.join, None)
    return set(joined.values())


@settings(max_examples=examples(8))
@given(history=histories(), on=st.integers(0, SPAN + 40))
def test_the_order_is_a_permutation_of_the_members(ladder, history, on):
    standing = ladder.fold_history(history, day(on), VALUES)
    assert sorted(standing.order) == sorted(set(standing.joins.values()))
    passed = [event for event in history if event.at <= day(on)]
    removing = "removed" in (ladder.challenge_terms.lapse, ladder.challenge_terms.refusal)
    assert set(standing.order) <= members(passed)
    assert removing or set(standing.order) == members(passed)
    assert set(standing.levels) in (set(), set(standing.order))
    assert all({*each.both_players} <= {*standing.order} for each in standing.open.values())


@settings(max_examples=examples(8))
@given(history=histories(), data=st.data())
def test_the_order_of_arrival_does_not_matter(ladder, history, data):
    shuffled = data.draw(st.permutations(history))
    now = day(SPAN + 30)
    assert ladder.fold_history(shuffled, now, VALUES) == ladder.fold_history(history, now, VALUES)


@settings(max_examples=examples(8))
@given(history=histories(), data=st.data())
def test_a_correction_and_its_undoing(ladder, history, data):
    results = [event for event in history if isinstance(event, ChallengePlayed)]
    now = day(SPAN + 30)
    before = ladder.fold_history(history, now, VALUES)
    if not results:
        return
    wrong = data.draw(st.sampled_from(results))
    both = next(
        (each.challenger, each.challenged)
        for each in history
        if isinstance(each, Challenged) and each.challenge == wrong.challenge
    )
    other = data.draw(st.sampled_from([*both, None]))
    corrected = [replace(each, winner=other) if each is wrong else each for each in history]
    after = ladder.fold_history(corrected, now, VALUES)
    assert sorted(after.order) == sorted(set(after.joins.values()))
    undone = [wrong if each.serial == wrong.serial else each for each in corrected]
    assert ladder.fold_history(undone, now, VALUES) == before


@settings(max_examples=examples(20))
@given(history=histories(), at=st.integers(0, SPAN), days=st.integers(1, 60))
def test_the_time_in_which_it_is_closed_moves_nobody(ladder, history, at, days):
    """As if it had not passed: but for the months, which pass for everybody."""
    if getattr(ladder, "compression", False):
        return
    history = [event for event in history if not isinstance(event, (Closed, Reopened))]
    later, now = timedelta(days=days), day(SPAN + 30)
    closed = [replace(event, at=event.at + later) if event.at > day(at) else event for event in history]
    closed += [Closed(day(at), 10_000), Reopened(day(at + days), 10_001)]
    one, two = ladder.fold_history(history, now, VALUES), ladder.fold_history(closed, now + later, VALUES)
    assert two.order == one.order
    assert [(step.cause, step.player) for step in two.steps] == [
        (step.cause, step.player) for step in one.steps
    ]


def otherwise(ladder):
    """The ladder with another value of each option that is said to move nobody."""
    for option in type(ladder).options_as_json():
        now = getattr(ladder, option["name"])
        bounds = [bound for bound in (option["minimum"], option["maximum"]) if bound is not None]
        for value in option["choices"] or bounds or [not now]:
            # By accept_days a challenge lapses: it is held while one is to be answered.
            if option["name"] not in {*ladder.moving, "accept_days"} and value != now:
                yield replace(ladder, **{option["name"]: type(now)(value)})


@settings(max_examples=examples(8))
@given(history=histories())
def test_an_option_that_moves_players_is_among_those_that_do(ladder, history):
    """What is not in `moving` may be changed at any time: it must leave no place another one."""
    now = day(SPAN + 30)
    order = ladder.fold_history(history, now, VALUES).order
    for other in otherwise(ladder):
        assert other.fold_history(history, now, VALUES).order == order, f"moving lacks an option: {other}"


@settings(max_examples=examples(8))
@given(history=histories(), one=st.sampled_from(PLAYERS), two=st.sampled_from(PLAYERS))
def test_two_who_were_one_all_along(ladder, history, one, two):
    def as_one(player):
        return two if player == one else player

    merged = []
    for event in history:
        if isinstance(event, Joined):
            event = replace(event, player=as_one(event.player))
        elif isinstance(event, Challenged):
            event = replace(event, challenger=as_one(event.challenger), challenged=as_one(event.challenged))
        elif isinstance(event, ChallengePlayed) and event.winner is not None:
            event = replace(event, winner=as_one(event.winner))
        merged.append(event)
    standing = ladder.fold_history(merged, day(SPAN), VALUES)
    assert one == two or one not in standing.order
    assert sorted(standing.order) == sorted(set(standing.joins.values()))


@settings(max_examples=examples(8))
@given(history=histories(), on=st.integers(0, SPAN))
def test_time_alone_changes_the_order_when_it_was_said_to(ladder, history, on):
    passed = [event for event in history if event.at <= day(on)]
    standing = ladder.fold_history(passed, day(on), VALUES)
    moment = ladder.changes_at(standing)
    assert moment is None or moment > day(on)
    later = ladder.fold_history(
        passed, day(on + 200) if moment is None else moment - (moment - day(on)) / 2, VALUES
    )
    assert (later.order, later.levels) == (standing.order, standing.levels)


@settings(max_examples=examples(8))
@given(history=histories())
def test_who_may_be_challenged_is_known_for_every_two(ladder, history):
    standing = ladder.fold_history(history, day(SPAN), VALUES)
    for one in PLAYERS:
        for two in PLAYERS:
            found = ladder.challenge_ineligibility(standing, one, two, day(SPAN))
            if one == two:
                assert found.why is Ineligibility.ONESELF
            elif not {one, two} <= set(standing.order):
                assert found.why is Ineligibility.NOT_ON_LADDER
            elif standing.closed_since is not None:
                assert found.why is Ineligibility.CLOSED
            elif found is None:
                assert len(standing.challenges_by(one)) < ladder.challenge_terms.made
                assert len(standing.challenges_to(two)) < ladder.challenge_terms.received
                assert ladder.may_reach(standing, one, two)
            assert found is None or found.until is None or found.until > day(SPAN)


def test_the_registry_names_each_kind_by_its_code():
    assert {code: kind.code for code, kind in LADDERS.items()} == {code: code for code in LADDERS}
    assert all(issubclass(kind, LadderKind) and kind.name for kind in LADDERS.values())
    for kind in LADDERS.values():
        assert all(option["help"].endswith(".") for option in kind.options_as_json())
