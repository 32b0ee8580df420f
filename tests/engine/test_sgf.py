# ruff: noqa: E501 - the tables read better with a case to a line
"""Reading and writing GNU Backgammon's SGF."""

import re
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import CODECS, MatchRecord, Unreadable, adjudicate, read
from engine.record import Beavered, Doubled, Hop, Passed, RecordedAction, Rolled, SetUp, Took, Won, Written
from engine.variants import VARIANTS
from tests.effort import examples

from .croupier import match

DATA = Path(__file__).parent.parent / "data/engine/gnubg"
HEAD = "(;FF[4]GM[6]AP[GNU Backgammon:1.07.001]MI[length:5][game:0][ws:0][bs:0]PW[Ann]PB[Bea]RU[Crawford]"


def entries(nodes: str) -> list[RecordedAction]:
    return read(f"{HEAD}\n{nodes})".encode()).games[0].entries


@pytest.mark.parametrize("path", sorted(DATA.glob("*.sgf")), ids=lambda path: path.stem)
def test_gnubg_writes_the_same_match_as_mat_and_as_sgf(path: Path) -> None:
    one, two = (adjudicate(read(each.read_bytes())).as_dict() for each in (path, path.with_suffix(".mat")))
    assert (one.pop("format"), two.pop("format")) == ("sgf", "mat")
    assert one == two


@pytest.mark.parametrize("path", sorted(DATA.glob("*.sgf")), ids=lambda path: path.stem)
def test_gnubg_files_are_written_as_they_were_read(path: Path) -> None:
    """Up to the program's name and its statistics; an empty RU says that no rule is in use."""
    text = path.read_text().replace("GNU Backgammon:1.07.001", "Golden Point").replace("RU[]", "")
    text = "".join(
        line.split("GS[M:")[0] + "\n" * ("GS[M:" in line) for line in text.splitlines(True) if line[0] != "["
    )
    again = CODECS["sgf"].write(read(path.read_bytes())).replace("RU[]", "")
    assert again.split() == text.split()


@settings(max_examples=30, deadline=None)
@given(
    st.integers(0, 10**9),
    st.sampled_from([1, 2, 3, 5]),
    st.sampled_from(["backgammon", "nackgammon", "hypergammon2"]),
)
def test_writing_and_reading_gives_the_same_match(seed: int, length: int, variant: str) -> None:
    record = match(Random(seed), length, variant)
    text = CODECS["sgf"].write(record)
    again = read(text.encode())
    assert CODECS["sgf"].write(again) == text
    verdict, expected = adjudicate(again), adjudicate(record)
    assert verdict.violations == ()
    assert (verdict.variant, verdict.players, verdict.score) == (variant, expected.players, expected.score)
    assert [(game.winner, game.points, game.cube, game.crawford) for game in verdict.games] == [
        (game.winner, game.points, game.cube, game.crawford) for game in expected.games
    ]


def test_points_are_places_for_both() -> None:
    """White's a is his ace point, Black's his 24-point; y is the bar and z off."""
    assert entries(";W[32mkxu];B[65aggl];W[62];B[66yxgzzz]") == [
        RecordedAction(1, 0, Rolled((3, 2), (Hop(13, 11), Hop(24, 21)))),
        RecordedAction(1, 1, Rolled((6, 5), (Hop(24, 18), Hop(18, 13)))),
        RecordedAction(2, 0, Rolled((6, 2), (), Written.NOTHING)),
        RecordedAction(2, 1, Rolled((6, 6), (Hop(25, 1), Hop(18, 0), Hop(0, 0)))),
    ]


def test_rows_are_numbered_as_a_mat_prints_them() -> None:
    """Black opens on the right of row 1; an answer to Black's double stands on the left of the next row."""
    nodes = ";B[31qttu]A[0][x E ver 3]DA[E]LU[+0.1]C[a \\] b];W[13xwxu];B[double];W[take];B[62qw];W[double];B[drop]"
    assert [(entry.turn, entry.player) for entry in entries(nodes)] == [
        (1, 1), (2, 0), (2, 1), (3, 0), (3, 1), (4, 0), (4, 1),
    ]  # fmt: skip
    assert [entry.action for entry in entries(nodes)][1:] == [
        Rolled((3, 1), (Hop(24, 23), Hop(24, 21))),
        Doubled(2), Took(), Rolled((6, 2), (Hop(8, 2),)), Doubled(4), Passed(),
    ]  # fmt: skip


def test_a_double_doubled_is_a_beaver() -> None:
    text = (
        HEAD.replace("length:5", "length:0").replace("Crawford", "Jacoby")
        + "CV[2];W[21xvhg];B[double];W[double];B[double];W[take])"
    )
    game = read(text.encode()).games[0]
    assert [entry.action for entry in game.entries[1:]] == [Doubled(4), Beavered(8), Beavered(16), Took()]
    assert game.cube == 2
    assert read(CODECS["sgf"].write(read(text.encode())).encode()).games[0] == game


def test_dice_that_were_thrown_and_not_played() -> None:
    rolled = Rolled((6, 2), (), Written.NOTHING)
    assert entries(";PL[B]DI[26]") == [RecordedAction(1, 1, rolled)]
    assert entries(";W[31hefe];PL[B]DI[62];B[62qwqs]")[1:] == [
        RecordedAction(1, 1, Rolled((6, 2), (Hop(8, 2), Hop(8, 6))))
    ]
    assert entries(";PL[W]DI[62];W[double]") == [
        RecordedAction(1, 0, rolled),
        RecordedAction(2, 0, Doubled(2)),
    ]


def test_a_position_set_up() -> None:
    nodes = ";PL[B]AE[a:y]AW[f][f][y]AB[t][a]CV[4]CP[b];B[61tzaf]"
    first, second = entries(nodes)
    assert isinstance(first.action, SetUp)
    assert first.action.boards is not None
    white, black = first.action.boards
    assert (white[6], white[25], white[0]) == (2, 1, 12)
    assert (black[5], black[24], black[0]) == (1, 1, 13)
    assert (first.action.cube, first.action.owner, first.action.on_roll) == (4, 1, 1)
    assert second == RecordedAction(1, 1, Rolled((6, 1), (Hop(5, 0), Hop(24, 19))))
    record = read(f"{HEAD}{nodes})".encode())
    assert read(CODECS["sgf"].write(record).encode()).games == record.games
    crowd = entries(f";AW{'[f]' * 16}")[0].action
    assert isinstance(crowd, SetUp)
    assert crowd.boards is None


@pytest.mark.parametrize(
    ("header", "attributes"),
    [
        ("RU[Crawford]", {"crawford": True, "jacoby": False, "cube_limit": None, "variant": "backgammon", "length": 5}),
        ("RU[NoCube]", {"crawford": False, "cube_limit": 1}),
        ("RU[Crawford:CrawfordGame:Nackgammon]", {"variant": "nackgammon", "tags": {"variation": "nackgammon"}}),
        ("RU[Crawford:Hypergammon1]", {"variant": "hypergammon1"}),
        ("EV[Big \\] one]RO[1\n2]DT[2026-01-31]PC[Here]AN[Me]WR[1,2]", {"tags": {
            "event": "Big ] one", "round": "1 2", "eventdate": "2026.01.31", "site": "Here", "transcriber": "Me", "player 1 elo": "1,2",
        }}),
    ],
)  # fmt: skip
def test_header(header: str, attributes: dict[str, object]) -> None:
    record = read((HEAD.replace("RU[Crawford]", header) + ")").encode())
    assert {name: getattr(record, name) for name in attributes} == attributes
    assert read(CODECS["sgf"].write(record).encode()) == record


def test_the_crawford_game_and_the_result() -> None:
    text = (
        HEAD.replace("RU[Crawford]", "RU[Crawford:CrawfordGame]RE[B+4R]").replace("ws:0", "ws:4")
        + ";W[31hefe])"
    )
    game = read(text.encode()).games[0]
    assert (game.number, game.score, game.crawford) == (1, (4, 0), True)
    assert game.entries[-1] == RecordedAction(1, 1, Won(4))


def test_encodings() -> None:
    for charset in ("UTF-8", "ISO-8859-1", "Shift_JIS", "no-such-thing"):
        name = "山田" if charset == "Shift_JIS" else "Zoë"
        data = HEAD.replace("PW[Ann]", f"CA[{charset}]PW[{name}]") + ")"
        assert read(data.encode("utf-8" if charset.startswith("no") else charset)).players == (name, "Bea")
    assert read(b"\xef\xbb\xbf \r\n" + HEAD.encode() + b")").players == ("Ann", "Bea")
    assert read(HEAD.replace("Ann", "Jörg").encode("latin-1") + b")").players[0] == "Jörg"


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("(;GM[1])", 1, "GM[1] is another game; GM[6] is backgammon"),
        ("(;FF[4]PW[a])", 1, "GM[1] is another game"),
        (HEAD, 1, 'the last game breaks off: ")" is expected'),
        (HEAD + "\n;W[31he", 2, '"W[31he" is no property'),
        (HEAD + "\n;W[31heA])", 2, '"31heA" is neither a roll'),
        (HEAD + "\n;W[resign])", 2, '"resign" is neither a roll such as 31hefe nor double, take or drop'),
        (HEAD + "\n;PL[W]DI[x])", 2, "DI[x] is not a roll such as DI[31]"),
        (HEAD + "))", 1, '")" stands without "("'),
        (HEAD + ")\nhello", 2, '"hello" is no property'),
        (HEAD + ")\nhello[x]", 2, 'a game begins with "(;"'),
        (HEAD + ")\n" + HEAD.replace("length:5", "length:7") + ")", 2, "a second match begins; a file holds one"),
        (HEAD.replace("Crawford", "Crawford:Chessgammon") + ")", 1, "Chessgammon"),
        ("(;A[1]" * 101, 1, "variations are nested more than 100 deep"),
        (HEAD + ";" * 20_001 + ")", 1, "more than 20000 nodes"),
        (HEAD + "A" + "[]" * 200_001 + ")", 1, "more than 200000 values"),
    ],
)  # fmt: skip
def test_unreadable(text: str, line: int, message: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read(text.encode())
    assert message.lower() in str(refusal.value).lower()
    assert refusal.value.line == line


def test_of_variations_the_first_is_the_game() -> None:
    assert len(entries(";W[31hefe](;B[62qwqs](;W[11])(;W[22];B[33]))(;B[66])")) == 3


def test_hostile_files_are_answered_quickly() -> None:
    million = 1_000_000
    for text in (
        HEAD + "C[" + "\\" * million,
        HEAD + "C[" + "a" * million,
        HEAD + "AE" + "[a:y]" * 199_000 + ")",
        HEAD + ";AE[a:y]" * 19_000 + ")",
        HEAD + ";B[11]" * 19_000 + ")",
        "(;" + "A" * million,
        "(;GM[6]" + " " * million,
        HEAD + "AW" + "[f]" * 199_000 + ")",
        HEAD + "A[]" * 199_000 + ")",
        HEAD + "A[]" * 1_300_000 + ")",
        HEAD + "(;W[11])" * 19_000 + ")",
        HEAD + ")" + (HEAD + ")") * 8_000,
    ):
        started = time.process_time()
        with suppress(Unreadable):
            adjudicate(read(text.encode()))
        assert time.process_time() - started < 4, text[:120]


def test_an_analysed_match_fits() -> None:
    """GNU Backgammon keeps up to some thirty candidates a play: 1.5 MB for a match to 13."""
    path = max(DATA.glob("*.sgf"), key=lambda path: path.stat().st_size)
    plain = path.read_bytes()
    candidate = b"[xvnl E ver 3 0C 0.491 0.128 0.005 0.133 0.005 -0.029 0.011 0 0.000000]"
    analysed = re.sub(rb"(;[WB]\[\d\d[^]]*\])", rb"\1A[0]" + candidate * 60, plain)
    assert len(analysed) > 1_500_000
    assert adjudicate(read(analysed)) == adjudicate(read(plain))


@settings(max_examples=examples(120), deadline=None)
@given(st.sampled_from(sorted(DATA.glob("*.sgf"))), st.randoms(use_true_random=False), st.integers(1, 6))
def test_damaged_files_are_judged_or_unreadable(path: Path, random: Random, damages: int) -> None:
    data = bytearray(path.read_bytes())
    for _ in range(damages):
        at = random.randrange(len(data))
        match random.randrange(4):
            case 0:
                data[at] = random.randrange(256)
            case 1:
                del data[at : at + random.randrange(1, 40)]
            case 2:
                data[at:at] = random.choice(
                    [b";", b"(", b")", b"]", b"\\", b"W[66]", b"CV[3]", b"AW[a]", b"B[double]"]
                )
            case 3:
                other = random.randrange(len(data))
                data[at:at] = data[other : other + 60]
    try:
        record = read(bytes(data))
    except Unreadable:
        return
    adjudicate(record).as_dict()
    for name in ("sgf", "mat"):
        CODECS[name].write(record)


def test_every_variant_has_a_name_in_sgf() -> None:
    """What RU calls it is read back; the others are called by their codes."""
    for variant in VARIANTS:
        record = MatchRecord("sgf", variant, 3, ("Ann", "Bea"))
        record.games = read(f"{HEAD})".encode()).games
        assert variant == "backgammon" or read(CODECS["sgf"].write(record).encode()).variant == variant


def test_a_double_after_a_take_is_no_beaver() -> None:
    record = read((HEAD + ";W[31hefe];B[42hdfd];W[double];B[take];B[double])").encode())
    assert [entry.action for entry in record.games[0].entries[2:]] == [Doubled(2), Took(), Doubled(4)]
