"""How much a screen shows at a time."""

from tests.each import each
from tournaments.screens.rules import MOST, SECONDS, columns_of, in_sections, shortened_name, size_of


@each(
    "count, expected",
    [(0, []), (1, [1]), (8, [8]), (9, [5, 4]), (16, [8, 8]), (17, [6, 6, 5]), (64, [8] * 8)],
)
def test_lines_are_spread_evenly_over_as_few_sections_as_hold_them(count, expected):
    sections = in_sections(range(count), 8)
    assert [len(section) for section in sections] == expected
    assert [line for section in sections for line in section] == list(range(count))


@each(
    "count, columns, size",
    [(1, 2, "few"), (16, 2, "few"), (17, 2, "some"), (20, 2, "some"), (21, 3, "many"), (39, 3, "many")],
)
def test_many_names_are_smaller_and_in_more_columns(count, columns, size):
    assert (columns_of(count), size_of(count)) == (columns, size)


def test_every_view_has_its_time():
    assert MOST.keys() <= SECONDS.keys()
    assert all(10 <= seconds <= 30 for seconds in SECONDS.values())


@each(
    "name, most, expected",
    [
        ("Ann Archer", 10, "Ann Archer"),
        ("Ann Archer", 9, "A. Archer"),
        ("Jean-Baptiste de la Rochefoucauld", 26, "J.-B. de la Rochefoucauld"),
        ("Maximiliane Freifrau von Hohenlohe-Langenburg", 24, "M. F. von Hohenlohe-L."),
        ("Maximiliane Freifrau von Hohenlohe-Langenburg", 33, "M. F. von Hohenlohe-Langenburg"),
        ("J P Morgan", 5, "J P Morgan"),
        ("Dai", 2, "Dai"),
        ("佐藤 健太郎", 8, "佐藤 健太郎"),
    ],
)
def test_names_are_shortened_by_rule(name, most, expected):
    assert shortened_name(name, most) == expected
