"""Seasons of a league, played out."""

from collections.abc import Callable, Iterable
from datetime import datetime

from matches.accounts.models import User
from matches.play.models import Match
from matches.play.services import report_submit
from matches.players.models import Player
from tests.conftest import NOON, work_off
from tournaments.clubs.models import Club
from tournaments.leagues.models import Division, League, Season
from tournaments.leagues.rules import Claims
from tournaments.leagues.services import league_create, season_open


def league_of(club: Club, director: User, **how: object) -> League:
    terms = {"format": "round_robin", "lengths": (3,), "up": 1, "down": 1, "name": "Thursday League"}
    return league_create(actor=director, club=club, **{**terms, **how})  # type: ignore[arg-type]


def opened(league: League, director: User, *, draw: bool = True, **claims: object) -> Season:
    season = season_open(
        actor=director,
        league_id=league.pk,
        claims=Claims(**claims),  # type: ignore[arg-type]
        draw=draw,
        now=NOON,
    )
    work_off()
    return season


def numbers(divisions: Iterable[Iterable[Player]]) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(player.pk for player in division) for division in divisions)


Beats = Callable[[Player, Player], bool]


def by_strength(best: list[Player]) -> Beats:
    """Whoever stands first in `best` wins."""
    return lambda one, two: best.index(one) < best.index(two)


def in_a_ring(field: list[Player]) -> Beats:
    """Each beats the next one, the last the first: of three, all three share the first place."""
    after = dict(zip(field, [*field[1:], field[0]], strict=True))
    return lambda one, two: after[one] == two


def play(
    division: Division, director: User, beats: Beats, now: Callable[[], datetime] = lambda: NOON
) -> None:
    """Play a division to its end, each match 3-1."""
    matches_left = Match.objects.filter(
        fixture__tournament=division.tournament_id, state=Match.State.OPEN
    ).select_related("one", "two")
    while open_matches := list(matches_left.order_by("pk")):
        for match in open_matches:
            score = (3, 1) if beats(match.one, match.two) else (1, 3)
            report_submit(match_id=match.pk, actor=director, score=score, now=now())
        work_off()


def play_all(season: Season, director: User, best: list[Player]) -> None:
    for division in season.divisions.order_by("number"):
        play(division, director, by_strength(best))
