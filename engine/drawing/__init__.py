"""A board, drawn: what is to be seen, where its shapes lie, the same as SVG and in words.

>>> diagram = diagram_of_id("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10")
>>> print(describe_diagram(diagram))  # doctest: +ELLIPSIS
A position of Backgammon. White at the bottom: 2 on 24, 5 on 13, 3 on 8, 5 on 6; 167 pips to go. ...
>>> svg_document(lay_out(diagram), str(describe_diagram(diagram)), "en")[:19]
'<svg class="board" '
"""

from .description import describe_diagram
from .diagram import Colour, Diagram, End
from .layout import lay_out
from .moments import diagram_of_moment, diagram_of_standing
from .places import BoardPlace, next_spot, places_of
from .play import diagram_of_solo
from .situations import diagram_of_id, diagram_of_situation
from .svg import svg_document

__all__ = [
    "BoardPlace",
    "Colour",
    "Diagram",
    "End",
    "describe_diagram",
    "diagram_of_id",
    "diagram_of_moment",
    "diagram_of_situation",
    "diagram_of_solo",
    "diagram_of_standing",
    "lay_out",
    "next_spot",
    "places_of",
    "svg_document",
]
