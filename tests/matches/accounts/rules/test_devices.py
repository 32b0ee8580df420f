"""Browsers by what they say of themselves. Source: the user agents that these browsers send, of 2026."""

from matches.accounts.rules.devices import device_words
from tests.each import each

WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0"


@each(
    "user_agent, words",
    [
        (
            f"Mozilla/5.0 (Linux; Android 10; K) {WEBKIT} Mobile Safari/537.36",
            "Chrome, Android",
        ),
        (
            f"Mozilla/5.0 (Windows NT 10.0; Win64; x64) {WEBKIT} Safari/537.36 Edg/140.0.0.0",
            "Edge, Windows",
        ),
        ("Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0", "Firefox, Linux"),
        (
            "Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) "
            "Version/18.6 Mobile/15E148 Safari/604.1",
            "Safari, iPhone",
        ),
        (
            f"Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) {WEBKIT} Safari/537.36",
            "Chrome, ChromeOS",
        ),
        ("curl/8.5.0", "curl/8.5.0"),
        ("", ""),
        ("x" * 100, "x" * 60),
    ],
)
def test_browser_and_system(user_agent, words):
    assert device_words(user_agent) == words
