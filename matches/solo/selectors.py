"""What is read of solo games."""

from django.db.models import QuerySet

from matches.accounts.models import User
from matches.solo.models import KeptSoloGame, SoloListing, SoloStanding


def solo_game(key: str) -> KeptSoloGame:
    """The game of a key. Raises DoesNotExist."""
    return KeptSoloGame.objects.get(key=key)


def games_of(login: User | None, visitor: str) -> QuerySet[KeptSoloGame]:
    """The games of a login, or of a visitor's browser: the last one first."""
    games = KeptSoloGame.objects.defer("done").order_by("-changed_at")
    if login is not None:
        return games.filter(login=login)
    return games.filter(login=None, visitor=visitor) if visitor else games.none()


def standings_of(login: User | None, visitor: str) -> QuerySet[SoloStanding]:
    """What somebody has made of their games, kind by kind: what they play most comes first."""
    standings = SoloStanding.objects.order_by("-played", "pk")
    if login is not None:
        return standings.filter(login=login)
    return standings.filter(login=None, visitor=visitor) if visitor else standings.none()


def bests(*, variant: str, scoring: str, length: int, bot: str) -> QuerySet[SoloStanding]:
    """Who is best at games of a kind, of those that want to be listed: by the mean of their last games."""
    return (
        SoloStanding.objects.filter(variant=variant, scoring=scoring, length=length, bot=bot)
        .filter(mean__isnull=False, login__isnull=False, login__solo_listing__isnull=False)
        .select_related("login")
        .order_by("-mean", "-played", "pk")
    )


def is_listed(login: User) -> bool:
    """Whether a login stands in the lists of bests."""
    return SoloListing.objects.filter(login=login).exists()
