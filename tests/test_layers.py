"""What importing a package may bring along."""

import subprocess
import sys

import pytest

HEAVY = {"django", "rest_framework", "celery"}
PURE = [
    "engine",
    "tournaments.formats",
    "tournaments.formats.seeding.order",
    "matches.ratings.systems",
    "matches.play.rules.refereeing",
]


@pytest.mark.parametrize("package", PURE)
def test_pure_packages_import_without_django(package):
    code = f"import sys, {package}; sys.exit(sorted({HEAVY} & set(sys.modules)) or 0)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
