"""What holds of every file format: told by its content, whatever stands around it; results without rules."""

from collections.abc import Callable
from random import Random

import pytest

from engine import CODECS, PLAYED, VARIANTS, InvalidOption, Unreadable, adjudicate, convert, read, verify
from engine.codecs import PACKED, WRITTEN

from .bgf_files import bgf
from .croupier import match
from .oldmoves_files import oldmoves
from .test_snowie import LEFT
from .xg_files import xg

RECORD = match(Random(4), 3)
TEXTS = {code: codec.write(RECORD) for code, codec in WRITTEN.items()} | {
    "oldmoves": oldmoves(RECORD, lambda game: game % 2, lambda game: False),
    "snowie": LEFT.decode(),
}
FILES = (
    {code: text.encode() for code, text in TEXTS.items()}
    | {"xg": xg(RECORD), "bgf": bgf(RECORD)}
    | {code: codec.write_bytes(RECORD) for code, codec in PACKED.items()}
)
FRAMES: dict[str, Callable[[str], bytes]] = {
    "UTF-8 with its mark": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "UTF-16, little end first": lambda text: b"\xff\xfe" + text.encode("utf-16-le"),
    "UTF-16, big end first": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "line ends of Windows": lambda text: text.replace("\n", "\r\n").encode(),
    "line ends of the old Macintosh": lambda text: text.replace("\n", "\r").encode(),
    "blank lines in front": lambda text: b" \r\n\n\t\n" + text.encode(),
    "mark, blank lines, Windows": lambda text: ("\ufeff\n\n" + text).replace("\n", "\r\n").encode(),
    "the end of a DOS file": lambda text: text.encode() + b"\x1a\x00\x00",
    "blanks of a web page": lambda text: text.replace(" ", "\xa0").encode(),
}
COMMENTS = {
    "mat": [
        "; made by hand\n",
        "# made by hand\n",
        '[Event "random"]\n',
        "Score is 0-0\n",
    ],
    "sgf": ["A match.\n", "7 point match\n\n", "; 7 point match\n"],
    "oldmoves": ["Welcome to FIBS\n\n", "> oldmoves\n", "7 point match\n", "> "],
    "snowie": [],
}


def test_every_format_has_a_sample() -> None:
    assert FILES.keys() == CODECS.keys()


@pytest.mark.parametrize("code", CODECS)
def test_a_file_is_recognised_by_its_own_format_only(code: str) -> None:
    assert [other for other, codec in CODECS.items() if codec.recognises_file(FILES[code])] == [code]
    assert read(FILES[code]).format == code


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("code", TEXTS)
def test_what_stands_around_a_text_does_not_matter(code: str, frame: str) -> None:
    data = FRAMES[frame](TEXTS[code])
    assert [other for other, codec in CODECS.items() if codec.recognises_file(data)] == [code]
    assert read(data) == read(FILES[code])


@pytest.mark.parametrize(
    ("code", "comment"), [(code, comment) for code, comments in COMMENTS.items() for comment in comments]
)
def test_comments_in_front_do_not_matter(code: str, comment: str) -> None:
    """Not even if they could begin another format."""
    for end in ("\n", "\r\n"):
        data = (comment + TEXTS[code]).replace("\n", end).encode()
        assert read(data) == read(FILES[code])


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (TEXTS["mat"].replace('[Event "random"]', '[Event "(;FF[4]GM[6] Score is 0-0"]'), "mat"),
        (TEXTS["mat"].replace("Alice Ames", "bea is X - (;GM[6]"), "mat"),
        (TEXTS["sgf"].replace("RU[", "C[\n 7 point match\nScore is 0-0\nann is X - bea is O]RU["), "sgf"),
        (TEXTS["oldmoves"] + "\n7 point match\n(;FF[4])\n", "oldmoves"),
        (TEXTS["snowie"].replace("gnubg", "7 point match"), "snowie"),
    ],
)
def test_what_stands_inside_a_file_does_not_matter(text: str, code: str) -> None:
    assert read(text.encode()).format == code


@pytest.mark.parametrize(
    "data",
    [
        b"(;",
        b"(;GM",
        b"{}\n",
        b"RGM",
        b"Score is 0-0\n",
        b"point match",
        b"1;" * 30,
        b"\xff\xfe",
        b"\xef\xbb\xbf",
        b"\x1a",
    ],
)
def test_what_only_looks_like_a_file_is_unreadable(data: bytes) -> None:
    with pytest.raises(Unreadable):
        read(data)


@pytest.mark.parametrize("code", sorted(PLAYED.keys() - VARIANTS.keys()))
@pytest.mark.parametrize(
    "text",
    [
        pytest.param('; [Variation "{name}"]\n' + TEXTS["mat"], id="mat"),
        pytest.param('; [Variation "{code}"]\n' + TEXTS["mat"], id="mat, by its code"),
        pytest.param(TEXTS["sgf"].replace("{", "").replace("RU[Crawford", "RU[Crawford:{code}"), id="sgf"),
    ],
)
def test_transcripts_of_variants_without_known_rules_are_refused(text: str, code: str) -> None:
    """In the formats that can name one. The others have numbers or nothing for it."""
    data = text.replace("{name}", PLAYED[code].name).replace("{code}", code).encode()
    for call in (read, verify):
        with pytest.raises(
            Unreadable, match=f"does not know the rules of {PLAYED[code].name}: report the score"
        ):
            call(data)


@pytest.mark.parametrize("to", WRITTEN)
@pytest.mark.parametrize("code", CODECS)
def test_every_format_converts_to_every_other(code: str, to: str) -> None:
    """Up to what a format has no place for: rows, hits, and who said what about a resignation."""
    one, two = (adjudicate(read(data)) for data in (FILES[code], convert(FILES[code], to).encode()))
    assert two.format == to
    assert (one.variant, one.length, one.players, one.score) == (
        two.variant,
        two.length,
        two.players,
        two.score,
    )
    assert one.games == two.games
    assert [fault.code for fault in one.violations] == [fault.code for fault in two.violations]


def test_a_variant_that_only_the_plays_show_is_written_out() -> None:
    text = WRITTEN["mat"].write(match(Random(8), 1, "nackgammon"))
    bare = "\n".join(line for line in text.splitlines() if line[:1] != ";")
    assert read(bare.encode()).variant == "backgammon"
    for to in WRITTEN:
        assert read(convert(bare.encode(), to).encode()).variant == "nackgammon"


@pytest.mark.parametrize("to", ["xg", "oldmoves", "pdf"])
def test_formats_that_are_not_written(to: str) -> None:
    known = ", ".join(WRITTEN)
    with pytest.raises(
        InvalidOption, match=f'no format called "{to}" is written: there are {known}'
    ) as refusal:
        convert(FILES["mat"], to)
    assert refusal.value.option == "to"
