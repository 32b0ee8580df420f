"""A worker of mails in a process of its own, which somebody kills."""


def send(database: dict, server: dict) -> None:
    """Send what there is, once."""
    from django.conf import settings
    from django.db import connections

    from matches.mails.services import mails_send

    connections.databases["default"] |= database
    for name, value in server.items():
        setattr(settings, name, value)
    mails_send()
    connections.close_all()
