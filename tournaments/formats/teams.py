"""Teams: each pairing of another format is a match of so many boards, and the boards decide it.

Its keys are those of the pairing with the board behind, "R1-M1-B1"; each board is a match of two players.
Whoever wins more boards wins the match of teams; a tie may be broken by the points won on all boards,
by the first board, or by one board more. Where points decide places, match points come first and boards won
(the `points_won` of the tie-breaks) next, unless the event defines others.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import chain
from typing import Any

from engine.words import Text, ngettext_lazy
from engine.words import gettext_lazy as _
from matches.base.errors import CodeWord
from matches.base.options import option_field
from tournaments.formats.round_robin.format import RoundRobin
from tournaments.tiebreaks.results import PairingResult, Place

from .base import FORMATS, Format, History, Meet, Origin, Pairing, Part, PlannedSlot, RoundPairings
from .errors import InvalidFormatOption

MOST_BOARDS = 16
PREFERRED = ("points_won", "head_to_head", "sonneborn_berger")
"""Tie-breaks where an event names none: boards won first."""

Boards = Mapping[int, PairingResult]
"""The results of a match of teams, by board."""


class LevelRule(StrEnum):
    FIRST_BOARD = "first_board"
    DECIDER = "decider"
    DRAWN = "drawn"


@dataclass(frozen=True)
class Teams(Format):
    code = "teams"
    name = _("Team matches")
    description = _("Teams meet on several boards at once.")
    is_composed = True
    publishes_rounds = True
    ranks = True

    event: Format = option_field(RoundRobin(), help=_("What the teams play: a format with its options."))
    boards: int = option_field(
        3, help=_("How many of a team play in a match, each on a board."), minimum=2, maximum=MOST_BOARDS
    )
    points: bool = option_field(
        False, help=_("Whether the points of all boards break the tie between teams that won equally many.")
    )
    level: LevelRule = option_field(
        LevelRule.FIRST_BOARD,
        help=_(
            "What decides a match of teams that is level: the first board that somebody won, one board more "
            "between the first players, or nothing, so that it is drawn."
        ),
    )

    def describe_options(self) -> Iterator[Text]:
        yield _("What the teams play: %(format)s.") % {"format": self.event.name}
        yield from self.event.describe_options()
        yield ngettext_lazy(
            "A match is played on %(count)s board.", "A match is played on %(count)s boards.", self.boards
        ) % {"count": self.boards}
        if self.points:
            yield _("Of equally many boards won the points of all boards decide.")
        yield {
            LevelRule.FIRST_BOARD: _("A level match goes to who won the first board that somebody won."),
            LevelRule.DECIDER: _("A level match is decided by one board more between the first players."),
            LevelRule.DRAWN: _("A level match is drawn."),
        }[self.level]

    @classmethod
    def read_option(cls, name: str, kind: Any, limits: Mapping[str, Any], value: Any) -> Any:
        return _inner_format(value) if name == "event" else super().read_option(name, kind, limits, value)

    @classmethod
    def options_as_json(cls) -> list[dict[str, Any]]:
        event, *others = super().options_as_json()
        return [{**event, "default": {"format": RoundRobin.code, "options": {}}}, *others]

    def check_options(self) -> None:
        if self.level is LevelRule.DRAWN and not self.event.takes_draws:
            raise InvalidFormatOption(
                "In %(format)s somebody has to advance from a match: it cannot be drawn. Let the first board "
                "or one board more decide.",
                {"format": CodeWord(self.event.code, "format")},
                option="level",
            )

    def check_field(self, size: int) -> None:
        self.event.check_field(size)

    def shorter_options(self, size: int) -> Iterator[Mapping[str, Any]]:
        yield from ({"boards": fewer} for fewer in reversed(range(2, self.boards)))

    @property
    def team_size(self) -> int:
        return self.boards

    @property
    def has_tiebreaks(self) -> bool:
        return self.event.has_tiebreaks

    @property
    def plays_off(self) -> bool:
        return self.event.plays_off

    def late_seats(self, size: int) -> int:
        return self.event.late_seats(size)

    @property
    def takes_back(self) -> bool:
        return self.event.takes_back

    @property
    def deals_groups(self) -> bool:
        return self.event.deals_groups

    def group_order(self, order: Sequence[int], seed: str, clubs: Mapping[int, Hashable]) -> tuple[int, ...]:
        return self.event.group_order(order, seed, clubs)

    def planned_slots(self, size: int, key: str = "") -> tuple[PlannedSlot, ...]:
        return self.event.planned_slots(size, key)

    def slots_to_come(self, history: History) -> int | None:
        return self.event.slots_to_come(self.history_of_teams(history))

    def due_round_pairings(self, history: History) -> RoundPairings | None:
        round_pairings = self.event.due_round_pairings(self.history_of_teams(history))
        return None if round_pairings is None else self.on_boards(round_pairings)

    def on_boards(self, round_pairings: RoundPairings) -> RoundPairings:
        """Round pairings of matches of teams as those of their boards."""
        return replace(
            round_pairings, pairings=tuple(chain.from_iterable(map(self._set_up, round_pairings.pairings)))
        )

    def pairings(self, history: History) -> tuple[Pairing, ...]:
        return self._boards_of(self.event.pairings(self.history_of_teams(history)), history)

    def known_pairings(self, history: History) -> tuple[Pairing, ...]:
        if self.level is LevelRule.DECIDER:
            # Before the next match of teams one board more may come.
            return self.due_pairings(history)
        boards = self._boards_of(self.event.known_pairings(self.history_of_teams(history)), history)
        return tuple(board for board in boards if board.meet_key not in history.results)

    def _boards_of(self, pairings: Sequence[Pairing], history: History) -> tuple[Pairing, ...]:
        """The boards of matches of teams: those with a result, and those that somebody is there to play."""
        boards = _results_by_board(history)
        return tuple(
            board
            for pairing in pairings
            for board in self._set_up(pairing, extra=self._is_extended(boards.get(pairing.meet_key, {})))
            if board.meet_key in history.results
            or board.meet_key in history.pending
            or history.withdrawn.isdisjoint((board.one, board.two))
        )

    @property
    def part_names(self) -> tuple[str, ...]:
        return self.event.part_names

    def draw_parts(self, history: History) -> tuple[Part, ...]:
        return self.event.draw_parts(self.history_of_teams(history))

    def standings(self, history: History) -> tuple[Place, ...]:
        return self.event.standings(self.history_of_teams(history))

    def is_over(self, history: History) -> bool:
        return self.event.is_over(self.history_of_teams(history))

    def seat_origin(self, key: str, side: int, size: int) -> Origin | None:
        return self.event.seat_origin(key, side, size)

    # Pairings, places and the page all ask for the same history.
    @lru_cache(maxsize=2)  # noqa: B019  (the formats live as long as the program)
    def history_of_teams(self, history: History) -> History:
        """The event as if every match of teams were one match, its score the boards won."""
        results = {
            meet: result
            for meet, boards in _results_by_board(history).items()
            if (result := self._match_result(meet, boards, history)) is not None
        }
        return replace(
            history,
            results=results,
            pending=frozenset((team_match_of_slot(key), pair) for key, pair in history.pending),
            paired_rounds=tuple(map(_match_pairings, history.paired_rounds)),
            tiebreaks=history.tiebreaks or PREFERRED,
        )

    def _set_up(self, pairing: Pairing, *, extra: bool = False) -> tuple[Pairing, ...]:
        last = self.boards + extra
        return tuple(
            replace(pairing, key=f"{pairing.key}-B{board}", board=board) for board in range(1, last + 1)
        )

    def _is_extended(self, boards: Boards) -> bool:
        """Whether one board more is to decide: all of them are over, and nobody is ahead."""
        return (
            self.level is LevelRule.DECIDER
            and all(board in boards for board in range(1, self.boards + 1))
            and self._team_ahead(self._regular_boards(boards)) is None
        )

    def _match_result(self, meet: Meet, boards: Boards, history: History) -> PairingResult | None:
        """How a match of teams ended by its boards; None while boards are open.

        Where a team has left in the middle of it, each board that is left is the other's.
        """
        key, pair = meet
        one, two = sorted(pair)
        boards = dict(boards)
        for board in range(1, self.boards + 1):
            if board not in boards:
                if history.withdrawn.isdisjoint(pair) or history.is_pending(f"{key}-B{board}", one, two):
                    return None
                boards[board] = PairingResult(one, two, history.who_stayed(one, two), played=False)
        if not self._is_extended(boards):
            # A correction may have broken the tie since one board more was played.
            boards = dict(self._regular_boards(boards))
        if self._is_extended(boards) and self.boards + 1 not in boards:
            extra = f"{key}-B{self.boards + 1}"
            if history.withdrawn.isdisjoint(pair) or history.is_pending(extra, one, two):
                return None
            winner = history.who_stayed(one, two)
        else:
            winner = self._winner_of(boards)
        won = _boards_won(boards)
        played = any(result.played for result in boards.values())
        return PairingResult(one, two, winner, (won[one], won[two]), played)

    def _winner_of(self, boards: Boards) -> int | None:
        regular = self._regular_boards(boards)
        ahead = self._team_ahead(regular)
        if ahead is not None or self.level is LevelRule.DRAWN:
            return ahead
        if self.level is LevelRule.DECIDER:
            return boards[self.boards + 1].winner
        won = (regular[board].winner for board in sorted(regular))
        return next((winner for winner in won if winner is not None), None)

    def _regular_boards(self, boards: Boards) -> Boards:
        """Without the board that decides."""
        return {board: result for board, result in boards.items() if board <= self.boards}

    def _team_ahead(self, boards: Boards) -> int | None:
        """Who has won more boards, or if that is asked for more points on them."""
        counts = [_boards_won(boards), *([_points_on_boards(boards)] if self.points else [])]
        for count in counts:
            best = max(count.values(), default=0)
            first = [entry for entry, number in count.items() if number == best]
            if best and len(first) == 1:
                return first[0]
        return None


def team_match_of_slot(key: str) -> str:
    """The slot that a board is of: "R1-M1" of "R1-M1-B2"."""
    return key.rpartition("-B")[0]


def _results_by_board(history: History) -> dict[Meet, dict[int, PairingResult]]:
    """The results of a history, by match of teams and board."""
    found: dict[Meet, dict[int, PairingResult]] = defaultdict(dict)
    for (key, pair), result in history.results.items():
        found[team_match_of_slot(key), pair][int(key.rpartition("-B")[2])] = result
    return found


def _match_pairings(round_pairings: RoundPairings) -> RoundPairings:
    """The round pairings of the matches whose boards some are of."""
    matches = (replace(each, key=team_match_of_slot(each.key), board=0) for each in round_pairings.pairings)
    return replace(round_pairings, pairings=tuple(dict.fromkeys(matches)))


def _boards_won(boards: Boards) -> dict[int, int]:
    """Boards won, by entry."""
    won: dict[int, int] = defaultdict(int)
    for result in boards.values():
        if result.winner is not None:
            won[result.winner] += 1
    return won


def _points_on_boards(boards: Boards) -> dict[int, int]:
    """Points won on all boards, by entry."""
    points: dict[int, int] = defaultdict(int)
    for result in boards.values():
        points[result.one] += result.score[0]
        points[result.two] += result.score[1]
    return points


def _inner_format(given: Any) -> Format:
    """The format that {"format": code, "options": {...}} asks for. Raises what Format.of does."""
    if not isinstance(given, dict) or not given.keys() <= {"format", "options"}:
        raise InvalidFormatOption(
            'event is an object: {"format": "round_robin", "options": {...}}.', option="event"
        )
    code, options = given.get("format"), given.get("options", {})
    playable = {known: format for known, format in FORMATS.items() if format is not Teams}
    if not isinstance(code, str) or code not in playable:
        raise InvalidFormatOption(
            "Teams cannot play %(code)r. Choose one of: %(playable)s.",
            {"code": str(code)[:40], "playable": [*playable]},
            option="event",
        )
    if not isinstance(options, dict):
        raise InvalidFormatOption("The options of event are an object.", option="event")
    return playable[code].from_mapping(options)
