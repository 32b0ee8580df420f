"""Why something cannot be done at a venue."""

from matches.base.errors import Refusal


class UnknownVenue(Refusal):
    code = "unknown_venue"
    title = "No such venue"


class VenueNameTaken(Refusal):
    code = "venue_name_taken"
    title = "The club has a venue of that name"


class InvalidTables(Refusal):
    code = "invalid_tables"
    title = "The tables cannot be like that"


class UnknownTable(Refusal):
    code = "unknown_table"
    title = "The venue has no such table"


class VenueInUse(Refusal):
    code = "venue_in_use"
    title = "Somebody plays at that venue"
