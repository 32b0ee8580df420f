"""Names as people write them."""

import unicodedata

# Control, format, surrogate, private and unassigned characters; some scripts need the joiners to be spelt.
HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn"}
JOINERS = {"\u200c", "\u200d"}


def tidy_name(name: str) -> str:
    """The name in its one way to be written: accents composed, surplus spaces folded."""
    return " ".join(unicodedata.normalize("NFC", name).split())


def is_visible_name(name: str) -> bool:
    """Whether it has no control or invisible characters."""
    return not any(unicodedata.category(char) in HIDDEN and char not in JOINERS for char in name)
