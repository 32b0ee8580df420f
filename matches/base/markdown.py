"""What people write in Markdown: as HTML that is safe on a page, and as a line of plain text.

CommonMark without HTML and pictures, and addresses that are written out are links. A link leads to another
site or into a mail, and search engines are told that it is not ours.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from django.utils.safestring import SafeString, mark_safe
from django.utils.text import Truncator
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.rules_core import StateCore
from markdown_it.token import Token

SCHEMES = ("http://", "https://", "mailto:")

REL = "nofollow ugc noopener"

ABOVE = 2
"""A text stands under the h2 of its part of a page: its own headings begin at h3."""

SUMMARY = 200


class PageMarkdown(MarkdownIt):
    """Markdown as our pages show it."""

    def __init__(self) -> None:
        super().__init__("commonmark", {"html": False, "linkify": True})
        self.disable("image").enable("linkify")
        # Neither example.com nor ann@example.com: what is meant as a name shall not become a link.
        linkify: Any = self.linkify
        linkify.set({"fuzzy_link": False, "fuzzy_email": False, "fuzzy_ip": False})
        self.core.ruler.push("headings_below", lower_headings)
        self.add_render_rule("link_open", open_link)

    def validateLink(self, url: str) -> bool:
        return url.lower().startswith(SCHEMES)


def lower_headings(state: StateCore) -> None:
    for token in state.tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1:]) + ABOVE, 6)}"


def open_link(renderer: RendererHTML, tokens: Sequence[Token], index: int, options: Any, env: Any) -> str:
    tokens[index].attrSet("rel", REL)
    return renderer.renderToken(tokens, index, options, env)


MARKDOWN = PageMarkdown()


def render_markdown(text: str) -> SafeString:
    """The text as HTML."""
    html: str = MARKDOWN.render(text)
    return mark_safe(html)


def summarise_markdown(text: str, most: int = SUMMARY) -> str:
    """The text in one line of at most `most` characters, without markup: what describes a link."""
    words = " ".join(plain_words(MARKDOWN.parse(text))).split()
    return Truncator(" ".join(words)).chars(most, truncate="…")


def plain_words(tokens: Sequence[Token]) -> Iterator[str]:
    """What is to be read of parsed Markdown, part by part."""
    for token in tokens:
        if token.type == "inline":
            yield "".join(" " if each.tag == "br" else each.content for each in token.children or ())
        elif token.type in ("fence", "code_block"):
            yield token.content
