"""What is read of tournaments."""

from .announcing import (
    TournamentCopy,
    copied_announcement,
    copy_of_tournament,
    preset_announcement,
    presets_by_use,
    tournament_announced,
    tournaments_to_copy,
)
from .applications import (
    application_concerns,
    entry_application_list,
    entry_applications_shown,
    entry_applications_to_answer,
    open_applications,
)
from .calendar import event_calendar
from .counting import players_of_club, rating_pools_counted
from .course import BracketRound, BracketSlot, ShownPart, TournamentCourse, tournament_course
from .dice import tournament_dice, tournament_shared
from .effect import effect_place_dict, tournament_effect
from .following import Followed, fixture_followed
from .forecast import EventForecast, LengthPace, TimedForecast, TimedRemedy, event_forecast
from .grid import (
    GridClaim,
    GridResult,
    GridRound,
    GridRow,
    GridSide,
    MatchAction,
    ViewerRights,
    grid_of_slots,
    results_grid,
    rights_in_tournament,
)
from .history import (
    draw_of_tournament,
    fold_tournament,
    history_with_due_rounds,
    last_published_of,
    tournament_field,
    tournament_fold,
    tournament_history,
    tournament_ties,
)
from .numbers import fixtures_of_tournament_numbered, tournament_numbers
from .outstanding import EventOutlook, outlook_of_slots, tournament_outlook
from .pace import ClubPace, club_pace
from .personal import PersonalEvent, own_part_in_event, personal_events
from .seals import draw_seal, sealed_seed
from .slots import EventSlots, event_slots
from .tables import entries_checked_in, fixtures_to_call, waiting_at_venue
from .tournaments import (
    check_tournament_kind,
    entry_line_ups,
    entry_list,
    entry_ratings,
    fixture_list,
    latest_tournaments,
    live_fixtures,
    published_round_list,
    tournament_entries,
    tournament_list,
    tournament_overview,
    tournaments_of,
)
from .waiting import active_entries, entries_in_field, entries_with_waiting, waiting_list
from .withdrawal import WithdrawalEffect, withdrawal_effect

__all__ = [
    "BracketRound",
    "BracketSlot",
    "ClubPace",
    "EventForecast",
    "EventOutlook",
    "EventSlots",
    "Followed",
    "GridClaim",
    "GridResult",
    "GridRound",
    "GridRow",
    "GridSide",
    "LengthPace",
    "MatchAction",
    "PersonalEvent",
    "ShownPart",
    "TimedForecast",
    "TimedRemedy",
    "TournamentCopy",
    "TournamentCourse",
    "ViewerRights",
    "WithdrawalEffect",
    "active_entries",
    "application_concerns",
    "check_tournament_kind",
    "club_pace",
    "copied_announcement",
    "copy_of_tournament",
    "draw_of_tournament",
    "draw_seal",
    "effect_place_dict",
    "entries_checked_in",
    "entries_in_field",
    "entries_with_waiting",
    "entry_application_list",
    "entry_applications_shown",
    "entry_applications_to_answer",
    "entry_line_ups",
    "entry_list",
    "entry_ratings",
    "event_calendar",
    "event_forecast",
    "event_slots",
    "fixture_followed",
    "fixture_list",
    "fixtures_numbered",
    "fixtures_of_tournament_numbered",
    "fixtures_to_call",
    "fold_tournament",
    "grid_of_slots",
    "history_with_due_rounds",
    "last_published_of",
    "latest_tournaments",
    "live_fixtures",
    "open_applications",
    "outlook_of_slots",
    "own_part_in_event",
    "personal_events",
    "players_of_club",
    "preset_announcement",
    "presets_by_use",
    "published_round_list",
    "rating_pools_counted",
    "results_grid",
    "rights_in_tournament",
    "sealed_seed",
    "tournament_announced",
    "tournament_course",
    "tournament_dice",
    "tournament_effect",
    "tournament_entries",
    "tournament_field",
    "tournament_fold",
    "tournament_history",
    "tournament_list",
    "tournament_numbers",
    "tournament_outlook",
    "tournament_overview",
    "tournament_shared",
    "tournament_ties",
    "tournaments_of",
    "tournaments_to_copy",
    "waiting_at_venue",
    "waiting_list",
    "withdrawal_effect",
]
