from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Options, adjudicate, read
from engine.record import Rolled, Won
from tests.each import each
from tests.effort import examples

from .croupier import match
from .planted import planted_cases, planted_files
from .records import DATA, file, judged

VARIANT_OF = {
    "std": "backgammon",
    "nack": "nackgammon",
    "hyper3": "hypergammon",
    "hyper2": "hypergammon2",
    "hyper1": "hypergammon1",
}


@each("path", sorted((DATA / "gnubg").glob("*.mat")))
def test_gnubg_matches_are_legal(path: Path) -> None:
    verdict = adjudicate(read(path.read_bytes()))
    assert (verdict.verdict, verdict.violations, verdict.complete) == ("legal", (), True)
    assert verdict.format == "mat"
    name, length, _ = path.stem.split("_")
    assert (verdict.variant, verdict.length) == (VARIANT_OF[name], int(length[:-1]))
    assert verdict.score is not None
    assert verdict.winner is not None
    assert verdict.score[verdict.winner] >= verdict.length > verdict.score[1 - verdict.winner]
    assert {note.code for note in verdict.notes} <= {"early_concession", "even_length"}


@each("case", planted_cases())
def test_planted_faults_are_the_first_found(case: dict[str, Any]) -> None:
    verdict = adjudicate(read(planted_files()[case["file"]]))
    assert verdict.verdict == "illegal"
    found = verdict.violations[0]
    assert {"game": found.game, "turn": found.turn, "player": found.player, "code": found.code} == case[
        "violation"
    ]


def test_all_kinds_of_planted_faults_are_there() -> None:
    assert len(planted_cases()) == 105
    assert len({case["kind"] for case in planted_cases()}) == 9


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**9), st.sampled_from([1, 3, 5, 7]))
def test_a_match_played_by_the_rules_is_legal(seed: int, length: int) -> None:
    record = match(Random(seed), length)
    verdict = adjudicate(record)
    assert verdict.violations == ()
    assert verdict.complete
    assert [game.number for game in verdict.games] == list(range(1, len(record.games) + 1))
    assert verdict.score is not None
    assert sum(game.points for game in verdict.games) == sum(verdict.score)
    won = [entry for game in record.games for entry in game.entries if isinstance(entry.action, Won)]
    assert [(game.winner, game.points) for game in verdict.games] == [
        (entry.player, entry.action.points) for entry in won if isinstance(entry.action, Won)
    ]


@settings(max_examples=examples(20), deadline=None)
@given(st.integers(0, 10**9), st.data())
def test_leaving_a_play_out_is_found(seed: int, data: st.DataObject) -> None:
    """Without one of its rolls a record has somebody play twice in a row."""
    record = match(Random(seed), 1)
    game = record.games[0]
    rolls = [
        index
        for index, entry in enumerate(game.entries[:-2])
        if isinstance(entry.action, Rolled) and isinstance(game.entries[index + 1].action, Rolled) and index
    ]
    if rolls:
        index = data.draw(st.sampled_from(rolls))
        shorter = replace(game, entries=game.entries[:index] + game.entries[index + 1 :])
        verdict = adjudicate(replace(record, games=[shorter]))
        assert "wrong_player" in {fault.code for fault in verdict.violations}


NAMELESS = sorted((DATA / "gnubg").glob("*.mat"))


@each("path", NAMELESS)
def test_a_record_that_does_not_say_what_is_played(path: Path) -> None:
    """As Snowie's matches: without a header, the plays tell which starting position it was."""
    named = adjudicate(read(path.read_bytes()))
    text = "".join(line for line in path.read_text().splitlines(keepends=True) if line[:1] != ";")
    verdict = adjudicate(read(text.encode()))
    guessed = [note.code for note in verdict.notes if note.code == "variant_guessed"]
    assert guessed == ["variant_guessed"] * (named.variant != "backgammon")
    notes = tuple(note for note in verdict.notes if note.code != "variant_guessed")
    assert verdict._replace(notes=notes) == named


@each("case", planted_cases())
def test_no_other_start_explains_a_planted_fault(case: dict[str, Any]) -> None:
    record = read(planted_files()[case["file"]])
    if record.names_variant:
        assert "variant_guessed" not in {note.code for note in adjudicate(record).notes}
    else:
        assert adjudicate(record).variant == "backgammon"


@pytest.mark.parametrize(("rolls", "variant"), [(7, "backgammon"), (8, "nackgammon")])
def test_how_many_rolls_show_another_start(rolls: int, variant: str) -> None:
    record = read((DATA / "gnubg/nack_01p_0000.mat").read_bytes())
    record.variant, record.names_variant = "backgammon", False
    del record.games[0].entries[rolls:]
    assert all(isinstance(entry.action, Rolled) for entry in record.games[0].entries)
    verdict = adjudicate(record)
    assert verdict.variant == variant
    assert bool(verdict.violations) is (variant == "backgammon")


def test_a_game_played_out_shows_another_start_in_fewer_rolls() -> None:
    rows = """0-0
    65: 24/18 18/13 | 43: 24/20 20/17
    66: 13/7 7/1 1/0 | Wins 3 points"""
    assert judged(file(rows.replace("| Wins 3 points", "|"))).variant == "hypergammon1"
    assert judged(file(rows)).variant == "backgammon"


def test_of_hypergammons_that_fit_the_one_is_taken_in_which_the_game_is_played_out() -> None:
    """With more checkers left at home, the same plays would end in a resignation."""
    steps = "21: {}/{} {}/{}".format
    to_twelve = [steps(point, point - 1, point - 1, point - 3) for point in (24, 21, 18, 15, 12)]
    rows = "\n".join(f"{row} | {row}" for row in to_twelve)
    verdict = judged(file(f"0-0\n{rows}\n54: 9/4 4/0 |\nWins 2 points"))
    assert (verdict.variant, verdict.games[0].ending) == ("hypergammon1", "gammon")


def test_a_record_that_says_what_is_played_is_believed() -> None:
    text = (DATA / "gnubg/nack_01p_0000.mat").read_text().replace('"NackGammon"', '"Backgammon"')
    verdict = judged(text)
    assert (verdict.verdict, verdict.variant) == ("illegal", "backgammon")


def test_options_of_an_event_count_for_a_record_whose_variant_only_its_plays_show() -> None:
    text = "\n".join(
        line for line in (DATA / "gnubg/nack_01p_0000.mat").read_text().splitlines() if line[:1] != ";"
    )
    wrong = text.replace("51: 13/8 23/22", "61: 13/8 23/22")
    assert wrong != text
    assert judged(wrong).variant == "backgammon"
    verdict = adjudicate(read(wrong.encode()), Options(illegal_plays="stand"))
    assert (verdict.variant, verdict.verdict) == ("nackgammon", "legal")
    assert {"variant_guessed", "play_stands"} <= {note.code for note in verdict.notes}
