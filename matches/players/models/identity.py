"""Who people are: logins, their tokens, players and the names they play under."""

from typing import Any, ClassVar

from django.db import models
from django.db.models import Exists, OuterRef, Q, Value
from django.db.models.functions import Coalesce, Lower, NullIf
from django.utils import timezone

from matches.accounts.models import User
from matches.search.models import Searchable, search_index

BIO_MAX, BIO_LINES = 500, 8
READING_MAX = 80

PRIVATE_PARTS = ("aliases", "bio", "country", "federations", "login")
"""What of a profile a player may keep private, beside sections that are; name and matches are public."""


class EntryConsent(models.TextChoices):
    """Who may enter a player in an event, a ladder, a pond, a match."""

    ANYBODY = "anybody"
    CLUBS = "clubs"  # those that the player belongs to
    OWN = "own"  # the player alone


class Players(models.QuerySet["Player"]):
    def of_login(self, user: User) -> "Players":
        """The login's own player, whom that one stands in for, every pair and team that one of them is of."""
        # One after the other: each goes by an index, of which conditions that are joined make no use.
        people, members = Player.objects.order_by(), Member.objects.order_by()
        absorbed = people.filter(stand_in__user=user).values("pk")
        own_groups = members.filter(player__user=user).values("group")
        absorbed_groups = members.filter(player__stand_in__user=user).values("group")
        numbers = people.filter(user=user).values("pk").union(absorbed, own_groups, absorbed_groups)
        return self.filter(pk__in=numbers)

    def records_of(self, player_id: int) -> "Players":
        """The player's own record, and those that were merged into it."""
        return self.filter(Q(pk=player_id) | Q(stand_in=player_id))

    def keeps_private(self, part: str, player: str) -> Exists:
        """The condition on rows that the player whom `player` leads to keeps a part of the profile private.

        A record that was merged into another keeps what that one does. Asked of each row: to list all who do
        PostgreSQL looks at every player there is.
        """
        private = self.filter(Q(private__contains=part) | Q(stand_in__private__contains=part))
        return Exists(private.filter(pk=OuterRef(player)))

    def counted_once(self) -> "Players":
        """Those not merged into another: each once, however many records there are of somebody."""
        return self.filter(stand_in=None)

    def in_order_of_names(self) -> "Players":
        """As lists of names go: by how a name is read, where that is on file."""
        return self.order_by(Lower(Coalesce(NullIf("reading", Value("")), "name")), "name", "pk")


class Player(Searchable):
    """A person who plays, with or without a login; or a pair or a team of persons, which has none."""

    SEARCHED: ClassVar = ("name", "reading")

    class Kind(models.TextChoices):
        PERSON = "person"
        PAIR = "pair"  # two who play a match together
        TEAM = "team"  # who play matches one by one, on boards

    kind = models.CharField(max_length=8, choices=Kind.choices, default=Kind.PERSON)
    name = models.CharField(max_length=80)
    # How the name is read, in kana or in Latin letters: as public as the name.
    reading = models.CharField(max_length=READING_MAX, blank=True)
    user = models.OneToOneField(User, models.SET_NULL, null=True, blank=True, related_name="player")
    created_by = models.ForeignKey(User, models.SET_NULL, null=True, blank=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)
    # Who stands in for it since it was merged: what the merges say, repeated.
    stand_in = models.ForeignKey(
        "self", models.PROTECT, null=True, blank=True, editable=False, related_name="stood_in_for"
    )
    # Emptied of all that names the person: see Anonymisation.
    anonymised = models.BooleanField(default=False, editable=False)
    # ISO 3166-1 alpha-2.
    country = models.CharField(max_length=2, blank=True)
    bio = models.CharField(max_length=BIO_MAX, blank=True)
    # How to reach the person: for those who run what the person has joined. See selectors.may_see_contact.
    contact = models.CharField(max_length=200, blank=True)
    # Who may enter the player, beside the player.
    entered_by = models.CharField(max_length=8, choices=EntryConsent.choices, default=EntryConsent.ANYBODY)
    # Which parts are for the player, whoever may edit the player, and staff alone: all of a new one's, until
    # somebody has said that the person agrees. See ProfileConsent.
    private = models.JSONField(default=list, blank=True)

    objects = Players.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(condition=~models.Q(name=""), name="player_has_name"),
            models.CheckConstraint(
                condition=models.Q(kind="person") | models.Q(user=None), name="player_login_of_person"
            ),
        ]
        indexes = [models.Index(Lower("name"), name="player_by_name"), search_index("player_search")]

    def __str__(self) -> str:
        return self.name

    @property
    def persons(self) -> "list[Player]":
        """Who plays: the person, or the members in their order, for one query unless they are prefetched."""
        if self.kind == self.Kind.PERSON:
            return [self]
        roster: Any = self.roster.all()
        if "roster" not in getattr(self, "_prefetched_objects_cache", {}):
            roster = roster.select_related("player__stand_in")
        return [member.player for member in roster]

    @property
    def logins(self) -> set[int]:
        """Numbers of the logins that speak for it: a person's own, or the members'."""
        speaking = (person.effective_player.user_id for person in self.persons)
        return {login for login in speaking if login is not None}

    @property
    def effective_player(self) -> "Player":
        """Who it is by now: itself, or the player it was merged into."""
        return self if self.stand_in_id is None or self.stand_in is None else self.stand_in


class Member(models.Model):
    """A person who belongs to a pair or a team; `position` is the place among its members, from 1."""

    group = models.ForeignKey(Player, models.CASCADE, related_name="roster")
    player = models.ForeignKey(Player, models.PROTECT, related_name="memberships")
    position = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "player"], name="member_once"),
            models.UniqueConstraint(fields=["group", "position"], name="member_one_per_position"),
            models.CheckConstraint(condition=~models.Q(group=models.F("player")), name="member_of_another"),
        ]
        ordering = ["group", "position"]

    def __str__(self) -> str:
        return f"{self.player} of {self.group}"


class Alias(Searchable):
    """A name a player goes by elsewhere, as it stands in transcripts.

    Two people may share one: servers do not agree on who owns a nickname.
    """

    player = models.ForeignKey(Player, models.CASCADE, related_name="aliases")
    name = models.CharField(max_length=80)

    class Meta:
        constraints = [
            models.UniqueConstraint("player", Lower("name"), name="alias_once_per_player"),
        ]
        indexes = [search_index("alias_search")]
        ordering = ["id"]

    def __str__(self) -> str:
        return self.name


class FederationNumber(models.Model):
    """The number a player bears in a federation, which gives every number once."""

    player = models.ForeignKey(Player, models.CASCADE, related_name="federation_numbers")
    federation = models.CharField(max_length=20)
    number = models.CharField(max_length=40)

    class Meta:
        constraints = [
            models.UniqueConstraint(Lower("federation"), Lower("number"), name="federation_number_once"),
            models.UniqueConstraint("player", Lower("federation"), name="federation_once_per_player"),
        ]
        ordering = ["federation"]

    def __str__(self) -> str:
        return f"{self.federation} {self.number}"
