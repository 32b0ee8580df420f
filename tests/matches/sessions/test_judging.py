"""What becomes of a session that is handed in."""

from datetime import date

import pytest

import engine
from matches.play.errors import PlayersNotMatched, TranscriptIllegal, TranscriptUnreadable
from matches.sessions.errors import InvalidSession, NoGameEnded, NotASession
from matches.sessions.rules.balances import CountedSession, balances_of, games_of_side, total_of
from matches.sessions.rules.judging import (
    SessionRules,
    check_played_on,
    is_session,
    is_swapped,
    judge_games,
    judge_transcript,
)

from .sheets import ILLEGAL, LIMITED, MATCH, SESSION

ANN_BOB = (("Ann", "annie"), ("Bob",))


def test_a_session_is_kept_with_its_games_and_what_it_says_itself():
    judged = judge_transcript(SESSION, ANN_BOB, said=SessionRules(False, True, 2))
    assert judged.points == (1, 4)
    assert judged.games == (
        {"winner": 0, "points": 1, "cube": 1, "ending": "pass"},
        {"winner": 1, "points": 4, "cube": 4, "ending": "resignation"},
    )
    # Jacoby and beavers stand in the file; of automatic doubles it says nothing.
    assert judged.rules == SessionRules(True, False, 2)
    assert (judged.variant, judged.swapped, judged.played_on) == ("backgammon", False, date(2026, 10, 30))
    assert [note["code"] for note in judged.remarks] == ["early_concession"]


def test_the_other_column_may_be_side_one():
    judged = judge_transcript(SESSION, (("Bob",), ("Ann",)))
    assert (judged.points, judged.swapped) == ((4, 1), True)
    assert [game["winner"] for game in judged.games or ()] == [1, 0]


@pytest.mark.parametrize(
    ("tag", "said", "found"),
    [
        (b'; [Jacoby "On"]\n', False, True),
        (b'; [Jacoby "Off"]\n', True, False),
        (b"", True, True),
        (b"", False, False),
        (b"", None, None),
    ],
)
def test_what_the_file_names_goes_before_what_is_said(tag, said, found):
    sheet = SESSION.replace(b'; [Jacoby "On"]\n', tag)
    assert judge_transcript(sheet, ANN_BOB, said=SessionRules(jacoby=said)).rules.jacoby is found


def test_a_rule_that_is_said_is_judged_by():
    """A beaver is a fault where both say that they play without, unless the file itself says otherwise."""
    sheet = SESSION.replace(b'; [Beaver "Off"]\n', b"").replace(
        b" Drops\n      Wins 1 point\n",
        b" Beavers => 4\n  3)  Drops\n                        Wins 2 points\n",
    )
    sheet = sheet.replace(
        b"Ann : 1                             Bob : 0", b"Ann : 0                             Bob : 2"
    )
    sheet = sheet.replace(
        b"Ann : 1                             Bob : 4", b"Ann : 0                             Bob : 6"
    )
    assert judge_transcript(sheet, ANN_BOB).points == (0, 6)
    with pytest.raises(TranscriptIllegal):
        judge_transcript(sheet, ANN_BOB, said=SessionRules(beavers=False))
    named = sheet.replace(b'; [Jacoby "On"]', b'; [Jacoby "On"]\n; [Beaver "On"]')
    assert judge_transcript(named, ANN_BOB, said=SessionRules(beavers=False)).rules.beavers is True


def test_a_servers_session_with_a_limit_is_one_and_a_match_is_none():
    assert is_session(engine.read(LIMITED))
    assert not is_session(engine.read(MATCH))
    judged = judge_transcript(LIMITED, ANN_BOB, said=SessionRules(True, True, 1))
    assert (judged.points, judged.rules) == ((1, 0), SessionRules())
    with pytest.raises(NotASession) as refused:
        judge_transcript(MATCH, ANN_BOB)
    assert refused.value.data["length"] == 16


@pytest.mark.parametrize(
    ("sheet", "refusal"),
    [
        (ILLEGAL, TranscriptIllegal),
        (b"nothing of the kind", TranscriptUnreadable),
        (SESSION[: SESSION.index(b"  2)  Doubles")], NoGameEnded),
    ],
)
def test_what_is_refused(sheet, refusal):
    with pytest.raises(refusal):
        judge_transcript(sheet, ANN_BOB)


@pytest.mark.parametrize(
    ("columns", "names", "own_name", "swapped"),
    [
        (("Ann", "Bob"), ANN_BOB, "", False),
        (("bob", "ANNIE"), ANN_BOB, "", True),
        (("Ann", "stranger"), ANN_BOB, "", False),
        (("stranger", "Bob"), ANN_BOB, "", False),
        (("Bob", "stranger"), ANN_BOB, "", True),
        (("", "Bob"), ANN_BOB, "", False),
        (("Ann", "Bob"), ANN_BOB, "bob", True),
        (("x", "y"), ANN_BOB, "y", True),
    ],
)
def test_who_is_who(columns, names, own_name, swapped):
    assert is_swapped(columns, names, own_name) is swapped


@pytest.mark.parametrize(
    ("columns", "own_name"), [(("x", "y"), ""), (("Ann", "ann"), ""), (("Ann", "Bob"), "Cem")]
)
def test_nobody_guesses_who_is_who(columns, own_name):
    with pytest.raises(PlayersNotMatched) as refused:
        is_swapped(columns, ANN_BOB, own_name)
    assert refused.value.data["players"] == list(columns)


def test_games_are_added_up():
    judged = judge_games([{"winner": 0, "points": 2}, {"winner": 1, "points": 1}, {"winner": 0, "points": 8}])
    assert judged.points == (10, 1)
    with pytest.raises(NoGameEnded):
        judge_games([])


def test_nothing_is_kept_of_tomorrow():
    check_played_on(date(2026, 10, 30), date(2026, 10, 30))
    with pytest.raises(InvalidSession):
        check_played_on(date(2026, 10, 31), date(2026, 10, 30))


def test_balances():
    """Against 7: +3 −2 in two sessions, of which the games of one are known; guests by name."""
    found = balances_of(
        [
            CountedSession(7, "", (3, 0), (2, 0)),
            CountedSession(None, "Bo", (0, 5), (0, 1)),
            CountedSession(7, "", (0, 2), None),
            CountedSession(None, "BO", (1, 0), (1, 0)),
        ]
    )
    assert [(each.opponent, each.guest, each.sessions, each.net) for each in found] == [
        (7, "", 2, 1),
        (None, "Bo", 2, -4),
    ]
    assert (found[0].games_won, found[0].games_lost) == (2, 0)
    total = total_of(found)
    assert (total.sessions, total.points_won, total.points_lost, total.net) == (4, 4, 7, -3)
    assert (total.games_won, total.games_lost) == (3, 1)


def test_a_draw_is_nobodys_game():
    games = [{"winner": 0}, {"winner": None}, {"winner": 1}, {"winner": 1}]
    assert games_of_side(games, 0) == (1, 2)
    assert games_of_side(games, 1) == (2, 1)
    assert games_of_side(None, 1) is None
