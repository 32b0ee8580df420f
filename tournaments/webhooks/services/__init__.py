"""Webhooks: kept by clubs, told of events, sent to."""

from .endpoints import (
    deliveries_prune,
    deliveries_redeliver,
    webhook_add,
    webhook_change,
    webhook_redeliver,
    webhook_remove,
    webhook_secret_rotate,
    webhook_test,
    webhooks_prune,
    webhooks_wake,
)
from .publishing import notice_deliver
from .sending import webhook_send

__all__ = [
    "deliveries_prune",
    "deliveries_redeliver",
    "notice_deliver",
    "webhook_add",
    "webhook_change",
    "webhook_redeliver",
    "webhook_remove",
    "webhook_secret_rotate",
    "webhook_send",
    "webhook_test",
    "webhooks_prune",
    "webhooks_wake",
]
