"""What must hold of the engine whatever it is sent: one property for every door into it.

A door is given any bytes. It passes when the engine does what its documentation says: it answers or raises
one of its own errors, the same whichever way it is asked, within SECONDS, with plain data. Anything else
leaves the door as an exception. The first byte of an input chooses the door, the rest goes through it.
"""

import gzip
import io
import json
import sys
import time
from base64 import b64encode
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import replace
from itertools import product
from typing import Any

import engine
from engine.__main__ import main
from engine.codecs import PACKED, WRITTEN
from engine.codecs.ogxm_actions import ANNOTATIONS, GAME, MATCH
from engine.codecs.ogxm_bytes import file_bytes
from engine.ids.position_id import decode_counts, encode_position
from engine.notation import format_play, parse_play
from engine.record import MatchRecord
from engine.table import MOST_LEGAL
from engine.variants import ENDINGS

from ..engine.xg_files import RECORD, packed
from .records import record_from

SECONDS = 5.0
"""Of the processor's time for one input, with the fuzzer's instruments; test_work.py measures without."""

LONGEST_MESSAGE = 1000

OPTIONS = (
    [
        engine.Options(illegal_plays, crawford_double, crawford, holland=holland)
        for illegal_plays, crawford_double, crawford, holland in product(
            ("fault", "stand"), ("fault", "annulled"), (None, True, False), (False, True)
        )
        if not (holland and crawford is False)
    ]
    + [engine.Options(match_concession="fault")]
    + [
        engine.Options(jacoby=jacoby, beavers=beavers, raccoons=raccoons, automatic_doubles=automatic)
        for jacoby, beavers, raccoons, automatic in product(
            (None, True, False), (None, True, False), (None, True, False), (None, 0, 2)
        )
        if not (raccoons and beavers is False)
    ]
)
"""Every way to judge a match, and a session for money."""


# Transcripts.


def transcript(data: bytes) -> None:
    """Read and judged; judged again by the one call that may use the kernel."""
    try:
        record = engine.read(data)
    except engine.Unreadable as error:
        refused(error, lambda: engine.verify(data))
        return
    assert engine.CODECS[record.format].recognises_file(data)
    verdict = engine.adjudicate(record)
    check(verdict, record)
    assert engine.verify(data) == verdict


def options(data: bytes) -> None:
    """Judged as an event may want it."""
    chosen = OPTIONS[data[0] % len(OPTIONS)] if data else OPTIONS[0]
    with suppress(engine.Unreadable):
        judge(engine.read(data[1:]), chosen)


def extreme_gammon(data: bytes) -> None:
    """The records of a match, short of what is nought in them, as an .xg file."""
    if data:
        records = [data[1 : 1 + RECORD].ljust(RECORD, b"\0")]
        for at in range(1 + RECORD, len(data), SHORT_RECORD):
            short = data[at : at + SHORT_RECORD].ljust(SHORT_RECORD, b"\0")
            whole = bytearray(short[:-2].ljust(RECORD, b"\0"))
            whole[EDITED_CUBE], whole[EDITED_MOVE] = short[-2:]
            records.append(bytes(whole))
        content = packed(b"".join(records), compressed=bool(data[0] & 1), picture=b"")
        transcript(content)
        written(content)


SHORT_RECORD = 162
EDITED_CUBE, EDITED_MOVE = 296, 2528


def blitz(data: bytes) -> None:
    """The match of a .bgf file, packed or not."""
    if data:
        content = gzip.compress(data[1:], 1, mtime=0) if data[0] & 1 else data[1:]
        content = b'{"version":"1","compression":"gzip","encoding":"smile"}\n' + content
        transcript(content)
        written(content)


def open_gammon(data: bytes) -> None:
    """The sections of an .ogxm file: the size of the first, then all, with marks between the games."""
    if data:
        about, games = data[1 : 1 + data[0]], data[1 + data[0] :].split(BETWEEN)
        sections = [(MATCH, about, True), *[(GAME, each, True) for each in games[:-1]]]
        content = file_bytes([*sections, (ANNOTATIONS, games[-1], False)])
        transcript(content)
        written(content)


BETWEEN = b"\xfe\xfd\xfe"


def record(data: bytes) -> None:
    """A record as no file could hold it."""
    chosen = OPTIONS[data[0] % len(OPTIONS)] if data else OPTIONS[0]
    judge(record_from(data[1:]), chosen)


def written(data: bytes) -> None:
    """Written in every format that is, and read back."""
    try:
        record = engine.read(data)
    except engine.Unreadable:
        return
    for code, codec in WRITTEN.items():
        engine.read(engine.convert(data, code).encode())
        text = codec.write(record)
        again = engine.read(text.encode())
        assert again.format == codec.code
        assert codec.write(again) == text
        if codec.code == "mat":
            tags = {name: value for name, value in again.tags.items() if name not in ADDED}
            kept = {name: value for name, value in record.tags.items() if name not in ADDED}
            assert replace(again, format=record.format, cut=record.cut, tags=tags) == replace(
                record, tags=kept
            )

    for packed_codec in PACKED.values():
        try:
            content = packed_codec.write_bytes(record)
        except engine.InvalidOption:
            continue
        again = engine.read(content)
        assert again.format == packed_codec.code
        with suppress(engine.InvalidOption):
            # A play that breaks the rules is the position after it, which says less: that stays.
            if engine.adjudicate(record).verdict == "illegal":
                again = engine.read(packed_codec.write_bytes(again))
            assert engine.read(packed_codec.write_bytes(again)).games == again.games


ADDED = {"variation", "crawford", "jacoby", "beaver", "automaticdoubles", "cubelimit"}


def dice(data: bytes) -> None:
    """The dice of a transcript, alone and beside themselves."""
    with suppress(engine.Unreadable):
        thrown = engine.dice_of(engine.read(data))
        assert engine.RecordDice.from_list(plain(thrown.as_list())) == thrown
        plain(engine.scrutinise_dice([thrown]).as_dict())
        for found in engine.shared_dice([thrown, thrown]):
            assert found.runs


def judge(record: MatchRecord, chosen: engine.Options) -> None:
    try:
        verdict = engine.adjudicate(record, chosen)
    except engine.InvalidOption as error:
        refused(error, lambda: chosen.check_fits_match(record.length))
        return
    check(verdict, record)
    standing = engine.match_standing(record, chosen)
    assert (standing is None) == verdict.complete
    if standing is not None:
        plain(standing.as_dict())
        assert standing.score == verdict.score
        assert bool(standing.faults) == bool(verdict.violations)
        assert {way.code for way in standing.possible_rulings} <= set(engine.POSSIBLE_RULINGS)
        checkers = engine.VARIANTS[record.variant].checker_count
        if standing.position_id is not None:
            decode_counts(standing.position_id, checkers)
        for text in (standing.match_id, standing.xgid):
            if text is not None:
                engine.parse_id(text, checkers)


def check(verdict: engine.RecordVerdict, record: MatchRecord) -> None:
    """What holds of every verdict."""
    plain(verdict.as_dict())
    assert shown("".join(verdict.players or ()))
    assert verdict.verdict == ("illegal" if verdict.violations else "legal")
    assert (verdict.format, verdict.players, verdict.length) == (record.format, record.players, record.length)
    guessed = any(note.code == "variant_guessed" for note in verdict.notes)
    assert guessed is (verdict.variant != record.variant)
    assert verdict.score is not None
    assert verdict.complete == (verdict.winner is not None)
    if verdict.winner is not None:
        assert verdict.score[verdict.winner] >= record.length > 0
    assert len(verdict.games) <= len(record.games)
    for game in verdict.games:
        assert game.ending in {*ENDINGS.values(), "pass", "resignation", "draw"}
        assert (game.winner is None) == (game.ending == "draw")
        assert game.points >= 0
        assert game.cube >= 1
    if verdict.verdict == "legal" and len(verdict.games) == len(record.games):
        for side in (0, 1):
            won = sum(game.points for game in verdict.games if game.winner == side)
            assert verdict.score[side] == record.games[0].score[side] + won
    for fault in verdict.violations:
        assert fault.code in engine.VIOLATION_CODES
        assert fault.rule.endswith("]")
        assert fault.player is not None or fault.turn == 0
        assert len(fault.legal) == len(set(fault.legal)) <= MOST_LEGAL
        assert 0 < len(fault.message) <= LONGEST_MESSAGE
        assert shown(fault.message)
    for note in verdict.notes:
        assert note.code in engine.NOTES
        assert 0 < len(note.message) <= LONGEST_MESSAGE
        assert shown(note.message)


# Identifiers, rolls and plays.


def identifier(data: bytes) -> None:
    """A position or match in any notation."""
    text = data[1:].decode(errors="replace")
    checkers = (15, 3, 2, 1)[data[0] % 4] if data else 15
    with suppress(engine.InvalidPosition):
        situation = engine.parse_id(text, checkers)
        plain(situation.as_dict())
        if situation.position is not None:
            checkers = sum(situation.position.own)  # an OGID may say another number
        for code, known in engine.translate_id(text, checkers).items():
            if known is not None:
                again = engine.parse_id(known, checkers)
                assert again.position == situation.position
                assert engine.translate_id(known, checkers)[code] == known


def roll(data: bytes) -> None:
    """The results of a roll: dice, variant, and a position in letters or bits."""
    if len(data) < 2:
        return
    high, low = data[0] % 8, data[0] // 8 % 8
    variant = list(engine.PLAYED)[data[1] % len(engine.PLAYED)]
    text = data[2:16].decode(errors="replace") if data[1] & 0x80 else bits(data[2:12])
    try:
        results = engine.legal_positions(text, (high, low), variant)
    except (engine.InvalidPosition, engine.InvalidDice, engine.UnknownVariant):
        return
    rules = engine.VARIANTS[variant]
    before = rules.position_of_counts(decode_counts(text, rules.checker_count), {})
    plays = rules.legal_plays(before, (max(high, low), min(high, low)))
    assert results == sorted({encode_position(after) for after in plays})
    for steps in plays.values():
        assert parse_play(format_play(before, steps, rules.after_step, rules.step_hits))


def bits(raw: bytes) -> str:
    """Any ten bytes as a position ID of few enough checkers, as far as that is easily had."""
    return b64encode(raw.ljust(10, b"\0"))[:14].decode()


def play(data: bytes) -> None:
    """A play in notation."""
    with suppress(engine.InvalidPlay):
        for hop in parse_play(data.decode(errors="replace")):
            assert min(hop.start, hop.end) >= 0


def final(data: bytes) -> None:
    """A final score and the options of its event, as a list of JSON: length, score, variant, options.

    Five bytes stand for such a list that makes sense.
    """
    if len(data) == 5:
        length, one, two, number, choice = data[0] % 30, data[1] % 90, data[2] % 30, data[3], data[4]
        variant = list(engine.PLAYED)[number % len(engine.PLAYED)]
        with suppress(engine.ScoreImpossible, engine.InvalidLength, engine.InvalidOption):
            engine.check_final(length, (one, two), variant, OPTIONS[choice % len(OPTIONS)])
            engine.check_final(length, (two, one), variant, OPTIONS[choice % len(OPTIONS)])
        return
    try:
        length, one, two, variant, chosen = json.loads(data)
    except (ValueError, TypeError, RecursionError):
        return
    if {type(length), type(one), type(two)} == {int} and type(variant) is str and type(chosen) is dict:
        with suppress(engine.RuleError):
            engine.check_final(length, (one, two), variant, engine.Options.from_mapping(chosen))


# The command line.


def command(data: bytes) -> None:
    """A command with the rest as its standard input."""
    arguments = COMMANDS[data[0] % len(COMMANDS)] if data else COMMANDS[0]
    output, before = io.TextIOWrapper(io.BytesIO(), errors="backslashreplace"), sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(data[1:]))
    try:
        with redirect_stdout(output), redirect_stderr(io.StringIO()):
            status = main(arguments)
    finally:
        sys.stdin = before
    assert status in (0, 1, 2)
    if "-" not in arguments or "--json" in arguments:
        output.seek(0)
        for line in output:
            plain(json.loads(line))


COMMANDS = (
    ["plays"],
    ["id"],
    ["id", "--variant", "hypergammon"],
    ["verify", "-"],
    ["verify", "--json", "-"],
    ["standing", "-"],
    ["standing", "--json", "--options", '{"illegal_plays": "stand"}', "-"],
    ["convert", "--to", "mat", "-"],
    ["convert", "--to", "sgf", "-"],
    ["convert", "--to", "ogxm", "-"],
    ["scrutinise", "-"],
    ["scrutinise", "--json", "-", "-"],
)


def plain(value: Any) -> Any:
    """Return what JSON makes of a value. It must be JSON, without what only Python's knows."""
    return json.loads(json.dumps(value, allow_nan=False))


def shown(text: str) -> bool:
    """Whether a text can be shown and stored: no control characters, no halves of letters."""
    return all(letter.isprintable() or letter.isspace() for letter in text)


def refused(error: engine.RuleError, again: Callable[[], object]) -> None:
    """The other way must be refused with the same words, in few of them."""
    assert 0 < len(str(error)) <= LONGEST_MESSAGE
    assert shown(str(error)), ascii(str(error))
    same = ""
    try:
        again()
    except type(error) as raised:
        same = str(raised)
    assert same == str(error)


DOORS: tuple[Callable[[bytes], None], ...] = (
    transcript,
    options,
    written,
    dice,
    record,
    extreme_gammon,
    blitz,
    open_gammon,
    identifier,
    roll,
    play,
    final,
    command,
)


def one(data: bytes) -> None:
    """Send one input through its door."""
    if data:
        door = DOORS[data[0] % len(DOORS)]
        started = time.process_time()
        door(data[1:])
        took = time.process_time() - started
        assert took < SECONDS, f"{door.__name__} took {took:.1f} s for {len(data)} bytes"
