"""`Idempotency-Key`: a write that is sent again is answered as it was, and done once.

Two places for all views, both in the settings, where no view forgets them. The budget of requests is what
REST framework asks last, when caller and rights are known and before a view does anything: there the
transaction begins. The middleware next to the views (`config.middleware.WriteOnce`) ends it.
"""

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from rest_framework.request import Request

from matches.accounts.models import Token, User
from matches.accounts.services import address_key
from matches.base.api.throttling import CallerThrottle

from .errors import InvalidIdempotencyKey
from .rules.requests import is_idempotency_key, request_fingerprint
from .rules.sealing import KeyOfCaller, SentAnswer
from .services import LONGEST_BODY, answer_find, answer_keep

if TYPE_CHECKING:
    # REST framework loads this module while it loads its views.
    from rest_framework.views import APIView

IDEMPOTENCY_KEY = "Idempotency-Key"
REPLAYED = "Idempotent-Replayed"


class AlreadyAnswered(Exception):
    """Not a fault: the request was carried out before, and this is what it was answered."""

    def __init__(self, answer: SentAnswer) -> None:
        super().__init__(answer.status)
        self.answer = answer

    def response(self) -> HttpResponse:
        headers = {**self.answer.headers, REPLAYED: "true"}
        return HttpResponse(self.answer.body, status=self.answer.status, headers=headers)


class KeyedRequest:
    """A write with a key: from its caller being known until it is answered, in one transaction."""

    def __init__(self, request: HttpRequest, sent: str) -> None:
        self.sent = sent
        self.fingerprint = request_fingerprint(
            request.method or "",
            request.get_full_path(),
            request.META.get("CONTENT_TYPE", ""),
            request.body,
        )
        self.key: KeyOfCaller | None = None
        self.has_begun = False
        self.transaction = ExitStack()

    def begin(self, request: Request) -> None:
        """Begin what is done once. Raises AlreadyAnswered, InvalidIdempotencyKey and as answer_find."""
        if not is_idempotency_key(self.sent):
            raise InvalidIdempotencyKey(
                "An Idempotency-Key has 1 to 255 visible ASCII characters, without spaces; a UUID is a good "
                "one."
            )
        key = KeyOfCaller(settings.SECRET_KEY, caller_of(request, self.fingerprint), self.sent)
        self.transaction.enter_context(transaction.atomic())
        self.has_begun = True
        answer = answer_find(key=key, fingerprint=self.fingerprint)
        if answer is not None:
            raise AlreadyAnswered(answer)
        self.key = key

    def finish(self, response: HttpResponseBase) -> None:
        """Keep the answer with the effect; or, where the service has failed, neither.

        A refusal is not kept: it has changed nothing, but for what was to be kept though it refused.
        """
        if self.has_begun and response.status_code >= 500:
            transaction.set_rollback(True)
        elif self.key is not None and response.status_code < 300:
            body = getattr(response, "content", None)
            kept = body if body is not None and len(body) <= LONGEST_BODY else None
            headers = dict(response.items())
            answer = SentAnswer(self.fingerprint, response.status_code, headers, kept)
            answer_keep(key=self.key, answer=answer)


def caller_of(request: Request, fingerprint: str) -> str:
    """Whose the key is: a login's, apart by what its token is limited to.

    Without a login, that of an address, and of what is sent: two who share an address share no answers.
    """
    if isinstance(request.user, User):
        token: Any = request.auth
        limit = token.limited_to if isinstance(token, Token) else None
        return f"login {request.user.pk} {limit or ''}"
    return f"address {address_key(request)} {fingerprint}"


class CallerOnce(CallerThrottle):
    """The budget of requests; and a write with a key that is within it is begun, or answered already."""

    def allow_request(self, request: Request, view: "APIView") -> bool:
        allowed = super().allow_request(request, view)
        keyed: KeyedRequest | None = getattr(request._request, "keyed", None)
        if allowed and keyed is not None:
            keyed.begin(request)
        return allowed
