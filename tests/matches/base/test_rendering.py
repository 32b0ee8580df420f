"""JSON is what REST framework would have written."""

import json
from datetime import UTC, date, datetime, time, timedelta
from decimal import Decimal
from enum import StrEnum
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy
from rest_framework.renderers import JSONRenderer as Usual

from matches.base.api.rendering import JSONRenderer


class Word(StrEnum):
    ONE = "one"


@pytest.mark.parametrize(
    "data",
    [
        {},
        [],
        "",
        0,
        False,
        {
            "at": datetime(2026, 3, 7, 12, 30, 15, 123456, tzinfo=UTC),
            "day": date(2026, 3, 7),
            "hour": time(12, 5),
        },
        {"for": timedelta(hours=1), "price": Decimal("12.50"), "id": UUID(int=7)},
        {"word": gettext_lazy("Match"), "safe": mark_safe("<b>"), "enum": Word.ONE},
        {"numbers": (1, 2.5, -0.0, 1e300, 2**53, 2**63, 10**30)},
        {1: "one", None: "none", False: "false"},
        {"text": "森 愛子 \u2028 \x00 \"<&>'", "empty": None},
        [{"deep": [{"deeper": {"deepest": []}}]}],
    ],
)
def test_it_says_the_same(data):
    rendered = JSONRenderer().render(data)
    assert json.loads(rendered) == json.loads(Usual().render(data))
    assert isinstance(rendered, bytes)


@pytest.mark.parametrize(
    "at",
    [
        datetime(1, 1, 1, tzinfo=UTC),
        datetime(2026, 3, 7, 12, tzinfo=UTC),
        datetime(2026, 3, 7, 12, 0, 0, 5, tzinfo=UTC),
        datetime(2026, 3, 7, 12, tzinfo=ZoneInfo("Europe/London")),
        datetime(2026, 3, 7, 12, tzinfo=ZoneInfo("Asia/Tokyo")),
        datetime(2026, 3, 7, 12, tzinfo=ZoneInfo("America/St_Johns")),
        datetime(2026, 3, 7, 12),
        date(1, 2, 3),
        time(12, 5, 0, 50),
    ],
    ids=str,
)
def test_times_are_the_same_to_the_byte(at):
    assert JSONRenderer().render(at) == Usual().render(at)


def test_nothing_is_nothing():
    assert JSONRenderer().render(None) == b""


def test_it_is_indented_for_whoever_asks():
    assert JSONRenderer().render({"a": 1}, "application/json; indent=2", {}) == b'{\n  "a": 1\n}'


def test_what_is_no_json_is_refused():
    with pytest.raises(TypeError):
        JSONRenderer().render({"a": object()})
