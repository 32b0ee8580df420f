"""How much an ordinary run tries: of random examples, of many alike, of tests and their cases."""

import os
import random
from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

import pytest

T = TypeVar("T")

# With more cases a test has many.
MANY = 6
WHOLE_SERVICE = ("tests/stack/", "tests/browser/")
LANGUAGES = ("en", "ja")
EFFORT = int(os.environ.get("EFFORT", "1"))


def examples(number: int) -> int:
    """As many examples as in an ordinary run, times EFFORT."""
    return number * EFFORT


def few_of(every: Iterable[T], part: int = 4, draw: random.Random | None = None) -> list[T]:
    """One in `part` of many alike, others in each ordinary run; all with EFFORT.

    draw: for what every process has to find the same.
    """
    found = list(every)
    return found if EFFORT > 1 else (draw or random).sample(found, -(-len(found) // part))


def every(number: int) -> int:
    """The step through many alike: one of so many in an ordinary run, each with EFFORT."""
    return number if EFFORT == 1 else 1


def few_cases(items: Iterable[pytest.Item], seed: int) -> set[pytest.Item]:
    """What an ordinary run takes: of files, tests and cases that cost much one in some.

    By the seed and the test alone: every worker finds the same, and whoever runs the test by itself.
    """
    files: dict[str, dict[str, list[pytest.Item]]] = {}
    for item in items:
        tests = files.setdefault(item.nodeid.partition("::")[0], {})
        tests.setdefault(item.nodeid.partition("[")[0], []).append(item)
    services = [file for file in files if file.startswith(WHOLE_SERVICE)]
    left_out = {*services}.difference(few_of(services, 6, random.Random(seed)))
    return {
        case
        for file, tests in files.items()
        if file not in left_out
        for name in few_tests(file, tests, seed)
        for case in few_of(tests[name], alike(tests[name]), random.Random(f"{seed} {name}"))
    }


def few_tests(file: str, tests: Mapping[str, Sequence[pytest.Item]], seed: int) -> list[str]:
    """Which tests of a file: all that are over in a moment, and one in some of the others."""
    if is_of_the_house(file):
        return [*tests]
    whole = file.startswith(WHOLE_SERVICE)
    dear = [name for name, cases in tests.items() if whole or needs_database(cases[0])]
    drawn = few_of(dear, 2 if whole else 20, random.Random(f"{seed} {file}"))
    return [name for name in tests if name in drawn or name not in dear]


def is_of_the_house(file: str) -> bool:
    """Whether it is about all rooms: each may break what it asks for."""
    return file.count("/") == 1


def alike(cases: Sequence[pytest.Item]) -> int:
    """Among how many cases of a test one is enough in an ordinary run."""
    if all(map(is_language, cases)):
        return len(cases)
    long = cases[0].get_closest_marker("long") is not None
    if long or (len(cases) > 2 and needs_database(cases[0])):
        return 6 if len(cases) > MANY else 3
    return 2 if len(cases) > MANY else 1


def is_language(case: pytest.Item) -> bool:
    """Whether it does in one language what other cases of the test do in another."""
    parameters = getattr(case, "callspec", None)
    return parameters is not None and all(each in LANGUAGES for each in parameters.params.values())


def needs_database(item: pytest.Item) -> bool:
    return item.get_closest_marker("django_db") is not None or "db" in getattr(item, "fixturenames", ())
