"""Fields that rooms add to each other's resources."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Model
from rest_framework.serializers import Field

from matches.hooks import sections_of

Fields = dict[str, Field[Any, Any, Any, Any]]


def with_section_fields(own: Mapping[str, Any], subject: type[Model], *, after: str = "") -> Fields:
    """The fields of a model's resource with those that other rooms add: behind `after`, else last."""
    added = {name: field for section in sections_of(subject) for name, field in section.fields().items()}
    names = list(own)
    place = names.index(after) + 1 if after else len(names)
    return {
        **{name: own[name] for name in names[:place]},
        **added,
        **{name: own[name] for name in names[place:]},
    }
