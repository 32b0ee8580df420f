"""Countries by their codes, ISO 3166-1 alpha-2."""

# The first of the 26 letters from which flags are made.
REGIONAL_A = 0x1F1E6


def country_flag(country: str) -> str:
    """The flag of a country, as a text has it: "JP" is two letters that show as one flag."""
    return "".join(chr(REGIONAL_A + ord(letter) - ord("A")) for letter in country)
