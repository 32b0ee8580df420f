# The results of a roll in every variant: what Variant.legal_plays finds, without the steps that lead there.

cdef enum:
    PLACES = 52  # 26, and what a variant keeps behind them; whole words
    WORDS = 13  # of a board
    MOST_REACHED = 16384
    SEATS = 65536
    HIT = 26  # race.py
    PINNED = 25  # plakoto.py
    START = 24
    OPPONENTS_START = 12

cdef enum Rules:
    PLAIN
    MISERE
    RACE
    PLAKOTO
    FEVGA

cdef struct Board:
    Count own[PLACES]
    Count opponent[PLACES]

cdef struct Reached:
    Board board
    int level  # the order of the dice and how many are played; the last level of both orders is the same
    int played
    int first  # the die that was played first
    bint over

cdef struct Game:
    Rules rules
    int option  # what is chosen of the one option that the moves depend on
    int checkers

cdef struct Search:
    int count
    Reached found[MOST_REACHED]
    uint32_t stamps[SEATS]  # which search last used the seat
    int seats[SEATS]
    uint32_t number

cdef Search reached


cdef inline int facing(int point) noexcept:
    """The opponent's number of a player's point, where both sides move the same way round."""
    return point + 12 if point <= 12 else point - 12


cdef int landing_of(const Game *game, const Board *board, int start, int die) noexcept:
    """Where a legal step of `die` pips from a point with a checker leads to, or ILLEGAL."""
    cdef const Count *own = &board.own[0]
    cdef int end = max(start - die, OFF), point
    if game.rules <= MISERE:
        return landing(own, board.opponent, start, die)
    if game.rules == RACE and own[HIT] and start != BAR:
        return ILLEGAL
    if game.rules == PLAKOTO and own[PINNED + start]:
        return ILLEGAL
    if game.rules == FEVGA and start == START and own[START] == game.checkers - 1:
        for point in range(OPPONENTS_START, START):
            if own[point]:
                return ILLEGAL
    if end == OFF:
        if game.rules == PLAKOTO and not game.option:
            for point in range(1, BAR):
                if own[PINNED + point]:
                    return ILLEGAL
        return OFF if all_home(own) and (start >= die or not behind_at_home(own, start)) else ILLEGAL
    if game.rules == FEVGA:
        if board.opponent[facing(end)]:
            return ILLEGAL
        for point in range(19, 25):
            if own[point] - (point == start) + (point == end) == 0:
                return end
        return ILLEGAL
    if board.opponent[25 - end] > 1 or (game.rules == PLAKOTO and own[PINNED + end]):
        return ILLEGAL
    return end


cdef inline bint behind_at_home(const Count *own, int start) noexcept:
    cdef int point
    for point in range(start + 1, 7):
        if own[point]:
            return True
    return False


cdef void make_step(const Game *game, Board *board, int start, int end) noexcept:
    """Make one legal step."""
    cdef int point = 25 - end
    if game.rules == FEVGA:
        board.own[start] -= 1
        board.own[end] += 1
    elif game.rules == PLAKOTO:
        board.own[start] -= 1
        board.own[PINNED + start] = 0
        if not board.own[start]:
            board.opponent[PINNED + 25 - start] = 0
        board.own[end] += 1
        if end != OFF and board.opponent[point] == 1:
            board.opponent[PINNED + point] = 1
    else:
        if game.rules == RACE and start == BAR and board.own[HIT]:
            board.own[HIT] -= 1
        if move(board.own, board.opponent, start, end) and game.rules == RACE:
            board.opponent[HIT] += 1


cdef double won_if_over(const Game *game, const Board *board) noexcept:
    """What the game has brought whoever has just played: 1, 0, or 0.5 for a draw; -1 while it goes on."""
    cdef bint mine, theirs
    if game.rules == PLAKOTO:
        mine, theirs = board.own[PINNED + START], board.opponent[PINNED + START]
        if mine and theirs:
            return 0.5
        if theirs and not board.own[START]:
            return 1.0
        if mine and not board.opponent[START]:
            return 0.0
    if board.own[OFF] == game.checkers:
        return 0.0 if game.rules == MISERE else 1.0
    return -1.0


cdef bint shuts_in(const Game *game, const Board *board) noexcept:
    """Fevga: whether all the opponent's checkers stand on one point right behind a prime of six."""
    cdef int at = 24, point
    while at > 6 and not board.opponent[at]:
        at -= 1
    if at == 6 or board.opponent[at] != game.checkers:
        return False
    for point in range(at - 6, at):
        if not board.own[facing(point)]:
            return False
    return True


cdef bint find_results(const Game *game, const Board *before, int high, int low, int *found, int *count) noexcept:
    """Number the legal results of a roll among `reached.found`; False if there are more than that holds.

    As searched.py has it; plays.py finds the same for backgammon.
    """
    cdef int dice[4]
    cdef int steps = 2, orders = 2, order, at, begin, end, index, most = 0, fit = 0
    cdef bint may_leave, larger = False
    cdef Reached *one
    reached.count = 0
    reached.number += 1
    if reached.number == 0:
        memset(reached.stamps, 0, sizeof(reached.stamps))
        reached.number = 1
    if high == low:
        orders, steps = 1, game.option if game.rules == RACE else 4
    for order in range(orders):
        for at in range(steps):
            dice[at] = high if (at & 1) == order or orders == 1 else low
        begin = end = 0
        for at in range(steps):
            index = reached.count
            if at == 0:
                if not expand(game, before, 0, dice, at, order, steps):
                    return False
            for begin in range(begin, end):
                if not reached.found[begin].over and not expand(
                    game, &reached.found[begin].board, reached.found[begin].first, dice, at, order, steps
                ):
                    return False
            begin, end = index, reached.count
    # With nothing but boards that may not be left, and such a one before, all count.
    may_leave = game.rules != FEVGA or game.option == 2 or (game.option == 1 and not shuts_in(game, before))
    if not may_leave:
        for index in range(reached.count):
            one = &reached.found[index]
            if shuts_in(game, &one.board):
                one.played = -one.played
            else:
                fit += 1
        if fit == 0 and shuts_in(game, before):
            for index in range(reached.count):
                reached.found[index].played = -reached.found[index].played
    for index in range(reached.count):
        most = max(most, reached.found[index].played)
    if most == 1 and high != low:
        for index in range(reached.count):
            larger |= reached.found[index].played == 1 and reached.found[index].first == high
    count[0] = 0
    for index in range(reached.count):
        one = &reached.found[index]
        if one.over or (one.played == most and not (larger and one.first != high)):
            found[count[0]] = index
            count[0] += 1
    return True


cdef bint expand(
    const Game *game, const Board *before, int first, const int *dice, int at, int order, int steps
) noexcept:
    """Keep every board that the die at `at` leads to, once; False if there are too many."""
    cdef int start, end, die = dice[at], seat
    cdef int level = at + 1 if at + 1 == steps else 8 * (order + 1) + at + 1
    cdef Reached *next
    cdef const Reached *other
    for start in range(BAR, 0, -1):
        if not before.own[start]:
            continue
        end = landing_of(game, before, start, die)
        if end == ILLEGAL:
            continue
        if reached.count == MOST_REACHED:
            return False
        next = &reached.found[reached.count]
        next.board = before[0]
        make_step(game, &next.board, start, end)
        next.level = level
        seat = seat_of(&next.board, level)
        while reached.stamps[seat] == reached.number:
            other = &reached.found[reached.seats[seat]]
            if other.level == level and memcmp(&other.board, &next.board, sizeof(Board)) == 0:
                break
            seat = (seat + 1) % SEATS
        else:
            reached.stamps[seat] = reached.number
            reached.seats[seat] = reached.count
            next.played = at + 1
            next.first = first or die
            next.over = game.rules == PLAKOTO and won_if_over(game, &next.board) >= 0
            reached.count += 1
    return True


cdef inline int seat_of(const Board *board, int level) noexcept:
    cdef uint64_t words[WORDS]
    cdef uint64_t mixed = level
    cdef int at
    memcpy(words, board, sizeof(Board))
    for at in range(WORDS):
        mixed = (mixed ^ words[at]) * 0x9E3779B97F4A7C15ULL
        mixed ^= mixed >> 29
    return <int> (mixed % SEATS)
