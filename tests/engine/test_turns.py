"""What each side did at its turns: small records that can be counted by hand, and what holds of real ones."""

from dataclasses import fields, replace

import pytest

import engine
from engine.turns import MOST_TURNS
from tests.conftest import DATA

CORPUS = sorted((DATA / "clubnight").glob("std_*.mat"))


def record(*rows):
    lines = "\n".join(f" {number:>2}) {left:<28}{right}" for number, (left, right) in enumerate(rows, 1))
    text = f" 5 point match\n\n Game 1\n Ann : 0                      Bob : 0\n{lines}\n"
    return engine.read(text.encode())


def turns(*rows):
    found = engine.turns_of(record(*rows), "backgammon")
    assert found is not None
    return found


def test_a_game_counted_by_hand():
    """Ann opens with a roll that is no double and goes on with one."""
    ann, bob = turns(("31: 8/5 6/5", "64: 24/14"), ("55: 13/3(2)", "62: 24/18 13/11"))
    assert ann == engine.Turns(rolls=2, openings=1, doubles=1, pips=24, chosen=2)
    assert (bob.rolls, bob.openings, bob.doubles, bob.pips, bob.turns_taken) == (2, 0, 0, 18, 2)
    assert (ann.double_share, bob.double_share) == (1.0, 0.0)
    assert ann.pips_a_roll == 12


def test_hits_and_turns_on_the_bar():
    """Ann slots her five-point, Bob hits it with a three and a one, Ann enters."""
    ann, bob = turns(("21: 13/11 6/5", "31: 24/20*"), ("43: bar/22 24/20", ""))
    assert (bob.hits, ann.hits) == (1, 0)
    assert (ann.barred, ann.danced, bob.barred) == (1, 0, 0)


def test_a_roll_left_unplayed_is_a_roll_and_no_turn():
    ann, bob = turns(("31: 8/5 6/5", "64:"))
    assert (bob.rolls, bob.turns_taken, bob.pips) == (1, 0, 10)
    assert ann.turns_taken == 1


def test_nobody_has_rolled():
    ann, bob = engine.turns_of(replace(record(("31: 8/5 6/5", "")), games=[]), "backgammon")
    assert ann == bob == engine.Turns()
    assert ann.double_share is ann.pips_a_roll is None


def test_of_an_unknown_variant_and_of_endless_records_nothing_is_counted():
    read = record(("31: 8/5 6/5", "64: 24/14"))
    assert engine.turns_of(read, "crowded") is None
    rolls = len(read.games[0].entries)
    assert engine.turns_of(replace(read, games=read.games * (MOST_TURNS // rolls)), "backgammon") is not None
    assert engine.turns_of(replace(read, games=read.games * (MOST_TURNS // rolls + 1)), "backgammon") is None


@pytest.mark.parametrize("path", CORPUS[:6], ids=lambda path: path.stem)
def test_real_matches(path):
    """Every legal roll is a turn or the last of its game; dice agree with what scrutiny counts."""
    read = engine.read(path.read_bytes())
    found = engine.turns_of(read, "backgammon")
    assert found is not None
    scrutiny = engine.scrutinise_dice([engine.dice_of(read)])
    for side, counted in zip(found, scrutiny.sides, strict=True):
        assert side.rolls == sum(counted.rolls) + sum(counted.openings)
        assert (side.openings, side.doubles) == (sum(counted.openings), counted.double_count)
        assert side.rolls - len(read.games) <= side.turns_taken <= side.rolls
        assert side.danced <= min(side.barred, side.stuck)
    one, two = found
    assert one.openings + two.openings == len(read.games)
    assert engine.Turns.from_dict(one.as_dict()) == one
    both = one + two
    assert all(
        getattr(both, each.name) == getattr(one, each.name) + getattr(two, each.name)
        for each in fields(engine.Turns)
    )
