"""The draw of an event as a director works on it: what waits to be drawn, released, paired or played off."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tournaments.events.models import Entry, PublishedRound, Tournament
from tournaments.events.selectors import EventSlots, active_entries, tournament_entries
from tournaments.events.words import tournament_part_name
from tournaments.formats import RoundPairings
from tournaments.formats.by_hand import ties_to_play_off


@dataclass(frozen=True, slots=True)
class NamedPairing:
    """Two who meet, by name; `two` is None for who sits out."""

    one: Entry
    two: Entry | None


@dataclass(frozen=True, slots=True)
class ShownRound:
    """Pairings of a round: those that wait for their release, or published ones with their number."""

    part: str
    round: int
    pairings: Sequence[NamedPairing]
    published: PublishedRound | None = None

    @property
    def part_name(self) -> str:
        return tournament_part_name(self.part)


@dataclass(frozen=True, slots=True)
class DrawTab:
    """What can be done about the pairings of an event.

    entries: those to be drawn, or in the draw. held: the round that waits for its release. published: the
    rounds that stand and could be withdrawn, the latest first. ties: who shares a place that can be played
    off. can_draw: no match has begun. can_pair: the director may pair two by hand.
    """

    entries: list[Entry]
    held: ShownRound | None
    published: list[ShownRound]
    ties: list[list[Entry]]
    can_draw: bool
    can_pair: bool
    tiebreaks: Sequence[str] | None


def draw_tab(tournament: Tournament, event: EventSlots) -> DrawTab:
    """Of an event whose matches are loaded: one query, before the draw those of active_entries."""
    format, history = event.format, event.history
    if tournament.draw is None:
        entries = list(active_entries(tournament))
        return DrawTab(entries, None, [], [], tournament.state == Tournament.State.OPEN, False, None)
    by_number = tournament_entries(tournament, history.entries)
    due = format.due_round_pairings(replace(history, held=False)) if history.held else None
    published = [each for each in event.published_rounds if not each.is_withdrawn]
    is_running = tournament.state == Tournament.State.RUNNING
    return DrawTab(
        [by_number[number] for number in history.entries],
        None if due is None else shown_pairings(due, by_number),
        [shown_published_round(each, by_number) for each in reversed(published)] if is_running else [],
        [[by_number[number] for number in tie] for tie in ties_to_play_off(format, history)],
        is_running and not any(row.state != "open" for row in event.rows) and not event.logs,
        is_running and format.publishes_rounds and not format.is_over(history),
        history.tiebreaks if format.has_tiebreaks else None,
    )


def shown_pairings(due: RoundPairings, by_number: Mapping[int, Entry]) -> ShownRound:
    pairs = [
        NamedPairing(by_number[each.one], by_number[each.two]) for each in due.pairings if each.board < 2
    ]
    byes = [NamedPairing(by_number[number], None) for number in due.byes]
    return ShownRound(due.part, due.round, [*pairs, *byes])


def shown_published_round(published: PublishedRound, by_number: Mapping[int, Entry]) -> ShownRound:
    pairs = [
        NamedPairing(by_number[each["one"]], by_number[each["two"]])
        for each in published.pairings
        if each.get("board", 0) < 2
    ]
    byes = [NamedPairing(by_number[number], None) for number in published.byes]
    return ShownRound(published.part, published.round, [*pairs, *byes], published)
