"""Players and the facts about who they are."""

from .claim import CLAIM_TAKE_EFFECT, Claim, ClaimAnswer, ClaimObjection, LoginAttachment, Release
from .identity import BIO_LINES, BIO_MAX, PRIVATE_PARTS, Alias, FederationNumber, Member, Player
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
    "PLAYER_ANONYMISE_DUE",
    "PRIVATE_PARTS",
    "Alias",
    "Anonymisation",
    "AnonymisationCancellation",
    "AnonymisationRequest",
    "Claim",
    "ClaimAnswer",
    "ClaimObjection",
    "FederationNumber",
    "LoginAttachment",
    "Member",
    "Merge",
    "Player",
    "Release",
    "Rename",
]
