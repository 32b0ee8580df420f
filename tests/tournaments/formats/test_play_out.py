"""Events played out in memory, by any format: only what is due is played, and all of it."""

from collections import Counter
from dataclasses import dataclass, replace
from itertools import groupby

import pytest

from tests.each import check_all, each
from tests.effort import EFFORT
from tournaments.formats import FORMATS, History
from tournaments.formats.errors import FormatMisfit, PlacesMissing
from tournaments.formats.play_out import (
    LOTS,
    RATING,
    PlayOuts,
    Toss,
    kind_of_part,
    match_of_board,
    rounds_of_play,
)

from .contract import samples, with_published
from .test_trial_format import KingOfTheHill

SAMPLES = samples()
SIZES = range(2, 34) if EFFORT > 1 else (2, 3, 5, 8, 9, 13)


def played(format, size, seed=0):
    return tuple(PlayOuts(format, size).play_out(seed))


def check_play_out(format, size):
    """Tosses made in the same order lead to the same event, played as the format says, to its end."""
    try:
        format.check_field(size)
    except (FormatMisfit, PlacesMissing):
        return
    matches, toss = played(format, size, seed=size), Toss(size)
    entries = tuple(range(1, size + 1))
    history = with_published(format, History(entries, seed=LOTS, ratings=dict.fromkeys(entries, RATING)))
    for number, (play_round, of_round) in enumerate(groupby(matches, lambda match: match.play_round), 1):
        pairings = [match.pairing for match in of_round]
        assert play_round == number, "rounds of play follow one another"
        asked = Counter(entry for pairing in pairings for entry in (pairing.one, pairing.two))
        boards = {match_of_board(pairing): pairing for pairing in pairings}.values()
        assert len(asked) == 2 * len(boards), "nobody plays two at once"
        due = format.due_pairings(history)
        assert set(pairings) <= set(due), "what is played is due"
        made = {pairing.meet_key: toss.result_of(pairing) for pairing in pairings}
        history = with_published(format, replace(history, results={**history.results, **made}))
    assert len(history.results) == len(matches), "nothing is played twice"
    assert format.is_over(history), "all of it is played"


@pytest.mark.long
@pytest.mark.parametrize("name", SAMPLES)
def test_every_format_is_played_out_as_it_says(name):
    # The largest tables say nothing that smaller ones do not.
    check_all(check_play_out, [(SAMPLES[name], size) for size in SIZES])


def test_a_format_never_heard_of_is_played_out():
    for size in SIZES:
        check_play_out(KingOfTheHill(matches=9, stays=3), size)


@each("code", FORMATS)
def test_the_same_seed_gives_the_same_event_and_another_another(code):
    format = FORMATS[code].from_mapping({})
    assert played(format, 8, seed=1) == played(format, 8, seed=1)
    one, two = (
        [toss.result_of(match.pairing).winner for match in played(format, 8, seed=3)]
        for toss in (Toss(1), Toss(2))
    )
    assert one != two


@each(
    "code, options, waiting",
    [
        # Round 2 of a Swiss waits for all of round 1; pairing as players get free, it does not.
        ("swiss", {}, {("main", 2), ("main", 3), ("main", 4), ("main", 5)}),
        ("swiss", {"pairing": "continuous"}, set()),
        # Everybody against everybody goes on as players are free, or by rounds.
        ("round_robin", {"rounds": 3}, set()),
        ("round_robin", {"rounds": 3, "order": "by_rounds"}, {("main", 2), ("main", 3)}),
        # A bracket waits for nobody; the knockout of groups opens when all groups are over.
        ("double_elimination", {}, set()),
        ("groups", {}, {("main", 1)}),
        (
            "groups",
            {"group_size": 8, "meetings": 2, "order": "by_rounds"},
            {("main", 1), *(("group-N", round) for round in range(2, 15))},
        ),
    ],
)
def test_what_waits_for_a_whole_round_is_found_out(code, options, waiting):
    matches = played(FORMATS[code].from_mapping(options), 16)
    found = {(kind_of_part(match.pairing.part), match.pairing.round) for match in matches if match.waits}
    assert found == waiting


def test_one_board_more_waits_for_its_own_match_alone():
    teams = {"event": {"format": "swiss"}, "level": "decider", "boards": 2}
    matches = played(FORMATS["teams"].from_mapping(teams), 16)
    waits = {(match.pairing.round, match.pairing.board): match.waits for match in matches}
    assert {each for each, waiting in waits.items() if not waiting} >= {(1, 1), (1, 2), (1, 3), (2, 3)}
    assert waits[2, 1]
    assert waits[2, 2]


@dataclass(frozen=True)
class Meeting:
    """As much of a pairing as its order of play takes."""

    key: str
    one: int
    two: int
    board: int = 0


def test_rounds_of_play_are_as_few_as_they_can_be():
    meetings = [
        Meeting("a", 1, 2),
        Meeting("b", 3, 4),
        Meeting("c", 5, 1),
        Meeting("d", 3, 6),
        Meeting("e", 5, 3),
    ]
    assert [[each.key for each in round] for round in rounds_of_play(meetings)] == [
        ["a", "b"],
        ["c", "d"],
        ["e"],
    ]


def test_the_boards_of_a_match_of_teams_are_in_one_round():
    meetings = [Meeting(f"a-B{board}", 1, 2, board) for board in (1, 2)] + [Meeting("b-B1", 2, 3, 1)]
    assert [[each.key for each in round] for round in rounds_of_play(meetings)] == [
        ["a-B1", "a-B2"],
        ["b-B1"],
    ]
