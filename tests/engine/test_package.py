"""The package as a whole: what importing it imports, its examples, its registries and its documents."""

import ast
import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine import (
    CODECS,
    NOTES,
    PLAYED,
    POSSIBLE_RULINGS,
    RULES,
    VARIANTS,
    VIOLATION_CODES,
    RuleError,
    errors,
)
from engine.errors import UnknownVariant
from engine.options import CHOICES
from engine.position import make_side
from engine.variants import playable_variant, refereed_variant, variant_tagged

ROOT = Path(engine.__file__).parent
DOCS = ROOT.parent / "docs"
MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages([str(ROOT)], "engine.")
    if module.name not in ("engine.__main__", "engine.apps")
)


@pytest.mark.parametrize("name", ["engine", *MODULES])
def test_examples(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_front_door_has_an_example() -> None:
    assert doctest.testmod(engine).attempted > 3
    assert all(hasattr(engine, name) for name in engine.__all__)


def test_only_the_standard_library_is_imported() -> None:
    """apps.py alone knows Django."""
    for path in ROOT.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if isinstance(node, ast.ImportFrom) and not node.level:
                names = [node.module or ""]
            for name in names:
                assert name.split(".")[0] in sys.stdlib_module_names or path.name == "apps.py", (path, name)
    code = "import engine, engine.__main__, sys; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT.parent).returncode == 0


def test_every_error_has_its_own_code() -> None:
    classes = [
        each for each in vars(errors).values() if isinstance(each, type) and issubclass(each, RuleError)
    ]
    codes = [error.code for error in classes]
    assert len(classes) == len(set(codes))
    assert all(re.fullmatch("[a-z]+(_[a-z]+)*", code) for code in codes)


@pytest.mark.parametrize("code", CODECS)
def test_codecs(code: str) -> None:
    assert CODECS[code].code == code
    assert f"`{code}`" in (DOCS / "files.md").read_text()


def test_variants_and_their_options_are_documented() -> None:
    text = (DOCS / "variants.md").read_text()
    for code, known in PLAYED.items():
        assert known.code == code
        assert f"| `{code}` | {known.name} |" in text
    rows = {tuple(row[:4]) for row in table("variants.md", "Doubtful points")}
    assert rows == {
        (f"`{code}`", f"`{name}`", ", ".join(str(value).lower() for value in found.values), found.text)
        for code, rules in VARIANTS.items()
        for name, found in rules.options.items()
    }


def test_the_options_of_an_event_are_documented() -> None:
    named = " ".join(row[0] for row in table("rules.md", "Options"))
    assert set(re.findall(r"`(\w+)`", named)) == CHOICES.keys() | {"variant"}


def test_a_variant_without_known_rules_is_not_refereed() -> None:
    assert sorted(PLAYED.keys() - VARIANTS.keys()) == ["cloning", "crowded", "grasshopper"]
    for find in (refereed_variant, variant_tagged):
        with pytest.raises(UnknownVariant, match="does not know the rules of Grasshopper: report the score"):
            find("grasshopper")
    with pytest.raises(UnknownVariant, match="known are backgammon"):
        playable_variant("chess")


@pytest.mark.parametrize("code", VARIANTS)
def test_variants(code: str) -> None:
    """Each knows itself, is found by its tags, and starts from a possible position with something to play."""
    rules = refereed_variant(code)
    assert rules.code == code
    assert all(variant_tagged(tag) is rules for tag in rules.tags)
    start = rules.start_position()
    assert start.problems() == []
    assert sum(start.own) == sum(start.opponent) == rules.checker_count
    assert rules.legal_plays(start, (6, 5))
    assert rules.game_finish(start.own, start.opponent) is None
    assert f"`{code}`" in (DOCS / "rules.md").read_text()


def test_unknown_variants_are_refused_with_what_is_known() -> None:
    for find in (refereed_variant, variant_tagged):
        with pytest.raises(UnknownVariant, match="known are backgammon"):
            find("chess")


@pytest.mark.parametrize(
    ("tag", "code"),
    [
        ("Back-Gammon", "backgammon"),
        ("NackGammon", "nackgammon"),
        ("HyperGammon (3)", "hypergammon"),
        ("HyperGammon (2)", "hypergammon2"),
        ("HyperGammon (1)", "hypergammon1"),
        ("Hypergammon3", "hypergammon"),
        ("Hyper-Backgammon", "hypergammon"),
    ],
)
def test_a_variant_is_found_by_what_files_call_it(tag: str, code: str) -> None:
    assert variant_tagged(tag) is VARIANTS[code]


@pytest.mark.parametrize(
    ("loser", "wins"),
    [
        pytest.param({0: 1, 25: 14}, 1, id="one off, the rest on the bar"),
        pytest.param({18: 15}, 2, id="none off, none behind"),
        pytest.param({19: 1, 6: 14}, 3, id="one in the winner's home"),
        pytest.param({24: 1, 6: 14}, 3, id="one on the winner's ace"),
        pytest.param({25: 1, 6: 14}, 3, id="one on the bar"),
        pytest.param({0: 15}, 1, id="all but over"),
    ],
)
def test_how_often_the_cube_is_won(loser: dict[int, int], wins: int) -> None:
    counts = [loser.get(point, 0) for point in range(26)]
    assert VARIANTS["backgammon"].game_finish(make_side(15, {}), counts) == (True, wins)


# Documents.


def table(page: str, heading: str) -> list[list[str]]:
    """The rows of the table under a heading, cell by cell."""
    text = (DOCS / page).read_text().split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in rows[2:]]


def test_violations_are_documented() -> None:
    """docs/rules.md lists each rule of the rulebook with its code, text and source."""
    rows = {(row[0], row[1], row[2]) for row in table("rules.md", "Violations")}
    assert rows == {(f"`{rule.code}`", rule.text, rule.source) for rule in RULES.values()}


def test_notes_are_documented() -> None:
    assert {(row[0], row[1]) for row in table("rules.md", "Notes")} == {
        (f"`{code}`", text) for code, text in NOTES.items()
    }


def test_unfinisheds_are_documented() -> None:
    rows = table("rules.md", "Unfinished matches")
    assert [(row[0], row[1]) for row in rows] == [
        (f"`{code}`", text) for code, text in POSSIBLE_RULINGS.items()
    ]
    assert all(source for *_, source in rows)


def test_the_rules_name_their_modules_and_tests() -> None:
    """Every module and test file named in the table of rules is there, and every test is defined."""
    rows = table("rules.md", "What is decided where")
    assert len(rows) > 20
    for _, source, module, test in rows:
        assert source
        assert (ROOT.parent / module.strip("`")).is_file(), module
        name, _, function = test.strip("`").partition("::")
        folder = "tests" if "/" in name else "tests/engine"
        assert f"def {function}(" in (ROOT.parent / folder / name).read_text(), test


def test_the_json_contract_is_documented() -> None:
    text = (DOCS / "engine.md").read_text()
    for key in engine.RecordVerdict("unreadable", file="x", error="y").as_dict():
        assert f"`{key}`" in text
    for key in (*engine.Standing._fields, *engine.PossibleRuling._fields):
        assert f"`{key}`" in text
    for code in VIOLATION_CODES:
        assert f"`{code}`" in text
    for error in vars(errors).values():
        if isinstance(error, type) and issubclass(error, RuleError):
            assert f"`{error.code}`" in text
