"""Names on pictures: in the fonts of the service, whole or shortened so that one still knows who it is."""

import pytest

from tournaments.embeds.rules.letters import (
    BOLD_LATIN,
    JAPANESE,
    LATIN,
    largest_size,
    pieces_of_text,
    shorten_text,
    shorter_name,
    two_lines,
    width_of_text,
    written_text,
)


def test_each_letter_is_in_a_font_that_has_it():
    text = "Łukasz Ωμέγα Жук 髙﨑 かナ"
    assert [*pieces_of_text(text, bold=False)] == [("Łukasz Ωμέγα Жук ", LATIN), ("髙﨑 かナ", JAPANESE)]
    assert next(pieces_of_text("Ann", bold=True)) == ("Ann", BOLD_LATIN)


def test_letters_are_composed_and_on_one_line():
    assert written_text("Cafe\u0301\n  Zoë") == "Café Zoë"


@pytest.mark.parametrize(
    "text", ["Donaudampfschifffahrtsgesellschaft", "髙﨑 健太郎左衛門之助", "a b c d e f g h"]
)
def test_a_shortened_text_fits_and_is_the_beginning(text):
    whole = width_of_text(text, 40)
    assert shorten_text(text, 40, whole) == text
    for part in (0.9, 0.5, 0.2):
        short = shorten_text(text, 40, whole * part)
        assert width_of_text(short, 40) <= whole * part
        assert short.endswith("…")
        assert text.startswith(short.removesuffix("…"))
    # As much of it as fits.
    one_more = text[: len(shorten_text(text, 40, whole * 0.5))] + "…"
    assert width_of_text(one_more, 40) > whole * 0.5


def test_nothing_fits_nowhere():
    assert shorten_text("Ann", 40, 0) == "…"


def test_the_largest_size_in_which_it_fits():
    sizes = range(40, 19, -1)
    assert largest_size("Ann", sizes, 1000) == 40
    assert largest_size("Ann", sizes, width_of_text("Ann", 30)) == 30
    assert largest_size("Ann", sizes, 1) == 20


def test_a_title_breaks_between_words():
    width = width_of_text("International Open", 40)
    assert two_lines("International Open of Kyoto", 40, width) == ["International Open", "of Kyoto"]
    assert two_lines("Open", 40, width) == ["Open"]
    first, second = two_lines(
        "国際オープン選手権東京大会二〇二六", 40, width_of_text("国際オープン選手権", 40)
    )
    assert (first, second) == ("国際オープン選手権", "東京大会二〇二六")


@pytest.mark.parametrize(
    ("name", "brief"),
    [
        ("Johannes van der Meer", "J. v. d. Meer"),
        ("Jean-Luc Petit", "J.-L. Petit"),
        ("Ann", "Ann"),
        ("髙﨑 健太郎", "髙﨑 健太郎"),
        ("Ann Berg & Bob Lund", "Ann Berg & Bob Lund"),
    ],
)
def test_given_names_by_their_letters(name, brief):
    assert shorter_name(name) == brief
