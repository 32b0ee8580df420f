"""The figures that FIDE's Technical Commission and others print for their exercises."""

import pytest

from tests.tournaments.tiebreaks.tables import PUBLISHED, published
from tournaments.tiebreaks import TIEBREAKS, Unplayed

# What the published figures call a tie-break, and its code here.
CODES = {
    "points": "points",
    "points_are_correct": "points",
    "win": "wins",
    "buchholz": "buchholz",
    "sonneborn_berger_swiss": "sonneborn_berger",
    "sonneborn_berger_round_robin": "sonneborn_berger",
    "direct_encounter": "head_to_head",
}
CASES = [
    pytest.param(
        name,
        figure.removesuffix("_legacy_2026"),
        figure.endswith("_legacy_2026"),
        values,
        id=f"{name}-{figure}",
    )
    for name, figures in PUBLISHED["expected"].items()
    for figure, values in figures.items()
    if figure.removesuffix("_legacy_2026") in CODES
]


@pytest.mark.parametrize(("name", "figure", "is_legacy", "values"), CASES)
def test_published_figures(name, figure, is_legacy, values):
    unplayed = Unplayed.LEGACY if is_legacy else Unplayed.FIDE_2026
    table = published(name, Unplayed.SCHEDULED if name == "tec-round-robin" else unplayed)
    tiebreak = TIEBREAKS[CODES[figure]]
    found = {}
    for points in {*table.points.values()}:
        tied = [entry for entry in table.rows if table.points[entry] == points]
        found |= tiebreak.figures(table, tied, "")
    assert {entry: float(found[int(entry)].value) for entry in values} == values
