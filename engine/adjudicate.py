"""The referee: replays a whole record and says what it finds."""

from collections.abc import Callable
from dataclasses import replace as changed

from .options import DEFAULT, Options
from .record import Doubled, GameRecord, MatchRecord, Rolled
from .referee_log import RefereeLog
from .replay import Watcher, replay_game
from .results import GameResult, count_gammon_once
from .score import Score
from .table import RefereeTable
from .terms import terms_for_record
from .variants import ENDINGS, VARIANTS, Variant
from .verdict import GameVerdict, RecordVerdict
from .words import gettext_lazy as _


def adjudicate(record: MatchRecord, options: Options = DEFAULT) -> RecordVerdict:
    """Judge a record by the options of an event. A record can be wrong in any way; nothing is raised for it.

    Raises InvalidOption if the options do not fit a match of this length or this variant.

    After a fault the game goes on from the board as the record has it, the cube as claimed, and the points
    the game was really worth, so that one fault is listed once. The variant must be one of VARIANTS, as
    read() makes sure.

    A last row that nothing follows, not even a line end, may be half a row: what could go on to be right is
    left out, with a note.

    A record that does not say what is played is judged as backgammon, unless it breaks rules as that and none
    as a variant that differs from it in the starting position only.
    """
    return replay_record(record, options)[1]


def replay_record(
    record: MatchRecord, options: Options = DEFAULT, new_watcher: Callable[[], Watcher] | None = None
) -> "tuple[MatchReplay, RecordVerdict]":
    """Judge a record as adjudicate does; return also how the match was left, with its watcher if any."""
    match = MatchReplay(record, options, new_watcher and new_watcher())
    verdict = match.judge_record()
    if verdict.violations and not record.names_variant:
        return _replay_from_another_start(record, options, new_watcher) or (match, verdict)
    return match, verdict


_OTHER_STARTS = sorted(
    (known for known in VARIANTS.values() if type(known) is Variant and known.code != "backgammon"),
    key=lambda known: known.checker_count,
)
"""Those with fewer checkers first: of all that fit, in the first one the games are played out."""
_ENOUGH_ROLLS = 8  # rolls, where no game is played out: in fewer some other start might fit by chance


def _replay_from_another_start(
    record: MatchRecord, options: Options, new_watcher: Callable[[], Watcher] | None
) -> "tuple[MatchReplay, RecordVerdict] | None":
    """Replay from the one other starting position by which all of it is right; None without one."""
    rolls = sum(isinstance(entry.action, Rolled) for game in record.games for entry in game.entries)
    for variant in _OTHER_STARTS:
        begun = changed(record, variant=variant.code, games=record.games[:1])
        if MatchReplay(begun, options).judge_record().violations:
            continue
        match = MatchReplay(changed(begun, games=record.games), options, new_watcher and new_watcher())
        message = _("the record does not say so, but can only be %(variant)s")
        match.referee_log.add_note("variant_guessed", message % {"variant": variant.name})
        verdict = match.judge_record()
        played_out = any(game.ending in ENDINGS.values() for game in verdict.games)
        if not verdict.violations and (played_out or rolls >= _ENOUGH_ROLLS):
            return match, verdict
    return None


class MatchReplay:
    """The state of a match between games; `table` is where the last game is left if it has no end."""

    def __init__(self, record: MatchRecord, options: Options, watch: Watcher | None = None) -> None:
        self.record, self.watch = record, watch
        self.terms = terms_for_record(record, VARIANTS[record.variant], options)
        self.referee_log = RefereeLog(self.terms.variant.versions)
        self.score = Score(record.length, crawford_played=not self.terms.crawford)
        self.claimed = (0, 0)  # the score as the record's own lines add up
        self.doubtful = False  # the last game's points cannot be known
        self.games: list[GameVerdict] = []
        self.table: RefereeTable | None = None
        self.last: tuple[RefereeTable, int]  # the game before, and the turn it ended in

    def judge_record(self) -> RecordVerdict:
        """Replay everything; once."""
        record = self.record
        for index, game in enumerate(record.games):
            self.referee_log.game, self.referee_log.turn = game.number, 0
            if self.score.winner is not None and index:
                words = {"score": _score_text(self.score.points), "game": game.number}
                message = _("the match was over at %(score)s; game %(game)s is one too many")
                self.referee_log.add_fault("match_over", message % words)
                message = _("game %(game)s and what follows were not judged")
                self.referee_log.add_note("games_not_judged", message % {"game": game.number})
                break
            self.check_score_line(index, game)
            self.replay_game(game, is_last=index == len(record.games) - 1)
        self.note_match_oddities()
        return RecordVerdict(
            verdict="illegal" if self.referee_log.violations else "legal",
            format=record.format,
            variant=record.variant,
            length=record.length,
            players=record.players,
            complete=self.score.winner is not None,
            winner=self.score.winner,
            score=self.score.points,
            games=tuple(self.games),
            violations=tuple(self.referee_log.violations),
            notes=tuple(self.referee_log.notes),
        )

    def check_score_line(self, index: int, game: GameRecord) -> None:
        """Compare the score written before a game with the score of the games before it."""
        referee_log, written = self.referee_log, game.score
        if index == 0:
            if max(written) >= self.record.length > 0:
                words = {"start": _score_text(written), "length": self.record.length}
                message = _("the first game cannot start at %(start)s in a match to %(length)s")
                referee_log.add_fault("score_kept", message % words)
                return
            if written != (0, 0):
                message = _("the record starts at %(score)s")
                referee_log.add_note("score_start", message % {"score": _score_text(written)})
                over = not self.terms.crawford or _is_crawford_over(self.record.length, game)
                self.score = Score(self.record.length, written, over)
            self.claimed = written
            return
        self.check_game_order(index, game)
        if written == self.score.points or self.accept_jacoby_count(written):
            pass
        elif self.doubtful and max(written) < (self.record.length or max(written) + 1):
            self.score = changed(self.score, points=written)
        elif self.is_cut_score_line(index, game):
            referee_log.add_note("record_cut", _("the score before the game is cut short"))
        elif written != self.claimed:
            words = {"written": _score_text(written), "score": _score_text(self.score.points)}
            message = _("the score before the game is written %(written)s; it was %(score)s")
            referee_log.add_fault("score_kept", message % words)
        self.claimed = written

    def accept_jacoby_count(self, written: tuple[int, int]) -> bool:
        """Whether the score shows that the last game was a gammon counted once by the Jacoby rule.

        GNU Backgammon 1.07 writes such a game of a session "Wins 2 points" and adds one to the score.
        """
        table, turn = self.last
        result, referee_log = table.result, self.referee_log
        if (
            result is None
            or result.winner is None
            or not table.stakes_of(result.winner).may_count_once(result)
        ):
            return False
        if written != table.score.after_game(result.winner, result.cube).points:
            return False
        here, referee_log.game, referee_log.turn = referee_log.game, table.game.number, turn
        count_gammon_once(result, referee_log)
        referee_log.game, referee_log.turn = here, 0
        self.games[-1] = self.games[-1]._replace(points=result.points)
        self.score = changed(self.score, points=written)
        return True

    def is_cut_score_line(self, index: int, game: GameRecord) -> bool:
        """Whether the record breaks off in this score line: "1" is what a cut leaves of "10"."""
        one, two = self.score.points
        breaks_off = self.record.open_end and index == len(self.record.games) - 1 and not game.entries
        return breaks_off and game.score[0] == one and str(two).startswith(str(game.score[1]))

    def check_game_order(self, index: int, game: GameRecord) -> None:
        """Note games out of order and players whose names change."""
        first = self.record.games[0]
        if game.number != first.number + index:
            message = _("game %(expected)s is expected here, not game %(game)s")
            words = {"expected": first.number + index, "game": game.number}
            self.referee_log.add_note("game_number", message % words)
        if game.players != self.record.players and game.players is not None:
            one, two = game.players
            message = _("the players are called %(one)s and %(two)s here")
            self.referee_log.add_note("names_changed", message % {"one": one, "two": two})

    def replay_game(self, game: GameRecord, is_last: bool) -> None:
        """Replay a game and move the score on."""
        before = self.score
        if game.crawford is not None and game.crawford != before.is_crawford:
            message = (
                _("the record says that this is the Crawford game")
                if game.crawford
                else _("the record says that this is not the Crawford game")
            )
            self.referee_log.add_note("crawford_claimed", message)
        table = replay_game(
            game,
            before,
            self.terms,
            self.referee_log,
            is_last,
            is_last and self.record.open_end,
            self.watch,
        )
        self.last = table, self.referee_log.turn
        result = table.result
        if result is None:
            self.doubtful = True
            self.table = table if is_last else None
            self.score = before.after_game(0, 0)
            return
        crawford = before.is_crawford and self.terms.variant.cube
        self.games.append(
            GameVerdict(game.number, result.winner, result.points, result.ending, result.cube, crawford)
        )
        self.score = before.after_game(result.winner or 0, result.points)
        self.claimed = _add_claimed_points(self.claimed, result)
        self.doubtful = result.doubtful
        if result.match_conceded:
            message = _("the match was given up with the game, for the %(points)s points it still took")
            self.referee_log.add_note("match_conceded", message % {"points": result.points})
        elif result.match_claimed and self.score.winner is None:
            message = _("the match is given to the winner of the game at %(score)s")
            words = {"score": _score_text(self.score.points)}
            self.referee_log.add_note("match_conceded", message % words)

    def note_match_oddities(self) -> None:
        """Note what concerns the whole record."""
        referee_log, record = self.referee_log, self.record
        referee_log.game = referee_log.turn = 0
        if record.length == 0:
            referee_log.add_note("money_session", _("a session for money has no end"))
        elif record.length % 2 == 0:
            message = _("the match is to %(length)s points; clubs play odd lengths")
            referee_log.add_note("even_length", message % {"length": record.length})
        if not self.terms.crawford and record.length > 1:
            message = (
                _("the event says that the Crawford rule was off; it was judged so")
                if record.crawford
                else _("the record says that the Crawford rule was off; it was judged so")
            )
            referee_log.add_note("crawford_off", message)
        if record.cut:
            referee_log.add_note(
                "record_cut", _("the record breaks off inside its last row; that row was left out")
            )
        if referee_log.unlisted:
            message = _("%(count)s more faults are not listed")
            referee_log.add_note("violations_cut", message % {"count": referee_log.unlisted})


def _is_crawford_over(length: int, game: GameRecord) -> bool:
    """Whether the Crawford game lies before a record that starts at this score.

    With both sides at match point it does; with one there and the other without points it does not. In
    between the record cannot show it, unless it says so or its first game has a double.
    """
    if game.crawford is not None:
        return max(game.score) == length - 1 and not game.crawford
    high, low = max(game.score), min(game.score)
    doubled = any(isinstance(entry.action, Doubled) for entry in game.entries)
    return high == length - 1 and (low == high or (low > 0 and doubled))


def _add_claimed_points(points: tuple[int, int], result: GameResult) -> tuple[int, int]:
    one, two = points
    if result.claimed_winner is None:
        return points
    return (one + result.claimed, two) if result.claimed_winner == 0 else (one, two + result.claimed)


def _score_text(points: tuple[int, int]) -> str:
    return f"{points[0]}-{points[1]}"
