"""Words that are no password here, whatever stands around them: everybody who guesses begins with them."""

import re
from collections.abc import Iterable

CONTEXT_WORDS = (
    "golden point",
    "backgammon",
    "gammon",
    "nackgammon",
    "hypergammon",
    "doubling cube",
    "crawford",
    "jacoby",
    "checkers",
    "director",
    "tournament",
    "knockout",
    "club night",
    "password",
    "バックギャモン",
    "ゴールデンポイント",
)
# What people write in place of letters.
_AS_LETTERS = str.maketrans("013457@$!", "oieastasi")


def context_word(password: str, names: Iterable[str] = ()) -> str | None:
    """The word, of the game or among `names`, that a password is made of; digits and marks do not count.

    "B4ckgammon-2026!" is one, "backgammon needs a doubling cube" none.
    """
    known = {_bare(word): word for word in (*CONTEXT_WORDS, *names) if _bare(word)}
    folded = password.casefold()
    return next(
        (
            known[bare]
            for text in (folded, folded.strip("0123456789!@$.-_ ").translate(_AS_LETTERS))
            if (bare := _bare(text)) in known
        ),
        None,
    )


def _bare(text: str) -> str:
    """Its letters alone."""
    return re.sub(r"[\W\d_]+", "", text.casefold())
