"""What is printed of an event: pairings of rounds, score slips, entries by name, standings after a round."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from matches.players.models import Player
from tournaments.desk.rules.chosen_matches import NamedMatch
from tournaments.events.rules.slots import TO_PLAY
from tournaments.events.selectors import (
    EventSlots,
    GridRound,
    GridRow,
    GridSide,
    TournamentCourse,
    name_order,
)
from tournaments.formats import MAIN, Empty

from .entries import DeskEntry
from .results import row_key, row_label

NOW = "now"
"""In place of a round: whatever can be played now."""


@dataclass(frozen=True, slots=True)
class PrintedRound:
    """A round with those of its matches that are printed. byes: the names of who sits it out."""

    round: GridRound
    rows: tuple[GridRow, ...]
    byes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PrintedSeat:
    """Whom somebody meets, by their own name; `row` is None for who sits the round out.

    team: that of who plays on a board.
    """

    name: str
    round: GridRound
    team: str = ""
    row: GridRow | None = None
    opponent: GridSide | None = None


def round_code(round: GridRound) -> str:
    """A round as it is chosen: losers:2."""
    return f"{round.part.code}:{round.number}"


def printed_rounds(
    event: EventSlots, grid: Sequence[GridRound], wanted: str, chosen: Collection[str] = ()
) -> list[PrintedRound]:
    """A round by its code, or what can be played now of every one: nothing that is not published yet.

    chosen: the keys of matches that are printed instead, whatever their round.
    """
    if chosen:
        return [
            PrintedRound(each, rows, ())
            for each in grid
            if (rows := tuple(row for row in each.rows if row_key(row) in chosen))
        ]
    return [
        PrintedRound(each, rows, tuple(names_of_byes(event, each)) if shows_byes(each, wanted) else ())
        for each in grid
        if wanted in (NOW, round_code(each))
        and (rows := tuple(row for row in each.rows if is_printed(row, wanted)))
    ]


def named_matches(grid: Sequence[GridRound]) -> list[NamedMatch]:
    """Those that are published, as a line names them."""
    rows = (row for each in grid for row in each.rows)
    return [
        NamedMatch(row_key(row), row_label(row), row.slot.number)
        for row in rows
        if row.slot.number is not None
    ]


def is_printed(row: GridRow, wanted: str) -> bool:
    # It has a number as soon as a worker has set it up.
    return row.slot.number is not None and (wanted != NOW or row.slot.state in TO_PLAY)


def shows_byes(round: GridRound, wanted: str) -> bool:
    """Of what can be played now as long as nothing of the round is decided."""
    return wanted != NOW or not round.decided


def names_of_byes(event: EventSlots, round: GridRound) -> Iterator[str]:
    """Who has nobody to play in a round, in the order of the draw."""
    for slot in round.part.rounds[round.number - 1]:
        if Empty.BYE in (slot.one, slot.two):
            yield from (
                event.entries[seat].shown_name for seat in (slot.one, slot.two) if isinstance(seat, int)
            )


def seats_by_name(rounds: Sequence[PrintedRound]) -> list[PrintedSeat]:
    """The same by the names of who plays, as they are read: one query."""
    players = {
        side.player
        for each in rounds
        for row in each.rows
        for side in (row.one, row.two)
        if side.player is not None
    }
    readings = dict(Player.objects.filter(pk__in=players).values_list("pk", "reading"))
    keyed = [(sort_key(side, readings), seat) for side, seat in seats_of_rounds(rounds)]
    return [seat for _key, seat in sorted(keyed, key=lambda each: each[0])]


def seats_of_rounds(rounds: Sequence[PrintedRound]) -> Iterator[tuple[GridSide, PrintedSeat]]:
    for each in rounds:
        for row in each.rows:
            for side, opponent in ((row.one, row.two), (row.two, row.one)):
                if side.name:
                    person, team = (side.board_player, side.name) if side.board_player else (side.name, "")
                    yield side, PrintedSeat(person, each.round, team, row, opponent)
        for name in each.byes:
            yield GridSide(name=name), PrintedSeat(name, each.round)


def sort_key(side: GridSide, readings: dict[int, str]) -> tuple[str, str]:
    name = side.board_player or side.name
    read = readings.get(side.player, "") if side.player is not None else ""
    return (read or name).casefold(), name


def entries_by_name(entries: Iterable[DeskEntry]) -> list[DeskEntry]:
    """By the names as they are read."""
    return sorted(entries, key=lambda row: name_order(row.entry.player.effective_player))


# -- Standings after a round


def published_round_numbers(event: EventSlots) -> list[int]:
    """The rounds that have been paired, of a format that pairs as play goes on."""
    return sorted({each.round for each in event.history.paired_rounds if each.part == MAIN})


def course_after_round(course: TournamentCourse, number: int) -> TournamentCourse:
    """An event as it stood when a round was over, by what is known of its results now."""
    history = course.history
    paired = (each for each in history.paired_rounds_of(MAIN) if each.round <= number)
    return replace(course, history=replace(history, paired_rounds=tuple(paired), held=True))
