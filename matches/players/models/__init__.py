"""Players and the facts about who they are."""

from .claim import CLAIM_TAKE_EFFECT, Claim, ClaimAnswer, ClaimObjection, LoginAttachment, Release
from .identity import (
    BIO_LINES,
    BIO_MAX,
    PRIVATE_PARTS,
    READING_MAX,
    Alias,
    EntryConsent,
    FederationNumber,
    Member,
    Player,
    Players,
)
from .invitation import MEMBER, Invitation, InvitationAnswer, Invitations
from .link import InvitationLink, InvitationLinkEnd, LinkSecret
from .merge import Merge
from .privacy import (
    PLAYER_ANONYMISE_DUE,
    Anonymisation,
    AnonymisationCancellation,
    AnonymisationRequest,
    FormerName,
    ProfileConsent,
    Rename,
)

__all__ = [
    "BIO_LINES",
    "BIO_MAX",
    "CLAIM_TAKE_EFFECT",
    "MEMBER",
    "PLAYER_ANONYMISE_DUE",
    "PRIVATE_PARTS",
    "READING_MAX",
    "Alias",
    "Anonymisation",
    "AnonymisationCancellation",
    "AnonymisationRequest",
    "Claim",
    "ClaimAnswer",
    "ClaimObjection",
    "EntryConsent",
    "FederationNumber",
    "FormerName",
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
    "Players",
    "ProfileConsent",
    "Release",
    "Rename",
]
