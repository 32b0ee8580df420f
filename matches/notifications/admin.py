"""Notices in the admin site: what was posted, and how far it has come."""

from django.contrib import admin

from matches.base.admin import ReadOnly

from .models import Delivery, Notice


@admin.register(Notice)
class NoticeAdmin(ReadOnly):
    list_display = ("kind", "subject", "occasion", "created_at", "spread_at")


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly):
    list_display = ("notice", "channel", "state", "due_at", "closed_at")
    fields = ("notice", "channel", "state", "due_at", "closed_at")
