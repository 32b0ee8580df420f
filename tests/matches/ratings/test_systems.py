"""The pure rating systems against published values, and what every system must keep to."""

import json
from dataclasses import dataclass
from datetime import timedelta
from itertools import pairwise
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.ratings.errors import InvalidRating
from matches.ratings.systems import EXPERIENCE, PRESETS, RATINGS, VALUE, RatedMatch, Rating, rating_system
from matches.ratings.systems.elo import Elo
from matches.ratings.systems.fibs import Fibs
from matches.ratings.systems.glicko2 import Glicko2, glicko_expected_score, glicko_opponent_weight
from matches.ratings.systems.jbf import Jbf
from matches.ratings.systems.logistic import Logistic
from tests.conftest import DATA, NOON

# Source: tests/data/ratings/README.md
FIBS, BATTING, GOLDTOKEN, JBF, GLICKO = (
    json.loads((DATA / "ratings" / f"{name}.json").read_text())
    for name in ("fibs", "fibs_batting_average", "fibs_goldtoken", "jbf", "glicko2")
)


@dataclass(frozen=True)
class OtherK(Logistic):
    """Twice as much for who has yet to gather 20 points, more in long matches, and by class."""

    by_class: bool = False

    code = "k_by_class"
    name = description = "K of this and that"

    def match_gain(self, length):
        return 10

    def odds_slope(self, length):
        return 1e-9

    def k_by_experience(self, experience, length):
        return (2 if experience < 20 else 1) * length

    def k_of(self, rating, length):
        return 3 if self.by_class and rating[VALUE] < 1500 else super().k_of(rating, length)


class ByExperience(OtherK):
    """The same without classes: K is remembered."""

    code = "k_by_experience"
    k_of = Logistic.k_of


SYSTEMS = {
    **{preset.code: rating_system(preset.system, preset.parameters) for preset in PRESETS.values()},
    "k_by_class": OtherK(by_class=True),
    "k_by_experience": ByExperience(),
    "clamped": Glicko2(clamp=True, period="day", tau=1.2),
}
every_system = pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)


def match(length, at=NOON, number=1):
    """Player 1 wins against player 2."""
    return RatedMatch(number, 1, 2, length, at)


@pytest.mark.parametrize("ramp", [400, 100_000])
def test_fibs_moves_less_with_each_point_of_experience_however_long_that_takes(ramp):
    system, ratings = rating_system("fibs", {"ramp": ramp}), {}
    for experience in (0, 5, 10):
        ((_, one, after, two, _),) = system.fold_matches([match(5)], ratings)
        k = 5 - 4 * experience / ramp
        missed = 1 - system.win_probability(one, two, 5)
        assert after[VALUE] - one[VALUE] == pytest.approx(4 * sqrt(5) * k * missed)


@pytest.mark.parametrize(
    "row", FIBS["rows"], ids=lambda row: f"{row['r_winner']}v{row['r_loser']}x{row['n']}"
)
@pytest.mark.parametrize("counted", ["before", "with"])
def test_fibs_moves_both_ratings_as_the_formula_says(row, counted):
    """Experience before the match is as `help formula` reads, with it as macFIBS does."""
    winner, loser = (row["r_winner"], row["exp_winner"]), (row["r_loser"], row["exp_loser"])
    after = Fibs(experience=counted).rate_match(winner, loser, match(row["n"]))
    changes = [after[0][VALUE] - winner[VALUE], after[1][VALUE] - loser[VALUE]]
    printed = row["delta_exp_before" if counted == "before" else "delta_exp_after"]
    assert changes == pytest.approx(printed, abs=1e-6)
    assert [rating[EXPERIENCE] for rating in after] == [
        row["exp_winner"] + row["n"],
        row["exp_loser"] + row["n"],
    ]


def test_newcomers_start_as_published():
    assert Fibs().newcomer_rating == (1500, 0)
    assert Elo().newcomer_rating == (1500, 0)
    assert Jbf().newcomer_rating == (JBF["start"], 0)
    assert Glicko2().newcomer_rating[:4] == (1500, 0, 350, 0.06)
    assert Fibs(start=1800).newcomer_rating == (1800, 0)


def test_fibs_gives_the_favourite_the_printed_chance():
    cells = [
        (int(difference), length, printed)
        for difference, row in BATTING["rows"].items()
        for length, printed in zip(BATTING["n"], row, strict=True)
    ]
    assert len(cells) == 48
    for difference, length, printed in cells:
        favourite, underdog = (1500 + difference, 400), (1500, 400)
        assert Fibs().win_probability(favourite, underdog, length) == pytest.approx(printed, abs=6e-4)
        assert Fibs().win_probability(underdog, favourite, length) == pytest.approx(1 - printed, abs=6e-4)


def test_fibs_agrees_with_the_goldtoken_table():
    """Rows are the opponent's rating less one's own: what one gains by winning and loses by losing."""
    for difference, row in GOLDTOKEN["rows"].items():
        for length, (gain, loss) in zip(GOLDTOKEN["n"], row, strict=True):
            own, opponent = (1500, 400), (1500 + int(difference), 400)
            won = Fibs().rate_match(own, opponent, match(length))[0]
            lost = Fibs().rate_match(opponent, own, match(length))[1]
            assert won[VALUE] - 1500 == pytest.approx(gain, abs=0.06)
            assert lost[VALUE] - 1500 == pytest.approx(loss, abs=0.06)


@pytest.mark.parametrize(
    ("preset", "experience", "k"),
    [
        *(("fibs", *row) for row in [(0, 5), (100, 4), (399, 1.01), (400, 1), (401, 1), (10_000, 1)]),
        *(("macfibs", *row) for row in [(0, 4.99), (399, 1), (398, 1.01)]),
        *(("flat", *row) for row in [(0, 1), (399, 1)]),
        *(("brass_city", *row) for row in [(0, 2), (200, 1.5), (400, 1), (500, 1)]),
        *(("jbf", *row) for row in [(0, 0.25), (500, 0.25)]),
    ],
)
def test_newcomers_move_faster_as_the_preset_says(preset, experience, k):
    """Between equals a match to one point moves FIBS by 2 K; with macFIBS it counts towards K itself."""
    won, lost = SYSTEMS[preset].rate_match((1500, experience), (1500, 9999), match(1))
    assert won[VALUE] - 1500 == pytest.approx(2 * k)
    assert lost[VALUE] - 1500 == pytest.approx(-0.5 if preset == "jbf" else -2)


def test_jbf_agrees_with_its_worked_example():
    """1000 against 1100 over nine points; what one wins the other loses."""
    (row,) = JBF["rows"]
    low, high = (row["low"], 0), (row["high"], 0)
    won, lost = Jbf().rate_match(low, high, match(row["n"]))
    assert [round(won[VALUE], 2), round(lost[VALUE], 2)] == row["after_low_wins"]
    won, lost = Jbf().rate_match(high, low, match(row["n"]))
    assert [round(lost[VALUE], 2), round(won[VALUE], 2)] == row["after_high_wins"]
    assert Jbf().win_probability(low, high, row["n"]) == pytest.approx(row["pu"], abs=5e-5)


@pytest.mark.parametrize(
    ("own", "other", "k", "scale", "won"),
    [
        (1500, 1500, 32, 400, 16),
        (1500, 1900, 32, 400, 32 * 10 / 11),
        (1900, 1500, 32, 400, 32 / 11),
        (1500, 1700, 20, 200, 20 * 10 / 11),
    ],
)
def test_elo_moves_by_k_times_the_surprise_whatever_the_length(own, other, k, scale, won):
    for length in (1, 25):
        after = Elo(k_factor=k, scale=scale).rate_match((own, 0), (other, 0), match(length))
        assert after[0][VALUE] - own == pytest.approx(won)
        assert after[1][VALUE] - other == pytest.approx(-won)


# -- Glicko-2


def opened(system, value, deviation, volatility=0.06, at=NOON):
    return system.opened_rating(value, 0, deviation, volatility, system.period_number(at))


def played(system, order=(0, 1, 2)):
    """Glickman's example: player 1 against three others in one period; the rating after each match."""
    player = GLICKO["player"]
    ratings = {1: opened(system, player["r"], player["rd"], player["vol"])}
    after = []
    for number in order:
        game = GLICKO["games"][number]
        opponent = number + 2
        ratings[opponent] = opened(system, game["r"], game["rd"])
        pair = (1, opponent) if game["s"] else (opponent, 1)
        for _ in system.fold_matches([RatedMatch(number, *pair, 5, NOON)], ratings):
            after.append(ratings[1])
    return after


def test_glicko2_agrees_with_glickmans_example():
    value, _, deviation, volatility = played(Glicko2(tau=GLICKO["player"]["tau"]))[-1][:4]
    published, exact = GLICKO["published"], GLICKO["full_precision"]
    assert (value, deviation, volatility) == pytest.approx(
        (published["r"], published["rd"], published["vol"]), abs=0.02
    )
    assert value == pytest.approx(exact["r"], abs=5e-5)
    assert deviation == pytest.approx(exact["rd"], abs=5e-5)
    assert volatility == pytest.approx(exact["vol"], abs=5e-9)


def test_glicko2_weighs_opponents_as_printed():
    for game, weight, chance in zip(GLICKO["games"], GLICKO["g"], GLICKO["E"], strict=True):
        phi = game["rd"] / 173.7178
        assert glicko_opponent_weight(phi) == pytest.approx(weight, abs=5e-5)
        assert glicko_expected_score((GLICKO["player"]["r"] - game["r"]) / 173.7178, phi) == pytest.approx(
            chance, abs=5e-4
        )


def test_glicko2_ends_a_period_at_the_same_rating_in_any_order_of_its_matches():
    ends = [played(Glicko2(), order)[-1] for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2))]
    for end in ends[1:]:
        assert end[:4] == pytest.approx(ends[0][:4], rel=1e-12)


@pytest.mark.parametrize(
    ("period", "days", "idle"),
    [
        ("day", 1, 0),
        ("day", 2, 1),
        ("week", 1, 0),
        ("week", 9, 1),
        ("month", 24, 0),
        ("month", 60, 1),
        ("quarter", 30, 0),
    ],
)
def test_glicko2_is_less_certain_after_idle_periods(period, days, idle):
    """7 March 2026 is a Saturday. The period of the match and the one that is running are not idle."""
    system = Glicko2(period=period)
    rating = opened(system, 1500, 200)
    later = system.rating_at(rating, NOON + timedelta(days=days))
    grown = (200**2 + idle * (0.06 * 173.7178) ** 2) ** 0.5
    assert system.rating_deviation(later) == pytest.approx(grown)
    if idle == 1:
        assert system.rating_deviation(later) == pytest.approx(GLICKO["no_games_rd"], abs=5e-5)
    assert later[VALUE] == 1500
    assert system.rating_at(rating, NOON) == rating


def test_glicko2_is_never_less_certain_than_a_newcomer():
    system = Glicko2(period="day")
    assert (
        system.rating_deviation(system.rating_at(opened(system, 1500, 349), NOON + timedelta(days=9999)))
        == 350
    )
    assert system.rating_at(system.newcomer_rating, NOON) == system.newcomer_rating


def upset(system):
    """Wins over far weaker players after one over a stronger: each says little, and adds certainty."""
    ratings = {1: opened(system, 1500, 200), 2: opened(system, 2200, 30)}
    list(system.fold_matches([match(5)], ratings))
    changes = []
    for number in range(3, 60):
        ratings[number] = opened(system, 600, 30)
        (step,) = system.fold_matches([RatedMatch(number, 1, number, 5, NOON)], ratings)
        changes.append(step[2][VALUE] - step[1][VALUE])
    return changes


def test_only_the_clamp_keeps_a_win_from_lowering_a_rating():
    assert min(upset(Glicko2())) < 0
    assert min(upset(Glicko2(clamp=True))) == 0


# -- Every system

values = st.floats(0, 3000)
lengths = st.integers(0, 49).map(lambda n: 2 * n + 1)


def rating_of(system, value, experience):
    """A rating of this value and experience, with whatever the system carries."""
    if isinstance(system, Glicko2):
        return system.opened_rating(value, experience, 350, 0.06, 0)
    return (value, experience)


@every_system
@given(one=values, two=values, seasoned=st.integers(0, 5000), length=lengths)
def test_a_win_never_costs_and_a_loss_never_pays(system, one, two, seasoned, length):
    winner, loser = rating_of(system, one, seasoned), rating_of(system, two, 0)
    won, lost = system.rate_match(winner, loser, match(length))
    assert won[VALUE] >= one
    assert lost[VALUE] <= two
    assert won[EXPERIENCE] == seasoned + length
    assert lost[EXPERIENCE] == length
    chances = system.win_probability(winner, loser, length), system.win_probability(loser, winner, length)
    assert sum(chances) == pytest.approx(1)
    assert (chances[0] >= chances[1]) == (one >= two) or one == pytest.approx(two, abs=1e-6)


@every_system
@given(
    results=st.lists(
        st.tuples(st.integers(1, 4), st.integers(1, 4), lengths, st.integers(0, 3)).filter(
            lambda row: row[0] != row[1]
        ),
        max_size=30,
    ),
    cut=st.integers(0, 30),
)
def test_folding_in_two_parts_is_folding_at_once(system, results, cut):
    at, matches = NOON, []
    for number, (winner, loser, length, weeks) in enumerate(results, 1):
        at += timedelta(weeks=weeks)
        matches.append(RatedMatch(number, winner, loser, length, at))
    whole: dict[int, Rating] = {}
    steps = list(system.fold_matches(matches, whole))
    parts: dict[int, Rating] = {}
    assert [*system.fold_matches(matches[:cut], parts), *system.fold_matches(matches[cut:], parts)] == steps
    assert parts == whole
    for player, rating in whole.items():
        own = [
            (before, after)
            for step in steps
            for who, before, after in ((step[0].winner, *step[1:3]), (step[0].loser, *step[3:5]))
            if who == player
        ]
        assert own[0][0] == system.newcomer_rating
        assert own[-1][1] == rating
        assert all(a[1] == b[0] for a, b in pairwise(own))


@pytest.mark.parametrize(
    ("system", "parameters", "says"),
    [
        ("fibs", {"factor": 0.5}, "factor of FIBS is a number of times from 1 to 20; it cannot be 0.5"),
        ("fibs", {"ramp": -1}, "ramp"),
        ("fibs", {"ramp": 1.5}, "ramp"),
        ("fibs", {"experience": "after"}, "before, with"),
        ("fibs", {"start": "1500"}, "start"),
        ("fibs", {"start": True}, "start"),
        ("fibs", {"start": float("nan")}, "start"),
        ("fibs", {"start": float("inf")}, "start"),
        ("fibs", {"start": None}, "start"),
        ("fibs", {"tau": 0.5}, "FIBS has no parameter 'tau'. Its parameters: start, clamp, factor"),
        ("jbf", {"factor": 5}, "no parameter"),
        ("elo", {"k_factor": -32}, "k_factor"),
        ("elo", {"k_factor": 0}, "k_factor"),
        ("elo", {"scale": 0}, "scale"),
        ("glicko2", {"tau": 0.1}, "tau"),
        ("glicko2", {"tau": 1.3}, "tau"),
        ("glicko2", {"period": "year"}, "day, week, month, quarter"),
        ("glicko2", {"volatility": 0}, "volatility"),
        ("glicko2", {"start_deviation": 10}, "start_deviation"),
        ("glicko2", {"clamp": 1}, "true, false"),
    ],
)
def test_parameters_that_make_no_sense_are_refused(system, parameters, says):
    with pytest.raises(InvalidRating) as refused:
        rating_system(system, parameters)
    assert says in str(refused.value)
    assert refused.value.data == {"parameter": next(iter(parameters))}


@pytest.mark.parametrize("code", RATINGS)
def test_every_default_may_be_sent(code):
    system = RATINGS[code]
    defaults = {name: getattr(system(), name) for name in system.parameter_bounds()}
    assert rating_system(code, defaults) == system()


@pytest.mark.parametrize(
    ("system", "winner", "loser", "length", "moved"),
    [
        (ByExperience(), (1500, 19), (1500, 20), 3, (30, -15)),
        (ByExperience(), (1500, 20), (1500, 0), 1, (5, -10)),
        (OtherK(by_class=True), (1499, 0), (1500, 0), 3, (15, -30)),
        (OtherK(by_class=True), (1500, 50), (1499, 50), 5, (25, -15)),
    ],
)
def test_k_may_be_any(system, winner, loser, length, moved):
    """Hardly anything but luck decides, so a match moves each by half of 10 K."""
    after = system.rate_match(winner, loser, match(length))
    assert (after[0][VALUE] - winner[VALUE], after[1][VALUE] - loser[VALUE]) == pytest.approx(moved)
