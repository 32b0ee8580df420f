"""What becomes of a report: tables without a database."""

import pytest

from matches.errors import PlayersAmbiguous, PlayersNotMatched
from matches.refereeing import (
    Outcome,
    Statement,
    Terms,
    columns_swapped,
    decide,
    judge_score,
    judge_transcript,
    outcome_of,
)
from tests.conftest import DATA

LEGAL = (DATA / "clubnight" / "std_05p_0040.mat").read_bytes()  # Bot_expert_A 1, Bot_expert_B 6
ILLEGAL = (DATA / "clubnight" / "illegal_05p_blocked.mat").read_bytes()
TERMS = Terms(5, "backgammon", (("Ann", "Bot_expert_A"), ("Bob", "Bot_expert_B")))
CROSSED = Terms(5, "backgammon", (("Bob", "bot_expert_b"), ("Ann", "BOT_EXPERT_A")))


def test_a_legal_complete_transcript_says_who_won_and_how():
    judgement = judge_transcript(TERMS, LEGAL, None)
    assert judgement.refusal is None
    assert (judgement.outcome.winner, judgement.outcome.points, judgement.swapped) == (1, (1, 6), False)
    assert [game["winner"] for game in judgement.outcome.games].count(0) == 1
    assert sum(game["points"] for game in judgement.outcome.games) == 7


def test_columns_the_other_way_round_are_turned():
    judgement = judge_transcript(CROSSED, LEGAL, None)
    assert (judgement.outcome.winner, judgement.outcome.points, judgement.swapped) == (0, (6, 1), True)
    straight = judge_transcript(TERMS, LEGAL, None)
    assert [game["winner"] for game in judgement.outcome.games] == [
        1 - game["winner"] for game in straight.outcome.games
    ]


@pytest.mark.parametrize(
    ("terms", "transcript", "code", "says"),
    [
        (TERMS, b"", "transcript_unreadable", "whole file"),
        (TERMS, bytes(range(256)) * 40, "transcript_unreadable", "whole file"),
        (TERMS, LEGAL[: len(LEGAL) // 2], "transcript_incomplete", "Send the whole match"),
        (Terms(7, "backgammon", TERMS.names), LEGAL, "wrong_length", "5-point match"),
        (Terms(5, "nackgammon", TERMS.names), LEGAL, "wrong_variant", "nackgammon"),
        (Terms(5, "backgammon", (("Ann",), ("Bob",))), LEGAL, "players_not_matched", "'Bot_expert_A'"),
        (
            Terms(5, "backgammon", (("Bot_weak_A",), ("Bot_weak_B",))),
            ILLEGAL,
            "transcript_illegal",
            "Game 1, turn 4, Bot_weak_A: 33: 16/13 22/19",
        ),
    ],
    ids=["empty", "binary", "truncated", "length", "variant", "players", "illegal"],
)
def test_a_transcript_that_does_not_fit_is_refused_in_words(terms, transcript, code, says):
    judgement = judge_transcript(terms, transcript, None)
    assert judgement.outcome is None
    assert judgement.refusal.code == code
    assert says in str(judgement.refusal)


def test_a_refusal_of_illegal_play_names_game_turn_rule_and_legal_plays():
    terms = Terms(5, "backgammon", (("Bot_weak_A",), ("Bot_weak_B",)))
    (violation, *_) = judge_transcript(terms, ILLEGAL, None).refusal.data["violations"]
    assert (violation["game"], violation["turn"], violation["player"]) == (1, 4, 0)
    assert violation["code"] == "illegal_play"
    assert violation["rule"]
    assert "16/7 13/10" in violation["legal"]


@pytest.mark.parametrize(("points", "winner"), [((5, 3), 0), ((0, 5), 1), ((5, 0), 0), ((4, 7), 1)], ids=str)
def test_a_possible_score_is_taken_as_it_is(points, winner):
    assert judge_score(TERMS, points).outcome == Outcome(winner, points)


@pytest.mark.parametrize("points", [(3, 2), (5, 5), (4, 4), (0, 0), (6, 5), (500, 0)], ids=str)
def test_an_impossible_score_is_refused(points):
    assert judge_score(TERMS, points).refusal.code == "score_impossible"


# -- Who is who


@pytest.mark.parametrize(
    ("columns", "swapped"),
    [
        (("Ann", "Bob"), False),
        (("Bob", "Ann"), True),
        (("annie99", "BOB"), False),
        (("  Bob ", "ａｎｎ"), True),
        (("robert", "Annie99"), True),
    ],
    ids=str,
)
def test_names_and_aliases_tell_the_columns(columns, swapped):
    assert columns_swapped((("Ann", "annie99"), ("Bob", "Robert")), columns) is swapped


@pytest.mark.parametrize(
    "columns", [("Ann", "Cem"), ("Cem", "Bob"), ("Cem", "Dai"), ("Ann", "Ann"), ("", "")]
)
def test_a_transcript_of_others_fits_neither_side(columns):
    with pytest.raises(PlayersNotMatched):
        columns_swapped((("Ann",), ("Bob",)), columns)


@pytest.mark.parametrize(
    ("columns", "strangers"),
    [
        (("Ann", "Cem"), "not as 'Cem'\\."),
        (("Cem", "Bob"), "not as 'Cem'\\."),
        (("Cem", "Dai"), "not as 'Cem' and 'Dai'\\."),
        (("Ann", "Ann"), "not as 'Ann' and 'Ann'\\."),
    ],
)
def test_the_refusal_names_who_is_not_known(columns, strangers):
    with pytest.raises(PlayersNotMatched, match=strangers) as refused:
        columns_swapped((("Ann", "annie"), ("Bob",)), columns)
    assert refused.value.data == {
        "players": list(columns),
        "sides": {"one": ["Ann", "annie"], "two": ["Bob"]},
    }


def test_a_shared_nickname_is_told_by_the_other_column():
    sides = (("Ann", "guest"), ("Bob", "guest"))
    assert columns_swapped(sides, ("guest", "Ann")) is True
    assert columns_swapped(sides, ("guest", "Bob")) is False
    with pytest.raises(PlayersAmbiguous):
        columns_swapped(sides, ("guest", "guest"))


def test_an_explicit_mapping_overrules_the_names_on_file():
    sides = (("Ann",), ("Bob",))
    assert columns_swapped(sides, ("x", "y"), {"one": "y", "two": "x"}) is True
    assert columns_swapped(sides, ("Ann", "Bob"), {"one": "Bob", "two": "Ann"}) is True
    with pytest.raises(PlayersNotMatched, match="`names` gives 'x' and 'y'"):
        columns_swapped(sides, ("Ann", "Bob"), {"one": "x", "two": "y"})


# -- What reports amount to

ONE, TWO, DIRECTOR = 0, 1, None
W53, W52, L35 = Outcome(0, (5, 3)), Outcome(0, (5, 2)), Outcome(1, (3, 5))
W73 = Outcome(0, (7, 3))


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ([], "open"),
        ([(ONE, W53)], "open"),
        ([(ONE, W53), (ONE, W53)], "open"),
        ([(ONE, W53), (TWO, W53)], "agreement"),
        ([(TWO, W53), (ONE, W73)], "agreement"),
        ([(ONE, W52), (ONE, W53), (TWO, W53)], "agreement"),
        ([(ONE, W53), (TWO, W52)], "disputed"),
        ([(ONE, W53), (TWO, L35)], "disputed"),
        ([(ONE, W53), (TWO, L35), (TWO, W53)], "disputed"),
        ([(ONE, W53), (TWO, L35), (TWO, W53, "transcript")], "disputed"),
        ([(ONE, W53), (TWO, L35), (DIRECTOR, L35)], "director"),
        ([(DIRECTOR, W53)], "director"),
        ([(TWO, L35, "transcript")], "transcript"),
        ([(ONE, W53), (TWO, L35, "transcript")], "transcript"),
        ([(DIRECTOR, W53, "transcript")], "transcript"),
    ],
    ids=str,
)
def test_reports_settle_dispute_or_wait(said, expected):
    statements = [
        Statement(number, side, outcome, transcript=bool(rest))
        for number, (side, outcome, *rest) in enumerate(said)
    ]
    decision = decide(5, statements)
    found = decision.grounds or ("disputed" if decision.disputed else "open")
    assert found == expected
    if decision.outcome is not None:
        assert (decision.report, decision.outcome) == (statements[-1].report, said[-1][1])


def test_a_score_that_a_variant_without_a_cube_cannot_bring_is_refused():
    assert judge_score(Terms(5, "backgammon", TERMS.names), (8, 3)).refusal is None
    assert judge_score(Terms(5, "plakoto", TERMS.names), (6, 3)).refusal is None
    assert judge_score(Terms(5, "plakoto", TERMS.names), (8, 3)).refusal.code == "score_impossible"


def test_a_drawn_game_is_nobodys():
    finding = {
        "games": [{"winner": None, "points": 0}, {"winner": 1, "points": 2}],
        "score": [0, 2],
        "winner": 1,
    }
    for swapped, winner in ((False, 1), (True, 0)):
        outcome = outcome_of(finding, swapped)
        assert [game["winner"] for game in outcome.games] == [None, winner]
        assert outcome.winner == winner
