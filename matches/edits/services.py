"""Changes, written together with the row they change; the caller has locked it and checked the values."""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Model
from django.utils import timezone

from matches.accounts.models import User
from matches.base.errors import CodeWord
from matches.base.translation import rows_name
from matches.facts.archive import value_for_export, value_from_export
from matches.facts.versions import row_changed
from matches.pictures.errors import NoPicture
from matches.pictures.selectors import picture_columns
from matches.pictures.services import picture_put_back, picture_store

from .errors import AlreadyUndone, ChangedSince
from .models import Edit

E = TypeVar("E", bound=Edit)


def edit_write(
    row: Model,
    kind: type[E],
    values: Mapping[str, Any],
    *,
    actor: User | None,
    reason: str = "",
    undoes: E | None = None,
    now: datetime | None = None,
) -> E | None:
    """Give a row other values, by column, and keep what they were; a picture is its bytes, or None for none.

    None where nothing is otherwise, or nothing that leaves a trace. Raises NoPicture, PictureTooLarge,
    TooManyPixels, UnreadablePicture, PictureGone.
    """
    values = with_pictures_stored(row, values)
    before = kept_values(kind, row, values)
    for name, value in values.items():
        setattr(row, name, value)
    after = kept_values(kind, row, values)
    changed = [name for name in values if before[name] != after[name]]
    if changed:
        row.save(update_fields=changed)
        row_changed(row, named="name" in changed)
    changes = {name: [before[name], after[name]] for name in changed if name not in kind.UNTRACED}
    if not changes:
        return None
    return kind._base_manager.create(
        **{kind.SUBJECT: row},
        changes=changes,
        reason=reason,
        undoes=undoes,
        recorded_by=actor,
        recorded_at=now or timezone.now(),
    )


def with_pictures_stored(row: Model, values: Mapping[str, Any]) -> dict[str, Any]:
    """The values with the row of a picture in the place of its bytes, in each column that names one.

    A picture that is named was there before, and is put back; where there is none nothing describes it.
    """
    found = dict(values)
    columns = {column.name for column in row._meta.concrete_fields}
    for column in picture_columns(type(row)):
        words, sent = f"{column}_alt", values.get(column)
        if isinstance(sent, bytes):
            found[column] = picture_store(data=sent)
        elif sent is not None:
            found[column] = picture_put_back(sha256=sent)
        elif column not in values and values.get(words) and getattr(row, column) is None:
            raise NoPicture(
                "%(name)s has no picture that could be described. Send one with its words.",
                {"name": str(row)},
            )
        # The words of another picture say nothing of this one.
        if words in columns and column in values and not isinstance(sent, str):
            found[words] = "" if sent is None else values.get(words, "")
    return found


def former_values(row: Model, edit: Edit) -> dict[str, Any]:
    """What a locked row held before an edit, by column, as columns hold it.

    Raises AlreadyUndone; ChangedSince where it holds something else by now than what the edit gave it.
    """
    edits: Any = type(edit)
    if edits.objects.filter(undoes=edit).exists():
        raise AlreadyUndone("This change has been taken back already. Change it again instead.", edit=edit.pk)
    held = kept_values(edits, row, edit.changes)
    since = [name for name, (_, after) in edit.changes.items() if held[name] != after]
    if since:
        raise ChangedSince(
            "%(name)s was changed again since: %(fields)s. Take the later change back first, or change it "
            "anew.",
            {"name": str(row), "fields": [CodeWord(name, "edited_field") for name in since]},
            edit=edit.pk,
            fields=since,
        )
    return {
        name: value_from_export(edit.subject_column(name), before)
        for name, (before, _) in edit.changes.items()
    }


def kept_values(kind: type[Edit], row: Model, names: Iterable[str]) -> dict[str, Any]:
    """What columns hold, as JSON has it."""
    return {name: value_for_export(kind.subject_column(name).value_from_object(row)) for name in names}


def rows_pointing_to(row: Model, *, but: Collection[type[Model]] = ()) -> dict[str, int]:
    """How many rows depend on one, by what they are called; those that were removed themselves do not.

    Nor does a row that only says more of this one: they are one to one.
    """
    found = {}
    for relation in row._meta.related_objects:
        model = relation.related_model
        if model in but or relation.one_to_one:
            continue
        rows = model._base_manager.filter(**{relation.field.name: row.pk})
        if any(column.name == "removed" for column in model._meta.concrete_fields):
            rows = rows.filter(removed=False)
        if count := rows.count():
            found[rows_name(model)] = count
    return found
