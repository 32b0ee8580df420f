"""What stands on the picture of an event: its last rounds, the round that is played, standings or entries."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from matches.base.times import describe_day, describe_moment, said_in
from matches.base.translation import code_word
from tournaments.embeds.rules import (
    BracketOnCard,
    Card,
    CardMatch,
    CardPart,
    CardRow,
    CardSeat,
    CardWire,
    RowsOnCard,
)
from tournaments.embeds.rules.cards import IN_A_COLUMN, MOST_ROWS
from tournaments.events.models import Entry, Tournament
from tournaments.events.pages.canvas import Canvas, CanvasRound, canvas_of_parts, whole_parts
from tournaments.events.pages.tags import (
    brief_name,
    exact_tiebreak_points,
    range_of_places,
    round_of_event,
    round_on_canvas,
)
from tournaments.events.rules.canvas import HEIGHT, height_of_rounds
from tournaments.events.selectors import (
    BracketSlot,
    ShownPart,
    StandingsRow,
    TournamentCourse,
    scores_of_slot,
)
from tournaments.events.words import tournament_part_name

FEW = 4
"""Matches of the first round that is shown of one bracket: of more nobody could read the names."""
FEW_OF_TWO, ROUNDS_OF_LOSERS = 2, 3
"""Of a winners' bracket with the losers' below it; and how many rounds that has there."""


def card_of_course(course: TournamentCourse) -> Card:
    """The picture of an event as everybody sees it, in the language in force."""
    tournament = course.tournament
    starts_at, champion = tournament.starts_at, course.champion
    day = describe_day(starts_at.astimezone(tournament.zone).date()) if starts_at else ""
    said = _("Winner: %(name)s") % {"name": full_name(champion)} if champion else said_of_state(course)
    return Card(
        tournament.name,
        " · ".join(filter(None, (tournament.club.name, day, tournament.shown_place))),
        said,
        champion is not None,
        body_of_card(course),
    )


def said_of_state(course: TournamentCourse) -> str:
    """How far it has come: the round that is played, or how many have entered."""
    state, said = course.tournament.state, ""
    if state == Tournament.State.RUNNING:
        said = round_of_event(course.shown_parts)
    elif state == Tournament.State.OPEN and (entered := len(entered_names(course))):
        said = ngettext("%(number)s entry", "%(number)s entries", entered) % {"number": entered}
    return said or str(code_word(state, "tournament_state"))


def body_of_card(course: TournamentCourse) -> BracketOnCard | RowsOnCard:
    if not course.shown_parts:
        return rows_of_entries(course)
    brackets = [each for each in whole_parts(course) if isinstance(each, Canvas)]
    begun = [each for each in brackets if any(map(has_seat, slots_of_round(each.parts[0].rounds[:1])))]
    if begun:
        parts = parts_of_card(begun[-1])
        return bracket_on_card(parts, begun[-1]) if parts else rows_of_round(course)
    is_begun = any(slot.is_over and slot.fixtures for slot in course.slots_by_key.values())
    return rows_of_standings(course) if is_begun else rows_of_round(course)


def full_name(entry: Entry) -> str:
    return entry.player.effective_player.name


def shown_name(entry: Entry) -> str:
    return brief_name(full_name(entry))


# -- Lists


def entered_names(course: TournamentCourse) -> list[str]:
    """Who has entered an event that is not drawn."""
    entries = course.entries.values()
    return [shown_name(each) for each in entries if not each.has_withdrawn and not each.alternate]


def rows_of_entries(course: TournamentCourse) -> RowsOnCard:
    names = entered_names(course)
    if not names:
        return RowsOnCard([CardRow("", said) for said in announced_in_words(course.tournament)])
    rows = [CardRow("", name) for name in names[:MOST_ROWS]]
    return RowsOnCard(rows, more_in_words(len(names) - MOST_ROWS))


def announced_in_words(tournament: Tournament) -> Iterator[str]:
    """When and where it is held, and how it is played: of an event that nobody has entered yet."""
    if tournament.starts_at is not None:
        with said_in(tournament.zone):
            yield describe_moment(tournament.starts_at, "DATETIME_FORMAT")
    if tournament.shown_place:
        yield tournament.shown_place
    yield str(code_word(tournament.format, "format"))


def rows_of_standings(course: TournamentCourse) -> RowsOnCard:
    rows = course.standings
    return RowsOnCard(
        [
            CardRow(
                range_of_places(row.place),
                shown_name(row.entry),
                figure_of_place(row),
                row.entry == course.champion,
            )
            for row in rows[:MOST_ROWS]
        ],
        more_in_words(len(rows) - MOST_ROWS),
    )


def figure_of_place(row: StandingsRow) -> str:
    """What decides: points, else matches won and lost."""
    points = row.place.points
    return f"{row.won}–{row.lost}" if points is None else exact_tiebreak_points(points)


def rows_of_round(course: TournamentCourse) -> RowsOnCard:
    """Matches that are played, before those that are decided: of what has just begun, by their numbers."""
    played = [slot for slot in course.slots_by_key.values() if slot.fixtures]
    chosen = sorted(played, key=lambda slot: (slot.is_over, slot.number or 0))[:IN_A_COLUMN]
    rows = [row_of_slot(slot) for slot in sorted(chosen, key=lambda slot: slot.number or 0)]
    return RowsOnCard(rows, more_in_words(len(played) - IN_A_COLUMN))


def row_of_slot(slot: BracketSlot) -> CardRow:
    one, two = ("" if entry is None else shown_name(entry) for entry in (slot.one, slot.two))
    return CardRow(slot.label or "", one, "–".join(scores_of_slot(slot) or ()), against=two)


def more_in_words(number: int) -> str:
    return (
        ngettext("and %(number)s more", "and %(number)s more", number) % {"number": number}
        if number > 0
        else ""
    )


# -- Brackets


def slots_of_round(rounds: Sequence[CanvasRound]) -> Iterator[BracketSlot]:
    return (slot for round in rounds for slot in round.slots)


def has_seat(slot: BracketSlot) -> bool:
    """Whether somebody is known to sit there."""
    return slot.one is not None or slot.two is not None


def parts_of_card(canvas: Canvas) -> list[ShownPart]:
    """Its last rounds, as far as it is known who plays in them; none of a large one that has just begun."""
    main, *others = [each.part for each in canvas.parts]
    finals = [canvas.finals[0].part] if canvas.finals else []
    if finals and others:
        cut = last_rounds(main, FEW_OF_TWO)
        if is_known(cut):
            losers = replace(
                others[0],
                rounds=others[0].rounds[-ROUNDS_OF_LOSERS:],
                round_places=others[0].round_places[-ROUNDS_OF_LOSERS:],
            )
            return [cut, losers, *finals]
    cut = last_rounds(main, FEW)
    return [cut, *finals] if is_known(cut) else []


def last_rounds(part: ShownPart, most: int) -> ShownPart:
    """Those with at most so many places."""
    places = part.round_places or tuple(len(round.slots) for round in part.rounds)
    first = next(at for at, count in enumerate(places) if count <= most)
    return replace(part, rounds=part.rounds[first:], round_places=places[first:])


def is_known(part: ShownPart) -> bool:
    """Whether half of who plays the first of its rounds is known."""
    seats = [seat for slot in part.rounds[0].slots for seat in (slot.one, slot.two)]
    return 2 * sum(seat is not None for seat in seats) >= len(seats)


def bracket_on_card(parts: Sequence[ShownPart], whole: Canvas) -> BracketOnCard:
    of_whole = [each.part for each in whole.parts] + [each.part for each in whole.finals[:1]]
    canvas = canvas_of_parts(parts, whole=of_whole)
    shown = []
    for part in canvas.parts:
        matches, wires = [], []
        for round in part.rounds:
            matches += list(matches_of_round(round))
            wires += list(wires_of_round(round))
        title = tournament_part_name(part.part.code) if len(canvas.parts) > 1 else ""
        height = height_of_rounds([round.on_canvas for round in part.rounds])
        shown.append(CardPart(height, matches, wires, title))
    if not canvas.finals:
        return BracketOnCard(canvas.columns, shown, titles_of_columns(canvas))
    shown[0] = with_finals(shown[0], canvas)
    rises = canvas.parts[1].rounds[-1].on_canvas.column if canvas.rises else 0
    return BracketOnCard(canvas.columns, shown, titles_of_columns(canvas), rises)


def titles_of_columns(canvas: Canvas) -> list[str]:
    """What the rounds are called that are under each other; none where there are several brackets."""
    if len(canvas.parts) > 1:
        return []
    titles = [""] * canvas.columns
    for round in (*canvas.parts[0].rounds, *canvas.finals[:1]):
        titles[round.on_canvas.column - 1] = round_on_canvas(round.round, round.part)
    return titles


def matches_of_round(round: CanvasRound) -> Iterator[CardMatch]:
    places = round.on_canvas.places
    for slot in round.slots:
        middle = (slot.slot.number - 0.5) / places
        yield card_match(slot, round.on_canvas.column, middle)


def wires_of_round(round: CanvasRound) -> Iterator[CardWire]:
    column = round.on_canvas.column
    for wire in round.on_canvas.wires:
        end = column + round.on_canvas.span
        yield CardWire((column, wire.start / HEIGHT), (end, wire.end / HEIGHT))


def with_finals(main: CardPart, canvas: Canvas) -> CardPart:
    """The winners' bracket with the final in its middle; with a second final above, where that is played."""
    first, *others = canvas.finals
    second = next((round for round in others if any(map(has_seat, round.slots))), None)
    middle = 0.5 if second is None else 0.75
    column = first.on_canvas.column
    matches = [] if second is None else [card_match(second.slots[0], column, 0.25)]
    wires = [replace(wire, end=(column, middle)) if wire.end[0] == column else wire for wire in main.wires]
    return replace(
        main, matches=[*main.matches, *matches, card_match(first.slots[0], column, middle)], wires=wires
    )


def card_match(slot: BracketSlot, column: int, middle: float) -> CardMatch:
    return CardMatch(column, middle, (seat_on_card(slot, 0), seat_on_card(slot, 1)))


def seat_on_card(slot: BracketSlot, side: int) -> CardSeat:
    """Who sits there, with the score; or whence whoever will comes."""
    entry = (slot.one, slot.two)[side]
    if entry is not None:
        scores = scores_of_slot(slot)
        won = slot.is_over and slot.winner == entry
        return CardSeat(shown_name(entry), str(scores[side]) if scores else "", won)
    return CardSeat(_("bye") if slot.is_bye and slot.is_over else "", is_open=True)
