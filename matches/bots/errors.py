"""Why a computer player does not play."""

from matches.base.errors import Refusal


class BotAway(Refusal):
    code = "bot_away"
    title = "The computer player does not answer"


class UnknownBot(Refusal):
    code = "unknown_bot"
    title = "There is no such computer player"
