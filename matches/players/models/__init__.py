"""Players and the facts about who they are."""

from .claim import Anonymisation, Claim, ClaimAnswer, Release
from .identity import BIO_LINES, BIO_MAX, PRIVATE_PARTS, Alias, FederationNumber, Member, Player
from .merge import Merge

__all__ = [
    "BIO_LINES",
    "BIO_MAX",
    "PRIVATE_PARTS",
    "Alias",
    "Anonymisation",
    "Claim",
    "ClaimAnswer",
    "FederationNumber",
    "Member",
    "Merge",
    "Player",
    "Release",
]
