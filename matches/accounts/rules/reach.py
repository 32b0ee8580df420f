"""How far the token of a request reaches: what it lets its login do, and where.

Bound for one request by the authentication, read where roles are found (`matches.accounts.permissions`) and
where a fact is written, so that no service can forget it. Outside requests with a token nothing is bound.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

Place = tuple[str, int]
"""What a token may be limited to, and what rows belong to: ("club", 5), ("tournament", 7)."""

DIRECT = "direct"
LOGIN = "login"

# What is held by an office, and what is done under the other scopes.
OFFICES = frozenset({"owner", "director", "registrar", "staff"})


@dataclass(slots=True)
class Reach:
    """The token of the request that is answered.

    login: the number of the login it stands for; others are not limited by it.
    scopes: what the token holds. needed: those of which the operation takes one.
    place: what it is limited to; None for everything that the login may do.
    met_inside: whether something inside the place was asked about yet.
    """

    login: int
    scopes: frozenset[str]
    needed: tuple[str, ...] = ()
    place: Place | None = None
    met_inside: bool = False

    def covers(self, places: Collection[Place]) -> bool:
        """Whether what belongs to these is inside."""
        inside = self.place is None or self.place in places
        self.met_inside |= inside
        return inside

    def carries(self, role: str) -> bool:
        """Whether the role may be used in this operation.

        Where one takes either scope, `direct` or another, offices go with `direct` and the rest with the
        other. A scorekeeper, who does nothing but keep the score, needs no `direct`.
        """
        if len(self.needed) < 2 or DIRECT not in self.needed or role == LOGIN:
            return True
        if role in OFFICES:
            return DIRECT in self.scopes
        return any(scope in self.scopes for scope in self.needed if scope != DIRECT)

    def scope_for(self, role: str) -> str:
        """The scope that the role takes in this operation."""
        if role in OFFICES:
            return DIRECT
        return next(scope for scope in self.needed if scope != DIRECT)

    @property
    def is_outside(self) -> bool:
        """Whether a write would be of nothing inside the place."""
        return self.place is not None and not self.met_inside


_bound: ContextVar[Reach | None] = ContextVar("reach", default=None)


def current_reach() -> Reach | None:
    return _bound.get()


def bind_reach(reach: Reach) -> None:
    """Until the request is over."""
    _bound.set(reach)


@contextmanager
def without_reach() -> Iterator[None]:
    """What a thread answers: nothing is left of the request before, and nothing for the next."""
    before = _bound.set(None)
    try:
        yield
    finally:
        _bound.reset(before)


@contextmanager
def reach_needing(*scopes: str) -> Iterator[None]:
    """As if the operation took these scopes: for the part of an answer that is for fewer."""
    reach = _bound.get()
    if reach is None:
        yield
        return
    needed, reach.needed = reach.needed, scopes
    try:
        yield
    finally:
        reach.needed = needed
