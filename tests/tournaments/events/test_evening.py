"""What a director does in an evening, by the API: round pairings, pairings by hand, files."""

import csv
from io import StringIO

import pytest

from matches.play.models import Match
from tests.conftest import api_as, director_reports, work_off
from tests.factories import PlayerFactory
from tournaments.events.models import Fixture

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(club, director):
    """The API as the director of a Swiss of two rounds has it, every round released by the director."""
    client = api_as(director)
    made = client.post(
        "/api/v1/tournaments/",
        {
            **{
                "club": club.pk,
                "name": "Monday",
                "format": "swiss",
                "lengths": [3],
                "pairings_need_approval": True,
            },
            "format_options": {"rounds": 2, "first_round": "seeds"},
        },
    )
    assert made.status_code == 201, made.content
    return Evening(client, f"/api/v1/tournaments/{made.json()['id']}/")


class Evening:
    def __init__(self, client, address):
        self.client, self.address = client, address

    def get(self, path=""):
        response = self.client.get(self.address + path)
        assert response.status_code == 200, response.content
        return response.json()

    def post(self, path, body=None, status=201):
        response = self.client.post(self.address + path, body)
        assert response.status_code == status, response.content
        work_off()
        return response.json()

    def enter(self, count):
        return [self.post("entries/", {"player": PlayerFactory().pk})["id"] for _ in range(count)]

    def draw(self, entries):
        return self.post("draw/", {"seeding": "manual", "seeded": entries})

    def paired_rounds(self):
        return self.get("round-pairings/")["results"]


def ask(round_pairings):
    return [(pairing["key"], pairing["one"], pairing["two"]) for pairing in round_pairings["pairings"]]


def play(director):
    """The first named wins every match that is open."""
    for match in Match.objects.filter(result=None, superseded=False):
        director_reports(match, director, (3, 1))


def test_round_pairings_are_published_withdrawn_and_released(evening, director):
    one, two, three, four = evening.enter(4)
    evening.draw([one, two, three, four])
    (first,) = evening.paired_rounds()
    assert first["round"] == 1
    assert first["part"] == "main"
    assert (first["by_hand"], first["withdrawn"], first["byes"]) == (False, False, [])
    assert {frozenset(pair[1:]) for pair in ask(first)} == {frozenset((one, three)), frozenset((two, four))}
    back = evening.post("round-withdrawals/", {"round_pairings": first["id"], "reason": "Somebody is late."})
    assert (back["round_pairings"], back["reason"]) == (first["id"], "Somebody is late.")
    assert [round_pairings["withdrawn"] for round_pairings in evening.paired_rounds()] == [True]
    hand = evening.post("round-pairings/", {"one": one, "two": two, "reason": "Both asked for it."})
    assert (hand["by_hand"], hand["round"], hand["reason"]) == (True, 1, "Both asked for it.")
    assert [pair[1:] for pair in ask(hand)] == [(one, two)]
    assert len(evening.paired_rounds()) == 2, "the rest waits for the call"
    assert evening.post("releases/")["released_at"]
    rest = evening.paired_rounds()[-1]
    assert {frozenset(pair[1:]) for pair in ask(rest)} == {frozenset((three, four))}
    play(director)
    assert len(evening.paired_rounds()) == 3, "so does the next round"
    evening.post("releases/")
    assert evening.paired_rounds()[-1]["round"] == 2
    play(director)
    assert evening.get()["state"] == "finished"


def test_pairings_of_an_earlier_round_are_not_withdrawn(evening, director):
    evening.draw(evening.enter(4))
    play(director)
    evening.post("releases/")
    first, second = evening.paired_rounds()
    problem = evening.post("round-withdrawals/", {"round_pairings": first["id"], "reason": "No."}, status=409)
    assert (problem["code"], problem["published_round"]) == ("round_not_last", second["id"])
    evening.post("round-withdrawals/", {"round_pairings": second["id"], "reason": "Late."})
    begun = evening.post("round-withdrawals/", {"round_pairings": first["id"], "reason": "No."}, status=409)
    assert begun["code"] == "round_begun"
    evening.post(
        "round-withdrawals/", {"round_pairings": first["id"], "reason": "All wrong.", "played_too": True}
    )
    assert all(row["won"] == row["lost"] == 0 for row in evening.get("standings/"))


def test_pairings_of_one_group_are_withdrawn_whatever_the_other_has_published_since(club, director):
    stage = {"format": "swiss", "options": {"rounds": 2}, "groups": 2}
    made = api_as(director).post(
        "/api/v1/tournaments/",
        {
            **{"club": club.pk, "name": "Groups", "format": "stages", "lengths": [3]},
            "format_options": {"stages": [stage]},
        },
    )
    evening = Evening(api_as(director), f"/api/v1/tournaments/{made.json()['id']}/")
    evening.draw(evening.enter(8))
    quick, slow = evening.paired_rounds()
    for pairing in quick["pairings"]:
        fixture = Fixture.objects.get(key=pairing["key"])
        director_reports(fixture.match, director, (3, 0))
    assert [round_pairings["part"] for round_pairings in evening.paired_rounds()] == [
        quick["part"],
        slow["part"],
        quick["part"],
    ]
    assert slow["part"] != quick["part"]
    evening.post("round-withdrawals/", {"round_pairings": slow["id"], "reason": "Two came late."})
    assert [round_pairings["withdrawn"] for round_pairings in evening.paired_rounds()] == [
        False,
        True,
        False,
    ]


def test_the_order_of_tie_breaks_changes_with_a_warning_once_play_has_begun(evening):
    said = {"tiebreaks": ["wins", "buchholz", "lots"], "reason": "As every year."}
    assert evening.post("tiebreaks/", said)["warning"] == ""
    evening.draw(evening.enter(4))
    order = evening.post("tiebreaks/", {**said, "tiebreaks": ["points", "lots"]})
    assert order["tiebreaks"] == ["points", "lots"]
    assert "Play has begun" in order["warning"]


def test_the_exported_entries_can_be_imported(evening, club, director):
    evening.enter(2)
    evening.post("entries/", {"player": PlayerFactory(name="Zoë Ørsted").pk, "home": "Graz", "family": "Z"})
    leaves = evening.enter(1)
    evening.post("withdrawals/", {"entry": leaves[0]})
    text = evening.client.get(evening.address + "entries.csv").content.decode()
    other = evening.client.post(
        "/api/v1/tournaments/",
        {"club": club.pk, "name": "Tuesday", "format": "single_elimination", "lengths": [3]},
    ).json()
    again = Evening(evening.client, f"/api/v1/tournaments/{other['id']}/")
    response = again.client.generic("POST", again.address + "entries/import/", text, content_type="text/csv")
    assert response.status_code in (200, 201), response.content
    copied = again.client.get(again.address + "entries.csv").content.decode()
    columns = ("name", "player", "home", "family", "alternate")

    def rows(file):
        return [
            [row[column] for column in columns] for row in csv.DictReader(StringIO(file.lstrip("\ufeff")))
        ]

    assert rows(copied) == rows(text)
