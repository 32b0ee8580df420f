"""Ways for a match to end, as rulings say them."""

from matches.play.rules.results import EFFECTS, ResultKind, Winner


def ending(number, length):
    """A way for a match to `length` to end, chosen by a number among all there are."""
    kind = list(ResultKind)[number % len(ResultKind)]
    effect, winner = EFFECTS[kind], number // len(ResultKind) % 2
    points = [0, 0]
    if effect.score:
        points[winner] = length if effect.complete else length - 1
    if effect.winner is Winner.NEVER or (effect.winner is Winner.MAYBE and number % 3 == 0):
        winner = None
    return {"kind": kind, "winner": winner, "points": tuple(points)}
