"""Why a login may not do something."""

from math import ceil

from matches.base.errors import Refusal

# -- Logins, tokens and what they may do


class UsernameTaken(Refusal):
    code = "username_taken"
    title = "That username is taken"


class UsernameMixed(Refusal):
    code = "username_mixed"
    title = "That cannot be a username"


class RegistrationClosed(Refusal):
    code = "registration_closed"
    title = "Registration is not open"


class UnknownLanguage(Refusal):
    code = "unknown_language"
    title = "There is no such language"


class WeakPassword(Refusal):
    code = "weak_password"
    title = "The password is too weak"


class WrongPassword(Refusal):
    code = "wrong_password"
    title = "Wrong username or password"


class SecondFactorNeeded(Refusal):
    code = "second_factor_needed"
    title = "The login asks for a second factor"


class WrongResetCode(Refusal):
    code = "wrong_reset_code"
    title = "No such code, or no longer"


class TooManyAttempts(Refusal):
    """An attempt that was not looked at; `wait`: how many seconds until one is."""

    code = "too_many_requests"
    title = "Too many attempts to log in"

    def __init__(self, wait: float) -> None:
        self.wait = max(ceil(wait), 1)
        super().__init__(
            "There were too many attempts; this one was not looked at. Try again in %(wait)s seconds.",
            {"wait": self.wait},
            wait=self.wait,
        )


class InvalidToken(Refusal):
    code = "invalid_token"
    title = "The token is not valid"


class MissingScope(Refusal):
    code = "missing_scope"
    title = "The token's scopes do not cover this"


class OutsideToken(Refusal):
    code = "outside_token"
    title = "The token is limited to something else"


class InvalidTokenLimit(Refusal):
    code = "invalid_token_limit"
    title = "The token cannot be limited like that"


class NotAuthenticated(Refusal):
    code = "not_authenticated"
    title = "A bearer token is needed"

    def __init__(self) -> None:
        super().__init__("Send a token: Authorization: Bearer <token>. POST /api/v1/tokens/ issues one.")


class NotAllowed(Refusal):
    code = "not_allowed"
    title = "You may not do this"


class UnknownLogin(Refusal):
    code = "unknown_login"
    title = "No such login"
