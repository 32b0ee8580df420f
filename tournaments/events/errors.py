"""What tournaments refuse. Codes are permanent; docs/errors.md lists them."""

from matches.base.errors import Refusal


class TournamentStarted(Refusal):
    code = "tournament_started"
    title = "The draw has been made"


class TournamentNotStarted(Refusal):
    code = "tournament_not_started"
    title = "The draw has not been made yet"


class TournamentFinished(Refusal):
    code = "tournament_finished"
    title = "The tournament is over"


class TournamentCalledOff(Refusal):
    code = "tournament_called_off"
    title = "The tournament has been called off"


class TermsFixed(Refusal):
    code = "terms_fixed"
    title = "What is played by stays once it is drawn"


class InvalidDates(Refusal):
    code = "invalid_dates"
    title = "The dates do not fit each other"


class EntriesNotOpen(Refusal):
    code = "entries_not_open"
    title = "Players cannot enter now"


class ApplicationLapsed(Refusal):
    code = "application_lapsed"
    title = "The application has ended"


class RefusalWithoutReason(Refusal):
    code = "refusal_without_reason"
    title = "Refusing an application takes a reason"


class NotCheckedIn(Refusal):
    code = "not_checked_in"
    title = "That entry has not checked in"


class CheckInByOfficials(Refusal):
    code = "check_in_by_officials"
    title = "Players do not check themselves in here"


class TournamentInUse(Refusal):
    code = "tournament_in_use"
    title = "Something depends on the tournament"


class TooFewEntries(Refusal):
    code = "too_few_entries"
    title = "A draw needs at least two entries"


class TooManyEntries(Refusal):
    code = "too_many_entries"
    title = "The tournament is full"


class WrongEntrants(Refusal):
    code = "wrong_entrants"
    title = "The wrong kind of entrant"


class SinglesOnly(Refusal):
    code = "singles_only"
    title = "Only persons are entered from a file"


class TooFewMembers(Refusal):
    code = "too_few_members"
    title = "The team is too small for its boards"


class InvalidLineUp(Refusal):
    code = "invalid_line_up"
    title = "The line-up does not fit the team"


class NotWithdrawn(Refusal):
    code = "not_withdrawn"
    title = "That entry has not withdrawn"


class InvalidSubstitution(Refusal):
    code = "invalid_substitution"
    title = "That entry cannot take the place of the other"


class CheckInMissing(Refusal):
    code = "check_in_missing"
    title = "Not everybody has checked in"


class UnknownMatch(Refusal):
    code = "unknown_match"
    title = "No such match in this tournament"


class MatchNotSetUp(Refusal):
    code = "match_not_set_up"
    title = "The match is not set up yet"


class UnknownPart(Refusal):
    code = "unknown_part"
    title = "No such part of the tournament"


class UnknownPublishedRound(Refusal):
    code = "unknown_published_round"
    title = "No such round pairings in this tournament"


class RoundBegun(Refusal):
    code = "round_begun"
    title = "Matches of those pairings have begun"


class RoundNotLast(Refusal):
    code = "round_not_last"
    title = "Later pairings rest on those"


class NothingToRelease(Refusal):
    code = "nothing_to_release"
    title = "No pairings wait to be released"


class InvalidRound(Refusal):
    code = "invalid_round"
    title = "What is set for a round does not fit"


class InvalidSeeding(Refusal):
    code = "invalid_seeding"
    title = "The seeding does not fit the entries"


class ForecastTooLarge(Refusal):
    code = "forecast_too_large"
    title = "Events of that size are not forecast"
