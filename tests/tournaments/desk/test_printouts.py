"""The tab Print of the control desk, and what it prints."""

import re
from datetime import UTC, datetime

import pytest
from django.urls import reverse

from matches.play.models import Match
from matches.play.services import penalty_give
from tests.browser.every_page import page_routes
from tests.conftest import director_reports, field_entered, fixture_at, work_off
from tests.consent import club_appoint
from tests.factories import PlayerFactory, UserFactory
from tests.tournaments.desk.test_draw_page import approved_swiss
from tests.tournaments.events.test_random_events import Event
from tournaments.clubs.models import Appointment
from tournaments.desk.rules.papers import Paper, usual_paper
from tournaments.events.services import entry_withdraw, tournament_create
from tournaments.money.services import fee_payments_record, prize_pools_set

pytestmark = pytest.mark.django_db

PRINTOUTS = [
    *("pairings", "slips", "scoresheets", "wall", "standings", "entries", "cards", "certificate", "prizes")
]


@pytest.fixture
def cup(knockout):
    """Six: Ann and Bob have a bye, Dai meets Eva and Cem meets Fay."""
    return knockout(6)


def at(cup, printout=""):
    return f"/tournaments/{cup.pk}/desk/print/{printout}"


def printed(client, cup, printout, language="en", **chosen):
    answer = client.get(at(cup, f"{printout}/"), chosen, headers={"Accept-Language": language})
    assert answer.status_code == 200, answer.content.decode()
    return answer.content.decode()


def cells(page):
    """What stands in each row of the tables, cell by cell."""
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", page, re.DOTALL)
    found = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    return [[re.sub(r"<[^>]+>", "", cell).strip() for cell in row] for row in found]


def test_each_is_a_card_that_opens_it(desk, cup):
    page = desk.get(at(cup)).content.decode()
    assert re.findall(rf'action="{at(cup)}(\w+)/"', page) == PRINTOUTS
    assert '<option value="main:1">Quarter-finals</option>' in page
    # The paper that is chosen once goes along with each.
    chosen = desk.get(at(cup), {"paper": "letter"}).content.decode()
    assert chosen.count('name="paper" value="letter"') == len(PRINTOUTS)
    assert desk.get(at(cup), {"paper": "a0"}).content.decode().count('name="paper" value="a4"') == len(
        PRINTOUTS
    )


def test_before_the_draw_it_leads_there(desk, club, director):
    announced = tournament_create(actor=director, club=club, name="Spring Cup", lengths=(5,))
    page = desk.get(at(announced)).content.decode()
    assert "Nothing is drawn yet." in page
    assert f"/tournaments/{announced.pk}/desk/draw/" in page
    # Slips can be written by hand.
    assert printed(desk, announced, "slips").count('<article class="slip"') == 4


@pytest.mark.parametrize(
    ("printout", "chosen"),
    [
        ("pairings", {"round": "losers:1"}),
        ("pairings", {"order": "age"}),
        ("slips", {"per_page": "5"}),
        ("scoresheets", {"per_page": "6"}),
        ("wall", {"scale": "huge"}),
        ("entries", {"order": "age"}),
    ],
)
def test_what_cannot_be_printed_shows_the_tab_with_the_fault(desk, cup, printout, chosen):
    answer = desk.get(at(cup, f"{printout}/"), chosen)
    assert answer.status_code == 422
    assert "is not one of the available choices" in answer.content.decode()
    # The tab stays a tab when it looks itself up, as an open page does.
    again = desk.get(at(cup, f"{printout}/"), headers={"HX-Request": "true"}).content.decode()
    assert again.lstrip().startswith('<header class="desk-head">')


def test_pairings_in_the_order_of_matches(desk, cup, director):
    page = printed(desk, cup, "pairings")
    assert cells(page)[2:] == [
        ["Quarter-finals · 5 points"],
        ["M1", "", "Eva", "", "Dai"],
        ["M2", "", "Cem", "", "Fay"],
        ["", "", "Ann", "", "bye"],
        ["", "", "Bob", "", "bye"],
    ]
    director_reports(fixture_at(cup, "R1-M2").match, director, (5, 2))
    # Of what can be played now, neither what is over nor what has no opponent yet.
    now = cells(printed(desk, cup, "pairings"))
    assert ["M1", "", "Eva", "", "Dai"] not in now
    assert ["", "", "Ann", "", "bye"] not in now
    whole = cells(printed(desk, cup, "pairings", round="main:1"))
    assert ["M1", "", "Eva", "5–2", "Dai"] in whole
    following = cells(printed(desk, cup, "pairings", round="main:2"))
    assert ["M3", "", "Ann", "", "Eva"] in following
    assert ["M4", "", "Winner of M2", "", "Bob"] in following


def test_pairings_say_when_and_where(desk, cup):
    cup.time_zone = "Asia/Tokyo"
    cup.save()
    first, second = (fixture_at(cup, f"R1-M{number}").match for number in (2, 3))
    Match.objects.filter(pk=first.pk).update(starts_at=datetime(2026, 3, 7, 10, tzinfo=UTC))
    Match.objects.filter(pk=second.pk).update(play_by=datetime(2026, 3, 9, 14, tzinfo=UTC))
    for order in ("match", "name"):
        last = {row[-1] for row in cells(printed(desk, cup, "pairings", round="main:1", order=order))}
        assert {"Time", "Sat 7 Mar, 19:00 JST", "by Mon 9 Mar, 23:00 JST"} <= last
    slips = printed(desk, cup, "slips")
    assert "Sat 7 Mar, 19:00 JST" in slips
    assert "Mon 9 Mar, 23:00 JST" in slips


def test_pairings_by_the_names_of_players_as_they_are_read(desk, cup):
    fay = fixture_at(cup, "R1-M3").match.two
    fay.reading = "aaa"
    fay.save()
    page = printed(desk, cup, "pairings", order="name")
    assert [row[0] for row in cells(page)[2:]] == ["Fay", "Ann", "Bob", "Cem", "Dai", "Eva"]
    assert ["Dai", "M1", "", "Eva"] in cells(page)
    assert ["Ann", "", "", "bye"] in cells(page)


def test_boards_of_teams_are_listed_with_their_teams(desk, club, director):
    event = Event(club, director, 2, "teams", {"event": {"format": "single_elimination"}, "boards": 2})
    work_off()
    (match, *_others) = event.matches(state="open")
    teams = [entry.player.name for entry in event.cup.entries.all()]
    row = cells(printed(desk, event.cup, "pairings"))[3]
    assert row[0] == "M1/1"
    assert {row[2], row[4]} == {f"{match.one.name} {teams[0]}", f"{match.two.name} {teams[1]}"}
    by_name = [row[0] for row in cells(printed(desk, event.cup, "pairings", order="name"))]
    assert f"{match.one.name} {teams[0]}" in by_name
    slips = printed(desk, event.cup, "slips")
    assert slips.count('<article class="slip"') == 2
    assert f"<small>{teams[0]}</small>" in slips
    # Before a board is decided there is no score.
    assert set(seats(printed(desk, event.cup, "wall"))["M1"]) == set(teams)


def test_what_waits_for_its_release_is_not_printed(desk, club, director):
    swiss = approved_swiss(club, director)
    assert "No match can be played now." in printed(desk, swiss, "pairings")
    assert all(entry.player.name not in printed(desk, swiss, "slips") for entry in swiss.entries.all())


def test_a_slip_has_the_label_that_the_line_of_results_takes(desk, cup):
    page = printed(desk, cup, "slips")
    assert page.count('<article class="slip"') == 2
    label = re.search(r'aria-label="Match (\w+)"', page).group(1)
    assert f"</small>{label}</p>" in page
    names = re.findall(r'<th scope="row"><span class="">(\w+)<', page)[:2]
    # Whoever reads the code of the slip is led to the match.
    assert page.count("<svg") == 2 + 1
    line = f"/tournaments/{cup.pk}/desk/results/line/"
    desk.post(line, {"line": f"{label} 5 3"})
    result = fixture_at(cup, "R1-M2").match
    assert [result.one.name, result.two.name, result.result.points_one] == [*names, 5]
    work_off()
    assert printed(desk, cup, "slips").count('<article class="slip"') == 2


def test_slips_are_laid_out_in_pages(desk, knockout):
    cup = knockout(16)
    for per_page, pages in (("2", 4), ("4", 2), ("6", 2)):
        page = printed(desk, cup, "slips", per_page=per_page)
        assert page.count(f'class="slips of-{per_page}"') == pages
        assert page.count('<article class="slip"') == 8
    assert printed(desk, cup, "slips", round="blank", per_page="6").count('<article class="slip"') == 6


def seats(page):
    """Who sits in each match of the brackets, by its label, with the score."""
    found = {}
    for match in page.split('<div class="match">')[1:]:
        number = re.search(r"<small><span>(\w*)</span>", match).group(1)
        sides = re.findall(r'<p class="seat[^"]*">(.*?)</p>', match)
        found[number] = [" ".join(re.sub(r"<[^>]+>", " ", side).split()) for side in sides[:2]]
    return found


def test_a_bracket_for_the_wall(desk, cup, director):
    director_reports(fixture_at(cup, "R1-M2").match, director, (5, 2))
    page = printed(desk, cup, "wall")
    assert 'class="a4 landscape"' in page
    assert seats(page) == {
        "M1": ["Eva 5", "Dai 2"],
        "M2": ["Cem", "Fay"],
        "M3": ["Ann", "Eva"],
        "M4": ["Winner of M2", "Bob"],
        "M5": ["Winner of M3", "Winner of M4"],
    }
    assert page.count('<path d="M0 ') == 4
    assert page.count('<section class="sheet') == 1


def test_losers_are_named_by_the_label_of_their_match(desk, club, director):
    event = Event(club, director, 4, "double_elimination")
    work_off()
    page = printed(desk, event.cup, "wall")
    (label,) = [label for label, both in seats(page).items() if both == ["Loser of W1", "Loser of W2"]]
    assert label.startswith("L")
    assert "Winners’ bracket" in page
    assert "Losers’ bracket" in page


def test_groups_hang_as_crosstables(desk, club, director):
    event = Event(club, director, 6, "groups", {"group_size": 3, "advance": 1})
    work_off()
    match = event.matches(state="open").first()
    director_reports(match, director, (5, 3))
    page = printed(desk, event.cup, "wall")
    assert page.count('<table class="cross">') == 2
    winner = next(row for row in cells(page) if match.one.name in row)
    loser = next(row for row in cells(page) if match.two.name in row)
    assert "5–3" in winner
    assert "3–5" in loser
    # Who comes into the knockout behind them is not known yet.
    assert '<section class="sheet' not in page


def test_a_swiss_hangs_round_by_round(desk, club, director):
    event = Event(club, director, 5, "swiss", {"rounds": 2})
    work_off()
    match = event.matches(state="open").first()
    director_reports(match, director, (5, 3))
    page = printed(desk, event.cup, "wall")
    assert '<table class="by-round">' in page
    numbers = {row[2]: row[1] for row in cells(page) if len(row) > 5}
    won = next(row for row in cells(page) if match.one.name in row)
    assert won[3] == f"5–3 {numbers[match.two.name]}"
    assert any("bye" in row for row in cells(page))


def test_standings_say_how_ties_are_broken(desk, club, director):
    event = Event(club, director, 4, "swiss", {"rounds": 2})
    for _ in range(2):
        work_off()
        for match in event.matches(state="open"):
            director_reports(match, director, (5, 3))
    page = printed(desk, event.cup, "standings")
    assert "Standings, final" in page
    assert ["Buchholz cut 1" in page, "Buchholz" in page] == [True, True]
    final = [row for row in cells(page) if row[0] in {"1", "2", "3", "4", "1–2", "2–3", "3–4"}]
    assert [row[3] for row in final] == ["2–0", "1–1", "1–1", "0–2"]
    # As it stood, whatever was played since.
    page = printed(desk, event.cup, "standings", after=1)
    assert "Standings, after round 1" in page
    assert sorted(row[3] for row in cells(page)[2:]) == ["0–1", "0–1", "1–0", "1–0"]
    assert desk.get(at(event.cup, "standings/"), {"after": "3"}).status_code == 422


def test_standings_have_each_part_with_places_of_its_own(desk, club, director):
    event = Event(club, director, 6, "groups", {"group_size": 3, "advance": 1})
    work_off()
    page = printed(desk, event.cup, "standings")
    titles = [row[0] for row in cells(page) if len(row) == 1]
    assert titles == ["Cup · Standings", "Cup · Group 1", "Cup · Group 2"]
    # Ties are broken in groups alone.
    assert "Sonneborn-Berger" in page


def test_entries_are_ticked_off(desk, cup, director):
    paid = cup.entries.get(player__name="Cem")
    prize_pools_set(
        actor=director,
        tournament_id=cup.pk,
        currency="EUR",
        prize_pools=[{"name": "Main", "fee": 1000, "prizes": [{"place": 1, "percent": 100}]}],
        reason="As agreed.",
    )
    fee_payments_record(actor=director, tournament_id=cup.pk, entry_ids=[paid.pk], paid=True)
    rows = {row[2]: row for row in cells(printed(desk, cup, "entries")) if len(row) == 6}
    assert rows["Cem"][3:5] == ["✓", "€10"]
    assert rows["Ann"][3:5] == ["", "€10"]
    assert [name for name in rows if name != "Player"] == ["Ann", "Bob", "Cem", "Dai", "Eva", "Fay"]


def test_an_entry_list_before_the_draw_has_lines_for_the_door(desk, club, director):
    announced = tournament_create(actor=director, club=club, name="Spring Cup", lengths=(5,))
    assert "Nobody is entered yet." in printed(desk, announced, "entries")
    field_entered(announced, director, PlayerFactory.create_batch(2))
    assert printed(desk, announced, "entries").count('<tr class="blank">') == 6
    assert printed(desk, announced, "cards").count("<article>") == 2
    first, second = announced.entries.order_by("player__name")
    second.player.reading = "0"
    second.player.save()
    listed = [row[2] for row in cells(printed(desk, announced, "entries")) if len(row) == 4]
    assert listed[1:3] == [f"{second.player.name} 0", first.player.name]
    entry_withdraw(actor=director, tournament_id=announced.pk, entry_id=first.pk)
    for printout in ("entries", "cards"):
        assert first.player.name not in printed(desk, announced, printout)


@pytest.mark.parametrize("printout", ["slips", "scoresheets"])
def test_some_matches_alone(desk, cup, printout):
    def printed_matches(**chosen):
        page = printed(desk, cup, printout, **chosen)
        return re.findall(r'<article class="slip" aria-label="Match (\w+)"', page)

    assert printed_matches() == ["M1", "M2"]
    # Whatever their round, and though it cannot be played yet.
    assert printed_matches(matches="2") == ["M2"]
    assert printed_matches(matches="m3, 1", round="main:1") == ["M1", "M3"]
    assert printed_matches(matches="２－４", round="blank") == ["M2", "M3", "M4"]
    answer = desk.get(at(cup, f"{printout}/"), {"matches": "2 99 L3"})
    assert answer.status_code == 422
    page = answer.content.decode()
    assert "There is no match 99." in page
    assert "There is no match L3." in page


def test_score_sheets_have_a_column_for_each_game(desk, cup, director):
    page = printed(desk, cup, "scoresheets", matches="1")
    # Five points: nine games at most, and the Crawford game as soon as one side has four.
    assert cells(page) == [
        ["Game", *"123456789"],
        ["Eva", *[""] * 9],
        ["Dai", *[""] * 9],
        ["Cube", *[""] * 9],
        ["Crawford", *["○"] * 9],
    ]
    assert "the first in which a player has 4 points: nobody doubles." in page
    blank = printed(desk, cup, "scoresheets", round="blank", per_page="4")
    assert blank.count('<article class="slip"') == 4
    assert "the first in which a player needs one point: nobody doubles." in blank


def test_score_sheets_say_where_a_match_starts(desk, cup, director):
    match = fixture_at(cup, "R1-M2").match
    penalty_give(actor=director, match_id=match.pk, side=1, cause="conduct", points=1, reason="Late.")
    rows = cells(printed(desk, cup, "scoresheets", matches="1"))
    assert rows[0][:3] == ["Game", "Start", "1"]
    assert [row[1] for row in rows[1:3]] == ["1", "0"]


def test_payouts_are_signed_for(desk, cup, director):
    assert "There are no prize pools yet" in printed(desk, cup, "prizes")
    prize_pools_set(
        actor=director,
        tournament_id=cup.pk,
        currency="EUR",
        prize_pools=[{"name": "Main", "fee": 1000, "prizes": [{"place": 1, "percent": 100}]}],
        reason="As agreed.",
    )
    assert ["1", "€60", "", ""] in cells(printed(desk, cup, "prizes"))
    while match := cup.fixtures.filter(match__state="open", void=False).first():
        director_reports(match.match, director, (5, 2))
    page = printed(desk, cup, "prizes")
    winner = fixture_at(cup, "R3-M1").match.one.name
    assert ["1", winner, "Main", "€60", "", ""] in cells(page)
    assert "Still to hand over" in page


def test_every_printout_says_what_it_is_and_as_of_when(desk, cup):
    cup.time_zone = "Asia/Tokyo"
    cup.save()
    page = printed(desk, cup, "pairings")
    for said in ("Golden Club", "<h1>Spring Cup</h1>", "as of", "JST", f"/tournaments/{cup.pk}/"):
        assert said in page
    # Nothing of the frame of pages.
    assert 'class="bar"' not in page


@pytest.mark.parametrize(
    ("language", "zone", "paper"),
    [
        ("en", "Europe/Berlin", Paper.A4),
        ("en", "America/New_York", Paper.LETTER),
        ("ja", "America/New_York", Paper.A4),
        ("ja", "Asia/Tokyo", Paper.A4),
    ],
)
def test_the_usual_paper(language, zone, paper):
    assert usual_paper(language, zone) is paper


def test_who_prints(client, cup, club, director):
    pages = [name for name in page_routes() if name.startswith("desk-print")]
    pages.remove("desk-print-pdf")
    addresses = {name: reverse(f"pages-tournaments:{name}", args=[cup.pk]) for name in pages}
    # As PDF it is for the same people.
    files = {f"{name}.pdf": at(cup, f"{name}.pdf") for name in PRINTOUTS}
    addresses |= files
    assert all(client.get(address).status_code == 302 for address in addresses.values())
    keeper = UserFactory()
    client.force_login(keeper)
    assert all(client.get(address).status_code == 403 for address in addresses.values())
    club_appoint(actor=director, club=club, tournament=cup, user=keeper, role=Appointment.Role.SCOREKEEPER)
    seen = {name for name, address in addresses.items() if client.get(address).status_code == 200}
    assert addresses.keys() - seen == {"desk-print-prizes", "prizes.pdf"}
    page = client.get(addresses["desk-print"]).content.decode()
    assert re.findall(r'action="[^"]*/desk/print/(\w+)/"', page) == PRINTOUTS[:-1]


@pytest.mark.parametrize(
    ("printout", "queries"),
    [
        ("", 12),
        ("pairings/", 11),
        ("pairings/?order=name", 12),
        ("slips/", 12),
        ("scoresheets/", 12),
        ("wall/", 9),
        ("standings/", 15),
        ("entries/", 15),
        ("cards/", 15),
        ("prizes/", 17),
    ],
)
def test_as_many_queries_at_any_size(desk, knockout, django_assert_num_queries, printout, queries):
    for size in (8, 32):
        cup = knockout(size, field=PlayerFactory.create_batch(size))
        with django_assert_num_queries(queries):
            desk.get(at(cup, printout))


def test_in_japanese(desk, cup):
    page = desk.get(at(cup), headers={"Accept-Language": "ja"}).content.decode()
    assert "試合ごとに渡して回収します。" in page
    assert "準々決勝 · 5ポイント" in printed(desk, cup, "pairings", "ja")


def test_the_winner_gets_a_certificate(desk, cup, director):
    assert "Nobody has won yet." in printed(desk, cup, "certificate")
    for key in ("R1-M2", "R1-M3", "R2-M1", "R2-M2", "R3-M1"):
        director_reports(fixture_at(cup, key).match, director, (5, 2))
    winner = fixture_at(cup, "R3-M1").match.one.name
    page = printed(desk, cup, "certificate")
    assert f'<p class="winner "><b>{winner}</b></p>' in page
    assert 'class="a4 landscape"' in page
    assert "賞状" in printed(desk, cup, "certificate", "ja")
