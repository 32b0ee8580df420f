"""The kernel in C answers as the readable engine does, or not at all."""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

import engine
from engine import (
    VARIANTS,
    InvalidPosition,
    Options,
    Position,
    RecordVerdict,
    RuleError,
    Unreadable,
    adjudicate,
    kernel,
    read,
    vouched,
)
from engine.codecs.mat_header import read_header_rules
from engine.dice import ROLLS, Roll, ordered_roll
from engine.ids.position_id import decode_position, encode_position
from engine.kernel.build import compile_command
from engine.plays import legal_plays
from engine.record import MatchRecord
from tests.each import each
from tests.effort import EFFORT, examples

from .croupier import match
from .dialects import DIALECTS, galaxy, opengammon, studio, tabbed
from .planted import planted_files
from .test_plays import positions

ROOT = Path(engine.__file__).parents[1]
DATA = ROOT / "tests" / "data"
LEGAL = sorted((DATA / "engine" / "gnubg").glob("*.mat")) + sorted((DATA / "clubnight").glob("std_*.mat"))

if kernel.verify is not None:
    from engine.kernel import generation, transcripts

needs_kernel = pytest.mark.skipif(kernel.verify is None, reason="the kernel is not built here")
needs_compiler = pytest.mark.skipif(
    compile_command() is None or not Path(sysconfig.get_path("include"), "Python.h").exists(),
    reason="there is no C compiler here",
)


def kernel_verdict(content: bytes) -> RecordVerdict | None:
    assert kernel.verify is not None
    return kernel.verify(content, None)


def judged(content: bytes) -> RecordVerdict | None:
    try:
        return adjudicate(read(content))
    except Unreadable:
        return None


def agree(content: bytes) -> bool:
    """Whether the kernel answers; what it answers must be the verdict."""
    answer = kernel_verdict(content)
    if answer is not None:
        assert answer == judged(content), content
        assert all(type(value) is type(other) for value, other in zip(answer, judged(content), strict=True))
        # Where a match has a Crawford game whatever its record says.
        always = Options(crawford=True)
        assert vouched(content, always) in (None, adjudicate(read(content), always))
    return answer is not None


# Files.


@needs_kernel
@each("path", LEGAL)
def test_it_vouches_for_legal_files(path: Path) -> None:
    assert agree(path.read_bytes())


@needs_kernel
@each("content", planted_files().values())
def test_it_leaves_faults_to_the_engine(content: bytes) -> None:
    """All but false points in the last game, which results.py has found."""
    answer = kernel_verdict(content)
    assert answer is None or (answer == judged(content) and answer.verdict == "illegal")
    assert answer is None or [fault.code for fault in answer.violations] == ["wrong_points"]


@needs_kernel
@pytest.mark.parametrize("dialect", [known for known in DIALECTS if known is not tabbed])
def test_it_knows_the_dialects(dialect: Callable[[MatchRecord], str]) -> None:
    """OpenGammon writes every win in the left column, where some need more than a glance."""
    contents = [dialect(match(Random(seed), length=seed % 5 + 1)).encode() for seed in range(20)]
    answered = sum(agree(content) for content in contents)
    assert answered >= (10 if dialect is opengammon else 20)


@needs_kernel
@pytest.mark.parametrize("variant", ["nackgammon", "hypergammon", "hypergammon1", "hypergammon2"])
def test_it_knows_other_starting_positions(variant: str) -> None:
    tag = f'; [Variation "{variant}"]\n'
    for seed in range(10):
        text = studio(match(Random(seed), variant=variant))
        assert agree((tag + text).encode())
        assert kernel_verdict(text.encode()) is None


@needs_kernel
@pytest.mark.parametrize("start", [b"", b"\xef\xbb\xbf"])
@pytest.mark.parametrize(
    ("name", "answers"),
    [
        ("Bob", True),
        ("\u7389", True),
        ("J\u00f6rg : 7", True),
        ("B\u00a0b", False),
        ("Bo\u200bb\u202e", True),
        ("B" * 201, True),
        ("", True),
        (";x", False),
    ],
)
def test_names(name: str, answers: bool, start: bytes) -> None:
    text = galaxy(match(Random(3))).replace("Alice Ames", name)
    assert agree(start + text.encode()) == answers
    if not text.isascii() and not start:
        agree(text.encode("latin-1", errors="replace"))
        agree(text.encode("utf-16"))


@needs_kernel
@pytest.mark.parametrize(
    ("rows", "notes"),
    [
        ("1) 31: 8/5 6/5    42: 8/4 6/4\n  2)  Doubles => 2    Drops\n      Wins 1 point", []),
        ("1) 31: 8/5 6/5    42: 8/4 6/4\n  2) 53: ????\n", ["last_roll_unplayed"]),
        ("1) 31: 8/5 6/5    42:\n      Wins 1 point", ["resigned_after_roll", "early_concession"]),
        ("1) 31: 8/5 6/5    42: 8/4 6/4\n  2)  Resigns\n", ["early_concession", "result_missing"]),
        ("1) 31: 8/5 6/5\n      Wins 3 points and the match", ["early_concession"]),
        ("1) 31: 8/5 6/5\n", []),
        (
            "1) 31: 8/5 6/5    42: 8/4 6/4\n  2)  Doubles => 2    Takes\n      Wins 3 points",
            ["early_concession", "points_capped"],
        ),
    ],
)
def test_endings(rows: str, notes: list[str]) -> None:
    content = f" 3 point match\n\n Game 1\n Alice : 0    Bob : 0\n  {rows}\n".encode()
    answer = kernel_verdict(content)
    assert answer is not None
    assert answer == judged(content)
    assert [note.code for note in answer.notes] == notes


@needs_kernel
@pytest.mark.parametrize(
    ("rows", "answers"),
    [
        ("1) 31: 8/5 6/5    42: 8/4 6/4\n      Wins 7 point", False),
        ("1) 31: 8/5 6/5    42: 8/4 6/4\n  2)  Resigns\n                        Wins 7 point", False),
        ("1) 31: 8/5 6/5    42: 8/4 6/4\n  2)  Losses 7 point\n", False),
        ("1) 31: 8/5 6/5    42: 8/4 6/4\n      Wins 6 point", True),
        ("1) 31: 8/5 6/5    42: 8/4 6/4\n      Wins 8 point", True),
        ("1) 31: 8/5 6/5    42: 8/4 6/4\n  2) Doubles => 2    Takes\n      Wins 6 point", True),
    ],
)
def test_a_match_given_up_with_a_game_is_left_to_the_engine(rows: str, answers: bool) -> None:
    content = f'; [Variation "Backgammon"]\n 7 point match\n\n Game 1\n Alice : 0    Bob : 0\n  {rows}\n'
    assert agree(content.encode()) == answers


@needs_kernel
@pytest.mark.parametrize("follows", ["", " Game 2\n Alice : 2    Bob : 0\n"])
@pytest.mark.parametrize(
    "rows",
    [
        "1) 31: 8/5 6/5    42: ????\n      Wins 4016 point",
        "1) 31: 8/5 6/5    42: 8/4 6/4\n  2)  Doubles => 2    Drops\n      Wins 2 points",
    ],
)
def test_points_beyond_reason_are_put_before_the_engine(rows: str, follows: str) -> None:
    content = f" 5 point match\n\n Game 1\n Alice : 0    Bob : 0\n  {rows}\n{follows}".encode()
    assert not agree(content)  # another variant might be meant
    assert agree(b'; [Variation "Backgammon"]\n' + content) == (not follows)
    verdict = judged(content)
    assert verdict is not None
    assert [fault.code for fault in verdict.violations] == ["wrong_points"]


@needs_kernel
@pytest.mark.parametrize(
    "header",
    [
        '; [Crawford "Off"]\n 3 point match',
        '; [Jacoby "On"]\nMoney session',
        '; [Jacoby "Off"]\nMoney session',
        '; [Jacoby " No "]\n; [Beaver "Off"]\n; [AutomaticDoubles "1"]\nUnlimited match',
        '; [Crawford "no"]\n; [Variation "Backgammon"]\n 3 point match',
        '; [CubeLimit " 1 "]\n 3 point match',
        '; [TimeControl "*0"]\n; [Currency "USD"]\n 3 point match',
        '; [CubeLimit "64"]\n 4 point match',
        '; [CubeLimit "0"]\n 3 point match',
        '; [Site "galaxy"]\n16 point match',
        '; [Holland "On"]\n3 point match',
        '; [Variation "Plakoto"]\n3 point match',
        '; [Variation ""]\n; [Variation "Nackgammon"]\n3 point match',
        "0 point match",
        "9999 points match",
        "unlimited game",
        "3 pointmatch",
    ],
)
def test_headers(header: str) -> None:
    for rows in (
        "  1) 31: 8/5 6/5\n",
        "  1)  Doubles => 2    Takes\n",
        "  1) 31: 8/5 6/5    42: 8/4 6/4\n  2)  Doubles => 2    Drops\n      Wins 1 point\n",
        "  1) 31: 8/5 6/5\n   Wins 2 points\n",
        "  1) 31: 8/5 6/5\n   Wins 7 points\n",
    ):
        agree(f"{header}\n Game 1\n A : 0    B : 0\n{rows}".encode())


@needs_kernel
def test_it_knows_every_tag_that_decides_something() -> None:
    """But those of beavers and automatic doubles, which no file that it vouches for has."""

    class Asked(dict[str, str]):
        def get(self, name: str, default: object = None) -> Any:
            asked.add(name)
            return default

    asked: set[str] = set()
    read_header_rules(Asked(), 0)
    known = {name.decode() for name in transcripts.TAGS}
    assert asked - known == {"beaver", "automaticdoubles"}


# Files changed at random.

TEXTS = [path.read_bytes() for path in LEGAL[::3]] + [
    dialect(match(Random(seed), length=5)).encode() for seed in range(3) for dialect in DIALECTS
]


def changed(content: bytes, random: Random) -> bytes:
    """One small change: what a slip of the pen, a bad copy or a cheat would do."""
    numbers = list(re.finditer(rb"\d+", content))
    if not numbers:
        return content
    lines = content.split(b"\n")
    at = random.randrange(len(content))
    row, other = random.randrange(len(lines)), random.randrange(len(lines))
    number = random.choice(numbers)
    match random.randrange(9):
        case 0:
            return content[:at] + bytes([random.randrange(256)]) + content[at + 1 :]
        case 1:
            return content[:at] + content[at + random.randint(1, 3) :]
        case 2:
            return (
                content[:at] + random.choice([b" ", b"\t", b"*", b"/", b"2", b"bar/", b"\r"]) + content[at:]
            )
        case 3:
            lines[row], lines[other] = lines[other], lines[row]
        case 4:
            del lines[row]
        case 5:
            lines.insert(row, lines[other])
        case 6:
            return content[:at]
        case 7:
            new = str(max(0, int(number[0]) + random.choice([-2, -1, 1, 2]))).encode()
            return content[: number.start()] + new + content[number.end() :]
        case _:
            swap = random.choice(numbers)
            one, two = sorted([number.span(), swap.span()])
            return (
                content[: one[0]]
                + content[slice(*two)]
                + content[one[1] : two[0]]
                + (content[slice(*one)] + content[two[1] :] if one != two else content[two[1] :])
            )
    return b"\n".join(lines)


@needs_kernel
@given(st.sampled_from(TEXTS), st.integers(0, 1 << 32), st.integers(1, 3))
@settings(max_examples=examples(120), deadline=None)
def test_changed_files(content: bytes, seed: int, changes: int) -> None:
    random = Random(seed)
    for _ in range(changes):
        content = changed(content, random)
    agree(content)


@needs_kernel
@given(st.binary(max_size=60))
@example(b"")
@example(b"\xef\xbb\xbf")
@example(b"1 point match")
@example(b" 1 point match\n Game 1\n : 0   : 0\n 1) 31:\r")
@example(b" 1 point match\n Game 1\n : 0   : 0\n 1) 3")
@example(b" 1 point match\n Game 1\n : 0   : 0\n 1) 31: 8/5(4) 6/5(4)\n")
@example(b' 1 point match\n Game 1\n : 0   : 0\n; [\n; []\n; ["\n')
@example(b'; []\n; ["\n; ["]\n; [Site "]\n; [Site ""]\n1 point match\n Game 1\n : 0   : 0\n')
@settings(max_examples=examples(40), deadline=None)
def test_bytes(content: bytes) -> None:
    agree(content)
    agree(b"3 point match\nGame 1\nA : 0  B : 0\n 1) 31: 8/5 6/5  " + content)


@needs_kernel
def test_large_files_are_left_to_the_engine() -> None:
    start = b" 1 point match\n Game 1\n A : 0    B : 0\n  1) 31: 8/5 6/5\n"
    assert agree(start + b" " * 999)
    assert not agree(start + b" " * 1001)
    assert not agree(start + b"\n" * engine.MOST_BYTES)


# Generation.


def generated(position: str, dice: Roll, checkers: int) -> list[str] | None:
    assert kernel.positions is not None
    return kernel.positions(position, *dice, checkers)


@needs_kernel
@pytest.mark.parametrize("name", ["standard", "nackgammon", "hypergammon"])
def test_it_generates_the_vectors(name: str) -> None:
    for line in (DATA / "engine" / "vectors" / f"legal_plays_{name}.jsonl").read_text().splitlines():
        row = json.loads(line)
        assert generated(row["p"], ordered_roll(row["d"]), 3 if name == "hypergammon" else 15) == row["r"], (
            line
        )


@needs_kernel
@given(positions(), st.sampled_from(ROLLS))
@settings(max_examples=examples(120), deadline=None)
def test_it_generates_what_the_engine_does(position: Position, dice: Roll) -> None:
    assert generated(encode_position(position), dice, 15) == sorted(
        map(encode_position, legal_plays(position, dice))
    )


@needs_kernel
@given(st.text(alphabet="4HPwATDgc/ABMA+z", min_size=13, max_size=15), st.integers(1, 15))
@example("4HPwATDgc/ABM=", 15)
@example("4HPwATDgc/ABMB", 15)
@example("\u00e9HPwATDgc/ABMA", 15)
@example("//////////////", 15)
@example("AAAAAAAAAAAAAA", 15)
def test_it_reads_position_ids_as_the_engine_does(text: str, checkers: int) -> None:
    try:
        position = decode_position(text, checkers)
    except InvalidPosition:
        assert generated(text, (6, 5), checkers) is None
    else:
        assert generated(text, (6, 5), checkers) == sorted(
            map(encode_position, legal_plays(position, (6, 5)))
        )


@needs_kernel
@pytest.mark.parametrize(
    ("name", "variant"), [("std", "backgammon"), ("nack", "nackgammon"), ("hyper3", "hypergammon")]
)
def test_perft(name: str, variant: str) -> None:
    """From the opening, 3 deep where checkers are few or with EFFORT; a dance counts as one child."""
    expected = json.loads((DATA / "engine" / "vectors" / "perft.json").read_text())[name]
    deepest = 3 if EFFORT > 1 or variant == "hypergammon" else 2
    start = VARIANTS[variant].start_position()
    for depth, count in enumerate(expected[:deepest], 1):
        assert generation.perft(bytes(start.own), bytes(start.opponent), depth) == count


@needs_kernel
def test_errors_are_the_same_with_and_without_it() -> None:
    for arguments in [
        ("x", (3, 1)),
        ("4HPwATDgc/ABMA", (7, 1)),
        ("x", (7, 1)),
        ("4HPwATDgc/ABMA", (1, 2), "no"),
    ]:
        with pytest.raises(RuleError) as error:
            engine.legal_positions(*arguments)
        code = f"import engine\ntry: engine.legal_positions(*{arguments})\nexcept Exception as e: print(e)"
        command = [sys.executable, "-c", code]
        environment = os.environ | {"GOLDEN_KERNEL": "off"}
        assert subprocess.check_output(command, cwd=ROOT, env=environment, text=True) == f"{error.value}\n"


# Being there, or not.


def copy(directory: Path) -> Path:
    """The engine in a directory of its own."""
    shutil.copytree(ROOT / "engine", directory / "engine", ignore=shutil.ignore_patterns("__pycache__"))
    return directory / "engine" / "kernel"


def at_work(directory: Path, **environment: str) -> bool:
    """Whether a new process in this directory has the kernel; it must judge in either case."""
    code = (
        "import engine, sys; sys.stdout.write(str(engine.KERNEL));"
        "assert engine.verify(b'1 point match\\nGame 1\\nA : 0  B : 0\\n 1) 31: 8/5 6/5').verdict == 'legal'"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=directory,
        env=os.environ | environment,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout == "True"


def built(directory: Path, **environment: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "engine.kernel.build"],
        cwd=directory,
        env=os.environ | environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def test_it_can_be_switched_off() -> None:
    assert at_work(ROOT, GOLDEN_KERNEL="") == engine.KERNEL
    assert not at_work(ROOT, GOLDEN_KERNEL="off")


@needs_kernel
def test_one_built_from_other_sources_is_not_used(tmp_path: Path) -> None:
    with (copy(tmp_path) / "board.pxd").open("a") as source:
        source.write("# changed\n")
    assert not at_work(tmp_path)


@needs_kernel
def test_a_broken_one_is_not_used(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    for module in folder.glob("*.so"):
        module.unlink()  # the copy may be a link
        module.write_bytes(b"\x7fELF")
    assert not at_work(tmp_path)


@pytest.mark.long
@needs_compiler
def test_two_may_build_it_at_once(tmp_path: Path) -> None:
    folder = copy(tmp_path)
    for module in folder.glob("*.so"):
        module.unlink()
    # The last -O counts: how fast it is does not matter here.
    quick = tmp_path / "cc"
    quick.write_text(f'#!/bin/sh\nexec {(compile_command() or ["cc"])[0]} "$@" -O0\n')
    quick.chmod(0o755)
    builders = [built(tmp_path, CC=str(quick)) for _ in range(2)]
    assert [builder.communicate()[0] for builder in builders] == ["", ""]
    assert at_work(tmp_path)
    assert not list(folder.glob(".build*"))


@pytest.mark.parametrize("missing", ["compiler", "folder"])
def test_where_it_cannot_be_built_nothing_is_said(tmp_path: Path, missing: str) -> None:
    folder = copy(tmp_path)
    for module in folder.glob("*.so"):
        module.unlink()
    environment = {"PYTHONDONTWRITEBYTECODE": "1"}
    if missing == "compiler":
        environment |= {"PATH": str(tmp_path), "CC": ""}
    else:
        folder.chmod(0o555)
        if os.access(folder, os.W_OK):
            pytest.skip("root may write anywhere")
    builder = built(tmp_path, **environment)
    assert builder.communicate()[0] == ""
    assert builder.returncode == 0
    assert not at_work(tmp_path)
