"""The pure rating systems against published values, and what every system must keep to."""

import json
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.ratings import RATINGS, RatedMatch, Rating, fold
from matches.ratings.fibs import Fibs, ramp
from tests.conftest import DATA

# Source: tests/data/ratings/README.md
FIBS, BATTING, GOLDTOKEN = (
    json.loads((DATA / "ratings" / f"{name}.json").read_text())
    for name in ("fibs", "fibs_batting_average", "fibs_goldtoken")
)

every_system = pytest.mark.parametrize("system", RATINGS.values(), ids=RATINGS)


@pytest.mark.parametrize(
    "row", FIBS["rows"], ids=lambda row: f"{row['r_winner']}v{row['r_loser']}x{row['n']}"
)
def test_fibs_moves_both_ratings_as_the_formula_says(row):
    winner, loser = (
        Rating(row["r_winner"], row["exp_winner"]),
        Rating(row["r_loser"], row["exp_loser"]),
    )
    after = Fibs().update(winner, loser, row["n"])
    changes = [after[0].value - winner.value, after[1].value - loser.value]
    assert changes == pytest.approx(row["delta_exp_before"], abs=1e-6)
    assert [rating.experience for rating in after] == [
        row["exp_winner"] + row["n"],
        row["exp_loser"] + row["n"],
    ]


def test_fibs_starts_everybody_at_1500_without_experience():
    assert Fibs().start == Rating(1500, 0)


def test_fibs_gives_the_favourite_the_printed_chance():
    cells = [
        (int(difference), length, printed)
        for difference, row in BATTING["rows"].items()
        for length, printed in zip(BATTING["n"], row, strict=True)
    ]
    assert len(cells) == 48
    for difference, length, printed in cells:
        favourite, underdog = Rating(1500 + difference, 400), Rating(1500, 400)
        assert Fibs().win_probability(favourite, underdog, length) == pytest.approx(printed, abs=6e-4)
        assert Fibs().win_probability(underdog, favourite, length) == pytest.approx(1 - printed, abs=6e-4)


def test_fibs_agrees_with_the_goldtoken_table():
    """Rows are the opponent's rating less one's own: what one gains by winning and loses by losing."""
    for difference, row in GOLDTOKEN["rows"].items():
        for length, (gain, loss) in zip(GOLDTOKEN["n"], row, strict=True):
            own, opponent = Rating(1500, 400), Rating(1500 + int(difference), 400)
            assert Fibs().update(own, opponent, length)[0].value - 1500 == pytest.approx(gain, abs=0.06)
            assert Fibs().update(opponent, own, length)[1].value - 1500 == pytest.approx(loss, abs=0.06)


@pytest.mark.parametrize(
    ("experience", "k"), [(0, 5), (100, 4), (399, 1.01), (400, 1), (401, 1), (10_000, 1)]
)
def test_the_ramp_falls_from_five_to_one(experience, k):
    assert ramp(experience) == pytest.approx(k)


ratings = st.builds(Rating, st.floats(0, 3000), st.integers(0, 5000))
lengths = st.integers(0, 49).map(lambda n: 2 * n + 1)


@every_system
@given(one=ratings, two=ratings, length=lengths)
def test_a_win_never_costs_and_a_loss_never_pays(system, one, two, length):
    winner, loser = system.update(one, two, length)
    assert winner.value >= one.value
    assert loser.value <= two.value
    assert system.win_probability(one, two, length) + system.win_probability(
        two, one, length
    ) == pytest.approx(1)


@every_system
@given(
    results=st.lists(
        st.tuples(st.integers(1, 4), st.integers(1, 4), lengths).filter(lambda r: r[0] != r[1]), max_size=30
    ),
    cut=st.integers(0, 30),
)
def test_folding_in_two_parts_is_folding_at_once(system, results, cut):
    matches = [RatedMatch(n, winner, loser, length) for n, (winner, loser, length) in enumerate(results, 1)]
    whole: dict[int, Rating] = {}
    steps = list(fold(system, matches, whole))
    parts: dict[int, Rating] = {}
    assert [*fold(system, matches[:cut], parts), *fold(system, matches[cut:], parts)] == steps
    assert parts == whole
    for player, rating in whole.items():
        own = [step for step in steps if step.player == player]
        assert own[0].before == system.start
        assert own[-1].after == rating
        assert all(a.after == b.before for a, b in pairwise(own))
