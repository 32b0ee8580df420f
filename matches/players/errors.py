"""Why something cannot be done about a player."""

from matches.base.errors import Refusal

# -- Players


class UnknownPlayer(Refusal):
    code = "unknown_player"
    title = "No such player"


class LoginTaken(Refusal):
    code = "login_has_player"
    title = "That login already belongs to a player"


class InvalidMembers(Refusal):
    code = "invalid_members"
    title = "The members do not make a pair or a team"


class MembersFixed(Refusal):
    code = "members_fixed"
    title = "The members cannot be changed any more"


class NoOwnLogin(Refusal):
    code = "no_own_login"
    title = "A pair or a team has no login of its own"


class UnknownCountry(Refusal):
    code = "unknown_country"
    title = "There is no such country code"


class FederationNumberTaken(Refusal):
    code = "federation_number_taken"
    title = "Another player has that federation number"


class PersonsOnly(Refusal):
    code = "persons_only"
    title = "A pair or a team is not a person"


class PlayerAnonymised(Refusal):
    code = "player_anonymised"
    title = "The player has been anonymised"


class NotConfirmed(Refusal):
    code = "not_confirmed"
    title = "What cannot be undone is confirmed first"


class NothingWaits(Refusal):
    code = "nothing_waits"
    title = "Nothing waits that could be stopped"


# -- Claims of a profile


class ProfileClaimed(Refusal):
    code = "profile_claimed"
    title = "The profile has a login already"


class ClaimOpen(Refusal):
    code = "claim_open"
    title = "A claim of that login waits for its answer"


class ClaimObjected(Refusal):
    code = "claim_objected"
    title = "Somebody has objected to the claim"


class ProfileHasResults(Refusal):
    code = "profile_has_results"
    title = "The profile has results, and is claimed"


class ClaimAnswered(Refusal):
    code = "claim_answered"
    title = "The claim has been answered"


class NoLogin(Refusal):
    code = "no_login"
    title = "The player has no login"


# -- Invitations


class InvitationOpen(Refusal):
    code = "invitation_open"
    title = "An invitation waits for its answer"


class InvitationAnswered(Refusal):
    code = "invitation_answered"
    title = "The invitation has been answered"


class InvitationLapsed(Refusal):
    code = "invitation_lapsed"
    title = "Whoever made the invitation may not make it any more"


class InvitationLinkOver(Refusal):
    code = "link_over"
    title = "The invitation link opens nothing any more"


class GroupIncomplete(Refusal):
    code = "group_incomplete"
    title = "A member has not accepted yet"


class EntryUnwanted(Refusal):
    code = "entry_unwanted"
    title = "The player decides alone who enters them"


# -- Merges of two records of one player


class MergeIntoItself(Refusal):
    code = "merge_into_itself"
    title = "A player cannot be merged into itself"


class AlreadyMerged(Refusal):
    code = "already_merged"
    title = "That player has been merged into another"


class PlayersMet(Refusal):
    code = "players_met"
    title = "The two are different players"


class NotAlike(Refusal):
    code = "not_alike"
    title = "The two cannot be one player"


class BothHaveLogins(Refusal):
    code = "both_have_logins"
    title = "Both players have a login"


class MergeUndone(Refusal):
    code = "merge_undone"
    title = "The merge has been undone"


class PlayerMerged(Refusal):
    code = "player_merged"
    title = "That player was merged into another"


class SamePlayer(Refusal):
    code = "same_player"
    title = "A match needs two different players"
