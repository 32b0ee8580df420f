"""Doubles and team matches: who may enter, who plays on which board, and what a match of teams is."""

from collections import Counter
from io import BytesIO
from typing import NamedTuple

import pytest

from matches.accounts.errors import NotAllowed
from matches.accounts.models import User
from matches.facts.chain import chain_lines
from matches.facts.errors import ExportContradicts
from matches.facts.selectors import export_rows, fact_list
from matches.facts.services import read_export_rows as read_again
from matches.play.models import Match
from matches.play.rules.results import ResultKind
from matches.play.selectors import matches_undecided
from matches.play.services import (
    report_answer,
    report_submit,
    ruling_make,
    ruling_preview,
    ruling_undo,
    ruling_undo_preview,
)
from matches.players.errors import MembersFixed
from matches.players.models import Player
from matches.ratings.models import RatingStanding
from tests.conftest import NOON, api_as, fixture_at, work_off
from tests.consent import player_create, player_edit
from tests.factories import PlayerFactory, StandingFactory, UserFactory
from tests.rows import made_once
from tournaments.clubs.errors import AlreadyEntered
from tournaments.clubs.models import Club
from tournaments.clubs.services import club_create
from tournaments.events.errors import InvalidLineUp, SinglesOnly, TooFewMembers, WrongEntrants
from tournaments.events.models import Entry, LineUp, Tournament
from tournaments.events.selectors import entry_line_ups, entry_ratings, tournament_course
from tournaments.events.services import (
    entry_add,
    entry_come_back,
    entry_withdraw,
    line_up_set,
    tournament_compare,
    tournament_create,
    tournament_draw,
    tournaments_restore,
)
from tournaments.exchange.errors import InvalidEntrants
from tournaments.exchange.rules.entrants import read_entrants
from tournaments.exchange.services import entries_import
from tournaments.formats.seeding.order import Seeding

pytestmark = pytest.mark.django_db


def group(kind, name, size):
    """A pair or a team whose members have logins."""
    members = [PlayerFactory(name=f"{name} {number}", user=UserFactory()) for number in range(1, size + 1)]
    return player_create(actor=UserFactory(), name=name, kind=kind, members=members)


def announce(club, director, **how):
    return tournament_create(
        actor=director, club=club, name="Cup", **{"lengths": (5,), "regulations": {"silence": None}, **how}
    )


def enter(cup, director, player):
    return entry_add(actor=director, tournament_id=cup.pk, player=player)


def draw(cup, director, entries):
    tournament_draw(
        actor=director,
        tournament_id=cup.pk,
        seeding=Seeding.MANUAL,
        seeded=[entry.pk for entry in entries],
        seed="test",
    )
    work_off()
    cup.refresh_from_db()


class Setting(NamedTuple):
    director: User
    club: Club
    teams: list[Player]
    league: Tournament | None


def three_teams():
    director = UserFactory(username="director")
    club = club_create(actor=director, name="Golden Club")
    teams = [group("team", name, 4) for name in ("Red", "Blue", "Green")]
    return Setting(director, club, teams, None)


def three_teams_drawn():
    setting = made_once("three teams", three_teams)
    cup = announce(setting.club, setting.director, format="teams", format_options={"boards": 3})
    draw(cup, setting.director, [enter(cup, setting.director, team) for team in setting.teams])
    return setting._replace(league=cup)


@pytest.fixture
def setting(db, request):
    if "league" in request.fixturenames:
        return made_once("a league of three teams", three_teams_drawn)
    return made_once("three teams", three_teams)


@pytest.fixture
def director(setting):
    return setting.director


@pytest.fixture
def club(setting):
    return setting.club


@pytest.fixture
def teams(setting):
    """Red, Blue and Green, of four each."""
    return setting.teams


@pytest.fixture
def league(setting):
    """All three, on three boards, drawn: Red and Blue meet first."""
    return setting.league


def report(director, fixture, one_won, score=None):
    points = score or ((5, 1) if one_won else (1, 5))
    report_submit(match_id=fixture.match_id, actor=director, score=points, now=NOON)
    work_off()


def first_match(cup):
    """The boards of the match of teams that is played first, in order."""
    key = cup.fixtures.order_by("pk").first().key.rpartition("-B")[0]
    return list(cup.fixtures.filter(key__startswith=f"{key}-B", void=False).order_by("board"))


# -- Who enters


@pytest.mark.parametrize(
    ("entrants", "fits"), [("singles", "person"), ("doubles", "pair"), ("teams", "team")]
)
def test_who_enters_is_what_the_tournament_is_for(club, director, entrants, fits):
    format = "teams" if entrants == "teams" else "swiss"
    cup = announce(club, director, format=format, entrants=entrants)
    assert cup.entrants == entrants
    players = {"person": PlayerFactory(), "pair": group("pair", "Duo", 2), "team": group("team", "Red", 3)}
    for kind, player in players.items():
        if kind != fits:
            with pytest.raises(WrongEntrants, match=f"{player.name} is a {kind}"):
                enter(cup, director, player)
    assert enter(cup, director, players[fits]).player == players[fits]


@pytest.mark.parametrize(("format", "entrants"), [("teams", "singles"), ("swiss", "teams")])
def test_teams_play_the_format_of_teams(club, director, format, entrants):
    with pytest.raises(WrongEntrants, match=entrants):
        announce(club, director, format=format, entrants=entrants)
    assert announce(club, director, format="teams").entrants == "teams"
    assert announce(club, director).entrants == "singles"


@pytest.mark.parametrize("kind", ["pair", "team"])
def test_nobody_enters_twice_through_others(club, director, kind):
    how = {"format": "teams"} if kind == "team" else {"entrants": "doubles"}
    cup = announce(club, director, **how)
    one, two = group(kind, "Red", 3 if kind == "team" else 2), [PlayerFactory() for _ in range(2)]
    both = [one.persons[1], *two][: 3 if kind == "team" else 2]
    other = player_create(actor=director, name="Blue", kind=kind, members=both)
    entry = enter(cup, director, one)
    with pytest.raises(AlreadyEntered, match="Red 2 is already entered in Cup, with Red") as refused:
        enter(cup, director, other)
    assert refused.value.data == {"player": one.persons[1].pk, "entry": entry.pk}
    entry_withdraw(actor=director, tournament_id=cup.pk, entry_id=entry.pk)
    enter(cup, director, other)
    with pytest.raises(AlreadyEntered, match="with Blue"):
        entry_come_back(actor=director, tournament_id=cup.pk, entry_id=entry.pk)


def test_a_team_has_a_player_for_every_board(club, director):
    cup = announce(club, director, format="teams", format_options={"boards": 4})
    with pytest.raises(TooFewMembers, match="3 members") as refused:
        enter(cup, director, group("team", "Red", 3))
    assert refused.value.data["boards"] == 4


def test_a_member_enters_and_withdraws_the_team_and_a_stranger_does_not(club, director):
    cup = announce(club, director, format="teams")
    team = group("team", "Red", 3)
    with pytest.raises(NotAllowed):
        enter(cup, UserFactory(), team)
    entry = enter(cup, team.persons[2].user, team)
    entry_withdraw(actor=team.persons[0].user, tournament_id=cup.pk, entry_id=entry.pk)


def test_an_entered_team_only_grows_and_by_nobody_who_is_entered(club, director, teams):
    cup = announce(club, director, format="teams")
    for team in teams[:2]:
        enter(cup, director, team)
    red, captain = teams[0], teams[0].persons[0].user
    for members in (red.persons[1:], red.persons[::-1], [PlayerFactory(), *red.persons]):
        with pytest.raises(MembersFixed, match="Red 1, Red 2"):
            player_edit(actor=captain, player_id=red.pk, members=members)
    more = [*red.persons, teams[1].persons[0]]
    with pytest.raises(AlreadyEntered, match="Blue 1 is already entered in Cup, with Blue"):
        player_edit(actor=captain, player_id=red.pk, members=more)
    more = [*red.persons, teams[2].persons[0]]
    player_edit(actor=captain, player_id=red.pk, members=more)
    assert Player.objects.get(pk=red.pk).persons == more


def test_a_pair_that_is_entered_is_fixed(club, director):
    cup, pair = announce(club, director, entrants="doubles"), group("pair", "Duo", 2)
    enter(cup, director, pair)
    members = [pair.persons[0], PlayerFactory()]
    with pytest.raises(MembersFixed, match="Enter a new pair"):
        player_edit(actor=pair.persons[0].user, player_id=pair.pk, members=members)


@pytest.mark.parametrize(
    ("how", "row", "refusal", "why"),
    [
        ({"entrants": "doubles"}, "name\nAnn\n", SinglesOnly, "one by one"),
        ({"format": "teams"}, "name\nAnn\n", SinglesOnly, "one by one"),
        ({}, "name,player\nRed,%s\n", InvalidEntrants, "Red is a team"),
    ],
)
def test_a_file_names_persons(club, director, teams, how, row, refusal, why):
    cup = announce(club, director, **how)
    entrants = read_entrants(row.replace("%s", str(teams[0].pk)), 9)
    with pytest.raises(refusal, match=why):
        entries_import(actor=director, tournament_id=cup.pk, entrants=entrants)
    assert not Entry.objects.exists()


# -- Doubles


def test_doubles_are_played_from_the_draw_to_the_rating(club, director):
    cup = announce(club, director, entrants="doubles")
    pairs = [group("pair", name, 2) for name in ("Ann", "Bob")]
    draw(cup, director, [enter(cup, director, pair) for pair in pairs])
    match = fixture_at(cup, "R1-M1").match
    one, two = match.players
    assert list(matches_undecided(one.persons[1].user)) == [match]
    said = report_submit(match_id=match.pk, actor=one.persons[1].user, score=(5, 2), now=NOON)
    work_off()
    report_answer(report_id=said.pk, actor=two.persons[0].user, agrees=True, now=NOON)
    work_off()
    cup.refresh_from_db()
    assert tournament_course(cup).champion.player == one
    assert {row.player for row in RatingStanding.objects.all()} == {one, two}


# -- Matches of teams


def test_a_match_of_teams_is_one_match_on_every_board(league, teams):
    boards = first_match(league)
    assert [board.board for board in boards] == [1, 2, 3]
    for side in ("one", "two"):
        team = getattr(boards[0], side).player
        assert [getattr(board.match, side) for board in boards] == team.persons[:3]
    slot = next(slot for round in tournament_course(league).rounds for slot in round.slots if slot.boards)
    assert [board.pk for board in slot.boards] == [board.pk for board in boards]
    assert slot.fixture is None
    assert not slot.is_walkover


def test_the_boards_decide_the_match_and_match_points_come_before_boards(league, director):
    boards = first_match(league)
    for board, one_won in zip(boards, (True, False, True), strict=True):
        report(director, board, one_won)
    course = tournament_course(league)
    slot = next(slot for round in course.rounds for slot in round.slots if slot.boards)
    assert slot.winner == boards[0].one
    assert slot.boards_won == (2, 1)
    table = {row.entry: row for row in course.standings}
    assert (table[boards[0].one].place.points, table[boards[0].two].place.points) == (1, 0)
    figures = {figure.code: figure.value for figure in table[boards[0].two].place.figures}
    assert figures["points_won"] == 1
    assert tournament_compare(league.pk, repair=False) == []


def test_a_league_of_teams_is_played_to_its_end(league, director):
    while match := Match.objects.filter(fixture__tournament=league, state="open").first():
        report(director, match.fixture, match.fixture.board != 2)
    league.refresh_from_db()
    assert league.state == "finished"
    assert league.fixtures.count() == 9
    assert tournament_compare(league.pk, repair=False) == []
    assert all(row.place.clinched for row in tournament_course(league).standings)


def test_a_level_knockout_goes_to_one_board_more_between_the_first_players(club, director, teams):
    options = {"event": {"format": "single_elimination"}, "boards": 2, "level": "decider"}
    cup = announce(club, director, format="teams", format_options=options)
    draw(cup, director, [enter(cup, director, team) for team in teams[:2]])
    for board, one_won in zip(first_match(cup), (True, False), strict=True):
        report(director, board, one_won)
    extra = fixture_at(cup, "R1-M1-B3")
    assert [extra.match.one, extra.match.two] == [extra.one.player.persons[0], extra.two.player.persons[0]]
    assert tournament_course(cup).champion is None
    report(director, extra, one_won=False)
    cup.refresh_from_db()
    assert tournament_course(cup).champion == extra.two
    assert cup.state == "finished"


def test_a_correction_takes_the_board_that_decides_back(club, director, teams):
    options = {"event": {"format": "single_elimination"}, "boards": 2, "level": "decider"}
    cup = announce(club, director, format="teams", format_options=options)
    draw(cup, director, [enter(cup, director, team) for team in teams[:2]])
    boards = first_match(cup)
    for board, one_won in zip(boards, (True, False), strict=True):
        report(director, board, one_won)
    correct = {"kind": ResultKind.PLAYED, "points": (5, 0), "now": NOON}
    preview = ruling_preview(match_id=boards[1].match_id, actor=director, **correct)
    ruling = ruling_make(
        match_id=boards[1].match_id, actor=director, reason="Misread.", preview=preview.token, **correct
    )
    work_off()
    assert cup.fixtures.get(key="R1-M1-B3").void
    assert tournament_course(cup).champion == boards[0].one
    undo = ruling_undo_preview(ruling_id=ruling.pk, actor=director, now=NOON)
    ruling_undo(ruling_id=ruling.pk, actor=director, reason="No.", preview=undo.token, now=NOON)
    work_off()
    assert not cup.fixtures.get(key="R1-M1-B3").void
    assert tournament_compare(cup.pk, repair=False) == []


def test_a_team_that_leaves_gives_up_the_boards_it_has_not_played(league, director):
    boards = first_match(league)
    report(director, boards[0], one_won=False)
    entry_withdraw(actor=director, tournament_id=league.pk, entry_id=boards[0].two_id)
    work_off()
    assert [fixture_at(league, board.key).match.result.kind for board in boards] == [
        "played",
        "walkover",
        "walkover",
    ]
    assert tournament_compare(league.pk, repair=False) == []


# -- Line-ups and substitutes


def line_up(cup, actor, entry, players):
    return line_up_set(actor=actor, tournament_id=cup.pk, entry_id=entry.pk, players=players, now=NOON)


def test_a_line_up_counts_for_the_matches_set_up_from_then_on(league, director, teams):
    boards = first_match(league)
    red = boards[0].one
    wanted = [red.player.persons[number] for number in (3, 0, 2)]
    line_up(league, red.player.persons[1].user, red, wanted)
    assert entry_line_ups(league, [red]) == {red.pk: wanted}
    for board in first_match(league):
        assert board.match_id in {before.match_id for before in boards}
        report(director, board, one_won=True)
    later = league.fixtures.filter(one=red).exclude(pk__in=[board.pk for board in boards])
    later = later or league.fixtures.filter(two=red).exclude(pk__in=[board.pk for board in boards])
    while not later.exists():
        match = Match.objects.filter(fixture__tournament=league, state="open").first()
        report(director, match.fixture, one_won=True)
    side = "one" if later[0].one_id == red.pk else "two"
    assert [getattr(board.match, side) for board in later.order_by("board")] == wanted


def test_a_substitute_comes_in_where_a_board_was_ruled_void(league, director):
    boards = first_match(league)
    red, substitute = boards[0].one, boards[0].one.player.persons[3]
    line_up(league, director, red, [red.player.persons[0], substitute, red.player.persons[2]])
    preview = ruling_preview(match_id=boards[1].match_id, actor=director, kind=ResultKind.VOID, now=NOON)
    ruling = ruling_make(
        match_id=boards[1].match_id,
        actor=director,
        kind=ResultKind.VOID,
        reason="Ill.",
        preview=preview.token,
        now=NOON,
    )
    work_off()
    again = fixture_at(league, boards[1].key)
    assert again.pk != boards[1].pk
    assert (again.match.one, again.match.two) == (substitute, boards[1].match.two)
    assert fixture_at(league, boards[0].key).pk == boards[0].pk
    undo = ruling_undo_preview(ruling_id=ruling.pk, actor=director, now=NOON)
    ruling_undo(ruling_id=ruling.pk, actor=director, reason="Well again.", preview=undo.token, now=NOON)
    work_off()
    assert fixture_at(league, boards[1].key).pk == boards[1].pk
    assert tournament_compare(league.pk, repair=False) == []


def test_nobody_sits_on_two_boards_when_a_board_is_set_up_anew(league, director):
    """The line-up has changed since: whom it wants on board 1 sits on board 2 already."""
    boards = first_match(league)
    red = boards[0].one
    line_up(league, director, red, [red.player.persons[number] for number in (1, 2, 0)])
    of = {"match_id": boards[0].match_id, "actor": director, "kind": ResultKind.VOID, "now": NOON}
    preview = ruling_preview(**of)
    ruling_make(**of, reason="A wrong start.", preview=preview.token)
    work_off()
    playing = {board.match.one for board in first_match(league)}
    assert playing == {*red.player.persons[:3]}


@pytest.mark.parametrize(
    ("numbers", "why"),
    [((0, 1), "3 boards; these are 2"), ((0, 1, 1), "Red 2 is named twice"), ((0, 1, -1), "not of Red")],
)
def test_a_line_up_is_of_members_each_on_one_board(league, director, teams, numbers, why):
    red = league.entries.get(player=teams[0])
    players = [*red.player.persons, PlayerFactory(name="Stranger")]
    with pytest.raises(InvalidLineUp, match=why):
        line_up(league, director, red, [players[number] for number in numbers])
    assert not LineUp.objects.exists()


def test_nobody_lines_up_for_himself_or_for_strangers(club, director, league, teams):
    single = announce(club, director)
    entry = enter(single, director, PlayerFactory())
    with pytest.raises(InvalidLineUp, match="nobody lines up"):
        line_up(single, director, entry, [entry.player])
    red = league.entries.get(player=teams[0])
    with pytest.raises(NotAllowed):
        line_up(league, teams[1].persons[0].user, red, red.player.persons[:3])


def test_a_line_up_is_a_fact_that_names_the_players(league, director, teams, django_assert_num_queries):
    red = league.entries.get(player=teams[0])
    for _ in range(3):
        line_up(league, red.player.persons[0].user, red, red.player.persons[:3])
    facts = fact_list(director, league).order_by("-serial")
    with django_assert_num_queries(3):
        sentences = [(fact.recorded_as, fact.sentence) for fact in facts[:3]]
    assert sentences == [("player", "Red lines up: Red 1, Red 2, Red 3.")] * 3


def test_an_export_of_the_tournament_holds_the_members_and_can_be_read(league, director, teams):
    red = league.entries.get(player=teams[0])
    line_up(league, director, red, red.player.persons[1:])
    lines = list(export_rows(league.pk))
    file = BytesIO(b"".join(chain_lines(lines, {"tournament": league.pk})))
    assert len(list(read_again(file))) == len(lines)
    kinds = Counter(kind for kind, _ in lines)
    assert (kinds["member"], kinds["player"], kinds["lineup"]) == (12, 15, 1)


@pytest.mark.parametrize("column", ["players", "board"])
def test_a_rebuild_finds_who_plays_for_a_team_that_is_not_of_it(league, director, teams, column):
    red = league.entries.get(player=teams[0])
    if column == "players":
        stranger = teams[1].persons[0].pk
        LineUp.objects.create(entry=red, players=[*[person.pk for person in teams[0].persons[:2]], stranger])
    else:
        board = league.fixtures.first()
        league.fixtures.filter(pk=board.pk).update(two=red if board.one_id != red.pk else board.one_id)
    with pytest.raises(ExportContradicts, match="line-up" if column == "players" else "between its entries"):
        tournaments_restore()


# -- Seeding, API, pages


def test_a_team_is_seeded_by_the_mean_of_its_members(league, teams):
    red = league.entries.get(player=teams[0])
    StandingFactory(player=red.player.persons[0], value=1900)
    assert entry_ratings([red]) == {red.pk: 1600}


def test_a_team_event_over_the_api(club, director, teams):
    client = api_as(director)
    options = {"event": {"format": "swiss", "options": {"rounds": 2}}, "boards": 2}
    body = {"club": club.pk, "name": "Cup", "lengths": [5], "format": "teams", "format_options": options}
    cup = client.post("/api/v1/tournaments/", body).json()
    assert cup["entrants"] == "teams"
    base = f"/api/v1/tournaments/{cup['id']}/"
    entries = [client.post(f"{base}entries/", {"player": team.pk}).json() for team in teams[:2]]
    numbers = [person.pk for person in teams[0].persons[2:]]
    named = client.post(f"{base}line-ups/", {"entry": entries[0]["id"], "players": numbers})
    assert named.status_code == 201
    assert [row["id"] for row in named.json()["players"]] == numbers
    refused = client.post(f"{base}line-ups/", {"entry": entries[0]["id"], "players": numbers[:1]})
    assert (refused.status_code, refused.json()["code"]) == (422, "invalid_line_up")
    shown = client.get(f"{base}line-ups/").json()["results"]
    assert [len(row["players"]) for row in shown] == [2, 2]
    client.post(f"{base}draw/", {"seeding": "random"})
    work_off()
    (slot,) = client.get(f"{base}bracket/").json()[0]["slots"]
    assert slot["match"] is None
    assert [board["board"] for board in slot["boards"]] == [1, 2]
    rows = client.get(f"{base}pairings.csv").content.decode().splitlines()
    assert len(rows) == 3
    assert "Red 3" in rows[1]


def test_the_page_shows_the_boards_of_a_match_of_teams(client, league, director):
    boards = first_match(league)
    report(director, boards[0], one_won=True)
    page = client.get(f"/tournaments/{league.pk}/").content.decode()
    assert page.count('<ol class="boards">') >= 1
    for board in boards:
        assert f'href="/matches/{board.match_id}/"' in page
    one, two = boards[0].match.players
    assert f"{one.name} – {two.name} <span>5–1</span></a>" in page
