"""docs/webhooks.md: what events of each type have besides."""

import re
from pathlib import Path

import pytest

from matches.notifications.models import Notice
from tournaments.webhooks.selectors import event_type, event_types

pytestmark = pytest.mark.django_db

PAGE = Path(__file__).parents[3] / "docs" / "webhooks.md"


def test_the_page_has_what_each_has_besides(eventful):
    """Of a night on which nearly everything happens."""
    table = PAGE.read_text().split("## Types")[1].split("##")[0]
    rows = re.findall(r"^\| `([\w.]+)` \|.*\| (.*)\|$", table, re.MULTILINE)
    said = {type: set(re.findall(r"`(\w+)`", details)) for type, details in rows}
    seen = {}
    for notice in Notice.objects.filter(kind__in=event_types().values()):
        seen.setdefault(event_type(notice.kind), set()).add(frozenset(notice.data))
    assert seen, "a night without notices"
    assert {type: {frozenset(said[type])} for type in seen} == seen
