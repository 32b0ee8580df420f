"""Facts in the admin site: looked at, never changed."""

from typing import Any

from django.http import HttpRequest

from matches.base.admin import ReadOnly


class FactAdmin(ReadOnly):
    """A fact as it was recorded; each room registers its own."""

    list_display = ("serial", "recorded_by", "recorded_at", "request_id")
    list_select_related = ("recorded_by",)
    ordering = ("-serial",)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        return [column.name for column in self.model._meta.concrete_fields]
