"""Who comes from the same group meets again as late as can be."""

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from itertools import combinations

from tournaments.formats.elimination import bracket_layout

Origin = Hashable
Tiers = tuple[tuple[Origin, ...], ...]
"""Where everybody comes from, place by place: all winners of groups, then all runners-up."""

Distance = Callable[[int, int], int]


@lru_cache(maxsize=256)
def seeds_in_crossed_bracket(tiers: Tiers) -> tuple[tuple[int, ...], ...]:
    """Seeds for everybody of every tier, counted from 1, so that a bracket keeps groups apart.

    The winners keep the order of their groups, so they have the byes and meet the last. Of later tiers
    everybody is given the seed of that tier that meets its own group as late as can be. Where that does not
    keep a group apart and nobody has a bye, members of a tier change seeds.
    """
    size = sum(map(len, tiers))
    lines = 1 << max(size - 1, 0).bit_length()
    where = {seed: seat for seat, seed in enumerate(bracket_layout(lines))}

    def bracket_distance(one: int, two: int) -> int:
        return (where[one] ^ where[two]).bit_length()

    seeds = _cross_tiers(tiers, bracket_distance)
    return seeds if size < lines else _keep_group_mates_apart(tiers, seeds, bracket_distance)


@lru_cache(maxsize=256)
def seeds_in_crossed_groups(tiers: Tiers, group_of: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Numbers for everybody of every tier, so that old groups are kept apart in new ones.

    group_of: the new group of each number.
    """
    return _cross_tiers(tiers, lambda one, two: int(group_of[one - 1] != group_of[two - 1]))


def _keep_group_mates_apart(
    tiers: Tiers, seeds: tuple[tuple[int, ...], ...], distance: Distance
) -> tuple[tuple[int, ...], ...]:
    """The seeds after every change within a tier that keeps the groups of those who change further apart."""
    found = [list(tier) for tier in seeds]
    rounds = sum(map(len, tiers)).bit_length() - 1
    held: dict[Origin, list[tuple[int, int]]] = {}
    for number, tier in enumerate(tiers):
        for member, origin in enumerate(tier):
            held.setdefault(origin, []).append((number, member))

    def nearness_of_group(origin: Origin) -> int:
        """How near each other those of a group are: 0 where each has a part of the bracket of its own."""
        own = [found[number][member] for number, member in held[origin]]
        ideal = rounds + 1 - (len(own) - 1).bit_length()
        return sum(4 ** max(ideal - distance(one, two), 0) - 1 for one, two in combinations(own, 2))

    def swap_seeds(number: int, one: int, two: int) -> None:
        tier = found[number]
        tier[one], tier[two] = tier[two], tier[one]

    def swap_if_better(number: int, one: int, two: int) -> bool:
        """Changes the seeds of two of a tier if that keeps their groups further apart."""
        both = {tiers[number][one], tiers[number][two]}
        before = sum(map(nearness_of_group, both))
        swap_seeds(number, one, two)
        if sum(map(nearness_of_group, both)) < before:
            return True
        swap_seeds(number, one, two)
        return False

    waiting = [origin for origin in held if nearness_of_group(origin)]
    while waiting:
        moved = [
            origin
            for origin in waiting
            if any(
                swap_if_better(number, member, other)
                for number, member in held[origin]
                for other in range(len(tiers[number]))
                if other != member and nearness_of_group(origin)
            )
        ]
        waiting = [origin for origin in held if nearness_of_group(origin)] if moved else []
    return tuple(map(tuple, found))


def _cross_tiers(tiers: Tiers, distance: Distance) -> tuple[tuple[int, ...], ...]:
    taken: dict[Origin, list[int]] = {}
    found = []
    first = 1
    for tier in tiers:
        seeds = _assign_seeds(tier, range(first, first + len(tier)), taken, distance)
        for origin, seed in zip(tier, seeds, strict=True):
            taken.setdefault(origin, []).append(seed)
        found.append(seeds)
        first += len(tier)
    return tuple(found)


def _assign_seeds(
    tier: Sequence[Origin], seeds: range, taken: dict[Origin, list[int]], distance: Distance
) -> tuple[int, ...]:
    """A seed for each of a tier: as many as possible at the greatest distance, the rest at the next."""
    apart = [
        [min((distance(seed, other) for other in taken.get(origin, ())), default=64) for seed in seeds]
        for origin in tier
    ]
    holder: dict[int, int] = {}

    def seat_entry(member: int, least: int, tried: set[int]) -> bool:
        # The usual augmenting path: whoever sits there moves on if there is somewhere else.
        turn = [(member + step) % len(tier) for step in range(len(tier))]
        for place in turn:
            if apart[member][place] >= least and place not in tried:
                tried.add(place)
                if place not in holder or seat_entry(holder[place], least, tried):
                    holder[place] = member
                    return True
        return False

    waiting = list(range(len(tier)))
    for least in sorted({each for row in apart for each in row}, reverse=True):
        waiting = [member for member in waiting if not seat_entry(member, least, set())]
    seeded = {member: seeds[place] for place, member in holder.items()}
    return tuple(seeded[member] for member in range(len(tier)))
