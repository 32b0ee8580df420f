"""Every number of a file at the ends of what it can be: judged, written and read back, or refused."""

import json
import re
import struct
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from engine import convert, read
from tests.effort import every

from ..engine.bgf_files import match as blitz_match
from ..engine.croupier import match
from ..engine.oldmoves_files import oldmoves
from ..engine.test_snowie import START
from ..engine.xg_files import packed, records
from . import referee

RECORD = b"""; [CubeLimit "1024"]
 7 point match

 Game 1
 Ann : 0                        Bea : 0
; Set Cube=2
  1) 31: 8/5 6/5                  Doubles => 4
  2)  Takes                       62: 24/18 13/11
; Set Pos=-b----E-C---eE---c-e----B-/0 cube=4 owner=1 turn=0
  3) 64: 24/14                    65: 24/18 18/13
      Wins 8 points
"""
SNOWIE = START.decode()
FIBS = oldmoves(match(Random(3), 3, "backgammon", longest=12), lambda _: False, lambda _: False)
ENDS = [0, 1, *(end + more for end in (9_999, 99_999, 999_999, 1 << 20, 9_999_999) for more in (0, 1))]
"""What the widths of the formats and the limits of a record let through and keep out."""


@pytest.mark.parametrize("text", [RECORD.decode(), convert(RECORD, "sgf"), SNOWIE, FIBS])
def test_in_texts(text: str) -> None:
    for number in re.finditer(r"\d+", text):
        for end in ENDS:
            stands(f"{text[: number.start()]}{end}{text[number.end() :]}".encode())


@pytest.mark.long
def test_in_files_of_extreme_gammon() -> None:
    parts = records(read(RECORD))
    for index, part in {part[8]: (index, part) for index, part in enumerate(parts)}.values():
        for at in range(12, FIELDS, 4):
            ends = (-(1 << 31), -1, *ENDS, (1 << 31) - 1)
            for end in ends[at // 4 % every(3) :: every(3)]:
                changed = part[:at] + struct.pack("<i", end) + part[at + 4 :]
                stands(packed(b"".join([*parts[:index], changed, *parts[index + 1 :]]), compressed=False))


FIELDS = 128
"""Bytes of a record in which it says most of what it says."""


def test_in_files_of_bgblitz() -> None:
    known = blitz_match(read(RECORD))
    for holder, key in numbers(known):
        before = holder[key]
        for end in (-(1 << 31), -1, *ENDS, 1 << 31, 1 << 63):
            holder[key] = end
            referee.blitz(b"\0" + json.dumps(known).encode())
        holder[key] = before


def numbers(value: Any) -> Iterator[tuple[Any, Any]]:
    """Where the numbers of a document stand: in which object or list, and by which name or place there."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in items:
        if type(each) is int:
            yield value, key
        yield from numbers(each)


def stands(content: bytes) -> None:
    referee.transcript(content)
    referee.written(content)
