"""The dice of a tournament's transcripts, for those who direct it."""

from matches.models import Match
from matches.permissions import Caller, require
from matches.selectors import DiceTogether, matches_dice
from tournaments.models import Tournament


def tournament_dice(viewer: Caller, tournament: Tournament) -> DiceTogether:
    """The dice of every match of a tournament together. Raises NotAuthenticated or NotAllowed."""
    require(viewer, "dice_scrutinise", tournament)
    return matches_dice(Match.objects.filter(fixture__tournament=tournament))
