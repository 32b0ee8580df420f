"""What is stored beside the facts of ladders, compared with them and made again from them."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from matches.facts.services import export_contradiction
from tournaments.ladders.models import Ladder
from tournaments.ladders.selectors import RungStored, ladder_fold, ladder_rungs_stored

from .ladders import ladder_lock, ladder_wakes_at, ladder_write


def ladders_compare(*, repair: bool = False) -> list[str]:
    """Every difference between what is stored of ladders and what follows from the facts, in words."""
    numbers = list(Ladder.objects.order_by("pk").values_list("pk", flat=True))
    return [found for number in numbers for found in ladder_compare(number, repair)]


@transaction.atomic
def ladder_compare(ladder_id: int, repair: bool) -> list[str]:
    ladder = ladder_lock(ladder_id, removed=True)
    now = timezone.now()
    if ladder.wakes_at is not None and ladder.wakes_at <= now:
        # Nobody has noticed yet that its time has come, which is no difference.
        now = ladder.wakes_at - timedelta(microseconds=1)
    fold = ladder_fold(ladder, now)
    stored, by_facts = ladder_rungs_stored(ladder), fold.rungs
    # Ratings come and go between two looks at a ladder that follows them: there, who is on it.
    differ = (
        ladder_members(stored) != ladder_members(by_facts) if fold.rules.by_rating else stored != by_facts
    )
    found = []
    if differ:
        found.append(f"ladder {ladder_id}: rungs stored as {stored}; the facts say {by_facts}")
    wakes_at = ladder_wakes_at(fold)
    if ladder.wakes_at != wakes_at:
        found.append(f"ladder {ladder_id}: looked at again at {ladder.wakes_at}; the facts say {wakes_at}")
    if found and repair:
        ladder_write(fold)
    return found


def ladder_members(rungs: list[RungStored]) -> set[int]:
    return {player for _, player, _ in rungs}


@transaction.atomic
def ladders_restore() -> None:
    """Note where every ladder stands by its facts. Raises ExportContradicts where they make no sense."""
    for ladder in Ladder.objects.order_by("pk"):
        try:
            fold = ladder_fold(ladder, timezone.now())
            # Folds it, which is where facts that make no sense are found out.
            _ = fold.ladder_order
        except Exception as error:
            raise export_contradiction(
                "Ladder",
                ladder.pk,
                "its options or challenges make no sense (%(error)s)",
                {"error": type(error).__name__},
            ) from error
        ladder_write(fold)
