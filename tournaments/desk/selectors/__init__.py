"""What the control desk shows, of events that are loaded."""

from .arrivals import DeskArrival, DeskArrivals, arrivals_of
from .draw import DrawTab, draw_tab
from .entries import DeskEntry, EntryDesk, EntryState, entry_desk
from .names import entrant_keys
from .results import EXPECTED, FILTERS, DeskResults, DeskRow, results_of_event, row_key

__all__ = [
    "EXPECTED",
    "FILTERS",
    "DeskArrival",
    "DeskArrivals",
    "DeskEntry",
    "DeskResults",
    "DeskRow",
    "DrawTab",
    "EntryDesk",
    "EntryState",
    "arrivals_of",
    "draw_tab",
    "entrant_keys",
    "entry_desk",
    "results_of_event",
    "row_key",
]
