"""Venues in the admin site: looked at."""

from django.contrib import admin

from matches.base.admin import ReadOnly

from .models import Venue, VenueEdit


@admin.register(Venue)
class VenueAdmin(ReadOnly):
    list_display = ("name", "club", "place", "closes_at", "created_at")
    list_select_related = ("club",)
    search_fields = ("name", "club__name")


@admin.register(VenueEdit)
class VenueEditAdmin(ReadOnly):
    list_display = ("id", "venue", "reason", "recorded_by", "recorded_at")
    list_select_related = ("venue", "recorded_by")
