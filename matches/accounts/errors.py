"""Why a login may not do something."""

from matches.base.errors import Refusal

# -- Logins, tokens and what they may do


class UsernameTaken(Refusal):
    code = "username_taken"
    title = "That username is taken"


class WeakPassword(Refusal):
    code = "weak_password"
    title = "The password is too weak"


class WrongPassword(Refusal):
    code = "wrong_password"
    title = "Wrong username or password"


class InvalidToken(Refusal):
    code = "invalid_token"
    title = "The token is not valid"


class MissingScope(Refusal):
    code = "missing_scope"
    title = "The token's scopes do not cover this"


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
