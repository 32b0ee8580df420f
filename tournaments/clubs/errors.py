"""Why something cannot be done in a club."""

from matches.base.errors import Refusal


class ClubInUse(Refusal):
    code = "club_in_use"
    title = "Something depends on the club"


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


class InvalidServiceAccount(Refusal):
    code = "invalid_service_account"
    title = "The service account cannot be like that"


class ServiceAccountStopped(Refusal):
    code = "service_account_stopped"
    title = "The service account has stopped"


class AlreadyEntered(Refusal):
    code = "already_entered"
    title = "That player is already entered"


class AlreadyWithdrawn(Refusal):
    code = "already_withdrawn"
    title = "That entry has already withdrawn"


class UnknownEntry(Refusal):
    code = "unknown_entry"
    title = "No such entry"


class InvalidSanction(Refusal):
    code = "invalid_sanction"
    title = "That club cannot be sanctioned so"


class NotSanctioned(Refusal):
    code = "not_sanctioned"
    title = "The club is not sanctioned for those ratings"


class RatingPoolClosed(Refusal):
    code = "rating_pool_closed"
    title = "The rating pool is not for this club"


class NameAmbiguous(Refusal):
    code = "name_ambiguous"
    title = "The club has several players of that name"


class UnknownTournament(Refusal):
    code = "unknown_tournament"
    title = "No such tournament in this club"


class UnknownClub(Refusal):
    code = "unknown_club"
    title = "No such club"


class ClubNameTaken(Refusal):
    code = "club_name_taken"
    title = "A club of that name exists"


class FoundingClosed(Refusal):
    code = "founding_closed"
    title = "Clubs are not founded without staff here"


class ProposalOpen(Refusal):
    code = "proposal_open"
    title = "A proposal of a club waits for its answer"


class ProposalAnswered(Refusal):
    code = "proposal_answered"
    title = "The proposal has been answered"


class ProposalLapsed(Refusal):
    code = "proposal_lapsed"
    title = "Nobody is there to own the proposed club"


class LastOwner(Refusal):
    code = "last_owner"
    title = "A club keeps at least one owner"
