"""Recordings in the admin site."""

from django.contrib import admin

from matches.base.admin import ReadOnly

from .models import RecordedAct, Recording


@admin.register(Recording)
class RecordingAdmin(ReadOnly):
    list_display = ("match", "begun_by", "begun_at", "timed")
    list_select_related = ("match__one", "match__two", "begun_by")
    fields = ("match", "begun_by", "begun_at", "timed", "report")


@admin.register(RecordedAct)
class RecordedActAdmin(ReadOnly):
    list_display = ("recording", "place", "action", "numbers", "device", "made_at", "recorded_by")
    list_select_related = ("recording", "recorded_by")
