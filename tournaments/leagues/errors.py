"""Why a season cannot be opened so, or a league changed."""

from matches.base.errors import Refusal


class LeagueBegun(Refusal):
    code = "league_begun"
    title = "The league has begun"


class LeagueClosed(Refusal):
    code = "league_closed"
    title = "The league is closed"


class LeagueInUse(Refusal):
    code = "league_in_use"
    title = "The league is in use"


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
