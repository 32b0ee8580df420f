"""What tournaments refuse. Codes are permanent; docs/errors.md lists them."""

from matches.errors import Refusal


class AlreadyMember(Refusal):
    code = "already_member"
    title = "That player belongs to the club already"


class NotAMember(Refusal):
    code = "not_a_member"
    title = "That membership has ended"


class InvalidMembership(Refusal):
    code = "invalid_membership"
    title = "The dates of the membership do not fit"


class ApplicationOpen(Refusal):
    code = "application_open"
    title = "An application waits for its answer"


class ApplicationAnswered(Refusal):
    code = "application_answered"
    title = "The application has been answered"


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


class AlreadyWithdrawn(Refusal):
    code = "already_withdrawn"
    title = "That entry has already withdrawn"


class NotWithdrawn(Refusal):
    code = "not_withdrawn"
    title = "That entry has not withdrawn"


class InvalidSubstitution(Refusal):
    code = "invalid_substitution"
    title = "That entry cannot take the place of the other"


class InvalidEntrants(Refusal):
    code = "invalid_entrants"
    title = "The file of entrants has faults"


class EntrantsTooLarge(Refusal):
    code = "entrants_too_large"
    title = "The file of entrants is too large"


class UnknownPool(Refusal):
    code = "unknown_pool"
    title = "No such side pool in this tournament"


class PoolsWithoutReason(Refusal):
    code = "pools_without_reason"
    title = "Changing the pools after the draw takes a reason"


class CheckInMissing(Refusal):
    code = "check_in_missing"
    title = "Not everybody has checked in"


class UnknownPart(Refusal):
    code = "unknown_part"
    title = "No such part of the tournament"


class UnknownPosting(Refusal):
    code = "unknown_posting"
    title = "No such sheet of pairings in this tournament"


class PostingBegun(Refusal):
    code = "posting_begun"
    title = "Matches of that sheet have begun"


class PostingNotLast(Refusal):
    code = "posting_not_last"
    title = "Later pairings rest on that sheet"


class NothingToCall(Refusal):
    code = "nothing_to_call"
    title = "No pairings wait to be called"


class InvalidRound(Refusal):
    code = "invalid_round"
    title = "What is said of a round does not fit"


class UnknownEntry(Refusal):
    code = "unknown_entry"
    title = "No such entry"


class InvalidSeeding(Refusal):
    code = "invalid_seeding"
    title = "The seeding does not fit the entries"


class InvalidAdmission(Refusal):
    code = "invalid_admission"
    title = "That club is neither admitted nor let go"


class PoolClosed(Refusal):
    code = "pool_closed"
    title = "The rating pool is not for this club"


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


class PayoutsExceeded(Refusal):
    code = "payouts_exceeded"
    title = "More than all of the money is paid out"


class InvalidPayouts(Refusal):
    code = "invalid_payouts"
    title = "The payouts do not fit"


class InvalidMasterPoints(Refusal):
    code = "invalid_master_points"
    title = "Master points cannot be given so"


class PlacesMissing(Refusal):
    code = "places_missing"
    title = "A stage is fed by places that do not exist"


class UnknownStage(Refusal):
    code = "unknown_stage"
    title = "A stage is fed by one that does not come before it"


class PlaceFedTwice(Refusal):
    code = "place_fed_twice"
    title = "A place feeds two stages"


class PairsItself(Refusal):
    code = "pairs_itself"
    title = "The format says who meets whom"


class NoPlayOff(Refusal):
    code = "no_play_off"
    title = "Nothing can be played off"


class NotTied(Refusal):
    code = "not_tied"
    title = "Those entries do not share a place"


class NotASwiss(Refusal):
    code = "not_a_swiss"
    title = "Only a Swiss has a report file"


class NothingToPair(Refusal):
    code = "nothing_to_pair"
    title = "There is no round to pair"


class DifferentDivisions(Refusal):
    code = "different_divisions"
    title = "These entries are in different groups or stages"


class PairedWithItself(Refusal):
    code = "paired_with_itself"
    title = "An entry cannot be paired with itself"


class EntryAbsent(Refusal):
    code = "entry_absent"
    title = "That entry does not play on"


class EntryBusy(Refusal):
    code = "entry_busy"
    title = "That entry still plays"


class AlreadyPaired(Refusal):
    code = "already_paired"
    title = "That entry is already paired in this round"


class ForbiddenPairing(Refusal):
    code = "forbidden_pairing"
    title = "Those two must not meet"


class ForbiddenRematch(Refusal):
    code = "forbidden_rematch"
    title = "Those two have met already"


class InvalidBid(Refusal):
    code = "invalid_bid"
    title = "Nobody can bid that"


class InvalidPond(Refusal):
    code = "invalid_pond"
    title = "A pond cannot be played so"


class PondStarted(Refusal):
    code = "pond_started"
    title = "The pond has started"


class PondNotStarted(Refusal):
    code = "pond_not_started"
    title = "The pond has not started yet"


class PondFinished(Refusal):
    code = "pond_finished"
    title = "The pond is over"


class PondFull(Refusal):
    code = "pond_full"
    title = "The pond is full"


class TooFewPlayers(Refusal):
    code = "too_few_players"
    title = "The pond has too few players"


class LoginMissing(Refusal):
    code = "login_missing"
    title = "A player needs a login to bid"


class BidTooLate(Refusal):
    code = "bid_too_late"
    title = "The round is over"


class RoundNotBegun(Refusal):
    code = "round_not_begun"
    title = "The round has not begun"


class FallenIn(Refusal):
    code = "fallen_in"
    title = "A player who has fallen in cannot bid"


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
