"""A Swiss as the pure writer of report files wants it."""

from collections import defaultdict
from fractions import Fraction

from tournaments.events.errors import TournamentNotStarted
from tournaments.events.models import Tournament
from tournaments.events.selectors import tournament_course
from tournaments.exchange.rules.trf import TrfPlayer, TrfRound, TrfScore, write_trf
from tournaments.formats import History
from tournaments.formats.swiss.format import ByeWorth, Swiss
from tournaments.tiebreaks import Bye
from tournaments.tiebreaks.base import nearest_integer
from tournaments.tiebreaks.results import PairingResult

from .errors import NotASwiss

BYES = {ByeWorth.FULL: TrfScore.BYE, ByeWorth.HALF: TrfScore.HALF_BYE, ByeWorth.NONE: TrfScore.ABSENT}


def tournament_trf(tournament: Tournament) -> str:
    """The report file of a Swiss. Raises NotASwiss, TournamentNotStarted."""
    format = tournament.played_as
    if not isinstance(format, Swiss):
        raise NotASwiss(
            "%(tournament)s is played as %(format)s; only a Swiss can be written as TRF. The tables in CSV "
            "have everything.",
            {"tournament": tournament.name, "format": format.name},
            format=format.code,
        )
    course = tournament_course(tournament)
    if not course.history.entries:
        raise TournamentNotStarted(
            "%(tournament)s has not been drawn yet.",
            {"tournament": tournament.name},
            tournament=tournament.pk,
        )
    rounds = trf_rounds_of(format, course.history)
    ratings = course.history.ratings
    players = [
        TrfPlayer(
            row.seed,
            row.entry.player.effective_player.name,
            nearest_integer(Fraction(ratings[row.entry.pk])) if row.entry.pk in ratings else None,
            row.place.points or Fraction(0),
            row.place.first,
            rounds[row.entry.pk],
        )
        for row in sorted(course.standings, key=lambda row: row.seed)
    ]
    paired = max((number for each in rounds.values() for number in each), default=0)
    return write_trf(tournament.name, players, rounds=paired, planned=format.rounds)


def trf_rounds_of(format: Swiss, history: History) -> dict[int, dict[int, TrfRound]]:
    """Every round as each entry had it, by number of the round."""
    course = format.rounds_so_far(history)
    number = {entry: place for place, entry in enumerate(history.entries, 1)}
    found: dict[int, dict[int, TrfRound]] = defaultdict(dict)
    for sat in format.rounds_sat_out(history, course):
        score = BYES[format.bye] if sat.kind is Bye.FULL else TrfScore.ABSENT
        found[sat.entry][sat.round] = TrfRound(None, False, score)
    for each in course.rounds:
        for meeting in each.meetings:
            one, two = meeting.both_entries
            result = None if meeting.is_open else meeting.result
            found[one][each.number] = TrfRound(number[two], True, trf_score(result, one))
            found[two][each.number] = TrfRound(number[one], False, trf_score(result, two))
    return found


def trf_score(result: PairingResult | None, entry: int) -> TrfScore:
    if result is None:
        return TrfScore.UNKNOWN
    if result.winner is None:
        return TrfScore.DRAW if result.played else TrfScore.FORFEIT_LOSS
    won = result.winner == entry
    if result.played:
        return TrfScore.WIN if won else TrfScore.LOSS
    return TrfScore.FORFEIT_WIN if won else TrfScore.FORFEIT_LOSS
