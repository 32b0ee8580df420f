"""What the room declares to the others."""

from collections.abc import Iterable

from matches import outbox
from matches.hooks import MatchStake, Room, Work
from matches.models import Report
from matches.permissions import OFFICIALS
from matches.rooms.sections_of_dice import MatchDice
from matches.services.dice import dice_compare, dice_sweep
from matches.words_of_dice import WORDS


class DiceStake(MatchStake):
    """Of dice, in transcripts; those of a refused one are taken out as well."""

    def judged(self, report: Report, *, accepted: bool) -> Iterable[Work]:
        return () if report.transcript is None else [(outbox.DICE_EXTRACT, report.pk)]


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
