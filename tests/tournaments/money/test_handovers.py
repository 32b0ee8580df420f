"""Payouts that were handed over: what was, what is still to be, and what a correction makes of it."""

import pytest

from matches.accounts.errors import NotAllowed
from matches.facts.selectors import fact_list
from matches.play.rules.results import ResultKind
from matches.play.services import ruling_make, ruling_preview
from matches.players.selectors.personal_data import held_rows
from tests.answers import assert_problem, rows_of_everything
from tests.conftest import NOON, api_as, director_reports, fixture_at, work_off
from tests.factories import UserFactory
from tests.test_compare import compare
from tests.test_concurrency import at_once
from tournaments.clubs.errors import UnknownEntry
from tournaments.money.errors import CurrencyFixed, InvalidPayouts, NoPayout, NotHandedOver
from tournaments.money.models import PayoutHandover
from tournaments.money.selectors import tournament_payouts
from tournaments.money.services import payout_hand_over, prize_pools_set

pytestmark = pytest.mark.django_db

MAIN = {
    "name": "Main",
    "fee": 1000,
    "prizes": [{"place": 1, "percent": 60}, {"place": 2, "percent": 30}, {"place": 3, "percent": 10}],
}
SPONSOR = {"name": "Sponsor", "added": 5000, "prizes": [{"place": 1, "percent": 100}]}


@pytest.fixture
def cup(knockout, director):
    """Four: Ann beats Dai, Cem beats Bob, Ann beats Cem; 24 € and 12 €, and 50 € of the sponsor for Ann."""
    cup = knockout(4)
    prize_pools_set(
        actor=director,
        tournament_id=cup.pk,
        currency="EUR",
        prize_pools=[MAIN, SPONSOR],
        reason="As agreed.",
    )
    for key, winner in (("R1-M1", "Ann"), ("R1-M2", "Cem"), ("R2-M1", "Ann")):
        wins(cup, key, winner, director)
    return cup


@pytest.fixture
def of(cup, director):
    return {"actor": director, "tournament_id": cup.pk}


def wins(cup, key, winner, director):
    match = fixture_at(cup, key).match
    director_reports(match, director, (5, 2) if match.one.name == winner else (2, 5))


def corrected(cup, key, director):
    """The other side has won that match."""
    match = fixture_at(cup, key).match
    match.refresh_from_db()
    one, two = match.result.points_one, match.result.points_two
    looked = ruling_preview(
        match_id=match.pk, actor=director, kind=ResultKind.PLAYED, points=(two, one), now=NOON
    )
    ruling_make(
        match_id=match.pk,
        actor=director,
        kind=ResultKind.PLAYED,
        points=(two, one),
        reason="Misread.",
        preview=looked.token,
        now=NOON,
    )
    work_off()


def entry_of(cup, name):
    return cup.entries.get(player__name=name)


def hands(of, cup, name, **how):
    return payout_hand_over(**of, entry_id=entry_of(cup, name).pk, **how)


def sheet(cup):
    """Name, prize pool, cents due, handed over, by line; and what nobody has earned any more."""
    cup.refresh_from_db()
    found = tournament_payouts(cup)
    lines = [
        (each.entry.player.name, each.line.prize_pool, each.line.cents, each.handed_over)
        for each in found.lines
    ]
    unearned = [(each.entry.player.name, each.prize_pool, each.handed_over) for each in found.unearned]
    return lines, unearned


def totals(cup):
    found = tournament_payouts(cup)
    return found.total_paid, found.handed_over, found.to_hand_over, found.to_return


def test_a_winner_is_handed_all_that_is_due(cup, of):
    made = hands(of, cup, "Ann")
    assert {(each.prize_pool, each.part, each.cents, each.currency) for each in made} == {
        ("Main", "all", 2400, "EUR"),
        ("Sponsor", "all", 5000, "EUR"),
    }
    assert hands(of, cup, "Ann") == [], "again changes nothing"
    lines, unearned = sheet(cup)
    assert lines[0] == ("Ann", "Main", 2400, 2400)
    assert unearned == []
    total, handed, to_come, back = totals(cup)
    assert (handed, back) == (7400, 0)
    assert total == handed + to_come
    assert compare() == "Everything stored is what the facts say.\n"


def test_one_prize_pool_at_a_time(cup, of):
    (made,) = hands(of, cup, "Ann", prize_pool="Sponsor")
    assert made.cents == 5000
    (made,) = hands(of, cup, "Ann", prize_pool="Main", part="all")
    assert made.cents == 2400
    for how in ({"prize_pool": "Main", "part": "consolation"}, {"prize_pool": "Blitz"}):
        with pytest.raises(NoPayout):
            hands(of, cup, "Ann", **how)


def test_it_is_taken_back(cup, of):
    hands(of, cup, "Ann")
    (made,) = hands(of, cup, "Ann", prize_pool="Main", handed_over=False)
    assert (made.prize_pool, made.cents) == ("Main", 0)
    assert totals(cup)[1] == 5000
    hands(of, cup, "Ann", handed_over=False)
    assert totals(cup)[1] == 0
    before = rows_of_everything()
    with pytest.raises(NotHandedOver):
        hands(of, cup, "Ann", handed_over=False)
    assert rows_of_everything() == before
    hands(of, cup, "Ann")
    assert PayoutHandover.objects.count() == 6


def test_a_correction_changes_what_is_due_and_not_what_was_handed_over(cup, of, director):
    for name in ("Ann", "Cem"):
        hands(of, cup, name)
    corrected(cup, "R2-M1", director)
    lines, unearned = sheet(cup)
    assert ("Cem", "Main", 2400, 1200) in lines
    assert ("Ann", "Main", 1200, 2400) in lines
    assert unearned == [("Ann", "Sponsor", 5000)]
    assert totals(cup)[1:] == (8600, 1200 + 5000 + 400, 1200 + 5000)
    # What Cem is still to be handed is handed over, and Ann gives back.
    assert {made.cents for made in hands(of, cup, "Cem")} == {2400, 5000}
    (made,) = hands(of, cup, "Ann")
    assert (made.prize_pool, made.cents) == ("Main", 1200)
    hands(of, cup, "Ann", prize_pool="Sponsor", handed_over=False)
    assert sheet(cup)[1] == []
    assert totals(cup)[2:] == (400, 0)
    corrected(cup, "R2-M1", director)
    assert ("Ann", "Main", 2400, 1200) in sheet(cup)[0]


def test_another_split_changes_what_is_due_alike(cup, of):
    hands(of, cup, "Ann")
    prize_pools_set(**of, currency="EUR", prize_pools=[{**MAIN, "fee": 500}], reason="As agreed.")
    lines, unearned = sheet(cup)
    assert lines[0] == ("Ann", "Main", 1200, 2400)
    assert unearned == [("Ann", "Sponsor", 5000)]
    with pytest.raises(CurrencyFixed):
        prize_pools_set(**of, currency="CHF", prize_pools=[MAIN], reason="As agreed.")


def test_nothing_is_handed_over_before_it_is_clinched(knockout, director):
    cup = knockout(4)
    of = {"actor": director, "tournament_id": cup.pk}
    prize_pools_set(**of, currency="EUR", prize_pools=[MAIN], reason="As agreed.")
    before = rows_of_everything()
    with pytest.raises(InvalidPayouts):
        hands(of, cup, "Ann")
    assert rows_of_everything() == before


def test_what_was_handed_over_can_be_taken_back_while_it_is_open_again(cup, of, director):
    hands(of, cup, "Cem")
    corrected(cup, "R1-M2", director)
    with pytest.raises(InvalidPayouts):
        tournament_payouts(cup)
    (made,) = hands(of, cup, "Cem", handed_over=False)
    assert made.cents == 0


def test_who_is_paid_nothing(cup, of):
    prize_pools_set(**of, currency="EUR", prize_pools=[SPONSOR], reason="As agreed.")
    stranger = UserFactory()
    before = rows_of_everything()
    for name in ("Bob", "Cem"):
        with pytest.raises(NoPayout, match=name):
            hands(of, cup, name)
    with pytest.raises(UnknownEntry):
        payout_hand_over(**of, entry_id=0)
    with pytest.raises(NotAllowed):
        hands({**of, "actor": stranger}, cup, "Ann")
    assert rows_of_everything() == before


def test_over_the_api(cup, director):
    client, address = api_as(director), f"/api/v1/tournaments/{cup.pk}/"
    ann = entry_of(cup, "Ann").pk
    made = client.post(f"{address}handovers/", {"entry": ann, "prize_pool": "Main"})
    assert made.status_code == 201
    (noted,) = made.json()
    assert (noted["prize_pool"], noted["part"], noted["cents"]) == ("Main", "all", 2400)
    shown = api_as(None).get(f"{address}payouts/").json()
    line = shown["lines"][0]
    assert (line["prize_pool"], line["handed_over"], line["difference"]) == ("Main", 2400, 0)
    assert (shown["handed_over"], shown["to_return"], shown["unearned"]) == (2400, 0, [])
    assert client.post(f"{address}handovers/", {"entry": ann, "prize_pool": "Main"}).json() == []
    assert_problem(client.post(f"{address}handovers/", {"entry": ann, "prize_pool": "No"}), 409, "no_payout")
    sent = {"entry": ann, "prize_pool": "Sponsor", "handed_over": False}
    assert_problem(client.post(f"{address}handovers/", sent), 409, "not_handed_over", "Ann")


def test_how_it_reads_and_what_is_kept_of_a_person(cup, of):
    hands(of, cup, "Ann", prize_pool="Main")
    hands(of, cup, "Ann", handed_over=False)
    said = [fact.sentence for fact in fact_list(UserFactory(), cup)[:200] if "handed" in fact.sentence]
    assert said == [
        "Ann is handed €24 of Main.",
        "Ann has not been handed the payout of Main after all.",
    ]
    ann = entry_of(cup, "Ann").player
    lines = held_rows(ann, ann.user, NOON)["sections"]["payout_handovers"]
    assert [line["cents"] for line in lines] == [2400, 0]


@pytest.mark.django_db(transaction=True)
def test_two_at_once_hand_it_over_once(cup, of):
    twice = [lambda: hands(of, cup, "Ann")] * 3
    found = at_once(*twice)
    assert sum(len(made) for made in found) == 2
