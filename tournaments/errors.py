"""What tournaments refuse. Codes are permanent; docs/errors.md lists them."""

from matches.errors import Refusal


class TournamentStarted(Refusal):
    code = "tournament_started"
    title = "The draw has been made"


class TournamentNotStarted(Refusal):
    code = "tournament_not_started"
    title = "The draw has not been made yet"


class TournamentFinished(Refusal):
    code = "tournament_finished"
    title = "The tournament is over"


class TooFewEntries(Refusal):
    code = "too_few_entries"
    title = "A draw needs at least two entries"


class TooManyEntries(Refusal):
    code = "too_many_entries"
    title = "The tournament is full"


class AlreadyEntered(Refusal):
    code = "already_entered"
    title = "That player is already entered"


class AlreadyWithdrawn(Refusal):
    code = "already_withdrawn"
    title = "That entry has already withdrawn"


class UnknownEntry(Refusal):
    code = "unknown_entry"
    title = "No such entry in this tournament"


class InvalidSeeding(Refusal):
    code = "invalid_seeding"
    title = "The seeding does not fit the entries"


class UnknownTournament(Refusal):
    code = "unknown_tournament"
    title = "No such tournament in this club"


class UnknownClub(Refusal):
    code = "unknown_club"
    title = "No such club"


class ClubNameTaken(Refusal):
    code = "club_name_taken"
    title = "A club of that name exists"


class LastOwner(Refusal):
    code = "last_owner"
    title = "A club keeps at least one owner"


class UnknownFormatOption(Refusal):
    code = "unknown_format_option"
    title = "The format has no such option"


class InvalidFormatOption(Refusal):
    code = "invalid_format_option"
    title = "An option of the format does not fit"


class FormatMisfit(Refusal):
    code = "format_misfit"
    title = "The field does not fit the format"


class UnknownTiebreak(Refusal):
    code = "unknown_tiebreak"
    title = "No such tie-break"


class InvalidTiebreaks(Refusal):
    code = "invalid_tiebreaks"
    title = "The tie-breaks do not fit together"
