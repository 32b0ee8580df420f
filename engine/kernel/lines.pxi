"""The letters of a .mat file, its lines and words. Included by transcripts.pyx."""

from libc.stdint cimport uint64_t

cdef uint64_t EIGHT_SPACES = 0x2020202020202020

cdef enum:
    MOST_PLAY = 100  # characters of a play; the reader's limit is a little higher


cdef inline bint is_digit(unsigned char letter) noexcept nogil:
    return 48 <= letter <= 57


cdef inline const unsigned char *past_spaces(const unsigned char *here, const unsigned char *end) noexcept nogil:
    """Step over spaces, eight at a time between the columns."""
    cdef uint64_t eight
    while end - here >= 8:
        memcpy(&eight, here, 8)
        if eight != EIGHT_SPACES:
            break
        here += 8
    while here[0] == 32:
        here += 1
    return here


cdef class Lines:
    """A file, and how far it has been read. The methods step over what they know, if it stands `at` here."""

    cdef bytes content
    cdef const unsigned char *at
    cdef const unsigned char *end  # of the content: a zero byte, which no line may contain
    cdef const unsigned char *line  # where the line being read begins
    cdef bint latin  # letters beyond ASCII were seen
    cdef Claim claim  # the play read last

    def __cinit__(self, bytes content):
        self.content = content
        self.at = <const unsigned char *> PyBytes_AS_STRING(content)
        self.end = self.at + len(content)
        self.line = self.at

    # A letter may alias anything, `at` itself included: loops run on a pointer of their own.

    cdef inline void spaces(self) noexcept:
        self.at = past_spaces(self.at, self.end)

    cdef inline int digits(self, int most) noexcept:
        """Read a number of at most so many digits; -1 if none is there or it goes on."""
        cdef const unsigned char *here = self.at
        cdef int value = 0
        while is_digit(here[0]):
            if here - self.at == most:
                return -1
            value = 10 * value + here[0] - 48
            here += 1
        if here == self.at:
            return -1
        self.at = here
        return value

    cdef bint word(self, const char *text) noexcept:
        """Step over a word, given in small letters, if it stands here whole."""
        cdef const unsigned char *here = self.at
        cdef int index = 0
        while text[index]:
            if (here[index] | 32 if 65 <= here[index] <= 90 else here[index]) != <unsigned char> text[index]:
                return False
            index += 1
        if is_digit(here[index]) or 97 <= (here[index] | 32) <= 122 or here[index] == 95 or here[index] > 127:
            return False
        self.at += index
        return True

    cdef inline bint at_end(self) noexcept:
        """Whether nothing but spaces is left of the line."""
        self.spaces()
        return self.at[0] == 10 or self.at[0] == 0 or (self.at[0] == 13 and self.at[1] == 10)

    cdef inline bint next_line(self) noexcept:
        """Step over the end of the line, where we must be."""
        if not self.at_end() or self.at - self.line > MOST_LINE:
            return False
        if self.at[0] == 13:
            self.at += 1
        if self.at[0] == 10:
            self.at += 1
        elif self.at < self.end:
            return False
        self.line = self.at
        return True

    cdef const unsigned char *line_end(self) noexcept:
        """The end of the line, or NULL if a letter stands there that a line of text does not have."""
        cdef const unsigned char *here = self.at
        while here[0] >= 32:
            if here[0] > 127:
                self.latin = True
            here += 1
        return here if here[0] == 10 or (here[0] == 13 and here[1] == 10) or here == self.end else NULL

    cdef bint is_plain_text(self) except -1:
        """Whether the reader takes the letters for what they are as UTF-8."""
        try:
            text = self.content.decode("utf-8-sig")
        except UnicodeDecodeError:
            return False
        return decode_text(self.content) == text.replace("\r\n", "\n")

    cdef int read_length(self) noexcept:
        """Read "7 point match" or "money session", which has the length 0; -1 if neither stands here."""
        cdef int length = 0
        if is_digit(self.at[0]):
            length = self.digits(4)
            if length < 0 or self.at[0] != 32:
                return -1
            self.spaces()
            if not (self.word("point") or self.word("points")) or self.at[0] != 32:
                return -1
            self.spaces()
            return length if self.word("match") else -1
        if not (self.word("unlimited") or self.word("money")) or self.at[0] != 32:
            return -1
        self.spaces()
        return 0 if self.word("match") or self.word("session") or self.word("game") else -1

    cdef bint is_resignation(self) noexcept:
        """Whether the loser's word stands here."""
        cdef const unsigned char *here = self.at
        cdef bint found = (
            self.word("concedes") or self.word("resigns") or self.word("loses") or self.word("losses")
        )
        self.at = here
        return found

    cdef bint point_word(self) noexcept:
        if self.at[0] != 32:
            return False
        self.spaces()
        return self.word("point") or self.word("points")

    cdef bint and_the_match(self) noexcept:
        """Step over "and the match", if it stands here."""
        cdef const unsigned char *here = self.at
        self.spaces()
        if self.word("and"):
            self.spaces()
            if self.word("the"):
                self.spaces()
                if self.word("match"):
                    return True
        self.at = here
        return False

    cdef bint cannot_move(self) noexcept:
        """Step over "Cannot Move" or the like, written as words of one cell."""
        cdef const unsigned char *here = self.at
        if self.word("cannot") or self.word("can't") or self.word("no"):
            if self.at[0] == 32:
                self.at += 1
                if self.word("move"):
                    return True
        self.at = here
        return False

    cdef bint read_play(self) noexcept:
        """Read moves such as bar/20*/15 6/4(2) up to the next cell or the end of the line."""
        cdef const unsigned char *here = self.at
        cdef int hops = 0, first, start, end, index, times
        while True:
            if is_digit(here[0]):
                start = here[0] - 48
                here += 1
                if is_digit(here[0]):
                    if here[1] == 58:  # the dice of the next cell
                        here -= 1
                        break
                    start = 10 * start + here[0] - 48
                    here += 1
            elif (here[0] | 32) == 98 and (here[1] | 32) == 97 and (here[2] | 32) == 114:  # bar
                start = BAR
                here += 3
            else:
                break
            if start < 1 or start > BAR or here[0] != 47:  # /
                return False
            first = hops
            while here[0] == 47:
                here += 1
                if is_digit(here[0]):
                    end = here[0] - 48
                    here += 1
                    if is_digit(here[0]):
                        end = 10 * end + here[0] - 48
                        here += 1
                elif (here[0] | 32) == 111 and (here[1] | 32) == 102 and (here[2] | 32) == 102:  # off
                    end = OFF
                    here += 3
                else:
                    return False
                if end >= start or hops == MOST_STEPS:
                    return False
                if here[0] == 42:  # *
                    self.claim.marks |= 1u << end
                    here += 1
                self.claim.starts[hops] = start
                self.claim.ends[hops] = end
                hops += 1
                start = end
            if here[0] == 40:  # (
                times = here[1] - 48
                if not 1 <= times <= 4 or here[2] != 41:
                    return False
                here += 3
                end = hops - first
                if hops + (times - 1) * end > MOST_STEPS:
                    return False
                for index in range((times - 1) * end):
                    self.claim.starts[hops] = self.claim.starts[first + index]
                    self.claim.ends[hops] = self.claim.ends[first + index]
                    hops += 1
            if here[0] != 32:
                break
            here = past_spaces(here, self.end)
        if here - self.at > MOST_PLAY:
            return False
        self.claim.hops = hops
        self.at = here
        return True
