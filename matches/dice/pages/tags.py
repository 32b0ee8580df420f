"""Dice as pages show them: p-values, checks in rows, counts beside what fair dice give."""

from math import floor, log10
from typing import Any

from django import template

from engine.scrutiny import Scrutiny

register = template.Library()

# Both sides together, then each of the two.
WHOSE = (None, 0, 1)
# Below this a p-value says no more than that it is below.
SMALLEST = 1e-6


@register.filter
def p_value(value: float) -> str:
    """Two figures that count: 0.52, 0.013, 0.00042; far below that, that it is."""
    if value < SMALLEST:
        return "< 0.000001"
    return f"{value:.2f}" if value >= 0.095 else f"{value:.{1 - floor(log10(value))}f}"


@register.filter
def chance_power(chance: float) -> int:
    """n where a chance is at most 1 in 10 to the n."""
    return floor(-log10(chance)) if chance > 0 else 300


@register.filter
def dice_figure(value: float) -> str:
    """A count as it is, an expectation or a mean to one place, a small one to two."""
    if isinstance(value, int):
        return str(value)
    return f"{value:.2f}" if value < 10 else f"{value:.1f}"


@register.filter
def check_rows(scrutiny: Scrutiny, columns: int = 3) -> list[dict[str, Any]]:
    """One row for each check, with a cell for both sides, side 0 and side 1, as many as there are columns."""
    found = {(check.code, check.side): check for check in scrutiny.checks}
    codes = dict.fromkeys(check.code for check in scrutiny.checks)
    rows = [(code, [found.get((code, side)) for side in WHOSE[:columns]]) for code in codes]
    return [{"code": code, "cells": cells} for code, cells in rows if any(cells)]


@register.filter
def count_rows(scrutiny: Scrutiny) -> list[dict[str, Any]]:
    """The 21 rolls: together with what fair dice give, each side, and openings."""
    plain = scrutiny.as_dict()
    sides = [side["counts"] for side in plain["sides"]]
    return [
        {**row, "one": one["count"], "two": two["count"]}
        for row, one, two in zip(plain["together"]["counts"], *sides, strict=True)
    ]


@register.filter
def face_rows(scrutiny: Scrutiny) -> list[dict[str, Any]]:
    """The six faces in the same way."""
    together, (one, two) = scrutiny.both_sides.face_counts, scrutiny.sides
    return [
        {
            "face": face,
            "count": count,
            "expected": sum(together) / 6,
            "one": one.face_counts[face - 1],
            "two": two.face_counts[face - 1],
        }
        for face, count in enumerate(together, 1)
    ]


@register.filter
def rolls_counted(scrutiny: Scrutiny) -> int:
    """How many rolls were counted, opening rolls too."""
    return sum(scrutiny.both_sides.rolls) + sum(scrutiny.both_sides.openings)
