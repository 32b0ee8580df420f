# cython: language_level=3
"""Checkers as the kernel moves them: the steps of engine.plays on arrays of C.

A side is 26 numbers of checkers seen from its own end, as in engine.position: 0 those borne off, 1 to 24 the
points, 25 the bar. Its point p is the opponent's point 25 - p.
"""

from libc.stdint cimport uint64_t
from libc.string cimport memcpy

ctypedef signed char Count

cdef enum:
    OFF = 0
    BAR = 25
    SIDE = 26
    ILLEGAL = -1


cdef inline bint behind(const Count *own, int point) noexcept nogil:
    """Whether a checker stands further from home than `point`, the bar included."""
    cdef int other
    for other in range(point + 1, SIDE):
        if own[other]:
            return True
    return False


cdef inline bint all_home(const Count *own) noexcept nogil:
    """Whether no checker stands outside the home board: points 7 to 14, 15 to 22, 18 to 25, eight at a time."""
    cdef uint64_t eight[3]
    memcpy(&eight[0], own + 7, 8)
    memcpy(&eight[1], own + 15, 8)
    memcpy(&eight[2], own + 18, 8)
    return (eight[0] | eight[1] | eight[2]) == 0


cdef inline int landing(const Count *own, const Count *opponent, int start, int die) noexcept nogil:
    """Where a legal step of `die` pips from `start` (1 to 25) leads to, or ILLEGAL."""
    cdef int end = start - die
    if not own[start] or (own[BAR] and start != BAR):
        return ILLEGAL
    if end > OFF:
        return ILLEGAL if opponent[25 - end] > 1 else end
    if not all_home(own) or (end < OFF and behind(own, start)):
        return ILLEGAL
    return OFF


cdef inline bint move(Count *own, Count *opponent, int start, int end) noexcept nogil:
    """Make one legal step; returns whether it hits."""
    own[start] -= 1
    own[end] += 1
    if end != OFF and opponent[25 - end] == 1:
        opponent[25 - end] = 0
        opponent[BAR] += 1
        return True
    return False


cdef inline bint can_step(const Count *own, const Count *opponent, int die) noexcept nogil:
    """Whether any checker can be moved by this die."""
    cdef int start
    if own[BAR]:
        return opponent[die] < 2
    for start in range(24, 0, -1):
        if own[start] and landing(own, opponent, start, die) != ILLEGAL:
            return True
    return False


cdef inline bint can_play_both(const Count *own, const Count *opponent, int first, int second) noexcept nogil:
    """Whether both dice can be played in this order."""
    cdef Count mine[SIDE]
    cdef Count theirs[SIDE]
    cdef int start, end
    for start in range(BAR, 0, -1):
        if own[start]:
            end = landing(own, opponent, start, first)
            if end != ILLEGAL:
                memcpy(mine, own, SIDE)
                memcpy(theirs, opponent, SIDE)
                move(mine, theirs, start, end)
                if can_step(mine, theirs, second):
                    return True
    return False


cdef inline bint can_repeat(Count *own, Count *opponent, int die, int times, int rearmost) noexcept nogil:
    """Whether a die can be played `times` times (0 to 4), from no further back than `rearmost`.

    The steps of a double can always be made from the back to the front. Nothing is changed in the end; the
    opponent's blots need not be lifted, since a blot blocks nobody.
    """
    cdef int start, end
    cdef bint found
    if times == 0:
        return True
    for start in range(rearmost, 0, -1):
        if own[start]:
            end = landing(own, opponent, start, die)
            if end != ILLEGAL:
                own[start] -= 1
                own[end] += 1
                found = can_repeat(own, opponent, die, times - 1, start)
                own[start] += 1
                own[end] -= 1
                if found:
                    return True
    return False
