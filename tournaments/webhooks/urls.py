"""Addresses of webhooks: the API's under /api/v1/, the pages' under /."""

from django.urls import path

from .api import (
    WebhookDeliveriesView,
    WebhookDeliveryView,
    WebhookRedeliverFailedView,
    WebhookRedeliverView,
    WebhookSecretView,
    WebhooksView,
    WebhookTestView,
    WebhookView,
)
from .pages import (
    deliveries_redeliver_page,
    webhook_change_page,
    webhook_page,
    webhook_redeliver_page,
    webhook_remove_page,
    webhook_test_page,
    webhooks_page,
)

api = [
    path("clubs/<int:pk>/webhooks/", WebhooksView.as_view(), name="webhooks"),
    path("webhooks/<int:pk>/", WebhookView.as_view(), name="webhook"),
    path("webhooks/<int:pk>/secret/", WebhookSecretView.as_view(), name="webhook-secret"),
    path("webhooks/<int:pk>/test/", WebhookTestView.as_view(), name="webhook-test"),
    path("webhooks/<int:pk>/deliveries/", WebhookDeliveriesView.as_view(), name="webhook-deliveries"),
    path(
        "webhooks/<int:pk>/deliveries/redeliver/",
        WebhookRedeliverFailedView.as_view(),
        name="webhook-redeliver-failed",
    ),
    path(
        "webhooks/<int:webhook>/deliveries/<int:pk>/",
        WebhookDeliveryView.as_view(),
        name="webhook-delivery",
    ),
    path(
        "webhooks/<int:webhook>/deliveries/<int:pk>/redeliver/",
        WebhookRedeliverView.as_view(),
        name="webhook-redeliver",
    ),
]

pages = [
    path("clubs/<int:club>/webhooks/", webhooks_page, name="webhooks"),
    path("clubs/<int:club>/webhooks/<int:pk>/", webhook_page, name="webhook"),
    path("clubs/<int:club>/webhooks/<int:pk>/change/", webhook_change_page, name="webhook-change"),
    path("clubs/<int:club>/webhooks/<int:pk>/test/", webhook_test_page, name="webhook-test"),
    path("clubs/<int:club>/webhooks/<int:pk>/remove/", webhook_remove_page, name="webhook-remove"),
    path(
        "clubs/<int:club>/webhooks/<int:pk>/deliveries/redeliver/",
        deliveries_redeliver_page,
        name="webhook-redeliver-failed",
    ),
    path(
        "clubs/<int:club>/webhooks/<int:pk>/deliveries/<int:delivery>/redeliver/",
        webhook_redeliver_page,
        name="webhook-redeliver",
    ),
]
