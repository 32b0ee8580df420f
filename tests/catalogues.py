"""The Japanese catalogues as tests read them."""

import ast
from pathlib import Path

ROOT = Path(__file__).parent.parent
APPS = ("config", "engine", "matches", "tournaments")
# The separator of context and message in compiled catalogues.
EOT = "\x04"


def catalogue(app, kind):
    return ROOT / app / "locale" / "ja" / "LC_MESSAGES" / f"django.{kind}"


def po_entries(path):
    """{message, with its context: [translations]} of a .po file, its header left out."""
    entries = {}
    for block in path.read_text().split("\n\n"):
        assert "fuzzy" not in block
        parts, current = {}, ""
        for line in block.splitlines():
            if line.startswith("#"):
                assert not line.startswith("#~"), "obsolete entries are deleted"
                continue
            keyword, _, text = line.partition(" ") if not line.startswith('"') else (current, "", line)
            current = keyword
            parts[current] = parts.get(current, "") + ast.literal_eval(text)
        message = parts["msgid"]
        if message:
            key = f"{parts['msgctxt']}{EOT}{message}" if "msgctxt" in parts else message
            assert key not in entries, f"{key!r} stands twice"
            entries[key] = [text for keyword, text in parts.items() if keyword.startswith("msgstr")]
    return entries
