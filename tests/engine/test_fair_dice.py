"""Fair dice: against the published numbers, a checker of ten lines, and every byte there is."""

import hashlib
import hmac
import json
import re
import subprocess
import sys
from collections import Counter
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.__main__ import main
from engine.errors import InvalidContribution, InvalidSeed
from engine.fair_dice import FairDice, dice_of_bytes, normal_contribution, seal_of, uniformity_of
from tests.effort import examples

PAGE = (Path(__file__).parents[2] / "docs/fair_dice.md").read_text()
ZERO = "00" * 32
SEED = "8f3c1f0d5a7be2946c08d1b7e35f92aa04c6d8e1f7b35290ac4e6d8b1f0a2c3e"


def by_hand(seed: str, contribution: str, game: int, roll: int) -> list[int]:
    """The rule of docs/fair_dice.md with nothing of ours; one digest always has two dice here."""
    said = f"{game}:{roll}:0:{contribution}".encode()
    bytes_ = hmac.new(seed.encode(), said, hashlib.sha256).digest()
    return [byte % 6 + 1 for byte in bytes_ if byte < 252][:2]


def vectors() -> list[list[str]]:
    """The rows of the table of numbers to compare with."""
    text = PAGE.split("\n## Numbers to compare with\n")[1].split("\n## ")[0]
    return [
        [cell.strip().strip("`") for cell in line.strip("|").split(" | ")]
        for line in text.splitlines()
        if line.startswith("| `") and len(line.split(" | ")) == 5
    ]


def test_the_published_numbers() -> None:
    rows = vectors()
    assert len(rows) >= 8
    for seed, contribution, game, first, dice in rows:
        contribution = json.loads(f'"{contribution}"')
        made = FairDice(seed, contribution)
        normal = normal_contribution(contribution)
        for number, wanted in enumerate(dice.split(), int(first)):
            assert made.roll(int(game), number) == tuple(map(int, wanted)), (seed, contribution, number)
            assert by_hand(seed, normal, int(game), number) == [*map(int, wanted)]


def test_the_published_seals() -> None:
    pairs = re.findall(r"^\| `([0-9a-f]{64})` \| `([0-9a-f]{64})` \|$", PAGE, re.MULTILINE)
    assert len(pairs) >= 2
    for seed, seal in pairs:
        assert seal_of(seed) == hashlib.sha256(seed.encode("ascii")).hexdigest() == seal


def test_the_program_on_the_page_does_what_the_engine_does() -> None:
    (program,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    said = subprocess.run(
        [sys.executable, "-", SEED, "ひとこと", "2", "12"],
        input=program,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    dice = FairDice(SEED, "ひとこと")
    assert said == [dice.seal, *(f"{one}{two}" for one, two in (dice.roll(2, at) for at in range(1, 13)))]


@settings(max_examples=examples(30))
@given(st.binary(min_size=32, max_size=32), st.text(max_size=50), st.integers(1, 99), st.integers(1, 999))
def test_every_roll_can_be_made_by_hand(seed: bytes, contribution: str, game: int, number: int) -> None:
    dice = FairDice(seed.hex(), contribution)
    assert [*dice.roll(game, number)] == by_hand(seed.hex(), dice.contribution, game, number)


def test_every_face_has_equally_many_bytes() -> None:
    """Of all 256 values 42 show each face and four are passed over: no face comes more often."""
    faces = [[*dice_of_bytes([byte])] for byte in range(256)]
    assert Counter(face for shown in faces for face in shown) == dict.fromkeys(range(1, 7), 42)
    assert [byte for byte, shown in enumerate(faces) if not shown] == [252, 253, 254, 255]
    throws = Counter(tuple(dice_of_bytes(pair)) for pair in product(range(256), repeat=2) if max(pair) < 252)
    assert len(throws) == 36
    assert set(throws.values()) == {42 * 42}


def test_bytes_passed_over_leave_their_die_to_the_next() -> None:
    assert [*dice_of_bytes([255, 0, 252, 254, 11])] == [1, 6]


def test_a_digest_without_two_dice_is_followed_by_the_next(monkeypatch: pytest.MonkeyPatch) -> None:
    """It happens once in about 10^55 rolls, so the digests are made up here."""
    asked = []

    def digest(key: bytes, message: bytes, name: str) -> bytes:
        asked.append((key, message, name))
        return bytes([255] * 30 + [1, 253]) if len(asked) == 1 else bytes([255, 2] + [3] * 30)

    monkeypatch.setattr(hmac, "digest", digest)
    assert FairDice(ZERO, "x").roll(3, 4) == (2, 3)
    assert asked == [
        (ZERO.encode(), b"3:4:0:x", "sha256"),
        (ZERO.encode(), b"3:4:1:x", "sha256"),
    ]


def test_a_contribution_changes_every_roll_however_it_is_typed() -> None:
    def rolls(text: str) -> list[tuple[int, int]]:
        return [FairDice(SEED, text).roll(1, number) for number in range(1, 30)]

    assert rolls("café") == rolls("cafe\u0301")
    assert len({tuple(rolls(text)) for text in ("", " ", "a", "A", "cafe", "café", "1:1", "👍")}) == 8


def test_games_and_rolls_are_kept_apart() -> None:
    """Numbers stand before the contribution, so that no text can be taken for another roll's numbers."""
    dice = FairDice(SEED, "1:1")
    other = FairDice(SEED, "1")
    seen = {tuple(each.roll(1, at) for at in range(at, at + 20)) for each in (dice, other) for at in (1, 21)}
    seen |= {tuple(dice.roll(game, at) for at in range(1, 21)) for game in (1, 11, 111)}
    assert len(seen) == 6


@pytest.mark.parametrize("seed", ["", "0" * 63, "0" * 65, "A" * 64, "g" * 64, "0" * 64 + "\n", "０" * 64])
def test_what_is_no_seed(seed: str) -> None:
    with pytest.raises(InvalidSeed, match="64 digits"):
        FairDice(seed)


@pytest.mark.parametrize(("text", "said"), [("x" * 201, "not 201"), ("\ud800", "none")])
def test_what_cannot_be_contributed(text: str, said: str) -> None:
    with pytest.raises(InvalidContribution, match=said):
        FairDice(ZERO, text)
    assert FairDice(ZERO, "e\u0301" * 200).contribution == "é" * 200


# Opening rolls.


def test_a_game_is_opened_with_a_die_each() -> None:
    dice = FairDice(SEED, "x")
    starters = Counter()
    for game in range(1, 200):
        opening = dice.opening(game)
        throws = [dice.roll(game, number) for number in range(1, opening.used + 1)]
        assert [*opening.throws] == throws
        assert all(one == two for one, two in throws[:-1])
        assert opening.equal_throws == len(throws) - 1
        one, two = throws[-1]
        assert one != two
        assert opening.starter == (0 if one > two else 1)
        assert opening.dice == (one, two)
        starters[opening.starter] += 1
    assert min(starters.values()) > 70
    assert any(dice.opening(game).equal_throws > 1 for game in range(1, 200))


def test_in_tavli_both_dice_are_thrown_anew() -> None:
    dice = FairDice(SEED)
    doubles = 0
    for game in range(1, 100):
        opening, anew = dice.opening(game), dice.opening(game, thrown_anew=True)
        assert (anew.throws, anew.starter) == (opening.throws, opening.starter)
        assert anew.used == opening.used + 1
        assert anew.dice == dice.roll(game, anew.used)
        doubles += anew.dice[0] == anew.dice[1]
    assert doubles


# Evenness, and the command.


def test_rolls_fall_evenly() -> None:
    even = uniformity_of(9000)
    assert (even.rolls, even.seeds, sum(even.counts)) == (9000, 36, 9000)
    counted = Counter(
        FairDice(seal_of(str(seed))).roll(1, roll) for seed in range(1, 37) for roll in range(1, 251)
    )
    assert even.counts == tuple(counted[one, two] for one in range(1, 7) for two in range(1, 7))
    assert even.chi_square == pytest.approx(sum((seen - 250) ** 2 / 250 for seen in even.counts))
    assert even.p > 0.001


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    dice = FairDice(SEED, "luck")
    wanted = [dice.roll(2, number) for number in range(1, 4)]
    assert main(["dice", SEED, "--contribution", "luck", "--game", "2", "--rolls", "3"]) == 0
    first, game, *rolls, opened = capsys.readouterr().out.splitlines()
    assert (first, game) == (f"seal: {dice.seal}", "game 2:")
    assert [tuple(map(int, line.split(".")[1].split())) for line in rolls] == wanted
    opening = dice.opening(2)
    side = ("first", "second")[opening.starter]
    assert opened == f"opened by roll {len(opening.throws)}: the {side} die begins"
    assert main(["dice", SEED, "--contribution", "luck", "--game", "2", "--rolls", "3", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "seal": dice.seal,
        "fits": None,
        "contribution": "luck",
        "game": 2,
        "rolls": [[*throw] for throw in wanted],
        "opening": {"throws": len(opening.throws), "starter": opening.starter},
    }


def test_the_command_checks_a_seal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dice", SEED, "--seal", seal_of(SEED).upper()]) == 0
    assert "the seal fits the seed" in capsys.readouterr().out
    assert main(["dice", SEED, "--seal", seal_of(ZERO)]) == 1
    said = capsys.readouterr().err
    assert said == f"the seal {seal_of(ZERO)} is not that of this seed, which is {seal_of(SEED)}\n"
    assert main(["dice", SEED, "--seal", seal_of(ZERO), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["fits"] is False
    assert main(["dice", "seed"]) == main(["dice"]) == 2
    assert "64 digits" in capsys.readouterr().err


def test_the_command_counts_how_evenly_dice_fall(capsys: pytest.CaptureFixture[str]) -> None:
    even = uniformity_of(720)
    assert main(["dice", "--chi-square", "720"]) == 0
    head, _, *rows, tail = capsys.readouterr().out.splitlines()
    assert head == "720 rolls of 3 seeds, 20.0 expected of each:"
    assert tuple(int(seen) for row in rows for seen in row.split()[1:]) == even.counts
    assert tail == f"chi-square {even.chi_square:.2f} with 35 degrees of freedom, p = {even.p:.3f}"
    assert main(["dice", "--chi-square", "720", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == even._asdict() | {"counts": [*even.counts]}
    for wrong in ("0", "-1", "x", "1000001"):
        with pytest.raises(SystemExit):
            main(["dice", "--chi-square", wrong])
