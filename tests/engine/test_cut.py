import pytest

from .records import OPENING, file, judged


@pytest.mark.parametrize(
    ("row", "legal"),
    [
        ("62: 24/18", True),
        ("62: 24/18 13/1", True),
        ("62: 24/18 1", True),
        ("62: 24/1", True),
        ("62: 24/17", False),
        ("62: 24/18 13/9", False),
        ("62: 20/18", False),
        ("62: 24/18 13/11 6/5", False),
        ("62:", True),
        ("62: Cannot Move", False),
        (" Doubles => 2", True),
        (" Doubles => 1", False),
        (" Takes", False),
    ],
)
def test_half_a_row(row: str, legal: bool) -> None:
    """A last row that no line end follows may be cut short, but only if it could have gone on to be right."""
    text = file(OPENING) + "  2) " + row
    assert (judged(text).verdict == "legal") == legal
    assert not judged(text).complete
    if row not in ("62:", " Doubles => 2", "62: 24/18 1"):
        assert judged(text + "\n").verdict == "illegal"


def test_a_score_line_cut_short() -> None:
    """The 10 of 0-10 cut to a 1."""
    text = file("0-9" + OPENING[3:] + "\n Resigns |\n|Wins 1 point", length=15)
    verdict = judged(text + "\n Game 2\n Ann : 0      Bea : 1")
    assert (verdict.verdict, verdict.score, verdict.notes[-1].code) == ("legal", (0, 10), "record_cut")
    for line in (" Ann : 0      Bea : 1\n", " Ann : 1      Bea : 1", " Ann : 0      Bea : 2"):
        assert judged(text + "\n Game 2\n" + line).violations[0].code == "wrong_score"


def test_a_cut_does_not_excuse_an_earlier_fault() -> None:
    text = file("0-0\n 31: 8/5 | 42: 8/4 6/4") + "  2) 62: 24/18"
    assert judged(text).violations[0].turn == 1
    won = file(OPENING + "\n Resigns |\n|Wins 4 points").rstrip("\n")
    assert judged(won).verdict == "illegal"
