"""Whom a search for players finds first."""

from collections.abc import Collection
from datetime import date

from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce

from matches.accounts.models import User
from matches.accounts.permissions import Caller
from matches.players.models import Player
from tournaments.clubs.models import Appointment, Membership, Registration

CLOSE_MAX = 2_000
"""How many members come first in a search, of those of a club the latest."""


def members_close_to(viewer: Caller, club: int | None, day: date) -> Collection[int]:
    """Numbers of the members of a club on a day; without one of those that somebody runs or belongs to.

    One query, two more without a club.
    """
    clubs = own_clubs(viewer, day) if club is None else [club]
    members = Membership.objects.in_force_on(day).filter(club__in=clubs).order_by("-serial")
    return members.values_list(Coalesce("player__stand_in", "player"), flat=True)[:CLOSE_MAX]


def clubs_shown_of(players: Collection[int], day: date) -> dict[int, str]:
    """The names of the clubs that players belong to on a day, of those who show them: one query."""
    shown = Membership.objects.in_force_on(day).exclude(Player.objects.keeps_private("clubs", "player"))
    whose = shown.annotate(whose=Coalesce("player__stand_in", "player")).filter(whose__in=players)
    found: dict[int, list[str]] = {}
    for player, club in whose.order_by("serial").values_list("whose", "club__name"):
        found.setdefault(player, []).append(club)
    return {player: " · ".join(dict.fromkeys(clubs)) for player, clubs in found.items()}


def own_clubs(viewer: Caller, day: date) -> list[int]:
    """The clubs that somebody runs, belongs to on a day, or is kept by as a player: two queries."""
    if not isinstance(viewer, User):
        return []
    run = Appointment.objects.of_clubs(viewer).values_list("club", flat=True)
    own = Q(player__in=Player.objects.of_login(viewer))
    later = Registration.objects.filter(player=OuterRef("player"), serial__gt=OuterRef("serial"))
    kept_by = Registration.objects.filter(~Exists(later), own, club__isnull=False)
    belongs_to = Membership.objects.in_force_on(day).filter(own)
    return [*run, *belongs_to.values_list("club", flat=True).union(kept_by.values_list("club", flat=True))]
