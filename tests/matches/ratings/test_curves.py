"""Curves of ratings: their axes, their points, and how many matches become fewer points."""

import random
import re
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from django.template.loader import render_to_string

from matches.play.models import Match, Result
from matches.players.models import Player
from matches.ratings.models import RatingEntry
from matches.ratings.pages.tags import rating_curve
from matches.ratings.rules import RatingStep, lay_out_curve, time_ticks, value_ticks
from matches.ratings.rules.curves import POINTS_MAX
from tests.effort import examples

FIRST = datetime(2026, 3, 2, 19, tzinfo=UTC)


def curve_of(values, *, every=timedelta(days=1), first=FIRST):
    """The curve of a rating that took these values, one match after the other."""
    return lay_out_curve(
        [
            RatingStep(number, first + number * every, before, after)
            for number, (before, after) in enumerate(pairwise(values))
        ]
    )


# -- Axes


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [
        (1500, 1504, [1504, 1503, 1502, 1501, 1500]),
        (1490, 1520, [1520, 1510, 1500, 1490]),
        (1497.2, 1641.4, [1650, 1600, 1550, 1500, 1450]),
        (900, 2100, [2500, 2000, 1500, 1000, 500]),
        # A level one lies in the middle; and ratings may begin at nothing.
        (1500, 1500, [1501, 1500, 1499]),
        (1500.4, 1500.4, [1501, 1500]),
        (-12, 3, [5, 0, -5, -10, -15]),
    ],
)
def test_ratings_are_marked_at_round_numbers_around_them(low, high, ticks):
    assert [tick.value for tick in value_ticks(low, high)] == ticks
    places = [tick.at for tick in value_ticks(low, high)]
    assert (places[0], places[-1]) == (0, 100)
    assert places == sorted(places)


@pytest.mark.parametrize(
    ("start", "end", "form", "marked"),
    [
        ("2026-03-02 18:30", "2026-03-02 22:10", "TIME_FORMAT", ["2 19:00", "2 20:00", "2 21:00", "2 22:00"]),
        ("2026-03-02 23:10", "2026-03-03 01:20", "TIME_FORMAT", ["3 00:00", "3 01:00"]),
        ("2026-03-02 18:00", "2026-03-05 20:00", "SHORT_DATE_FORMAT", ["3", "4", "5"]),
        ("2026-03-02 18:00", "2026-03-14 20:00", "SHORT_DATE_FORMAT", ["5", "8", "11", "14"]),
        # Mondays.
        ("2026-03-04 18:00", "2026-03-31 20:00", "SHORT_DATE_FORMAT", ["9", "16", "23", "30"]),
        ("2026-01-20 18:00", "2026-05-31 20:00", "SHORT_MONTH_FORMAT", ["02", "03", "04", "05"]),
        ("2025-05-03 18:00", "2026-05-31 20:00", "SHORT_MONTH_FORMAT", ["07", "10", "01", "04"]),
        ("2021-05-03 18:00", "2026-05-31 20:00", "YEAR_FORMAT", ["2022", "2023", "2024", "2025", "2026"]),
        ("2003-05-03 18:00", "2026-05-31 20:00", "YEAR_FORMAT", ["2005", "2010", "2015", "2020", "2025"]),
    ],
)
def test_times_are_marked_where_a_clock_or_a_calendar_turns(start, end, form, marked):
    written = {"TIME_FORMAT": "%-d %H:%M", "SHORT_DATE_FORMAT": "%-d", "SHORT_MONTH_FORMAT": "%m"}
    found = time_ticks(datetime.fromisoformat(start), datetime.fromisoformat(end))
    assert [tick.value.strftime(written.get(form, "%Y")) for tick in found] == marked
    assert {tick.form for tick in found} == {form}


def test_a_time_too_short_for_marks_has_its_ends():
    start = datetime(2026, 3, 2, 23, 10, tzinfo=UTC)
    ticks = time_ticks(start, start + timedelta(minutes=55))
    assert [(tick.at, tick.anchor, tick.form) for tick in ticks] == [
        (0, "start", "DATE_FORMAT"),
        (100, "end", "DATE_FORMAT"),
    ]
    # One where that is the same day.
    assert [tick.at for tick in time_ticks(start, start + timedelta(minutes=30))] == [100]


@pytest.mark.parametrize("zone", ["Europe/London", "America/Santiago", "Asia/Tokyo"])
def test_marks_of_time_rise_within_the_axis_whatever_clocks_do(zone):
    draw = random.Random(zone)
    for _ in range(examples(200)):
        start = datetime.fromtimestamp(draw.randrange(10**9, 2 * 10**9), ZoneInfo(zone))
        end = start + timedelta(minutes=10 ** draw.uniform(0, 7.2))
        places = [tick.at for tick in time_ticks(start, end)]
        assert 1 <= len(places) <= 5
        assert places == sorted(set(places))
        assert places[0] >= 0
        assert places[-1] <= 100


# -- Points


def test_a_curve_has_a_point_for_each_match_and_says_its_extremes():
    curve = curve_of([1500, 1520, 1490])
    assert [(point.step.match, point.x, point.y) for point in curve.points] == [(0, 3.226, 0), (1, 100, 100)]
    assert (curve.first.value, curve.first.at, curve.matches) == (1500, 66.667, 2)
    assert (curve.highest.after, curve.highest.at) == (1520, FIRST)
    assert (curve.lowest.after, curve.lowest.at) == (1490, FIRST + timedelta(days=1))
    assert curve.line == "M0 666.67H32.26V0H1000V1000"
    assert not curve.is_thinned


def test_the_rating_before_the_first_match_may_be_the_highest():
    curve = curve_of([1500, 1496, 1492])
    assert (curve.highest.after, curve.highest.at) == (1500, FIRST)


def test_a_single_match_is_at_the_right_edge():
    curve = curve_of([1500, 1504])
    assert [(point.x, point.y) for point in curve.points] == [(100, 0)]
    assert curve.line == "M0 1000H1000V0"


def test_matches_of_a_few_minutes_are_spread_over_the_axis():
    curve = curve_of([1500, 1504, 1508, 1512], every=timedelta(seconds=5))
    assert [point.x for point in curve.points] == [3.226, 51.613, 100]
    assert [tick.at for tick in curve.times] == [100]


def test_without_a_match_there_is_no_curve():
    assert lay_out_curve([]) is None


@pytest.mark.parametrize("matches", [POINTS_MAX + 1, 5000])
@pytest.mark.parametrize("burst", [1, 20])
def test_a_long_history_is_thinned_and_loses_no_extreme(matches, burst):
    draw = random.Random(matches)
    at, value, steps = FIRST, 1500.0, []
    for number in range(matches):
        # Evenings of many matches, with weeks between them.
        at += timedelta(minutes=20) if number % burst else timedelta(days=draw.randrange(1, 40))
        after = value + draw.uniform(-8, 8)
        steps.append(RatingStep(number, at, value, after))
        value = after
    curve = lay_out_curve(steps)
    kept = [point.step for point in curve.points]
    assert len(kept) <= POINTS_MAX
    assert curve.is_thinned
    assert curve.matches == matches
    assert kept == sorted(kept, key=lambda step: step.match)
    assert kept[-1] == steps[-1]
    everything = [step.after for step in steps]
    assert max(step.after for step in kept) == max(everything)
    assert min(step.after for step in kept) == min(everything)
    assert all(0 <= point.x <= 100 and 0 <= point.y <= 100 for point in curve.points)


# -- As a page draws it


def drawn(values):
    """The figure of a rating's values, of matches against Bob that are nobody's rows."""
    curve = curve_of(values)
    ann, bob = Player(pk=1, name="Ann"), Player(pk=2, name='Bob "Ace" <b>')
    entries = {}
    for point in curve.points:
        step = point.step
        result = Result(kind="played", winner=0, points_one=5, points_two=3)
        match = Match(pk=step.match, one=ann, two=bob, length=5, state="final", result=result)
        entries[step.match] = RatingEntry(
            match=match,
            player=ann,
            opponent=bob,
            won=True,
            finalised_at=step.at,
            value_before=step.before,
            value_after=step.after,
        )
    return render_to_string("ratings/_curve.html", rating_curve(curve, entries))


def test_what_the_curve_shows_is_said_in_words():
    said = " ".join(re.sub(r"<[^>]+>", " ", drawn([1500, 1520, 1490]).partition("<figcaption>")[2]).split())
    assert said.startswith(
        "1500 before 2 Mar 2026, 1490 after 2 matches. "
        "Highest 1520 on 2 Mar 2026, lowest 1490 on 3 Mar 2026. The points as a table"
    )


def test_points_lead_to_their_matches_for_the_pointer_and_rows_for_everybody():
    page = drawn([1500, 1520, 1490])
    drawing, _, words = page.partition("<figcaption>")
    assert '<svg class="plot" aria-hidden="true">' in drawing
    # What is hidden from readers takes no focus.
    assert re.findall(r"<a [^>]*>", drawing) == [
        f'<a href="/matches/{number}/" tabindex="-1">' for number in (0, 1)
    ]
    assert re.findall(r'href="/matches/(\d+)/"', words) == ["1", "0"]
    assert "Bob &quot;Ace&quot; &lt;b&gt; · won 5–3 · 1520.00 · +20.00 · 2 Mar 2026" in drawing
    assert "style=" not in page


def test_a_thinned_curve_says_so():
    sentence = "There are more matches than points"
    assert sentence in drawn([1500 + number % 7 for number in range(POINTS_MAX + 3)])
    assert sentence not in drawn([1500 + number % 7 for number in range(POINTS_MAX)])
