"""What the lots of a draw are made from, before it and after."""

from django.utils.crypto import salted_hmac

from tournaments.events.models import Draw, Tournament
from tournaments.events.rules.seals import seal_of_seed

DIGITS = 32


def sealed_seed(tournament: Tournament) -> str:
    """What the lots of the next draw are made from: nobody chooses it, and looking does not change it.

    One query where there has been a draw.
    """
    made = 0 if tournament.draw_id is None else Draw.objects.filter(tournament=tournament).count()
    sealed = salted_hmac("tournaments.draw", f"{tournament.pk}:{made}", algorithm="sha256")
    return sealed.hexdigest()[:DIGITS]


def draw_seal(tournament: Tournament) -> str:
    """The seal of the draw: before it that of the sealed seed, after it that of the seed which was used."""
    return seal_of_seed(sealed_seed(tournament) if tournament.draw is None else tournament.draw.seed)
