"""Match score: points, the Crawford game, and when a match is over.

Points are raw: what a game was worth, also where the match needed less (a 7-point match may end 18-5). Only
`display` caps them.

Source: GNU Backgammon 1.07 (150 matches compared) and its manual, "Rules of match play"; Danish Backgammon
Federation 4.4.4: the Crawford rule applies in all matches.
"""

from dataclasses import dataclass

from .errors import InvalidLength, ScoreImpossible
from .options import DEFAULT, Options
from .variants import playable_variant
from .words import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Score:
    """The state of a match between two games. Immutable.

    `length` is the number of points played to, 0 for a session for money, which has no end and no Crawford
    game.

    >>> Score(5).after_game(0, 4).after_game(1, 1)
    Score(length=5, points=(4, 1), crawford_played=True)
    """

    length: int
    points: tuple[int, int] = (0, 0)
    crawford_played: bool = False

    def __post_init__(self) -> None:
        if self.length < 0:
            raise InvalidLength(
                "a match is played to a positive number of points, not %(length)s", {"length": self.length}
            )

    @property
    def is_crawford(self) -> bool:
        """Whether the next game is the Crawford game: the first that starts with a side one point away.

        A one-point match has none: its cube is dead from the start.
        """
        return self.length > 1 and max(self.points) == self.length - 1 and not self.crawford_played

    @property
    def winner(self) -> int | None:
        """The side that has reached `length`, or None while the match is on."""
        if self.length:
            for side in (0, 1):
                if self.points[side] >= self.length:
                    return side
        return None

    @property
    def capped_points(self) -> tuple[int, int]:
        """The points as a score sheet shows them: none above `length`."""
        one, two = self.points
        return (min(one, self.length), min(two, self.length)) if self.length else (one, two)

    def points_needed(self, side: int) -> int | None:
        """Points `side` still needs; None in a session for money."""
        return max(self.length - self.points[side], 0) if self.length else None

    def after_game(self, side: int, points: int) -> "Score":
        """Return the score after `side` wins a game worth `points`, without capping it."""
        one, two = self.points
        after = (one + points, two) if side == 0 else (one, two + points)
        return Score(self.length, after, self.crawford_played or self.is_crawford)


def check_final(
    length: int,
    points: tuple[int, int],
    variant: str = "backgammon",
    options: Options = DEFAULT,
    *,
    start: tuple[int, int] = (0, 0),
) -> None:
    """Raise ScoreImpossible unless a match to `length` can end with `points`, raw, whichever side has won.

    `start` is the score before the first game, where penalty points have put one there: neither side has
    less than that in the end, and the match has not been won before it began.

    `variant` is the code of what was played; where there is no cube, or a game is won twice at most or once,
    less is possible, and without the Crawford rule, an option, more. Raises UnknownVariant, InvalidLength and
    InvalidOption too.

    One side has reached `length` and the other has not, and there is a last game that could have brought the
    winner there: from w < `length`, by 1, 2 or 3 times a cube that could legally stand where it stood. A pass
    never wins a match, since nobody may double once the cube is enough. The cube is turned in alternation,
    each time only while it is below what the player turning it needs, never in the Crawford game, and in a
    one-point match not at all. So with the needs a = length - w of the winner and b = length - l of the
    loser:

    * a one-point match ends at most 3-0;
    * a cube of 2^k needs 2^(k-1) < the need of whoever turned it last, 2^(k-2) < the other's, and so on;
    * with either side at match point the cube shows at most 2, and 2 only after the Crawford game, so the
      other side has scored since the start.

    >>> check_final(7, (7, 5))
    >>> check_final(7, (6, 5))
    Traceback (most recent call last):
        ...
    engine.errors.ScoreImpossible: 6-5 does not end a match to 7: nobody has reached 7 points
    """
    if length < 1:
        raise InvalidLength(
            "a match is played to a positive number of points, not %(length)s", {"length": length}
        )
    options.check_fits_match(length)
    rules = playable_variant(variant).with_options(options.variant)
    crawford = options.crawford is not False
    text = _("%(score)s does not end a match to %(length)s") % {
        "score": f"{points[0]}-{points[1]}",
        "length": length,
    }
    high, low = max(points), min(points)
    if low < 0:
        raise ScoreImpossible("%(text)s: points are never negative", {"text": text})
    if high < length:
        raise ScoreImpossible(
            "%(text)s: nobody has reached %(length)s points", {"text": text, "length": length}
        )
    if low >= length:
        raise ScoreImpossible(
            "%(text)s: both sides have reached %(length)s points", {"text": text, "length": length}
        )
    winner = points.index(high)
    if min(start) < 0 or max(start) >= length:
        raise ScoreImpossible(
            "no match to %(length)s starts at %(score)s",
            {"length": length, "score": f"{start[0]}-{start[1]}"},
        )
    if low < start[1 - winner]:
        raise ScoreImpossible(
            "%(text)s: it started at %(score)s", {"text": text, "score": f"{start[0]}-{start[1]}"}
        )
    won, lost = start[winner], start[1 - winner]
    cube = 1
    while cube <= (high if rules.cube else 1):
        for wins in rules.possible_wins:
            before = high - wins * cube
            if won <= before < length:
                # Of the games with a side at match point the first is the Crawford game: it is over where the
                # other side has scored since.
                over = (before == length - 1 and low > lost) or (low == length - 1 and before > won)
                doubling = not crawford or over or length - 1 not in (before, low)
                if cube == 1 or (doubling and cube_may_stand_at(cube, (length - before, length - low))):
                    return
        cube *= 2
    raise ScoreImpossible(
        "%(text)s: no last game is worth enough to bring the winner to %(high)s", {"text": text, "high": high}
    )


def cube_may_stand_at(cube: int, needs: tuple[int, int]) -> bool:
    """Whether two sides who need so many points can turn the cube to this value, every double legal."""
    return any(may_have_turned_last(last, cube, needs) for last in (0, 1))


def may_have_turned_last(player: int, cube: int, needs: tuple[int, int]) -> bool:
    """Whether `player` can be the last to have turned the cube to this value, each double being legal.

    `needs` are the points both sides still need. Nobody has turned a cube at 1, so either may have.
    """
    while cube > 1:
        cube //= 2
        if cube >= needs[player]:
            return False
        player = 1 - player
    return True
