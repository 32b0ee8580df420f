"""docs/asvs.md has every requirement; it and docs/security.md name tests, files and settings that exist."""

import re
from pathlib import Path

from django.conf import settings

ROOT = Path(__file__).parent.parent
TABLE = (ROOT / "docs" / "asvs.md").read_text()
PAGES = TABLE + (ROOT / "docs" / "security.md").read_text()
OPERATIONS = (ROOT / "docs" / "operations.md").read_text()
# How many each section has of levels 1 and 2, which come first. Source: OWASP ASVS 5.0.0, all chapters.
REQUIREMENTS = {
    "1.1": 2, "1.2": 9, "1.3": 11, "1.4": 3, "1.5": 2,
    "2.1": 3, "2.2": 3, "2.3": 4, "2.4": 1,
    "3.2": 2, "3.3": 4, "3.4": 6, "3.5": 5, "3.7": 2,
    "4.1": 3, "4.2": 1, "4.3": 2, "4.4": 4,
    "5.1": 1, "5.2": 3, "5.3": 2, "5.4": 3,
    "6.1": 3, "6.2": 11, "6.3": 4, "6.4": 4, "6.5": 5, "6.6": 3, "6.8": 4,
    "7.1": 3, "7.2": 4, "7.3": 2, "7.4": 5, "7.5": 2, "7.6": 2,
    "8.1": 2, "8.2": 3, "8.3": 1, "8.4": 1,
    "9.1": 3, "9.2": 4,
    "10.1": 2, "10.2": 2, "10.3": 4, "10.4": 11, "10.5": 5, "10.6": 2, "10.7": 3,
    "11.1": 2, "11.2": 3, "11.3": 3, "11.4": 4, "11.5": 1, "11.6": 1,
    "12.1": 3, "12.2": 2, "12.3": 4,
    "13.1": 1, "13.2": 5, "13.3": 2, "13.4": 5,
    "14.1": 2, "14.2": 4, "14.3": 3,
    "15.1": 3, "15.2": 3, "15.3": 7,
    "16.1": 1, "16.2": 5, "16.3": 4, "16.4": 3, "16.5": 3,
    "17.1": 1, "17.2": 4, "17.3": 2,
}  # fmt: skip


def cells():
    """The first cell of every row of a requirement."""
    return [match[1] for match in re.finditer(r"^\| (\d+\.\d+\.\d+[^|]*) \|", TABLE, re.MULTILINE)]


def numbers(cell):
    """Those that a row is about: "7.1.3, 7.6.1" or "6.8.1 to 6.8.4", or some of both."""
    single = r"\d+\.\d+\.\d+"
    listed = re.match(rf"(?:(?:, )?{single}(?: to {single})?)+", cell)[0]
    found = []
    for section, first, last in re.findall(r"(\d+\.\d+)\.(\d+)(?: to \d+\.\d+\.(\d+))?", listed):
        found += [f"{section}.{n}" for n in range(int(first), int(last or first) + 1)]
    return found


def test_every_requirement_has_its_row():
    asked = [f"{section}.{n}" for section, last in REQUIREMENTS.items() for n in range(1, last + 1)]
    assert sorted(number for cell in cells() for number in numbers(cell)) == sorted(asked)


def test_what_is_named_is_there():
    named = re.findall(r"`([^`]+)`", PAGES)
    tests = [name.split("::") for name in named if "::" in name]
    assert len(tests) > 100
    missing = [f"{path}::{test}" for path, test in tests if f"def {test}(" not in (ROOT / path).read_text()]
    files = [name for name in named if re.fullmatch(r"[\w/]+\.(?:py|html|md)", name)]
    missing += [name for name in files if not (ROOT / name).exists()]
    variables = re.findall(r"^\| `([A-Z_]+)` \|", OPERATIONS, re.MULTILINE)
    written = [name for name in named if re.fullmatch(r"[A-Z_]{5,}", name)]
    missing += [name for name in written if name not in variables and not hasattr(settings, name)]
    assert missing == []
