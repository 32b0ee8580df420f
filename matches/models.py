"""Every model of the app, for Django; whoever uses one imports it from its room."""

from matches.accounts.models import ResetCode, Token, User
from matches.dice.models import DiceExtract, SharedDice
from matches.facts.models import Change, Version
from matches.idempotency.models import KeptAnswer
from matches.mails.models import Mail
from matches.notifications.models import Delivery, Notice, NoticeSettings, PushSubscription
from matches.pictures.models import Picture, PictureFile
from matches.play.models.course import LiveGame, Penalty, Reminder, Schedule
from matches.play.models.dispute import Answer, Appeal, ReportUndo, Ruling, Seat, Vote
from matches.play.models.match import Match, Report, Verdict
from matches.play.models.result import Result
from matches.players.models.claim import Claim, ClaimAnswer, ClaimObjection, LoginAttachment, Release
from matches.players.models.identity import Alias, FederationNumber, Member, Player
from matches.players.models.invitation import Invitation, InvitationAnswer
from matches.players.models.merge import Merge
from matches.players.models.privacy import (
    Anonymisation,
    AnonymisationCancellation,
    AnonymisationRequest,
    FormerName,
    Rename,
)
from matches.ratings.models import RatingEntry, RatingPool, RatingPoolMatch, RatingPoolTerms, RatingStanding
from matches.recordings.models import RecordedAct, Recording
from matches.sessions.models import MoneySession
from matches.solo.models import KeptSoloGame, SoloListing, SoloStanding
from matches.work.models import Heartbeat, Outbox

__all__ = [
    "Alias",
    "Anonymisation",
    "AnonymisationCancellation",
    "AnonymisationRequest",
    "Answer",
    "Appeal",
    "Change",
    "Claim",
    "ClaimAnswer",
    "ClaimObjection",
    "Delivery",
    "DiceExtract",
    "FederationNumber",
    "FormerName",
    "Heartbeat",
    "Invitation",
    "InvitationAnswer",
    "KeptAnswer",
    "KeptSoloGame",
    "LiveGame",
    "LoginAttachment",
    "Mail",
    "Match",
    "Member",
    "Merge",
    "MoneySession",
    "Notice",
    "NoticeSettings",
    "Outbox",
    "Penalty",
    "Picture",
    "PictureFile",
    "Player",
    "PushSubscription",
    "RatingEntry",
    "RatingPool",
    "RatingPoolMatch",
    "RatingPoolTerms",
    "RatingStanding",
    "RecordedAct",
    "Recording",
    "Release",
    "Reminder",
    "Rename",
    "Report",
    "ReportUndo",
    "ResetCode",
    "Result",
    "Ruling",
    "Schedule",
    "Seat",
    "SharedDice",
    "SoloListing",
    "SoloStanding",
    "Token",
    "User",
    "Verdict",
    "Version",
    "Vote",
]
