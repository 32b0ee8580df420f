"""Passwords that everybody tries first here."""

from matches.accounts.rules.passwords import context_word
from tests.each import each


@each(
    "password, word",
    [
        ("backgammon", "backgammon"),
        ("Backgammon2026", "backgammon"),
        ("B4ckgammon-2026!", "backgammon"),
        ("GoldenPoint1", "golden point"),
        ("golden-point", "golden point"),
        ("clubexample99", "club.example"),
        ("バックギャモン123", "バックギャモン"),
        ("backgammon needs a doubling cube", None),
        ("correct horse battery", None),
        ("white anti-jacoby 41", None),
        ("12345678", None),
        ("", None),
    ],
)
def test_words_of_the_game_and_of_the_site(password, word):
    assert context_word(password, ["club.example", ""]) == word
