"""What names have in common that may be one person's."""

from matches.search.rules.likeness import Likeness, names_likeness
from tests.each import each

SAME, LETTERS, READING, KNOWN, ONE_LETTER, INITIAL = Likeness


@each(
    "one, two, likeness",
    [
        ("Ann Berg", "Ann Berg", SAME),
        ("Ann Berg", "ann  BERG", SAME),
        ("Ann Berg", "Berg, Ann", LETTERS),
        ("José Núñez", "Jose Nunez", LETTERS),
        ("Jürgen Müller", "Juergen Mueller", LETTERS),
        ("Jan van den Berg", "Jan Vandenberg", LETTERS),
        ("渡辺 健", "渡邊健", LETTERS),
        ("わたなべ けん", "Watanabe Ken", LETTERS),
        ("ﾜﾀﾅﾍﾞ ｹﾝ", "わたなべけん", LETTERS),
        ("Satou Jun", "Satoh Zyun", READING),
        ("Ōno Ken", "Ohno Ken", READING),
        ("Jan Jansen", "Jan Janssen", ONE_LETTER),
        ("Jansen, Jan", "Jan Janssen", ONE_LETTER),
        ("Jon Smith", "John Smith", ONE_LETTER),
        ("Anna Berg", "Ann Berg", ONE_LETTER),
        ("Jan Jnasen", "Jan Jansen", ONE_LETTER),
        ("J. Smith", "John Smith", INITIAL),
        ("John Smith", "Smith J", INITIAL),
        ("J.R. Smith", "John Robert Smith", INITIAL),
        ("R. J. Smith", "John Robert Smith", INITIAL),
        ("Smith", "Smyth", ONE_LETTER),
        # Too little.
        ("Jan Jansen", "Jon Janssen", None),
        ("Jan Jansen", "Kees Jansen", None),
        ("Jan Kato", "Jun Kato", None),
        ("Ann Berg", "Ann", None),
        ("John Smith", "John William Smith", None),
        ("J. S.", "John Smith", None),
        ("J. Smith", "Mary Smith", None),
        ("J. Smith", "John Anders", None),
        ("渡辺 健", "渡部 健", None),
        ("Bob", "Rob", None),
        ("Player 7", "Player 8", None),
        ("♠", "Ann", None),
        ("", "Ann", None),
    ],
)
def test_likeness_of_names(one, two, likeness):
    assert names_likeness(one, two) is likeness
    assert names_likeness(two, one) is likeness


@each(
    "one, reading, two, reading_of_two, likeness",
    [
        ("渡辺 健", "わたなべ けん", "Watanabe Ken", "", READING),
        ("渡辺 健", "わたなべ けん", "渡部 健", "わたなべ けん", READING),
        ("渡辺 健", "わたなべ けん", "Ken Watanabe", "", READING),
        ("渡辺 健", "わたなべ けん", "Watanave Ken", "", ONE_LETTER),
        ("渡辺 健", "わたなべ けん", "K. Watanabe", "", INITIAL),
        ("渡辺 健", "わたなべ けん", "渡辺 健", "わたべ たけし", SAME),
        ("渡辺 健", "", "Watanabe Ken", "", None),
    ],
)
def test_readings_are_compared_too(one, reading, two, reading_of_two, likeness):
    found = names_likeness(one, two, reading_of_one=reading, reading_of_two=reading_of_two)
    assert found is likeness


def test_what_says_the_most_comes_first():
    assert sorted([INITIAL, SAME, KNOWN], key=lambda likeness: likeness.place) == [SAME, KNOWN, INITIAL]
