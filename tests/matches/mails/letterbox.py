"""A real server of mails on this machine, and what has arrived there."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller


class Letterbox:
    """Takes mails but for those to the addresses in `answers`, which are answered as it says."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.mails: list[EmailMessage] = []
        self.answers: dict[str, str] = {}

    async def handle_RCPT(
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if address in self.answers:
            return self.answers[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.mails.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 OK"

    def empty(self) -> None:
        self.mails.clear()
        self.answers.clear()


@contextmanager
def letterbox() -> Iterator[Letterbox]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        box = Letterbox(free.getsockname()[1])
    controller = Controller(box, hostname="127.0.0.1", port=box.port)
    controller.start()
    try:
        yield box
    finally:
        controller.stop()


def mail_to(settings: Any, box: Letterbox) -> None:
    """Django's settings, for a service that mails to the box."""
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", box.port
    settings.MAIL_CONFIGURED = True
    settings.PUBLIC_URL, settings.PUBLIC_HOST = "https://club.example", "club.example"
    settings.DEFAULT_FROM_EMAIL = "desk@club.example"
