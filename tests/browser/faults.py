"""What is wrong with how a page lies on a screen: texts that are cut off, over an edge, or on one another."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

# Every run of text that is there to be seen, with the boxes it fills. What only screen readers are told, and
# what is folded, is not.
TEXTS = """
const isUnseen = (each) => {
    const style = getComputedStyle(each);
    return style.clipPath !== "none" && each.clientWidth <= 1;
};
const texts = () => {
    const found = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!node.textContent.trim() || parent.closest("script, style, option, .skip, title")) continue;
        if (!parent.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue;
        let unseen = false;
        for (let each = parent; each && !unseen; each = each.parentElement) unseen = isUnseen(each);
        if (unseen) continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const boxes = [...range.getClientRects()].filter((box) => box.width > 0.5 && box.height > 0.5);
        if (boxes.length) found.push({ text: node.textContent.trim(), parent, boxes });
    }
    return found;
};
const place = (each) => `${each.tagName.toLowerCase()}.${each.className}`.slice(0, 40);
"""

# A text is cut where a box that it is in hides what is beyond it, up to the first that scrolls.
CUT = f"""() => {{{TEXTS}
    const wrong = [];
    for (const {{ text, parent, boxes }} of texts()) {{
        for (let each = parent; each && each !== document.body; each = each.parentElement) {{
            const style = getComputedStyle(each);
            if (/auto|scroll/.test(style.overflowX)) break;
            if (style.overflowX === "visible" || style.display === "inline") continue;
            const edge = each.getBoundingClientRect();
            const over = boxes.some((box) =>
                box.right > edge.right + 1 || box.left < edge.left - 1 ||
                (box.top + box.bottom) / 2 > edge.bottom || (box.top + box.bottom) / 2 < edge.top);
            if (over) {{ wrong.push(`cut off: "${{text}}" in ${{place(each)}}`); break; }}
        }}
    }}
    return wrong;
}}"""

# A text is over an edge where it leaves the cell, card or button it stands in, or the page.
OVER_EDGE = f"""() => {{{TEXTS}
    const BOXES = "td, th, .seats, .slot, .badge, .mark, button, .button, .card, summary, .chip, .panel";
    const width = document.documentElement.clientWidth;
    const scrolls = (each) => {{
        for (; each && each !== document.body; each = each.parentElement) {{
            if (/auto|scroll/.test(getComputedStyle(each).overflowX)) return true;
        }}
        return false;
    }};
    const wrong = [];
    for (const {{ text, parent, boxes }} of texts()) {{
        const box = parent.closest(BOXES);
        const edge = box?.getBoundingClientRect();
        if (edge && boxes.some((each) => each.right > edge.right + 1 || each.left < edge.left - 1)) {{
            wrong.push(`over the edge of ${{place(box)}}: "${{text}}"`);
        }} else if (boxes.some((each) => each.right > width + 1 || each.left < -1) && !scrolls(parent)) {{
            wrong.push(`over the edge of the page: "${{text}}" in ${{place(parent)}}`);
        }}
    }}
    return wrong;
}}"""

# Of two texts that cross each other by more than a hair, from top to foot. What stands over the page while it
# scrolls is left out.
CROSSED = f"""() => {{{TEXTS}
    const floats = (each) => {{
        for (; each && each !== document.body; each = each.parentElement) {{
            if (/fixed|sticky/.test(getComputedStyle(each).position)) return true;
        }}
        return false;
    }};
    const HAIR = 2;
    const boxes = texts().filter(({{ parent }}) => !floats(parent)).flatMap(({{ text, parent, boxes }}) =>
        boxes.map(({{ left, right, top, bottom }}) => {{
            // A line is higher than its letters are.
            const less = (bottom - top) * 0.18;
            return {{ text, parent, left, right, top: top + less, bottom: bottom - less }};
        }}));
    boxes.sort((one, two) => one.top - two.top);
    const wrong = [];
    boxes.forEach((one, at) => {{
        for (let next = at + 1; next < boxes.length && boxes[next].top < one.bottom - HAIR; next += 1) {{
            const two = boxes[next];
            if (one.parent === two.parent) continue;
            const wide = Math.min(one.right, two.right) - Math.max(one.left, two.left);
            const high = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
            if (wide > HAIR && high > HAIR) wrong.push(`crossed: "${{one.text}}" and "${{two.text}}"`);
        }}
    }});
    return wrong;
}}"""

TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


def faults_on_screen(page: Page) -> list[str]:
    """What is cut off, over an edge or crossed on the page as it stands; nothing where all is whole."""
    found = [*page.evaluate(CUT), *page.evaluate(OVER_EDGE), *page.evaluate(CROSSED)]
    if (wide := page.evaluate(TOO_WIDE)) > 0:
        found.append(f"{wide} px wider than the screen")
    return found


UPRIGHT, ACROSS = 703, 1062
"""How many pixels a sheet of A4 is wide within its margins: 12 mm, and 8 mm for a bracket."""


def faults_on_paper(page: Page) -> list[str]:
    """The same of what is printed, across the paper or upright as its section says."""
    screen = page.viewport_size
    assert screen is not None
    page.emulate_media(media="print")
    found = []
    for width, is_across in ((UPRIGHT, "false"), (ACROSS, "true")):
        page.set_viewport_size({"width": width, "height": 1000})
        for fault in (CUT, OVER_EDGE, CROSSED):
            found += [f"on paper: {each}" for each in page.evaluate(on_sheet(fault, is_across))]
    page.emulate_media(media="screen")
    page.set_viewport_size(screen)
    return found


def on_sheet(fault: str, is_across: str) -> str:
    """The fault, looked for in what lies across the paper alone, or in all that does not."""
    across = "getComputedStyle(parent.closest('section') ?? document.body).page === 'wide'"
    return fault.replace(
        "if (unseen) continue;",
        f"if (unseen || ({across}) !== {is_across}) continue;",
    )
