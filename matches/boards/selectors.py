"""Boards as they are shown: with their words in the language in force, and with addresses."""

from django.conf import settings
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from engine.drawing import Diagram, describe_diagram, lay_out, svg_document
from matches.base.translation import translate_text

from .rules import BoardWish

Names = tuple[str, str] | None


def board_words(diagram: Diagram, names: Names = None) -> str:
    """All that a board shows, in the language in force; `names` are those of the bottom and the top."""
    return translate_text(describe_diagram(diagram, names))


def board_svg(diagram: Diagram, names: Names = None) -> SafeString:
    """A board as an SVG document, which may stand in a page too: shapes, and words that are escaped."""
    words = board_words(diagram, names)
    return mark_safe(svg_document(lay_out(diagram), words, get_language() or settings.LANGUAGE_CODE))


def picture_addresses(wish: BoardWish, **more: object) -> dict[str, str]:
    """Where the pictures of a board are, for whoever embeds them; `more` stands in their queries too."""
    names = {"svg": "api-matches:board-svg", "png": "api-matches:board-png"}
    query = wish.query(**more)
    behind = f"?{query}" if query else ""
    return {kind: f"{settings.PUBLIC_URL}{reverse(name)}{behind}" for kind, name in names.items()}
