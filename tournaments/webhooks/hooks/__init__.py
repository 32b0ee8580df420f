"""What the room declares to the others."""

from matches.accounts.permissions import OFFICIALS
from matches.hooks import Room
from tournaments.webhooks.services import notice_deliver, webhooks_prune, webhooks_wake
from tournaments.webhooks.words import WORDS

from .notices import NOTICES

ROOM = Room(
    name="webhooks",
    actions={"webhook_manage": OFFICIALS},
    notices=NOTICES,
    notice_listeners=[notice_deliver],
    words=WORDS,
    wake=lambda now: webhooks_wake(now=now),
    sweep=lambda now: webhooks_wake(now=now),
    prune=lambda now: webhooks_prune(now=now),
)
