"""What the room declares to the others."""

from matches.accounts.models import User
from matches.hooks import PlayerStake, Room
from matches.notifications.models import Delivery, NoticeSettings, PushSubscription
from matches.notifications.selectors import unread_of_login
from matches.notifications.services import MAIL_NOTICES, notices_prune, notices_sweep, notices_wake


class NoticeStake(PlayerStake):
    """Of notices, in those who are told."""

    def close_login(self, login: User) -> None:
        for rows in (Delivery, NoticeSettings, PushSubscription):
            rows._base_manager.filter(login=login).delete()


ROOM = Room(
    name="notifications",
    mails=MAIL_NOTICES,
    login_columns={"unread_notices": unread_of_login},
    player_stakes=[NoticeStake()],
    wake=lambda now: notices_wake(now=now),
    sweep=lambda now: notices_sweep(now=now),
    prune=lambda now: notices_prune(now=now),
)
