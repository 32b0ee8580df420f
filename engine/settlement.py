"""What a director can make of a match that was not played to its end.

Which of it an event allows is the event's business; each way names the rule that speaks of it, and says
whether that rule allows it. Sources: docs/rules.md, "Unfinished matches".
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from .doubling import waiting
from .position import pips
from .score import Score
from .table import RefereeTable
from .variants import ENDINGS, Finish

LOSS_PER_PIP = -900
WIN_PER_PIP = 1000
"""SoloGammon gives some 800 to 1,100 points for a pip won, by a formula that is not known; this constant of
ours lies in between."""

GNU = "GNU Backgammon manual, rules of backgammon"
GNU_PLAY = "GNU Backgammon 1.07 play.c"
US_4_9 = "US Backgammon rules 4.9"
UKBGF = "UKBGF results policy"
WBIF_6 = "WBIF rule 6"
JBF_31 = "JBF international rule 31"
SOLO = "SoloGammon"


SETTLEMENTS: dict[str, str] = {
    "play_on": "The match is played on from where it stands.",
    "take": "The double that waits is taken, and the game goes on.",
    "pass": "The double that waits is passed: the game is over for the cube before the offer.",
    "resign_single": "A side resigns a single game.",
    "resign_gammon": "A side resigns a gammon.",
    "resign_backgammon": "A side resigns a backgammon.",
    "award": "The match is awarded to a side: the other forfeits it or is out of time.",
    "unfinished": "The match stays unfinished and has no winner.",
    "session_ends": "A session for money ends with the score as it is; a game in progress does not count.",
    "settled": "The players settle the match between themselves.",
    "game_replayed": "The game in progress is cancelled and played again from its beginning.",
    "by_points": "The match is given to the side with more points.",
    "by_pips": "The game, and a match with it, is given to the side with fewer pips to go.",
}
"""Code of a settlement -> what it is."""


class Settlement(NamedTuple):
    """One way to settle an unfinished match. Sides are 0 and 1.

    `code` is a key of SETTLEMENTS; `text` says the same in a sentence of this match. `source` is the rule
    that speaks of it, and `allowed` whether that rule allows it as things stand: if not, only an event's own
    rule can.

    `winner` is the side that wins the game in progress by it and `points` what it wins; None where no game is
    won. `score` is the score then and `match_winner` the side that has then won the match; points are raw.
    `rated` tells whether the match, once it is over, counts for ratings.
    """

    code: str
    text: str
    source: str
    score: tuple[int, int]
    winner: int | None = None
    points: int | None = None
    match_winner: int | None = None
    rated: bool = True
    allowed: bool = True

    def as_dict(self) -> dict[str, Any]:
        """Return plain JSON values."""
        return self._asdict() | {"score": list(self.score)}


def pip_score(pips: tuple[int, int]) -> tuple[int, int]:
    """Score a game by the pips both sides have left, as SoloGammon does: no gammons, backgammons or cube.

    A loss costs 900 for every pip the loser has left when the winner has none; for a win see WIN_PER_PIP. Of
    a game that is not finished the lead counts in their place.

    >>> pip_score((0, 12))
    (12000, -10800)
    """
    lead = abs(pips[0] - pips[1])
    won, lost = lead * WIN_PER_PIP, lead * LOSS_PER_PIP
    return (won, lost) if pips[0] < pips[1] else (lost, won)


def scored_by_pips(table: RefereeTable) -> tuple[int, int] | None:
    """Score the game on the table by pips.

    None where the checkers are not known, or where the side that bears off first does not win.
    """
    if not (table.board_known and _if_borne_off(table, 0).won):
        return None
    return pip_score((pips(table.sides(0)[0]), pips(table.sides(1)[0])))


def settlements(table: RefereeTable, players: tuple[str, str]) -> tuple[Settlement, ...]:
    """Return every way to settle the match. On `table` is the game in progress, or one not begun yet."""
    return tuple(_Director(table, players).ways())


class _Director:
    """Goes through the ways there are."""

    def __init__(self, table: RefereeTable, players: tuple[str, str]) -> None:
        self.table, self.length = table, table.terms.length
        self.match = "match" if self.length else "session"
        unnamed = ("the left player", "the right player")
        named = [name or other for name, other in zip(players, unnamed, strict=True)]
        self.one, self.two = named if named[0] != named[1] else unnamed

    def ways(self) -> Iterator[Settlement]:
        """Yield the ordinary ways first."""
        text = f"the {self.match} is played on from here"
        source = f"{US_4_9}: to the appointed length; {UKBGF}: unfinished matches are resumed"
        yield self.way("play_on", text, source)
        if waiting(self.table) is not None:
            yield from self.answers()
        elif self.table.begun:
            yield from self.resignations()
        if self.length:
            yield from self.decisions()
        else:
            game = "; the game in progress does not count" if self.table.begun else ""
            text = f"the session ends here at {_score(self.table.score)}{game}"
            source = f"{US_4_9}: games are rolled to completion"
            yield self.way("session_ends", text, source, allowed=not self.table.begun)
        yield from self.scored()

    def way(self, code: str, text: str, source: str, *, rated: bool = True, **more: Any) -> Settlement:
        """A way that leaves the score as it is. Only matches are rated."""
        return Settlement(
            code, text, source, self.table.score.points, rated=rated and self.length > 0, **more
        )

    def name(self, side: int) -> str:
        """What a side is called in a sentence."""
        return (self.one, self.two)[side]

    def answers(self) -> Iterator[Settlement]:
        """Yield the answers to a double or beaver that waits: nothing else happens in the game before."""
        offer = waiting(self.table)
        assert offer is not None
        answerer = self.name(offer.answerer)
        text = f"{answerer} takes the {offer.name}; the game goes on with the cube at {offer.taken}"
        yield self.way("take", text, GNU)
        text = f"{answerer} passes the {offer.name}"
        yield self.game("pass", text, GNU, 1 - offer.answerer, offer.passed)

    def resignations(self) -> Iterator[Settlement]:
        """Yield what giving the game up makes of the score: every kind of loss that can still happen.

        A bigger loss that counts no more, by the Jacoby rule or because a smaller one ends the match, is left
        out. In a match games are conceded only once the sides cannot hit or block each other any more.
        """
        table = self.table
        source, allowed = GNU_PLAY, True
        if self.length:
            source, allowed = f"{US_4_9}: conceded only without contact", not _can_meet(table)
        for winner in (1, 0):
            last = 0
            for wins in table.terms.variant.wins:
                points = table.stake(winner).worth(wins)
                if wins > _most_wins(table, winner) or points == last:
                    break
                last = points
                kind = "a single game" if wins == 1 else f"a {ENDINGS[wins]}"
                text = f"{self.name(1 - winner)} resigns {kind}"
                way = self.game(f"resign_{ENDINGS[wins]}", text, source, winner, points)
                yield way._replace(allowed=allowed)
                if way.match_winner is not None:
                    break

    def game(self, code: str, text: str, source: str, winner: int, points: int) -> Settlement:
        """`winner` wins the game in progress."""
        after = self.table.score.won(winner, points)
        match = "" if after.winner is None else " and the match"
        won = f"{points} point{'' if points == 1 else 's'}{match}"
        text += f": {self.name(winner)} wins {won}, {_score(after)}"
        way = self.way(code, text, source, winner=winner, points=points)
        return way._replace(score=after.points, match_winner=after.winner)

    def decisions(self) -> Iterator[Settlement]:
        """Yield what a director decides without another roll."""
        for side in (0, 1):
            text = f"{self.name(side)} is awarded the match: the opponent forfeits it or is out of time"
            source = f"{UKBGF}: forfeited matches are not rated; {WBIF_6}: a loss on time is final"
            yield self.way("award", text, source, match_winner=side, rated=False)
        text = "the match stays unfinished and has no winner"
        yield self.way("unfinished", text, f"{UKBGF}: unfinished matches are not rated", rated=False)
        text = "the players settle the match between themselves"
        source = f"{JBF_31} and {US_4_9} forbid it; {UKBGF}: settled matches are not rated"
        yield self.way("settled", text, source, rated=False, allowed=False)
        if self.table.begun:
            text = f"game {self.table.game.number} is cancelled and played again from its beginning"
            yield self.way("game_replayed", text, f"{US_4_9} forbids it", allowed=False)

    def scored(self) -> Iterator[Settlement]:
        """Yield who has won by a count, which no rule of match play knows."""
        one, two = self.table.score.points
        event = f"an event's own rule; {JBF_31} and {US_4_9} forbid settling"
        if self.length and one != two:
            leader, score = int(two > one), _score(self.table.score)
            text = f"the match is given to the leader in points: {self.name(leader)}, {score}"
            yield self.way("by_points", text, event, match_winner=leader, rated=False, allowed=False)
        scores = scored_by_pips(self.table)
        if scores is not None and scores[0] != scores[1]:
            leader = int(scores[1] > scores[0])
            what = "match" if self.length else "game"
            numbers = f"{scores[leader]:+d} to {scores[1 - leader]:+d}"
            text = f"the {what} is given to the leader in pips: {self.name(leader)}, {numbers}"
            winner = leader if self.length else None
            source = f"{SOLO}; {event}"
            yield self.way("by_pips", text, source, match_winner=winner, rated=False, allowed=False)


def _if_borne_off(table: RefereeTable, side: int) -> Finish:
    """How the game would end if `side` bore off its last checker now."""
    own, opponent = table.sides(side)
    variant = table.terms.variant
    finish = variant.finish((variant.checkers, *[0] * (len(own) - 1)), opponent)
    assert finish is not None
    return finish


def _most_wins(table: RefereeTable, winner: int) -> int:
    """How often the cube `winner` can still win the game at most.

    Without contact the loser can lose no more than he would if it were over now; with contact only a checker
    borne off keeps him from more.
    """
    most = table.terms.variant.wins[-1]
    if table.board_known:
        for side in (0, 1):
            finish = _if_borne_off(table, side)
            if winner == (side if finish.won else 1 - side) and (finish.wins == 1 or not _can_meet(table)):
                most = finish.wins
    return most


def _can_meet(table: RefereeTable) -> bool:
    """Whether the two sides can still hit or block each other, as far as is known."""
    return not table.board_known or table.terms.variant.contact(*table.sides(0))


def _score(score: Score) -> str:
    return f"{score.points[0]}-{score.points[1]}"
