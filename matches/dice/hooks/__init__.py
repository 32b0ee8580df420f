"""What the room declares to the others."""

from collections.abc import Iterable, Sequence

from matches.accounts.permissions import OFFICIALS
from matches.dice.models import DICE_EXTRACT
from matches.dice.services import dice_compare, dice_sweep
from matches.dice.words import WORDS
from matches.hooks import MatchStake, Room, Work
from matches.play.models import Report

from .sections import MatchDice


class DiceStake(MatchStake):
    """Of dice, in transcripts; those of a refused one are taken out as well."""

    def work_after_verdicts(self, reports: Sequence[Report]) -> Iterable[Work]:
        return [(DICE_EXTRACT, each.pk) for each in reports if each.kind == Report.Kind.TRANSCRIPT]


ROOM = Room(
    name="dice",
    actions={
        "dice_scrutinise": OFFICIALS,
    },
    match_stakes=[DiceStake()],
    sweep=lambda now: dice_sweep(),
    compare=lambda repair: dice_compare(repair=repair),
    sections=[MatchDice()],
    words=WORDS,
)
