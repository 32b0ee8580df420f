"""What a withdrawal would change, looked at before: who moves up, who wins without play, who may come in."""

import pytest
from django.db.models import Q

from matches.accounts.errors import NotAllowed
from matches.play.services import report_submit
from tests.answers import assert_problem, rows_of_everything
from tests.conftest import NOON, api_as, director_reports, fixture_at, work_off
from tests.factories import PlayerFactory, UserFactory
from tournaments.clubs.errors import AlreadyWithdrawn, UnknownEntry
from tournaments.events.errors import InvalidSubstitution, TournamentCalledOff, TournamentFinished
from tournaments.events.models import Entry
from tournaments.events.selectors import entries_with_waiting
from tournaments.events.services import (
    entry_add,
    entry_substitute,
    entry_withdraw,
    entry_withdraw_preview,
    tournament_call_off,
    tournament_create,
    tournament_draw,
)
from tournaments.formats.seeding.order import Seeding

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(club, director):
    """event(4, alternates=1, capacity=3): of="..., entries; not drawn."""

    def make(size, *, alternates=0, format="single_elimination", **how):
        cup = tournament_create(actor=director, club=club, name="Cup", lengths=[5], format=format, **how)
        of = {"actor": director, "tournament_id": cup.pk}
        field = [entry_add(**of, player=PlayerFactory()) for _ in range(size)]
        beside = [entry_add(**of, player=PlayerFactory(), alternate=True) for _ in range(alternates)]
        return cup, of, field, beside

    return make


def draw(of, seeded):
    tournament_draw(**of, seeding=Seeding.MANUAL, seeded=[entry.pk for entry in seeded], seed="x")
    work_off()


def of_entry(cup, entry, **which):
    return cup.fixtures.filter(Q(one=entry) | Q(two=entry), **which)


def looked(of, entry):
    """The preview, which has changed nothing."""
    before = rows_of_everything()
    effect = entry_withdraw_preview(**of, entry_id=entry.pk, now=NOON)
    assert rows_of_everything() == before
    return effect


# -- Before the draw


@pytest.mark.parametrize(
    ("capacity", "leaves", "comes"),
    [(2, 0, 2), (2, 1, 2), (2, 2, None), (2, 3, None), (4, 0, None), (None, 0, None)],
)
def test_the_first_who_waits_moves_up(event, capacity, leaves, comes):
    cup, of, field, _ = event(4, capacity=capacity)
    effect = looked(of, field[leaves])
    assert effect.moves_up == (None if comes is None else field[comes])
    assert (effect.walkovers, effect.substitutes, effect.begun, effect.may_come_back) == ((), (), None, True)
    waited = {entry.pk for entry in entries_with_waiting(cup) if entry.is_waiting}
    entry_withdraw(**of, entry_id=field[leaves].pk)
    waiting = {entry.pk for entry in entries_with_waiting(cup) if entry.is_waiting}
    assert waited - waiting - {field[leaves].pk} == (set() if comes is None else {field[comes].pk})


def test_an_alternate_leaves_no_place(event):
    _, of, _, (alternate,) = event(4, alternates=1, capacity=2)
    assert looked(of, alternate).moves_up is None


# -- After it


def test_who_has_not_begun_can_be_replaced_instead(event):
    _, of, field, (alternate, gone) = event(4, alternates=2, capacity=3)
    entry_withdraw(**of, entry_id=gone.pk)
    draw(of, field[:3])
    effect = looked(of, field[1])
    assert [(each.fixture.key, each.opponent) for each in effect.walkovers] == [("R1-M2", field[2])]
    # Who waited when the draw was made may come in as well.
    assert effect.substitutes == [field[3], alternate]
    assert (effect.begun, effect.may_come_back) == (None, False)
    for each in effect.substitutes:
        assert looked(of, each).walkovers == []
    entry_substitute(**of, leaves_id=field[1].pk, comes_id=alternate.pk)
    work_off()
    effect = looked(of, alternate)
    assert [each.opponent for each in effect.walkovers] == [field[2]]
    assert effect.substitutes == [field[3]]
    assert looked(of, field[1]).substitutes == []


def test_who_has_begun_leaves_walkovers_alone(event):
    cup, of, field, (alternate,) = event(4, alternates=1, format="round_robin")
    draw(of, field)
    for fixture in cup.fixtures.select_related("match"):
        director_reports(fixture.match, of["actor"], (5, 2))
    (first,) = of_entry(cup, field[0], round=1)
    (second,) = of_entry(cup, field[0], round=2)
    effect = looked(of, field[0])
    assert [each.fixture for each in effect.walkovers] == [second]
    assert (effect.pending, effect.substitutes, effect.begun) == ([], [], first.match_id)
    report_submit(match_id=second.match_id, actor=of["actor"], score=(5, 3), now=NOON)
    effect = looked(of, field[0])
    assert [each.fixture for each in effect.pending] == [second]
    assert effect.walkovers == []
    with pytest.raises(InvalidSubstitution):
        entry_substitute(**of, leaves_id=field[0].pk, comes_id=alternate.pk)


def test_where_who_left_may_come_back(event):
    _, of, field, _ = event(4, format="swiss", format_options={"rounds": 2})
    draw(of, field)
    assert looked(of, field[0]).may_come_back


def test_it_costs_the_same_however_many(event, django_assert_num_queries):
    _, of, field, _ = event(8, format="round_robin")
    draw(of, field)
    with django_assert_num_queries(17):
        entry_withdraw_preview(**of, entry_id=field[0].pk, now=NOON)


# -- What withdrawing refuses, looking refuses


def test_what_cannot_be_is_refused_as_withdrawing_is(event):
    cup, of, field, _ = event(2)
    stranger = UserFactory()
    with pytest.raises(NotAllowed):
        entry_withdraw_preview(actor=stranger, tournament_id=cup.pk, entry_id=field[0].pk)
    with pytest.raises(UnknownEntry):
        entry_withdraw_preview(**of, entry_id=0)
    gone = entry_add(**of, player=PlayerFactory())
    entry_withdraw(**of, entry_id=gone.pk)
    with pytest.raises(AlreadyWithdrawn):
        entry_withdraw_preview(**of, entry_id=gone.pk)
    draw(of, field)
    director_reports(fixture_at(cup, "R1-M1").match, of["actor"], (5, 2))
    with pytest.raises(TournamentFinished):
        entry_withdraw_preview(**of, entry_id=field[0].pk)


def test_nobody_leaves_what_was_called_off(event):
    _, of, field, _ = event(2)
    tournament_call_off(**of, reason="Snow.")
    with pytest.raises(TournamentCalledOff):
        entry_withdraw_preview(**of, entry_id=field[0].pk)


def test_over_the_api(knockout, director):
    cup = knockout(4)
    entry = Entry.objects.get(player__name="Ann")
    address = f"/api/v1/tournaments/{cup.pk}/withdrawals/preview/"
    found = api_as(entry.player.user).get(f"{address}?entry={entry.pk}")
    dai = Entry.objects.get(player__name="Dai")
    assert found.json() == {
        "moves_up": None,
        "walkovers": [
            {
                "match": fixture_at(cup, "R1-M1").match_id,
                "key": "R1-M1",
                "part": "main",
                "round": 1,
                "opponent": {"id": dai.pk, "player": {"id": dai.player_id, "name": "Dai"}},
            }
        ],
        "pending": [],
        "substitutes": [],
        "begun": None,
        "may_come_back": False,
    }
    assert_problem(api_as(director).get(address), 400, "invalid_request")
    assert_problem(api_as(director).get(f"{address}?entry=0"), 404, "unknown_entry")
    assert_problem(api_as(dai.player.user).get(f"{address}?entry={entry.pk}"), 403, "not_allowed")
