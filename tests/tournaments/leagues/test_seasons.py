"""Leagues played through the services, season after season, and what corrections mean to them."""

import pytest
from django.utils import translation

from matches.accounts.errors import NotAllowed
from matches.facts.selectors import fact_list
from matches.players.errors import UnknownPlayer
from matches.players.models import Player
from matches.work.models import Outbox
from tests.conftest import fixture_at, work_off
from tests.consent import club_appoint, player_create, player_edit
from tests.factories import PlayerFactory, TournamentFactory, UserFactory
from tests.tournaments.events.test_corrections import correct, undo
from tournaments.clubs.errors import AlreadyEntered
from tournaments.events.errors import WrongEntrants
from tournaments.events.models import Entry, Tournament
from tournaments.events.services import (
    entry_add,
    entry_come_back,
    entry_substitute,
    entry_withdraw,
    tournament_tiebreaks_set,
)
from tournaments.exchange.errors import InvalidEntrants
from tournaments.exchange.rules.entrants import read_entrants
from tournaments.exchange.services import entries_import
from tournaments.formats.errors import FormatMisfit
from tournaments.formats.seeding.order import Seeding
from tournaments.leagues.errors import InvalidDivisions, PlacesShared, SeasonRunning, SeasonStale
from tournaments.leagues.models import Division, League, Season
from tournaments.leagues.rules import Claims, Move
from tournaments.leagues.selectors import season_following, season_list, season_shown
from tournaments.leagues.services import division_name, season_open, season_preview

from .seasons import by_strength, in_a_ring, league_of, numbers, opened, play, play_all

pytestmark = pytest.mark.django_db


def playing(season):
    """Names by division, as the season opened."""
    return [
        "".join(entry.player.name[0] for entry in division.opened_with)
        for division in season.divisions.order_by("number")
    ]


def named(following):
    return ["".join(player.name[0] for player in division) for division in following.divisions]


def shown(league, number):
    return season_shown(season_list(league).get(number=number))


def table(shown):
    return [
        [(row.place.first, row.entry.player.name, row.move) for row in table.rows] for table in shown.tables
    ]


def preview(league, director, **claims):
    return season_preview(actor=director, league_id=league.pk, claims=Claims(**claims))


# -- Three seasons


def test_three_seasons_of_a_league(league, director, field):
    dai, eva = field[3:5]
    first = opened(league, director, players=tuple(player.pk for player in field), sizes=(4, 4))
    assert playing(first) == ["ABCD", "EFGH"]
    names = list(Tournament.objects.order_by("pk").values_list("name", "format", "state", "lengths"))
    assert names == [
        (f"Thursday League, Season 1, Division {number}", "round_robin", "running", [3]) for number in (1, 2)
    ]
    play_all(first, director, field)
    assert table(shown(league, 1)) == [
        [(1, "Ann", None), (2, "Bob", None), (3, "Cem", None), (4, "Dai", Move.DOWN)],
        [(1, "Eva", Move.UP), (2, "Fay", None), (3, "Gus", None), (4, "Hal", None)],
    ]
    following = preview(league, director)
    assert (named(following), following.number) == (["ABCE", "DFGH"], 2)
    assert [(moved.player, moved.division) for moved in following.rising_players] == [(eva, 1)]
    assert [(moved.player, moved.division) for moved in following.falling_players] == [(dai, 2)]

    second = opened(league, director)
    assert playing(second) == named(following)
    assert [move for rows in table(shown(league, 1)) for *_, move in rows if move] == [Move.DOWN, Move.UP]
    play_all(second, director, field[::-1])
    zoe, yas = PlayerFactory(name="Zoe"), PlayerFactory(name="Yas")
    third = opened(league, director, withdrawn=(eva.pk,), newcomers=(zoe.pk, yas.pk))
    # Eva won the first division and leaves; Hal won the second and goes up, Ann goes down and is drawn back.
    assert playing(third) == ["CBHA", "GFDZY"]
    seen = shown(league, 3)
    assert (seen.withdrawn, seen.newcomers, seen.next) == ([eva], [zoe, yas], None)
    assert table(shown(league, 2))[0] == [
        (1, "Eva", None), (2, "Cem", None), (3, "Bob", None), (4, "Ann", None),
    ]  # fmt: skip
    assert table(shown(league, 2))[1][0] == (1, "Hal", Move.UP)
    assert shown(league, 2).otherwise == []
    assert Season.objects.count() == 3
    sentences = [fact.sentence for fact in fact_list(director, league)[:100]]
    assert sentences[:3] == [
        "Season 1 opens.",
        "Division 1 plays Thursday League, Season 1, Division 1.",
        "Division 2 plays Thursday League, Season 1, Division 2.",
    ]
    assert len(sentences) == 9


def test_a_season_may_have_a_name_and_be_left_open(league, director, field):
    season = season_open(
        actor=director,
        league_id=league.pk,
        claims=Claims(divisions=numbers([field[:2], field[2:5]])),
        name="Autumn",
        draw=False,
    )
    cups = [division.tournament for division in season.divisions.order_by("number")]
    assert [cup.name for cup in cups] == [f"Thursday League, Autumn, Division {n}" for n in (1, 2)]
    assert {cup.state for cup in cups} == {"open"}
    assert [row.entry.player for row in shown(league, 1).tables[1].rows] == field[2:5]
    assert {row.place for table in shown(league, 1).tables for row in table.rows} == {None}
    with pytest.raises(SeasonRunning, match="Autumn, Division 1, Thursday League, Autumn, Division 2"):
        preview(league, director)


def test_everything_of_the_announcement_is_played(club, director, field):
    how = {
        "format": "swiss",
        "format_options": {"rounds": 2},
        "lengths": [3, 5],
        "rounds": [{"round": 2, "tables": [4]}],
        "variant": "nackgammon",
        "regulations": {"silence": None},
        "rated": False,
        "tiebreaks": ["wins", "lots"],
        "pairings_need_approval": True,
    }
    league = league_of(club, director, **how)
    season = opened(league, director, divisions=numbers([field[:4], field[4:]]))
    for division in season.divisions.all():
        cup = division.tournament
        assert {name: getattr(cup, name) for name in how} == {name: getattr(league, name) for name in how}
        assert cup.club == club
        assert cup.created_by == director
        assert cup.draw.seeding == Seeding.MANUAL


# -- Places that decide


@pytest.fixture
def tied(league, director, field):
    """A season in which all three of the second division share its first place."""
    season = opened(league, director, divisions=numbers([field[:3], field[3:6]]))
    top, second = season.divisions.order_by("number")
    play(top, director, by_strength(field))
    play(second, director, in_a_ring(field[3:6]))
    return season


def test_a_shared_place_that_decides_is_refused_with_what_to_do(tied, league, director, field):
    second = tied.divisions.get(number=2).tournament
    dai, eva, fay = field[3:6]
    assert [row.move for row in shown(league, 1).tables[1].rows] == [None, None, None]
    with pytest.raises(PlacesShared) as refused:
        preview(league, director)
    assert "Dai, Eva, Fay share a place of Thursday League, Season 1, Division 2" in str(refused.value)
    assert f"POST /api/v1/tournaments/{second.pk}/tiebreaks/, lots last" in str(refused.value)
    assert refused.value.data == {"tournament": second.pk, "players": [dai.pk, eva.pk, fay.pk]}


def test_the_director_breaks_the_tie_of_who_shares_a_place(tied, league, director, field):
    following = preview(league, director, order=(field[4].pk,))
    assert named(following) == ["ABE", "CDF"]
    season = opened(league, director, order=(field[4].pk,))
    assert playing(season) == ["ABE", "CDF"]
    assert season.tie_order == [field[4].pk]
    assert shown(league, 1).otherwise == []


def test_lots_break_the_tie_of_who_shares_a_place(tied, league, director, field):
    second = tied.divisions.get(number=2).tournament
    tournament_tiebreaks_set(
        actor=director,
        tournament_id=second.pk,
        tiebreaks=["head_to_head", "lots"],
        reason="One goes up.",
    )
    work_off()
    up = shown(league, 1).tables[1].rows[0]
    assert (up.place.first, up.place.last, up.move) == (1, 1, Move.UP)
    season = opened(league, director)
    assert playing(season)[0] == "AB" + up.entry.player.name[0]


def test_no_tie_needs_breaking_where_all_stay_together(tied, league, director, field):
    following = preview(league, director, sizes=(6,))
    assert named(following) == ["ABDCEF"]


# -- Corrections after the next season opened


def test_a_correction_says_that_others_would_play_elsewhere_and_moves_nobody(
    two_seasons, league, director, field
):
    first, second = two_seasons
    assert shown(league, 1).otherwise == []
    top = first.divisions.get(number=1).tournament
    match = next(
        fixture.match
        for fixture in top.fixtures.select_related("match")
        if {fixture.match.one, fixture.match.two} == {field[2], field[3]}
    )
    points = (0, 3) if match.one == field[2] else (3, 0)
    ruling = correct(match, director, points=points)
    seen = shown(league, 1)
    assert [(each.player.name, each.plays, each.would) for each in seen.otherwise] == [
        ("Cem", 1, 2),
        ("Dai", 2, 1),
    ]
    assert seen.reopened == []
    assert playing(second) == ["ABCE", "DFGH"]
    # What became of them stays what it was: Dai, now third, is in the second division.
    assert [row.move for row in seen.tables[0].rows] == [None, None, Move.DOWN, None]
    assert [row.entry.player.name for row in seen.tables[0].rows] == ["Ann", "Bob", "Dai", "Cem"]
    undo(ruling, director)
    assert shown(league, 1).otherwise == []


def test_a_correction_that_has_a_division_run_again_is_reported(two_seasons, league, director, field):
    first, second = two_seasons
    bottom = first.divisions.get(number=2).tournament
    correct(fixture_at(bottom, "R1-M1").match, director, kind="void")
    seen = shown(league, 1)
    assert [division.number for division in seen.reopened] == [2]
    assert seen.otherwise == []
    assert playing(second) == ["ABCE", "DFGH"]
    play_all(second, director, field)
    assert preview(league, director).number == 3


def test_a_correction_that_ties_leaves_who_is_tied_where_the_season_has_them(
    two_seasons, league, director, field
):
    """Bob, Cem and Dai, who went down, beat each other in a ring."""
    first, _ = two_seasons
    top = first.divisions.get(number=1).tournament
    for fixture in top.fixtures.select_related("match"):
        if {fixture.match.one, fixture.match.two} == {field[1], field[3]}:
            correct(fixture.match, director, points=(1, 3) if fixture.match.one == field[1] else (3, 1))
    assert [row.place.last for row in shown(league, 1).tables[0].rows] == [1, 4, 4, 4]
    assert shown(league, 1).otherwise == []


# -- Who stands in a division


def test_whose_place_somebody_took_has_left_the_league(league, director, field):
    season = opened(league, director, divisions=numbers([field[:2], field[2:4]]), draw=True)
    cup = season.divisions.get(number=2).tournament
    of = {"actor": director, "tournament_id": cup.pk}
    alternate = entry_add(**of, player=field[4], alternate=True)
    leaves = Entry.objects.get(tournament=cup, player=field[3])
    entry_substitute(**of, leaves_id=leaves.pk, comes_id=alternate.pk)
    work_off()
    play_all(season, director, field)
    following = preview(league, director)
    assert named(following) == ["AC", "BE"]
    assert following.left == [field[3]]
    with pytest.raises(InvalidDivisions, match=f"{field[3].pk} is in no division"):
        preview(league, director, withdrawn=(field[3].pk,))
    assert named(preview(league, director, newcomers=(field[3].pk,))) == ["AC", "BED"]


def test_nobody_enters_two_divisions_of_a_season(league, director, field):
    season = opened(league, director, divisions=numbers([field[:2], field[2:4]]), draw=False)
    top, second = (division.tournament for division in season.divisions.order_by("number"))
    of = {"actor": director, "tournament_id": second.pk}
    with pytest.raises(AlreadyEntered, match=r"Ann is already entered in .* Division 1"):
        entry_add(**of, player=field[0])
    entry_withdraw(actor=director, tournament_id=top.pk, entry_id=top.entries.get(player=field[0]).pk)
    entry_add(**of, player=field[0])
    with pytest.raises(AlreadyEntered):
        entry_come_back(actor=director, tournament_id=top.pk, entry_id=top.entries.get(player=field[0]).pk)
    assert playing(season) == ["AB", "CD"]
    # Elsewhere the same player may play.
    other = TournamentFactory(club=league.club)
    entry_add(actor=director, tournament_id=other.pk, player=field[0])


def test_nobody_plays_in_two_divisions_through_two_pairs(club, director, field):
    league = league_of(club, director, entrants="doubles")
    ann, bob, cem, dai, eva, *_ = field
    couples = [(ann, bob), (cem, dai), (eva, field[5]), tuple(field[6:]), (bob, ann)]
    pairs = [
        player_create(actor=director, name=f"Pair {number}", kind="pair", members=couple)
        for number, couple in enumerate(couples)
    ]
    with pytest.raises(InvalidDivisions, match="Ann would play with Pair 4 and with Pair 0"):
        preview(league, director, divisions=numbers([pairs[3:], pairs[:2]]))
    season = opened(league, director, divisions=numbers([pairs[:2], pairs[2:4]]), draw=False)
    second = season.divisions.get(number=2).tournament
    with pytest.raises(AlreadyEntered, match=r"Bob is already entered in .* Division 1, with Pair 0"):
        entry_add(actor=director, tournament_id=second.pk, player=pairs[4])


def test_a_preview_refuses_whom_opening_would(club, director, field):
    league = league_of(club, director, entrants="doubles")
    with pytest.raises(WrongEntrants, match="Ann is a person"):
        preview(league, director, divisions=numbers([field[:2]]))


def test_no_member_of_another_team_of_the_league_joins_between_two_seasons(club, director, field):
    league = league_of(club, director, format="teams", format_options={"boards": 2})
    teams = [
        player_create(actor=director, name=f"Team {at}", kind="team", members=field[at : at + 2])
        for at in (0, 2)
    ]
    season = opened(league, director, divisions=numbers([teams]))
    play_all(season, director, field)
    assert season.divisions.get().tournament.state == Tournament.State.FINISHED
    with pytest.raises(AlreadyEntered, match=r"Cem is already entered in .*, with Team 2"):
        player_edit(actor=field[0].user, player_id=teams[0].pk, members=[*field[:2], field[2]])
    assert preview(league, director).number == 2


def test_a_file_enters_nobody_in_two_divisions(league, director, field):
    season = opened(league, director, divisions=numbers([field[:2], field[2:4]]), draw=False)
    second = season.divisions.get(number=2).tournament
    entrants = read_entrants(f"player\n{field[0].pk}\n", 9)
    with pytest.raises(InvalidEntrants, match=r"Ann is already entered in .* Division 1"):
        entries_import(actor=director, tournament_id=second.pk, entrants=entrants)


def test_who_has_gone_over_to_another_division_stands_in_that_alone(club, director, field):
    """A Swiss takes late entries: Dai leaves the first division once it is drawn and joins the second."""
    league = league_of(club, director, format="swiss", format_options={"rounds": 1}, tiebreaks=["lots"])
    season = opened(league, director, divisions=numbers([field[:4], field[4:]]))
    top, second = (division.tournament for division in season.divisions.order_by("number"))
    entry_withdraw(actor=director, tournament_id=top.pk, entry_id=top.entries.get(player=field[3]).pk)
    entry_add(actor=director, tournament_id=second.pk, player=field[3])
    work_off()
    play_all(season, director, field)
    made = preview(league, director)
    assert sorted("".join(named(made))) == list("ABCDEFGH")
    assert [len(division) for division in made.divisions] == [3, 5]


# -- What is refused


def test_the_next_season_waits_for_every_division(league, director, field):
    season = opened(league, director, divisions=numbers([field[:2], field[2:4], field[4:6]]))
    first, second, third = season.divisions.order_by("number")
    play(second, director, by_strength(field))
    with pytest.raises(SeasonRunning) as refused:
        preview(league, director)
    assert refused.value.data == {"tournaments": [first.tournament_id, third.tournament_id]}
    assert "Not over yet: Thursday League, Season 1, Division 1, Thursday" in str(refused.value)
    play(first, director, by_strength(field))
    play(third, director, by_strength(field))
    assert preview(league, director).number == 2


def test_what_was_looked_at_is_what_is_opened(two_seasons, league, director, field):
    _, second = two_seasons
    play_all(second, director, field)
    looked = preview(league, director)
    assert looked.confirmation_token == preview(league, director).confirmation_token
    bottom = second.divisions.get(number=2).tournament
    for fixture in bottom.fixtures.select_related("match"):
        if field[3] in (fixture.match.one, fixture.match.two):
            correct(fixture.match, director, points=(0, 3) if fixture.match.one == field[3] else (3, 0))
    opening = {"actor": director, "league_id": league.pk, "claims": Claims()}
    with pytest.raises(SeasonStale):
        season_open(**opening, preview=looked.confirmation_token)
    assert Season.objects.count() == 2
    fresh = preview(league, director)
    season = season_open(**opening, preview=fresh.confirmation_token)
    assert playing(season) == named(fresh)


def counts():
    return [model.objects.count() for model in (Season, Division, Tournament, Entry, Outbox)]


def test_what_the_divisions_refuse_opens_nothing(club, director, field):
    pair = Player.objects.create(name="Ann / Bob", kind="pair")
    refusals = [
        (league_of(club, director), (*field[:2], pair), WrongEntrants),
        (league_of(club, director), [PlayerFactory() for _ in range(129)], FormatMisfit),
    ]
    for league, players, error in refusals:
        before = counts()
        with pytest.raises(error):
            opened(league, director, divisions=numbers([field[3:5], players]))
        assert counts() == before
    with pytest.raises(UnknownPlayer):
        opened(refusals[0][0], director, divisions=((field[0].pk, 10**9),))


def test_a_division_that_its_format_does_not_take_is_reported_beforehand(league, director, field):
    many = numbers([[PlayerFactory() for _ in range(129)]])
    with pytest.raises(FormatMisfit):
        preview(league, director, divisions=many)
    season = opened(league, director, divisions=numbers([field[:2]]))
    play_all(season, director, field)
    with pytest.raises(FormatMisfit):
        preview(league, director, newcomers=many[0])


def test_only_directors_open_seasons_and_look_ahead(league, director, field):
    stranger = UserFactory()
    claims = Claims(divisions=numbers([field[:2]]))
    for act in (season_open, season_preview):
        with pytest.raises(NotAllowed):
            act(actor=stranger, league_id=league.pk, claims=claims)
    with pytest.raises(NotAllowed):
        league_of(league.club, stranger)
    club_appoint(actor=director, club=league.club, user=stranger, role="director")
    assert opened(league, stranger, divisions=numbers([field[:2]])).recorded_by == stranger


def test_a_league_of_brackets_shares_places_too(club, director, field):
    """The losers of the semi-finals share the third place, and one of four goes down."""
    league = league_of(club, director, format="single_elimination")
    season = opened(league, director, divisions=numbers([field[:4], field[4:]]))
    play_all(season, director, field)
    with pytest.raises(PlacesShared, match="To go on, name them in `order`") as refused:
        preview(league, director)
    shared = refused.value.data["players"]
    following = season_following(league, Claims(order=tuple(shared)))
    assert following.falling_players[0].player.pk == shared[1]


def test_the_tournament_of_a_division_is_called_in_the_language_of_whoever_opens_the_season():
    season = Season(league=League(name="木曜リーグ"), number=2)
    with translation.override("ja"):
        assert division_name(season, 1) == "木曜リーグ・第2シーズン・1部"
    season.name = "Spring"
    assert division_name(season, 3) == "木曜リーグ, Spring, Division 3"
