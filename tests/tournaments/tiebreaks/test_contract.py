"""What holds of every tie-break of the registry, whatever was played."""

from fractions import Fraction
from itertools import groupby, pairwise
from math import floor
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tournaments.tiebreaks import (
    TIEBREAKS,
    Bye,
    Met,
    Sat,
    Scale,
    UnplayedRounds,
    make_crosstable,
    rank_entries,
)
from tournaments.tiebreaks.base import Among, Total
from tournaments.tiebreaks.results import PairingResult

every_tiebreak = pytest.mark.parametrize("code", TIEBREAKS)
BELLINGHAM = Scale(win=Fraction(2), draw=Fraction(1), loss=Fraction(1), bye=Fraction(2))


def event(random, size, rounds):
    """Random rounds: wins, draws, forfeits, double forfeits, byes, matches not decided."""
    met, sat = [], []
    for round in range(1, rounds + 1):
        seats = random.sample(range(1, size + 1), size)
        for one, two in zip(seats[::2], seats[1::2], strict=False):
            kind = random.random()
            if kind < 0.1:
                sat += [Sat(round, entry, random.choice([*Bye])) for entry in (one, two)]
            elif kind < 0.95:
                winner = random.choice((one, two, one, two, None))
                score = (7, random.randrange(7)) if winner == one else (random.randrange(7), 7)
                met.append(
                    Met(round, one, two, PairingResult(one, two, winner, score, random.random() > 0.15))
                )
        if size % 2 and random.random() < 0.9:
            sat.append(Sat(round, seats[-1], random.choice([*Bye])))
    return met, sat


def table_of(met, sat, entries, rounds, play_offs=(), **options):
    ratings = {entry: 1500.5 + 37 * (entry % 7) for entry in entries if entry % 5}
    return make_crosstable(entries, met, sat, rounds=rounds, ratings=ratings, play_offs=play_offs, **options)


@st.composite
def tables(draw):
    random = Random(draw(st.integers(0, 10**6)))
    size, rounds = draw(st.integers(0, 11)), draw(st.integers(0, 6))
    met, sat = event(random, size, rounds)
    scale = draw(st.sampled_from([Scale(), BELLINGHAM]))
    play_offs = [match.result for match in random.sample(met, min(2, len(met)))]
    return table_of(
        met,
        sat,
        range(1, size + 1),
        rounds,
        play_offs,
        scale=scale,
        unplayed=draw(st.sampled_from(UnplayedRounds)),
    )


@every_tiebreak
@settings(max_examples=examples(8))
@given(table=tables(), seed=st.text(max_size=4))
def test_places_are_one_complete_set_in_the_order_of_points_and_figures(code, table, seed):
    places = rank_entries(table, (code,), seed=seed, clinched=True)
    assert sorted(place.entry for place in places) == sorted(table.rows)
    standing = 0
    for (first, last), tied in groupby(places, key=lambda place: (place.first, place.last)):
        assert (first, last) == (standing + 1, standing + len([*tied]))
        standing = last

    def rank(place):
        value = place.figures[0].value
        return (value,) if code == "points" else (place.points, value)

    for better, worse in pairwise(places):
        assert rank(better) >= rank(worse)
        assert (rank(better) == rank(worse)) == (better.first == worse.first)


@every_tiebreak
@settings(max_examples=examples(8))
@given(table=tables(), seed=st.text(max_size=4))
def test_every_figure_says_what_it_is_made_of(code, table, seed):
    for place in rank_entries(table, (code,), seed=seed, clinched=True):
        (figure,) = place.figures
        assert (figure.code, type(figure.value)) == (code, Fraction)
        if isinstance(TIEBREAKS[code], Total):
            assert figure.value == sum(share.value for share in figure.shares if share.counted)
        for share in figure.shares:
            assert type(share.value) is Fraction
            assert share.opponent is None or share.opponent in table.rows
            assert share.opponent != place.entry
            assert 1 <= share.round <= table.rounds + len(table.play_offs)


@every_tiebreak
def test_what_has_shares_says_how_they_make_the_figure(code):
    """In words, as pages show them; a sum and an average are what they say."""
    random, tiebreak = Random(4), TIEBREAKS[code]
    met, sat = event(random, 10, 5)
    for place in rank_entries(table_of(met, sat, range(1, 11), 5), (code,), seed="", clinched=True):
        (figure,) = place.figures
        values = [share.value for share in figure.shares if share.counted]
        if not figure.shares:
            continue
        assert tiebreak.share_name
        assert tiebreak.made.endswith(".")
        if tiebreak.made == "Added up.":
            assert figure.value == sum(values)
        elif tiebreak.made.startswith("On average"):
            average = sum(values) / max(len(values), 1)
            rounded = "whole number" in tiebreak.made
            assert figure.value == (Fraction(floor(average + Fraction(1, 2))) if rounded else average)


@settings(max_examples=examples(8))
@given(table=tables())
def test_points_are_the_sum_of_what_the_rounds_brought(table):
    for place in rank_entries(table, ("buchholz",), seed="", clinched=True):
        assert place.points == sum(share.value for share in place.point_shares)
        assert [share.round for share in place.point_shares] == [
            cell.round for cell in table.rows[place.entry]
        ]


@pytest.mark.parametrize(
    "code", [code for code, tiebreak in TIEBREAKS.items() if isinstance(tiebreak, Among)]
)
@settings(max_examples=examples(8))
@given(table=tables())
def test_a_relative_figure_is_how_many_of_the_tied_are_left_behind(code, table):
    places = rank_entries(table, (code,), seed="spring", clinched=True)
    for place in places:
        behind = [other for other in places if other.points == place.points and other.first > place.first]
        assert place.figures[0].value == len(behind)


@every_tiebreak
@settings(max_examples=examples(8))
@given(
    seed=st.integers(0, 10**6),
    size=st.integers(2, 9),
    rounds=st.integers(1, 5),
    unplayed=st.sampled_from(UnplayedRounds),
)
def test_the_order_of_reporting_and_the_numbers_of_entries_have_no_part(code, seed, size, rounds, unplayed):
    random = Random(seed)
    met, sat = event(random, size, rounds)
    entries = [*range(1, size + 1)]
    expected = rank_entries(
        table_of(met, sat, entries, rounds, unplayed=unplayed), (code,), seed="", clinched=True
    )

    for shuffled in (met, sat, entries):
        random.shuffle(shuffled)
    again = rank_entries(
        table_of(met, sat, entries, rounds, unplayed=unplayed), (code,), seed="", clinched=True
    )
    assert again == expected

    if code == "lots":
        return
    # 35 keeps the ratings, which go by the number; the order of the numbers is turned round.
    numbers = {entry: 35 * (size - entry + 1) + entry for entry in entries}
    renamed = [
        Met(match.round, numbers[match.two], numbers[match.one], turned(match.result, numbers))
        for match in met
    ]
    away = [Sat(each.round, numbers[each.entry], each.kind) for each in sat]
    others = rank_entries(
        table_of(renamed, away, [*numbers.values()], rounds, unplayed=unplayed),
        (code,),
        seed="",
        clinched=True,
    )
    assert {place.entry: (place.first, place.last, place.figures[0].value) for place in others} == {
        numbers[place.entry]: (place.first, place.last, place.figures[0].value) for place in expected
    }


def turned(decided, numbers):
    """The same match seen from the other side."""
    winner = None if decided.winner is None else numbers[decided.winner]
    return PairingResult(
        numbers[decided.two], numbers[decided.one], winner, decided.score[::-1], decided.played
    )


@every_tiebreak
def test_equals_share_one_place(code):
    entries = range(1, 7)
    table = make_crosstable(entries, (), (), rounds=3, ratings=dict.fromkeys(entries, 1500.0))
    places = rank_entries(table, (code,), seed="", clinched=True)
    assert len({(place.first, place.last) for place in places}) == (6 if code == "lots" else 1)


@settings(max_examples=examples(16))
@given(
    table=tables(),
    codes=st.lists(
        st.sampled_from([code for code in TIEBREAKS if code != "points"]), max_size=4, unique=True
    ),
)
def test_a_further_tie_break_only_separates_those_who_were_tied(table, codes):
    codes = [code for code in codes if code != "lots"]
    before = rank_entries(table, codes, seed="", clinched=True)
    after = {place.entry: place for place in rank_entries(table, [*codes, "lots"], seed="", clinched=True)}
    for place in before:
        assert place.first <= after[place.entry].first == after[place.entry].last <= place.last
        assert place.figures == after[place.entry].figures[:-1]
