"""Every kind of notice: declared whole, documented, translated."""

import re

import pytest
from django.utils import translation

from matches.hooks import notice_kinds
from tests.test_docs import rows

KINDS = notice_kinds()


def test_the_page_has_every_kind_and_by_which_ways_it_goes():
    documented = rows("notifications.md")
    assert documented.keys() == KINDS.keys()
    for code, kind in KINDS.items():
        ways = documented[code][1].rstrip(" |")
        assert ways == (", ".join(way for way in ("mail", "push") if way in kind.channels) or "–"), code


@pytest.mark.parametrize("code", KINDS)
def test_a_kind_is_declared_whole(code):
    kind = KINDS[code]
    assert re.fullmatch(r"[a-z]+(_[a-z]+)*", code)
    assert kind.subject
    with translation.override("en"):
        english = str(kind.name), str(kind.description)
    with translation.override("ja"):
        japanese = str(kind.name), str(kind.description)
    assert all(english)
    assert all(one != other for one, other in zip(english, japanese, strict=True)), code
