"""What a director can make of a match that was not played to its end.

Which of it an event allows is the event's business; each way names the rule that speaks of it, and says
whether that rule allows it. Sources: docs/rules.md, "Unfinished matches".
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from .doubling import waiting_offer
from .position import count_pips
from .score import Score
from .table import RefereeTable
from .variants import ENDINGS, Finish
from .words import Text, ngettext_lazy, pgettext_lazy
from .words import gettext_lazy as _

LOSS_PER_PIP = -900
MOST_PER_PIP, LEAST_PER_PIP = 1100, 800
START_PIPS = 167
"""SoloGammon gives some 1,100 points for a pip won in the smallest win and 800 in large ones, by a formula
that is not known. Ours falls evenly from the one to the other, which it reaches at the pips of the start."""

# The rules that speak of a ruling, and what they say of it.
GNU = _("GNU Backgammon manual, rules of backgammon")
GNU_PLAY = _("GNU Backgammon 1.07 play.c")
PLAYED_ON = _(
    "US Backgammon rules 4.9: to the appointed length; UKBGF results policy: unfinished matches are resumed"
)
CONCEDED = _("US Backgammon rules 4.9: conceded only without contact")
ROLLED_TO_COMPLETION = _("US Backgammon rules 4.9: games are rolled to completion")
AWARDED = _("UKBGF results policy: forfeited matches are not rated; WBIF rule 6: a loss on time is final")
LEFT_UNFINISHED = _("UKBGF results policy: unfinished matches are not rated")
SETTLED = _(
    "JBF international rule 31 and US Backgammon rules 4.9 forbid it; UKBGF results policy: matches settled "
    "by agreement are not rated"
)
REPLAYED = _("US Backgammon rules 4.9 forbids it")
GIVEN_TO_LEADER = _(
    "an event's own rule; JBF international rule 31 and US Backgammon rules 4.9 forbid agreed settlements"
)
COUNTED_BY_PIPS = _(
    "SoloGammon; an event's own rule; JBF international rule 31 and US Backgammon rules 4.9 forbid agreed "
    "settlements"
)

OFFERS = {
    "double": pgettext_lazy("offer", "double"),
    "beaver": pgettext_lazy("offer", "beaver"),
    "raccoon": pgettext_lazy("offer", "raccoon"),
}
RESIGNATIONS = {
    1: _("%(loser)s resigns a single game"),
    2: _("%(loser)s resigns a gammon"),
    3: _("%(loser)s resigns a backgammon"),
}
"""How often the cube -> what is resigned."""


POSSIBLE_RULINGS: dict[str, str] = {
    "play_on": "The match is played on from where it stands.",
    "take": "The double that waits is taken, and the game goes on.",
    "pass": "The double that waits is passed: the game is over for the cube before the offer.",
    "resign_single": "A side resigns a single game.",
    "resign_gammon": "A side resigns a gammon.",
    "resign_backgammon": "A side resigns a backgammon.",
    "award": "The match is awarded to a side: the other forfeits it or is out of time.",
    "unfinished": "The match stays unfinished and has no winner.",
    "session_ends": "A session for money ends with the score as it is; a game in progress does not count.",
    "agreed_settlement": "The players agree on a settlement.",
    "game_replayed": "The game in progress is cancelled and played again from its beginning.",
    "by_points": "The match is given to the side with more points.",
    "by_pips": "The game, and a match with it, is given to the side with fewer pips to go.",
}
"""Code of a settlement -> what it is."""


class PossibleRuling(NamedTuple):
    """One possible ruling on an unfinished match. Sides are 0 and 1.

    `code` is a key of POSSIBLE_RULINGS; `text` says the same in a sentence of this match. `source` is the
    rule that speaks of it, and `allowed` whether that rule allows it as things stand: if not, only an event's
    own rule can.

    `winner` is the side that wins the game in progress by it and `points` what it wins; None where no game is
    won. `score` is the score then and `match_winner` the side that has then won the match; points are raw.
    `rated` says whether the match, once it is over, counts for ratings.
    """

    code: str
    text: Text
    source: Text
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

    A loss costs 900 for every pip the loser has left when the winner has none; for a win see `pips_won`. Of a
    game that is not finished the lead counts in their place.

    >>> pip_score((0, 12))
    (12962, -10800)
    """
    lead = abs(pips[0] - pips[1])
    won, lost = pips_won(lead), lead * LOSS_PER_PIP
    return (won, lost) if pips[0] < pips[1] else (lost, won)


def pips_won(pips: int) -> int:
    """What a win by so many pips scores: a pip 1,100, less 300/166 for every other one; 800 from 167 on.

    What is taken off is rounded down to a whole number; the more pips, the higher the score.
    """
    if pips >= START_PIPS:
        return pips * LEAST_PER_PIP
    return pips * MOST_PER_PIP - (MOST_PER_PIP - LEAST_PER_PIP) * pips * (pips - 1) // (START_PIPS - 1)


def pip_score_of_game(table: RefereeTable) -> tuple[int, int] | None:
    """Score the game on the table by pips.

    None where the checkers are not known, or where the side that bears off first does not win.
    """
    if not (table.board_known and _finish_if_borne_off(table, 0).won):
        return None
    return pip_score((count_pips(table.sides_of(0)[0]), count_pips(table.sides_of(1)[0])))


def list_possible_rulings(table: RefereeTable, players: tuple[str, str]) -> tuple[PossibleRuling, ...]:
    """Return every possible ruling on the match. On `table` is the game in progress, or one not begun yet."""
    return tuple(_Director(table, players).possible_rulings())


class _Director:
    """Goes through the ways there are."""

    def __init__(self, table: RefereeTable, players: tuple[str, str]) -> None:
        self.table, self.length = table, table.terms.length
        unnamed = (_("the left player"), _("the right player"))
        named = (players[0] or unnamed[0], players[1] or unnamed[1])
        self.names: tuple[str, str] = named if named[0] != named[1] else unnamed

    def possible_rulings(self) -> Iterator[PossibleRuling]:
        """Yield the ordinary ways first."""
        text = (
            _("the match is played on from here") if self.length else _("the session is played on from here")
        )
        yield self.make_ruling("play_on", text, PLAYED_ON)
        if waiting_offer(self.table) is not None:
            yield from self.cube_answers()
        elif self.table.has_begun:
            yield from self.possible_resignations()
        if self.length:
            yield from self.director_decisions()
        else:
            begun = self.table.has_begun
            text = (
                _("the session ends here at %(score)s; the game in progress does not count")
                if begun
                else _("the session ends here at %(score)s")
            ) % {"score": _score_text(self.table.score)}
            yield self.make_ruling("session_ends", text, ROLLED_TO_COMPLETION, allowed=not begun)
        yield from self.decisions_by_count()

    def make_ruling(
        self, code: str, text: Text, source: Text, *, rated: bool = True, **more: Any
    ) -> PossibleRuling:
        """A way that leaves the score as it is. Only matches are rated."""
        return PossibleRuling(
            code, text, source, self.table.score.points, rated=rated and self.length > 0, **more
        )

    def side_name(self, side: int) -> str:
        """What a side is called in a sentence."""
        return self.names[side]

    def cube_answers(self) -> Iterator[PossibleRuling]:
        """Yield the answers to a double or beaver that waits: nothing else happens in the game before."""
        offer = waiting_offer(self.table)
        assert offer is not None
        words = {
            "answerer": self.side_name(offer.answerer),
            "offer": OFFERS[offer.name],
            "cube": offer.taken,
        }
        text = _("%(answerer)s takes the %(offer)s; the game goes on with the cube at %(cube)s")
        yield self.make_ruling("take", text % words, GNU)
        text = _("%(answerer)s passes the %(offer)s")
        yield self.win_of_game("pass", text % words, GNU, 1 - offer.answerer, offer.passed)

    def possible_resignations(self) -> Iterator[PossibleRuling]:
        """Yield what giving the game up makes of the score: every kind of loss that can still happen.

        A bigger loss that counts no more, by the Jacoby rule or because a smaller one ends the match, is left
        out. In a match games are conceded only once the sides cannot hit or block each other any more.
        """
        table = self.table
        source, allowed = GNU_PLAY, True
        if self.length:
            source, allowed = CONCEDED, not _can_meet(table)
        for winner in (1, 0):
            last = 0
            for wins in table.terms.variant.possible_wins:
                points = table.stakes_of(winner).points_worth(wins)
                if wins > _most_wins_possible(table, winner) or points == last:
                    break
                last = points
                text = RESIGNATIONS[wins] % {"loser": self.side_name(1 - winner)}
                way = self.win_of_game(f"resign_{ENDINGS[wins]}", text, source, winner, points)
                yield way._replace(allowed=allowed)
                if way.match_winner is not None:
                    break

    def win_of_game(self, code: str, act: Text, source: Text, winner: int, points: int) -> PossibleRuling:
        """`winner` wins the game in progress by what a side does."""
        after = self.table.score.after_game(winner, points)
        text = (
            ngettext_lazy(
                "%(act)s: %(winner)s wins %(points)s point, %(score)s",
                "%(act)s: %(winner)s wins %(points)s points, %(score)s",
                points,
            )
            if after.winner is None
            else ngettext_lazy(
                "%(act)s: %(winner)s wins %(points)s point and the match, %(score)s",
                "%(act)s: %(winner)s wins %(points)s points and the match, %(score)s",
                points,
            )
        )
        words = {"act": act, "winner": self.side_name(winner), "points": points, "score": _score_text(after)}
        way = self.make_ruling(code, text % words, source, winner=winner, points=points)
        return way._replace(score=after.points, match_winner=after.winner)

    def director_decisions(self) -> Iterator[PossibleRuling]:
        """Yield what a director decides without another roll."""
        for side in (0, 1):
            text = _("%(winner)s is awarded the match: the opponent forfeits it or is out of time") % {
                "winner": self.side_name(side)
            }
            yield self.make_ruling("award", text, AWARDED, match_winner=side, rated=False)
        text = _("the match stays unfinished and has no winner")
        yield self.make_ruling("unfinished", text, LEFT_UNFINISHED, rated=False)
        text = _("the players agree on a settlement")
        yield self.make_ruling("agreed_settlement", text, SETTLED, rated=False, allowed=False)
        if self.table.has_begun:
            text = _("game %(game)s is cancelled and played again from its beginning") % {
                "game": self.table.game.number
            }
            yield self.make_ruling("game_replayed", text, REPLAYED, allowed=False)

    def decisions_by_count(self) -> Iterator[PossibleRuling]:
        """Yield who has won by a count, which no rule of match play knows."""
        one, two = self.table.score.points
        if self.length and one != two:
            leader = int(two > one)
            text = _("the match is given to the leader in points: %(leader)s, %(score)s") % {
                "leader": self.side_name(leader),
                "score": _score_text(self.table.score),
            }
            yield self.make_ruling(
                "by_points", text, GIVEN_TO_LEADER, match_winner=leader, rated=False, allowed=False
            )
        scores = pip_score_of_game(self.table)
        if scores is not None and scores[0] != scores[1]:
            leader = int(scores[1] > scores[0])
            text = (
                _("the match is given to the leader in pips: %(leader)s, %(more)s to %(less)s")
                if self.length
                else _("the game is given to the leader in pips: %(leader)s, %(more)s to %(less)s")
            ) % {
                "leader": self.side_name(leader),
                "more": f"{scores[leader]:+d}",
                "less": f"{scores[1 - leader]:+d}",
            }
            winner = leader if self.length else None
            yield self.make_ruling(
                "by_pips", text, COUNTED_BY_PIPS, match_winner=winner, rated=False, allowed=False
            )


def _finish_if_borne_off(table: RefereeTable, side: int) -> Finish:
    """How the game would end if `side` bore off its last checker now."""
    return table.terms.variant.finish_if_borne_off(table.sides_of(1 - side)[0])


def _most_wins_possible(table: RefereeTable, winner: int) -> int:
    """How often the cube `winner` can still win the game at most.

    Without contact the loser can lose no more than he would if it were over now; with contact only a checker
    borne off keeps him from more.
    """
    most = table.terms.variant.possible_wins[-1]
    if table.board_known:
        for side in (0, 1):
            finish = _finish_if_borne_off(table, side)
            if winner == (side if finish.won else 1 - side) and (finish.wins == 1 or not _can_meet(table)):
                most = finish.wins
    return most


def _can_meet(table: RefereeTable) -> bool:
    """Whether the two sides can still hit or block each other, as far as is known."""
    return not table.board_known or table.terms.variant.has_contact(*table.sides_of(0))


def _score_text(score: Score) -> str:
    return f"{score.points[0]}-{score.points[1]}"
