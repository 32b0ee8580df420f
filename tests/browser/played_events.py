"""Events of every format and size, half played or over: made in the database, a round at a time."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from random import Random
from typing import Any

from django.utils import timezone

from matches.accounts.models import User
from matches.play.models import Match, Report, Result
from matches.players.models import Player
from tests.conftest import field_entered
from tests.consent import player_create
from tournaments.clubs.services import club_create
from tournaments.events.models import Tournament
from tournaments.events.services import tournament_advance, tournament_create, tournament_draw
from tournaments.formats.seeding.order import Seeding
from tournaments.venues.rules.tables import VenueTable
from tournaments.venues.services import match_call, venue_create

SIZES = (8, 16, 64, 256)
HALF, OVER = STATES = ("half", "over")
LENGTH = 7
TABLES = 6
"""How many matches have been called to a table in an event that is half played."""

FIRST = (
    *("Ann", "Li", "Jean-Baptiste", "Kenji", "Maximiliane", "Øyvind", "Bartholomew", "Zoë"),
    *("佐々木", "Mia", "Christopher", "Nguyễn", "Александр", "Ida", "Wilhelmina", "Bo"),
)
LAST = (
    *("Wu", "Watanabe", "Beauregard-Desrosiers", "O’Brien", "Vandenbroucke", "Ek", "von Hohenstein"),
    *("美智子", "Papadopoulos", "Roth", "Fernández de Córdoba", "Quaye", "Szczepański", "Ng", "Berg"),
    "Montgomery-Smythe",
)


@dataclass(frozen=True, slots=True)
class PlayedFormat:
    """How a format is played here. half: about how many matches an entry plays by half time."""

    code: str
    half: float
    options: Mapping[str, Any] = field(default_factory=dict)
    sizes: tuple[int, ...] = SIZES


STAGES = [
    {"format": "swiss", "options": {"rounds": 4}},
    {"format": "single_elimination", "from": [{"stage": 1, "places": [1, 2, 3, 4]}]},
    {"format": "single_elimination", "from": [{"stage": 1}]},
]
PLAYED_FORMATS = {
    "single": PlayedFormat("single_elimination", 0.6, {"third_place": True}),
    "double": PlayedFormat("double_elimination", 1.0),
    "consolation": PlayedFormat("consolation", 0.7, {"enters": "first_match"}),
    "last-chance": PlayedFormat("consolation", 0.9, {"enters": "semi_finals", "last_chance": 2}),
    "lives": PlayedFormat("lives", 1.3, {"lives": 3}),
    "swiss": PlayedFormat("swiss", 1.3, {"rounds": 5}),
    # A table has 128 entries at most, and so many matches that nobody plays it.
    "round-robin": PlayedFormat("round_robin", 3.0, sizes=(8, 16, 64)),
    "groups": PlayedFormat("groups", 1.6, {"group_size": 4, "advance": 2}),
    "stages": PlayedFormat("stages", 2.2, {"stages": STAGES}),
    "sections": PlayedFormat("sections", 2.0),
    "teams": PlayedFormat(
        "teams", 0.9, {"event": {"format": "swiss", "options": {"rounds": 3}}, "boards": 3}, sizes=(8, 16)
    ),
    "team-knockout": PlayedFormat(
        "teams", 0.6, {"event": {"format": "double_elimination"}, "boards": 2, "level": "decider"}, sizes=(8,)
    ),
}


@dataclass(frozen=True, slots=True)
class PlayedCase:
    """One event that is looked at."""

    name: str
    size: int
    state: str

    def __str__(self) -> str:
        return f"{self.name}-{self.size}-{self.state}"


def played_cases() -> Iterator[PlayedCase]:
    for name, played in PLAYED_FORMATS.items():
        for size, state in product(played.sizes, STATES):
            yield PlayedCase(name, size, state)


def player_names(count: int) -> list[str]:
    """Short and long ones, of several scripts, and no two alike."""
    return [f"{FIRST[number % 16]} {LAST[(number // 16 + number) % 16]}" for number in range(count)]


def play_event(case: PlayedCase, director: User) -> Tournament:
    """The event, as far as it has come; by the name of the case always the same."""
    played, draw = PLAYED_FORMATS[case.name], Random(str(case))
    club = club_create(actor=director, name=f"Golden Club, {case}")
    tables = [VenueTable(str(number)) for number in range(1, TABLES + 1)]
    event = tournament_create(
        actor=director,
        club=club,
        name=f"Spring Cup, {case}",
        lengths=(LENGTH,),
        format=played.code,
        format_options=dict(played.options),
        entrants="teams" if played.code == "teams" else "singles",
        venue=venue_create(actor=director, club=club, name="The Tavern", tables=tables).pk,
    )
    field = team_field(case.size, director, played) if played.code == "teams" else people(case.size)
    seeded = [entry.pk for entry in field_entered(event, director, field)]
    tournament_draw(
        actor=director, tournament_id=event.pk, seeding=Seeding.MANUAL, seeded=seeded, seed=str(case)
    )
    tournament_advance(tournament_id=event.pk)
    left = round(played.half * case.size * boards_of(played)) if case.state == HALF else None
    play_on(event, draw, left)
    if case.state == HALF:
        go_to_tables(event, director)
    event.refresh_from_db()
    assert event.state == (Tournament.State.RUNNING if case.state == HALF else Tournament.State.FINISHED)
    return event


def people(count: int) -> list[Player]:
    return Player.objects.bulk_create(Player(name=name) for name in player_names(count))


def boards_of(played: PlayedFormat) -> int:
    return int(played.options.get("boards", 1))


def team_field(count: int, director: User, played: PlayedFormat) -> list[Player]:
    boards = boards_of(played)
    members = people(count * boards)
    return [
        player_create(
            actor=director,
            name=f"Harbour Lights {number + 1}" if number % 3 else f"Team {number + 1}",
            kind="team",
            members=members[number * boards : (number + 1) * boards],
        )
        for number in range(count)
    ]


def play_on(event: Tournament, draw: Random, left: int | None) -> None:
    """Decide what can be played, again and again: all of it, or so many matches."""
    open_matches = event.fixtures.filter(match__state=Match.State.OPEN, void=False).order_by("step", "pk")
    while due := [fixture.match for fixture in open_matches.select_related("match")]:
        decided = due if left is None else due[:left]
        if not decided:
            return
        decide_matches(decided, draw)
        tournament_advance(tournament_id=event.pk)
        left = None if left is None else left - len(decided)


def decide_matches(decided: list[Match], draw: Random) -> None:
    """As if an official had entered a score of each, all at once."""
    now = timezone.now()
    scores = []
    for _ in decided:
        points = [LENGTH, draw.randrange(LENGTH)]
        scores.append(points if draw.random() < 0.6 else points[::-1])
    reports = Report.objects.bulk_create(
        Report(match=match, kind="score", role="director", points_one=one, points_two=two)
        for match, (one, two) in zip(decided, scores, strict=True)
    )
    results = Result.objects.bulk_create(
        Result(
            match=report.match,
            kind="played",
            grounds="official",
            winner=int(report.points_two > report.points_one),
            points_one=report.points_one,
            points_two=report.points_two,
            report=report,
            rated=True,
            finalised_at=now,
        )
        for report in reports
    )
    for match, result in zip(decided, results, strict=True):
        match.result, match.state = result, Match.State.FINAL
    Match.objects.bulk_update(decided, ["result", "state"], batch_size=500)


def go_to_tables(event: Tournament, director: User) -> None:
    """Of what is to be played some matches have been called, and one is disputed."""
    to_play = event.fixtures.filter(match__state=Match.State.OPEN, void=False).order_by("step", "pk")
    numbers = list(to_play.values_list("match_id", flat=True)[: TABLES + 1])
    for table, number in enumerate(numbers[:TABLES], 1):
        match_call(actor=director, match_id=number, table=str(table))
    Match.objects.filter(pk__in=numbers[TABLES:]).update(state=Match.State.DISPUTED)
