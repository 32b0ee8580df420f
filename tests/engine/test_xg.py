"""Reading eXtreme Gammon's files, made by xg_files.py out of the layout that is published."""

import struct
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import CODECS, MatchRecord, Unreadable, adjudicate, convert, read
from engine.codecs.xg import _read_hops, _XgPosition
from engine.codecs.xg_archive import MOST_RECORDS
from engine.position import make_side
from engine.record import (
    Beavered,
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
from .xg_files import RECORD, VARIATIONS, packed, records, unclosed, xg

DATA = Path(__file__).parent.parent / "data/engine"
MATS = [
    path for path in sorted((DATA / "gnubg").glob("*.mat")) if read(path.read_bytes()).variant in VARIATIONS
]


def game(
    *entries: RecordedAction, number: int = 1, score: tuple[int, int] = (0, 0), cube: int = 1
) -> GameRecord:
    return GameRecord(number, score, list(entries), players=("Zoë", "山田"), cube=cube)


def record(*games: GameRecord, length: int = 5, **attributes: object) -> MatchRecord:
    made = MatchRecord("xg", "backgammon", length, ("Zoë", "山田"), list(games))
    return replace(made, **attributes)  # type: ignore[arg-type]


def rolled(dice: tuple[int, int], *hops: tuple[int, int]) -> Rolled:
    return Rolled(dice, tuple(Hop(*hop) for hop in hops), Written.PLAY if hops else Written.NOTHING)


def changed(parts: list[bytes], index: int, *fields: tuple[str, int, tuple[object, ...]]) -> bytes:
    """A file of these records, some fields of one of them overwritten."""
    content = bytearray(parts[index])
    for layout, at, values in fields:
        struct.pack_into(layout, content, at, *values)
    return packed(b"".join([*parts[:index], bytes(content), *parts[index + 1 :]]))


OPENING = game(
    RecordedAction(1, 0, rolled((3, 1), (8, 5), (6, 5))), RecordedAction(1, 1, rolled((4, 2), (8, 4), (6, 4)))
)


@each("version, merged", [(30, False), (20, True)])
@each("path", MATS[:: every(2)])
def test_the_verdict_is_that_of_the_mat_file(path: Path, merged: bool, version: int) -> None:
    """Format aside, also where moves are merged, and in the versions without Unicode."""
    mat = read(path.read_bytes())
    again = read(xg(mat, version, merged))
    assert adjudicate(again)._replace(format="mat") == adjudicate(mat)
    assert again.players == mat.players


@each("content", [*planted_files().values()][:: every(3)])
def test_faults_are_found_as_in_the_mat_file(content: bytes) -> None:
    """Unless the fault is none in this format: a position tells that fewer checkers moved than written."""
    mat = read(content)
    expected = adjudicate(mat)
    verdict = adjudicate(read(xg(mat)))
    assert verdict.violations[0][:5] == expected.violations[0][:5]
    assert verdict.verdict == "illegal"


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from([1, 3, 5]), st.sampled_from(list(VARIATIONS)))
def test_random_matches_replay(seed: int, length: int, variant: str) -> None:
    """With resignations and passes, everything in the rows a .mat file would have it in."""
    made = match(Random(seed), length, variant)
    again = read(xg(made))
    assert adjudicate(again).violations == ()
    assert [cells(game) for game in again.games] == [cells(game) for game in made.games]
    assert [ending(game) for game in again.games] == [ending(game) for game in made.games]


def cells(game: GameRecord) -> list[tuple[object, ...]]:
    """What stands in the rows of a game; of a roll its dice."""
    return [
        (entry.turn, entry.player, entry.action.dice if isinstance(entry.action, Rolled) else entry.action)
        for entry in game.entries
        if not isinstance(entry.action, Won | Resigned)
    ]


def ending(game: GameRecord) -> list[tuple[object, ...]]:
    results = [entry for entry in game.entries if isinstance(entry.action, Won | Resigned)]
    return [(entry.player, type(entry.action), entry.action.points) for entry in results]  # type: ignore[union-attr]


def test_the_header() -> None:
    attributes = {
        "crawford": True,
        "jacoby": True,
        "beavers": True,
        "automatic_doubles": 2,
        "cube_limit": 64,
        "tags": {"event": "Größe", "site": "会場"},
    }
    again = read(xg(record(OPENING, length=0, **attributes)))
    assert (again.format, again.variant, again.length) == ("xg", "backgammon", 0)
    assert again.players == ("Zoë", "山田")
    assert {name: getattr(again, name) for name in attributes} == attributes
    again = read(xg(record(OPENING, crawford=False, jacoby=True, beavers=True)))
    assert (again.crawford, again.jacoby, again.beavers) == (False, False, False)
    assert again.games[0].crawford is False


@pytest.mark.parametrize(
    ("raw", "name"),
    [
        (b"Zo\xeb", "Zoë"),
        ("山田".encode("cp932"), "山田"),
        (b"Al\x00ice", "Al"),
        (b"A\x07l", "A l"),
        (b"", ""),
    ],
)
def test_names_of_old_versions_are_in_some_local_encoding(raw: bytes, name: str) -> None:
    parts = records(record(OPENING), version=20)
    assert read(changed(parts, 0, ("<41p", 9, (raw,)))).players[0] == name


def test_the_ansi_name_stands_in_where_the_other_is_empty() -> None:
    data = changed(records(record(OPENING)), 0, ("<4s", 880, (bytes(4),)), ("<41p", 9, (b"Ann",)))
    assert read(data).players == ("Ann", "山田")


def test_cubes() -> None:
    """Takes, beavers and raccoons; the value counts automatic doubles."""
    opening = rolled((3, 1), (8, 5), (6, 5))
    made = record(
        game(
            RecordedAction(1, 0, opening),
            RecordedAction(1, 1, Doubled(4)),
            RecordedAction(2, 0, Beavered(8)),
            cube=2,
        ),
        length=0,
    )
    again = read(xg(made))
    assert again.games[0].cube == 2
    assert [entry.action for entry in again.games[0].entries[1:]] == [Doubled(4), Beavered(8)]
    parts = records(made)
    [at] = [at for at, part in enumerate(parts) if part[8] == 2 and part[16] == 1]
    for answers, actions in {
        (2, 0, 0): [Beavered(8), Passed()],
        (2, 2, 0): [Beavered(8), Beavered(16), Passed()],
        (2, 2, 1): [Beavered(8), Beavered(16)],
        (1, 0, 0): [Took()],
        (0, 0, 0): [Passed()],
        (-1, 0, 0): [],
    }.items():
        entries = read(changed(parts, at, ("<iii", 20, answers))).games[0].entries
        assert [entry.action for entry in entries[2:]] == actions
    assert len(read(changed(parts, at, ("<i", 16, (-2,)))).games[0].entries) == 1


def test_endings() -> None:
    """Resignations and settlements are 100 and 1,000 more; a game without a winner goes on."""
    parts = records(record(game(*OPENING.entries, RecordedAction(2, 0, Won(2)))))
    for ending, before in ((0, []), (1, []), (3, []), (102, [Resigned(2)]), (1001, [Resigned(2)])):
        entries = read(changed(parts, -2, ("<i", 32, (ending,)))).games[0].entries
        assert [entry.action for entry in entries[2:]] == [*before, Won(2)]
        assert [entry.turn for entry in entries[2:]] == [1] * (len(before) + 1)
    assert len(read(changed(parts, -2, ("<i", 24, (0,)))).games[0].entries) == 2


def test_a_game_set_up() -> None:
    """From another position, at its beginning or later; the referee goes on from there."""
    parts = records(record(OPENING))
    cells = [0] * 26
    cells[25], cells[6], cells[0], cells[19] = 1, 3, -2, -4
    [first, *_] = read(changed(parts, 1, ("<26b", 21, tuple(cells)))).games[0].entries
    own = tuple({0: 11, 6: 3, 25: 1}.get(point, 0) for point in range(26))
    theirs = tuple({0: 9, 6: 4, 25: 2}.get(point, 0) for point in range(26))
    assert first == RecordedAction(0, 0, SetUp((own, theirs)))
    assert not [e for e in read(changed(parts, 1, ("<26b", 21, (0,) * 26))).games[0].entries if e.turn == 0]
    for index, edited in ((5, 2528), (4, 296)):
        at = {5: 9, 4: 36}[index]
        cube = {5: 108, 4: 32}[index]
        data = changed(parts, index, ("<26b", at, tuple(cells)), ("<B", edited, (1,)), ("<i", cube, (-2,)))
        [entry] = [e for e in read(data).games[0].entries if isinstance(e.action, SetUp)]
        assert entry == RecordedAction(1, 0, SetUp((own, theirs), 4, 1, 1))
        assert read(convert(data, "mat").encode()).games == read(data).games
        assert adjudicate(read(data)).violations[0].code == "position_set"


def test_a_roll_that_was_never_thrown_is_left_out() -> None:
    assert len(read(changed(records(record(OPENING)), -2, ("<ii", 100, (0, 0)))).games[0].entries) == 1


# Plays.


@pytest.mark.parametrize(
    ("codes", "hops"),
    [
        pytest.param([7, 2, 5, 2, -1, 1, 2, 1], [(8, 3), (6, 3)], id="what follows the end means nothing"),
        pytest.param([24, 21, 24, 19, -1, 6, 6, 0], [(25, 22), (25, 20)], id="from the bar"),
        pytest.param([4, -1, 4, 2, -1, -1, -1, -1], [(5, 0), (5, 3)], id="off is -1"),
        pytest.param([3, -1, 3, -2, -1, 3, 5, 3], [(4, 0), (4, 0)], id="off can be less"),
        pytest.param([5, -1, 5, -1, 3, -1, 3, -1], [(6, 0), (6, 0), (4, 0), (4, 0)], id="four"),
        pytest.param([-1] * 8, [], id="none"),
        pytest.param([0] * 8, [], id="none, as it is written sometimes"),
    ],
)
def test_moves(codes: list[int], hops: list[tuple[int, int]]) -> None:
    """As real files have them, by the tests of a public reader."""
    assert [(hop.start, hop.end) for hop in _read_hops(codes, (1, 1), None, None)] == hops


def test_hits_are_seen_from_the_positions() -> None:
    """Also on the way of a checker that is moved on, of two ways the one that was taken."""
    own = {24: 2, 13: 5, 8: 3, 6: 5}
    for blots, after, expected in (
        ({5: 1}, {25: 1}, [Hop(24, 20, True), Hop(20, 14)]),
        ({7: 1}, {25: 1}, [Hop(24, 18, True), Hop(18, 14)]),
        ({5: 1, 7: 1}, {7: 1, 25: 1}, [Hop(24, 20, True), Hop(20, 14)]),
        ({11: 1}, {25: 1}, [Hop(24, 14, True)]),
        ({5: 1, 11: 1}, {25: 2}, [Hop(24, 20, True), Hop(20, 14, True)]),
        ({12: 1}, {12: 1}, [Hop(24, 14)]),
    ):
        before = position(own, blots)
        assert (
            list(_read_hops([23, 13, *[-1] * 6], (6, 4), before, position({**own, 24: 1, 14: 1}, after)))
            == expected
        )


def test_a_play_that_the_moves_do_not_say_is_read_from_the_positions() -> None:
    """A checker moved back besides, which the list of moves leaves out."""
    before = position({15: 1, 14: 1, 6: 1}, {})
    after = position({10: 1, 8: 2}, {})
    assert list(_read_hops([13, 7, 14, 9, *[-1] * 4], (6, 5), before, after)) == [
        Hop(15, 10),
        Hop(14, 8),
        Hop(6, 8),
    ]
    assert list(_read_hops([13, 7, 14, 9, *[-1] * 4], (6, 5), before, before)) == [Hop(14, 8), Hop(15, 10)]


def position(own: dict[int, int], theirs: dict[int, int]) -> _XgPosition:
    return _XgPosition(make_side(15, own), make_side(15, theirs))


# What is refused.


@pytest.mark.parametrize(
    ("index", "fields", "message"),
    [
        (0, ("<i", 556, (5,)), "record 1: the header of the match is expected"),
        (0, ("<B", 8, (1,)), "record 1: the header of the match is expected"),
        (0, ("<i", 92, (-1,)), "a match to -1 points in variation 0"),
        (0, ("<i", 96, (9,)), "in variation 9"),
        (0, ("<i", 96, (3,)), 'no variant is called "longgammon"'),
        (1, ("<B", 8, (0,)), "record 2: a second match begins"),
        (1, ("<B", 8, (9,)), "record 3: the header of a game is expected"),
        (1, ("<i", 12, (-3,)), "a game cannot start at -3-0"),
        (3, ("<i", 64, (7,)), "record 4: there is no player 7"),
        (2, ("<i", 12, (0,)), "record 3: there is no player 0"),
        (4, ("<iiiiii", 12, (1, 1, 1, 0, 0, 21)), "record 5: a cube turned 21 times"),
        (6, ("<i", 24, (4,)), "record 7: there is no player 4"),
        (6, ("<i", 28, (-4,)), "cannot be won for -4 points"),
    ],
)
def test_records_without_sense(index: int, fields: tuple[str, int, tuple[object, ...]], message: str) -> None:
    parts = records(record(game(*OPENING.entries, RecordedAction(2, 0, Won(1)))))
    with pytest.raises(Unreadable) as refusal:
        read(changed(parts, index, fields))
    assert message in str(refusal.value)


def _bomb() -> bytes:
    whole = packed(bytes(RECORD * 40_000))
    assert len(whole) < 1 << 20
    return whole


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (lambda whole: whole[:5000], "breaks off in its header"),
        (lambda whole: whole[:8300] + b"\0" + whole[8301:], "checksum is wrong"),
        (lambda whole: whole[:8232], "breaks off in its header"),
        (lambda whole: whole[:12] + struct.pack("<q", -1) + whole[20:-1], "valid archive"),
        (lambda whole: whole[:20] + struct.pack("<i", 1 << 30) + whole[24:-1], "valid archive"),
        (lambda whole: whole[:20] + struct.pack("<i", 0) + whole[24:-1], "valid archive"),
        (lambda whole: whole[:8450], "the match breaks off in record"),
        (lambda whole: packed(b""), "a match of 0 bytes"),
        (lambda whole: packed(bytes(100)), "a match of 100 bytes"),
        (lambda whole: packed(records(record(OPENING))[0]), "the file holds no game"),
        (lambda whole: _bomb(), f"1 to {MOST_RECORDS} records"),
        (lambda whole: unclosed(bytes(RECORD * 40_000)), "the header of the match is expected"),
        (lambda whole: unclosed(_endless()), f"1 to {MOST_RECORDS} records"),
        (lambda whole: unclosed(records(record(OPENING))[0] + b"\0"), "breaks off in record 2"),
        (lambda whole: unclosed(b"".join(records(record(OPENING))))[:-1], "breaks off in record"),
    ],
    ids=range(15),
)  # fmt: skip
def test_damaged_archives(data: Callable[[bytes], bytes], message: str) -> None:
    with pytest.raises(Unreadable, match=message):
        read(data(xg(record(OPENING))))


def _endless() -> bytes:
    """A match whose second game has more moves than a file may have records."""
    parts = records(record(OPENING))
    return b"".join([*parts[:2], *parts[2:4] * MOST_RECORDS])


@each("keep", [-1, -30, -36, -60])
def test_a_match_whose_archive_is_cut_behind_it_is_read(keep: int) -> None:
    """It is the first file, packed with a checksum of its own."""
    whole = xg(record(OPENING))
    assert read(whole[:keep]) == read(whole)
    assert read(unclosed(b"".join(records(record(OPENING))))) == read(whole)
    for at, wrong in ((32, 99), (24, -9)):
        assert read(whole[:-at] + struct.pack("<i", wrong) + whole[4 - at :]) == read(whole)


def _repacked(whole: bytes, at: int, field: bytes) -> bytes:
    """Overwrite part of the register and make the checksum right again."""
    _, files, version, register_size, data_size = struct.unpack_from("<Iiiii", whole, len(whole) - 36)
    end = len(whole) - 36
    start = end - register_size - data_size
    content = bytearray(whole[start:end])
    content[data_size + at : data_size + at + len(field)] = field
    trailer = struct.pack("<Iiiii16x", zlib.crc32(content), files, version, register_size, data_size)
    return whole[:start] + bytes(content) + trailer


@pytest.mark.parametrize(
    ("at", "field", "message"),
    [
        (1, b"other.xg", "without a match"),
        (516, struct.pack("<i", 1 << 30), "lies outside"),
        (520, struct.pack("<i", -1), "lies outside"),
        (512, struct.pack("<i", RECORD * 40), "breaks off in record 6"),
        (528, b"\0", "cannot be unpacked"),
    ],
)
def test_damaged_registers(at: int, field: bytes, message: str) -> None:
    whole = packed(b"".join(records(record(OPENING))[:5]), compressed=False)
    assert read(whole).games
    with pytest.raises(Unreadable, match=message):
        read(_repacked(whole, at, field))


def test_it_is_recognised_by_its_first_bytes() -> None:
    data = xg(record(OPENING))
    assert CODECS["xg"].recognises_file(data)
    assert CODECS["xg"].recognises_file(b"HMGR" + data[4:])
    with pytest.raises(Unreadable, match="breaks off in its header"):
        read(b"RGMH" + b"5 point match\n Game 1\n")


PARTS = [records(match(Random(seed), 3)) for seed in (1, 2)] + [records(record(OPENING))]


@settings(max_examples=examples(160), deadline=None)
@given(st.sampled_from(PARTS), st.randoms(use_true_random=False), st.integers(1, 12))
def test_damaged_records_are_judged_or_unreadable(parts: list[bytes], random: Random, damages: int) -> None:
    """Fields changed, records dropped, doubled or swapped: nothing but Unreadable is ever raised."""
    parts = list(parts)
    for _ in range(damages):
        at = random.randrange(len(parts))
        match random.randrange(5):
            case 0 if len(parts) > 1:
                del parts[at]
            case 1:
                parts.insert(at, random.choice(parts))
            case 2:
                other = random.randrange(len(parts))
                parts[at], parts[other] = parts[other], parts[at]
            case _:
                content = bytearray(parts[at])
                place = random.randrange(8, 120) if random.random() < 0.9 else random.randrange(RECORD)
                content[place] = random.choice([0, 1, 2, 24, 127, 128, 255, random.randrange(256)])
                parts[at] = bytes(content)
    with suppress(Unreadable):
        adjudicate(read(packed(b"".join(parts), compressed=random.random() < 0.5))).as_dict()


def test_the_longest_match_is_read_quickly() -> None:
    moves = records(record(OPENING))
    data = packed(b"".join([*moves[:2], *moves[2:4] * (MOST_RECORDS // 2 - 2)]))
    assert len(data) < 1 << 20
    started = time.process_time()
    assert len(read(data).games[0].entries) == MOST_RECORDS // 2 - 2
    assert time.process_time() - started < 5
