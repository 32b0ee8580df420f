"""What the room declares to the others."""

from datetime import datetime
from typing import TYPE_CHECKING

from matches.hooks import PlayerStake, Room

from .api import scopes  # noqa: F401  # its check is registered
from .models import User
from .permissions import Role
from .services import MAILS, login_wipe, logins_sweep, service_uses_prune
from .words import WORDS

if TYPE_CHECKING:
    from matches.players.models import Player


class LoginStake(PlayerStake):
    """The login of a player who is anonymised."""

    def anonymise_player(self, player: "Player", login: User | None) -> None:
        if login is not None:
            login_wipe(login)


def sweep_accounts(now: datetime) -> None:
    logins_sweep(now)
    service_uses_prune(now)


ROOM = Room(
    name="accounts",
    actions={"reset_code_issue": frozenset({Role.REGISTRAR, Role.STAFF})},
    player_stakes=[LoginStake()],
    mails=MAILS,
    words=WORDS,
    sweep=sweep_accounts,
)
