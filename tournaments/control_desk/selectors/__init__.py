"""What the control desk shows, of events that are loaded."""

from .names import entrant_keys
from .results import EXPECTED, FILTERS, DeskResults, DeskRow, results_of_event, row_key

__all__ = ["EXPECTED", "FILTERS", "DeskResults", "DeskRow", "entrant_keys", "results_of_event", "row_key"]
