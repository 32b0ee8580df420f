"""What is written about logins."""

from .addresses import address_confirmed_note, login_wipe
from .codes import password_reset, reset_code_issue
from .doors import (
    DEVICE_COOKIE,
    DEVICE_KNOWN_FOR,
    AnyRequest,
    device_cookie,
    door_enter,
    login_authenticate,
    login_remember,
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
from .tokens import token_digest, token_issue, token_revoke, token_used

__all__ = [
    "DEVICE_COOKIE",
    "DEVICE_KNOWN_FOR",
    "AnyRequest",
    "address_confirmed_note",
    "confirmation_send",
    "device_cookie",
    "door_enter",
    "invitation_opened",
    "is_second_factor",
    "login_authenticate",
    "login_for_program",
    "login_remember",
    "login_wipe",
    "password_change",
    "password_is_own",
    "password_reset",
    "password_set",
    "require_open_registration",
    "reset_code_issue",
    "second_factor_check",
    "token_digest",
    "token_issue",
    "token_revoke",
    "token_used",
    "user_register",
    "username_checked",
]
