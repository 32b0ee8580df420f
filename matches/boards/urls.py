"""Addresses of boards: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from .api import BoardPngView, BoardSvgView, BoardView
from .pages import board_page

api = [
    path("boards/", BoardView.as_view(), name="board"),
    path("boards/picture.svg", BoardSvgView.as_view(), name="board-svg"),
    path("boards/picture.png", BoardPngView.as_view(), name="board-png"),
]

pages = [
    path("board/", board_page, name="board"),
]
