"""What a director may pair by hand, and what is refused."""

from dataclasses import replace

import pytest

from tests.tournaments.formats.swiss.test_swiss import BY_SEED, on, play
from tournaments.clubs.errors import UnknownEntry
from tournaments.formats import History, PairingResult
from tournaments.formats.by_hand import Allowed, paired_by_hand
from tournaments.formats.elimination.single import SingleElimination
from tournaments.formats.errors import (
    AlreadyPaired,
    DifferentDivisions,
    EntryAbsent,
    EntryBusy,
    ForbiddenPairing,
    ForbiddenRematch,
    NothingToPair,
    PairedWithItself,
    PairsItself,
)
from tournaments.formats.staging.groups import Groups
from tournaments.formats.staging.stages import Stages
from tournaments.formats.swiss.format import Swiss
from tournaments.formats.swiss.lives import Lives
from tournaments.formats.teams import Teams

from .contract import SE, with_published, with_result


@pytest.fixture
def running():
    """Round 1 of six: 1 beat 4, 2 beat 5, and 3 still plays 6."""
    return play(BY_SEED, with_published(BY_SEED, History((1, 2, 3, 4, 5, 6))), 1, 2)


def test_the_pairing_stands_and_the_round_is_paired_around_it(running):
    round_pairings = paired_by_hand(BY_SEED, running, 1, 5)
    assert (round_pairings.round, on(round_pairings), round_pairings.by_hand) == (2, {(1, 5)}, True)
    running = replace(running, paired_rounds=(*running.paired_rounds, round_pairings))
    second = paired_by_hand(BY_SEED, running, 4, 2)
    assert [pairing.key for pairing in second.pairings] == ["R2-M2"]
    running = play(BY_SEED, running, 3)
    assert {entry for pair in on(running.paired_rounds[-1]) for entry in pair} == {2, 3, 4, 6}


@pytest.mark.parametrize(
    ("one", "two", "error"),
    [
        (1, 9, UnknownEntry),
        (1, 1, PairedWithItself),
        (1, 3, EntryBusy),
        (6, 1, EntryBusy),
        (4, 1, ForbiddenRematch),
        (2, 4, ForbiddenPairing),
    ],
)
def test_what_is_refused(running, one, two, error):
    with pytest.raises(error):
        paired_by_hand(BY_SEED, replace(running, apart={frozenset((2, 4)): 2}), one, two)


def test_what_the_director_allows_in_so_many_words(running):
    running = replace(running, apart={frozenset((2, 4)): 2, frozenset((1, 4)): 2, frozenset((1, 2)): 1})
    assert on(paired_by_hand(BY_SEED, running, 1, 2)) == {(1, 2)}, "apart in round 1 only"
    assert on(paired_by_hand(BY_SEED, running, 2, 4, frozenset({Allowed.APART}))) == {(2, 4)}
    with pytest.raises(ForbiddenRematch):
        paired_by_hand(BY_SEED, running, 1, 4, frozenset({Allowed.APART}))
    assert on(paired_by_hand(BY_SEED, running, 1, 4, frozenset(Allowed))) == {(1, 4)}


def test_whoever_is_gone_or_out_is_not_paired(running):
    with pytest.raises(EntryAbsent, match="withdrawn"):
        paired_by_hand(BY_SEED, replace(running, withdrawn=frozenset({1})), 1, 2)
    lives = Lives.from_mapping({"lives": 1})
    history = play(lives, with_published(lives, History((1, 2, 3, 4, 5, 6))))
    winner, loser = history.paired_rounds[0].pairings[0].one, history.paired_rounds[0].pairings[0].two
    history = play(lives, history, winner, history.paired_rounds[0].pairings[1].one)
    with pytest.raises(EntryAbsent, match="lost"):
        paired_by_hand(lives, history, winner, loser)


def test_nobody_is_paired_twice_in_a_round(running):
    running = replace(running, paired_rounds=(*running.paired_rounds, paired_by_hand(BY_SEED, running, 1, 5)))
    with pytest.raises(AlreadyPaired):
        paired_by_hand(BY_SEED, running, 1, 2)


def test_after_the_last_round_nothing_is_paired():
    format = Swiss.from_mapping({"rounds": 1})
    history = play(format, with_published(format, History((1, 2))), 1)
    with pytest.raises(NothingToPair):
        paired_by_hand(format, history, 1, 2, frozenset(Allowed))


def test_a_bracket_pairs_itself():
    with pytest.raises(PairsItself):
        paired_by_hand(SingleElimination(), History((1, 2, 3, 4)), 1, 2)


# -- In stages

SWISS = {"format": "swiss", "options": {"rounds": 2, "first_round": "seeds"}}
ROAD = {
    "stages": [
        {**SWISS, "groups": 2, "from": [{"stage": 0, "places": [*range(1, 9)]}]},
        {"format": "lives", "from": [{"stage": 0, "places": [9]}, {"stage": 1, "places": [1, 2]}]},
        {"format": SE, "from": [{"stage": 1}]},
    ]
}
"""Swiss in groups of 1, 4, 5, 8 and of 2, 3, 6, 7; then lives with 9, and a knockout of the others."""


@pytest.fixture
def road():
    format = Stages.from_mapping(ROAD)
    return format, with_published(format, History(tuple(range(1, 10))))


def won_by_the_first(format, history, *, of, until=None):
    """Whoever is earlier in the draw wins every match of a stage, up to those of a round."""
    while due := [
        each for each in format.due_pairings(history) if each.key.startswith(of) and each.round != until
    ]:
        pairing = min(due, key=lambda each: each.key)
        decided = PairingResult(pairing.one, pairing.two, min(pairing.one, pairing.two), (7, 3))
        history = with_published(format, with_result(history, decided, pairing.key))
    return history


def test_in_a_stage_the_round_of_one_group_is_paired_around_it(road):
    format, history = road
    history = with_result(history, PairingResult(1, 5, 1, (7, 3)), "S1G1-R1-M1")
    with pytest.raises(EntryBusy):
        paired_by_hand(format, history, 1, 4)
    history = with_result(history, PairingResult(2, 6, 2, (7, 3)), "S1G2-R1-M1")
    round_pairings = paired_by_hand(format, replace(history, held=True), 5, 1, frozenset(Allowed))
    (pairing,) = round_pairings.pairings
    assert (pairing.key, pairing.part, round_pairings.part, round_pairings.round) == (
        "S1G1-R2-M1",
        "stage-1-group-1",
        "stage-1-group-1",
        2,
    )
    history = won_by_the_first(
        format, replace(history, paired_rounds=(*history.paired_rounds, round_pairings)), of="S1G1", until=2
    )
    rounds = [each.one + each.two for each in format.pairings(history) if each.key.startswith("S1G1-R2")]
    assert rounds == [6, 12], "4 meets 8 again: who is left is paired"
    assert {each.key for each in format.due_pairings(history)} == {"S1G1-R2-M1", "S1G1-R2-M2", "S1G2-R1-M2"}


def test_in_a_stage_what_is_refused(road):
    format, history = road
    with pytest.raises(
        DifferentDivisions, match="Entry 1 plays in stage-1-group-1, entry 2 in stage-1-group-2"
    ):
        paired_by_hand(format, history, 1, 2)
    with pytest.raises(EntryAbsent, match="waits for a later stage"):
        paired_by_hand(format, history, 1, 9)
    with pytest.raises(UnknownEntry):
        paired_by_hand(format, history, 1, 99)
    with pytest.raises(PairedWithItself):
        paired_by_hand(format, history, 9, 9)


def test_whoever_has_gone_on_is_paired_where_he_plays_now(road):
    format, history = road
    history = won_by_the_first(format, history, of="S1")
    now = {each.part for each in format.due_pairings(history)}
    assert now == {"stage-2", "stage-3"}
    out = next((each.one, each.two) for each in format.due_pairings(history) if each.part == "stage-3")
    with pytest.raises(PairsItself, match="Single elimination"):
        paired_by_hand(format, history, *out)
    with pytest.raises(DifferentDivisions):
        paired_by_hand(format, history, 1, out[0])
    busy = next(each for each in format.due_pairings(history) if each.part == "stage-2")
    other = next(entry for entry in (1, 2, 3, 4, 9) if entry not in (busy.one, busy.two))
    with pytest.raises(EntryBusy, match=f"has yet to finish {busy.key}"):
        paired_by_hand(format, history, busy.one, other)


def test_groups_pair_themselves():
    with pytest.raises(PairsItself, match="Round robin"):
        paired_by_hand(Groups(), History(tuple(range(8))), 0, 3)


def test_teams_are_paired_in_stages_on_every_board():
    format = Teams.from_mapping({"event": {"format": "stages", "options": {"stages": [SWISS]}}, "boards": 2})
    history = History((1, 2, 3, 4))
    round_pairings = paired_by_hand(format, history, 1, 2)
    assert [each.key for each in round_pairings.pairings] == ["S1-R1-M1-B1", "S1-R1-M1-B2"]
    history = with_published(format, replace(history, paired_rounds=(round_pairings,)))
    assert {(each.one, each.two) for each in format.due_pairings(history)} == {(1, 2), (3, 4)}
