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

# Where a stored object keeps the sentence and its words, to be said in any language.
SENTENCE = "sentence"
# The members in which a problem, a violation or a note, and a possible ruling are said in English.
SAID = ("detail", "message", "text")


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
    return {**with_sentences(problem_of(error)), SENTENCE: stored_text(sentence_with_advice(error))}


def with_sentences(value: Any) -> Any:
    """JSON values as they are kept: each object that says something, with its sentence."""
    if isinstance(value, list | tuple):
        return [with_sentences(each) for each in value]
    if not isinstance(value, Mapping):
        return value
    kept = {name: with_sentences(each) for name, each in value.items()}
    said = [value[name] for name in SAID if isinstance(value.get(name), Text)]
    return {**kept, SENTENCE: stored_text(said[0])} if said else kept


def without_sentences(stored: Any) -> Any:
    """What was kept so, as programs are told it."""
    if isinstance(stored, list):
        return [without_sentences(each) for each in stored]
    if not isinstance(stored, Mapping):
        return stored
    return {name: without_sentences(each) for name, each in stored.items() if name != SENTENCE}
