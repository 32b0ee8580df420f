"""Rounds of a Swiss in the pure core, large fields, byes and withdrawals included.

Published for 1,000 entries, in seconds of processor time a round: bbpPairings 6 33 to 44 (Dutch), 1.55
(Burstein); py4swiss 0.3.1 27 to 32. npm tournament-pairings 2.0.1 took 8.8 to 20.5 by the clock on the wall.
"""

import time
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from tournaments.formats import History, PairingResult, Swiss

SIZES = (64, 256, 1024)
ROUNDS = 11


def run() -> Iterator[str]:
    """The dearest round of an event, and all of them."""
    for size in SIZES:
        taken = rounds(size)
        yield (
            f"Swiss, field of {size}, a round paired: {1000 * sum(taken) / len(taken):.0f} ms on average, "
            f"{1000 * max(taken):.0f} ms the dearest of {len(taken)}"
        )


def rounds(size: int) -> list[float]:
    """Seconds of processor time that each round of an event takes to pair; some stay away from each round."""
    random = Random(size)
    entries = tuple(range(1, size + 1))
    # One in ten has a relative in the field, whom it must not meet.
    relatives = zip(entries[::20], entries[1::20], strict=False)
    apart = {frozenset(pair): ROUNDS for pair in relatives}
    format = Swiss(rounds=ROUNDS)
    history = History(entries, seed="benchmark", apart=apart)
    taken = []
    for _ in range(ROUNDS):
        away = frozenset(random.sample(entries, size // 30))
        history = replace(history, withdrawn=away, left=tuple(away))
        began = time.process_time()
        round_pairings = format.due_round_pairings(history)
        taken.append(time.process_time() - began)
        assert round_pairings is not None
        history = replace(history, paired_rounds=(*history.paired_rounds, round_pairings))
        results = dict(history.results)
        for pairing in round_pairings.pairings:
            winner = random.choice((pairing.one, pairing.two))
            results[pairing.meet_key] = PairingResult(pairing.one, pairing.two, winner, (7, 3))
        history = replace(history, results=results)
    return taken
