"""What the code of a score slip is refused for. Codes are permanent; docs/errors.md lists them."""

from matches.base.errors import Refusal


class SlipUnknown(Refusal):
    code = "slip_unknown"
    title = "This is the code of no slip"


class SlipRedrawn(Refusal):
    code = "slip_redrawn"
    title = "The match of this slip is not played any more"


class SlipOver(Refusal):
    code = "slip_over"
    title = "This slip is over"


class SlipUsed(Refusal):
    code = "slip_used"
    title = "A result of this match is there already"
