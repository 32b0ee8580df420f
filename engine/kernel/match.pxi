"""One match in progress: engine.replay, score and adjudicate for what is legal. Included by transcripts.pyx."""

cdef enum:
    NOBODY = -1
    PASS = 0  # endings; the others are how often the cube a game is won
    RESIGNATION = 4
    MOST_POINTS = 999999
    MOST_NOTES = 50

cdef tuple _endings = ("pass", ENDINGS[1], ENDINGS[2], ENDINGS[3], "resignation")
cdef object _new = tuple.__new__

if RecordVerdict._fields != (
    "verdict", "format", "variant", "length", "players", "complete", "winner", "score", "games", "violations",
    "notes", "file", "error",
) or GameVerdict._fields != ("number", "winner", "points", "ending", "cube", "crawford"):
    raise ImportError("the kernel does not know these verdicts")


@cython.final
cdef class Match:
    """The score, the cube and the board. The methods named for what happens return whether it may."""

    # As the header says.
    cdef int length, checkers
    cdef bint crawford_rule, jacoby, variant_named
    cdef long limit  # of the cube; 0 for none
    cdef str code
    cdef bytes start_own, start_opponent

    # Between games.
    cdef int points[2]
    cdef bint crawford_played
    cdef list games, violations, notes

    # The game.
    cdef int number
    cdef int row_number, turn  # as last printed, and of the last thing that happened
    cdef bint crawford
    cdef Count board[2][SIDE]
    cdef int on_roll, cube, owner, doubler, offered
    cdef int unplayed, high, low  # who has rolled without playing, and what
    cdef bint unplayed_for_good  # the roll could have been played, so nothing but a result may follow
    cdef int resigner, resigned_points
    cdef int winner, worth, ending, decided
    cdef bint won, match_claimed, doubtful

    def __cinit__(self):
        self.games = []
        self.violations = []
        self.notes = []

    cdef void begin(self, int number) noexcept:
        """Set the board up for the next game."""
        self.number = number
        self.row_number = self.turn = 0
        memcpy(self.board[0], PyBytes_AS_STRING(self.start_own), SIDE)
        memcpy(self.board[1], PyBytes_AS_STRING(self.start_opponent), SIDE)
        self.crawford_played = self.crawford_played or not self.crawford_rule
        self.crawford = (
            self.length > 1 and not self.crawford_played
            and max(self.points[0], self.points[1]) == self.length - 1
        )
        self.on_roll = self.owner = self.doubler = self.unplayed = self.resigner = self.winner = NOBODY
        self.cube = 1
        self.unplayed_for_good = self.won = self.match_claimed = self.doubtful = False

    cdef inline bint take_turn(self) noexcept:
        """Note when something happens; rows are numbered in order."""
        if self.row_number != self.turn and self.row_number != self.turn + 1:
            return False
        self.turn = self.row_number
        return True

    cdef inline bint goes_on(self) noexcept:
        """Whether the game may go on with something other than a result."""
        if not self.take_turn() or self.winner != NOBODY or self.resigner != NOBODY or self.unplayed_for_good:
            return False
        self.unplayed = NOBODY
        return True

    cdef bint rolled(self, int player, int high, int low, const Claim *claim, bint unknown, bint cannot) noexcept:
        """Dice, and the play claimed for them."""
        cdef Count *own = self.board[player]
        cdef Count *opponent = self.board[1 - player]
        if not self.goes_on() or self.doubler != NOBODY:
            return False
        if self.on_roll == NOBODY:
            if high == low:
                return False
        elif self.on_roll != player:
            return False
        self.on_roll = 1 - player
        if claim.hops == 0:
            if can_step(own, opponent, high) or can_step(own, opponent, low):
                if cannot:
                    return False
                self.unplayed_for_good = True
            elif not unknown:
                return True
            self.unplayed, self.high, self.low = player, high, low
            return True
        if not play(own, opponent, high, low, claim):
            return False
        if own[OFF] == self.checkers:
            self.winner = player
            self.ending = 1 if opponent[OFF] else 3 if behind(opponent, 18) else 2
            self.decided = self.cube
            self.worth = self.ending * self.cube
        return True

    cdef bint doubles(self, int player, long value) noexcept:
        """A double is offered."""
        if not self.goes_on() or self.doubler != NOBODY or self.on_roll != player or self.crawford:
            return False
        if self.owner == 1 - player or (self.length and self.cube >= self.length - self.points[player]):
            return False
        if value != 2 * self.cube or (self.limit and value > self.limit):
            return False
        self.doubler = player
        self.offered = value
        return True

    cdef bint takes(self, int player) noexcept:
        if not self.goes_on() or self.doubler != 1 - player:
            return False
        self.cube = self.offered
        self.owner = player
        self.doubler = NOBODY
        return True

    cdef bint drops(self, int player) noexcept:
        if not self.goes_on() or self.doubler != 1 - player:
            return False
        self.winner = 1 - player
        self.ending = PASS
        self.worth = self.decided = self.cube
        return True

    cdef bint resigns(self, int player, int points) noexcept:
        """A side gives up, or its loss is written beside the win."""
        if not self.take_turn():
            return False
        if self.winner != NOBODY:
            return player != self.winner
        if self.resigner != NOBODY:
            return False
        self.resigner = player
        self.resigned_points = points
        return True

    cdef bint wins(self, int player, int points, bint placed, bint and_the_match) except -1:
        """A result line: decides the game if nothing before did, else has to agree with what did."""
        if self.won or not self.take_turn():
            return False
        if not placed:
            if self.winner != NOBODY:
                player = self.winner
            elif self.resigner != NOBODY:
                player = 1 - self.resigner
            elif self.doubler != NOBODY:
                return False
        if self.winner == NOBODY:
            if self.doubler != NOBODY or self.unplayed == player or self.resigner == player:
                return False
            if self.concedes(player, points):
                return False
            self.give_up(player, points)
        elif player != self.winner:
            return False
        if points != self.worth and not self.doubtful:
            self.compare(points)
        self.won = True
        self.match_claimed = and_the_match
        return True

    cdef int compare(self, int points) except -1:
        """Put points that are not what the game was worth before results.py."""
        referee_log = self.referee_log()
        result = GameResult(self.winner, self.worth, _endings[self.ending], self.decided, points, self.winner)
        compare_points(result, points, self.stake(self.winner), referee_log)
        self.worth = result.points
        self.take_over(referee_log)
        return 0

    cdef bint concedes(self, int winner, int points):
        """Whether the match may have been given up with the game, of which the engine itself tells."""
        return (
            self.length > 0 and points > 3 * self.cube
            and (points == self.length or points == self.length - self.points[winner])
        )

    cdef int give_up(self, int winner, int points) except -1:
        """The game ends by resignation for `points`."""
        self.winner = winner
        self.ending = RESIGNATION
        self.decided = self.cube
        if points == self.cube or points == 2 * self.cube or points == 3 * self.cube:
            self.worth = points
        else:
            referee_log = self.referee_log()
            result = resignation_result(winner, points, self.stake(winner), referee_log)
            self.worth = result.points
            self.doubtful = result.doubtful
            self.take_over(referee_log)
        if self.unplayed != NOBODY and self.unplayed != winner:
            self.note("resigned_after_roll", "the loser rolled and gave the game up without playing")
        if rearmost(self.board[0]) + rearmost(self.board[1]) > 24:
            self.note("early_concession", "the game was given up while the sides could still hit each other")
        return 0

    cdef bint end_game(self, bint is_last) except -1:
        """Write the game down. One without an end can only be the last."""
        if self.winner == NOBODY and self.resigner != NOBODY:
            if self.concedes(1 - self.resigner, self.resigned_points):
                return False
            self.give_up(1 - self.resigner, self.cube if self.resigned_points < 0 else self.resigned_points)
        if self.winner == NOBODY:
            if self.unplayed != NOBODY:
                self.note("last_roll_unplayed", f"{self.high}{self.low} is the last roll and is not played")
            return is_last
        if not self.won:
            self.note("result_missing", "the game has ended, but no result is written")
        self.games.append(_new(GameVerdict, (
            self.number, self.winner, self.worth,
            _endings[self.ending],
            self.decided, self.crawford,
        )))
        self.points[self.winner] += self.worth
        self.crawford_played = self.crawford_played or self.crawford
        # Notes on the match as a whole are rare; points beyond all measure are not ours to add up.
        if self.points[self.winner] > MOST_POINTS or len(self.notes) > MOST_NOTES:
            return False
        return not (self.match_claimed and self.match_winner() == NOBODY)

    cdef int match_winner(self) noexcept:
        if self.length:
            if self.points[0] >= self.length:
                return 0
            if self.points[1] >= self.length:
                return 1
        return NOBODY

    # The verdict on it.

    cdef verdict(self, tuple players, file):
        cdef int winner = self.match_winner()
        self.number = self.turn = 0
        if self.length == 0:
            self.note("money_session", "a session for money has no end")
        elif self.length % 2 == 0:
            self.note("even_length", f"the match is to {self.length} points; clubs play odd lengths")
        if not self.crawford_rule and self.length > 1:
            self.note("crawford_off", "the record says that the Crawford rule was off; it was judged so")
        if self.violations and not self.variant_named:
            return None  # perhaps another variant was played
        return _new(RecordVerdict, (
            "illegal" if self.violations else "legal", "mat", self.code, self.length, players,
            winner != NOBODY, None if winner == NOBODY else winner, (self.points[0], self.points[1]),
            tuple(self.games), tuple(self.violations), tuple(self.notes), file, None,
        ))

    cdef note(self, str code, str message):
        self.notes.append(Note(self.number, self.turn, code, message))

    cdef referee_log(self):
        """A log for the readable engine to write in."""
        referee_log = RefereeLog()
        referee_log.game, referee_log.turn = self.number, self.turn
        return referee_log

    cdef take_over(self, referee_log):
        self.violations.extend(referee_log.violations)
        self.notes.extend(referee_log.notes)

    cdef stake(self, int winner):
        need = max(self.length - self.points[winner], 0) if self.length else None
        cube = Cube(self.cube, None if self.owner == NOBODY else self.owner)
        return GameStakes(cube, self.cube, self.length, need, None if self.jacoby else False)


cdef inline int rearmost(const Count *own) noexcept nogil:
    cdef int point = BAR
    while point > 0 and not own[point]:
        point -= 1
    return point
