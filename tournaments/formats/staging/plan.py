"""What is known of an event of stages from the size of its field alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tournaments.formats.base import Format
from tournaments.formats.errors import FormatMisfit, PlacesMissing
from tournaments.formats.seeding.pots import Drawing

DRAW = 0
"""The stage before the first: its places are those of the draw."""


@dataclass(frozen=True, slots=True)
class Source:
    """Places that feed a stage: of stage `stage`, 0 for the draw, in every group of it.

    places: empty for all that go nowhere else. best: only so many of the entries in those places, the best
    over all groups; 0 for all of them.
    """

    stage: int = DRAW
    places: tuple[int, ...] = ()
    best: int = 0


@dataclass(frozen=True, slots=True)
class Stage:
    """One stage: a format, played in one division or in several groups at once.

    key: how keys of its slots start. label: how its parts are called. groups: how many; 0 where `group_size`
    sets how many entries a group has at most; both 0 for a single division.
    """

    format: Format
    key: str
    label: str = ""
    groups: int = 0
    group_size: int = 0
    drawing: Drawing = Drawing.SNAKE
    sources: tuple[Source, ...] = (Source(),)

    @property
    def is_grouped(self) -> bool:
        return bool(self.groups or self.group_size)

    @property
    def is_drawn(self) -> bool:
        """Whether its field is known with the draw, which then deals its groups (Format.dealt)."""
        return all(source.stage == DRAW for source in self.sources)

    def group_numbers(self, size: int) -> tuple[int, ...]:
        """The group of each of a field of `size`, from 0, by the number in its order: to and fro."""
        count = min(self.groups or -(-size // (self.group_size or size or 1)), max(size, 1))
        return tuple(
            number % count if number // count % 2 == 0 else count - 1 - number % count
            for number in range(size)
        )


@dataclass(frozen=True, slots=True)
class Taken:
    """Where a place of a stage leads: to the stage `into`; only the best `best` of it, if not 0."""

    into: int
    best: int


@dataclass(frozen=True, slots=True)
class StageLayout:
    """Stages by number, 0 the draw.

    sizes: of the groups of each. taken: where places lead, by stage and place. blocks: the final places of
    those for whom a place of a stage is the end, by stage and place. reach: the best and the worst final
    place that is open to whoever is in a stage.
    """

    sizes: tuple[tuple[int, ...], ...]
    taken: dict[tuple[int, int], Taken]
    blocks: dict[tuple[int, int], tuple[int, int]]
    reach: dict[int, tuple[int, int]]

    def count_holders(self, stage: int, place: int) -> int:
        """How many groups of a stage have such a place."""
        return sum(size >= place for size in self.sizes[stage])

    def count_advancing(self, stage: int, place: int) -> int:
        """How many of those go on."""
        taken = self.taken.get((stage, place))
        if taken is None:
            return 0
        return min(taken.best or self.count_holders(stage, place), self.count_holders(stage, place))


@lru_cache(maxsize=64)
def stages_laid_out(stages: tuple[Stage, ...], size: int) -> StageLayout:
    layout = StageLayout(((size,),), {}, {}, {})
    for number, stage in enumerate(stages, 1):
        field = sum(
            layout.count_advancing(source.stage, place)
            for source, place in _places_feeding(stages, number, layout)
        )
        groups = stage.group_numbers(field)
        sizes = tuple(groups.count(group) for group in range(max(groups, default=0) + 1))
        layout = StageLayout((*layout.sizes, sizes), layout.taken, {}, {})
    _rank_places(layout, DRAW, 1)
    for last_first in range(len(stages), -1, -1):
        _widen_reach_of_stage(layout, last_first)
    return layout


def _places_feeding(stages: Sequence[Stage], number: int, layout: StageLayout) -> list[tuple[Source, int]]:
    """The places that feed a stage, in order, noted as taken."""
    found = []
    for source in stages[number - 1].sources:
        most = max(layout.sizes[source.stage])
        for place in source.places or _places_left_by_stages(stages, source.stage, most):
            if place <= most:
                layout.taken[source.stage, place] = Taken(number, source.best)
                found.append((source, place))
    return found


def _places_left_by_stages(stages: Sequence[Stage], stage: int, most: int) -> list[int]:
    named = {
        place
        for each in stages
        for source in each.sources
        if source.stage == stage
        for place in source.places
    }
    return [place for place in range(1, most + 1) if place not in named]


def _rank_places(layout: StageLayout, stage: int, first: int) -> int:
    """Gives out final places from `first` on: place by place, and where one leads on, that whole stage."""
    begun = first
    for place in range(1, max(layout.sizes[stage]) + 1):
        taken = layout.taken.get((stage, place))
        if taken is not None and taken.into not in layout.reach:
            layout.reach[taken.into] = (first, first)
            first = _rank_places(layout, taken.into, first)
        left = layout.count_holders(stage, place) - layout.count_advancing(stage, place)
        if left:
            layout.blocks[stage, place] = (first, first + left - 1)
            first += left
    layout.reach[stage] = (begun, max(begun, first - 1))
    return first


def _widen_reach_of_stage(layout: StageLayout, stage: int) -> None:
    """A stage reaches as far as those it leads to, wherever else they are fed from."""
    spans = [layout.reach[taken.into] for (source, _), taken in layout.taken.items() if source == stage]
    spans.append(layout.reach.get(stage, (1, 1)))
    layout.reach[stage] = (min(low for low, _ in spans), max(high for _, high in spans))


def check_stage_layout(stages: tuple[Stage, ...], size: int) -> None:
    """Raises PlacesMissing, FormatMisfit where a field of `size` cannot be played in these stages."""
    layout = stages_laid_out(stages, size)
    for number, stage in enumerate(stages, 1):
        for source in stage.sources:
            least = min(layout.sizes[source.stage])
            for place in source.places:
                holders = layout.count_holders(source.stage, place)
                if (place > least and not source.best) or holders < source.best:
                    raise PlacesMissing(
                        "Stage %(number)s takes place %(place)s of stage %(stage)s, which has too few of "
                        "them in a field of %(size)s.",
                        {"number": number, "place": place, "stage": source.stage, "size": size},
                        stage=number,
                        place=place,
                        entries=size,
                    )
        for entries in layout.sizes[number]:
            if entries < 2:
                raise FormatMisfit(
                    "In a field of %(size)s stage %(number)s would have %(entries)s entries in a group.",
                    {"size": size, "number": number, "entries": entries},
                    stage=number,
                    entries=size,
                )
            stage.format.check_field(entries)
    for place in range(1, size + 1):
        if (DRAW, place) not in layout.taken:
            raise FormatMisfit(
                "Seed %(place)s of %(size)s is in no stage.",
                {"place": place, "size": size},
                place=place,
                entries=size,
            )
