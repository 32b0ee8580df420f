"""The games of a match as they were live-scored, and where they lead."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import accumulate, groupby, pairwise
from operator import attrgetter
from typing import Any, Protocol, TypeVar

from django.db.models import Exists, OuterRef, Prefetch, QuerySet

import engine
from matches import hooks
from matches.play.models import LiveGame, Match, Report, ReportUndo
from matches.play.rules.clocks import Clock, clock_of_match
from matches.play.rules.refereeing import ReportTerms
from matches.play.rules.regulations import Regulations, regulations_of

from .matches import match_start, match_terms_without_names


class LiveFact(Protocol):
    """A game that was live-scored, or taken back: a LiveGame, or columns of one."""

    @property
    def serial(self) -> int: ...

    @property
    def taken_back(self) -> bool: ...


Recorded = TypeVar("Recorded", bound=LiveFact)

REPORTED_FIELDS = ("winner", "points", "cube", "ending")


@dataclass(frozen=True, slots=True)
class GameLog:
    """The games live-scored so far: the facts that count, in order, and the scores before and after each.

    Every game was possible when it was recorded.
    """

    terms: ReportTerms
    facts: tuple[LiveGame, ...]
    scores: tuple[engine.Score, ...]

    @property
    def running_score(self) -> engine.Score:
        """The running score, points raw."""
        return self.scores[-1]

    @property
    def is_over(self) -> bool:
        return self.running_score.winner is not None

    @property
    def next_game(self) -> int:
        """The number of the next game to be recorded."""
        return len(self.facts) + 1

    @property
    def is_crawford(self) -> bool:
        """Whether the next game is the Crawford game."""
        return self.running_score.is_crawford and self.has_cube

    @property
    def scored_variant(self) -> engine.ScoredVariant:
        return engine.playable_variant(self.terms.variant).with_options(self.terms.engine_options.variant)

    @property
    def has_cube(self) -> bool:
        return self.scored_variant.cube

    @property
    def possible_cubes(self) -> list[int]:
        """What the cube can show in the next game."""
        return engine.cubes_at(self.running_score, self.scored_variant)

    def can_end(self, ending: str, wins: int | None = None) -> bool:
        """Whether the next game can end so; a resignation, so often the cube."""
        if ending == "pass":
            return any(self.may_double)
        if ending == "draw":
            return self.scored_variant.draws
        times = {named: known for known, named in engine.ENDINGS.items()}
        return (wins or times[ending]) in self.scored_variant.possible_wins

    @property
    def may_double(self) -> tuple[bool, bool]:
        """For each side, whether it may be the first to double in the next game."""
        one, two = (
            self.has_cube
            and not self.is_over
            and engine.Cube().may_double(
                side, self.running_score.points_needed(side), self.running_score.is_crawford
            )
            for side in (0, 1)
        )
        return one, two

    @property
    def points_needed(self) -> tuple[int, int]:
        """The points each side still needs."""
        return self.running_score.points_needed(0) or 0, self.running_score.points_needed(1) or 0

    @property
    def game_rows(self) -> list[dict[str, Any]]:
        """The games as a result lists them, each with `score`, the score after it as it is shown."""
        return [
            {
                "number": fact.number,
                **reported_game(fact),
                "crawford": before.is_crawford and self.has_cube,
                "score": after.capped_points,
            }
            for fact, (before, after) in zip(self.facts, pairwise(self.scores), strict=True)
        ]

    def reported_games(self, *more: Mapping[str, Any]) -> list[Mapping[str, Any]]:
        """The games as a report lists them, and `more` after them."""
        return [*map(reported_game, self.facts), *more]


def game_log(match: Match) -> GameLog:
    """What was live-scored of a match: two queries, none if `live_games` and `penalties` are prefetched."""
    return game_log_from_facts(match, standing_live_games(match.live_games.all()))


def game_log_from_facts(match: Match, facts: tuple[LiveGame, ...]) -> GameLog:
    return game_log_of_terms(match_terms_without_names(match), facts)


def game_log_of_terms(terms: ReportTerms, facts: tuple[LiveGame, ...]) -> GameLog:
    """The log of what was live-scored and not taken back, by the terms of its match."""
    score = engine.Score(terms.length, terms.start, crawford_played=not terms.engine_options.crawford)
    scores = accumulate(
        facts, lambda so_far, fact: so_far.after_game(fact.winner or 0, fact.points), initial=score
    )
    return GameLog(terms, facts, tuple(scores))


def match_games(match_id: int) -> GameLog:
    """The log of a match: three queries. Raises Match.DoesNotExist."""
    return game_log(Match.objects.get(pk=match_id))


def live_game_log(match: Match) -> GameLog | None:
    """The log of a match until it is decided, as game_log; None afterwards, and where no game is recorded."""
    if match.is_over:
        return None
    facts = standing_live_games(match.live_games.all())
    return game_log_from_facts(match, facts) if facts else None


def match_beginnings(matches: QuerySet[Match]) -> dict[int, datetime]:
    """When each of the matches that have begun did, by number: two queries for any number of them.

    A match begins with the first game recorded live that was not taken back, or with its first report that
    was not refused or undone; one that nobody has judged yet counts.
    """
    undone = ReportUndo.objects.in_force().filter(report=OuterRef("pk"))
    reports = Report.objects.filter(~Exists(undone), match__in=matches).exclude(verdict__accepted=False)
    reported_games = LiveGame.objects.filter(match__in=matches).order_by("match", "serial")
    moments = [
        *reports.values_list("match", "recorded_at"),
        *(
            (number, fact.recorded_at)
            for number, facts in groupby(reported_games, key=attrgetter("match_id"))
            for fact in standing_live_games(facts)[:1]
        ),
    ]
    began: dict[int, datetime] = {}
    for number, moment in moments:
        began[number] = min(moment, began.get(number, moment))
    return began


def next_match_began_at(match: Match, decided_at: datetime) -> datetime | None:
    """When the first of the matches that come after `match` began, once that was decided.

    What closes the window for objections by some regulations; which matches come after it is for those to say
    who set it up. One that had begun before closes nothing: who is corrected while they play on may say
    something to it.
    """
    later = [matches for stake in hooks.match_stakes() if (matches := stake.next_matches(match)) is not None]
    began = [moment for matches in later for moment in match_beginnings(matches).values()]
    return min((moment for moment in began if moment >= decided_at), default=None)


def match_clock(match: Match) -> Clock | None:
    """What to set a clock to before the next game of a match, or before its first once it is decided.

    As many queries as for the log; None if the match is played without a clock.
    """
    log = live_game_log(match)
    start = match_start(match) if log is None else log.terms.start
    return clock_at(regulations_of(match.regulations), match.length, start, log)


def clock_at(
    regulations: Regulations, length: int, start: tuple[int, int], log: GameLog | None
) -> Clock | None:
    """The same of a match that is not loaded: start is its score before the first game."""
    score = start if log is None or log.is_over else log.running_score.points
    return clock_of_match(regulations, length, score)


def live_prefetch(to_match: str = "") -> tuple["Prefetch[Any]", str]:
    """What to prefetch so that live_game_log takes no query: two for a list of any length."""
    games = LiveGame.objects.exclude(match__state__in=Match.OVER)
    return Prefetch(f"{to_match}live_games", games), f"{to_match}penalties"


def reported_game(fact: LiveGame) -> dict[str, Any]:
    return {name: getattr(fact, name) for name in REPORTED_FIELDS}


def standing_live_games(facts: Iterable[Recorded]) -> tuple[Recorded, ...]:
    """The games that were not taken back, in order."""
    standing: list[Recorded] = []
    for fact in sorted(facts, key=attrgetter("serial")):
        if fact.taken_back:
            standing.pop()
        else:
            standing.append(fact)
    return tuple(standing)
