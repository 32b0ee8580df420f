"""The services of the engine that other programs call: transcripts judged and converted, legal plays."""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace as changed
from os import PathLike, fspath

from . import kernel
from .adjudicate import adjudicate
from .codecs import MOST_BYTES, PACKED, WRITTEN, read
from .dice import ordered_roll
from .errors import InvalidOption, Unreadable
from .ids.position_id import decode_counts, encode_position
from .options import DEFAULT, Options
from .record import MatchRecord
from .variants import Variant, refereed_variant
from .verdict import RecordVerdict

PART = 1 << 16
_READ = os.O_RDONLY | getattr(os, "O_BINARY", 0)


CRAWFORD = Options(crawford=True)


def verify(content: bytes, file: str | None = None, options: Options = DEFAULT) -> RecordVerdict:
    """Read and judge one transcript; `file` is the name to put into the verdict.

    The same as adjudicate(read(content), options), and sooner where the kernel vouches for it. Raises
    Unreadable and InvalidOption.
    """
    verdict = vouched(content, options, file)
    return adjudicate(read(content), options)._replace(file=file) if verdict is None else verdict


def vouched(content: bytes, options: Options = DEFAULT, file: str | None = None) -> RecordVerdict | None:
    """The verdict on a transcript in which nothing is in doubt, by the kernel; None for any other.

    The same as adjudicate(read(content), options). None for all where the kernel is not built, and by other
    options than the default ones, with or without that there is a Crawford game whatever the record says.
    """
    if kernel.verify is None or options not in (DEFAULT, CRAWFORD):
        return None
    verdict = kernel.verify(content, file)
    if verdict is None or options == DEFAULT:
        return verdict
    # It has judged as the record says.
    return None if any(note.code == "crawford_off" for note in verdict.notes) else verdict


def verify_files(paths: Iterable[str | PathLike[str]], options: Options = DEFAULT) -> Iterator[RecordVerdict]:
    """Judge files one after the other, "-" being standard input, and yield a verdict with `file` set for
    each.

    A file that cannot be opened or read as a transcript, or that the options do not fit, gives the verdict
    "unreadable"; nothing is raised for it.
    """
    for path in paths:
        name = fspath(path)
        try:
            yield verify(read_content(name), name, options)
        except (Unreadable, InvalidOption) as error:
            yield RecordVerdict("unreadable", file=name, error=str(error))


def convert(transcript: bytes, to: str) -> str:
    """Write a transcript in the text format of this code, with what is played even if only the plays show it.

    Raises Unreadable, and InvalidOption for a format that is not written.
    """
    if to not in WRITTEN:
        raise InvalidOption(
            'no format called "%(to)s" is written: there are %(written)s',
            {"to": to[:40], "written": [*WRITTEN]},
            option="to",
        )
    return WRITTEN[to].write(_read_as_played(transcript))


def convert_bytes(transcript: bytes, to: str) -> bytes:
    """Write a transcript in the format of this code as a file holds it: what is text in UTF-8.

    Raises Unreadable, and InvalidOption for a format that is not written or cannot say this.
    """
    if to in PACKED:
        return PACKED[to].write_bytes(_read_as_played(transcript))
    return convert(transcript, to).encode()


def _read_as_played(transcript: bytes) -> MatchRecord:
    """Read a transcript, with what is played even if only the plays show it."""
    record = read(transcript)
    return changed(record, variant=adjudicate(record).variant or record.variant)


def read_content(name: str) -> bytes:
    """Read one byte more than a transcript may have, so that read() can see it."""
    try:
        if name == "-":
            return sys.stdin.buffer.read(MOST_BYTES + 1)
        file = os.open(name, _READ)
        try:
            return _read_in_parts(file)
        finally:
            os.close(file)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise Unreadable("the file cannot be opened: %(reason)s", {"reason": reason}) from None


def _read_in_parts(file: int) -> bytes:
    """Read in small parts: room for the longest transcript would cost more than most transcripts do."""
    first = os.read(file, PART)
    part = os.read(file, PART)
    if not part:
        return first
    parts, size = [first], len(first)
    while part and size <= MOST_BYTES:
        parts.append(part)
        size += len(part)
        part = os.read(file, PART)
    return b"".join(parts)[: MOST_BYTES + 1]


def legal_positions(
    position: str,
    dice: Sequence[int],
    variant: str = "backgammon",
    details: Mapping[str, object] | None = None,
) -> list[str]:
    """Return the GNU position IDs of all legal results of a roll, sorted, with the same player still on roll.

    `position` is a GNU position ID with the player who rolled on roll; `details` give what such an ID leaves
    open in some variants (docs/variants.md). A player who cannot move gets an empty list. Raises
    InvalidPosition, InvalidDice or UnknownVariant.

    >>> legal_positions("4HPwATDgc/ABMA", (6, 6))[0]
    '4HPwATAOH/BBIA'
    """
    rules = refereed_variant(variant)
    high, low = ordered_roll(dice)
    if kernel.positions is not None and type(rules) is Variant:  # which plays backgammon
        found = kernel.positions(position, high, low, rules.checker_count)
        if found is not None:
            return found
    before = rules.position_of_counts(decode_counts(position, rules.checker_count), details or {})
    return sorted(encode_position(after) for after in rules.legal_plays(before, (high, low)))
