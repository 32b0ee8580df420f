"""Search keys, compared with the names they are of: those written by earlier rules of folding are stale."""

from collections.abc import Iterator
from typing import Any

from .models import KEY, searchable_models
from .rules.folding import search_key


def search_keys_compare(repair: bool) -> Iterator[str]:
    """Every row that is found by something else than its names, in words; put right where `repair`."""
    for model in searchable_models():
        names = model.SEARCHED
        rows: Any = model._base_manager.order_by("pk").values_list("pk", KEY, *names)
        for number, key, *values in rows.iterator(chunk_size=2_000):
            right = search_key(*values)
            if key != right:
                yield f"{model._meta.model_name} {number}: found by {key!r}; its names give {right!r}"
                if repair:
                    model._base_manager.filter(pk=number).update(**{KEY: right})
