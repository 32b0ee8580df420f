"""The outbox in the admin site, and what was set aside in it."""

from typing import Any

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from matches.base.admin import ReadOnly

from . import services
from .models import Heartbeat, Outbox


class SetAside(admin.SimpleListFilter):
    """Dead letters alone."""

    title = _("set aside")
    parameter_name = "set_aside"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", _("set aside")), ("no", _("due"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Outbox]) -> QuerySet[Outbox]:
        if self.value() is None:
            return queryset
        return queryset.filter(set_aside_at__isnull=self.value() == "no")


@admin.register(Outbox)
class OutboxAdmin(ReadOnly):
    list_display = ("kind", "subject", "created_at", "enqueued_at", "attempts", "failures", "set_aside_at")
    list_filter = (SetAside, "kind")
    actions = ("retry", "drop")

    @admin.action(description=_("Try again what was set aside"))
    def retry(self, request: HttpRequest, queryset: QuerySet[Outbox]) -> None:
        count = services.dead_letters_retry(queryset)
        said = ngettext("%(count)d is tried again.", "%(count)d are tried again.", count)
        messages.info(request, said % {"count": count})

    @admin.action(description=_("Drop what was set aside"))
    def drop(self, request: HttpRequest, queryset: QuerySet[Outbox]) -> None:
        count = services.dead_letters_drop(queryset)
        said = ngettext("%(count)d was dropped.", "%(count)d were dropped.", count)
        messages.info(request, said % {"count": count})


@admin.register(Heartbeat)
class HeartbeatAdmin(ReadOnly):
    list_display = ("name", "at", "queues")
