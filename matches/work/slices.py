"""Sweeps go through what there is slice by slice, for to look at all of it costs more with all there is."""

from typing import Any

from django.db.models import QuerySet

from .models import SweepPosition


def delete_in_slices(rows: QuerySet[Any], most: int) -> None:
    """Delete rows, `most` at a time, but for those that are of `rows` no more when their turn comes."""
    while numbers := list(rows.values_list("pk", flat=True)[:most]):
        rows.filter(pk__in=numbers).delete()


def next_slice(name: str, rows: QuerySet[Any], most: int) -> list[int]:
    """The numbers of the next rows of a sweep, `most` of them, in order; after the last the first again.

    name: of the sweep, which remembers by it where it was.
    """
    position, _ = SweepPosition.objects.get_or_create(name=name)
    numbers = list(rows.filter(pk__gt=position.after).order_by("pk").values_list("pk", flat=True)[:most])
    position.after = numbers[-1] if len(numbers) == most else 0
    position.save(update_fields=["after"])
    return numbers
