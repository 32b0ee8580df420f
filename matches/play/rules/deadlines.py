"""What a match waits for until when, and when somebody has to look at it again. Plain data: no Django."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from .regulations import Regulations

ANSWER, PLAY = "answer", "play"
BOTH = (0, 1)

Given = Collection[tuple[str, int, datetime]]
"""Reminders already given: about what, to which side, of which moment."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """The moment until which `sides` may do what the match waits for: ANSWER a report, or PLAY."""

    about: str
    at: datetime
    sides: tuple[int, ...]


def deadlines_of(
    state: str, awaits: int | None, confirms_at: datetime | None, play_by: datetime | None
) -> list[Deadline]:
    """The deadlines of a match: of an answer while it is reported, of playing while it is open."""
    if state == "reported" and confirms_at is not None and awaits is not None:
        return [Deadline(ANSWER, confirms_at, (awaits,))]
    if state == "open" and play_by is not None:
        return [Deadline(PLAY, play_by, BOTH)]
    return []


def due_reminders(
    waiting: Iterable[Deadline], regulations: Regulations, given: Given, now: datetime
) -> list[tuple[str, int, datetime]]:
    """Reminders whose time has come: about what, which side, of which moment.

    When the time to answer is over there is nothing to remind of; a match may still be played.
    """
    return [
        (deadline.about, side, deadline.at)
        for deadline in waiting
        for side in deadline.sides
        if (deadline.about, side, deadline.at) not in given
        and (reminding := match_reminds_at(deadline, regulations)) is not None
        and reminding <= now
        and (now < deadline.at or deadline.about == PLAY)
    ]


def is_match_overdue(waiting: Iterable[Deadline], regulations: Regulations, now: datetime) -> bool:
    """Whether the match was to be played by now and both sides lose it for that."""
    return regulations.overdue == "forfeit_both" and any(
        deadline.about == PLAY and deadline.at <= now for deadline in waiting
    )


def match_wakes_at(waiting: Iterable[Deadline], regulations: Regulations, given: Given) -> datetime | None:
    """When something is to be done about the match that nobody will set off; None if nothing is."""
    moments = []
    for deadline in waiting:
        reminding = match_reminds_at(deadline, regulations)
        if reminding is not None and any(
            (deadline.about, side, deadline.at) not in given for side in deadline.sides
        ):
            moments.append(reminding)
        if deadline.about == ANSWER or regulations.overdue == "forfeit_both":
            moments.append(deadline.at)
    return min(moments, default=None)


def match_reminds_at(deadline: Deadline, regulations: Regulations) -> datetime | None:
    minutes = regulations.reminder
    return None if minutes is None else deadline.at - timedelta(minutes=minutes)
