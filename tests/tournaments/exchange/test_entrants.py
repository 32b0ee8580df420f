"""Entrants from a file: all of them, or nobody and every fault by its place."""

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.players.models import Player
from tests.conftest import api_as
from tests.consent import player_create
from tests.factories import ClubFactory, PlayerFactory, TournamentFactory
from tournaments.events.models import Entry
from tournaments.exchange.errors import InvalidEntrants
from tournaments.exchange.rules.entrants import Entrant, read_entrants

MOST = 4096


def faults(text, most=MOST):
    with pytest.raises(InvalidEntrants) as refused:
        read_entrants(text, most)
    return [(fault["row"], fault["column"]) for fault in refused.value.data["faults"]]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_a_file_of_any_spreadsheet(mark):
    lines = [
        "\ufeffName|HOME|family|Alternate",
        "Ann|Graz||",
        '"Žižka  Jan"|Linz|Žižka|yes',
        "||| ",
        "Bob|||no",
    ]
    text = "\r\n".join(line.replace("|", mark) for line in lines)
    assert read_entrants(text, MOST) == [
        Entrant(2, "Ann", None, "Graz", "", False),
        Entrant(3, "Žižka Jan", None, "Linz", "Žižka", True),
        Entrant(5, "Bob", None, "", "", False),
    ]


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("", [(1, "")]),
        ("\n\n", [(1, "")]),
        ("who\nAnn", [(1, "who"), (1, "name")]),
        ("name,home\n", [(2, "")]),
        ("name\n\n , \n", [(2, "")]),
        ("name,name\nAnn,Ann", [(1, "name")]),
        ("home\nGraz", [(1, "name")]),
        ("name,home\nAnn,Graz,3", [(2, "")]),
        ("name,home\n,Graz\nAnn", [(2, "name")]),
        ("name\nAnn\nBob\nANN", [(4, "name")]),
        ("player\n7\n07", [(3, "player")]),
        ("player\nseven", [(2, "player")]),
        ("player\n" + "9" * 30, [(2, "player")]),
        ("name\n" + "x" * 81, [(2, "name")]),
        ("name\nA\x07nn", [(2, "name")]),
        ("name\nA\u202enn", [(2, "name")]),
        ("name,alternate\nAnn,perhaps", [(2, "alternate")]),
        ("name,alternate\nAnn,perhaps\n,yes", [(2, "alternate"), (3, "name")]),
        ('name\nAnn\n"' + "x" * 200_000, [(3, "")]),
    ],
)
def test_every_fault_is_named_by_row_and_column(text, where):
    assert faults(text) == where


def test_more_than_can_enter():
    assert faults("name\n" + "\n".join(f"Player {number}" for number in range(5)), most=4) == [(6, "")]


@given(st.text(max_size=200))
def test_whatever_is_sent_is_read_or_refused(text):
    with suppress(InvalidEntrants):
        assert all(entrant.name or entrant.player for entrant in read_entrants(text, MOST))


@pytest.fixture
def cup(club, director):
    return TournamentFactory(club=club, created_by=director)


def send(user, cup, text):
    address = f"/api/v1/tournaments/{cup.pk}/entries/import/"
    body = text if isinstance(text, bytes) else text.encode()
    return api_as(user).generic("POST", address, body, content_type="text/csv")


def test_everybody_is_entered(cup, director):
    known = PlayerFactory(name="Ann")
    answer = send(director, cup, f"name,player,home\nAnna,{known.pk},Graz\nBob,,Linz\n")
    assert answer.status_code == 201
    assert [entry["player"]["name"] for entry in answer.json()] == ["Ann", "Bob"]
    entries = list(Entry.objects.filter(tournament=cup).order_by("serial"))
    assert [(entry.player.name, entry.home) for entry in entries] == [("Ann", "Graz"), ("Bob", "Linz")]
    assert {entry.recorded_by for entry in entries} == {director}


def test_a_name_is_whoever_played_in_the_club_under_it(cup, club, director):
    before = TournamentFactory(club=club, created_by=director)
    regular = PlayerFactory(name="Ann")
    Entry.objects.create(tournament=before, player=regular)
    stranger = PlayerFactory(name="Bob")
    Entry.objects.create(tournament=TournamentFactory(club=ClubFactory()), player=stranger)
    answer = send(director, cup, "name\nann\nBob")
    ann, bob = (entry["player"]["id"] for entry in answer.json())
    assert ann == regular.pk
    assert bob != stranger.pk
    assert Player.objects.get(pk=bob).created_by == director


def test_who_played_in_the_club_with_a_partner_is_known_too(cup, club, director):
    ann, bob = PlayerFactory(name="Ann"), PlayerFactory(name="Bob")
    pair = player_create(actor=director, name="Duo", kind="pair", members=[ann, bob])
    Entry.objects.create(tournament=TournamentFactory(club=club), player=pair)
    answer = send(director, cup, "name\nAnn\nCem")
    assert answer.json()[0]["player"]["id"] == ann.pk


def test_of_several_of_a_name_the_number_is_asked_for(cup, club, director):
    before = TournamentFactory(club=club, created_by=director)
    two = [PlayerFactory(name="Ann"), PlayerFactory(name="Ann")]
    for player in two:
        Entry.objects.create(tournament=before, player=player)
    answer = send(director, cup, "name\nBob\nAnn")
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_entrants")
    (fault,) = answer.json()["faults"]
    assert (fault["row"], fault["column"]) == (3, "name")
    assert all(str(player.pk) in fault["detail"] for player in two)


def test_a_broken_row_enters_nobody(cup, director):
    there = PlayerFactory(name="Cem")
    Entry.objects.create(tournament=cup, player=there)
    for text, where in (
        ("name,alternate\nAnn,\nBob,maybe", {"row": 3, "column": "alternate"}),
        ("name,player\nAnn,\nBob,999999", {"row": 3, "column": "player"}),
        (f"name,player\nAnn,\nCem,{there.pk}", {"row": 3, "column": "name"}),
        (b"name\nAnn\nM\xfcller", {"row": 3, "column": ""}),
        ('name\nAnn\n"Bob\nCem', {"row": 3, "column": ""}),
        ('name\nAnn\n"Bob"by\nCem', {"row": 3, "column": ""}),
    ):
        players, entries = Player.objects.count(), Entry.objects.count()
        answer = send(director, cup, text)
        assert (answer.status_code, answer.json()["code"]) == (422, "invalid_entrants")
        (fault,) = answer.json()["faults"]
        assert where.items() <= fault.items()
        assert (Player.objects.count(), Entry.objects.count()) == (players, entries)


def test_who_does_not_direct_imports_nothing(cup, players):
    (ann,) = players(1)
    assert send(ann.user, cup, "name\nBob").json()["code"] == "not_allowed"
    assert send(None, cup, "name\nBob").json()["code"] == "not_authenticated"


def test_a_file_that_is_too_large_or_no_csv(cup, director):
    assert send(director, cup, b"name\n" + b"x" * 1_000_000).json()["code"] == "entrants_too_large"
    answer = api_as(director).post(f"/api/v1/tournaments/{cup.pk}/entries/import/", {"name": "Ann"})
    assert answer.status_code == 415


def test_what_is_exported_can_be_imported(cup, club, director):
    send(director, cup, "name,home,family,alternate\nAnn,Graz,Müller,\n=1+1,,,\nBob,,,yes\n")
    table = api_as(None).get(f"/api/v1/tournaments/{cup.pk}/entries.csv").content.decode()
    assert table.splitlines()[2].startswith("'=1+1,"), "no spreadsheet runs a name"
    again = TournamentFactory(club=club, created_by=director)
    kept = "\n".join(",".join(line.split(",")[:5]) for line in table.splitlines())
    assert send(director, again, kept).status_code == 201
    assert [*again.entries.values_list("player", "home", "family", "alternate")] == [
        *cup.entries.values_list("player", "home", "family", "alternate")
    ]


def test_what_an_export_writes_is_read_as_it_was(cup, director):
    answer = send(director, cup, "name,home\nAnn,+1 Club\n'=x,'quoted")
    table = api_as(None).get(f"/api/v1/tournaments/{cup.pk}/entries.csv").content.decode()
    assert "'+1 Club" in table
    read = read_entrants(table, MOST)
    assert [(each.name, each.home) for each in read] == [
        (entry["player"]["name"], entry["home"]) for entry in answer.json()
    ]
    assert read[0].home == "+1 Club"
