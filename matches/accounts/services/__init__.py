"""What is written about logins."""

from .addresses import address_confirmed_note, log_out_everywhere, login_wipe, logins_sweep
from .codes import password_reset, reset_code_issue
from .doors import (
    DEVICE_COOKIE,
    DEVICE_KNOWN_FOR,
    AnyRequest,
    device_cookie,
    door_enter,
    is_first_use,
    login_authenticate,
    login_remember,
    network_of,
    password_is_own,
)
from .logins import (
    confirmation_send,
    invitation_opened,
    is_second_factor,
    login_for_program,
    password_change,
    password_set,
    require_open_registration,
    second_factor_check,
    user_register,
    username_checked,
)
from .mails import MAILS, is_confirmed_address
from .tokens import (
    service_use_note,
    service_uses_prune,
    token_issue,
    token_revoke,
    token_used,
    tokens_revoke,
)

__all__ = [
    "DEVICE_COOKIE",
    "DEVICE_KNOWN_FOR",
    "MAILS",
    "AnyRequest",
    "address_confirmed_note",
    "confirmation_send",
    "device_cookie",
    "door_enter",
    "invitation_opened",
    "is_confirmed_address",
    "is_first_use",
    "is_second_factor",
    "log_out_everywhere",
    "login_authenticate",
    "login_for_program",
    "login_remember",
    "login_wipe",
    "logins_sweep",
    "network_of",
    "password_change",
    "password_is_own",
    "password_reset",
    "password_set",
    "require_open_registration",
    "reset_code_issue",
    "second_factor_check",
    "service_use_note",
    "service_uses_prune",
    "token_issue",
    "token_revoke",
    "token_used",
    "tokens_revoke",
    "user_register",
    "username_checked",
]
