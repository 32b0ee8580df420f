"""Kept answers in the admin site: how many, how old."""

from django.contrib import admin

from matches.base.admin import ReadOnly

from .models import KeptAnswer


@admin.register(KeptAnswer)
class KeptAnswerAdmin(ReadOnly):
    list_display = ("created_at",)
    exclude = ("sealed",)
