"""Why weights of an event cannot be."""

from matches.base.errors import Refusal


class InvalidMasterPoints(Refusal):
    code = "invalid_master_points"
    title = "Master points cannot be given so"
