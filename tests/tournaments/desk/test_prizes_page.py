"""The tab Prizes of the control desk: what comes in, who is paid what, what was handed over."""

import pytest

from tests.conftest import director_reports, fixture_at
from tests.factories import PlayerFactory
from tournaments.money.models import PrizePoolList
from tournaments.money.selectors import prize_pool_list, tournament_payouts
from tournaments.money.services import prize_pools_set

pytestmark = pytest.mark.django_db

TWO_PRIZES = [{"place": 1, "percent": 60}, {"place": 2, "percent": 40}]
MAIN = {"name": "Main", "fee": 1000, "keeps": 20, "prizes": TWO_PRIZES}


@pytest.fixture
def cup(knockout, director):
    """Four, of whom each pays 10 €: 19.20 € for the winner, 12.80 € for the other finalist."""
    cup = knockout(4)
    pools_set(cup, director)
    return cup


def pools_set(cup, director):
    said = {"currency": "EUR", "prize_pools": [MAIN], "reason": "As agreed."}
    prize_pools_set(actor=director, tournament_id=cup.pk, **said)


def address(cup, page=""):
    return f"/tournaments/{cup.pk}/desk/prizes/{page}"


def play(cup, director):
    for key in ("R1-M1", "R1-M2", "R2-M1"):
        director_reports(fixture_at(cup, key).match, director, (5, 2))


def typed(**said):
    pool = {"name": "Main", "fee": "10", "keeps": "20", "prizes": "60 40", **said}
    return {f"pool-0-{name}": value for name, value in pool.items()} | {"currency": "EUR", "reason": "So."}


def test_what_each_place_would_bring_and_the_sum(desk, cup):
    page = desk.get(address(cup)).content.decode()
    assert "Fees: €10 × 4" in page
    for amount in ("€40", "−€8", "€32", "19.20", "12.80"):
        assert amount in page
    assert "€40 is not paid yet." in page


def test_handing_over_is_noted_and_taken_back(desk, cup, director):
    play(cup, director)
    assert "Hand over €19.20" in desk.get(address(cup)).content.decode()
    winner = tournament_payouts(cup).lines[0].entry
    line = {"entry": winner.pk, "prize_pool": "Main", "part": "all"}
    desk.post(address(cup), {**line, "handed_over": "1"})
    assert tournament_payouts(cup).handed_over == 1920
    assert "Hand over €19.20" not in desk.get(address(cup)).content.decode()
    desk.post(address(cup), line)
    assert tournament_payouts(cup).handed_over == 0
    answer = desk.post(address(cup), line)
    assert (answer.status_code, "there is nothing to take back" in answer.content.decode()) == (422, True)


def test_prize_pools_are_set_by_a_form(desk, cup):
    page = desk.get(address(cup, "pools/")).content.decode()
    assert ('value="Main"' in page, "60 40" in page) == (True, True)
    answer = desk.post(address(cup, "pools/"), typed(fee="12.50", prizes="50 30\nmain: 20", added="5"))
    assert answer.status_code == 302
    (pool,) = prize_pool_list(cup).prize_pools
    assert (pool["fee"], pool["added"], pool["keeps"]) == (1250, 500, "20")
    assert [(each["part"], each["place"], each["percent"]) for each in pool["prizes"]] == [
        ("all", 1, "50"),
        ("all", 2, "30"),
        ("main", 1, "20"),
    ]
    # What was set is shown again as it was typed.
    assert "50 30\nmain: 20" in desk.get(address(cup, "pools/")).content.decode()
    desk.post(address(cup, "pools/"), typed(name="", fee="", keeps="", prizes=""))
    assert prize_pool_list(cup).prize_pools == []


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ({"prizes": "60 50"}, "Take 10 % away"),
        ({"prizes": "most of it"}, "write percentages"),
        ({"prizes": "nowhere: 60"}, "does not have"),
        ({"fee": "1.234"}, "no amounts as small"),
        ({"name": ""}, "Name the prize pool."),
        ({"fee": "-1"}, "greater than or equal to 0"),
    ],
)
def test_bad_input_stays_with_its_fault(desk, cup, said, fault):
    answer = desk.post(address(cup, "pools/"), typed(**said))
    page = answer.content.decode()
    assert (answer.status_code, fault in page) == (422, True)
    assert all(value in page for value in said.values())
    assert PrizePoolList.objects.count() == 1


def test_a_reason_is_asked_for_once_drawn(desk, cup):
    answer = desk.post(address(cup, "pools/"), {**typed(), "reason": ""})
    assert answer.status_code == 422
    assert 'id="id_reason_error"' in answer.content.decode()


def test_only_directors_see_it(client, cup):
    client.force_login(fixture_at(cup, "R1-M1").match.one.user)
    for page in ("", "pools/"):
        assert client.get(address(cup, page)).status_code == 403
        assert client.post(address(cup, page), typed()).status_code == 403


def test_as_many_queries_at_any_size(desk, knockout, director, django_assert_num_queries):
    for size in (4, 16):
        cup = knockout(size, field=PlayerFactory.create_batch(size))
        pools_set(cup, director)
        with django_assert_num_queries(25):
            desk.get(address(cup))


def test_in_japanese(desk, cup):
    page = desk.get(address(cup), headers={"Accept-Language": "ja"}).content.decode()
    assert "同好会の取り分" in page
