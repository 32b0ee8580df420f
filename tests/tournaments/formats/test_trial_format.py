"""What a format added costs: one file, one registration, one line of the docs. King of the hill, on trial."""

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

import pytest
from django.core.management import call_command
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine.words import gettext_lazy as _
from matches.base.options import option_field
from tests.conftest import api_as, work_off
from tests.effort import EFFORT, examples
from tests.rows import rolled_back
from tests.test_docs import rows
from tests.tournaments.events.test_corrections import correct, standing, undo
from tests.tournaments.events.test_pages import text
from tests.tournaments.events.test_random_events import Event, correct_and_undo, numbers
from tournaments.formats import FORMATS, MAIN, Empty, Format, History, Pairing, Part, Place, Slot
from tournaments.tiebreaks import Met, UnplayedRounds, make_crosstable, rank_entries

from .contract import check_nothing_to_play, check_play, check_strangers, composed_of, results, samples
from .test_formats import EVENTFUL, HAPPENINGS

# -- The file


@dataclass(frozen=True)
class KingOfTheHill(Format):
    """The holder stays at the table, the first of the queue comes, and whoever loses goes behind it.

    Whoever has left loses the next turn and comes no more, so nobody else's is changed by it. A match without
    a winner sends both behind the queue.
    """

    code = "king_of_the_hill"
    name = _("King of the hill")
    description = _("The winner stays at the table, the loser goes behind the queue.")
    ranks = True

    matches: int = option_field(12, help=_("How many matches there are at most."), minimum=1, maximum=200)
    stays: int = option_field(
        5, help=_("After how many wins in a row the holder ends it; 0: never."), minimum=0, maximum=20
    )

    def pairings(self, history: History) -> tuple[Pairing, ...]:
        return tuple(
            Pairing(slot.key, slot.round, slot.one, slot.two, step=slot.round)
            for slot in self.turns(history)
            if isinstance(slot.one, int) and isinstance(slot.two, int)
            if slot.winner is Empty.PENDING or history.result_of(slot.key, slot.one, slot.two)
        )

    def draw_parts(self, history: History) -> tuple[Part, ...]:
        rounds = tuple((slot,) for slot in self.turns(history))
        return (Part(MAIN, rounds, self.standings(history), is_bracket=False),)

    def standings(self, history: History) -> tuple[Place, ...]:
        """By matches won, equals by the tie-breaks of the event."""
        turns = self.turns(history)
        met = (
            Met(slot.round, result.one, result.two, result)
            for slot in turns
            if (result := history.result_of(slot.key, slot.one, slot.two))
        )
        table = make_crosstable(
            history.entries,
            met,
            (),
            rounds=len(turns),
            ratings=history.ratings,
            unplayed=UnplayedRounds.SCHEDULED,
        )
        codes = history.tiebreaks or ("head_to_head", "points_difference")
        return rank_entries(table, codes, seed=history.seed, clinched=self.is_over(history))

    @lru_cache(maxsize=2)  # noqa: B019  (the formats live as long as the program)
    def turns(self, history: History) -> tuple[Slot, ...]:
        return tuple(self._turns(history))

    def _turns(self, history: History) -> Iterator[Slot]:
        queue, wins = deque(history.entries), 0
        holder = queue.popleft() if queue else None
        for number in range(1, self.matches + 1):
            if holder is None and queue:
                holder = queue.popleft()
            if holder is None or not queue or (self.stays and wins == self.stays):
                return
            one, two = holder, queue.popleft()
            key = f"R{number}-M1"
            slot = Slot(key, number, 1, one, two, history.winner_between(key, one, two))
            yield slot
            if slot.winner is Empty.PENDING:
                return
            if history.result_of(key, one, two):
                queue.extend(entry for entry in (one, two) if entry != slot.winner)
                wins = wins + 1 if slot.winner == one else int(slot.winner == two)
            elif slot.winner != one:
                wins = 0
            holder = slot.winner if isinstance(slot.winner, int) else None


# -- The registration


@pytest.fixture(autouse=True)
def _registered(monkeypatch):
    monkeypatch.setitem(FORMATS, KingOfTheHill.code, KingOfTheHill)


# -- What there is for it


def test_the_holder_stays_and_whoever_loses_goes_behind_the_queue():
    format = KingOfTheHill(matches=4)
    history = History((1, 2, 3), results(R1_M1=(1, 2, 1), R2_M1=(1, 3, 3), R3_M1=(3, 2, None)), seed="lots")
    assert [(pairing.key, pairing.one, pairing.two) for pairing in format.due_pairings(history)] == [
        ("R4-M1", 1, 3)
    ]
    assert [place.entry for place in format.standings(history)] == [3, 1, 2]


def test_it_ends_with_the_last_match_or_when_the_holder_has_stayed_so_often():
    played = History((1, 2, 3), results(R1_M1=(1, 2, 1), R2_M1=(1, 3, 1), R3_M1=(1, 2, 1)))
    assert KingOfTheHill(matches=3).is_over(played)
    assert KingOfTheHill(stays=3).is_over(played)
    assert not KingOfTheHill(stays=4).is_over(played)


def test_whoever_has_left_loses_the_turn_and_comes_no_more():
    entries = (1, 2, 3, 4)
    history = History(entries, results(R1_M1=(1, 2, 1)), withdrawn=frozenset({3}), left=(3,))
    format = KingOfTheHill()
    assert [(pairing.key, pairing.one, pairing.two) for pairing in format.due_pairings(history)] == [
        ("R3-M1", 1, 4)
    ]
    assert 3 not in {pairing.two for pairing in format.pairings(history)}


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "happening"),
    [
        (size, happening)
        for size in ((2, 3, 5, 8, 13) if EFFORT == 1 else range(2, 71))
        for happening in (HAPPENINGS if size < 8 or EFFORT > 1 else [EVENTFUL])
    ],
)
def test_it_keeps_the_contract_of_all_formats(size, happening):
    mine = {name: format for name, format in samples().items() if isinstance(format, KingOfTheHill)}
    assert len(mine) == 5, "as it comes, and both bounds of both options"
    for format in mine.values():
        check_play(format, size, *happening)
        check_strangers(format)
        for few in (0, 1):
            check_nothing_to_play(format, few)


@pytest.mark.parametrize("size", [4, 9])
def test_it_is_a_stage_and_played_by_teams(size):
    for format in composed_of(KingOfTheHill.code):
        check_play(format, size, 2, True)


@pytest.mark.django_db
def test_the_api_offers_it_and_it_is_played_to_its_end(club, director, players, client):
    api = api_as(director)
    listed = {row["code"]: row for row in api.get("/api/v1/formats/").json()}
    assert [each["name"] for each in listed[KingOfTheHill.code]["options"]] == ["matches", "stays"]
    announced = {
        "club": club.pk,
        "name": "Hill",
        "format": KingOfTheHill.code,
        "lengths": [5],
        "tiebreaks": ["points_difference"],
    }
    refused = api.post("/api/v1/tournaments/", {**announced, "format_options": {"stays": 21}})
    assert refused.json()["code"] == "invalid_format_option"
    made = api.post("/api/v1/tournaments/", {**announced, "format_options": {"matches": 4, "stays": 2}})
    assert made.status_code == 201
    here = f"/api/v1/tournaments/{made.json()['id']}"
    ann, bob, cem = (
        api.post(f"{here}/entries/", {"player": player.pk}).json()["id"] for player in players(3)
    )
    drawn = api.post(f"{here}/draw/", {"seeding": "manual", "seeded": [ann, bob, cem]})
    assert drawn.status_code == 201
    work_off()
    assert "King of the hill" in text(client.get(f"/tournaments/{made.json()['id']}/"))
    # Bob takes the hill from Ann, keeps it against Cem and has stayed twice.
    for one, two in ((2, 5), (5, 3)):
        (match,) = [
            row for row in api.get(f"{here}/fixtures/").json()["results"] if not row["match"]["result"]
        ]
        said = api.post(
            f"/api/v1/matches/{match['match']['id']}/reports/", {"score": {"one": one, "two": two}}
        )
        assert said.status_code == 202
        work_off()
    assert api.get(f"{here}/").json()["state"] == "finished"
    table = api.get(f"{here}/standings/").json()
    assert [(row["entry"]["id"], row["points"]) for row in table] == [(bob, 2), (cem, 0), (ann, 0)]
    page = text(client.get(f"/tournaments/{made.json()['id']}/"))
    assert "Winner Bob" in page


@pytest.mark.long
@pytest.mark.django_db
@settings(max_examples=examples(2), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(last=st.tuples(numbers, numbers))
def test_corrections_do_what_they_said_and_are_undone(club, director, last):
    with rolled_back():
        event = Event(club, director, 4, KingOfTheHill.code, {"matches": 6})
        event.play_out()
        correct_and_undo(event, *last)


@pytest.mark.django_db
def test_a_corrected_match_changes_who_holds_the_hill_and_back(club, director):
    event = Event(club, director, 4, KingOfTheHill.code, {"matches": 6})
    event.play_out()
    before = standing(event.cup)
    ruling = correct(event.matches().first(), director, points=(1, 5))
    event.play_out()
    assert standing(event.cup) != before
    undo(ruling, director)
    assert standing(event.cup) == before


@pytest.mark.django_db
def test_it_needs_no_migration_and_one_line_of_the_docs():
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)
    assert FORMATS.keys() - rows("formats.md").keys() == {KingOfTheHill.code}
