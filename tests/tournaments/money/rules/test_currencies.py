"""Amounts as people read them."""

from tests.each import each
from tournaments.money.rules.currencies import DECIMALS, SYMBOLS, money_in_words


@each(
    "cents, currency, said",
    [
        (1000, "EUR", "€10"),
        (1050, "EUR", "€10.50"),
        (5, "EUR", "€0.05"),
        (0, "EUR", "€0"),
        (123_456_789, "EUR", "€1,234,567.89"),
        (3000, "JPY", "¥3,000"),
        (1250, "CHF", "CHF\N{NO-BREAK SPACE}12.50"),
        (1200, "CHF", "CHF\N{NO-BREAK SPACE}12"),
        (1234, "KWD", "KWD\N{NO-BREAK SPACE}1.234"),
        (1040, "KWD", "KWD\N{NO-BREAK SPACE}1.040"),
        (500, "XYZ", "XYZ\N{NO-BREAK SPACE}5"),
        (-2000, "EUR", "\N{MINUS SIGN}€20"),
        (-1, "USD", "\N{MINUS SIGN}$0.01"),
        (700, "NZD", "NZ$7"),
    ],
)
def test_money_in_words(cents, currency, said):
    assert money_in_words(cents, currency) == said


def test_no_two_currencies_are_written_alike():
    assert len({*SYMBOLS.values()}) == len(SYMBOLS)
    assert all(len(code) == 3 and code.isupper() for code in (*SYMBOLS, *DECIMALS))
