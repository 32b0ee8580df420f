"""What is stored beside the facts of ponds, compared with them and made again from them."""

from django.db import transaction

from matches.facts.services import export_contradiction
from tournaments.ponds.models import Pond
from tournaments.ponds.selectors import pond_fold

from .ponds import pond_lock, pond_write


def ponds_compare(*, repair: bool = False) -> list[str]:
    """Every difference between what is stored of ponds and what follows from the facts, in words."""
    numbers = list(Pond.objects.order_by("pk").values_list("pk", flat=True))
    return [found for number in numbers for found in pond_compare(number, repair)]


@transaction.atomic
def pond_compare(pond_id: int, repair: bool) -> list[str]:
    pond = pond_lock(pond_id, removed=True)
    fold = pond_fold(pond)
    stored, said = (
        ", ".join(f"{name} {value}" for name, value in each.items())
        for each in (pond.computed_columns, fold.computed_columns)
    )
    if repair:
        pond_write(pond, fold)
    return [] if stored == said else [f"pond {pond_id}: stored as {stored}; the facts say {said}"]


@transaction.atomic
def ponds_restore() -> None:
    """Note where every pond stands by its facts. Raises ExportContradicts where they make no sense."""
    for pond in Pond.objects.order_by("pk"):
        try:
            fold = pond_fold(pond)
        except Exception as error:
            raise export_contradiction(
                "Pond", pond.pk, "its bids make no sense (%(error)s)", {"error": type(error).__name__}
            ) from error
        rounds = [closing.round for closing in fold.closings]
        if rounds != list(range(1, len(fold.swim.rounds) + 1)):
            raise export_contradiction(
                "Pond", pond.pk, "rounds %(rounds)s of it are over", {"rounds": str(rounds)}
            )
        pond_write(pond, fold)
