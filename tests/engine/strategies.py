"""Hypothesis strategies that several tests share."""

from hypothesis import strategies as st

from engine.position import Position, make_side


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any two sides of up to 15 checkers that can stand on one board, crowded homes and bars included."""
    ends = draw(st.sampled_from([(1, 25), (1, 6), (1, 12), (18, 25)]))
    own = draw(st.lists(st.integers(*ends), min_size=1, max_size=15))
    theirs = draw(st.lists(st.integers(1, 25), max_size=15))
    blocked = {25 - point for point in own if point < 25}
    theirs = [point for point in theirs if point not in blocked]
    counted = [{point: points.count(point) for point in points} for points in (own, theirs)]
    return Position(make_side(15, counted[0]), make_side(15, counted[1]))
