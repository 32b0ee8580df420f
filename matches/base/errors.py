"""What every refusal is."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from engine import RuleError


class CodeWord(str):
    """A code among the words of a refusal: pages say the word that the table `table` has for it."""

    table: str

    def __new__(cls, code: str, table: str) -> "CodeWord":
        made = super().__new__(cls, code)
        made.table = table
        return made


class MomentWord(str):
    """A time among the words of a refusal: pages say it in the zone in force, programs in UTC."""

    moment: datetime

    def __new__(cls, moment: datetime) -> "MomentWord":
        made = super().__new__(cls, f"{moment.astimezone(UTC):%Y-%m-%d %H:%M} UTC")
        made.moment = moment
        return made


class Refusal(RuleError):
    """Base of the service's own refusals: a sentence with the offending value and what to do next.

    `data` holds what a program needs beside the sentence; it becomes members of the problem object.
    """

    code = "refused"

    def __init__(self, sentence: str, words: Mapping[str, Any] | None = None, /, **data: Any) -> None:
        super().__init__(sentence, words)
        self.data = data


class UnknownTimeZone(Refusal):
    code = "unknown_time_zone"
    title = "There is no time zone of that name"


class ForbiddenAddress(Refusal):
    code = "forbidden_address"
    title = "The service sends nothing to this address"
