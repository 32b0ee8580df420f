# ruff: noqa: E501 - the tables read better with a case to a line
"""Reading .mat files in all dialects, and refusing what is none."""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import CODECS, MOST_BYTES, MatchRecord, Unreadable, adjudicate, read
from engine.record import (
    Beavered,
    Declined,
    Doubled,
    Hop,
    Passed,
    RecordedAction,
    Resigned,
    Rolled,
    SetUp,
    Took,
    Won,
    Written,
)
from tests.each import each
from tests.effort import examples

from .croupier import match
from .dialects import DIALECTS, extreme, opengammon

DATA = Path(__file__).parent.parent / "data/engine"
HEAD = "5 point match\n\n Game 1\n A : 0   B : 0\n"


def entries(rows: str) -> list[RecordedAction]:
    return read((HEAD + rows).encode()).games[0].entries


def hops(*pairs: tuple[int, int]) -> tuple[Hop, ...]:
    return tuple(Hop(*pair) for pair in pairs)


@settings(max_examples=30, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from([1, 2, 3, 5]))
def test_writing_and_reading_gives_the_same_record(seed: int, length: int) -> None:
    record = match(Random(seed), length)
    text = CODECS["mat"].write(record)
    again = read(text.encode())
    assert again == record
    assert CODECS["mat"].write(again) == text


def test_writing_what_matches_do_not_have() -> None:
    """Beavers, plays that are unknown or illegal, and words for no play."""
    rows = "  1)  Doubles => 2                Beavers => 4\n  2) 31: ????                    42: Illegal play\n  3) 11: Cannot Move\n"
    record = read((HEAD + rows).encode())
    assert read(CODECS["mat"].write(record).encode()) == record
    assert rows.splitlines()[1] in CODECS["mat"].write(record)


@pytest.mark.parametrize("dialect", DIALECTS)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_dialects(dialect: Callable[[MatchRecord], str], seed: int) -> None:
    """A match reads the same in every dialect: the same games to the same players, all legal."""
    record = match(Random(seed), 3)
    expected = adjudicate(record)
    verdict = adjudicate(read(dialect(record).encode()))
    assert verdict.violations == ()
    assert tuple(name.partition(",")[0] for name in verdict.players or ()) == expected.players
    assert [(game.winner, game.points) for game in verdict.games] == [
        (game.winner, game.points) for game in expected.games
    ]
    assert verdict.score == expected.score


@each("path", sorted((DATA / "gnubg").glob("*.mat")))
def test_gnubg_files_are_written_as_they_were_read(path: Path) -> None:
    """Up to the spelling of the header and blanks at line ends."""
    text = path.read_text()
    written = CODECS["mat"].write(read(path.read_bytes()))
    one, two = (
        [line.rstrip() for line in each.splitlines() if line.strip() and line[0] != ";"]
        for each in (text, written)
    )
    assert one == two


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        pytest.param(
            "  1)                             65: 24/18 18/13 \n",
            [RecordedAction(1, 1, Rolled((6, 5), hops((24, 18), (18, 13))))],
            id="the right player opens",
        ),
        pytest.param(
            " 11) 11: 13/12* 13/12 13/12 13/12 51: 25/20 11/10*\n",
            [
                RecordedAction(11, 0, Rolled((1, 1), (Hop(13, 12, True), *hops((13, 12), (13, 12), (13, 12))))),
                RecordedAction(11, 1, Rolled((5, 1), (Hop(25, 20), Hop(11, 10, True)))),
            ],
            id="the left cell overflows",
        ),
        pytest.param(
            "  9) 62:                         13: 8/5 6/5\n",
            [RecordedAction(9, 0, Rolled((6, 2), (), Written.NOTHING)), RecordedAction(9, 1, Rolled((3, 1), hops((8, 5), (6, 5))))],
            id="a dance, and the lower die first",
        ),
        pytest.param("  3) 62:\n", [RecordedAction(3, 0, Rolled((6, 2), (), Written.NOTHING))], id="only the left player"),
        pytest.param(
            " 24)  Doubles => 2                Drops\n      Wins 1 point\n",
            [RecordedAction(24, 0, Doubled(2)), RecordedAction(24, 1, Passed()), RecordedAction(24, 0, Won(1))],
            id="passed by the right player",
        ),
        pytest.param(
            "  7)  Drops                       Wins 1 point and the match\n",
            [RecordedAction(7, 0, Passed()), RecordedAction(7, 1, Won(1, True))],
            id="passed by the left player",
        ),
        pytest.param(
            "  3)  Takes                      41: 8/7\n                                  Wins 2 points\n",
            [RecordedAction(3, 0, Took()), RecordedAction(3, 1, Rolled((4, 1), hops((8, 7)))), RecordedAction(3, 1, Won(2))],
            id="won by the right player",
        ),
        pytest.param(
            "  3) Doubles => 4                      Takes\n",
            [RecordedAction(3, 0, Doubled(4)), RecordedAction(3, 1, Took())],
            id="no blank before the words",
        ),
        pytest.param(
            "  4) 53: Cannot Move                    61: ????\n",
            [
                RecordedAction(4, 0, Rolled((5, 3), (), Written.CANNOT_MOVE)),
                RecordedAction(4, 1, Rolled((6, 1), (), Written.UNKNOWN)),
            ],
            id="words after the dice",
        ),
        pytest.param(
            "  4) 62: Concedes                      \n      \n",
            [RecordedAction(4, 0, Rolled((6, 2), (), Written.NOTHING)), RecordedAction(4, 0, Resigned())],
            id="conceded after the roll",
        ),
        pytest.param(
            "  4) 11: 8/7(4)                  62: Concedes\n",
            [
                RecordedAction(4, 0, Rolled((1, 1), hops(*[(8, 7)] * 4))),
                RecordedAction(4, 1, Rolled((6, 2), (), Written.NOTHING)),
                RecordedAction(4, 1, Resigned()),
            ],
            id="conceded after the roll at the right",
        ),
        pytest.param(
            "  4) 62:                         Resigns\n",
            [RecordedAction(4, 0, Rolled((6, 2), (), Written.NOTHING)), RecordedAction(4, 1, Resigned())],
            id="the other player resigns",
        ),
        pytest.param(
            "  4) 62:   Resigns\n",
            [RecordedAction(4, 0, Rolled((6, 2), (), Written.NOTHING)), RecordedAction(4, 1, Resigned())],
            id="three blanks make a column",
        ),
        pytest.param(
            " 36)  Losses 3 point                                               Wins 3 point and the match\n",
            [RecordedAction(36, 0, Resigned(3)), RecordedAction(36, 1, Won(3, True))],
            id="both results in a row",
        ),
        pytest.param(
            " 33) 63: 4/0 4/1                 64: 25/21 25/19\nLosses 2 point\n\n      Wins 2 point\n",
            [
                RecordedAction(33, 0, Rolled((6, 3), hops((4, 0), (4, 1)))),
                RecordedAction(33, 1, Rolled((6, 4), hops((25, 21), (25, 19)))),
                RecordedAction(33, 0, Won(2)),
            ],
            id="the loss without a column says nothing",
        ),
        pytest.param(
            "  1) 21:       Wins 1 point\n",
            [RecordedAction(1, 0, Rolled((2, 1), (), Written.NOTHING)), RecordedAction(1, 0, Won(1))],
            id="the opponent gives up before the roll is played",
        ),
        pytest.param(
            "  1) 21:                         Wins 1 point\n",
            [RecordedAction(1, 0, Rolled((2, 1), (), Written.NOTHING)), RecordedAction(1, 1, Won(1))],
            id="the roll is not played but given up",
        ),
        pytest.param("   Wins 5 points and the match\n", [RecordedAction(0, 0, Won(5, True, placed=False))], id="no column"),
        pytest.param(
            "  1) 54: Illegal play (4HPwATDgc/ABMA 31: x)   61: 8/2\n",
            [RecordedAction(1, 0, Rolled((5, 4), (), Written.ILLEGAL)), RecordedAction(1, 1, Rolled((6, 1), hops((8, 2))))],
            id="illegal by its own account",
        ),
        pytest.param(
            "  2)  Doubles => 2                Beavers => 4\n  3) raccoons => 8\n",
            [RecordedAction(2, 0, Doubled(2)), RecordedAction(2, 1, Beavered(4)), RecordedAction(3, 0, Beavered(8))],
            id="beavers",
        ),
        pytest.param(
            "  1)\t31: 8/5\t\t42: 8/4\n  2)\t52:\n  3)\t\t61: 8/2\n",
            [
                RecordedAction(1, 0, Rolled((3, 1), hops((8, 5)))),
                RecordedAction(1, 1, Rolled((4, 2), hops((8, 4)))),
                RecordedAction(2, 0, Rolled((5, 2), (), Written.NOTHING)),
                RecordedAction(3, 1, Rolled((6, 1), hops((8, 2)))),
            ],
            id="tabs",
        ),
        pytest.param(
            "  1) 31: 8/5\t42: 8/4\n  2)\t61: 8/2\n",
            [
                RecordedAction(1, 0, Rolled((3, 1), hops((8, 5)))),
                RecordedAction(1, 1, Rolled((4, 2), hops((8, 4)))),
                RecordedAction(2, 1, Rolled((6, 1), hops((8, 2)))),
            ],
            id="a tab between the columns only",
        ),
        pytest.param("  1)\t\t61: 8/2\n", [RecordedAction(1, 1, Rolled((6, 1), hops((8, 2))))], id="two tabs"),
        pytest.param("  1)\t61: 8/2\n", [RecordedAction(1, 0, Rolled((6, 1), hops((8, 2))))], id="one tab"),
        pytest.param("  1)\n  2)    \n", [], id="empty rows"),
        pytest.param("; a comment\n  1) 31: 8/5\n", [RecordedAction(1, 0, Rolled((3, 1), hops((8, 5))))], id="a comment"),
    ],
)  # fmt: skip
def test_rows(rows: str, expected: list[RecordedAction]) -> None:
    assert entries(rows) == expected


@pytest.mark.parametrize(
    ("line", "players", "score"),
    [
        (" Bot_A : 0                      Bot_B : 12", ("Bot_A", "Bot_B"), (0, 12)),
        (" Owen Talbot: 0                      Dana Ellery: 3", ("Owen Talbot", "Dana Ellery"), (0, 3)),
        ("  : 0   bea : 1", ("", "bea"), (0, 1)),
        (" ;a : 0                         [b] : 1", (";a", "[b]"), (0, 1)),
        ('; [Time "12:30"]\n; at 12: 30\n A : 0   B : 1', ("A", "B"), (0, 1)),
        (" lasse : 2    : 0", ("lasse", ""), (2, 0)),
        (" A: the : 1st : 2    B : 2 : 3", ("A: the : 1st", "B : 2"), (2, 3)),
        (" zoonk,1666 : 0\tnori,1699 : 1", ("zoonk,1666", "nori,1699"), (0, 1)),
        (
            " A_name_of_more_than_thirty_letters : 0Other : 1",
            ("A_name_of_more_than_thirty_letters", "Other"),
            (0, 1),
        ),
        (" 山田 : 0     Ω Œ : 1", ("山田", "Ω Œ"), (0, 1)),
    ],
)
def test_players(line: str, players: tuple[str, str], score: tuple[int, int]) -> None:
    record = read(f" 7 point match\n\n Game 2\n{line}\n".encode())
    assert record.players == players
    assert record.games[0].score == score
    assert record.games[0].number == 2


def test_encodings() -> None:
    text = " 1 point match\r\n\r\n Game 1\r\n Zoë : 0     Jürgen : 0\r\n  1) 31: 8/5 6/5\r\n"
    for data in (
        text.encode(),
        text.encode("utf-8-sig"),
        text.encode("latin-1"),
        text.encode("utf-16"),
        text.replace("\r\n", "\r").encode(),
    ):
        record = read(data)
        assert record.players == ("Zoë", "Jürgen")
        assert len(record.games[0].entries) == 1
        assert not record.open_end


@pytest.mark.parametrize(
    ("header", "attributes"),
    [
        ("", {"crawford": True, "jacoby": False, "cube_limit": None, "variant": "backgammon", "length": 5}),
        ('; [Variation "Backgammon"]\n; [Crawford "Off"]\n', {"crawford": False}),
        ('; [CubeLimit "64"]\n; [Jacoby "On"]\n', {"cube_limit": 64, "jacoby": True}),
        ('; [CubeLimit "many"]\n', {"cube_limit": None}),
        ('; [Site "BackgammonGalaxy"]\n', {"jacoby": False}),
        ('; [Event "The "big" one"]\n', {"tags": {"event": 'The "big" one'}}),
        ("; nothing [to see]\n;\n; [Blank]\n", {"tags": {"blank": ""}}),
    ],
)  # fmt: skip
def test_header(header: str, attributes: dict[str, object]) -> None:
    record = read((header + HEAD).encode())
    assert {name: getattr(record, name) for name in attributes} == attributes


def test_sessions() -> None:
    """A session for money, and the "16 point match" that Backgammon Galaxy writes for one."""
    for text in ("0 point match", "Unlimited match", " Money session"):
        record = read(HEAD.replace("5 point match", text).encode())
        assert (record.length, record.jacoby) == (0, True)
    galaxy = '; [Site "BackgammonGalaxy"]\n' + HEAD.replace("5 point", "16 point")
    assert read(galaxy.encode()).jacoby


@pytest.mark.parametrize("cell", ["31: 8/5 6/5", "31: Cannot Move", "Takes", "Wins 2 points"])
def test_a_lone_cell_belongs_to_the_column_it_starts_in(cell: str) -> None:
    """The right column begins twenty characters after the row's number, or after the margin of a bare line."""
    for blanks, player in ((0, 0), (1, 0), (19, 0), (20, 1), (40, 1)):
        assert [entry.player for entry in entries("  1)" + " " * blanks + cell + "\n")] == [player]
    bare = [entries(" " * blanks + "Wins 2 points\n")[0] for blanks in (4, 5, 19, 20)]
    assert [entry.player for entry in bare] == [0, 0, 0, 1]
    assert [entry.action.placed for entry in bare if isinstance(entry.action, Won)] == [
        False,
        True,
        True,
        True,
    ]


def test_turns_are_counted_from_the_start_in_every_game() -> None:
    record = read((HEAD + " 19) 31: 8/5\n Game 2\n A : 0  B : 0\n      Wins 1 point\n").encode())
    assert record.games[1].entries == [RecordedAction(0, 0, Won(1))]


def test_a_position_set_up() -> None:
    """As eXtreme Gammon writes it: capitals for the left player, in the order of his points."""
    after = "; Set Pos=a-----E-C---eD---c-e----B-/-1\n"
    (entry,) = entries(after)
    assert isinstance(entry.action, SetUp)
    assert entry.action.boards is not None
    left, right = entry.action.boards
    assert (left[6], left[8], left[13], left[24], left[25], left[0]) == (5, 3, 4, 2, 0, 1)
    assert (right[25], right[13], right[8], right[6], right[24], right[0]) == (1, 5, 3, 5, 0, 1)
    assert (entry.action.cube, entry.action.owner) == (2, 0)
    assert entries("; Set Pos=x\n") == [RecordedAction(0, 0, SetUp())]
    assert entries(f"; Set Pos={'A' * 26}/0\n") == [RecordedAction(0, 0, SetUp())]
    assert not read((after + HEAD).encode()).games[0].entries


def test_the_starting_position_set_up_is_none() -> None:
    start = "; Set Pos=-b----E-C---eE---c-e----B-/0\n"
    assert entries(start) == []
    assert [type(entry.action) for entry in entries("  1) 31: 8/5 6/5\n" + start)] == [Rolled, SetUp]


def test_a_resignation_declined() -> None:
    assert entries("  1)  Resigns                     Declines\n") == [
        RecordedAction(1, 0, Resigned()),
        RecordedAction(1, 1, Declined()),
    ]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("", None, "the file is empty"),
        (" \n\t\n", None, "the file is empty"),
        ("Hello\n", None, "no known format"),
        ("<html>5 point match</html>", None, "no known format"),
        ("5 point match\n", None, "no game follows the header"),
        ("5 point match\n\nGame 1\n", None, "no game follows the header"),
        ("5 point match\nhello\n Game 1\n", 2, '"hello" is not expected before the first game'),
        ("5 point match\n Game 1\n Game 2\n A : 0  B : 0\n", 3, "the players and the score are expected before the next"),
        ("5 point match\n Game 1\n A 0  B 0\n 1) 31:\n", 3, '"A 0  B 0" is not the players and the score'),
        ("5 point match\n Game 1\n A : 0  B : x\n 1) 31:\n", 3, "is not the players and the score"),
        ("5 point match\n Game 1\n A : 0  B : 1234567\n 1) 31:\n", 3, "is not the players and the score"),
        ("5 point match\n Game 1\n A : ٣   B : ٣\n 1) 31:\n", 3, "is not the players and the score"),
        (HEAD + "  1) 31: 8/5 6/x\n\n  2) 31:\n", 5, '"6/x" is not a move'),
        (HEAD + "  1) hello\n  2) 31:\n", 5, '"hello" is neither dice such as "31:" nor a word such as "Doubles"'),
        (HEAD + "  1) hello 31: 8/5\n  2) 31:\n", 5, '"hello" is neither dice'),
        (HEAD + "hello\n  2) 31:\n", 5, '"hello" is neither dice'),
        (HEAD + "  1) 31: 8/5 6/5   42: 8/4 6/4   11: 8/7\n  2) 31:\n", 5, "a row has two columns; this one has more"),
        (HEAD + "  1)  Doubles\n  2) 31:\n", 5, '"Doubles" lacks its number'),
        (HEAD + "  1)  Doubles => many\n  2) 31:\n", 5, '"Doubles => many" is not understood'),
        (HEAD + "  1)  Wins 2\n  2) 31:\n", 5, '"Wins 2" is not a result: "Wins 2 points" is expected'),
        (HEAD + "\n7 point match\n  2) 31:\n", 6, "a second match begins; a file holds one"),
        (HEAD + "x" * 1001 + "\n  2) 31:\n", 5, "1001 characters; a row of a transcript has fewer than 100"),
        (HEAD + "  1) 31: 8/5\x00\n  2) 31:\n", 5, "this is not text"),
        ('; [Variation "Chess"]\n' + HEAD, None, 'no variant is called "Chess": known are backgammon'),
    ],
)  # fmt: skip
def test_unreadable(text: str, line: int | None, message: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read(text.encode())
    assert message in str(refusal.value)
    assert refusal.value.line == line
    assert refusal.value.code == "unreadable"
    if line is not None:
        assert str(refusal.value).startswith(f"line {line}: ")


@pytest.mark.parametrize(
    "cut",
    [
        "  2) 4",
        "  2) 31: 8/",
        "  2) 31: 8/5 6/5        42: 13/",
        " 2)  Doub",
        " Game 2\n A : 2  B",
        " Game 2",
    ],
)
def test_a_record_cut_in_its_last_row_keeps_what_came_before(cut: str) -> None:
    for text in (cut, cut + "\n"):
        record = read((HEAD + "  1) 31: 8/5 6/5              42: 8/4 6/4\n" + text).encode())
        assert record.cut
        assert len(record.games) == 1
        assert [entry.turn for entry in record.games[0].entries][:2] == [1, 1]


def test_big_and_strange_files_are_refused_quickly() -> None:
    """Whatever they hold: binary, one endless line, or text made to keep a pattern matcher busy."""
    million = 1_000_000
    files = [
        b"\x00\xff" * (5 * million),
        b"5 point match\n" + b" " * million,
        b" " * million + b"5 point match",
        b"5 point match\n Game 1\n" + b"A : 0" * 200_000,
        HEAD.encode() + b"  1) " + b"8/5 " * 200_000,
        HEAD.encode() + (b": " * 400 + b"\n Game 2\n") * 1200,
        HEAD.encode() + b"  1) 31: 8/5 6/5\n" * 60_000,
        HEAD.encode() + b"  1) 31:                       Wins 1 point\n" * 9_990,
        HEAD.encode() + (b"  1) " + b"illegal play (" * 60 + b"\n") * 1000,
        (b"Game" + b" " * 900 + b"x\n") * 1000,
        b"5 point match\n" + (b"; [" + b'a"' * 400 + b"]\n") * 1200,
        HEAD.encode() + b"Game 2\nA : 0  B : 0\n" * 40_000,
        HEAD.encode() + (b"  1)" + b" " * 990 + b"x\n") * 1000,
        HEAD.encode() + (b"  1)" + b"1:2" * 300 + b"\n") * 1000,
        bytes(range(256)) * 4000,
    ]  # fmt: skip
    for data in files:
        started = time.process_time()
        with suppress(Unreadable):
            adjudicate(read(data))
        assert time.process_time() - started < 5, data[:60]
    with pytest.raises(Unreadable, match=f"more than {MOST_BYTES} bytes; no transcript"):
        read(files[0])


@settings(max_examples=examples(120), deadline=None)
@given(st.binary(max_size=300))
def test_noise_is_unreadable(data: bytes) -> None:
    with pytest.raises(Unreadable):
        read(data)


MATS = [path.read_bytes() for path in sorted((DATA / "gnubg").glob("std_0[1-5]p_*.mat"))]
MATS += [dialect(match(Random(seed), 3)).encode() for dialect in DIALECTS for seed in (1, 2)]


@settings(max_examples=examples(200), deadline=None)
@given(st.sampled_from(MATS), st.randoms(use_true_random=False), st.integers(0, 6))
def test_damaged_files_are_judged_or_unreadable(data: bytes, random: Random, damages: int) -> None:
    """Bytes changed, lines dropped, doubled, swapped or cut: nothing but Unreadable is ever raised."""
    lines = data.split(b"\n")
    for _ in range(damages):
        at = random.randrange(len(lines))
        match random.randrange(6):
            case 0:
                lines[at : at + 1] = []
                lines = lines or [b""]
            case 1:
                lines.insert(at, random.choice(lines))
            case 2:
                other = random.randrange(len(lines))
                lines[at], lines[other] = lines[other], lines[at]
            case 3 if lines[at]:
                place = random.randrange(len(lines[at]))
                lines[at] = lines[at][:place] + bytes([random.randrange(256)]) + lines[at][place + 1 :]
            case 4:
                lines[at] = lines[at][: random.randrange(len(lines[at]) + 1)]
            case 5:
                place = random.randrange(len(lines[at]) + 1)
                word = random.choice(
                    [b"Takes", b"Drops", b" Doubles => 2", b"66:", b"0", b"Wins 2 points", b"????"]
                )
                lines[at] = lines[at][:place] + word + lines[at][place:]
    try:
        record = read(b"\n".join(lines))
    except Unreadable:
        return
    verdict = adjudicate(record)
    assert verdict.verdict == ("illegal" if verdict.violations else "legal")
    verdict.as_dict()
    CODECS["mat"].write(record)


@settings(max_examples=examples(120), deadline=None)
@given(st.sampled_from(MATS), st.floats(0, 1))
def test_a_truncated_record_is_never_illegal(data: bytes, part: float) -> None:
    """Unreadable, or legal and incomplete, or the match was over before the cut."""
    cut = data[: int(len(data) * part)]
    try:
        verdict = adjudicate(read(cut))
    except Unreadable:
        return
    assert verdict.violations == ()


def test_opengammon_wins_have_no_column() -> None:
    """Every winner is written at the left; the board, the pass or the resignation tells whose win it is."""
    for seed in range(12):
        record = match(Random(seed), 1)
        verdict = adjudicate(read(opengammon(record).encode()))
        assert verdict.winner == adjudicate(record).winner


def test_extreme_gammon_writes_a_byte_order_mark() -> None:
    data = extreme(match(Random(3), 1)).encode()
    assert data.startswith(b"\xef\xbb\xbf;")
    assert CODECS["mat"].recognises_file(data)


def test_a_header_without_semicolons() -> None:
    record = read(('[Variation "NackGammon"]\n[Site "Here"]\n' + HEAD + "[a remark]\n").encode())
    assert (record.variant, record.tags["site"], record.games[0].entries) == ("nackgammon", "Here", [])
