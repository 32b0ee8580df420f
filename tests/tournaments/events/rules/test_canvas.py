"""Where rounds and matches stand on the canvas: columns, places, wires; of every elimination format."""

from itertools import pairwise

import pytest

from tests.each import check_all
from tests.effort import EFFORT
from tournaments.events.rules.canvas import (
    HEIGHT,
    Link,
    PlaceOnCanvas,
    height_of_rounds,
    lay_out_canvas,
)
from tournaments.formats import FORMATS, History

SIZES = range(2, 66) if EFFORT > 1 else (2, 3, 4, 5, 6, 7, 11, 16, 33)
EVENTS = {
    "single": ("single_elimination", {"third_place": True}),
    "double": ("double_elimination", {}),
    "double without final": ("double_elimination", {"final": "none"}),
    "consolation": ("consolation", {}),
    "progressive": ("consolation", {"enters": "final", "last_chance": 3}),
    "first match": ("consolation", {"enters": "first_match", "last_chance": 1}),
}


class LaidOut:
    """A field of so many before its first match, on the canvas."""

    def __init__(self, name, size):
        code, options = EVENTS[name]
        format = FORMATS[code].from_mapping(options)
        self.parts = format.draw_parts(History(tuple(range(1, size + 1))))
        self.codes = [part.code for part in self.parts]
        where = {
            slot.key: PlaceOnCanvas(at, number, slot.number - 1)
            for at, part in enumerate(self.parts)
            for number, slots in enumerate(part.rounds)
            for slot in slots
        }
        self.links = [
            Link(where[origin.key], place, origin.loser)
            for key, place in where.items()
            for side in (0, 1)
            if (origin := format.seat_origin(key, side, size)) is not None
        ]
        self.final = self.codes.index("final") if "final" in self.codes else None
        shapes = [
            [
                (part.round_places[number], [slot.number - 1 for slot in slots])
                for number, slots in enumerate(part.rounds)
            ]
            for part in self.parts
        ]
        self.rounds = lay_out_canvas(shapes, self.links, final=self.final)

    def columns(self):
        return {
            code: [(round.column, round.span) for round in rounds]
            for code, rounds in zip(self.codes, self.rounds, strict=True)
        }


@pytest.mark.parametrize(
    ("name", "size", "columns"),
    [
        # Losers' round 2r - 2 takes the losers of winners' round r.
        (
            "double",
            16,
            {
                "winners": [(1, 1), (2, 2), (4, 2), (6, 1)],
                "losers": [(1, 1), (2, 1), (3, 1), (4, 1), (5, 1), (6, 1)],
                "final": [(7, 1)],
            },
        ),
        # With byes the losers of the first two rounds meet at once.
        (
            "double",
            6,
            {
                "winners": [(1, 1), (2, 2), (4, 1)],
                "losers": [(2, 1), (3, 1), (4, 1)],
                "final": [(5, 1)],
            },
        ),
        ("double", 2, {"winners": [(1, 1)], "final": [(2, 1)]}),
        ("double without final", 4, {"winners": [(1, 1), (2, 1)], "losers": [(1, 1), (2, 1)]}),
        ("single", 8, {"main": [(1, 1), (2, 1), (3, 1)], "third_place": [(2, 1)]}),
        (
            "progressive",
            8,
            {
                "main": [(1, 1), (2, 2), (4, 1)],
                "consolation": [(1, 1), (2, 1), (3, 1), (4, 1)],
                "last_chance": [(2, 1), (3, 1), (4, 1)],
            },
        ),
    ],
)
def test_rounds_stand_under_those_whose_losers_they_take(name, size, columns):
    assert LaidOut(name, size).columns() == columns


def test_wires_go_from_the_middle_of_a_match_to_the_middle_of_the_next():
    winners, losers, final = LaidOut("double", 8).rounds
    assert [(wire.start, wire.end) for wire in winners[0].wires] == [
        (125, 250),
        (375, 250),
        (625, 750),
        (875, 750),
    ]
    assert [(wire.start, wire.end) for wire in winners[2].wires] == [(500, 500)], "on into the final"
    assert [(wire.start, wire.end) for wire in losers[0].wires] == [(250, 250), (750, 750)]
    assert [(wire.start, wire.end) for wire in losers[1].wires] == [(250, 500), (750, 500)]
    assert losers[3].wires == final[0].wires == []


def check_canvas(name, size):
    laid_out = LaidOut(name, size)
    rounds = laid_out.rounds
    for at, part in enumerate(rounds):
        if at != laid_out.final:
            for before, after in pairwise(part):
                assert before.column + before.span == after.column, "no column is left out"
        for round in part:
            middles = [(place + 0.5) / round.places * height_of_rounds(part) for place in round.taken]
            assert all(after - before >= 0.999 for before, after in pairwise(middles)), "none on another"
            assert not middles or middles[0] > 0.499
            assert not middles or middles[-1] < height_of_rounds(part) - 0.499
            assert round.passed.keys().isdisjoint(round.taken), "who passes does so where nobody plays"
    for link in laid_out.links:
        before, after = (rounds[place.part][place.round] for place in link[:2])
        if link.loser:
            assert after.column >= before.column, "nobody falls back in time"
        elif link.before.part == link.after.part != laid_out.final:
            wires = [
                wire
                for round in rounds[link.before.part]
                for wire in round.wires
                if (wire.of, wire.to) == link[:2]
            ]
            assert len(wires) == link.after.round - link.before.round, "a wire over every gap"
            assert wires[0].start == pytest.approx((link.before.place + 0.5) / before.places * HEIGHT)
            assert wires[-1].end == pytest.approx((link.after.place + 0.5) / after.places * HEIGHT)
            assert all(one.end == other.start for one, other in pairwise(wires)), "in one line"


@pytest.mark.parametrize("name", EVENTS)
def test_nothing_stands_on_anything_else_at_any_size(name):
    check_all(check_canvas, ((name, size) for size in SIZES))


def test_brackets_that_say_nothing_of_their_places_are_laid_out_too():
    ((first, last),) = lay_out_canvas([[(2, [0, 1]), (1, [0])]], [])
    assert (first.column, last.column, first.wires) == (1, 2, [])
    assert lay_out_canvas([[]], []) == [[]]
