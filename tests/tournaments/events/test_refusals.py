"""What is refused of tournaments over the API: stable codes, and nothing changed.

One case is one line: what it does, after what, and what it hears.
"""

import pytest

from matches.accounts.models import Token
from matches.play.models import Match
from matches.players.models import Player
from tests.answers import assert_problem, rows_of_everything
from tests.conftest import api_as, director_reports, field_entered, work_off
from tests.each import each
from tests.factories import PlayerFactory
from tournaments.events.models import Entry, Fixture
from tournaments.events.services import (
    entry_add,
    entry_check_in,
    entry_withdraw,
    pairing_by_hand_post,
    round_release,
    round_withdraw,
    tournament_create,
    tournament_draw,
)
from tournaments.formats.seeding.order import Seeding

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(director):
    return api_as(director, Token.Scope.values)


@pytest.fixture
def refused(client):
    """refused(status, code, path, body, *words): the problem, after which nothing has changed."""

    def ask(status, code, path, body, *says):
        before = rows_of_everything()
        problem = assert_problem(client.post(f"/api/v1/{path}/", body), status, code, *says)
        assert rows_of_everything() == before
        return problem

    return ask


# -- What is announced


@pytest.mark.parametrize(
    ("announced", "code", "says"),
    [
        ({"format": "swiss", "format_options": {"legs": 2}}, "unknown_format_option", "legs"),
        ({"format": "swiss", "format_options": {"rounds": 21}}, "invalid_format_option", "rounds"),
        ({"format": "swiss", "format_options": {"rounds": "3"}}, "invalid_format_option", "rounds"),
        ({"format": "swiss", "format_options": {"rounds": True}}, "invalid_format_option", "rounds"),
        ({"format": "swiss", "format_options": {"rounds": 0, "pairing": "continuous"}},
         "invalid_format_option", "rounds"),
        ({"lengths": [4]}, "invalid_length", "4"),
        ({"lengths": [5, 7, 8]}, "invalid_length", "8"),
        ({"lengths": [0]}, "invalid_length", "0"),
        ({"rounds": [{"round": 3, "length": 6}]}, "invalid_length", "6"),
        ({"rounds": [{"part": "losers", "length": 6}]}, "invalid_length", "6"),
        ({"rounds": [{"round": 0, "length": 5}]}, "invalid_round", "round"),
        ({"rounds": [{"round": 2, "colour": 5}]}, "invalid_round", "colour"),
        ({"rounds": [{"tables": [1, 1]}]}, "invalid_round", "tables"),
        ({"rounds": [{"play_by": "2026-03-07T12:00:00"}]}, "invalid_round", "play_by"),
        ({"rounds": [{"play_by": "9999-12-31T23:59:59-14:00"}]}, "invalid_round", "play_by"),
        ({"rounds": [{"variant": "chess"}]}, "invalid_round", "variant"),
        ({"rounds": [{"part": "losers", "length": 5}]}, "invalid_round", "main"),
        ({"rounds": [{"part": "loser"}], "format": "double_elimination"}, "invalid_round", "losers"),
        ({"rounds": [{"part": "group-0"}], "format": "groups"}, "invalid_round", "group-N"),
        ({"rounds": [{"part": "stage-3"}], "format": "stages"}, "invalid_round", "stage-2"),
        ({"rounds": [{"options": {"moon": 1}}]}, "invalid_option", "moon"),
        ({"rounds": [{"regulations": {"moon": 1}}]}, "invalid_regulation", "moon"),
        ({"tiebreaks": ["buchholz"]}, "invalid_tiebreaks", "Single elimination"),
        ({"format": "swiss", "tiebreaks": ["coin"]}, "unknown_tiebreak", "coin"),
        ({"format": "swiss", "tiebreaks": ["wins", "wins"]}, "invalid_tiebreaks", "wins"),
        ({"options": {"moon": 1}}, "invalid_option", "moon"),
        ({"format": "groups", "format_options": {"groups": 2, "group_size": 4}},
          "invalid_format_option", "both"),
        ({"format": "groups", "format_options": {"group_size": 1}}, "invalid_format_option", "two"),
        ({"format": "teams", "format_options": {"event": {"format": "single_elimination"}},
          "tiebreaks": ["buchholz"]}, "invalid_tiebreaks", "no tie-breaks"),
        ({"lengths": [5, 3], "rounds": [{"round": 1, "regulations": {"shortest": 5}}]},
         "invalid_regulation", "3"),
        ({"format": "double_elimination",
          "rounds": [{"part": "losers", "length": 1}, {"round": 2, "regulations": {"shortest": 3}}]},
         "invalid_regulation", "1"),
        ({"club": 10**9}, "unknown_club", "1000000000"),
    ],
    ids=str,
)  # fmt: skip
def test_a_tournament_that_cannot_be(refused, club, announced, code, says):
    body = {"club": club.pk, "name": "Cup", "lengths": [5], **announced}
    refused(422, code, "tournaments", body, says)


@each("wrong", [{"round": 2, "colour": 5}, {"round": 0, "length": 5}, {"part": "losers", "length": 5}])
def test_which_exception_is_wrong_is_said_by_its_number(refused, club, wrong):
    body = {"club": club.pk, "name": "Cup", "lengths": [5], "rounds": [{"round": 1, "length": 3}, wrong]}
    assert refused(422, "invalid_round", "tournaments", body, "Exception 2")["round"] == 2


@pytest.mark.parametrize(
    ("where", "code"), [("options", "invalid_option"), ("format_options", "unknown_format_option")]
)
def test_half_a_character_in_a_name_is_shown_as_it_was_sent(client, club, where, code):
    body = f'{{"club": {club.pk}, "name": "Cup", "lengths": [5], "{where}": {{"\\ud800": 1}}}}'
    answer = client.generic("POST", "/api/v1/tournaments/", body.encode(), content_type="application/json")
    assert_problem(answer, 422, code, "ud800")


GROUPS = {"format": "round_robin", "groups": 2}


@pytest.mark.parametrize(
    ("sources", "code"),
    [
        ([{"stage": 2, "places": [1]}], "unknown_stage"),
        ([{"stage": 7, "places": [1]}], "unknown_stage"),
        ([{"stage": 1, "places": [1]}, {"stage": 1, "places": [1]}], "place_fed_twice"),
        ([{"stage": 1, "places": [0]}], "invalid_format_option"),
        ([{"stage": -1}], "invalid_format_option"),
        ([], "invalid_format_option"),
    ],
    ids=str,
)
def test_a_stage_that_is_fed_by_what_is_not_there(refused, club, sources, code):
    stages = [GROUPS, {"format": "single_elimination", "from": sources}]
    body = {"club": club.pk, "name": "Cup", "lengths": [5], "format": "stages"}
    refused(422, code, "tournaments", {**body, "format_options": {"stages": stages}})


# -- Who enters


@pytest.fixture
def event(club, director):
    """event(size, ...): an event that was announced; its address, its entries, a way to draw it."""

    class Event:
        def __init__(self, size, format="swiss", format_options=None, **rest):
            self.row = tournament_create(
                actor=director,
                club=club,
                name="Monday",
                lengths=(3,),
                format=format,
                format_options=format_options or {},
                **rest,
            )
            self.path = f"tournaments/{self.row.pk}"
            self.of = {"actor": director, "tournament_id": self.row.pk}
            self.entries = field_entered(self.row, director, PlayerFactory.create_batch(size))

        def enter(self, **rest):
            return entry_add(**self.of, player=PlayerFactory(), **rest)

        def draw(self):
            seeded = [entry.pk for entry in self.entries]
            tournament_draw(**self.of, seeding=Seeding.MANUAL, seeded=seeded, seed="test")
            work_off()
            return self

        def open(self):
            return Match.objects.filter(fixture__tournament=self.row, state=Match.State.OPEN).order_by("pk")

        def play(self, count=None):
            for match in list(self.open())[:count]:
                director_reports(match, director, (3, 1))
            return self

        @property
        def paired_rounds(self):
            return self.row.published_rounds.filter(withdrawal=None).order_by("serial")

    return Event


def test_the_same_entrant_twice(refused, event):
    cup = event(2)
    refused(409, "already_entered", f"{cup.path}/entries", {"player": cup.entries[0].player_id})
    refused(422, "unknown_player", f"{cup.path}/entries", {"player": 10**9})


def test_more_than_the_most_there_can_be(refused, event, director):
    cup = event(0)
    players = Player.objects.bulk_create(Player(name=f"P{n}", created_by=director) for n in range(4096))
    now = cup.row.created_at
    Entry.objects.bulk_create(
        Entry(tournament=cup.row, player=player, recorded_by=director, recorded_at=now) for player in players
    )
    refused(409, "too_many_entries", f"{cup.path}/entries", {"player": PlayerFactory().pk}, "4096")


@pytest.mark.parametrize(
    ("file", "pointer"),
    [
        ("name\nAnn\nAnn\n", "row 3"),
        ("name,name\nAnn,x\n", "row 1"),
        ("name,player\nAnn,\n,x\n", "row 3"),
        ("name,alternate\nAnn,no\nBob,perhaps\n", "row 3"),
    ],
)
def test_a_file_with_a_fault_enters_nobody(client, event, file, pointer):
    cup, before = event(1), rows_of_everything()
    answer = client.generic("POST", f"/api/v1/{cup.path}/entries/import/", file, content_type="text/csv")
    problem = assert_problem(answer, 422, "invalid_entrants")
    assert pointer in str(problem).lower()
    assert rows_of_everything() == before


def test_too_late_for_a_bracket(refused, event):
    cup = event(4, "single_elimination").draw()
    refused(409, "tournament_started", f"{cup.path}/entries", {"player": PlayerFactory().pk})
    cup.play().play()
    refused(409, "tournament_finished", f"{cup.path}/entries", {"player": PlayerFactory().pk})
    refused(409, "tournament_finished", f"{cup.path}/withdrawals", {"entry": cup.entries[0].pk})


def test_comings_and_goings_that_cannot_be(refused, event):
    cup = event(4)
    alternate = cup.enter(alternate=True)
    ann, bob = cup.entries[0].pk, cup.entries[1].pk
    swap = {"leaves": ann, "comes": alternate.pk}
    refused(409, "tournament_not_started", f"{cup.path}/substitutions", swap)
    refused(409, "not_withdrawn", f"{cup.path}/re-entries", {"entry": ann})
    for address in ("withdrawals", "re-entries", "check-ins"):
        refused(404, "unknown_entry", f"{cup.path}/{address}", {"entry": 10**9})
    cup.draw()
    refused(409, "tournament_started", f"{cup.path}/check-ins", {"entry": ann})
    refused(409, "invalid_substitution", f"{cup.path}/substitutions", {"leaves": ann, "comes": bob})
    refused(409, "invalid_substitution", f"{cup.path}/substitutions", {"leaves": ann, "comes": ann})
    refused(409, "invalid_substitution", f"{cup.path}/substitutions", {**swap, "leaves": alternate.pk})
    cup.play()
    refused(409, "invalid_substitution", f"{cup.path}/substitutions", swap, "before the first match")
    entry_withdraw(**cup.of, entry_id=ann)
    work_off()
    refused(409, "already_withdrawn", f"{cup.path}/withdrawals", {"entry": ann})


def test_who_has_entered_anew_does_not_come_back_too(refused, event):
    cup = event(3)
    ann = cup.entries[0]
    entry_withdraw(**cup.of, entry_id=ann.pk)
    entry_add(**cup.of, player=ann.player)
    refused(409, "already_entered", f"{cup.path}/re-entries", {"entry": ann.pk})


# -- Who is drawn, and how


@pytest.mark.parametrize("size", [0, 1])
def test_a_draw_of_fewer_than_two(refused, event, size):
    refused(422, "too_few_entries", f"{event(size).path}/draw", {"seeding": "random"}, str(size))


def test_a_start_without_a_required_check_in(refused, event):
    cup = event(3, check_in=True)
    entry_check_in(**cup.of, entry_id=cup.entries[0].pk)
    problem = refused(409, "check_in_missing", f"{cup.path}/draw", {"seeding": "random"}, "2 of 3")
    assert problem["entries"] == [entry.pk for entry in cup.entries[1:]]


def test_a_draw_that_stands(refused, client, event):
    cup = event(4).draw()
    refused(409, "tournament_started", f"{cup.path}/draw", {"seeding": "random"})
    assert client.post(f"/api/v1/{cup.path}/draw/", {"seeding": "random", "again": True}).status_code == 201
    work_off()
    cup.play(1)
    refused(409, "tournament_started", f"{cup.path}/draw", {"seeding": "random", "again": True})


@pytest.mark.parametrize(
    "draw",
    [
        {"seeding": "random", "seeded": [0]},
        {"seeding": "manual", "seeded": [0, 0]},
        {"seeding": "manual", "seeded": [10**9]},
        {"seeding": "rating", "ranks": {"1": 1}},
        {"seeding": "random", "protected": 4000},
        {"seeding": "random", "separate": True},
    ],
    ids=str,
)
def test_a_seeding_that_does_not_fit(refused, event, draw):
    cup = event(3)
    if "seeded" in draw:
        draw = {**draw, "seeded": [number or cup.entries[0].pk for number in draw["seeded"]]}
    refused(422, "invalid_seeding", f"{cup.path}/draw", draw)


@pytest.mark.parametrize("number", ["01", "9" * 4301, "-1", "x"])
def test_ranks_go_by_numbers_written_in_one_way(refused, event, number):
    cup = event(3)
    refused(400, "invalid_request", f"{cup.path}/draw", {"seeding": "ranking", "ranks": {number: 1}})


@pytest.mark.parametrize(
    ("format", "options", "size", "code"),
    [
        ("stages", {"stages": [GROUPS, {"format": "swiss", "from": [{"stage": 1, "places": [9]}]}]}, 6,
         "places_missing"),
        ("groups", {"groups": 4}, 3, "format_misfit"),
        ("round_robin", {}, 130, "format_misfit"),
    ],
    ids=["places that nobody takes", "too small", "too large"],
)  # fmt: skip
def test_a_field_that_does_not_fit_the_format(refused, event, format, options, size, code):
    refused(422, code, f"{event(size, format, options).path}/draw", {"seeding": "random"})


# -- What is published


def test_pairings_by_hand_that_cannot_be(refused, event):
    cup = event(6, format_options={"rounds": 2}, pairings_need_approval=True)
    ann, bob, cem, dai, *_ = [entry.pk for entry in cup.entries]
    paired_rounds = f"{cup.path}/round-pairings"
    refused(409, "tournament_not_started", paired_rounds, {"one": ann, "two": bob})
    cup.draw()
    first = cup.paired_rounds.get().pairings[0]
    met = {"one": first["one"], "two": first["two"]}
    refused(409, "entry_busy", paired_rounds, met)
    cup.play()
    refused(409, "forbidden_rematch", paired_rounds, met, "round 1")
    refused(422, "paired_with_itself", paired_rounds, {"one": ann, "two": ann})
    refused(404, "unknown_entry", paired_rounds, {"one": ann, "two": 10**9})
    entry_withdraw(**cup.of, entry_id=ann)
    refused(409, "entry_absent", paired_rounds, {"one": ann, "two": bob})
    pairing_by_hand_post(**cup.of, one=bob, two=cem, allowed=["rematch"])
    refused(409, "already_paired", paired_rounds, {"one": dai, "two": cem})
    round_release(**cup.of)
    work_off()
    cup.play()
    refused(409, "nothing_to_pair", paired_rounds, {"one": bob, "two": dai})


def test_pairings_by_hand_where_the_draw_says_who_meets_whom(refused, event):
    cup = event(4, "single_elimination").draw()
    ann, bob, *_ = [entry.pk for entry in cup.entries]
    refused(409, "pairs_itself", f"{cup.path}/round-pairings", {"one": ann, "two": bob})


def test_pairings_by_hand_in_stages(refused, client, event):
    groups = {"format": "swiss", "groups": 2, "options": {"rounds": 2, "first_round": "seeds"}}
    later = {"format": "single_elimination", "from": [{"stage": 1, "places": [1]}]}
    cup = event(8, "stages", format_options={"stages": [groups, later]}, pairings_need_approval=True).draw()
    ann, bob, *_, hal = [entry.pk for entry in cup.entries]
    paired_rounds = f"{cup.path}/round-pairings"
    problem = refused(422, "different_divisions", paired_rounds, {"one": ann, "two": bob}, "stage-1-group-1")
    assert problem["parts"] == ["stage-1-group-1", "stage-1-group-2"]
    refused(409, "entry_busy", paired_rounds, {"one": ann, "two": hal}, "S1G1-R1-M")
    cup.play()
    assert (
        client.post(f"/api/v1/{paired_rounds}/", {"one": ann, "two": hal}).json()["part"] == "stage-1-group-1"
    )
    refused(409, "already_paired", paired_rounds, {"one": ann, "two": hal})
    for _ in ("round 2 of group 1", "round 1 of group 2", "round 2 of group 2"):
        round_release(**cup.of)
        work_off()
        cup.play()
    assert Fixture.objects.filter(tournament=cup.row, round=2, one=ann, two=hal, void=False).exists()
    final = Fixture.objects.get(tournament=cup.row, part="stage-2")
    refused(409, "pairs_itself", paired_rounds, {"one": final.one_id, "two": final.two_id})


def test_two_of_a_family_are_not_paired_by_hand(refused, event):
    cup = event(4, pairings_need_approval=True)
    two = [cup.enter(family="Moreau").pk for _ in range(2)]
    cup.draw()
    cup.play()
    refused(409, "forbidden_pairing", f"{cup.path}/round-pairings", {"one": two[0], "two": two[1]})


def test_pairings_that_are_not_withdrawn(refused, event):
    cup = event(4, format_options={"rounds": 3}).draw()
    back = f"{cup.path}/round-withdrawals"
    first = cup.paired_rounds.get().pk
    refused(404, "unknown_published_round", back, {"round_pairings": 10**9, "reason": "No."})
    refused(400, "invalid_request", back, {"round_pairings": first, "reason": ""})
    cup.play(1)
    problem = refused(409, "round_begun", back, {"round_pairings": first, "reason": "No."})
    assert len(problem["matches"]) == 1
    cup.play()
    later = refused(
        409, "round_not_last", back, {"round_pairings": first, "reason": "No.", "played_too": True}
    )
    assert later["published_round"] == cup.paired_rounds.last().pk
    round_withdraw(**cup.of, published_round_id=later["published_round"], reason="A seed was wrong.")
    refused(
        404, "unknown_published_round", back, {"round_pairings": later["published_round"], "reason": "No."}
    )


def test_pairings_of_a_draw_that_was_made_anew_are_gone(refused, event):
    cup = event(4).draw()
    first = cup.paired_rounds.get().pk
    tournament_draw(**cup.of, seeding=Seeding.RANDOM, again=True)
    refused(
        404,
        "unknown_published_round",
        f"{cup.path}/round-withdrawals",
        {"round_pairings": first, "reason": "No."},
    )


def test_a_call_where_nothing_waits(refused, event):
    cup = event(4)
    refused(409, "nothing_to_release", f"{cup.path}/releases", {})
    cup.draw()
    refused(409, "nothing_to_release", f"{cup.path}/releases", {})
    cup = event(4, "single_elimination").draw()
    refused(409, "nothing_to_release", f"{cup.path}/releases", {})


@pytest.mark.parametrize(
    ("format", "tiebreaks", "code"),
    [
        ("swiss", ["coin"], "unknown_tiebreak"),
        ("swiss", ["wins", "wins"], "invalid_tiebreaks"),
        ("single_elimination", ["wins"], "invalid_tiebreaks"),
    ],
)
def test_a_tie_cannot_be_broken_like_that(refused, event, format, tiebreaks, code):
    cup = event(4, format).draw()
    refused(422, code, f"{cup.path}/tiebreaks", {"tiebreaks": tiebreaks, "reason": "We like it."})


# -- Who may


@pytest.mark.parametrize(
    ("address", "body"),
    [
        ("draw", {"seeding": "random"}),
        ("round-pairings", {"one": 1, "two": 2}),
        ("releases", {}),
        ("round-withdrawals", {"round_pairings": 1, "reason": "No."}),
        ("tiebreaks", {"tiebreaks": ["wins"], "reason": "No."}),
        ("prize-pools", {"currency": "EUR", "prize_pools": []}),
    ],
)
def test_only_directors_direct(event, address, body, django_user_model):
    cup = event(4).draw()
    path = f"/api/v1/{cup.path}/{address}/"
    stranger = django_user_model.objects.create_user("stranger")
    before = rows_of_everything()
    assert_problem(api_as(stranger).post(path, body), 403, "not_allowed")
    assert_problem(api_as(cup.of["actor"], ["read"]).post(path, body), 403, "missing_scope")
    assert_problem(api_as(None).post(path, body), 401, "not_authenticated")
    assert rows_of_everything() == before
