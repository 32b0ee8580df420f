# cython: language_level=3, binding=False
"""Generates legal plays in C: what engine.plays does, for position IDs, and counts of whole trees.

A result is kept as its difference in nibbles of own checkers, point by point, and the points it hits: exact, and
cheap to add up step by step. Two dice lead to many results twice, which a table of those seen weeds out; the
steps of a double, made from the back to the front, lead to every result once.
"""

from libc.stdint cimport uint8_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from .board cimport BAR, ILLEGAL, OFF, SIDE, Count, landing, move

cdef extern from *:
    """
    #ifndef SOURCE
    #define SOURCE 0
    #endif
    """
    const unsigned long SOURCE_CHECKSUM "SOURCE"

SOURCE = SOURCE_CHECKSUM

cdef enum:
    LETTERS = 14
    BITS = 80
    MOST_CHECKERS = 15  # a nibble's worth
    MOST_RESULTS = 17550  # the ways to choose four of twenty-four points, with repetition
    SLOTS = 4096  # more than three times the results of two dice, 24 squared for each order

cdef struct Result:
    uint64_t own[2]  # checkers on 0 to 15 and on 16 to 25, four bits each
    uint32_t hits  # by own point

cdef struct Results:
    int count
    int steps  # how many dice each of them uses
    Result found[MOST_RESULTS]

cdef uint32_t stamps[SLOTS]  # which search last used the slot
cdef int slots[SLOTS]
cdef uint32_t search = 0
cdef Results answers

cdef const char *ALPHABET = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
cdef uint8_t VALUES[256]
memset(VALUES, 255, 256)
for _value in range(64):
    VALUES[<uint8_t> ALPHABET[_value]] = _value


def positions(str position not None, int high, int low, int checkers):
    """Return the sorted IDs of all legal results of a roll, the higher die first.

    None if the ID is not that of a possible position, for the readable engine to say why.
    """
    cdef Count own[SIDE]
    cdef Count opponent[SIDE]
    cdef int index
    if not (1 <= low <= high <= 6 and 1 <= checkers <= MOST_CHECKERS) or not decode(position, checkers, own, opponent):
        return None
    generate(own, opponent, high, low, &answers)
    cdef list found = []
    cdef Count mine[SIDE]
    cdef Count theirs[SIDE]
    for index in range(answers.count):
        unpack(&answers.found[index], opponent, mine, theirs)
        found.append(encode(mine, theirs))
    found.sort()
    return found


def perft(bytes own not None, bytes opponent not None, int depth):
    """Count the results of all 21 rolls, and theirs, and so on, the sides swapped after each; a dance counts as one.

    The sides are 26 bytes each. `depth` is 1 or more.
    """
    if len(own) != SIDE or len(opponent) != SIDE or depth < 1 or max(own + opponent) > MOST_CHECKERS:
        raise ValueError("two sides of 26 numbers and a depth are expected")
    cdef Count mine[SIDE]
    cdef Count theirs[SIDE]
    memcpy(mine, <const char *> own, SIDE)
    memcpy(theirs, <const char *> opponent, SIDE)
    return nodes(mine, theirs, depth)


cdef long long nodes(const Count *own, const Count *opponent, int depth) except -1:
    cdef long long total = 0
    cdef int high, low, index
    cdef Count mine[SIDE]
    cdef Count theirs[SIDE]
    cdef Results *results = <Results *> malloc(sizeof(Results))
    if results == NULL:
        raise MemoryError
    try:
        for high in range(1, 7):
            for low in range(1, high + 1):
                generate(own, opponent, high, low, results)
                if depth == 1:
                    total += results.count or 1
                    continue
                if results.count == 0:
                    total += nodes(opponent, own, depth - 1)
                for index in range(results.count):
                    unpack(&results.found[index], opponent, mine, theirs)
                    total += nodes(theirs, mine, depth - 1)
    finally:
        free(results)
    return total


# Plays.


cdef void generate(const Count *own, const Count *opponent, int high, int low, Results *results) noexcept:
    """Find every distinct result of a roll; none if nothing can be played."""
    cdef Count mine[SIDE]
    cdef Count theirs[SIDE]
    cdef Result here
    memcpy(mine, own, SIDE)
    memcpy(theirs, opponent, SIDE)
    pack(own, &here)
    results.count = results.steps = 0
    if high == low:
        repeat(mine, theirs, high, BAR, 1, &here, results)
    else:
        forget()
        both(own, opponent, high, low, &here, results)
        both(own, opponent, low, high, &here, results)


cdef void repeat(
    Count *own, Count *opponent, int die, int rearmost, int step, const Result *before, Results *results
) noexcept:
    """Play a die up to four times, each time from no further back than before; keep the longest.

    The opponent's blots stay where they are: they block nobody.
    """
    cdef int start, end
    cdef Result here
    for start in range(rearmost, 0, -1):
        if not own[start]:
            continue
        end = landing(own, opponent, start, die)
        if end == ILLEGAL:
            continue
        stepped(before, opponent, start, end, &here)
        if step > results.steps:
            results.steps, results.count = step, 0
        if step == results.steps and results.count < MOST_RESULTS:
            results.found[results.count] = here
            results.count += 1
        if step < 4:
            own[start] -= 1
            own[end] += 1
            repeat(own, opponent, die, start, step + 1, &here, results)
            own[start] += 1
            own[end] -= 1


cdef void both(
    const Count *own, const Count *opponent, int first, int second, const Result *before, Results *results
) noexcept:
    """Play two dice in this order; a single one only where no two can be played, the larger if that can."""
    cdef int start, end, then, there
    cdef Count mine[SIDE]
    cdef Count theirs[SIDE]
    cdef Result here, after
    cdef bint smaller = results.steps == 1 and first < second
    for start in range(BAR, 0, -1):
        if not own[start]:
            continue
        end = landing(own, opponent, start, first)
        if end == ILLEGAL:
            continue
        stepped(before, opponent, start, end, &here)
        memcpy(mine, own, SIDE)
        memcpy(theirs, opponent, SIDE)
        move(mine, theirs, start, end)
        for then in range(BAR, 0, -1):
            if not mine[then]:
                continue
            there = landing(mine, theirs, then, second)
            if there == ILLEGAL:
                continue
            if results.steps < 2:
                forget()
                results.steps, results.count = 2, 0
            stepped(&here, theirs, then, there, &after)
            keep(&after, results)
        if results.steps < 2 and not smaller:
            results.steps = 1
            keep(&here, results)


cdef inline void stepped(
    const Result *before, const Count *opponent, int start, int end, Result *after
) noexcept:
    """The result `before` with one more step; a blot that was hit already is hit once."""
    after[0] = before[0]
    after.own[start >> 4] -= (<uint64_t> 1) << (4 * (start & 15))
    if end != OFF:
        after.own[end >> 4] += (<uint64_t> 1) << (4 * (end & 15))
        if opponent[25 - end] == 1:
            after.hits |= (<uint32_t> 1) << end


cdef inline void forget() noexcept:
    """Make every slot empty."""
    global search
    search += 1
    if search == 0:
        memset(stamps, 0, sizeof(stamps))
        search = 1


cdef inline void keep(const Result *result, Results *results) noexcept:
    """Keep a result unless it is there already."""
    cdef uint64_t mixed = (result.own[0] * 0x9E3779B97F4A7C15ULL) ^ (result.own[1] * 0xC2B2AE3D27D4EB4FULL)
    cdef uint32_t slot = <uint32_t> ((mixed ^ result.hits * 0x165667B19E3779F9ULL) >> 40) % SLOTS
    cdef const Result *other
    while stamps[slot] == search:
        other = &results.found[slots[slot]]
        if other.own[0] == result.own[0] and other.own[1] == result.own[1] and other.hits == result.hits:
            return
        slot = (slot + 1) % SLOTS
    stamps[slot] = search
    slots[slot] = results.count
    results.found[results.count] = result[0]
    results.count += 1


cdef inline void pack(const Count *own, Result *result) noexcept:
    cdef int point
    result.own[0] = result.own[1] = 0
    result.hits = 0
    for point in range(1, SIDE):
        result.own[point >> 4] |= (<uint64_t> own[point]) << (4 * (point & 15))


cdef inline void unpack(const Result *result, const Count *opponent, Count *mine, Count *theirs) noexcept:
    """The board after a result; the checkers borne off are not needed."""
    cdef int point
    cdef uint32_t hits = result.hits
    mine[OFF] = 0
    for point in range(1, SIDE):
        mine[point] = (result.own[point >> 4] >> (4 * (point & 15))) & 15
    memcpy(theirs, opponent, SIDE)
    point = 0
    while hits:
        if hits & 1:
            theirs[25 - point] = 0
            theirs[BAR] += 1
        hits >>= 1
        point += 1


# Position IDs, as ids.position_id describes them.


cdef str encode(const Count *own, const Count *opponent):
    cdef uint8_t raw[11]
    cdef char letters[LETTERS]
    cdef int at, index
    memset(raw, 0, sizeof(raw))
    at = unary(opponent, raw, 0)
    unary(own, raw, at)
    for index in range(LETTERS):
        at = 6 * index
        letters[index] = ALPHABET[(((raw[at >> 3] << 8) | raw[(at >> 3) + 1]) >> (10 - (at & 7))) & 63]
    return letters[:LETTERS].decode("ascii")


cdef inline int unary(const Count *side, uint8_t *raw, int at) noexcept:
    """Write as many ones as checkers stand on each point, and a zero; returns the next bit."""
    cdef int point, count
    for point in range(1, SIDE):
        for count in range(side[point]):
            raw[at >> 3] |= 1 << (at & 7)
            at += 1
        at += 1
    return at


cdef bint decode(str text, int checkers, Count *own, Count *opponent):
    """Read an ID; False if it is not the ID of a possible position."""
    cdef uint8_t raw[11]
    cdef int index, at = 0, point, value
    cdef bytes letters
    if len(text) != LETTERS or not text.isascii():
        return False
    letters = text.encode("ascii")
    memset(raw, 0, sizeof(raw))
    for index in range(LETTERS):
        value = VALUES[<uint8_t> letters[index]]
        if value > 63:
            return False
        value <<= 10 - (6 * index & 7)
        raw[6 * index >> 3] |= value >> 8
        raw[(6 * index >> 3) + 1] |= value & 255
    at = count(raw, 0, opponent, checkers)
    if at >= 0:
        at = count(raw, at, own, checkers)
    if at < 0:
        return False
    while at < BITS:
        if raw[at >> 3] >> (at & 7) & 1:
            return False
        at += 1
    for point in range(1, BAR):
        if own[point] and opponent[25 - point]:
            return False
    return True


cdef int count(const uint8_t *raw, int at, Count *side, int checkers) noexcept:
    """Read one side from a bit on; -1 if it has too many checkers."""
    cdef int point
    side[OFF] = checkers
    for point in range(1, SIDE):
        side[point] = 0
        while at < BITS and raw[at >> 3] >> (at & 7) & 1:
            side[point] += 1
            at += 1
        at += 1
        side[OFF] -= side[point]
        if side[OFF] < 0:
            return -1
    return at
