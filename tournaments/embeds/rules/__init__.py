"""Pictures of events for shared links: plain data in, PNG out. No Django, no clock."""

from .cards import (
    HEIGHT,
    WIDTH,
    BracketOnCard,
    Card,
    CardMatch,
    CardPart,
    CardRow,
    CardSeat,
    CardWire,
    RowsOnCard,
    card_png,
)

__all__ = [
    "HEIGHT",
    "WIDTH",
    "BracketOnCard",
    "Card",
    "CardMatch",
    "CardPart",
    "CardRow",
    "CardSeat",
    "CardWire",
    "RowsOnCard",
    "card_png",
]
