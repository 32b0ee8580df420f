"""What most formats answer the same. A format overrides what it answers otherwise; most need none of it."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from matches.base.options import PlugInOptions

from .errors import FormatMisfit, InvalidFormatOption, UnknownFormatOption

if TYPE_CHECKING:
    from .base import Feed, History, Origin, PlannedSlot, RoundPairings

MOST_IN_FIELD = 4096


class Usual(PlugInOptions):
    """The answers of a format that is laid out with its draw and in which a result moves who played."""

    unknown_option = UnknownFormatOption
    invalid_option = InvalidFormatOption

    # Whether it is made of other formats; every format that is not can be a stage of one.
    is_composed: ClassVar[bool] = False

    # -- The field

    @property
    def team_size(self) -> int:
        """How many of an entry play in each match, if entries are teams; 0 where each plays for itself."""
        return 0

    def check_field(self, size: int) -> None:
        """Raises FormatMisfit where a field of so many entries cannot be played like this."""
        if size > MOST_IN_FIELD:
            raise FormatMisfit(
                "A tournament takes %(most_in_field)s entries at most, not %(size)s.",
                {"most_in_field": MOST_IN_FIELD, "size": size},
                entries=size,
                most=MOST_IN_FIELD,
            )

    def late_seats(self, size: int) -> int:
        """How many may still join a draw of `size` entries; they play from the next pairings on."""
        return MOST_IN_FIELD - size if self.publishes_rounds else 0

    @property
    def takes_back(self) -> bool:
        """Whether who has withdrawn after the draw may play again: nobody went on in the place meanwhile."""
        return self.late_seats(2) > 0

    def shorter_options(self, size: int) -> Iterator[Mapping[str, Any]]:
        """What to choose otherwise so that `size` entries have less to play, the least change first.

        Each is one change of these options, by name; nothing where none would do.
        """
        return iter(())

    # -- Groups

    @property
    def deals_groups(self) -> bool:
        """Whether `dealt` puts those of one club in different groups."""
        return False

    def group_order(self, order: Sequence[int], seed: str, clubs: Mapping[int, Hashable]) -> tuple[int, ...]:
        """The order of a draw from which the groups come that are drawn with it, `clubs` being kept apart.

        clubs: of those who have one. Where there are no groups the order is as it was.
        """
        return tuple(order)

    # -- What is known in advance

    def planned_slots(self, size: int, key: str = "") -> "tuple[PlannedSlot, ...]":
        """The slots that are known with the draw; or of a later part, once its slot `key` is known.

        size: of the largest field that this draw may come to. Equals by their step are in the order in which
        they are numbered. No result changes what is planned. Of a format that pairs as play goes on nothing
        is: a slot is known when it is paired.
        """
        return ()

    # -- Pairings made as play goes on

    # Whether rounds are paired as play goes on, and published.
    publishes_rounds: ClassVar[bool] = False

    def due_round_pairings(self, history: "History") -> "RoundPairings | None":
        """The next round pairings, where it is time for them; nobody is in them twice."""
        return None

    @property
    def waits_for_round(self) -> bool:
        """Whether nothing follows from a result as long as its round is not over."""
        return False

    # -- Points

    # Whether points and tie-breaks decide.
    ranks: ClassVar[bool] = False

    @property
    def has_tiebreaks(self) -> bool:
        """Whether places follow from points and tie-breaks."""
        return self.ranks

    @property
    def takes_draws(self) -> bool:
        """Whether a match may be drawn: nobody has to go on from any."""
        return self.ranks

    @property
    def plays_off(self) -> bool:
        """Whether a tie can be broken by matches that the director pairs (formats.play_offs)."""
        return False

    def matches_of(self, history: "History") -> Mapping[int, int]:
        """By entry how many matches there were by now, and rounds that count like one.

        What points of events of different sizes are compared by; nobody's where points do not decide.
        """
        return {}

    # -- Where somebody plays next

    @property
    def is_traced(self) -> bool:
        """Whether `slot_feeds` knows where somebody plays next after a slot."""
        return type(self).slot_feeds is not Usual.slot_feeds

    def slot_feeds(self, key: str, size: int) -> "tuple[Feed, ...] | None":
        """Where winner and loser of a slot go on in a draw of `size` entries; nowhere from the last match.

        None of a format in which a result may move more than that: then everything is folded anew.
        """
        return None

    def seat_origin(self, key: str, side: int, size: int) -> "Origin | None":
        """Which slot fills a seat, in a draw of `size` entries; None where the draw does, or nobody."""
        return None
