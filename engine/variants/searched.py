"""Games whose checkers move in their own way: a variant says when a single step is refused, and plays are
found by search.

Slower than plays.py and claims.py, which know backgammon and nothing else.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ..claims import (
    JudgedPlay,
    PlayFault,
    Route,
    beyond_dice_fault,
    choose_route,
    cut_play_completions,
    impossible_hop_fault,
    missing_checker_fault,
    place_name,
    too_few_dice_fault,
    unplayed_roll_fault,
)
from ..dice import Roll, roll_steps
from ..notation import play_text
from ..plays import Step
from ..position import BAR, OFF, Position
from ..record import Hop
from ..words import gettext_lazy as _
from .base import Variant


class _ReachedBoard(NamedTuple):
    """A board on the way: how many dice brought it about, in which order, and the steps."""

    position: Position
    order: tuple[int, ...]
    played: tuple[Step, ...]


class _RefusedStep(NamedTuple):
    """A step that is not allowed: the more steps could be made before it, and the further in front it is
    written, the better it explains what is wrong with a play.
    """

    rank: tuple[int, int]
    fault: PlayFault


@dataclass(frozen=True, kw_only=True)
class Searched(Variant):
    """A game of its own. It says how one checker steps (`step_refusal`, `after_step`), when a play has to
    stop (`is_over`) and which boards a play may not leave (`left_board_fault`); the maximum-dice rule is the
    same for all.
    """

    @abstractmethod
    def step_refusal(
        self, own: Sequence[int], opponent: Sequence[int], step: Step, die: int
    ) -> PlayFault | None:
        """Say why a checker of the player's may not take this step by `die`; None if it may.

        `step` starts on a point with a checker and is as long as the die, or leads off. The message goes on
        from the play: "the 5-point is ...".
        """

    def is_over(self, own: Sequence[int], opponent: Sequence[int]) -> bool:
        """Whether the game has ended in the middle of a play, so that nothing more is played."""
        return False

    def left_board_fault(self, before: Position, after: Position) -> PlayFault | None:
        """Say what keeps a play from leaving the board like this; None if it may.

        The message goes on from the play, as that of `step_refusal` does.
        """
        return None

    def steps_of_roll(self, dice: Roll) -> tuple[int, ...]:
        """The steps a roll gives."""
        return roll_steps(dice)

    def bear_off_refusal(self, own: Sequence[int], start: int, die: int) -> PlayFault | None:
        """Say why a checker on `start` may not be borne off by `die`, as in backgammon."""
        outside = next((point for point in range(BAR, 6, -1) if own[point]), None)
        if outside is not None:
            return PlayFault(
                "bear_off_from_home",
                _("bears off with a checker still on %(place)s"),
                {"place": place_name(outside)},
            )
        if start < die and any(own[start + 1 : 7]):
            return PlayFault(
                "bear_off_rearmost",
                _("bears off from the %(point)s-point with a checker behind it"),
                {"point": start},
            )
        return None

    def legal_steps(self, own: Sequence[int], opponent: Sequence[int], die: int) -> Iterator[Step]:
        """Yield every single step `die` allows, from the rearmost checker to the foremost."""
        for start in range(BAR, 0, -1):
            step = (start, max(start - die, OFF))
            if own[start] and self.step_refusal(own, opponent, step, die) is None:
                yield step

    def legal_plays(self, position: Position, dice: Roll) -> dict[Position, tuple[Step, ...]]:
        """Every legal result of a roll and one way to play it; the same player stays first.

        As many dice as possible are played, and the larger of two that exclude each other, among the plays
        that leave a board they may leave. If there is none and the board was such a one before, every play
        counts: nobody is asked for what he cannot do. A play that ends the game in the middle is complete.
        """
        reached = list(self._reachable_boards(position, dice))
        fit = [way for way in reached if self.left_board_fault(position, way.position) is None]
        if not fit and self.left_board_fault(position, position):
            fit = reached
        most = max((len(way.played) for way in fit), default=0)
        longest = [way for way in fit if len(way.played) == most]
        if most == 1 and dice[0] != dice[1]:
            larger = [way for way in longest if way.order[0] == dice[0]]
            longest = larger or longest
        ended = [way for way in reached if self.is_over(way.position.own, way.position.opponent)]
        return {way.position: way.played for way in (*longest, *ended)}

    def _reachable_boards(self, position: Position, dice: Roll) -> Iterator[_ReachedBoard]:
        """Yield every board that some of the dice lead to."""
        pips = self.steps_of_roll(dice)
        for order in dict.fromkeys((pips, pips[::-1])):
            level: dict[Position, tuple[Step, ...]] = {position: ()}
            for die in order:
                further: dict[Position, tuple[Step, ...]] = {}
                for before, played in level.items():
                    if played and self.is_over(before.own, before.opponent):
                        continue
                    for step in self.legal_steps(before.own, before.opponent, die):
                        after = Position(*self.after_step(before.own, before.opponent, step))
                        further.setdefault(after, (*played, step))
                for after, played in further.items():
                    yield _ReachedBoard(after, order, played)
                level = further

    def judge_play(
        self, own: Sequence[int], opponent: Sequence[int], dice: Roll, hops: tuple[Hop, ...]
    ) -> JudgedPlay:
        """Judge one written play."""
        before = Position(tuple(own), tuple(opponent))
        if not hops:
            return JudgedPlay(
                own, opponent, unplayed_roll_fault(dice) if self._has_legal_play(before, dice) else None
            )
        play = play_text(dice, hops)
        wrong = impossible_hop_fault(dice, hops)
        if wrong is not None:
            return self._set_claimed_position(before, hops, wrong)
        routes, refused = self._find_routes(before, dice, hops)
        if not routes:
            wrong = missing_checker_fault(own, dice, hops) or beyond_dice_fault(
                self.steps_of_roll(dice), dice, hops
            )
            if wrong is None:
                refusal = max(refused, key=lambda refusal: refusal.rank).fault
                wrong = _fault_of_play(play, refusal)
            return self._set_claimed_position(before, hops, wrong)
        allowed, most = self._legal_routes(before, dice, routes)
        last_off = not any(routes[0].own[1 : BAR + 1])
        best, note = choose_route(routes, allowed, hops, last_off)
        if best in allowed or last_off:
            return JudgedPlay(best.own, best.opponent, None, note)
        if most <= len(best.used) and (bad := self.left_board_fault(before, _board_of_route(best))):
            return JudgedPlay(best.own, best.opponent, _fault_of_play(play, bad))
        return JudgedPlay(best.own, best.opponent, too_few_dice_fault(dice, hops, best, most))

    def begins_legal_play(
        self, own: Sequence[int], opponent: Sequence[int], dice: Roll, hops: tuple[Hop, ...]
    ) -> bool:
        """Whether the text of a legal play can begin like this."""
        before = Position(tuple(own), tuple(opponent))
        return any(self._find_routes(before, dice, whole)[0] for whole in cut_play_completions(dice, hops))

    def _find_routes(
        self, before: Position, dice: Roll, hops: tuple[Hop, ...]
    ) -> tuple[list[Route], list[_RefusedStep]]:
        """Find every way to make exactly these hops out of legal steps, each with a die of the roll.

        The search of claims.py with the steps of this game. Also returns why steps on the way were refused. A
        play written on past the end of the game is read as long as the game stays ended.
        """
        routes: list[Route] = []
        refused: list[_RefusedStep] = []
        seen = set()
        starts = [hop.start for hop in hops]
        pips = self.steps_of_roll(dice)
        start = Route(before.own, before.opponent, (), ())
        goals = tuple(sorted((hop.start, hop.end) for hop in hops))
        ways = [(start, goals, pips, False)] if len(hops) <= len(pips) else []
        while ways:
            way = ways.pop()
            if way in seen:
                continue
            seen.add(way)
            here, left, dice_left, ended = way
            is_over = bool(here.used) and self.is_over(here.own, here.opponent)
            if ended and not is_over:
                beyond = PlayFault("game_over", _("the game is over before the whole play is made"))
                refused.append(_RefusedStep((len(here.used), 0), beyond))
                continue
            if not left:
                routes.append(here)
                continue
            for die in sorted(set(dice_left)):
                rest = list(dice_left)
                rest.remove(die)
                for at, goal in sorted(set(left)):
                    step = (at, max(at - die, OFF))
                    if step[1] < goal or not here.own[at]:
                        continue
                    refusal = self.step_refusal(here.own, here.opponent, step, die)
                    if refusal is not None:
                        order = starts.index(at) if at in starts else 0
                        refused.append(_RefusedStep((len(here.used), -order), refusal))
                        continue
                    hit = (step[1],) if self.step_hits(here.opponent, step) else ()
                    boards = self.after_step(here.own, here.opponent, step)
                    still = list(left)
                    still.remove((at, goal))
                    if step[1] > goal:
                        still.append((step[1], goal))
                    after = Route(*boards, (*here.hits, *hit), (*here.used, die))
                    ways.append((after, tuple(sorted(still)), tuple(rest), is_over))
        return routes, refused

    def _legal_routes(self, before: Position, dice: Roll, routes: list[Route]) -> tuple[list[Route], int]:
        """Return the routes that are legal plays, and how many steps a legal play has.

        All plays are only searched where not every die can be played.
        """
        pips = self.steps_of_roll(dice)
        complete = [
            route
            for route in routes
            if self.is_over(route.own, route.opponent)
            or (
                len(route.used) == len(pips) and self.left_board_fault(before, _board_of_route(route)) is None
            )
        ]
        if complete or any(self._can_play_all(before, before, order) for order in {pips, pips[::-1]}):
            return complete, len(pips)
        legal = self.legal_plays(before, dice)
        most = max(map(len, legal.values()), default=0)
        return [route for route in routes if _board_of_route(route) in legal], most

    def _can_play_all(self, before: Position, here: Position, order: tuple[int, ...]) -> bool:
        """Whether all dice can be played in this order; stops at the first way to do it."""
        if not order:
            return self.left_board_fault(before, here) is None
        if here is not before and self.is_over(here.own, here.opponent):
            return False
        return any(
            self._can_play_all(before, Position(*self.after_step(here.own, here.opponent, step)), order[1:])
            for step in self.legal_steps(here.own, here.opponent, order[0])
        )

    def _has_legal_play(self, before: Position, dice: Roll) -> bool:
        """Whether there is a legal play; stops at the first."""
        any_will_do = self.left_board_fault(before, before) is not None
        return any(
            any_will_do or self.left_board_fault(before, way.position) is None
            for way in self._reachable_boards(before, dice)
        )

    def _set_claimed_position(self, before: Position, hops: tuple[Hop, ...], fault: PlayFault) -> JudgedPlay:
        """Set the checkers as the record has them, so that the rest of the game can be judged."""
        after = before
        for start, end, _hit in sorted(hops, reverse=True):
            if not 1 <= start <= BAR or end >= BAR or not after.own[start]:
                return JudgedPlay(None, None, fault)
            after = Position(*self.after_step(after.own, after.opponent, (start, end)))
        if self.problems(after):
            return JudgedPlay(None, None, fault)
        return JudgedPlay(after.own, after.opponent, fault)


def _fault_of_play(play: str, fault: PlayFault) -> PlayFault:
    """The fault of one step, or of the board it leaves, as that of the whole play."""
    return PlayFault(fault.rule, _("%(play)s: %(fault)s"), {"play": play, "fault": fault.message})


def _board_of_route(route: Route) -> Position:
    return Position(route.own, route.opponent)
