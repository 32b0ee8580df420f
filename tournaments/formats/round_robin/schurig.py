"""The Schurig tables (also called Berger tables): who meets whom when everybody meets everybody.

Source: FIDE Handbook C.05, "General Regulations for Competitions", Annex 1: Details of Berger Tables. They
were published by Richard Schurig in 1886. "Where there is an odd number of players, the highest number
counts as a bye."
"""

from functools import lru_cache

Table = tuple[tuple[tuple[int, int], ...], ...]
"""Rounds of pairs of numbers from the draw."""


@lru_cache(maxsize=256)
def berger_table(size: int) -> Table:
    """One meeting of everybody with everybody, in the order and with the sides of the printed tables.

    With an odd `size` the number `size` + 1 is the empty seat: whoever is paired with it sits out.
    """
    if size < 2:
        return ()
    last = size + size % 2
    circle = last - 1
    return tuple(_berger_round(number, last, circle) for number in range(1, circle + 1))


@lru_cache(maxsize=256)
def round_robin_schedule(size: int, meetings: int = 1, rounds: int = 0) -> Table:
    """Everybody meets everybody `meetings` times, sides changing; or the first `rounds` of that."""
    whole = tuple(
        tuple((two, one) for one, two in pairs) if meeting % 2 else pairs
        for meeting in range(meetings)
        for pairs in berger_table(size)
    )
    return whole[:rounds] if rounds else whole


def _berger_round(number: int, last: int, circle: int) -> tuple[tuple[int, int], ...]:
    # All pairs of a round add up to the same on the circle of all numbers but the last; who would meet
    # himself meets the last, who changes sides from round to round.
    alone = (number + 1) // 2 if number % 2 else (number + 1 + circle) // 2
    first = (alone, last) if number % 2 else (last, alone)
    others = (
        (_next_on_circle(alone + step, circle), _next_on_circle(alone - step, circle))
        for step in range(1, last // 2)
    )
    return (first, *others)


def _next_on_circle(number: int, circle: int) -> int:
    return (number - 1) % circle + 1
