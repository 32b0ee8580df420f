"""A match reported game by game: could each game have been played at the score it began with?

Which cubes can stand, who may double, what a game is worth: the sources of score.py, cube.py and results.py.
"""

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from .doubling import is_cube_value
from .errors import BOTH, EITHER, InvalidLength, ScoreImpossible, link_texts
from .options import DEFAULT, Options
from .referee_log import RefereeLog
from .results import ENDING_WORDS
from .rulebook import RULES
from .score import Score, cube_may_stand_at, may_have_turned_last
from .variants import ENDINGS, ScoredVariant, Variant, playable_variant
from .verdict import GameVerdict, Violation
from .words import Text, pgettext_lazy
from .words import gettext_lazy as _

PASS, RESIGNATION, DRAW = "pass", "resignation", "draw"
GAME_ENDINGS = (*ENDINGS.values(), PASS, RESIGNATION, DRAW)
"""How a game can end."""

UNCLEAR = "game_unclear"
"""The code of a fault that no rule has: what is reported of the game fits more than one."""
MOST_WAYS = 4
MISSING = {
    "points": pgettext_lazy("of a game", "points"),
    "cube": pgettext_lazy("of a game", "cube"),
    "ending": pgettext_lazy("of a game", "ending"),
}
"""What a report may leave out."""


class Game(NamedTuple):
    """A game as it is reported: `winner` is a side, None in a draw; `cube` what it was decided at, after a
    pass what it showed before the offer; `ending` one of GAME_ENDINGS.

    Points, cube and ending may be None where they follow from the others. A game without a reported ending
    was played to its end on the board.
    """

    winner: int | None
    points: int | None = None
    cube: int | None = None
    ending: str | None = None


class ScoredGame(NamedTuple):
    """A game with what follows from the others filled in, and the score before and after it."""

    game: GameVerdict
    before: Score
    after: Score


class GamesVerdict(NamedTuple):
    """What check_games finds: the games that were judged, the faults, in order, and the score at the end.

    A fault has no turn and no player, and the code of the rule it breaks, or UNCLEAR.
    """

    variant: str
    games: tuple[ScoredGame, ...]
    faults: tuple[Violation, ...]
    score: Score

    def as_dict(self) -> dict[str, Any]:
        """Return plain JSON values, named as in the verdict on a transcript.

        The `score` of a game is the one after it.
        """
        return {
            "verdict": "illegal" if self.faults else "legal",
            "variant": self.variant,
            "length": self.score.length,
            "complete": self.score.winner is not None,
            "winner": self.score.winner,
            "score": list(self.score.points),
            "games": [scored.game._asdict() | {"score": list(scored.after.points)} for scored in self.games],
            "violations": [fault._asdict() | {"legal": list(fault.legal)} for fault in self.faults],
        }


class _WayToWin(NamedTuple):
    """How a game is won."""

    points: int
    cube: int
    ending: str

    @property
    def in_words(self) -> Text:
        if self.ending == RESIGNATION:
            return _("%(points)s given up with the cube at %(cube)s") % self._asdict()
        return _("a %(ending)s with the cube at %(cube)s") % {
            "ending": ENDING_WORDS[self.ending],
            "cube": self.cube,
        }


def check_games(
    length: int,
    games: Iterable[Game],
    start: tuple[int, int] = (0, 0),
    variant: str = "backgammon",
    options: Options = DEFAULT,
) -> GamesVerdict:
    """Judge the games of a match to `length` one by one, each at the score that those before it lead to.

    The match begins at `start`: penalty points, which make the first game the Crawford game if they bring a
    side to match point. A game counts for its cube, once, twice or three times as it was won; after a pass
    for the cube before the offer. The cube can stand where every double on the way was legal: never above 1
    in the Crawford game, and only turned while it was not enough for whoever turned it. A double that is
    passed must have been legal too, unless those in the Crawford game are annulled, which a pass survives.

    Nothing is raised for what the games say. After a fault they go on from what the game was really worth,
    as far as that can be known; after the end of the match none is judged.

    Raises InvalidLength, UnknownVariant, InvalidOption, and ScoreImpossible if no match starts at `start`.

    >>> check_games(3, [Game(0, cube=2, ending="single"), Game(1, cube=2, ending="gammon")]).faults[0].message
    'the cube at 2 cannot stand: this is the Crawford game'
    """
    if length < 1:
        raise InvalidLength(
            "a match is played to a positive number of points, not %(length)s", {"length": length}
        )
    options.check_fits_match(length)
    if min(start) < 0 or max(start) >= length:
        raise ScoreImpossible(
            "a match to %(length)s does not start at %(start)s",
            {"length": length, "start": _score_text(start)},
        )
    judge = _GamesJudge(playable_variant(variant).with_options(options.variant), options)
    score = Score(length, start, crawford_played=options.crawford is False)
    judged: list[ScoredGame] = []
    for number, game in enumerate(games, 1):
        judge.referee_log.game = number
        if score.winner is not None:
            text = _("the match was over at %(score)s; game %(game)s is one too many")
            where = {"score": _score_text(score.points), "game": number}
            judge.referee_log.add_fault("match_over", text % where)
            break
        way = judge.judge_game(game, score)
        crawford = score.is_crawford and judge.rules.cube
        winner = game.winner if game.winner in (0, 1) else None
        after = score.after_game(winner or 0, way.points if winner is not None else 0)
        found = GameVerdict(number, winner, way.points, way.ending, way.cube, crawford)
        judged.append(ScoredGame(found, score, after))
        score = after
    return GamesVerdict(variant, tuple(judged), tuple(judge.referee_log.violations), score)


def cubes_at(score: Score, rules: ScoredVariant) -> list[int]:
    """Return the values the cube can show in a game of a match that starts at `score`.

    >>> cubes_at(Score(5, (4, 3), crawford_played=True), playable_variant("backgammon"))
    [1, 2]
    """
    cubes = [1]
    if rules.cube and not score.is_crawford:
        while cube_may_stand_at(2 * cubes[-1], _points_needed(score)):
            cubes.append(2 * cubes[-1])
    return cubes


class _GamesJudge:
    """Judges one game after the other and writes down what is wrong."""

    def __init__(self, rules: ScoredVariant, options: Options) -> None:
        self.rules = rules
        self.annulled = options.crawford_double == "annulled"
        self.referee_log = RefereeLog(rules.versions if isinstance(rules, Variant) else None)

    def judge_game(self, game: Game, score: Score) -> _WayToWin:
        """Return how a game that starts at `score` was won, as far as can be known."""
        fits = [way for way in self.ways_to_win(game.winner, score) if _fits_report(game, way)]
        if not fits:
            way = self.complete_report(game)
            self.find_faults(game.winner, way, score)
            return way._replace(points=self.true_worth(way))
        if len(fits) > 1:
            self.add_unclear_fault(game, fits)
        return fits[0]

    def ways_to_win(self, winner: int | None, score: Score) -> Iterator[_WayToWin]:
        """Yield every way in which a game that starts at `score` can end for `winner`."""
        cubes = cubes_at(score, self.rules)
        if winner is None:
            yield from (_WayToWin(0, cube, DRAW) for cube in cubes if self.rules.draws)
        if winner not in (0, 1):
            return
        for cube in cubes:
            for wins in self.rules.possible_wins:
                yield _WayToWin(wins * cube, cube, ENDINGS[wins])
                yield _WayToWin(wins * cube, cube, RESIGNATION)
            if self.may_be_passed(cube, winner, score):
                yield _WayToWin(cube, cube, PASS)

    def may_be_passed(self, cube: int, winner: int, score: Score) -> bool:
        """Whether `winner` can have doubled from this cube."""
        if not self.rules.cube:
            return False
        if score.is_crawford:
            return self.annulled
        needs = _points_needed(score)
        return cube < needs[winner] and may_have_turned_last(1 - winner, cube, needs)

    def add_unclear_fault(self, game: Game, fits: list[_WayToWin]) -> None:
        """Write down that what is reported fits all of these."""
        can = [way.in_words for way in fits[:MOST_WAYS]]
        if len(fits) > MOST_WAYS:
            can.append(_("or more"))
        missing = [name for part, name in MISSING.items() if getattr(game, part) is None]
        rule = str(RULES["points_of_play"])
        text = _("this can be %(can)s; say its %(missing)s") % {
            "can": can,
            "missing": link_texts(BOTH, missing),
        }
        if not self.referee_log.is_full:
            self.referee_log.violations.append(Violation(self.referee_log.game, 0, None, UNCLEAR, rule, text))

    def complete_report(self, game: Game) -> _WayToWin:
        """What is reported of a game that cannot be, completed by nothing but arithmetic."""
        wins = next((wins for wins, ending in ENDINGS.items() if ending == game.ending), 1)
        cube = game.cube
        if cube is None:
            cube = game.points // wins if game.points and game.ending != RESIGNATION else 1
            cube = cube if is_cube_value(cube) else 1
        ending = game.ending
        if ending is None and game.winner is None:
            ending = DRAW
        if ending is None:
            times = next((known for known in ENDINGS if game.points == known * cube), 1)
            ending, wins = ENDINGS[times], times
        points = game.points
        if points is None:
            points = 0 if ending == DRAW else wins * cube
        return _WayToWin(points, cube, ending)

    def true_worth(self, way: _WayToWin) -> int:
        """What a game that is reported wrong was really worth; what is reported, if the cube is no cube."""
        points, cube, ending = way
        most = self.rules.possible_wins[-1]
        wins = next((min(wins, most) for wins, named in ENDINGS.items() if named == ending), 1)
        if ending == DRAW:
            return 0
        if not is_cube_value(cube) or (
            ending == RESIGNATION and points in (n * cube for n in self.rules.possible_wins)
        ):
            return max(points, 0)
        return wins * cube

    def find_faults(self, winner: int | None, way: _WayToWin, score: Score) -> None:
        """Write down what is wrong with a game that cannot have ended so at this score."""
        fault, name = self.referee_log.add_fault, self.rules.name
        if way.ending not in GAME_ENDINGS:
            text = _('no game ends in "%(ending)s": it is %(endings)s')
            fault("points_of_play", text % {"ending": way.ending[:40], "endings": GAME_ENDINGS})
        elif way.ending == DRAW and not self.rules.draws:
            fault(
                "winner_of_game",
                _("reported as a draw; a game of %(variant)s has a winner") % {"variant": name},
            )
        elif way.ending == DRAW and winner is not None:
            fault("winner_of_game", _("reported as a draw; a draw has no winner"))
        elif way.ending != DRAW and winner not in (0, 1):
            fault("winner_of_game", _("no winner is reported"))
        self.find_cube_faults(winner, way, score)
        self.find_point_faults(way)

    def find_cube_faults(self, winner: int | None, way: _WayToWin, score: Score) -> None:
        fault, cube = self.referee_log.add_fault, way.cube
        at = {
            "cube": cube,
            "variant": self.rules.name,
            "score": _score_text(score.points),
            "length": score.length,
        }
        if not is_cube_value(cube):
            fault("cube_doubles", _("the cube cannot show %(cube)s: it shows 1, 2, 4, 8 and so on") % at)
        elif not self.rules.cube and (cube > 1 or way.ending == PASS):
            fault("no_cube", _("a game of %(variant)s is played without a cube") % at)
        elif score.is_crawford and cube > 1:
            fault("crawford", _("the cube at %(cube)s cannot stand: this is the Crawford game") % at)
        elif score.is_crawford and way.ending == PASS and not self.annulled:
            fault("crawford", _("no double can be passed: this is the Crawford game"))
        elif cube not in (cubes := cubes_at(score, self.rules)):
            text = _(
                "the cube at %(cube)s cannot stand: from %(score)s in a match to %(length)s it goes no "
                "higher than %(most)s"
            )
            fault("dead_cube", text % {**at, "most": cubes[-1]})
        elif way.ending == PASS and winner in (0, 1) and not self.may_be_passed(cube, winner, score):
            needs = _points_needed(score)
            if cube >= needs[winner]:
                text = _(
                    "the winner cannot have doubled the cube at %(cube)s, needing %(needs)s to win the match"
                )
                fault("dead_cube", text % {**at, "needs": needs[winner]})
            else:
                text = _(
                    "the winner cannot have doubled the cube at %(cube)s: the opponent, needing %(needs)s, "
                    "could not have turned it so far"
                )
                fault("dead_cube", text % {**at, "needs": needs[1 - winner]})

    def find_point_faults(self, way: _WayToWin) -> None:
        fault, points, cube = self.referee_log.add_fault, way.points, way.cube
        wins = next((wins for wins, ending in ENDINGS.items() if ending == way.ending), None)
        worth = [times * cube for times in self.rules.possible_wins]
        if wins is not None and wins not in self.rules.possible_wins:
            text = _("reported as a %(ending)s; a game of %(variant)s is not won so")
            fault("points_of_play", text % {"ending": ENDING_WORDS[way.ending], "variant": self.rules.name})
        elif wins is not None and points != wins * cube:
            text = _("reported as %(points)s; %(way)s is worth %(worth)s")
            fault("points_of_play", text % {"points": points, "way": way.in_words, "worth": wins * cube})
        elif way.ending == PASS and points != cube:
            text = _("reported as %(points)s; the cube showed %(cube)s before the double that was passed")
            fault("points_of_pass", text % {"points": points, "cube": cube})
        elif way.ending == RESIGNATION and points not in worth:
            text = _("given up for %(points)s; with the cube at %(cube)s it can be %(can)s")
            fault(
                "points_of_resignation",
                text % {"points": points, "cube": cube, "can": link_texts(EITHER, worth)},
            )
        elif way.ending == DRAW and points:
            fault("points_of_play", _("reported as %(points)s; a draw is worth nothing") % {"points": points})


def _fits_report(game: Game, way: _WayToWin) -> bool:
    """Whether a game that ended so is what is reported; if no ending is reported, on the board."""
    if game.ending is None and way.ending in (PASS, RESIGNATION):
        return False
    reported = (game.points, game.cube, game.ending)
    return all(value is None or value == known for value, known in zip(reported, way, strict=True))


def _points_needed(score: Score) -> tuple[int, int]:
    return score.length - score.points[0], score.length - score.points[1]


def _score_text(points: tuple[int, int]) -> str:
    return f"{points[0]}-{points[1]}"
