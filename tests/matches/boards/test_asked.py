"""What somebody asks to be drawn: read leniently, said back whole, refused with the reason."""

from base64 import b64encode
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from engine.drawing import Colour, End
from engine.errors import InvalidOption, InvalidPlay, InvalidPosition, RuleError, UnknownVariant
from engine.ids import translate_id
from engine.variants import VARIANTS
from matches.boards.rules import BoardWish, board_of
from tests.each import each

from .ids import DOUBLED, MONEY, OPENING, OPENING_GNU, PINNED, RESIGNED, WITH_PLUS


@each("text", (OPENING, DOUBLED, OPENING_GNU, WITH_PLUS))
def test_the_same_moment_in_every_notation(text: str) -> None:
    """What `engine id` prints."""
    assert board_of(BoardWish(id=text)).ids == translate_id(text)


@each("code", VARIANTS)
def test_without_an_identifier_a_game_starts(code: str) -> None:
    board = board_of(BoardWish(variant=code))
    assert board.notation is None
    assert board.diagram.position == VARIANTS[code].start_position()
    assert board.ids["gnubg"]
    again = board_of(BoardWish(variant=code, id=board.ids["gnubg"]))
    assert again.diagram.position == board.diagram.position


def test_a_plus_that_was_not_escaped_is_understood() -> None:
    """In the query of an address it is a space."""
    [sent] = parse_qs(urlsplit(f"/board/?id={WITH_PLUS}").query)["id"]
    assert " " in sent
    assert board_of(BoardWish(id=sent)).ids == translate_id(WITH_PLUS)


def test_blanks_around_an_identifier_are_nothing() -> None:
    assert board_of(BoardWish(id=f"  {OPENING}\t")).ids["xgid"] == OPENING


@each(
    "text, bottom, on_roll",
    [
        (OPENING, "as_written", End.BOTTOM),
        (OPENING, "turned", End.TOP),
        (OPENING, "on_roll", End.BOTTOM),
        (MONEY, "as_written", End.TOP),
        (MONEY, "turned", End.BOTTOM),
        (MONEY, "on_roll", End.BOTTOM),
        ("4HPwATDgc/ABMA", "as_written", End.BOTTOM),
    ],
)
def test_who_is_at_the_bottom(text: str, bottom: str, on_roll: End) -> None:
    assert board_of(BoardWish(id=text, bottom=bottom)).diagram.on_roll is on_roll


def test_colour_direction_and_play_are_drawn() -> None:
    wish = BoardWish(id=OPENING, colour=Colour.DARK, direction="left", play="8/5 6/5")
    diagram = board_of(wish).diagram
    assert (diagram.bottom_colour, diagram.off_to_left) == (Colour.DARK, True)
    assert diagram.play == ((8, 5), (6, 5))


@each(
    "text, plays",
    [
        (OPENING, 16),
        (MONEY, None),
        (DOUBLED, None),
        (RESIGNED, None),
        # One on the bar, before six points that are all held.
        ("XGID=-------------------bbbbbbB:0:0:1:66:0:0:0:0:10", 0),
        # The game is over: the one has borne off, the other is still there.
        ("XGID=-aa-----------------------:0:0:1:31:0:0:0:0:10", None),
    ],
)
def test_how_many_positions_a_roll_can_be_played_to(text: str, plays: int | None) -> None:
    assert board_of(BoardWish(id=text)).plays == plays


def test_a_resignation_is_drawn() -> None:
    diagram = board_of(BoardWish(id=RESIGNED)).diagram
    assert (diagram.resigned, diagram.resigned_by) == (2, End.BOTTOM)


def test_what_a_notation_cannot_write_stays_as_it_was_sent() -> None:
    """A GNU position ID holds both sides on one point, as Plakoto has them; an XGID does not."""
    board = board_of(BoardWish(id=PINNED, variant="plakoto"))
    assert board.ids == {"xgid": None, "gnubg": PINNED, "ogid": None}
    assert board.diagram.is_pinned(End.BOTTOM, 20)


@each("pinned, mine", [("5", True), ("0", False), ("5, 0", True)])
def test_lone_checkers_of_both_are_told_apart(pinned: str, mine: bool) -> None:
    text = lone_checkers()
    with pytest.raises(InvalidPosition, match="each side has one checker on the 5-point"):
        board_of(BoardWish(id=text, variant="plakoto"))
    diagram = board_of(BoardWish(id=text, variant="plakoto", pinned=pinned)).diagram
    assert diagram.is_pinned(End.BOTTOM, 5) == mine
    assert diagram.is_pinned(End.TOP, 20) != mine


def lone_checkers() -> str:
    """Each side has one checker on the 5-point of the side on roll."""
    # Own: 14 on 24, one on 5. Opponent: 14 on 24, one on 20.
    bits = ["0"] * 80
    at = 0
    for side in ({24: 14, 20: 1}, {24: 14, 5: 1}):
        for point in range(1, 26):
            for _ in range(side.get(point, 0)):
                bits[at] = "1"
                at += 1
            at += 1
    packed = bytes(int("".join(reversed(bits[start : start + 8])), 2) for start in range(0, 80, 8))
    return b64encode(packed).decode().rstrip("=")


@each(
    "wish, error, words",
    [
        ({"id": "nonsense"}, InvalidPosition, '"nonsense" is no identifier'),
        ({"id": "cInlAAAAAAAE"}, InvalidPosition, "write the position ID before it"),
        ({"id": "XGID=-b:0"}, InvalidPosition, "fields; ten are expected"),
        ({"id": OPENING, "play": "8-5"}, InvalidPlay, "is not a move"),
        ({"id": OPENING, "play": "2/1"}, InvalidPlay, "no checker can go from 2 to 1"),
        ({"id": OPENING, "variant": "hypergammon"}, InvalidPosition, "is not an XGID"),
        ({"id": OPENING, "variant": "chess"}, UnknownVariant, 'no variant is called "chess"'),
        ({"variant": "crowded"}, UnknownVariant, "does not know the rules"),
        ({"pinned": "5"}, InvalidOption, "nobody is pinned in Backgammon"),
        ({"variant": "plakoto", "pinned": "five"}, InvalidOption, '"five" are no points'),
        ({"variant": "plakoto", "pinned": "5"}, InvalidPosition, "no list of points"),
    ],
)
def test_what_cannot_be_drawn(wish: dict[str, str], error: type[RuleError], words: str) -> None:
    with pytest.raises(error, match=words):
        board_of(BoardWish(**wish))


def test_a_query_says_what_is_not_usual() -> None:
    assert BoardWish().query() == ""
    wish = BoardWish(id=WITH_PLUS, bottom="turned", colour=Colour.DARK)
    assert unquote(wish.query(width=400)) == f"id={WITH_PLUS}&bottom=turned&colour=dark&width=400"
    read = {name: values[0] for name, values in parse_qs(wish.query()).items()}
    assert BoardWish(**{**read, "colour": Colour(read["colour"])}) == wish
