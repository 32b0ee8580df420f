# ruff: noqa: E501 - the tables read better with a case to a line
"""OGXM: files of others read, own ones written, and whatever else is in a file."""

import hashlib
import struct
import zlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    CODECS,
    InvalidOption,
    MatchRecord,
    Options,
    Unreadable,
    adjudicate,
    convert_bytes,
    read,
    verify,
)
from engine.codecs import PACKED
from engine.codecs.ogxm_actions import ANNOTATIONS, GAME, MATCH
from engine.codecs.ogxm_bytes import file_bytes, number_bytes, read_sections, record_bytes, text_bytes
from engine.position import make_side
from engine.record import (
    Beavered,
    Declined,
    Doubled,
    GameRecord,
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
from tests.effort import every, examples

from .croupier import match
from .planted import planted_files
from .records import CUBE_AT_EIGHT, OPENING, TO_FOUR, file

DATA = Path(__file__).parent.parent / "data/engine"
WRITABLE = ("backgammon", "nackgammon", "hypergammon")
MATS = [
    path
    for folder in (DATA / "gnubg", DATA.parent / "clubnight")
    for path in sorted(folder.glob("std_*.mat"))
    + sorted(folder.glob("nack_*.mat"))
    + sorted(folder.glob("hyper*.mat"))
    if read(path.read_bytes()).variant in WRITABLE
]
PROGRAMS = sorted((DATA / "programs").glob("*.mat"))
write = PACKED["ogxm"].write_bytes


def game(*entries: RecordedAction, cube: int = 1) -> GameRecord:
    return GameRecord(1, (0, 0), list(entries), players=("Zoë", "山田"), cube=cube)


def record(*games: GameRecord, length: int = 5, **attributes: object) -> MatchRecord:
    made = MatchRecord("ogxm", "backgammon", length, ("Zoë", "山田"), list(games))
    return replace(made, **attributes)  # type: ignore[arg-type]


def entries(data: bytes, number: int = 0) -> list[RecordedAction]:
    return read(data).games[number].entries


# Round trips.


@each("path", MATS[:: every(2)])
def test_a_match_is_read_as_it_was_written(path: Path) -> None:
    """All of it: names, scores, rows, plays with their hits, results."""
    mat = read(path.read_bytes())
    again = read(write(mat))
    assert replace(again, format="mat", tags=mat.tags) == mat
    assert write(again) == write(mat)


@each("mat", PROGRAMS[:: every(2)])
def test_matches_between_people(mat: Path) -> None:
    """As above, but that their hits are marked now, and the claim of the match is not written."""
    before = read(mat.read_bytes())
    again = read(write(before))
    one, two = adjudicate(before), adjudicate(again)
    assert (two.games, two.score, two.winner, two.players) == (one.games, one.score, one.winner, one.players)
    assert [fault[:4] for fault in two.violations] == [fault[:4] for fault in one.violations]
    assert {note.code for note in one.notes} - {note.code for note in two.notes} <= {"match_conceded"}


@each("content", [*planted_files().values()][:: every(3)])
def test_faults_stay_what_they_are(content: bytes) -> None:
    """A play against the rules is written as the position it leads to; what moved tells the play."""
    mat = read(content)
    if mat.variant in WRITABLE:
        expected, found = adjudicate(mat), adjudicate(read(write(mat)))
        assert found.violations[0][:4] == expected.violations[0][:4]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from([1, 3, 5, 0]), st.sampled_from(WRITABLE))
def test_random_matches(seed: int, length: int, variant: str) -> None:
    made = match(Random(seed), length or 3, variant)
    made = replace(made, length=length)
    again = read(write(made))
    one, two = adjudicate(made), adjudicate(again)
    assert (two.games, two.score, two.violations) == (one.games, one.score, one.violations)
    assert [(g.number, g.score, g.cube) for g in again.games] == [
        (g.number, g.score, g.cube) for g in made.games
    ]
    assert write(again) == write(made)


@each("rows", [
    "Resigns |\n|Wins 2 points",
    "Resigns |\n|Wins 5 points",
    "|Wins 2 points",
    "Doubles => 2 | Drops\n Wins 1 point",
    "Doubles => 2 |\n Wins 1 point",
    "Doubles => 2 | Takes\n 62: 24/18 13/11 | Resigns\n Wins 4 points",
    "62: |\n|Wins 1 point",
    "62: |",
    "62: 24/18 13/11 | Doubles => 2",
])  # fmt: skip
def test_how_games_end(rows: str) -> None:
    before = read(file(OPENING + "\n" + rows).encode())
    again = read(write(before))
    one, two = adjudicate(before), adjudicate(again)
    assert (two.games, two.score, two.violations) == (one.games, one.score, one.violations)
    assert [note.code for note in two.notes] == [note.code for note in one.notes]
    points = [e.action for g in (before, again) for e in g.games[0].entries if isinstance(e.action, Won)]
    assert len(points) in (0, 2)
    assert [e[1:] for e in again.games[0].entries if not isinstance(e.action, Resigned)] == [
        e[1:] for e in before.games[0].entries if not isinstance(e.action, Resigned)
    ]
    said = [any(isinstance(e.action, Resigned) for e in g.games[0].entries) for g in (before, again)]
    assert said[0] == said[1], "who gave up without a word does so here"


@pytest.mark.parametrize(
    ("header", "attributes"),
    [
        ("", {"jacoby": True, "names_jacoby": False, "beavers": None, "automatic_doubles": None}),
        ('; [Jacoby "On"]\n; [Beaver "On"]\n; [AutomaticDoubles "2"]\n', {"jacoby": True, "names_jacoby": True, "beavers": True, "automatic_doubles": 2}),
        ('; [Jacoby "Off"]\n; [Beaver "Off"]\n; [AutomaticDoubles "0"]\n; [CubeLimit "64"]\n', {"jacoby": False, "beavers": False, "automatic_doubles": 0, "cube_limit": 64}),
    ],
)  # fmt: skip
def test_the_rules_of_a_session(header: str, attributes: dict[str, object]) -> None:
    again = read(write(read(file(OPENING, length=0, header=header).encode())))
    assert (again.length, again.crawford) == (0, True)
    assert {name: getattr(again, name) for name in attributes} == attributes


def test_the_header_of_a_match() -> None:
    tags = {"event": "Größe " * 40, "round": "Final", "table": "5", "site": "opengammon.com"}
    made = record(
        *read(file(TO_FOUR, "4-0\n" + OPENING[4:], start="2-0").encode()).games,
        crawford=False,
        cube_limit=32,
        tags=tags,
    )
    again = read(write(made))
    assert (again.players, again.crawford, again.cube_limit, again.jacoby) == (made.players, False, 32, False)
    assert again.tags == tags | {"event": ("Größe " * 15).strip()}
    assert [g.score for g in again.games] == [g.score for g in made.games]
    assert "site" not in read(write(replace(made, tags={"site": "Some Where"}))).tags


def test_what_does_not_follow_is_told() -> None:
    """The number of a game, a score that is false, that the Crawford game is over."""
    text = file("3-4\n" + OPENING[4:] + "\n Resigns |\n|Wins 1 point", "1-1\n" + OPENING[4:]).replace(
        "Game 2", "Game 7"
    )
    before = read(text.encode())
    before.games[0].crawford = False
    again = read(write(before))
    assert [(g.number, g.score, g.crawford) for g in again.games] == [(1, (3, 4), False), (7, (1, 1), None)]


# The cube.


@pytest.mark.parametrize(
    ("rows", "actions"),
    [
        ("Doubles => 2 | Beavers => 4\n 62: 24/18 13/11 |", [Doubled(2), Beavered(4)]),
        ("Doubles => 2 | Beavers => 4\n Takes |\n 62: 24/18 13/11 |", [Doubled(2), Beavered(4)]),
        ("Doubles => 2 | Beavers => 4\n Beavers => 8 |\n 62: 24/18 13/11 |", [Doubled(2), Beavered(4), Beavered(8)]),
        ("Doubles => 2 | Beavers => 4\n Drops |\n|Wins 2 points", [Doubled(2), Beavered(4), Passed()]),
        ("Doubles => 2 | Takes\n 62: 24/18 13/11 | Doubles => 4\n Takes |", [Doubled(2), Took(), Doubled(4), Took()]),
    ],
)  # fmt: skip
def test_cubes(rows: str, actions: list[object]) -> None:
    again = read(write(read(file(OPENING + "\n" + rows, length=0).encode())))
    found = [e.action for e in again.games[0].entries[2:] if not isinstance(e.action, Rolled | Won)]
    assert found == actions
    assert adjudicate(again).violations == ()
    assert adjudicate(again, Options(beavers=False)).violations == () or "Beavers" in rows


def test_automatic_doubles() -> None:
    made = record(
        game(
            *entries(write(read(file(OPENING, length=0).encode()))), RecordedAction(2, 0, Doubled(8)), cube=4
        ),
        length=0,
    )
    assert read(write(made)).games == made.games


def test_the_cube_counts_up() -> None:
    before = read(file(CUBE_AT_EIGHT, length=25).encode())
    assert read(write(before)).games == before.games


# Positions set up.


def test_a_game_set_up() -> None:
    own, theirs = make_side(15, {6: 3, 25: 1}), make_side(15, {6: 4, 25: 2})
    roll = RecordedAction(1, 0, Rolled((3, 1), (Hop(25, 22), Hop(6, 5))))
    for first in (
        SetUp((own, theirs)),
        SetUp((own, theirs), 4, 1),
        SetUp(None, 2, 0),
        SetUp(),
        SetUp((own, theirs), 2, 0, 1),
        SetUp((own, theirs), 1, None, 0),
    ):
        made = record(game(RecordedAction(0, 0, first), roll))
        again = read(write(made))
        assert again.games[0].entries[0].action == first
        later = record(game(roll, RecordedAction(1, 0, first)))
        [found] = [e.action for e in entries(write(later)) if isinstance(e.action, SetUp)]
        assert (found.boards, found.cube, found.owner) == (first.boards, first.cube, first.owner)


# Files of others.


@pytest.mark.parametrize("path", sorted((DATA / "ogxm").glob("*.ogxm")), ids=lambda path: path.stem)
def test_files_of_the_reference_codec(path: Path) -> None:
    """With analyses and annotations; the one that has illegal plays names the players the other way round."""
    verdict, expected = verify(path.read_bytes()), verify((DATA / f"programs/{path.stem}.mat").read_bytes())
    assert verdict.format == "ogxm"
    turned = verdict.players != expected.players
    assert turned == bool(expected.violations)
    assert verdict.score == (expected.score[::-1] if turned and expected.score else expected.score)
    assert [(g.winner, g.points, g.ending, g.cube) for g in verdict.games] == [
        (1 - (g.winner or 0) if turned else g.winner, g.points, g.ending, g.cube) for g in expected.games
    ]
    assert [(f.game, f.player, f.code) for f in verdict.violations] == [
        (f.game, 1 - (f.player or 0) if turned else f.player, f.code) for f in expected.violations
    ]


def test_what_is_written_is_what_the_reference_codec_read() -> None:
    """The file kept was read by it, and told the same."""
    mat = (DATA / "programs/MYdvw1qGuyaRUH__.mat").read_bytes()
    assert convert_bytes(mat, "ogxm") == (DATA / "ogxm/written/MYdvw1qGuyaRUH__.ogxm").read_bytes()


# Parts of files.

SHORT = read(file(OPENING).encode())


def parts(made: MatchRecord = SHORT) -> list[tuple[bytes, bytes, bool]]:
    known = frozenset((MATCH, GAME, ANNOTATIONS))
    return [(kind, payload, True) for kind, payload in read_sections(write(made), known)]


def with_game(content: bytes, about: dict[int, bytes] | None = None, **attributes: object) -> bytes:
    first = parts(replace(SHORT, **attributes))[0]  # type: ignore[arg-type]
    return file_bytes([first, (GAME, record_bytes(b"", about or {}) + content, True)])


WINNER = {0: number_bytes(1), 1: number_bytes(4)}


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        pytest.param(bytes([24]), [], id="a mark"),
        pytest.param(bytes([27 | 0x80]) + record_bytes(b"", {1: number_bytes(2)}), [Resigned(2)], id="a gammon given up"),
        pytest.param(bytes([28 | 0x80]) + record_bytes(b"", {1: number_bytes(1)}), [Resigned(4)], id="the match given up"),
        pytest.param(bytes([29]), [Resigned(4)], id="forfeited"),
        pytest.param(bytes([34 | 0x80]) + record_bytes(b"", {4: bytes(4)}), [Resigned(4)], id="settled"),
        pytest.param(bytes([37]), [], id="a turn passed over"),
        pytest.param(bytes([50 | 0x80]) + record_bytes(b"", {0: b"\7\7", 40: b"what this is nobody knows"}), [], id="an action that is not known"),
        pytest.param(bytes([63 | 0x80]) + record_bytes(b"", {7: number_bytes(99)}), [], id="one beyond"),
        pytest.param(bytes([36 | 0x80]) + record_bytes(b"", {2: number_bytes(4), 8: number_bytes(1)}), [SetUp(None, 4, 1)], id="the cube set"),
        pytest.param(bytes([1, 2 << 5 | 13, 0]), [Rolled((2, 1), (Hop(12, 10),))], id="a roll played short"),
        pytest.param(bytes([1, 0]), [Rolled((2, 1), (), Written.NOTHING)], id="a roll not played"),
        pytest.param(bytes([20 | 64, *[6 << 5 | 24] * 4]), [Rolled((6, 6), (Hop(24, 18),) * 4)], id="four steps of Black's"),
        pytest.param(bytes([14, 6 << 5 | 24, 0]), [Rolled((6, 3), (Hop(1, 0),))], id="borne off"),
    ],
)  # fmt: skip
def test_actions(content: bytes, expected: list[object]) -> None:
    found = [e.action for e in entries(with_game(content, WINNER))]
    assert found == [*expected, Won(4)]


def test_hits_are_seen() -> None:
    """White enters on Black's single checker on White's 24-point, and Black on his way back."""
    content = bytes([2, 3 << 5 | 1, 1 << 5 | 17]) + bytes([8 | 64, 2 << 5 | 6, 4 << 5 | 8])
    one, two = (e.action for e in entries(with_game(content)))
    assert one == Rolled((3, 1), (Hop(24, 21), Hop(8, 7)))
    assert two == Rolled((4, 2), (Hop(6, 4, True), Hop(8, 4)))


def test_the_position_an_illegal_play_led_to() -> None:
    cells = [0] * 26
    for place, count in {1: 2, 12: 5, 17: 3, 19: 5}.items():
        cells[place], cells[25 - place] = count, -count
    moved = list(cells)
    moved[12] -= 2
    moved[20], moved[22] = moved[20] + 1, moved[22] + 1

    def illegal(board: Sequence[int], dice: bytes = b"\1\3") -> bytes:
        more = record_bytes(b"", {0: dice, 3: b"", 6: struct.pack("<26b", *board)})
        return with_game(bytes([31 | 64 | 0x80]) + more)

    [entry] = entries(illegal(moved))
    assert entry == RecordedAction(1, 0, Rolled((3, 1), (Hop(13, 5), Hop(13, 3))))
    with pytest.raises(Unreadable, match="0 and 3 are no dice"):
        read(illegal(moved, b"\0\3"))
    rolled, then = entries(illegal([15 * (place == 23) - 15 * (place == 2) for place in range(26)]))
    assert rolled.action == Rolled((3, 1), (), Written.NOTHING)
    assert isinstance(then.action, SetUp)
    assert then.action.on_roll == 1


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (bytes([35]), "action 35 makes no sense"),
        (bytes([31]), "action 31 makes no sense"),
        (bytes([36 | 0x80]) + record_bytes(b"", {}), "action 36 makes no sense"),
        (bytes([1, 7 << 5 | 1, 0]), "a step of 7 from 1"),
        (bytes([1, 1 << 5 | 30, 0]), "a step of 1 from 30"),
        (bytes([1, 1 << 5 | 25, 0]), "a step of 1 from 25"),
        (bytes([1]), "a record breaks off"),
        (bytes([27 | 0x80, 9, 1]), "a record breaks off"),
        (bytes([27 | 0x80]) + record_bytes(b"", {1: number_bytes(9)}), "9 is more than 3"),
        (bytes([31 | 0x80]) + record_bytes(b"", {6: bytes([16]) + bytes(25)}), "16 checkers"),
        (bytes([24]) * 20_001, "more than 20000 actions"),
    ],
)
def test_games_without_sense(content: bytes, message: str) -> None:
    with pytest.raises(Unreadable, match=f"^game 1: .*{message}"):
        read(with_game(content))


def changed(*found: tuple[bytes, bytes, bool]) -> bytes:
    return file_bytes(list(found))


def match_bytes(
    length: int = 5, variant: int = 0, fields: dict[int, bytes] | None = None
) -> tuple[bytes, bytes, bool]:
    return MATCH, record_bytes(number_bytes(length) + number_bytes(variant), fields or {}), True


GAME_PART = parts()[1]
WHOLE = write(SHORT)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (lambda: WHOLE[:12], "breaks off in its header"),
        (lambda: WHOLE[:-1], "it was cut, or holds more than a match"),
        (lambda: WHOLE + WHOLE, "it was cut, or holds more than a match"),
        (
            lambda: WHOLE[:4] + b"\1" + WHOLE[5:],
            "of version 1, for readers of version 2.0; up to 2.2 is read",
        ),
        (lambda: WHOLE[:10] + b"\3" + WHOLE[11:], "for readers of version 2.3"),
        (lambda: WHOLE[:-5] + bytes([WHOLE[-5] ^ 1]) + WHOLE[-4:], "checksum is wrong"),
        (
            lambda: changed(match_bytes(), (b"NEWS", b"", True), GAME_PART),
            "a section NEWS that has to be known",
        ),
        (lambda: changed(match_bytes(variant=3), GAME_PART), "a match to 5 points in variation 3"),
        (lambda: changed(match_bytes(length=10_000), GAME_PART), "a match to 10000 points"),
        (lambda: changed(match_bytes(), match_bytes()), "a second match begins"),
        (lambda: changed(GAME_PART, match_bytes()), "the match is expected before its games"),
        (lambda: changed(match_bytes()), "the file holds no game"),
        (lambda: changed(), "the file holds no game"),
        (lambda: changed(match_bytes(fields={0: b"\2\xff\xff"}), GAME_PART), "not in UTF-8"),
        (lambda: changed(match_bytes(fields={0: number_bytes(5000)}), GAME_PART), "5000 is more than 4096"),
        (lambda: changed(match_bytes(fields={2: b"\xff" * 11}), GAME_PART), "a number is too long"),
        (lambda: changed((MATCH, b"\x7f", True), GAME_PART), "a record breaks off"),
        (lambda: changed(match_bytes(), *[GAME_PART] * 1001), "more than 1000 games"),
        (lambda: cut_section(b"GAME", 200), "breaks off in a section"),
        (lambda: after_the_checksum(), "goes on after its checksum"),
        (lambda: WHOLE[:12] + struct.pack("<I", 24) + b"GAMEEND!", "breaks off between its sections"),
    ],
    ids=range(21),
)
def test_damaged_files(data: Callable[[], bytes], message: str) -> None:
    with pytest.raises(Unreadable, match=message):
        read(data())


def after_the_checksum() -> bytes:
    more = struct.pack("<4sIB", b"NEWS", 0, 0)
    return WHOLE[:12] + struct.pack("<I", len(WHOLE) + len(more)) + WHOLE[16:-4] + more + WHOLE[-4:]


def cut_section(kind: bytes, more: int) -> bytes:
    at = WHOLE.index(kind) + 4
    return WHOLE[:at] + struct.pack("<I", more) + WHOLE[at + 4 :]


def test_what_others_add_is_passed_over() -> None:
    """Sections nobody has to know, fields of later versions, annotations of others."""
    extra = number_bytes(2) + number_bytes(7) + text_bytes("hello")
    notes = record_bytes(extra, {0: text_bytes("x-other"), 3: text_bytes("en")}) + record_bytes(extra, {})
    more = record_bytes(
        number_bytes(5) + number_bytes(0),
        {0: text_bytes("Ann"), 1: text_bytes("Bea"), 2: number_bytes(1), 60: b"later"},
    )
    data = changed(
        (MATCH, more, True),
        (b"NEWS", b"?", False),
        GAME_PART,
        (b"CLCK", b"?", True),
        (ANNOTATIONS, notes, False),
    )
    assert read(data).games == SHORT.games
    about = {5: number_bytes(3) + number_bytes(2), 6: number_bytes(1), 7: number_bytes(1), 8: number_bytes(1 << 40), 9: number_bytes(1 << 41), 10: number_bytes(1),
             12: text_bytes("Open"), 13: number_bytes(2026), 14: number_bytes(1), 16: number_bytes(4), 18: text_bytes("Kyoto"), 19: text_bytes("JP"),
             20: text_bytes("https://x"), 21: text_bytes("x.org"), 22: text_bytes("m1"), 25: b""}  # fmt: skip
    assert read(changed(match_bytes(fields=about), GAME_PART)).tags == {
        "event": "Open",
        "round": "4",
        "site": "x.org",
    }


def test_annotations_that_make_no_sense_change_nothing() -> None:
    for scope, about, value in (
        (1, 0, "number=x score=1-x"),
        (1, 9, "number=3"),
        (0, 0, "jacoby=open automatic=" + "9" * 99),
        (1, 0, "score=" + "9" * 20 + "-1"),
    ):
        notes = record_bytes(
            number_bytes(scope) + number_bytes(about) + text_bytes(value),
            {0: text_bytes("x-goldenpoint-record")},
        )
        again = read(changed(match_bytes(), GAME_PART, (ANNOTATIONS, notes, False)))
        assert [(g.number, g.score, g.entries) for g in again.games] == [(1, (0, 0), SHORT.games[0].entries)]


@pytest.mark.parametrize("right", [True, False])
@pytest.mark.parametrize(
    ("kind", "digest"),
    [(0, lambda data: struct.pack("<I", zlib.crc32(data))), (1, lambda data: hashlib.sha256(data).digest())],
)
def test_checksums(kind: int, digest: Callable[[bytes], bytes], right: bool) -> None:
    body = b"".join(struct.pack("<4sIB", name, len(content), 1) + content for name, content, _ in parts())
    size = len(digest(b""))
    check = record_bytes(number_bytes(kind) + number_bytes(size) + bytes(size), {})
    whole = 16 + len(body) + 9 + len(check) + 4
    begun = struct.pack("<4sHHHHI", b"OGXM", 2, 0, 2, 0, whole) + body
    found = digest(begun if right else begun[1:])
    data = begun + struct.pack("<4sIB", b"CSUM", len(check), 1) + check[: len(check) - size] + found + b"END!"
    if right:
        assert read(data).games == SHORT.games
    else:
        with pytest.raises(Unreadable, match="checksum is wrong"):
            read(data)


# What cannot be written.


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (replace(SHORT, variant="plakoto"), "OGXM has no Plakoto"),
        (record(game(RecordedAction(1, 0, Rolled((7, 1))))), r"game 1: OGXM cannot say this \(dice\)"),
        (record(game(RecordedAction(1, 0, Rolled((3, 1), (Hop(20, 10),))))), r"\(play\)"),
        (record(game(cube=3)), r"\(cube\)"),
        (record(game(*[RecordedAction(1, 0, Beavered(4))] * 3)), r"\(beaver\)"),
    ],
)
def test_what_ogxm_cannot_say(made: MatchRecord, message: str) -> None:
    with pytest.raises(InvalidOption, match=message) as refused:
        write(made)
    assert refused.value.option == "to"


def test_what_there_is_no_word_for_is_left_out() -> None:
    """A resignation that was declined, what stands after the dice besides plays."""
    made = record(
        game(
            RecordedAction(1, 0, Rolled((3, 1), (Hop(8, 5), Hop(6, 5)))),
            RecordedAction(1, 1, Resigned(1)),
            RecordedAction(1, 0, Declined()),
            RecordedAction(1, 1, Rolled((6, 2), (), Written.UNKNOWN)),
        )
    )
    assert [e.action for e in entries(write(made))] == [
        Rolled((3, 1), (Hop(8, 5), Hop(6, 5))),
        Rolled((6, 2), (), Written.NOTHING),
    ]


@pytest.mark.parametrize(
    ("given_up", "won", "again"),
    [(2, 2, 2), (4, 4, 4), (6, 6, 6), (3, 3, 3), (7, 7, 7), (3, 4, 2), (64, 3, 3)],
)
def test_what_is_given_up_is_the_same_however_often_it_is_written(
    given_up: int, won: int, again: int
) -> None:
    """As often as the cube, or what the winner gets; of what is neither, one of the two for good."""
    made = record(
        game(
            RecordedAction(1, 0, Doubled(2)),
            RecordedAction(1, 1, Took()),
            RecordedAction(1, 1, Resigned(given_up)),
            RecordedAction(1, 0, Won(won)),
        )
    )
    for _ in range(3):
        made = read(write(made))
        assert [e.action.points for e in made.games[0].entries if isinstance(e.action, Resigned)] == [again]


@pytest.mark.parametrize(
    ("dice", "cell", "steps"),
    [
        ((6, 4), "24/14", [(24, 18), (18, 14)]),
        ((2, 1), "13/10", [(13, 11), (11, 10)]),
        ((3, 3), "13/4 13/10", [(13, 10), (10, 7), (7, 4), (13, 10)]),
        ((3, 3), "13/10 13/4", [(13, 10), (13, 10), (10, 7), (7, 4)]),
        ((6, 3), "24/15", [(24, 18), (18, 15)]),
        ((4, 3), "24/17", [(24, 20), (20, 17)]),
        ((3, 1), "6/5 8/5", [(6, 5), (8, 5)]),
    ],
)
def test_merged_moves_are_taken_apart(dice: tuple[int, int], cell: str, steps: list[tuple[int, int]]) -> None:
    text = file(OPENING + f"\n {dice[0]}{dice[1]}: {cell} |")
    action = read(write(read(text.encode()))).games[0].entries[2].action
    assert isinstance(action, Rolled)
    assert [hop[:2] for hop in action.hops] == steps


def test_the_way_that_was_played_is_written() -> None:
    """Of two ways of a merged move the one that leads to the position: here by the hit that is marked."""
    rows = "0-0\n | 61: 13/7 8/7\n 21: 24/22 6/5 | 21: 7/5 24/23\n 64: 24/14* |"
    verdict = adjudicate(read(file(rows).encode()))
    again = adjudicate(read(write(read(file(rows).encode()))))
    assert [fault[:4] for fault in again.violations] == [fault[:4] for fault in verdict.violations]


def test_many_annotations_about_a_long_game() -> None:
    """The last one counts, and the game is gone through once: else this would take minutes."""
    note = record_bytes(
        number_bytes(1) + number_bytes(0) + text_bytes("resigned=silently"),
        {0: text_bytes("x-goldenpoint-record")},
    )
    rolls = GAME, record_bytes(b"", {}) + bytes([0, 33, 33, 33, 33]) * 19_000, True
    assert (
        len(read(changed(match_bytes(), rolls, (ANNOTATIONS, note * 60_000, False))).games[0].entries)
        == 19_000
    )


def test_it_is_recognised_by_its_first_bytes() -> None:
    assert CODECS["ogxm"].recognises_file(WHOLE)
    with pytest.raises(Unreadable, match="breaks off in its header"):
        read(b"OGXM")


RECORDS = [match(Random(seed), 3) for seed in (1, 2)] + [read(file(CUBE_AT_EIGHT, length=25).encode())]


@settings(max_examples=examples(160), deadline=None)
@given(st.sampled_from(RECORDS), st.randoms(use_true_random=False), st.integers(1, 12))
def test_damaged_records_are_judged_or_unreadable(made: MatchRecord, random: Random, damages: int) -> None:
    """Bytes changed, sections dropped, doubled or cut, with the checksum right: only Unreadable is ever raised."""
    found = parts(made)
    for _ in range(damages):
        at = random.randrange(len(found))
        kind, payload, needed = found[at]
        match random.randrange(5):
            case 0 if len(found) > 1:
                del found[at]
            case 1:
                found.insert(at, random.choice(found))
            case 2:
                found[at] = (kind, payload[: random.randrange(len(payload) + 1)], needed)
            case _ if payload:
                content = bytearray(payload)
                content[random.randrange(len(content))] = random.choice(
                    [0, 1, 21, 24, 63, 64, 127, 128, 255, random.randrange(256)]
                )
                found[at] = (kind, bytes(content), needed)
    with suppress(Unreadable):
        again = read(file_bytes(found))
        adjudicate(again).as_dict()
        with suppress(InvalidOption):
            read(write(again))
