"""Play-off (section 3): equals play each other after the last round."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from engine.words import gettext_lazy as _

from .base import Among, Crosstable
from .results import PairingResult, Share

CODE = "play_off"

KEY = "PO-"
"""How the keys of slots begin whose matches are play-offs: "PO-1", "PO-2" and so on."""


def play_offs(results: Mapping[tuple[str, frozenset[int]], PairingResult]) -> tuple[PairingResult, ...]:
    """The matches among the results of a history that are play-offs, by key."""
    return tuple(
        result for (key, _), result in sorted(results.items(), key=_play_off_number) if key.startswith(KEY)
    )


def _play_off_number(result: tuple[tuple[str, frozenset[int]], PairingResult]) -> tuple[int, str, list[int]]:
    (key, meet), _ = result
    return len(key), key, sorted(meet)


class PlayOff(Among):
    """Who has won more play-offs against others of the tied comes first; of equals who has lost fewer."""

    share_name = _("Play-offs won")

    def order_tied(self, table: Crosstable, tied: Sequence[int], seed: str) -> list[list[int]]:
        record = dict.fromkeys(tied, (0, 0))
        for result in play_offs_among_tied(table, tied):
            for entry in (result.one, result.two):
                won, lost = record[entry]
                record[entry] = (won + (result.winner == entry), lost + (result.loser == entry))
        ranks = sorted({*record.values()}, key=lambda each: (-each[0], each[1]))
        return [[entry for entry in tied if record[entry] == rank] for rank in ranks]

    def tiebreak_shares(self, table: Crosstable, entry: int, tied: Sequence[int]) -> Iterable[Share]:
        """Its play-offs: rounds are numbered on from the last one of the event."""
        for number, result in enumerate(play_offs_among_tied(table, tied), table.rounds + 1):
            if entry in (result.one, result.two):
                opponent = result.two if entry == result.one else result.one
                yield Share(Fraction(result.winner == entry), number, opponent)


def play_offs_among_tied(table: Crosstable, tied: Sequence[int]) -> list[PairingResult]:
    """The play-offs that some of the tied have played against each other."""
    return [result for result in table.play_offs if result.one in tied and result.two in tied]
