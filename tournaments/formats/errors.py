"""Why an option, a pairing or a play-off cannot be."""

from matches.base.errors import Refusal


class UnknownFormatOption(Refusal):
    code = "unknown_format_option"
    title = "The format has no such option"


class InvalidFormatOption(Refusal):
    code = "invalid_format_option"
    title = "An option of the format does not fit"


class FormatMisfit(Refusal):
    code = "format_misfit"
    title = "The field does not fit the format"


class PlacesMissing(Refusal):
    code = "places_missing"
    title = "A stage is fed by places that do not exist"


class UnknownStage(Refusal):
    code = "unknown_stage"
    title = "A stage is fed by one that does not come before it"


class PlaceFedTwice(Refusal):
    code = "place_fed_twice"
    title = "A place feeds two stages"


class PairsItself(Refusal):
    code = "pairs_itself"
    title = "The format says who meets whom"


class NoPlayOff(Refusal):
    code = "no_play_off"
    title = "Nothing can be played off"


class NotTied(Refusal):
    code = "not_tied"
    title = "Those entries do not share a place"


class NothingToPair(Refusal):
    code = "nothing_to_pair"
    title = "There is no round to pair"


class DifferentDivisions(Refusal):
    code = "different_divisions"
    title = "These entries are in different groups or stages"


class PairedWithItself(Refusal):
    code = "paired_with_itself"
    title = "An entry cannot be paired with itself"


class EntryAbsent(Refusal):
    code = "entry_absent"
    title = "That entry does not play on"


class EntryBusy(Refusal):
    code = "entry_busy"
    title = "That entry still plays"


class AlreadyPaired(Refusal):
    code = "already_paired"
    title = "That entry is already paired in this round"


class ForbiddenPairing(Refusal):
    code = "forbidden_pairing"
    title = "Those two must not meet"


class ForbiddenRematch(Refusal):
    code = "forbidden_rematch"
    title = "Those two have met already"
