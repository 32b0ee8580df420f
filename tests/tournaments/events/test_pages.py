"""Pages of clubs and tournaments."""

import html
import re
from hashlib import sha256

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from matches.play.models import Match
from matches.play.rules.results import ResultKind
from matches.play.services import report_submit, ruling_make, ruling_preview
from tests.conftest import director_reports, fixture_at, work_off
from tests.factories import PlayerFactory, TournamentFactory
from tournaments.events.pages.tags import round_name
from tournaments.events.selectors import BracketRound, BracketSlot, ShownPart
from tournaments.events.services import (
    entry_add,
    entry_withdraw,
    tournament_create,
    tournament_draw,
    tournament_draw_preview,
)
from tournaments.events.words import tournament_part_name
from tournaments.formats import Empty, Slot
from tournaments.formats.seeding.order import Seeding, draw_order
from tournaments.money.services import prize_pools_set, stake_add
from tournaments.ponds.services import pond_create

from .test_corrections import correct, undo


def visible(page):
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def text(response):
    """What a reader sees: the page without its tags, white space run together."""
    assert response.status_code == 200
    return visible(response.content.decode())


def slot(response, key):
    """What the bracket shows in the slot of this key."""
    found = re.search(rf'<li class="slot[^"]*" id="{key}">.*?</ul>', response.content.decode(), re.DOTALL)
    assert found is not None, key
    return visible(found[0])


def play_out(cup, director, *, until=None):
    """Side one wins every match, 5-2, up to the first of round `until`."""
    minute = 0
    while fixture := (
        cup.fixtures.filter(match__state="open").select_related("match__one").order_by("round", "pk").first()
    ):
        if fixture.round == until:
            break
        director_reports(fixture.match, director, (5, 2), minute=(minute := minute + 1))
    cup.refresh_from_db()


# -- Lists


def test_the_first_page_shows_running_then_open_then_finished(client, knockout, club, director, players):
    finished = knockout(2)
    play_out(finished, director)
    running = tournament_create(actor=director, club=club, name="Zürich Open", lengths=[7])
    for player in [entry.player for entry in finished.entries.all()]:
        entry_add(actor=director, tournament_id=running.pk, player=player)
    tournament_draw(actor=director, tournament_id=running.pk, seeding=Seeding.RANDOM, seed="test")
    TournamentFactory(club=club, name="Next Monday")
    seen = text(client.get("/"))
    assert (
        seen.index("Zürich Open Golden Club Running 2 entries")
        < seen.index("Next Monday Golden Club Open for entries 0 entries")
        < seen.index("Spring Cup Golden Club Finished 2 entries")
    )
    assert 'href="/api/v1/docs/"' in client.get("/").content.decode()


def test_the_first_page_has_the_matches_that_a_player_has_still_to_play(client, knockout, director):
    cup = knockout(4)
    played, other = (fixture_at(cup, key).match for key in ("R1-M1", "R1-M2"))
    user = played.one.user
    client.force_login(user)
    page = client.get("/").content.decode()
    assert f'href="/matches/{played.pk}/report/"' in page
    assert f'href="/matches/{other.pk}/report/"' not in page
    director_reports(played, director, (5, 2))
    assert "To play" not in text(client.get("/"))
    client.force_login(director)
    assert "To play" not in text(client.get("/"))


@pytest.mark.django_db
def test_the_first_page_of_an_empty_service(client):
    assert "No tournament has been announced yet." in text(client.get("/"))


def test_entries_count_who_is_in_the_draw(client, club, director, players):
    """Who withdraws before the draw is not in it; who withdraws later was."""
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=[5])
    entries = [entry_add(actor=director, tournament_id=cup.pk, player=player) for player in players(4)]
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=entries[0].pk)
    assert "3 entries" in text(client.get("/"))
    assert "3 entries" in text(client.get(f"/tournaments/{cup.pk}/"))
    tournament_draw(actor=director, tournament_id=cup.pk, seeding=Seeding.RANDOM)
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=entries[1].pk)
    work_off()
    for address in ("/", f"/clubs/{club.pk}/", f"/tournaments/{cup.pk}/"):
        assert "3 entries" in text(client.get(address)), address


def test_lists_take_as_many_queries_at_any_length(client, club, director, django_assert_num_queries):
    """The first page has three lists; a club its row, a count of tournaments, eight lists, admissions."""
    TournamentFactory.create_batch(12, club=club)
    for number in range(12):
        pond_create(actor=director, club=club, name=f"Swim {number}")
    with django_assert_num_queries(3):
        client.get("/")
    with django_assert_num_queries(11):
        client.get(f"/clubs/{club.pk}/")


def test_a_club_lists_its_own_tournaments_a_page_at_a_time(client, club):
    TournamentFactory.create_batch(51, club=club)
    TournamentFactory(name="Somebody else's")
    first, second = (text(client.get(f"/clubs/{club.pk}/?page={number}")) for number in (1, 2))
    assert "Golden Club" in first
    assert "1 / 2" in first
    assert "2 / 2" in second
    assert "Somebody else's" not in first + second


# -- A tournament


def test_before_the_draw_the_page_lists_who_has_entered(client, club, director, players):
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=[5, 7, 9])
    assert "Nobody has entered yet." in text(client.get(f"/tournaments/{cup.pk}/"))
    _, bob = (entry_add(actor=director, tournament_id=cup.pk, player=player) for player in players(2))
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=bob.pk)
    page = client.get(f"/tournaments/{cup.pk}/")
    seen = text(page)
    assert "Cup Open for entries Single elimination 1 entry Matches to 5 · 7 · 9 points" in seen
    assert "Entries Ann Bob withdrew" in seen
    assert b'class="bracket' not in page.content


def test_a_running_tournament_shows_who_plays_whom_and_who_waits(client, knockout, director):
    cup = knockout(8, lengths=(5, 7, 9))
    director_reports(fixture_at(cup, "R1-M1").match, director, (5, 3))
    page = client.get(f"/tournaments/{cup.pk}/")
    seen = text(page)
    assert "Being played now 3" in seen
    assert slot(page, "R1-M1") == "M1 1 Ann won 5 8 Hal 3"
    assert slot(page, "R1-M2") == "M2 5 Eva 4 Dai"
    assert slot(page, "R2-M1") == "M5 Ann Winner of M2"
    assert slot(page, "R2-M2") == "M6 Winner of M3 Winner of M4"
    assert "Quarter-finals 5 points" in seen
    assert "Final 9 points" in seen
    match = fixture_at(cup, "R1-M1").match_id
    assert f'href="/matches/{match}/"' in page.content.decode()
    assert "Winner Ann" not in seen


def test_the_round_shown_on_a_phone_is_the_first_with_a_match_to_come(client, knockout, director):
    def current():
        page = client.get(f"/tournaments/{cup.pk}/").content.decode()
        return re.findall(r'<li class="round[^"]*" id="([^"]+)">\s*<h3 id="head-\1" class="current">', page)

    cup = knockout(4)
    assert current() == ["round-1"]
    play_out(cup, director, until=2)
    assert current() == ["round-2"]
    play_out(cup, director)
    assert current() == ["round-2"], "the final stays when all is over"


def test_byes_and_walkovers_are_named(client, knockout, director):
    cup = knockout(5)
    eva = fixture_at(cup, "R1-M2")
    assert {eva.one.player.name, eva.two.player.name} == {"Dai", "Eva"}
    loser = eva.one if eva.one.player.name == "Eva" else eva.two
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=loser.pk)
    work_off()
    page = client.get(f"/tournaments/{cup.pk}/")
    assert slot(page, "R1-M1") == "1 Ann won bye"
    assert slot(page, "R1-M2") == "M1 5 Eva 4 Dai won walkover"
    assert "Eva withdrew" in text(page)
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=fixture_at(cup, "R2-M1").one_id)
    work_off()
    assert slot(client.get(f"/tournaments/{cup.pk}/"), "R2-M1") == "M2 Ann Dai won walkover"


def test_a_walkover_without_a_fixture_is_one_too(client, knockout, director):
    """Cem waits in the next round and withdraws before anybody can meet him."""
    cup = knockout(4)
    director_reports(fixture_at(cup, "R1-M1").match, director, (5, 0))
    ann = fixture_at(cup, "R1-M1").one
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=ann.pk)
    work_off()
    director_reports(fixture_at(cup, "R1-M2").match, director, (5, 0))
    page = client.get(f"/tournaments/{cup.pk}/")
    assert cup.fixtures.count() == 2
    assert "won walkover" in slot(page, "R2-M1")


def test_a_disputed_match_stands_out_and_comes_first(client, knockout):
    cup = knockout(4)
    match = fixture_at(cup, "R1-M2").match
    for side, score in ((match.one, (5, 1)), (match.two, (2, 5))):
        report_submit(match_id=match.pk, actor=side.user, score=score)
    work_off()
    page = client.get(f"/tournaments/{cup.pk}/")
    seen = text(page)
    assert slot(page, "R1-M2").startswith("M2 Disputed")
    assert "Disputed" not in slot(page, "R1-M1")
    playing = seen[seen.index("Being played now 2") : seen.index("Bracket")]
    assert playing.index(match.one.name) < playing.index("Ann")


def test_a_finished_tournament_names_the_winner_and_the_prize_places(client, knockout, director):
    cup = knockout(8)
    play_out(cup, director)
    assert cup.state == "finished"
    page = client.get(f"/tournaments/{cup.pk}/")
    seen = text(page)
    champion = fixture_at(cup, "R3-M1").one.player.name
    assert f"Finished Single elimination 8 entries Matches to 5 points Backgammon Winner {champion}" in seen
    assert "Being played now" not in seen
    standings = seen[seen.index("Standings Standings") : seen.index("The draw")]
    assert f"1 {champion} 1 3–0 15–6" in standings
    assert standings.count("3–4") == 2
    assert standings.count("5–8") == 4
    assert "in contention" not in standings


def test_the_draw_can_be_recomputed_from_the_page(client, club, director, players):
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=[5])
    for player in players(6):
        entry_add(actor=director, tournament_id=cup.pk, player=player)
    tournament_draw(actor=director, tournament_id=cup.pk, seeding=Seeding.RANDOM)
    page = client.get(f"/tournaments/{cup.pk}/").content.decode()
    seed = re.search(r"<code>([0-9a-f]{32})</code>", page)[1]
    round_pairings = page[page.index('id="draw-order"') :]
    rows = re.findall(
        r'<tr><td class="num">(\d+)</td><th scope="row">(\w+)</th><td class="num">(\d+)</td>', round_pairings
    )
    assert [int(row[0]) for row in rows] == [1, 2, 3, 4, 5, 6]
    drawn = [int(row[2]) for row in rows]
    assert list(draw_order(Seeding.RANDOM, sorted(drawn), seed)) == drawn
    assert [cup.entries.get(pk=number).player.name for number in drawn] == [row[1] for row in rows]


def test_a_seal_stands_on_the_page_before_the_draw_and_its_seed_after_it(client, club, director, players):
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=[5])
    of, address = {"actor": director, "tournament_id": cup.pk}, f"/tournaments/{cup.pk}/"
    for player in players(4):
        entry_add(**of, player=player)
    before = client.get(address).content.decode()
    seal = re.search(r"<code>([0-9a-f]{64})</code>", before)[1]
    assert seal in client.get(address, headers={"Accept-Language": "ja"}).content.decode()
    looked = tournament_draw_preview(**of, seeding=Seeding.RANDOM)
    made = tournament_draw(**of, seeding=Seeding.RANDOM)
    assert [entry.pk for entry in looked.entries] == list(made.order)
    assert made.seed not in before
    after = client.get(address).content.decode()
    assert after.count(seal) == 1
    assert sha256(made.seed.encode()).hexdigest() == seal
    assert f'href="/api/v1/tournaments/{cup.pk}/draw/"' in after
    assert "抽選の前にこのページに表示されていた封印と比べてください。" in visible(
        client.get(address, headers={"Accept-Language": "ja"}).content.decode()
    )
    again = tournament_draw(**of, seeding=Seeding.RANDOM, again=True)
    assert again.seed != made.seed
    tournament_draw(**of, seeding=Seeding.RANDOM, again=True, seed="chosen")
    assert sha256(b"chosen").hexdigest() in client.get(address).content.decode()


def test_a_draw_by_ranking_prints_the_ranks_and_who_was_protected(client, club, director, players):
    cup = tournament_create(
        actor=director, club=club, name="Cup", lengths=[5], format="swiss", tiebreaks=["rating"]
    )
    of = {"actor": director, "tournament_id": cup.pk}
    entries = [entry_add(**of, player=player).pk for player in players(5)]
    ranks = {entries[3]: 4, entries[1]: 9, entries[0]: 9}
    tournament_draw(**of, seeding=Seeding.RANKING, ranks=ranks, protected=2)
    page = client.get(f"/tournaments/{cup.pk}/").content.decode()
    seed = re.search(r"<code>([0-9a-f]{32})</code>", page)[1]
    round_pairings = page[page.index('id="draw-order"') :]
    rows = re.findall(
        r'<th scope="row">\w+</th><td class="num">(\d+)</td><td class="num">(\d*)</td>',
        round_pairings,
    )
    printed = {int(entry): int(rank) for entry, rank in rows if rank}
    assert printed == ranks
    drawn = [int(entry) for entry, _ in rows]
    assert list(draw_order(Seeding.RANKING, sorted(drawn), seed, ranks=printed, protected=2)) == drawn
    assert "The first 2 seeds keep their places" in round_pairings
    assert "Rating" not in round_pairings


def test_a_draw_by_rating_prints_the_ratings(client, club, director, players):
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=[5])
    for player in players(2):
        entry_add(actor=director, tournament_id=cup.pk, player=player)
    tournament_draw(actor=director, tournament_id=cup.pk, seeding=Seeding.RATING)
    seen = text(client.get(f"/tournaments/{cup.pk}/"))
    assert "Seeded by rating" in seen
    assert seen.count("1500.00") == 2


def test_names_and_titles_are_text_and_nothing_else(client, knockout, club, director):
    field = [PlayerFactory(name="<script>alert(1)</script>"), PlayerFactory(name="W" * 80), PlayerFactory()]
    cup = knockout(3, field=field)
    evil = TournamentFactory(club=club, name="<b>Cup</b> & " + "x" * 100)
    for address in (f"/tournaments/{cup.pk}/", f"/tournaments/{evil.pk}/", "/", f"/clubs/{club.pk}/"):
        page = client.get(address).content.decode()
        assert "<script>" not in page
        assert "<b>Cup" not in page
    assert "&lt;script&gt;" in client.get(f"/tournaments/{cup.pk}/").content.decode()


def test_an_open_page_gets_the_live_part_alone(client, knockout):
    cup = knockout(4)
    address = f"/tournaments/{cup.pk}/"
    whole, part = client.get(address), client.get(address, headers={"HX-Request": "true"})
    page = whole.content.decode()
    assert f'data-events="/events/tournament-{cup.pk}/"' in page
    assert f'hx-get="{address}"' in page
    assert part.content.decode().strip() in page
    assert "<html" not in part.content.decode()
    assert "HX-Request" in part["Vary"]
    assert "style=" not in page


def test_a_tournament_in_japanese(client, knockout, director):
    cup = knockout(5)
    play_out(cup, director)
    page = client.get(f"/tournaments/{cup.pk}/", headers={"Accept-Language": "ja"})
    seen = text(page)
    for words in (
        "シングルエリミネーション",
        "エントリー5件",
        "準々決勝",
        "準決勝",
        "優勝 Ann",
        "順位表",
        "抽選を検証する",
    ):
        assert words in seen
    assert slot(page, "R1-M1") == "1 Ann 勝ち BYE"


def test_the_page_takes_as_many_queries_for_32_as_for_8(client, knockout, players, director):
    field = players(32)

    def queries(size):
        cup = knockout(size, field=field[:size])
        director_reports(fixture_at(cup, "R1-M1").match, director, (5, 0))
        with CaptureQueriesContext(connection) as seen:
            client.get(f"/tournaments/{cup.pk}/")
        return len(seen)

    assert queries(8) == queries(32) == 8


@pytest.mark.parametrize(
    ("number", "rounds", "name"),
    [
        (1, 1, "Final"),
        (1, 2, "Semi-finals"),
        (2, 2, "Final"),
        (1, 3, "Quarter-finals"),
        (1, 5, "Round 1"),
        (2, 5, "Round 2"),
        (3, 5, "Quarter-finals"),
        (4, 5, "Semi-finals"),
        (5, 5, "Final"),
    ],
)
def test_rounds_are_named_as_players_name_them(number, rounds, name):
    part = ShownPart("main", True, [BracketRound("main", each + 1, 5, []) for each in range(rounds)], [])
    assert round_name(part.rounds[number - 1], part) == name


# -- Corrections


def test_what_was_played_and_does_not_count_is_listed_crossed_out(client, knockout, director):
    cup = knockout(4)
    play_out(cup, director)
    address = f"/tournaments/{cup.pk}/"
    assert "Played but not counted" not in text(client.get(address))
    final = fixture_at(cup, "R2-M1").match
    ruling = correct(fixture_at(cup, "R1-M1").match, director, points=(2, 5))
    page = client.get(address)
    assert "Played but not counted 1" in text(page)
    crossed_out = re.findall(r"<s>(.*?)</s>", page.content.decode())
    assert crossed_out == [f"Final: {final.one.name} – {final.two.name} 5–2"]
    assert final.one.name not in slot(page, "R2-M1")
    undo(ruling, director)
    page = client.get(address)
    assert "Played but not counted" not in text(page), "the match set up meanwhile was not played"
    assert final.one.name in slot(page, "R2-M1")


def test_the_bracket_shows_no_score_of_others_before_the_workers_have_come(client, knockout, director):
    cup = knockout(4)
    play_out(cup, director)
    match = fixture_at(cup, "R1-M1").match
    wanted = {"match_id": match.pk, "actor": director, "kind": ResultKind.PLAYED, "points": (2, 5)}
    token = ruling_preview(**wanted).token
    ruling_make(**wanted, reason="The sheet says so.", preview=token)
    page = client.get(f"/tournaments/{cup.pk}/")
    assert slot(page, "R2-M1") == f"M3 {match.two.name} Cem"
    assert "Played but not counted 1" in text(page)


def test_a_match_without_a_winner_is_over(client, knockout, director):
    cup = knockout(4)
    play_out(cup, director)
    correct(fixture_at(cup, "R2-M1").match, director, "double_forfeit")
    page = client.get(f"/tournaments/{cup.pk}/")
    seen = text(page)
    assert "Finished" in seen
    assert "Winner" not in seen[: seen.index("Bracket")]
    assert "1–2" in seen[seen.index("Standings Standings") :]
    assert "won" not in slot(page, "R2-M1")


@pytest.mark.parametrize(
    ("code", "name"),
    [
        ("losers", "Losers’ bracket"),
        ("group-2", "Group 2"),
        ("stage-2-losers", "Stage 2, Losers’ bracket"),
        ("round-1-group-3", "Round 1, Group 3"),
        ("stage-1", "Stage 1"),
        ("another", "another"),
    ],
)
def test_parts_are_named_as_players_name_them(code, name):
    assert tournament_part_name(code) == name


@pytest.mark.parametrize(
    ("code", "matches", "names"),
    [
        ("consolation", [2, 2, 1, 1], ["Round 1", "Round 2", "Round 3", "Final"]),
        ("winners", [2, 1], ["Round 1", "Round 2"]),
        ("stage-2-final", [1, 1], ["Final", "Second final"]),
        ("third_place", [1], ["Match for third place"]),
    ],
)
def test_only_two_matches_are_semi_finals(code, matches, names):
    slots = [Slot(f"M{n}", 1, n, Empty.PENDING, Empty.PENDING, Empty.PENDING) for n in (1, 2)]
    shown = [BracketSlot(slot, None, None, None, None, 5, (None, None)) for slot in slots]
    rounds = [BracketRound(code, number, 5, shown[:played]) for number, played in enumerate(matches, 1)]
    part = ShownPart(code, True, rounds, [])
    assert [round_name(round, part) for round in rounds] == names


def test_prizes_are_shown_with_what_they_come_to_and_then_with_who_has_won_them(client, club, director):
    tournament = tournament_create(actor=director, club=club, name="Cup", lengths=(3,))
    of = {"actor": director, "tournament_id": tournament.pk}
    names = ("Ann", "Bob", "Cem", "Dai")
    entries = [entry_add(**of, player=PlayerFactory(name=name)) for name in names]
    main = {"name": "Main", "fee": 1000, "prizes": [{"place": 1, "percent": 70}, {"place": 3, "percent": 5}]}
    side = {"name": "Side", "side": True, "fee": 500, "prizes": [{"place": 1, "percent": 100}]}
    prize_pools_set(**of, currency="JPY", prize_pools=[main, side])
    stake_add(**of, entry_id=entries[0].pk, prize_pool="Side")

    def shown():
        return text(client.get(f"/tournaments/{tournament.pk}/"))

    assert "Main ¥4,000 in the prize pool Main Place % Prize 1 70 ¥2,800 3 5 ¥200" in shown()
    assert "Side ¥500 in the prize pool Side Place % Prize 1 100 ¥500" in shown()
    tournament_draw(**of, seeding=Seeding.MANUAL, seeded=[entry.pk for entry in entries])
    work_off()
    assert "Main ¥4,000 in the prize pool" in shown()
    while match := Match.objects.filter(result=None).first():
        director_reports(match, director, (3, 0))
    paid = shown()
    for row in ("1 Ann Main ¥2,800", "3–4 Bob Main ¥100", "3–4 Dai Main ¥100", "1 Ann Side ¥500"):
        assert row in paid


def test_scores_stay_with_those_who_made_them_where_a_correction_changes_sides(client, club, director):
    """The two of the final have changed places in the stage before: it was played all the same."""
    stages = [
        {"format": "round_robin"},
        {"format": "single_elimination", "from": [{"stage": 1, "places": [1, 2]}]},
    ]
    cup = tournament_create(
        actor=director,
        club=club,
        name="Cup",
        lengths=(3,),
        format="stages",
        format_options={"stages": stages},
    )
    of = {"actor": director, "tournament_id": cup.pk}
    entries = [entry_add(**of, player=PlayerFactory(name=name)) for name in ("Ann", "Bob", "Cem")]
    tournament_draw(**of, seeding=Seeding.MANUAL, seeded=[entry.pk for entry in entries])
    work_off()
    while match := Match.objects.filter(result=None).first():
        better = min(0, 1, key=lambda side: match.players[side].name)
        director_reports(match, director, (3, 1) if better == 0 else (1, 3))
    final = cup.fixtures.get(key__startswith="S2")
    assert (final.one.player.name, final.two.player.name) == ("Ann", "Bob")
    first = cup.fixtures.exclude(pk=final.pk).get(one__in=entries[:2], two__in=entries[:2])
    points = (0, 3) if first.one.player.name == "Ann" else (3, 0)
    correct(first.match, director, points=points)
    page = client.get(f"/tournaments/{cup.pk}/")
    assert slot(page, final.key).endswith("Ann won 3 2 Bob 1")
    rows = client.get(f"/api/v1/tournaments/{cup.pk}/pairings.csv").content.decode().splitlines()
    assert any(f",Ann,{entries[1].pk},Bob,3,1," in row for row in rows)
