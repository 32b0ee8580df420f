"""What a hostile file costs: no transcript takes long or much memory, whatever it is made to be dear in."""

import gzip
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from engine import MOST_BYTES, VARIANTS, InvalidOption, Options, adjudicate, read
from engine.record import GameRecord, Hop, MatchRecord, RecordedAction, Rolled, SetUp

from .croupier import match
from .xg_files import packed, records

SECONDS = 4.0
"""Allowed on a machine that does much else; on a quiet one each takes less than 1.5."""
MEGABYTES = 100
"""Above the interpreter; measured were up to 76."""

ROWS = 9900
SET_UP = "; Set Pos=-AAAAAAAAAAAAAAA--------a-/0 turn=0\n"
SGF = b"(;FF[4]GM[6]MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Bea]"


def head(variant: str = "Backgammon", length: int = 5) -> bytes:
    return f'; [Variation "{variant}"]\n {length} point match\n\n Game 1\n A : 0   B : 0\n'.encode()


def rows(cells: str, variant: str = "Backgammon", before: str = "", count: int = ROWS) -> bytes:
    return head(variant) + "".join(f"{before}{row + 1:3d}) {cells}\n" for row in range(count)).encode()


def blitz(content: bytes) -> bytes:
    return b'{"version":"1","compression":"gzip","encoding":"smile"}\n' + gzip.compress(content, 6, mtime=0)


def edited() -> bytes:
    """An .xg file in which every roll is played from another position."""
    first, *others = records(match(Random(3), 1))
    game = next(each for each in others if each[8] == 1)
    move = bytearray(next(each for each in others if each[8] == 3))
    move[2528] = 1
    return packed(first + game + bytes(move) * 16_000, picture=b"")


MOVE = b'{"type":"amove","player":1,"red":1,"green":1,"from":[24,23,22,21],"to":[23,22,21,20]}'
FILES: dict[str, Callable[[], bytes]] = {
    "turns without a play": lambda: rows("31:                          42:"),
    "wrong plays": lambda: rows("11: 15/14 13/12 11/10 9/7", before=SET_UP, count=4900),
    "wrong plays of Plakoto": lambda: rows("11: 15/14 13/12 11/10 9/7", "Plakoto", SET_UP, 4900),
    "nothing played in Fevga": lambda: rows("11: Cannot Move", "Fevga", SET_UP, 4900),
    "positions of Plakoto": lambda: rows("11: 15/14 13/12 11/10 9/8", "Plakoto", SET_UP, 4900),
    "plays that are all different": lambda: (
        head()
        + "".join(f"{row:3d}) 31: {row % 99}/{row // 99} 5/{row % 97}\n" for row in range(ROWS)).encode()
    ),
    "doubles": lambda: rows("Doubles => 2                Takes"),
    "last rolls that are not played": lambda: (
        head("Plakoto", 0)
        + "".join(
            f" Game {game}\n A : 0   B : 0\n{SET_UP} 1) 11: ????\n      Wins 1 point\n"
            for game in range(2, 1900)
        ).encode()
    ),
    "games": lambda: (
        head(length=0) + b"".join(b" Game %d\n A : 0   B : 0\n" % game for game in range(2, 4900))
    ),
    "tags": lambda: b'; [T "' + b"x" * 80 + b'"]\n' * 9000 + head(),
    "properties": lambda: SGF + b"A[]" * 340_000 + b")",
    "nodes": lambda: SGF + b";W[31hefe];B[31hefe]" * 9990 + b")",
    "set-ups": lambda: SGF + b";AE[a:y]AW[a][b][c][d][e];W[11aebf]" * 900 + b")",
    "records": edited,
    "zeros": lambda: blitz(bytes(100 << 20)),
    "keys": lambda: (
        b'{"version":"1","compression":"none","encoding":"json"}\n{'
        + b",".join(b'"%x":1' % key for key in range(380_000))
        + b"}"
    ),
    "depth": lambda: blitz(b"[" * (8 << 20)),
    "moves": lambda: blitz(b'{"games":[{"moves":[' + b",".join([MOVE] * 99_000) + b"]}]}"),
    "objects": lambda: blitz(b"[" + b"{}," * 290_000 + b"{}]"),
    "digits": lambda: blitz(b"[" + b",".join([b"9" * 4000] * 4000) + b"]"),
    "arrays of Smile": lambda: blitz(b":)\n\0\xf8" + b"\xf8\xf9" * 1_450_000 + b"\xf9"),
    "objects of Smile": lambda: blitz(b":)\n\0\xf8" + b"\xfa\x80a\xc0\xfb" * 700_000 + b"\xf9"),
    "numbers of Smile": lambda: blitz(b":)\n\0\xf8" + (b"\x26\x10\x80" + b"\x7f" * 1171) * 12_000 + b"\xf9"),
}
"""What it has much of -> a file that is as dear as that can be."""

MEASURE = """
import os, sys, time
import engine

def used():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))

def judge(path):
    with open(path, "rb") as file:
        data = file.read()
    before, started = used(), time.process_time()
    try:
        engine.adjudicate(engine.read(data))
    except engine.Unreadable:
        pass
    print(time.process_time() - started, used() - before, flush=True)

for line in sys.stdin:
    if os.fork() == 0:
        judge(line.strip())
        os._exit(0)
    if os.wait()[1]:
        print("it fails", flush=True)
"""


@pytest.fixture(scope="module")
def measure() -> Iterator[Callable[[Path], tuple[float, float]]]:
    """measure(path): the seconds and kilobytes a file takes, in a process that knows the engine alone."""
    process = subprocess.Popen(
        [sys.executable, "-c", MEASURE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None

        def asked(path: Path) -> tuple[float, float]:
            print(path, file=process.stdin, flush=True)
            seconds, kilobytes = map(float, process.stdout.readline().split())
            return seconds, kilobytes

        yield asked


@pytest.mark.long
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is measured where Linux tells it")
@pytest.mark.parametrize("name", FILES)
def test_no_file_costs_much(
    name: str, measure: Callable[[Path], tuple[float, float]], tmp_path: Path
) -> None:
    file = tmp_path / "file"
    file.write_bytes(FILES[name]())
    assert file.stat().st_size <= MOST_BYTES
    seconds, kilobytes = measure(file)
    assert seconds < SECONDS
    assert kilobytes < MEGABYTES << 10


@pytest.mark.parametrize("options", [Options(illegal_plays="stand"), Options(holland=True)])
@pytest.mark.parametrize("name", ["turns without a play", "wrong plays", "doubles"])
def test_nor_with_options(name: str, options: Options) -> None:
    record = read(FILES[name]())
    verdict = adjudicate(record, options)
    assert len(verdict.violations) <= 100


def test_a_hundred_wrong_plays_are_judged() -> None:
    start = VARIANTS["backgammon"].start_position()
    game = GameRecord(1, (0, 0))
    for turn in range(150):
        game.entries += [
            RecordedAction(turn, 0, SetUp((start.own, start.opponent), on_roll=turn % 2)),
            RecordedAction(turn, turn % 2, Rolled((3, 1), (Hop(8, 5),))),
        ]
    record = MatchRecord("mat", "backgammon", 5, ("A", "B"), [game])
    for options, more in (
        (Options(), {"violations_cut": 1}),
        (Options(illegal_plays="stand"), {"play_stands": 100}),
    ):
        verdict = adjudicate(record, options)
        notes = Counter(note.code for note in verdict.notes)
        assert len(verdict.violations) == (100 if options == Options() else 1)
        assert notes == {"game_not_replayed": 50} | more


def test_positions_are_set_up_a_thousand_times() -> None:
    start = VARIANTS["backgammon"].start_position()
    entries = [RecordedAction(1, 0, SetUp((start.own, start.opponent))) for _ in range(1001)]
    record = MatchRecord("mat", "backgammon", 5, ("A", "B"), [GameRecord(1, (0, 0), entries[:1000])])
    assert "game_not_replayed" not in {note.code for note in adjudicate(record).notes}
    record.games[0].entries.append(entries[1000])
    assert "game_not_replayed" in {note.code for note in adjudicate(record).notes}


def test_options_are_refused_in_few_words() -> None:
    deep: object = []
    for _ in range(900):
        deep = [deep]
    for chosen in ({"jacoby": deep}, {"variant": deep}, {"illegal_plays": "x" * 10**6}):
        with pytest.raises(InvalidOption) as refusal:
            Options.from_mapping(chosen)
        assert len(str(refusal.value)) < 300
