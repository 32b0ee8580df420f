"""What the control desk of an event shows of its entries, over all rooms: one read, whatever their number."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from matches.accounts.models import User
from matches.players.selectors import members_load
from tournaments.events.models import CheckIn, Entry, Tournament
from tournaments.events.rules.waiting import WaitingList
from tournaments.events.selectors import entry_list, entry_ratings, tournament_field, waiting_list
from tournaments.money.rules.fees import Fees
from tournaments.money.selectors import TournamentFees, tournament_fees


class EntryState(StrEnum):
    """Where an entry stands.

    in_field: it plays, or would be drawn now. waiting: it would not, for the event is full. alternate: it may
    take somebody's place; so may who was left out of the draw. substituted: another has its place.
    """

    IN_FIELD = "in_field"
    WAITING = "waiting"
    ALTERNATE = "alternate"
    WITHDRAWN = "withdrawn"
    SUBSTITUTED = "substituted"


@dataclass(frozen=True, slots=True)
class DeskEntry:
    """An entry with all that the desk shows of it.

    place_in_line: of who waits, from 1. check_in: of who has checked in. came_for: whose place it has taken.
    replaced_by: who has taken its own.
    """

    entry: Entry
    state: EntryState
    place_in_line: int | None
    check_in: CheckIn | None
    fees: Fees
    rating: float
    came_for: Entry | None
    replaced_by: Entry | None

    @property
    def since(self) -> datetime:
        """When it was asked for, or made."""
        application = self.entry.application
        return self.entry.recorded_at if application is None else application.recorded_at

    @property
    def entered_by(self) -> User | None:
        """Who asked for it, or made it."""
        application = self.entry.application
        return self.entry.recorded_by if application is None else application.recorded_by

    @property
    def approved_by(self) -> User | None:
        """Who approved what was asked for."""
        return None if self.entry.application is None else self.entry.recorded_by

    @property
    def is_self_entered(self) -> bool:
        """Whether the player, or somebody of the pair or team, has entered it."""
        login = self.entered_by
        return login is not None and login.pk in self.entry.player.logins


@dataclass(frozen=True, slots=True)
class EntryDesk:
    """The entries of an event in the order of entering, and what they amount to.

    late_seats: how many may still enter since the draw; None before it, when any number may.
    """

    tournament: Tournament
    entries: Sequence[DeskEntry]
    fees: TournamentFees
    late_seats: int | None

    @property
    def places_left(self) -> int | None:
        """How many more the event takes before the draw; None where it takes any number, or was drawn."""
        capacity = self.tournament.capacity
        if capacity is None or self.late_seats is not None:
            return None
        return max(capacity - self.count_of(EntryState.IN_FIELD), 0)

    @property
    def checked_in(self) -> int:
        """How many of those in the field have checked in."""
        return sum(each.check_in is not None for each in self.entries if each.state == EntryState.IN_FIELD)

    @property
    def counts(self) -> dict[EntryState, int]:
        return {state: self.count_of(state) for state in EntryState}

    def count_of(self, state: EntryState) -> int:
        return sum(each.state == state for each in self.entries)


def entry_desk(tournament: Tournament) -> EntryDesk:
    """Everything the desk shows of the entries of an event that is loaded: at most 15 queries."""
    listed = entry_list(tournament).select_related(
        "player__stand_in",
        "recorded_by",
        "application__recorded_by",
        "left_to__comes__player__stand_in",
        "came_for__leaves__player__stand_in",
    )
    entries = list(listed)
    members_load([entry.player for entry in entries])
    field = tournament_field(tournament)
    line = waiting_list(tournament) if field is None else WaitingList(None, list(field.order))
    fees = tournament_fees(tournament, (line.in_field, {} if field is None else field.came))
    found = CheckIn.objects.not_taken_back().filter(entry__tournament=tournament)
    rows = desk_entries(
        entries,
        line,
        fees.by_entry,
        check_ins={each.entry_id: each for each in found},
        ratings=entry_ratings(entries),
        drawn=field is not None,
    )
    return EntryDesk(tournament, rows, fees, None if field is None else late_seats(tournament, line))


def late_seats(tournament: Tournament, line: WaitingList) -> int:
    """How many may still enter an event that was drawn."""
    if tournament.state in Tournament.OVER:
        return 0
    return tournament.played_as.late_seats(len(line.in_field))


def desk_entries(
    entries: Iterable[Entry],
    line: WaitingList,
    fees: Mapping[int, Fees],
    *,
    check_ins: Mapping[int, CheckIn],
    ratings: Mapping[int, float],
    drawn: bool,
) -> list[DeskEntry]:
    """The rows of the desk, of what was loaded."""
    in_field, places = set(line.in_field), {entry: at for at, entry in enumerate(line.waiting, 1)}
    return [
        DeskEntry(
            entry,
            entry_state(entry, in_field=entry.pk in in_field, drawn=drawn),
            places.get(entry.pk),
            check_ins.get(entry.pk),
            fees.get(entry.pk, Fees()),
            ratings[entry.pk],
            entry.came_for.leaves if hasattr(entry, "came_for") else None,
            entry.left_to.comes if hasattr(entry, "left_to") else None,
        )
        for entry in entries
    ]


def entry_state(entry: Entry, *, in_field: bool, drawn: bool) -> EntryState:
    if entry.has_withdrawn:
        return EntryState.WITHDRAWN
    if hasattr(entry, "left_to"):
        return EntryState.SUBSTITUTED
    if in_field:
        return EntryState.IN_FIELD
    return EntryState.ALTERNATE if entry.alternate or drawn else EntryState.WAITING
