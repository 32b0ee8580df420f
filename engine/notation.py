"""Plays in standard notation: "13/11 8/5*", "bar/20*/15 6/4(2)", "4/off".

Points are the player's own. The bar is "bar" or 25, off the board "off" or 0; "(2)" repeats a move; "*" marks
a hit; "24/20/15" is one checker's way by way of the 20-point.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from .errors import InvalidPlay
from .plays import Step, after_step, step_hits
from .position import BAR, OFF, Position, Side
from .record import Hop

Moved = Callable[[Sequence[int], Sequence[int], Step], tuple[Side, Side]]
Hits = Callable[[Sequence[int], Step], bool]

MOST_CHARACTERS = 120  # the longest real plays have 35

_WORD = re.compile(
    r"((?:bar|\d\d?)\*?(?:/(?:off|\d\d?)\*?)+)(?:\(([1-4])\))?(?:\s+|$)", re.IGNORECASE | re.ASCII
)
_NAMES = {"bar": BAR, "off": OFF}


def parse_play(text: str) -> tuple[Hop, ...]:
    """Read a play as written; whether the rules allow it is not asked here.

    Raises InvalidPlay, naming the part that is not notation. "8/11" and "26/20" are, though never legal.

    >>> parse_play("bar/20*/15")
    (Hop(start=25, end=20, hit=True), Hop(start=20, end=15, hit=False))
    """
    text = text.strip()
    if len(text) > MOST_CHARACTERS:
        raise InvalidPlay('"%(text)s..." is too long for a play', {"text": text[:40]})
    hops: list[Hop] = []
    at = 0
    while at < len(text):
        word = _WORD.match(text, at)
        if word is None:
            raise InvalidPlay(
                '"%(text)s" is not a move: one like 13/11, bar/20* or 4/off(2) is expected',
                {"text": text[at:].split()[0]},
            )
        hops += _parse_hops(word[1]) * int(word[2] or 1)
        at = word.end()
    return tuple(hops)


def _parse_hops(word: str) -> list[Hop]:
    points = []
    for name in word.lower().split("/"):
        bare = name.rstrip("*")
        points.append((_NAMES[bare] if bare in _NAMES else int(bare), name != bare))
    return [Hop(start, end, hit) for (start, _), (end, hit) in pairwise(points)]


def format_play(
    before: Position, steps: Sequence[Step], moved: Moved = after_step, hits: Hits = step_hits
) -> str:
    """Write legal steps as a club player would: "24/18 13/11", "bar/20*", "6/4(2)", "4/off".

    A checker moved on is written as one way, with the point between only where it hits there. `moved` and
    `hits` are those of the game that is played; standard backgammon if they are left out.
    """
    own, opponent = before.own, before.opponent
    hops: list[Hop] = []
    for start, end in steps:
        hops.append(Hop(start, end, hits(opponent, (start, end))))
        own, opponent = moved(own, opponent, (start, end))
    ways: list[list[Hop]] = []
    for hop in sorted(hops, reverse=True):  # from the back, so that a checker's way is met in its order
        onward = next((way for way in ways if way[-1].end == hop.start), None)
        if onward is None:
            ways.append([hop])
        else:
            onward.append(hop)
    return " ".join(_fold_repeats(_format_checker_route(way) for way in ways))


def format_plays(
    before: Position, plays: Iterable[Sequence[Step]], moved: Moved = after_step, hits: Hits = step_hits
) -> list[str]:
    """Write plays out and put them in order, those from the back of the board first."""
    return sorted(
        {format_play(before, steps, moved, hits) for steps in plays},
        key=lambda play: (
            [-int(number) for number in re.findall(r"\d+", play.replace("bar", str(BAR)))],
            play,
        ),
    )


def _format_checker_route(way: Sequence[Hop]) -> str:
    text = _point_name(way[0].start)
    for hop in way:
        if hop.hit or hop is way[-1]:
            text += f"/{_point_name(hop.end)}" + "*" * hop.hit
    return text


def _fold_repeats(texts: Iterable[str]) -> list[str]:
    """Fold repeated moves: 6/4 6/4 is 6/4(2), and 6/4* 6/4 is 6/4*(2), though only the first one hits."""
    counts: dict[str, int] = {}
    for text in texts:
        same = f"{text}*" if f"{text}*" in counts else text
        counts[same] = counts.get(same, 0) + 1
    return [text if count == 1 else f"{text}({count})" for text, count in counts.items()]


def _point_name(point: int) -> str:
    return "bar" if point == BAR else "off" if point == OFF else str(point)


def roll_text(dice: tuple[int, int]) -> str:
    """Write a roll as a record does."""
    return f"{dice[0]}{dice[1]}"


def play_text(dice: tuple[int, int], hops: Iterable[Hop]) -> str:
    """Write a roll and the play claimed for it as a record does."""
    return f"{roll_text(dice)}: {format_hops(hops)}"


def format_hops(hops: Iterable[Hop]) -> str:
    """Write hops as they stand, one by one: what a record claims, for messages."""
    return " ".join(f"{_point_name(start)}/{_point_name(end)}" + "*" * hit for start, end, hit in hops)
