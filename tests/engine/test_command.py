"""The command line and its Python twins: formats, exit statuses, standard input."""

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import engine
from engine import VARIANTS, Position
from engine.__main__ import LONGEST_LINE, main
from engine.ids.position_id import encode_position
from engine.position import make_side

from . import records
from .planted import planted_path

DATA = Path(__file__).parent.parent / "data/engine"
LEGAL = str(DATA / "gnubg/std_01p_0000.mat")
ILLEGAL = str(planted_path("m0001_short.mat"))


def run(*arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "engine", *arguments], input=stdin, capture_output=True, cwd=DATA.parents[2]
    )


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> io.BytesIO:
    """Standard input, as bytes to be filled."""
    content = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=content))
    return content


@pytest.mark.parametrize(
    ("files", "status", "verdicts"),
    [
        ([LEGAL], 0, ["legal"]),
        ([LEGAL, ILLEGAL], 1, ["legal", "illegal"]),
        ([LEGAL, "no such file", ILLEGAL], 2, ["legal", "unreadable", "illegal"]),
        ([str(DATA)], 2, ["unreadable"]),
        (["a\0b"], 2, ["unreadable"]),
    ],
)
def test_verify(
    files: list[str], status: int, verdicts: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["verify", "--json", *files]) == status
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["file"] for line in lines] == files
    assert [line["verdict"] for line in lines] == verdicts
    assert [verdict.verdict for verdict in engine.verify_files(files)] == verdicts
    assert main(["verify", *files]) == status
    text = capsys.readouterr().out
    assert all(f"{name}: {verdict}" in text for name, verdict in zip(files, verdicts, strict=True))


def test_paths_may_be_path_objects() -> None:
    [verdict] = engine.verify_files([Path(LEGAL)])
    assert verdict.file == LEGAL


def test_unreadable_files_say_why(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    bad = tmp_path / "bad.mat"
    bad.write_text("5 point match\n Game 1\n A : 0   B : 0\n  1) hello\n  2) 31: 8/5 6/5\n")
    assert main(["verify", str(bad), "missing"]) == 2
    reason = 'line 4: "hello" is neither dice such as "31:" nor a word such as "Doubles"'
    assert capsys.readouterr().out.splitlines() == [
        f"{bad}: unreadable",
        f"  {reason}",
        "missing: unreadable",
        "  the file cannot be opened: No such file or directory",
    ]
    main(["verify", "--json", str(bad)])
    answer = json.loads(capsys.readouterr().out)
    assert answer["error"] == {"code": "unreadable", "message": reason}
    assert answer["players"] is None


def test_a_verdict_for_people(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Name, result, then the faults with rule and legal plays, then the notes."""
    path = tmp_path / "x.mat"
    path.write_text("4 point match\n\n Game 1\n  : 0   Bea : 0\n  1) 66: 24/18(2) 13/7\n  2) 31:\n")
    main(["verify", str(path)])
    name, what, fault, rule, second, *more = capsys.readouterr().out.splitlines()
    assert name == f"{path}: illegal"
    assert what == "  (no name) - Bea 0-0, 4-point match, not finished, 0 games"
    where = "  game 1, turn 1, (no name): "
    assert fault == where + "the first roll of the game is 66; equal dice are thrown again (bad_dice)"
    assert rule.startswith("    rule: Each player throws one die to begin;")
    assert second == where + "66: 24/18 24/18 13/7 plays three 6s; four 6s can be played (illegal_play)"
    assert more[1].startswith("    legal: 24/18 13/7 8/2(2), 24/18 13/7(3), ")
    assert more[2] == "  game 1, turn 2, (no name): 31 was rolled out of turn (wrong_player)"
    assert more[-1] == "  note: the match is to 4 points; clubs play odd lengths (even_length)"
    main(["verify", LEGAL])
    assert ", 1-point match, won by Bot_expert_B, 1 game\n" in capsys.readouterr().out


def test_money_and_notes_for_people(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "x.mat"
    path.write_text("0 point match\n\n Game 1\n A : 1   B : 0\n  1) 31: 8/5* 6/5\n")
    main(["verify", str(path)])
    assert capsys.readouterr().out.splitlines()[1:] == [
        "  A - B 1-0, session for money, not finished, 0 games",
        "  note: game 1: the record starts at 1-0 (score_start)",
        "  note: game 1, turn 1: 31: 8/5* 6/5: a hit is marked where nothing was hit (hit_mark)",
        "  note: a session for money has no end (money_session)",
    ]


def test_standing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Where each match stands; only an unreadable file makes the status 2."""
    path = tmp_path / "x.mat"
    rows = "  1) 31: 8/5 6/5      42: 8/4 6/4\n  2) 62: 24/18 13/11   Doubles => 2\n"
    path.write_text(f"5 point match\n\n Game 1\n Ann : 0   Bea : 0\n{rows}")
    assert main(["standing", "--json", str(path), LEGAL]) == 0
    open_match, over = (json.loads(line) for line in capsys.readouterr().out.splitlines())
    assert list(open_match) == ["file", "standing"]
    assert open_match["standing"] == engine.match_standing(engine.read(path.read_bytes())).as_dict()
    assert over == {"file": LEGAL, "standing": None}
    assert main(["standing", "--json", "missing", str(path)]) == 2
    assert json.loads(capsys.readouterr().out.splitlines()[0])["error"]["code"] == "unreadable"
    assert main(["standing", "--json", "--options", '{"jacoby": true}', str(path)]) == 2
    assert json.loads(capsys.readouterr().out)["error"]["code"] == "invalid_option"


def test_a_standing_for_people(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "x.mat"
    head = "5 point match\n\n Game 1\n Ann : 0   Bea : 0\n"
    path.write_text(head + "  1) 31: 8/5 6/5      42: 8/4 6/4\n  2) 62: 24/18 13/11   Doubles => 2\n")
    main(["standing", str(path)])
    lines = capsys.readouterr().out.splitlines()
    assert lines[:5] == [
        f"{path}:",
        "  Ann - Bea 0-0, 5-point match, game 1 in progress",
        "  pips: Ann 155, Bea 161",
        "  cube: 1, offered at 2 to Ann",
        "  Bea on roll",
    ]
    assert lines[5].startswith("  GNU Backgammon ID: ")
    assert lines[6].startswith("  XGID=")
    assert lines[7] == "  play_on: the match is played on from here"
    assert lines[13] == "  award: Ann is awarded the match: the opponent forfeits it or is out of time"
    assert (
        lines[-2]
        == "  by_pips: the match is given to the leader in pips: Ann, +6546 to -5400 (not by the rules)"
    )
    path.write_text(head + "  1) 31: 8/5 6/4      42: 8/4 6/4\n  2) Doubles => 2   Takes\n  3) 62:\n")
    main(["standing", str(path), LEGAL, "missing"])
    text = capsys.readouterr().out
    assert "cube: 2, owned by Bea\n  Ann to play 62\n" in text
    assert "  the record has 1 fault: verify it first\n" in text
    assert f"{LEGAL}:\n  the match is over\nmissing:\n  unreadable: the file cannot be opened" in text
    path.write_text("0 point match\n\n Game 1\n : 0   Bea : 0\n")
    main(["standing", str(path)])
    assert "  (no name) - Bea 0-0, session for money, game 1 not begun\n" in capsys.readouterr().out


def test_standard_input(stdin: io.BytesIO, capsys: pytest.CaptureFixture[str]) -> None:
    stdin.write(Path(LEGAL).read_bytes())
    stdin.seek(0)
    assert main(["verify", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out)["file"] == "-"


def test_plays(stdin: io.BytesIO, capsys: pytest.CaptureFixture[str]) -> None:
    """One answer a line, sorted and without repeats; what makes no sense gets an error and the status 2."""
    lines = (DATA / "vectors/legal_plays_standard.jsonl").read_text().splitlines()[:40]
    cases = [json.loads(line) for line in lines]
    for case in cases:
        stdin.write(json.dumps({"position": case["p"], "dice": case["d"]}).encode() + b"\n\n")
    stdin.seek(0)
    assert main(["plays"]) == 0
    answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert answers == [{"positions": case["r"]} for case in cases]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        (b"hello", "unreadable"),
        (b"[]", "unreadable"),
        (b"5", "unreadable"),
        (b"\xff", "unreadable"),
        (b"[" * 100_000, "unreadable"),
        (b'{"position": "4HPwATDgc/ABMA"}', "unreadable"),
        (b'{"position": 5, "dice": [3, 1]}', "unreadable"),
        (b'{"position": "4HPwATDgc/ABMA", "dice": 31}', "unreadable"),
        (b'{"position": "4HPwATDgc/ABMA", "dice": [3, 1], "variant": 7}', "unreadable"),
        (b'{"position": "4HPwATDgc/ABMA", "dice": [3, 7]}', "invalid_dice"),
        (b'{"position": "4HPwATDgc", "dice": [3, 1]}', "invalid_position"),
        (b'{"position": "4HPwATDgc/ABMA", "dice": [3, 1], "variant": "chess"}', "unknown_variant"),
    ],
)
def test_plays_without_sense(
    line: bytes, code: str, stdin: io.BytesIO, capsys: pytest.CaptureFixture[str]
) -> None:
    stdin.write(line + b'\n{"position": "4HPwATDgc/ABMA", "dice": [6, 5], "variant": "backgammon"}\n')
    stdin.seek(0)
    assert main(["plays"]) == 2
    first, second = (json.loads(answer) for answer in capsys.readouterr().out.splitlines())
    assert first["error"]["code"] == code
    assert first["error"]["message"]
    assert len(second["positions"]) == 7


@pytest.mark.parametrize("length", [LONGEST_LINE - 1, LONGEST_LINE, LONGEST_LINE + 1, 3 * LONGEST_LINE])
def test_endless_lines_are_one_question_each(
    stdin: io.BytesIO, capsys: pytest.CaptureFixture[str], length: int
) -> None:
    """Whatever stands in them beyond what is read of a line."""
    line = b'{"position": "4HPwATDgc/ABMA", "dice": [3, 1]}'
    stdin.write(b"x" * length + b"\n" + line + b"\n" + line.ljust(length))
    stdin.seek(0)
    assert main(["plays"]) == 2
    answers = [list(json.loads(answer)) for answer in capsys.readouterr().out.splitlines()]
    assert answers == [["error"], ["positions"], ["positions"]]


def test_plays_of_a_variant_with_what_an_id_leaves_open(
    stdin: io.BytesIO, capsys: pytest.CaptureFixture[str]
) -> None:
    """One checker each on the 10-point: only the upper one moves. Of two on the bar, hit ones enter first."""
    rules = VARIANTS["plakoto"]
    on_ten = encode_position(
        rules.position_of_counts(Position(make_side(15, {10: 1}), make_side(15, {15: 1})), {"pinned": []})
    )
    on_bar = encode_position(Position(make_side(15, {25: 2, 10: 1}), make_side(15, {})))
    for asked in (
        {"position": on_ten, "variant": "plakoto"},
        {"position": on_ten, "variant": "plakoto", "pinned": [10]},
        {"position": on_ten, "variant": "plakoto", "pinned": [], "hit": "not asked here"},
        {"position": on_bar, "variant": "race"},
        {"position": on_bar, "variant": "race", "hit": 2},
        {"position": on_bar, "variant": "race", "hit": 3},
    ):
        stdin.write(json.dumps({"dice": [2, 1], **asked}).encode() + b"\n")
    stdin.seek(0)
    assert main(["plays"]) == 2
    unsaid, pinned, pinning, free, hit, wrong = map(json.loads, capsys.readouterr().out.splitlines())
    assert unsaid["error"]["code"] == wrong["error"]["code"] == "invalid_position"
    assert pinned == {"positions": []}
    assert len(pinning["positions"]) == 1
    assert (len(free["positions"]), len(hit["positions"])) == (5, 1)


def test_as_a_program() -> None:
    verified = run("verify", "--json", LEGAL, "-", stdin=Path(ILLEGAL).read_bytes())
    assert (verified.returncode, verified.stderr) == (1, b"")
    assert [json.loads(line)["verdict"] for line in verified.stdout.splitlines()] == ["legal", "illegal"]
    played = run("plays", stdin=b'{"position": "23YDAIBCKhWAAw", "dice": [6, 1]}\n')
    assert (played.returncode, played.stdout) == (0, b'{"positions": []}\n')
    assert run().returncode == 2
    named = run("verify", os.fsdecode(b"\xff"))
    assert (named.returncode, named.stderr) == (2, b"")
    assert run("verify", "--json", os.fsdecode(b"\xff")).returncode == 2


def test_an_answer_that_cannot_be_written() -> None:
    """A full disk is no verdict: not the status of an illegal file."""
    command = [sys.executable, "-m", "engine", "verify", str(ILLEGAL)]
    with open("/dev/full", "wb") as full:
        program = subprocess.run(
            command, cwd=DATA.parents[2], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert program.returncode == 2
    assert program.stderr == b"python -m engine: the answer cannot be written: No space left on device\n"


def test_standard_input_that_is_closed() -> None:
    command = f'"{sys.executable}" -m engine verify - <&-'
    program = subprocess.run(command, shell=True, cwd=DATA.parents[2], capture_output=True, check=False)
    assert (program.returncode, program.stdout) == (2, b"-: unreadable\n  the file is empty\n")


def test_a_reader_that_has_seen_enough() -> None:
    """Closing the pipe ends the program without a word: "| head"."""
    command = [sys.executable, "-m", "engine", "verify", *[ILLEGAL] * 400]
    with subprocess.Popen(
        command, cwd=DATA.parents[2], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        program.stdout.readline()
        program.stdout.close()
        assert program.stderr.read() == b""
    assert b"verify" in run("--help").stdout


def test_verify_by_the_options_of_an_event(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A play short of a die stands once the opponent has rolled; options for money fit no match."""
    short = tmp_path / "short.mat"
    short.write_text(records.file("0-0\n 31: 8/5 | 42: 8/4 6/4"))
    assert main(["verify", str(short)]) == 1
    assert main(["verify", "--options", '{"illegal_plays": "stand"}', LEGAL, str(short)]) == 0
    assert "(play_stands)" in capsys.readouterr().out
    for wrong in ('{"jacoby": true}', '{"variant": {"cube": false}}'):
        assert main(["verify", "--options", wrong, LEGAL]) == 2
    assert "jacoby belongs to sessions for money, not to a match to 1" in capsys.readouterr().out


@pytest.mark.parametrize("wrong", ["stand", "[]", '{"jacob": 1}', '{"crawford": 2}', "[" * 100_000])
def test_options_that_are_none(wrong: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        main(["verify", "--options", wrong, LEGAL])
    assert stopped.value.code == 2
    assert "argument --options: " in capsys.readouterr().err


def test_convert() -> None:
    sgf = run("convert", "--to", "sgf", LEGAL)
    assert (sgf.returncode, sgf.stderr) == (0, b"")
    back = run("convert", "--to", "mat", "-", stdin=sgf.stdout)
    assert back.returncode == 0
    one, two = (engine.adjudicate(engine.read(data)) for data in (Path(LEGAL).read_bytes(), back.stdout))
    assert one == two


def test_convert_writes_utf_8_whatever_the_terminal_is_set_to(tmp_path: Path) -> None:
    file = tmp_path / "names.mat"
    file.write_bytes(Path(LEGAL).read_bytes().replace(b"Bot_expert_A", "山田".encode("shift-jis")))
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    command = [sys.executable, "-m", "engine", "convert", "--to", "mat", str(file)]
    written = subprocess.run(command, capture_output=True, cwd=DATA.parents[2], env=environment).stdout
    assert " 山田 : 0" in written.decode()


def test_what_cannot_be_converted() -> None:
    for file in ("no such file", str(DATA / "README.md")):
        answer = run("convert", "--to", "mat", file)
        assert (answer.returncode, answer.stdout) == (2, b"")
        assert answer.stderr.decode().startswith(f"{file}: unreadable\n  ")
    assert run("convert", "--to", "xg", LEGAL).returncode == 2
    assert b"choose from" in run("convert", "--to", "xg", LEGAL).stderr
