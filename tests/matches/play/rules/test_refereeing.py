"""What becomes of a report: tables without a database."""

import json
from dataclasses import replace

import pytest

import engine
from engine import PLAYED, kernel
from matches.play.errors import InvalidMatchOption, PlayersAmbiguous, PlayersNotMatched
from matches.play.rules.columns import transcript_columns_swapped
from matches.play.rules.refereeing import (
    MatchScore,
    ReportTerms,
    checked_match_options,
    judge_games,
    judge_score,
    judge_transcript,
    match_score_of,
)
from tests.conftest import DATA
from tests.engine.records import OPENING, TO_FOUR, file

LEGAL = (DATA / "clubnight" / "std_05p_0040.mat").read_bytes()  # Bot_expert_A 1, Bot_expert_B 6
ILLEGAL = (DATA / "clubnight" / "illegal_05p_blocked.mat").read_bytes()
TERMS = ReportTerms(5, "backgammon", (("Ann", "Bot_expert_A"), ("Bob", "Bot_expert_B")))
CROSSED = ReportTerms(5, "backgammon", (("Bob", "bot_expert_b"), ("Ann", "BOT_EXPERT_A")))


def test_a_legal_complete_transcript_says_who_won_and_how():
    verdict = judge_transcript(TERMS, LEGAL, None)
    assert verdict.refusal is None
    assert (verdict.match_score.winner, verdict.match_score.points, verdict.swapped) == (1, (1, 6), False)
    assert [game["winner"] for game in verdict.match_score.games].count(0) == 1
    assert sum(game["points"] for game in verdict.match_score.games) == 7


WHOLE_MATCHES = sorted((DATA / "engine" / "gnubg").glob("*.mat"))
WHOLE_MATCHES += sorted((DATA / "clubnight").glob("*.mat"))
needs_kernel = pytest.mark.skipif(kernel.verify is None, reason="the kernel is not built here")


@needs_kernel
def test_what_the_kernel_vouches_for_is_judged_as_without_it(monkeypatch):
    """Of the right match and of wrong ones, by the usual options and others, from 0-0 and from penalties."""

    def judged(terms, transcript):
        verdict = judge_transcript(terms, transcript, None)
        refusal = verdict.refusal and (verdict.refusal.code, str(verdict.refusal), verdict.refusal.data)
        return replace(verdict, refusal=refusal)

    cases = []
    for path in WHOLE_MATCHES:
        transcript = path.read_bytes()
        found = engine.verify(transcript)
        names = tuple((name,) for name in found.players)
        terms = ReportTerms(found.length, found.variant, names)
        cases += [
            (each, transcript)
            for each in (
                terms,
                replace(terms, names=names[::-1]),
                replace(terms, names=(("Ann",), ("Bob",))),
                replace(terms, length=found.length + 2),
                replace(terms, variant="nackgammon"),
                replace(terms, start=(1, 0)),
                replace(terms, options={"crawford": False}),
                replace(terms, options={"illegal_plays": "stand"}),
            )
        ]
        cases.append((terms, b'; [Crawford "Off"]\n' + transcript))
    with monkeypatch.context() as patch:
        patch.setattr(kernel, "verify", None)
        verdicts = [judged(*case) for case in cases]
    for case, verdict in zip(cases, verdicts, strict=True):
        assert judged(*case) == verdict


@needs_kernel
def test_what_the_kernel_vouches_for_is_not_read_again(monkeypatch):
    monkeypatch.setattr(engine, "read", None)
    assert judge_transcript(TERMS, LEGAL, None).match_score.points == (1, 6)


def test_columns_the_other_way_round_are_turned():
    verdict = judge_transcript(CROSSED, LEGAL, None)
    assert (verdict.match_score.winner, verdict.match_score.points, verdict.swapped) == (0, (6, 1), True)
    straight = judge_transcript(TERMS, LEGAL, None)
    assert [game["winner"] for game in verdict.match_score.games] == [
        1 - game["winner"] for game in straight.match_score.games
    ]


@pytest.mark.parametrize(
    ("terms", "transcript", "code", "says"),
    [
        (TERMS, b"", "transcript_unreadable", "whole file"),
        (TERMS, bytes(range(256)) * 40, "transcript_unreadable", "whole file"),
        (TERMS, LEGAL[: len(LEGAL) // 2], "transcript_incomplete", "Send the whole match"),
        (ReportTerms(7, "backgammon", TERMS.names), LEGAL, "wrong_length", "5-point match"),
        (ReportTerms(5, "nackgammon", TERMS.names), LEGAL, "wrong_variant", "nackgammon"),
        (ReportTerms(5, "backgammon", (("Ann",), ("Bob",))), LEGAL, "players_not_matched", "'Bot_expert_A'"),
        (
            ReportTerms(5, "backgammon", (("Bot_weak_A",), ("Bot_weak_B",))),
            ILLEGAL,
            "transcript_illegal",
            "Game 1, turn 4, Bot_weak_A: 33: 16/13 22/19",
        ),
    ],
    ids=["empty", "binary", "truncated", "length", "variant", "players", "illegal"],
)
def test_a_transcript_that_does_not_fit_is_refused_in_words(terms, transcript, code, says):
    verdict = judge_transcript(terms, transcript, None)
    assert verdict.match_score is None
    assert verdict.refusal.code == code
    assert says in str(verdict.refusal)


def test_a_refusal_of_a_record_that_stops_says_where_the_match_stands():
    refusal = judge_transcript(TERMS, LEGAL[: len(LEGAL) // 2], None).refusal
    standing = refusal.data["standing"]
    assert standing["score"] == refusal.data["score"]
    assert standing["players"] == ["Bot_expert_A", "Bot_expert_B"]
    assert {way["code"] for way in standing["possible_rulings"]} >= {"play_on", "award", "unfinished"}
    json.dumps(standing)


def test_a_refusal_of_illegal_play_names_game_turn_rule_and_legal_plays():
    terms = ReportTerms(5, "backgammon", (("Bot_weak_A",), ("Bot_weak_B",)))
    (violation, *_) = judge_transcript(terms, ILLEGAL, None).refusal.data["violations"]
    assert (violation["game"], violation["turn"], violation["player"]) == (1, 4, 0)
    assert violation["code"] == "illegal_play"
    assert violation["rule"]
    assert "16/7 13/10" in violation["legal"]


@pytest.mark.parametrize(("points", "winner"), [((5, 3), 0), ((0, 5), 1), ((5, 0), 0), ((4, 7), 1)], ids=str)
def test_a_possible_score_is_taken_as_it_is(points, winner):
    assert judge_score(TERMS, points).match_score == MatchScore(winner, points)


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
def test_names_and_aliases_identify_the_columns(columns, swapped):
    assert transcript_columns_swapped((("Ann", "annie99"), ("Bob", "Robert")), columns) is swapped


@pytest.mark.parametrize(
    "columns", [("Ann", "Cem"), ("Cem", "Bob"), ("Cem", "Dai"), ("Ann", "Ann"), ("", "")]
)
def test_a_transcript_of_others_fits_neither_side(columns):
    with pytest.raises(PlayersNotMatched):
        transcript_columns_swapped((("Ann",), ("Bob",)), columns)


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
        transcript_columns_swapped((("Ann", "annie"), ("Bob",)), columns)
    assert refused.value.data == {
        "players": list(columns),
        "sides": {"one": ["Ann", "annie"], "two": ["Bob"]},
    }


def test_a_shared_nickname_is_identified_by_the_other_column():
    sides = (("Ann", "guest"), ("Bob", "guest"))
    assert transcript_columns_swapped(sides, ("guest", "Ann")) is True
    assert transcript_columns_swapped(sides, ("guest", "Bob")) is False
    with pytest.raises(PlayersAmbiguous):
        transcript_columns_swapped(sides, ("guest", "guest"))


def test_an_explicit_mapping_overrules_the_names_on_file():
    sides = (("Ann",), ("Bob",))
    assert transcript_columns_swapped(sides, ("x", "y"), {"one": "y", "two": "x"}) is True
    assert transcript_columns_swapped(sides, ("Ann", "Bob"), {"one": "Bob", "two": "Ann"}) is True
    with pytest.raises(PlayersNotMatched, match="`names` gives 'x' and 'y'"):
        transcript_columns_swapped(sides, ("Ann", "Bob"), {"one": "x", "two": "y"})


# -- Scores and games


def test_a_score_that_a_variant_without_a_cube_cannot_bring_is_refused():
    assert judge_score(ReportTerms(5, "backgammon", TERMS.names), (8, 3)).refusal is None
    assert judge_score(ReportTerms(5, "plakoto", TERMS.names), (6, 3)).refusal is None
    assert judge_score(ReportTerms(5, "plakoto", TERMS.names), (8, 3)).refusal.code == "score_impossible"


def test_a_drawn_game_is_nobodys():
    details = {
        "games": [{"winner": None, "points": 0}, {"winner": 1, "points": 2}],
        "score": [0, 2],
        "winner": 1,
    }
    for swapped, winner in ((False, 1), (True, 0)):
        match_score = match_score_of(details, swapped)
        assert [game["winner"] for game in match_score.games] == [None, winner]
        assert match_score.winner == winner


# -- What the event decides


ANN_AND_BEA = ReportTerms(5, "backgammon", (("Ann",), ("Bea",)))
CRAWFORD_GAME = "4-0" + OPENING[3:]


@pytest.mark.parametrize(
    ("rows", "options", "points"),
    [
        ("31: 8/5 |\n | Resigns\n Wins 1 point", {"illegal_plays": "stand"}, None),
        ("31: 8/5 | 42: 8/4 6/4\n | Resigns\n Wins 1 point", {"illegal_plays": "stand"}, (5, 0)),
        ("31: 8/5 6/5 | Doubles => 2\n Drops |\n|Wins 1 point", {}, None),
        ("31: 8/5 6/5 | 42: 8/4 6/4\n Doubles => 2 | Drops\n Wins 1 point", {}, None),
        (
            "31: 8/5 6/5 | 42: 8/4 6/4\n Doubles => 2 | Drops\n Wins 1 point",
            {"crawford_double": "annulled"},
            (5, 0),
        ),
    ],
)
def test_a_transcript_is_judged_by_the_options_of_the_event(rows, options, points):
    """The second game of a match to 5 is the Crawford game; without options all of them are faults."""
    text = file(TO_FOUR, "4-0\n" + rows).encode()
    usual = judge_transcript(ANN_AND_BEA, text, None)
    assert usual.refusal.code == "transcript_illegal"
    verdict = judge_transcript(replace(ANN_AND_BEA, options=options), text, None)
    if points is None:
        assert verdict.refusal.code == "transcript_illegal"
    else:
        assert verdict.match_score.points == points


def test_a_match_given_up_with_a_game_is_won_unless_the_event_says_otherwise():
    text = file(OPENING + "\n Resigns |\n|Wins 5 points and the match").encode()
    verdict = judge_transcript(ANN_AND_BEA, text, None)
    assert (verdict.match_score.winner, verdict.match_score.points) == (1, (0, 5))
    assert "match_conceded" in {note["code"] for note in verdict.details["notes"]}
    strict = replace(ANN_AND_BEA, options={"match_concession": "fault"})
    assert judge_transcript(strict, text, None).refusal.code == "transcript_illegal"


def test_no_file_turns_the_crawford_rule_off_but_the_event_may():
    rows = CRAWFORD_GAME + "\n Doubles => 2 | Takes\n 62: 24/18 13/11 | Resigns\n Wins 2 points"
    text = file(TO_FOUR, rows, header='; [Crawford "Off"]\n').encode()
    illegal = judge_transcript(ANN_AND_BEA, text, None).refusal
    assert (illegal.code, illegal.data["violations"][0]["code"]) == ("transcript_illegal", "illegal_double")
    without = replace(ANN_AND_BEA, options={"crawford": False})
    assert "illegal_double" in str(
        judge_transcript(without, text, None).refusal.data["violations"]
    )  # at match point
    other = (
        CRAWFORD_GAME
        + "\n 62: 24/18 13/11 | Doubles => 2\n Takes | 62: 24/18 13/11\n | Resigns\n Wins 2 points"
    )
    text = file(TO_FOUR, other).encode()
    assert judge_transcript(ANN_AND_BEA, text, None).refusal.code == "transcript_illegal"
    assert judge_transcript(without, text, None).match_score.points == (6, 0)


def test_a_score_is_judged_by_the_options_of_the_event():
    """From 0-2 a match to 3 is won 6-2 with a cube at 2, unless that was the Crawford game."""
    terms = ReportTerms(3, "backgammon", ANN_AND_BEA.names)
    assert judge_score(terms, (6, 2)).refusal.code == "score_impossible"
    assert judge_score(replace(terms, options={"crawford": False}), (6, 2)).refusal is None
    fevga = ReportTerms(5, "fevga", (("Ann",), ("Bea",)))
    assert judge_score(fevga, (9, 0)).refusal.code == "score_impossible"
    assert judge_score(replace(fevga, options={"variant": {"cube": True}}), (8, 0)).refusal is None


NACKGAMMON = DATA / "engine" / "gnubg" / "nack_05p_0005.mat"


def test_a_transcript_that_names_no_variant_is_of_the_match_s_own():
    named = NACKGAMMON.read_bytes()
    unnamed = b"\n".join(line for line in named.split(b"\n") if b"Variation" not in line)
    assert named != unnamed
    players = (("Bot_mixed_A",), ("Bot_mixed_B",))
    nackgammon, backgammon = ReportTerms(5, "nackgammon", players), ReportTerms(5, "backgammon", players)
    assert (
        judge_transcript(nackgammon, named, None).match_score
        == judge_transcript(nackgammon, unnamed, None).match_score
    )
    assert judge_transcript(backgammon, named, None).refusal.code == "wrong_variant"
    assert judge_transcript(backgammon, unnamed, None).refusal.code == "wrong_variant"


@pytest.mark.parametrize(
    ("options", "variant", "lengths", "option"),
    [
        ({"ilegal_plays": "stand"}, "backgammon", [5], "ilegal_plays"),
        ({"illegal_plays": "maybe"}, "backgammon", [5], "illegal_plays"),
        ({"illegal_plays": ["stand"]}, "backgammon", [5], "illegal_plays"),
        ({"holland": 1}, "backgammon", [5], "holland"),
        ({"holland": True, "crawford": False}, "backgammon", [5], "holland"),
        ({"jacoby": True}, "backgammon", [5], "jacoby"),
        ({"automatic_doubles": 1}, "backgammon", [5, 7], "automatic_doubles"),
        ({"variant": {"cube": True}}, "backgammon", [5], "cube"),
        ({"variant": {"cube": "yes"}}, "fevga", [5], "cube"),
        ({"variant": "fevga"}, "fevga", [5], "variant"),
        ({"variant": {"cube": True}}, "crowded", [5], "cube"),
        ({"x" * 999: 1}, "backgammon", [5], "x" * 999),
    ],
)
def test_options_that_do_not_fit_are_refused_by_name(options, variant, lengths, option):
    with pytest.raises(InvalidMatchOption) as refused:
        checked_match_options(options, variant, lengths)
    assert refused.value.data == {"option": option}
    assert option[:40] in str(refused.value)
    assert len(str(refused.value)) < 400


def test_options_that_fit_are_kept_as_they_were_sent():
    assert checked_match_options({"holland": True, "jacoby": False}, "backgammon", [5]) == {
        "holland": True,
        "jacoby": False,
    }
    for variant in PLAYED:
        assert checked_match_options({}, variant, [1, 99]) == {}


# -- Games


def won_by(side, points=1, cube=1, ending="single", **more):
    return {"winner": side, "points": points, "cube": cube, "ending": ending, **more}


TO_FIVE = [won_by(0, 4, 2, "gammon"), won_by(1), won_by(1, 2, 2), won_by(0, 2, 2)]


def test_games_say_who_won_and_how():
    verdict = judge_games(TERMS, TO_FIVE)
    assert verdict.refusal is None
    assert (verdict.match_score.winner, verdict.match_score.points) == (0, (6, 3))
    assert verdict.match_score.games[1] == {
        "number": 2,
        "winner": 1,
        "points": 1,
        "ending": "single",
        "cube": 1,
        "crawford": True,
    }
    assert [game["score"] for game in verdict.details["games"]] == [[4, 0], [4, 1], [4, 3], [6, 3]]


def test_what_follows_from_the_rest_of_a_game_may_be_missing():
    games = [{"winner": 0, "cube": 2, "ending": "gammon"}, {"winner": 1, "points": 1, "number": None}]
    games += [
        {"winner": 1, "points": 2, "cube": 2},
        {"winner": 0, "points": None, "cube": 2, "ending": "single"},
    ]
    assert judge_games(TERMS, games).match_score == judge_games(TERMS, TO_FIVE).match_score


@pytest.mark.parametrize(
    ("games", "code", "says"),
    [
        (TO_FIVE[:3], "games_incomplete", "The games lead to 4-3 in a 5-point match"),
        ([], "games_incomplete", "The games lead to 0-0 in a 5-point match"),
        ([TO_FIVE[1], TO_FIVE[0], *TO_FIVE[2:]], "games_impossible", "Game 3: the cube at 2 cannot stand"),
        ([*TO_FIVE, won_by(0)], "games_impossible", "Game 5: the match was over at 6-3"),
        (
            [won_by(0, 3, 2, "gammon"), won_by(1, 2, 2)],
            "games_impossible",
            "Game 1: reported as 3; a gammon with the cube at 2 is worth 4. (2 faults in all.)",
        ),
        (
            [{"winner": 0, "points": 2}],
            "games_impossible",
            "Game 1: this can be a gammon with the cube at 1, a",
        ),
        (
            [won_by(0, number=2), won_by(1, number=1)],
            "game_out_of_order",
            "Game 2 stands in the place of game 1",
        ),
        (
            [won_by(0, number=1), won_by(1, number=1)],
            "game_out_of_order",
            "Game 1 stands in the place of game 2",
        ),
    ],
)
def test_games_that_do_not_hold_are_refused_with_a_reason(games, code, says):
    verdict = judge_games(TERMS, games)
    assert verdict.match_score is None
    assert verdict.refusal.code == code
    assert says in str(verdict.refusal)
    faults = verdict.refusal.data.get("violations", [])
    assert bool(faults) == (code == "games_impossible")
    assert faults == (verdict.details["violations"] if faults else [])


def test_penalty_points_stand_in_the_score_before_the_first_game():
    ahead = replace(TERMS, start=(4, 0))
    assert judge_games(ahead, [won_by(0)]).match_score.points == (5, 0)
    crawford = judge_games(ahead, [won_by(0, 2, 2)]).refusal
    assert "Game 1: the cube at 2 cannot stand: this is the Crawford game" in str(crawford)
    assert judge_games(replace(TERMS, start=(5, 0)), [won_by(0)]).refusal.code == "score_impossible"


def test_games_are_judged_by_the_options_of_the_event():
    without = replace(TERMS, options={"crawford": False})
    assert (
        judge_games(without, [won_by(0, 4, 2, "gammon"), won_by(1, 6, 2, "backgammon")]).match_score.winner
        == 1
    )
    plakoto = replace(TERMS, variant="plakoto", length=1)
    assert len(judge_games(plakoto, [won_by(None, 0, 1, "draw"), won_by(1)]).match_score.games) == 2
    assert judge_games(replace(plakoto, length=3), [won_by(1, 2, 2)]).refusal.code == "games_impossible"
