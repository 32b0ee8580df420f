# ruff: noqa: E501 - the tables read better with a case to a line
"""What an event may choose: each option by itself, and the choices that make no sense."""

from dataclasses import fields, replace

import pytest

from engine import GameVerdict, InvalidOption, Options, RecordVerdict, adjudicate, convert, read
from engine.options import CHOICES
from engine.record import GameRecord, Hop, MatchRecord, RecordedAction, Rolled, SetUp, Won
from engine.variants import VARIANTS, Finish, Variant
from engine.words import Text

from .bgf_files import bgf
from .records import OPENING, TO_FOUR, file
from .xg_files import xg


def judged(text: str, options: Options) -> RecordVerdict:
    return adjudicate(read(text.encode()), options)


def codes(verdict: RecordVerdict) -> tuple[list[str], list[str]]:
    """The codes of the violations and of the notes, without those about the whole record."""
    return [fault.code for fault in verdict.violations], [note.code for note in verdict.notes if note.game]


# Illegal plays that stand.


STAND = Options(illegal_plays="stand")


@pytest.mark.parametrize(
    ("rows", "violations", "notes"),
    [
        pytest.param("0-0\n 31: 8/5 | 42: 8/4 6/4", [], ["play_stands"], id="the opponent has rolled"),
        pytest.param("0-0\n 31: 8/5 |", ["illegal_play"], [], id="nothing follows"),
        pytest.param("0-0\n 31: 8/5 |\n 62: 24/18 13/11 | 42: 8/4 6/4", ["illegal_play", "wrong_player"], [], id="the same player rolls"),
        pytest.param(OPENING + "\n 31: 8/5 | Resigns\n Wins 1 point", ["illegal_play"], ["early_concession"], id="the opponent resigns"),
        pytest.param(OPENING + "\n 31: 8/5 | Doubles => 2\n Drops |\n|Wins 1 point", ["illegal_play"], [], id="the opponent doubles and wins"),
        pytest.param(OPENING + "\n 31: 8/5 | Doubles => 2\n Takes | 62: 24/18 13/11", [], ["play_stands"], id="the opponent doubles and rolls"),
        pytest.param("0-0\n 31: 20/16 | 42: 8/4 6/4", ["illegal_play"], ["game_not_replayed"], id="a play that cannot be set up"),
        pytest.param("0-0\n 31: ???? | 42: 8/4 6/4", ["illegal_play"], ["game_not_replayed"], id="a play that is not known"),
        pytest.param("0-0\n 31: 8/5 | 42: 8/4 6/4\n 62: 24/18 | 31: 8/5 6/5", [], ["play_stands", "play_stands"], id="twice"),
        pytest.param("0-0\n 31: | 42: 8/4 6/4", [], ["play_stands"], id="nothing played"),
    ],
)  # fmt: skip
def test_an_illegal_play_stands_once_the_opponent_has_rolled(
    rows: str, violations: list[str], notes: list[str]
) -> None:
    assert codes(judged(file(rows), STAND)) == (violations, notes)


def test_what_stands_is_what_the_game_goes_on_from() -> None:
    """13/7 is no play of 31; the checker is on the 7-point all the same."""
    text = file("0-0\n 31: 13/7 13/9 | 42: 8/4 6/4\n 42: 7/3 9/7 |")
    assert judged(text, STAND).violations == ()
    [note] = [note for note in judged(text, STAND).notes if note.game]
    assert note.message == (
        "31: 13/7 13/9: 13/7 is 6 points, which 31 does not give; the opponent has rolled, so it stands"
    )
    assert (note.game, note.turn) == (1, 1)


# A double in the Crawford game that is annulled.


ANNULLED = Options(crawford_double="annulled")


def crawford(rows: str, *later: str) -> str:
    return file(TO_FOUR, "4-0" + OPENING[3:] + "\n" + rows, *later)


@pytest.mark.parametrize(
    ("text", "score", "notes"),
    [
        pytest.param(crawford("Doubles => 2 | Takes\n Resigns |\n|Wins 2 points", "4-2" + OPENING[3:]), (4, 1), 2, id="taken, and written as two"),
        pytest.param(crawford("Doubles => 2 | Takes\n Resigns |\n|Wins 4 points", "4-4" + OPENING[3:]), (4, 2), 2, id="taken, and a gammon"),
        pytest.param(crawford("Doubles => 2 | Takes\n Resigns |\n|Wins 1 point", "4-1" + OPENING[3:]), (4, 1), 1, id="taken, and written as one"),
        pytest.param(crawford("Doubles => 2 | Takes\n Resigns |\n|Wins 3 points", "4-3" + OPENING[3:]), (4, 3), 1, id="taken, and a backgammon without it"),
        pytest.param(crawford("Doubles => 2 | Takes\n Resigns |\n|Wins 7 points", "4-1" + OPENING[3:]), None, 1, id="taken, and no such number of points"),
        pytest.param(crawford("Doubles => 2 | Drops\n Wins 1 point"), (5, 0), 1, id="passed: the game is given up"),
        pytest.param(crawford("62: 24/18 13/11 | Doubles => 2\n Drops |\n|Wins 1 point", "4-1" + OPENING[3:]), (4, 1), 1, id="passed by the other"),
        pytest.param(crawford("Doubles => 2 |\n 62: 24/18 13/11 | Resigns\n Wins 1 point"), (5, 0), 1, id="not answered"),
        pytest.param(crawford("Doubles => 2 | Takes\n 62: 24/18 13/11 | Doubles => 4\n Drops |\n|Wins 2 points", "4-2" + OPENING[3:]), (4, 1), 3, id="redoubled and passed"),
        pytest.param(crawford("Doubles => 2 | Takes\n 62: 24/18 13/11 | Doubles => 4\n Takes | 62: 24/18 13/11\n Resigns |\n|Wins 4 points", "4-4" + OPENING[3:]), (4, 1), 3, id="redoubled and taken"),
    ],
)  # fmt: skip
def test_a_double_in_the_crawford_game_is_annulled(
    text: str, score: tuple[int, int] | None, notes: int
) -> None:
    """The game is worth what it would be without the double; what the record adds up is no new fault."""
    verdict = judged(text, ANNULLED)
    if score is None:
        assert codes(verdict)[0] == ["wrong_points"]
        return
    assert verdict.violations == ()
    assert verdict.score == score
    assert (verdict.games[1].cube, verdict.games[1].crawford) == (1, True)
    assert codes(verdict)[1].count("double_annulled") == notes
    assert codes(judged(text, Options()))[0][0] == "illegal_double"


def test_a_match_that_only_the_annulled_double_won_goes_on() -> None:
    text = crawford(
        "62: 24/18 13/11 | Doubles => 2\n Takes | 62: 24/18 13/11\n Resigns |\n|Wins 6 points and the match"
    )
    verdict = judged(text, ANNULLED)
    assert (verdict.score, verdict.complete, verdict.violations) == ((4, 3), False, ())
    assert "match_conceded" in codes(verdict)[1]


def test_other_illegal_doubles_are_faults_all_the_same() -> None:
    dead = file(
        TO_FOUR,
        "4-0" + OPENING[3:] + "\n Resigns |\n|Wins 1 point",
        "4-1" + OPENING[3:] + "\n Doubles => 2 | Takes",
    )
    assert codes(judged(dead, ANNULLED))[0] == ["illegal_double"]
    opening = crawford("").replace(" 31: 8/5 6/5 ", " Doubles => 2 ", 1)
    assert "illegal_double" in codes(judged(opening, ANNULLED))[0]


# Crawford and Holland.


def test_the_event_decides_whether_the_crawford_rule_applies() -> None:
    doubled = crawford(
        "Doubles => 2 | Drops\n Wins 1 point",
    )
    assert (
        codes(
            judged(
                file(TO_FOUR, "4-0" + OPENING[3:] + "\n 62: 24/18 13/11 | Doubles => 2"),
                Options(crawford=False),
            )
        )[0]
        == []
    )
    assert codes(judged('; [Crawford "Off"]\n' + doubled, Options(crawford=True)))[0] == ["illegal_double"]
    assert (
        judged(doubled, Options(crawford=False)).violations[0].message.startswith("doubled although the cube")
    )
    assert "crawford_off" in {note.code for note in judged(doubled, Options(crawford=False)).notes}


AFTER = "4-1" + OPENING[3:]
TO_POST = (TO_FOUR, "4-0" + OPENING[3:] + "\n Resigns |\n|Wins 1 point")


@pytest.mark.parametrize(
    ("games", "violations"),
    [
        pytest.param((*TO_POST, "4-1\n 31: 8/5 6/5 | Doubles => 2\n Takes | 62: 24/18 13/11"), ["illegal_double"], id="after one roll"),
        pytest.param((*TO_POST, AFTER + "\n 62: 24/18 13/11 | Doubles => 2\n Takes | 62: 24/18 13/11"), ["illegal_double"], id="after two of his and one of hers"),
        pytest.param((*TO_POST, AFTER + "\n 62: 24/18 13/11 | 62: 24/18 13/11\n 31: 8/5 6/5 | Doubles => 2\n Takes | 62: 18/16 11/5"), [], id="after two each"),
        pytest.param((OPENING + "\n Doubles => 2 | Takes",), [], id="before the Crawford game"),
    ],
)  # fmt: skip
def test_the_holland_rule(games: tuple[str, ...], violations: list[str]) -> None:
    text = file(*games)
    assert codes(judged(text, Options(holland=True)))[0] == violations
    assert codes(judged(text, Options()))[0] == []
    if violations:
        assert "both players had rolled twice" in judged(text, Options(holland=True)).violations[0].message


# Sessions for money.


def money(rows: str) -> str:
    return file(OPENING + "\n" + rows, length=0)


BEAVER = "Doubles => 2 | Beavers => 4\n 62: 24/18 13/11 |"
RACCOON = "Doubles => 2 | Beavers => 4\n Beavers => 8 | Takes\n 62: 24/18 13/11 |"


@pytest.mark.parametrize(
    ("rows", "options", "violations"),
    [
        pytest.param(BEAVER, Options(), [], id="beavers are custom"),
        pytest.param(BEAVER, Options(beavers=True), [], id="beavers"),
        pytest.param(BEAVER, Options(beavers=False), ["illegal_double"], id="no beavers"),
        pytest.param(RACCOON, Options(), [], id="raccoons are custom"),
        pytest.param(RACCOON, Options(raccoons=True), [], id="raccoons"),
        pytest.param(RACCOON, Options(raccoons=False), ["illegal_double"], id="no raccoons"),
        pytest.param(RACCOON, Options(beavers=False), ["illegal_double", "illegal_double"], id="neither"),
    ],
)
def test_beavers_and_raccoons(rows: str, options: Options, violations: list[str]) -> None:
    assert codes(judged(money(rows), options))[0] == violations


def test_the_record_may_rule_beavers_out() -> None:
    record = replace(read(money(BEAVER).encode()), beavers=False)
    assert [fault.code for fault in adjudicate(record).violations] == ["illegal_double"]
    assert adjudicate(record, Options(beavers=True)).violations == ()


GAMMON = "Resigns |\n|Wins 2 points"
ONCE = "Resigns |\n|Wins 1 point"
TURNED = "Doubles => 2 | Takes\n Resigns |\n|Wins 4 points"


@pytest.mark.parametrize(
    ("rows", "jacoby", "points", "violations"),
    [
        pytest.param(GAMMON, None, 2, [], id="as written, twice"),
        pytest.param(GAMMON, True, 1, ["wrong_points"], id="a gammon given up counts once"),
        pytest.param(GAMMON, False, 2, [], id="without Jacoby it counts twice"),
        pytest.param(ONCE, True, 1, [], id="once"),
        pytest.param(TURNED, True, 4, [], id="the cube was turned"),
        pytest.param("Losses 3 points |", True, 1, [], id="offered as three, counted once"),
    ],
)
def test_jacoby_and_resignations(rows: str, jacoby: bool | None, points: int, violations: list[str]) -> None:
    """Accepted resignations are clamped as games played out are."""
    verdict = judged(money(rows), Options(jacoby=jacoby))
    assert [game.points for game in verdict.games] == [points]
    assert codes(verdict)[0] == violations


TAGGED = '; [Jacoby "On"]\n'


@pytest.mark.parametrize(
    ("header", "rows", "options", "violations"),
    [
        pytest.param(TAGGED, GAMMON, Options(), ["wrong_points"], id="a gammon with the cube unturned counts once"),
        pytest.param(TAGGED, ONCE, Options(), [], id="once"),
        pytest.param(TAGGED, TURNED, Options(), [], id="the cube was turned"),
        pytest.param(TAGGED, GAMMON, Options(jacoby=False), [], id="the event decides"),
        pytest.param(TAGGED, GAMMON, Options(jacoby=True), ["wrong_points"], id="and may decide so too"),
        pytest.param(TAGGED.replace("On", "Off"), GAMMON, Options(), [], id="off"),
        pytest.param(TAGGED.replace("On", "Off"), GAMMON, Options(jacoby=True), ["wrong_points"], id="off, and the event decides"),
        pytest.param("", GAMMON, Options(), [], id="not said"),
        pytest.param(TAGGED.replace("On", "?"), GAMMON, Options(), [], id="neither on nor off"),
    ],
)  # fmt: skip
def test_a_record_that_names_the_jacoby_rule(
    header: str, rows: str, options: Options, violations: list[str]
) -> None:
    """A session whose file says that Jacoby was in use is judged by it, unless the event says otherwise."""
    text = header + money(rows)
    assert codes(judged(text, options))[0] == violations
    if header != TAGGED:
        return
    again = convert(text.encode(), "sgf")
    assert ":Jacoby]" in again.replace("RU[", "RU[:")
    assert codes(judged(again, options))[0] == violations
    for data in (xg(read(text.encode())), bgf(read(text.encode()))):
        assert codes(adjudicate(read(data), options))[0] == violations
        assert TAGGED in convert(data, "mat")
        assert codes(judged(convert(data, "mat"), options))[0] == violations


def test_a_match_has_no_jacoby_rule_whatever_its_tag(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(VARIANTS, "tiny", TWO)
    for length, points, violations in (
        (5, 2, []),
        (5, 1, ["wrong_points"]),
        (0, 1, []),
        (0, 2, ["wrong_points"]),
    ):
        game = GameRecord(
            1, (0, 0), [RecordedAction(1, 0, Rolled((2, 1), (Hop(2, 0),))), RecordedAction(1, 0, Won(points))]
        )
        record = MatchRecord("mat", "tiny", length, ("A", "B"), [game], jacoby=True, names_jacoby=True)
        assert [fault.code for fault in adjudicate(record).violations] == violations


TWO = Variant(code="tiny", name=Text("Tiny"), description=Text("On trial."), tags=(), points={2: 1})


def test_jacoby_and_games_played_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """A gammon played out with the cube unturned: once, twice, or either, as the event says."""
    monkeypatch.setitem(VARIANTS, "tiny", TWO)

    def points(jacoby: bool | None, cube: int = 1) -> int:
        game = GameRecord(1, (0, 0), [RecordedAction(1, 0, Rolled((2, 1), (Hop(2, 0),)))], cube=cube)
        record = MatchRecord("mat", "tiny", 0, ("A", "B"), [game], jacoby=True)
        return adjudicate(record, Options(jacoby=jacoby)).games[0].points

    assert (points(True), points(False), points(None)) == (1, 2, 2)
    assert (points(True, cube=4), points(False, cube=4)) == (4, 8)


@pytest.mark.parametrize(
    ("cube", "length", "stated", "chosen", "violations"),
    [
        pytest.param(2, 0, None, None, [], id="any number"),
        pytest.param(64, 0, None, None, [], id="as many as you like"),
        pytest.param(2, 0, None, 1, [], id="one"),
        pytest.param(4, 0, None, 1, ["wrong_cube_value"], id="two where one is allowed"),
        pytest.param(2, 0, None, 0, ["wrong_cube_value"], id="none allowed"),
        pytest.param(4, 0, 1, None, ["wrong_cube_value"], id="the record allows one"),
        pytest.param(4, 0, 1, 2, [], id="the event allows two"),
        pytest.param(2, 5, None, None, ["wrong_cube_value"], id="in a match"),
        pytest.param(3, 0, None, None, ["wrong_cube_value"], id="no cube shows three"),
        pytest.param(0, 0, None, None, ["wrong_cube_value"], id="nor nothing"),
    ],
)
def test_automatic_doubles(
    cube: int, length: int, stated: int | None, chosen: int | None, violations: list[str]
) -> None:
    rows = f"Doubles => {2 * cube} | Takes" if cube not in (0, 3) else "62: 24/18 13/11 |"
    record = read(file(OPENING + "\n" + rows, length=length).encode())
    record.games[0].cube = cube
    record.automatic_doubles = stated
    found = adjudicate(record, Options(automatic_doubles=chosen))
    assert codes(found)[0] == violations
    assert ("automatic_double" in codes(found)[1]) == (not violations)


def test_a_pass_after_an_automatic_double_costs_two() -> None:
    record = read(money("Doubles => 4 | Drops\n Wins 2 points").encode())
    record.games[0].cube = 2
    verdict = adjudicate(record)
    assert (verdict.violations, verdict.games[0]) == ((), GameVerdict(1, 0, 2, "pass", 2, False))


@pytest.mark.parametrize(
    ("rows", "winner", "points", "cube"),
    [
        ("Doubles => 2 | Beavers => 4\n Takes |\n 62: 24/18 13/11 | Doubles => 8\n Drops |\n |Wins 4 points", 1, 4, 4),
        ("Doubles => 2 | Beavers => 4\n Drops |\n |Wins 2 points", 1, 2, 2),
        ("Doubles => 2 | Beavers => 4\n Beavers => 8 | Takes\n 62: 24/18 13/11 | Doubles => 16\n Drops |\n |Wins 8 points", 1, 8, 8),
    ],
)  # fmt: skip
def test_money_cubes(rows: str, winner: int, points: int, cube: int) -> None:
    """RULES: beaver taken, cube 4 with the player doubled; beaver passed, he wins 2; raccoon taken, cube 8."""
    verdict = judged(money(rows), Options(beavers=True, raccoons=True))
    assert (verdict.violations, verdict.games) == ((), (GameVerdict(1, winner, points, "pass", cube, False),))


# Set-ups, Crawford flags, draws, variants without a cube.


def test_a_game_set_up_is_replayed_from_there() -> None:
    record = read(file(OPENING).encode())
    home = [0] * 26
    home[1], home[0] = 2, 13
    record.games[0].entries = [
        RecordedAction(0, 0, SetUp((tuple(home), tuple(home)), 2, 1, 1)),
        RecordedAction(1, 1, Rolled((6, 6), (Hop(1, 0), Hop(1, 0)))),
    ]
    verdict = adjudicate(record)
    assert [fault.code for fault in verdict.violations] == ["position_set"]
    assert verdict.games == (GameVerdict(1, 1, 2, "single", 2, False),)
    record.games[0].entries[1] = RecordedAction(1, 0, Rolled((6, 6), (Hop(1, 0), Hop(1, 0))))
    assert [fault.code for fault in adjudicate(record).violations] == ["position_set", "wrong_player"]
    for boards in (None, ((1,) * 26, tuple(home)), ((0,) * 3, tuple(home))):
        record.games[0].entries[0] = RecordedAction(0, 0, SetUp(boards))
        assert [note.code for note in adjudicate(record).notes] == ["game_not_replayed"]


@pytest.mark.parametrize(
    ("score", "flag", "crawford", "noted"),
    [
        ((4, 2), None, True, False),
        ((4, 2), True, True, False),
        ((4, 2), False, False, False),
        ((4, 0), False, False, False),
        ((2, 1), False, False, False),
        ((2, 1), True, False, True),
    ],
)
def test_a_partial_record_may_say_which_is_the_crawford_game(
    score: tuple[int, int], flag: bool | None, crawford: bool, noted: bool
) -> None:
    record = read(file(f"{score[0]}-{score[1]}" + OPENING[3:] + "\n Resigns |\n|Wins 1 point").encode())
    record.games[0].crawford = flag
    verdict = adjudicate(record)
    assert verdict.games[0].crawford == crawford
    assert ("crawford_claimed" in codes(verdict)[1]) == noted


class Drawn(Variant):
    """A game that the first play draws."""

    def game_finish(self, own: object, opponent: object) -> Finish | None:
        return Finish(None, 0)

    def judge_play(self, own, opponent, dice, hops):  # type: ignore[no-untyped-def]
        return super().judge_play(own, opponent, dice, hops)


def test_a_draw_has_no_winner_and_is_worth_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        VARIANTS,
        "drawn",
        Drawn(
            code="drawn",
            name=Text("Drawn"),
            description=Text("On trial."),
            tags=(),
            points={24: 2, 13: 5, 8: 3, 6: 5},
        ),
    )
    one = "\n 31: 8/5 6/5 |"
    drawn = replace(read(file("0-0" + one, "0-0" + one).encode()), variant="drawn")
    verdict = adjudicate(drawn)
    assert (verdict.violations, verdict.notes, verdict.score) == ((), (), (0, 0))
    assert verdict.games[0] == GameVerdict(1, None, 0, "draw", 1, False)
    assert verdict.as_dict()["games"][0]["winner"] is None
    given = replace(read(file("0-0" + one + "\n Wins 1 point").encode()), variant="drawn")
    assert codes(adjudicate(given))[0] == ["wrong_points"]
    assert adjudicate(given).score == (0, 0)


def test_a_variant_without_a_cube(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(
        VARIANTS,
        "bare",
        Variant(
            code="bare",
            name=Text("Bare"),
            description=Text("On trial."),
            tags=(),
            points={24: 2, 13: 5, 8: 3, 6: 5},
            cube=False,
        ),
    )
    record = replace(read(file(OPENING + "\n Doubles => 2 | Takes").encode()), variant="bare")
    [fault] = adjudicate(record).violations
    assert (fault.code, fault.message) == (
        "illegal_double",
        "doubled in Bare, which is played without a cube",
    )


# Choices that make no sense.


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("illegal_plays", "allow"),
        ("illegal_plays", None),
        ("crawford_double", "stand"),
        ("crawford", 1),
        ("jacoby", "on"),
        ("automatic_doubles", True),
        ("automatic_doubles", 7),
        ("automatic_doubles", -1),
        ("holland", None),
        ("variant", ["a"]),
    ],
)
def test_a_value_that_an_option_cannot_have(option: str, value: object) -> None:
    with pytest.raises(InvalidOption, match=option) as refusal:
        Options(**{option: value})  # type: ignore[arg-type]
    assert (refusal.value.option, refusal.value.code) == (option, "invalid_option")


@pytest.mark.parametrize(
    ("chosen", "option"),
    [
        ({"raccoons": True, "beavers": False}, "raccoons"),
        ({"holland": True, "crawford": False}, "holland"),
    ],
)
def test_options_that_contradict_each_other(chosen: dict[str, bool], option: str) -> None:
    with pytest.raises(InvalidOption) as refusal:
        Options(**chosen)  # type: ignore[arg-type]
    assert refusal.value.option == option


@pytest.mark.parametrize(
    ("options", "length", "option"),
    [
        (Options(jacoby=True), 5, "jacoby"),
        (Options(beavers=True), 5, "beavers"),
        (Options(raccoons=True), 1, "raccoons"),
        (Options(automatic_doubles=1), 5, "automatic_doubles"),
        (Options(holland=True), 0, "holland"),
        (Options(variant={"pins": 3}), 5, "pins"),
        (Options(jacoby=False, beavers=False, raccoons=False, automatic_doubles=0), 5, None),
        (Options(jacoby=True, beavers=True, raccoons=True, automatic_doubles=1), 0, None),
        (Options(holland=True), 5, None),
    ],
)
def test_options_that_do_not_fit_the_match(options: Options, length: int, option: str | None) -> None:
    text = file(OPENING, length=length)
    if option is None:
        assert judged(text, options).verdict == "legal"
        return
    with pytest.raises(InvalidOption) as refusal:
        judged(text, options)
    assert refusal.value.option == option


def test_every_option_has_its_choices() -> None:
    assert CHOICES.keys() | {"variant"} == {option.name for option in fields(Options)}
    for name, choices in CHOICES.items():
        assert choices[0] == getattr(Options(), name)


def test_options_by_name() -> None:
    assert Options.from_mapping({}) == Options()
    assert Options.from_mapping({"holland": True, "variant": {"cube": True}}) == Options(
        holland=True, variant={"cube": True}
    )
    with pytest.raises(
        InvalidOption, match='there is no option "dutch": known are illegal_plays,'
    ) as refusal:
        Options.from_mapping({"dutch": True})
    assert refusal.value.option == "dutch"
