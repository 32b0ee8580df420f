"""The SVG document: well-formed, small, without ids, styles and scripts, and every shape is in it."""

import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.drawing import Diagram, End, describe_diagram, lay_out, svg_document
from engine.drawing.inks import INK_STYLES, Ink
from engine.drawing.shapes import Circle, Curve, Lettering, Polygon, Rectangle, Shape
from engine.position import Position, make_side
from engine.translation import translate_by
from engine.variants import VARIANTS
from tests.each import each
from tests.effort import examples

from .diagrams import diagrams
from .japanese import JAPANESE

SVG = "{http://www.w3.org/2000/svg}"
TAGS = {Rectangle: "rect", Circle: "circle", Polygon: "polygon", Curve: "path", Lettering: "text"}
MOST_BYTES = 12_000
START = VARIANTS["backgammon"].start_position()


def document(diagram: Diagram, label: str = "label") -> str:
    return svg_document(lay_out(diagram), label, "en")


@settings(max_examples=examples(60), deadline=None)
@given(diagrams())
def test_every_shape_is_in_the_document(diagram: Diagram) -> None:
    layout = lay_out(diagram)
    root = ElementTree.fromstring(document(diagram))
    assert root.tag == f"{SVG}svg"
    assert [float(part) for part in root.attrib["viewBox"].split()] == [0, 0, layout.width, layout.height]
    drawn = [
        (group.attrib["class"], child.tag.removeprefix(SVG), child.text) for group in root for child in group
    ]
    assert drawn == [
        (f"board-{shape.ink}", TAGS[type(shape)], shape.text if isinstance(shape, Lettering) else None)
        for shape in layout.shapes
    ]


@settings(max_examples=examples(40), deadline=None)
@given(diagrams())
def test_shapes_keep_their_places_and_inks(diagram: Diagram) -> None:
    layout = lay_out(diagram)
    root = ElementTree.fromstring(document(diagram))
    elements = [(group.attrib, child.attrib) for group in root for child in group]
    for shape, (group, own) in zip(layout.shapes, elements, strict=True):
        style = INK_STYLES[shape.ink]
        assert group["fill"] == (style.fill or "none")
        assert group.get("stroke") == style.line
        assert float(group.get("stroke-width", 0)) == style.line_width
        assert tuple(map(float, group.get("stroke-dasharray", "").split())) == style.dashes
        written = [float(number) for text in own.values() for number in re.findall(r"-?[\d.]+", text)]
        assert written == pytest.approx(numbers_of(shape), abs=0.051)
        if isinstance(shape, Lettering):
            assert float(group["font-size"]) == pytest.approx(shape.size, abs=0.051)
            assert group.get("font-weight") == ("700" if style.bold else None)


def numbers_of(shape: Shape) -> list[float]:
    """The numbers of a shape in the order in which SVG has them."""
    match shape:
        case Rectangle():
            return [*shape.at, shape.width, shape.height, *([shape.corner] if shape.corner else [])]
        case Circle():
            return [*shape.at, shape.radius]
        case Polygon():
            return [number for corner in shape.corners for number in corner]
        case Curve():
            return [*shape.start, *shape.control, *shape.end]
        case Lettering():
            return [*shape.at]


@settings(max_examples=examples(60), deadline=None)
@given(diagrams())
def test_a_strict_policy_allows_it_any_number_of_times(diagram: Diagram) -> None:
    allowed = {"svg", "g", *TAGS.values()}
    for element in ElementTree.fromstring(document(diagram)).iter():
        assert element.tag.removeprefix(SVG) in allowed
        assert not {"id", "style", "href"} & element.attrib.keys()
        assert not any(name.startswith("on") for name in element.attrib)


@settings(max_examples=examples(150), deadline=None)
@given(diagrams(), st.sampled_from([None, ("Jean-Baptiste Beauregard-Delacroix", "山" * 40)]))
def test_no_document_is_large(diagram: Diagram, names: tuple[str, str] | None) -> None:
    label = translate_by(JAPANESE, describe_diagram(diagram, names))
    assert len(svg_document(lay_out(diagram), label, "ja").encode()) < MOST_BYTES


def test_the_dearest_document_is_small_enough() -> None:
    """All thirty dark and light checkers spread out, a mark, twelve spots and four long arrows."""
    own = make_side(15, dict.fromkeys([24, 22, 20, 18, 16, 14, 12, 10, 8, 6, 4, 2], 1) | {25: 3})
    diagram = Diagram(
        position=Position(own, own),
        on_roll=End.TOP,
        dice=(6, 6),
        play=((25, 7), (25, 7), (25, 7), (24, 1)),
        marked=3,
        cube=1024,
        score=(12345, 12345),
        length=32767,
    )
    label = translate_by(JAPANESE, describe_diagram(diagram, ("山" * 60, "川" * 60)))
    assert 9_000 < len(svg_document(lay_out(diagram), label, "ja").encode()) < MOST_BYTES


@settings(max_examples=examples(100))
@given(st.text())
def test_any_label_is_said(label: str) -> None:
    """What cannot stand in XML is a question mark or a space."""
    root = ElementTree.fromstring(document(Diagram(position=START), f"<\"&'>{label}"))
    said = root.attrib["aria-label"]
    assert said.startswith("<\"&'>")
    assert len(said) == 5 + len(label)
    assert root.attrib["role"] == "img"


def test_a_document_says_its_language() -> None:
    root = ElementTree.fromstring(svg_document(lay_out(Diagram(position=START)), "盤", "ja"))
    assert root.attrib["lang"] == "ja"
    assert root.attrib["aria-label"] == "盤"


# Colours.

GROUNDS = {
    Ink.LIGHT: (Ink.FIELD, Ink.FRAME, Ink.PALE_POINT, Ink.DEEP_POINT),
    Ink.DARK: (Ink.FIELD, Ink.FRAME, Ink.PALE_POINT, Ink.DEEP_POINT),
    Ink.RING: (Ink.DARK,),
    Ink.LIGHT_COUNT: (Ink.LIGHT,),
    Ink.DARK_COUNT: (Ink.DARK,),
    Ink.LIGHT_OFF: (Ink.TRAY,),
    Ink.DARK_OFF: (Ink.TRAY,),
    Ink.LIGHT_DIE: (Ink.FIELD,),
    Ink.DARK_DIE: (Ink.FIELD,),
    Ink.LIGHT_SPOT: (Ink.LIGHT_DIE,),
    Ink.DARK_SPOT: (Ink.DARK_DIE,),
    Ink.CUBE: (Ink.TRAY, Ink.FIELD),
    Ink.CUBE_FACE: (Ink.CUBE,),
    Ink.OFFER: (Ink.FIELD,),
    Ink.FLAG_POLE: (Ink.FIELD,),
    Ink.FLAG: (Ink.FIELD,),
    Ink.FLAG_COUNT: (Ink.FLAG,),
    Ink.MONEY_RULE: (Ink.TRAY,),
    Ink.NUMBER: (Ink.FRAME,),
    Ink.PIPS: (Ink.FRAME,),
    Ink.SCORE: (Ink.FRAME,),
    Ink.LANDING: (Ink.LANDING_HALO,),
    Ink.ARROW: (Ink.ARROW_HALO,),
    Ink.HEAD: (Ink.HEAD_HALO,),
}


LETTERS = (
    *(Ink.NUMBER, Ink.PIPS, Ink.SCORE, Ink.MONEY_RULE),
    *(Ink.LIGHT_COUNT, Ink.DARK_COUNT, Ink.FLAG_COUNT, Ink.CUBE_FACE),
)


def luminance(colour: str) -> float:
    """Relative luminance by WCAG 2.2."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@each("ink", GROUNDS)
def test_what_is_drawn_is_seen_on_what_it_lies_on(ink: Ink) -> None:
    """By its fill or by its line, 3 : 1, letters 4.5 : 1: WCAG 2.2, 1.4.11 and 1.4.3."""
    style = INK_STYLES[ink]
    least = 4.5 if ink in LETTERS else 3
    for ground in GROUNDS[ink]:
        under = INK_STYLES[ground].fill or INK_STYLES[ground].line
        assert under
        assert max(contrast(own, under) for own in (style.fill, style.line) if own) >= least, ground


def test_the_sides_differ_in_lightness() -> None:
    light, dark = INK_STYLES[Ink.LIGHT].fill, INK_STYLES[Ink.DARK].fill
    assert light
    assert dark
    assert contrast(light, dark) == pytest.approx(16.4, abs=0.1)


def test_every_ink_has_a_style_and_a_name_of_its_own() -> None:
    assert INK_STYLES.keys() == set(Ink)
    assert max(Counter(Ink).values()) == 1
