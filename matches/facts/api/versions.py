"""Conditional requests by versions: RFC 9110, section 13.

A view that is `versioned` answers reads with an `ETag`, and 304 where the caller has that already, for which
only the version is asked for. Whoever edits with `If-Match` is refused where somebody else has been quicker.
"""

from collections.abc import Callable, Collection
from functools import cache, wraps
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import Any, TypeVar

from django.conf import settings
from django.core.cache import cache as kept_documents
from django.db import transaction
from django.http import HttpResponse
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from django.utils.translation import get_language
from rest_framework.request import Request
from rest_framework.response import Response

from matches.facts.errors import StaleVersion
from matches.facts.versions import current_version

View = TypeVar("View", bound=type)
Answer = Response | HttpResponse
Handler = Callable[..., Answer]

EDITS = ("put", "patch", "delete")
# Seconds that a document is kept: whoever follows an event asks for it within that of its last change.
KEPT_FOR = 3600


def versioned(kind: str, *, kept: bool = False, personal: bool = False) -> Callable[[View], View]:
    """Decorates a view whose address names a subject as `pk`, and which shows everybody the same of it.

    kept: what it answers is large, and kept in Redis until the version is another. personal: a login may be
    shown more than others, by what it is at the time; so it is shown the whole each time.
    """

    def decorate(view: View) -> View:
        read: Handler = view.get  # type: ignore[attr-defined]
        view.get = _reading(read, kind, kept=kept, personal=personal)  # type: ignore[attr-defined]
        for method in EDITS:
            if hasattr(view, method):
                setattr(view, method, _editing(getattr(view, method), read, kind))
        view.version_kind = kind  # type: ignore[attr-defined]
        return view

    return decorate


def _reading(read: Handler, kind: str, *, kept: bool, personal: bool) -> Handler:
    @wraps(read)
    def get(view: Any, request: Request, *args: Any, **kwargs: Any) -> Answer:
        version = current_version(f"{kind}-{kwargs['pk']}")
        tag = entity_tag(version)
        # Of what has no version yet it is not known that it is there.
        may_be_known = version and (request.auth is None or not personal)
        if may_be_known and matches_tag(request.headers.get("If-None-Match", ""), tag):
            return _with_tag(Response(status=HTTPStatus.NOT_MODIFIED), request, tag)
        key = document_key(tag, request) if kept and version else ""
        content = kept_documents.get(key) if key else None
        if content is not None:
            return _with_tag(HttpResponse(content, content_type="application/json"), request, tag)
        response = read(view, request, *args, **kwargs)
        if response.status_code != HTTPStatus.OK:
            return response
        if key and isinstance(response, Response):
            response.add_post_render_callback(
                lambda rendered: kept_documents.set(key, rendered.content, KEPT_FOR)
            )
        return _with_tag(response, request, tag)

    return get


def _editing(edit: Handler, read: Handler, kind: str) -> Handler:
    @wraps(edit)
    def handler(view: Any, request: Request, *args: Any, **kwargs: Any) -> Answer:
        expected = request.headers.get("If-Match")
        topic = f"{kind}-{kwargs['pk']}"
        if expected is None:
            return edit(view, request, *args, **kwargs)
        with transaction.atomic():
            version = current_version(topic)
            if not matches_tag(expected, entity_tag(version)):
                raise _stale(expected, entity_tag(version), read(view, request, *args, **kwargs))
            response = edit(view, request, *args, **kwargs)
            edited = current_version(topic)
            # The transaction itself has raised it by one; what is more, others have in the meantime.
            if version and edited > version + 1:
                raise _stale(expected, entity_tag(edited - 1), None)
        return _with_tag(response, request, entity_tag(edited))

    return handler


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


def entity_tag(version: int) -> str:
    """The `ETag` of what is shown of a subject, in the language of the request."""
    return f'"{version}-{get_language()}-{release()}"'


def document_key(tag: str, request: Request) -> str:
    """Under which a document is kept: an address may be longer than a key."""
    return sha256(f"document {tag} {request.get_full_path()}".encode()).hexdigest()


def matches_tag(header: str, tag: str) -> bool:
    """Whether a condition names the tag: weakly, since a compressed answer has a weak one of the same."""
    named: Collection[str] = parse_etags(header.strip())
    return "*" in named or tag in {each.removeprefix("W/") for each in named}


@cache
def release() -> str:
    """Names the code and the words that answer: another release may show the same otherwise."""
    found = sha256()
    for app in ("config", "engine", "matches", "tournaments"):
        for path in sorted(Path(settings.BASE_DIR, app).rglob("*")):
            if path.suffix in (".py", ".html", ".mo") and path.is_file():
                found.update(path.read_bytes())
    return found.hexdigest()[:8]


def _with_tag(response: Answer, request: Request, tag: str) -> Answer:
    """The same for everybody, and asked for anew each time: a cache beside the caller's own may keep it."""
    response["ETag"] = tag
    shared = "public" if request.auth is None else "private"
    response["Cache-Control"] = f"{shared}, no-cache"
    patch_vary_headers(response, ["Accept-Language", "Authorization"])
    return response
