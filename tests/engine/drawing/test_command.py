"""`python -m engine draw`: an identifier in, its board as SVG out."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import engine
from engine.__main__ import main
from tests.each import each

START = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"


def label(document: str | bytes) -> str:
    return ElementTree.fromstring(document).attrib["aria-label"]


def draw(*arguments: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "engine", "draw", *arguments],
        capture_output=True,
        cwd=Path(engine.__file__).parents[1],
        env={"PYTHONIOENCODING": "ascii"},
    )


def test_a_board_is_written_in_utf_8() -> None:
    answer = draw(START, "--language", "ja")
    assert answer.returncode == 0
    assert answer.stderr == b""
    assert "下側の白：24に2枚" in label(answer.stdout)


def test_what_is_no_identifier_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["draw", "nonsense"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith('nonsense: "nonsense" is no identifier')


@each(
    "arguments, words",
    [
        ([], "White at the bottom: 2 on 24, 5 on 13, 3 on 8, 5 on 6; 167 pips to go."),
        (["--play", "8/5 6/5"], "White to play 3-1. The play shown: 8/5 6/5."),
        (["--turn"], "White at the bottom: 2 on 24, 5 on 13, 3 on 8, 5 on 6; 167 pips to go."),
        (["--turn"], "Black to play 3-1."),
    ],
)
def test_what_is_asked_for_is_drawn(arguments: list[str], words: str, tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert main(["draw", START, *arguments, "--svg", str(file)]) == 0
    assert words in label(file.read_bytes())


def test_the_bottom_may_bear_off_to_the_left(tmp_path: Path) -> None:
    documents = []
    for arguments in ([], ["--left"]):
        assert main(["draw", START, *arguments, "--svg", str(tmp_path / "board.svg")]) == 0
        documents.append((tmp_path / "board.svg").read_text())
    [right, left] = documents
    assert right != left
    assert label(right) == label(left)


def test_a_variant_says_how_many_checkers_a_side_has(tmp_path: Path) -> None:
    file = tmp_path / "board.svg"
    assert main(["draw", "AACgAgAAKgAAAA", "--variant", "hypergammon", "--svg", str(file)]) == 0
    assert "A position of Hypergammon. White at the bottom: 1 on 24, 1 on 23, 1 on 22;" in label(
        file.read_text()
    )


@each(
    "arguments, words",
    [
        (["--play", "8-5"], "is not a move"),
        (["--play", "7/5"], "no checker can go from 7 to 5"),
        (["--variant", "chess"], "no variant is called"),
        (["--svg", "no such folder/board.svg"], "cannot be written"),
        (["--svg", "a\0b"], "cannot be written"),
    ],
)
def test_what_cannot_be_done_is_said(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["draw", START, *arguments]) == 2
    assert words in capsys.readouterr().err
