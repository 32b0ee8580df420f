"""What the control desk shows, of events that are loaded."""

from .arrivals import DeskArrival, DeskArrivals, arrivals_of
from .draw import DrawTab, draw_tab
from .entries import DeskEntry, EntryDesk, EntryState, entry_desk
from .names import entrant_keys
from .printouts import NOW, PrintedRound, PrintedSeat, printed_rounds, round_code, seats_by_name
from .results import EXPECTED, FILTERS, DeskResults, DeskRow, results_of_event, row_key
from .wall import Wall

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
    "Wall",
    "arrivals_of",
    "draw_tab",
    "entrant_keys",
    "entry_desk",
    "printed_rounds",
    "results_of_event",
    "round_code",
    "row_key",
    "seats_by_name",
]
