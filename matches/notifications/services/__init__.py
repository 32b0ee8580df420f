"""Notices: posted, spread to whom they concern, sent."""

from .choosing import (
    notice_settings_change,
    unsubscribe,
    unsubscribe_link,
    unsubscribing_of,
)
from .listing import notices_read
from .mailing import MAIL_NOTICES, NOTICES_MAIL
from .posting import notice_post, notices_post
from .pushing import push_public_key, push_subscribe, push_unsubscribe
from .sending import notices_deliver
from .spreading import notice_spread, notices_prune, notices_spread, notices_sweep, notices_wake

__all__ = [
    "MAIL_NOTICES",
    "NOTICES_MAIL",
    "notice_post",
    "notice_settings_change",
    "notice_spread",
    "notices_deliver",
    "notices_post",
    "notices_prune",
    "notices_read",
    "notices_spread",
    "notices_sweep",
    "notices_wake",
    "push_public_key",
    "push_subscribe",
    "push_unsubscribe",
    "unsubscribe",
    "unsubscribe_link",
    "unsubscribing_of",
]
