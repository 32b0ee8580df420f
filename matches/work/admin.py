"""The outbox in the admin site."""

from django.contrib import admin

from matches.base.admin import ReadOnly

from .models import Outbox


@admin.register(Outbox)
class OutboxAdmin(ReadOnly):
    list_display = ("kind", "subject", "generation", "created_at", "enqueued_at", "attempts")
