"""Weights of events in the admin site."""

from django.contrib import admin

from matches.base.admin import ReadOnly

from .models import EventWeight


@admin.register(EventWeight)
class EventWeightAdmin(ReadOnly):
    list_display = ("tournament", "weight", "level", "recorded_by", "recorded_at")
    list_select_related = ("tournament", "recorded_by")
    fields = ("tournament", "weight", "level", "reason", "recorded_by", "recorded_at", "request_id")
