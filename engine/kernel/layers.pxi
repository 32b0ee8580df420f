# Evaluations with units between, as engine.bots.layered has them, and how they are learned.

cdef inline void degrees_of(int count, double *degrees) noexcept:
    degrees[0], degrees[1], degrees[2] = count > 0, count > 1, count > 2
    degrees[3] = max(count - 3, 0) / 4.0


cdef int playable_dice(const Game *game, const Board *board) noexcept:
    """With how many of the six dice some checker can be moved."""
    cdef int die, start, count = 0
    for die in range(1, 7):
        for start in range(BAR, 0, -1):
            if board.own[start] and landing_of(game, board, start, die) != ILLEGAL:
                count += 1
                break
    return count


cdef void numbers_of(const Game *game, const Board *board, double *found) noexcept:
    """What LayeredEvaluation.numbers is of the player's side."""
    cdef int point, other, length, row = 0, behind = 0, pips = 0, held = 0
    for length in range(2, 7):
        found[length - 2] = 0
    for point in range(START, 0, -1):
        pips += point * board.own[point]
        held += board.own[point] > 0
        other = facing(point) if game.rules == FEVGA else 25 - point
        if board.own[other]:
            row += 1
            for length in range(2, min(row, 6) + 1):
                found[length - 2] = max(found[length - 2], behind / 15.0)
        else:
            row = 0
            behind += board.opponent[point]
    found[5], found[6] = pips / 200.0, held / 10.0


cdef inline void turn_board(const Board *board, Board *turned) noexcept:
    """The board with the other side first."""
    memcpy(turned.own, board.opponent, sizeof(turned.own))
    memcpy(turned.opponent, board.own, sizeof(turned.opponent))


cdef class Layers(Judge):
    """An evaluation with units between, in C. `weights` are those of LayeredEvaluation."""

    cdef double *rows
    cdef double *last
    cdef int size

    def __cinit__(self, str rules, int option, int checkers, int places, list weights):
        cdef int at
        self.size = COLUMNS * (1 + 2 * (places * DEGREES + DICE + NUMBERS)) + UNITS
        if len(weights) != self.size:
            raise ValueError("there is another number of weights")
        self.rows = <double *> malloc(self.size * sizeof(double))
        if self.rows == NULL:
            raise MemoryError
        for at in range(self.size):
            self.rows[at] = weights[at]
        self.last = self.rows + self.size - UNITS

    def __dealloc__(self):
        free(self.rows)

    def weights(self):
        """The weights as they are now."""
        return [self.rows[at] for at in range(self.size)]

    def learn_game(self, own, opponent, list rolls, double rate, list picks, int at_random):
        """Learn from a game from this position on, and return who has won it: 0 for the side that begins, 1 for the
        other, 0.5 for a draw, None where the game is broken off since there are no more `rolls`, which are pairs,
        the higher die first.

        Both sides play the best they know. After every play the estimate of the position before is moved towards
        that of the position now, and in the end towards the result. In the first turns, as many as there are
        `picks`, numbers from 0 to below 1, nothing is learned, and the side `at_random`, 0 or 1, plays any legal
        result, as they say.
        """
        cdef Board here, before, after
        cdef int high, low, best, count, turn, until = len(picks)
        cdef double chance, won
        self.set_up(&here, own, opponent)
        for turn, (high, low) in enumerate(rolls):
            chance = self.best_of(&here, high, low, &best)
            if chance < 0:
                return None
            if turn < until and (turn & 1) == at_random and best >= 0:
                find_results(&self.game, &here, high, low, results, &count)
                best = results[<int> (count * <double> picks[turn])]
            after = reached.found[best].board if best >= 0 else here
            # The side before is better off the worse off this one is.
            if turn > until:
                self.move_towards(&before, 1 - chance, rate)
            won = won_if_over(&self.game, &after)
            if won >= 0:
                return won if turn & 1 else 1 - won
            before = after
            turn_board(&after, &here)
        return None

    cdef double odds_of(self, const Board *board) noexcept:
        cdef double units[UNITS]
        return self.units_of(board, units)

    cdef double units_of(self, const Board *board, double *units) noexcept:
        """The logarithm of the odds; what each unit finds is put into `units`."""
        cdef double sums[COLUMNS]
        cdef double degrees[DEGREES]
        cdef const double *row
        cdef const Count *side
        cdef int place, number, count, column
        cdef double total
        cdef Board turned
        cdef double numbers[NUMBERS]
        memcpy(sums, self.rows, sizeof(sums))
        for number in range(2):
            side = &board.opponent[0] if number else &board.own[0]
            for place in range(self.places):
                count = side[place]
                if not count:
                    continue
                degrees_of(count, degrees)
                row = self.rows + COLUMNS * (1 + (number * self.places + place) * DEGREES)
                for column in range(COLUMNS):
                    sums[column] += (
                        row[column] * degrees[0]
                        + row[COLUMNS + column] * degrees[1]
                        + row[2 * COLUMNS + column] * degrees[2]
                        + row[3 * COLUMNS + column] * degrees[3]
                    )
        turn_board(board, &turned)
        for number in range(2):
            row = self.row_of_dice(number, playable_dice(&self.game, &turned if number else board))
            for column in range(COLUMNS):
                sums[column] += row[column]
            numbers_of(&self.game, &turned if number else board, numbers)
            row = self.rows + COLUMNS * (1 + 2 * (self.places * DEGREES + DICE) + number * NUMBERS)
            for place in range(NUMBERS):
                for column in range(COLUMNS):
                    sums[column] += row[place * COLUMNS + column] * numbers[place]
        total = sums[UNITS]
        for column in range(UNITS):
            units[column] = chance_of(sums[column])
            total += self.last[column] * units[column]
        return total

    cdef inline double *row_of_dice(self, int number, int playable) noexcept:
        """The row of a side, 0 for the player's, that can play so many dice."""
        return self.rows + COLUMNS * (1 + 2 * self.places * DEGREES + number * DICE + playable)

    cdef void move_towards(self, const Board *board, double target, double rate) noexcept:
        """Move the estimate of a position towards the target."""
        cdef double units[UNITS]
        cdef double moved[COLUMNS]
        cdef double degrees[DEGREES]
        cdef double *row
        cdef const Count *side
        cdef int place, number, degree, column
        cdef Board turned
        cdef double numbers[NUMBERS]
        cdef double step = rate * (target - chance_of(self.units_of(board, units)))
        moved[UNITS] = step
        for column in range(UNITS):
            moved[column] = step * self.last[column] * units[column] * (1 - units[column])
            self.last[column] += step * units[column]
        for column in range(COLUMNS):
            self.rows[column] += moved[column]
        for number in range(2):
            side = &board.opponent[0] if number else &board.own[0]
            for place in range(self.places):
                if not side[place]:
                    continue
                degrees_of(side[place], degrees)
                row = self.rows + COLUMNS * (1 + (number * self.places + place) * DEGREES)
                for degree in range(DEGREES):
                    for column in range(COLUMNS):
                        row[column] += moved[column] * degrees[degree]
                    row += COLUMNS
        turn_board(board, &turned)
        for number in range(2):
            row = self.row_of_dice(number, playable_dice(&self.game, &turned if number else board))
            for column in range(COLUMNS):
                row[column] += moved[column]
            numbers_of(&self.game, &turned if number else board, numbers)
            row = self.rows + COLUMNS * (1 + 2 * (self.places * DEGREES + DICE) + number * NUMBERS)
            for place in range(NUMBERS):
                for column in range(COLUMNS):
                    row[place * COLUMNS + column] += moved[column] * numbers[place]
