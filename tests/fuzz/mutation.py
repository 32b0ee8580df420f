"""Changes to inputs that random bytes would hardly hit upon: lines, words and numbers of transcripts."""

import re
from collections.abc import Callable
from random import Random

Mutate = Callable[[bytes, int], bytes]

WORDS = [
    word.encode("latin-1")
    for word in (
        *(
            "\n",
            "\r\n",
            "\t",
            "  ",
            ":",
            ";",
            "(",
            ")",
            "[",
            "]",
            "*",
            "/",
            "\\",
            "\0",
            "\x1a",
            '"',
            "=>",
            "-1",
        ),
        *("bar/", "/off", "25/", "/0", "(2)", "(4)", "????", "Cannot Move", "Illegal play", "ILLEGAL?"),
        *(
            "Doubles => 2",
            "Doubles => 4",
            "Redoubles => 8",
            "Beavers => 4",
            "Raccoons => 8",
            "Takes",
            "Drops",
        ),
        *("Passes", "Accepts", "Rejects", "Declines", "Resigns", "Concedes", "Forfeits", "Losses 2 points"),
        *("Wins 1 point", "Wins 2 points", "Wins 4 points and the match", "Resigned Match", " Game 1\n"),
        *("0 point match", "1 point match", "7 point match", "Money session", " Ann : 0    Bea : 0\n"),
        *("11: 8/7(2) 6/5(2)", "31: 8/5 6/5", "66:", "00:", "  1) ", " 99999) ", "  0) "),
        *('; [Crawford "Off"]\n', '; [Jacoby "On"]\n', '; [Beaver "On"]\n', '; [CubeLimit "1"]\n'),
        *('; [AutomaticDoubles "2"]\n', '; [Variation "Plakoto"]\n', '; [Variation "Fevga"]\n'),
        *('; [Variation "Misere"]\n', '; [Variation "Race"]\n', '; [Site "Galaxy"]\n', '; [Variation "x"]\n'),
        *("; Set Pos=-b----E-C---eE---c-e----B-/0\n", "; Set Cube=8\n", "; Set Crawford=on\n", "/-2 cube=4"),
        *("W[31", "B[66]", "W[double]", "B[take]", "W[drop]", "CV[2]", "CP[w]", "PL[B]", "DI[31]", "AE[a:y]"),
        *("AW[a][y]", "AB[f]", "RU[Crawford:CrawfordGame]", "RU[Jacoby]", "RU[NoCube]", "RE[W+1R]", "GM[6]"),
        *("(;FF[4]GM[6]", "MI[length:7]", "[game:0]", "[ws:6]", "CA[UTF-8]", "CA[Shift_JIS]", "PW[", "yxyz"),
        *(
            "\xef\xbb\xbf",
            "\xff\xfe",
            "\x82\xa0\x82\xa2",
            "\xe9",
            "\x85",
            "\xa0",
            "\xe2\x80\xa8",
            "\xed\xa0\x80",
        ),
        *(
            '"games":',
            '"moves":',
            '"type":"amove"',
            '"player":-1',
            '"from":[',
            "null",
            "true",
            "1e999",
            "NaN",
        ),
        *(":)\n\x01", "\xfa", "\xfb", "\xf8", "\xf9", "\xfc", "\x24", "\x25", "\x26", "\x2a", "\xe8", "\xfd"),
        *(
            "Score is 0-0 in a 3 point match.\n",
            "ann is X - bea is O\n",
            "X: (3 1) 8-5 6-5",
            "O: ",
            "can't move",
        ),
        *("5;0;0;0;0;Ann;Bea;", ";-2", "wins 1 point.", "accepts.", "rejects.", "doubles.", "redoubles."),
        *(
            "XGID=",
            ":D:",
            ":B:",
            ":R:",
            ":00:",
            ":-1:",
            "GNUBGID ",
            "plakoto",
            "hypergammon",
            "\\u0000",
            "{}",
        ),
    )
]
NUMBER = re.compile(rb"\d+")


def mutated(data: bytes, most: int, random: Random, plainly: Mutate) -> bytes:
    """Change an input a few times, here or by `plainly`, to at most `most` bytes. The door stays mostly."""
    if len(data) < 2 or random.random() < 0.4:
        return plainly(data, most)
    door, content = data[:1], data[1:]
    for _ in range(random.choice((1, 1, 1, 2, 3, 5))):
        content = random.choice(CHANGES)(content, random)
    return (door + content)[:most]


def scrambled(data: bytes, most: int, random: Random) -> bytes:
    """Change bytes without any thought."""
    found = bytearray(data)
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(found) + 1)
        match random.randrange(4):
            case 0:
                found[at : at + 1] = [random.randrange(256)]
            case 1:
                del found[at : at + random.randint(1, 9)]
            case 2:
                found[at:at] = random.randbytes(random.randint(1, 4))
            case 3 if at < len(found):
                found[at] ^= 1 << random.randrange(8)
    return bytes(found[:most])


def _word(content: bytes, random: Random) -> bytes:
    at = random.randrange(len(content) + 1)
    return content[:at] + random.choice(WORDS) + content[at + random.choice((0, 0, 1, 8)) :]


def _number(content: bytes, random: Random) -> bytes:
    found = list(NUMBER.finditer(content))
    if not found:
        return content
    one = random.choice(found)
    few = min(int(one[0][:6]), 99_999)
    number = random.choice((few + 1, few - 1, 0, 1, 25, few * 2, 64, 999_999, 10 ** random.randrange(30)))
    return content[: one.start()] + str(number).encode() + content[one.end() :]


def _lines(content: bytes, random: Random) -> bytes:
    """Remove, repeat, or exchange lines."""
    lines = content.split(b"\n")
    one, two = random.randrange(len(lines)), random.randrange(len(lines))
    match random.randrange(4):
        case 0:
            del lines[one : one + random.choice((1, 1, 5))]
        case 1:
            lines[one:one] = lines[two : two + random.choice((1, 1, 20))]
        case 2:
            lines[one], lines[two] = lines[two], lines[one]
        case 3:
            lines[one] += lines[two]
    return b"\n".join(lines)


def _piece(content: bytes, random: Random) -> bytes:
    """Put a piece of the content elsewhere."""
    start, at = random.randrange(len(content) + 1), random.randrange(len(content) + 1)
    piece = content[start : start + random.choice((2, 10, 60, 400))]
    return content[:at] + piece + content[at + len(piece) * random.randrange(2) :]


def _cut(content: bytes, random: Random) -> bytes:
    at = random.randrange(len(content) + 1)
    return content[:at] if random.randrange(3) else content[at:]


CHANGES = (_word, _word, _word, _number, _number, _lines, _lines, _piece, _cut)
