"""Why something of notices is refused."""

from matches.base.errors import Refusal


class UnknownNoticeKind(Refusal):
    """There is no such kind of notice."""

    code = "unknown_notice_kind"
    title = "There is no such kind of notice"
