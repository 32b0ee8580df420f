"""What a director may pair by hand, and what is refused."""

from dataclasses import replace

import pytest

from tests.tournaments.contract import posted
from tests.tournaments.formats.test_swiss import BY_SEED, on, play
from tournaments.errors import (
    AlreadyPaired,
    EntryAbsent,
    EntryBusy,
    ForbiddenPairing,
    ForbiddenRematch,
    NothingToPair,
    PairedWithItself,
    PairsItself,
    UnknownEntry,
)
from tournaments.formats import History
from tournaments.formats.by_hand import Allowed, paired_by_hand
from tournaments.formats.lives import Lives
from tournaments.formats.single_elimination import SingleElimination
from tournaments.formats.swiss import Swiss


@pytest.fixture
def running():
    """Round 1 of six: 1 beat 4, 2 beat 5, and 3 still plays 6."""
    return play(BY_SEED, posted(BY_SEED, History((1, 2, 3, 4, 5, 6))), 1, 2)


def test_the_pairing_stands_and_the_round_is_paired_around_it(running):
    sheet = paired_by_hand(BY_SEED, running, 1, 5)
    assert (sheet.round, on(sheet), sheet.by_hand) == (2, {(1, 5)}, True)
    running = replace(running, sheets=(*running.sheets, sheet))
    second = paired_by_hand(BY_SEED, running, 4, 2)
    assert [pairing.key for pairing in second.pairings] == ["R2-M2"]
    running = play(BY_SEED, running, 3)
    assert {entry for pair in on(running.sheets[-1]) for entry in pair} == {2, 3, 4, 6}


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
    lives = Lives.of({"lives": 1})
    history = play(lives, posted(lives, History((1, 2, 3, 4, 5, 6))))
    winner, loser = history.sheets[0].pairings[0].one, history.sheets[0].pairings[0].two
    history = play(lives, history, winner, history.sheets[0].pairings[1].one)
    with pytest.raises(EntryAbsent, match="lost"):
        paired_by_hand(lives, history, winner, loser)


def test_nobody_is_paired_twice_in_a_round(running):
    running = replace(running, sheets=(*running.sheets, paired_by_hand(BY_SEED, running, 1, 5)))
    with pytest.raises(AlreadyPaired):
        paired_by_hand(BY_SEED, running, 1, 2)


def test_after_the_last_round_nothing_is_paired():
    format = Swiss.of({"rounds": 1})
    history = play(format, posted(format, History((1, 2))), 1)
    with pytest.raises(NothingToPair):
        paired_by_hand(format, history, 1, 2, frozenset(Allowed))


def test_a_bracket_pairs_itself():
    with pytest.raises(PairsItself):
        paired_by_hand(SingleElimination(), History((1, 2, 3, 4)), 1, 2)
