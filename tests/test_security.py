"""docs/security.md names tests, files and settings that there are."""

import re
from pathlib import Path

from django.conf import settings

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "security.md").read_text()
# The chapters' requirements of levels 1 and 2. Source: OWASP ASVS 5.0.0, V6, V7, V8 and V14.
REQUIREMENTS = {
    "6.1": 3, "6.2": 11, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4,
    "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2,
    "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1,
    "14.1": 2, "14.2": 4, "14.3": 3,
}  # fmt: skip


def cells():
    """The first cell of every row of a requirement."""
    return [match[1] for match in re.finditer(r"^\| (\d+\.\d+\.\d+[^|]*) \|", PAGE, re.MULTILINE)]


def numbers(cell):
    """Those that a row is about: "7.1.3, 7.6.1" or "6.8.1 to 6.8.4"."""
    if between := re.match(r"(\d+\.\d+)\.(\d+) to \1\.(\d+)", cell):
        return [f"{between[1]}.{n}" for n in range(int(between[2]), int(between[3]) + 1)]
    return re.match(r"[\d., ]+", cell)[0].replace(",", " ").split()


def test_every_requirement_has_its_row():
    asked = [f"{section}.{n}" for section, last in REQUIREMENTS.items() for n in range(1, last + 1)]
    assert sorted(number for cell in cells() for number in numbers(cell)) == sorted(asked)


def test_what_is_named_is_there():
    named = re.findall(r"`([^`]+)`", PAGE)
    tests = [name.split("::") for name in named if "::" in name]
    assert len(tests) > 40
    missing = [f"{path}::{test}" for path, test in tests if f"def {test}(" not in (ROOT / path).read_text()]
    files = [name for name in named if re.fullmatch(r"[\w/]+\.(?:py|html|md)", name)]
    missing += [name for name in files if not (ROOT / name).exists()]
    missing += [name for name in named if re.fullmatch(r"[A-Z_]{5,}", name) and not hasattr(settings, name)]
    assert missing == []
