"""A player's matches as the statistics want them, and what they amount to."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import date
from functools import reduce
from operator import and_
from typing import Any

from django.db.models import Count, Q, QuerySet

import engine
from matches import hooks
from matches.base.times import day_begins, day_ends
from matches.dice.selectors import dice_extracts_that_count
from matches.hooks import MatchEvent, match_filters
from matches.play.models import Match
from matches.play.rules.refereeing import capped_match_score
from matches.play.rules.results import EFFECTS
from matches.players.errors import PlayerMerged, SamePlayer
from matches.players.models import Player
from matches.players.selectors import merged_into, merged_player_numbers
from matches.ratings.errors import InvalidPeriod
from matches.ratings.models import RatingEntry, RatingPool
from matches.ratings.selectors import leading_rating_pool

from .rules import Encounter, PlayerGame, PlayerMatch, Statistics, head_to_head_meetings, statistics_of

COUNTED = tuple(kind for kind, effect in EFFECTS.items() if effect.rated)
"""Results of matches that were played: to the end, or until somebody gave up."""


@dataclass(frozen=True, slots=True)
class Narrowing:
    """Which matches count: those of a variant, a length, a period and so on.

    events: numbers by the name of a filter that rooms declare, such as the club and the tournament.
    since, until: days in the zone in force; both count.
    """

    variant: str | None = None
    length: int | None = None
    since: date | None = None
    until: date | None = None
    rated: bool = False
    events: Mapping[str, int] = field(default_factory=dict)

    def check_period(self) -> None:
        """Raises InvalidPeriod."""
        if self.since and self.until and self.since > self.until:
            raise InvalidPeriod(
                "The period begins on %(since)s and ends on %(until)s, which is before. Change `from` or "
                "`to`.",
                {"since": self.since, "until": self.until},
                since=self.since.isoformat(),
                until=self.until.isoformat(),
            )

    @property
    def match_condition(self) -> Q:
        """Of a match that is final. Raises InvalidPeriod."""
        self.check_period()
        filters = match_filters()
        found = reduce(and_, (filters[name].condition(number) for name, number in self.events.items()), Q())
        if self.variant is not None:
            found &= Q(variant=self.variant)
        if self.length is not None:
            found &= Q(length=self.length)
        if self.since is not None:
            found &= Q(result__finalised_at__gte=day_begins(self.since))
        if self.until is not None:
            found &= Q(result__finalised_at__lte=day_ends(self.until))
        if self.rated:
            found &= Q(rated=True, result__rated=True)
        return found


@dataclass(frozen=True, slots=True)
class Turned:
    """What was done at the turns of matches with a transcript: by the player, by the opponents."""

    transcripts: int
    own: engine.Turns
    opponents: engine.Turns


@dataclass(frozen=True, slots=True)
class PlayerStatistics:
    """What a player's matches amount to. left_out: final ones that do not count, by kind of result.

    games_of: how many of the matches are known game by game. opponents: by number.
    """

    player: Player
    found: Statistics
    left_out: dict[str, int]
    games_of: int
    opponents: dict[int, Player]
    turned: Turned


@dataclass(frozen=True, slots=True)
class HeadToHead:
    """Two players' matches against each other, in order, as the first of them saw them; `events` by match."""

    player: Player
    other: Player
    found: Statistics
    meetings: tuple[Encounter, ...]
    events: dict[int, MatchEvent]
    left_out: dict[str, int]
    games_of: int
    turned: Turned


def player_statistics(
    player: Player, narrowing: Narrowing, rating_pool: RatingPool | None = None
) -> PlayerStatistics:
    """Eight queries however many matches there are; one more for each room that has events of matches.

    Raises InvalidPeriod, PlayerMerged.
    """
    stands = merged_into()
    check_player_not_merged(player, stands)
    matches = final_matches_of_players(merged_player_numbers(player.pk, stands)).filter(
        narrowing.match_condition
    )
    rows = player_matches_of(
        player.pk, matches, stands, match_events_of(matches_with_winner(matches)), rating_pool
    )
    found = statistics_of(rows)
    return PlayerStatistics(
        player,
        found,
        matches_left_out_of_statistics(matches),
        count_matches_known_by_game(rows),
        Player.objects.in_bulk(list(found.by_opponent)),
        player_turn_statistics(player.pk, matches, stands),
    )


def head_to_head(
    player: Player, other: Player, narrowing: Narrowing, rating_pool: RatingPool | None = None
) -> HeadToHead:
    """Seven queries however many matches there are; one more for each room that has events of matches.

    Raises InvalidPeriod, PlayerMerged, SamePlayer.
    """
    if player == other:
        raise SamePlayer(
            "%(player)s cannot be compared with themselves. Name another player.",
            {"player": player.name},
            player=player.pk,
        )
    stands = merged_into()
    for each in (player, other):
        check_player_not_merged(each, stands)
    theirs = merged_player_numbers(other.pk, stands)
    matches = final_matches_of_players(merged_player_numbers(player.pk, stands)).filter(
        Q(one__in=theirs) | Q(two__in=theirs)
    )
    matches = matches.filter(narrowing.match_condition)
    events = match_events_of(matches_with_winner(matches))
    rows = player_matches_of(player.pk, matches, stands, events, rating_pool)
    return HeadToHead(
        player,
        other,
        statistics_of(rows),
        head_to_head_meetings(rows),
        events,
        matches_left_out_of_statistics(matches),
        count_matches_known_by_game(rows),
        player_turn_statistics(player.pk, matches, stands),
    )


def check_player_not_merged(player: Player, stands: Mapping[int, int]) -> None:
    """Raises PlayerMerged for one who was merged into another, who has the matches of both."""
    kept = stands.get(player.pk)
    if kept is not None:
        raise PlayerMerged(
            "%(player)s was merged into player %(kept)s, whose matches have those of both. Ask for player "
            "%(kept)s.",
            {"player": player.name, "kept": kept},
            player=player.pk,
            kept=kept,
        )


def final_matches_of_players(numbers: Collection[int]) -> QuerySet[Match]:
    """The final matches of players, by their numbers."""
    finals = Match.objects.filter(state=Match.State.FINAL)
    return finals.filter(Q(one__in=numbers) | Q(two__in=numbers))


def match_events_of(matches: QuerySet[Match]) -> dict[int, MatchEvent]:
    """Where matches were played, by number."""
    return {
        number: event
        for stake in hooks.match_stakes()
        for number, event in stake.match_events(matches).items()
    }


def matches_with_winner(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Those that were played and have a winner."""
    return matches.filter(result__kind__in=COUNTED, result__winner__isnull=False)


def matches_left_out_of_statistics(matches: QuerySet[Match]) -> dict[str, int]:
    """How many of the matches do not count, by kind of result: one query."""
    kinds = matches.exclude(result__kind__in=COUNTED).order_by().values("result__kind")
    return dict(sorted(kinds.annotate(all=Count("pk")).values_list("result__kind", "all")))


def count_matches_known_by_game(rows: Collection[PlayerMatch]) -> int:
    """How many matches are known game by game."""
    return sum(bool(played.games) for played in rows)


def player_matches_of(
    player: int,
    matches: QuerySet[Match],
    stands: Mapping[int, int],
    events: Mapping[int, MatchEvent],
    rating_pool: RatingPool | None,
) -> list[PlayerMatch]:
    """The counted ones of `matches` as the player saw them: three queries; two if the pool is given."""
    ratings = ratings_before_matches(
        matches_with_winner(matches), stands, rating_pool or leading_rating_pool()
    )
    rows = matches_with_winner(matches).values_list(
        "pk",
        "one",
        "two",
        "length",
        "variant",
        "result__winner",
        "result__points_one",
        "result__points_two",
        "result__games",
        "result__finalised_at",
    )
    found = []
    for match, one, two, length, variant, winner, points_one, points_two, games, ended_at in rows:
        sides = stands.get(one, one), stands.get(two, two)
        side = sides.index(player)
        opponent, points = sides[1 - side], capped_match_score((points_one, points_two), length)
        mine, theirs = ratings.get((match, player)), ratings.get((match, opponent))
        event = events.get(match)
        found.append(
            PlayerMatch(
                match,
                opponent,
                winner == side,
                length,
                (points[side], points[1 - side]),
                ended_at,
                player_games_of(games, side, length, variant),
                None if mine is None else mine[0],
                None if theirs is None else theirs[0],
                None if mine is None else mine[1],
                "" if event is None else event.bracket,
            )
        )
    return found


def player_games_of(
    games: Collection[Mapping[str, Any]], side: int, length: int, variant: str
) -> tuple[PlayerGame, ...]:
    """A result's games as one side saw them."""
    cubed = length > 1 and engine.playable_variant(variant).cube
    return tuple(
        PlayerGame(
            None if game["winner"] is None else game["winner"] == side,
            game["points"],
            game["ending"],
            game["cube"],
            cubed and not game.get("crawford", False),
        )
        for game in games
    )


def player_turn_statistics(player: int, matches: QuerySet[Match], stands: Mapping[int, int]) -> Turned:
    """What the transcripts of the counted ones of `matches` record of turns: one query."""
    found = Turned(0, engine.Turns(), engine.Turns())
    rows = dice_extracts_that_count(matches_with_winner(matches)).values_list(
        "report__match__one", "report__verdict__swapped", "turns"
    )
    for one, swapped, columns in rows:
        if columns is None:
            continue
        sides = [engine.Turns.from_dict(column) for column in columns]
        # The player's column: the left one for side one, unless the columns are swapped.
        own = int((stands.get(one, one) == player) == swapped)
        found = Turned(found.transcripts + 1, found.own + sides[own], found.opponents + sides[1 - own])
    return found


def ratings_before_matches(
    matches: QuerySet[Match], stands: Mapping[int, int], rating_pool: RatingPool
) -> dict[tuple[int, int], tuple[float, float]]:
    """By match and player the rating in a pool and the chance before the match, if it is rated: one query."""
    rows = RatingEntry.objects.filter(rating_pool=rating_pool.pk, match__in=matches)
    return {
        (match, stands.get(player, player)): (value, expected)
        for match, player, value, expected in rows.values_list("match", "player", "value_before", "expected")
    }
