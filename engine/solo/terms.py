"""What a solo game is played by: the variant, how it is scored, and what its dice are made from."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Self

from ..errors import InvalidLength, InvalidOption
from ..fair_dice import FairDice
from ..options import Options
from ..record import MOST_LENGTH, MatchRecord
from ..variants import Variant, refereed_variant

PIPS, MATCH, MONEY = "pips", "match", "money"
SCORINGS = (PIPS, MATCH, MONEY)

CUBE_LIMIT = 1024
"""To which the cube is turned in a session for money: as far as in eXtreme Gammon, unless told otherwise."""


@dataclass(frozen=True, kw_only=True)
class SoloTerms:
    """The terms of a solo game.

    `scoring` is "pips", one game as SoloGammon counts it; "match", to `length` points with the cube and the
    Crawford rule; or "money", game after game with `jacoby`, `beavers` and up to `automatic_doubles` a game.
    `options` are those of the variant. `seed` is secret until the last roll (fair_dice.py). `players` are
    the names of the person, side 0, and of the computer, side 1, as the transcript has them.

    Raises UnknownVariant, InvalidOption, InvalidLength, InvalidSeed and InvalidContribution.
    """

    variant: str = "backgammon"
    scoring: str = PIPS
    length: int = 0
    jacoby: bool = False
    beavers: bool = False
    automatic_doubles: int = 0
    options: Mapping[str, object] = field(default_factory=dict)
    seed: str
    contribution: str = ""
    players: tuple[str, str] = ("Player", "Computer")

    def __post_init__(self) -> None:
        if self.scoring not in SCORINGS:
            raise InvalidOption(
                "%(name)s is one of %(allowed)s, not %(value)s",
                {"name": "scoring", "allowed": SCORINGS, "value": str(self.scoring)[:40]},
                option="scoring",
            )
        if self.scoring == PIPS and not self.rules.won_by_bearing_off:
            raise InvalidOption(
                "%(variant)s is not scored by pips: who bears off first does not win",
                {"variant": self.rules.name},
                option="scoring",
            )
        if self.scoring == MATCH and not 1 <= self.length <= MOST_LENGTH:
            raise InvalidLength(
                "a match is played to a positive number of points, not %(length)s", {"length": self.length}
            )
        self.dice  # noqa: B018 - checks the seed and the contribution
        self.judged_by.check_fits_match(self.record_length)

    @cached_property
    def rules(self) -> Variant:
        """The variant with its options."""
        return refereed_variant(self.variant).with_options(self.options)

    @cached_property
    def dice(self) -> FairDice:
        """The dice of every game."""
        return FairDice(self.seed, self.contribution)

    @property
    def record_length(self) -> int:
        """The length that the transcript has: a game for pips is a match to one point, without doubles."""
        return {PIPS: 1, MATCH: self.length, MONEY: 0}[self.scoring]

    @property
    def judged_by(self) -> Options:
        """The options by which the referee judges the transcript."""
        chosen: dict[str, Any] = {"variant": dict(self.options)}
        if self.scoring == MONEY:
            chosen |= {"jacoby": self.jacoby, "beavers": self.beavers, "raccoons": False}
            chosen["automatic_doubles"] = self.automatic_doubles
        elif self.jacoby or self.beavers or self.automatic_doubles:
            chosen |= {"jacoby": self.jacoby or None, "beavers": self.beavers or None}
            chosen["automatic_doubles"] = self.automatic_doubles or None
        return Options.from_mapping(chosen)

    def new_record(self) -> MatchRecord:
        """A transcript with no game in it yet."""
        tags = {} if self.variant == "backgammon" else {"variation": self.variant}
        money = self.scoring == MONEY
        return MatchRecord(
            "mat",
            self.variant,
            self.record_length,
            self.players,
            jacoby=money and self.jacoby,
            beavers=self.beavers if money else None,
            automatic_doubles=self.automatic_doubles if money else None,
            cube_limit=CUBE_LIMIT if money else None,
            tags=tags,
        )

    def as_dict(self) -> dict[str, Any]:
        """Return plain JSON values, the seed among them."""
        return {
            "variant": self.variant,
            "scoring": self.scoring,
            "length": self.length,
            "jacoby": self.jacoby,
            "beavers": self.beavers,
            "automatic_doubles": self.automatic_doubles,
            "options": dict(self.options),
            "seed": self.seed,
            "contribution": self.dice.contribution,
            "players": list(self.players),
        }

    @classmethod
    def from_dict(cls, plain: Mapping[str, Any]) -> Self:
        """The terms that as_dict() was asked for."""
        one, two = plain["players"]
        return cls(**{**plain, "players": (one, two)})
