"""Score slips as a director types them, one line each: which match is meant, and how it ended.

`12 7 4`, `12 7-4` or `12 74`: match 12, the left side has 7 points, the right one 4; `L12 7 4` as well, as it
is called where it is seen. `12+4`: the left side
won and the other has 4 points; `12-4`: the right side won. `7 4`, `74` and `+4` are said of the marked match.
`wata 5 3`: the person of that name has 5 points, whichever side they sit on; `wata+3`: that person won. `12`
alone opens a match, `u` takes the last line back. Digits may be full width.

Plain data: no Django. Which scores can be is for the referee to say; here only a score at which a match of
that length ends is taken for one.
"""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from engine.words import Text
from engine.words import gettext_lazy as _
from matches.search.rules.folding import folded_words, key_names, word_beginnings
from tournaments.events.rules.numbers import label_of_board

Score = tuple[int, int]


@dataclass(frozen=True, slots=True)
class SlipMatch:
    """A match that a slip may be of.

    number: as people call it; board: of a match of teams, else 0. length: None where no score is expected.
    keys: the search key of each side's name; "" while nobody sits there.
    is_open: whether a result is expected; others are meant only by their number. label: the number with the
    letter of its part.
    """

    number: int
    board: int
    length: int
    keys: tuple[str, str]
    is_open: bool = True
    label: str = ""

    @property
    def key(self) -> str:
        """By what pages name it."""
        return label_of_board(str(self.number), self.board)

    @property
    def shown_label(self) -> str:
        return label_of_board(self.label or str(self.number), self.board)


class SlipKind(Enum):
    """What a line asks for."""

    NOTHING = auto()  # nothing was typed
    UNDO = auto()
    OPEN = auto()  # a match, without a score
    RESULT = auto()
    SEVERAL = auto()  # it can be read in several ways
    MISREAD = auto()


@dataclass(frozen=True, slots=True)
class ReadSlip:
    """What a line was read as. `several`: every way to read it; `fault`: why it cannot be read."""

    kind: SlipKind
    match: SlipMatch | None = None
    score: Score | None = None
    several: tuple["ReadSlip", ...] = ()
    fault: Text | None = None


UNDO_WORDS = frozenset({"u", "undo"})

# What is typed for a plus and a minus on keyboards of all kinds.
_SIGNS = str.maketrans({"＋": "+", "－": "-", "−": "-", "–": "-", "—": "-", "ー": "-", "／": "/", ":": " "})

_NUMBER = r"(?P<number>\d{1,4})(?:/(?P<board>\d{1,2}))?"
_BY_SIGN = re.compile(rf"(?:{_NUMBER})?\s*(?P<sign>[+-])\s*(?P<loser>\d{{1,2}})")
_BY_DASH = re.compile(rf"(?:{_NUMBER}\s+)?(?P<left>\d{{1,2}})\s*-\s*(?P<right>\d{{1,2}})")
_BY_NUMBERS = re.compile(rf"{_NUMBER}(?P<rest>(?:\s+\d+){{0,2}})\s*")
_LABEL = re.compile(r"(?P<label>[A-Za-z]{1,2}(?P<number>\d{1,4}))(?!\d)")
_NAME_SIGN = re.compile(r"(?P<sign>[+-])\s*(?P<loser>\d{1,2})$")
_NAME_SCORE = re.compile(r"(?P<own>\d{1,2})(?:\s*-\s*|\s+)(?P<other>\d{1,2})$|(?P<joined>\d{2,4})$")


def read_slip(line: str, matches: Sequence[SlipMatch], marked: SlipMatch | None = None) -> ReadSlip:
    """What a line says of the matches of an event; `marked` is the one that a score alone is of."""
    # A long vowel's stroke is a minus behind a digit, and part of a name elsewhere.
    text = unicodedata.normalize("NFKC", re.sub(r"(?<=[\d０-９])\s*ー", "-", line.strip()))
    text = text if any(char.isalpha() for char in text) else text.translate(_SIGNS)
    if not text:
        return ReadSlip(SlipKind.NOTHING)
    if text.casefold() in UNDO_WORDS:
        return ReadSlip(SlipKind.UNDO)
    labelled = _LABEL.match(text)
    if labelled is not None and _is_label(labelled["label"], matches):
        text = text[labelled.start("number") :].translate(_SIGNS)
    if any(char.isalpha() for char in text):
        read = _read_by_name(text, matches)
        if labelled is None or read.kind != SlipKind.MISREAD:
            return read
        fault = _("There is no match %(number)s.") % {"number": labelled["label"].upper()}
        return ReadSlip(SlipKind.MISREAD, fault=fault)
    found = [*_read_by_digits(text, matches, marked)]
    if not found:
        return _misread_digits(text, matches, marked)
    return _one_or_several(found)


def _one_or_several(found: Sequence[ReadSlip]) -> ReadSlip:
    distinct = tuple(dict.fromkeys(found))
    return distinct[0] if len(distinct) == 1 else ReadSlip(SlipKind.SEVERAL, several=distinct)


# -- By numbers


def _is_label(label: str, matches: Sequence[SlipMatch]) -> bool:
    return any(match.label == label.upper() for match in matches)


def _read_by_digits(text: str, matches: Sequence[SlipMatch], marked: SlipMatch | None) -> list[ReadSlip]:
    by_sign = _BY_SIGN.fullmatch(text)
    if by_sign is not None:
        meant = _numbered(by_sign["number"], by_sign["board"], matches) if by_sign["number"] else marked
        found = [] if meant is None else _won_by(meant, 0 if by_sign["sign"] == "+" else 1, by_sign["loser"])
        if found or by_sign["sign"] == "+":
            return found
    by_dash = _BY_DASH.fullmatch(text)
    if by_dash is not None:
        meant = _numbered(by_dash["number"], by_dash["board"], matches) if by_dash["number"] else marked
        score = int(by_dash["left"]), int(by_dash["right"])
        return [] if meant is None else _results(meant, [score])
    by_numbers = _BY_NUMBERS.fullmatch(text)
    if by_numbers is None:
        return []
    rest = by_numbers["rest"].split()
    named = _numbered(by_numbers["number"], by_numbers["board"], matches)
    match rest:
        case [left, right]:
            return [] if named is None else _results(named, [(int(left), int(right))])
        case [joined]:
            found = [] if named is None else _results(named, _splits(joined))
            if marked is not None and not by_numbers["board"]:
                found += _results(marked, [(int(by_numbers["number"]), int(joined))])
            return found
        case _:
            if named is not None:
                return [ReadSlip(SlipKind.OPEN, named)]
            return [] if marked is None else _results(marked, _splits(by_numbers["number"]))


def _numbered(number: str, board: str | None, matches: Sequence[SlipMatch]) -> SlipMatch | None:
    wanted = int(number), int(board or 0)
    return next((match for match in matches if (match.number, match.board) == wanted), None)


def _splits(digits: str) -> list[Score]:
    """Every way to take digits for two scores: 74 is 7-4, 119 is 11-9 or 1-19."""
    return [(int(digits[:at]), int(digits[at:])) for at in range(1, len(digits)) if digits[at:] != "00"]


def _results(match: SlipMatch, scores: Sequence[Score]) -> list[ReadSlip]:
    """Those of the scores at which the match can end."""
    ends = [score for score in scores if max(score) == match.length and min(score) < match.length]
    return [ReadSlip(SlipKind.RESULT, match, score) for score in ends]


def _won_by(match: SlipMatch, side: int, loser: str) -> list[ReadSlip]:
    score = (match.length, int(loser)) if side == 0 else (int(loser), match.length)
    return _results(match, [score])


def _misread_digits(text: str, matches: Sequence[SlipMatch], marked: SlipMatch | None) -> ReadSlip:
    numbers = [int(each) for each in re.findall(r"\d+", text)]
    named = next((match for match in matches if numbers and match.number == numbers[0]), None)
    if named is not None and len(numbers) > 1:
        return _impossible_score(named)
    if (named is None and len(numbers) == 3) or (marked is None and numbers):
        return ReadSlip(SlipKind.MISREAD, fault=_("There is no match %(number)s.") % {"number": numbers[0]})
    if marked is not None and numbers:
        return _impossible_score(marked)
    return ReadSlip(SlipKind.MISREAD, fault=_("Type the number of the match and the score: 12 7 4."))


def _impossible_score(match: SlipMatch) -> ReadSlip:
    fault = _("Match %(number)s is played to %(length)s points: one side has %(length)s, the other fewer.")
    values = {"number": match.shown_label, "length": match.length}
    return ReadSlip(SlipKind.MISREAD, match, fault=fault % values)


# -- By a name


def _read_by_name(text: str, matches: Sequence[SlipMatch]) -> ReadSlip:
    """A name, or how it begins, and the score of that person."""
    sign, score = _NAME_SIGN.search(text), _NAME_SCORE.search(text)
    ends = sign or score
    words = folded_words(text[: ends.start()] if ends is not None else text)
    meant = [
        (match, side)
        for match in matches
        if match.is_open
        for side in (0, 1)
        if words and all(is_in_key(word, match.keys[side]) for word in words)
    ]
    if not meant:
        name = text[: ends.start()].strip() if ends is not None else text
        fault = _("Nobody whose match is open is called %(name)s.") % {"name": name}
        return ReadSlip(SlipKind.MISREAD, fault=fault)
    if ends is None:
        return _one_or_several([ReadSlip(SlipKind.OPEN, match) for match, _side in meant])
    found = [result for match, side in meant for result in _results_of_person(match, side, sign, score)]
    return _one_or_several(found) if found else _impossible_score(meant[0][0])


def is_in_key(word: str, key: str) -> bool:
    """Whether a word begins one of a name's."""
    begun = word_beginnings(word)
    return any(other.startswith(begun) for name in key_names(key) for other in name)


def _results_of_person(
    match: SlipMatch, side: int, sign: re.Match[str] | None, score: re.Match[str] | None
) -> list[ReadSlip]:
    if sign is not None:
        return _won_by(match, side if sign["sign"] == "+" else 1 - side, sign["loser"])
    assert score is not None
    own = _splits(score["joined"]) if score["joined"] else [(int(score["own"]), int(score["other"]))]
    return _results(match, own if side == 0 else [(other, mine) for mine, other in own])
