"""Webhooks in the admin site: where events go, and what came of it. Secrets are not shown."""

from django.contrib import admin

from matches.base.admin import ReadOnly

from .models import Webhook, WebhookAttempt, WebhookDelivery


@admin.register(Webhook)
class WebhookAdmin(ReadOnly):
    list_display = ("url", "club", "state", "pause_cause", "failing_since")
    fields = ("url", "club", "types", "state", "pause_cause", "failing_since", "created_by", "created_at")


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ReadOnly):
    list_display = ("message", "webhook", "type", "state", "attempts", "due_at")


@admin.register(WebhookAttempt)
class WebhookAttemptAdmin(ReadOnly):
    list_display = ("delivery", "at", "status", "fault", "milliseconds")
