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


class TableOutOfUse(Refusal):
    code = "table_out_of_use"
    title = "Nobody is called to that table"


class TableOccupied(Refusal):
    code = "table_occupied"
    title = "Another match sits at that table"


class TableNotForEvent(Refusal):
    code = "table_not_for_event"
    title = "The event does not use that table"


class PlayerAtTable(Refusal):
    code = "player_at_table"
    title = "Somebody sits at another table"


class AlreadyCalled(Refusal):
    code = "already_called"
    title = "The match has been called"


class MatchNotCallable(Refusal):
    code = "match_not_callable"
    title = "The match is not to be played now"


class WrongVenue(Refusal):
    code = "wrong_venue"
    title = "The match is not played at that venue"


class CallEnded(Refusal):
    code = "call_ended"
    title = "The call is over"


class NothingToCall(Refusal):
    code = "nothing_to_call"
    title = "No match goes to a table now"
