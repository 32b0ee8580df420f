"""Whose games they are, and who stands in the lists of bests."""

from django.db import transaction

from matches.accounts.models import User
from matches.solo.models import KeptSoloGame, SoloListing


@transaction.atomic
def solo_games_keep(*, login: User, visitor: str) -> int:
    """Give the games of a browser to a login, so that they can be gone on with anywhere; how many they are.

    They do not count for it: whoever may choose which games count would choose the good ones.
    """
    return KeptSoloGame.objects.filter(login=None, visitor=visitor).exclude(visitor="").update(login=login)


@transaction.atomic
def solo_listing_set(*, login: User, listed: bool) -> None:
    """Say whether a login stands in the lists of bests."""
    if listed:
        SoloListing.objects.get_or_create(login=login)
    else:
        SoloListing.objects.filter(login=login).delete()
