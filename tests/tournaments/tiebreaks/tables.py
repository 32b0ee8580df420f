"""Crosstables written as the published ones are: an opponent and a code for every round."""

import json
from pathlib import Path

from tournaments.tiebreaks import Bye, Met, Sat, UnplayedRounds, make_crosstable
from tournaments.tiebreaks.results import PairingResult

PUBLISHED = json.loads((Path(__file__).parents[2] / "data" / "tiebreaks_fide.json").read_text())
WON, DRAWN, LOST, ZERO_BYE, FORFEIT_WON, FORFEIT_LOST = 3, 2, 1, 0, 6, 4
BYES = {ZERO_BYE: Bye.ZERO, DRAWN: Bye.HALF, WON: Bye.FULL, FORFEIT_WON: Bye.FULL}


def published(name, unplayed=UnplayedRounds.FIDE_2026):
    """A published crosstable."""
    table = PUBLISHED["tournaments"][name]
    met, sat = [], []
    for row in table["entries"]:
        for round, (opponent, code) in enumerate(row["rounds"], 1):
            if opponent is None:
                sat.append(Sat(round, row["entry"], BYES[code]))
            elif row["entry"] < opponent:
                winner = {WON: row["entry"], FORFEIT_WON: row["entry"], DRAWN: None}.get(code, opponent)
                played = code not in {FORFEIT_WON, FORFEIT_LOST}
                met.append(
                    Met(
                        round,
                        row["entry"],
                        opponent,
                        PairingResult(row["entry"], opponent, winner, played=played),
                    )
                )
    ratings = {row["entry"]: float(row["rating"]) for row in table["entries"]}
    return make_crosstable(ratings, met, sat, rounds=table["rounds"], ratings=ratings, unplayed=unplayed)
