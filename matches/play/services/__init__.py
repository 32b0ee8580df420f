"""What is written about matches."""

from .answers import report_answer
from .appeals import committee_appoint, ruling_appeal, seat_take, vote_cast
from .compare import matches_compare
from .deadlines import deadlines_sweep, match_process_due, play_sweep
from .entering import reports_enter
from .games import game_record, game_take_back
from .judging import report_verify, reports_verify
from .live import match_changed
from .matches import (
    check_match_sides,
    match_create,
    match_current,
    match_planned,
    matches_begun,
    matches_current,
    matches_supersede,
    matches_write_planned,
)
from .penalties import penalty_give
from .possible import match_actions_possible
from .refreshing import (
    match_refresh,
    matches_refresh,
    set_match_state,
)
from .reports import (
    VERDICTS,
    check_transcript_size,
    report_submit,
    slip_report_submit,
    transcript_judge,
)
from .restore import matches_restore
from .rulings import match_award, ruling_make, ruling_preview, ruling_undo, ruling_undo_preview
from .schedules import match_schedule
from .undos import report_redo, report_redo_preview, report_undo, report_undo_preview

__all__ = [
    "VERDICTS",
    "check_match_sides",
    "check_transcript_size",
    "committee_appoint",
    "deadlines_sweep",
    "game_record",
    "game_take_back",
    "match_actions_possible",
    "match_award",
    "match_changed",
    "match_create",
    "match_current",
    "match_planned",
    "match_process_due",
    "match_refresh",
    "match_schedule",
    "matches_begun",
    "matches_compare",
    "matches_current",
    "matches_refresh",
    "matches_restore",
    "matches_supersede",
    "matches_write_planned",
    "penalty_give",
    "play_sweep",
    "report_answer",
    "report_redo",
    "report_redo_preview",
    "report_submit",
    "report_undo",
    "report_undo_preview",
    "report_verify",
    "reports_enter",
    "reports_verify",
    "ruling_appeal",
    "ruling_make",
    "ruling_preview",
    "ruling_undo",
    "ruling_undo_preview",
    "seat_take",
    "set_match_state",
    "slip_report_submit",
    "transcript_judge",
    "vote_cast",
]
