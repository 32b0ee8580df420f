"""Boards that somebody asks for by the identifier of a position. Pure."""

from .asked import BOTTOMS, DIRECTIONS, MOST_CHARACTERS, BoardWish, DrawnBoard, board_of
from .png import LARGEST_WIDTH, SMALLEST_WIDTH, USUAL_WIDTH, png_picture

__all__ = [
    "BOTTOMS",
    "DIRECTIONS",
    "LARGEST_WIDTH",
    "MOST_CHARACTERS",
    "SMALLEST_WIDTH",
    "USUAL_WIDTH",
    "BoardWish",
    "DrawnBoard",
    "board_of",
    "png_picture",
]
