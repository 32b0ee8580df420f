"""The draw of an event as a director works on it: what waits to be drawn, released, paired or played off."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.events.models import Entry, PublishedRound, Tournament
from tournaments.events.selectors import EventSlots, active_entries, tournament_entries
from tournaments.events.words import tournament_part_name
from tournaments.formats import RoundPairings


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

    @property
    def withdrawable(self) -> list[int]:
        """The published rounds by number."""
        return [each.published.pk for each in self.published if each.published is not None]


def draw_tab(tournament: Tournament, event: EventSlots) -> DrawTab:
    """Of an event whose matches are loaded: one query, before the draw those of active_entries."""
    format, history = event.format, event.history
    if tournament.draw is None:
        entries = list(active_entries(tournament))
        return DrawTab(entries, None, [], [], tournament.state == Tournament.State.OPEN, False, None)
    by_number = tournament_entries(tournament, history.entries)
    held = event.due_round if history.held else None
    published = [each for each in event.published_rounds if not each.is_withdrawn]
    counting = zip(history.paired_rounds, published, strict=True)
    is_running = tournament.state == Tournament.State.RUNNING
    return DrawTab(
        [by_number[number] for number in history.entries],
        None if held is None else shown_round(held, by_number),
        [shown_round(each, by_number, row) for each, row in counting][::-1] if is_running else [],
        [[by_number[number] for number in tie] for tie in event.ties],
        is_running and not any(row.state != "open" for row in event.rows) and not event.logs,
        is_running and format.publishes_rounds and not format.is_over(history),
        history.tiebreaks if format.has_tiebreaks else None,
    )


def shown_round(
    round: RoundPairings, by_number: Mapping[int, Entry], published: PublishedRound | None = None
) -> ShownRound:
    """By name, as they count: whoever took a place since has its pairings. Of teams their first boards."""
    pairs = [
        NamedPairing(by_number[each.one], by_number[each.two]) for each in round.pairings if each.board < 2
    ]
    byes = [NamedPairing(by_number[number], None) for number in round.byes]
    return ShownRound(round.part, round.round, [*pairs, *byes], published)
