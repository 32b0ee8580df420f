"""python -m engine dice: the dice of a seed, whether a seal is its own, and how evenly dice fall."""

import argparse
import json
import sys
from typing import Any

from .errors import RuleError
from .fair_dice import FairDice, Uniformity, uniformity_of

MOST_ROLLS = 1_000_000
FITS, FITS_NOT, UNREADABLE = 0, 1, 2


def add_dice_arguments(parser: argparse.ArgumentParser) -> None:
    """What the command is asked with."""
    parser.add_argument("seed", nargs="?", metavar="SEED", help="64 digits, 0 to 9 and a to f")
    parser.add_argument("--contribution", default="", metavar="TEXT", help="what the player has mixed in")
    parser.add_argument(
        "--game", type=_counted, default=1, metavar="N", help="the game, the first if not said"
    )
    parser.add_argument("--rolls", type=_counted, default=10, metavar="N", help="how many of its rolls: 10")
    parser.add_argument(
        "--seal", metavar="SEAL", help="what was shown as the seal: exit status 1 if it is not"
    )
    parser.add_argument(
        "--chi-square", type=_counted, metavar="N", help="instead: how evenly N rolls of many seeds fall"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object")


def run_dice_command(options: argparse.Namespace) -> int:
    """Print what is asked and return the exit status: 1 if the seal is another seed's, 2 without a seed."""
    if options.chi_square is not None:
        even = uniformity_of(options.chi_square)
        print(json.dumps(even._asdict()) if options.json else _uniformity_text(even))
        return FITS
    try:
        dice = FairDice(options.seed or "", options.contribution)
    except RuleError as error:
        print(error, file=sys.stderr)
        return UNREADABLE
    fits = None if options.seal is None else options.seal.strip().lower() == dice.seal
    opening = dice.opening(options.game)
    answer: dict[str, Any] = {
        "seal": dice.seal,
        "fits": fits,
        "contribution": dice.contribution,
        "game": options.game,
        "rolls": [dice.roll(options.game, number) for number in range(1, options.rolls + 1)],
        "opening": {"throws": len(opening.throws), "starter": opening.starter},
    }
    print(json.dumps(answer) if options.json else _dice_text(answer))
    if fits is False:
        print(f"the seal {options.seal} is not that of this seed, which is {dice.seal}", file=sys.stderr)
        return FITS_NOT
    return FITS


def _counted(text: str) -> int:
    number = int(text) if text.isascii() and text.isdigit() else 0
    if not 1 <= number <= MOST_ROLLS:
        raise argparse.ArgumentTypeError(f"a number from 1 to {MOST_ROLLS} is expected")
    return number


def _dice_text(answer: dict[str, Any]) -> str:
    lines = [f"seal: {answer['seal']}"]
    if answer["fits"]:
        lines.append("the seal fits the seed")
    lines.append(f"game {answer['game']}:")
    lines += [f"{number:4d}. {one} {two}" for number, (one, two) in enumerate(answer["rolls"], 1)]
    opened, side = answer["opening"]["throws"], ("first", "second")[answer["opening"]["starter"]]
    lines.append(f"opened by roll {opened}: the {side} die begins")
    return "\n".join(lines)


def _uniformity_text(even: Uniformity) -> str:
    rows = [even.counts[first : first + 6] for first in range(0, 36, 6)]
    lines = [f"{even.rolls} rolls of {even.seeds} seeds, {even.rolls / 36:.1f} expected of each:"]
    lines.append("      " + "".join(f"{face:8d}" for face in range(1, 7)))
    lines += [f"{face:6d}" + "".join(f"{seen:8d}" for seen in row) for face, row in enumerate(rows, 1)]
    lines.append(f"chi-square {even.chi_square:.2f} with 35 degrees of freedom, p = {even.p:.3f}")
    return "\n".join(lines)
