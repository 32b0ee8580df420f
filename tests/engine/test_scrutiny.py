"""Dice scrutiny: p-values against published ones, counts by hand, fair and loaded dice, copied sequences."""

import json
from collections.abc import Sequence
from itertools import product
from math import comb, sqrt
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.__main__ import main
from engine.dice import ROLLS
from engine.record import Doubled, GameRecord, MatchRecord, RecordedAction, Rolled, SetUp, Took, Written
from engine.scrutiny import (
    CHANCE,
    SHORTEST,
    GameDice,
    RecordDice,
    Run,
    binomial_p,
    chance_of_run,
    chi_square_p,
    common_runs,
    count_comparisons,
    dice_of,
    filed_fingerprints,
    least_reported_length,
    lookup_fingerprints,
    normal_p,
    scrutinise_dice,
    shared_dice,
    tally_dice,
)

from .planted import planted_files, planted_path

DATA = Path(__file__).parent.parent / "data/engine"
LETTER = {
    dice: chr(97 + index) for index, (high, low) in enumerate(ROLLS) for dice in ((high, low), (low, high))
}
THROWS = list(product(range(1, 7), repeat=2))
OPENINGS = [(one, two) for one, two in THROWS if one != two]

# Sources: NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4, critical values of the chi-square
# distribution, rounded there to three places; and scipy.stats.chi2.sf 1.17.
CHI_SQUARE = [
    (3.841, 1, 0.05),
    (11.070, 5, 0.05),
    (20.515, 5, 0.001),
    (23.685, 14, 0.05),
    (36.123, 14, 0.001),
    (24.996, 15, 0.05),
    (31.410, 20, 0.05),
    (45.315, 20, 0.001),
    (12.4, 20, 0.9016206645098893),
    (3.3, 5, 0.6538416823944545),
    (200, 20, 1.1253473960842808e-31),
    (0.01, 6, 0.9999999792446357),
    (0, 5, 1),
]

# Source: scipy.stats.binomtest(...).pvalue of SciPy 1.17.
BINOMIAL = [
    (7, 20, 0.3, 0.6294979666766769),
    (16, 100, 1 / 6, 1.0),
    (30, 100, 1 / 6, 0.0010615229547267988),
    (5, 100, 1 / 6, 0.0006807081628023585),
    (0, 10, 1 / 6, 0.38627878501858626),
    (10, 10, 1 / 6, 1.6538171687920194e-08),
    (3, 9, 1 / 2, 0.5078125),
    (9, 9, 1 / 2, 0.00390625),
    (5500, 100_000, 11 / 216, 7.028479774199646e-09),
    (16_900, 100_000, 1 / 6, 0.04803270549936591),
    (51, 235, 1 / 6, 0.043747970182399884),
    (1, 1, 1 / 6, 1 / 6),
    (0, 1, 1 / 6, 1.0),
    (0, 3, 0.7, 0.027),
]


@pytest.mark.parametrize(("statistic", "degrees", "p_value"), CHI_SQUARE)
def test_chi_square(statistic: float, degrees: int, p_value: float) -> None:
    assert chi_square_p(statistic, degrees) == pytest.approx(p_value, rel=1e-3, abs=1e-40)


@pytest.mark.parametrize(("successes", "trials", "probability", "p_value"), BINOMIAL)
def test_binomial(successes: int, trials: int, probability: float, p_value: float) -> None:
    assert binomial_p(successes, trials, probability) == pytest.approx(p_value, rel=1e-7)


@given(st.integers(1, 40), st.sampled_from([1 / 6, 1 / 2, 11 / 216]), st.data())
def test_a_binomial_p_value_is_the_sum_over_all_outcomes_no_more_probable(
    trials: int, probability: float, data: st.DataObject
) -> None:
    seen = data.draw(st.integers(0, trials))
    shares = [comb(trials, k) * probability**k * (1 - probability) ** (trials - k) for k in range(trials + 1)]
    expected = sum(share for share in shares if share <= shares[seen] * (1 + 1e-7))
    assert binomial_p(seen, trials, probability) == pytest.approx(min(expected, 1), rel=1e-6)


def test_normal() -> None:
    """Source: the standard table, 1.96 and 2.576."""
    assert normal_p(1.959964) == pytest.approx(0.05, rel=1e-5)
    assert normal_p(-2.575829) == pytest.approx(0.01, rel=1e-5)


# -- The dice of a record


def record(*games: GameRecord, variant: str = "backgammon") -> MatchRecord:
    return MatchRecord("mat", variant, 5, ("Ann", "Bea"), list(games))


def game(*rolls: tuple[int, tuple[int, int]], number: int = 1, set_up: bool = False) -> GameRecord:
    entries = [RecordedAction(turn, side, Rolled(dice)) for turn, (side, dice) in enumerate(rolls, 1)]
    return GameRecord(number, (0, 0), [RecordedAction(0, 0, SetUp())] * set_up + entries)


def test_dice_are_compared_by_side_not_by_the_order_they_are_written_in() -> None:
    straight = dice_of(record(game((0, (3, 1)), (1, (6, 6)), (0, (2, 1)))))
    turned = dice_of(record(game((0, (1, 3)), (1, (6, 6)), (0, (1, 2)))))
    assert straight == turned == RecordDice((GameDice(1, "dUb"),))


def test_rolls_that_were_not_played_count_and_unknown_ones_do_not() -> None:
    played = game((0, (3, 1)), (1, (0, 0)), (1, (7, 1)))
    played.entries += [
        RecordedAction(3, 0, Doubled(2)),
        RecordedAction(3, 1, Took()),
        RecordedAction(4, 0, Rolled((4, 2), (), Written.NOTHING)),
        RecordedAction(4, 1, Rolled((5, 5), (), Written.CANNOT_MOVE)),
        RecordedAction(5, 0, Rolled((6, 5), (), Written.UNKNOWN)),
    ]
    [found] = dice_of(record(played)).games
    assert found.dice == "dhOt"


@pytest.mark.parametrize(
    ("first", "set_up", "by_lot"), [((3, 1), False, True), ((3, 1), True, False), ((0, 0), False, False)]
)
def test_the_first_roll_opens_by_lot_unless_it_is_unknown_or_the_game_was_set_up(
    first: tuple[int, int], set_up: bool, by_lot: bool
) -> None:
    [found] = dice_of(record(game((0, first), (1, (4, 2)), set_up=set_up))).games
    assert found.by_lot is by_lot


def test_an_unknown_variant_and_a_game_without_rolls_are_no_trouble() -> None:
    assert dice_of(record(GameRecord(1, (0, 0)), variant="ludo")).games == (GameDice(1, "", by_lot=False),)


def test_kept_dice_are_the_same_again() -> None:
    dice = fair(Random(1))
    assert RecordDice.from_list(json.loads(json.dumps(dice.as_list()))) == dice


# -- Counts


def test_counts_by_hand() -> None:
    """Ann opens with 31; then 66, 66, 21, 66 and 66, in turn, and 21 twice by Bea after Ann let a turn go."""
    one, two = tally_dice([dice_of(record(game(*hand())))])
    assert [count for count in one.openings if count] == [1]
    assert one.openings[ROLLS.index((3, 1))] == 1
    assert (one.rolls[ROLLS.index((6, 6))], two.rolls[ROLLS.index((6, 6))]) == (2, 2)
    assert (one.rolls[ROLLS.index((2, 1))], two.rolls[ROLLS.index((2, 1))]) == (0, 3)
    assert (one.followed, one.repeats, one.returned, one.own_repeats) == (2, 1, 1, 1)
    assert (two.followed, two.repeats, two.returned, two.own_repeats) == (4, 2, 4, 1)
    assert one.face_counts == (0, 0, 0, 0, 0, 4)
    assert two.face_counts == (3, 3, 0, 0, 0, 4)
    assert (one.double_count, two.double_count) == (2, 2)
    assert (one.pips_rolled, two.pips_rolled) == (48, 57)


def hand() -> list[tuple[int, tuple[int, int]]]:
    return [
        (0, (3, 1)),
        (1, (6, 6)),
        (0, (6, 6)),
        (1, (2, 1)),
        (0, (6, 6)),
        (1, (6, 6)),
        (1, (2, 1)),
        (1, (1, 2)),
    ]


def test_games_do_not_follow_each_other() -> None:
    """The last roll of a game is not the one before the first of the next, nor is an opening roll."""
    twice = game((0, (3, 1)), (1, (3, 1)), (0, (4, 2)), number=1), game((0, (4, 2)), (1, (4, 2)), number=2)
    one, two = tally_dice([dice_of(record(*twice))])
    assert (one + two).followed == 1
    assert (one + two).repeats == 0


def test_a_double_that_opens_a_game_is_no_opening_roll() -> None:
    report = scrutinise_dice([dice_of(record(game((0, (6, 6)), (1, (4, 2)))))])
    assert report.as_dict()["together"]["openings"] == 0


# -- Checks


def check(report: engine.Scrutiny, code: str, side: int | None = None) -> engine.scrutiny.Check:
    [found] = [check for check in report.checks if (check.code, check.side) == (code, side)]
    return found


def of_counts(counts: Sequence[int]) -> RecordDice:
    """A record, all of side 0 and without an opening roll, with each of the 21 rolls as often as said."""
    return RecordDice((GameDice(1, "".join(chr(97 + i) * n for i, n in enumerate(counts)), by_lot=False),))


def test_the_rolls_of_a_long_record() -> None:
    """36 cells of ten: two doubles thrown 20 and 0 times give (10^2 + 10^2) / 10."""
    counts = [10 if high == low else 20 for high, low in ROLLS]
    counts[0], counts[2] = 20, 0
    found = check(scrutinise_dice([of_counts(counts)]), "rolls")
    assert (found.sample, found.needed, found.degrees) == (360, 180, 20)
    assert found.statistic == pytest.approx(20)
    assert found.p_value == pytest.approx(chi_square_p(20, 20))


def test_doubles_have_cells_of_their_own_where_five_of_each_are_expected() -> None:
    counts = [5 if high == low else 10 for high, low in ROLLS]
    assert check(scrutinise_dice([of_counts(counts)]), "rolls").degrees == 20
    counts[0] = 4
    assert check(scrutinise_dice([of_counts(counts)]), "rolls").degrees == 15


def test_the_rolls_of_a_short_record_have_their_doubles_pooled() -> None:
    """Of 90 rolls 15 should be doubles, and 5 each of the others: here they are 24, 0, 1 and 5 each."""
    counts = [4 if high == low else 5 for high, low in ROLLS]
    counts[1], counts[3] = 0, 1
    found = check(scrutinise_dice([of_counts(counts)]), "rolls")
    assert (found.sample, found.needed, found.degrees) == (90, 90, 15)
    assert found.statistic == pytest.approx(9**2 / 15 + 25 / 5 + 16 / 5)


@pytest.mark.parametrize(
    ("code", "needed"), [("rolls", 90), ("faces", 15), ("pips", 100), ("doubles", 1), ("repeats", 1)]
)
def test_with_too_few_rolls_the_number_needed_is_said(code: str, needed: int) -> None:
    found = check(scrutinise_dice([RecordDice((GameDice(1, "bcdh" * 50, by_lot=False),))]), code)
    assert found.p_value is not None
    short = RecordDice((GameDice(1, ("bcdh" * 50)[: needed - (code != "repeats")], by_lot=False),))
    found = check(scrutinise_dice([short]), code)
    assert (found.sample, found.needed, found.p_value) == (needed - 1, needed, None)


def test_faces_doubles_and_pips() -> None:
    """100 rolls: 30 of 66 and 70 of 21."""
    report = scrutinise_dice([of_counts([0, 70, *[0] * 18, 30])])
    faces, doubles, pips = (check(report, code) for code in ("faces", "doubles", "pips"))
    assert (doubles.observed, doubles.p_value) == (30, pytest.approx(0.0010615229547267988))
    assert faces.statistic == pytest.approx(
        (2 * (70 - 100 / 3) ** 2 + (60 - 100 / 3) ** 2) / (100 / 3) + 3 * 100 / 3
    )
    assert pips.observed == pytest.approx((30 * 24 + 70 * 3) / 100)
    assert pips.expected == pytest.approx(8 + 1 / 6)
    assert pips.statistic == pytest.approx((9.3 - 49 / 6) / sqrt(3066 / 36 - (49 / 6) ** 2) * 10)


def test_openings_and_who_opened() -> None:
    """Ann opens 60 games with 21, Bea 15 with 65: 75 openings, five expected of each kind."""
    games = [GameDice(n, "b" if n <= 60 else "T") for n in range(1, 76)]
    report = scrutinise_dice([RecordDice(tuple(games))])
    openings = check(report, "openings")
    assert (openings.sample, openings.degrees) == (75, 14)
    assert openings.statistic == pytest.approx((55**2 + 10**2 + 13 * 5**2) / 5)
    opener = check(report, "opener", 0)
    assert (opener.observed, opener.expected, opener.sample) == (60, 37.5, 75)
    assert opener.p_value == pytest.approx(binomial_p(60, 75, 0.5))


def test_records_of_one_player_add_up() -> None:
    random = Random(5)
    left, right = fair(random), fair(random)
    report = scrutinise_dice([left, right], [0, 1])
    assert report.sides == (
        tally_dice([left])[0] + tally_dice([right])[1],
        tally_dice([left])[1] + tally_dice([right])[0],
    )
    assert report.both_sides == scrutinise_dice([left, right]).both_sides
    assert (report.transcripts, report.games) == (2, len(left.games) + len(right.games))


def test_nothing_thrown_nothing_checked() -> None:
    report = scrutinise_dice([])
    assert (report.checks_made, report.lowest_check, report.adjusted_p_value) == (0, None, None)
    assert report.as_dict()["summary"] == {"checks": 0, "lowest": None, "adjusted": None}


def test_the_report_is_plain_and_its_sums_agree() -> None:
    report = scrutinise_dice([fair(Random(3))])
    plain = json.loads(json.dumps(report.as_dict()))
    assert plain == report.as_dict()
    for counts in (*plain["sides"], plain["together"]):
        assert sum(row["count"] for row in counts["counts"]) == counts["rolls"]
        assert sum(row["openings"] for row in counts["counts"]) == counts["openings"]
        assert sum(row["expected"] for row in counts["counts"]) == pytest.approx(counts["rolls"])
        assert sum(row["openings_expected"] for row in counts["counts"]) == pytest.approx(counts["openings"])
        assert sum(counts["faces"]) == 2 * counts["rolls"]
    made = [check["p_value"] for check in plain["checks"] if check["p_value"] is not None]
    assert plain["summary"]["lowest"]["p_value"] == min(made)
    assert plain["summary"]["adjusted"] == min(1, min(made) * len(made))


# -- Fair and loaded dice


def fair(
    random: Random, games: int = 7, faces: Sequence[float] = (1, 1, 1, 1, 1, 1), side: int = 1
) -> RecordDice:
    """A match of some 40 rolls a game; `faces` are the weights of the dice of `side`, the others are fair."""
    made = []
    for number in range(1, games + 1):
        player = random.randrange(2)
        text = _cell(random.choice(OPENINGS), player)
        for _ in range(random.randrange(20, 60)):
            player = 1 - player
            weights = faces if player == side else (1,) * 6
            high, low = random.choices(range(1, 7), weights, k=2)
            text += _cell((high, low), player)
        made.append(GameDice(number, text))
    return RecordDice(tuple(made))


def _cell(dice: tuple[int, int], player: int) -> str:
    return LETTER[dice].upper() if player else LETTER[dice]


@pytest.fixture(scope="module")
def honest() -> list[RecordDice]:
    """500 matches with fair dice."""
    random = Random(20_260_307)
    return [fair(random) for _ in range(500)]


@pytest.fixture(scope="module")
def reports(honest: list[RecordDice]) -> list[engine.Scrutiny]:
    """A report on each of them."""
    return [scrutinise_dice([dice]) for dice in honest]


@pytest.mark.parametrize("code", ["rolls", "faces", "pips"])
@pytest.mark.parametrize("side", [None, 0, 1])
def test_fair_dice_give_even_p_values(reports: list[engine.Scrutiny], code: str, side: int | None) -> None:
    """Kolmogorov's distance of the p-values from an even spread stays below its 1 % point, 1.63 / sqrt(n)."""
    found = [check(report, code, side).p_value for report in reports]
    values = sorted(p_value for p_value in found if p_value is not None)
    assert len(values) > 400
    distance = max(
        max((rank + 1) / len(values) - p_value, p_value - rank / len(values))
        for rank, p_value in enumerate(values)
    )
    assert distance * sqrt(len(values)) < 1.63


@pytest.mark.parametrize("code", ["doubles", "repeats", "own_repeats"])
@pytest.mark.parametrize("level", [0.01, 0.05, 0.2, 0.5])
def test_exact_p_values_are_not_smaller_than_they_should_be(
    reports: list[engine.Scrutiny], code: str, level: float
) -> None:
    """Counts are whole numbers, so such p-values come in steps; three deviations are allowed."""
    low = sum(check(report, code).p_value <= level for report in reports)  # type: ignore[operator]
    assert low / len(reports) < level + 3 * sqrt(level * (1 - level) / len(reports))
    assert level < 0.5 or low / len(reports) > 0.4


def test_reports_on_fair_dice_have_an_adjusted_value_as_low_as_it_says(
    reports: list[engine.Scrutiny],
) -> None:
    low = sum(report.adjusted_p_value <= 0.05 for report in reports)  # type: ignore[operator]
    assert low <= 0.05 * len(reports)


def test_loaded_dice_are_found_and_their_side_is_named() -> None:
    """Dice that show a six twice as often as another face, in a match of 500 rolls."""
    report = scrutinise_dice([fair(Random(11), games=13, faces=(1, 1, 1, 1, 1, 2))])
    assert report.adjusted_p_value is not None
    assert report.adjusted_p_value < 0.001
    assert report.lowest_check is not None
    assert report.lowest_check.side == 1
    assert check(report, "faces", 0).p_value > 0.01  # type: ignore[operator]


def test_dice_of_a_player_over_many_matches_show_what_one_match_does_not() -> None:
    """A six of 1 in 5: no single match shows it, sixty together do."""
    random = Random(12)
    matches = [fair(random, faces=(1, 1, 1, 1, 1, 1.25)) for _ in range(60)]
    assert sum(scrutinise_dice([dice]).adjusted_p_value <= 0.001 for dice in matches) == 0  # type: ignore[operator]
    assert scrutinise_dice(matches).adjusted_p_value < 1e-6  # type: ignore[operator]


def test_invented_dice_that_never_repeat_are_found() -> None:
    """People who make up dice avoid the same roll twice in a row."""
    random = Random(13)
    text = "b"
    while len(text) < 400:
        letter = LETTER[random.choice(THROWS)]
        if letter != text[-1].lower():
            text += letter.upper() if len(text) % 2 else letter
    report = scrutinise_dice([RecordDice((GameDice(1, text),))])
    assert report.lowest_check is not None
    assert report.lowest_check.code == "repeats"
    assert report.adjusted_p_value < 0.001  # type: ignore[operator]


# -- Dice shared between records


def copied(dice: RecordDice, game: int, start: int = 0, **change: object) -> GameDice:
    """A game of another record from roll `start` (from 0) on."""
    source = dice.games[game - 1]
    return GameDice(change.get("number", game), source.dice[start:])  # type: ignore[arg-type]


def with_game(dice: RecordDice, made: GameDice) -> RecordDice:
    return RecordDice((*dice.games[:2], made, *dice.games[3:]))


def test_honest_matches_share_nothing(honest: list[RecordDice]) -> None:
    assert shared_dice(honest) == ()


def test_a_copied_game_is_found(honest: list[RecordDice]) -> None:
    source = honest[17]
    records = [*honest[:40], with_game(honest[41], copied(source, 2, number=3))]
    [found] = shared_dice(records)
    length = len(source.games[1].dice)
    assert (found.one, found.two) == (17, 40)
    assert found.runs == (Run(2, 1, 3, 1, length, swapped=False),)
    assert found.chance < 1e-15


def test_a_copy_with_a_shifted_start_swapped_sides_and_altered_rolls_is_found(
    honest: list[RecordDice],
) -> None:
    source = RecordDice((GameDice(5, "".join(dice.games[0].dice for dice in honest[:3])),))
    start = 23
    stolen = source.games[0].dice[start:].swapcase()
    stolen = stolen[:30] + ("aA" if stolen[30].lower() != "a" else "bB")[stolen[30] < "a"] + stolen[31:]
    [found] = shared_dice([source, with_game(honest[9], GameDice(3, stolen))])
    tail = len(stolen) - 31
    assert found.runs == (
        Run(5, start + 32, 3, 32, tail, swapped=True),
        Run(5, start + 1, 3, 1, 30, swapped=True),
    )


def test_rolls_given_to_the_sides_at_random_are_shared_all_the_same(honest: list[RecordDice]) -> None:
    mixed = "".join(letter.lower() for letter in honest[0].games[0].dice)
    [found] = shared_dice([honest[0], with_game(honest[1], GameDice(3, mixed))])
    assert found.runs[0].swapped is None


def test_a_run_is_found_wherever_it_stands(honest: list[RecordDice]) -> None:
    """The last ten rolls of a game, the shortest run there is, up to the very end of another."""
    whole, other = honest[0].games[0].dice, honest[1].games[0].dice
    for cut, begin in product(range(4), range(len(other) % 5, len(other) + 1, 5)):
        source = whole[cut:]
        start = len(source) - SHORTEST
        stolen = other[:begin] + source[start : start + SHORTEST] + other[begin:]
        runs = common_runs(RecordDice((GameDice(1, source),)), RecordDice((GameDice(1, stolen),)))
        assert any(
            run.one_roll <= start + 1
            and run.one_roll + run.length > start + SHORTEST
            and run.two_roll - run.one_roll == begin - start
            for run in runs
        )


def test_a_run_right_behind_another_is_found_whole() -> None:
    """The first is found three rolls behind its start, and the second has no fingerprint but its first."""
    first, second = "abcdefghijklmn", "utsrqponml"
    one = RecordDice((GameDice(1, first), GameDice(2, second)))
    two = RecordDice((GameDice(1, first[1:] + second),))
    assert common_runs(one, two) == (Run(1, 2, 1, 1, 13, False), Run(2, 1, 1, 14, 10, False))


@settings(deadline=None)
@given(st.integers(0, 10**9))
def test_the_longest_run_is_the_longest_common_substring(seed: int) -> None:
    random = Random(seed)
    one, two = ("".join(random.choices("abcdefghijklmnopqrstu", k=60)) for _ in "12")
    for _ in range(3):
        start, begin, length = random.randrange(60), random.randrange(60), random.randrange(25)
        two = two[:begin] + one[start : start + length] + two[begin:]
    longest = max(
        (
            length
            for i, j in product(range(len(one)), range(len(two)))
            for length in range(SHORTEST, min(len(one) - i, len(two) - j) + 1)
            if one[i : i + length] == two[j : j + length]
        ),
        default=None,
    )
    runs = common_runs(RecordDice((GameDice(1, one),)), RecordDice((GameDice(1, two),)))
    assert (runs[0].length if runs else None) == longest


def test_runs_are_turned_round_with_the_records(honest: list[RecordDice]) -> None:
    other = with_game(honest[1], copied(honest[0], 2, 3))
    [there] = common_runs(honest[0], other)
    assert common_runs(other, honest[0]) == (
        Run(there.two_game, there.two_roll, there.one_game, there.one_roll, there.length, there.swapped),
    )


def test_two_reports_of_one_match_are_not_compared(honest: list[RecordDice]) -> None:
    assert shared_dice([honest[0], honest[1], honest[0]], [7, 8, 7]) == ()
    assert [
        (found.one, found.two) for found in shared_dice([honest[0], honest[1], honest[0]], [7, 8, 9])
    ] == [(0, 2)]


def test_two_games_of_one_record_are_not_compared(honest: list[RecordDice]) -> None:
    assert shared_dice([RecordDice((honest[0].games[0], honest[0].games[0]))]) == ()


def test_marks_meet_probes_where_ten_rolls_are_shared(honest: list[RecordDice]) -> None:
    other = with_game(honest[1], GameDice(3, honest[0].games[0].dice[5 : 5 + SHORTEST]))
    assert filed_fingerprints(honest[0]) & lookup_fingerprints(other)
    assert not filed_fingerprints(honest[0]) & lookup_fingerprints(honest[1])
    assert filed_fingerprints(honest[0]) <= lookup_fingerprints(honest[0])
    assert max(lookup_fingerprints(of_counts([0] * 20 + [30]))) == 21**7 - 1 < 2**31


def test_what_chance_gives() -> None:
    """Runs of three rolls among 300 pairs of games, counted at every pair of places, beside the bound."""
    random = Random(4)
    matches = [fair(random, games=1) for _ in range(25)]
    texts = [dice.games[0].dice.lower() for dice in matches]
    runs = sum(
        one[i : i + 3] == two[j : j + 3]
        for place, two in enumerate(texts)
        for one in texts[:place]
        for i, j in product(range(len(one) - 2), range(len(two) - 2))
    )
    compared = count_comparisons([len(text) for text in texts], range(25))
    assert compared == sum(len(one) * len(two) for k, two in enumerate(texts) for one in texts[:k])
    assert 0.6 * chance_of_run(3, compared) < runs < chance_of_run(3, compared)


def test_the_threshold_is_the_documented_one() -> None:
    """500 matches of 280 rolls: 1e10 pairs of rolls, of which chance gives 2.8 in 1,000 runs of ten."""
    compared = count_comparisons([280] * 500, range(500))
    assert compared == 280**2 * 500 * 499 / 2
    assert least_reported_length(compared) == 11
    assert chance_of_run(11, compared) <= CHANCE < chance_of_run(10, compared)
    assert least_reported_length(0) == SHORTEST
    assert count_comparisons([10, 20, 30], ["a", "b", "a"]) == 10 * 20 + 20 * 30


@pytest.mark.parametrize("rolls", ["a", "ab", "abcdefg", "abcdefgh" * 2 + "i"])
def test_endless_sameness_takes_no_endless_work(rolls: str) -> None:
    """Records as long as a file can be, of one roll or a few in turn."""
    flood = RecordDice((GameDice(1, rolls * (150_000 // len(rolls))), GameDice(2, rolls * 100)))
    found = shared_dice([flood] * 8)
    assert {run.length for pair in found for run in pair.runs} <= set(range(10, 20_001))
    assert len(found) == 8 * 7 / 2
    assert len(scrutinise_dice([flood]).checks) == 22


def test_many_games_of_a_few_rolls_take_no_endless_work() -> None:
    swarm = RecordDice(tuple(GameDice(n, "abcdefghijkl") for n in range(10_000)))
    [found] = shared_dice([swarm, swarm])
    assert len(found.runs) == 100


def test_of_many_records_with_the_same_dice_each_is_compared_with_fifty(honest: list[RecordDice]) -> None:
    found = shared_dice([honest[0]] * 53)
    assert [pair.one for pair in found if pair.two == 52] == list(range(50))


def test_an_altered_file_shares_its_dice_with_the_one_it_was_made_from() -> None:
    files = (DATA / "gnubg/std_25p_0004.mat").read_bytes(), planted_files()["m0104_ignore-bar.mat"]
    one, two = (dice_of(engine.read(content)) for content in files)
    [found] = shared_dice([one, two])
    assert {(run.one_game, run.swapped) for run in found.runs} == {
        (game.number, False) for game in one.games if len(game.dice) >= SHORTEST
    }


def test_the_corpus_shares_nothing_and_its_dice_are_fair() -> None:
    records = [dice_of(engine.read(file.read_bytes())) for file in sorted((DATA / "gnubg").glob("*.mat"))]
    assert shared_dice(records) == ()
    assert scrutinise_dice(records).adjusted_p_value > 0.05  # type: ignore[operator]


# -- The command

ANN = str(DATA / "gnubg/std_05p_0000.mat")
COPY = str(planted_path("m0001_short.mat"))


def lines_of(capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_file_is_scrutinised(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scrutinise", "--json", ANN]) == 0
    [line] = lines_of(capsys)
    read = engine.read(Path(ANN).read_bytes())
    scrutiny = scrutinise_dice([dice_of(read)]).as_dict()
    assert line == {
        "file": ANN,
        "format": "mat",
        "variant": "backgammon",
        "players": list(read.players),
        "scrutiny": scrutiny,
    }
    assert main(["scrutinise", ANN]) == 0
    said = capsys.readouterr().out
    assert f"{ANN}: games {len(read.games)}," in said
    sides = [check["side"] for check in scrutiny["checks"]]
    of = [row[15:35].strip() for row in said.splitlines()[2 : 2 + len(sides)]]
    assert of == ["together" if side is None else read.players[side] for side in sides]


def test_several_files_are_scrutinised_together_and_for_what_they_share(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["scrutinise", "--json", ANN, "no such file", ANN]) == 2
    one, missing, two, both = lines_of(capsys)
    assert missing["error"]["code"] == "unreadable"  # type: ignore[index]
    assert one == two
    assert both["scrutiny"]["transcripts"] == 2  # type: ignore[index]
    [pair] = both["shared"]["pairs"]  # type: ignore[index]
    assert (pair["one"], pair["two"]) == (ANN, ANN)
    assert main(["scrutinise", ANN, COPY]) == 0
    assert "no files share 10 rolls in a row" in capsys.readouterr().out
    assert main(["scrutinise", ANN, ANN]) == 0
    assert "rolls in a row: game" in capsys.readouterr().out


def test_the_dice_of_one_player(capsys: pytest.CaptureFixture[str]) -> None:
    left, right = engine.read(Path(ANN).read_bytes()).players
    assert main(["scrutinise", "--json", "--player", right.upper(), ANN, COPY]) == 0
    *_, last = lines_of(capsys)
    report = scrutinise_dice([dice_of(engine.read(Path(ANN).read_bytes()))], [1])
    assert last["scrutiny"] == report.as_dict()
    assert last["player"] == right.upper() != left.upper()


def test_a_player_in_both_columns_is_neither_side(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one, two = engine.read(Path(ANN).read_bytes()).players
    both = tmp_path / "both.mat"
    both.write_text(Path(ANN).read_text().replace(two, one))
    assert main(["scrutinise", "--json", "--player", one, ANN, str(both)]) == 0
    *_, last = lines_of(capsys)
    assert last["scrutiny"]["transcripts"] == 1


def test_every_check_and_key_is_explained() -> None:
    page = (Path(__file__).parents[2] / "docs/scrutiny.md").read_text()
    plain = scrutinise_dice([fair(Random(1))]).as_dict()
    names = {check["code"] for check in plain["checks"]} | plain.keys() | plain["summary"].keys()
    names |= plain["together"].keys() | plain["together"]["counts"][0].keys() | plain["checks"][0].keys()
    assert [name for name in names | set(Run._fields) if f"`{name}`" not in page] == []
    for matches, pairs, least in ((2, "78,400", 10), (500, "9.8 × 10⁹", 11), (10_000, "3.9 × 10¹²", 13)):
        assert least_reported_length(count_comparisons([280] * matches, range(matches))) == least
        assert f"| {matches:,} | {pairs} | {least} rolls |" in page
