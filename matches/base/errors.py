"""What every refusal is."""

from collections.abc import Iterable, Mapping
from functools import reduce
from typing import Any

from engine import RuleError
from engine.words import Text
from engine.words import gettext_lazy as _


class CodeWord(str):
    """A code among the words of a refusal: pages say the word that the table `table` has for it."""

    table: str

    def __new__(cls, code: str, table: str) -> "CodeWord":
        made = super().__new__(cls, code)
        made.table = table
        return made


BOTH = _("%(one)s and %(other)s")
EITHER = _("%(one)s or %(other)s")


def link_texts(link: Text, texts: Iterable[str]) -> str:
    """Several texts as one, each linked to the next by `link`, which is BOTH or EITHER."""
    return reduce(lambda one, other: link % {"one": one, "other": other}, texts)


class Refusal(RuleError):
    """Base of the service's own refusals: a sentence with the offending value and what to do next.

    `data` holds what a program needs beside the sentence; it becomes members of the problem object.
    """

    code = "refused"

    def __init__(self, sentence: str, words: Mapping[str, Any] | None = None, /, **data: Any) -> None:
        super().__init__(sentence, words)
        self.data = data
