"""Every setting, its presets, and what is refused."""

import json
import re
from dataclasses import asdict, fields, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from matches.play.errors import InvalidRegulation
from matches.play.rules.regulations import (
    BOUNDS,
    PRESETS,
    Regulations,
    check_regulations_together,
    checked_regulations,
    regulations_of,
)

NOON = datetime(2026, 3, 7, 12, tzinfo=UTC)
DOCS = Path(__file__).parents[4] / "docs"


def test_every_setting_has_a_check_that_the_default_passes():
    assert BOUNDS.keys() == {each.name for each in fields(Regulations)} - {"preset"}
    for name, bounds in BOUNDS.items():
        assert bounds.accepts_value(getattr(Regulations(), name)), name
        assert bounds.allowed_values


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_is_one_that_could_be_chosen_setting_by_setting(preset):
    values = asdict(PRESETS[preset].regulations)
    assert regulations_of({"preset": preset}) == PRESETS[preset].regulations
    assert regulations_of({**values, "preset": "club"}) == replace(PRESETS[preset].regulations, preset="club")
    assert json.loads(json.dumps(values)) == values


def test_nothing_chosen_is_the_club_s_preset():
    assert regulations_of({}) == PRESETS["club"].regulations == Regulations()
    assert (Regulations().objection, Regulations().silence) == (0, 30)


def test_what_is_chosen_stands_before_the_preset():
    chosen = regulations_of({"preset": "jbf", "late_grace": 10})
    assert (chosen.late_grace, chosen.die_on_checker, chosen.preset) == (10, "cocked", "jbf")


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("preset", ["tennis", "", None, 1, ["jbf"], {}]),
        ("moves", ["any", None, True, 1]),
        ("holland", ["no", 0, None]),
        ("shortest", [0, 100, 1.5, None]),
        ("objection", [-1, 525_601, "5", True, None, 1.5]),
        ("silence", [0, -5, False, "never", float("nan")]),
        ("correction_window", [0, -1, "never", None, True, 1.5]),
        ("committee", [1, 4, 7, "3", 3.0, None]),
        ("appeals", [1, "yes", None]),
        ("late_grace", [-1, 1441, None]),
        ("late_step", [0, -1]),
        ("late_forfeit", [0, 100, "majority"]),
        ("clock", ["on", True, False, None]),
        ("clock_per_point", [-1, -0.5, 61, float("nan"), float("inf"), float("-inf"), "2", None, 10**400]),
        ("clock_per_point_scored", [-1, -0.25, None]),
        ("clock_delay", [-1, -12, 3601, 1.5, None]),
        ("clock_rounding", ["down"]),
        ("clock_expiry", ["win_match"]),
        ("clock_expiry_points", [-1]),
        ("clock_expiry_minutes", [-1]),
        ("play_within", [0, -1, 3651]),
        ("reminder", [0, -1]),
        ("overdue", ["both"]),
    ],
)
def test_a_value_that_a_setting_cannot_have_is_refused_by_name(name, values):
    for value in values:
        with pytest.raises(InvalidRegulation) as refused:
            regulations_of({name: value})
        assert refused.value.data["regulation"] == name
        assert refused.value.data["value"] in str(refused.value)
        assert refused.value.data["allowed"] in str(refused.value)
        json.dumps(refused.value.data, allow_nan=False).encode()


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("silence", [None, 1, 525_600]),
        ("objection", [0, 525_600]),
        ("correction_window", ["next_match", "open", "closed", 1, 90]),
        ("clock_per_point", [2, 2.5, 60]),
        ("late_step", [None, 1]),
        ("late_forfeit", [None, 1, 99]),
        ("committee", [3, 5]),
        ("play_within", [None, 7]),
        ("reminder", [None, 1]),
    ],
)
def test_the_ends_of_what_is_allowed(name, values):
    for value in values:
        assert getattr(regulations_of({name: value}), name) == value


def test_a_setting_that_does_not_exist_is_refused_with_those_that_do():
    with pytest.raises(InvalidRegulation, match=r"'lateness'.*late_grace.*and preset") as refused:
        regulations_of({"lateness": 5})
    assert refused.value.data["regulation"] == "'lateness'"
    with pytest.raises(InvalidRegulation) as refused:
        regulations_of({"\ud800" * 900: 5})
    json.dumps(refused.value.data, ensure_ascii=False).encode()
    assert len(str(refused.value)) < 1000


@pytest.mark.parametrize(
    ("chosen", "names", "says"),
    [
        ({"shortest": 7, "longest": 5}, "longest", "7 points, the shortest, or more"),
        ({"clock_per_point": 0, "clock_per_point_scored": 0}, "clock_per_point", "a quarter of a minute"),
        ({"clock_per_point": 0.2, "clock_per_point_scored": 0}, "clock_per_point", "with a clock"),
        ({"clock_per_point": 2, "clock_per_point_scored": 1.5}, "clock_per_point_scored", "2 minutes"),
        ({"clock_per_point": 1.5}, "clock_per_point_scored", "half of clock_per_point"),
    ],
)
def test_values_that_do_not_go_together(chosen, names, says):
    with pytest.raises(InvalidRegulation, match=says) as refused:
        regulations_of(chosen)
    assert refused.value.data["regulation"] == names


def test_values_that_just_go_together():
    regulations_of({"shortest": 7, "longest": 7})
    regulations_of({"clock_per_point": 2, "clock_per_point_scored": 1})
    regulations_of({"clock_per_point": 0.25, "clock_per_point_scored": 0.125})
    regulations_of({"clock": "off", "clock_per_point": 0, "clock_per_point_scored": 0})
    for preset in (each.regulations for each in PRESETS.values()):
        check_regulations_together(preset)


def test_the_holland_rule_is_refused_by_jbf():
    assert checked_regulations({"preset": "wbgf"}, [5], {"holland": True}) == {"preset": "wbgf"}
    assert checked_regulations({"preset": "jbf"}, [5], {"holland": False}) == {"preset": "jbf"}
    with pytest.raises(InvalidRegulation, match=r"Holland rule is not played.*preset jbf") as refused:
        checked_regulations({"preset": "jbf"}, [5], {"holland": True})
    assert refused.value.data["regulation"] == "holland"
    checked_regulations({"preset": "jbf", "holland": True}, [5], {"holland": True})


@pytest.mark.parametrize(
    ("lengths", "names"), [([3, 21], None), ([1, 3], "shortest"), ([21, 23], "longest"), ([], None)]
)
def test_brainking_plays_from_3_points_to_21(lengths, names):
    chosen = {"preset": "brainking"}
    if names is None:
        assert checked_regulations(chosen, lengths, {}) == chosen
    else:
        with pytest.raises(InvalidRegulation, match="3 points at least and 21 at most") as refused:
            checked_regulations(chosen, lengths, {})
        assert refused.value.data["regulation"] == names


NEXT = NOON + timedelta(hours=1)


@pytest.mark.parametrize(
    ("window", "next_began_at", "closes"),
    [
        ("open", NEXT, None),
        ("closed", None, NOON),
        ("closed", NEXT, NOON),
        ("next_match", None, None),
        ("next_match", NEXT, NEXT),
        (90, None, NOON + timedelta(minutes=90)),
        (90, NEXT, NOON + timedelta(minutes=90)),
    ],
)
def test_when_players_may_no_longer_object(window, next_began_at, closes):
    """US 4.10: not after either player has begun a succeeding match."""
    assert Regulations(correction_window=window).window_closes(NOON, next_began_at) == closes


def test_the_page_has_every_setting_and_the_values_of_every_preset():
    page = (DOCS / "regulations.md").read_text()
    lines = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| `")]
    rows = [[cell.strip() for cell in row] for row in lines]
    described = {row[0]: row[1:] for row in rows if len(row) == 4}
    valued = {row[0]: row[1:] for row in rows if len(row) == 1 + len(PRESETS)}
    assert described.keys() == valued.keys() == {f"`{name}`" for name in BOUNDS}
    for name, bounds in BOUNDS.items():
        unit, allowed, meaning = described[f"`{name}`"]
        assert (unit, allowed) == (bounds.unit or "–", bounds.allowed_values), name
        assert meaning
        for preset, cell in zip(
            (each.regulations for each in PRESETS.values()), valued[f"`{name}`"], strict=True
        ):
            value = re.match("`([^`]+)`", cell)
            assert value, cell
            assert json.loads(value[1]) == getattr(preset, name), (name, preset.preset)
    heading = "| setting | " + " | ".join(f"`{name}`" for name in PRESETS) + " |"
    assert heading in page


def test_every_source_that_the_page_names_is_explained():
    """What stands beside a value, "US 4.10" or "as irule 39", is in the list of sources."""
    page = (DOCS / "regulations.md").read_text()
    presets = page.partition("## Presets")[2].partition("\n\n| preset |")[0]
    beside = set(re.findall(r"` (?:as )?([^|`]+?) \|", presets))
    sources = page.partition("| name | source |")[2].partition("\n\n")[0]
    names = set(re.findall(r"^\| ([^|]+) \| .", sources, re.MULTILINE))
    assert len(beside) > 10
    for source in beside:
        who = source.rpartition(" ")[0] or source
        assert any(name.startswith((who, source)) for name in names), source
