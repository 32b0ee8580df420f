"""What is read of tournaments."""

from .counting import players_of_club, rating_pools_counted
from .course import BracketRound, BracketSlot, ShownPart, TournamentCourse, tournament_course
from .dice import tournament_dice, tournament_shared
from .effect import effect_place_dict, tournament_effect
from .following import Followed, fixture_followed
from .forecast import EventForecast, LengthPace, TimedForecast, TimedRemedy, event_forecast
from .grid import GridClaim, GridResult, GridRound, GridRow, GridSide, MatchAction, results_grid
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
from .outstanding import EventOutlook, tournament_outlook
from .pace import ClubPace, club_pace
from .slots import EventSlots, event_slots
from .tournaments import (
    active_entries,
    check_tournament_kind,
    entries_with_waiting,
    entry_line_ups,
    entry_list,
    entry_ratings,
    fixture_list,
    live_fixtures,
    published_round_list,
    tournament_entries,
    tournament_list,
    tournament_overview,
    tournaments_of,
)

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
    "ShownPart",
    "TimedForecast",
    "TimedRemedy",
    "TournamentCourse",
    "active_entries",
    "check_tournament_kind",
    "club_pace",
    "draw_of_tournament",
    "effect_place_dict",
    "entries_with_waiting",
    "entry_line_ups",
    "entry_list",
    "entry_ratings",
    "event_forecast",
    "event_slots",
    "fixture_followed",
    "fixture_list",
    "fixtures_of_tournament_numbered",
    "fold_tournament",
    "history_with_due_rounds",
    "last_published_of",
    "live_fixtures",
    "players_of_club",
    "published_round_list",
    "rating_pools_counted",
    "results_grid",
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
]
