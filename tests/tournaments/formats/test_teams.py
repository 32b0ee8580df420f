"""Matches of teams: how the boards decide them, and what is still to play."""

from dataclasses import replace

import pytest

from tournaments.formats import Empty, History, PairingResult, Teams
from tournaments.formats.by_hand import paired_by_hand
from tournaments.formats.errors import AlreadyPaired, InvalidFormatOption, PairsItself, UnknownFormatOption

from .contract import with_published

KNOCKOUT = {"event": {"format": "single_elimination"}}
TWO = History((1, 2))


def played(history, *boards, key="R1-M1", pair=(1, 2)):
    """The history with boards decided, board 1 first: (winner, points of both); None is open."""
    results = dict(history.results)
    for number, board in enumerate(boards, 1):
        if board is not None:
            winner, *score = board
            decided = PairingResult(*pair, winner, tuple(score), played=bool(score))
            results[f"{key}-B{number}", frozenset(pair)] = decided
    return replace(history, results=results)


ONE, TWO_WON, NOBODY = (1, 5, 2), (2, 4, 5), (None,)


def ended(format, history):
    """Who came out of the only match."""
    return format.draw_parts(history)[0].rounds[0][0].winner


def test_a_pairing_is_a_match_on_every_board():
    due = Teams.from_mapping(KNOCKOUT | {"boards": 3}).due_pairings(TWO)
    assert [(each.key, each.board, each.one, each.two) for each in due] == [
        ("R1-M1-B1", 1, 1, 2),
        ("R1-M1-B2", 2, 1, 2),
        ("R1-M1-B3", 3, 1, 2),
    ]


@pytest.mark.parametrize(
    ("options", "boards", "winner"),
    [
        ({}, (ONE, TWO_WON, ONE), 1),
        ({}, (ONE, TWO_WON, TWO_WON), 2),
        ({}, (ONE, ONE, None), Empty.PENDING),
        ({}, (NOBODY, TWO_WON, ONE), 2),
        ({}, (NOBODY, NOBODY, ONE), 1),
        ({}, (NOBODY, NOBODY, NOBODY), Empty.BYE),
        ({"boards": 2}, (TWO_WON, ONE), 2),
        ({"boards": 2, "points": True}, (TWO_WON, ONE), 1),
        ({"boards": 2, "points": True}, ((2, 2, 5), (1, 5, 2)), 2),
        ({"boards": 2, "level": "decider"}, (TWO_WON, ONE), Empty.PENDING),
        ({"boards": 2, "level": "decider"}, (TWO_WON, ONE, ONE), 1),
        ({"boards": 2, "level": "decider"}, (TWO_WON, ONE, NOBODY), Empty.BYE),
        ({"boards": 2, "level": "decider"}, (TWO_WON, TWO_WON), 2),
        ({"boards": 2, "level": "decider", "points": True}, (TWO_WON, ONE), 1),
    ],
)
def test_the_boards_decide(options, boards, winner):
    assert ended(Teams.from_mapping(KNOCKOUT | {"boards": 3} | options), played(TWO, *boards)) == winner


def test_one_board_more_is_played_only_where_all_others_are_over_and_level():
    format = Teams.from_mapping(KNOCKOUT | {"boards": 2, "level": "decider"})
    due = {boards: [each.board for each in format.due_pairings(played(TWO, *boards))] for boards in LEVELS}
    assert due == LEVELS
    stands = format.pairings(played(TWO, ONE, TWO_WON, TWO_WON))
    assert [each.board for each in stands] == [1, 2, 3]


LEVELS = {(): [1, 2], (ONE,): [2], (ONE, TWO_WON): [3], (ONE, ONE): [], (ONE, TWO_WON, TWO_WON): []}


def test_a_board_that_decided_stands_no_more_where_the_others_do():
    format = Teams.from_mapping(KNOCKOUT | {"boards": 2, "level": "decider"})
    corrected = played(TWO, ONE, ONE, TWO_WON)
    assert [each.board for each in format.pairings(corrected)] == [1, 2]
    assert ended(format, corrected) == 1


def test_a_drawn_match_is_half_a_match_point_each_and_boards_are_listed():
    format = Teams.from_mapping({"boards": 2, "level": "drawn"})
    places = {place.entry: place for place in format.standings(played(TWO, ONE, TWO_WON))}
    assert [float(places[entry].points) for entry in (1, 2)] == [0.5, 0.5]
    assert {figure.code: figure.value for figure in places[1].figures}["points_won"] == 1


def test_match_points_come_before_boards():
    """1 beats both 2-1, 2 beats 3 3-0: one match point less, one board more than 3 boards would give."""
    format, history = Teams.from_mapping({}), History((1, 2, 3))
    pairs = {(p.one, p.two): p.key.rpartition("-B")[0] for p in all_pairings(format, history)}
    for pair, key in pairs.items():
        first, last = min(pair), max(pair)
        tight = first == 1
        boards = [(first, 5, 0), (first, 5, 0), (last if tight else first, 5, 0)]
        history = played(history, *boards, key=key, pair=pair)
    places = format.standings(history)
    assert [(place.entry, place.points) for place in places] == [(1, 2), (2, 1), (3, 0)]
    figures = [{figure.code: figure.value for figure in place.figures}["points_won"] for place in places]
    assert figures == [4, 4, 1]


def all_pairings(format, history):
    """Every board of an event in which everything is won by who is drawn better."""
    found = {}
    while due := format.due_pairings(history):
        for pairing in due:
            found[pairing.key] = pairing
            decided = PairingResult(pairing.one, pairing.two, min(pairing.one, pairing.two), (5, 0))
            history = replace(history, results={**history.results, pairing.meet_key: decided})
    return found.values()


def test_who_leaves_in_the_middle_gives_up_the_boards_that_are_left():
    format = Teams.from_mapping(KNOCKOUT | {"boards": 3})
    left = replace(played(TWO, TWO_WON), withdrawn=frozenset({2}), left=(2,))
    assert format.due_pairings(left) == ()
    assert ended(format, left) == 1
    assert [each.board for each in format.pairings(left)] == [1]
    awaiting = replace(left, pending=frozenset({("R1-M1-B2", frozenset((1, 2)))}))
    assert [each.board for each in format.due_pairings(awaiting)] == [2]
    assert ended(format, awaiting) is Empty.PENDING


def test_round_pairings_name_every_board_and_are_read_again():
    format = Teams.from_mapping({"event": {"format": "swiss", "options": {"rounds": 2}}, "boards": 2})
    history = with_published(format, History((1, 2, 3, 4), seed="lots"))
    (round_pairings,) = history.paired_rounds
    assert [pairing.board for pairing in round_pairings.pairings] == [1, 2, 1, 2]
    assert format.due_pairings(history) == round_pairings.pairings
    assert [p.board for p in format.history_of_teams(history).paired_rounds[0].pairings] == [0, 0]


def test_teams_are_paired_by_hand_on_every_board():
    format = Teams.from_mapping({"event": {"format": "swiss", "options": {"rounds": 2}}, "boards": 2})
    history = History((1, 2, 3, 4), seed="lots", held=True)
    round_pairings = paired_by_hand(format, history, 1, 2)
    assert [(each.one, each.two, each.board) for each in round_pairings.pairings] == [(1, 2, 1), (1, 2, 2)]
    history = replace(history, paired_rounds=(round_pairings,))
    with pytest.raises(AlreadyPaired):
        paired_by_hand(format, history, 1, 3)
    with pytest.raises(PairsItself, match="Round robin"):
        paired_by_hand(Teams.from_mapping({}), history, 3, 4)
    rest = with_published(format, replace(history, held=False)).paired_rounds[1]
    assert {each.one for each in rest.pairings} | {each.two for each in rest.pairings} == {3, 4}


@pytest.mark.parametrize(
    ("options", "names"),
    [
        ({"event": "swiss"}, "event"),
        ({"event": {"format": "teams"}}, "event"),
        ({"event": {"format": ["swiss"]}}, "event"),
        ({"event": {"format": "swiss", "options": 3}}, "event"),
        ({"event": {"format": "swiss", "boards": 3}}, "event"),
        ({"boards": 1}, "boards"),
        ({"boards": 17}, "boards"),
        ({"level": "toss"}, "level"),
        (KNOCKOUT | {"level": "drawn"}, "level"),
        ({"event": {"format": "groups"}, "level": "drawn"}, "level"),
        ({"event": {"format": "stages"}, "level": "drawn"}, "level"),
        ({"event": {"format": "sections"}, "level": "drawn"}, "level"),
    ],
)
def test_what_teams_cannot_play_is_refused(options, names):
    with pytest.raises(InvalidFormatOption) as refused:
        Teams.from_mapping(options)
    assert refused.value.data["option"] == names


def test_options_of_the_event_are_its_own():
    with pytest.raises(UnknownFormatOption, match="swiss has no option 'lives'"):
        Teams.from_mapping({"event": {"format": "swiss", "options": {"lives": 2}}})


def test_a_board_that_decided_before_a_correction_is_no_longer_of_the_match():
    format = Teams.from_mapping({"boards": 2, "level": "decider"})
    decided = played(TWO, ONE, TWO_WON, ONE)
    corrected = played(decided, TWO_WON)
    without = replace(
        corrected, results={meet: each for meet, each in corrected.results.items() if meet[0] != "R1-M1-B3"}
    )
    assert len(format.pairings(decided)) == 3
    assert len(format.pairings(corrected)) == 2
    assert format.standings(corrected) == format.standings(without)
    assert format.history_of_teams(corrected).results == format.history_of_teams(without).results


def test_only_formats_that_rank_take_tiebreaks():
    assert not Teams.from_mapping(KNOCKOUT).has_tiebreaks
    assert Teams.from_mapping({"event": {"format": "groups"}}).has_tiebreaks


@pytest.mark.parametrize(("boards", "was_played"), [((ONE, (1,), ONE), True), (((1,), (1,), (1,)), False)])
def test_a_match_of_teams_was_played_if_a_board_of_it_was(boards, was_played):
    format = Teams.from_mapping(KNOCKOUT | {"boards": 3})
    (decided,) = format.history_of_teams(played(TWO, *boards)).results.values()
    assert decided.played is was_played
