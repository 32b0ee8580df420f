"""The cells of a .mat file: the text of one action, such as "31: 8/5 6/5" or "Doubles => 2"."""

import re
from functools import lru_cache
from itertools import product

from ..errors import InvalidPlay
from ..notation import parse_play
from ..record import Action, Beavered, Declined, Doubled, Hop, Passed, Resigned, Rolled, Took, Won, Written

ROLLS: dict[str, Rolled] = {}
"""Text of a cell, without blanks around it -> the roll it means, for all rolls met lately.

The same plays come again and again: a corpus of 800 matches has 26,000 different ones among 200,000.
"""
MOST_ROLLS = 1 << 16  # some 20 MB
_DICE = {(one, two): (one, two) for one, two in product(range(10), repeat=2)}
_HOPS: dict[Hop, Hop] = {}  # at most 20,000: points have two digits
MOST_HOPS = 8  # a legal play has four

ROLL = r"\d\d:(?: *(?:Cannot Move|\?+))?[\d/* ()barofBROF]*"
"""A roll and its play, with the blanks after it, as nearly all cells are."""
CELL = re.compile(
    r"(?<!\d)\d\d:|\b(?:(?:re)?doubles?|beavers?|rac{1,2}oons?|takes?|accepts?|drops?|passe[sd]|rejects?"
    r"|concedes?|resign(?:s|ed)?|declines?|forfeits?|wins|los(?:es|ses|t))\b",
    re.I | re.A,
)
"""Where a cell begins."""

_WORDS = re.compile(
    r"(?P<word>[a-z]+)(?:[ \t]*=+>)?(?:[ \t]*(?<![a-z])(?P<number>\d{1,7}))?"
    r"(?:[ \t]+(?P<what>normal|single|gammon|backgammon|game|match))?"
    r"(?P<points>[ \t]+points?)?(?P<match>[ \t]+and[ \t]+the[ \t]+match)?[.!]?$",
    re.I | re.A,
)
_CUBE: dict[str, Action] = {
    "take": Took(),
    "accept": Took(),
    "drop": Passed(),
    "pass": Passed(),
    "reject": Passed(),
}
_ENDING = re.compile(r"(?<=ss)(?:es|ed)$|(?<!s)(?:s|ed)$|(?<=los)(?:es|ses|t)$")
_NO_PLAY = {"cannot move", "can't move", "no move", "no moves", "no play", "no legal move", "dance", "dances"}
_UNNEEDED = re.compile(r"\bILLEGAL\?|(?<!\S)0/0(?!\S)", re.I)
_DASH = re.compile(r"(?<=[\dr*])-(?=[\do])", re.I)

GIVEN_UP = Resigned()
"""What "Resigned Game" says in the column of the winner: that the other side gave up."""


def read_roll_cell(text: str) -> Rolled:
    """Read a cell that ROLL matches. Raises InvalidPlay."""
    known = ROLLS.get(text)
    if known is None:
        if len(ROLLS) >= MOST_ROLLS:
            ROLLS.clear()
        known = ROLLS[text] = _parse_roll(text)
    return known


@lru_cache(maxsize=4096)
def read_cell(text: str) -> Action:
    """Read any cell. Raises InvalidPlay saying what is wrong with it."""
    if text[0].isdigit():
        return _parse_roll(text)
    if not (words := _WORDS.match(text)):
        raise InvalidPlay('"%(text)s" is not understood', {"text": text[:40]})
    word = words["word"].lower()
    number = int(words["number"]) if words["number"] else None
    stem = _ENDING.sub("", word)
    if stem in _CUBE:
        return _CUBE[stem]
    if stem == "decline":
        return Declined()
    if word == "resigned" and (words["what"] or "").lower() in ("game", "match"):
        return GIVEN_UP
    if stem in ("concede", "resign", "forfeit", "los"):
        return Resigned(number)
    if number is None:
        raise InvalidPlay('"%(text)s" lacks its number', {"text": text[:40]})
    if word == "wins":
        if not words["points"]:
            raise InvalidPlay('"%(text)s" is not a result: "Wins 2 points" is expected', {"text": text[:40]})
        return Won(number, words["match"] is not None)
    return Doubled(number) if stem in ("double", "redouble") else Beavered(number)


def ends_roll_cell(roll: Action, action: Action) -> bool:
    """Whether a resignation may stand in the cell of the roll before it: "62: Concedes"."""
    return isinstance(action, Resigned) and isinstance(roll, Rolled) and not roll.hops


def _parse_roll(text: str) -> Rolled:
    """Read dice and the play: "31: 8/5 6/5", "62:", "62: Cannot Move", "61: ????", "54: Illegal play"."""
    dice = (int(text[0]), int(text[1]))
    if dice[0] < dice[1]:
        dice = (dice[1], dice[0])
    play = _UNNEEDED.sub("", text[3:]).strip()
    word = play.lower().strip("(.)")
    if not word.strip("-, "):
        return Rolled(dice, (), Written.NOTHING)
    if word in _NO_PLAY:
        return Rolled(dice, (), Written.CANNOT_MOVE)
    if not play.strip("?"):
        return Rolled(dice, (), Written.UNKNOWN)
    if word.startswith("illegal play"):
        return Rolled(dice, (), Written.ILLEGAL)
    hops = parse_play(_DASH.sub("/", play).replace(",", " "))
    if len(hops) > MOST_HOPS:
        raise InvalidPlay(
            '"%(play)s" moves %(count)s times; a roll gives four moves at most',
            {"play": play[:40], "count": len(hops)},
        )
    return Rolled(_DICE[dice], tuple(_HOPS.setdefault(hop, hop) for hop in hops))
