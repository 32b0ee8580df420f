"""Judging one written play: is it a legal way to play the roll, and if not, what exactly is wrong with it?

This is the careful way, which looks for every way to make a play and says why there is none. Plays that use
every die, or obviously all that can be played, are judged quicker by their sums (packed.py).
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from .dice import Roll, roll_steps
from .notation import format_hops, play_text, roll_text
from .plays import Step, after_step, most_steps
from .position import BAR, OFF
from .record import Hop


class PlayFault(NamedTuple):
    """Why a play is illegal: a key of rulebook.RULES and a sentence for the players."""

    rule: str
    message: str


class JudgedPlay(NamedTuple):
    """The board after a play; with a fault, as the record has it, or None if that cannot be set up.

    `note` is a key of rulebook.NOTES or None.
    """

    own: Sequence[int] | None
    opponent: Sequence[int] | None
    fault: PlayFault | None = None
    note: str | None = None


def judge_play(own: Sequence[int], opponent: Sequence[int], dice: Roll, hops: tuple[Hop, ...]) -> JudgedPlay:
    """Judge the play `hops` of `dice` by looking for ways to make it."""
    if not hops:
        if most_steps(own, opponent, dice) == 0:
            return JudgedPlay(own, opponent)
        return JudgedPlay(own, opponent, unplayed_roll_fault(dice))
    wrong = impossible_hop_fault(dice, hops)
    if wrong is not None:
        return _set_claimed_position(own, opponent, hops, wrong)
    routes = _find_routes(own, opponent, dice, hops)
    if not routes:
        return _set_claimed_position(own, opponent, hops, _explain_illegal_play(own, opponent, dice, hops))
    allowed = _routes_with_most_dice(own, opponent, dice, routes)
    last_off = not any(routes[0].own[1:])
    best, note = choose_route(routes, allowed, hops, last_off)
    if best in allowed or last_off:
        return JudgedPlay(best.own, best.opponent, None, note)
    most = most_steps(own, opponent, dice)
    return JudgedPlay(best.own, best.opponent, too_few_dice_fault(dice, hops, best, most))


def begins_legal_play(own: Sequence[int], opponent: Sequence[int], dice: Roll, hops: tuple[Hop, ...]) -> bool:
    """Whether a text that breaks off after `hops` can be the beginning of a legal play."""
    return any(_find_routes(own, opponent, dice, whole) for whole in cut_play_completions(dice, hops))


def cut_play_completions(dice: Roll, hops: tuple[Hop, ...]) -> Iterator[tuple[Hop, ...]]:
    """Yield what a text may have been that breaks off after `hops`.

    The last number may be cut: "24/1" is what is left of "24/18".
    """
    if hops and impossible_hop_fault(dice, hops) is None:
        last = hops[-1]
        for end in range(last.start):
            if str(end).startswith(str(last.end)):
                yield *hops[:-1], Hop(last.start, end)


class Route(NamedTuple):
    """One way to play the hops: the board after it, the points hit and the dice used, in order."""

    own: tuple[int, ...]
    opponent: tuple[int, ...]
    hits: tuple[int, ...]
    used: tuple[int, ...]


def _find_routes(
    own: Sequence[int], opponent: Sequence[int], dice: Roll, hops: tuple[Hop, ...]
) -> list[Route]:
    """Find every way to make exactly these hops out of legal steps, each with a die of the roll.

    A search in depth over (board, ways still to go, dice still to play). A hop may take several dice: what is
    left of it goes back among the ways. Kept sorted, equal states met in another order are looked at once.
    """
    start = Route(tuple(own), tuple(opponent), (), ())
    routes: list[Route] = []
    seen = set()
    pips = roll_steps(dice)
    open_ways = (
        [(start, tuple(sorted((hop.start, hop.end) for hop in hops)), pips)] if len(hops) <= len(pips) else []
    )
    while open_ways:
        way = open_ways.pop()
        if way in seen:
            continue
        seen.add(way)
        here, left, dice_left = way
        if not left:
            routes.append(here)
            continue
        for die in set(dice_left):
            rest = list(dice_left)
            rest.remove(die)
            for at, goal in set(left):
                step = _legal_step(here.own, here.opponent, at, goal, die)
                if step is None:
                    continue
                to = step[1]
                hit = (to,) if to != OFF and here.opponent[25 - to] == 1 else ()
                after = Route(
                    *after_step(here.own, here.opponent, step), (*here.hits, *hit), (*here.used, die)
                )
                still = list(left)
                still.remove((at, goal))
                if to > goal:
                    still.append((to, goal))
                open_ways.append((after, tuple(sorted(still)), tuple(rest)))
    return routes


def _legal_step(own: Sequence[int], opponent: Sequence[int], start: int, goal: int, die: int) -> Step | None:
    """Return the legal step by `die` from `start` on the way to `goal`, or None."""
    end = max(start - die, OFF)
    if end < goal or not own[start] or (own[BAR] and start != BAR):
        return None
    if end == OFF:
        if any(own[7:]) or (start < die and any(own[start + 1 : 7])):
            return None
    elif opponent[25 - end] > 1:
        return None
    return start, end


def hits_marked_in_play(hops: Iterable[Hop]) -> set[int]:
    """Return the points with a mark for a hit."""
    return {hop.end for hop in hops if hop.hit}


def hit_mark_misfit(route: Route, hops: tuple[Hop, ...]) -> tuple[bool, int, int]:
    """How badly a route's hits fit the marks: other points, another number of them, then simply how many."""
    hits, marks = set(route.hits), hits_marked_in_play(hops)
    return hits != marks, abs(len(hits) - len(marks)), len(hits)


def choose_route(
    routes: list[Route], allowed: list[Route], hops: tuple[Hop, ...], last_off: bool
) -> tuple[Route, str | None]:
    """Return the route that fits the marks best, and the note on it if it is no fault.

    Of those `allowed`, if there are any; with `last_off`, which takes the last checker off, of all.
    """
    best = min(
        routes if last_off else allowed or routes,
        key=lambda route: (*hit_mark_misfit(route, hops), route not in allowed),
    )
    if best in allowed:
        return best, "hit_mark" if len(hits_marked_in_play(hops)) > len(best.hits) else None
    return best, "last_checker_short" if last_off else None


def unplayed_roll_fault(dice: Roll) -> PlayFault:
    """Say that a roll was not played which can be."""
    return PlayFault("maximum_dice", f"{roll_text(dice)}: nothing was played, though the roll can be played")


def _routes_with_most_dice(
    own: Sequence[int], opponent: Sequence[int], dice: Roll, routes: list[Route]
) -> list[Route]:
    """Return the routes that play as many dice as possible, and the larger of two that exclude each other."""
    longest = max(len(route.used) for route in routes)
    if longest < len(roll_steps(dice)) and longest < most_steps(own, opponent, dice):
        return []
    routes = [route for route in routes if len(route.used) == longest]
    if longest == 1 and dice[0] != dice[1] and _can_play_die(own, opponent, dice[0]):
        return [route for route in routes if route.used == dice[:1]]
    return routes


def too_few_dice_fault(dice: Roll, hops: tuple[Hop, ...], route: Route, most: int) -> PlayFault:
    """Say what a play by this route leaves unplayed, where `most` steps can be played."""
    text = play_text(dice, hops)
    high, low = dice
    if high == low:
        reason = (
            f"plays {_die_count_text(len(route.used), high)}; {_die_count_text(most, high)} can be played"
        )
    elif len(route.used) < most:
        used, other = (high, low) if route.used == (high,) else (low, high)
        reason = f"uses only the {used}; the {other} can be played too"
    else:
        reason = f"plays the {low}; only one of the dice can be played, and it must be the larger, the {high}"
    return PlayFault("maximum_dice", f"{text} {reason}")


def _can_play_die(own: Sequence[int], opponent: Sequence[int], die: int) -> bool:
    return any(_legal_step(own, opponent, start, OFF, die) for start in range(1, 26) if own[start])


def _die_count_text(count: int, die: int) -> str:
    return f"{('no', 'one', 'two', 'three', 'four')[count]} {die}{'' if count == 1 else 's'}"


def impossible_hop_fault(dice: Roll, hops: tuple[Hop, ...]) -> PlayFault | None:
    """Say which hop leads from a point that no board has, or not forward."""
    for hop in hops:
        text = play_text(dice, hops)
        if hop.start > BAR:
            return PlayFault("own_checker", f"{text}: there is no {hop.start}-point")
        if hop.end >= hop.start:
            return PlayFault("forward", f"{text}: {format_hops([hop])} does not move forward")
    return None


def _explain_illegal_play(
    own: Sequence[int], opponent: Sequence[int], dice: Roll, hops: tuple[Hop, ...]
) -> PlayFault:
    """Say what keeps these hops from being played. Only called when no way to play them is legal."""
    text = play_text(dice, hops)
    pips = roll_steps(dice)
    # From the plainest reason to the one left over, so that a director reads what a player would say.
    missing = missing_checker_fault(own, dice, hops)
    if missing is not None:
        return missing
    entered = sum(hop.start == BAR for hop in hops)
    if own[BAR] > entered and len(hops) > entered:
        return PlayFault(
            "bar_first", f"{text} moves another checker with {own[BAR] - entered} still on the bar"
        )
    beyond = beyond_dice_fault(pips, dice, hops)
    if beyond is not None:
        return beyond
    for hop in hops:
        held = opponent[25 - hop.end] if hop.end != OFF else 0
        if held > 1:
            return PlayFault(
                "open_point", f"{text}: the opponent holds the {hop.end}-point with {held} checkers"
            )
    if any(hop.end == OFF for hop in hops):
        outside = [
            point for point in range(25, 6, -1) if own[point] > sum(hop.start == point for hop in hops)
        ]
        if outside:
            place = "the bar" if outside[0] == BAR else f"the {outside[0]}-point"
            return PlayFault("bear_off_from_home", f"{text} bears off with a checker still on {place}")
        fewest = [hop for hop in hops if hop.end == OFF and hop.start < max(pips)]
        if fewest and all(hop.start <= 6 for hop in hops):
            return PlayFault(
                "bear_off_rearmost",
                f"{text} bears off from the {fewest[0].start}-point with a checker behind it",
            )
        return PlayFault("bear_off_from_home", f"{text} bears off before all checkers are home")
    return PlayFault("open_point", f"{text}: the points on the way are held by the opponent")


def missing_checker_fault(own: Sequence[int], dice: Roll, hops: tuple[Hop, ...]) -> PlayFault | None:
    """Say from which point more checkers leave than can stand there."""
    for point in range(1, 26):
        leaving = sum(hop.start == point for hop in hops)
        there = own[point] + sum(hop.end == point for hop in hops)
        if leaving > there:
            place = "on the bar" if point == BAR else f"on the {point}-point"
            count = (
                ("is no checker", "is only one checker")[there] if there < 2 else f"are only {there} checkers"
            )
            return PlayFault("own_checker", f"{play_text(dice, hops)}: there {count} {place}")
    return None


def beyond_dice_fault(pips: tuple[int, ...], dice: Roll, hops: tuple[Hop, ...]) -> PlayFault | None:
    """Say which hop, or that all of them together, are farther than the steps `pips` of the roll."""
    if _dice_allow_moves(tuple(sorted((hop.start, hop.end) for hop in hops)), pips):
        return None
    text = play_text(dice, hops)
    wrong = next((hop for hop in hops if not _dice_allow_moves(((hop.start, hop.end),), pips)), None)
    if wrong is None:
        return PlayFault("dice_as_rolled", f"{text} is more than the roll {roll_text(dice)} gives")
    far = f"{wrong.start - wrong.end} point{'' if wrong.start - wrong.end == 1 else 's'}"
    return PlayFault(
        "dice_as_rolled", f"{text}: {format_hops([wrong])} is {far}, which {roll_text(dice)} does not give"
    )


def _dice_allow_moves(ways: tuple[tuple[int, int], ...], dice: tuple[int, ...]) -> bool:
    """Whether the dice give these distances at all, whatever stands on the board."""
    if not ways:
        return True
    (at, goal), rest = ways[0], ways[1:]
    for die in set(dice):
        left = list(dice)
        left.remove(die)
        end = max(at - die, OFF)
        if end >= goal and _dice_allow_moves(rest if end == goal else ((end, goal), *rest), tuple(left)):
            return True
    return False


def _set_claimed_position(
    own: Sequence[int], opponent: Sequence[int], hops: Iterable[Hop], fault: PlayFault
) -> JudgedPlay:
    """Set the checkers as the record has them, so that the rest of the game can be judged."""
    mine, theirs = tuple(own), tuple(opponent)
    for start, end, _ in sorted(hops, reverse=True):
        if not 1 <= start <= BAR or end >= BAR or not mine[start] or (end != OFF and theirs[25 - end] > 1):
            return JudgedPlay(None, None, fault)
        mine, theirs = after_step(mine, theirs, (start, end))
    return JudgedPlay(mine, theirs, fault)
