"""Clock settings, beside what the rule sets print."""

import json

import pytest

from matches.play.rules.clocks import Clock, clock_of_match, clock_reserve
from matches.play.rules.regulations import PRESETS, Regulations
from tests.conftest import DATA

VECTORS = json.loads((DATA / "clocks.json").read_text())
RULES = {
    "standard": Regulations(clock_per_point=6, clock_per_point_scored=3, clock_delay=0),
    "us": PRESETS["usbgf"].regulations,
    "doubles": Regulations(clock_per_point=2.5, clock_per_point_scored=1.25, clock_delay=18),
    "jbf": PRESETS["jbf"].regulations,
}


@pytest.mark.parametrize(
    ("rule", "row"),
    [(rule, row) for row in VECTORS["rows"] for rule in RULES if rule in row],
    ids=lambda value: value if isinstance(value, str) else f"{value['N']} at {value['a']}-{value['b']}",
)
def test_the_reserve_is_what_the_rule_sets_print(rule, row):
    assert clock_reserve(RULES[rule], row["N"], (row["a"], row["b"])) == round(row[rule] * 60)


def test_every_column_is_compared():
    assert {rule for row in VECTORS["rows"] for rule in row} - {"N", "a", "b"} == set(RULES)


def test_a_clock_describes_all_that_players_set():
    assert clock_of_match(PRESETS["usbgf"].regulations, 9, (5, 3)) == Clock(
        600, 12, use="allowed", expiry="director"
    )
    assert clock_of_match(PRESETS["jbf"].regulations, 9) == Clock(
        23 * 60, 12, use="allowed", expiry="director"
    )
    assert clock_of_match(PRESETS["wbgf"].regulations, 5) == Clock(600, 12, use="required", expiry="director")
    assert clock_of_match(PRESETS["brainking"].regulations, 5) is None


def test_what_running_out_costs_is_described_where_it_costs_something():
    lost = Regulations(clock_expiry="lose_match", clock_expiry_points=2)
    assert clock_of_match(lost, 5) == Clock(600, 12, use="allowed", expiry="lose_match")
    penalty = Regulations(clock_expiry="penalty", clock_expiry_points=2, clock_expiry_minutes=3)
    assert clock_of_match(penalty, 5) == Clock(
        600, 12, "allowed", "penalty", expiry_points=2, expiry_seconds=180
    )


@pytest.mark.parametrize(
    ("seconds", "delay", "words"),
    [
        (600, 12, "10:00 for each side, every turn 12 seconds free"),
        (750, 0, "12:30 for each side"),
        (65, 1, "1:05 for each side, every turn 1 second free"),
    ],
)
def test_in_words(seconds, delay, words):
    assert Clock(seconds, delay, use="required", expiry="director").setting_in_words == words


@pytest.mark.parametrize("length", range(1, 100, 2))
def test_time_is_left_at_every_score_by_every_preset(length):
    for preset in PRESETS.values():
        worst = (length - 1, length - 1)
        assert clock_reserve(preset.regulations, length, worst) >= 60, preset.code


def test_rounding_is_up_to_whole_minutes():
    up = Regulations(clock_per_point=0.55, clock_per_point_scored=0, clock_rounding="up")
    assert [clock_reserve(up, length, (0, 0)) for length in (1, 3, 20)] == [60, 120, 660]
    exact = Regulations(clock_per_point=0.1, clock_per_point_scored=0)
    assert [clock_reserve(exact, length, (0, 0)) for length in (1, 7)] == [6, 42]
