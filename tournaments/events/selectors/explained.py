"""Why an entry has its place: the figures of its tie-breaks, and what each is made of."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.events.models import Entry
from tournaments.formats import Figure, Place, Share

from .course import ShownPart, StandingsRow, TournamentCourse


@dataclass(frozen=True, slots=True)
class ExplainedShare:
    """What a round, or an opponent, adds to a figure; without one it was a round without a match."""

    share: Share
    opponent: Entry | None


@dataclass(frozen=True, slots=True)
class ExplainedFigure:
    figure: Figure
    shares: list[ExplainedShare]


@dataclass(frozen=True, slots=True)
class ExplainedPlace:
    """A place of an entry with its figures, the points first. part: where, None in the whole event."""

    part: ShownPart | None
    row: StandingsRow
    figures: list[ExplainedFigure]


def explained_places(course: TournamentCourse, entry: Entry) -> list[ExplainedPlace]:
    """Each place of an entry that points decide, part by part; nothing where none does. No query.

    The figures are those that ranked it: nothing is counted again.
    """
    of_parts: list[tuple[ShownPart | None, StandingsRow]] = [
        (part, row) for part in course.shown_parts for row in part.table if row.entry == entry
    ]
    whole = [(None, row) for row in course.standings if row.entry == entry]
    ranked = [(part, row) for part, row in of_parts if row.place.points is not None] or [
        (part, row) for part, row in whole if row.place.points is not None
    ]
    return [
        ExplainedPlace(
            part, row, [explained_figure(course, figure) for figure in figures_of_place(row.place)]
        )
        for part, row in ranked
    ]


def figures_of_place(place: Place) -> Iterable[Figure]:
    """Its points as a figure, and the tie-breaks; where they decide among these, in their order."""
    if place.points is not None and all(figure.code != "points" for figure in place.figures):
        yield Figure("points", place.points, place.point_shares)
    yield from place.figures


def explained_figure(course: TournamentCourse, figure: Figure) -> ExplainedFigure:
    return ExplainedFigure(
        figure,
        [
            ExplainedShare(share, None if share.opponent is None else course.entries[share.opponent])
            for share in figure.shares
        ],
    )


def figures_in_standings(course: TournamentCourse) -> list[Figure]:
    """One of every tie-break that orders the standings of an event or of its parts, in their order."""
    tables = [course.standings, *(part.table for part in course.shown_parts)]
    found = {
        figure.code: figure for rows in tables for row in rows[:1] for figure in figures_of_place(row.place)
    }
    return [*found.values()]
