"""The short numbers by which people call matches: 1, 2, 3 and so on through an event, each for good.

Plain data: no Django, no clock. A number belongs to a slot, not to who plays in it, so nothing that is
corrected, withdrawn or paired anew moves it. What a format plans with the draw is numbered at once, step by
step: so a second match is behind all first ones, whatever brackets they are in. What comes up later is
numbered when it comes up, a part that is known as a whole as a whole, behind all that is there.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from heapq import merge
from operator import attrgetter, itemgetter

from tournaments.formats import Format, PlannedSlot
from tournaments.formats.teams import team_match_of_slot

PART_LETTERS = {
    "main": "M",
    "winners": "W",
    "losers": "L",
    "final": "F",
    "third_place": "T",
    "consolation": "C",
    "last_chance": "LC",
    "play_off": "P",
    "group": "G",
    "stage": "M",
}
"""What the label of a match begins with, by the kind of its part; of other parts their first letter."""


def match_label(part: str, number: int | None) -> str | None:
    """What a match is called where it is seen: the letter of its part and its number, as in "L13".

    part: its code, the stage before the kind: that of "stage-2-losers" is an L too. None where nobody meets.
    """
    return None if number is None else f"{part_letter(part)}{number}"


def label_of_board(label: str, board: int) -> str:
    """What a board of a match of teams is called, such as "W3/2"; the match itself where that is 0."""
    return f"{label}/{board}" if board else label


@lru_cache(maxsize=256)
def part_letter(part: str) -> str:
    kind = [word for word in part.split("-") if not word.isdecimal()][-1]
    return PART_LETTERS.get(kind, kind[0].upper())


def match_numbers(format: Format, size: int, came_up: Iterable[str]) -> dict[str, int]:
    """The number of every slot that is known, by key; byes have none, boards of one match of teams share it.

    size: of the field, who joined late counted or not. came_up: the keys of everything that was ever paired
    since the draw, in the order in which it was, whatever became of it: what is paired later changes nothing.
    """
    largest = size + format.late_seats(size)
    numbers = {key: number for number, key in enumerate(_planned_keys(format, largest), 1)}
    for paired in came_up:
        key = team_match_of_slot(paired) if format.team_size else paired
        if key not in numbers:
            for each in (*_planned_keys(format, largest, key), key):
                numbers.setdefault(each, len(numbers) + 1)
    return numbers


def keys_in_order(
    published: Iterable[tuple[datetime, str]], set_up: Iterable[tuple[datetime, str]]
) -> list[str]:
    """What was paired, by when: in round pairings that were published, or as matches that were set up.

    Each in its order; what was set up when it was published is in the order of the round pairings.
    """
    return [key for _, key in merge(published, set_up, key=itemgetter(0))]


# A page asks for it each time it is shown.
@lru_cache(maxsize=64)
def _planned_keys(format: Format, size: int, key: str = "") -> tuple[str, ...]:
    return tuple(slot.key for slot in slots_in_order(format.planned_slots(size, key)))


def slots_in_order(slots: Iterable[PlannedSlot]) -> Sequence[PlannedSlot]:
    """Slots in the order in which they are played; of one step, as they are given."""
    return sorted(slots, key=attrgetter("step"))
