"""The variants the engine knows. To add one: a file beside this one and a line in VARIANTS."""

from ..errors import UnknownVariant
from .backgammon import BACKGAMMON
from .base import ENDINGS, Finish, Variant
from .hypergammon import HYPERGAMMON
from .hypergammon1 import HYPERGAMMON1
from .hypergammon2 import HYPERGAMMON2
from .nackgammon import NACKGAMMON

__all__ = ["ENDINGS", "VARIANTS", "Finish", "Variant", "tagged", "variant"]

VARIANTS: dict[str, Variant] = {
    known.code: known for known in (BACKGAMMON, NACKGAMMON, HYPERGAMMON, HYPERGAMMON2, HYPERGAMMON1)
}
"""Variant code -> variant."""


def variant(code: str) -> Variant:
    """Return the variant of this code, or raise UnknownVariant naming those there are."""
    if code not in VARIANTS:
        raise UnknownVariant(f'no variant is called "{code[:40]}": known are {", ".join(VARIANTS)}')
    return VARIANTS[code]


def tagged(tag: str) -> Variant:
    """Return the variant files call `tag`, whatever its case and punctuation. Raises UnknownVariant."""
    bare = "".join(letter for letter in tag.lower() if letter.isalnum())
    for known in VARIANTS.values():
        if bare in known.tags:
            return known
    raise UnknownVariant(f'no variant is called "{tag[:40]}": known are {", ".join(VARIANTS)}')
