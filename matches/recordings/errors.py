"""Why something of a recording is refused. Codes are permanent; docs/errors.md lists them."""

from engine.words import Text
from matches.base.errors import Refusal


class RecordingMissing(Refusal):
    code = "recording_missing"
    title = "Nobody records the match"


class RecordingMoved(Refusal):
    code = "recording_moved"
    title = "Another device was first"


class ActImpossible(Refusal):
    """`fault`: what is wrong with the act, as the referee says it."""

    fault: Text
    code = "act_impossible"
    title = "That cannot have been done"


class RecordingMisfit(Refusal):
    code = "recording_misfit"
    title = "The recording does not fit the match any more"


class RecordingReported(Refusal):
    code = "recording_reported"
    title = "The recording has been reported"


class RecordingUnfinished(Refusal):
    code = "recording_unfinished"
    title = "The match is not over"


class RecordingFull(Refusal):
    code = "recording_full"
    title = "The recording is full"
