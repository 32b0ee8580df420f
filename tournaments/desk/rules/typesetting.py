"""Documents as PDF: templates of typst beside this room, filled with plain data.

typst is the group `pdf` of pyproject.toml, 77 MB, and need not be there. Its templates reach nothing but
their own folder; what people typed is data to them and never markup. The fonts are the room's own, as a
server often has none with Japanese; letters that those lack come from the machine's.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent.parent / "typst"
PAPERS = {"a3": "a3", "a4": "a4", "letter": "us-letter"}
"""What typst calls the papers."""


@lru_cache(maxsize=1)
def can_typeset() -> bool:
    """Whether typst is installed."""
    return find_spec("typst") is not None


@lru_cache(maxsize=1)
def fonts() -> Any:
    """The fonts, found once in a process."""
    import typst

    return typst.Fonts(include_system_fonts=True, font_paths=[str(FOLDER / "fonts")])


def typeset(template: str, data: Mapping[str, Any], *, format: str = "pdf", ppi: float = 144) -> list[bytes]:
    """A document by its template, without .typ: one file as PDF, one for each page as PNG.

    data: what the template says, `paper` a key of PAPERS. Raises ImportError where typst is not installed.
    """
    import typst

    inputs = {"data": json.dumps({**data, "paper": PAPERS[data["paper"]]}, ensure_ascii=False)}
    made: Any = typst.compile(
        str(FOLDER / f"{template}.typ"),
        root=str(FOLDER),
        font_paths=fonts(),
        format=format,  # type: ignore[call-overload]
        ppi=ppi,
        sys_inputs=inputs,
    )
    return made if isinstance(made, list) else [made]
