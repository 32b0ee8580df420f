"""A short walk through every door of the fuzz target, and what longer ones have found."""

from base64 import b64decode
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples

from . import referee
from .mutation import mutated, scrambled
from .seeds import seeds

SEEDS = list(seeds())
GAME = b" 5 point match\n\n Game 1\n Ann : 0   Bea : 0\n"
BEAVERS = (
    "JSSHIAICCkFsaWNlIEFtZXMMQm9iOiB0aGUgMm5kAQZyYW5kb20DAwEESJhXFVYEoSNBVjUEpCJEtC8JpklNtG8HY0ZEtC4M"
    "i29GWVdNTAyAckQ5qw+EiIiMUrizrqYxMTogOC83KDIpIDYvNSgyKRCskUyKaRPQlU7GZpsCAgL+/f4="
)


def test_seeds_pass_every_door() -> None:
    doors = {content[0] for content in SEEDS}
    assert doors == set(range(len(referee.DOORS)))
    for content in SEEDS[::3]:
        referee.one(content)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(8))
def test_changed_seeds_pass_every_door(seed: int) -> None:
    random = Random(seed)
    for _ in range(400):
        content = mutated(
            random.choice(SEEDS), 1 << 14, random, lambda data, most: scrambled(data, most, random)
        )
        try:
            referee.one(content)
        except Exception as error:
            raise AssertionError(f"wrong for {content!r}") from error


@settings(max_examples=examples(240), deadline=None)
@given(st.sampled_from(referee.DOORS), st.binary(max_size=300))
def test_any_bytes_pass_every_door(door: Callable[[bytes], None], content: bytes) -> None:
    door(content)


@settings(max_examples=examples(120), deadline=None)
@given(st.binary(min_size=40, max_size=1000))
def test_any_record_is_judged(content: bytes) -> None:
    """Records that no file could hold: any numbers in any order."""
    referee.record(content)


def test_transcripts_are_looked_at_closely() -> None:
    """The properties are not so weak that anything passes."""
    record = referee.engine.read(GAME + b"  1) 31: 8/5 6/5\n")
    verdict = referee.engine.adjudicate(record)
    referee.check(verdict, record)
    for wrong in (
        verdict._replace(verdict="illegal"),
        verdict._replace(winner=1),
        verdict._replace(score=(1, 0), games=(referee.engine.GameVerdict(1, 0, 2, "single", 1, False),)),
        verdict._replace(notes=(referee.engine.Note(1, 1, "no_such_note", "text"),)),
        verdict._replace(score=(float("nan"), 0)),
    ):
        with pytest.raises((AssertionError, ValueError)):
            referee.check(wrong, record)


FOUND: list[tuple[Callable[[bytes], None], bytes]] = [
    # A turn that is nobody's, and cubes that cannot be.
    (referee.transcript, GAME + b"; Set Pos=-b----E-C---eE---c-e----B-/0 turn=5\n  1) 31: 8/5 6/5\n"),
    (referee.transcript, GAME + b"; Set Pos=-b----E-C---eE---c-e----B-/0 cube=0\n   Wins 1 point\n"),
    # Checkers on a bar that Plakoto does not have.
    (
        referee.transcript,
        b'; [Variation "Plakoto"]\n' + GAME + b"; Set Pos=----------------------AAAA/0\n  1) 31: 8/5 6/5\n",
    ),
    # Control characters in the words of a refusal.
    (referee.transcript, b"(;GM[6]PW[Ann];\0[)"),
    (referee.transcript, b"(;GM[6]PW[Ann];W[\0\x1b[31m])"),
    # Texts that were not written as they are read: blanks, control characters, numbers, no moves.
    (referee.written, GAME.replace(b"Bea", b'"  Bea') + b"  1) 31: 8/5 6/5\n"),
    (referee.written, b'; [Ev\x7f5bent "2026"]\n' + GAME),
    (referee.written, b'; [Event "' + b"x" * 300 + b'"]\n' + GAME),
    (referee.written, GAME.replace(b"Game 1", b"Game 0")),
    (referee.written, GAME.replace(b"Ann : 0", b"Ann : 100000")),
    (referee.written, b"(;GM[6]PW[Ann]MI[length:7][game:999999];W[31hefe])"),
    (referee.written, GAME + b"  1) 53: 4/1 1/0/0\n"),
    (referee.written, GAME + b"  1) 55: ,\n"),
    (referee.written, GAME + b"  1) 31: 8/5 6/5\n  Resigns Wins 1 point\n"),
    # Plays that break the rules, written by their steps at first and then by the position after them.
    (referee.written, GAME + b"  1) 33: 24/21 24/21 21/18 0/8\n"),
    # Points given up that are not so often the cube, which beavers out of turn have turned.
    (referee.open_gammon, b64decode(BEAVERS)),
]  # fmt: skip


@pytest.mark.parametrize(("door", "content"), FOUND)
def test_what_was_found(door: Callable[[bytes], None], content: bytes) -> None:
    door(content)
