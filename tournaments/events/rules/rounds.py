"""What the matches of a round are played by: the tournament's own terms, and what is otherwise in a round.

Plain data. An exception is a JSON object: `part` (every part where it is missing), `round`, the first round
of it that it holds for (every round where it is missing), and what is otherwise from there on: `length`,
`variant`, `options`, `regulations`, `play_by` (a moment, for that round alone) and `tables` (names). Of
several about the same thing, the last that fits counts.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import product
from typing import Any

import engine
from engine.words import Text
from engine.words import gettext_lazy as _
from matches.base.errors import CodeWord
from matches.play.errors import checked_match_length
from matches.play.rules.refereeing import checked_match_options
from matches.play.rules.regulations import checked_regulations
from tournaments.events.errors import InvalidRound
from tournaments.formats.base import Format
from tournaments.venues.rules.tables import NAME_MAX, TABLES_MAX, table_name_fault

NUMBER_MAX = 999
LAST_YEAR = 3000


@dataclass(frozen=True, slots=True)
class RoundTerms:
    """lengths: points per round, of which the last applies to every round after it."""

    lengths: tuple[int, ...]
    variant: str
    options: Mapping[str, Any]
    regulations: Mapping[str, Any]
    play_by: datetime | None = None
    tables: Sequence[str] = field(default=())

    def length_of(self, round: int) -> int:
        """Points a match of this round (1 is the first) is played to."""
        return self.lengths[min(round, len(self.lengths)) - 1]


def round_terms(
    exceptions: Iterable[Mapping[str, Any]], common: RoundTerms, part: str, round: int
) -> RoundTerms:
    """The terms of one round: `lengths` is then what its matches are played to, and nothing else."""
    terms = replace(common, lengths=(common.length_of(round),))
    for exception in exceptions:
        if not holds_for_round(exception.get("part", part), exception.get("round", round), part, round):
            continue
        if "length" in exception:
            terms = replace(terms, lengths=(exception["length"],))
        if "variant" in exception:
            terms = replace(terms, variant=exception["variant"])
        if "options" in exception:
            terms = replace(terms, options={**terms.options, **exception["options"]})
        if "regulations" in exception:
            terms = replace(terms, regulations={**terms.regulations, **exception["regulations"]})
        if "tables" in exception:
            terms = replace(terms, tables=named_tables(exception["tables"]))
        if "play_by" in exception and exception.get("round") in (None, round):
            terms = replace(terms, play_by=datetime.fromisoformat(exception["play_by"]))
    return terms


def holds_for_round(of_part: str, from_round: int, part: str, round: int) -> bool:
    """Whether an exception of a part, from a round on, is one for this part and round."""
    return of_part == part and from_round <= round


def checked_rounds(
    exceptions: Sequence[Mapping[str, Any]], common: RoundTerms, longest: int, format: Format
) -> list[dict[str, Any]]:
    """The exceptions, if every round can be played by them; `longest` is the longest match there is.

    `format` defines which parts there may be.

    Raises InvalidRound, InvalidLength, InvalidOption, InvalidRegulation.
    """
    for number, exception in enumerate(exceptions, 1):
        for name, value in exception.items():
            if name not in CHECKS:
                raise InvalidRound(
                    "Exception %(number)s names %(name)r; a round has %(checks)s.",
                    {"number": number, "name": str(name)[:40], "checks": [*CHECKS]},
                    round=number,
                )
            is_so, allowed = CHECKS[name]
            if not is_so(value):
                raise InvalidRound(
                    "Exception %(number)s: %(name)s cannot be %(value)r; it is %(allowed)s.",
                    {"number": number, "name": name, "value": str(value)[:80], "allowed": allowed},
                    round=number,
                )
    kept = [
        {**exception, "tables": list(named_tables(exception["tables"]))}
        if "tables" in exception
        else dict(exception)
        for exception in exceptions
    ]
    for part, round in rounds_excepted(kept, common):
        terms = round_terms(kept, common, part, round)
        lengths = [checked_match_length(length, longest) for length in terms.lengths]
        options = checked_match_options(terms.options, terms.variant, lengths)
        checked_regulations(terms.regulations, lengths, options)
    for number, exception in enumerate(kept, 1):
        if "part" in exception and not format.has_part(exception["part"]):
            raise InvalidRound(
                "Exception %(number)s is for part %(part)r, which %(format)s does not have. Its parts: "
                "%(part_names)s.",
                {
                    "number": number,
                    "part": exception["part"],
                    "format": CodeWord(format.code, "format"),
                    "part_names": [*format.part_names],
                },
                round=number,
            )
    return kept


def rounds_excepted(exceptions: Sequence[Mapping[str, Any]], common: RoundTerms) -> Iterator[tuple[str, int]]:
    """Parts and rounds that have all terms there are between them; "" is any part that is not named."""
    parts = dict.fromkeys(exception.get("part", "") for exception in exceptions)
    rounds = {exception.get("round", 1) for exception in exceptions} | {*range(1, len(common.lengths) + 1)}
    return product({"": None, **parts} if parts else {}, sorted(rounds))


def is_whole_round_value(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def is_round_moment(value: Any) -> bool:
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return False
    # Of the last years there are, not every moment is one in every time zone.
    return moment is not None and moment.tzinfo is not None and moment.year < LAST_YEAR


def is_list_of_tables(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) <= TABLES_MAX
        and all(
            is_whole_round_value(table, 1, NUMBER_MAX)
            or (isinstance(table, str) and table_name_fault(table) is None)
            for table in value
        )
        and len(set(named_tables(value))) == len(value)
    )


def named_tables(tables: Iterable[str | int]) -> tuple[str, ...]:
    """The names of tables: a number is the name that it is written as."""
    return tuple(map(str, tables))


CHECKS: dict[str, tuple[Callable[[Any], bool], Text]] = {
    "part": (
        lambda value: isinstance(value, str) and 0 < len(value) <= 32 and value.isprintable(),
        _("the code of a bracket, group or stage, of 1 to 32 characters"),
    ),
    "round": (lambda value: is_whole_round_value(value, 1, 4096), _("a whole number from 1 to 4096")),
    "length": (
        lambda value: isinstance(value, int) and not isinstance(value, bool),
        _("a whole number of points"),
    ),
    "variant": (
        lambda value: isinstance(value, str) and value in engine.PLAYED,
        _("one of %(variants)s") % {"variants": sorted(engine.PLAYED)},
    ),
    "options": (lambda value: isinstance(value, dict), _("an object of options")),
    "regulations": (lambda value: isinstance(value, dict), _("an object of regulations")),
    "play_by": (
        is_round_moment,
        _("a moment with its time zone before the year %(year)s, such as 2030-05-01T20:00:00Z")
        % {"year": LAST_YEAR},
    ),
    "tables": (
        is_list_of_tables,
        _("a list of different names of tables, each of %(most)s characters at most") % {"most": NAME_MAX},
    ),
}
"""What may be set for a round: whether a value can be that, and what it is otherwise, in words."""
