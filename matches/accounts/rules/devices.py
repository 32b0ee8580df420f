"""What a browser says of itself, in the words that its owner knows it by."""

# The first whose mark is found: each claims to be those before it in time as well.
BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Chromium/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Macintosh", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)
LONGEST = 60


def device_words(user_agent: str) -> str:
    """Browser and system, such as "Firefox, Android"; where neither is known, what it says, shortened."""
    found = [
        next((name for mark, name in known if mark in user_agent), None) for known in (BROWSERS, SYSTEMS)
    ]
    return ", ".join(filter(None, found)) or user_agent[:LONGEST]
