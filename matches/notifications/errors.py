"""Why something of notices is refused."""

from matches.base.errors import Refusal


class InvalidSubscription(Refusal):
    """What a browser is said to have answered is none of its answers."""

    code = "invalid_subscription"
    title = "That is no subscription of a browser"


class UnknownNoticeKind(Refusal):
    """There is no such kind of notice."""

    code = "unknown_notice_kind"
    title = "There is no such kind of notice"
