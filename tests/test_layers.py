"""What importing a package may bring along."""

import subprocess
import sys

import pytest

PURE = ["engine", "tournaments.formats", "tournaments.draws", "matches.ratings", "matches.refereeing"]


@pytest.mark.parametrize("package", PURE)
def test_pure_packages_import_without_django(package):
    code = f"import sys, {package}; sys.exit(sorted({{'django', 'rest_framework', 'celery'}} & set(sys.modules)) or 0)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
