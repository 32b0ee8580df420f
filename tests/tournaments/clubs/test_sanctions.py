"""Sanctions: whose matches count in which ratings, what another sanction changes, and no way round them."""

from datetime import timedelta

import pytest
from django.test import Client

from matches.accounts.errors import NotAllowed
from matches.play.errors import AppealHeardByStaff, PreviewMissing, PreviewStale
from matches.play.models import Match, Ruling
from matches.play.services import (
    committee_appoint,
    match_create,
    ruling_appeal,
    ruling_make,
    ruling_preview,
    seat_take,
    vote_cast,
)
from matches.players.models import Invitation
from matches.ratings.models import RatingEntry, RatingPool, RatingStanding
from matches.ratings.services import (
    EARLIEST,
    Elsewhere,
    rating_pool_open,
    rating_pools_compare,
    ratings_rebuild,
    results_import,
)
from tests.answers import assert_problem, rows_of_everything
from tests.conftest import NOON, api_as, director_reports, drawn_knockout, fixture_at, work_off
from tests.consent import accept_all
from tests.each import each
from tests.factories import PlayerFactory, RatingPoolFactory, UserFactory
from tests.test_concurrency import at_once
from tests.tournaments.leagues.seasons import by_strength, league_of, numbers, opened, play
from tournaments.clubs.errors import InvalidSanction, NotSanctioned
from tournaments.clubs.models import Club, Sanction
from tournaments.clubs.selectors import clubs_sanctioned, rating_pools_open_to
from tournaments.clubs.services import (
    club_create,
    club_edit_undo,
    club_player_record,
    club_rating_pool_open,
    club_remove,
    club_sanction,
    sanction_preview,
)
from tournaments.ladders.rules import Reply
from tournaments.ladders.services import challenge_answer, challenge_make, ladder_create, ladder_join
from tournaments.ponds.services import pond_create

pytestmark = pytest.mark.django_db

MINUTE = timedelta(minutes=1)


@pytest.fixture
def staff():
    return UserFactory(username="staff", is_staff=True)


@pytest.fixture
def mallory():
    return UserFactory(username="mallory")


@pytest.fixture
def national(staff):
    return rating_pool_open(actor=staff, name="National")


@pytest.fixture
def unsanctioned(club, mallory):
    """A club that came after the first."""
    return club_create(actor=mallory, name="Mallory's")


def rated(rating_pool=None):
    """The matches that moved a rating: of everybody unless a rating pool is named."""
    entries = RatingEntry.objects.filter(rating_pool__everybody=True)
    if rating_pool is not None:
        entries = RatingEntry.objects.filter(rating_pool=rating_pool)
    return set(entries.values_list("match", flat=True))


def standings():
    ratings = RatingStanding.objects.filter(rating_pool__everybody=True)
    return dict(ratings.values_list("player", "value"))


def everybody():
    return RatingPool.objects.get(everybody=True)


def played(club, director, field, minute=0):
    """A knockout of the club, the match of its final won by the first seed; every match rated."""
    cup = drawn_knockout(club, director, field, (5,))
    while (fixture := cup.fixtures.filter(match__state="open").order_by("pk").first()) is not None:
        director_reports(fixture.match, director, (5, 2), minute=minute)
        minute += 1
    return [fixture.match_id for fixture in cup.fixtures.order_by("pk")]


def withdraw(staff, club, since=None, **rest):
    terms = {"club": club, "sanctioned": False, "since": since, **rest}
    looked = sanction_preview(actor=staff, **terms)
    return club_sanction(actor=staff, reason="Ratings were made up.", preview=looked.token, **terms)


# -- Who is sanctioned


def test_the_first_club_is_sanctioned_by_its_founding_and_no_other(club, director, unsanctioned):
    fact = Sanction.objects.get()
    assert (fact.club, fact.rating_pool, fact.sanctioned, fact.since) == (club, None, True, EARLIEST)
    assert fact.recorded_by == director
    assert [*clubs_sanctioned(RatingPoolFactory())] == [club]


@pytest.mark.django_db(transaction=True)
def test_of_clubs_founded_at_once_one_is_the_first():
    founders = [UserFactory() for _ in range(4)]
    at_once(*[lambda user=user: club_create(actor=user, name=f"Club of {user}") for user in founders])
    assert Club.objects.count() == 4
    assert Sanction.objects.count() == 1


def test_a_founding_that_fails_sanctions_nothing(director):
    club_create(actor=director, name="Golden Club")
    with pytest.raises(Exception, match="a club named"):
        club_create(actor=UserFactory(), name="golden club")
    assert Sanction.objects.count() == 1


def test_staff_sanctions_for_everybody_whoever_manages_a_pool_for_it(
    club, director, staff, mallory, unsanctioned
):
    national = rating_pool_open(actor=staff, name="National")
    own = club_rating_pool_open(actor=director, club=club, name="Golden rating")
    for actor, rating_pool in ((director, None), (mallory, None), (director, national), (mallory, own)):
        with pytest.raises(NotAllowed, match="club_sanction"):
            club_sanction(actor=actor, club=unsanctioned, rating_pool=rating_pool)
    club_sanction(actor=director, club=unsanctioned, rating_pool=own)
    club_sanction(actor=staff, club=unsanctioned, rating_pool=national)
    for rating_pool in (None, RatingPoolFactory()):
        club_sanction(actor=staff, club=unsanctioned, rating_pool=rating_pool)
    assert Sanction.objects.filter(club=unsanctioned).count() == 3, "those of everybody have clubs in common"
    assert {pool.name for pool in rating_pools_open_to(unsanctioned)} == {"National", "Golden rating"}


def test_a_sanction_that_cannot_be(club, director, staff, unsanctioned):
    own = club_rating_pool_open(actor=director, club=club, name="Golden rating")
    before = rows_of_everything()
    for says, terms in (
        ("manages Golden rating, and what it plays counts there always", {"club": club, "rating_pool": own}),
        ("between 1900-01-01 and now", {"club": unsanctioned, "since": EARLIEST - MINUTE}),
        ("between 1900-01-01 and now", {"club": unsanctioned, "since": NOON + MINUTE}),
        ("Say why", {"club": club, "sanctioned": False}),
    ):
        with pytest.raises(InvalidSanction, match=says):
            club_sanction(actor=staff, now=NOON, **terms)
    assert rows_of_everything() == before


# -- What counts


def test_the_matches_of_a_club_count_from_its_sanction_on(
    club, director, staff, mallory, unsanctioned, players
):
    field = players(4)
    own = club_rating_pool_open(actor=mallory, club=unsanctioned, name="Mallory's rating")
    before = played(unsanctioned, mallory, field)
    assert (rated(), rated(own)) == (set(), set(before))
    club_sanction(actor=staff, club=unsanctioned, now=NOON + 10 * MINUTE)
    work_off()
    assert rated() == set()
    after = played(unsanctioned, mallory, field, minute=10)
    assert rated() == set(after)
    assert list(rating_pools_compare()) == []


def test_an_event_under_way_counts_no_more_once_its_club_is_not_sanctioned(club, director, staff, players):
    """Whatever was so when it was announced: who is trusted no more could go on for as long as it lasts."""
    national = rating_pool_open(actor=staff, name="National")
    club_sanction(actor=staff, club=club, rating_pool=national, now=NOON - MINUTE)
    cup = drawn_knockout(club, director, players(4), (5,))
    one, two = (fixture.match for fixture in cup.fixtures.order_by("pk"))
    director_reports(one, director, (5, 2))
    for rating_pool in (None, national):
        club_sanction(
            actor=staff, club=club, rating_pool=rating_pool, sanctioned=False, reason="No.", now=NOON + MINUTE
        )
    director_reports(two, director, (5, 2), minute=2)
    assert (rated(), rated(national)) == ({one.pk}, {one.pk})


@pytest.mark.parametrize("of", ["ladder", "league"])
def test_a_ladder_and_a_league_of_an_unsanctioned_club_move_nothing(club, mallory, unsanctioned, of):
    field = [PlayerFactory(user=UserFactory()) for _ in range(3)]
    if of == "ladder":
        row = ladder_create(actor=mallory, club=unsanctioned, name="Wall", kind="position", length=5)
        for player in field[:2]:
            ladder_join(actor=mallory, ladder_id=row.pk, player=player)
        made = challenge_make(actor=mallory, ladder_id=row.pk, challenger=field[1], challenged=field[0])
        match = challenge_answer(actor=mallory, challenge_id=made.pk, reply=Reply.ACCEPTED).match
        director_reports(match, mallory, (5, 0))
    else:
        season = opened(league_of(unsanctioned, mallory), mallory, divisions=numbers([field]))
        play(season.divisions.get(), mallory, by_strength(field))
    assert Match.objects.filter(state="final", rated=True).exists()
    assert rated() == set()
    assert standings() == {}


def test_a_rating_pool_of_everybody_opened_later_has_the_same_clubs(
    club, director, staff, unsanctioned, mallory, players
):
    field = players(4)
    counted = played(club, director, field)
    played(unsanctioned, mallory, field, minute=5)
    rating_pool = rating_pool_open(actor=staff, name="Elo of all", everybody=True, rating_system="elo")
    work_off()
    assert rated(rating_pool) == set(counted)


# -- Outside events


def test_who_is_not_staff_moves_no_rating_of_everybody_by_a_match_outside_events(club, director, staff):
    own = club_rating_pool_open(actor=director, club=club, name="Golden rating")
    two = [club_player_record(actor=director, club=club, name=name) for name in ("Kim", "Lea")]
    match = match_create(one=two[0], two=two[1], length=5, actor=director)
    director_reports(match, director, (5, 0))
    assert (rated(), rated(own)) == (set(), {match.pk}), "two profiles of one club count with that club"
    by_staff = match_create(one=two[0], two=two[1], length=5, actor=staff)
    director_reports(by_staff, staff, (5, 0), minute=1)
    assert (rated(), rated(own)) == ({by_staff.pk}, {match.pk})


def test_two_clubs_of_one_login_make_no_rating_of_their_profiles(club, director, unsanctioned, mallory):
    second = club_create(actor=mallory, name="Mallory's second")
    pools = [
        club_rating_pool_open(actor=mallory, club=each, name=f"Rating of {each.name}")
        for each in (unsanctioned, second)
    ]
    kim = club_player_record(actor=mallory, club=unsanctioned, name="Kim")
    lea = club_player_record(actor=mallory, club=second, name="Lea")
    match = match_create(one=kim, two=lea, length=99, actor=mallory)
    director_reports(match, mallory, (99, 0))
    assert RatingEntry.objects.count() == 0
    assert [pool.single_matches.count() for pool in pools] == [0, 0]


def test_a_match_with_oneself_or_against_a_stranger_is_not_rated(unsanctioned, mallory, players):
    (ann,) = players(1)
    own = PlayerFactory(name="Mallory", user=mallory)
    second = club_player_record(actor=mallory, club=unsanctioned, name="Mallory the other")
    for other in (ann, second):
        with pytest.raises(NotAllowed, match="match_rate"):
            match_create(one=own, two=other, length=5, actor=mallory)
    unrated = match_create(one=own, two=second, length=5, rated=False, actor=mallory)
    director_reports(unrated, mallory, (5, 0))
    assert RatingEntry.objects.count() == 0


def test_an_import_is_for_staff_and_names_no_club(unsanctioned, mallory, staff, players):
    ann, bob = players(2)
    results = [Elsewhere(ann.pk, bob.pk, 7, (7, 0), NOON - MINUTE)]
    with pytest.raises(NotAllowed, match="results_import"):
        results_import(actor=mallory, results=results, source="Mine.", now=NOON)
    (match,) = results_import(actor=staff, results=results, source="The open.", now=NOON)
    work_off()
    assert rated() == {match.pk}


# -- Attacks with two and three logins


def test_who_founds_a_club_and_enters_a_stranger_moves_nobody(club, director, unsanctioned, mallory, players):
    """Founded, entered, ruled 99-0, appealed against, heard by friends: the stranger stands as before."""
    field = players(4)
    played(club, director, field)
    before, ann = standings(), field[0]
    friends = [UserFactory(username=f"friend{number}") for number in range(3)]
    own = PlayerFactory(name="Mallory", user=mallory)
    cup = drawn_knockout(unsanctioned, mallory, [own, ann], (99,))
    match = cup.fixtures.get().match
    ruling = ruling_make(
        match_id=match.pk, actor=mallory, kind="played", points=(99, 0), reason="Mine.", now=NOON
    )
    work_off()
    assert standings() == before
    appeal = ruling_appeal(ruling_id=ruling.pk, actor=ann.user, reason="I was not there.", now=NOON)
    with pytest.raises(
        AppealHeardByStaff, match=r"Mallory's is not sanctioned .* the staff of the service decides"
    ):
        committee_appoint(appeal_id=appeal.pk, actor=mallory, members=friends, now=NOON)
    assert not Invitation.objects.exists()
    work_off()
    assert standings() == before


def test_a_committee_that_sits_already_hears_nothing_once_the_sanction_is_withdrawn(
    club, director, staff, knockout, players
):
    cup = knockout(4)
    match = fixture_at(cup, "R1-M1").match
    ruling = ruling_make(
        match_id=match.pk, actor=director, kind="forfeit", winner=0, reason="Late.", now=NOON
    )
    appeal = ruling_appeal(ruling_id=ruling.pk, actor=match.two.user, reason="I was there.", now=NOON)
    members = [UserFactory() for _ in range(3)]
    committee_appoint(appeal_id=appeal.pk, actor=director, members=members, now=NOON)
    (waiting, *_), _ = Invitation.objects.order_by("pk"), accept_all(NOON)
    withdraw(staff, club)
    with pytest.raises(AppealHeardByStaff):
        vote_cast(appeal_id=appeal.pk, actor=members[0], kind="forfeit", winner=0, reason="So.", now=NOON)
    with pytest.raises(AppealHeardByStaff):
        seat_take(waiting, NOON)


def test_staff_decides_the_appeal_and_the_director_no_more(unsanctioned, mallory, staff, players):
    field = players(2)
    match = drawn_knockout(unsanctioned, mallory, field, (5,)).fixtures.get().match
    ruling = ruling_make(
        match_id=match.pk, actor=mallory, kind="played", points=(5, 0), reason="Mine.", now=NOON
    )
    ruling_appeal(ruling_id=ruling.pk, actor=match.two.user, reason="I won it.", now=NOON)
    decided = ruling_make(
        match_id=match.pk, actor=staff, kind="played", points=(2, 5), reason="The record says so.", now=NOON
    )
    assert (decided.grounds, decided.appeal.ruling) == (Ruling.Grounds.STAFF, ruling)
    match.refresh_from_db()
    assert (match.state, match.result.winner) == ("final", 1)
    for who in (mallory, UserFactory()):
        with pytest.raises(Exception, match=r"its decision is final|may not do this"):
            ruling_preview(match_id=match.pk, actor=who, kind="played", points=(5, 0), now=NOON)


def test_a_withdrawn_club_corrects_nothing_that_is_rated(club, director, staff, players):
    """What was rated stays, and its officials cannot have it say something else."""
    (match,) = played(club, director, players(2))
    withdraw(staff, club)
    asked = {"match_id": match, "kind": "played", "points": (0, 5), "now": NOON + MINUTE}
    with pytest.raises(NotSanctioned, match=r"no longer sanctioned for Everybody.*Ask the staff"):
        ruling_preview(actor=director, **asked)
    looked = ruling_preview(actor=staff, **asked)
    with pytest.raises(NotSanctioned):
        ruling_make(actor=director, reason="Mine.", preview=looked.token, **asked)
    ruling_make(actor=staff, reason="A slip.", preview=looked.token, **asked)
    work_off()
    assert rated() == {match}, "a correction leaves a match where it counted"


def test_a_pond_s_director_is_asked_and_moves_no_rating(unsanctioned, mallory):
    pond = pond_create(actor=mallory, club=unsanctioned, name="Swim", director=UserFactory())
    assert pond.director == mallory
    assert Invitation.objects.get().kind == "pond_director"


# -- Taken out and put back


@pytest.fixture
def evening(club, director, players):
    """Two knockouts of the club, an hour apart: the matches of each."""
    field = players(4)
    return played(club, director, field), played(club, director, field, minute=60)


def test_what_was_rated_stays_unless_it_is_taken_out(club, staff, evening):
    before = standings()
    withdraw(staff, club)
    work_off()
    assert (rated(), standings()) == ({*evening[0], *evening[1]}, before)


def test_from_a_day_on_or_everything_is_taken_out_and_put_back_as_it_was(club, staff, evening):
    first, second = evening
    before = standings()
    withdraw(staff, club, since=NOON + 30 * MINUTE)
    work_off()
    assert rated() == set(first)
    withdraw(staff, club, since=EARLIEST)
    work_off()
    assert (rated(), standings()) == (set(), {})
    assert list(rating_pools_compare()) == []
    back = {"club": club, "since": EARLIEST}
    looked = sanction_preview(actor=staff, **back)
    assert (looked.taken_out, looked.put_back) == (0, len(first) + len(second))
    club_sanction(actor=staff, preview=looked.token, **back)
    work_off()
    assert standings() == before
    ratings_rebuild()
    assert standings() == before
    assert [fact.sanctioned for fact in Sanction.objects.order_by("serial")] == [True, False, False, True]


def test_the_preview_says_what_will_be(club, staff, evening):
    second = evening[1]
    terms = {"club": club, "sanctioned": False, "since": NOON + 30 * MINUTE}
    before, rows = standings(), rows_of_everything()
    looked = sanction_preview(actor=staff, **terms)
    assert rows_of_everything() == rows, "it changes nothing"
    assert (looked.taken_out, looked.put_back, looked.players) == (len(second), 0, 4)
    assert [match["id"] for match in looked.matches] == second[::-1]
    assert not any(match["counts"] for match in looked.matches)
    club_sanction(actor=staff, reason="So.", preview=looked.token, **terms)
    work_off()
    after = standings()
    said = {row["player"]["id"]: (row["before"], row["after"]) for row in looked.ratings}
    for player, (was, then) in said.items():
        assert was["rating"] == before[player]
        assert then["rating"] == after[player]
    assert {player for player in before if before[player] != after.get(player)} == said.keys()
    sizes = [abs(row["after"]["rating"] - row["before"]["rating"]) for row in looked.ratings]
    assert sizes == sorted(sizes, reverse=True)


def test_no_preview_or_that_of_something_else_takes_nothing_out(club, director, staff, evening, players):
    terms = {"club": club, "sanctioned": False, "since": EARLIEST}
    with pytest.raises(PreviewMissing, match=r"/api/v1/clubs/\d+/sanctions/preview/"):
        club_sanction(actor=staff, reason="So.", **terms)
    looked = sanction_preview(actor=staff, **terms)
    played(club, director, [PlayerFactory(), PlayerFactory()], minute=90)
    with pytest.raises(PreviewStale, match="other matches of Golden Club count"):
        club_sanction(actor=staff, reason="So.", preview=looked.token, **terms)
    assert Sanction.objects.count() == 1


def test_what_is_so_already_is_no_fact(club, staff, evening):
    club_sanction(actor=staff, club=club)
    assert Sanction.objects.count() == 1
    for _ in range(2):
        withdraw(staff, club)
    assert Sanction.objects.count() == 2


def test_a_preview_lists_fifty_and_counts_all(club, director, staff, monkeypatch, evening):
    monkeypatch.setattr("tournaments.clubs.services.sanctions.SHOWN", 2)
    looked = sanction_preview(actor=staff, club=club, sanctioned=False, since=EARLIEST)
    assert (len(looked.matches), len(looked.ratings)) == (2, 2)
    assert looked.taken_out == len(evening[0]) + len(evening[1])
    assert looked.players == 4


def test_where_very_much_counts_nobody_waits_for_whose_ratings_move(club, staff, monkeypatch, evening):
    count = len(evening[0]) + len(evening[1])
    withdraw(staff, club, since=EARLIEST)
    work_off()
    back = {"actor": staff, "club": club, "sanctioned": True, "since": EARLIEST}
    monkeypatch.setattr("matches.ratings.selectors.previews.REFOLDED_TO_LOOK", count)
    seen = sanction_preview(**back)
    assert (seen.put_back, seen.players, seen.ratings_unseen) == (count, 4, [])
    monkeypatch.setattr("matches.ratings.selectors.previews.REFOLDED_TO_LOOK", count - 1)
    looked = sanction_preview(**back)
    assert (looked.put_back, looked.players, looked.ratings) == (count, 0, [])
    assert [each["id"] for each in looked.ratings_unseen] == [RatingPool.objects.get(everybody=True).pk]
    assert looked.token == seen.token, "what is asked is the same"
    page = Client()
    page.force_login(staff)
    asked = {"sanctioned": "yes", "start": "always", "reason": "So."}
    shown = page.post(f"/clubs/{club.pk}/sanction/", asked).content.decode()
    assert "very many matches have been rated since" in shown
    assert "would have another rating" not in shown


# -- Over the API and on the page


def test_sanctions_over_the_api(club, staff, mallory, unsanctioned, evening):
    api, at = api_as(staff), f"/api/v1/clubs/{club.pk}/"
    held = api_as(None).get(at).data["sanctioned_for"]
    assert held == [{"rating_pool": None, "name": "Everybody", "since": "1900-01-01T00:00:00Z"}]
    assert api_as(None).get(f"/api/v1/clubs/{unsanctioned.pk}/").data["sanctioned_for"] == []
    of_pool = f"/api/v1/rating-pools/{everybody().pk}/clubs/"
    assert api_as(None).get(of_pool).data["results"] == [{"id": club.pk, "name": "Golden Club"}]
    body = {"sanctioned": False, "since": "1900-01-01T00:00:00Z", "reason": "Made up."}
    assert_problem(api.post(f"{at}sanctions/", body, format="json"), 409, "preview_missing")
    asked = {name: body[name] for name in ("sanctioned", "since")}
    looked = api.post(f"{at}sanctions/preview/", asked, format="json")
    assert (looked.status_code, looked.data["players"]) == (200, 4)
    assert looked.data["taken_out"] == len(looked.data["matches"]) == 6
    done = api.post(f"{at}sanctions/", {**body, "preview": looked.data["token"]}, format="json")
    assert (done.status_code, done.data["sanctioned"], done.data["reason"]) == (201, False, "Made up.")
    work_off()
    assert standings() == {}
    assert api_as(None).get(of_pool).data["results"] == []
    listed = api_as(None).get(f"{at}sanctions/").data["results"]
    assert [row["sanctioned"] for row in listed] == [False, True]
    of_another = api_as(None).get(f"{at}sanctions/?rating_pool={RatingPoolFactory(name='Another').pk}")
    assert of_another.data["results"] == []


def test_a_club_that_was_removed_is_not_among_those_of_a_rating_pool(staff, club):
    another = club_create(actor=UserFactory(), name="By mistake")
    club_sanction(actor=staff, club=another, reason="We know them.")
    of_pool = f"/api/v1/rating-pools/{RatingPoolFactory(everybody=True).pk}/clubs/"

    def named():
        return [row["name"] for row in api_as(None).get(of_pool).data["results"]]

    assert named() == ["By mistake", "Golden Club"]
    club_remove(actor=staff, club_id=another.pk)
    assert named() == ["Golden Club"]
    club_edit_undo(actor=staff, club_id=another.pk, edit_id=another.edits.get().pk)
    assert named() == ["By mistake", "Golden Club"]


@each(
    "path, body, status, code",
    [
        ("clubs/{club}/sanctions/", {}, 403, "not_allowed"),
        ("clubs/{club}/sanctions/preview/", {}, 403, "not_allowed"),
        ("clubs/{club}/sanctions/", {"rating_pool": "{national}"}, 403, "not_allowed"),
        ("clubs/{club}/sanctions/", {"rating_pool": 10**9}, 422, "unknown_rating_pool"),
        ("clubs/{club}/sanctions/", {"admitted": True}, 400, "invalid_request"),
        ("clubs/0/sanctions/", {}, 404, "not_found"),
        ("rating-pools/{national}/clubs/", {"club": "{club}"}, 405, "method_not_allowed"),
    ],
)
def test_who_may_not_sanction_changes_nothing(national, mallory, unsanctioned, path, body, status, code):
    known = {"club": unsanctioned.pk, "national": national.pk}
    sent = {
        name: int(value.format(**known)) if isinstance(value, str) else value for name, value in body.items()
    }
    api, before = api_as(mallory), rows_of_everything()
    assert_problem(api.post(f"/api/v1/{path.format(**known)}", sent, format="json"), status, code)
    assert rows_of_everything() == before


def test_the_page_shows_the_preview_and_then_does_it(club, staff, mallory, unsanctioned, evening):
    at = f"/clubs/{club.pk}/"
    visitor, page = Client(), Client()
    page.force_login(staff)
    assert "Sanctioned for the ratings of everybody" in visitor.get(at).content.decode()
    elsewhere = visitor.get(f"/clubs/{unsanctioned.pk}/").content.decode()
    assert "Not sanctioned for the ratings of everybody" in elsewhere
    assert "<select" not in visitor.get(f"{at}sanctions/").content.decode()
    body = {"sanctioned": "no", "start": "always", "reason": "Made up."}
    looked = page.post(f"{at}sanction/", body)
    shown = looked.content.decode()
    assert looked.status_code == 200
    assert "6 matches would count no more." in shown
    assert "4 players would have another rating." in shown
    token = looked.context["preview"].token
    assert page.post(f"{at}sanction/", {**body, "preview": token}).status_code == 302
    work_off()
    assert standings() == {}
    history = visitor.get(f"{at}sanctions/").content.decode()
    assert "sanction withdrawn" in history
    assert "Made up." in history
    own = Client()
    own.force_login(mallory)
    refused = own.post(f"/clubs/{unsanctioned.pk}/sanction/", {"sanctioned": "yes", "start": "now"})
    assert refused.status_code in (403, 422)
    assert page.post(f"{at}sanction/", {"sanctioned": "no", "start": "day"}).status_code == 422


def test_the_page_of_an_appeal_says_who_hears_it_and_why(unsanctioned, mallory, staff, players):
    match = drawn_knockout(unsanctioned, mallory, players(2), (5,)).fixtures.get().match
    ruling = ruling_make(
        match_id=match.pk, actor=mallory, kind="played", points=(5, 0), reason="Mine.", now=NOON
    )
    appeal = ruling_appeal(ruling_id=ruling.pk, actor=match.two.user, reason="I won it.", now=NOON)
    page = Client()
    page.force_login(mallory)
    shown = page.get(f"/matches/{match.pk}/manage/").content.decode()
    assert "the staff of the service decides, by a ruling" in shown
    assert "Seat the committee" not in shown
    assert api_as(mallory).get(f"/api/v1/appeals/{appeal.pk}/").data["heard_by"] == "staff"
