"""Why a session for money is not kept."""

from matches.base.errors import Refusal


class NotASession(Refusal):
    code = "not_a_session"
    title = "The transcript is of a match"


class NoGameEnded(Refusal):
    code = "no_game_ended"
    title = "No game of the session has ended"


class NoOwnPlayer(Refusal):
    code = "no_own_player"
    title = "The login is no player yet"


class InvalidSession(Refusal):
    code = "invalid_session"
    title = "A session cannot be like that"
