"""Judging one written play: is it a legal way to play the roll, and if not, what exactly is wrong with it?

This is the careful way, which looks for every way to make a play and says why there is none. Plays that use
every die, or obviously all that can be played, are judged quicker by their sums (packed.py).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from .dice import Roll, roll_steps
from .notation import format_hops, play_text, roll_text
from .plays import Step, after_step, most_steps
from .position import BAR, OFF
from .record import Hop
from .words import Text, ngettext_lazy
from .words import gettext_lazy as _


class PlayFault(NamedTuple):
    """Why a play is illegal: a key of rulebook.RULES, and a sentence for the players with its words.

    They are put together when somebody reads it: most faults are found on the way of a search.
    """

    rule: str
    sentence: Text
    words: Mapping[str, object] = {}

    @property
    def message(self) -> Text:
        return self.sentence % self.words if self.words else self.sentence


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
    return PlayFault(
        "maximum_dice",
        _("%(roll)s: nothing was played, though the roll can be played"),
        {"roll": roll_text(dice)},
    )


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
    play = play_text(dice, hops)
    high, low = dice
    if high == low:
        used = _DIE_COUNTS[len(route.used)] % {"die": high}
        return PlayFault(
            "maximum_dice",
            _("%(play)s plays %(used)s; %(most)s can be played"),
            {"play": play, "used": used, "most": _DIE_COUNTS[most] % {"die": high}},
        )
    if len(route.used) < most:
        die, other = (high, low) if route.used == (high,) else (low, high)
        return PlayFault(
            "maximum_dice",
            _("%(play)s uses only the %(die)s; the %(other)s can be played too"),
            {"play": play, "die": die, "other": other},
        )
    return PlayFault(
        "maximum_dice",
        _(
            "%(play)s plays the %(low)s; only one of the dice can be played, and it must be the larger, the "
            "%(high)s"
        ),
        {"play": play, "low": low, "high": high},
    )


def _can_play_die(own: Sequence[int], opponent: Sequence[int], die: int) -> bool:
    return any(_legal_step(own, opponent, start, OFF, die) for start in range(1, 26) if own[start])


_DIE_COUNTS = (
    _("no %(die)ss"),
    _("one %(die)s"),
    _("two %(die)ss"),
    _("three %(die)ss"),
    _("four %(die)ss"),
)


def place_name(point: int) -> Text:
    """What a place on the board is called."""
    return _("the bar") if point == BAR else _("the %(point)s-point") % {"point": point}


def impossible_hop_fault(dice: Roll, hops: tuple[Hop, ...]) -> PlayFault | None:
    """Say which hop leads from a point that no board has, or not forward."""
    for hop in hops:
        play = play_text(dice, hops)
        if hop.start > BAR:
            return PlayFault(
                "own_checker", _("%(play)s: there is no %(point)s-point"), {"play": play, "point": hop.start}
            )
        if hop.end >= hop.start:
            return PlayFault(
                "forward",
                _("%(play)s: %(move)s does not move forward"),
                {"play": play, "move": format_hops([hop])},
            )
    return None


def _explain_illegal_play(
    own: Sequence[int], opponent: Sequence[int], dice: Roll, hops: tuple[Hop, ...]
) -> PlayFault:
    """Say what keeps these hops from being played. Only called when no way to play them is legal."""
    play = play_text(dice, hops)
    pips = roll_steps(dice)
    # From the plainest reason to the one left over, so that a director reads what a player would say.
    missing = missing_checker_fault(own, dice, hops)
    if missing is not None:
        return missing
    entered = sum(hop.start == BAR for hop in hops)
    if own[BAR] > entered and len(hops) > entered:
        return PlayFault(
            "bar_first",
            _("%(play)s moves another checker with %(count)s still on the bar"),
            {"play": play, "count": own[BAR] - entered},
        )
    beyond = beyond_dice_fault(pips, dice, hops)
    if beyond is not None:
        return beyond
    for hop in hops:
        held = opponent[25 - hop.end] if hop.end != OFF else 0
        if held > 1:
            return PlayFault(
                "open_point",
                _("%(play)s: the opponent holds the %(point)s-point with %(count)s checkers"),
                {"play": play, "point": hop.end, "count": held},
            )
    if any(hop.end == OFF for hop in hops):
        outside = [
            point for point in range(25, 6, -1) if own[point] > sum(hop.start == point for hop in hops)
        ]
        if outside:
            return PlayFault(
                "bear_off_from_home",
                _("%(play)s bears off with a checker still on %(place)s"),
                {"play": play, "place": place_name(outside[0])},
            )
        fewest = [hop for hop in hops if hop.end == OFF and hop.start < max(pips)]
        if fewest and all(hop.start <= 6 for hop in hops):
            return PlayFault(
                "bear_off_rearmost",
                _("%(play)s bears off from the %(point)s-point with a checker behind it"),
                {"play": play, "point": fewest[0].start},
            )
        return PlayFault(
            "bear_off_from_home", _("%(play)s bears off before all checkers are home"), {"play": play}
        )
    return PlayFault(
        "open_point", _("%(play)s: the points on the way are held by the opponent"), {"play": play}
    )


def missing_checker_fault(own: Sequence[int], dice: Roll, hops: tuple[Hop, ...]) -> PlayFault | None:
    """Say from which point more checkers leave than can stand there."""
    for point in range(1, 26):
        leaving = sum(hop.start == point for hop in hops)
        there = own[point] + sum(hop.end == point for hop in hops)
        if leaving > there:
            sentence = (
                _("%(play)s: there is no checker on %(place)s"),
                _("%(play)s: there is only one checker on %(place)s"),
                _("%(play)s: there are only %(count)s checkers on %(place)s"),
            )[min(there, 2)]
            words = {"play": play_text(dice, hops), "place": place_name(point), "count": there}
            return PlayFault("own_checker", sentence, words)
    return None


def beyond_dice_fault(pips: tuple[int, ...], dice: Roll, hops: tuple[Hop, ...]) -> PlayFault | None:
    """Say which hop, or that all of them together, are farther than the steps `pips` of the roll."""
    if _dice_allow_moves(tuple(sorted((hop.start, hop.end) for hop in hops)), pips):
        return None
    words = {"play": play_text(dice, hops), "roll": roll_text(dice)}
    wrong = next((hop for hop in hops if not _dice_allow_moves(((hop.start, hop.end),), pips)), None)
    if wrong is None:
        return PlayFault("dice_as_rolled", _("%(play)s is more than the roll %(roll)s gives"), words)
    far = wrong.start - wrong.end
    return PlayFault(
        "dice_as_rolled",
        ngettext_lazy(
            "%(play)s: %(move)s is %(points)s point, which %(roll)s does not give",
            "%(play)s: %(move)s is %(points)s points, which %(roll)s does not give",
            far,
        ),
        {**words, "move": format_hops([wrong]), "points": far},
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
    for start, end, _hit in sorted(hops, reverse=True):
        if not 1 <= start <= BAR or end >= BAR or not mine[start] or (end != OFF and theirs[25 - end] > 1):
            return JudgedPlay(None, None, fault)
        mine, theirs = after_step(mine, theirs, (start, end))
    return JudgedPlay(mine, theirs, fault)
