"""What the room declares to the others."""

from datetime import datetime

from matches.hooks import Room

from .api import scopes  # noqa: F401  # its check is registered
from .permissions import Role
from .services import MAILS, logins_prune, service_uses_prune
from .words import WORDS


def prune_accounts(now: datetime) -> None:
    logins_prune(now)
    service_uses_prune(now)


ROOM = Room(
    name="accounts",
    actions={
        "service_operate": frozenset({Role.STAFF}),
        "reset_code_issue": frozenset({Role.REGISTRAR, Role.STAFF}),
    },
    mails=MAILS,
    words=WORDS,
    prune=prune_accounts,
)
