"""What the room declares to the others."""

from typing import TYPE_CHECKING

from matches.hooks import PlayerStake, Room

from .models import User
from .permissions import Role
from .services import MAILS, login_wipe, logins_sweep
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
    mails=MAILS,
    words=WORDS,
    sweep=logins_sweep,
)
