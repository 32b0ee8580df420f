"""Mails in the admin site: how many wait, and since when."""

from django.contrib import admin

from matches.base.admin import ReadOnly

from .models import Mail


@admin.register(Mail)
class MailAdmin(ReadOnly):
    list_display = ("kind", "created_at", "attempts")
    fields = ("kind", "language", "created_at", "attempts")
