"""A field of `Announced` goes all the way: announced, checked, written, answered, shown; in a league, too."""

import re

from tests.test_docs import DOCS, ROOT
from tournaments.events.api.tournaments import AnnouncedInput, AnnouncedOutput
from tournaments.events.models import Announced
from tournaments.events.services import Announcement, checked_announcement
from tournaments.leagues.models import League
from tournaments.leagues.services.seasons import league_announcement

TEMPLATE = "tournaments/events/templates/events/_announced.html"
COLUMNS = {column.name: column for column in Announced._meta.fields if not column.name.startswith("created_")}
# What pages have elsewhere than among the terms: how it is played, and what is over each table or round.
SHOWN_ELSEWHERE = {"entrants", "format", "format_options", "rounds", "regulations", "tiebreaks"}


def misses():
    """What a field lacks, and which file to edit."""
    service, api = "tournaments/events/services/tournaments.py", "tournaments/events/api/tournaments.py"
    page, shown = (DOCS / "api.md").read_text(), (ROOT / TEMPLATE).read_text()
    told = "\n".join(re.findall(r"^\| (`.+?) \|", page, re.MULTILINE))
    for name in COLUMNS:
        if name not in Announcement.__annotations__:
            yield f"{name}: {service}: Announcement lacks it"
        if name not in AnnouncedInput().fields:
            yield f"{name}: {api}: AnnouncedInput lacks it"
        if name not in AnnouncedOutput().fields:
            yield f"{name}: {api}: AnnouncedOutput lacks it"
        if f"`{name}`" not in told:
            yield f"{name}: docs/api.md: no row of the fields of a tournament has it"
        if name not in SHOWN_ELSEWHERE and f"announced.{name}" not in shown:
            yield f"{name}: {TEMPLATE} does not show it"


def test_no_field_is_forgotten_on_its_way():
    assert not (missing := list(misses())), "\n".join(missing)


def test_what_needs_no_check_is_written_as_it_was_announced():
    unchecked = COLUMNS.keys() - checked_announcement(lengths=[5]).keys()
    assert unchecked >= {"rated", "pairings_need_approval"}
    announced = {name: object() for name in unchecked}
    written = checked_announcement(lengths=[5], **announced)
    assert announced.items() <= written.items()
    assert written.keys() == COLUMNS.keys()
    for name in unchecked:
        assert COLUMNS[name].has_default(), f"{name}: tournaments/events/models/announced.py: what is usual?"


def test_a_league_announces_all_it_has_of_its_divisions():
    terms = {name: object() for name in COLUMNS}
    assert league_announcement(League(**terms)) == terms
