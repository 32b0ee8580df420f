"""Why a file cannot be taken, or written."""

from matches.base.errors import Refusal


class InvalidEntrants(Refusal):
    code = "invalid_entrants"
    title = "The file of entrants has faults"


class EntrantsTooLarge(Refusal):
    code = "entrants_too_large"
    title = "The file of entrants is too large"


class NotASwiss(Refusal):
    code = "not_a_swiss"
    title = "Only a Swiss has a report file"
