"""The dice of a tournament's transcripts, for those who direct it."""

from django.db.models import QuerySet

from matches.accounts.permissions import Caller, require_permission
from matches.dice.selectors import ACTION, DiceTogether, Shared, matches_dice, shared_dice_for_viewer
from matches.play.models import Match
from tournaments.events.models import Tournament


def tournament_dice(viewer: Caller, tournament: Tournament) -> DiceTogether:
    """The dice of every match of a tournament together. Raises NotAuthenticated or NotAllowed."""
    require_permission(viewer, ACTION, tournament)
    return matches_dice(tournament_matches(tournament))


def tournament_shared(viewer: Caller, tournament: Tournament) -> Shared | None:
    """What the tournament's matches share with others, for those who may know; else nothing."""
    return shared_dice_for_viewer(viewer, tournament, tournament_matches(tournament))


def tournament_matches(tournament: Tournament) -> QuerySet[Match]:
    return Match.objects.filter(fixture__tournament=tournament)
