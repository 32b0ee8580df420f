"""Prize pools, stakes and the payout sheet over the API."""

import pytest

from tests.answers import assert_problem
from tests.each import each
from tests.factories import PlayerFactory
from tests.tournaments.events.test_evening import evening, play
from tests.tournaments.events.test_refusals import client, event, refused
from tournaments.events.services import entry_withdraw
from tournaments.money.models import PrizePoolList
from tournaments.money.services import prize_pools_set

__all__ = ["client", "evening", "event", "refused"]

pytestmark = pytest.mark.django_db
SIDE = {"name": "Side", "side": True, "fee": 500, "prizes": [{"place": 1, "percent": 100}]}
MAIN = {
    "name": "Main",
    "fee": 1000,
    "added": 2000,
    "keeps": "10",
    "prizes": [{"place": 1, "percent": "60"}, {"place": 2, "percent": "40"}],
}


def test_the_payout_sheet_adds_up_and_a_replacement_takes_over_the_side_pool(evening, director):
    entries = evening.enter(4)
    alternate = evening.post("entries/", {"player": PlayerFactory().pk, "alternate": True})["id"]
    listed = evening.post("prize-pools/", {"currency": "EUR", "prize_pools": [MAIN, SIDE]})
    assert listed == evening.get("prize-pools/")
    for entry in (entries[1], entries[2]):
        stake = evening.post("stakes/", {"entry": entry, "prize_pool": "Side"})
        assert (stake["entry"], stake["prize_pool"]) == (entry, "Side")
    assert evening.post("stakes/", {"entry": entries[1], "prize_pool": "Side"})["paid_at"], (
        "again changes nothing"
    )
    evening.draw(entries)
    evening.post("substitutions/", {"leaves": entries[1], "comes": alternate})
    for _ in range(2):
        play(director)
        evening.post("releases/")
    paid = evening.get("payouts/")
    assert paid["currency"] == "EUR"
    assert paid["money"] == 4 * 1000 + 2000 + 2 * 500
    assert paid["paid"] + sum(kept["cents"] for kept in paid["kept"]) == paid["money"]
    assert {kept["reason"]: kept["cents"] for kept in paid["kept"]} == {"club": 400}
    side = {line["entry"]["id"]: line["cents"] for line in paid["lines"] if line["prize_pool"] == "Side"}
    assert side == {entries[2]: 500, alternate: 500}


def test_prize_pools_change_after_the_draw_with_a_reason_only(evening):
    evening.post("prize-pools/", {"currency": "EUR", "prize_pools": [MAIN]})
    evening.draw(evening.enter(4))
    sent = {"currency": "EUR", "prize_pools": [{**MAIN, "added": 0}]}
    for reason in ({}, {"reason": "  "}):
        response = evening.client.post(evening.address + "prize-pools/", {**sent, **reason})
        assert response.json()["code"] in ("prize_pools_without_reason", "invalid_request")
        assert response.status_code in (400, 422)
    assert_problem(
        evening.client.post(evening.address + "prize-pools/", sent),
        422,
        "prize_pools_without_reason",
        "reason",
    )
    assert PrizePoolList.objects.count() == 1
    listed = evening.post("prize-pools/", {**sent, "reason": "The sponsor left."})
    assert listed["reason"] == "The sponsor left."
    assert evening.get("prize-pools/") == listed


# -- What is refused


@each(
    "prize_pool, code",
    [
        ({"prizes": [{"place": 1, "percent": 60}, {"place": 2, "percent": "40.1"}]}, "payouts_exceeded"),
        ({"prizes": [{"place": 1, "percent": 101}]}, "payouts_exceeded"),
        ({"keeps": 100.5}, "invalid_payouts"),
        ({"prizes": [{"place": 0, "percent": 1}]}, "invalid_payouts"),
        ({"prizes": [{"place": 1, "percent": -1}]}, "invalid_payouts"),
        ({"prizes": [{"place": 1, "percent": "NaN"}]}, "invalid_payouts"),
        ({"prizes": [{"place": 1, "percent": 1}, {"place": 1, "percent": 2}]}, "invalid_payouts"),
        ({"fee": -1}, "invalid_payouts"),
        ({"fee": 10.5}, "invalid_payouts"),
        ({"bonus": 1}, "invalid_payouts"),
        ({"prizes": [{"part": "consolation", "place": 1, "percent": 10}]}, "invalid_payouts"),
    ],
)
def test_money_that_cannot_be_split_like_that(refused, event, prize_pool, code):
    body = {"currency": "EUR", "prize_pools": [{"name": "Main", "fee": 100, **prize_pool}]}
    refused(422, code, f"{event(2).path}/prize-pools", body)


def test_prizes_for_a_part_that_so_small_a_field_does_not_have(client, event):
    cup = event(2, "single_elimination", {"third_place": True})
    prize_pool = {"name": "Main", "fee": 100, "prizes": [{"part": "third_place", "place": 1, "percent": 10}]}
    prize_pools_set(**cup.of, currency="EUR", prize_pools=[prize_pool])
    cup.draw().play()
    answer = client.get(f"/api/v1/{cup.path}/payouts/")
    assert_problem(answer, 422, "invalid_payouts", "third_place")


def test_stakes_that_cannot_be(refused, event):
    cup = event(2)
    prize_pools = [{"name": "Main", "fee": 100}, {"name": "Side", "fee": 100, "side": True}]
    prize_pools_set(**cup.of, currency="EUR", prize_pools=prize_pools)
    stakes, ann = f"{cup.path}/stakes", cup.entries[0].pk
    refused(422, "unknown_prize_pool", stakes, {"entry": ann, "prize_pool": "Main"}, "Side")
    refused(422, "unknown_prize_pool", stakes, {"entry": ann, "prize_pool": "None"})
    refused(404, "unknown_entry", stakes, {"entry": 10**9, "prize_pool": "Side"})
    entry_withdraw(**cup.of, entry_id=cup.entries[1].pk)
    refused(409, "already_withdrawn", stakes, {"entry": cup.entries[1].pk, "prize_pool": "Side"})
    cup.enter()
    cup.entries = [cup.entries[0]]
    cup.draw()
    refused(409, "tournament_started", stakes, {"entry": ann, "prize_pool": "Side"})
