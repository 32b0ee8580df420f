"""What somebody has won and lost in sessions, opponent by opponent."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import NamedTuple


class CountedSession(NamedTuple):
    """A session as one side sees it: the opponent's number, or a guest's name; games None if unknown."""

    opponent: int | None
    guest: str
    points: tuple[int, int]
    games: tuple[int, int] | None


@dataclass(slots=True)
class Balance:
    """The sessions against one opponent: games and points won and lost; the games as far as known."""

    opponent: int | None
    guest: str
    sessions: int = 0
    games_won: int = 0
    games_lost: int = 0
    points_won: int = 0
    points_lost: int = 0

    @property
    def net(self) -> int:
        """Points won, less those lost."""
        return self.points_won - self.points_lost

    def add(self, session: CountedSession) -> None:
        won, lost = session.games or (0, 0)
        self.sessions += 1
        self.games_won += won
        self.games_lost += lost
        self.points_won += session.points[0]
        self.points_lost += session.points[1]


def balances_of(sessions: Iterable[CountedSession]) -> list[Balance]:
    """One for each opponent, in the order in which they first come; guests of one name are one."""
    found: dict[tuple[int | None, str], Balance] = {}
    for session in sessions:
        key = (session.opponent, session.guest.casefold())
        found.setdefault(key, Balance(session.opponent, session.guest)).add(session)
    return list(found.values())


def total_of(balances: Iterable[Balance]) -> Balance:
    """All of them together."""
    whole = Balance(None, "")
    for each in balances:
        whole.sessions += each.sessions
        whole.games_won += each.games_won
        whole.games_lost += each.games_lost
        whole.points_won += each.points_won
        whole.points_lost += each.points_lost
    return whole


def games_of_side(games: "Iterable[Mapping[str, object]] | None", side: int) -> tuple[int, int] | None:
    """How many games a side has won and lost; None where nobody knows."""
    if games is None:
        return None
    winners = [game["winner"] for game in games]
    return winners.count(side), winners.count(1 - side)
