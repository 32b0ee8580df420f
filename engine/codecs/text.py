"""Text files: bytes to lines, whatever they were encoded in."""

import re

from ..errors import Unreadable

MOST_LINES = 10_000
"""Files of more lines are refused: the longest matches known have 2,500."""
LONGEST_LINE = 1000
LONGEST_NAME = 200
NEAR = 2000
"""How many bytes a format may take to show itself, whatever a log or a comment says before it."""

CHARSETS = re.compile(
    r"utf-?8|us-ascii|ascii|latin-?1|iso-?8859-\d\d?|windows-125\d|cp125\d|koi8-[ru]|shift[_-]?jis|cp932|euc[_-]jp"
    r"|gbk|gb2312|gb18030|big5|euc[_-]kr",
    re.I,
)
"""The encodings a file may name; others are guessed at."""

_BLANKS = re.compile("  +")
_UNPRINTED = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]+")
_JAPANESE = "\u3000-\u30ff\u4e00-\u9fff\uff01-\uff5e"  # punctuation and kana, kanji, wide letters
_FOREIGN = re.compile(rf"[^\x00-\x7f{_JAPANESE}]")
_WORD = re.compile(rf"[{_JAPANESE}]{{2}}")


def decode_text(data: bytes) -> str:
    """Decode a text file: UTF-16 or UTF-8 by its mark, else UTF-8, else Japanese, else Western European.

    Bytes that mean nothing become question marks.
    """
    if is_utf16(data):
        text = data.decode("utf-16", errors="replace")
    else:
        try:
            text = data.removeprefix(b"\xef\xbb\xbf").decode()
        except UnicodeDecodeError:
            text = _decode_japanese(data) or data.decode("cp1252", errors="replace")
    return _normalise_text(text)


def _normalise_text(text: str) -> str:
    """Make line ends \\n, and blanks that do not break, as copied from web pages, plain ones.

    What DOS ends or fills a file with goes.
    """
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    if "\xa0" in text:
        text = text.replace("\xa0", " ")
    return text.rstrip("\x00\x1a")


def is_utf16(data: bytes) -> bool:
    """Whether a text says by its mark that it is UTF-16."""
    return data[:2] in (b"\xff\xfe", b"\xfe\xff")


def _decode_japanese(data: bytes) -> str | None:
    """Decode Shift JIS or EUC-JP; None if it is neither.

    Western text can be valid in both, but then means Japanese mixed with something else, or a lone kanji
    among Latin letters.
    """
    for encoding in ("cp932", "euc_jp"):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if _WORD.search(text) and not _FOREIGN.search(text):
            return text
    return None


def split_lines(text: str) -> list[str]:
    """Split a text into its lines. Raises Unreadable if there are too many."""
    if text.count("\n") > MOST_LINES:
        raise Unreadable(
            "the file has more than %(most_lines)s lines; the longest matches have 2,500",
            {"most_lines": MOST_LINES},
        )
    return text.split("\n")


def decode_text_as(data: bytes, charset: str) -> str:
    """Decode a text file that names its encoding, as decode_text() does if that is unknown or not true."""
    if CHARSETS.fullmatch(charset):
        try:
            text = data.removeprefix(b"\xef\xbb\xbf").decode(charset)
        except (UnicodeDecodeError, LookupError):
            return decode_text(data)
        return _normalise_text(text)
    return decode_text(data)


def one_line(text: str, most: int = LONGEST_NAME) -> str:
    """A name or another text from a file as one line that can be shown: `most` letters, no halves of letters.

    Control characters become blanks, and several blanks one: in some formats they end a name. What turns the
    direction of writing or has no shape goes.
    """
    if not text.isprintable():
        whole = _UNPRINTED.sub(" ", text.encode(errors="replace").decode())
        text = "".join(letter for letter in whole if letter.isprintable() or letter.isspace())
    if "  " in text:
        text = _BLANKS.sub(" ", text)
    return text.strip()[:most].strip()
