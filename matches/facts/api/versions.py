"""Conditional requests by versions: RFC 9110, section 13.

A view that is `versioned` answers reads with an `ETag`, and 304 where the caller has that already, for which
only versions are asked for. Whoever edits with `If-Match` is refused where somebody else has been quicker.

A tag names the version of the subject, and behind a "+" what else is shown there: the versions of what other
subjects are called, or what was answered. `If-Match` goes by the first part: an edit is of the subject.
"""

import re
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import wraps
from hashlib import sha256
from http import HTTPStatus
from typing import Any, TypeVar

from django.core.cache import cache as kept_documents
from django.db import transaction
from django.http import HttpResponse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response

from matches.base.api.rendering import JSONRenderer
from matches.facts.errors import StaleVersion
from matches.facts.versions import Versions, current_versions, making_lock, release

View = TypeVar("View", bound=type)
Answer = Response | HttpResponse
Handler = Callable[..., Answer]
Parts = Callable[[int], int]

EDITS = ("put", "patch", "delete")
# Who may not edit at all is told that, and not what has become of it.
BEFORE_STALE = (HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.NOT_FOUND)
# Seconds that a document is kept: whoever follows an event asks for it within that of its last change.
KEPT_FOR = 3600
# What a tag names beside the version of the subject.
BESIDE = re.compile(r'\+[^"]*"')


def versioned(
    kind: str,
    *,
    naming: Collection[str] = (),
    parts: Parts | None = None,
    daily: bool = False,
    kept: bool = False,
    personal: bool = False,
    private: bool = False,
    unless: Callable[[Request], bool] | None = None,
) -> Callable[[View], View]:
    """Decorates a view whose address names a subject as `pk`, and which shows everybody the same of it.

    naming: the kinds of subjects that it names, though a new name of theirs raises no version of its own
    (`Subject.names_version`).
    parts: a number that is another where what it shows of other subjects is; asked for with each read.
    daily: it is another each day (UTC), such as how certain a rating still is.
    kept: what it answers is large, and kept in Redis until the version is another.
    personal: a login may be shown more than others, by what it is at the time; so it is shown the whole
    each time.
    private: not for everybody, so it is read before anything is compared, and its tag is of what was read.
    unless: what is asked for so, no version tells whether it has changed: it has no tag.
    """

    def decorate(view: View) -> View:
        shown = _Shown(kind, naming, parts, daily, kept, personal, private, unless, read=view.get)  # type: ignore[attr-defined]
        view.get = shown.reading()  # type: ignore[attr-defined]
        for method in EDITS:
            if hasattr(view, method):
                setattr(view, method, shown.editing(getattr(view, method)))
        view.version_kind = kind  # type: ignore[attr-defined]
        return view

    return decorate


@dataclass(frozen=True)
class _Shown:
    """What a view shows of a subject; see `versioned`."""

    kind: str
    naming: Collection[str]
    parts: Parts | None
    daily: bool
    kept: bool
    personal: bool
    private: bool
    unless: Callable[[Request], bool] | None
    read: Handler

    def reading(self) -> Handler:
        @wraps(self.read)
        def get(view: Any, request: Request, *args: Any, **kwargs: Any) -> Answer:
            if self.unless is not None and self.unless(request):
                return self.read(view, request, *args, **kwargs)
            versions = self.versions(kwargs["pk"])
            if self.private:
                response = self.read(view, request, *args, **kwargs)
                tag = self.tag(versions, response)
                if matches_tag(request.headers.get("If-None-Match", ""), tag):
                    response = Response(status=HTTPStatus.NOT_MODIFIED)
                return _with_tag(response, request, tag)
            tag = self.tag(versions)
            # Of what has no version yet it is not known that it is there.
            may_be_known = versions.own and (request.auth is None or not self.personal)
            if may_be_known and matches_tag(request.headers.get("If-None-Match", ""), tag):
                return _with_tag(Response(status=HTTPStatus.NOT_MODIFIED), request, tag)
            if self.kept and versions.own:
                return self.kept_document(tag, view, request, *args, **kwargs)
            response = self.read(view, request, *args, **kwargs)
            if response.status_code != HTTPStatus.OK:
                return response
            return _with_tag(response, request, tag)

        return get

    def kept_document(self, tag: str, view: Any, request: Request, *args: Any, **kwargs: Any) -> Answer:
        """What is kept of that tag, or what is made now: by one thread, while others of the process wait.

        When versions come faster than they can be made, all who have waited are answered with one of them.
        """
        content = kept_documents.get(document_key(tag, request))
        if content is None:
            with _making(request.get_full_path()) as has_waited:
                if has_waited:
                    tag = self.tag(self.versions(kwargs["pk"]))
                    content = kept_documents.get(document_key(tag, request))
                if content is None:
                    response = self.read(view, request, *args, **kwargs)
                    if response.status_code != HTTPStatus.OK or not isinstance(response, Response):
                        return response
                    content = JSONRenderer().render(response.data)
                    kept_documents.set(document_key(tag, request), content, KEPT_FOR)
        return _with_tag(HttpResponse(content, content_type="application/json"), request, tag)

    def editing(self, edit: Handler) -> Handler:
        @wraps(edit)
        def handler(view: Any, request: Request, *args: Any, **kwargs: Any) -> Answer:
            expected = request.headers.get("If-Match")
            if expected is None:
                return edit(view, request, *args, **kwargs)
            versions = self.versions(kwargs["pk"])
            with transaction.atomic():
                stale = None
                if not matches_tag(own_parts(expected), entity_tag(versions.own)):
                    current = self.read(view, request, *args, **kwargs)
                    stale = _stale(expected, self.tag(versions, current), current)
                try:
                    response = edit(view, request, *args, **kwargs)
                except Exception as refusal:
                    if stale is None or not yields_to_stale(view, refusal):
                        raise
                    raise stale from None
                if stale is not None:
                    raise stale
                edited = self.versions(kwargs["pk"])
                # The transaction itself has raised it by one; what is more, others have in the meantime.
                if versions.own and edited.own > versions.own + 1:
                    raise _stale(expected, entity_tag(edited.own - 1), None)
            return _with_tag(response, request, self.tag(edited, response))

        return handler

    def versions(self, subject: int) -> Versions:
        versions = current_versions(f"{self.kind}-{subject}", self.naming)
        return versions if self.parts is None else versions._replace(beside=self.parts(subject))

    def tag(self, versions: Versions, answer: Answer | None = None) -> str:
        """answer: what is answered, for what is told by its content."""
        if self.private:
            return entity_tag(versions.own, content_digest(answer))
        beside = [str(versions.beside)] if versions.beside else []
        if self.daily:
            beside.append(f"{timezone.now():%Y%m%d}")
        return entity_tag(versions.own, ".".join(beside))


@contextmanager
def _making(address: str) -> Iterator[bool]:
    """One thread of the process at a time makes what is at an address; whether it has waited for another."""
    lock = making_lock(address)
    has_waited = not lock.acquire(blocking=False)
    if has_waited:
        lock.acquire()
    try:
        yield has_waited
    finally:
        lock.release()


def yields_to_stale(view: Any, refusal: Exception) -> bool:
    """Whether an edit that is refused so is told that it is of what is no more, and not of the refusal."""
    answer = view.get_exception_handler()(refusal, view.get_exception_handler_context())
    return answer is not None and answer.status_code < 500 and answer.status_code not in BEFORE_STALE


def _stale(expected: str, tag: str, current: Answer | None) -> StaleVersion:
    """The refusal, with what it is now, where that was read."""
    data = {"current": current.data} if isinstance(current, Response) else {}
    return StaleVersion(
        "This was changed since you read it: it is %(tag)s by now, not %(expected)s. Read it again, and send "
        "what is still to be changed with the ETag of what you read.",
        {"tag": tag, "expected": expected[:200]},
        etag=tag,
        **data,
    )


def entity_tag(version: int, beside: str = "") -> str:
    """The `ETag` of what is shown of a subject, in the language of the request; and of what is `beside`."""
    own = f"{version}-{get_language()}-{release()}"
    return f'"{own}+{beside}"' if beside else f'"{own}"'


def own_parts(header: str) -> str:
    """The tags of a condition without what they name beside the version of the subject."""
    return BESIDE.sub('"', header)


def content_digest(answer: Answer | None) -> str:
    """Names what is answered, before it is rendered; "" where that is nothing."""
    data = answer.data if isinstance(answer, Response) else None
    return "" if data is None else sha256(JSONRenderer().render(data)).hexdigest()[:16]


def document_key(tag: str, request: Request) -> str:
    """Under which a document is kept: an address may be longer than a key."""
    return sha256(f"document {tag} {request.get_full_path()}".encode()).hexdigest()


def matches_tag(header: str, tag: str) -> bool:
    """Whether a condition names the tag: weakly, since a compressed answer has a weak one of the same."""
    named: Collection[str] = parse_etags(header.strip())
    return "*" in named or tag in {each.removeprefix("W/") for each in named}


def _with_tag(response: Answer, request: Request, tag: str) -> Answer:
    """The same for everybody, and asked for anew each time: a cache beside the caller's own may keep it."""
    response["ETag"] = tag
    shared = "public" if request.auth is None else "private"
    response["Cache-Control"] = f"{shared}, no-cache"
    patch_vary_headers(response, ["Accept-Language", "Authorization"])
    return response
