"""RFC 9457 problem objects: the one shape of every refusal, in an answer or kept with a report."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from engine import RuleError
from engine.words import Text, printable_text
from engine.words import gettext_lazy as _

from .translation import stored_text

CONTENT_TYPE = "application/problem+json"


# The engine says what is wrong with a score; what to do about it depends on who asks.
ADVICE = {
    "score_impossible": _("%(fault)s. Look at the score sheet, and send the score at which the match ended."),
}

# Where a stored problem object keeps the sentence and its words, to be said in any language.
SENTENCE = "sentence"


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
        title=error.title,
        detail=printable_text(sentence_with_advice(error)),
        **getattr(error, "data", {}),
    )


def sentence_with_advice(error: RuleError) -> Text:
    """What a domain error says, and what to do about it."""
    advice = ADVICE.get(error.code)
    return error.sentence if advice is None else advice % {"fault": error.sentence}


def stored_problem(error: RuleError) -> dict[str, Any]:
    """The problem object of a domain error as it is kept, with its sentence for readers of any language."""
    kept = {**problem_of(error), SENTENCE: stored_text(sentence_with_advice(error))}
    if "violations" in kept:
        kept["violations"] = [_stored_violation(each) for each in kept["violations"]]
    return kept


def _stored_violation(violation: Mapping[str, Any]) -> dict[str, Any]:
    message = violation["message"]
    return {**violation, SENTENCE: stored_text(message)} if isinstance(message, Text) else {**violation}


def told_problem(problem: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """A stored problem object as programs are told it."""
    if problem is None:
        return None
    told = _without_sentence(problem)
    if "violations" in told:
        told["violations"] = [_without_sentence(each) for each in told["violations"]]
    return told


def _without_sentence(stored: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in stored.items() if name != SENTENCE}
