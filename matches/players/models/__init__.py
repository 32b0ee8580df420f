"""Players and the facts about who they are."""

from .claim import CLAIM_TAKE_EFFECT, Claim, ClaimAnswer, ClaimObjection, LoginAttachment, Release
from .identity import BIO_LINES, BIO_MAX, PRIVATE_PARTS, Alias, EntryConsent, FederationNumber, Member, Player
from .invitation import MEMBER, Invitation, InvitationAnswer, Invitations
from .link import InvitationLink, InvitationLinkEnd, LinkSecret
from .merge import Merge
from .privacy import (
    PLAYER_ANONYMISE_DUE,
    Anonymisation,
    AnonymisationCancellation,
    AnonymisationRequest,
    Rename,
)

__all__ = [
    "BIO_LINES",
    "BIO_MAX",
    "CLAIM_TAKE_EFFECT",
    "MEMBER",
    "PLAYER_ANONYMISE_DUE",
    "PRIVATE_PARTS",
    "Alias",
    "Anonymisation",
    "AnonymisationCancellation",
    "AnonymisationRequest",
    "Claim",
    "ClaimAnswer",
    "ClaimObjection",
    "EntryConsent",
    "FederationNumber",
    "Invitation",
    "InvitationAnswer",
    "InvitationLink",
    "InvitationLinkEnd",
    "Invitations",
    "LinkSecret",
    "LoginAttachment",
    "Member",
    "Merge",
    "Player",
    "Release",
    "Rename",
]
