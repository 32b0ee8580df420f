"""Matches reported game by game."""

from itertools import product
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine import (
    GAME_ENDINGS,
    PLAYED,
    Game,
    GamesVerdict,
    InvalidLength,
    InvalidOption,
    Options,
    RuleError,
    Score,
    ScoredVariant,
    ScoreImpossible,
    UnknownVariant,
    check_final,
    check_games,
    cubes_at,
)
from engine.cube import Cube
from tests.effort import EFFORT

from . import croupier

DATA = Path(__file__).parent.parent / "data"
ENDINGS = {1: "single", 2: "gammon", 3: "backgammon"}


# What is reported in full.


@pytest.mark.parametrize(
    ("length", "games"),
    [
        pytest.param(5, [(0, 2), (1, 1), (0, 2), (1, 1), (1, 2), (0, 2)], id="the manual's match"),
        pytest.param(1, [(1, 3)], id="one point"),
        pytest.param(3, [(0, 3)], id="at once"),
    ],
)
def test_matches_as_they_are_played(length: int, games: list[tuple[int, int]]) -> None:
    played = [Game(side, points, 1, ENDINGS[points]) for side, points in games]
    verdict = check_games(length, played)
    assert (verdict.faults, verdict.score.winner) == ((), games[-1][0])


def test_the_score_before_and_after_each_game() -> None:
    games = [
        Game(0, 4, 2, "gammon"),
        Game(1, 1, 1, "single"),
        Game(1, 2, 2, "resignation"),
        Game(0, 2, 2, "single"),
    ]
    verdict = check_games(5, games)
    assert not verdict.faults
    assert [(one.before.points, one.game.crawford, one.after.points) for one in verdict.games] == [
        ((0, 0), False, (4, 0)),
        ((4, 0), True, (4, 1)),
        ((4, 1), False, (4, 3)),
        ((4, 3), False, (6, 3)),
    ]
    assert verdict.games[1].game == engine.GameVerdict(2, 1, 1, "single", 1, True)


F = "wrong_points"
CUBE = "wrong_cube_value"
DOUBLE = "illegal_double"
PLAYED_TO_4_3 = [(0, 4, 2, "gammon"), (1, 1, 1, "single"), (1, 2, 2, "single")]


@pytest.mark.parametrize(
    ("games", "number", "code", "message"),
    [
        ([(0, 2, 1, "single")], 1, F, "reported as 2; a single game with the cube at 1 is worth 1"),
        ([(0, 2, 2, "gammon")], 1, F, "reported as 2; a gammon with the cube at 2 is worth 4"),
        ([(0, 3, 2, "backgammon")], 1, F, "reported as 3; a backgammon with the cube at 2 is worth 6"),
        ([(0, 2, 1, "pass")], 1, F, "reported as 2; the cube showed 1 before the double that was passed"),
        ([(0, 4, 1, "resignation")], 1, F, "given up for 4; with the cube at 1 it can be 1 or 2 or 3"),
        ([(0, 5, 2, "resignation")], 1, F, "given up for 5; with the cube at 2 it can be 2 or 4 or 6"),
        ([(0, -1, 1, "single")], 1, F, "reported as -1; a single game with the cube at 1 is worth 1"),
        ([(None, 1, 1, "single")], 1, F, "no winner is reported"),
        ([(2, 1, 1, "single")], 1, F, "no winner is reported"),
        ([(None, 0, 1, "draw")], 1, F, "reported as a draw; a game of Backgammon has a winner"),
        (
            [(0, 1, 1, "mars")],
            1,
            F,
            'no game ends in "mars": it is single, gammon, backgammon, pass, resignation, draw',
        ),
        ([(0, 3, 3, "single")], 1, CUBE, "the cube cannot show 3: it shows 1, 2, 4, 8 and so on"),
        ([(0, 0, 0, "single")], 1, CUBE, "the cube cannot show 0: it shows 1, 2, 4, 8 and so on"),
        (
            [(0, 16, 16, "single")],
            1,
            DOUBLE,
            "the cube at 16 cannot stand: from 0-0 in a match to 5 it goes no higher than 8",
        ),
        (
            [(0, 8, 8, "pass")],
            1,
            DOUBLE,
            "the winner cannot have doubled the cube at 8, needing 5 to win the match",
        ),
        (
            [(0, 4, 1, "single"), (1, 2, 2, "single")],
            1,
            F,
            "reported as 4; a single game with the cube at 1 is worth 1",
        ),
        (
            [(0, 4, 2, "gammon"), (1, 2, 2, "single")],
            2,
            DOUBLE,
            "the cube at 2 cannot stand: this is the Crawford game",
        ),
        (
            [(0, 4, 2, "gammon"), (1, 1, 1, "pass")],
            2,
            DOUBLE,
            "no double can be passed: this is the Crawford game",
        ),
        (
            [*PLAYED_TO_4_3, (0, 1, 1, "pass")],
            4,
            DOUBLE,
            "the winner cannot have doubled the cube at 1, needing 1 to win the match",
        ),
        (
            [*PLAYED_TO_4_3[:2], (1, 2, 2, "pass")],
            3,
            DOUBLE,
            "the winner cannot have doubled the cube at 2: the opponent, needing 1, could not have turned it "
            "so far",
        ),
        (
            [*PLAYED_TO_4_3, (0, 4, 4, "single")],
            4,
            DOUBLE,
            "the cube at 4 cannot stand: from 4-3 in a match to 5 it goes no higher than 2",
        ),
        (
            [*PLAYED_TO_4_3, (1, 2, 2, "single"), (0, 1, 1, "single")],
            5,
            "match_continued_after_end",
            "the match was over at 4-5; game 5 is one too many",
        ),
    ],
)
def test_a_game_that_cannot_be(
    games: list[tuple[int | None, int, int, str]], number: int, code: str, message: str
) -> None:
    verdict = check_games(5, [Game(*game) for game in games])
    first = verdict.faults[0]
    assert (first.game, first.code, first.message) == (number, code, message)
    assert (first.turn, first.player, first.legal) == (0, None, ())
    assert any(first.rule == str(rule) for rule in engine.RULES.values() if rule.code == code)


def test_faults_are_listed_game_by_game_and_the_score_goes_on_from_what_a_game_was_worth() -> None:
    games = [
        Game(0, 3, 2, "gammon"),  # worth 4
        Game(1, 2, 2, "gammon"),  # the Crawford game, and worth 4
        Game(1, 9, 1, "resignation"),  # worth 1
        Game(0, 1, 1, "single"),
        Game(0, 1, 1, "single"),
    ]
    verdict = check_games(7, games)
    assert [(fault.game, fault.code) for fault in verdict.faults] == [(1, F), (2, F), (3, F)]
    assert [one.after.points for one in verdict.games] == [(4, 0), (4, 4), (4, 5), (5, 5), (6, 5)]
    assert verdict.score.is_crawford


def test_a_game_that_nobody_is_said_to_have_won_counts_for_nobody() -> None:
    verdict = check_games(5, [Game(None, 2, 1, "gammon"), Game(3, 1, 1, "single"), Game(1, 1, 1, "single")])
    assert [(fault.game, fault.message) for fault in verdict.faults] == [
        (1, "no winner is reported"),
        (2, "no winner is reported"),
    ]
    assert [(one.game.winner, one.after.points) for one in verdict.games] == [
        (None, (0, 0)),
        (None, (0, 0)),
        (1, (0, 1)),
    ]


def test_nobody_loses_points_by_a_game_reported_wrong() -> None:
    games = [Game(0, 2, 3, "single"), Game(0, -2, 3, "single"), Game(0, -2, 1, "pass")]
    assert [one.after.points for one in check_games(5, games).games] == [(2, 0), (2, 0), (3, 0)]


def test_of_many_faults_a_hundred_are_listed() -> None:
    assert len(check_games(99, [Game(0), Game(1)] * 60).faults) == 100
    assert len(check_games(99, [Game(0, 5, 1, "single"), Game(1)] * 60).faults) == 100


def test_what_comes_after_the_end_is_not_judged() -> None:
    verdict = check_games(1, [Game(0, 1, 1, "single"), Game(0, 7, 7, "mars"), Game(1, 1, 1, "single")])
    assert [(fault.game, fault.code) for fault in verdict.faults] == [(2, "match_continued_after_end")]
    assert len(verdict.games) == 1


def test_a_resignation_is_for_what_the_cube_can_be_won() -> None:
    for points in (2, 4, 6):
        assert not check_games(7, [Game(0, points, 2, "resignation")]).faults


# Where the match begins.


def test_penalty_points_can_make_the_first_game_the_crawford_game() -> None:
    verdict = check_games(5, [Game(0, 2, 2, "single")], start=(4, 0))
    assert verdict.games[0].before.is_crawford
    assert [fault.code for fault in verdict.faults] == [DOUBLE]
    later = check_games(5, [Game(1, 1, 1, "single"), Game(1, 2, 2, "single")], start=(4, 0))
    assert (later.faults, later.score.points) == ((), (4, 3))
    assert check_games(5, [Game(1, 1, 1, "single")], start=(3, 1)).games[0].after.points == (3, 2)


@pytest.mark.parametrize("start", [(5, 0), (0, 7), (-1, 0), (0, -2)])
def test_where_no_match_begins(start: tuple[int, int]) -> None:
    with pytest.raises(ScoreImpossible, match="a match to 5 does not start at"):
        check_games(5, [], start=start)


@pytest.mark.parametrize(
    ("length", "variant", "options", "error"),
    [
        (0, "backgammon", Options(), InvalidLength),
        (-5, "backgammon", Options(), InvalidLength),
        (5, "chess", Options(), UnknownVariant),
        (5, "backgammon", Options(jacoby=True), InvalidOption),
        (5, "backgammon", Options(variant={"cube": False}), InvalidOption),
    ],
)
def test_terms_that_do_not_fit(length: int, variant: str, options: Options, error: type[RuleError]) -> None:
    with pytest.raises(error):
        check_games(length, [], variant=variant, options=options)


def test_no_games_are_a_match_not_begun() -> None:
    verdict = check_games(7, [])
    assert (verdict.games, verdict.faults, verdict.score) == ((), (), Score(7))


# Variants and options.


@pytest.mark.parametrize(
    ("variant", "options", "game", "message"),
    [
        ("plakoto", Options(), Game(None, 0, 1, "draw"), None),
        ("plakoto", Options(), Game(0, 0, 1, "draw"), "reported as a draw; a draw has no winner"),
        ("plakoto", Options(), Game(None, 2, 1, "draw"), "reported as 2; a draw is worth nothing"),
        ("plakoto", Options(), Game(0, 1, 1, "pass"), "a game of Plakoto is played without a cube"),
        ("fevga", Options(), Game(0, 2, 2, "single"), "a game of Fevga is played without a cube"),
        ("fevga", Options(variant={"cube": True}), Game(0, 2, 2, "single"), None),
        (
            "fevga",
            Options(),
            Game(0, 3, 1, "backgammon"),
            "reported as a backgammon; a game of Fevga is not won so",
        ),
        (
            "fevga",
            Options(),
            Game(0, 3, 1, "resignation"),
            "given up for 3; with the cube at 1 it can be 1 or 2",
        ),
        ("misere", Options(), Game(0, 2, 1, "resignation"), "given up for 2; with the cube at 1 it can be 1"),
        ("plakoto", Options(variant={"most_wins": 3}), Game(0, 3, 1, "backgammon"), None),
        ("grasshopper", Options(), Game(1, 3, 1, "backgammon"), None),
        ("crowded", Options(), Game(1, 4, 4, "pass"), None),
    ],
)
def test_variants(variant: str, options: Options, game: Game, message: str | None) -> None:
    faults = check_games(7, [game], variant=variant, options=options).faults
    assert [fault.message for fault in faults] == ([message] if message else [])


def test_without_a_cube_no_game_is_the_crawford_game() -> None:
    verdict = check_games(3, [Game(0, 2, 1, "gammon"), Game(1, 1, 1, "single")], variant="plakoto")
    assert (verdict.faults, verdict.games[1].game.crawford) == ((), False)


def test_a_win_that_the_variant_does_not_know_counts_for_the_most_it_does() -> None:
    verdict = check_games(5, [Game(0, 6, 2, "backgammon"), Game(0, 4, 2, "gammon")], variant="misere")
    assert [fault.game for fault in verdict.faults] == [1, 2]
    assert [one.after.points for one in verdict.games] == [(2, 0), (4, 0)]


def test_a_fault_names_the_variants_own_rule() -> None:
    (fault,) = check_games(7, [Game(0, 2, 1, "single")], variant="plakoto").faults
    assert fault.rule == str(engine.RULES["points_of_plakoto"])


def test_without_the_crawford_rule_the_trailer_doubles_at_once() -> None:
    games = [Game(0, 4, 2, "gammon"), Game(1, 1, 1, "pass"), Game(1, 4, 2, "gammon")]
    assert [fault.game for fault in check_games(5, games).faults] == [2]
    verdict = check_games(5, games, options=Options(crawford=False))
    assert (verdict.faults, verdict.games[1].game.crawford) == ((), False)


def test_a_pass_survives_a_double_that_is_annulled() -> None:
    games = [Game(0, 4, 2, "gammon"), Game(1, 1, 1, "pass")]
    assert not check_games(5, games, options=Options(crawford_double="annulled")).faults
    doubled = [Game(0, 4, 2, "gammon"), Game(1, 2, 2, "single")]
    assert check_games(5, doubled, options=Options(crawford_double="annulled")).faults


def test_the_holland_rule_forbids_no_result() -> None:
    games = [Game(*game) for game in PLAYED_TO_4_3]
    assert not check_games(5, games, options=Options(holland=True)).faults


# What is not reported.


@pytest.mark.parametrize(
    ("game", "found"),
    [
        (Game(0, None, 2, "gammon"), (4, 2, "gammon")),
        (Game(0, None, 4, "pass"), (4, 4, "pass")),
        (Game(0, 4, None, "pass"), (4, 4, "pass")),
        (Game(0, 6, None, "backgammon"), (6, 2, "backgammon")),
        (Game(0, 2, 2), (2, 2, "single")),
        (Game(0, 4, 2), (4, 2, "gammon")),
        (Game(0, 6, 2), (6, 2, "backgammon")),
        (Game(0, 1), (1, 1, "single")),
        (Game(0, 3), (3, 1, "backgammon")),
        (Game(0, 1, None, "resignation"), (1, 1, "resignation")),
    ],
)
def test_what_follows_from_the_rest_may_be_left_out(game: Game, found: tuple[int, int, str]) -> None:
    verdict = check_games(9, [game])
    assert not verdict.faults
    game = verdict.games[0].game
    assert (game.points, game.cube, game.ending) == found


def test_in_the_crawford_game_the_cube_goes_without_saying() -> None:
    verdict = check_games(5, [Game(0, 4, 2, "gammon"), Game(1, 2)])
    assert not verdict.faults
    assert verdict.games[1].game[2:] == (2, "gammon", 1, True)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (
            Game(0, 2),
            "this can be a gammon with the cube at 1, a single game with the cube at 2; say its cube and "
            "ending",
        ),
        (
            Game(0, 2, None, "resignation"),
            "this can be 2 given up with the cube at 1, 2 given up with the cube at 2; say its cube",
        ),
        (
            Game(0, None, 1, "resignation"),
            "this can be 1 given up with the cube at 1, 2 given up with the cube at 1, 3 given up with the "
            "cube at 1; say its points",
        ),
        (
            Game(0),
            "this can be a single game with the cube at 1, a gammon with the cube at 1, a backgammon with "
            "the cube at 1, a single game with the cube at 2, or more; say its points and cube and ending",
        ),
    ],
)
def test_what_fits_more_than_one_game_is_asked_for(game: Game, message: str) -> None:
    (fault,) = check_games(5, [game]).faults
    assert (fault.game, fault.code, fault.message) == (1, "game_unclear", message)


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (Game(0, 5), "reported as 5; a single game with the cube at 1 is worth 1"),
        (Game(0, 7, None, "gammon"), "reported as 7; a gammon with the cube at 1 is worth 2"),
        (Game(0, None, 6), "the cube cannot show 6: it shows 1, 2, 4, 8 and so on"),
        (Game(0, 3, 2), "reported as 3; a single game with the cube at 2 is worth 2"),
        (Game(None, 2), "reported as a draw; a game of Backgammon has a winner"),
    ],
)
def test_what_fits_no_game_is_a_fault_all_the_same(game: Game, message: str) -> None:
    assert message in [fault.message for fault in check_games(5, [game]).faults]


def test_as_json() -> None:
    plain = check_games(3, [Game(1, 2, 2, "single"), Game(0, 2, 2, "single")]).as_dict()
    assert plain == {
        "verdict": "illegal",
        "variant": "backgammon",
        "length": 3,
        "complete": False,
        "winner": None,
        "score": [2, 2],
        "games": [
            {
                "number": 1,
                "winner": 1,
                "points": 2,
                "ending": "single",
                "cube": 2,
                "crawford": False,
                "score": [0, 2],
            },
            {
                "number": 2,
                "winner": 0,
                "points": 2,
                "ending": "single",
                "cube": 2,
                "crawford": True,
                "score": [2, 2],
            },
        ],
        "violations": [
            {
                "game": 2,
                "turn": 0,
                "player": None,
                "code": "illegal_double",
                "rule": str(engine.RULES["crawford"]),
                "message": "the cube at 2 cannot stand: this is the Crawford game",
                "legal": [],
            }
        ],
    }


# Against the referee of transcripts, against every game there is, and against the final scores.


def test_the_games_of_every_legal_transcript_pass() -> None:
    passed = 0
    for path in sorted(DATA.rglob("*.mat")) + sorted(DATA.rglob("*.sgf")):
        try:
            record = engine.read(path.read_bytes())
        except RuleError:
            continue
        verdict = engine.adjudicate(record)
        if verdict.verdict != "legal" or not verdict.length or not record.games:
            continue
        start = record.games[0].score
        options = Options(crawford=False) if record.crawford is False else Options()
        reported = [Game(game.winner, game.points, game.cube, game.ending) for game in verdict.games]
        found = check_games(verdict.length, reported, start, verdict.variant or "", options)
        assert found.faults == (), path
        assert tuple(one.game for one in found.games) == tuple(
            game._replace(number=number) for number, game in enumerate(verdict.games, 1)
        ), path
        assert found.score.points == verdict.score, path
        passed += 1
    assert passed > 70


@pytest.mark.parametrize("variant", engine.VARIANTS)
def test_the_games_of_matches_played_at_random_pass(variant: str) -> None:
    for seed in range(5):
        verdict = engine.adjudicate(croupier.match(Random(seed), 1 + 2 * seed, variant, longest=20))
        reported = [Game(game.winner, game.points, game.cube, game.ending) for game in verdict.games]
        found = check_games(1 + 2 * seed, reported, variant=variant)
        assert (verdict.violations, found.faults) == ((), ())
        assert tuple(one.game for one in found.games) == verdict.games
        assert (found.score.points, found.score.winner) == (verdict.score, verdict.winner)


def games_there_are(score: Score, rules: ScoredVariant, crawford_rule: bool) -> set[Game]:
    """Every way a game from this score can end, found by turning the cube."""
    found = {Game(None, 0, 1, "draw")} if rules.draws else set()
    cubes = [Cube()]
    while cubes:
        cube = cubes.pop()
        for winner, wins in product((0, 1), rules.possible_wins):
            points = wins * cube.value
            found |= {Game(winner, points, cube.value, ending) for ending in (ENDINGS[wins], "resignation")}
            if rules.draws:
                found.add(Game(None, 0, cube.value, "draw"))
        for player in (0, 1):
            if rules.cube and cube.may_double(
                player, score.points_needed(player), score.is_crawford and crawford_rule
            ):
                found.add(Game(player, cube.value, cube.value, "pass"))
                cubes.append(cube.taken_by(1 - player))
    return found


EVERY_GAME = [
    Game(winner, points, cube, ending)
    for winner in (None, 0, 1)
    for cube in (0, 1, 2, 3, 4, 8, 16)
    for points in {0, 1, cube, 2 * cube, 3 * cube, 5}
    for ending in GAME_ENDINGS
]


@pytest.mark.long
@pytest.mark.parametrize(
    ("length", "variant", "options", "start"),
    [(length, "backgammon", Options(), (0, 0)) for length in range(1, 4 if EFFORT == 1 else 6)]
    + [(2 if EFFORT == 1 else 3, name, Options(), (0, 0)) for name in PLAYED if name != "backgammon"]
    + [
        (3, "backgammon", Options(crawford=False), (0, 0)),
        *([(4, "backgammon", Options(crawford=False), (0, 0))] if EFFORT > 1 else []),
        (3, "fevga", Options(variant={"cube": True}, crawford=False), (0, 0)),
        (3, "misere", Options(variant={"most_wins": 3}), (0, 0)),
        (5, "backgammon", Options(), (4, 0)),
        (5, "backgammon", Options(), (2, 4)),
        (5, "backgammon", Options(), (4, 4)),
        (5, "backgammon", Options(), (3, 1)),
        (5, "backgammon", Options(crawford=False), (0, 4)),
        (3, "plakoto", Options(), (0, 2)),
    ],
)
def test_a_game_passes_if_and_only_if_the_cube_can_be_turned_so(
    length: int, variant: str, options: Options, start: tuple[int, int]
) -> None:
    """From every score that can come up, before and after the Crawford game; it ends as check_final says."""
    rules = PLAYED[variant].with_options(options.variant)
    crawford_rule = options.crawford is not False
    games_to: dict[Score, list[Game]] = {Score(length, start, not crawford_rule): []}
    open_scores, finals = list(games_to), set()
    while open_scores:
        score = open_scores.pop()
        there_are = games_there_are(score, rules, crawford_rule)
        assert cubes_at(score, rules) == sorted({game.cube for game in there_are if game.cube})
        before = games_to[score]
        for game in there_are | set(EVERY_GAME):
            verdict = check_games(length, [*before, game], start, variant, options)
            assert bool(verdict.faults) == (game not in there_are), (score, game, verdict.faults)
            if verdict.faults:
                assert {fault.game for fault in verdict.faults} == {len(before) + 1}
            elif verdict.score.winner is not None:
                finals.add(verdict.score.points)
            elif verdict.score not in games_to:
                games_to[verdict.score] = [*before, game]
                open_scores.append(verdict.score)
    high = range(4 * length + 20)
    for points in product(high, high):
        try:
            check_final(length, points, variant, options, start=start)
        except ScoreImpossible:
            assert points not in finals
        else:
            assert points in finals


numbers = st.none() | st.integers(-3, 70)
anything = st.lists(
    st.builds(
        Game,
        st.none() | st.integers(-1, 2),
        numbers,
        numbers,
        st.none() | st.sampled_from([*GAME_ENDINGS, "", "x" * 99]),
    ),
    max_size=12,
)


@given(
    st.integers(1, 25),
    anything,
    st.sampled_from(list(PLAYED)),
    st.booleans(),
)
def test_nothing_is_raised_for_what_is_reported(
    length: int, games: list[Game], variant: str, annulled: bool
) -> None:
    options = Options(crawford_double="annulled" if annulled else "fault")
    verdict = check_games(length, games, variant=variant, options=options)
    assert isinstance(verdict, GamesVerdict)
    assert all(1 <= fault.game <= len(games) for fault in verdict.faults)
    if not verdict.faults:
        again = [Game(g.winner, g.points, g.cube, g.ending) for g in (one.game for one in verdict.games)]
        assert check_games(length, again, variant=variant, options=options) == verdict
        points = [one.after.points for one in verdict.games]
        assert points == sorted(points, key=sum)
        if verdict.score.winner is not None:
            check_final(length, verdict.score.points, variant, options)
