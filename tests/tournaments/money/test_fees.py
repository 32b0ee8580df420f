"""What an event costs to enter, who has paid, and who has collected it: through the services and the API."""

import pytest
from django.utils import translation

from matches.accounts.errors import NotAllowed
from matches.facts.selectors import fact_list
from matches.players.selectors.personal_data import held_rows
from tests.answers import assert_problem, rows_of_everything
from tests.conftest import NOON, api_as, work_off
from tests.consent import club_appoint
from tests.each import each
from tests.factories import PlayerFactory, UserFactory
from tests.test_compare import compare
from tests.test_concurrency import at_once
from tournaments.clubs.errors import UnknownEntry
from tournaments.events.services import (
    entry_add,
    entry_substitute,
    entry_withdraw,
    tournament_call_off,
    tournament_create,
    tournament_draw,
)
from tournaments.formats.seeding.order import Seeding
from tournaments.money.errors import (
    CurrencyFixed,
    EntryFeeDivided,
    InvalidPayouts,
    NothingOwed,
    PrizePoolsWithoutReason,
)
from tournaments.money.hooks.stakes import PrizeStake
from tournaments.money.models import FeePayment, PrizePoolList
from tournaments.money.rules.fees import Fees
from tournaments.money.selectors import tournament_fees, tournament_payouts
from tournaments.money.services import entry_fee_set, fee_payments_record, prize_pools_set, stake_add

pytestmark = pytest.mark.django_db

SIDE = {"name": "Side", "side": True, "fee": 500, "prizes": [{"place": 1, "percent": 100}]}
MAIN = {"name": "Main", "fee": 1000, "prizes": [{"place": 1, "percent": 100}]}


@pytest.fixture
def cup(club, director):
    return tournament_create(actor=director, club=club, name="Cup", lengths=[5])


@pytest.fixture
def of(cup, director):
    return {"actor": director, "tournament_id": cup.pk}


@pytest.fixture
def entries(of, players):
    """Ann, Bob, Cem and Dai, in an event that costs 10 €."""
    entry_fee_set(**of, cents=1000, currency="EUR")
    return [entry_add(**of, player=player) for player in players(4)]


def fees(cup):
    cup.refresh_from_db()
    return tournament_fees(cup)


def totals(cup):
    found = fees(cup)
    return found.owed, found.paid, found.open, found.to_return


def collected(cup):
    return {login.username: cents for login, cents in fees(cup).collected}


def pays(of, *entries, **how):
    return fee_payments_record(**of, entry_ids=[entry.pk for entry in entries], **how)


def draw(of, entries):
    tournament_draw(**of, seeding=Seeding.MANUAL, seeded=[entry.pk for entry in entries], seed="x")
    work_off()


# -- The fee


def test_an_event_has_a_fee_without_prizes(cup, of, director):
    address = f"/api/v1/tournaments/{cup.pk}/"
    assert api_as(None).get(address).json()["entry_fee"] is None
    made = api_as(director).post(f"{address}entry-fee/", {"cents": 1000, "currency": "CHF"})
    assert made.status_code == 201
    assert made.json()["prize_pools"] == [{"name": "Entry fee", "fee": 1000, "keeps": 100}]
    assert api_as(None).get(address).json()["entry_fee"] == {"cents": 1000, "currency": "CHF"}
    listed = api_as(None).get("/api/v1/tournaments/").json()["results"]
    assert [each["entry_fee"] for each in listed] == [{"cents": 1000, "currency": "CHF"}]
    entry_fee_set(**of, cents=0, currency="EUR")
    assert PrizePoolList.objects.latest("serial").prize_pools == []
    assert api_as(None).get(address).json()["entry_fee"] is None


def test_a_fee_alone_is_no_prize(client, cup, of):
    entry_fee_set(**of, cents=1000, currency="EUR")
    assert "Prizes" not in client.get(f"/tournaments/{cup.pk}/").content.decode()
    assert list(PrizeStake().outstanding(cup.pk)) == []
    prizes = [{"name": "Main", "fee": 1000, "prizes": [{"place": 1, "percent": 100}]}]
    prize_pools_set(**of, currency="EUR", prize_pools=prizes)
    assert "Prizes" in client.get(f"/tournaments/{cup.pk}/").content.decode()
    assert [each.count for each in PrizeStake().outstanding(cup.pk)] == [1]


def test_a_fee_that_is_all_the_club_s_is_paid_out_to_nobody(cup, of, entries):
    draw(of, entries[:2])
    (paid,) = tournament_payouts(cup).kept
    assert (paid.reason, paid.cents) == ("club", 4000)


def test_the_fee_is_that_of_the_prize_pool_everybody_pays_into(cup, of):
    prize_pools_set(**of, currency="EUR", prize_pools=[MAIN, SIDE])
    assert fees(cup).fee == 1000
    entry_fee_set(**of, cents=1500, currency="EUR")
    assert PrizePoolList.objects.latest("serial").prize_pools == [{**MAIN, "fee": 1500}, SIDE]


def test_the_name_of_a_fee_is_in_the_language_of_who_sets_it(of):
    with translation.override("ja"):
        entry_fee_set(**of, cents=1000, currency="JPY")
    assert PrizePoolList.objects.get().prize_pools[0]["name"] == "参加費"


@each(
    "listed, sent, error",
    [
        ([MAIN, {**MAIN, "name": "Hall"}], {"cents": 1, "currency": "EUR"}, EntryFeeDivided),
        ([SIDE], {"cents": 1, "currency": "JPY"}, CurrencyFixed),
        ([{**MAIN, "added": 1}], {"cents": 1, "currency": "JPY"}, CurrencyFixed),
        ([{**SIDE, "name": "Entry fee"}], {"cents": 1, "currency": "EUR"}, InvalidPayouts),
    ],
)
def test_fees_that_cannot_be(club, director, listed, sent, error):
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=[5])
    prize_pools_set(actor=director, tournament_id=cup.pk, currency="EUR", prize_pools=listed)
    before = rows_of_everything()
    with pytest.raises(error):
        entry_fee_set(actor=director, tournament_id=cup.pk, **sent)
    assert rows_of_everything() == before


def test_after_the_draw_another_fee_takes_a_reason(of, entries):
    draw(of, entries)
    with pytest.raises(PrizePoolsWithoutReason):
        entry_fee_set(**of, cents=2000, currency="EUR")
    entry_fee_set(**of, cents=2000, currency="EUR", reason="The hall is dearer.")


# -- Who has paid


def test_who_has_paid_and_who_has_collected_it(cup, of, entries, club):
    ann, bob, cem, dai = entries
    helper = UserFactory(username="helper")
    club_appoint(actor=of["actor"], club=club, user=helper, role="scorekeeper", tournament=cup)
    pays(of, ann, bob)
    pays({**of, "actor": helper}, cem)
    assert totals(cup) == (4000, 3000, 1000, 0)
    assert collected(cup) == {"director": 2000, "helper": 1000}
    assert fees(cup).by_entry[dai.pk] == Fees(1000, 0)
    assert pays(of, ann, bob) == [], "again changes nothing"
    pays({**of, "actor": helper}, bob, paid=False)
    assert totals(cup) == (4000, 2000, 2000, 0)
    assert collected(cup) == {"director": 1000, "helper": 1000}
    assert pays(of, dai, paid=False) == []
    assert FeePayment.objects.count() == 4
    assert compare() == "Everything stored is what the facts say.\n"


def test_a_side_pool_is_paid_beside(cup, of, entries):
    ann, bob, *_ = entries
    prize_pools_set(**of, currency="EUR", prize_pools=[MAIN, SIDE])
    stake_add(**of, entry_id=ann.pk, prize_pool="Side")
    pays(of, ann, bob)
    assert totals(cup) == (4500, 2500, 2000, 0)
    stake_add(**of, entry_id=bob.pk, prize_pool="Side")
    assert fees(cup).by_entry[bob.pk] == Fees(1500, 1000)
    (made,) = pays(of, ann, bob)
    assert (made.entry, made.cents) == (bob, 1500)
    pays(of, bob, cents=1000)
    assert fees(cup).by_entry[bob.pk].open == 500


def test_what_is_owed_follows_the_fee_and_what_was_paid_stays(cup, of, entries):
    pays(of, *entries)
    entry_fee_set(**of, cents=1200, currency="EUR")
    assert totals(cup) == (4800, 4000, 800, 0)
    entry_fee_set(**of, cents=700, currency="EUR")
    assert totals(cup) == (2800, 4000, 0, 1200)
    assert pays(of, *entries) == [], "too much is not given back by itself"
    pays(of, entries[0], cents=700)
    assert totals(cup) == (2800, 3700, 0, 900)


def test_who_leaves_before_the_draw_owes_nothing(cup, of, entries):
    pays(of, entries[0], entries[1])
    entry_withdraw(**of, entry_id=entries[0].pk)
    assert fees(cup).by_entry[entries[0].pk] == Fees(0, 1000)
    assert totals(cup) == (3000, 2000, 2000, 1000)
    pays(of, entries[0], paid=False)
    assert totals(cup) == (3000, 1000, 2000, 0)


def test_who_leaves_after_it_owes_it_still(cup, of, entries):
    draw(of, entries)
    entry_withdraw(**of, entry_id=entries[0].pk)
    pays(of, entries[0])
    assert totals(cup) == (4000, 1000, 3000, 0)


def test_who_takes_a_place_takes_what_was_paid_for_it(cup, of, entries):
    prize_pools_set(**of, currency="EUR", prize_pools=[MAIN, SIDE])
    stake_add(**of, entry_id=entries[0].pk, prize_pool="Side")
    pays(of, entries[0], cents=1000)
    first, second = (entry_add(**of, player=PlayerFactory(), alternate=True) for _ in range(2))
    with pytest.raises(NothingOwed):
        pays(of, first)
    draw(of, entries)
    for leaves, comes in ((entries[0], first), (first, second)):
        entry_substitute(**of, leaves_id=leaves.pk, comes_id=comes.pk)
        assert fees(cup).by_entry[comes.pk] == Fees(1500, 1000)
        assert fees(cup).by_entry[leaves.pk] == Fees(0, 0)
    (made,) = pays(of, second)
    assert made.cents == 500
    assert fees(cup).by_entry[second.pk] == Fees(1500, 1500)
    assert totals(cup) == (4500, 1500, 3000, 0)
    pays(of, entries[0], paid=False)
    assert fees(cup).by_entry[second.pk] == Fees(1500, 500)


def test_who_waits_owes_nothing_but_may_pay_ahead(club, director):
    cup = tournament_create(actor=director, club=club, name="Cup", lengths=[5], capacity=2)
    of = {"actor": director, "tournament_id": cup.pk}
    entry_fee_set(**of, cents=1000, currency="EUR")
    *_, waits = [entry_add(**of, player=PlayerFactory()) for _ in range(3)]
    before = rows_of_everything()
    with pytest.raises(NothingOwed, match="State the amount") as refused:
        pays(of, waits)
    assert refused.value.data["entry"] == waits.pk
    assert rows_of_everything() == before
    pays(of, waits, cents=1000)
    assert fees(cup).by_entry[waits.pk] == Fees(0, 1000)


def test_where_nothing_is_asked_nothing_is_paid(cup, of):
    entry = entry_add(**of, player=PlayerFactory())
    for how in ({}, {"cents": 500}):
        with pytest.raises(NothingOwed, match="entry fee first"):
            pays(of, entry, **how)
    assert not FeePayment.objects.exists()


def test_what_was_called_off_is_given_back(cup, of, entries):
    pays(of, *entries)
    tournament_call_off(**of, reason="Snow.")
    assert totals(cup) == (0, 4000, 0, 4000)
    pays(of, *entries, paid=False)
    assert totals(cup) == (0, 0, 0, 0)


def test_the_currency_stays_while_money_has_changed_hands(cup, of, entries):
    pays(of, entries[0])
    for change in (
        lambda: entry_fee_set(**of, cents=1000, currency="JPY"),
        lambda: prize_pools_set(**of, currency="JPY", prize_pools=[MAIN]),
    ):
        with pytest.raises(CurrencyFixed, match="EUR"):
            change()
    pays(of, entries[0], paid=False)
    entry_fee_set(**of, cents=1000, currency="JPY")
    (made,) = pays(of, entries[0])
    assert (made.currency, fees(cup).currency) == ("JPY", "JPY")


def test_all_of_them_or_none(cup, of, entries):
    before = rows_of_everything()
    with pytest.raises(UnknownEntry):
        fee_payments_record(**of, entry_ids=[entries[0].pk, 0])
    assert rows_of_everything() == before


def test_who_may_record_it(cup, of, entries, club):
    stranger = UserFactory()
    before = rows_of_everything()
    for actor in (stranger, entries[0].player.user):
        with pytest.raises(NotAllowed):
            pays({**of, "actor": actor}, entries[0])
    assert rows_of_everything() == before


@pytest.mark.parametrize("size", [4, 9])
def test_it_costs_the_same_however_many(of, cup, size, django_assert_num_queries):
    entry_fee_set(**of, cents=1000, currency="EUR")
    field = [entry_add(**of, player=PlayerFactory()) for _ in range(size)]
    with django_assert_num_queries(14):
        pays(of, *field)
    with django_assert_num_queries(7):
        tournament_fees(cup)


# -- Over the API


def test_over_the_api(cup, director, entries):
    client, address = api_as(director), f"/api/v1/tournaments/{cup.pk}/"
    ann, bob, *others = (entry.pk for entry in entries)
    sent = client.post(f"{address}fee-payments/", {"entries": [ann, bob]})
    assert sent.status_code == 201
    assert sent.json() == {
        "currency": "EUR",
        "fee": 1000,
        "owed": 4000,
        "paid": 2000,
        "open": 2000,
        "to_return": 0,
        "entries": [
            *({"entry": each, "owed": 1000, "paid": 1000, "open": 0, "to_return": 0} for each in (ann, bob)),
            *({"entry": each, "owed": 1000, "paid": 0, "open": 1000, "to_return": 0} for each in others),
        ],
        "collected": [{"login": "director", "cents": 2000}],
    }
    assert client.get(f"{address}fees/").json() == sent.json()
    client.post(f"{address}fee-payments/", {"entries": [ann], "paid": False})
    assert client.get(f"{address}fees/").json()["paid"] == 1000
    for wrong in (
        {"entries": [ann], "paid": False, "cents": 5},
        {"entries": [ann], "cents": 0},
        {"entries": [], "paid": True},
        {"entries": [ann], "currency": "EUR"},
    ):
        assert_problem(client.post(f"{address}fee-payments/", wrong), 400, "invalid_request")
    for wrong in ({"cents": -1, "currency": "EUR"}, {"cents": 1, "currency": "euro"}, {"cents": 1.5}):
        assert_problem(client.post(f"{address}entry-fee/", wrong), 400, "invalid_request")
    assert_problem(api_as(entries[0].player.user).get(f"{address}fees/"), 403, "not_allowed")
    assert_problem(api_as(None).get(f"{address}fees/"), 401, "not_authenticated")


# -- Who sees it, and what is kept of a person


def test_who_has_paid_is_for_who_runs_the_event_and_for_who_pays(cup, of, entries):
    ann, bob, *_ = entries
    pays(of, ann, bob)
    pays(of, bob, paid=False)

    def seen(viewer, subject):
        found = fact_list(viewer, subject)[:100]
        return [fact.sentence for fact in found if isinstance(fact.fact, FeePayment)]

    everything = ["Ann has paid €10.", "Bob has paid €10.", "Bob has paid nothing after all."]
    assert seen(of["actor"], cup) == everything
    assert seen(ann.player.user, cup) == seen(ann.player.user, ann.player) == everything[:1]
    assert seen(UserFactory(), cup) == []
    assert seen(UserFactory(), ann.player) == []
    sections = held_rows(ann.player, ann.player.user, NOON)["sections"]
    assert [line["cents"] for line in sections["fee_payments"]] == [1000]


@pytest.mark.django_db(transaction=True)
def test_two_who_collect_at_once_are_paid_once(cup, of, entries):
    staff = UserFactory(is_staff=True)
    twice = [lambda actor=actor: pays({**of, "actor": actor}, *entries) for actor in (of["actor"], staff)]
    found = at_once(*twice, *twice)
    assert sum(len(made) for made in found) == 4
    assert totals(cup) == (4000, 4000, 0, 0)
