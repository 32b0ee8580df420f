"""Who is in the hall: checked in one by one or many at once, by themselves or at the desk, and taken back."""

import pytest

from matches.accounts.errors import NotAllowed
from matches.facts.selectors import fact_list
from tests.answers import assert_problem, rows_of_everything
from tests.conftest import api_as
from tests.consent import club_appoint
from tests.each import each
from tests.factories import PlayerFactory, UserFactory
from tournaments.clubs.errors import AlreadyWithdrawn, UnknownEntry
from tournaments.events.errors import (
    CheckInByOfficials,
    CheckInMissing,
    NotCheckedIn,
    TournamentStarted,
)
from tournaments.events.models import CheckIn, CheckInWithdrawal
from tournaments.events.services import (
    entries_check_in,
    entry_add,
    entry_check_in,
    entry_check_in_take_back,
    entry_withdraw,
    tournament_create,
    tournament_draw,
    tournament_edit,
)
from tournaments.formats.seeding.order import Seeding

pytestmark = pytest.mark.django_db


@pytest.fixture
def cup(club, director):
    return tournament_create(actor=director, club=club, name="Cup", lengths=[5], check_in=True)


@pytest.fixture
def of(cup, director):
    return {"actor": director, "tournament_id": cup.pk}


@pytest.fixture
def entries(of, players):
    """Ann, Bob, Cem, Dai."""
    return [entry_add(**of, player=player) for player in players(4)]


def here(cup):
    found = CheckIn.objects.not_taken_back().filter(entry__tournament=cup)
    return sorted(found.values_list("entry__player__name", flat=True))


def draw(of, **how):
    return tournament_draw(**of, seeding=Seeding.RANDOM, seed="x", **how)


def test_a_check_in_is_taken_back_and_made_again(cup, of, entries):
    ann = entries[0].pk
    first = entry_check_in(**of, entry_id=ann)
    taken_back = entry_check_in_take_back(**of, entry_id=ann)
    assert (taken_back.check_in, here(cup)) == (first, [])
    again = entry_check_in(**of, entry_id=ann)
    assert again != first
    assert entry_check_in(**of, entry_id=ann) == again
    assert here(cup) == ["Ann"]
    entry_check_in_take_back(**of, entry_id=ann)
    assert (CheckIn.objects.count(), CheckInWithdrawal.objects.count(), here(cup)) == (2, 2, [])
    said = [fact.sentence for fact in fact_list(of["actor"], cup)[:100] if "heck" in fact.sentence]
    assert said == ["Ann checks in.", "The check-in of Ann is taken back."] * 2


def test_the_draw_waits_for_who_was_taken_back(cup, of, entries):
    entries_check_in(**of, entry_ids=[entry.pk for entry in entries])
    entry_check_in_take_back(**of, entry_id=entries[2].pk)
    with pytest.raises(CheckInMissing) as missing:
        draw(of)
    assert missing.value.data["entries"] == [entries[2].pk]
    entry_check_in(**of, entry_id=entries[2].pk)
    draw(of)


def test_many_are_checked_in_at_once(cup, of, entries, django_assert_num_queries):
    ann, bob, cem, dai = (entry.pk for entry in entries)
    entry_check_in(**of, entry_id=bob)
    with django_assert_num_queries(8):
        made = entries_check_in(**of, entry_ids=[dai, bob, ann, dai])
    assert [each.entry_id for each in made] == [dai, bob, ann]
    assert here(cup) == ["Ann", "Bob", "Dai"]
    before = rows_of_everything()
    entries_check_in(**of, entry_ids=[ann, bob])
    assert rows_of_everything() == before, "again changes nothing"
    entries_check_in(**of, entry_ids=[cem])
    assert len(here(cup)) == 4


def test_all_of_them_or_none(cup, of, entries):
    ann, bob, *_ = (entry.pk for entry in entries)
    entry_withdraw(**of, entry_id=bob)
    before = rows_of_everything()
    for error, numbers in ((AlreadyWithdrawn, [ann, bob]), (UnknownEntry, [ann, 0])):
        with pytest.raises(error) as refused:
            entries_check_in(**of, entry_ids=numbers)
        assert refused.value.data["entry"] == numbers[1]
    assert rows_of_everything() == before


def test_who_has_left_may_still_be_taken_back(cup, of, entries):
    entry_check_in(**of, entry_id=entries[0].pk)
    entry_withdraw(**of, entry_id=entries[0].pk)
    entry_check_in_take_back(**of, entry_id=entries[0].pk)
    assert here(cup) == []


def test_after_the_draw_it_makes_no_difference(cup, of, entries):
    entries_check_in(**of, entry_ids=[entry.pk for entry in entries])
    draw(of)
    with pytest.raises(TournamentStarted):
        entry_check_in_take_back(**of, entry_id=entries[0].pk)


def test_but_for_who_comes_late_for_a_draw_made_again(cup, of, entries):
    tournament_edit(**of, format="swiss", format_options={"rounds": 2})
    entries_check_in(**of, entry_ids=[entry.pk for entry in entries])
    draw(of)
    late = entry_add(**of, player=PlayerFactory())
    entries_check_in(**of, entry_ids=[late.pk])
    entry_check_in_take_back(**of, entry_id=late.pk)
    with pytest.raises(CheckInMissing):
        draw(of, again=True)
    with pytest.raises(TournamentStarted):
        entry_check_in_take_back(**of, entry_id=entries[0].pk)


def test_nobody_is_taken_back_who_is_not_there(of, entries):
    before = rows_of_everything()
    with pytest.raises(NotCheckedIn, match="Ann"):
        entry_check_in_take_back(**of, entry_id=entries[0].pk)
    assert rows_of_everything() == before


# -- By whom


@each("open_to_players", [True, False])
def test_players_check_themselves_in_where_the_event_lets_them(club, director, open_to_players):
    player, other = (PlayerFactory(user=UserFactory()) for _ in range(2))
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=[5], self_check_in=open_to_players)
    entry = entry_add(actor=director, tournament_id=cup.pk, player=player)
    of_event = {"tournament_id": cup.pk, "entry_id": entry.pk}
    with pytest.raises(NotAllowed):
        entry_check_in(actor=other.user, **of_event)
    if not open_to_players:
        before = rows_of_everything()
        for act in (entry_check_in, entry_check_in_take_back):
            with pytest.raises(CheckInByOfficials, match="desk"):
                act(actor=player.user, **of_event)
        assert rows_of_everything() == before
    scorekeeper = UserFactory()
    club_appoint(actor=director, club=club, user=scorekeeper, role="scorekeeper", tournament=cup)
    for actor in (director, scorekeeper, *([player.user] if open_to_players else [])):
        entry_check_in(actor=actor, **of_event)
        entry_check_in_take_back(actor=actor, **of_event)


def test_many_are_for_who_runs_the_event(cup, club, of, entries):
    ann = entries[0]
    with pytest.raises(NotAllowed):
        entries_check_in(actor=ann.player.user, tournament_id=cup.pk, entry_ids=[ann.pk])
    scorekeeper = UserFactory()
    club_appoint(actor=of["actor"], club=club, user=scorekeeper, role="scorekeeper", tournament=cup)
    entries_check_in(actor=scorekeeper, tournament_id=cup.pk, entry_ids=[ann.pk])


# -- Over the API


def test_over_the_api(cup, director, entries):
    client, address = api_as(director), f"/api/v1/tournaments/{cup.pk}/check-ins/"
    ann, bob, *_ = (entry.pk for entry in entries)
    many = client.post(f"{address}many/", {"entries": [ann, bob]})
    assert many.status_code == 201
    assert [each["entry"] for each in many.json()] == [ann, bob]
    back = client.post(f"{address}take-back/", {"entry": ann})
    assert (back.status_code, back.json()["entry"]) == (201, ann)
    assert_problem(client.post(f"{address}take-back/", {"entry": ann}), 409, "not_checked_in", "Ann")
    assert_problem(client.post(f"{address}many/", {"entries": []}), 400, "invalid_request")
    assert_problem(client.post(f"{address}many/", {"entries": [0]}), 404, "unknown_entry")
    assert here(cup) == ["Bob"]
