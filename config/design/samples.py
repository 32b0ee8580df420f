"""What the components are shown with: a small event, a rating, a board. No row of the database."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any

from django.utils import timezone
from django.utils.safestring import SafeString

from matches.boards.rules import BoardWish, board_of
from matches.boards.selectors import board_svg
from matches.play.models import Match, Result
from matches.players.models import Player
from matches.ratings.models import RatingEntry
from matches.ratings.rules import RatingCurve, RatingStep, lay_out_curve
from matches.work.statements import set_related
from tournaments.events.models import Entry, Fixture, Tournament
from tournaments.events.rules.reconciling import fixtures_that_count, meet_results
from tournaments.events.selectors import TournamentCourse
from tournaments.events.selectors.history import meeting_of_fixture
from tournaments.formats import History
from tournaments.venues.models import Seating

NAMES = (
    "Aiko Mori",
    "Bram Janssen",
    "Chiara Bianchi",
    "佐藤 美咲",
    "Jean-Baptiste Beauregard-Desrosiers",
    "Elif Kaya",
    "Farid Haddad",
    "Grete Holm",
)
SCORES = ((5, 2), (3, 5), (5, 4), (0, 5), (5, 1))
PLAYED_AT = datetime(2026, 11, 5, 19, tzinfo=UTC)
LENGTH = 5
POSITION = "XGID=-b----E-C---eE---c-e----B-:1:1:1:63:3:2:0:7:10"


def sample_players() -> Sequence[Player]:
    return [Player(pk=0, name=name) for name in NAMES]


def sample_course(format: str, size: int, played: int) -> TournamentCourse:
    """An event of so many entries of which so many matches are over; one is disputed, one at a table."""
    tournament = Tournament(format=format, lengths=[LENGTH], state=Tournament.State.RUNNING)
    entries = {
        number: Entry(pk=number, player=player, tournament=tournament)
        for number, player in enumerate(sample_players()[:size], 1)
    }
    fixtures: list[Fixture] = []
    while due := due_pairings(tournament, entries, fixtures):
        for pairing in due:
            one, two = entries[pairing.one], entries[pairing.two]
            match = Match(pk=0, one=one.player, two=two.player, length=LENGTH, state=Match.State.OPEN)
            # Loaded, and none: else the database is asked for them.
            match._prefetched_objects_cache = {"live_games": []}  # type: ignore[attr-defined]
            at = len(fixtures)
            if at < played:
                points = SCORES[at % len(SCORES)]
                winner = int(points[1] > points[0])
                match.state = Match.State.FINAL
                match.result = Result(
                    pk=at, kind="played", winner=winner, points_one=points[0], points_two=points[1]
                )
            elif at == played:
                match.state = Match.State.DISPUTED
            seated = Seating(table="4") if at == played + 1 else None
            set_related(match, "seating", seated)
            fixtures.append(
                Fixture(
                    pk=at + 1,
                    tournament=tournament,
                    key=pairing.key,
                    part=pairing.part,
                    round=pairing.round,
                    step=pairing.step,
                    one=one,
                    two=two,
                    match=match,
                    created_at=PLAYED_AT,
                )
            )
    return TournamentCourse(tournament, entries, fixtures, history_of(entries, fixtures), [], {})


def due_pairings(tournament: Tournament, entries: dict[int, Entry], fixtures: Sequence[Fixture]) -> list[Any]:
    """What the format has played next."""
    known = {fixture.key for fixture in fixtures}
    pairings = tournament.played_as.pairings(history_of(entries, fixtures))
    return [pairing for pairing in pairings if pairing.key not in known]


def history_of(entries: dict[int, Entry], fixtures: Sequence[Fixture]) -> History:
    held = fixtures_that_count([meeting_of_fixture(fixture) for fixture in fixtures])
    return History(tuple(entries), meet_results(held))


def sample_curve() -> tuple[RatingCurve | None, dict[int, RatingEntry]]:
    """A rating over some months, and the entries of its points by their matches."""
    values = (1500, 1512, 1497, 1530, 1549, 1541, 1572, 1566, 1590, 1583, 1611, 1604, 1628, 1641)
    one, two = sample_players()[:2]
    steps, entries = [], {}
    for number, (before, after) in enumerate(pairwise(values)):
        at = timezone.localtime(PLAYED_AT - timedelta(days=21 * (len(values) - number)))
        result = Result(kind="played", winner=int(after < before), points_one=5, points_two=3)
        if result.winner:
            result.points_one, result.points_two = 3, 5
        match = Match(pk=number, one=one, two=two, length=LENGTH, state=Match.State.FINAL, result=result)
        steps.append(RatingStep(number, at, before, after))
        entries[number] = RatingEntry(
            match=match,
            player=one,
            opponent=two,
            won=after > before,
            finalised_at=at,
            value_before=before,
            value_after=after,
        )
    return lay_out_curve(steps), entries


def sample_board() -> SafeString:
    return board_svg(board_of(BoardWish(id=POSITION)).diagram)
