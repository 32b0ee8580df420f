"""What is written about tournaments."""

from .advance import fixture_advance, fixtures_advance, tournament_advance, tournaments_sweep
from .applications import entry_application_answer
from .check_ins import entries_check_in, entry_check_in, entry_check_in_take_back
from .compare import tournament_caches_compare, tournament_compare
from .counting import tournament_count, tournament_countings_compare, tournament_countings_restore
from .draws import (
    DrawPreview,
    tournament_draw,
    tournament_draw_preview,
    tournament_tiebreaks_set,
)
from .editing import tournament_call_off, tournament_edit, tournament_edit_undo, tournament_remove
from .eligibility import (
    already_entered_text,
    check_entering_persons,
    check_entry_time,
    entrants_already_entered,
)
from .entering import entries_add, entries_write, entry_add
from .entries import (
    check_entry_present,
    entry_come_back,
    entry_substitute,
    entry_withdraw,
    entry_withdraw_preview,
    tournament_entries_numbered,
    tournament_entry_numbered,
)
from .line_ups import line_up_set
from .locks import tournament_lock
from .pairs import pair_with_partner, team_record
from .restore import tournaments_restore
from .results import EnteredResult, ScoreEntered, slot_result_enter, tournament_results_enter
from .round_pairings import pairing_by_hand_post, round_release, round_withdraw, tournament_play_offs_post
from .tournaments import (
    Announcement,
    changed_announcement,
    checked_announcement,
    split_announcement,
    tournament_announce,
    tournament_create,
)

__all__ = [
    "Announcement",
    "DrawPreview",
    "EnteredResult",
    "ScoreEntered",
    "already_entered_text",
    "changed_announcement",
    "check_entering_persons",
    "check_entry_present",
    "check_entry_time",
    "checked_announcement",
    "entrants_already_entered",
    "entries_add",
    "entries_check_in",
    "entries_write",
    "entry_add",
    "entry_application_answer",
    "entry_check_in",
    "entry_check_in_take_back",
    "entry_come_back",
    "entry_substitute",
    "entry_withdraw",
    "entry_withdraw_preview",
    "fixture_advance",
    "fixtures_advance",
    "line_up_set",
    "pair_with_partner",
    "pairing_by_hand_post",
    "round_release",
    "round_withdraw",
    "slot_result_enter",
    "split_announcement",
    "team_record",
    "tournament_advance",
    "tournament_announce",
    "tournament_caches_compare",
    "tournament_call_off",
    "tournament_compare",
    "tournament_count",
    "tournament_countings_compare",
    "tournament_countings_restore",
    "tournament_create",
    "tournament_draw",
    "tournament_draw_preview",
    "tournament_edit",
    "tournament_edit_undo",
    "tournament_entries_numbered",
    "tournament_entry_numbered",
    "tournament_lock",
    "tournament_play_offs_post",
    "tournament_remove",
    "tournament_results_enter",
    "tournament_tiebreaks_set",
    "tournaments_restore",
    "tournaments_sweep",
]
