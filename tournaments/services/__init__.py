"""The one write path of clubs and tournaments. Rows are locked tournament first, then match, then outbox."""

from .advance import fixture_advance, tournament_advance, tournaments_sweep
from .caches import tournament_caches_compare
from .clubs import club_appoint, club_create, club_dismiss
from .entries import entry_add, entry_withdraw
from .rebuild import tournaments_restore
from .tournaments import tournament_create, tournament_draw

__all__ = [
    "club_appoint",
    "club_create",
    "club_dismiss",
    "entry_add",
    "entry_withdraw",
    "fixture_advance",
    "tournament_advance",
    "tournament_caches_compare",
    "tournament_create",
    "tournament_draw",
    "tournaments_restore",
    "tournaments_sweep",
]
