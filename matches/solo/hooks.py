"""What the room declares to the others."""

from django.utils.translation import gettext_lazy as _

from matches.accounts.models import User
from matches.hooks import MenuEntry, PlayerStake, Room
from matches.players.selectors.personal_data import PersonalData

from .models import KeptSoloGame, SoloListing, SoloStanding
from .services import solo_prune
from .words import WORDS


class SoloStake(PlayerStake):
    """Of solo games, in those who play them."""

    def close_login(self, login: User) -> None:
        for rows in (KeptSoloGame, SoloStanding, SoloListing):
            rows._base_manager.filter(login=login).delete()


ROOM = Room(
    name="solo",
    player_stakes=[SoloStake()],
    personal_data=[
        PersonalData(
            "solo_game",
            KeptSoloGame,
            login=["login"],
            omitted=("key", "visitor", "seed", "last_act"),
            computed={"seed": lambda row: row.seed_shown},
        ),
        PersonalData("solo_standing", SoloStanding, login=["login"], omitted=("visitor",)),
        PersonalData("solo_listing", SoloListing, login=["login"]),
    ],
    menu=[MenuEntry(_("Play"), "pages-matches:solo", "dice", 45)],
    words=WORDS,
    prune=lambda now: solo_prune(now=now),
)
