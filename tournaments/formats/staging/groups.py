"""Groups, then a knockout of the best of each."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from engine.words import Text, ngettext_lazy
from engine.words import gettext_lazy as _
from matches.base.options import option_field
from tournaments.formats.elimination.single import SingleElimination
from tournaments.formats.errors import InvalidFormatOption
from tournaments.formats.round_robin.format import (
    MOST_MEETINGS,
    Leaving,
    RoundRobin,
    TableOrder,
    describe_round_robin_meetings,
    shorter_round_robin,
)
from tournaments.formats.staging import Drawing, Source, Stage, Staged

USUAL_SIZE = 4


@dataclass(frozen=True)
class Groups(Staged):
    code = "groups"
    name = _("Groups, then knockout")
    description = _("Everybody meets everybody in a group; the best of each advance to a knockout.")

    groups: int = option_field(0, help=_("How many groups; 0 to go by their size."), minimum=0, maximum=1024)
    group_size: int = option_field(
        0,
        help=_("How many entries a group has at most; 0 for %(usual)s, or as many as their number makes it.")
        % {"usual": USUAL_SIZE},
        minimum=0,
        maximum=64,
    )
    advance: int = option_field(2, help=_("How many of each group advance."), minimum=1, maximum=8)
    fill: bool = option_field(
        False,
        help=_(
            "Whether the best of the next place advance as well, so that nobody has a bye in the knockout."
        ),
    )
    drawing: Drawing = option_field(
        Drawing.SNAKE,
        help=_("Whether groups are filled to and fro in the order of the draw, or by lot from seeding pots."),
    )
    meetings: int = option_field(
        1, help=_("How often two of a group meet."), minimum=1, maximum=MOST_MEETINGS
    )
    order: TableOrder = option_field(
        TableOrder.AS_AVAILABLE, help=_("Whether groups play as entries are free, or round by round.")
    )
    withdrawal: Leaving = option_field(
        Leaving.HALF, help=_("What becomes of the group matches of who leaves.")
    )
    third_place: bool = option_field(
        False, help=_("Whether the losers of the semi-finals play for the third place.")
    )

    def describe_options(self) -> Iterator[Text]:
        if self.groups:
            yield ngettext_lazy("There is %(count)s group.", "There are %(count)s groups.", self.groups) % {
                "count": self.groups
            }
        else:
            yield _("A group has %(count)s entries at most.") % {"count": self.group_size or USUAL_SIZE}
        yield ngettext_lazy(
            "Of each group %(count)s advances.", "Of each group %(count)s advance.", self.advance
        ) % {"count": self.advance}
        if self.fill:
            yield _("The best of the next place advance as well, so that nobody has a bye in the knockout.")
        yield {
            Drawing.SNAKE: _("Groups are filled to and fro in the order of the draw."),
            Drawing.POTS: _("Groups are filled by lot from seeding pots."),
        }[self.drawing]
        yield from describe_round_robin_meetings(self.meetings, self.order, self.withdrawal)
        if self.third_place:
            yield _("The losers of the semi-finals play for the third place.")

    def shorter_options(self, size: int) -> Iterator[Mapping[str, Any]]:
        if self.third_place:
            yield {"third_place": False}
        yield from shorter_round_robin(self.meetings, self.order)
        yield from ({"advance": fewer} for fewer in reversed(range(1, self.advance)))
        if not self.groups:
            sizes = reversed(range(2, self.group_size or USUAL_SIZE))
            yield from ({"group_size": smaller} for smaller in sizes if smaller >= self.advance)

    def check_options(self) -> None:
        if self.group_size == 1:
            raise InvalidFormatOption("Groups have two entries at least, not 1.", option="group_size")
        if self.groups and self.group_size:
            raise InvalidFormatOption(
                "Say how many groups there are, or how many entries a group has; not both.",
                option="group_size",
            )

    # Not of the field alone: one size of it is asked for again and again.
    @lru_cache(maxsize=8)  # noqa: B019  (the formats live as long as the program)
    def stages_of(self, size: int) -> tuple[Stage, ...]:
        table = RoundRobin(self.meetings, order=self.order, withdrawal=self.withdrawal)
        groups = Stage(
            table,
            key="",
            groups=self.groups,
            group_size=0 if self.groups else self.group_size or USUAL_SIZE,
            drawing=self.drawing,
        )
        sources = [Source(1, tuple(range(1, self.advance + 1)))]
        held = groups.group_numbers(size)
        sizes = [held.count(group) for group in range(max(held, default=0) + 1)]
        missing = self._places_missing(sum(min(each, self.advance) for each in sizes))
        if self.fill and 0 < missing <= sum(each > self.advance for each in sizes):
            sources.append(Source(1, (self.advance + 1,), best=missing))
        return groups, Stage(SingleElimination(self.third_place), key="K", sources=tuple(sources))

    @staticmethod
    def _places_missing(count: int) -> int:
        return (1 << max(count - 1, 0).bit_length()) - count
