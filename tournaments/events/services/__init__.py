"""What is written about tournaments."""

from .advance import fixture_advance, tournament_advance, tournaments_sweep
from .compare import tournament_caches_compare, tournament_compare
from .counting import countings_compare, countings_restore, tournament_count
from .draws import tiebreaks_set, tournament_draw
from .eligibility import already_entered_text, check_persons, entered_already
from .entries import (
    check_present,
    check_time,
    entry_add,
    entry_check_in,
    entry_come_back,
    entry_numbered,
    entry_substitute,
    entry_withdraw,
)
from .line_ups import line_up_set
from .locks import tournament_lock
from .restore import tournaments_restore
from .round_pairings import pairing_post, play_offs_post, round_release, round_withdraw
from .tournaments import Announcement, checked_announcement, tournament_create

__all__ = [
    "Announcement",
    "already_entered_text",
    "check_persons",
    "check_present",
    "check_time",
    "checked_announcement",
    "countings_compare",
    "countings_restore",
    "entered_already",
    "entry_add",
    "entry_check_in",
    "entry_come_back",
    "entry_numbered",
    "entry_substitute",
    "entry_withdraw",
    "fixture_advance",
    "line_up_set",
    "pairing_post",
    "play_offs_post",
    "round_release",
    "round_withdraw",
    "tiebreaks_set",
    "tournament_advance",
    "tournament_caches_compare",
    "tournament_compare",
    "tournament_count",
    "tournament_create",
    "tournament_draw",
    "tournament_lock",
    "tournaments_restore",
    "tournaments_sweep",
]
