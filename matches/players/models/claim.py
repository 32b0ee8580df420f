"""Who a login is: claims of a profile and their answers, logins attached to profiles and taken from them."""

from datetime import datetime

from django.db import models
from django.db.models import Exists, OuterRef

from matches.accounts.models import User
from matches.facts.models import Fact
from matches.players.rules.claims import ClaimState, GivenAnswer, claim_state

from .identity import Player

# Work for the outbox.
CLAIM_TAKE_EFFECT = "matches.claim_take_effect"


class ProfileClaims(models.QuerySet["Claim"]):
    def pending(self) -> "ProfileClaims":
        """Those that have come to no end: neither refused nor taken back, and no login attached."""
        return self.filter(
            ~Exists(ClaimAnswer.objects.filter(claim=OuterRef("pk"), agrees=False)), attachment=None
        )

    def agreed_by(self, now: datetime) -> "ProfileClaims":
        """Those pending whose login may be attached by now, unless somebody has objected."""
        return self.pending().filter(answers__agrees=True, answers__effective_at__lte=now).distinct()


class Claim(Fact):
    """A login says that a player without one is whoever it belongs to; `recorded_by` is the login."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="claims")
    # For whoever answers, who may not know the login.
    note = models.CharField(max_length=500, blank=True)

    objects = ProfileClaims.as_manager()

    def __str__(self) -> str:
        return f"claim of {self.player}"

    @property
    def given_answers(self) -> list[GivenAnswer]:
        """Its answers in order, for one query unless they are prefetched."""
        found = sorted(self.answers.all(), key=lambda answer: answer.serial)
        return [GivenAnswer(answer.serial, answer.agrees, answer.effective_at) for answer in found]

    @property
    def effective_at(self) -> datetime | None:
        """From when on the login may be attached, once the claim is agreed to."""
        answers = self.given_answers
        return answers[-1].effective_at if answers else None

    @property
    def state(self) -> ClaimState:
        """What it has come to: three queries unless they are prefetched."""
        objections = [objection.serial for objection in self.objections.all()]
        return claim_state(self.given_answers, objections, attached=hasattr(self, "attachment"))


class ClaimAnswer(Fact):
    """The claim is right, and the login speaks for the player in time; or it is not."""

    claim = models.ForeignKey(Claim, models.PROTECT, related_name="answers")
    agrees = models.BooleanField()
    # From when on the login may be attached; of an answer that agrees.
    effective_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=500, blank=True)

    def __str__(self) -> str:
        return f"answer to {self.claim}"


class ClaimObjection(Fact):
    """Somebody who knows the player doubts a claim: staff decides it."""

    claim = models.ForeignKey(Claim, models.PROTECT, related_name="objections")
    reason = models.CharField(max_length=500)

    def __str__(self) -> str:
        return f"objection to {self.claim}"


class LoginAttachment(Fact):
    """A login speaks for a player from then on: by a claim that was agreed to, or because it is the own."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="attachments")
    login = models.ForeignKey(User, models.PROTECT, related_name="+")
    claim = models.OneToOneField(Claim, models.PROTECT, null=True, related_name="attachment")

    def __str__(self) -> str:
        return f"login of {self.player}"


class Release(Fact):
    """A player is released from the login that it had, which was another's."""

    player = models.ForeignKey(Player, models.PROTECT, related_name="releases")
    login = models.ForeignKey(User, models.PROTECT, related_name="+")
    reason = models.CharField(max_length=500)

    def __str__(self) -> str:
        return f"{self.player} released"
