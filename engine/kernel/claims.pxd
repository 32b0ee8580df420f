# cython: language_level=3
"""Judging one written play: engine.claims for the plays that are legal.

The functions play what is claimed and return whether it is legal beyond doubt; if not, the board is left as
it is by then. Steps are made from the back to the front: if any order of the same steps is legal, that one is.
"""

from libc.string cimport memcpy

from .board cimport BAR, ILLEGAL, OFF, SIDE, Count, can_play_both, can_repeat, can_step, landing, move

cdef enum:
    MOST_STEPS = 4

cdef struct Claim:
    int hops  # as written, from `starts` to `ends`
    int starts[MOST_STEPS]
    int ends[MOST_STEPS]
    unsigned int marks  # the points with a hit marked, a bit each


cdef inline bint fits(int start, int end, int die) noexcept nogil:
    """Whether a die is long enough to bring a checker from start to end in one step."""
    return start - end == die or (end == OFF and start < die)


cdef inline int bits(unsigned int points) noexcept nogil:
    cdef int count = 0
    while points:
        points &= points - 1
        count += 1
    return count


cdef inline int misfit(unsigned int hits, unsigned int marks) noexcept nogil:
    """How badly hits fit the marks: other points, another number of them, then simply how many."""
    return 10000 * (hits != marks) + 100 * abs(bits(hits) - bits(marks)) + bits(hits)


cdef inline bint way(
    const Count *own, const Count *opponent, int start, int first, int second, int end, unsigned int *hits
) noexcept nogil:
    """Whether one checker can go from start to end by these two dice in this order; `hits` are the points hit."""
    cdef Count mine[SIDE]
    cdef Count theirs[SIDE]
    cdef int between = start - first
    hits[0] = 0
    if between <= end or not fits(between, end, second) or landing(own, opponent, start, first) == ILLEGAL:
        return False
    memcpy(mine, own, SIDE)
    memcpy(theirs, opponent, SIDE)
    if move(mine, theirs, start, between):
        hits[0] |= 1u << between
    if landing(mine, theirs, between, second) == ILLEGAL:
        return False
    if end != OFF and theirs[25 - end] == 1:
        hits[0] |= 1u << end
    return True


cdef inline bint make_two(
    Count *own, Count *opponent, int one, int first, int two, int second, unsigned int marks
) noexcept nogil:
    """Make a step from each of two points; no more points may be marked as hit than are."""
    cdef int hits, end = landing(own, opponent, one, first)
    if end == ILLEGAL:
        return False
    hits = move(own, opponent, one, end)
    end = landing(own, opponent, two, second)
    if end == ILLEGAL:
        return False
    hits += move(own, opponent, two, end)
    return marks == 0 or bits(marks) <= hits


cdef inline bint play_one(Count *own, Count *opponent, int high, int low, const Claim *claim) noexcept nogil:
    """Play one checker's way: by both dice in one of two orders, or by one if no more can be played."""
    cdef int start = claim.starts[0], end = claim.ends[0]
    cdef unsigned int by_high, by_low
    cdef bint high_first, low_first
    high_first = way(own, opponent, start, high, low, end, &by_high)
    low_first = way(own, opponent, start, low, high, end, &by_low)
    if high_first and low_first and by_high != by_low:
        # Both ways are open and hit different checkers: the marks show which was gone.
        if misfit(by_low, claim.marks) == misfit(by_high, claim.marks):
            return False
        high_first = misfit(by_high, claim.marks) < misfit(by_low, claim.marks)
    if high_first or low_first:
        if high_first:
            return make_two(own, opponent, start, high, start - high, low, claim.marks)
        return make_two(own, opponent, start, low, start - low, high, claim.marks)
    if can_play_both(own, opponent, high, low) or can_play_both(own, opponent, low, high):
        return False
    if landing(own, opponent, start, high) != end and (
        landing(own, opponent, start, low) != end or can_step(own, opponent, high)
    ):
        return False
    return bits(claim.marks) <= move(own, opponent, start, end)


cdef inline bint play_two(Count *own, Count *opponent, int high, int low, const Claim *claim) noexcept nogil:
    """Play two hops by two different dice, from the back to the front."""
    cdef int one, two
    cdef Count mine[SIDE]
    cdef Count theirs[SIDE]
    one, two = (0, 1) if claim.starts[0] >= claim.starts[1] else (1, 0)
    if not fits(claim.starts[one], claim.ends[one], high) or not fits(claim.starts[two], claim.ends[two], low):
        high, low = low, high
    elif claim.ends[one] == OFF or claim.ends[two] == OFF:
        # Perhaps the dice fit the other way round too, and only so the play is legal.
        memcpy(mine, own, SIDE)
        memcpy(theirs, opponent, SIDE)
        if not make_two(mine, theirs, claim.starts[one], high, claim.starts[two], low, claim.marks):
            high, low = low, high
    if not fits(claim.starts[one], claim.ends[one], high) or not fits(claim.starts[two], claim.ends[two], low):
        return False
    return make_two(own, opponent, claim.starts[one], high, claim.starts[two], low, claim.marks)


cdef inline bint play_double(Count *own, Count *opponent, int die, const Claim *claim) noexcept nogil:
    """Play the hops by steps of one die, from the back to the front, which is legal if any order is."""
    cdef int steps[MOST_STEPS]
    cdef int count = 0, hop, at, index, hits = 0
    cdef Count mine[SIDE]
    cdef Count theirs[SIDE]
    for hop in range(claim.hops):
        at = claim.starts[hop]
        while at > claim.ends[hop]:
            if count == MOST_STEPS:
                return False
            index = count
            while index > 0 and steps[index - 1] < at:
                steps[index] = steps[index - 1]
                index -= 1
            steps[index] = at
            count += 1
            at -= die
        if at < claim.ends[hop] and claim.ends[hop] != OFF:
            return False
    if count < MOST_STEPS:
        memcpy(mine, own, SIDE)
        memcpy(theirs, opponent, SIDE)
        if can_repeat(mine, theirs, die, count + 1, BAR):
            return False
    for index in range(count):
        at = landing(own, opponent, steps[index], die)
        if at == ILLEGAL:
            return False
        hits += move(own, opponent, steps[index], at)
    return claim.marks == 0 or bits(claim.marks) <= hits


cdef inline bint play(Count *own, Count *opponent, int high, int low, const Claim *claim) noexcept nogil:
    """Play the hops, of which there is at least one."""
    if high == low:
        return play_double(own, opponent, high, claim)
    if claim.hops == 1:
        return play_one(own, opponent, high, low, claim)
    return claim.hops == 2 and play_two(own, opponent, high, low, claim)
