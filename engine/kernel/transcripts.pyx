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
from libc.stdint cimport uint64_t
from libc.string cimport memcmp, memcpy

from .board cimport (
    BAR, ILLEGAL, OFF, SIDE, Count, behind, can_play_both, can_repeat, can_step, landing, move,
)

from ..codecs import MOST_BYTES
from ..codecs.mat import LEFT_COLUMN, LONGEST_LINE, OWN_INDENT
from ..cube import Cube
from ..errors import UnknownVariant
from ..position import contact
from ..results import Result, Stake, compare, resignation
from ..sheet import Sheet
from ..variants import ENDINGS, Variant, tagged
from ..verdict import GameVerdict, Note, Verdict

cdef extern from *:
    """
    #ifndef SOURCE
    #define SOURCE 0
    #endif
    """
    const unsigned long SOURCE_CHECKSUM "SOURCE"

SOURCE = SOURCE_CHECKSUM

cdef uint64_t EIGHT_SPACES = 0x2020202020202020

cdef enum:
    NOBODY = -1
    MOST_STEPS = 4
    MOST_PLAY = 100  # characters of a play; the reader's limit is a little higher
    MOST_POINTS = 999999
    MOST_NOTES = 50

# What stands in a cell.
cdef enum Word:
    NO_WORD, DOUBLES, TAKES, DROPS, RESIGNS, WINS

# Tags that decide nothing. A file with any other tag is left to the readable engine.
IDLE_TAGS = {
    b"annotator", b"clocktype", b"date", b"event", b"eventdate", b"eventtime", b"match id", b"place",
    b"player 1", b"player 1 elo", b"player 2", b"player 2 elo", b"round", b"time", b"transcriber", b"unrated",
}
TAGS = {b"crawford", b"cubelimit", b"jacoby", b"site", b"variation"}

cdef dict _known = {}
cdef dict _variants = {}
cdef object _new = tuple.__new__
cdef tuple _endings = (None, ENDINGS[1], ENDINGS[2], ENDINGS[3])
cdef int MOST_LINE = LONGEST_LINE, LEFT = LEFT_COLUMN, INDENT = OWN_INDENT, MOST_CONTENT = MOST_BYTES

if Verdict._fields != (
    "verdict", "format", "variant", "length", "players", "complete", "winner", "score", "games", "violations",
    "notes", "file", "error",
) or GameVerdict._fields != ("number", "winner", "points", "ending", "cube", "crawford"):
    raise ImportError("the kernel does not know these verdicts")


def verify(bytes content not None, file=None):
    """Return the verdict on a transcript in which nothing is in doubt, else None. `file` is put into it."""
    if len(content) > MOST_CONTENT:
        return None
    return Transcript(content).judge(file)


def _rules(bytes tag):
    """The variant a tag names, as (code, checkers, own side, opponent's side); None for one we do not play."""
    if tag not in _variants:
        if len(_variants) > 100:
            return None
        try:
            rules = tagged(tag.decode("ascii")) if tag else tagged("backgammon")
        except (UnknownVariant, UnicodeDecodeError):
            return None
        if type(rules) is not Variant or not rules.cube or rules.checkers > 15:
            _variants[tag] = None
        else:
            start = rules.start()
            _variants[tag] = (rules.code, rules.checkers, bytes(start.own), bytes(start.opponent))
    return _variants[tag]


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


@cython.final
cdef class Transcript:
    """One file, and the match it tells of as far as it has been read."""

    cdef bytes content
    cdef const unsigned char *at
    cdef const unsigned char *end  # of the content: a zero byte, which no line may contain
    cdef const unsigned char *line  # where the line being read begins
    cdef bint latin  # letters beyond ASCII were seen

    # The match.
    cdef int length, checkers
    cdef bint crawford_rule, jacoby, crawford_played
    cdef long limit  # of the cube; 0 for none
    cdef int points[2]
    cdef str code
    cdef bytes start_own, start_opponent
    cdef list games, violations, notes
    cdef tuple players
    cdef const unsigned char *names[2]
    cdef Py_ssize_t name_sizes[2]

    # The game.
    cdef int first, number, games_begun
    cdef int row_number, turn  # as last printed, and of the last thing that happened
    cdef bint crawford, named
    cdef Count board[2][SIDE]
    cdef int on_roll, cube, owner, doubler, offered
    cdef int unplayed, high, low  # who has rolled without playing, and what
    cdef bint unplayed_for_good  # the roll could have been played, so nothing but a result may follow
    cdef int resigner, resigned_points
    cdef int winner, worth, ending, decided
    cdef bint won, match_claimed, doubtful

    # The play in the cell being read.
    cdef int starts[MOST_STEPS]
    cdef int ends[MOST_STEPS]
    cdef int hops
    cdef unsigned int marks

    def __cinit__(self, bytes content):
        self.content = content
        self.at = <const unsigned char *> PyBytes_AS_STRING(content)
        self.end = self.at + len(content)
        self.line = self.at
        self.games = []
        self.violations = []
        self.notes = []

    # Reading.

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
        if not self.games_begun or not self.named or not self.end_game(True):
            return None
        if self.latin and not self.is_utf8():
            return None
        return self.verdict(file)

    cdef bint is_utf8(self) except -1:
        try:
            self.content.decode()
        except UnicodeDecodeError:
            return False
        return True

    cdef bint header(self) except -1:
        """Read the tags and the line that gives the length."""
        cdef dict tags = {}
        cdef bytes value
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
        self.length = self.read_length()
        if self.length < 0 or not self.next_line():
            return False
        if not tags:
            rules = _rules(b"")
            self.crawford_rule = True
            self.jacoby = self.length == 0
        else:
            rules = _rules(tags.get(b"variation", b""))
            value = tags.get(b"cubelimit", b"")
            if value.isdigit():
                if len(value) > 6:
                    return False
                self.limit = int(value)
                if self.limit == 0:
                    return False
            elif value:
                return False
            self.crawford_rule = tags.get(b"crawford", b"").lower() != b"off"
            galaxy_session = self.length % 2 == 0 and b"galaxy" in tags.get(b"site", b"").lower()
            self.jacoby = self.length == 0 or galaxy_session or tags.get(b"jacoby", b"").lower() == b"on"
        if rules is None:
            return False
        self.code, self.checkers, self.start_own, self.start_opponent = rules
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
            lower = key.lower()
            known = lower if lower in TAGS else b"" if lower in IDLE_TAGS else None
            if known is None:
                return False
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
            if not value.isascii() or b"\x7f" in value:
                return False
            tags.setdefault(known, value)
        self.at = stop
        return self.next_line()

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

    cdef bint read_line(self) except -1:
        """Read one line after the header."""
        self.spaces()
        if is_digit(self.at[0]) and self.named:
            return self.row()
        if self.at_end():
            return self.next_line()
        if self.games_begun and not self.named:
            return self.read_names() and self.next_line() and self.begin()
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
            if not self.end_game(False) or self.violations:
                return False
            if number != self.first + self.games_begun or self.match_winner() != NOBODY:
                return False
        else:
            self.first = number
        self.number = number
        self.games_begun += 1
        self.named = False
        self.row_number = self.turn = 0
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
        if one != self.points[0] or two != self.points[1]:
            return False
        return self.same_names(begin, left_end - begin, right, colon_two - right)

    cdef bint same_names(
        self, const unsigned char *one, Py_ssize_t one_size, const unsigned char *two, Py_ssize_t two_size
    ) except -1:
        if self.players is None:
            self.names[0], self.names[1] = one, two
            self.name_sizes[0], self.name_sizes[1] = one_size, two_size
            try:
                self.players = (one[:one_size].decode(), two[:two_size].decode())
            except UnicodeDecodeError:
                return False
            # Spaces of other alphabets are stripped by the reader.
            return not self.latin or all(name == name.strip() for name in self.players)
        return (
            one_size == self.name_sizes[0] and two_size == self.name_sizes[1]
            and memcmp(one, self.names[0], one_size) == 0 and memcmp(two, self.names[1], two_size) == 0
        )

    cdef bint row(self) except -1:
        """Read a numbered row of up to two cells."""
        cdef const unsigned char *begin
        cdef int column, cells = 0
        self.row_number = self.digits(5)
        if self.row_number < 0 or self.at[0] != 41:  # )
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
                if self.hops == 0 and not self.at_end() and not is_digit(self.at[0]):
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

    cdef bint is_resignation(self) noexcept:
        """Whether the loser's word stands here."""
        cdef const unsigned char *here = self.at
        cdef bint found = (
            self.word("concedes") or self.word("resigns") or self.word("loses") or self.word("losses")
        )
        self.at = here
        return found

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
            return self.doubles(player, self.digits(6))
        if self.word("takes") or self.word("accepts"):
            return self.takes(player)
        if self.word("drops") or self.word("passes") or self.word("rejects"):
            return self.drops(player)
        if self.word("wins"):
            if self.at[0] != 32:
                return False
            self.spaces()
            number = self.digits(6)
            return number >= 0 and self.point_word() and self.wins(player, number, placed, self.and_the_match())
        if self.word("concedes") or self.word("resigns") or self.word("loses") or self.word("losses"):
            if self.at[0] == 32:
                self.spaces()
                if is_digit(self.at[0]):
                    number = self.digits(6)
                    if number < 0 or not self.point_word():
                        return False
            if alone and number >= 0:
                return True  # stands in no column; the line of the winner follows
            return self.resigns(player, number)
        return False

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

    cdef bint roll(self, int player) except -1:
        """Read dice and the play after them, and play it."""
        cdef int one = self.at[0] - 48, two = self.at[1] - 48
        cdef int unknown = False, cannot = False
        if not (1 <= one <= 6 and 1 <= two <= 6) or self.at[2] != 58:  # :
            return False
        self.at += 3
        self.hops = 0
        self.marks = 0
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
        return self.rolled(player, max(one, two), min(one, two), unknown, cannot)

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
                    self.marks |= 1u << end
                    here += 1
                self.starts[hops] = start
                self.ends[hops] = end
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
                    self.starts[hops] = self.starts[first + index]
                    self.ends[hops] = self.ends[first + index]
                    hops += 1
            if here[0] != 32:
                break
            here = past_spaces(here, self.end)
        if here - self.at > MOST_PLAY:
            return False
        self.hops = hops
        self.at = here
        return True

    # A game.

    cdef bint begin(self) except -1:
        """Set the board up for the next game."""
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
        return True

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

    cdef bint rolled(self, int player, int high, int low, bint unknown, bint cannot) except -1:
        """Dice, and the play in `starts` and `ends`."""
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
        if self.hops == 0:
            if can_step(own, opponent, high) or can_step(own, opponent, low):
                if cannot:
                    return False
                self.unplayed_for_good = True
            elif not unknown:
                return True
            self.unplayed, self.high, self.low = player, high, low
            return True
        if not (self.play_double(own, opponent, high) if high == low else self.play(own, opponent, high, low)):
            return False
        if own[OFF] == self.checkers:
            self.winner = player
            self.ending = 1 if opponent[OFF] else 3 if behind(opponent, 18) else 2
            self.decided = self.cube
            self.worth = self.ending * self.cube
        return True

    cdef bint play_double(self, Count *own, Count *opponent, int die) noexcept:
        """Play the hops by steps of one die, from the back to the front, which is legal if any order is."""
        cdef int steps[MOST_STEPS]
        cdef int count = 0, hop, at, index, hits = 0
        cdef Count mine[SIDE]
        cdef Count theirs[SIDE]
        for hop in range(self.hops):
            at = self.starts[hop]
            while at > self.ends[hop]:
                if count == MOST_STEPS:
                    return False
                index = count
                while index > 0 and steps[index - 1] < at:
                    steps[index] = steps[index - 1]
                    index -= 1
                steps[index] = at
                count += 1
                at -= die
            if at < self.ends[hop] and self.ends[hop] != OFF:
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
        return self.marks == 0 or bits(self.marks) <= hits

    cdef bint play(self, Count *own, Count *opponent, int high, int low) noexcept:
        """Play one or two hops by two different dice, from the back to the front."""
        cdef int one, two
        cdef Count mine[SIDE]
        cdef Count theirs[SIDE]
        if self.hops == 1:
            return self.play_one(own, opponent, high, low)
        if self.hops != 2:
            return False
        one, two = (0, 1) if self.starts[0] >= self.starts[1] else (1, 0)
        if not fits(self.starts[one], self.ends[one], high) or not fits(self.starts[two], self.ends[two], low):
            high, low = low, high
        elif self.ends[one] == OFF or self.ends[two] == OFF:
            # Perhaps the dice fit the other way round too, and only so the play is legal.
            memcpy(mine, own, SIDE)
            memcpy(theirs, opponent, SIDE)
            if not self.make_two(mine, theirs, self.starts[one], high, self.starts[two], low):
                high, low = low, high
        if not fits(self.starts[one], self.ends[one], high) or not fits(self.starts[two], self.ends[two], low):
            return False
        return self.make_two(own, opponent, self.starts[one], high, self.starts[two], low)

    cdef bint make_two(self, Count *own, Count *opponent, int one, int first, int two, int second) noexcept:
        cdef int hits, end = landing(own, opponent, one, first)
        if end == ILLEGAL:
            return False
        hits = move(own, opponent, one, end)
        end = landing(own, opponent, two, second)
        if end == ILLEGAL:
            return False
        hits += move(own, opponent, two, end)
        return self.marks == 0 or bits(self.marks) <= hits

    cdef bint play_one(self, Count *own, Count *opponent, int high, int low) noexcept:
        """Play one checker's way: by both dice in one of two orders, or by one if no more can be played."""
        cdef int start = self.starts[0], end = self.ends[0]
        cdef unsigned int by_high, by_low
        cdef bint high_first, low_first
        high_first = way(own, opponent, start, high, low, end, &by_high)
        low_first = way(own, opponent, start, low, high, end, &by_low)
        if high_first and low_first and by_high != by_low:
            # Both ways are open and hit different checkers: the marks tell which was gone.
            if misfit(by_low, self.marks) == misfit(by_high, self.marks):
                return False
            high_first = misfit(by_high, self.marks) < misfit(by_low, self.marks)
        if high_first or low_first:
            if high_first:
                return self.make_two(own, opponent, start, high, start - high, low)
            return self.make_two(own, opponent, start, low, start - low, high)
        if can_play_both(own, opponent, high, low) or can_play_both(own, opponent, low, high):
            return False
        if landing(own, opponent, start, high) != end and (
            landing(own, opponent, start, low) != end or can_step(own, opponent, high)
        ):
            return False
        return bits(self.marks) <= move(own, opponent, start, end)

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
        self.ending = 0
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
            if not self.give_up(player, points):
                return False
        elif player != self.winner:
            return False
        if points != self.worth and not self.doubtful and not self.agrees(points):
            return False
        self.won = True
        self.match_claimed = and_the_match
        return True

    cdef bint agrees(self, int points) except -1:
        """Whether points that are not what the game was worth may be written for it, as results.py says."""
        sheet = self.sheet()
        ending = _endings[self.ending] if self.ending > 0 else "pass" if self.ending == 0 else "resignation"
        result = Result(self.winner, self.worth, ending, self.decided, points, self.winner)
        compare(result, points, self.stake(self.winner), sheet)
        self.worth = result.points
        self.take_over(sheet)
        return True

    cdef bint give_up(self, int winner, int points) except -1:
        """The game ends by resignation for `points`."""
        self.winner = winner
        self.ending = -1
        self.decided = self.cube
        if points == self.cube or points == 2 * self.cube or points == 3 * self.cube:
            self.worth = points
        else:
            sheet = self.sheet()
            result = resignation(winner, points, self.stake(winner), sheet)
            self.worth = result.points
            self.doubtful = result.doubtful
            self.take_over(sheet)
        if self.unplayed != NOBODY and self.unplayed != winner:
            self.note("resigned_after_roll", "the loser rolled and gave the game up without playing")
        if rearmost(self.board[0]) + rearmost(self.board[1]) > 24:
            self.note("early_concession", "the game was given up while the sides could still hit each other")
        return True

    cdef bint end_game(self, bint is_last) except -1:
        """Write the game down. One without an end can only be the last."""
        if self.winner == NOBODY and self.resigner != NOBODY:
            if not self.give_up(
                1 - self.resigner, self.cube if self.resigned_points < 0 else self.resigned_points
            ):
                return False
        if self.winner == NOBODY:
            if self.unplayed != NOBODY:
                self.note("last_roll_unplayed", f"{self.high}{self.low} is the last roll and is not played")
            return is_last
        if not self.won:
            self.note("result_missing", "the game has ended, but no result is written")
        self.games.append(_new(GameVerdict, (
            self.number, self.winner, self.worth,
            _endings[self.ending] if self.ending > 0 else "pass" if self.ending == 0 else "resignation",
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

    # What is said of it.

    cdef verdict(self, file):
        cdef int winner = self.match_winner()
        self.number = self.turn = 0
        if self.length == 0:
            self.note("money_session", "a session for money has no end")
        elif self.length % 2 == 0:
            self.note("even_length", f"the match is to {self.length} points; clubs play odd lengths")
        if not self.crawford_rule and self.length > 1:
            return None
        return _new(Verdict, (
            "illegal" if self.violations else "legal", "mat", self.code, self.length, self.players, winner != NOBODY,
            None if winner == NOBODY else winner, (self.points[0], self.points[1]), tuple(self.games), tuple(self.violations),
            tuple(self.notes), file, None,
        ))

    cdef note(self, str code, str message):
        self.notes.append(Note(self.number, self.turn, code, message))

    cdef sheet(self):
        """A sheet for the readable engine to write on."""
        sheet = Sheet()
        sheet.game, sheet.turn = self.number, self.turn
        return sheet

    cdef take_over(self, sheet):
        self.violations.extend(sheet.violations)
        self.notes.extend(sheet.notes)

    cdef stake(self, int winner):
        need = max(self.length - self.points[winner], 0) if self.length else None
        return Stake(Cube(self.cube, None if self.owner == NOBODY else self.owner), self.cube, self.length, need, None if self.jacoby else False)


cdef inline int rearmost(const Count *own) noexcept nogil:
    cdef int point = BAR
    while point > 0 and not own[point]:
        point -= 1
    return point


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


cdef bint way(
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
