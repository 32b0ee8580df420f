"""The variants the engine knows. To add one: a file beside this one and a line in PLAYED."""

from collections.abc import Callable

from ..errors import UnknownVariant
from .backgammon import BACKGAMMON
from .base import ENDINGS, Finish, ScoredVariant, Variant
from .fevga import FEVGA
from .hypergammon import HYPERGAMMON
from .hypergammon1 import HYPERGAMMON1
from .hypergammon2 import HYPERGAMMON2
from .misere import MISERE
from .nackgammon import NACKGAMMON
from .plakoto import PLAKOTO
from .race import RACE
from .reported import CLONING, CROWDED, GRASSHOPPER

__all__ = [
    "ENDINGS",
    "PLAYED",
    "VARIANTS",
    "Finish",
    "ScoredVariant",
    "Variant",
    "playable_variant",
    "refereed_variant",
    "variant_called",
    "variant_starting_with",
    "variant_tagged",
]

PLAYED: dict[str, ScoredVariant] = {
    known.code: known
    for known in (
        BACKGAMMON,
        NACKGAMMON,
        HYPERGAMMON,
        HYPERGAMMON2,
        HYPERGAMMON1,
        PLAKOTO,
        FEVGA,
        RACE,
        MISERE,
        CROWDED,
        CLONING,
        GRASSHOPPER,
    )
}
"""Variant code -> what a match can be played in. Of those that are no Variant only scores are reported."""

VARIANTS: dict[str, Variant] = {code: known for code, known in PLAYED.items() if isinstance(known, Variant)}
"""Variant code -> variant that the referee knows the rules of."""


def playable_variant(code: str) -> ScoredVariant:
    """Return what of this code a match can be played in, or raise UnknownVariant naming what there is."""
    if code not in PLAYED:
        raise UnknownVariant(
            'no variant is called "%(name)s": known are %(known)s', {"name": code[:40], "known": [*PLAYED]}
        )
    return PLAYED[code]


def refereed_variant(code: str) -> Variant:
    """Return the variant of this code. Raises UnknownVariant also where its rules are not known."""
    return _require_rules(playable_variant(code))


def variant_called(tag: str) -> ScoredVariant | None:
    """Return what files call `tag`, whatever its case and punctuation; None if it is the name of nothing."""
    bare = "".join(letter for letter in tag.lower() if letter.isalnum())
    return next((known for known in PLAYED.values() if bare in known.tags), None)


def variant_tagged(tag: str) -> Variant:
    """Return the variant files call `tag`. Raises UnknownVariant also where its rules are not known."""
    known = variant_called(tag)
    if known is None:
        raise UnknownVariant(
            'no variant is called "%(name)s": known are %(known)s',
            {"name": tag[:40], "known": [*VARIANTS]},
        )
    return _require_rules(known)


def variant_starting_with(sides: Callable[[int], object]) -> Variant:
    """Return the variant whose games begin with what `sides` makes of so many checkers a side: both, as of
    Position, each from its own view. Backgammon if there is none.
    """
    for known in VARIANTS.values():
        start = known.start_position()
        if sides(known.checker_count) == (start.own, start.opponent):
            return known
    return BACKGAMMON


def _require_rules(known: ScoredVariant) -> Variant:
    if not isinstance(known, Variant):
        raise UnknownVariant(
            "the referee does not know the rules of %(variant)s: report the score", {"variant": known.name}
        )
    return known
