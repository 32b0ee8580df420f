"""Service accounts: programs that act for a club, and who answers for them."""

from django.db import models

from matches.accounts.models import User
from matches.facts.models import Fact

from .club import Club


class ServiceAccount(Fact):
    """A program of a club, with a login of its own that nobody logs in with.

    owner: an official of the club, who answers for it. It holds no role that the owner does not hold at that
    moment, and none at all once the owner runs the club no more, after `expires_at`, or once it has ended.
    """

    class Role(models.TextChoices):
        DIRECTOR = "director"
        SCOREKEEPER = "scorekeeper"

    club = models.ForeignKey(Club, models.PROTECT, related_name="service_accounts")
    login = models.OneToOneField(User, models.PROTECT, related_name="service_account")
    owner = models.ForeignKey(User, models.PROTECT, related_name="service_accounts_owned")
    name = models.CharField(max_length=80)
    role = models.CharField(max_length=16, choices=Role.choices)
    expires_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"{self.name} of {self.club}"


class ServiceAccountEnd(Fact):
    """A service account is no more: its tokens are revoked, and none are issued."""

    account = models.OneToOneField(ServiceAccount, models.PROTECT, related_name="end")
    reason = models.CharField(max_length=500, blank=True)

    def __str__(self) -> str:
        return f"end of {self.account}"
