"""Why a series cannot be."""

from matches.base.errors import Refusal


class InvalidSeries(Refusal):
    code = "invalid_series"
    title = "The series cannot be like that"


class AlreadyInSeries(Refusal):
    code = "already_in_series"
    title = "The event is held again already"
