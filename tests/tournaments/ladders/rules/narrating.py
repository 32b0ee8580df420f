"""Histories of ladders, written day by day."""

from datetime import UTC, datetime, timedelta

from tournaments.ladders.rules import (
    Challenged,
    ChallengePlayed,
    ChallengeReplied,
    Closed,
    Event,
    Joined,
    LadderKind,
    LadderOrder,
    Left,
    Reopened,
    Reply,
)

START = datetime(2026, 3, 7, 12, tzinfo=UTC)


def day(number: float) -> datetime:
    return START + timedelta(days=number)


class LadderHistory:
    """A history in the making: names of players are letters, days count from the start."""

    def __init__(self, ladder: LadderKind, members: str = "") -> None:
        self.ladder, self.events = ladder, []
        self.numbers: dict[str, int] = {}
        self.today: float = 0
        for name in members:
            self.join(name)

    def number(self, name: str) -> int:
        return self.numbers.setdefault(name, len(self.numbers) + 1)

    def name(self, number: int) -> str:
        return next(name for name, each in self.numbers.items() if each == number)

    def add(self, kind: type[Event], *fields: object) -> int:
        self.events.append(kind(day(self.today), len(self.events) + 1, *fields))
        return len(self.events)

    def join(self, name: str) -> int:
        return self.add(Joined, len(self.events) + 1, self.number(name))

    def leave(self, join: int) -> None:
        self.add(Left, join)

    def close(self) -> None:
        self.add(Closed)

    def reopen(self) -> None:
        self.add(Reopened)

    def challenge(self, challenger: str, challenged: str) -> int:
        return self.add(Challenged, len(self.events) + 1, self.number(challenger), self.number(challenged))

    def answer(self, challenge: int, reply: Reply = Reply.ACCEPTED) -> None:
        self.add(ChallengeReplied, challenge, reply)

    def play(self, winner: str | None, challenger: str, challenged: str) -> int:
        """A whole challenge on one day."""
        challenge = self.challenge(challenger, challenged)
        if not self.ladder.starts_at_once:
            self.answer(challenge)
        self.add(ChallengePlayed, challenge, None if winner is None else self.number(winner))
        return challenge

    def standing(self, on: float | None = None, values: dict[str, float] | None = None) -> LadderOrder:
        rated = {self.number(name): value for name, value in (values or {}).items()}
        return self.ladder.fold_history(self.events, day(self.today if on is None else on), rated)

    def order(self, on: float | None = None, values: dict[str, float] | None = None) -> str:
        return "".join(map(self.name, self.standing(on, values).order))

    def levels(self, on: float | None = None) -> dict[str, int]:
        return {self.name(player): step for player, step in self.standing(on).levels.items()}

    def ineligibility(self, challenger: str, challenged: str, on: float | None = None) -> str | None:
        now = day(self.today if on is None else on)
        found = self.ladder.challenge_ineligibility(
            self.standing(on), self.number(challenger), self.number(challenged), now
        )
        return found and found.why.value
