"""What all events of several stages answer."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, lru_cache, partial

from tournaments.formats.base import MAIN, Format, History, Origin, Pairing, PlannedSlot, RoundPairings
from tournaments.formats.seeding.pots import Drawing, group_draw, unroll_groups
from tournaments.tiebreaks import TIEBREAKS, Among, Total
from tournaments.tiebreaks.lots import draw_lot
from tournaments.tiebreaks.results import Place

from .crossing import seeds_in_crossed_bracket, seeds_in_crossed_groups
from .division import Divided, Divisions, SubEvent, part_of_division, step_of_division
from .inside import Inside, divide_staged_history, history_of_division, pairing_of_whole_event
from .plan import DRAW, Stage, StageLayout, check_stage_layout, stages_laid_out


@dataclass(frozen=True)
class Staged(Divided):
    """Base of the formats in which the places of one stage feed the next.

    A stage begins when the places that feed it are clinched. A correction that changes them changes who is
    in it, and what others have played there no longer counts; when it is undone, that counts again.
    """

    publishes_rounds = True

    def late_seats(self, size: int) -> int:
        """None: how a field is divided hangs on how many there are."""
        return 0

    def stages_of(self, size: int) -> tuple[Stage, ...]:
        """The stages of a field of so many entries; a stage is fed by those before it."""
        raise NotImplementedError

    def check_field(self, size: int) -> None:
        super().check_field(size)
        check_stage_layout(self.stages_of(size), size)

    @property
    def has_tiebreaks(self) -> bool:
        return any(stage.format.has_tiebreaks for stage in self.stages_of(2))

    @property
    def takes_draws(self) -> bool:
        return all(stage.format.takes_draws for stage in self.stages_of(2))

    @property
    def part_names(self) -> tuple[str, ...]:
        return tuple(
            part_of_division(_division_name(stage, "N"), name)
            for stage in self.stages_of(2)
            for name in stage.format.part_names
        )

    @property
    def plays_off(self) -> bool:
        return any(stage.format.plays_off for stage in self.stages_of(2))

    @property
    def deals_groups(self) -> bool:
        return any(stage.is_grouped and stage.is_drawn for stage in self.stages_of(2))

    def group_order(self, order: Sequence[int], seed: str, clubs: Mapping[int, Hashable]) -> tuple[int, ...]:
        found = list(order)
        stages = self.stages_of(len(order))
        taken = stages_laid_out(stages, len(order)).taken
        for number, stage in enumerate(stages, 1):
            if stage.is_drawn:
                places = [place for (_, place), into in taken.items() if into.into == number]
                field = entries_dealt_to_groups(stage, [order[place - 1] for place in places], seed, clubs)
                for place, entry in zip(places, field, strict=True):
                    found[place - 1] = entry
        return tuple(found)

    def planned_slots(self, size: int, key: str = "") -> tuple[PlannedSlot, ...]:
        """Of the stages that the draw fills; or of the stage of a slot, all groups of it."""
        stages, name = self.stages_of(size), key.partition("-")[0]
        sizes = stages_laid_out(stages, size).sizes
        return tuple(
            slot
            for number, stage in enumerate(stages, 1)
            if name in names_of_divisions(stage, len(sizes[number])) or (not key and stage.is_drawn)
            for slot in slots_planned_in_stage(stage, number, sizes[number])
        )

    def seat_origin(self, key: str, side: int, size: int) -> Origin | None:
        name, _, rest = key.partition("-")
        stages = self.stages_of(size)
        sizes = stages_laid_out(stages, size).sizes
        for number, stage in enumerate(stages, 1):
            names = names_of_divisions(stage, len(sizes[number]))
            if name in names:
                origin = stage.format.seat_origin(rest, side, sizes[number][names.index(name)])
                return None if origin is None else replace(origin, key=f"{name}-{origin.key}")
        return None

    def match_count(self, size: int) -> int | None:
        stages = self.stages_of(size)
        layout = stages_laid_out(stages, size)
        return sum_if_known(
            stage.format.match_count(entries)
            for number, stage in enumerate(stages, 1)
            for entries in layout.sizes[number]
        )

    def slots_to_come(self, history: History) -> int | None:
        """Those of stages that have not begun, and what is to be paired in those that have."""
        sizes, stages = self._stage_layout(history).sizes, self.stages_of(len(history.entries))
        coming = [each.format.slots_to_come(each.history) for each in self.begun_divisions(history)]
        for number, divisions in enumerate(self.folded_stages(history)):
            if divisions is None:
                coming += map(stages[number - 1].format.match_count, sizes[number])
        return sum_if_known(coming)

    def due_round_pairings(self, history: History) -> RoundPairings | None:
        for division in self.begun_divisions(history):
            round_pairings = division.format.due_round_pairings(division.history)
            if round_pairings is not None:
                return division.lifted_round(round_pairings)
        return None

    def is_over(self, history: History) -> bool:
        return all(
            divisions is not None and all(each.over for each in divisions)
            for divisions in self.folded_stages(history)
        )

    def standings(self, history: History) -> tuple[Place, ...]:
        """Places by the last stage an entry came to: first those that better places lead to."""
        stages = self.folded_stages(history)
        layout = self._stage_layout(history)
        last = {
            entry: division
            for divisions in stages
            for division in divisions or ()
            for entry in division.history.entries
        }
        order = {entry: number for number, entry in enumerate(history.entries)}
        alike = cache(partial(_places_of_equals, stages, layout))
        hull = cache(partial(_places_open_to, layout))
        places = [_final_place(entry, division, alike, hull, layout) for entry, division in last.items()]
        return tuple(sorted(places, key=lambda place: (place.first, place.last, order[place.entry])))

    def begun_divisions(self, history: History) -> tuple[SubEvent, ...]:
        return tuple(
            division for divisions in self.folded_stages(history)[1:] for division in divisions or ()
        )

    def leads_on(self, history: History, division: SubEvent) -> bool:
        """Whether matches of a later stage have been played that count."""
        return any(
            pairing.meet_key in each.history.results
            for each in self.begun_divisions(history)
            if each.stage > division.stage
            for pairing in each.format.pairings(each.history)
        )

    def now_in(self, history: History, entry: int) -> SubEvent | None:
        """The division of the last stage that an entry has come to; None where it waits for its first."""
        return next(
            (each for each in reversed(self.begun_divisions(history)) if entry in each.history.entries), None
        )

    # Pairings, places and the page all want the fold of the same history.
    @lru_cache(maxsize=2)  # noqa: B019  (the formats live as long as the program)
    def folded_stages(self, history: History) -> Divisions:
        stages = self.stages_of(len(history.entries))
        inside = divide_staged_history(history)
        found: list[Sequence[SubEvent] | None] = [(_draw_as_division(history),)]
        for number, stage in enumerate(stages, 1):
            field = _field_of_stage(stage, number, found, self._stage_layout(history))
            found.append(
                None if field is None else divisions_of_stages(stage, number, field, history, inside)
            )
        return tuple(found)

    def _stage_layout(self, history: History) -> StageLayout:
        size = len(history.entries)
        return stages_laid_out(self.stages_of(size), size)


def _division_name(stage: Stage, group: int | str) -> str:
    """What a division of a stage is called: the group of this number, where it has groups."""
    return "-".join(filter(None, (stage.label, f"group-{group}" if stage.is_grouped else "")))


def sum_if_known(counts: Iterable[int | None]) -> int | None:
    """The sum; None where one of them is not known."""
    total = 0
    for count in counts:
        if count is None:
            return None
        total += count
    return total


def names_of_divisions(stage: Stage, groups: int) -> list[str]:
    """How keys of the divisions of a stage start, that of the first group first."""
    return [f"{stage.key}G{group}" for group in range(1, groups + 1)] if stage.is_grouped else [stage.key]


def slots_planned_in_stage(stage: Stage, number: int, sizes: Sequence[int]) -> Iterator[PlannedSlot]:
    """The slots of a stage that are known when it begins; `sizes` of its groups, or of its one division."""
    for group, (name, size) in enumerate(zip(names_of_divisions(stage, len(sizes)), sizes, strict=True), 1):
        division = _division_name(stage, group)
        for slot in stage.format.planned_slots(size):
            part = part_of_division(division, slot.part)
            yield pairing_of_whole_event(slot, name, part, step_of_division(number))


class Drawn(Format):
    """The draw, as if it had been a stage: nothing is played, everybody has the place of their seed."""

    def pairings(self, history: History) -> tuple[Pairing, ...]:
        return ()

    def standings(self, history: History) -> tuple[Place, ...]:
        return tuple(Place(entry, seed, seed, True) for seed, entry in enumerate(history.entries, 1))


def _draw_as_division(history: History) -> SubEvent:
    return SubEvent(DRAW, "", "", Drawn(), history)


def _field_of_stage(stage: Stage, number: int, before: Divisions, layout: StageLayout) -> list[int] | None:
    """Who plays in a stage, in the order of its draw; None until that is clinched."""
    tiers: list[list[tuple[int, SubEvent]]] = []
    for (source, place), taken in layout.taken.items():
        if taken.into != number:
            continue
        tier = _advancing_from_place(before[source], place, taken.best)
        if tier is None:
            return None
        tiers.append(tier)
    origins = tuple(tuple(division.name or entry for entry, division in tier) for tier in tiers)
    size = sum(map(len, tiers))
    numbers = (
        seeds_in_crossed_groups(origins, stage.group_numbers(size))
        if stage.is_grouped
        else seeds_in_crossed_bracket(origins)
    )
    field = [0] * size
    for tier, seeds in zip(tiers, numbers, strict=True):
        for (entry, _), seed in zip(tier, seeds, strict=True):
            field[seed - 1] = entry
    return field


def _advancing_from_place(
    divisions: Sequence[SubEvent] | None, place: int, best: int
) -> list[tuple[int, SubEvent]] | None:
    """Who advances from a place of every group; of only some of them, the best first."""
    having = [division for division in divisions or () if len(division.history.entries) >= place]
    holders = [division.entry_at_place(place) for division in having]
    if divisions is None or None in holders:
        return None
    tier = [(entry, division) for entry, division in zip(holders, having, strict=True) if entry is not None]
    if best:
        tier.sort(
            key=lambda member: (_strength_in_group(*member), draw_lot(member[1].history.seed, member[0]))
        )
    return tier[: best or None]


def _strength_in_group(entry: int, division: SubEvent) -> tuple[Fraction, ...]:
    """What those in the same place of different groups are compared by, the best first.

    Points for each match there was to play, as groups may differ in size, then the tie-breaks of the event:
    sums for each match likewise, averages and ratings as they are. Those that compare the members of one
    group with each other do not compare with others.
    """
    place = division.place_of(entry)
    matches = max(division.match_count(entry), 1)
    compared = [(TIEBREAKS[figure.code], figure.value) for figure in place.figures]
    figures = [
        value / matches if isinstance(tiebreak, Total) else value
        for tiebreak, value in compared
        if not isinstance(tiebreak, Among)
    ]
    return tuple(-value for value in ((place.points or Fraction(0)) / matches, *figures))


def divisions_of_stages(
    stage: Stage, number: int, field: Sequence[int], history: History, inside: Inside
) -> tuple[SubEvent, ...]:
    """The groups of a stage, or its single division, played by `field` in the order of its draw."""
    groups: dict[int, list[int]] = {}
    for entry, group in zip(field, stage.group_numbers(len(field)), strict=True):
        groups.setdefault(group, []).append(entry)
    members = [groups[group] for group in sorted(groups)]
    if stage.drawing is Drawing.POTS and not stage.is_drawn and members:
        lots = f"{history.seed}:{stage.key}"
        members = list(map(list, group_draw(field, len(members), lots, drawing=stage.drawing)))
    return tuple(
        division_of_stage(stage, number, group, tuple(entries), history, inside)
        for group, entries in enumerate(members, 1)
    )


def entries_dealt_to_groups(
    stage: Stage, field: Sequence[int], seed: str, clubs: Mapping[int, Hashable]
) -> tuple[int, ...]:
    """The order of a field from which a stage fills the groups that are drawn with clubs apart."""
    if not field or not stage.is_grouped:
        return tuple(field)
    count = max(stage.group_numbers(len(field))) + 1
    return unroll_groups(group_draw(field, count, seed, drawing=stage.drawing, clubs=clubs))


def division_of_stage(
    stage: Stage,
    number: int,
    group: int,
    entries: tuple[int, ...],
    history: History,
    inside: Inside,
) -> SubEvent:
    name = names_of_divisions(stage, group)[-1]
    part = _division_name(stage, group)
    own = history_of_division(
        history, name, part_of_division(part, MAIN), step_of_division(number), entries, inside
    )
    return _division_kept(SubEvent(number, name, part, stage.format, own))


def _division_kept(division: SubEvent) -> SubEvent:
    """The division as it was folded last, where nothing has happened in it since: it knows its places."""
    kept = _latest_fold(division.name, division.format, division.history.entries)
    # Another thread may put in its own at any moment.
    latest = next(iter(kept), None)
    if latest is not None and latest.is_as(division):
        return latest
    kept[:] = [division]
    return division


@lru_cache(maxsize=256)
def _latest_fold(name: str, format: Format, entries: tuple[int, ...]) -> list[SubEvent]:
    """Where the last fold of a division is kept."""
    return []


def _final_place(
    entry: int,
    division: SubEvent,
    alike: Callable[[int, int], Mapping[int, Place]],
    hull: Callable[[int, int, int], tuple[int, int]],
    layout: StageLayout,
) -> Place:
    """The place in the whole event of an entry, from the last division it is in."""
    place, stage = division.place_of(entry), division.stage
    grouped = len(layout.sizes[stage]) > 1
    low, high = place.first, place.last
    if not place.clinched:
        # With points somebody may still pass anybody.
        if place.points is not None:
            low, high = 1, len(division.places)
        return Place(entry, *hull(stage, low, high), clinched=False)
    if not grouped and not any(layout.count_advancing(stage, number) for number in range(low, high + 1)):
        return Place(entry, *hull(stage, low, high), clinched=True)
    number = division.place_number(entry)
    return alike(stage, number).get(entry) or Place(entry, *hull(stage, number, number), clinched=False)


def _places_open_to(layout: StageLayout, stage: int, low: int, high: int) -> tuple[int, int]:
    """The best and the worst final place that is open to whoever has one of some places of a stage."""
    open_to = []
    for place in range(low, high + 1):
        if (stage, place) in layout.blocks:
            open_to.append(layout.blocks[stage, place])
        if layout.count_advancing(stage, place):
            open_to.append(layout.reach[layout.taken[stage, place].into])
    return min(first for first, _ in open_to), max(last for _, last in open_to)


def _places_of_equals(stages: Divisions, layout: StageLayout, stage: int, place: int) -> dict[int, Place]:
    """The final places of those who have the same place in their groups; nobody's until all are clinched.

    Those who go on from there are not among them.
    """
    tier = _advancing_from_place(stages[stage], place, layout.count_holders(stage, place))
    if tier is None or (stage, place) not in layout.blocks:
        return {}
    ending = tier[layout.count_advancing(stage, place) :]
    strengths = {entry: _strength_in_group(entry, division) for entry, division in ending}
    equals = Counter(strengths.values())
    firsts: dict[tuple[Fraction, ...], int] = {}
    first = layout.blocks[stage, place][0]
    for strength in sorted(equals):
        firsts[strength] = first
        first += equals[strength]
    return {
        entry: Place(entry, firsts[own], firsts[own] + equals[own] - 1, clinched=True)
        for entry, own in strengths.items()
    }
