"""What somebody asks to be drawn, and what is found of it."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from urllib.parse import urlencode

from engine.drawing import Colour, Diagram, End, diagram_of_situation
from engine.errors import InvalidOption
from engine.ids import IDS, MatchState, Notation, Situation, notation_of, write_ids
from engine.ids.base import LONGEST
from engine.notation import parse_play
from engine.position import BAR, Position
from engine.variants import Variant, refereed_variant

MOST_CHARACTERS = LONGEST
"""An identifier has at most so many; see `engine.ids`."""
AS_WRITTEN, ON_ROLL, TURNED = BOTTOMS = ("as_written", "on_roll", "turned")
"""Who is at the bottom: the side that the identifier has there, the one on roll, or the other side."""
RIGHT, LEFT = DIRECTIONS = ("right", "left")
"""Where the bottom bears off."""
_POINTS = re.compile(r"\d{1,2}(?:[\s,]+\d{1,2})*", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardWish:
    """What to draw, as it was written; without an `id` it is the start of a game.

    `play` is one of the player on roll in standard notation, legal or not. `pinned` are points on which that
    player has the pinned one of two lone checkers, "5, 8"; none where it is "0", not known where it is empty.
    """

    id: str = ""
    variant: str = "backgammon"
    bottom: str = AS_WRITTEN
    direction: str = RIGHT
    colour: Colour = Colour.LIGHT
    play: str = ""
    pinned: str = ""

    def query(self, **more: object) -> str:
        """The wish as the query of an address, without what need not be said; `more` stands behind it."""
        own = {field.name: getattr(self, field.name) for field in fields(self)}
        said = {field.name: own[field.name] for field in fields(self) if own[field.name] != field.default}
        return urlencode({**said, **more})


@dataclass(frozen=True, slots=True)
class DrawnBoard:
    """What was asked for, understood. `ids` are by code of notation, None where one cannot say it.

    `notation` is that of the identifier, None at the start of a game. `plays` is how many positions the roll
    can be played to, None where no roll waits to be played.
    """

    situation: Situation
    notation: str | None
    diagram: Diagram
    ids: Mapping[str, str | None]
    plays: int | None


def board_of(wish: BoardWish) -> DrawnBoard:
    """Return what is wished for. Raises InvalidPosition, InvalidPlay, InvalidOption or UnknownVariant."""
    variant = refereed_variant(wish.variant)
    text = written_id(wish.id)
    source = notation_of(text) if text else None
    situation = source.parse(text, variant.checker_count, as_counts=True) if source else start_of(variant)
    diagram = diagram_of_situation(
        situation,
        variant,
        bottom_side(wish.bottom, situation.match or MatchState()),
        pin_details(wish.pinned, variant),
        play=tuple((hop.start, hop.end) for hop in parse_play(wish.play)),
        bottom_colour=wish.colour,
        off_to_left=wish.direction == LEFT,
    )
    return DrawnBoard(
        situation,
        source.code if source else None,
        diagram,
        ids_of(situation, source, text),
        plays_in(diagram),
    )


def written_id(text: str) -> str:
    """The identifier in a text; where one has a plus, an address that says so unescaped has a space."""
    text = text.strip()
    return text if any(known.recognises_id(text) for known in IDS.values()) else text.replace(" ", "+")


def start_of(variant: Variant) -> Situation:
    """Nobody has rolled yet: whoever is first sits at the bottom."""
    start = variant.start_position()
    return Situation(Position(start.own[: BAR + 1], start.opponent[: BAR + 1]))


def bottom_side(bottom: str, match: MatchState) -> int:
    """Which side of a situation, 0 or 1, is at the bottom; the identifier has 1 there."""
    return {AS_WRITTEN: 1, TURNED: 0}.get(bottom, match.on_roll)


def pin_details(pinned: str, variant: Variant) -> dict[str, object]:
    """What a variant is told of who is pinned. Raises InvalidOption."""
    if not pinned.strip():
        return {}
    if not variant.pins:
        raise InvalidOption(
            "nobody is pinned in %(variant)s: leave the pinned points out",
            {"variant": variant.name},
            option="pinned",
        )
    if not _POINTS.fullmatch(pinned.strip()):
        raise InvalidOption(
            '"%(pinned)s" are no points: numbers from 1 to 24 are expected, as in "5, 8", or 0 for none',
            {"pinned": pinned[:40]},
            option="pinned",
        )
    return {"pinned": [int(point) for point in re.findall(r"\d+", pinned) if int(point)]}


def ids_of(situation: Situation, source: Notation | None, text: str) -> dict[str, str | None]:
    """The same moment in every notation. What a notation cannot write, it may have written all the same."""
    found = write_ids(situation, source)
    if source is not None and found[source.code] is None:
        found[source.code] = text
    return found


def plays_in(diagram: Diagram) -> int | None:
    """How many different positions the roll can be played to."""
    if not diagram.dice or diagram.on_roll is None or diagram.resigned:
        return None
    position = diagram.position.with_sides_swapped() if diagram.on_roll is End.TOP else diagram.position
    if diagram.variant.game_finish(position.own, position.opponent) or diagram.variant.game_finish(
        position.opponent, position.own
    ):
        return None
    one, two = diagram.dice
    return len(diagram.variant.legal_plays(position, (one, two)))
