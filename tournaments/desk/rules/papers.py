"""Papers that printouts are made for, and the one that is usual where an event is played."""

from enum import StrEnum


class Paper(StrEnum):
    A4 = "a4"
    LETTER = "letter"  # US Letter


def usual_paper(language: str, zone: str) -> Paper:
    """Letter where an event is played in the Americas and read in English; everywhere else A4."""
    is_american = zone.startswith("America/") and language.startswith("en")
    return Paper.LETTER if is_american else Paper.A4
