"""What is done at the control desk, and with the slips that it hands out."""

from .entering import new_player_enter, new_team_record, persons_enter
from .slips import HeldSlip, check_slip, slip_read, slip_report

__all__ = [
    "HeldSlip",
    "check_slip",
    "new_player_enter",
    "new_team_record",
    "persons_enter",
    "slip_read",
    "slip_report",
]
