"""What a player's matches amount to: record, streaks, opponents, gammons, cubes. Plain data: no Django.

Every figure stands beside the number of matches or games it is taken of, so that nobody reads a rate of
three games as one of three hundred. docs/statistics.md says what counts.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, TypeVar

Key = TypeVar("Key", int, str)

ENDED_AT = {"single": 1, "gammon": 2, "backgammon": 3}
"""How often the cube a game that was played to its end counts; a resignation says it by its points."""

CLOSE, FAR = 50, 200
"""Rating points that make an opponent stronger, and much stronger."""

STRENGTHS = ("much_stronger", "stronger", "even", "weaker", "much_weaker", "unknown")


class PlayerGame(NamedTuple):
    """A game as the player saw it; `won` is None of a draw.

    points: what it was worth. cube: what it was played for; after a pass, before the double that was passed.
    cubed: whether the cube could have been turned: not in a Crawford game, not where there is no cube.
    """

    won: bool | None
    points: int
    ending: str
    cube: int = 1
    cubed: bool = True

    @property
    def game_multiple(self) -> int:
        """1 for a single game, 2 for a gammon, 3 for a backgammon, however it ended."""
        if self.ending == "resignation" and self.cube:
            return min(self.points // self.cube, 3)
        return ENDED_AT.get(self.ending, 1)


class PlayerMatch(NamedTuple):
    """A match as the player saw it, the own points first.

    games: empty where only the score is known. rating, theirs: both ratings before it; expected: the own
    chance of winning it by these. bracket: what kind of bracket it was played in, empty outside events.
    """

    match: int
    opponent: int
    won: bool
    length: int
    points: tuple[int, int]
    ended_at: datetime
    games: tuple[PlayerGame, ...] = ()
    rating: float | None = None
    theirs: float | None = None
    expected: float | None = None
    bracket: str = ""

    @property
    def completion_order(self) -> tuple[datetime, int]:
        """Where it stands in the order of completion."""
        return self.ended_at, self.match

    @property
    def opponent_strength(self) -> str:
        """One of STRENGTHS: what the opponent was beside the player, before the match."""
        if self.rating is None or self.theirs is None:
            return "unknown"
        more = self.theirs - self.rating
        if abs(more) <= CLOSE:
            return "even"
        word = "stronger" if more > 0 else "weaker"
        return f"much_{word}" if abs(more) > FAR else word


@dataclass(frozen=True, slots=True)
class WinLossRecord:
    """Matches won and lost, and the points in them as they are shown."""

    won: int = 0
    lost: int = 0
    points_won: int = 0
    points_lost: int = 0

    @property
    def matches(self) -> int:
        return self.won + self.lost

    @property
    def rate(self) -> float | None:
        """What part of the matches was won; None of none."""
        return share_of_matches_won(self.won, self.matches)


@dataclass(frozen=True, slots=True)
class Streak:
    """Matches in a row that were all won, or all lost: how many, and the first and the last of them."""

    won: bool
    matches: int
    first: PlayerMatch
    last: PlayerMatch


@dataclass(frozen=True, slots=True)
class Streaks:
    """The one that goes on, and the longest of each kind: the earliest of equally long ones."""

    current: Streak | None = None
    winning: Streak | None = None
    losing: Streak | None = None


@dataclass(frozen=True, slots=True)
class Gammons:
    """How games ended, of those that are known one by one; a backgammon is a gammon too."""

    won: int = 0
    lost: int = 0
    drawn: int = 0
    gammons_won: int = 0
    gammons_lost: int = 0
    backgammons_won: int = 0
    backgammons_lost: int = 0

    @property
    def games_known(self) -> int:
        return self.won + self.lost + self.drawn

    @property
    def rate_won(self) -> float | None:
        """What part of the games won were gammons."""
        return share_of_matches_won(self.gammons_won, self.won)

    @property
    def rate_lost(self) -> float | None:
        return share_of_matches_won(self.gammons_lost, self.lost)


@dataclass(frozen=True, slots=True)
class Cubes:
    """What the cube did, of the `games` that are known and had one that could be turned.

    turned: a double was taken. won_by_pass: the opponent passed; lost_by_pass: the player did; passed_at_one:
    either did at the first double. total: all cubes added. largest: the highest cube a game was played for,
    and the first match with it.
    """

    games: int = 0
    turned: int = 0
    won_by_pass: int = 0
    lost_by_pass: int = 0
    passed_at_one: int = 0
    total: int = 0
    largest: int | None = None
    largest_in: int | None = None

    @property
    def average(self) -> float | None:
        return share_of_matches_won(self.total, self.games)

    @property
    def doubled(self) -> int:
        """Games with a double, taken or passed."""
        return self.turned + self.passed_at_one


@dataclass(frozen=True, slots=True)
class ExpectedWins:
    """How many of the matches with both ratings known were won, and how many the ratings let expect."""

    matches: int = 0
    won: int = 0
    expected: float = 0.0


@dataclass(frozen=True, slots=True)
class Statistics:
    """Everything that a player's matches amount to. The records of a grouping add up to the whole one."""

    record: WinLossRecord
    streaks: Streaks
    by_length: dict[int, WinLossRecord]
    by_strength: dict[str, WinLossRecord]
    by_bracket: dict[str, WinLossRecord]
    by_opponent: dict[int, WinLossRecord]
    gammons: Gammons
    cubes: Cubes
    expectation: ExpectedWins


@dataclass(frozen=True, slots=True)
class Encounter:
    """A match of two players, and how many of theirs either had won after it, the player's first."""

    played: PlayerMatch
    after: tuple[int, int]


def statistics_of(matches: Iterable[PlayerMatch]) -> Statistics:
    """What matches amount to, in whatever order they come."""
    rows = sorted(matches, key=lambda played: played.completion_order)
    return Statistics(
        win_loss_record(rows),
        winning_streaks(rows),
        dict(sorted(win_loss_records_by(rows, lambda played: played.length).items())),
        records_in_order(win_loss_records_by(rows, lambda played: played.opponent_strength), STRENGTHS),
        records_by_size(win_loss_records_by(rows, lambda played: played.bracket)),
        records_by_size(win_loss_records_by(rows, lambda played: played.opponent)),
        gammon_statistics(game for played in rows for game in played.games),
        cube_statistics(rows),
        expected_win_statistics(rows),
    )


def head_to_head_meetings(matches: Iterable[PlayerMatch]) -> tuple[Encounter, ...]:
    """The matches of two players in order of completion, with the count of wins after each."""
    mine = theirs = 0
    found = []
    for played in sorted(matches, key=lambda played: played.completion_order):
        mine, theirs = mine + played.won, theirs + (not played.won)
        found.append(Encounter(played, (mine, theirs)))
    return tuple(found)


def win_loss_record(matches: Iterable[PlayerMatch]) -> WinLossRecord:
    won = lost = points_won = points_lost = 0
    for played in matches:
        won, lost = won + played.won, lost + (not played.won)
        points_won, points_lost = points_won + played.points[0], points_lost + played.points[1]
    return WinLossRecord(won, lost, points_won, points_lost)


def win_loss_records_by(
    matches: Iterable[PlayerMatch], key: Callable[[PlayerMatch], Key]
) -> dict[Key, WinLossRecord]:
    """The record of the matches of each key."""
    groups: dict[Key, list[PlayerMatch]] = defaultdict(list)
    for played in matches:
        groups[key(played)].append(played)
    return {name: win_loss_record(group) for name, group in groups.items()}


def records_in_order(groups: dict[str, WinLossRecord], order: Sequence[str]) -> dict[str, WinLossRecord]:
    return {name: groups[name] for name in order if name in groups}


def records_by_size(groups: dict[Key, WinLossRecord]) -> dict[Key, WinLossRecord]:
    """The group of most matches first; of equal ones the smaller key."""
    return dict(sorted(groups.items(), key=lambda group: (-group[1].matches, group[0])))


def winning_streaks(matches: Sequence[PlayerMatch]) -> Streaks:
    """The streaks of matches in order."""
    runs: list[Streak] = []
    for played in matches:
        if runs and runs[-1].won == played.won:
            runs[-1] = Streak(played.won, runs[-1].matches + 1, runs[-1].first, played)
        else:
            runs.append(Streak(played.won, 1, played, played))
    # max() keeps the first of equals.
    winning, losing = (
        max((run for run in runs if run.won is won), key=lambda run: run.matches, default=None)
        for won in (True, False)
    )
    return Streaks(runs[-1] if runs else None, winning, losing)


def gammon_statistics(games: Iterable[PlayerGame]) -> Gammons:
    decided: dict[bool | None, list[int]] = {True: [0, 0, 0], False: [0, 0, 0], None: [0, 0, 0]}
    for game in games:
        tally = decided[game.won]
        tally[0] += 1
        tally[1] += game.game_multiple >= ENDED_AT["gammon"]
        tally[2] += game.game_multiple >= ENDED_AT["backgammon"]
    won, lost, drawn = decided[True], decided[False], decided[None]
    return Gammons(won[0], lost[0], drawn[0], won[1], lost[1], won[2], lost[2])


def cube_statistics(matches: Iterable[PlayerMatch]) -> Cubes:
    games = turned = won_by_pass = lost_by_pass = total = passed_at_one = 0
    largest = largest_in = None
    for played in matches:
        for game in played.games:
            if not game.cubed:
                continue
            games, total, turned = games + 1, total + game.cube, turned + (game.cube > 1)
            if game.ending == "pass":
                won_by_pass += game.won is True
                lost_by_pass += game.won is False
                passed_at_one += game.cube == 1
            if largest is None or game.cube > largest:
                largest, largest_in = game.cube, played.match
    return Cubes(games, turned, won_by_pass, lost_by_pass, passed_at_one, total, largest, largest_in)


def expected_win_statistics(matches: Iterable[PlayerMatch]) -> ExpectedWins:
    known = [(played.won, played.expected) for played in matches if played.expected is not None]
    return ExpectedWins(len(known), sum(won for won, _ in known), sum(chance for _, chance in known))


def share_of_matches_won(part: float, whole: int) -> float | None:
    return part / whole if whole else None
