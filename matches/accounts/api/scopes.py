"""What a token must hold for an operation. Every view names it for each method; there is no default.

class DrawView(OfTournament):
    scopes = {"GET": PUBLIC, "POST": DIRECT}
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.checks import CheckMessage, Error, Tags, register
from django.urls import URLPattern, URLResolver, get_resolver

from matches.accounts.models import Token


@dataclass(frozen=True, slots=True)
class Needed:
    """What an operation takes: a token with one of `scopes`; without any token too where it is `public`.

    Of several scopes one is for who acts for themselves, and `direct` for who does it by an office
    (`Reach.carries`).
    """

    scopes: tuple[str, ...]
    public: bool = False

    def __or__(self, other: "Needed") -> "Needed":
        return Needed((*self.scopes, *other.scopes))


OPEN = Needed((), public=True)
"""Of who has no token yet; one that is sent is not asked for scopes."""

PUBLIC = Needed((Token.Scope.READ,), public=True)
READ = Needed((Token.Scope.READ,))
REPORT = Needed((Token.Scope.REPORT,))
ENTER = Needed((Token.Scope.ENTER,))
DIRECT = Needed((Token.Scope.DIRECT,))
ACCOUNT = Needed((Token.Scope.ACCOUNT,))

ANY = Needed(tuple(Token.Scope.values))
"""Any token."""


def scopes_needed(view: Any, method: str) -> Needed | None:
    """What a view names for a method, in its own class: a base names nothing for others.

    What a view is (`OPTIONS`) is as public as the document.
    """
    if method == "OPTIONS":
        return PUBLIC
    named: Mapping[str, Needed] = vars(type(view) if not isinstance(view, type) else view).get("scopes", {})
    return named.get("GET" if method == "HEAD" else method)


def api_views(patterns: Any = None, before: str = "") -> Iterator[tuple[str, Any]]:
    """Every view that asks for scopes, with its route."""
    from .authentication import HasScope  # it asks for what is said here

    for each in get_resolver().url_patterns if patterns is None else patterns:
        if isinstance(each, URLResolver):
            yield from api_views(each.url_patterns, before + str(each.pattern))
        elif isinstance(each, URLPattern):
            view = getattr(each.callback, "cls", None)
            if HasScope in getattr(view, "permission_classes", ()):
                yield before + str(each.pattern), view


def methods_of(view: Any) -> list[str]:
    names = [name for name in view.http_method_names if name not in ("options", "head")]
    return [name.upper() for name in names if hasattr(view, name)]


@register(Tags.security)
def check_scopes(**kwargs: Any) -> list[CheckMessage]:
    """An operation without a scope keeps the service from starting."""
    return [
        Error(
            f"{view.__name__} names no scope for {method} {route}.",
            hint=f'Say `scopes = {{"{method}": ...}}` in the class itself: matches.accounts.api.scopes.',
            id="matches.E001",
        )
        for route, view in api_views()
        for method in methods_of(view)
        if scopes_needed(view, method) is None
    ]
