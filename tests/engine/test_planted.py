"""Random matches with one fault planted in each: it is the first that is found, where it was planted."""

from functools import cache
from random import Random

import pytest

from engine import CODECS, MatchRecord, Options, adjudicate, match_standing, read, verify
from tests.effort import EFFORT

from .croupier import match
from .vandal import KINDS, plant

VARIANTS_PLAYED = [
    *("backgammon", "backgammon", "backgammon", "nackgammon", "hypergammon"),
    *("misere", "plakoto", "fevga", "race"),
]


@cache
def played(seed: int) -> MatchRecord:
    """A legal match; nobody may change it."""
    return match(Random(seed), (5, 3, 7, 1)[seed % 4], VARIANTS_PLAYED[seed % 9], longest=40)


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_a_planted_fault_is_the_first_found(kind: str) -> None:
    planted, enough = 0, 18 if EFFORT > 1 else 9
    for seed in range(18):
        found = plant(Random(f"{seed} {kind}"), played(seed), kind)
        if found is None:
            continue
        record, expected = found
        verdict = adjudicate(record)
        first = verdict.violations[0] if verdict.violations else None
        assert first is not None, (seed, expected)
        assert (first.game, first.turn, first.player, first.code) == expected, (seed, first.message)
        assert (match_standing(record) is None) == verdict.complete
        planted += 1
        if planted == enough:
            break
    assert planted >= 3


@pytest.mark.parametrize("kind", KINDS)
def test_a_planted_fault_survives_in_writing(kind: str) -> None:
    """Written as .mat and read again it is still the first found, also with the kernel; turns may change."""
    for seed in range(6):
        found = plant(Random(f"{seed} {kind}"), played(seed), kind)
        if found is None:
            continue
        record, (game, _, player, code) = found
        data = CODECS["mat"].write(record).encode()
        verdict = verify(data)
        assert verdict == adjudicate(read(data))
        first = verdict.violations[0]
        assert (first.game, first.player, first.code) == (game, player, code), (seed, first.message)


def test_a_double_that_is_annulled_leaves_nothing_behind() -> None:
    """The points of these records are right without the double."""
    annulled = 0
    for seed in range(36):
        found = plant(Random(seed), played(seed), "double in the Crawford game")
        if found is not None:
            assert adjudicate(found[0], Options(crawford_double="annulled")).violations == (), seed
            annulled += 1
    assert annulled >= 4


@pytest.mark.parametrize("kind", ["wrong die", "die left out", "nothing played"])
def test_what_stands_is_no_fault(kind: str) -> None:
    """With that option an illegal play is one only if the opponent has not rolled after it, or if it is not
    known where the checkers went."""
    for seed in range(18):
        found = plant(Random(f"{seed} {kind}"), played(seed), kind)
        if found is None:
            continue
        record, (game, turn, player, _) = found
        verdict = adjudicate(record, Options(illegal_plays="stand"))
        if verdict.violations and verdict.violations[0][:3] == (game, turn, player):
            entries = next(known.entries for known in record.games if known.number == game)
            at = next(i for i, entry in enumerate(entries) if entry[:2] == (turn, player))
            rolled = [entry.player for entry in entries[at + 1 :] if hasattr(entry.action, "dice")]
            lost = any(note.code == "game_not_replayed" and note.game == game for note in verdict.notes)
            assert lost or rolled[:1] != [1 - player]
        else:
            assert "play_stands" in {note.code for note in verdict.notes}
