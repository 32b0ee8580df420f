"""What every refusal is."""

from typing import Any

from engine import RuleError


class Refusal(RuleError):
    """Base of the service's own refusals: a sentence with the offending value and what to do next.

    `data` holds what a program needs beside the sentence; it becomes members of the problem object.
    """

    code = "refused"
    title = "Refused"

    def __init__(self, detail: str, **data: Any) -> None:
        super().__init__(detail)
        self.data = data
