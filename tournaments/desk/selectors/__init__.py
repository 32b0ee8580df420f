"""What the control desk shows, of events that are loaded."""

from .arrivals import DeskArrival, DeskArrivals, arrivals_of
from .draw import DrawTab, draw_tab
from .entries import DeskEntry, EntryDesk, EntryState, entry_desk
from .names import entrant_keys
from .printouts import (
    NOW,
    PrintedRound,
    PrintedSeat,
    course_after_round,
    entries_by_name,
    named_matches,
    printed_rounds,
    published_round_numbers,
    round_code,
    seats_by_name,
)
from .results import EXPECTED, FILTERS, DeskResults, DeskRow, results_of_event, row_key, row_label
from .slip_codes import SlipCode, slip_code_read, slip_path, slip_paths
from .waiting import WaitingDesk, desks_waiting
from .wall import Wall, WallRound

__all__ = [
    "EXPECTED",
    "FILTERS",
    "NOW",
    "DeskArrival",
    "DeskArrivals",
    "DeskEntry",
    "DeskResults",
    "DeskRow",
    "DrawTab",
    "EntryDesk",
    "EntryState",
    "PrintedRound",
    "PrintedSeat",
    "SlipCode",
    "WaitingDesk",
    "Wall",
    "WallRound",
    "arrivals_of",
    "course_after_round",
    "desks_waiting",
    "draw_tab",
    "entrant_keys",
    "entries_by_name",
    "entry_desk",
    "named_matches",
    "printed_rounds",
    "published_round_numbers",
    "results_of_event",
    "round_code",
    "row_key",
    "row_label",
    "seats_by_name",
    "slip_code_read",
    "slip_path",
    "slip_paths",
]
