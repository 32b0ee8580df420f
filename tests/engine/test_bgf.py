"""Reading BGBlitz's files, made by bgf_files.py out of what public readers know of them."""

import copy
import gzip
import json
import time
import zlib
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import CODECS, MOST_BYTES, Unreadable, adjudicate, read
from engine.codecs.bgf import MOST_UNPACKED
from engine.record import Doubled, Hop, Passed, RecordedAction, Resigned, Rolled, SetUp, Took, Won, Written
from tests.each import each
from tests.effort import every, examples

from . import bgf_files
from .bgf_files import NOTHING, bgf, points, smile
from .croupier import match
from .planted import planted_files

DATA = Path(__file__).parent.parent / "data/engine"
Change = Callable[[dict[str, Any]], object]


def packed(content: object, compression: str = "gzip", encoding: str = "smile") -> bytes:
    header = json.dumps({"version": "1", "compression": compression, "encoding": encoding}).encode()
    body = smile(content) if encoding == "smile" else json.dumps(content).encode()
    return header + b"\n" + (gzip.compress(body) if compression == "gzip" else body)


def roll(player: int, red: int, green: int, *moves: tuple[int, int]) -> dict[str, Any]:
    fill = NOTHING[len(moves) :]
    starts, ends = [start for start, _ in moves], [end for _, end in moves]
    dice = {"type": "amove", "player": player, "red": red, "green": green}
    return dice | {"from": starts + fill, "to": ends + fill}


def cube(player: int, **decision: object) -> dict[str, Any]:
    return roll(player, 0, 7) | {"equity": {"cubeDecision": decision}}


OPENING = roll(-1, 1, 3, (8, 5), (6, 5))
ANSWER = roll(1, 4, 2, (8, 4), (6, 4))


def whole(*moves: dict[str, Any], change: Change = lambda match: None, **game: object) -> bytes:
    content: dict[str, Any] = {
        "matchlen": 5,
        "nameGreen": "Zoë",
        "nameRed": "山田",
        "finalGreen": 0,
        "finalRed": 0,
        "useCrawford": True,
        "games": [{"scoreGreen": 0, "scoreRed": 0, "wonPoints": 0, "moves": list(moves), **game}],
    }
    change(content)
    return packed(content)


def entries(
    *moves: dict[str, Any], change: Change = lambda match: None, **game: object
) -> list[RecordedAction]:
    return read(whole(*moves, change=change, **game)).games[0].entries


@each("encoding, compression", [("smile", "gzip"), ("json", "gzip"), ("smile", "none"), ("json", "none")])
@each("path", sorted((DATA / "gnubg").glob("std_0[1-3]*.mat")))
def test_the_verdict_is_that_of_the_mat_file(path: Path, encoding: str, compression: str) -> None:
    """Format aside, however it is packed."""
    mat = read(path.read_bytes())
    again = read(bgf(mat, encoding, compression))
    assert adjudicate(again)._replace(format="mat") == adjudicate(mat)


@each("path", sorted((DATA / "gnubg").glob("*.mat"))[:: every(2)])
def test_variants_are_recognised_by_their_first_position(path: Path) -> None:
    mat = read(path.read_bytes())
    assert adjudicate(read(bgf(mat)))._replace(format="mat") == adjudicate(mat)


@each("content", [*planted_files().values()][:: every(3)])
def test_faults_are_found_as_in_the_mat_file(content: bytes) -> None:
    """As far as the file tells: whose game it was it tells by the scores alone."""
    mat = read(content)
    expected = adjudicate(mat).violations[0]
    found = adjudicate(read(bgf(mat))).violations[0]
    if expected.code in ("wrong_score", "wrong_points"):
        assert found.code in ("wrong_score", "wrong_points", "game_unfinished")
    else:
        assert found[:5] == expected[:5]


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from([1, 3, 5]))
def test_random_matches_replay(seed: int, length: int) -> None:
    made = match(Random(seed), length)
    verdict = adjudicate(read(bgf(made)))
    assert verdict.violations == ()
    assert verdict.games == adjudicate(made).games


def test_the_header() -> None:
    def change(content: dict[str, Any]) -> None:
        content |= {"matchlen": 0, "useJacoby": True, "useBeaver": True, "cubeLimit": 64, "event": " Open ",
                    "location": "Kyoto", "date": "Nov 2, 2025", "round": None}  # fmt: skip

    record = read(whole(OPENING, change=change))
    assert (record.format, record.variant, record.length) == ("bgf", "backgammon", 0)
    assert record.players == ("Zoë", "山田")
    assert (record.crawford, record.jacoby, record.beavers, record.cube_limit) == (True, True, True, 64)
    assert record.tags == {"event": "Open", "site": "Kyoto", "eventdate": "Nov 2, 2025"}
    record = read(
        whole(OPENING, isCrawford=False, change=lambda match: match.update(useCrawford=False, useCube=False))
    )
    assert (record.crawford, record.jacoby, record.beavers, record.cube_limit) == (False, False, False, 1)
    assert record.games[0].crawford is False


def test_names_are_made_fit_to_be_shown() -> None:
    """Halves of letters, control characters and endless ones, which JSON allows."""
    for name, shown in (("A\0n\x1bn\n", "A n n"), ("Z\ud800oe", "Z?oe"), ("x" * 9999, "x" * 200), (5, "")):
        content = {"nameGreen": name, "games": [{"scoreGreen": 0, "scoreRed": 0, "moves": []}]}
        assert read(packed(content, "none", "json")).players == (shown, "")


def test_plays() -> None:
    """Ends of the list of points, checkers off, rolls that cannot be played in both ways to write them."""
    moves = [
        roll(-1, 3, 1, (8, 5), (6, 5)),
        roll(1, 6, 6, (6, 0), (5, -2)),
        roll(-1, 0, 7) | {"from": [4, -1, -1, -1], "to": [6, -1, -1, -1]},
        roll(1, 2, 2),
        roll(-1, 3, 5, (25, 20), (20, 17)),
    ]
    assert [entry[1:] for entry in entries(*moves)] == [
        (0, Rolled((3, 1), (Hop(8, 5), Hop(6, 5)))),
        (1, Rolled((6, 6), (Hop(6, 0), Hop(5, 0)))),
        (0, Rolled((6, 4), (), Written.NOTHING)),
        (1, Rolled((2, 2), (), Written.NOTHING)),
        (0, Rolled((5, 3), (Hop(25, 20), Hop(20, 17)))),
    ]


@pytest.mark.parametrize(
    ("moves", "actions"),
    [
        ([cube(1, hasDoubled=True, hasAccepted=True), cube(-1)], [Doubled(2), Took()]),
        ([cube(1, hasDoubled=True), cube(-1, hasAccepted=True)], [Doubled(2), Took()]),
        ([cube(1, hasDoubled=True, hasAccepted=False), cube(-1, hasAccepted=True)], [Doubled(2), Passed()]),
        ([cube(1, hasDoubled=True), cube(-1)], [Doubled(2), Passed()]),
        ([{"type": "adouble", "player": 1}, {"type": "atake", "player": -1}], [Doubled(2), Took()]),
        ([{"type": "adouble", "player": 1}, {"type": "apass", "player": -1}], [Doubled(2), Passed()]),
        ([cube(1, hasDoubled=True)], [Doubled(2)]),
        ([cube(1, hasDoubled=False)], []),
        ([cube(1)], []),
        ([roll(1, 0, 7)], []),
        ([{"type": "comment", "player": 1}], []),
    ],
)  # fmt: skip
def test_cubes(moves: list[dict[str, Any]], actions: list[object]) -> None:
    """In both ways to write them; a mark of the end and what is not known is passed over."""
    found = entries(OPENING, *moves)
    assert [entry.action for entry in found[1:]] == actions
    assert [entry.player for entry in found[1:]] == [1, 0][: len(actions)]


def test_cubes_are_counted() -> None:
    """From what they showed at the beginning; and a last record without a move is no roll."""
    again = [cube(1, hasDoubled=True, hasAccepted=True), cube(-1)]
    more = [cube(-1, hasDoubled=True, hasAccepted=True), cube(1)]
    found = read(whole(OPENING, *again, ANSWER, *more, roll(1, 3, 3), initial={"cube": 2, "cubeOwner": 0}))
    assert found.games[0].cube == 2
    doubles = [entry.action for entry in found.games[0].entries if isinstance(entry.action, Doubled)]
    assert doubles == [Doubled(4), Doubled(8)]
    assert isinstance(entries(OPENING, roll(1, 3, 3))[-1].action, Rolled)
    assert entries(OPENING, roll(-1, 3, 3)) == entries(OPENING)


@pytest.mark.parametrize(
    ("final", "game", "results"),
    [
        ((2, 0), {"wonPoints": 2}, [(0, Won(2))]),
        ((0, 4), {"wonPoints": 4}, [(1, Won(4))]),
        ((3, 0), {"wonPoints": 4}, [(0, Won(4))]),
        ((1, 0), {}, [(0, Won(1))]),
        ((0, 2), {"wonPoints": 2, "wasResignation": True}, [(0, Resigned(2)), (1, Won(2))]),
        ((1, 0), {"wonPoints": 1, "wasForfeit": True}, [(1, Resigned(1)), (0, Won(1))]),
        ((0, 0), {}, []),
        ((2, 1), {"wonPoints": 2}, []),
    ],
)
def test_results(final: tuple[int, int], game: dict[str, Any], results: list[object]) -> None:
    """The score after the game tells whose it is; a score that rises for both tells nothing."""
    score = dict(zip(("finalGreen", "finalRed"), final, strict=True))
    found = entries(OPENING, ANSWER, change=lambda match: match.update(score), **game)
    assert [(entry.player, entry.action) for entry in found[2:]] == results


def test_a_game_set_up() -> None:
    own = tuple({0: 11, 6: 3, 25: 1}.get(point, 0) for point in range(26))
    theirs = tuple({0: 9, 6: 4, 25: 2}.get(point, 0) for point in range(26))
    initial = {"points": points(own, theirs), "cube": 4, "cubeOwner": 1}
    assert entries(OPENING, initial=initial)[0] == RecordedAction(0, 0, SetUp((own, theirs), 4, 1))
    for nonsense in ([1] * 3, ["x"] * 28, [9] * 28, None):
        assert entries(OPENING, initial={"points": nonsense}) == entries(OPENING)


@pytest.mark.parametrize(
    ("moves", "change", "message"),
    [
        ([], lambda match: match.clear(), '"games" is not a list'),
        ([], lambda match: match.update(games=[]), "the file holds no game"),
        ([], lambda match: match.update(games=[5]), "an object is expected"),
        ([], lambda match: match.update(matchlen="5"), '"matchlen" is not a number from 0 to 9999'),
        ([], lambda match: match.update(matchlen=True), '"matchlen" is not a number'),
        ([], lambda match: match.update(matchlen=5.0), '"matchlen" is not a number'),
        ([], lambda match: match.update(finalRed=-1), '"finalRed" is not a number'),
        ([], lambda match: match["games"][0].update(moves=None), 'game 1: "moves" is not a list'),
        ([5], None, "game 1: move 1: an object is expected"),
        ([OPENING, ANSWER | {"player": 2}], None, 'game 1: move 2: "player" is not a number from -1 to 1'),
        ([OPENING | {"red": float("nan")}], None, '"red" is not a number from 0 to 99'),
        ([OPENING | {"from": 5}], None, '"from" is not a list of points'),
        ([OPENING | {"to": [1, 2.5]}], None, '"to" is not a list of points'),
        ([OPENING | {"to": [1, 100]}], None, '"to" is not a list of points'),
    ],
    ids=range(14),
)
def test_matches_without_sense(moves: list[Any], change: Change | None, message: str) -> None:
    with pytest.raises(Unreadable) as refusal:
        read(whole(*moves, change=change or (lambda match: None)))
    assert message in str(refusal.value)


HEAD = b'{"version":"1","compression":"gzip","encoding":"smile"}\n'


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (HEAD, "neither Smile nor JSON"),
        (HEAD + b"\x1f\x8bnonsense", "cannot be unpacked"),
        (HEAD + gzip.compress(b":)\n\x03\xf8\xf9")[:-12], "breaks off"),
        (HEAD + gzip.compress(b":)\n\x03\xf8\xf9"), "an object with the match is expected"),
        (HEAD + zlib.compress(b"[]"), "an object with the match is expected"),
        (HEAD + b":)\n\x03", "the Smile data breaks off"),
        (HEAD + b"{", "neither Smile nor JSON"),
        (HEAD + b"[" * 100_000, "neither Smile nor JSON"),
        (HEAD + b'{"matchlen": ' + b"9" * 10_000 + b"}", "neither Smile nor JSON"),
        (HEAD + b"\xff\xfe", "neither Smile nor JSON"),
        (HEAD + gzip.compress(b"[" + b"{}," * 600_000), "more values than any match"),
        (HEAD + gzip.compress(bytes(MOST_UNPACKED + 1)), f"more than {MOST_UNPACKED} bytes"),
        (HEAD + gzip.compress(b":)\n\x03\xf8" + b"\xc0" * (MOST_UNPACKED - 5)), "more than 3000000 values"),
    ],
    ids=range(13),
)  # fmt: skip
def test_damaged_files(data: bytes, message: str) -> None:
    started = time.process_time()
    with pytest.raises(Unreadable) as refusal:
        read(data)
    assert message in str(refusal.value)
    assert time.process_time() - started < 10


@pytest.mark.parametrize(
    ("line", "is_bgf"),
    [
        (b'{"version":"1","compression":"gzip","encoding":"smile"}\n', True),
        (b'{"format":"BGF","version":"1.0","compress":true,"useSmile":true}\r\n', True),
        (b'{"version":"1"}\n', False),
        (b'{"encoding":"smile"}', False),
        (b'["encoding"]\n', False),
        (b'{"encoding"}\n', False),
        (b"{" * 900 + b"\n", False),
        (b'{"encoding":"' + b"x" * 1000 + b'"}\n', False),
        (b"5 point match\n", False),
    ],
)
def test_it_is_recognised_by_its_first_line(line: bytes, is_bgf: bool) -> None:
    assert CODECS["bgf"].recognises_file(line) is is_bgf
    assert CODECS["bgf"].recognises_file(line + b"\x1f\x8b") is is_bgf


MATCHES = [bgf_files.match(match(Random(seed), 3)) for seed in (1, 2)]


@settings(max_examples=examples(120), deadline=None)
@given(st.sampled_from(MATCHES), st.randoms(use_true_random=False), st.integers(1, 10))
def test_damaged_matches_are_judged_or_unreadable(content: object, random: Random, damages: int) -> None:
    """Values changed, dropped or replaced anywhere: nothing but Unreadable is ever raised."""
    content = copy.deepcopy(content)
    for _ in range(damages):
        owner: Any = content
        while True:
            keys = list(owner) if isinstance(owner, dict) else list(range(len(owner)))
            if not keys:
                break
            key = random.choice(keys)
            if isinstance(owner[key], dict | list) and random.random() < 0.85:
                owner = owner[key]
                continue
            owner[key] = random.choice([None, True, -1, 0, 1, 7, 25, 10**6, 0.5, "x", [], {}, [[]], [-1, 5]])
            break
    with suppress(Unreadable):
        adjudicate(read(packed(content, "none", random.choice(["smile", "json"])))).as_dict()


@settings(max_examples=examples(120), deadline=None)
@given(st.sampled_from(MATCHES), st.data())
def test_damaged_bytes_are_judged_or_unreadable(content: object, data: st.DataObject) -> None:
    encoded = bytearray(smile(content))
    for _ in range(data.draw(st.integers(1, 8))):
        encoded[data.draw(st.integers(3, len(encoded) - 1))] = data.draw(st.integers(0, 255))
    with suppress(Unreadable):
        adjudicate(read(HEAD + bytes(encoded))).as_dict()


def test_an_analysed_match_fits() -> None:
    """What is not of interest is read over, so that a long analysis costs time only."""
    content = copy.deepcopy(MATCHES[0])
    analysis = [
        {"eq": {"equity": 0.5, "myWins": 0.25, "name": f"play {at}"}, "played": at == 0} for at in range(30)
    ]
    for game in content["games"]:
        for move in game["moves"]:
            move["moveAnalysis"] = analysis
    data = packed(content)
    assert len(data) < MOST_BYTES
    assert adjudicate(read(data)) == adjudicate(read(packed(MATCHES[0])))
