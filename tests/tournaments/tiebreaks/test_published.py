"""The figures that FIDE's Technical Commission and others print for their exercises."""

from fractions import Fraction
from math import floor

import pytest

from tests.tournaments.tiebreaks.tables import PUBLISHED, published
from tournaments.tiebreaks import TIEBREAKS, UnplayedRounds

# What the published figures call a tie-break, and its code here.
CODES = {
    "points": "points",
    "points_are_correct": "points",
    "win": "wins",
    "buchholz": "buchholz",
    "sonneborn_berger_swiss": "sonneborn_berger",
    "sonneborn_berger_round_robin": "sonneborn_berger",
    "direct_encounter": "head_to_head",
    "won": "matches_won",
    "games_elected_to_play": "rounds_elected",
    "standard_points": "standard_points",
    "kashdan": "kashdan",
    "progressive_score": "progressive",
    "progressive_scores": "progressive",
    "progressive_cut1": "progressive_cut_1",
    "buchholz_cut1": "buchholz_cut_1",
    "fore_buchholz": "buchholz_fore",
    "aob": "buchholz_average",
    "sb_cut1_swiss": "sonneborn_berger_cut_1",
    "sb_cut1_round_robin": "sonneborn_berger_cut_1",
    "koya": "koya",
    "aro": "average_rating",
    "aro_cut1": "average_rating_cut_1",
    "tpr": "performance",
    "ptp": "perfect_performance",
    "apro": "opponents_performance",
    "average_perfect_performance_opponents": "opponents_perfect_performance",
    "player_rating": "rating",
}
ROUND_ROBINS = {"tec-round-robin", "manual-koya"}
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


def printed(value):
    """A figure as it is printed: two decimals, halves up."""
    return floor(100 * value + Fraction(1, 2)) / 100


@pytest.mark.parametrize(("name", "figure", "is_legacy", "values"), CASES)
def test_published_figures(name, figure, is_legacy, values):
    unplayed = UnplayedRounds.LEGACY if is_legacy else UnplayedRounds.FIDE_2026
    table = published(name, UnplayedRounds.SCHEDULED if name in ROUND_ROBINS else unplayed)
    tiebreak = TIEBREAKS[CODES[figure]]
    found = {}
    for points in {*table.points.values()}:
        tied = [entry for entry in table.rows if table.points[entry] == points]
        found |= tiebreak.tiebreak_figures(table, tied, "")
    assert {entry: printed(found[int(entry)].value) for entry in values} == values


def test_scores_as_the_tie_breaks_of_opponents_take_them():
    table, values = published("tec-swiss"), PUBLISHED["expected"]["tec-swiss"]
    assert {str(entry): float(score) for entry, score in table.adjusted_points.items()} == values[
        "adjusted_score"
    ]
    fore = {str(entry): float(score) for entry, score in table.with_last_drawn.adjusted_points.items()}
    assert fore == values["adjusted_score_fore"]


def test_every_published_figure_is_compared():
    figures = {figure for of_table in PUBLISHED["expected"].values() for figure in of_table}
    compared = {figure.removesuffix("_legacy_2026") for figure in figures} - CODES.keys()
    assert compared == {"adjusted_score", "adjusted_score_fore"}
