"""Sessions in the admin site: how they ended; what was played is the players' alone."""

from django.contrib import admin

from matches.base.admin import ReadOnly

from .models import MoneySession


@admin.register(MoneySession)
class MoneySessionAdmin(ReadOnly):
    list_display = ("one", "two", "guest", "played_on", "points_one", "points_two", "answer")
    list_select_related = ("one", "two")
    fields = (*list_display, "variant", "withdrawn", "public_one", "public_two", "created_at")
    search_fields = ("one__name", "two__name", "guest")
