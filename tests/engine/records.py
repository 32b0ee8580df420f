from pathlib import Path

from engine import RecordVerdict, adjudicate, read

DATA = Path(__file__).parent.parent / "data/engine"


def judged(text: str) -> RecordVerdict:
    return adjudicate(read(text.encode()))


def file(*games: str, length: int = 5, header: str = "", start: str = "0-0") -> str:
    """A match to `length` of games given as "2-0" (the score before), then rows of "left | right"."""
    text = f"{header}{length} point match\n"
    for number, game in enumerate(games, 1):
        score, _, rows = game.strip().partition("\n")
        one, two = score.strip().split("-")
        text += f"\n Game {number}\n Ann : {one}                        Bea : {two}\n"
        turn = 0
        for row in rows.splitlines():
            left, _, right = row.strip().partition("|")
            if left.startswith("Wins") or right.startswith("Wins"):
                text += (" " * 6 + left if left else " " * 34 + right) + "\n"
            else:
                turn += 1
                text += f"{turn:3d}) {left.strip():<27} {right.strip()}\n"
    return text


OPENING = """0-0
    31: 8/5 6/5 | 42: 8/4 6/4"""


TO_FOUR = """0-0
    31: 8/5 6/5 | 42: 8/4 6/4
    Doubles => 2 | Takes
    62: 24/18 13/11 | Resigns
    Wins 4 points"""


def faults(text: str) -> list[tuple[int, int, int | None, str, str]]:
    return [
        (fault.game, fault.turn, fault.player, fault.code, fault.message) for fault in judged(text).violations
    ]


def notes(text: str) -> list[tuple[int, int, str]]:
    return [(note.game, note.turn, note.code) for note in judged(text).notes]


CUBE_AT_EIGHT = (
    OPENING
    + """
    Doubles => 2 | Takes
    62: 24/18 13/11 | Doubles => 4
    Takes | 62: 24/18 13/11
    Doubles => 8 | Takes"""
)
