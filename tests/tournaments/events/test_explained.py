"""Standings that say why: what each tie-break counts, and what the figures of one entry are made of."""

import re
from fractions import Fraction

from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.conftest import director_reports, work_off
from tests.factories import PlayerFactory
from tournaments.events.selectors import explained_places, tournament_course
from tournaments.events.services import entry_add, entry_withdraw
from tournaments.tiebreaks import TIEBREAKS
from tournaments.tiebreaks.base import Total

from .test_charts import page_of, play_round, words


def standings_of(page):
    """The rows of the last standings of a page, cell by cell, by name; and its head."""
    table = re.findall(r'<table class="standings.*?</table>', page, re.DOTALL)[-1]
    rows = re.findall(r"<tr.*?</tr>", table, re.DOTALL)
    head, *body = (
        [words(cell) for cell in re.findall(r"<t[hd][^>]*>.*?</t[hd]>", row, re.DOTALL)] for row in rows
    )
    return head, {row[1].removesuffix(" withdrew"): row for row in body}


def figures_of(page):
    """The figures of who is followed: name, value, the rows of its table, and its foot."""
    found = {}
    for each in page.split('<div class="figure-of">')[1:]:
        name, value = re.search(r"<h[34]>(.*?) <b>(.*?)</b>", each).groups()
        table = re.search(r"<tbody>(.*?)</tbody>\s*<tfoot>(.*?)</tfoot>", each, re.DOTALL)
        rows = re.findall(r"<tr.*?</tr>", table[1], re.DOTALL) if table else []
        found[name] = (value, rows, words(table[2]) if table else "")
    return found


def played(drawn, director):
    """A Swiss of seven with a late entry, a withdrawal, byes and a walkover."""
    cup = drawn("swiss", 7, rounds=4)
    play_round(cup, director)
    entry_add(actor=director, tournament_id=cup.pk, player=PlayerFactory(name="P8"))
    leaves = cup.entries.get(player__name="P3")
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=leaves.pk)
    work_off()
    play_round(cup, director)
    play_round(cup, director)
    return cup


def test_every_tie_break_has_its_name_and_what_it_counts(client, drawn, director):
    page = page_of(client, drawn("swiss", 4, rounds=2))
    listed = words(re.search(r'<dl class="ties">.*?</dl>', page, re.DOTALL)[0])
    assert listed == (
        "Points Score What wins, draws and byes are worth."
        " Buchholz cut 1 BH-C1 The scores of all opponents but the lowest."
        " Buchholz BH The scores of all opponents, added up."
        " Sonneborn-Berger SB The scores of all opponents, each times the points scored against it."
        " Head-to-head DE The matches of the tied against each other."
    )


def test_where_no_points_decide_nothing_is_explained(client, cup):
    player = cup.entries.first().player_id
    page = page_of(client, cup, f"?player={player}")
    assert 'class="ties"' not in page
    assert "figure-of" not in page


def test_the_figures_of_everybody_add_up_to_those_of_the_standings(client, drawn, director):
    cup = played(drawn, director)
    head, rows = standings_of(page_of(client, cup))
    columns = {"Points": "Score", "Buchholz cut 1": "BH-C1", "Buchholz": "BH", "Sonneborn-Berger": "SB"}
    assert len(rows) == 8
    for name, row in rows.items():
        player = cup.entries.get(player__name=name).player_id
        page = page_of(client, cup, f"?player={player}")
        assert f"What the place of {name} is made of" in page
        figures = figures_of(page)
        for figure, column in columns.items():
            value, lines, foot = figures[figure]
            assert value == row[head.index(column)]
            assert foot == f"Added up. {value}"
            counted = [re.findall(r'<td class="adds">([^<]+)</td>', line) for line in lines]
            assert sum(Fraction(each[0]) for each in counted if each) == Fraction(value)
        cut = [line for line in figures["Buchholz cut 1"][1] if 'class="cut"' in line]
        assert len(cut) == 1
        assert "<s>" in cut[0]
        assert "cut" in words(cut[0])


def test_rounds_without_a_match_are_named_so(client, drawn, director):
    cup = played(drawn, director)
    player = cup.entries.get(player__name="P8").player_id
    _, lines, _ = figures_of(page_of(client, cup, f"?player={player}"))["Buchholz"]
    assert words(lines[0]).startswith("1 no match")


def test_each_score_leads_to_what_it_is_made_of(client, drawn, director):
    cup = drawn("swiss", 4, rounds=2)
    page = page_of(client, cup)
    addresses = set(re.findall(r'href="(\?player=\d+)#explained"', page))
    assert len(addresses) == 4
    for address in addresses:
        assert 'id="explained"' in page_of(client, cup, address)
        assert "の順位の内訳" in page_of(client, cup, address, language="ja")


def test_the_figures_are_those_that_ranked(drawn, director):
    """Not a second computation: the very same, with all their shares, at no further query."""
    cup = played(drawn, director)
    course = tournament_course(cup)
    assert course.standings
    with CaptureQueriesContext(connection) as made:
        for row in course.standings:
            (place,) = explained_places(course, row.entry)
            assert [each.figure for each in place.figures][1:] == list(row.place.figures)
            for each in place.figures:
                assert [line.share for line in each.shares] == list(each.figure.shares)
                if isinstance(TIEBREAKS[each.figure.code], Total):
                    counted = (line.share.value for line in each.shares if line.share.counted)
                    assert sum(counted) == each.figure.value
    assert len(made) == 0


def test_in_groups_it_is_the_place_in_the_group(client, drawn, director):
    cup = drawn("groups", 6, group_size=3, advance=1)
    for fixture in cup.fixtures.filter(match__state="open").select_related("match"):
        director_reports(fixture.match, director, (5, 2))
    player = cup.entries.get(player__name="P1").player_id
    page = page_of(client, cup, f"?player={player}")
    assert "Points" in figures_of(page)
    assert "How ties are broken" in page
