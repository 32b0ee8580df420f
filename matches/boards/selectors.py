"""Boards as they are shown: with their words in the language in force, and with addresses."""

from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language

from engine.drawing import Diagram, describe_diagram, lay_out, svg_document
from matches.base.translation import translate_text

from .rules import BoardWish


def board_words(diagram: Diagram) -> str:
    """All that a board shows, in the language in force."""
    return translate_text(describe_diagram(diagram))


def board_svg(diagram: Diagram) -> str:
    """A board as an SVG document, which may stand in a page too."""
    return svg_document(lay_out(diagram), board_words(diagram), get_language() or settings.LANGUAGE_CODE)


def picture_addresses(wish: BoardWish, **more: object) -> dict[str, str]:
    """Where the pictures of a board are, for whoever embeds them; `more` stands in their queries too."""
    names = {"svg": "api-matches:board-svg", "png": "api-matches:board-png"}
    query = wish.query(**more)
    behind = f"?{query}" if query else ""
    return {kind: f"{settings.PUBLIC_URL}{reverse(name)}{behind}" for kind, name in names.items()}
