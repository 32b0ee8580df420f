"""The style sheet of boards, read: what each ink looks like in each scheme."""

import re
from collections.abc import Iterator
from pathlib import Path

from engine.drawing.inks import INK_STYLES, Ink, InkStyle

SHEET = Path(__file__).parents[3] / "matches/static/matches/board.css"
SCHEMES = {
    "light": "",
    "dark": "screen and (prefers-color-scheme: dark)",
    "print": "print",
    "forced": "screen and (forced-colors: active)",
}
RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")


def sheet_text() -> str:
    return re.sub(r"/\*.*?\*/", "", SHEET.read_text(), flags=re.S)


def media_blocks() -> dict[str, str]:
    """What stands in each block of the sheet, by its condition."""
    return {
        condition.strip(): body
        for condition, body in re.findall(r"@media ([^{]+)\{((?:[^{}]*\{[^{}]*\})*)\s*\}", sheet_text())
    }


def declared(scheme: str) -> dict[Ink, dict[str, str]]:
    """The declarations for each ink in one scheme; none where only the attributes hold."""
    found: dict[Ink, dict[str, str]] = {}
    for selectors, body in RULE.findall(media_blocks().get(SCHEMES[scheme], "")):
        values = dict(part.split(":") for part in body.split(";") if part.strip())
        for name in set(re.findall(r"\.board-([a-z-]+)", selectors)) & set(Ink):
            own = found.setdefault(Ink(name), {})
            own |= {key.strip(): value.strip() for key, value in values.items()}
    return found


def classes_named() -> Iterator[str]:
    """The classes of inks and others of the sheet."""
    yield from re.findall(r"\.(board[a-z-]*)", sheet_text())


def style_in(scheme: str, ink: Ink) -> InkStyle:
    """How an ink looks in a scheme of plain colours: the sheet's, else its own."""
    own = INK_STYLES[ink]
    values = declared(scheme).get(ink, {})
    return own._replace(
        fill=full(values["fill"]) if "fill" in values else own.fill,
        line=full(values["stroke"]) if "stroke" in values else own.line,
        line_width=float(values.get("stroke-width", own.line_width)),
    )


def full(colour: str) -> str:
    """#rgb as #rrggbb."""
    return "#" + "".join(2 * digit for digit in colour[1:]) if len(colour) == 4 else colour
