"""Currencies: how many decimals their amounts have, and how an amount is written for people."""

# ISO 4217: currencies whose smallest amount is not the hundredth part of a unit.
WHOLE_ONLY = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF"
THOUSANDTHS = "BHD IQD JOD KWD LYD OMR TND"
DECIMALS = {**dict.fromkeys(WHOLE_ONLY.split(), 0), **dict.fromkeys(THOUSANDTHS.split(), 3)}

# Unicode CLDR, English: what stands for a currency; the others go by their codes.
SYMBOLS = {
    "AUD": "A$",
    "BRL": "R$",
    "CAD": "CA$",
    "CNY": "CN¥",
    "EUR": "€",
    "GBP": "£",
    "HKD": "HK$",
    "ILS": "₪",
    "INR": "₹",
    "JPY": "¥",
    "KRW": "₩",
    "MXN": "MX$",
    "NZD": "NZ$",
    "PHP": "₱",
    "TWD": "NT$",
    "USD": "$",
    "VND": "₫",
}
CURRENCIES = {
    "America/Chicago": "USD",
    "America/Denver": "USD",
    "America/Los_Angeles": "USD",
    "America/New_York": "USD",
    "Asia/Jerusalem": "ILS",
    "Asia/Tokyo": "JPY",
    "Europe/Copenhagen": "DKK",
    "Europe/Istanbul": "TRY",
    "Europe/London": "GBP",
    "Europe/Oslo": "NOK",
    "Europe/Stockholm": "SEK",
    "Europe/Zurich": "CHF",
}
"""What is usually paid with in a time zone, where that is not the euro."""

NO_BREAK = "\N{NO-BREAK SPACE}"
MINUS = "\N{MINUS SIGN}"


def currency_decimals(currency: str) -> int:
    """How many decimals an amount in the currency is written with."""
    return DECIMALS.get(currency, 2)


def currency_of_zone(time_zone: str) -> str:
    """In what amounts are probably said there, as long as nobody has said so."""
    return CURRENCIES.get(time_zone, "EUR")


def money_in_words(cents: int, currency: str) -> str:
    """An amount as people read it in English and Japanese: €10, €1,234.50, ¥3,000, CHF 12.50.

    cents: of the smallest amounts of the currency. Of whole units no decimals are written.
    """
    decimals = currency_decimals(currency)
    whole, rest = divmod(abs(cents), 10**decimals)
    fraction = f".{rest:0{decimals}}" if rest else ""
    sign = MINUS if cents < 0 else ""
    return f"{sign}{SYMBOLS.get(currency, currency + NO_BREAK)}{whole:,}{fraction}"
