"""Pages that are not for everybody."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.exceptions import PermissionDenied

from matches.errors import NotAllowed, NotAuthenticated


@contextmanager
def for_directors() -> Iterator[None]:
    """A page's refusal: whoever may not look is told so, with 403, logged in or not."""
    try:
        yield
    except (NotAuthenticated, NotAllowed) as refused:
        raise PermissionDenied from refused
