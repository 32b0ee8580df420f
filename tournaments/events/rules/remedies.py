"""What could be announced otherwise so that an event ends in time: the nearest change of each kind."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from engine.words import Text, ngettext_lazy
from engine.words import gettext_lazy as _
from tournaments.formats.base import FORMATS, Format
from tournaments.formats.errors import FormatMisfit, PlacesMissing

from .forecast import Forecast, Minutes, forecast_event, forecast_terms

LESS = 2
"""By how many points a match becomes shorter: lengths are odd."""


@dataclass(frozen=True, slots=True)
class Remedy:
    """A change of what is announced, by its fields, or of the number of `tables`; and what comes of it.

    description: what it says in words, a sentence each.
    """

    changes: Mapping[str, Any]
    description: Sequence[Text]
    forecast: Forecast


@dataclass(frozen=True, slots=True)
class ForecastQuestion:
    """An event as it would be announced, for so many entries, on so many tables or as many as are asked for.

    minutes: of matches by length, as far as they are known. shortest: what matches are played to at least.
    """

    format: str
    format_options: Mapping[str, Any]
    lengths: Sequence[int]
    rounds: Sequence[Mapping[str, Any]]
    entries: int
    tables: int | None = None
    minutes: Minutes = ()
    shortest: int = 1

    @property
    def played_as(self) -> Format:
        return FORMATS[self.format].from_mapping(self.format_options)

    @property
    def fits_field(self) -> bool:
        """Whether the format can be played by so many."""
        try:
            self.played_as.check_field(self.entries)
        except (FormatMisfit, PlacesMissing):
            return False
        return True

    @property
    def lengths_played(self) -> list[int]:
        """Every length that a match may have, the shortest first."""
        return sorted({*self.lengths, *(each["length"] for each in self.rounds if "length" in each)})

    def forecast(self, **changes: Any) -> Forecast:
        """The answer, with something announced otherwise. Raises what `forecast_event` does."""
        asked = replace(self, **changes)
        terms = forecast_terms(asked.played_as, asked.lengths, asked.rounds)
        return forecast_event(terms, asked.entries, asked.tables, asked.minutes)


def remedies(question: ForecastQuestion, within: int) -> list[Remedy]:
    """Of each kind of change the nearest after which the event ends within so many minutes of its start.

    None where it does so anyway, or where none would do. Raises what `ForecastQuestion.forecast` does.
    """
    asked = question.forecast()
    if asked.minutes <= within:
        return []
    kinds = [
        shorter_lengths(question),
        *options_by_name(question),
        more_tables(question, asked),
    ]
    found = (nearest_remedy(question, changes, within) for changes in kinds)
    return [remedy for remedy in found if remedy is not None]


def nearest_remedy(
    question: ForecastQuestion, changes: Sequence[Mapping[str, Any]], within: int
) -> Remedy | None:
    """The first of the changes that does. Each makes the event shorter than the one before, or no longer."""
    number = bisect_left(changes, True, key=lambda each: question.forecast(**each).minutes <= within)
    if number == len(changes):
        return None
    found = changes[number]
    return Remedy(found, describe_changes(question, found), question.forecast(**found))


def shorter_lengths(question: ForecastQuestion) -> list[Mapping[str, Any]]:
    """All lengths shorter by two points, by four and so on, down to the shortest there may be."""
    most = question.lengths_played[-1] - question.shortest
    return [dict(lengths_reduced(question, less)) for less in range(LESS, most + 1, LESS)]


def lengths_reduced(question: ForecastQuestion, less: int) -> Iterator[tuple[str, Any]]:
    def reduced(length: int) -> int:
        return max(length - less, min(length, question.shortest))

    yield "lengths", [reduced(length) for length in question.lengths]
    if any("length" in each for each in question.rounds):
        yield (
            "rounds",
            [
                {**each, "length": reduced(each["length"])} if "length" in each else each
                for each in question.rounds
            ],
        )


def options_by_name(question: ForecastQuestion) -> Iterator[list[Mapping[str, Any]]]:
    """What the format has for it that fits the field, each option by itself."""
    shorter = question.played_as.shorter_options(question.entries)
    for _names, changes in groupby(shorter, key=tuple):
        chosen: list[Mapping[str, Any]] = [
            {"format_options": {**question.format_options, **each}} for each in changes
        ]
        yield [each for each in chosen if replace(question, **each).fits_field]


def more_tables(question: ForecastQuestion, asked: Forecast) -> list[Mapping[str, Any]]:
    if question.tables is None:
        return []
    most = question.forecast(tables=None).tables
    return [{"tables": tables} for tables in range(question.tables + 1, most + 1)]


def describe_changes(question: ForecastQuestion, changes: Mapping[str, Any]) -> list[Text]:
    """What the changes make of the event, in sentences."""
    if "lengths" in changes:
        lengths = replace(question, **changes).lengths_played
        return [_("Lengths of matches: %(lengths)s.") % {"lengths": lengths[::-1]}]
    if "tables" in changes:
        tables = changes["tables"]
        return [
            ngettext_lazy("It is played on %(count)s table.", "It is played on %(count)s tables.", tables)
            % {"count": tables}
        ]
    before = {*question.played_as.describe_options()}
    after = replace(question, **changes).played_as
    return [text for text in after.describe_options() if text not in before]
