"""A worker of its own, to be killed."""


def send(database: dict, number: int) -> None:
    """Send what is due to a webhook, which listens on this machine."""
    from django.conf import settings
    from django.db import connections

    from tests.receivers import reachable
    from tournaments.webhooks.services import webhook_send

    connections.databases["default"] |= database
    reachable(settings)
    webhook_send(webhook_id=number)
