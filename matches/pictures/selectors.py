"""What is read of pictures."""

from functools import reduce
from operator import or_
from typing import Any

from django.db.models import Exists, Model, OuterRef, Q

from .models import Picture, PictureFile


def picture_content(sha256: str, *, small: bool) -> bytes | None:
    """The bytes of a picture that something shows; None where nothing does: one query."""
    files = PictureFile.objects.filter(picture=sha256, small=small, picture__unused_since=None)
    content = files.values_list("content", flat=True).first()
    return None if content is None else bytes(content)


def picture_columns(model: type[Model]) -> list[str]:
    """The columns of a kind of row that name a picture: of most `picture`, of some one more."""
    return [column.name for column in model._meta.concrete_fields if column.related_model is Picture]


def shown_pictures() -> Q:
    """The condition on pictures to be shown by a row, whichever tables have pictures."""
    relations: Any = Picture._meta.get_fields(include_hidden=True)
    keys = [
        relation.field
        for relation in relations
        if relation.one_to_many and relation.related_model is not PictureFile
    ]
    return reduce(
        or_, (Q(Exists(key.model._base_manager.filter(**{key.name: OuterRef("pk")}))) for key in keys)
    )
