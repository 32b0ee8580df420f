"""What an event decides where the rules leave a choice; docs/rules.md names the source of each."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from reprlib import repr as brief
from typing import Any, Self

from .errors import InvalidOption
from .words import Text
from .words import gettext_lazy as _

CHOICES: dict[str, tuple[object, ...]] = {
    "illegal_plays": ("fault", "stand"),
    "crawford_double": ("fault", "annulled"),
    "match_concession": ("counts", "fault"),
    "crawford": (None, True, False),
    "jacoby": (None, True, False),
    "beavers": (None, True, False),
    "raccoons": (None, True, False),
    "automatic_doubles": (None, 0, 1, 2, 3, 4, 5, 6),
    "holland": (False, True),
}
"""What each option may be. None leaves it to the record, and to custom where that says nothing."""

CHOSEN: dict[str, dict[object, Text]] = {
    "illegal_plays": {"stand": _("An illegal play stands once the opponent has rolled")},
    "crawford_double": {"annulled": _("A double in the Crawford game is annulled")},
    "match_concession": {"fault": _("A match cannot be given up with a game")},
    "crawford": {False: _("No Crawford game")},
    "holland": {True: _("Holland rule: no double after the Crawford game before both have rolled twice")},
}
"""What it means to choose otherwise than usual, of the options that a match may have."""

_MONEY_ONLY = ("jacoby", "beavers", "raccoons", "automatic_doubles")


@dataclass(frozen=True, slots=True)
class Options:
    """How an event wants its records judged.

    `illegal_plays`: an illegal play is a "fault", or it may "stand" once the opponent has rolled after it.
    `crawford_double`: a double in the Crawford game is a "fault", or "annulled" and the game judged without.
    `match_concession`: a game given up for the points that win the match, which are more than it could be
    worth, gives up the match: it "counts", or is a "fault".
    `crawford`: whether the Crawford rule applies. `holland`: after the Crawford game nobody doubles before
    both have rolled twice; only in matches.

    Only in sessions for money: `jacoby` (with the cube never turned a game counts once), `beavers`,
    `raccoons`, and `automatic_doubles`, how many a game may begin with.

    `variant` holds options of the variant by name (docs/rules.md).

    Raises InvalidOption, naming the option, for a value it cannot have.
    """

    illegal_plays: str = "fault"
    crawford_double: str = "fault"
    crawford: bool | None = None
    jacoby: bool | None = None
    beavers: bool | None = None
    raccoons: bool | None = None
    automatic_doubles: int | None = None
    holland: bool = False
    match_concession: str = "counts"
    variant: Mapping[str, object] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name, choices in CHOICES.items():
            value = getattr(self, name)
            if not any(
                value is choice or (value == choice and type(value) is type(choice)) for choice in choices
            ):
                raise InvalidOption(
                    "%(name)s cannot be %(value)s: it is one of %(named)s",
                    {"name": name, "value": brief(value), "named": [*map(repr, choices)]},
                    option=name,
                )
        if not isinstance(self.variant, Mapping):
            raise InvalidOption(
                "variant is a mapping of options by name, not %(variant)s",
                {"variant": brief(self.variant)},
                option="variant",
            )
        if self.raccoons and self.beavers is False:
            raise InvalidOption("there are no raccoons without beavers", option="raccoons")
        if self.holland and self.crawford is False:
            raise InvalidOption(
                "the Holland rule is about the games after the Crawford game; there is none", option="holland"
            )

    @classmethod
    def from_mapping(cls, chosen: Mapping[str, Any]) -> Self:
        """Return the options chosen by name. Raises InvalidOption, for a name that is none too."""
        known = [known.name for known in fields(cls)]
        for name in chosen:
            if name not in known:
                raise InvalidOption(
                    'there is no option "%(name)s": known are %(known)s',
                    {"name": name[:40], "known": known},
                    option=name,
                )
        return cls(**chosen)

    def check_fits_match(self, length: int) -> None:
        """Raise InvalidOption if the options do not fit a match to `length`, or, with 0, a session for money.

        Source: JBF international rules 29 and 30, GNU Backgammon manual: none of the options of money play is
        used in matches.
        """
        if length:
            for name in _MONEY_ONLY:
                if getattr(self, name):
                    raise InvalidOption(
                        "%(name)s belongs to sessions for money, not to a match to %(length)s",
                        {"name": name, "length": length},
                        option=name,
                    )
        elif self.holland:
            raise InvalidOption(
                "holland is a rule of matches; a session for money has no Crawford game", option="holland"
            )


DEFAULT = Options()
