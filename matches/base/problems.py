"""RFC 9457 problem objects: the one shape of every refusal, in an answer or kept with a report."""

from http import HTTPStatus
from typing import Any

from engine import RuleError

CONTENT_TYPE = "application/problem+json"


# The engine says what is wrong with a score; what to do about it depends on who asks.
ADVICE = {"score_impossible": " Look at the score sheet, and send the score at which the match ended."}


def problem_object(*, code: str, status: int, detail: str, title: str = "", **data: Any) -> dict[str, Any]:
    """A problem object. `code` is stable; `detail` is for people; `data` is what the code carries."""
    return {
        "type": f"urn:golden-point:problem:{code}",
        "title": title or HTTPStatus(status).phrase,
        "status": status,
        "detail": sendable_text(detail),
        "code": code,
        **{name: sendable_text(value) for name, value in data.items()},
    }


def sendable_text(value: Any) -> Any:
    """A text that may repeat what was sent, half of a surrogate pair too, which no answer can hold."""
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value


def problem_of(error: RuleError, status: int = HTTPStatus.UNPROCESSABLE_ENTITY) -> dict[str, Any]:
    """The problem object of a domain error."""
    return problem_object(
        code=error.code,
        status=int(status),
        title=getattr(error, "title", ""),
        detail=f"{error}.{ADVICE[error.code]}" if error.code in ADVICE else str(error),
        **getattr(error, "data", {}),
    )
