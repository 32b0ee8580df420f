"""Records made of any bytes: what a program could hand to the referee, sensible or not."""

from collections.abc import Iterator

from engine.record import (
    Action,
    Beavered,
    Declined,
    Doubled,
    GameRecord,
    Hop,
    MatchRecord,
    Passed,
    RecordedAction,
    Resigned,
    Rolled,
    SetUp,
    Took,
    Won,
    Written,
)
from engine.variants import VARIANTS

ODD = (-1, 0, 26, 64, 99, 32768, 10**6, 2**64)
"""Numbers no record should have."""


class Bytes:
    """Bytes as a source of choices; when they are used up, every choice is the first."""

    def __init__(self, data: bytes) -> None:
        self.bytes: Iterator[int] = iter(data)
        self.left = len(data)

    def below(self, count: int) -> int:
        self.left -= 1
        return next(self.bytes, 0) % count

    def number(self, most: int) -> int:
        """Nearly always a number from 0 to `most`."""
        byte = self.below(256)
        return ODD[byte & 7] if byte >= 248 else byte % (most + 1)


def record_from(data: bytes) -> MatchRecord:
    """Build a record: its rules, then games, each of a score and entries."""
    source = Bytes(data)
    below, number = source.below, source.number
    names = list(VARIANTS)
    record = MatchRecord(
        "mat",
        names[below(len(names))],
        max(number(9), 0),
        ("Ann", "Bea"),
        crawford=below(4) != 3,
        jacoby=below(2) == 1,
        beavers=(None, True, False)[below(3)],
        automatic_doubles=(None, 0, 1, 5)[below(4)],
        cube_limit=(None, 1, 64, number(4))[below(4)],
        cut=below(8) == 7,
        open_end=below(4) == 3,
    )
    while source.left > 0 or not record.games:
        game = GameRecord(
            len(record.games) + (1 if below(16) < 15 else number(3)),
            (number(7), number(7)),
            cube=1 << below(3),
            crawford=(None, None, True, False)[below(4)],
        )
        record.games.append(game)
        turn, player = 1, below(2)
        while source.left > 0 and (kind := below(32)) != 31:
            player = below(2) if kind >= 30 else 1 - player
            turn += 1 - player if kind < 29 else number(2) - 1
            game.entries.append(RecordedAction(turn, player, _action(kind, source)))
    return record


def _action(kind: int, source: Bytes) -> Action:
    number = source.number
    if kind < 16:
        dice = (number(5) + 1, number(5) + 1)
        hops = tuple(_hop(source) for _ in range(source.below(6)))
        return Rolled((max(dice), min(dice)), hops, Written.PLAY if hops else _word(source))
    match kind:
        case 16 | 17:
            return Doubled(1 << source.below(7))
        case 18 | 19 | 20:
            return Took()
        case 21:
            return Passed()
        case 22:
            return Beavered(2 << source.below(5))
        case 23:
            return Resigned(None if source.below(2) else number(6))
        case 24:
            return Declined()
        case 25:
            return Doubled(number(64))
        case 26:
            return SetUp(
                _boards(source), number(8), (None, 0, 1)[source.below(3)], (None, 0, 1)[source.below(3)]
            )
    return Won(number(6), source.below(2) == 1, source.below(4) != 3)


def _word(source: Bytes) -> Written:
    return [word for word in Written if word is not Written.PLAY][source.below(4)]


def _hop(source: Bytes) -> Hop:
    start, far, hit = source.number(25), source.number(7), source.below(3) == 2
    return Hop(start, max(start - far, 0) if far < 20 else far, hit)


def _boards(source: Bytes) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    if source.below(4) == 3:
        return None
    sides = []
    for _ in range(2):
        counts = [0] * 26
        for _ in range(15):
            counts[source.below(26)] += 1
        sides.append(tuple(counts))
    return sides[0], sides[1]
