"""Pictures in the admin site."""

from django.contrib import admin

from matches.base.admin import ReadOnly

from .models import Picture


@admin.register(Picture)
class PictureAdmin(ReadOnly):
    list_display = ("sha256", "width", "height", "created_at", "unused_since")
