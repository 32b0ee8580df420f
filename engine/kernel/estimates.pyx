# cython: language_level=3, binding=False
"""Estimates positions, and all that can follow a roll, in C: what engine.bots.evaluation does, number by number.

The sums are made in the same order, so that the same doubles come of them.
"""

from libc.math cimport exp, sqrt
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy, memset

from .board cimport BAR, ILLEGAL, OFF, SIDE, Count, all_home, landing, move

cdef extern from *:
    """
    #ifndef SOURCE
    #define SOURCE 0
    #endif
    """
    const unsigned long SOURCE_CHECKSUM "SOURCE"

SOURCE = SOURCE_CHECKSUM

include "results.pxi"

cdef enum:
    AHEAD = 6
    STRIDE = 16  # numbers of checkers on a place, 0 to 15
    DEGREES = 4
    NUMBERS = 7
    DICE = 7  # how many of six dice can be played
    UNITS = 40
    COLUMNS = 41

cdef double OVER = 1e6  # odds that nothing but a game that is over has

RULES = {"plain": PLAIN, "misere": MISERE, "race": RACE, "plakoto": PLAKOTO, "fevga": FEVGA}
"""What moves and ends a game -> its number."""

cdef int results[MOST_REACHED]


cdef class Judge:
    """Whoever estimates positions of a variant: looks at all that follows a roll."""

    cdef Game game
    cdef int places

    def __cinit__(self, str rules, int option, int checkers, int places, *rest):
        self.game.rules, self.game.option, self.game.checkers = RULES[rules], option, checkers
        self.places = places
        if places > PLACES or checkers >= STRIDE:
            raise ValueError("the kernel has no room for so many places or checkers")

    cdef double odds_of(self, const Board *board) noexcept:
        return 0.0

    def odds(self, own, opponent):
        """The logarithm of the odds that the side which has just moved to a position, `own`, wins."""
        cdef Board board
        self.set_up(&board, own, opponent)
        return self.odds_of(&board)

    def on_roll(self, own, opponent):
        """The chance of the side about to roll, which plays the best of every roll; None where too much can follow."""
        cdef Board board
        cdef int high, low, best
        cdef double total = 0.0, chance
        self.set_up(&board, own, opponent)
        for high in range(1, 7):
            for low in range(1, high + 1):
                chance = self.best_of(&board, high, low, &best)
                if chance < 0:
                    return None
                total += (1 if high == low else 2) * chance
        return total / 36

    cdef int set_up(self, Board *board, tuple own, tuple opponent) except -1:
        cdef int place, mine, theirs
        if len(own) != self.places or len(opponent) != self.places:
            raise ValueError("a side has another number of places")
        memset(board, 0, sizeof(Board))
        for place in range(self.places):
            mine, theirs = own[place], opponent[place]
            if not (0 <= mine <= self.game.checkers and 0 <= theirs <= self.game.checkers):
                raise ValueError("there are not so many checkers")
            board.own[place], board.opponent[place] = mine, theirs
        return 0

    cdef double best_of(self, const Board *board, int high, int low, int *best) noexcept:
        """The chance after the best play of a roll, whose number among `reached.found` is put into `best`, -1
        where nothing can be played; -1 where there is too much.
        """
        cdef int count, at
        cdef double most = -1e300, found, won
        cdef const Board *after
        best[0] = -1
        if not find_results(&self.game, board, high, low, results, &count):
            return -1.0
        for at in range(max(count, 1)):
            after = &reached.found[results[at]].board if count else board
            won = won_if_over(&self.game, after)
            # A game that is over is as good or bad as no estimate is; a draw as one of even odds.
            found = self.odds_of(after) if won < 0 else OVER * (2 * won - 1)
            if found > most:
                most = found
                if count:
                    best[0] = results[at]
        return chance_of(most) if -OVER < most < OVER else most > 0


cdef class Estimates(Judge):
    """An evaluation by a sum of weights, in C.

    `tables` are four, each a list of lists: what so many checkers on a place are worth, own and opponent's,
    where the sides can meet and where they have parted. `meeting` and `racing` are the weights of the rest.
    `misses` are the chances not to be hit by point and place of the other side.
    """

    cdef bint hits
    cdef double *tables
    cdef double *meeting
    cdef double *racing
    cdef double misses[SIDE][SIDE]

    def __cinit__(
        self, str rules, int option, int checkers, int places, bint hits, list tables, list meeting, list racing, list misses
    ):
        cdef int table, place, number, at
        self.hits = hits
        self.tables = <double *> malloc((4 * PLACES * STRIDE + len(meeting) + len(racing)) * sizeof(double))
        if self.tables == NULL:
            raise MemoryError
        self.meeting = self.tables + 4 * PLACES * STRIDE
        self.racing = self.meeting + len(meeting)
        for table in range(4):
            for place in range(self.places):
                for number in range(checkers + 1):
                    self.tables[(table * PLACES + place) * STRIDE + number] = tables[table][place][number]
        for at in range(len(meeting)):
            self.meeting[at] = meeting[at]
        for at in range(len(racing)):
            self.racing[at] = racing[at]
        for place in range(SIDE):
            for at in range(SIDE):
                self.misses[place][at] = misses[place][at]

    def __dealloc__(self):
        free(self.tables)

    cdef double odds_of(self, const Board *board) noexcept:
        cdef int place, mine = BAR, theirs = BAR
        cdef bint parted
        cdef double one = 0.0, two = 0.0
        cdef const double *table
        while mine > OFF and not board.own[mine]:
            mine -= 1
        while theirs > OFF and not board.opponent[theirs]:
            theirs -= 1
        parted = have_parted(board) if self.game.rules == FEVGA else mine + theirs < BAR
        table = self.tables + 2 * parted * PLACES * STRIDE
        for place in range(self.places):
            one += table[place * STRIDE + board.own[place]]
            two += table[(PLACES + place) * STRIDE + board.opponent[place]]
        one += two
        return self.race(board, one) if parted else self.meet(board, mine, theirs, one)

    cdef double race(self, const Board *board, double total) noexcept:
        cdef int place, pips = 0, others = 0
        for place in range(SIDE):
            pips += place * board.own[place]
            others += place * board.opponent[place]
        total += self.racing[0]
        return total + self.racing[1] * ((others - pips - 4) / sqrt(<double> max(pips + others - 4, 4)))

    cdef double meet(self, const Board *board, int mine, int theirs, double total) noexcept:
        cdef const double *weights = self.meeting + 1
        cdef bint held[SIDE]
        cdef bint kept[SIDE]
        cdef int point, other, count, holds = 2 if self.hits else 1, wall, others_wall
        total += self.meeting[0]
        for point in range(1, BAR):
            other = facing(point) if self.game.rules == FEVGA else 25 - point
            held[point], kept[point] = board.own[other] >= holds, board.opponent[other] >= holds
        count = 0
        for point in range(max(theirs - AHEAD, 1), theirs):
            count += held[point]
        total += weights[count]
        count = 0
        for point in range(max(mine - AHEAD, 1), mine):
            count += kept[point]
        total += weights[AHEAD + 1 + count]
        weights += 2 * (AHEAD + 1)
        if not self.hits:
            return total
        wall = others_wall = 0
        for point in range(19, 25):
            wall += held[point]
            others_wall += kept[point]
        if board.opponent[BAR]:
            total += weights[min(board.opponent[BAR] - 1, 2) * (AHEAD + 1) + wall]
        weights += 3 * (AHEAD + 1)
        if board.own[BAR]:
            total += weights[min(board.own[BAR] - 1, 2) * (AHEAD + 1) + others_wall]
        weights += 3 * (AHEAD + 1)
        total = self.exposed(board.own, board.opponent, others_wall, weights, total)
        return self.exposed(board.opponent, board.own, wall, weights + 4, total)

    cdef double exposed(
        self, const Count *lone, const Count *others, int wall, const double *weights, double sum
    ) noexcept:
        cdef int hitters[SIDE]
        cdef int count = 0, at, point
        cdef double total = 0.0, lost = 0.0, missed
        for point in range(1, SIDE):
            if others[point]:
                hitters[count] = point
                count += 1
        for point in range(1, BAR):
            if lone[point] != 1:
                continue
            missed = 1.0
            for at in range(count):
                missed *= self.misses[point][hitters[at]]
            if missed < 1:
                total += 1 - missed
                lost += (1 - missed) * (BAR - point) / BAR
        if total:
            sum += weights[0] * total
            sum += weights[1] * lost
            sum += weights[2] * (lost * wall / 6)
            sum += weights[3] * min(total, 1.0)
        return sum


cdef bint have_parted(const Board *board) noexcept:
    """Fevga: whether no point that one side still has before it can be held by the other."""
    cdef int mine = START, theirs = START, point
    while mine > OFF and not board.own[mine]:
        mine -= 1
    while theirs > OFF and not board.opponent[theirs]:
        theirs -= 1
    for point in range(1, theirs + 1):
        if facing(point) <= mine:
            return False
    return True


cdef inline double chance_of(double odds) noexcept:
    return 1 / (1 + exp(-max(-30.0, min(30.0, odds))))


include "layers.pxi"
