"""Lines of the desk in which a match is called as it stands in the bracket."""

import pytest

from matches.search.rules.folding import search_key
from tournaments.desk.rules.slips import SlipKind, SlipMatch, read_slip

MATCHES = [
    SlipMatch(12, 0, 7, (search_key("ann"), search_key("bob")), label="W12"),
    SlipMatch(13, 0, 7, (search_key("lena"), search_key("wata")), label="L13"),
    SlipMatch(14, 2, 5, (search_key("cem"), search_key("dai")), label="LC14"),
    SlipMatch(74, 0, 7, (search_key("eva"), search_key("fay")), label="F74"),
]


@pytest.mark.parametrize(
    ("line", "number", "score"),
    [
        ("L13 7 4", 13, (7, 4)),
        ("l13 7-4", 13, (7, 4)),
        ("l13+4", 13, (7, 4)),
        ("L13-4", 13, (4, 7)),
        ("Ｌ１３　４　７", 13, (4, 7)),
        ("W12ー4", 12, (4, 7)),
        ("W12 74", 12, (7, 4)),
        ("LC14/2 5 3", 14, (5, 3)),
        ("13 7 4", 13, (7, 4)),
        ("wata 7 3", 13, (3, 7)),
        ("l+3", 13, (7, 3)),
        # A name whose score is not set off from it.
        ("l74", 13, (7, 4)),
    ],
)
def test_a_label_is_the_number_with_a_letter(line, number, score):
    read = read_slip(line, MATCHES)
    assert (read.kind, read.match.number, read.score) == (SlipKind.RESULT, number, score)


def test_a_label_alone_opens_its_match():
    assert read_slip("l13", MATCHES) == read_slip("13", MATCHES)
    assert read_slip("f74", MATCHES).kind == SlipKind.OPEN


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("W13 7 4", "There is no match W13."),
        ("q99", "There is no match Q99."),
        ("L13 9 4", "Match L13 is played to 7 points: one side has 7, the other fewer."),
        ("nobody 7 4", "Nobody whose match is open is called nobody."),
    ],
)
def test_another_letter_is_no_match(line, fault):
    read = read_slip(line, MATCHES)
    assert read.kind == SlipKind.MISREAD
    assert str(read.fault) == fault
