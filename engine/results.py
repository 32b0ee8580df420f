"""How a game ended, and whether the points written for it are the points it was worth."""

from dataclasses import dataclass
from typing import NamedTuple

from .cube import Cube
from .referee_log import RefereeLog
from .variants import ENDINGS
from .words import gettext_lazy as _
from .words import pgettext_lazy

ENDING_WORDS = {
    "single": pgettext_lazy("ending", "single game"),
    "gammon": pgettext_lazy("ending", "gammon"),
    "backgammon": pgettext_lazy("ending", "backgammon"),
    "pass": pgettext_lazy("ending", "passed double"),
    "draw": pgettext_lazy("ending", "draw"),
}


@dataclass(slots=True)
class GameResult:
    """How a game ended: raw points, the value of the cube it was decided at, and what the record claims.

    A draw has no winner and no points. `doubtful` says that the points are a guess, because all there is is a
    claim that cannot be true; `match_conceded` that they are what the winner still needed, because the loser
    gave up the match with the game.
    """

    winner: int | None
    points: int
    ending: str
    cube: int
    claimed: int
    claimed_winner: int | None
    doubtful: bool = False
    match_claimed: bool = False
    match_conceded: bool = False


class GameStakes(NamedTuple):
    """What a game is played for: the cube, the length of the match (0: money), what the winner needs.

    `claimed_cube` is what the cube shows in the eyes of a record that goes by doubles which were annulled,
    `wins` how often the cube a game of the variant can be won, `concedable` whether the match can be given up
    with the game.
    """

    cube: Cube
    claimed_cube: int
    length: int
    need: int | None
    jacoby: bool | None
    wins: tuple[int, ...] = tuple(ENDINGS)
    concedable: bool = True

    @property
    def cube_unturned(self) -> bool:
        """Whether nobody has turned the cube; automatic doubles leave it in the middle."""
        return self.cube.owner is None

    def points_worth(self, wins: int) -> int:
        """Points of a game won `wins` times: once only under the Jacoby rule if the cube was not turned."""
        return self.cube.value if self.jacoby and self.cube_unturned else wins * self.cube.value

    def may_count_once(self, result: GameResult) -> bool:
        """Whether the game is a gammon that the Jacoby rule, if it was in use, counts once."""
        return self.jacoby is None and self.cube_unturned and result.ending in ("gammon", "backgammon")

    def is_cap(self, points: int, worth: int) -> bool:
        """Whether a game of `worth` points may have been written as `points`, which win the match exactly.

        Servers write what the winner still needed (Backgammon Galaxy, 207 files of 1,888) or, seldom, the
        length of the match.
        """
        return (
            self.need is not None
            and points < worth
            and self.need <= worth
            and points in (self.need, self.length)
        )

    def is_concession(self, points: int) -> bool:
        """Whether `points` for a game given up are more than it could be worth, and give up the match.

        Servers then write what the winner still needed or, as for caps, the length of the match.
        """
        most = max(self.wins) * max(self.claimed_cube, self.cube.value)
        return (
            self.concedable and self.need is not None and most < points and points in (self.need, self.length)
        )


def resignation_result(winner: int, points: int, stake: GameStakes, referee_log: RefereeLog) -> GameResult:
    """Return the result of a game given up for `points`: the cube, or a multiple it can be won, or capped.

    More than that gives up the match, if it is what the winner needs for it.

    A gammon resigned with the cube unturned counts once under the Jacoby rule, as one played out does. After
    a double that was annulled the points may go by it or be right already.
    """
    claimed, cube = stake.claimed_cube, stake.cube.value
    wins = next((wins for shown in (claimed, cube) for wins in stake.wins if wins * shown == points), 0)
    if not wins:
        wins = next((wins for wins in stake.wins if stake.is_cap(points, wins * claimed)), 0)
    if not wins and stake.need is not None and stake.is_concession(points):
        return GameResult(winner, stake.need, "resignation", cube, points, winner, match_conceded=True)
    if not wins:
        *most, last = (str(wins * cube) for wins in stake.wins)
        can = _("%(one)s or %(other)s") % {"one": most, "other": last} if most else last
        referee_log.add_fault(
            "points_of_resignation",
            _("given up for %(points)s; with the cube at %(cube)s it can be %(can)s")
            % {"points": points, "cube": cube, "can": can},
            winner,
        )
        return GameResult(winner, cube, "resignation", cube, points, winner, doubtful=True)
    return GameResult(winner, stake.points_worth(wins), "resignation", cube, points, winner)


def compare_points(result: GameResult, points: int, stake: GameStakes, referee_log: RefereeLog) -> None:
    """Compare the points written for the winner with those of the game."""
    if points == result.points or result.doubtful or result.match_conceded:
        return
    words: dict[str, object] = {"points": points, "worth": result.points, "cube": result.cube}
    if stake.claimed_cube != result.cube and points * result.cube == result.points * stake.claimed_cube:
        message = _("written as %(points)s; without the annulled double the game is worth %(worth)s")
        referee_log.add_note("double_annulled", message % words)
    elif stake.is_cap(points, result.points):
        message = _("written as %(points)s, which wins the match; the game was worth %(worth)s")
        referee_log.add_note("points_capped", message % words)
    elif points == result.cube and stake.may_count_once(result):
        count_gammon_once(result, referee_log)
    elif stake.jacoby and stake.cube_unturned and result.ending != "pass":
        message = _("written as %(points)s; with the cube never turned the game counts %(worth)s")
        referee_log.add_fault("points_of_jacoby", message % words, result.winner)
    elif result.ending == "pass":
        message = _("written as %(points)s; the cube showed %(cube)s before the double that was passed")
        referee_log.add_fault("points_of_pass", message % words, result.winner)
    elif result.ending == "resignation":
        message = _("written as %(points)s and as %(worth)s")
        referee_log.add_fault("points_of_resignation", message % words, result.winner)
    else:
        message = _("written as %(points)s; a %(ending)s with the cube at %(cube)s is worth %(worth)s")
        words["ending"] = ENDING_WORDS[result.ending]
        referee_log.add_fault("points_of_play", message % words, result.winner)


def count_gammon_once(result: GameResult, referee_log: RefereeLog) -> None:
    """Let a gammon count once, as the record has it, and note it."""
    result.points = result.cube
    message = _("a %(ending)s with the cube never turned, counted as one point")
    referee_log.add_note("jacoby_points", message % {"ending": ENDING_WORDS[result.ending]})
