"""Why a season cannot be opened so."""

from matches.base.errors import Refusal


class InvalidDivisions(Refusal):
    code = "invalid_divisions"
    title = "The divisions of a league do not fit"


class SeasonRunning(Refusal):
    code = "season_running"
    title = "The season is not over"


class PlacesShared(Refusal):
    code = "places_shared"
    title = "Shared places decide who plays in which division"


class SeasonStale(Refusal):
    code = "season_stale"
    title = "The next season would be another by now"
