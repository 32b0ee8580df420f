"""How rows are found by their names: a folded key beside the name, and an index of what is in it."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

from .rules.folding import search_key

if TYPE_CHECKING:
    TextField = models.TextField[str, str]
else:
    TextField = models.TextField

KEY = "search_key"


class SearchKeyField(TextField):
    """The search key of the names beside it, written with every row, however that is saved."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        names: tuple[str, ...] = getattr(model_instance, "SEARCHED", ())
        if names:
            key = search_key(*(getattr(model_instance, name) for name in names))
            setattr(model_instance, self.attname, key)
        return str(getattr(model_instance, self.attname))


class Searchable(models.Model):
    """A row that is found by the names in its columns `SEARCHED`; its model has a `search_index`."""

    SEARCHED: ClassVar[tuple[str, ...]] = ("name",)

    search_key = SearchKeyField(editable=False, default="")

    class Meta:
        abstract = True

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **kwargs: Any) -> None:
        if update_fields is not None and not {*self.SEARCHED}.isdisjoint(update_fields):
            update_fields = {*update_fields, KEY}
        super().save(*args, update_fields=update_fields, **kwargs)


class SearchWords(models.Func):
    """What the index holds of a search key: `search_words`, which the migrations make."""

    function = "search_words"
    output_field = ArrayField(models.TextField())


def search_index(name: str) -> GinIndex:
    """The index of a model's search keys.

    Written at once: what waited to be written would be read through by every search.
    """
    return GinIndex(SearchWords(KEY), name=name, fastupdate=False)


def searchable_models() -> "list[type[Searchable]]":
    """Every model whose rows are found by name."""
    from django.apps import apps

    return [model for model in apps.get_models() if issubclass(model, Searchable)]
