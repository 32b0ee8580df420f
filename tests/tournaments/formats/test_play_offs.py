"""Places played off: when, by whom, and what becomes of it."""

from dataclasses import replace
from random import Random

import pytest

from tournaments.clubs.errors import UnknownEntry
from tournaments.formats import History, PairingResult
from tournaments.formats.by_hand import play_off_by_hand, ties_to_play_off
from tournaments.formats.elimination.single import SingleElimination
from tournaments.formats.errors import (
    DifferentDivisions,
    EntryAbsent,
    EntryBusy,
    NoPlayOff,
    NotTied,
    PairedWithItself,
)
from tournaments.formats.round_robin.format import RoundRobin
from tournaments.formats.staging.groups import Groups
from tournaments.formats.staging.stages import Stages
from tournaments.formats.swiss.format import Swiss
from tournaments.formats.swiss.lives import Lives
from tournaments.formats.teams import Teams

from .contract import RR, SE, with_published, with_result

CODES = ("points_difference", "play_off")


def won(history, pairing, winner):
    points = (7, 3) if winner == pairing.one else (3, 7)
    return with_result(history, PairingResult(pairing.one, pairing.two, winner, points), pairing.key)


def played(format, history, wins):
    """Everything due is played; of two the one wins that `wins` says."""
    history = with_published(format, history)
    while due := format.due_pairings(history):
        for pairing in due:
            history = with_published(format, won(history, pairing, wins(pairing.one, pairing.two)))
    return history


def in_a_ring(one, two):
    """Of 1, 2 and 3 each beats the next, the last the first; else the first in the draw wins."""
    return 3 if {one, two} == {1, 3} else min(one, two)


def with_play_offs(format, history, *entries):
    round_pairings = play_off_by_hand(format, history, entries)
    return replace(history, paired_rounds=(*history.paired_rounds, round_pairings))


def meets(format, history):
    return [(pairing.key, pairing.one, pairing.two) for pairing in format.due_pairings(history)]


def places(format, history):
    return [(place.entry, place.first, place.last) for place in format.standings(history)]


@pytest.fixture
def ring():
    """1 beat 2, 2 beat 3, 3 beat 1, all by as much; 4 lost to everybody."""
    format = RoundRobin()
    return format, played(format, History((1, 2, 3, 4), tiebreaks=CODES), in_a_ring)


def test_three_who_are_equal_play_each_other(ring):
    format, history = ring
    assert format.is_over(history)
    assert ties_to_play_off(format, history) == ((1, 2, 3),)
    assert places(format, history) == [(1, 1, 3), (2, 1, 3), (3, 1, 3), (4, 4, 4)]
    history = with_play_offs(format, history, 1, 2, 3)
    assert not format.is_over(history)
    assert not format.standings(history)[0].clinched
    assert meets(format, history) == [("PO-1", 1, 2)], "one at a time for each"
    history = won(history, format.due_pairings(history)[0], 2)
    assert meets(format, history) == [("PO-2", 1, 3)]
    history = won(history, format.due_pairings(history)[0], 1)
    history = won(history, format.due_pairings(history)[0], 2)
    assert format.is_over(history)
    assert places(format, history) == [(2, 1, 1), (1, 2, 2), (3, 3, 3), (4, 4, 4)]
    first = format.standings(history)[0]
    assert (first.points, [figure.code for figure in first.figures]) == (2, list(CODES)), (
        "it brings no points"
    )
    assert [(part.code, len(part.rounds), part.is_bracket) for part in format.draw_parts(history)] == [
        ("main", 3, False),
        ("play_off", 1, False),
    ]
    assert len(format.pairings(history)) == 6 + 3
    assert len({pairing.step for pairing in format.pairings(history)}) == 3 + 3
    assert ties_to_play_off(format, history) == ()


def test_whoever_is_still_equal_may_play_off_again(ring):
    format, history = ring
    history = with_play_offs(format, history, 1, 2, 3)
    while due := format.due_pairings(history):
        history = won(history, due[0], in_a_ring(due[0].one, due[0].two))
    assert ties_to_play_off(format, history) == ((1, 2, 3),)
    history = with_play_offs(format, history, 1, 3)
    assert [(pairing.key, pairing.round) for pairing in format.due_pairings(history)] == [("PO-4", 2)]
    history = won(history, format.due_pairings(history)[0], 1)
    assert [entry for entry, *_ in places(format, history)] == [1, 2, 3, 4]


def test_those_who_were_not_asked_share_what_is_left(ring):
    format, history = ring
    history = with_play_offs(format, history, 1, 2)
    history = won(history, format.due_pairings(history)[0], 2)
    assert places(format, history) == [(2, 1, 1), (3, 2, 2), (1, 3, 3), (4, 4, 4)]


def test_a_correction_that_takes_the_tie_away_lets_it_fall_and_back(ring):
    format, history = ring
    history = with_play_offs(format, history, 1, 2, 3)
    history = won(history, format.due_pairings(history)[0], 2)
    (key, pair), before = next(
        (meet, decided) for meet, decided in history.results.items() if meet[1] == {1, 3}
    )
    corrected = with_result(history, PairingResult(before.one, before.two, 1, before.score[::-1]), key)
    assert meets(format, corrected) == []
    assert format.is_over(corrected)
    assert places(format, corrected) == [(1, 1, 1), (2, 2, 2), (3, 3, 3), (4, 4, 4)]
    assert [part.code for part in format.draw_parts(corrected)] == ["main"]
    undone = with_result(corrected, before, key)
    assert meets(format, undone) == meets(format, history) == [("PO-2", 1, 3)]
    assert format.standings(undone) == format.standings(history)
    replayed = replace(
        history, results={meet: r for meet, r in history.results.items() if meet != (key, pair)}
    )
    assert meets(format, replayed) == [(key, before.one, before.two)], "first what is to be replayed"


def test_two_who_share_other_places_now_do_not_play_off():
    """1 and 2 were equal; by what counts now 1 is equal to 3, and 2 to 4."""
    format = RoundRobin()
    history = played(format, History((1, 2, 3, 4), tiebreaks=("play_off",)), in_a_ring)
    history = with_play_offs(format, history, 1, 2)
    beaten = {frozenset(pair): pair[0] for pair in ((1, 2), (1, 4), (3, 1), (3, 2), (4, 3), (2, 4))}
    for key, pair in history.results:
        one, two = sorted(pair)
        history = with_result(history, PairingResult(one, two, beaten[pair], (7, 3)), key)
    assert {frozenset(tie) for tie in ties_to_play_off(format, history)} == {
        frozenset((1, 3)),
        frozenset((2, 4)),
    }
    assert format.is_over(history)


def test_while_any_match_is_to_be_replayed_nobody_plays_off(ring):
    """Not even two who are equal whatever comes of it."""
    format, history = ring
    history = with_play_offs(format, history, 1, 2)
    others = {meet: decided for meet, decided in history.results.items() if meet[1] != {3, 4}}
    assert [{one, two} for _, one, two in meets(format, replace(history, results=others))] == [{3, 4}]


def test_whoever_leaves_loses_what_is_not_played(ring):
    format, history = ring
    history = with_play_offs(format, history, 1, 2, 3)
    history = replace(history, withdrawn=frozenset({1}), left=(1,))
    assert meets(format, history) == [("PO-3", 2, 3)]
    history = won(history, format.due_pairings(history)[0], 3)
    assert format.is_over(history)
    assert [entry for entry, *_ in places(format, history)] == [3, 2, 1, 4]
    assert history.results.keys() == {pairing.meet_key for pairing in format.pairings(history)}


@pytest.mark.parametrize(
    ("entries", "refusal", "says"),
    [
        ((1, 4), NotTied, "Entries 1, 4 do not share"),
        ((1, 2, 4), NotTied, "1, 2, 4"),
        ((1, 9), UnknownEntry, "9"),
        ((1, 2, 1), PairedWithItself, "1"),
    ],
)
def test_who_does_not_play_off(ring, entries, refusal, says):
    format, history = ring
    with pytest.raises(refusal, match=says):
        play_off_by_hand(format, history, entries)


def test_when_nothing_is_played_off(ring):
    format, history = ring
    gone = replace(history, withdrawn=frozenset({2}), left=(2,))
    with pytest.raises(EntryAbsent, match="2 has withdrawn"):
        play_off_by_hand(format, gone, (1, 2))
    assert ties_to_play_off(format, gone) == ((1, 3),)
    asked = with_play_offs(format, history, 1, 2)
    with pytest.raises(EntryBusy, match="1 has yet to finish PO-1"):
        play_off_by_hand(format, asked, (1, 3))
    assert ties_to_play_off(format, asked) == ()
    decided = won(asked, format.due_pairings(asked)[0], 1)
    with pytest.raises(NotTied):
        play_off_by_hand(format, decided, (1, 2))
    with pytest.raises(NoPlayOff, match="do not name play_off"):
        play_off_by_hand(format, replace(history, tiebreaks=()), (1, 2))
    assert ties_to_play_off(format, replace(history, tiebreaks=())) == ()
    with pytest.raises(NoPlayOff, match="when all other matches are over"):
        play_off_by_hand(format, History((1, 2, 3), tiebreaks=CODES), (1, 2))
    for other in (SingleElimination(), Lives()):
        with pytest.raises(NoPlayOff, match="nothing is played off in this format"):
            play_off_by_hand(other, History((1, 2, 3), tiebreaks=CODES), (1, 2))
        assert ties_to_play_off(other, history) == ()


def test_no_other_order_of_tie_breaks_lets_it_stand(ring):
    format, history = ring
    history = with_play_offs(format, history, 1, 2)
    otherwise = replace(history, tiebreaks=("points_difference",))
    assert meets(format, otherwise) == []
    assert format.is_over(otherwise)


def test_in_a_swiss_the_rounds_are_not_paired_anew():
    format = Swiss.from_mapping({"rounds": 2, "first_round": "seeds"})
    history = played(format, History((1, 2, 3, 4, 5, 6), tiebreaks=("play_off",), seed="s"), min)
    tie = ties_to_play_off(format, history)[0][:2]
    published = len(history.paired_rounds)
    history = with_published(format, with_play_offs(format, history, *tie))
    assert len(history.paired_rounds) == published + 1
    assert meets(format, history) == [("PO-1", *tie)]
    assert not format.is_over(history)
    history = with_published(format, won(history, format.due_pairings(history)[0], tie[1]))
    assert format.is_over(history)
    order = [entry for entry, *_ in places(format, history)]
    assert order.index(tie[1]) < order.index(tie[0])
    assert history.results.keys() == {pairing.meet_key for pairing in format.pairings(history)}


def test_in_groups_whoever_wins_the_play_off_goes_on():
    """Groups of 1, 4, 5 and of 2, 3, 6; those of the first beat each other in turn."""
    format = Groups.from_mapping({"groups": 2, "advance": 1})
    history = History((1, 2, 3, 4, 5, 6), tiebreaks=CODES, seed="s")
    while due := [each for each in format.due_pairings(history) if each.key.startswith("G")]:
        one, two = due[0].one, due[0].two
        winner = {frozenset((1, 4)): 1, frozenset((4, 5)): 4, frozenset((1, 5)): 5}.get(frozenset((one, two)))
        history = won(history, due[0], winner or min(one, two))
    assert [each.key for each in format.due_pairings(history)] == ["K-R1-M1"], "lots say who goes on"
    assert ties_to_play_off(format, history) == ((1, 4, 5),)
    with pytest.raises(DifferentDivisions, match="Entries 1, 2 have been in no group together"):
        play_off_by_hand(format, history, (1, 2))
    for winner in (4, 5):
        off = with_play_offs(format, history, 4, 5)
        assert [each.key for each in format.due_pairings(off)] == ["G1-PO-1"], "the knockout waits"
        assert off.paired_rounds[-1].part == "group-1-play_off"
        assert "group-1-play_off" in {part.code for part in format.draw_parts(off)}
        with pytest.raises(EntryBusy, match="4 has yet to finish G1-PO-1"):
            play_off_by_hand(format, off, (1, 4))
        off = won(off, format.due_pairings(off)[0], winner)
        (final,) = format.due_pairings(off)
        assert (final.key, {final.one, final.two}) == ("K-R1-M1", {winner, 2})
    over = won(history, format.due_pairings(history)[0], 2)
    assert format.is_over(over)
    with pytest.raises(NoPlayOff, match="later stage"):
        play_off_by_hand(format, over, (4, 5))
    assert ties_to_play_off(format, over) == ()


def test_in_stages_and_for_teams():
    stages = [{"format": RR}, {"format": SE, "from": [{"stage": 1, "places": [1, 2]}]}]
    assert Stages.from_mapping({"stages": stages}).plays_off
    assert not Stages.from_mapping({"stages": [{"format": SE}]}).plays_off
    format = Teams.from_mapping({"boards": 2, "level": "drawn"})
    assert format.plays_off
    assert not Teams.from_mapping({"event": {"format": SE}, "boards": 2}).plays_off
    history = History((1, 2, 3), tiebreaks=("play_off",))
    while due := format.due_pairings(history):
        history = won(history, due[0], in_a_ring(due[0].one, due[0].two))
    assert ties_to_play_off(format, history) == ((1, 2, 3),)
    history = with_play_offs(format, history, 1, 2)
    assert [each.key for each in format.due_pairings(history)] == ["PO-1-B1", "PO-1-B2"]
    while due := format.due_pairings(history):
        history = won(history, due[0], 2)
    assert [entry for entry, *_ in places(format, history)] == [2, 3, 1]


@pytest.mark.parametrize("seed", range(30))
def test_whatever_happens_a_key_means_one_match_and_nobody_plays_two(seed):
    """Random events whose ties are played off, with withdrawals in between, end with everybody placed."""
    random = Random(seed)
    format = random.choice(
        [RoundRobin(), Swiss.from_mapping({"rounds": 3}), Groups.from_mapping({"groups": 2})]
    )
    history = with_published(format, History(tuple(range(1, 9)), tiebreaks=("play_off",), seed=str(seed)))
    seen, asked = {}, 0
    while True:
        due = format.due_pairings(history)
        busy = [entry for pairing in due for entry in (pairing.one, pairing.two)]
        assert len(busy) == len({*busy})
        # A play-off in a group may say anew who plays the knockout.
        for pairing in (each for each in due if not each.key.startswith("K")):
            assert seen.setdefault(pairing.key, pairing) == pairing
        if len(history.withdrawn) < 2 and random.random() < 0.05:
            gone = random.choice([entry for entry in history.entries if entry not in history.withdrawn])
            history = replace(history, withdrawn=history.withdrawn | {gone}, left=(*history.left, gone))
        elif (groups := ties_to_play_off(format, history)) and asked < 6 and random.random() < 0.7:
            asked += 1
            history = with_play_offs(format, history, *random.choice(groups)[: random.choice([2, 3])])
        elif due:
            pairing = random.choice(due)
            history = won(history, pairing, random.choice([pairing.one, pairing.two]))
        else:
            break
        history = with_published(format, history)
    assert format.is_over(history)
    assert all(place.clinched for place in format.standings(history))
    assert sorted(place.entry for place in format.standings(history)) == [*range(1, 9)]
