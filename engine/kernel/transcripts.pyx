# cython: language_level=3, binding=False
"""Vouches for .mat transcripts: reads, replays and scores one in C.

verify() answers only for a file in which every byte is something it knows and every play, double and score
is right; it then gives exactly the verdict of adjudicate(read(content)). At anything else it answers None, and
the readable engine decides. So nothing here needs to explain a fault, and a doubt is never wrong: whoever
teaches codecs.mat or replay something new need not teach it here. Points that are not plainly what a game was
worth are put before results.py; a fault that finds is passed on if it concerns the last game.

The methods return whether they may go on; False all the way up means None.
"""

cimport cython
from cpython.bytes cimport PyBytes_AS_STRING
from libc.string cimport memcmp, memcpy

from .board cimport BAR, OFF, SIDE, Count, behind, can_step
from .claims cimport MOST_STEPS, Claim, play

from ..codecs import MOST_BYTES
from ..codecs.mat_header import MOST_VALUE, read_header_rules
from ..codecs.mat_reader import LEFT_COLUMN, OWN_INDENT
from ..codecs.text import LONGEST_LINE, decode_text, one_line
from ..cube import Cube
from ..errors import UnknownVariant
from ..referee_log import RefereeLog
from ..results import GameResult, GameStakes, compare_points, resignation_result
from ..variants import ENDINGS, VARIANTS, Variant
from ..verdict import GameVerdict, Note, RecordVerdict

cdef extern from *:
    """
    #ifndef SOURCE
    #define SOURCE 0
    #endif
    """
    const unsigned long SOURCE_CHECKSUM "SOURCE"

SOURCE = SOURCE_CHECKSUM

TAGS = {b"crawford", b"cubelimit", b"jacoby", b"site", b"variation"}
"""The tags that decide something here; the others need not be read."""

cdef dict _known = {}  # name of a tag as written -> in small letters; empty for one that decides nothing
cdef dict _header_rules = {}  # length and tags -> what _rules() makes of them
cdef int MOST_LINE = LONGEST_LINE, LEFT = LEFT_COLUMN, INDENT = OWN_INDENT, MOST_CONTENT = MOST_BYTES

include "lines.pxi"
include "match.pxi"


def verify(bytes content not None, file=None):
    """Return the verdict on a transcript in which nothing is in doubt, else None. `file` is put into it."""
    if len(content) > MOST_CONTENT:
        return None
    return Transcript(content).judge(file)


def _rules(int length, tuple tags):
    """The rules a header gives: code, checkers, own and opponent's side, Crawford, Jacoby, limit of the cube.

    None if the kernel does not play by them.
    """
    try:
        header = read_header_rules({name.decode(): one_line(value.decode(), MOST_VALUE) for name, value in tags}, length)
    except UnknownVariant:
        return None
    variant = VARIANTS[header.variant]
    if header.names_jacoby and length == 0:
        return None
    if type(variant) is not Variant or not variant.cube or variant.checker_count > 15 or header.cube_limit == 0:
        return None
    start = variant.start_position()
    return (
        variant.code, variant.checker_count, bytes(start.own), bytes(start.opponent),
        header.crawford, header.jacoby and not header.names_jacoby, header.cube_limit or 0,
    )


@cython.final
cdef class Transcript(Lines):
    """One file, and the match in it as far as it has been read."""

    cdef Match match
    cdef int first, games_begun
    cdef bint named  # the players of the game begun last
    cdef tuple players
    cdef const unsigned char *names[2]
    cdef Py_ssize_t name_sizes[2]

    def __cinit__(self, bytes content):
        self.match = Match()

    # A file.

    def judge(self, file):
        if self.at[0] == 0xEF and self.at[1] == 0xBB and self.at[2] == 0xBF:
            self.at += 3
            self.line = self.at
            self.latin = True
        if not self.header():
            return None
        while self.at < self.end:
            if not self.read_line():
                return None
        if not self.games_begun or not self.named or not self.match.end_game(True):
            return None
        if self.latin and not self.is_plain_text():
            return None
        return self.match.verdict(self.players, file)

    cdef bint header(self) except -1:
        """Read the tags and the line that gives the length."""
        cdef dict tags = {}
        while self.at < self.end:
            self.spaces()
            if self.at[0] == 59:  # ;
                if not self.tag(tags):
                    return False
            elif self.at_end():
                if not self.next_line():
                    return False
            else:
                break
        self.match.length = self.read_length()
        if self.match.length < 0 or not self.next_line():
            return False
        key = (self.match.length, *tags.items())
        if key not in _header_rules:
            if len(_header_rules) >= 1000:
                _header_rules.clear()
            _header_rules[key] = _rules(self.match.length, key[1:])
        rules = _header_rules[key]
        if rules is None:
            return False
        (
            self.match.code, self.match.checkers, self.match.start_own, self.match.start_opponent,
            self.match.crawford_rule, self.match.jacoby, self.match.limit,
        ) = rules
        self.match.variant_named = b"variation" in tags
        return True

    cdef bint tag(self, dict tags) except -1:
        """Read a line such as ; [Variation "Backgammon"]."""
        cdef const unsigned char *stop = self.line_end()
        cdef const unsigned char *last
        cdef const unsigned char *name
        cdef const unsigned char *name_end
        if stop == NULL:
            return False
        self.at += 1
        self.spaces()
        last = stop
        while last > self.at and last[-1] == 32:
            last -= 1
        if self.at[0] != 91 or last[-1] != 93:  # [ ]
            return False
        self.at += 1
        self.spaces()
        name = self.at
        while self.at < last and self.at[0] != 34:
            self.at += 1
        name_end = self.at
        while name_end > name and name_end[-1] == 32:
            name_end -= 1
        key = name[:name_end - name]
        known = _known.get(key)
        if known is None:
            if not key.isascii():
                return False
            known = key.lower() if key.lower() in TAGS else b""
            if len(_known) < 1000:
                _known[key] = known
        if known:
            if self.at == last:
                return False
            self.at += 1
            last -= 1
            while last > self.at and last[-1] != 34:
                last -= 1
            if last == self.at:
                return False
            value = self.at[:last - 1 - self.at]
            if not value.isascii():
                return False
            tags.setdefault(known, value)
        self.at = stop
        return self.next_line()

    cdef bint read_line(self) except -1:
        """Read one line after the header."""
        self.spaces()
        if is_digit(self.at[0]) and self.named:
            return self.row()
        if self.at_end():
            return self.next_line()
        if self.games_begun and not self.named:
            return self.read_names() and self.next_line()
        if self.word("game"):
            return self.at[0] == 32 and self.heading() and self.next_line()
        return bool(self.games_begun) and self.result_line()

    cdef bint heading(self) except -1:
        """Read the number of a game; the game before it must have ended."""
        cdef int number
        self.spaces()
        number = self.digits(5)
        if number < 0:
            return False
        self.spaces()
        if self.at[0] == 58:  # :
            self.at += 1
        if self.games_begun:
            if not self.match.end_game(False) or self.match.violations:
                return False
            if number != self.first + self.games_begun or self.match.match_winner() != NOBODY:
                return False
        else:
            self.first = number
        self.match.begin(number)
        self.games_begun += 1
        self.named = False
        return True

    cdef bint read_names(self) except -1:
        """Read the players and the score, which must be what it is."""
        cdef const unsigned char *begin = self.at
        cdef const unsigned char *stop = self.line_end()
        cdef const unsigned char *colon
        cdef const unsigned char *left_end
        cdef const unsigned char *right
        cdef const unsigned char *colon_two
        cdef int one, two
        if stop == NULL or begin[0] == 59 or self.read_length() >= 0:  # ;
            return False
        colon_two = stop
        while colon_two > begin and colon_two[0] != 58:
            colon_two -= 1
        if colon_two == begin:
            return False
        colon = begin
        while True:  # the first score that two spaces follow
            while colon < colon_two and colon[0] != 58:
                colon += 1
            if colon == colon_two:
                return False
            self.at = colon + 1
            self.spaces()
            one = self.digits(6)
            if one >= 0 and self.at[0] == 32 and self.at[1] == 32:
                break
            colon += 1
        right = self.at
        if self.at >= colon_two:
            return False
        self.at = colon_two + 1
        self.spaces()
        two = self.digits(6)
        if two < 0:
            return False
        left_end = colon
        while left_end > begin and left_end[-1] == 32:
            left_end -= 1
        while right < colon_two and right[0] == 32:
            right += 1
        while colon_two > right and colon_two[-1] == 32:
            colon_two -= 1
        self.named = True
        if one != self.match.points[0] or two != self.match.points[1]:
            return False
        return self.same_names(begin, left_end - begin, right, colon_two - right)

    cdef bint same_names(
        self, const unsigned char *one, Py_ssize_t one_size, const unsigned char *two, Py_ssize_t two_size
    ) except -1:
        if self.players is None:
            self.names[0], self.names[1] = one, two
            self.name_sizes[0], self.name_sizes[1] = one_size, two_size
            try:
                self.players = (one_line(one[:one_size].decode()), one_line(two[:two_size].decode()))
            except UnicodeDecodeError:
                return False
            return True
        return (
            one_size == self.name_sizes[0] and two_size == self.name_sizes[1]
            and memcmp(one, self.names[0], one_size) == 0 and memcmp(two, self.names[1], two_size) == 0
        )

    cdef bint row(self) except -1:
        """Read a numbered row of up to two cells."""
        cdef const unsigned char *begin
        cdef int column, cells = 0
        self.match.row_number = self.digits(5)
        if self.match.row_number < 0 or self.at[0] != 41:  # )
            return False
        self.at += 1
        begin = self.at
        self.spaces()
        column = 0 if self.at - begin < LEFT else 1
        while not self.at_end():
            if cells == 2 or (cells and self.at[-1] != 32):
                return False
            if is_digit(self.at[0]):
                if column > 1 or not self.roll(column):
                    return False
                if self.claim.hops == 0 and not self.at_end() and not is_digit(self.at[0]):
                    # A result may stand in the cell of the roll before it.
                    if (self.at[0] | 32) == 119:
                        column -= self.at - begin < LEFT
                    elif self.at[-1] != 32 or self.at[-2] != 32 or self.at[-3] != 32:
                        if self.is_resignation():
                            column -= 1
            elif column > 1 or not self.read_word(column, True):
                return False
            column += 1
            cells += 1
        return self.next_line()

    cdef bint result_line(self) except -1:
        """Read a line without a number: a result."""
        cdef int column = 0 if self.at - self.line < LEFT else 1
        cdef bint placed = self.at - self.line >= INDENT
        cdef bint lost = self.is_resignation()
        if not lost and (self.at[0] | 32) != 119:  # w
            return False
        return self.read_word(column, placed, True) and self.at_end() and self.next_line()

    cdef bint read_word(self, int player, bint placed, bint alone=False) except -1:
        """Read a cell that is a word, and do what it says."""
        cdef int number = -1
        cdef bint points = False
        if self.word("doubles") or self.word("redoubles"):
            self.spaces()
            if self.at[0] == 61:  # =>
                if self.at[1] != 62:
                    return False
                self.at += 2
                if self.at[0] != 32:
                    return False
                self.spaces()
            return self.match.doubles(player, self.digits(6))
        if self.word("takes") or self.word("accepts"):
            return self.match.takes(player)
        if self.word("drops") or self.word("passes") or self.word("rejects"):
            return self.match.drops(player)
        if self.word("wins"):
            if self.at[0] != 32:
                return False
            self.spaces()
            number = self.digits(6)
            return number >= 0 and self.point_word() and self.match.wins(player, number, placed, self.and_the_match())
        if self.word("concedes") or self.word("resigns") or self.word("loses") or self.word("losses"):
            if self.at[0] == 32:
                self.spaces()
                if is_digit(self.at[0]):
                    number = self.digits(6)
                    if number <= 0 or not self.point_word():
                        return False
            if alone and number >= 0:
                return True  # stands in no column; the line of the winner follows
            return self.match.resigns(player, number)
        return False

    cdef bint roll(self, int player) except -1:
        """Read dice and the play after them, and play it."""
        cdef int one = self.at[0] - 48, two = self.at[1] - 48
        cdef int unknown = False, cannot = False
        if not (1 <= one <= 6 and 1 <= two <= 6) or self.at[2] != 58:  # :
            return False
        self.at += 3
        self.claim.hops = 0
        self.claim.marks = 0
        self.spaces()
        if self.at[0] == 63:  # ?
            while self.at[0] == 63:
                self.at += 1
            unknown = True
        elif (
            is_digit(self.at[0])
            or ((self.at[0] | 32) == 98 and (self.at[1] | 32) == 97)  # ba(r)
        ):
            if not self.read_play():
                return False
        elif (self.at[0] | 32) == 99 or (self.at[0] | 32) == 110:  # c(annot), n(o)
            cannot = self.cannot_move()
        return self.match.rolled(player, max(one, two), min(one, two), &self.claim, unknown, cannot)
