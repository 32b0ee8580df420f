"""What one match is played by: what the event decided, else what the record says, else what is usual."""

from typing import NamedTuple

from .options import Options
from .packed import pack_side
from .record import MatchRecord
from .variants import Variant


class Terms(NamedTuple):
    """The terms of a match, and what all its games share.

    `jacoby` is None where an undoubled gammon may have been counted once or twice, `automatic_doubles` where
    a game may begin with any number of them. `start` are both sides' checkers, packed, of so many `places`;
    `by_steps` says that plays are judged as in backgammon.
    """

    variant: Variant
    start: tuple[int, int]
    places: int
    by_steps: bool
    length: int
    crawford: bool
    holland: bool
    jacoby: bool | None
    beavers: bool
    raccoons: bool
    automatic_doubles: int | None
    cube_limit: int | None
    wrong_plays_stand: bool
    crawford_doubles_annulled: bool
    matches_concedable: bool


def terms_for_record(record: MatchRecord, variant: Variant, options: Options) -> Terms:
    """Put together what a record is judged by. Raises InvalidOption if the options do not fit it."""
    options.check_fits_match(record.length)
    variant = variant.with_options(options.variant) if options.variant else variant
    money = record.length == 0
    start = variant.start_position()
    beavers = money and _first_option_decided(options.beavers, record.beavers, True)
    return Terms(
        variant=variant,
        start=(pack_side(start.own), pack_side(start.opponent)),
        places=len(start.own),
        by_steps=type(variant).judge_play is Variant.judge_play,
        length=record.length,
        crawford=_first_option_decided(options.crawford, record.crawford),
        holland=options.holland,
        jacoby=options.jacoby if options.jacoby is not None else _jacoby_of_record(record),
        beavers=beavers,
        raccoons=beavers and _first_option_decided(options.raccoons, True),
        automatic_doubles=(
            (record.automatic_doubles if options.automatic_doubles is None else options.automatic_doubles)
            if money
            else 0
        ),
        cube_limit=record.cube_limit,
        wrong_plays_stand=options.illegal_plays == "stand",
        crawford_doubles_annulled=options.crawford_double == "annulled",
        matches_concedable=options.match_concession == "counts",
    )


def _jacoby_of_record(record: MatchRecord) -> bool | None:
    """What the record says of the Jacoby rule; None where it may have been in use. A match has none.

    Servers' sessions that are written as matches do not name it.
    """
    if not record.jacoby:
        return False
    return record.length == 0 if record.names_jacoby else None


def _first_option_decided(*values: bool | None) -> bool:
    """Return the first that is not None."""
    return next(value for value in values if value is not None)
