"""Whatever stands in a field of a request about tournaments: refused in words, never a fault of ours."""

import random

import pytest
from django.db import transaction

from matches.accounts.models import Token
from tests.conftest import api_as, work_off
from tests.each import each
from tests.effort import every
from tests.factories import PlayerFactory
from tournaments.events.services import entry_add, tournament_create, tournament_draw
from tournaments.formats.seeding.order import Seeding
from tournaments.money.services import prize_pools_set

pytestmark = pytest.mark.django_db

NEST = {"a": [{"a": [{"a": []}]}]}
ODD = [
    *(None, True, -1, 1.5, 2**63, 10**40, "", "²", "a\x00b", "\u202e", "x" * 5_000),
    *([], {}, [None], ["x"], [10**40], [{}], [NEST], NEST),
    *({"\x00": "\x00"}, {"x": 10**40}, {"rounds": None}, {"rounds": "3"}),
    *([{"round": 2, "length": 10**40}], [{"part": "\x00"}], [{"play_by": "9999-99-99T00:00Z"}]),
    *([{"play_by": "0001-01-01T00:00:00+14:00"}], [{"tables": [[1]]}], [{"options": NEST}]),
    *([{"regulations": NEST}], [{"variant": ["x"]}], [{"variant": NEST}], [{"length": None}]),
    *([{"name": "A", "prizes": [NEST]}], [{"name": "A", "prizes": [{"place": 1, "percent": "1e9"}]}]),
    *([{"name": "A\x00", "fee": 1}], [{"name": "A", "fee": 10**12}, {"name": "A"}], [{"name": ["A"]}]),
    *([{"name": "A", "side": "x"}], [{"name": "A", "prizes": [{"part": "\x00", "place": 1, "percent": 1}]}]),
]


@pytest.fixture
def event(club, director):
    """A Swiss that is under way, with a side pool: its number, and what each address takes."""
    of = tournament_create(
        actor=director, club=club, name="Monday", format="swiss", lengths=(3,), pairings_need_approval=True
    )
    of = {"actor": director, "tournament_id": of.pk}
    entries = [entry_add(**of, player=PlayerFactory()).pk for _ in range(4)]
    alternate = entry_add(**of, player=PlayerFactory(), alternate=True).pk
    prize_pools_set(**of, currency="EUR", prize_pools=[{"name": "Side", "side": True, "fee": 100}])
    tournament_draw(**of, seeding=Seeding.RANDOM)
    work_off()
    here = f"tournaments/{of['tournament_id']}"
    stages = [{"format": "round_robin", "code": "a"}, {"format": "swiss", "places": [1, 2]}]
    return [
        (
            "tournaments/",
            {
                "club": club.pk,
                "name": "New",
                "format": "swiss",
                "format_options": {"rounds": 3},
                "lengths": [3],
                "rounds": [{"round": 2, "length": 5}],
                "variant": "backgammon",
                "options": {},
                "regulations": {},
                "rated": True,
                "tiebreaks": ["wins"],
                "check_in": False,
                "pairings_need_approval": False,
            },
        ),
        ("tournaments/", {"club": club.pk, "name": "S", "format": "stages", "lengths": [3]}
         | {"format_options": {"stages": stages}}),
        (f"{here}/entries/", {"player": PlayerFactory().pk, "home": "", "family": "", "alternate": False}),
        (f"{here}/withdrawals/", {"entry": entries[0], "reason": ""}),
        (f"{here}/check-ins/", {"entry": entries[0]}),
        (f"{here}/re-entries/", {"entry": entries[0]}),
        (f"{here}/substitutions/", {"leaves": entries[1], "comes": alternate}),
        (f"{here}/prize-pools/", {"currency": "EUR", "prize_pools": [{"name": "A", "fee": 100}]}),
        (f"{here}/stakes/", {"entry": entries[0], "prize_pool": "Side"}),
        (f"{here}/round-pairings/", {"one": entries[0], "two": entries[1], "allow": [], "reason": ""}),
        (f"{here}/round-withdrawals/", {"round_pairings": 1, "reason": "No.", "played_too": False}),
        (f"{here}/releases/", {}),
        (f"{here}/tiebreaks/", {"tiebreaks": ["wins"], "reason": "Yes."}),
        (f"{here}/draw/", {"seeding": "random", "seeded": [], "ranks": {}, "protected": None}
         | {"separate": False, "seed": "x", "again": True}),
    ]  # fmt: skip


@pytest.mark.long
def test_no_value_of_a_field_is_a_fault_of_ours(event, director, subtests):
    """Every value meets some fields, others in each run; with EFFORT each meets all."""
    client, step = api_as(director, Token.Scope.values), every(12)
    for number, odd in enumerate(ODD, random.randrange(step)):
        with subtests.test(odd=repr(odd)[:30]), transaction.atomic():
            for place, (path, body) in enumerate(event):
                for field in list(body)[(number + place) % step :: step]:
                    answer = client.post(f"/api/v1/{path}", {**body, field: odd})
                    assert answer.status_code < 500, (path, field, answer.content)
                    if answer.status_code >= 400:
                        assert answer.json()["code"], (path, field)
                if (number + place) % step == 0:
                    assert client.post(f"/api/v1/{path}", odd, format="json").status_code < 500, path
            work_off()
            transaction.set_rollback(True)


@each("number", ["0", str(2**31), str(2**63), "9" * 40])
def test_no_number_in_an_address_is_a_fault_of_ours(event, director, number):
    client = api_as(director, Token.Scope.values)
    for path, body in event:
        if path != "tournaments/":
            place = "/".join(["tournaments", number, *path.split("/")[2:]])
            assert client.post(f"/api/v1/{place}", body).status_code == 404, place


@each("body", [None, "", b"\x00", b"\xff\xfe", b"name\n\x00", b"name\n" + b"x" * 5_000])
def test_no_file_of_entrants_is_a_fault_of_ours(event, director, body):
    client = api_as(director, Token.Scope.values)
    answer = client.generic("POST", f"/api/v1/{event[2][0]}import/", body or "", content_type="text/csv")
    assert answer.status_code == 422
    assert answer.json()["code"] == "invalid_entrants"
    assert client.post(f"/api/v1/{event[2][0]}import/").status_code == 422
