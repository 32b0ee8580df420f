"""What is computed of tournaments, made again where an export was rebuilt."""

from django.db import transaction
from django.db.models import F

from matches.errors import ExportContradicts
from matches.models import Match
from matches.services import matches_restore
from tournaments.models import Fixture, Tournament
from tournaments.selectors import draw_of, tournament_fold

from .advance import passages_write


@transaction.atomic
def tournaments_restore() -> None:
    """Mark the fixtures that count, pass the slots without a match, note what is over.

    Fixtures come marked as those that do not count; those that are missing, the next advance makes. Raises
    ExportContradicts.
    """
    strangers = Fixture.objects.exclude(
        match__one=F("one__player"), match__two=F("two__player"), one__tournament=F("two__tournament")
    ).first()
    if strangers is not None:
        raise contradiction(strangers.tournament_id, f"fixture {strangers.pk} is not between its entries")
    for tournament in Tournament.objects.order_by("pk"):
        try:
            restore(tournament)
        except ExportContradicts:
            raise
        except Exception as error:
            # Rows that no service would have written: nobody foresees how the fold stumbles over them.
            what = f"its draw and fixtures make no sense ({type(error).__name__})"
            raise contradiction(tournament.pk, what) from error


def restore(tournament: Tournament) -> None:
    fold = tournament_fold(tournament)
    tournament.draw = draw_of(tournament)
    if not fold.drawn:
        if tournament.fixtures.exists():
            raise contradiction(tournament.pk, "it has fixtures and no draw")
        return
    displaced = [meeting.match for meeting in fold.plan.displaced]
    Match.objects.filter(pk__in=displaced).update(displaced=True)
    matches_restore(only=displaced)
    Fixture.objects.filter(pk__in=[meeting.fixture for meeting in fold.plan.revived]).update(void=False)
    passages_write(tournament, fold.passages)
    tournament.state = Tournament.State.FINISHED if fold.over else Tournament.State.RUNNING
    tournament.save(update_fields=["state", "draw"])


def contradiction(tournament: int, what: str) -> ExportContradicts:
    return ExportContradicts(
        f"Tournament {tournament}: {what}. Nothing was changed. Take the export again, from the service "
        "itself.",
        tournament=tournament,
    )
