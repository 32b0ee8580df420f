"""What the room declares to the others."""

from typing import TYPE_CHECKING

from matches.hooks import PlayerStake, Room

from .api import scopes  # noqa: F401  # its check is registered
from .models import User
from .permissions import Role
from .services import login_wipe, service_uses_prune
from .words import WORDS

if TYPE_CHECKING:
    from matches.players.models import Player


class LoginStake(PlayerStake):
    """The login of a player who is anonymised."""

    def anonymise_player(self, player: "Player", login: User | None) -> None:
        if login is not None:
            login_wipe(login)


ROOM = Room(
    name="accounts",
    actions={"reset_code_issue": frozenset({Role.REGISTRAR, Role.STAFF})},
    player_stakes=[LoginStake()],
    sweep=service_uses_prune,
    words=WORDS,
)
