"""A Swiss as the pure writer of report files wants it."""

from collections import defaultdict
from fractions import Fraction

from tournaments.events.errors import TournamentNotStarted
from tournaments.events.models import Tournament
from tournaments.events.selectors import tournament_course
from tournaments.exchange.rules.trf import Player, Round, Score, trf
from tournaments.formats import History
from tournaments.formats.swiss.format import ByeWorth, Swiss
from tournaments.tiebreaks import Bye
from tournaments.tiebreaks.base import nearest
from tournaments.tiebreaks.outcomes import Decided

from .errors import NotASwiss

BYES = {ByeWorth.FULL: Score.BYE, ByeWorth.HALF: Score.HALF_BYE, ByeWorth.NONE: Score.ABSENT}


def tournament_trf(tournament: Tournament) -> str:
    """The report file of a Swiss. Raises NotASwiss, TournamentNotStarted."""
    format = tournament.played_as
    if not isinstance(format, Swiss):
        raise NotASwiss(
            f"{tournament.name} is played as {format.name}; only a Swiss can be written as TRF. The tables "
            "in CSV have everything.",
            format=format.code,
        )
    course = tournament_course(tournament)
    if not course.history.entries:
        raise TournamentNotStarted(f"{tournament.name} has not been drawn yet.", tournament=tournament.pk)
    rounds = rounds_of(format, course.history)
    ratings = course.history.ratings
    players = [
        Player(
            row.seed,
            row.entry.player.who.name,
            nearest(Fraction(ratings[row.entry.pk])) if row.entry.pk in ratings else None,
            row.place.points or Fraction(0),
            row.place.first,
            rounds[row.entry.pk],
        )
        for row in sorted(course.standings, key=lambda row: row.seed)
    ]
    paired = max((number for each in rounds.values() for number in each), default=0)
    return trf(tournament.name, players, rounds=paired, planned=format.rounds)


def rounds_of(format: Swiss, history: History) -> dict[int, dict[int, Round]]:
    """Every round as each entry had it, by number of the round."""
    course = format.course(history)
    number = {entry: place for place, entry in enumerate(history.entries, 1)}
    found: dict[int, dict[int, Round]] = defaultdict(dict)
    for sat in format.sat(history, course):
        score = BYES[format.bye] if sat.kind is Bye.FULL else Score.ABSENT
        found[sat.entry][sat.round] = Round(None, False, score)
    for each in course.rounds:
        for meeting in each.meetings:
            one, two = meeting.both
            decided = None if meeting.is_open else meeting.outcome
            found[one][each.number] = Round(number[two], True, scored(decided, one))
            found[two][each.number] = Round(number[one], False, scored(decided, two))
    return found


def scored(decided: Decided | None, entry: int) -> Score:
    if decided is None:
        return Score.UNKNOWN
    if decided.winner is None:
        return Score.DRAW if decided.played else Score.FORFEIT_LOSS
    won = decided.winner == entry
    if decided.played:
        return Score.WIN if won else Score.LOSS
    return Score.FORFEIT_WIN if won else Score.FORFEIT_LOSS
