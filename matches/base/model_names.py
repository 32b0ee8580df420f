"""Models and their columns by what people call them, for the admin site in the reader's language.

In English a model is called as its class is, and a column by its name. The catalogue of the app has each, a
model under the context "model", a column under "field". That is said once the models are there, not in each
of them: so no word asks for a migration.
"""

from typing import Any

from django.apps import AppConfig
from django.db import models
from django.utils import translation

# Words that are their own plural.
SAME = ("dice", "terms")


def name_models(app: AppConfig) -> None:
    """Have every model of an app, and every column of it, called in the language in force."""
    for model in app.get_models():
        if is_named_as_class(model):
            name = model._meta.verbose_name_raw
            model._meta.verbose_name = translation.npgettext_lazy("model", name, plural_name(name), 1)
            model._meta.verbose_name_plural = translation.npgettext_lazy("model", name, plural_name(name), 2)
        for field in fields_named_as_columns(model):
            field.verbose_name = translation.pgettext_lazy("field", str(field.verbose_name))


def is_named_as_class(model: type[models.Model]) -> bool:
    """Whether nobody has named it otherwise, as Django does with users."""
    return "verbose_name" not in model._meta.original_attrs


def fields_named_as_columns(model: type[models.Model]) -> "list[models.Field[Any, Any]]":
    """The columns without another name; not the numbers of rows, which Django names."""
    return [
        field
        for field in model._meta.get_fields()
        if isinstance(field, models.Field)
        and not field.auto_created
        and "verbose_name" not in field.deconstruct()[3]
    ]


def rows_name(model: type[models.Model]) -> str:
    """What rows of a model are called wherever English is read: "live games"."""
    return plural_name(model._meta.verbose_name_raw)


def plural_name(name: str) -> str:
    """What several are called: matches, entries, shared dice."""
    if name.endswith(SAME):
        return name
    if name.endswith("y") and name[-2] not in "aeiou":
        return f"{name[:-1]}ies"
    return f"{name}es" if name.endswith(("s", "x", "ch", "sh")) else f"{name}s"
